/* The readers that read Pods, Flux's Job reader, the aggregate, Augment, and running out of memory. */
#include <stdio.h>

#include <vitals/kstatus.h>

#include "kstatus/kstatus.h"
#include "support/evaluation.h"
#include "support/table.h"
#include "support/torture.h"

#define NOW INT64_C(1704067260)
#define REPLICA_SET                                                                                \
    "{apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: r, namespace: n},"                   \
    " spec: {replicas: 2, selector: {matchLabels: {app: a}}}}"
#define CRASHING                                                                                   \
    "status: {phase: Running, containerStatuses: [{name: c, state: {waiting: {reason: "            \
    "CrashLoopBackOff}}}]}"
#define POD(name, namespace, labels, more)                                                         \
    "{apiVersion: v1, kind: Pod, metadata: {name: " name                                           \
    ", namespace: " namespace ", labels: {" labels "}" more "}, " CRASHING "}"

static const struct row {
    TABLE_ROW;
    const char *object;
    const char *others[3];
    const char *status;
    const char *message;
} rows[] = {
    { "reader/pods-failed",
      REPLICA_SET,
      { POD("p", "n", "app: a", ""), POD("q", "n", "app: a", "") },
      "Failed",
      "2 pods have failed" },
    { "pods of another namespace do not count",
      REPLICA_SET,
      { POD("p", "m", "app: a", "") },
      "InProgress",
      "Labelled: 0/2" },
    { "pods that the selector leaves out do not count",
      REPLICA_SET,
      { POD("p", "n", "app: b", "") },
      "InProgress",
      "Labelled: 0/2" },
    { "a pod that is going away may be replaced",
      REPLICA_SET,
      { POD("p", "n", "app: a", ", deletionTimestamp: '2024-01-01T00:00:00Z'") },
      "InProgress",
      "Labelled: 0/2" },
    { "an unschedulable pod is transient",
      REPLICA_SET,
      { "{apiVersion: v1, kind: Pod, metadata: {name: p, namespace: n, labels: {app: a}}, status: "
        "{phase: Pending,"
        " conditions: [{type: PodScheduled, status: 'False', reason: Unschedulable}]}}" },
      "InProgress",
      "Labelled: 0/2" },
    { "a current parent is not overruled",
      "{apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: r, namespace: n}, spec: {replicas: "
      "0, selector: {}}}",
      { POD("p", "n", "app: a", "") },
      "Current",
      "ReplicaSet is available. Replicas: 0" },
    { "an empty selector matches all of the namespace",
      "{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: s, namespace: n}, spec: "
      "{selector: {}}}",
      { POD("p", "n", "x: y", "") },
      "Failed",
      "1 pods have failed" },
    { "expressions: In and NotIn",
      "{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: s, namespace: n}, spec: "
      "{selector: {matchExpressions:"
      " [{key: app, operator: In, values: [a, b]}, {key: tier, operator: NotIn, values: [db]}]}}}",
      { POD("p", "n", "app: b", ""), POD("q", "n", "app: a, tier: db", "") },
      "Failed",
      "1 pods have failed" },
    { "expressions: Exists and DoesNotExist",
      "{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: s, namespace: n}, spec: "
      "{selector: {matchExpressions:"
      " [{key: app, operator: Exists}, {key: tier, operator: DoesNotExist}]}}}",
      { POD("p", "n", "app: b", ""), POD("q", "n", "app: a, tier: db", "") },
      "Failed",
      "1 pods have failed" },
    { "a Deployment does not inherit from its pods",
      "{apiVersion: apps/v1, kind: Deployment, metadata: {name: d, namespace: n}, spec: {selector: "
      "{}}}",
      { POD("p", "n", "app: a", "") },
      "InProgress",
      "Replicas: 0/1" },
    { "reader/no-selector",
      "{apiVersion: apps/v1, kind: Deployment, metadata: {name: d}}",
      { NULL },
      "Unknown",
      "no selector found" },
    { "the group extensions goes through the generic reader",
      "{apiVersion: extensions/v1beta1, kind: Deployment, metadata: {name: d}}",
      { NULL },
      "InProgress",
      "Replicas: 0/1" },
};

