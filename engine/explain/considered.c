/* Says of each source of rules what came of asking it, and why. */
#include "explain/explanation.h"
#include "native/native.h"

/* What the trace said of one source. */
typedef struct answer {
    vitals_source source;
    vitals_source decided; /* the source that did; NONE: no one */
    vt_text said;          /* "no opinion", "decided", "failed", "not asked" */
    vt_text losers;        /* other rules of this source that hold too; absent: none */
} heard;

typedef vitals_considered (*describe_fn)(vitals_explanation *explanation, const heard *answer);

static vitals_considered because(vitals_source source, const char *outcome, vt_text text) {
    return (vitals_considered){ source, outcome, text.bytes ? text : VT_TEXT("") };
}

/* "a customization comes first" for what was not asked. */
static vt_text comes_first(vitals_explanation *explanation, const heard *answer, vt_text rule) {
    const char *source = vitals_source_name(answer->decided);
    const char *article = strchr("aeiou", source[0]) ? "an" : "a";
    return vt_explanation_printf(explanation, "%.*s%s%s %s comes first", VT_TEXT_ARG(rule),
                                 rule.size ? "; " : "", article, source);
}

/* Of a source without rules that could be named. */
static vitals_considered plain(vitals_explanation *explanation, const heard *answer,
                               const char *none, const char *why) {
    (void)explanation;
    bool lost = vt_text_is(answer->said, "not asked");
    return because(answer->source, lost ? "not asked" : none,
                   lost ? VT_TEXT("") : vt_text_from(why));
}

static vitals_considered describe_deletion(vitals_explanation *explanation, const heard *answer) {
    return plain(explanation, answer, "no",
                 explanation->is_deleting_time_absent
                     ? ".metadata.deletionTimestamp is absent"
                     : ".metadata.deletionTimestamp does not hold: no time, or a hook's finalizer");
}

/* ----------------------------------------------------------- customizations */

/* The key of a customization that is most like this kind. */
static const vt_rule *find_nearest(vitals_explanation *explanation, size_t *count) {
    enum { MOST_DISTANCE = 4 };
    vt_text wanted =
        explanation->group.size
            ? vt_explanation_printf(explanation, "%.*s/%.*s", VT_TEXT_ARG(explanation->group),
                                    VT_TEXT_ARG(explanation->kind))
            : explanation->kind;
    const vt_rule *nearest = NULL, *rule;
    size_t distance = MOST_DISTANCE + 1;
    for (size_t i = 0; (rule = vt_health_rule_at(explanation->engine, i)); i++) {
        if (rule->source != VITALS_SOURCE_CUSTOMIZATION) continue;
        ++*count;
        size_t other = vt_text_distance(wanted, rule->key, MOST_DISTANCE);
        if (other >= distance) continue;
        distance = other;
        nearest = rule;
    }
    return nearest;
}

static vitals_considered describe_customization(vitals_explanation *explanation,
                                                const heard *answer) {
    const vt_rule *rule =
        vt_health_find_customization(explanation->engine, explanation->group, explanation->kind);
    if (vt_text_is(answer->said, "not asked")) {
        return rule ? because(answer->source, "not asked",
                              comes_first(explanation, answer, rule->id))
                    : because(answer->source, "none", VT_TEXT(""));
    }
    if (rule) {
        return because(answer->source, "no opinion", rule->id);
    }
    size_t count = 0;
    const vt_rule *nearest = find_nearest(explanation, &count);
    if (count == 0) return because(answer->source, "none", VT_TEXT("no argocd-cm given"));
    if (nearest) explanation->nearest = vt_explanation_keep(explanation, nearest->key);
    vt_text text = nearest
                       ? vt_explanation_printf(explanation, "%zu key%s; the nearest is %.*s (%.*s)",
                                               count, count == 1 ? "" : "s",
                                               VT_TEXT_ARG(nearest->key), VT_TEXT_ARG(nearest->at))
                       : vt_explanation_printf(explanation, "%zu key%s, none like it", count,
                                               count == 1 ? "" : "s");
    return because(answer->source, "none", text);
}

/* -------------------------------------------------------- all other sources */

static bool has_rules(const vitals_engine *engine, vitals_source source) {
    const vt_rule *rule;
    for (size_t i = 0; (rule = vt_health_rule_at(engine, i)); i++) {
        if (rule->source == source) return true;
    }
    return false;
}

static vitals_considered describe_expression(vitals_explanation *explanation, const heard *answer) {
    bool given = has_rules(explanation->engine, VITALS_SOURCE_EXPRESSION);
    if (!given) return because(answer->source, "none", VT_TEXT("no healthCheckExprs given"));
    return plain(explanation, answer, "none", "no entry of healthCheckExprs is for this object");
}

