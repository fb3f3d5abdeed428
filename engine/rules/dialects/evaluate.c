/* Rules of dialects as a source of opinions: which rules are for an object, and what they say of it. */
#include "base/text/message.h"
#include "rules/dialects/dialects.h"

/* ------------------------------------------------------------------- matching */

static vt_text label_of(const vt_reader *reader, vt_text label, bool *found) {
    const vt_value *labels = vt_read_field(reader, vt_read_metadata(reader), "labels");
    const vt_value *value = vt_read(reader, labels, label);
    *found = value != NULL;
    return vt_value_text(value);
}

static bool passes(const vt_label_filter *filter, const vt_reader *reader) {
    bool found;
    const vt_text value = label_of(reader, filter->key, &found);
    switch (filter->test) {
    case VT_LABEL_PRESENT:
        return found;
    case VT_LABEL_ABSENT:
        return !found;
    case VT_LABEL_DIFFERENT:
        return !found || !vt_text_equal(value, filter->value);
    case VT_LABEL_EQUAL:
        break;
    }
    return found ? vt_text_equal(value, filter->value) : filter->or_missing;
}

/* OCM: wildcardMatch: `*` stands for any text. A field that is left out is empty there, and any text elsewhere. */
static bool fits_name(const struct vt_dialect_rule *rule, vt_text wanted, const vt_glob *pattern,
                      vt_text name, vt_steps *steps) {
    if (rule->has_wildcards) return pattern && vt_glob_match(pattern, name, steps);
    return vt_text_is_absent(wanted) || vt_text_equal(wanted, name);
}

/* Whether a plural is that of a kind, by the rules of English that CRDs follow. */
static bool is_plural_of(vt_text plural, vt_text kind) {
    static const struct {
        const char *cut, *put;
    } endings[] = { { "", "s" }, { "", "es" }, { "y", "ies" }, { "", "" } };
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        const size_t cut = strlen(endings[i].cut), put = strlen(endings[i].put);
        const vt_text tail =
            vt_text_between(kind, kind.size > cut ? kind.size - cut : 0, kind.size);
        if (!vt_text_is(cut ? tail : VT_TEXT(""), endings[i].cut)) continue;
        const size_t kept = kind.size - cut;
        if (plural.size != kept + put) continue;
        if (vt_text_equal_fold(vt_text_between(plural, 0, kept), vt_text_between(kind, 0, kept)) &&
            vt_text_is(vt_text_between(plural, kept, plural.size), endings[i].put))
            return true;
    }
    return false;
}

static bool is_for(const struct vt_dialect_rule *rule, vt_assessment *assessment) {
    const vt_reader *reader = &assessment->evaluation.reader;
    const vitals_document *document = reader->document;
    vt_steps *steps = &assessment->steps;
    vt_text group, version;
    vt_dialect_split(vitals_document_api_version(document), &group, &version);
    if (rule->version.size && !vt_text_equal(rule->version, version)) return false;
    if (rule->resource.size && !is_plural_of(rule->resource, assessment->kind)) return false;
    if (!fits_name(rule, rule->namespace_, rule->namespace_glob,
                   vitals_document_namespace(document), steps) ||
        !fits_name(rule, rule->name, rule->name_glob, vitals_document_name(document), steps))
        return false;
    for (size_t i = 0; i < rule->filter_count; i++) {
        if (!passes(&rule->filters[i], reader)) return false;
    }
    return true;
}

/* ----------------------------------------------------------------- evaluating */

/* An evaluation of one rule. */
typedef struct run {
    vt_assessment *assessment;
    const vt_rule *rule;
    const struct vt_dialect_rule *own;
    uint64_t cost;
    uint64_t *counted; /* of all rules of the owner */
} run;

static vt_text keep(run *r, vt_text text) {
    const vt_text copy = vt_arena_copy(r->assessment->evaluation.arena, text);
    if (vt_text_is_absent(copy)) r->assessment->no_memory = true;
    return copy;
}

/* "readyWhen does not hold: deployment.status.ready". */
static vt_text tell(run *r, const char *what, const vt_expression *expression, vt_text error) {
    vt_buffer message = vt_arena_buffer(r->assessment->evaluation.arena);
    message.most_bytes = (size_t)r->assessment->evaluation.limits->message_bytes;
    vt_buffer_printf(&message, "%s %s", r->own->dialect->field, what);
    if (expression) {
        vt_buffer_add(&message, VT_TEXT(": "));
        vt_buffer_add(&message, vt_text_trim(expression->text));
    }
    if (error.size) {
        vt_buffer_add(&message, VT_TEXT(": "));
        vt_buffer_add(&message, error);
    }
    if (message.failed && !message.over_ceiling) r->assessment->no_memory = true;
    return vt_buffer_text(&message);
}