static void check_reader(void **state) {
    const struct row *row = *state;
    evaluated e;
    vitals_set *set = NULL;
    assert_int_equal(vitals_set_new(NULL, &set), VITALS_OK);
    for (size_t i = 0; i < TABLE_COUNT(row->others) && row->others[i]; i++) {
        vitals_document *other = NULL;
        assert_int_equal(parse_object(vt_text_from(row->others[i]), &other, NULL), VITALS_OK);
        assert_int_equal(vitals_set_put(set, other), VITALS_OK);
    }
    assert_true(evaluated_begin(&e, vt_text_from(row->object), NOW));
    e.evaluation.set = set;
    vt_kstatus_result result = vt_kstatus_read(&e.evaluation);
    assert_string_equal(vitals_kstatus_name(result.status), row->status);
    assert_string_equal(result.message.bytes, row->message);
    evaluated_end(&e);
    vitals_set_free(set);
}

static const struct job_row {
    TABLE_ROW;
    const char *object;
    const char *status;
    const char *message;
} job_rows[] = {
    { "FluxJob/1-suspended",
      "{spec: {suspend: true}, status: {conditions: [{type: Failed, status: 'True'}]}}", "Current",
      "Job is suspended" },
    { "FluxJob/2-complete",
      "{spec: {completions: 2}, status: {succeeded: 2, conditions: [{type: Complete, status: "
      "'True'}]}}",
      "Current", "Job Completed. succeeded: 2/2" },
    { "FluxJob/2-failed", "{status: {failed: 1, conditions: [{type: Failed, status: 'True'}]}}",
      "Failed", "Job Failed. failed: 1/1" },
    { "FluxJob/3-not-started", "{metadata: {deletionTimestamp: x}, spec: {parallelism: 3}}",
      "InProgress", "Job not started. active: 0/3" },
    { "FluxJob/4-in-progress", "{status: {startTime: x, active: 1}}", "InProgress",
      "Job in progress. success:0, active: 1, failed: 0" },
    { "FluxJob/conditions-error", "{status: {conditions: 5}}", "Unknown",
      "cannot restore slice from int64" },
};

static void check_job(void **state) {
    const struct job_row *row = *state;
    evaluated e;
    assert_true(evaluated_begin(&e, vt_text_from(row->object), NOW));
    vt_kstatus_result result = vt_kstatus_flux_job(&e.evaluation);
    assert_string_equal(result.row, row->name);
    assert_string_equal(vitals_kstatus_name(result.status), row->status);
    assert_string_equal(result.message.bytes, row->message);
    evaluated_end(&e);
}

/* Helm 4 by release, with --wait and with --wait-for-jobs, beside what Flux's polling package says. */
#define UNSCHEDULABLE_POD                                                                          \
    "{apiVersion: v1, kind: Pod, metadata: {name: p, namespace: n, labels: {app: a}}, status: "    \
    "{phase: Pending, conditions: [{type: PodScheduled, status: 'False', reason: "                 \
    "Unschedulable}]}}"
#define LEAVING_POD                                                                                \
    "{apiVersion: v1, kind: Pod, metadata: {name: p, namespace: n, labels: {app: a}, "             \
    "deletionTimestamp: '2024-01-01T00:00:00Z'}, status: {phase: Failed}}"
#define LOOPING_POD                                                                                \
    "{apiVersion: v1, kind: Pod, metadata: {name: p, namespace: n, labels: {app: a}}, status: "    \
    "{phase: Running, containerStatuses: [{name: c, state: {waiting: {reason: "                    \
    "CrashLoopBackOff}}}]}}"
#define A_JOB(spec, status)                                                                        \
    "{apiVersion: batch/v1, kind: Job, spec: {" spec "}, status: {" status "}}"
