/* The table of the native checks. */
#include "native/check.h"

#define CHECK(group, kind, name)                                                                   \
    { VT_TEXT_INIT(group), VT_TEXT_INIT(kind), vt_native_##name, vt_native_##name##_rows }

/* clang-format off */
static const vt_native_check checks[] = {   /* sorted by group, then kind */
    CHECK("",                       "PersistentVolumeClaim",   persistentvolumeclaim),
    CHECK("",                       "Pod",                     pod),
    CHECK("",                       "Service",                 service),
    CHECK("apiregistration.k8s.io", "APIService",              apiservice),
    CHECK("apps",                   "DaemonSet",               daemonset),
    CHECK("apps",                   "Deployment",              deployment),
    CHECK("apps",                   "ReplicaSet",              replicaset),
    CHECK("apps",                   "StatefulSet",             statefulset),
    CHECK("argoproj.io",            "Workflow",                workflow),
    CHECK("autoscaling",            "HorizontalPodAutoscaler", horizontalpodautoscaler),
    CHECK("batch",                  "Job",                     job),
    CHECK("extensions",             "Ingress",                 ingress),
    CHECK("networking.k8s.io",      "Ingress",                 ingress),
};
/* clang-format on */
enum { CHECK_COUNT = sizeof checks / sizeof checks[0] };

/* Most of the kinds differ in size, so going through them all takes no time. */
const vt_native_check *vt_native_find(vt_text group, vt_text kind) {
    for (size_t i = 0; i < CHECK_COUNT; i++) {
        const vt_native_check *check = &checks[i];
        if (vt_text_equal(check->kind, kind) && vt_text_equal(check->group, group)) return check;
    }
    return NULL;
}

const vt_native_check *vt_native_at(size_t index) {
    return index < CHECK_COUNT ? &checks[index] : NULL;
}
