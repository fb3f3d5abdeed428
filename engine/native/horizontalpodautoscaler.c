/* autoscaling HorizontalPodAutoscaler, v1 (conditions in an annotation) and v2. */
#include "base/text/utf8.h"
#include "native/check.h"
#include "native/go_json.h"

/* clang-format off */
enum row {
    ANNOTATION = VT_NATIVE_FIRST_ROW, DEGRADED, HEALTHY, WAITING
};

const char *const vt_native_horizontalpodautoscaler_rows[] = {
    VT_NATIVE_CONVERTED_ROWS("HorizontalPodAutoscaler"),
    [ANNOTATION] =  "HorizontalPodAutoscaler/annotation",
    [DEGRADED] =    "HorizontalPodAutoscaler/1-degraded",
    [HEALTHY] =     "HorizontalPodAutoscaler/2-healthy",
    [WAITING] =     "HorizontalPodAutoscaler/3-waiting",
    NULL,
};
/* clang-format on */

static const vt_native_typed_kind horizontalpodautoscaler = {
    "HPA",
    vt_native_horizontalpodautoscaler_rows,
    { { "v1", &vt_native_horizontalpodautoscaler_v1_type, 0 },
      { "v2", &vt_native_horizontalpodautoscaler_v2_type, 0 },
      { "v2beta1", &vt_native_horizontalpodautoscaler_v2beta1_type, VT_ARGOCD_3_5 },
      { "v2beta2", &vt_native_horizontalpodautoscaler_v2beta2_type, VT_ARGOCD_3_5 } },
};

/* The type and reason of the conditions that degrade, whatever their status, and the release of Argo CD
** that brought them. */
#define ROW(type, reason, since)                                                                   \
    { VT_TEXT_INIT(type), VT_TEXT_INIT(reason), since }
static const struct {
    vt_text type, reason;
    vt_argocd_release since;
} degrading[] = {
    ROW("AbleToScale", "FailedGetScale", VT_ARGOCD_2_14),
    ROW("AbleToScale", "FailedUpdateScale", VT_ARGOCD_2_14),
    ROW("ScalingActive", "FailedGetResourceMetric", VT_ARGOCD_2_14),
    ROW("ScalingActive", "FailedGetObjectMetric", VT_ARGOCD_3_5),
    ROW("ScalingActive", "FailedGetPodsMetric", VT_ARGOCD_3_5),
    ROW("ScalingActive", "FailedGetExternalMetric", VT_ARGOCD_3_5),
    ROW("ScalingActive", "FailedComputeMetricsReplicas", VT_ARGOCD_3_5),
    ROW("ScalingActive", "InvalidSelector", VT_ARGOCD_2_14),
};

/* The result so far. A degraded condition anywhere beats a healthy one before it. */
typedef struct scaling {
    const vt_evaluation *evaluation;
    bool degraded, healthy;
    vt_text message;
    const vt_value *condition;
} scaling;

static bool is_degrading(const vt_evaluation *evaluation, const vt_condition *condition) {
    for (size_t i = 0; i < sizeof degrading / sizeof degrading[0]; i++) {
        if (vt_argocd_before(evaluation, degrading[i].since)) continue;
        if (vt_text_equal(condition->type, degrading[i].type) &&
            vt_text_equal(condition->reason, degrading[i].reason)) {
            return true;
        }
    }
    return false;
}

static bool is_healthy(const vt_condition *condition) {
    return vt_text_is(condition->status, "True") && (vt_text_is(condition->type, "AbleToScale") ||
                                                     vt_text_is(condition->type, "ScalingLimited"));
}

/* ARGO: health_hpa.go. Up to 3.4, the first condition that says anything decides. */
static void note_condition(scaling *state, const vt_condition *condition) {
    if (state->degraded) return;
    if (state->healthy && vt_argocd_before(state->evaluation, VT_ARGOCD_3_5)) return;
    bool degraded = is_degrading(state->evaluation, condition);
    if (!degraded && (state->healthy || !is_healthy(condition))) return;
    state->degraded = degraded;
    state->healthy = !degraded;
    state->message = condition->message;
    state->condition = condition->value;
}

/* Field by field, so that each read is traced. */
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

/* ----------------------------------------- v1: json.Unmarshal into []hpaCondition */

/* The fields by name, where they go. */
static const struct {
    const char *name;
    size_t offset;
} fields[] = {
    { "Type", offsetof(vt_condition, type) },
    { "Reason", offsetof(vt_condition, reason) },
    { "Message", offsetof(vt_condition, message) },
    { "Status", offsetof(vt_condition, status) },
};
enum { FIELD_COUNT = sizeof fields / sizeof fields[0] };

/* A code point as Go folds names: letters in any case; U+017F is an s, U+212A a k. */
static uint32_t folded(uint32_t code) {
    if (code >= 'A' && code <= 'Z') return code + ('a' - 'A');
    if (code == 0x017F) return 's';
    return code == 0x212A ? 'k' : code;
}

