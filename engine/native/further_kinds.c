/*
** Kinds of Kubernetes that Argo CD has no check of: Node, Namespace, PersistentVolume,
** CertificateSigningRequest and ReplicationController. Their fields are documented in the API
** reference: https://kubernetes.io/docs/reference/kubernetes-api/
*/
#include "native/check.h"

/* The condition of a type if its status is True, or NULL. */
static const vt_value *true_condition(const vt_reader *reader, vt_text type) {
    const vt_value *condition = vt_native_condition(reader, type);
    vt_text status = vt_native_text(reader, condition, VT_TEXT("status"));
    return vt_text_is(status, "True") ? condition : NULL;
}

/* The first of some conditions, in the order of the names, that is True; or NULL. */
static const vt_value *any_condition(const vt_reader *reader, const char *const *names,
                                     size_t count) {
    for (size_t i = 0; i < count; i++) {
        const vt_value *condition = true_condition(reader, vt_text_from(names[i]));
        if (condition) return condition;
    }
    return NULL;
}
#define ANY_CONDITION(reader, names)                                                               \
    any_condition((reader), (names), sizeof(names) / sizeof(names)[0])

/* What a condition says: its message, else its reason, else `otherwise`. */
static vt_text explained(const vt_reader *reader, const vt_value *condition,
                         const char *otherwise) {
    vt_text message = vt_native_text(reader, condition, VT_TEXT("message"));
    if (message.size > 0) return message;
    vt_text reason = vt_native_text(reader, condition, VT_TEXT("reason"));
    return reason.size > 0 ? reason : vt_text_from(otherwise);
}

/* ------------------------------------------------------------- Node */

/* clang-format off */
enum node_row {
    NODE_UNINITIALIZED = VT_NATIVE_FIRST_ROW_OF_ANY_VERSION, NODE_WAITING, NODE_NOT_READY, NODE_PROBLEM, NODE_UNSCHEDULABLE, NODE_READY
};

const char *const vt_native_node_rows[] = {
    VT_NATIVE_ANY_VERSION_ROWS("Node"),
    [NODE_UNINITIALIZED] = "Node/1-uninitialized",
    [NODE_WAITING] =       "Node/2-no-ready-condition",
    [NODE_NOT_READY] =     "Node/3-not-ready",
    [NODE_PROBLEM] =       "Node/4-problem",
    [NODE_UNSCHEDULABLE] = "Node/5-unschedulable",
    [NODE_READY] =         "Node/6-ready",
    NULL,
};
/* clang-format on */

static const vt_native_typed_kind node_kind = {
    "Node",
    vt_native_node_rows,
    { { "v1", &vt_native_node_type, 0 } },
};

/* The kubelet's, and the two permanent ones that the node problem detector adds by default. */
static const char *const node_problems[] = {
    "NetworkUnavailable", "DiskPressure",   "MemoryPressure",
    "PIDPressure",        "KernelDeadlock", "ReadonlyFilesystem",
};

/* The cloud provider removes the taint when it has completed the node. */
static bool is_uninitialized(const vt_reader *reader) {
    const vt_value *taints = vt_read_field(reader, vt_read_spec(reader), "taints");
    for (const vt_value *taint = vt_array_first(taints); taint;
         taint = vt_array_next(taints, taint)) {
        vt_text key = vt_native_text(reader, taint, VT_TEXT("key"));
        if (vt_text_is(key, "node.cloudprovider.kubernetes.io/uninitialized")) return true;
    }
    return false;
}

static vt_opinion ready_node(const vt_evaluation *evaluation, const vt_value *ready) {
    const vt_reader *reader = &evaluation->reader;
    const char *const *rows = vt_native_node_rows;
    const vt_value *problem = ANY_CONDITION(reader, node_problems);
    if (problem) {
        vt_text type = vt_native_text(reader, problem, VT_TEXT("type"));
        vt_text message =
            vt_message(evaluation->arena, "%s: %s", type, explained(reader, problem, "True"));
        return vt_native_condition_status(VITALS_HEALTH_DEGRADED, problem, message,
                                          rows[NODE_PROBLEM]);
    }
    if (vt_value_is_true(vt_read_field(reader, vt_read_spec(reader), "unschedulable"))) {
        return vt_opinion_status(VITALS_HEALTH_SUSPENDED,
                                 VT_TEXT("Node is cordoned: it gets no new pods"),
                                 rows[NODE_UNSCHEDULABLE]);
    }
    return vt_native_condition_status(VITALS_HEALTH_HEALTHY, ready,
                                      explained(reader, ready, "Node is ready"), rows[NODE_READY]);
}