#define SUSPENDED_NOW "conditions: [{type: Suspended, status: 'True'}]"
#define FAILED_POD "Failed: 1 pods have failed"
#define SHORT_OF_IT "InProgress: Labelled: 0/2"

static const vitals_kstatus_reader helm_readers[] = {
    VITALS_KSTATUS_READER_POLLING, VITALS_KSTATUS_READER_HELM_4_0, VITALS_KSTATUS_READER_HELM,
    VITALS_KSTATUS_READER_HELM_4_0_JOBS, VITALS_KSTATUS_READER_HELM_JOBS
};

static const struct helm_row {
    TABLE_ROW;
    const char *object;
    const char *other;                           /* in the set, or NULL */
    const char *want[TABLE_COUNT(helm_readers)]; /* NULL: as the one before */
} helm_rows[] = {
    { "a suspended Job",
      A_JOB("suspend: true", SUSPENDED_NOW),
      NULL,
      { "InProgress: Job not started", NULL, NULL, "InProgress: Job in progress" } },
    { "a Job that runs",
      A_JOB("completions: 2", "startTime: x, active: 1"),
      NULL,
      { "Current: Job in progress. success:0, active: 1, failed: 0", NULL, NULL,
        "InProgress: Job in progress" } },
    { "HelmJob/1-complete",
      A_JOB("completions: 2", "succeeded: 2, conditions: [{type: Complete, status: 'True'}]"),
      NULL,
      { "Current: Job Completed. succeeded: 2/2" } },
    { "HelmJob/1-failed",
      A_JOB("suspend: true", "conditions: [{type: Failed, status: 'True'}]"),
      NULL,
      { "Failed: Job Failed. failed: 0/1" } },
    { "HelmJob/2-in-progress",
      "{apiVersion: batch/v1, kind: Job, metadata: {deletionTimestamp: '2024-01-01T00:00:00Z'}}",
      NULL,
      { "Terminating: Resource scheduled for deletion", NULL, NULL,
        "InProgress: Job in progress" } },
    { "HelmJob/conditions-error",
      A_JOB("", "conditions: 5"),
      NULL,
      { "Unknown: cannot restore slice from int64" } },
    { "a Job of another group",
      "{apiVersion: batch.volcano.sh/v1, kind: Job}",
      NULL,
      { "Current: Resource is current" } },
    { "a Pod that waits for a node",
      REPLICA_SET,
      UNSCHEDULABLE_POD,
      { SHORT_OF_IT, FAILED_POD, SHORT_OF_IT, FAILED_POD, SHORT_OF_IT } },
    { "a Pod that goes away", REPLICA_SET, LEAVING_POD, { SHORT_OF_IT } },
    { "a Pod in a crash loop", REPLICA_SET, LOOPING_POD, { FAILED_POD } },
    { "Helm/paused",
      "{apiVersion: apps/v1, kind: Deployment, spec: {paused: true, selector: {}}}",
      NULL,
      { "InProgress: Replicas: 0/1", "Current: Deployment is paused: Helm does not wait for it" } },
    { "an observedGeneration that is a string",
      "{apiVersion: argoproj.io/v1alpha1, kind: Rollout, metadata: {generation: 2}, status: "
      "{observedGeneration: '2'}}",
      NULL,
      { "Unknown: looking up status.observedGeneration from resource: .status.observedGeneration "
        "accessor error: 2 is of the type string, expected "
        "int64" } },
};

