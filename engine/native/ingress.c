/* Ingress of networking.k8s.io and extensions, of any version; it is not converted. */
#include "native/check.h"

/* clang-format off */
enum row {
    HAS_INGRESS, NO_INGRESS
};

const char *const vt_native_ingress_rows[] = {
    [HAS_INGRESS] = "Ingress/1-ingress",
    [NO_INGRESS] =  "Ingress/2-no-ingress",
    NULL,
};
/* clang-format on */

/* ARGO: health_ingress.go: any list that is not empty, [null] included. */
vt_opinion vt_native_ingress(const vt_evaluation *evaluation) {
    const vt_reader *reader = &evaluation->reader;
    const vt_value *ingress = vt_native_ingress_points(reader);
    if (vt_value_is_array(ingress) && vt_value_count(ingress) > 0) {
        return vt_native_status(VITALS_HEALTH_HEALTHY, vt_native_ingress_rows[HAS_INGRESS]);
    }
    return vt_native_status(VITALS_HEALTH_PROGRESSING, vt_native_ingress_rows[NO_INGRESS]);
}
