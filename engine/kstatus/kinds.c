/*
** Which kinds have a rule of their own, the rules of those that need a row or two, and the ids of all
** rows. KSTATUS: core.go.
*/
#include "kstatus/fields.h"

/* clang-format off */
typedef struct kind_rule {
    vt_text group, kind;
    vt_kstatus_rule rule;
} kind_rule;

#define KIND(group, kind, name)                                                                    \
    { VT_TEXT_INIT(group), VT_TEXT_INIT(kind), vt_kstatus_##name }
#define KINDS(...) (const kind_rule[]){ __VA_ARGS__, { .rule = NULL } }

/* By the size of the kind, so that there are at most four to compare with. */
static const kind_rule *const rules_by_size[] = {
    [3] =  KINDS(KIND("", "Pod", pod), KIND("batch", "Job", job)),
    [6] =  KINDS(KIND("", "Secret", always_ready)),
    [7] =  KINDS(KIND("", "Service", service), KIND("batch", "CronJob", always_ready)),
    [9] =  KINDS(KIND("", "ConfigMap", always_ready), KIND("apps", "DaemonSet", daemon_set),
                 KIND("extensions", "DaemonSet", daemon_set)),
    [10] = KINDS(KIND("apps", "Deployment", deployment), KIND("apps", "ReplicaSet", replica_set),
                 KIND("extensions", "Deployment", deployment),
                 KIND("extensions", "ReplicaSet", replica_set)),
    [11] = KINDS(KIND("apps", "StatefulSet", stateful_set)),
    [19] = KINDS(KIND("policy", "PodDisruptionBudget", pod_disruption_budget)),
    [21] = KINDS(KIND("", "PersistentVolumeClaim", persistent_volume_claim)),
    [24] = KINDS(KIND("apiextensions.k8s.io", "CustomResourceDefinition",
                      custom_resource_definition)),
};
/* clang-format on */

vt_kstatus_rule vt_kstatus_rule_of(vt_text group, vt_text kind) {
    const size_t sizes = sizeof rules_by_size / sizeof rules_by_size[0];
    const kind_rule *row = kind.size < sizes ? rules_by_size[kind.size] : NULL;
    for (; row && row->rule; row++) {
        if (vt_text_equal(kind, row->kind) && vt_text_equal(group, row->group)) return row->rule;
    }
    return NULL;
}

/* ------------------------------------------------------------- short rules */

vt_kstatus_result vt_kstatus_persistent_volume_claim(const vt_kstatus_input *input) {
    vt_text phase =
        vt_kstatus_string(vt_kstatus_status(input, VT_TEXT("phase")), VT_TEXT("unknown"));
    if (vt_text_is(phase, "Bound")) {
        return vt_kstatus_current("PersistentVolumeClaim/2-bound", VT_TEXT("PVC is Bound"));
    }
    return vt_kstatus_in_progress(
        "PersistentVolumeClaim/1-not-bound", VT_TEXT("NotBound"),
        vt_message(input->evaluation->arena, "PVC is not Bound. phase: %s", phase));
}

vt_kstatus_result vt_kstatus_pod_disruption_budget(const vt_kstatus_input *input) {
    (void)input;
    return vt_kstatus_current("PodDisruptionBudget/1-current",
                              VT_TEXT("AllowedDisruptions has been computed."));
}

vt_kstatus_result vt_kstatus_service(const vt_kstatus_input *input) {
    vt_text type = vt_kstatus_string(vt_kstatus_spec(input, VT_TEXT("type")), VT_TEXT("ClusterIP"));
    if (vt_text_is(type, "LoadBalancer") &&
        vt_kstatus_string(vt_kstatus_spec(input, VT_TEXT("clusterIP")), VT_TEXT("")).size == 0) {
        return vt_kstatus_in_progress("Service/1-no-ip", VT_TEXT("NoIPAssigned"),
                                      VT_TEXT("ClusterIP not set. Service type: LoadBalancer"));
    }
    return vt_kstatus_current("Service/2-ready", VT_TEXT("Service is ready"));
}

/* One condition of a definition: whether it decides, and how. */
static bool definition_decided(const vt_condition *condition, vt_kstatus_result *out) {
    if (vt_kstatus_condition_is(condition, "NamesAccepted", "False")) {
        *out = vt_kstatus_stalled("CustomResourceDefinition/1-names-not-accepted",
                                  condition->reason, condition->message);
        return true;
    }
    if (vt_kstatus_condition_is(condition, "Established", "False") &&
        !vt_text_is(condition->reason, "Installing")) {
        *out = vt_kstatus_stalled("CustomResourceDefinition/2-not-established", condition->reason,
                                  condition->message);
        return true;
    }
    if (vt_kstatus_condition_is(condition, "Established", "True")) {
        *out = vt_kstatus_current("CustomResourceDefinition/3-established",
                                  VT_TEXT("CRD is established"));
        return true;
    }
    return false;
}

vt_kstatus_result vt_kstatus_custom_resource_definition(const vt_kstatus_input *input) {
    vt_kstatus_result result;
    for (size_t i = 0; i < input->conditions.count; i++) {
        if (!definition_decided(&input->conditions.items[i], &result)) continue;
        result.condition = input->conditions.items[i].value;
        return result;
    }
    return vt_kstatus_in_progress("CustomResourceDefinition/4-installing", VT_TEXT("Installing"),
                                  VT_TEXT("Install in progress"));
}

vt_kstatus_result vt_kstatus_always_ready(const vt_kstatus_input *input) {
    (void)input;
    return vt_kstatus_current("always/1-ready", VT_TEXT("Resource is always ready"));
}

/* ------------------------------------------------------------- rows */

/* In the order of the decision tables; a test checks that each is reached. */
static const char *const rows[] = {
    "generic/1-terminating",
    "generic/1-deletion-error",
    "generic/2-generation-differs",
    "generic/2-generation-error",
    "generic/3-conditions-error",
    "generic/3-reconciling",
    "generic/3-stalled",
    "generic/5-ready",
    "generic/5-not-ready",
    "generic/6-current",
    "StatefulSet/1-on-delete",
    "StatefulSet/2-less-replicas",
    "StatefulSet/3-less-ready",
    "StatefulSet/4-extra-pods",
    "StatefulSet/5-partition-rollout",
    "StatefulSet/6-partition-complete",
    "StatefulSet/7-less-current",
    "StatefulSet/8-revision-mismatch",
    "StatefulSet/9-current",
    "Deployment/1-deadline",
    "Deployment/2-less-replicas",
    "Deployment/3-less-updated",
    "Deployment/4-extra-pods",
    "Deployment/5-less-available",
    "Deployment/6-less-ready",
    "Deployment/7-replica-set-not-available",
    "Deployment/8-not-available",
    "Deployment/9-current",
    "ReplicaSet/1-replica-failure",
    "ReplicaSet/2-less-labelled",
    "ReplicaSet/3-less-available",
    "ReplicaSet/4-less-ready",
    "ReplicaSet/5-extra-pods",
    "ReplicaSet/6-current",
    "DaemonSet/1-no-generation",
    "DaemonSet/2-no-observed-generation",
    "DaemonSet/3-no-desired-number",
    "DaemonSet/4-less-current",
    "DaemonSet/5-less-updated",
    "DaemonSet/6-less-available",
    "DaemonSet/7-less-ready",
    "DaemonSet/8-current",
    "PersistentVolumeClaim/1-not-bound",
    "PersistentVolumeClaim/2-bound",
    "Pod/1-succeeded",
    "Pod/2-failed",
    "Pod/3-ready",
    "Pod/4-crash-loop",
    "Pod/4-containers-error",
    "Pod/5-not-ready",
    "Pod/6-not-scheduled",
    "Pod/7-unschedulable",
    "Pod/8-pending",
    "Pod/9-not-observed",
    "Pod/10-unknown-phase",
    "PodDisruptionBudget/1-current",
    "Job/1-complete",
    "Job/1-failed",
    "Job/2-not-started",
    "Job/3-current",
    "Service/1-no-ip",
    "Service/2-ready",
    "CustomResourceDefinition/1-names-not-accepted",
    "CustomResourceDefinition/2-not-established",
    "CustomResourceDefinition/3-established",
    "CustomResourceDefinition/4-installing",
    "always/1-ready",
    "reader/pods-failed",
    "reader/stopped",
    "reader/no-selector",
    "Helm/paused",
    "HelmJob/1-complete",
    "HelmJob/1-failed",
    "HelmJob/2-in-progress",
    "HelmJob/conditions-error",
    "FluxJob/1-suspended",
    "FluxJob/2-complete",
    "FluxJob/2-failed",
    "FluxJob/3-not-started",
    "FluxJob/4-in-progress",
    "FluxJob/conditions-error",
};

const char *vt_kstatus_row_at(size_t index) {
    return index < sizeof rows / sizeof rows[0] ? rows[index] : NULL;
}