static void check_helm_reader(const struct helm_row *row, vitals_kstatus_reader reader,
                              const vitals_document *object, const vitals_set *set,
                              const char *want) {
    vitals_kstatus_result *result = NULL;
    char got[256];
    assert_int_equal(vitals_kstatus_result_new(NULL, &result), VITALS_OK);
    assert_int_equal(vitals_kstatus_compute(object, reader, NOW, set, result), VITALS_OK);
    const vitals_text error = vitals_kstatus_result_error(result);
    const vitals_text text = error.size ? error : vitals_kstatus_result_message(result);
    (void)snprintf(got, sizeof got, "%s: %.*s",
                   vitals_kstatus_name(vitals_kstatus_result_status(result)), (int)text.size,
                   text.bytes);
    assert_string_equal(got, want);
    const bool with_jobs = reader == VITALS_KSTATUS_READER_HELM_JOBS;
    if (with_jobs && strncmp(row->name, "Helm", 4) == 0)
        assert_string_equal(vitals_kstatus_result_row(result), row->name);
    vitals_kstatus_result_free(result);
}

static void check_helm(void **state) {
    const struct helm_row *row = *state;
    vitals_document *object = NULL, *other = NULL;
    vitals_set *set = NULL;
    const char *want = NULL;
    assert_int_equal(vitals_set_new(NULL, &set), VITALS_OK);
    assert_int_equal(parse_object(vt_text_from(row->object), &object, NULL), VITALS_OK);
    if (row->other) {
        assert_int_equal(parse_object(vt_text_from(row->other), &other, NULL), VITALS_OK);
        assert_int_equal(vitals_set_put(set, other), VITALS_OK);
    }
    for (size_t i = 0; i < TABLE_COUNT(helm_readers); i++) {
        want = row->want[i] ? row->want[i] : want;
        check_helm_reader(row, helm_readers[i], object, set, want);
    }
    vitals_document_free(object);
    vitals_set_free(set);
}

static const struct generation_row {
    TABLE_ROW;
    const char *object;
    const char *problem; /* NULL: none */
} generation_rows[] = {
    { "none at all", "{kind: Foo}", NULL },
    { "observed", "{metadata: {generation: 2}, status: {observedGeneration: 2}}", NULL },
    { "a lag is not a mistake", "{metadata: {generation: 2}, status: {observedGeneration: 1}}",
      NULL },
    { "no generation to be ahead of", "{status: {observedGeneration: 5}}", NULL },
    { "a string", "{metadata: {generation: 2}, status: {observedGeneration: '2'}}",
      ".status.observedGeneration is the string \"2\", not an integer" },
    { "null", "{metadata: {generation: 2}, status: {observedGeneration: null}}",
      ".status.observedGeneration is null, not an integer" },
    { "ahead", "{metadata: {generation: 2}, status: {observedGeneration: 3}}",
      ".status.observedGeneration is 3, ahead of .metadata.generation, which is 2" },
    { "of a condition",
      "{metadata: {generation: 2}, status: {conditions: [{}, {observedGeneration: [2]}]}}",
      ".status.conditions[1].observedGeneration is a list, not an integer" },
    { "the generation itself", "{metadata: {generation: true}}",
      ".metadata.generation is a boolean, not an integer" },
    { "a float", "{\"metadata\": {\"generation\": 2}, \"status\": {\"observedGeneration\": 2.0}}",
      ".status.observedGeneration is a float, not an integer" },
};

static void check_generation(void **state) {
    const struct generation_row *row = *state;
    vitals_document *object = NULL;
    char text[200] = "";
    assert_int_equal(parse_object(vt_text_from(row->object), &object, NULL), VITALS_OK);
    assert_int_equal(vitals_kstatus_generation_problem(object, text, sizeof text),
                     row->problem != NULL);
    assert_string_equal(text, row->problem ? row->problem : "");
    vitals_document_free(object);
}

