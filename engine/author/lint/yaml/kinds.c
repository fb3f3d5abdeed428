/* The kinds of Kubernetes itself and other well-known ones, and the nearest one to a wrong name. */
#include "author/lint/lint.h"
#include "native/native.h"

/* clang-format off */
/* By group. Kinds that are never stored, such as TokenReview, are left out. */
static const struct built_in {
    const char *group, *kind;
} built_in_kinds[] = {
    { "", "Binding" }, { "", "ComponentStatus" }, { "", "ConfigMap" }, { "", "Endpoints" },
    { "", "Event" }, { "", "LimitRange" }, { "", "Namespace" }, { "", "Node" },
    { "", "PersistentVolume" }, { "", "PersistentVolumeClaim" }, { "", "Pod" },
    { "", "PodTemplate" }, { "", "ReplicationController" }, { "", "ResourceQuota" },
    { "", "Secret" }, { "", "Service" }, { "", "ServiceAccount" },
    { "admissionregistration.k8s.io", "MutatingAdmissionPolicy" },
    { "admissionregistration.k8s.io", "MutatingAdmissionPolicyBinding" },
    { "admissionregistration.k8s.io", "MutatingWebhookConfiguration" },
    { "admissionregistration.k8s.io", "ValidatingAdmissionPolicy" },
    { "admissionregistration.k8s.io", "ValidatingAdmissionPolicyBinding" },
    { "admissionregistration.k8s.io", "ValidatingWebhookConfiguration" },
    { "apiextensions.k8s.io", "CustomResourceDefinition" },
    { "apiregistration.k8s.io", "APIService" },
    { "apps", "ControllerRevision" }, { "apps", "DaemonSet" }, { "apps", "Deployment" },
    { "apps", "ReplicaSet" }, { "apps", "StatefulSet" },
    { "autoscaling", "HorizontalPodAutoscaler" },
    { "batch", "CronJob" }, { "batch", "Job" },
    { "certificates.k8s.io", "CertificateSigningRequest" },
    { "certificates.k8s.io", "ClusterTrustBundle" },
    { "coordination.k8s.io", "Lease" },
    { "discovery.k8s.io", "EndpointSlice" },
    { "events.k8s.io", "Event" },
    { "extensions", "Deployment" }, { "extensions", "DaemonSet" }, { "extensions", "Ingress" },
    { "extensions", "ReplicaSet" },
    { "flowcontrol.apiserver.k8s.io", "FlowSchema" },
    { "flowcontrol.apiserver.k8s.io", "PriorityLevelConfiguration" },
    { "internal.apiserver.k8s.io", "StorageVersion" },
    { "metrics.k8s.io", "NodeMetrics" }, { "metrics.k8s.io", "PodMetrics" },
    { "networking.k8s.io", "IPAddress" }, { "networking.k8s.io", "Ingress" },
    { "networking.k8s.io", "IngressClass" }, { "networking.k8s.io", "NetworkPolicy" },
    { "networking.k8s.io", "ServiceCIDR" },
    { "node.k8s.io", "RuntimeClass" },
    { "policy", "PodDisruptionBudget" }, { "policy", "PodSecurityPolicy" },
    { "rbac.authorization.k8s.io", "ClusterRole" },
    { "rbac.authorization.k8s.io", "ClusterRoleBinding" },
    { "rbac.authorization.k8s.io", "Role" }, { "rbac.authorization.k8s.io", "RoleBinding" },
    { "resource.k8s.io", "DeviceClass" }, { "resource.k8s.io", "ResourceClaim" },
    { "resource.k8s.io", "ResourceClaimTemplate" }, { "resource.k8s.io", "ResourceSlice" },
    { "scheduling.k8s.io", "PriorityClass" },
    { "storage.k8s.io", "CSIDriver" }, { "storage.k8s.io", "CSINode" },
    { "storage.k8s.io", "CSIStorageCapacity" }, { "storage.k8s.io", "StorageClass" },
    { "storage.k8s.io", "VolumeAttachment" }, { "storage.k8s.io", "VolumeAttributesClass" },
    { "argoproj.io", "Application" }, { "argoproj.io", "AppProject" },
    { "argoproj.io", "Workflow" }, { "argoproj.io", "WorkflowTemplate" },
    { "argoproj.io", "ClusterWorkflowTemplate" }, { "argoproj.io", "AnalysisTemplate" },
    { "argoproj.io", "ClusterAnalysisTemplate" }, { "argoproj.io", "EventSource" },
    { "argoproj.io", "Sensor" },
};
/* clang-format on */