static vt_cel_result evaluate(run *r, const vt_expression *expression, bool has_result,
                              bool result) {
    vt_evaluation evaluation = r->assessment->evaluation;
    const vt_cel_setting scope = { .environment = r->own->dialect->environment,
                                   .check = r->own->dialect->check,
                                   .variable = r->own->variable,
                                   .has_result = has_result,
                                   .result = result };
    const uint64_t budget = r->own->dialect->budget;
    vt_cel_result got =
        vt_cel_evaluate_in(expression->program, r->assessment->worker->cel, &evaluation, &scope);
    if (got.status == VITALS_ENOMEM) r->assessment->no_memory = true;
    r->cost += got.cost;
    *r->counted += got.counted;
    if (budget > 0 && *r->counted > budget && got.kind != VT_CEL_FAILS) {
        got.kind = VT_CEL_FAILS;
        got.is_missing = false;
        got.text = VT_TEXT("CEL evaluation budget exceeded");
    }
    return got;
}

/* What the condition of Open Cluster Management means for health when it is true or false. */
static vitals_health health_of(const struct vt_dialect_rule *own, bool holds) {
    if (vt_text_is(own->condition, "Degraded"))
        return holds ? VITALS_HEALTH_DEGRADED : VITALS_HEALTH_HEALTHY;
    if (vt_text_is(own->condition, "Progressing"))
        return holds ? VITALS_HEALTH_PROGRESSING : VITALS_HEALTH_HEALTHY;
    return holds ? VITALS_HEALTH_HEALTHY : VITALS_HEALTH_PROGRESSING;
}

/* The message that the rule has for its answer; absent: none. */
static vt_text own_message(run *r, bool holds) {
    if (r->own->message_rule.program) {
        const vt_cel_result got = evaluate(r, &r->own->message_rule, true, holds);
        if (got.kind == VT_CEL_GIVES_TEXT && got.text.size) return keep(r, got.text);
        if (got.kind == VT_CEL_FAILS) return keep(r, got.text);
    }
    return r->own->message.size ? r->own->message : VT_TEXT_ABSENT;
}

/* The message with the fields that the expression read: it is evaluated again with a trace. */
static vt_text with_values(run *r, const vt_expression *expression, vt_text text) {
    vt_assessment *assessment = r->assessment;
    vitals_trace *values = assessment->worker->values;
    vt_reader *reader = &assessment->evaluation.reader;
    vitals_trace *trace = reader->trace;
    const uint64_t cost = r->cost, counted = *r->counted;
    vt_buffer message = vt_arena_buffer(assessment->evaluation.arena);
    message.most_bytes = (size_t)assessment->evaluation.limits->message_bytes;
    vt_buffer_add(&message, text);
    vitals_trace_clear(values);
    reader->trace = values;
    (void)evaluate(r, expression, false, false);
    reader->trace = trace;
    r->cost = cost;
    *r->counted = counted;
    vt_append_read_values(values, &message);
    return vt_buffer_text(&message);
}

static vt_opinion answer(run *r, bool holds, const vt_expression *expression) {
    vt_text message = own_message(r, holds);
    if (vt_text_is_absent(message))
        message = tell(r, holds ? "holds" : "does not hold", expression, VT_TEXT(""));
    if (expression && r->assessment->call->explain) message = with_values(r, expression, message);
    return vt_opinion_status(health_of(r->own, holds), message, holds ? "holds" : "waits");
}

/* An expression that failed; NONE: the next one is asked. */
static vt_opinion failed(run *r, const vt_expression *expression, const vt_cel_result *got) {
    const vt_text error = keep(r, got->text);
    const vt_dialect_failure means = r->own->dialect->failure;
    if (!got->limit && (means == VT_FAILURE_SKIPS || means == VT_FAILURE_PASSES))
        return (vt_opinion){ 0 };
    if (!got->limit &&
        (means == VT_FAILURE_WAITS || (means == VT_FAILURE_PENDS && got->is_missing)))
        return vt_opinion_status(health_of(r->own, false), tell(r, "fails", expression, error),
                                 "fails");
    vt_opinion opinion = vt_opinion_failed(tell(r, "fails", expression, error), NULL);
    opinion.limit = got->limit;
    return opinion;
}