static vitals_considered describe_suspension(vitals_explanation *explanation, const heard *answer) {
    bool flux = vt_text_ends(explanation->group, VT_TEXT(".fluxcd.io"));
    if (!flux) return because(answer->source, "none", VT_TEXT("no kind of Flux"));
    return plain(explanation, answer, "no", ".spec.suspend is not true");
}

static vitals_considered describe_bundled(vitals_explanation *explanation, const heard *answer) {
    const vt_rule *rule = vt_health_find_bundled(explanation->engine, explanation->group,
                                                 explanation->kind, explanation->call.profile);
    if (rule && vt_text_is(answer->said, "not asked")) {
        return because(answer->source, "not asked", comes_first(explanation, answer, rule->id));
    }
    if (rule) return because(answer->source, "no opinion", rule->id);
    bool upstream = vitals_argocd_bundles(explanation->group, explanation->kind);
    return because(answer->source, "none",
                   upstream
                       ? VT_TEXT("Argo CD 3.6 bundles one of its own: give its tree by --checks")
                       : VT_TEXT("nor does Argo CD 3.6 bundle one"));
}

static vitals_considered describe_native(vitals_explanation *explanation, const heard *answer) {
    bool there = vt_native_find(explanation->group, explanation->kind) != NULL;
    if (!there) return because(answer->source, "none", VT_TEXT(""));
    if (!vt_text_is(answer->said, "not asked")) {
        return because(answer->source, "no opinion", VT_TEXT(""));
    }
    return because(answer->source, "not asked", comes_first(explanation, answer, VT_TEXT("")));
}

static vitals_considered describe_kstatus(vitals_explanation *explanation, const heard *answer) {
    bool healthless = vitals_kind_has_no_health(explanation->group, explanation->kind);
    return plain(explanation, answer, "no opinion",
                 healthless ? "this kind has no health by nature"
                            : "its last rule, \"Resource is current\", holds for anything");
}

static vitals_considered describe_job_reader(vitals_explanation *explanation, const heard *answer) {
    return plain(explanation, answer, "none", "no Job of batch");
}

static const describe_fn sources[] = {
    [VITALS_SOURCE_DELETION] = describe_deletion,
    [VITALS_SOURCE_CUSTOMIZATION] = describe_customization,
    [VITALS_SOURCE_EXPRESSION] = describe_expression,
    [VITALS_SOURCE_SUSPENSION] = describe_suspension,
    [VITALS_SOURCE_BUNDLED] = describe_bundled,
    [VITALS_SOURCE_NATIVE] = describe_native,
    [VITALS_SOURCE_KSTATUS] = describe_kstatus,
    [VITALS_SOURCE_JOB_READER] = describe_job_reader,
};

static vitals_considered describe(vitals_explanation *explanation, const heard *answer) {
    bool decided = vt_text_is(answer->said, "decided");
    if (decided || vt_text_is(answer->said, "failed")) {
        vt_text text = answer->losers;
        bool keyed = answer->source == VITALS_SOURCE_CUSTOMIZATION && !explanation->wildcard;
        if (!text.bytes && keyed) text = VT_TEXT("no wildcard key matches as well");
        return because(answer->source, decided ? "decided" : "failed", text);
    }
    return sources[answer->source](explanation, answer);
}

/* ------------------------------------------------------------------ the trace */

static bool is_outcome(vt_text text) {
    static const char *const outcomes[] = { "no opinion", "decided", "failed", "not asked" };
    for (size_t i = 0; i < sizeof outcomes / sizeof outcomes[0]; i++) {
        if (vt_text_is(text, outcomes[i])) return true;
    }
    return false;
}

static vt_text join(vitals_explanation *explanation, vt_text before, vt_text text) {
    if (!before.bytes) return vt_explanation_keep(explanation, text);
    return vt_explanation_printf(explanation, "%.*s; %.*s", VT_TEXT_ARG(before), VT_TEXT_ARG(text));
}

void vt_explanation_consider(vitals_explanation *explanation) {
    heard answer = { .decided = vitals_verdict_source(explanation->verdict) };
    vitals_trace_event event;
    for (size_t i = 0; vitals_trace_at(explanation->trace, i, &event); i++) {
        if (event.kind != VITALS_TRACE_CONSIDERED) continue;
        if (!is_outcome(event.text)) {
            answer.losers = join(explanation, answer.losers, event.text);
            continue;
        }
        if (explanation->considered_count == VT_EXPLAIN_MOST_CONSIDERED) return;
        answer.source = event.source;
        answer.said = event.text;
        explanation->considered[explanation->considered_count++] = describe(explanation, &answer);
        answer.losers = VT_TEXT_ABSENT;
    }
}