vt_opinion vt_native_node(const vt_evaluation *evaluation) {
    vt_opinion refused;
    if (!vt_native_is_readable(evaluation, &node_kind, &refused)) return refused;
    const vt_reader *reader = &evaluation->reader;
    const char *const *rows = vt_native_node_rows;
    if (is_uninitialized(reader)) {
        return vt_opinion_status(VITALS_HEALTH_PROGRESSING,
                                 VT_TEXT("Waiting for the cloud provider to initialize the node"),
                                 rows[NODE_UNINITIALIZED]);
    }
    const vt_value *ready = vt_native_condition(reader, VT_TEXT("Ready"));
    if (!ready) {
        return vt_opinion_status(VITALS_HEALTH_PROGRESSING,
                                 VT_TEXT("Waiting for the kubelet to report"), rows[NODE_WAITING]);
    }
    vt_text status = vt_native_text(reader, ready, VT_TEXT("status"));
    if (vt_text_is(status, "True")) return ready_node(evaluation, ready);
    return vt_native_condition_status(VITALS_HEALTH_DEGRADED, ready,
                                      explained(reader, ready, "Node is not ready"),
                                      rows[NODE_NOT_READY]);
}

/* ------------------------------------------------------------- Namespace */

/* clang-format off */
enum namespace_row {
    NAMESPACE_ACTIVE = VT_NATIVE_FIRST_ROW_OF_ANY_VERSION, NAMESPACE_TERMINATING, NAMESPACE_WAITING
};

const char *const vt_native_namespace_rows[] = {
    VT_NATIVE_ANY_VERSION_ROWS("Namespace"),
    [NAMESPACE_ACTIVE] =      "Namespace/1-active",
    [NAMESPACE_TERMINATING] = "Namespace/2-terminating",
    [NAMESPACE_WAITING] =     "Namespace/3-no-phase",
    NULL,
};
/* clang-format on */

static const vt_native_typed_kind namespace_kind = {
    "Namespace",
    vt_native_namespace_rows,
    { { "v1", &vt_native_namespace_type, 0 } },
};

/* What keeps a namespace from going, the causes that need help first. */
static const char *const namespace_obstacles[] = {
    "NamespaceDeletionDiscoveryFailure", "NamespaceDeletionGroupVersionParsingFailure",
    "NamespaceDeletionContentFailure",   "NamespaceFinalizersRemaining",
    "NamespaceContentRemaining",
};

vt_opinion vt_native_namespace(const vt_evaluation *evaluation) {
    vt_opinion refused;
    if (!vt_native_is_readable(evaluation, &namespace_kind, &refused)) return refused;
    const vt_reader *reader = &evaluation->reader;
    const char *const *rows = vt_native_namespace_rows;
    vt_text phase = VT_NATIVE_STATUS_TEXT(reader, "phase");
    if (vt_text_is(phase, "Active")) {
        return vt_opinion_status(VITALS_HEALTH_HEALTHY, VT_TEXT("Namespace is active"),
                                 rows[NAMESPACE_ACTIVE]);
    }
    if (!vt_text_is(phase, "Terminating")) {
        return vt_opinion_status(VITALS_HEALTH_PROGRESSING,
                                 VT_TEXT("Waiting for the namespace to be created"),
                                 rows[NAMESPACE_WAITING]);
    }
    const vt_value *obstacle = ANY_CONDITION(reader, namespace_obstacles);
    return vt_native_condition_status(VITALS_HEALTH_PROGRESSING, obstacle,
                                      explained(reader, obstacle, "Namespace is being deleted"),
                                      rows[NAMESPACE_TERMINATING]);
}

/* ------------------------------------------------------------- PersistentVolume */

/* clang-format off */
enum volume_row {
    VOLUME_AVAILABLE = VT_NATIVE_FIRST_ROW_OF_ANY_VERSION, VOLUME_BOUND, VOLUME_KEPT, VOLUME_RELEASED, VOLUME_FAILED, VOLUME_PENDING
};

