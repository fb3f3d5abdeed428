/*
** Kinds that have no health by nature: they are there or not, and nothing reconciles them into a
** state that could be bad. They are neither healthy nor unassessed.
*/
#include "health/kind_table.h"

/* clang-format off */
/* Sorted by group, then kind, bytewise. */
static const vt_kind_row healthless_kinds[] = {
    { "", "ConfigMap" },
    { "", "Endpoints" },
    { "", "Event" },
    { "", "LimitRange" },
    { "", "Namespace" },
    { "", "PodTemplate" },
    { "", "ResourceQuota" },
    { "", "Secret" },
    { "", "ServiceAccount" },
    { "admissionregistration.k8s.io", "MutatingAdmissionPolicyBinding" },
    { "admissionregistration.k8s.io", "MutatingWebhookConfiguration" },
    { "admissionregistration.k8s.io", "ValidatingAdmissionPolicyBinding" },
    { "admissionregistration.k8s.io", "ValidatingWebhookConfiguration" },
    { "apps", "ControllerRevision" },
    { "coordination.k8s.io", "Lease" },
    { "discovery.k8s.io", "EndpointSlice" },
    { "events.k8s.io", "Event" },
    { "metrics.k8s.io", "NodeMetrics" },
    { "metrics.k8s.io", "PodMetrics" },
    { "networking.k8s.io", "IngressClass" },
    { "networking.k8s.io", "NetworkPolicy" },
    { "node.k8s.io", "RuntimeClass" },
    { "rbac.authorization.k8s.io", "ClusterRole" },
    { "rbac.authorization.k8s.io", "ClusterRoleBinding" },
    { "rbac.authorization.k8s.io", "Role" },
    { "rbac.authorization.k8s.io", "RoleBinding" },
    { "resource.k8s.io", "DeviceClass" },
    { "scheduling.k8s.io", "PriorityClass" },
    { "snapshot.storage.k8s.io", "VolumeSnapshotClass" },
    { "storage.k8s.io", "CSIDriver" },
    { "storage.k8s.io", "CSINode" },
    { "storage.k8s.io", "CSIStorageCapacity" },
    { "storage.k8s.io", "StorageClass" },
    { "storage.k8s.io", "VolumeAttributesClass" },
};
/* clang-format on */

bool vitals_kind_has_no_health(vitals_text group, vitals_text kind) {
    size_t count = sizeof healthless_kinds / sizeof healthless_kinds[0];
    return vt_kind_in(group, kind, healthless_kinds, count);
}