enum { KIND_COUNT = sizeof built_in_kinds / sizeof built_in_kinds[0] };

/* The last rows are well known but not part of Kubernetes. */
static bool is_of_kubernetes(size_t index) {
    return strcmp(built_in_kinds[index].group, "argoproj.io") != 0;
}

bool vt_lint_kind_at(size_t index, vt_text *group, vt_text *kind) {
    if (index >= KIND_COUNT) return vt_argocd_kind_at(index - KIND_COUNT, group, kind);
    *group = vt_text_from(built_in_kinds[index].group);
    *kind = vt_text_from(built_in_kinds[index].kind);
    return true;
}

bool vt_lint_is_built_in(vt_text group, vt_text kind) {
    for (size_t i = 0; i < KIND_COUNT; i++) {
        if (is_of_kubernetes(i) && vt_text_is(group, built_in_kinds[i].group) &&
            vt_text_is(kind, built_in_kinds[i].kind)) {
            return true;
        }
    }
    return false;
}

bool vt_lint_is_built_in_group(vt_text group) {
    for (size_t i = 0; i < KIND_COUNT; i++) {
        if (is_of_kubernetes(i) && vt_text_is(group, built_in_kinds[i].group)) return true;
    }
    return false;
}

bool vt_lint_is_known_group(vt_text group) {
    vt_text known, kind;
    for (size_t i = 0; vt_lint_kind_at(i, &known, &kind); i++) {
        if (vt_text_equal(known, group)) return true;
    }
    return vt_bundle_has_group(group);
}

vt_text vt_lint_group_of_kind(vt_text kind) {
    vt_text found = VT_TEXT_ABSENT, group, known;
    for (size_t i = 0; vt_lint_kind_at(i, &group, &known); i++) {
        if (!vt_text_equal(known, kind)) continue;
        if (i < KIND_COUNT) return group;
        if (found.bytes && !vt_text_equal(found, group)) return VT_TEXT_ABSENT;
        found = group;
    }
    return found;
}

/* How many letters of a name may be wrong. */
static size_t most_wrong(vt_text name) {
    return name.size < 4 ? 1 : name.size < 12 ? 2 : 3;
}

vt_text vt_lint_nearest_group(vt_text group) {
    size_t best = most_wrong(group) + 1;
    vt_text nearest = VT_TEXT_ABSENT, known, kind;
    for (size_t i = 0; vt_lint_kind_at(i, &known, &kind); i++) {
        size_t distance = known.size ? vt_text_distance(group, known, best) : best;
        if (distance >= best) continue;
        best = distance;
        nearest = known;
    }
    return nearest;
}

/* ClusterIssuer and Issuer are two kinds, not one that is misspelt. */
static bool is_compound(vt_text a, vt_text b) {
    vt_text longer = a.size > b.size ? a : b, shorter = a.size > b.size ? b : a;
    return longer.size > shorter.size + 1 &&
           (vt_text_ends(longer, shorter) || vt_text_starts(longer, shorter));
}

vt_text vt_lint_nearest_kind(vt_text group, vt_text kind) {
    size_t best = most_wrong(kind) + 1;
    vt_text nearest = VT_TEXT_ABSENT, known_group, known;
    if (vt_bundle_has_kind(group, kind)) return nearest;
    for (size_t i = 0; vt_lint_kind_at(i, &known_group, &known); i++) {
        if (!vt_text_equal(known_group, group)) continue;
        if (vt_text_equal(known, kind)) return VT_TEXT_ABSENT;
        if (is_compound(known, kind)) continue;
        size_t distance = vt_text_distance(kind, known, best);
        if (distance >= best) continue;
        best = distance;
        nearest = known;
    }
    return nearest;
}

bool vt_lint_has_native(vt_text group, vt_text kind) {
    return vt_native_find_argocd(group, kind) != NULL;
}

vt_text vt_lint_disabled_check(const vt_lint_script *script, bool nil) {
    bool argocd = !script->in_tree && vitals_argocd_bundles(script->group, script->kind);
    if (!argocd && !vt_lint_has_native(script->group, script->kind)) return VT_TEXT("");
    /* ARGO: since 3.6 nil leaves the answer to the check in Go, though not to a bundled script. */
    return vt_lint_printf(script->lint, ", which disables Argo CD's own check for %.*s%s",
                          VT_TEXT_ARG(script->key), nil && !argocd ? " up to 3.5" : "");
}
