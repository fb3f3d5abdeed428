/* Releases of Argo CD: their names, which checks they bundle, and what differs between them. */
#include <stdio.h>

#include "support/health.h"
#include "support/table.h"

static vitals_text text(const char *string) {
    return (vitals_text){ string, strlen(string) };
}

static const struct name_row {
    TABLE_ROW;
    const char *given;
    unsigned want; /* 0: unknown */
} name_rows[] = {
    { "the oldest", "2.14", 1 },
    { "a patch", "3.1.16", 3 },
    { "with a v", "v3.6.0", 8 },
    { "unknown", "3.9", 0 },
    { "too old", "2.13.1", 0 },
    { "half a name", "3", 0 },
    { "longer", "3.10", 0 },
    { "no number", "latest", 0 },
    { "empty", "", 0 },
    { "the last patch", "3.5.7", 7 },
    { "a later one", "3.5.8", 0 },
    { "of two digits", "3.2.9", 4 },
    { "one more digit", "3.6.10", 0 },
    { "a leading zero", "3.6.01", 0 },
    { "a dot", "3.6.", 0 },
    { "a candidate", "3.6.0-rc1", 0 },
    { "four numbers", "3.6.1.0", 0 },
};

static void check_name(void **state) {
    const struct name_row *row = *state;
    uint16_t release = 0;
    const vitals_status status = vitals_argocd_release_from_name(row->given, &release);
    assert_int_equal(status, row->want ? VITALS_OK : VITALS_ENOTFOUND);
    assert_int_equal(release, row->want);
}

static const struct check_row {
    TABLE_ROW;
    const char *group, *kind, *revisions; /* by release */
} check_rows[] = {
    { "from the start", "cert-manager.io", "Issuer", "11111111" },
    { "added and changed", "batch", "CronJob", "00044666" },
    { "by a wildcard, later", "s3.aws.crossplane.io", "Bucket", "11111111" },
    { "by a wildcard only", "anything.crossplane.io", "Thing", "00335555" },
    { "dropped for a wildcard", "sql.cnrm.cloud.google.com", "SQLInstance", "11115555" },
    { "new in 3.6", "velero.io", "Backup", "00000008" },
    { "never", "example.com", "Widget", "00000000" },
};

static void check_revisions(void **state) {
    const struct check_row *row = *state;
    for (unsigned release = 1; release <= 8; release++) {
        assert_int_equal(vitals_argocd_check_revision(release, text(row->group), text(row->kind)),
                         row->revisions[release - 1] - '0');
    }
    assert_int_equal(vitals_argocd_check_revision(0, text(row->group), text(row->kind)),
                     row->revisions[7] - '0');
    assert_int_equal(vitals_argocd_bundles(text(row->group), text(row->kind)),
                     row->revisions[7] != '0');
}

#define DELETED(finalizer)                                                                         \
    "--- {apiVersion: v1, kind: PersistentVolumeClaim, metadata: {deletionTimestamp: "             \
    "'2026-01-01T00:00:00Z', "                                                                     \
    "finalizers: [" finalizer "]}, status: {phase: Bound}}"
#define HPA(reason)                                                                                \
    "--- {apiVersion: autoscaling/v2, kind: HorizontalPodAutoscaler, status: {conditions: "        \
    "[{type: AbleToScale, "                                                                        \
    "status: 'True'}, {type: ScalingActive, status: 'False', reason: " reason "}]}}"

