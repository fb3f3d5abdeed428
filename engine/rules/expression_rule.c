/*
** healthCheckExprs as a source of opinions: Flux's check of generations, then inProgress, failed and
** current in this order. FLUX: runtime/cel/status_evaluator.go.
*/
#include "base/text/message.h"
#include "health/remote.h"
#include "rules/dialects/dialects.h"

static const char *const part_names[VT_EXPRESSION_PART_COUNT] = {
    [VT_EXPRESSION_IN_PROGRESS] = "inProgress",
    [VT_EXPRESSION_FAILED] = "failed",
    [VT_EXPRESSION_CURRENT] = "current",
};
static const vt_text part_findings[VT_EXPRESSION_PART_COUNT] = {
    [VT_EXPRESSION_IN_PROGRESS] = VT_TEXT_INIT("inProgress holds: "),
    [VT_EXPRESSION_FAILED] = VT_TEXT_INIT("failed holds: "),
    [VT_EXPRESSION_CURRENT] = VT_TEXT_INIT("current holds: "),
};
static const vitals_kstatus part_status[VT_EXPRESSION_PART_COUNT] = {
    [VT_EXPRESSION_IN_PROGRESS] = VITALS_KSTATUS_IN_PROGRESS,
    [VT_EXPRESSION_FAILED] = VITALS_KSTATUS_FAILED,
    [VT_EXPRESSION_CURRENT] = VITALS_KSTATUS_CURRENT,
};

static vt_opinion answer(vt_assessment *assessment, vitals_kstatus status, vt_text message,
                         const char *row) {
    assessment->has_kstatus = true;
    assessment->kstatus = (vt_kstatus_result){ .status = status, .message = VT_TEXT("") };
    vt_opinion opinion = vt_opinion_status(vitals_health_from_kstatus(status), message, row);
    opinion.kstatus = status;
    return opinion;
}

/* An expression that fails makes the status Unknown, and the others are not evaluated. */
static vt_opinion failed(vt_assessment *assessment, vt_text text, const char *limit) {
    assessment->has_kstatus = true;
    assessment->kstatus =
        (vt_kstatus_result){ .status = VITALS_KSTATUS_UNKNOWN, .message = VT_TEXT("") };
    vt_opinion opinion = vt_opinion_failed(text, NULL);
    opinion.kstatus = VITALS_KSTATUS_UNKNOWN;
    opinion.limit = limit;
    return opinion;
}

/* FLUX: only two generations that are int64 and differ stop the evaluation; up to 2.7 also one that is none. */
static bool generations_differ(vt_assessment *assessment, vt_opinion *out) {
    const vt_reader *reader = &assessment->evaluation.reader;
    vt_text error;
    if (vt_flux_before(&assessment->evaluation, VT_FLUX_2_9) &&
        vt_kstatus_generation_fails(&assessment->evaluation, &error)) {
        *out = failed(assessment, error, NULL);
        return true;
    }
    const vt_value *observed = vt_read_observed_generation(reader);
    if (!vt_value_is_integer(observed)) return false;
    const vt_value *generation = vt_read_generation(reader);
    if (!vt_value_is_integer(generation)) return false;
    if (observed->as.integer == generation->as.integer) return false;
    vt_text message =
        vt_arena_printf(assessment->evaluation.arena,
                        "metadata.generation is %lld, but status.observedGeneration is %lld",
                        (long long)generation->as.integer, (long long)observed->as.integer);
    if (vt_text_is_absent(message)) assessment->no_memory = true;
    *out = answer(assessment, VITALS_KSTATUS_IN_PROGRESS, message, "generation");
    return true;
}

/* Evaluate one expression; the fields that it reads go into `trace`. */
static vitals_status evaluate(vt_assessment *assessment, const vt_expression *expression,
                              vitals_trace *trace, bool *out, vt_buffer *error, const char **limit,
                              uint64_t *cost) {
    if (assessment->call->remote) {
        return vt_remote_evaluate(assessment, expression->text, trace, out, error, limit, cost);
    }
    vt_evaluation evaluation = assessment->evaluation;
    evaluation.reader.trace = trace;
    return vt_cel_evaluate_bool(expression->program, assessment->worker->cel, &evaluation,
                                assessment->engine->missing_is_false, out, error, limit, cost);
}