#define K(status) VITALS_KSTATUS_##status
static const struct aggregate_row {
    TABLE_ROW;
    vitals_kstatus statuses[3];
    size_t count;
    vitals_kstatus desired, aggregate;
} aggregate_rows[] = {
    { "none is as desired", { K(NONE) }, 0, K(CURRENT), K(CURRENT) },
    { "any failed is failed", { K(UNKNOWN), K(FAILED), K(CURRENT) }, 3, K(CURRENT), K(FAILED) },
    { "else any unknown is unknown", { K(UNKNOWN), K(IN_PROGRESS) }, 2, K(CURRENT), K(UNKNOWN) },
    { "all as desired", { K(NOT_FOUND), K(NOT_FOUND) }, 2, K(NOT_FOUND), K(NOT_FOUND) },
    { "not found while current is wanted",
      { K(NOT_FOUND), K(CURRENT) },
      2,
      K(CURRENT),
      K(IN_PROGRESS) },
    { "terminating while current is wanted", { K(TERMINATING) }, 1, K(CURRENT), K(IN_PROGRESS) },
};

static void check_aggregate(void **state) {
    const struct aggregate_row *row = *state;
    assert_int_equal(vitals_kstatus_aggregate(row->statuses, row->count, row->desired),
                     row->aggregate);
}

static const struct augment_row {
    TABLE_ROW;
    const char *object;
    const char *augmented; /* as JSON */
    const char *error;
} augment_rows[] = {
    { "no status gains an empty list", "{kind: Foo}",
      "{\"kind\":\"Foo\",\"status\":{\"conditions\":[]}}", NULL },
    { "a condition is appended; numbers stay as written",
      "{\"kind\": \"Foo\", \"n\": 2.50, \"metadata\": {\"generation\": 2}, \"status\": "
      "{\"observedGeneration\": 1}}",
      "{\"kind\":\"Foo\",\"n\":2.50,\"metadata\":{\"generation\":2},\"status\":{"
      "\"observedGeneration\":1,\"conditions\":"
      "[{\"lastTransitionTime\":\"2024-01-01T00:01:00Z\",\"lastUpdateTime\":\"2024-01-01T00:01:"
      "00Z\",\"message\":"
      "\"Foo generation is 2, but latest observed generation is "
      "1\",\"reason\":\"LatestGenerationNotObserved\","
      "\"status\":\"True\",\"type\":\"Reconciling\"}]}}",
      NULL },
    { "the list stays in its place",
      "{\"kind\": \"Foo\", \"status\": {\"conditions\": [], \"observedGeneration\": 1, \"z\": 1}, "
      "\"metadata\": "
      "{\"generation\": 2}}",
      "{\"kind\":\"Foo\",\"status\":{\"conditions\":"
      "[{\"lastTransitionTime\":\"2024-01-01T00:01:00Z\",\"lastUpdateTime\":\"2024-01-01T00:01:"
      "00Z\",\"message\":"
      "\"Foo generation is 2, but latest observed generation is "
      "1\",\"reason\":\"LatestGenerationNotObserved\","
      "\"status\":\"True\",\"type\":\"Reconciling\"}],\"observedGeneration\":1,\"z\":1},"
      "\"metadata\":{"
      "\"generation\":2}}",
      NULL },
    { "an element that is not a map",
      "{kind: Foo, status: {conditions: [null, {type: Ready, status: 'False'}]}}", NULL,
      "condition does not have the expected structure" },
    { "an element without a type",
      "{kind: Foo, status: {conditions: [{}, {type: Ready, status: 'False'}]}}", NULL,
      "condition type does not have the expected type" },
    { "a matching element without a status",
      "{kind: Foo, status: {conditions: [{type: Reconciling}, {type: Ready, status: 'False'}]}}",
      NULL, "condition status does not have the expected type" },
    { "status null", "{kind: Foo, status: null}", NULL,
      "value cannot be set because .status is not a map[string]interface{}" },
    { "conditions null", "{kind: Foo, status: {conditions: null}}", NULL,
      ".status.conditions accessor error: <nil> is of the type <nil>, expected []interface{}" },
};