/* The status by release, as first letters: H, P, D, U for unassessed. */
static const struct row {
    TABLE_ROW;
    const char *object, *want;
} rows[] = {
    { "deletion with a hook finalizer", DELETED("argocd.argoproj.io/hook-finalizer"), "PHHHHHHH" },
    { "deletion with another one", DELETED("x.io/y"), "PPPPPPPP" },
    { "a Pod that ignores its restart policy",
      "--- {apiVersion: v1, kind: Pod, metadata: {annotations: "
      "{argocd.argoproj.io/ignore-restart-policy: 'true'}}, "
      "spec: {restartPolicy: Never}, status: {phase: Running, conditions: [{type: Ready, status: "
      "'True'}]}}",
      "PPPPPPPH" },
    { "a metric that fails", HPA("FailedGetPodsMetric"), "HHHHHHDD" },
    { "a metric of a resource that fails", HPA("FailedGetResourceMetric"), "HHHHHHDD" },
    { "a metric of a resource that fails, before anything else",
      "--- {apiVersion: autoscaling/v2, kind: HorizontalPodAutoscaler, status: {conditions: "
      "[{type: "
      "ScalingActive, reason: FailedGetResourceMetric}, {type: AbleToScale, status: 'True'}]}}",
      "DDDDDDDD" },
    { "an autoscaler of v2beta2",
      "--- {apiVersion: autoscaling/v2beta2, kind: HorizontalPodAutoscaler, status: {conditions: "
      "[{type: "
      "AbleToScale, status: 'True'}]}}",
      "HHHHHHUU" },
    { "an autoscaler of v2beta1 with a wrong type",
      "--- {apiVersion: autoscaling/v2beta1, kind: HorizontalPodAutoscaler, spec: {maxReplicas: "
      "x}}",
      "UUUUUUUU" },
    { "a Workflow of a wrong type",
      "--- {apiVersion: argoproj.io/v1, kind: Workflow, status: {phase: 5}}", "UUUPPPPP" },
    { "a Workflow", "--- {apiVersion: argoproj.io/v1, kind: Workflow, status: {phase: Failed}}",
      "DDDDDDDD" },
    { "CronJobs",
      "--- {apiVersion: batch/v1, kind: CronJob, spec: {}, status: {lastScheduleTime: "
      "'2026-01-01T00:00:00Z'}}",
      "UUUHHHHH" },
    { "a kind that Argo CD never had", "--- {apiVersion: example.com/v1, kind: Widget}",
      "UUUUUUUU" },
};

static char letter_of(vitals_health health) {
    return vitals_health_name(health)[0];
}

static void check(void **state) {
    const struct row *row = *state;
    const health_setup setup = { .bundled = true };
    health_run run;
    assert_int_equal(health_open(&setup, &run), VITALS_OK);
    vitals_call call = VITALS_CALL_INIT;
    call.profile = VITALS_PROFILE_ARGOCD;
    for (uint16_t release = 1; release <= 8; release++) {
        call.argocd_release = release;
        assert_int_equal(health_call(&run, &call, row->object), VITALS_OK);
        const char want[] = { row->want[release - 1], 0 };
        const char got[] = { letter_of(vitals_verdict_health(run.verdict)), 0 };
        assert_string_equal(got, want);
    }
    /* The newest is the default, and other profiles do not look at it. */
    call.argocd_release = 0;
    assert_int_equal(health_call(&run, &call, row->object), VITALS_OK);
    assert_int_equal(letter_of(vitals_verdict_health(run.verdict)), row->want[7]);
    call.argocd_release = 9;
    assert_int_equal(health_call(&run, &call, row->object), VITALS_EINVAL);
    health_close(&run);
}

/* ------------------------------------------------------------ sentences of 3.6 */

#define ON_DEPLOYMENT(script)                                                                      \
    "kind: ConfigMap\ndata:\n  resource.customizations.health.apps_Deployment: " script "\n"
#define META(of) "metadata: {name: w, " of "}"
#define LEAVING(finalizers)                                                                        \
    META("deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: " finalizers)
#define DEPLOYMENT(metadata, replicas)                                                             \
    "--- {apiVersion: apps/v1, kind: Deployment, " metadata ", spec: {replicas: " replicas "}, "   \
    "status: {updatedReplicas: 1, replicas: 1, availableReplicas: 1}}"
#define HAS_MESSAGE "return {status = 'Degraded', message = 'm', deletionMessage = 'stuck'}"
#define FAILS "<string>:1: boom"
#define TYPO "failed to convert unstructured Deployment to typed: unrecognized type: int32"

