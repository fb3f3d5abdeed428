/* Causes that stay until somebody changes something: waiting does not help. */
#include "why/why.h"

/* What the cause's text says. Each is a state that Kubernetes goes on trying in, without an end. */
static const struct lasting_cause {
    const char *says, *and; /* both are in the text; `and` may be NULL */
    bool of_pod;            /* only where the cause is a Pod */
} lasting[] = {
    { "ImagePullBackOff", NULL, true },
    { "ErrImagePull", NULL, true },
    { "ErrImageNeverPull", NULL, true },
    { "InvalidImageName", NULL, true },
    { "CrashLoopBackOff", NULL, true },
    { "CreateContainerConfigError", NULL, true },
    { "CreateContainerError", NULL, true },
    { "RunContainerError", NULL, true },
    { "secret \"", "not found", true },
    { "configmap \"", "not found", true },
    { "persistentvolumeclaim \"", "not found", true },
    { "serviceaccount \"", "not found", false },
    { "storageclass.storage.k8s.io \"", "not found", false },
    { "no PriorityClass with name ", NULL, false },
    { "exceeded quota: ", NULL, false },
    { "failed calling webhook \"", NULL, false },
    { "admission webhook \"", "denied the request", false },
    { "violates PodSecurity \"", NULL, false },
    { "no matches for kind \"", NULL, false },
};

static bool says(vt_text text, const char *what) {
    return !what || vt_text_find(text, vt_text_from(what), 0) != SIZE_MAX;
}

/* A Pod that no node takes may wait for a new node, which takes minutes: only when the autoscaler has said last that
** it adds none. AUTOSCALER: clusterstate and processors/status write both reasons as events of the Pod. */
static bool is_never_scheduled(const vitals_why *why, const vitals_document *pod) {
    vitals_why_event event, last = { .at_seconds = INT64_MIN };
    for (const vt_why_item *item = vt_why_events_of(why, pod); item; item = item->next) {
        if (vt_why_read_event(item->document, &event) && vt_why_is_of_autoscaler(event.reason) &&
            event.at_seconds >= last.at_seconds) {
            last = event;
        }
    }
    return vt_text_is(last.reason, "NotTriggerScaleUp");
}

/* ------------------------------------------------------------- former revisions */

/* Annotations by which a ReplicaSet has the revision of its owner. */
static const struct revision_of {
    const char *group, *kind, *annotation;
} revisions[] = {
    { "apps", "Deployment", "deployment.kubernetes.io/revision" },
    { "argoproj.io", "Rollout", "rollout.argoproj.io/revision" },
};

static bool is_former_replica_set(const vitals_document *owner, const vitals_document *owned) {
    for (size_t i = 0; i < sizeof revisions / sizeof revisions[0]; i++) {
        if (!vt_why_is(owner, revisions[i].group, revisions[i].kind)) continue;
        const vt_text key = vt_text_from(revisions[i].annotation);
        return !vt_text_equal(vitals_document_annotation(owner, key),
                              vitals_document_annotation(owned, key));
    }
    return false;
}

/* KUBERNETES: apps/v1, StatefulSetStatus.updateRevision, and DaemonSetStatus, which does not name the revision. */
static bool is_former_pod(const vitals_document *owner, const vitals_document *pod) {
    const vt_value *status = vt_document_status(owner);
    if (vt_why_is(owner, "apps", "StatefulSet")) {
        return !vt_text_equal(vt_why_text(owner, status, "updateRevision"),
                              vitals_document_label(pod, VT_TEXT("controller-revision-hash")));
    }
    if (!vt_why_is(owner, "apps", "DaemonSet")) return false;
    const vt_value *updated = vt_why_field(owner, status, "updatedNumberScheduled");
    const vt_value *wanted = vt_why_field(owner, status, "desiredNumberScheduled");
    return !vt_value_is_integer(updated) || !vt_value_is_integer(wanted) ||
           updated->as.integer != wanted->as.integer;
}

/* Whether the way to the cause leads through what a rollout replaces. */
static bool is_of_former_revision(const vitals_why *why, size_t step) {
    for (; step != 0; step = why->steps[step].from) {
        const vitals_document *owned = why->steps[step].object->document;
        const vitals_document *owner = why->steps[why->steps[step].from].object->document;
        if (vt_why_is(owned, "apps", "ReplicaSet") && is_former_replica_set(owner, owned)) {
            return true;
        }
        if (vt_why_is(owned, "", "Pod") && is_former_pod(owner, owned)) return true;
    }
    return false;
}

bool vt_why_lasts(const vitals_why *why, size_t step, vt_text because) {
    const vitals_document *cause = why->steps[step].object->document;
    const bool of_pod = vt_why_is(cause, "", "Pod");
    bool lasts = of_pod && says(because, "not scheduled") && is_never_scheduled(why, cause);
    for (size_t i = 0; i < sizeof lasting / sizeof lasting[0] && !lasts; i++) {
        lasts = (of_pod || !lasting[i].of_pod) && says(because, lasting[i].says) &&
                says(because, lasting[i].and);
    }
    return lasts && !is_of_former_revision(why, step);
}
