/* v1 Service. */
#include "native/check.h"

/* clang-format off */
enum row {
    UNSUPPORTED, CONVERSION, OTHER_TYPE, HAS_INGRESS, NO_INGRESS
};

const char *const vt_native_service_rows[] = {
    [UNSUPPORTED] = "Service/unsupported-version",
    [CONVERSION] =  "Service/conversion",
    [OTHER_TYPE] =  "Service/1-no-load-balancer",
    [HAS_INGRESS] = "Service/2-ingress",
    [NO_INGRESS] =  "Service/3-no-ingress",
    NULL,
};
/* clang-format on */

static const vt_native_typed_kind service = {
    "Service",
    "Service/unsupported-version",
    "Service/conversion",
    { { "v1", &vt_native_service_type } },
};

/* ARGO: health_service.go: that there is an ingress counts, not what is in it. */
vt_opinion vt_native_service(const vt_evaluation *evaluation) {
    vt_opinion refused;
    if (!vt_native_accepts(evaluation, &service, &refused)) return refused;
    const vt_reader *reader = &evaluation->reader;
    const vt_value *type = vt_read_field(reader, vt_read_spec(reader), "type");
    if (!vt_value_text_is(type, VT_TEXT("LoadBalancer"))) {
        return vt_native_status(VITALS_HEALTH_HEALTHY, vt_native_service_rows[OTHER_TYPE]);
    }
    const vt_value *ingress = vt_native_ingress_points(reader);
    if (vt_value_count(ingress) > 0) {
        return vt_native_status(VITALS_HEALTH_HEALTHY, vt_native_service_rows[HAS_INGRESS]);
    }
    return vt_native_status(VITALS_HEALTH_PROGRESSING, vt_native_service_rows[NO_INGRESS]);
}