/* Status and message up to 3.5, and from 3.6 on. */
static const struct sentence_row {
    TABLE_ROW;
    const char *configmap, *object, *before, *after;
} sentence_rows[] = {
    { "nothing of it", NULL, DEPLOYMENT(META("namespace: a"), "1"), "Healthy", "Healthy" },
    { "finalizers", NULL, DEPLOYMENT(LEAVING("[a/b, c/d]"), "1"), "Progressing Pending deletion",
      "Progressing Pending deletion; blocked by finalizers: a/b, c/d" },
    { "no finalizers", NULL, DEPLOYMENT(LEAVING("[]"), "1"), "Progressing Pending deletion",
      "Progressing Pending deletion" },
    { "finalizers that are none", NULL, DEPLOYMENT(LEAVING("[a/b, 1]"), "1"),
      "Progressing Pending deletion",
      "Unknown failed to convert unstructured Deployment to typed: cannot convert int64 to "
      "string" },
    { "the finalizer of a hook", NULL,
      DEPLOYMENT(LEAVING("[argocd.argoproj.io/hook-finalizer]"), "1"), "Healthy", "Healthy" },
    { "an object that cannot be read", NULL, DEPLOYMENT(LEAVING("[]"), "one"),
      "Progressing Pending deletion", "Unknown " TYPO },
    { "the same, not deleted", NULL, DEPLOYMENT(META("namespace: a"), "one"), "Unknown " TYPO,
      "Unknown " TYPO },
    { "a kind without a rule", NULL,
      "--- {apiVersion: example.com/v1, kind: Widget, " LEAVING("[x]") "}",
      "Progressing Pending deletion", "Progressing Pending deletion; blocked by finalizers: x" },
    { "a script that fails", ON_DEPLOYMENT("error('boom')"), DEPLOYMENT(LEAVING("[]"), "1"),
      "Progressing Pending deletion", "Unknown " FAILS },
    { "it fails on others too", ON_DEPLOYMENT("error('boom')"),
      DEPLOYMENT(META("namespace: a"), "1"), "Unknown " FAILS, "Unknown " FAILS },
    { "a message for the deletion", ON_DEPLOYMENT(HAS_MESSAGE), DEPLOYMENT(LEAVING("[]"), "1"),
      "Progressing Pending deletion", "Degraded stuck" },
    { "in other letters", ON_DEPLOYMENT("return {status = 'Healthy', DELETIONMESSAGE = 'x'}"),
      DEPLOYMENT(LEAVING("[a]"), "1"), "Progressing Pending deletion", "Healthy x" },
    { "that is empty", ON_DEPLOYMENT("return {status = 'Degraded', deletionMessage = ''}"),
      DEPLOYMENT(LEAVING("[a]"), "1"), "Progressing Pending deletion",
      "Progressing Pending deletion; blocked by finalizers: a" },
    { "with a status that is none", ON_DEPLOYMENT("return {status = 'Bad', deletionMessage = 'x'}"),
      DEPLOYMENT(LEAVING("[]"), "1"), "Progressing Pending deletion",
      "Progressing Pending deletion" },
    { "of an object that is not deleted", ON_DEPLOYMENT(HAS_MESSAGE),
      DEPLOYMENT(META("namespace: a"), "1"), "Degraded m", "Degraded m" },
    { "of one that waits for a hook", ON_DEPLOYMENT(HAS_MESSAGE),
      DEPLOYMENT(LEAVING("[argocd.argoproj.io/hook-finalizer]"), "1"), "Degraded m", "Degraded m" },
    { "that is a number", ON_DEPLOYMENT("return {status = 'Healthy', deletionMessage = 1}"),
      DEPLOYMENT(META("namespace: a"), "1"), "Healthy", "" },
    { "nil", ON_DEPLOYMENT("return nil"), DEPLOYMENT(META("namespace: a"), "1"), "", "Healthy" },
    { "nil on what cannot be read", ON_DEPLOYMENT("return nil"),
      DEPLOYMENT(META("namespace: a"), "one"), "", "Unknown " TYPO },
    { "nil on what is deleted", ON_DEPLOYMENT("return nil"), DEPLOYMENT(LEAVING("[a]"), "1"),
      "Progressing Pending deletion", "Progressing Pending deletion; blocked by finalizers: a" },
    { "an empty table", ON_DEPLOYMENT("return {}"), DEPLOYMENT(META("namespace: a"), "1"), "", "" },
    { "an empty table on what is deleted", ON_DEPLOYMENT("return {}"),
      DEPLOYMENT(LEAVING("[a]"), "1"), "Progressing Pending deletion",
      "Progressing Pending deletion; blocked by finalizers: a" },
    { "a suspended Job", NULL,
      "--- {apiVersion: batch/v1, kind: Job, status: {conditions: [{type: Suspended, status: "
      "'True', "
      "message: Job suspended}]}}",
      "Suspended", "Suspended Job suspended" },
    { "a Job that was resumed", NULL,
      "--- {apiVersion: batch/v1, kind: Job, status: {conditions: [{type: Suspended, status: "
      "'False', message: Job resumed}]}}",
      "Healthy Job resumed", "Healthy Job resumed" },
};