/* Add the fields that an expression read, and their values: it is evaluated again with a trace. */
static vt_text explain(vt_assessment *assessment, const vt_expression *expression, vt_text what) {
    vitals_worker *worker = assessment->worker;
    vt_buffer message = vt_arena_buffer(assessment->evaluation.arena), error;
    message.most_bytes = (size_t)assessment->evaluation.limits->message_bytes;
    vt_buffer_init(&error, &worker->allocator, SIZE_MAX / 2);
    bool holds;
    const char *limit = NULL;
    uint64_t cost = 0;
    vt_buffer_add(&message, what);
    vitals_trace_clear(worker->values);
    if (!evaluate(assessment, expression, worker->values, &holds, &error, &limit, &cost)) {
        vt_append_read_values(worker->values, &message);
    }
    vt_buffer_done(&error);
    if (message.failed) assessment->no_memory = !message.over_ceiling;
    return vt_buffer_text(&message);
}

/* "current holds: status.phase == 'Ready'", and on request ` (.status.phase is "Ready")`. Flux has no
** message. `finding` is "current holds: ". */
static vt_text describe(vt_assessment *assessment, const vt_expression *expression,
                        vt_text finding) {
    vt_text message =
        VT_JOIN(assessment->evaluation.arena, finding, vt_text_trim(expression->text));
    if (vt_text_is_absent(message)) assessment->no_memory = true;
    message = vt_text_cut(message, assessment->evaluation.limits->message_bytes);
    return assessment->call->explain ? explain(assessment, expression, message) : message;
}

/* Evaluate one part. true: it holds or failed, and `*out` is the answer. */
static bool decided(vt_assessment *assessment, const vt_rule *rule, vt_expression_part part,
                    vt_buffer *error, uint64_t *cost, vt_opinion *out) {
    const vt_expression *expression = &rule->expressions[part];
    if (!expression->program) return false;
    bool holds = false;
    const char *limit = NULL;
    uint64_t part_cost = 0;
    vitals_status status = evaluate(assessment, expression, assessment->evaluation.reader.trace,
                                    &holds, error, &limit, &part_cost);
    *cost += part_cost;
    if (status) {
        if (status == VITALS_ENOMEM) assessment->no_memory = true;
        vt_text text = vt_arena_copy(assessment->evaluation.arena, vt_buffer_text(error));
        *out = failed(assessment, text, limit);
        return true;
    }
    if (!holds) return false;
    *out = answer(assessment, part_status[part],
                  describe(assessment, expression, part_findings[part]), part_names[part]);
    return true;
}

static vt_opinion evaluate_rule(vt_assessment *assessment, const vt_rule *rule) {
    vt_opinion opinion = { 0 };
    if (generations_differ(assessment, &opinion)) return opinion;
    uint64_t cost = 0;
    bool done = false;
    vt_buffer error;
    vt_buffer_init(&error, &assessment->worker->allocator, SIZE_MAX / 2);
    for (int i = 0; !done && i < VT_EXPRESSION_PART_COUNT; i++) {
        done = decided(assessment, rule, (vt_expression_part)i, &error, &cost, &opinion);
    }
    vt_buffer_done(&error);
    if (!done) {
        const vt_expression *current = &rule->expressions[VT_EXPRESSION_CURRENT];
        vt_text message = describe(assessment, current, VT_TEXT("current does not hold: "));
        opinion = answer(assessment, VITALS_KSTATUS_IN_PROGRESS, message, "none");
    }
    opinion.steps = cost;
    return opinion;
}

vt_opinion vt_evaluate_expression(vt_assessment *assessment) {
    const vt_rule *rule = vt_health_find_expression(
        assessment->engine, &assessment->evaluation.reader, &assessment->steps);
    if (assessment->steps.stopped) {
        const vt_opinion stopped = vt_look_up_stopped(&assessment->steps);
        return failed(assessment, stopped.message, stopped.limit);
    }
    if (!rule && assessment->call->profile == VITALS_PROFILE_COMBINED)
        return vt_evaluate_dialects(assessment);
    if (!rule) return (vt_opinion){ 0 };
    assessment->rule = rule;
    assessment->rule_id = rule->id;
    if (!vt_text_is_absent(rule->broken))
        return failed(assessment, rule->broken, rule->broken_limit);
    return evaluate_rule(assessment, rule);
}
