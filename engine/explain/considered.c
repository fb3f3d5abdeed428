/* Describes the outcome of each source of rules, and the reason. */
#include "explain/explanation.h"
#include "native/native.h"

/* What the trace has of one source. */
typedef struct source_outcome {
    vitals_source source;
    vitals_source decided; /* the source that decided; NONE: none did */
    vt_text outcome;       /* "no opinion", "decided", "overruled", "failed", "not asked" */
    vt_text losers;        /* other rules of this source that match too; absent: none */
} source_outcome;

typedef vitals_considered (*describe_fn)(vitals_explanation *explanation,
                                         const source_outcome *found);

static vitals_considered because(vitals_source source, const char *outcome, vt_text text) {
    return (vitals_considered){ source, outcome, text.bytes ? text : VT_TEXT("") };
}

/* "a customization comes first", for a source that was not asked. */
static vt_text comes_first(vitals_explanation *explanation, const source_outcome *found,
                           vt_text rule) {
    const char *source = vitals_source_name(found->decided);
    const char *article = strchr("aeiou", source[0]) ? "an" : "a";
    return vt_explanation_printf(explanation, "%.*s%s%s %s comes first", VT_TEXT_ARG(rule),
                                 rule.size ? "; " : "", article, source);
}

/* For a source whose rules have no names. */
static vitals_considered plain(vitals_explanation *explanation, const source_outcome *found,
                               const char *none, const char *why) {
    (void)explanation;
    bool lost = vt_text_is(found->outcome, "not asked");
    return because(found->source, lost ? "not asked" : none,
                   lost ? VT_TEXT("") : vt_text_from(why));
}

static vitals_considered describe_deletion(vitals_explanation *explanation,
                                           const source_outcome *found) {
    return plain(
        explanation, found, "no",
        explanation->is_deleting_time_absent
            ? ".metadata.deletionTimestamp is absent"
            : ".metadata.deletionTimestamp does not count: not a time, or a hook's finalizer");
}

/* ----------------------------------------------------------- customizations */

/* The customization whose key is nearest to this kind. */
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
                                                const source_outcome *found) {
    const vt_rule *rule = vt_explanation_customization(explanation);
    if (vt_text_is(found->outcome, "not asked")) {
        return rule ? because(found->source, "not asked", comes_first(explanation, found, rule->id))
                    : because(found->source, "none", VT_TEXT(""));
    }
    if (rule) {
        return because(found->source, "no opinion", rule->id);
    }
    size_t count = 0;
    const vt_rule *nearest = find_nearest(explanation, &count);
    if (count == 0) return because(found->source, "none", VT_TEXT("no argocd-cm given"));
    if (nearest) explanation->nearest = vt_explanation_keep(explanation, nearest->key);
    vt_text text = nearest
                       ? vt_explanation_printf(explanation, "%zu key%s; the nearest is %.*s (%.*s)",
                                               count, count == 1 ? "" : "s",
                                               VT_TEXT_ARG(nearest->key), VT_TEXT_ARG(nearest->at))
                       : vt_explanation_printf(explanation, "%zu key%s, none near it", count,
                                               count == 1 ? "" : "s");
    return because(found->source, "none", text);
}

/* -------------------------------------------------------- all other sources */

static bool has_rules(const vitals_engine *engine, vitals_source source) {
    const vt_rule *rule;
    for (size_t i = 0; (rule = vt_health_rule_at(engine, i)); i++) {
        if (rule->source == source) return true;
    }
    return false;
}

static vitals_considered describe_expression(vitals_explanation *explanation,
                                             const source_outcome *found) {
    bool given = has_rules(explanation->engine, VITALS_SOURCE_EXPRESSION);
    if (!given) return because(found->source, "none", VT_TEXT("no healthCheckExprs given"));
    return plain(explanation, found, "none", "no entry of healthCheckExprs matches this object");
}

static vitals_considered describe_interpreter(vitals_explanation *explanation,
                                              const source_outcome *found) {
    return plain(explanation, found, "none", "no script of Karmada for this apiVersion and kind");
}

static vitals_considered describe_suspension(vitals_explanation *explanation,
                                             const source_outcome *found) {
    bool flux = vt_text_ends(explanation->group, VT_TEXT(".fluxcd.io"));
    if (!flux) return because(found->source, "none", VT_TEXT("not a Flux kind"));
    return plain(explanation, found, "no", ".spec.suspend is not true");
}