static void check_augment(void **state) {
    const struct augment_row *row = *state;
    vitals_document *document = NULL, *augmented = NULL;
    vitals_diagnostics *diagnostics = NULL;
    assert_int_equal(vitals_diagnostics_new(NULL, &diagnostics), VITALS_OK);
    assert_int_equal(parse_object(vt_text_from(row->object), &document, NULL), VITALS_OK);
    vitals_status status = vitals_kstatus_augment(document, NOW, NULL, &augmented, diagnostics);
    if (row->error) {
        assert_int_equal(status, VITALS_ESYNTAX);
        assert_string_equal(vitals_diagnostics_at(diagnostics, 0)->text.bytes, row->error);
    } else {
        char *text = NULL;
        size_t size = 0;
        assert_int_equal(status, VITALS_OK);
        assert_int_equal(vitals_document_write_json(augmented, 0, NULL, &text, &size), VITALS_OK);
        assert_string_equal(text, row->augmented);
        vitals_text_free(NULL, text, size);
    }
    vitals_document_free(document);
    vitals_document_free(augmented);
    vitals_diagnostics_free(diagnostics);
}

static vitals_status compute_and_augment(torture *state, void *user) {
    vitals_allocator allocator = torture_allocator(state);
    vitals_kstatus_result *result = NULL;
    vitals_document *augmented = NULL;
    vitals_status status = vitals_kstatus_result_new(&allocator, &result);
    if (status == VITALS_OK) {
        status = vitals_kstatus_compute(user, VITALS_KSTATUS_READER_COMPUTE, NOW, NULL, result);
    }
    if (status == VITALS_OK)
        status = vitals_kstatus_augment(user, NOW, &allocator, &augmented, NULL);
    vitals_document_free(augmented);
    vitals_kstatus_result_free(result);
    /* An arena without memory gives a failed result, not an error of the call. */
    return status == VITALS_ESYNTAX ? VITALS_ENOMEM : status;
}

static void memory_runs_out(void **state) {
    (void)state;
    static const char object[] = "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"status\":{\"phase\":"
                                 "\"Running\",\"conditions\":[{\"type\":\"Ready\"}]}}";
    vitals_document *document = NULL;
    assert_int_equal(vitals_document_parse(object, strlen(object), NULL, &document, NULL),
                     VITALS_OK);
    assert_true(torture_run(compute_and_augment, document) > 0);
    vitals_document_free(document);
}

/* The tables above whose rows name rows of kstatus. */
static bool is_tested(const char *id) {
    if (strcmp(id, "reader/stopped") == 0) return true;
    for (size_t i = 0; i < TABLE_COUNT(rows); i++)
        if (strcmp(rows[i].name, id) == 0) return true;
    for (size_t i = 0; i < TABLE_COUNT(job_rows); i++)
        if (strcmp(job_rows[i].name, id) == 0) return true;
    for (size_t i = 0; i < TABLE_COUNT(helm_rows); i++)
        if (strcmp(helm_rows[i].name, id) == 0) return true;
    return false;
}

/* Each row that only a reader gives has a test here; those of Compute are test_kstatus's, and
** reader/stopped is test_kstatus_pods's. */
static void rows_are_reached(void **state) {
    static const char *const prefixes[] = { "reader/", "FluxJob/", "Helm/", "HelmJob/" };
    (void)state;
    for (size_t i = 0; vt_kstatus_row_at(i); i++) {
        const char *id = vt_kstatus_row_at(i);
        for (size_t j = 0; j < TABLE_COUNT(prefixes); j++) {
            if (strncmp(id, prefixes[j], strlen(prefixes[j])) == 0 && !is_tested(id))
                fail_msg("no test reaches row %s", id);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(memory_runs_out),
                                        cmocka_unit_test(rows_are_reached) };
    return TABLE_RUN("kstatus readers", check_reader, rows) +
           TABLE_RUN("flux job", check_job, job_rows) + TABLE_RUN("helm", check_helm, helm_rows) +
           TABLE_RUN("generations", check_generation, generation_rows) +
           TABLE_RUN("aggregate", check_aggregate, aggregate_rows) +
           TABLE_RUN("augment", check_augment, augment_rows) +
           cmocka_run_group_tests(tests, NULL, NULL);
}
