/*
** The readers of the polling package: the status of an object and of its children in the set.
** KSTATUS: polling/statusreaders/{deployment,pod_controller,common}.go.
*/
#include "base/number/clock.h"
#include "base/run/limits.h"
#include "kstatus/fields.h"
#include "objects/set/set.h"

/* What the status of a Pod is charged. */
enum { COMPUTE_STEPS = 10 };

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

/* KSTATUS: since fluxcd/cli-utils v0.37.2 transient failures pass; before, every failed Pod counted. */
static unsigned marks_of(const vt_evaluation *pod) {
    vt_arena_mark mark = vt_arena_mark_here(pod->arena);
    vt_kstatus_result result = vt_kstatus_compute(pod);
    unsigned marks = 0;
    if (!result.failed && result.status == VITALS_KSTATUS_FAILED) {
        marks = VT_KSTATUS_FAILED_AT_ALL | (is_transient(pod) ? 0U : VT_KSTATUS_FAILED_FOR_GOOD);
    }
    vt_arena_back_to(pod->arena, mark);
    return marks;
}

bool vt_kstatus_fact_of(const vt_evaluation *evaluation, vt_set_fact *out) {
    const vitals_document *object = evaluation->reader.document;
    if (!vt_text_is(vitals_document_kind(object), "Pod") || vitals_document_group(object).size) {
        return false;
    }
    int64_t until = INT64_MAX;
    vt_evaluation pod = *evaluation;
    pod.reader.trace = NULL;
    pod.valid_until_seconds = &until;
    out->marks = marks_of(&pod);
    out->valid_until_seconds = until;
    return true;
}

static bool has_failed(const vt_evaluation *evaluation, const vt_set_entry *pod, unsigned mark) {
    const vt_set_fact *fact = vt_set_entry_fact(pod);
    if (fact) {
        if (fact->valid_until_seconds != INT64_MAX) {
            vt_evaluation_expires(evaluation, fact->valid_until_seconds);
        }
        return (fact->marks & mark) != 0;
    }
    vt_evaluation of_pod = *evaluation;
    of_pod.reader = (vt_reader){ vt_set_entry_document(pod), NULL };
    return (marks_of(&of_pod) & mark) != 0;
}

/* The children of a workload that have failed for good. */
typedef struct failed_children {
    size_t count;
    vt_steps cost;
} failed_children;

static failed_children count_failed(const vt_evaluation *evaluation,
                                    const vt_set_selection *selection,
                                    const vt_label_selector *selector, unsigned mark) {
    failed_children children = { .cost = vt_steps_of(VT_LIMIT_NAME(set_steps),
                                                     evaluation->limits->set_steps,
                                                     vt_evaluation_interrupt(evaluation)) };
    vt_set_lookup lookup;
    vt_set_select(&lookup, evaluation->set, vitals_document_namespace(evaluation->reader.document),
                  selection->selected_group, selection->selected_kind, selector, &children.cost);
    for (const vt_set_entry *pod; (pod = vt_set_lookup_next(&lookup));) {
        if (!vt_steps_charge(&children.cost, COMPUTE_STEPS)) break;
        children.count += has_failed(evaluation, pod, mark);
    }
    return children;
}

/* The look-up hit its limit, or the host stopped it. */
static vt_kstatus_result stopped(const vt_steps *cost) {
    vt_kstatus_result result = vt_kstatus_error(
        "reader/stopped", vt_steps_interrupted(cost)
                              ? VT_TEXT("stopped by the host: interrupt")
                              : VT_TEXT("looking up Pods takes too long: limit set_steps"));
    result.limit = cost->stopped;
    result.steps = cost->done;
    return result;
}

/* The status of a workload in progress, after looking at its Pods. */
static vt_kstatus_result read_pods(const vt_evaluation *evaluation,
                                   const vt_set_selection *selection, const vt_value *selector,
                                   unsigned mark, vt_kstatus_result result) {
    vt_label_selector labels;
    if (!vt_label_selector_read(evaluation->reader.document, selector, evaluation->arena,
                                &labels)) {
        return vt_kstatus_error("reader/no-selector", VT_TEXT_ABSENT);
    }
    failed_children failed = count_failed(evaluation, selection, &labels, mark);
    if (failed.cost.stopped) return stopped(&failed.cost);
    if (failed.count > 0) {
        result = vt_kstatus_current(
            "reader/pods-failed",
            vt_arena_printf(evaluation->arena, "%zu pods have failed", failed.count));
        result.status = VITALS_KSTATUS_FAILED;
    }
    result.steps = failed.cost.done;
    return result;
}

