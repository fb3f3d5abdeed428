/* Kinds with one or two rows: claims, budgets, services, definitions, and what is always ready. */
#include "kstatus/conditions.h"
#include "kstatus/kinds.h"

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