static bool equal_folded(vt_text key, const char *name) {
    size_t at = 0;
    while (at < key.size && *name) {
        if (folded(vt_utf8_next(key, &at)) != folded((unsigned char)*name)) return false;
        name++;
    }
    return at == key.size && *name == '\0';
}

static size_t field_of(vt_text key) {
    size_t i = 0;
    while (i < FIELD_COUNT && !equal_folded(key, fields[i].name)) i++;
    return i;
}

static const char *word_of(char first) {
    switch (first) {
    case '{':
        return "object";
    case '[':
        return "array";
    case '"':
        return "string";
    case 't':
    case 'f':
        return "bool";
    default:
        return "number";
    }
}

/* Go keeps the first wrong type and goes on. */
static void wrong_type(vt_native_json *json, vt_text into, const char *type) {
    if (!vt_text_is_absent(json->error)) return;
    json->error =
        vt_message(json->arena, "json: cannot unmarshal %s into %s of type %s",
                   vt_text_from(word_of(vt_native_json_peek(json))), into, vt_text_from(type));
}

/* Go 1.27 names the place of a value, as it is written, instead of the field. `place` is the index of the
** condition. */
static void wrong_condition(vt_native_json *json, int64_t place) {
    const vt_text into = json->old_go ? VT_TEXT("Go value") : vt_message(json->arena, ".%d", place);
    wrong_type(json, into, "health.hpaCondition");
}

static void wrong_field(vt_native_json *json, int64_t place, vt_text key, size_t field) {
    wrong_type(json,
               json->old_go ? vt_message(json->arena, "Go struct field hpaCondition.%s",
                                         vt_text_from(fields[field].name))
                            : vt_message(json->arena, "Go struct field .%d.%s", place, key),
               "string");
}

/* The value of one field is next. */
static void decode_field(vt_native_json *json, int64_t place, vt_text key,
                         vt_condition *condition) {
    const size_t field = field_of(key);
    char first = vt_native_json_peek(json);
    if (first == '"' && field < FIELD_COUNT) {
        char *into = (char *)condition + fields[field].offset;
        vt_text text = vt_native_json_string(json);
        memcpy(into, &text, sizeof text);
        return;
    }
    if (first != 'n' && field < FIELD_COUNT) wrong_field(json, place, key, field);
    vt_native_json_skip(json);
}

static void decode_condition(vt_native_json *json, int64_t place, vt_condition *condition) {
    char first = vt_native_json_peek(json);
    if (first != '{') {
        if (first != 'n') wrong_condition(json, place);
        vt_native_json_skip(json);
        return;
    }
    json->at++;
    while (vt_native_json_peek(json) != '}') {
        vt_text key = vt_native_json_string(json);
        decode_field(json, place, key, condition);
    }
    json->at++;
}

/* Decode a JSON array of conditions as json.Unmarshal does: names in any case, null counts as
** missing, the first wrong type is the error. Conditions before an error count too. */
static bool decode_conditions(vt_text text, vt_arena *arena, scaling *state, vt_text *error) {
    /* ARGO: 3.6 is built with Go 1.27. */
    const bool old_go = vt_argocd_before(state->evaluation, VT_ARGOCD_3_6);
    vt_native_json json = { text, 0, arena, VT_TEXT_ABSENT, old_go };
    bool valid = vt_native_json_check(&json);
    if (valid) {
        json.at = 0;
        char first = vt_native_json_peek(&json);
        if (first != '[' && first != 'n') {
            wrong_type(&json, VT_TEXT("Go value"), "[]health.hpaCondition");
        }
        json.at++;
        int64_t place = 0;
        while (first == '[' && vt_native_json_peek(&json) != ']') {
            vt_condition condition = { 0 };
            decode_condition(&json, place, &condition);
            note_condition(state, &condition);
            place++;
        }
    }
    *error = json.error;
    return valid && vt_text_is_absent(json.error);
}

/* v1: an annotation holds them as JSON. false: it does not parse; `*error` is Go's error text. */
static bool note_annotation(const vt_evaluation *evaluation, scaling *state, vt_text *error) {
    vt_text text = vt_native_annotation(&evaluation->reader,
                                        VT_TEXT("autoscaling.alpha.kubernetes.io/conditions"));
    if (vt_text_is_absent(text)) return true;
    return decode_conditions(text, evaluation->arena, state, error);
}

/* ----------------------------------------- the check */

static vt_opinion result_of(const scaling *state) {
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
    scaling state = { evaluation, false, false, VT_TEXT_ABSENT, NULL };
    vt_text error;
    if (!vt_text_is(vitals_document_version(evaluation->reader.document), "v1")) {
        note_each(&evaluation->reader, &state);
    } else if (!note_annotation(evaluation, &state, &error)) {
        vt_text message = vt_message(evaluation->arena,
                                     "failed to convert conditions annotation to typed: %s", error);
        return vt_opinion_failed(message, vt_native_horizontalpodautoscaler_rows[ANNOTATION]);
    }
    return result_of(&state);
}