static void check_sentence(void **state) {
    const struct sentence_row *row = *state;
    const health_setup setup = { .bundled = true, .configmap = row->configmap };
    health_run run;
    assert_int_equal(health_open(&setup, &run), VITALS_OK);
    vitals_call call = VITALS_CALL_INIT;
    call.profile = VITALS_PROFILE_ARGOCD;
    for (uint16_t release = 2; release <= 9; release++) {
        call.argocd_release = release % 9; /* at last the default */
        assert_int_equal(health_call(&run, &call, row->object), VITALS_OK);
        const vitals_text message = vitals_verdict_message(run.verdict);
        char got[256];
        (void)snprintf(got, sizeof got, "%s%s%.*s",
                       vitals_health_name(vitals_verdict_health(run.verdict)),
                       message.size ? " " : "", (int)message.size, message.bytes);
        assert_string_equal(got, release < 8 ? row->before : row->after);
    }
    health_close(&run);
}

/* A tree that is given applies in every release. */
static void own_tree(void **state) {
    (void)state;
    static const health_check checks[] = { { "batch/CronJob", "return {status = 'Degraded'}" },
                                           { NULL, NULL } };
    const health_setup setup = { .bundled = true, .checks = checks };
    health_run run;
    vitals_call call = VITALS_CALL_INIT;
    call.profile = VITALS_PROFILE_ARGOCD;
    call.argocd_release = 1;
    assert_int_equal(health_open(&setup, &run), VITALS_OK);
    assert_int_equal(health_call(&run, &call, "--- {apiVersion: batch/v1, kind: CronJob}"),
                     VITALS_OK);
    assert_int_equal(vitals_verdict_health(run.verdict), VITALS_HEALTH_DEGRADED);
    health_close(&run);
}

/* Sorted, as the search needs it, and each release that a row names is one. */
static void releases(void **state) {
    (void)state;
    vitals_argocd_release release;
    size_t count = 0;
    while (vitals_argocd_release_at(count, &release, sizeof release)) {
        uint16_t number = 0;
        assert_int_equal(vitals_argocd_release_from_name(release.name, &number), VITALS_OK);
        assert_int_equal(number, ++count);
        const vitals_aggregate want = count > 5   ? VITALS_AGGREGATE_ARGOCD
                                      : count > 3 ? VITALS_AGGREGATE_ARGOCD_3_3
                                                  : VITALS_AGGREGATE_ARGOCD_3_1;
        assert_int_equal(release.aggregate, want);
    }
    assert_int_equal(count, 8);
}

int main(void) {
    static const struct CMUnitTest tests[] = { cmocka_unit_test(own_tree),
                                               cmocka_unit_test(releases) };
    int failed = TABLE_RUN("names", check_name, name_rows);
    failed += TABLE_RUN("checks", check_revisions, check_rows);
    failed += TABLE_RUN("statuses", check, rows);
    failed += TABLE_RUN("sentences", check_sentence, sentence_rows);
    return failed + cmocka_run_group_tests(tests, NULL, NULL);
}