const char *const vt_native_persistentvolume_rows[] = {
    VT_NATIVE_ANY_VERSION_ROWS("PersistentVolume"),
    [VOLUME_AVAILABLE] = "PersistentVolume/1-available",
    [VOLUME_BOUND] =     "PersistentVolume/2-bound",
    [VOLUME_KEPT] =      "PersistentVolume/3-released-and-kept",
    [VOLUME_RELEASED] =  "PersistentVolume/4-released",
    [VOLUME_FAILED] =    "PersistentVolume/5-failed",
    [VOLUME_PENDING] =   "PersistentVolume/6-pending",
    NULL,
};
/* clang-format on */

static const vt_native_typed_kind volume_kind = {
    "PersistentVolume",
    vt_native_persistentvolume_rows,
    { { "v1", &vt_native_persistentvolume_type, 0 } },
};

static const vt_native_phase volume_phases[] = {
    { "Available", VITALS_HEALTH_HEALTHY, VOLUME_AVAILABLE },
    { "Bound", VITALS_HEALTH_HEALTHY, VOLUME_BOUND },
    { "Released", VITALS_HEALTH_PROGRESSING, VOLUME_RELEASED },
    { "Failed", VITALS_HEALTH_DEGRADED, VOLUME_FAILED },
};

static const char *const volume_messages[] = {
    [VOLUME_AVAILABLE] = "PersistentVolume is available",
    [VOLUME_BOUND] = "PersistentVolume is bound",
    [VOLUME_KEPT] = "The claim is deleted, and the policy Retain keeps the data",
    [VOLUME_RELEASED] = "The claim is deleted: waiting to be reclaimed",
    [VOLUME_FAILED] = "PersistentVolume could not be reclaimed",
    [VOLUME_PENDING] = "Waiting for the PersistentVolume to become available",
};

vt_opinion vt_native_persistentvolume(const vt_evaluation *evaluation) {
    vt_opinion refused;
    if (!vt_native_is_readable(evaluation, &volume_kind, &refused)) return refused;
    const vt_reader *reader = &evaluation->reader;
    static const vt_native_phase pending = { "", VITALS_HEALTH_PROGRESSING, VOLUME_PENDING };
    static const vt_native_phase kept = { "", VITALS_HEALTH_HEALTHY, VOLUME_KEPT };
    vt_text phase = VT_NATIVE_STATUS_TEXT(reader, "phase");
    const vt_native_phase *rule = VT_NATIVE_FIND_PHASE(volume_phases, phase);
    if (!rule) rule = &pending;
    if (rule->row == VOLUME_RELEASED) {
        const vt_value *policy =
            vt_read_field(reader, vt_read_spec(reader), "persistentVolumeReclaimPolicy");
        if (vt_value_text_is(policy, VT_TEXT("Retain"))) rule = &kept;
    }
    vt_text message = VT_NATIVE_STATUS_TEXT(reader, "message");
    if (message.size == 0) message = VT_NATIVE_STATUS_TEXT(reader, "reason");
    if (message.size == 0) message = vt_text_from(volume_messages[rule->row]);
    return vt_opinion_status(rule->health, message, vt_native_persistentvolume_rows[rule->row]);
}

/* ------------------------------------------------------------- CertificateSigningRequest */

/* clang-format off */
enum request_row {
    REQUEST_FAILED = VT_NATIVE_FIRST_ROW_OF_ANY_VERSION, REQUEST_DENIED, REQUEST_ISSUED, REQUEST_APPROVED, REQUEST_PENDING
};

const char *const vt_native_certificatesigningrequest_rows[] = {
    VT_NATIVE_ANY_VERSION_ROWS("CertificateSigningRequest"),
    [REQUEST_FAILED] =   "CertificateSigningRequest/1-failed",
    [REQUEST_DENIED] =   "CertificateSigningRequest/2-denied",
    [REQUEST_ISSUED] =   "CertificateSigningRequest/3-issued",
    [REQUEST_APPROVED] = "CertificateSigningRequest/4-approved",
    [REQUEST_PENDING] =  "CertificateSigningRequest/5-pending",
    NULL,
};
/* clang-format on */

static const vt_native_typed_kind request_kind = {
    "CertificateSigningRequest",
    vt_native_certificatesigningrequest_rows,
    { { "v1", &vt_native_certificatesigningrequest_type, 0 },
      { "v1beta1", &vt_native_certificatesigningrequest_v1beta1_type, 0 } },
};