/* Whether an evaluated expression holds; otherwise, `*got` becomes a failure when it is not a bool. */
static bool holds(const run *r, vt_cel_result *got) {
    const bool optional = r->own->dialect->result == VT_RESULT_OPTIONAL_BOOL;
    if (got->kind == VT_CEL_GIVES_BOOL) return got->is_true;
    if (got->kind == VT_CEL_FAILS || (got->kind == VT_CEL_GIVES_NONE && optional)) return false;
    got->kind = VT_CEL_FAILS;
    got->text = VT_TEXT("the result is not a bool");
    return false;
}

/* A part that does not compile: as if it failed. */
static vt_opinion broken(run *r) {
    const vt_cel_result got = { .kind = VT_CEL_FAILS,
                                .text = r->rule->broken,
                                .limit = r->rule->broken_limit };
    const vt_dialect_failure means = r->own->dialect->failure;
    if (means == VT_FAILURE_PENDS) return vt_opinion_failed(r->rule->broken, NULL);
    return failed(r, NULL, &got);
}

static vt_opinion run_rule(run *r) {
    const struct vt_dialect_rule *own = r->own;
    const bool first = own->dialect->fold == VT_FOLD_FIRST;
    if (!vt_text_is_absent(r->rule->broken) && !first) return broken(r);
    for (size_t i = 0; i < own->count; i++) {
        const vt_expression *expression = &own->expressions[i];
        if (!expression->program) continue;
        vt_cel_result got = evaluate(r, expression, false, false);
        const bool is_true = holds(r, &got);
        if (got.kind == VT_CEL_FAILS) {
            const vt_opinion opinion = failed(r, expression, &got);
            if (opinion.kind != VT_OPINION_NONE || own->dialect->failure == VT_FAILURE_PASSES)
                return opinion;
        } else if (is_true == first) {
            return answer(r, is_true, expression);
        }
    }
    return answer(r, !first, own->count == 1 ? &own->expressions[0] : NULL);
}

/* --------------------------------------------------------------------- folding */

/* The worse of two opinions is kept: one that failed, then by health. */
static int rank_of(const vt_opinion *opinion) {
    static const vitals_health order[] = { VITALS_HEALTH_HEALTHY, VITALS_HEALTH_PROGRESSING,
                                           VITALS_HEALTH_DEGRADED };
    if (opinion->kind == VT_OPINION_NONE) return -1;
    for (int i = 0; i < 3; i++) {
        if (opinion->kind == VT_OPINION_STATUS && opinion->health == order[i]) return i;
    }
    return 3;
}

enum { STEPS_OF_RULE = 4 };

/* Whether an earlier set of the same owner is for the object. */
static bool is_later_set(const vt_rule *chain, const struct vt_dialect_rule *own,
                         vt_assessment *assessment) {
    const vt_rule *rule = own->set ? chain : NULL;
    for (; rule && vt_steps_charge(&assessment->steps, STEPS_OF_RULE); rule = rule->next) {
        const struct vt_dialect_rule *other = rule->dialect;
        if (other->owner == own->owner && other->set < own->set && is_for(other, assessment))
            return true;
    }
    return false;
}

static void ask_chain(vt_assessment *assessment, const vt_rule *chain, vt_opinion *worst,
                      uint64_t *cost) {
    const vitals_document *owner = NULL;
    uint64_t counted = 0;
    for (const vt_rule *rule = chain; rule && vt_steps_charge(&assessment->steps, STEPS_OF_RULE);
         rule = rule->next) {
        if (!is_for(rule->dialect, assessment) || is_later_set(chain, rule->dialect, assessment))
            continue;
        if (rule->dialect->owner != owner) counted = 0;
        owner = rule->dialect->owner;
        run r = { assessment, rule, rule->dialect, 0, &counted };
        const vt_opinion opinion = run_rule(&r);
        *cost += r.cost;
        if (rank_of(&opinion) <= rank_of(worst)) continue;
        *worst = opinion;
        assessment->rule = rule;
        assessment->rule_id = rule->id;
    }
}

vt_opinion vt_evaluate_dialects(vt_assessment *assessment) {
    const vitals_engine *engine = assessment->engine;
    vt_opinion worst = { 0 };
    uint64_t cost = 0;
    ask_chain(assessment, vt_health_find_dialect(engine, assessment->group, assessment->kind),
              &worst, &cost);
    ask_chain(assessment, vt_health_find_dialect(engine, assessment->group, VT_TEXT("")), &worst,
              &cost);
    if (assessment->steps.stopped) return vt_look_up_stopped(&assessment->steps);
    worst.steps = cost;
    return worst;
}
