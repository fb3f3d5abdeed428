/* The table of the native checks. */
#include "native/check.h"

#define CHECK(group, kind, name)                                                                   \
    { group, kind, vt_native_##name, vt_native_##name##_rows }

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

static int compare(const vt_native_check *check, vt_text group, vt_text kind) {
    int order = vt_text_compare(vt_text_from(check->group), group);
    return order != 0 ? order : vt_text_compare(vt_text_from(check->kind), kind);
}

const vt_native_check *vt_native_find(vt_text group, vt_text kind) {
    size_t low = 0, high = CHECK_COUNT;
    while (low < high) {
        size_t middle = (low + high) / 2;
        int order = compare(&checks[middle], group, kind);
        if (order == 0) return &checks[middle];
        if (order < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return NULL;
}

const vt_native_check *vt_native_at(size_t index) {
    return index < CHECK_COUNT ? &checks[index] : NULL;
}