static vitals_considered describe_bundled(vitals_explanation *explanation,
                                          const source_outcome *found) {
    const vt_rule *rule = vt_explanation_bundled(explanation);
    if (rule && vt_text_is(found->outcome, "not asked")) {
        return because(found->source, "not asked", comes_first(explanation, found, rule->id));
    }
    if (rule) return because(found->source, "no opinion", rule->id);
    bool upstream = vitals_argocd_bundles(explanation->group, explanation->kind);
    return because(found->source, "none",
                   upstream ? VT_TEXT("Argo CD 3.6 bundles one: pass its tree with --checks")
                            : VT_TEXT("Argo CD 3.6 does not bundle one either"));
}

static vitals_considered describe_native(vitals_explanation *explanation,
                                         const source_outcome *found) {
    bool combined = explanation->call.profile == VITALS_PROFILE_COMBINED;
    const vt_native_check *check =
        combined ? vt_native_find(explanation->group, explanation->kind)
                 : vt_native_find_argocd(explanation->group, explanation->kind);
    if (!check) return because(found->source, "none", VT_TEXT(""));
    if (!vt_text_is(found->outcome, "not asked")) {
        return because(found->source, "no opinion", VT_TEXT(""));
    }
    return because(found->source, "not asked", comes_first(explanation, found, VT_TEXT("")));
}

static vitals_considered describe_kstatus(vitals_explanation *explanation,
                                          const source_outcome *found) {
    bool healthless = vitals_kind_has_no_health(explanation->group, explanation->kind);
    return plain(explanation, found, "no opinion",
                 healthless ? "this kind has no health"
                            : "its last rule, \"Resource is current\", matches anything");
}

static vitals_considered describe_job_reader(vitals_explanation *explanation,
                                             const source_outcome *found) {
    return plain(explanation, found, "none", "not a batch Job");
}

static const describe_fn sources[] = {
    [VITALS_SOURCE_DELETION] = describe_deletion,
    [VITALS_SOURCE_CUSTOMIZATION] = describe_customization,
    [VITALS_SOURCE_INTERPRETER] = describe_interpreter,
    [VITALS_SOURCE_EXPRESSION] = describe_expression,
    [VITALS_SOURCE_SUSPENSION] = describe_suspension,
    [VITALS_SOURCE_BUNDLED] = describe_bundled,
    [VITALS_SOURCE_NATIVE] = describe_native,
    [VITALS_SOURCE_KSTATUS] = describe_kstatus,
    [VITALS_SOURCE_JOB_READER] = describe_job_reader,
};

/* Of the deletion and the rule of the kind, one decides about an object that is being deleted. */
static vitals_considered describe_overruled(const vitals_explanation *explanation,
                                            const source_outcome *found) {
    const bool failed = vitals_verdict_error(explanation->verdict).size > 0;
    if (found->source != VITALS_SOURCE_DELETION) {
        return because(found->source, "overruled", VT_TEXT("the object is being deleted"));
    }
    return because(found->source, "overruled",
                   failed ? VT_TEXT("the rule failed")
                          : VT_TEXT("the rule has a message for the deletion"));
}

static vitals_considered describe(vitals_explanation *explanation, const source_outcome *found) {
    if (vt_text_is(found->outcome, "overruled")) return describe_overruled(explanation, found);
    bool decided = vt_text_is(found->outcome, "decided");
    if (decided || vt_text_is(found->outcome, "failed")) {
        vt_text text = found->losers;
        bool keyed = found->source == VITALS_SOURCE_CUSTOMIZATION && !explanation->wildcard;
        if (!text.bytes && keyed) text = VT_TEXT("no wildcard key matches");
        return because(found->source, decided ? "decided" : "failed", text);
    }
    return sources[found->source](explanation, found);
}

/* ------------------------------------------------------------------ the trace */

static bool is_outcome(vt_text text) {
    static const char *const outcomes[] = { "no opinion", "decided", "overruled", "failed",
                                            "not asked" };
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
    source_outcome found = { .decided = vitals_verdict_source(explanation->verdict) };
    vitals_trace_event event;
    for (size_t i = 0; vitals_trace_at(explanation->trace, i, &event, sizeof event); i++) {
        if (event.kind != VITALS_TRACE_CONSIDERED) continue;
        if (!is_outcome(event.text)) {
            found.losers = join(explanation, found.losers, event.text);
            continue;
        }
        if (explanation->considered_count == VT_EXPLAIN_MOST_CONSIDERED) return;
        if (event.source == VITALS_SOURCE_INTERPRETER &&
            !has_rules(explanation->engine, event.source)) {
            continue; /* few have scripts of Karmada */
        }
        found.source = event.source;
        found.outcome = event.text;
        explanation->considered[explanation->considered_count++] = describe(explanation, &found);
        found.losers = VT_TEXT_ABSENT;
    }
}
