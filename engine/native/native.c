/* The table of the native checks. */
#include "native/check.h"

/* clang-format off */
#define CHECK(group, kind, name)                                                                   \
    { VT_TEXT_INIT(group), VT_TEXT_INIT(kind), vt_native_##name, vt_native_##name##_rows, false }
#define FURTHER(group, kind, name)                                                                 \
    { VT_TEXT_INIT(group), VT_TEXT_INIT(kind), vt_native_##name, vt_native_##name##_rows, true }
#define CHECKS(...) (const vt_native_check[]){ __VA_ARGS__, { .check = NULL } }

/* By the size of the kind, so that there are at most three to compare with. */
static const vt_native_check *const checks_by_size[] = {
    [3] =  CHECKS(CHECK("",                       "Pod",                     pod),
                  CHECK("batch",                  "Job",                     job)),
    [4] =  CHECKS(FURTHER("",                     "Node",                    node)),
    [7] =  CHECKS(CHECK("",                       "Service",                 service),
                  CHECK("extensions",             "Ingress",                 ingress),
                  CHECK("networking.k8s.io",      "Ingress",                 ingress)),
    [8] =  CHECKS(CHECK("argoproj.io",            "Workflow",                workflow)),
    [9] =  CHECKS(CHECK("apps",                   "DaemonSet",               daemonset),
                  FURTHER("",                     "Namespace",               namespace)),
    [10] = CHECKS(CHECK("apiregistration.k8s.io", "APIService",              apiservice),
                  CHECK("apps",                   "Deployment",              deployment),
                  CHECK("apps",                   "ReplicaSet",              replicaset)),
    [11] = CHECKS(CHECK("apps",                   "StatefulSet",             statefulset)),
    [13] = CHECKS(FURTHER("",                     "ResourceQuota",           resourcequota)),
    [16] = CHECKS(FURTHER("",                     "PersistentVolume",        persistentvolume)),
    [21] = CHECKS(CHECK("",                       "PersistentVolumeClaim",   persistentvolumeclaim),
                  FURTHER("",                     "ReplicationController",   replicationcontroller)),
    [23] = CHECKS(CHECK("autoscaling",            "HorizontalPodAutoscaler", horizontalpodautoscaler)),
    [25] = CHECKS(FURTHER("certificates.k8s.io",  "CertificateSigningRequest",
                          certificatesigningrequest)),
};
/* clang-format on */
enum { SIZE_COUNT = sizeof checks_by_size / sizeof checks_by_size[0] };

const vt_native_check *vt_native_find(vt_text group, vt_text kind) {
    const vt_native_check *check = kind.size < SIZE_COUNT ? checks_by_size[kind.size] : NULL;
    for (; check && check->check; check++) {
        if (vt_text_equal(check->kind, kind) && vt_text_equal(check->group, group)) return check;
    }
    return NULL;
}

const vt_native_check *vt_native_find_argocd(vt_text group, vt_text kind) {
    const vt_native_check *check = vt_native_find(group, kind);
    return check && !check->further ? check : NULL;
}

const vt_native_check *vt_native_at(size_t index) {
    for (size_t size = 0; size < SIZE_COUNT; size++) {
        const vt_native_check *check = checks_by_size[size];
        for (; check && check->check; check++) {
            if (index-- == 0) return check;
        }
    }
    return NULL;
}