/* KSTATUS: toSelector in polling/statusreaders/common.go. */
static vt_kstatus_result no_selector(const vt_evaluation *evaluation, const vt_value *selector) {
    const vt_kstatus_lookup lookup =
        vt_kstatus_lookup_spec(&evaluation->reader, VT_TEXT("selector"), VT_OBJECT, selector);
    if (lookup.found == VT_KSTATUS_MISSING)
        return vt_kstatus_error("reader/no-selector", VT_TEXT("no selector found"));
    vt_buffer error = vt_arena_buffer(evaluation->arena);
    vt_kstatus_append_lookup_error(&error, &evaluation->reader, &lookup);
    return vt_kstatus_error("reader/no-selector", vt_arena_buffer_text(&error));
}

/* `mark` is that of the Pods that fail their parent. */
static vt_kstatus_result read_as(const vt_evaluation *evaluation, unsigned mark) {
    const vt_reader *reader = &evaluation->reader;
    const vt_set_selection *selection =
        evaluation->set ? vt_set_selection_of(reader->document) : NULL;
    if (!selection) return vt_kstatus_compute(evaluation);
    const vt_value *selector = vt_read_field(reader, vt_read_spec(reader), "selector");
    if (!vt_value_is_object(selector)) return no_selector(evaluation, selector);
    vt_kstatus_result result = vt_kstatus_compute(evaluation);
    /* KSTATUS: ReplicaSets do not change the status of their Deployment. */
    bool pods_fail_it = vt_text_is(selection->selected_kind, "Pod");
    if (result.failed || !pods_fail_it || result.status != VITALS_KSTATUS_IN_PROGRESS) {
        return result;
    }
    return read_pods(evaluation, selection, selector, mark, result);
}

vt_kstatus_result vt_kstatus_read(const vt_evaluation *evaluation) {
    const bool all = vt_flux_before(evaluation, VT_FLUX_2_9);
    return read_as(evaluation, all ? VT_KSTATUS_FAILED_AT_ALL : VT_KSTATUS_FAILED_FOR_GOOD);
}

/* HELM: pkg/kube/statuswait.go leaves paused Deployments of apps/v1 out of the wait. */
static bool is_left_out(const vt_reader *reader) {
    return vt_text_is(vitals_document_group(reader->document), "apps") &&
           vt_text_is(vitals_document_kind(reader->document), "Deployment") &&
           vt_value_is_true(vt_read_field(reader, vt_read_spec(reader), "paused"));
}

static vt_kstatus_result helm(const vt_evaluation *evaluation, unsigned mark, bool with_jobs) {
    const vitals_document *document = evaluation->reader.document;
    if (is_left_out(&evaluation->reader)) {
        return vt_kstatus_current("Helm/paused",
                                  VT_TEXT("Deployment is paused: Helm does not wait for it"));
    }
    const bool job = vt_text_is(vitals_document_group(document), "batch") &&
                     vt_text_is(vitals_document_kind(document), "Job");
    return job && with_jobs ? vt_kstatus_helm_job(evaluation) : read_as(evaluation, mark);
}

vt_kstatus_result vt_kstatus_helm(const vt_evaluation *evaluation) {
    return helm(evaluation, VT_KSTATUS_FAILED_FOR_GOOD, false);
}

vt_kstatus_result vt_kstatus_helm_with_jobs(const vt_evaluation *evaluation) {
    return helm(evaluation, VT_KSTATUS_FAILED_FOR_GOOD, true);
}

vt_kstatus_result vt_kstatus_helm_4_0(const vt_evaluation *evaluation) {
    return helm(evaluation, VT_KSTATUS_FAILED_AT_ALL, false);
}

vt_kstatus_result vt_kstatus_helm_4_0_with_jobs(const vt_evaluation *evaluation) {
    return helm(evaluation, VT_KSTATUS_FAILED_AT_ALL, true);
}