static const struct request_end {
    const char *condition, *otherwise;
    unsigned row;
} request_ends[] = {
    { "Failed", "The signer could not issue the certificate", REQUEST_FAILED },
    { "Denied", "The request was denied", REQUEST_DENIED },
};

vt_opinion vt_native_certificatesigningrequest(const vt_evaluation *evaluation) {
    vt_opinion refused;
    if (!vt_native_is_readable(evaluation, &request_kind, &refused)) return refused;
    const vt_reader *reader = &evaluation->reader;
    const char *const *rows = vt_native_certificatesigningrequest_rows;
    for (size_t i = 0; i < sizeof request_ends / sizeof *request_ends; i++) {
        const struct request_end *end = &request_ends[i];
        const vt_value *condition = true_condition(reader, vt_text_from(end->condition));
        if (!condition) continue;
        return vt_native_condition_status(VITALS_HEALTH_DEGRADED, condition,
                                          explained(reader, condition, end->otherwise),
                                          rows[end->row]);
    }
    if (VT_NATIVE_STATUS_TEXT(reader, "certificate").size > 0) {
        return vt_opinion_status(VITALS_HEALTH_HEALTHY, VT_TEXT("The certificate is issued"),
                                 rows[REQUEST_ISSUED]);
    }
    const vt_value *approved = true_condition(reader, VT_TEXT("Approved"));
    if (approved) {
        return vt_native_condition_status(VITALS_HEALTH_PROGRESSING, approved,
                                          VT_TEXT("Approved: waiting for the signer"),
                                          rows[REQUEST_APPROVED]);
    }
    return vt_opinion_status(VITALS_HEALTH_PROGRESSING, VT_TEXT("Waiting for approval"),
                             rows[REQUEST_PENDING]);
}

/* ------------------------------------------------------------- ReplicationController */

/* clang-format off */
enum controller_row {
    CONTROLLER_GENERATION = VT_NATIVE_FIRST_ROW_OF_ANY_VERSION, CONTROLLER_FAILURE, CONTROLLER_AVAILABLE, CONTROLLER_HEALTHY
};

const char *const vt_native_replicationcontroller_rows[] = {
    VT_NATIVE_ANY_VERSION_ROWS("ReplicationController"),
    [CONTROLLER_GENERATION] = "ReplicationController/1-observed-generation",
    [CONTROLLER_FAILURE] =    "ReplicationController/2-replica-failure",
    [CONTROLLER_AVAILABLE] =  "ReplicationController/3-available",
    [CONTROLLER_HEALTHY] =    "ReplicationController/4-healthy",
    NULL,
};
/* clang-format on */

static const vt_native_typed_kind controller_kind = {
    "ReplicationController",
    vt_native_replicationcontroller_rows,
    { { "v1", &vt_native_replicationcontroller_type, 0 } },
};

vt_opinion vt_native_replicationcontroller(const vt_evaluation *evaluation) {
    vt_opinion refused;
    if (!vt_native_is_readable(evaluation, &controller_kind, &refused)) return refused;
    const vt_reader *reader = &evaluation->reader;
    const char *const *rows = vt_native_replicationcontroller_rows;
    if (vt_native_is_stale(reader)) {
        return vt_opinion_status(
            VITALS_HEALTH_PROGRESSING,
            VT_TEXT("Waiting for the controller to observe the newest generation"),
            rows[CONTROLLER_GENERATION]);
    }
    const vt_value *failure = true_condition(reader, VT_TEXT("ReplicaFailure"));
    if (failure) {
        return vt_native_condition_status(VITALS_HEALTH_DEGRADED, failure,
                                          explained(reader, failure, "A pod could not be created"),
                                          rows[CONTROLLER_FAILURE]);
    }
    int64_t wanted, available = VT_NATIVE_STATUS_INT32(reader, "availableReplicas");
    if (!vt_native_spec_replicas(reader, &wanted)) wanted = 1; /* as the API server sets it */
    vt_text message =
        vt_message(evaluation->arena, "%d of %d replicas are available", available, wanted);
    bool enough = available >= wanted;
    return vt_opinion_status(enough ? VITALS_HEALTH_HEALTHY : VITALS_HEALTH_PROGRESSING, message,
                             rows[enough ? CONTROLLER_HEALTHY : CONTROLLER_AVAILABLE]);
}
