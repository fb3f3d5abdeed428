/* apiregistration.k8s.io APIService, v1 and v1beta1. */
#include "native/check.h"

/* clang-format off */
enum row {
    UNSUPPORTED, CONVERSION, AVAILABLE, UNAVAILABLE, NOT_PROCESSED
};

const char *const vt_native_apiservice_rows[] = {
    [UNSUPPORTED] =   "APIService/unsupported-version",
    [CONVERSION] =    "APIService/conversion",
    [AVAILABLE] =     "APIService/1-available",
    [UNAVAILABLE] =   "APIService/2-unavailable",
    [NOT_PROCESSED] = "APIService/3-not-processed",
    NULL,
};
/* clang-format on */

static const vt_native_typed_kind apiservice = {
    "APIService",
    "APIService/unsupported-version",
    "APIService/conversion",
    { { "v1", &vt_native_apiservice_v1_type }, { "v1beta1", &vt_native_apiservice_v1beta1_type } },
};

/* ARGO: health_apiservice.go. */
vt_opinion vt_native_apiservice(const vt_evaluation *evaluation) {
    vt_opinion refused;
    if (!vt_native_accepts(evaluation, &apiservice, &refused)) return refused;
    const vt_reader *reader = &evaluation->reader;
    const char *const *rows = vt_native_apiservice_rows;
    const vt_value *condition = vt_native_condition(reader, VT_TEXT("Available"));
    if (!condition) {
        return vt_opinion_status(VITALS_HEALTH_PROGRESSING, VT_TEXT("Waiting to be processed"),
                                 rows[NOT_PROCESSED]);
    }
    vt_text message = vt_message(evaluation->arena, "%s: %s",
                                 vt_native_text(reader, condition, VT_TEXT("reason")),
                                 vt_native_text(reader, condition, VT_TEXT("message")));
    bool available = vt_text_is(vt_native_text(reader, condition, VT_TEXT("status")), "True");
    return vt_native_condition_status(available ? VITALS_HEALTH_HEALTHY : VITALS_HEALTH_PROGRESSING,
                                      condition, message,
                                      rows[available ? AVAILABLE : UNAVAILABLE]);
}
