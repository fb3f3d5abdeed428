/*
** The readers of the polling package: the status of an object and of its children in the set.
** KSTATUS: polling/statusreaders/{deployment,pod_controller,common}.go.
*/
#include "base/clock.h"
#include "document/label_selector.h"
#include "kstatus/fields.h"

/* Which children a workload has, and whether their failures are its own. */
static const struct parent_kind {
    const char *kind;
    const char *child_group, *child_kind;
    bool pods_fail_it;
} parents[] = {
    { "Deployment", "apps", "ReplicaSet", false },
    { "ReplicaSet", "", "Pod", true },
    { "StatefulSet", "", "Pod", true },
};

/* Only of group apps: extensions goes through the generic reader. */
static const struct parent_kind *find_parent(const vitals_document *document) {
    if (!vt_text_is(vitals_document_group(document), "apps")) return NULL;
    for (size_t i = 0; i < sizeof parents / sizeof parents[0]; i++) {
        if (vt_text_is(vitals_document_kind(document), parents[i].kind)) return &parents[i];
    }
    return NULL;
}

static bool is_child(const vitals_document *parent, const vt_label_selector *selector,
                     const struct parent_kind *of, const vitals_document *candidate) {
    return vt_text_is(vitals_document_kind(candidate), of->child_kind) &&
           vt_text_is(vitals_document_group(candidate), of->child_group) &&
           vt_text_equal(vitals_document_namespace(candidate), vitals_document_namespace(parent)) &&
           vt_label_selector_matches(selector, candidate);
}

/* A Pod that is being deleted or cannot be scheduled yet may still be replaced by a healthy one. */
static bool is_transient(const vt_evaluation *pod) {
    vt_instant deleted;
    const vt_value *timestamp = vt_document_parts(pod->reader.document)->deletion_timestamp;
    if (vt_instant_parse(vt_value_text(timestamp), &deleted)) return true;
    vt_conditions conditions;
    vt_text error;
    if (!vt_kstatus_conditions_read(pod, &conditions, &error)) return false;
    size_t scheduled = vt_kstatus_conditions_find(&conditions, "PodScheduled", "False");
    return scheduled < conditions.count &&
           vt_text_is(conditions.items[scheduled].reason, "Unschedulable");
}

/* KSTATUS: the fork lets transient failures pass, upstream counts every failed Pod. */
static bool has_failed_for_good(const vt_evaluation *evaluation, const vitals_document *pod,
                                vt_kstatus_edition edition) {
    vt_evaluation of_pod = *evaluation;
    of_pod.reader = (vt_reader){ pod, NULL };
    vt_arena_mark mark = vt_arena_mark_here(evaluation->arena);
    vt_kstatus_result result = vt_kstatus_compute(&of_pod);
    bool failed = !result.failed && result.status == VITALS_KSTATUS_FAILED &&
                  (edition == VT_KSTATUS_UPSTREAM || !is_transient(&of_pod));
    vt_arena_back_to(evaluation->arena, mark);
    return failed;
}

static size_t count_failed_pods(const vt_evaluation *evaluation, const vt_label_selector *selector,
                                const struct parent_kind *of, vt_kstatus_edition edition) {
    const vitals_document *parent = evaluation->reader.document;
    size_t failed = 0;
    for (size_t i = 0; i < vitals_set_count(evaluation->set); i++) {
        const vitals_document *candidate = vitals_set_at(evaluation->set, i);
        if (is_child(parent, selector, of, candidate) &&
            has_failed_for_good(evaluation, candidate, edition)) {
            failed++;
        }
    }
    return failed;
}

static vt_kstatus_result read_as(const vt_evaluation *evaluation, vt_kstatus_edition edition) {
    const struct parent_kind *of =
        evaluation->set ? find_parent(evaluation->reader.document) : NULL;
    if (!of) return vt_kstatus_compute_as(evaluation, edition);
    const vt_reader *reader = &evaluation->reader;
    const vt_value *selector = vt_read_field(reader, vt_read_spec(reader), "selector");
    if (!vt_value_is_object(selector)) {
        return vt_kstatus_error("reader/no-selector", VT_TEXT("no selector found"));
    }
    vt_kstatus_result result = vt_kstatus_compute_as(evaluation, edition);
    if (result.failed || !of->pods_fail_it || result.status != VITALS_KSTATUS_IN_PROGRESS)
        return result;
    vt_label_selector labels;
    if (!vt_label_selector_read(reader->document, selector, evaluation->arena, &labels)) {
        return vt_kstatus_error("reader/no-selector", VT_TEXT_ABSENT);
    }
    size_t failed = count_failed_pods(evaluation, &labels, of, edition);
    if (failed == 0) return result;
    vt_kstatus_result pods_failed = vt_kstatus_current(
        "reader/pods-failed", vt_arena_printf(evaluation->arena, "%zu pods have failed", failed));
    pods_failed.status = VITALS_KSTATUS_FAILED;
    return pods_failed;
}

vt_kstatus_result vt_kstatus_read(const vt_evaluation *evaluation) {
    return read_as(evaluation, VT_KSTATUS_FLUX);
}

/* HELM: pkg/kube/statuswait.go leaves paused Deployments of apps/v1 out of the wait. */
static bool is_left_out(const vt_reader *reader) {
    return vt_text_is(vitals_document_group(reader->document), "apps") &&
           vt_text_is(vitals_document_kind(reader->document), "Deployment") &&
           vt_value_is_true(vt_read_field(reader, vt_read_spec(reader), "paused"));
}

vt_kstatus_result vt_kstatus_helm(const vt_evaluation *evaluation) {
    if (is_left_out(&evaluation->reader)) {
        return vt_kstatus_current("Helm/paused",
                                  VT_TEXT("Deployment is paused: Helm does not wait for it"));
    }
    return read_as(evaluation, VT_KSTATUS_UPSTREAM);
}
