/* autoscaling HorizontalPodAutoscaler, v1 (conditions in an annotation) and v2. */
#include "native/check.h"
#include "native/go_json.h"

/* clang-format off */
enum row {
    UNSUPPORTED, CONVERSION, ANNOTATION, DEGRADED, HEALTHY, WAITING
};

const char *const vt_native_horizontalpodautoscaler_rows[] = {
    [UNSUPPORTED] = "HorizontalPodAutoscaler/unsupported-version",
    [CONVERSION] =  "HorizontalPodAutoscaler/conversion",
    [ANNOTATION] =  "HorizontalPodAutoscaler/annotation",
    [DEGRADED] =    "HorizontalPodAutoscaler/1-degraded",
    [HEALTHY] =     "HorizontalPodAutoscaler/2-healthy",
    [WAITING] =     "HorizontalPodAutoscaler/3-waiting",
    NULL,
};
/* clang-format on */

static const vt_native_typed_kind horizontalpodautoscaler = {
    "HPA",
    "HorizontalPodAutoscaler/unsupported-version",
    "HorizontalPodAutoscaler/conversion",
    { { "v1", &vt_native_horizontalpodautoscaler_v1_type },
      { "v2", &vt_native_horizontalpodautoscaler_v2_type } },
};

/* The type and reason of the conditions that are bad news, whatever their status. */
#define BAD(type, reason)                                                                          \
    { VT_TEXT_INIT(type), VT_TEXT_INIT(reason) }
static const struct {
    vt_text type, reason;
} bad_news[] = {
    BAD("AbleToScale", "FailedGetScale"),
    BAD("AbleToScale", "FailedUpdateScale"),
    BAD("ScalingActive", "FailedGetResourceMetric"),
    BAD("ScalingActive", "FailedGetObjectMetric"),
    BAD("ScalingActive", "FailedGetPodsMetric"),
    BAD("ScalingActive", "FailedGetExternalMetric"),
    BAD("ScalingActive", "FailedComputeMetricsReplicas"),
    BAD("ScalingActive", "InvalidSelector"),
};

/* The best answer so far. A degraded condition anywhere beats a healthy one before it. */
typedef struct scaling {
    bool degraded, healthy;
    vt_text message;
    const vt_value *condition;
} scaling;

static bool is_bad_news(const vt_condition *condition) {
    for (size_t i = 0; i < sizeof bad_news / sizeof bad_news[0]; i++) {
        if (vt_text_equal(condition->type, bad_news[i].type) &&
            vt_text_equal(condition->reason, bad_news[i].reason)) {
            return true;
        }
    }
    return false;
}

static bool is_good_news(const vt_condition *condition) {
    return vt_text_is(condition->status, "True") && (vt_text_is(condition->type, "AbleToScale") ||
                                                     vt_text_is(condition->type, "ScalingLimited"));
}

/* ARGO: health_hpa.go. */
static void note_condition(void *user, const vt_condition *condition) {
    scaling *state = user;
    if (state->degraded) return;
    bool degraded = is_bad_news(condition);
    if (!degraded && (state->healthy || !is_good_news(condition))) return;
    state->degraded = degraded;
    state->healthy = !degraded;
    state->message = condition->message;
    state->condition = condition->value;
}

/* Look by look, with a note of each. */
static void note_each(const vt_reader *reader, scaling *state) {
    const vt_value *conditions = vt_native_conditions(reader);
    for (const vt_value *item = vt_array_first(conditions); item;
         item = vt_array_next(conditions, item)) {
        vt_condition condition = {
            vt_native_text(reader, item, VT_TEXT("type")),
            vt_native_text(reader, item, VT_TEXT("status")),
            vt_native_text(reader, item, VT_TEXT("reason")),
            vt_native_text(reader, item, VT_TEXT("message")),
            item,
        };
        note_condition(state, &condition);
    }
}

/* v2: .status.conditions. */
static void note_status(const vt_reader *reader, scaling *state) {
    const vt_conditions *plain = &vt_document_parts(reader->document)->plain_conditions;
    if (reader->trace || !plain->items) {
        note_each(reader, state);
        return;
    }
    for (size_t i = 0; i < plain->count; i++) note_condition(state, &plain->items[i]);
}

/* v1: an annotation holds them as JSON. false: it does not parse, `*error` says why. */
static bool note_annotation(const vt_evaluation *evaluation, scaling *state, vt_text *error) {
    vt_text text = vt_native_annotation(&evaluation->reader,
                                        VT_TEXT("autoscaling.alpha.kubernetes.io/conditions"));
    if (vt_text_is_absent(text)) return true;
    return vt_native_hpa_conditions(text, evaluation->arena, note_condition, state, error);
}

static vt_opinion judged(const scaling *state) {
    const char *const *rows = vt_native_horizontalpodautoscaler_rows;
    if (!state->degraded && !state->healthy) {
        return vt_opinion_status(VITALS_HEALTH_PROGRESSING, VT_TEXT("Waiting to Autoscale"),
                                 rows[WAITING]);
    }
    return vt_native_condition_status(
        state->degraded ? VITALS_HEALTH_DEGRADED : VITALS_HEALTH_HEALTHY, state->condition,
        state->message, rows[state->degraded ? DEGRADED : HEALTHY]);
}

vt_opinion vt_native_horizontalpodautoscaler(const vt_evaluation *evaluation) {
    vt_opinion refused;
    if (!vt_native_accepts(evaluation, &horizontalpodautoscaler, &refused)) return refused;
    scaling state = { false, false, VT_TEXT_ABSENT, NULL };
    vt_text error;
    if (vt_text_is(vitals_document_version(evaluation->reader.document), "v2")) {
        note_status(&evaluation->reader, &state);
    } else if (!note_annotation(evaluation, &state, &error)) {
        vt_text message = vt_message(evaluation->arena,
                                     "failed to convert conditions annotation to typed: %s", error);
        return vt_opinion_failed(message, vt_native_horizontalpodautoscaler_rows[ANNOTATION]);
    }
    return judged(&state);
}
