/* Why objects are not healthy: links from one to another, words, shared causes, events, changes, commands. */
#include <vitals/why.h>

#include <string.h>

#include "support/table.h"
#include "support/torture.h"
#include "support/why_world.h"

/* ---------------------------------------------------------------- links */

/* clang-format off */
#define DEPLOYMENT "{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: shop, uid: d, generation: 1}, spec: {replicas: 1}, status: {observedGeneration: 1, replicas: 1, updatedReplicas: 1}}"
#define POD(spec, status) "{apiVersion: v1, kind: Pod, metadata: {name: web-1, namespace: shop, uid: p, labels: {app: web}, ownerReferences: [{uid: d, controller: true}]}, spec: {restartPolicy: Always, " spec "}, status: {phase: Pending, " status "}}"
#define CRASHING POD("x: 1", "containerStatuses: [{name: web, state: {waiting: {reason: CrashLoopBackOff}}, lastState: {terminated: {exitCode: 1, reason: Error}}}]")
#define CREATING POD("x: 1", "containerStatuses: [{name: web, state: {waiting: {reason: ContainerCreating}}}]")
#define EVENT(reason, at, message) "{apiVersion: v1, kind: Event, metadata: {name: '" at "', namespace: shop, uid: 'e" at "'}, involvedObject: {kind: Pod, namespace: shop, name: web-1, uid: p}, type: Warning, reason: " reason ", message: '" message "', lastTimestamp: '" at "', count: 2}"
#define READY(reason, message) "status: {conditions: [{type: Ready, status: 'False', reason: " reason ", message: '" message "'}]}}"
#define KUSTOMIZATION(name, uid, spec, reason, message) "{apiVersion: kustomize.toolkit.fluxcd.io/v1, kind: Kustomization, metadata: {name: " name ", namespace: flux, uid: " uid "}, spec: {" spec "}, " READY(reason, message)
#define CLAIM "{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: data, namespace: shop, uid: c}, spec: {storageClassName: fast}, status: {phase: Pending}}"
#define CLAIM_EVENT "{apiVersion: v1, kind: Event, metadata: {name: ce, namespace: shop, uid: ce}, involvedObject: {kind: PersistentVolumeClaim, namespace: shop, name: data}, type: Warning, reason: ProvisioningFailed, message: 'storageclass.storage.k8s.io \"fast\" not found'}"

static const struct row {
    TABLE_ROW;
    const char *objects[6]; /* the first is asked about */
    const char *because, *key, *next;
} rows[] = {
    { "an owned Pod", { DEPLOYMENT, CRASHING }, "Pod/web-1: container web: CrashLoopBackOff, exited with 1 (Error)", "Pod/web-1 in shop", "kubectl logs web-1 -n shop -c web --previous" },
    { "itself", { CRASHING }, "container web: CrashLoopBackOff, exited with 1 (Error)", "Pod/web-1 in shop", "kubectl logs web-1 -n shop -c web --previous" },
    { "nothing is known", { DEPLOYMENT }, "", "Deployment/web in shop", "kubectl describe deployment.apps/web -n shop" },
    { "an event", { DEPLOYMENT, CREATING, EVENT("FailedMount", "2025-11-13T02:00:00Z", "secret \"tls\" not found") }, "Pod/web-1: container web: ContainerCreating; secret \"tls\" not found", "secret tls in shop", "kubectl get secret tls -n shop" },
    { "an event that repeats", { DEPLOYMENT, CRASHING, EVENT("BackOff", "2025-11-13T02:00:00Z", "Back-off restarting") }, "Pod/web-1: container web: CrashLoopBackOff, exited with 1 (Error)", "Pod/web-1 in shop", "kubectl logs web-1 -n shop -c web --previous" },
    { "a claim, by an event without a UID", { DEPLOYMENT, POD("volumes: [{persistentVolumeClaim: {claimName: data}}]", "conditions: [{type: PodScheduled, status: 'False', message: unbound}]"), CLAIM, CLAIM_EVENT }, "Pod/web-1: not scheduled: unbound; PersistentVolumeClaim/data: storageclass.storage.k8s.io \"fast\" not found", "storage class fast", "kubectl get storageclass" },
    { "a dependency", { KUSTOMIZATION("apps", "k1", "dependsOn: [{name: infra}]", "DependencyNotReady", "waits"), KUSTOMIZATION("infra", "k2", "path: x", "BuildFailed", "no such file") }, "Kustomization/infra: no such file", "Kustomization/infra in flux", "flux reconcile kustomization infra -n flux --with-source" },
    { "no dependency when it is about itself", { KUSTOMIZATION("apps", "k1", "dependsOn: [{name: infra}]", "BuildFailed", "own"), KUSTOMIZATION("infra", "k2", "path: x", "BuildFailed", "no such file") }, "", "Kustomization/apps in flux", "flux reconcile kustomization apps -n flux --with-source" },
    { "two that wait for each other", { KUSTOMIZATION("a", "k1", "dependsOn: [{name: b}]", "DependencyNotReady", "waits for b"), KUSTOMIZATION("b", "k2", "dependsOn: [{name: a}]", "DependencyNotReady", "waits for a") }, "Kustomization/b: waits for a", "Kustomization/b in flux", "flux reconcile kustomization b -n flux --with-source" },
    { "a member of an Application by its annotation", { "{apiVersion: argoproj.io/v1alpha1, kind: Application, metadata: {name: shop, namespace: argocd, uid: a}, status: {health: {status: Degraded}, sync: {status: Synced}}}", "{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: data, namespace: shop, uid: c, annotations: {argocd.argoproj.io/tracking-id: 'shop:/PersistentVolumeClaim:shop/data'}}, status: {phase: Pending}}" }, "PersistentVolumeClaim/data: no persistent volumes available for this claim, and it has no storage class", "PersistentVolumeClaim/data in shop", "kubectl describe persistentvolumeclaim/data -n shop" },
    { "the worst member", { "{apiVersion: argoproj.io/v1alpha1, kind: Application, metadata: {name: shop, namespace: argocd, uid: a}, status: {health: {status: Degraded}, sync: {status: Synced}, resources: [{group: apps, kind: Deployment, namespace: shop, name: web}, {kind: PersistentVolumeClaim, namespace: shop, name: lost}]}}", DEPLOYMENT, CRASHING, "{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: lost, namespace: shop, uid: c}, status: {phase: Lost}}", EVENT("FailedMount", "2025-11-13T02:00:00Z", "x") }, NULL, "PersistentVolumeClaim/lost in shop", NULL },
    { "a Service and its Pods", { "{apiVersion: v1, kind: Service, metadata: {name: web, namespace: shop, uid: s}, spec: {type: LoadBalancer, selector: {app: web}}, status: {loadBalancer: {}}}", CRASHING }, "Pod/web-1: container web: CrashLoopBackOff, exited with 1 (Error)", NULL, NULL },
    { "a name that is not plain", { "{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: 'a; rm -rf x', namespace: shop, uid: c}, status: {phase: Pending}}" }, NULL, NULL, "" },
    { "finalizers", { "{apiVersion: example.com/v1, kind: Widget, metadata: {name: w, uid: w, deletionTimestamp: '2025-11-13T02:00:00Z', finalizers: [example.com/a, example.com/b]}}" }, "being deleted, waits for finalizers example.com/a, example.com/b", "Widget/w", "kubectl describe widget.example.com/w" },
};
/* clang-format on */

/* The same question about notes, of which the first is asked about. `want` absent: there is nothing to explain. */
static void check_notes(const world *w, vitals_text want) {
    vitals_why_note *notes[8];
    vitals_why_options options = VITALS_WHY_OPTIONS_INIT;
    vitals_call call = VITALS_CALL_INIT;
    vitals_verdict *verdict = NULL;
    vitals_why *why = NULL;
    const vitals_document *document;
    uint64_t cursor = 0;
    size_t count = 0, size = 0;
    char *text = NULL;
    assert_int_equal(vitals_verdict_new(NULL, &verdict), VITALS_OK);
    while ((document = vitals_set_next(w->set, &cursor))) {
        call.set = w->set;
        assert_int_equal(vitals_assess(w->worker, document, &call, verdict), VITALS_OK);
        const vitals_status status = vitals_why_note_new(document, verdict, 7, NULL, &notes[count]);
        if (status != VITALS_ENOTFOUND) assert_int_equal(status, VITALS_OK);
        count += status == VITALS_OK;
    }
    options.notes = (const vitals_why_note *const *)(const void *)notes;
    options.note_count = count;
    assert_int_equal(vitals_why_new(w->worker, &call, &options, &why), VITALS_OK);
    for (int again = 0; again < 2; again++) {
        const vitals_status status = vitals_why_because(why, 0, &text, &size);
        assert_int_equal(status, want.bytes ? VITALS_OK : VITALS_ENOTFOUND);
        if (status) continue;
        assert_string_equal(text, want.bytes);
        assert_int_equal(size, want.size);
        vitals_text_free(NULL, text, size);
    }
    assert_int_equal(vitals_why_because(why, count, &text, &size), VITALS_EINVAL);
    vitals_why_free(why);
    for (size_t i = 0; i < count; i++) vitals_why_note_free(NULL, notes[i]);
    vitals_verdict_free(verdict);
}

static void check(void **state) {
    const struct row *row = *state;
    vitals_why_finding finding;
    world w;
    world_open(&w, row->objects, NULL);
    assert_int_equal(world_ask_first(&w, &finding), VITALS_OK);
    if (row->because) world_assert_text(finding.because, row->because);
    if (row->key) world_assert_text(finding.cause_key, row->key);
    if (row->next) world_assert_text(finding.next, *row->next ? row->next : NULL);
    check_notes(&w, finding.because);
    world_close(&w);
}

/* ------------------------------------------------------------------- others */

static void test_healthy(void **state) {
    static const char *const objects[] = { "{apiVersion: v1, kind: PersistentVolumeClaim, "
                                           "metadata: {name: a, uid: a}, status: {phase: "
                                           "Bound}}",
                                           NULL };
    vitals_why_finding finding;
    world w;
    (void)state;
    world_open(&w, objects, NULL);
    assert_int_equal(world_ask_first(&w, &finding), VITALS_ENOTFOUND);
    assert_int_equal(vitals_why_finding_count(w.why), 0);
    world_close(&w);
}

/* A CronJob is healthy while its last Job fails; an earlier Job does not matter. */
static void test_cron_job(void **state) {
#define JOB(name, created, condition)                                                              \
    "{apiVersion: batch/v1, kind: Job, metadata: {name: " name ", namespace: shop, uid: " name     \
    ", creationTimestamp: '" created "', ownerReferences: [{uid: j}]}, status: {conditions: "      \
    "[{type: " condition ", status: 'True', message: m}]}}"
    static const char cron[] =
        "{apiVersion: batch/v1, kind: CronJob, metadata: {name: report, namespace: shop, uid: j}, "
        "status: {lastScheduleTime: '2025-11-13T02:00:00Z', lastSuccessfulTime: "
        "'2025-11-13T02:00:00Z'}}";
    static const char *const failing[] = { cron, JOB("two", "2025-11-13T02:00:00Z", "Failed"),
                                           JOB("one", "2025-11-13T01:00:00Z", "Complete"), NULL };
    static const char *const mended[] = { cron, JOB("two", "2025-11-13T02:00:00Z", "Complete"),
                                          JOB("one", "2025-11-13T01:00:00Z", "Failed"), NULL };
    vitals_why_finding finding;
    world w;
    (void)state;
    world_open(&w, failing, NULL);
    assert_int_equal(world_ask_first(&w, &finding), VITALS_OK);
    world_assert_text(finding.because, "Job/two: m");
    check_notes(&w, finding.because);
    world_close(&w);
    world_open(&w, mended, NULL);
    assert_int_equal(world_ask_first(&w, &finding), VITALS_ENOTFOUND);
    check_notes(&w, (vitals_text){ NULL, 0 });
    world_close(&w);
}

static void test_shared_cause(void **state) {
#define FAILED_SET(name, quota)                                                                    \
    "{apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: " name ", namespace: shop, uid: "    \
    "" name                                                                                        \
    "}, spec: {replicas: 1}, status: {conditions: [{type: ReplicaFailure, status: 'True', "        \
    "message: 'pods \"" name "-x\" is forbidden: exceeded quota: " quota ", requested: "           \
    "pods=1'}]}}"
    static const char *const objects[] = { FAILED_SET("a", "small"), FAILED_SET("b", "small"),
                                           FAILED_SET("c", "large"), NULL };
    static const size_t first[] = { 0, 0, 2 };
    vitals_why_finding finding;
    world w;
    uint64_t cursor = 0;
    (void)state;
    world_open(&w, objects, NULL);
    for (size_t i = 0; i < 3; i++) {
        size_t index = SIZE_MAX;
        const vitals_document *document = vitals_set_next(w.set, &cursor);
        assert_int_equal(vitals_why_ask(w.why, document, &index), VITALS_OK);
        assert_int_equal(index, i);
        assert_true(vitals_why_finding_at(w.why, i, &finding, sizeof finding));
        assert_int_equal(finding.first, first[i]);
        assert_int_equal(vitals_why_ask(w.why, document, &index), VITALS_OK);
        assert_int_equal(index, i);
    }
    world_assert_text(finding.cause_key, "quota large in shop");
    world_close(&w);
}

static void test_events(void **state) {
    static const char *const objects[] = { DEPLOYMENT,
                                           CRASHING,
                                           EVENT("A", "2025-11-13T02:00:01Z", "one"),
                                           EVENT("B", "2025-11-13T02:00:04Z", "four"),
                                           EVENT("C", "2025-11-13T02:00:02Z", "two"),
                                           EVENT("D", "2025-11-13T02:00:03Z", "three"),
                                           NULL };
    static const char *const want[] = { "four", "three", "two" };
    vitals_why_finding finding;
    vitals_why_event event;
    world w;
    (void)state;
    world_open(&w, objects, NULL);
    assert_int_equal(world_ask_first(&w, &finding), VITALS_OK);
    assert_int_equal(finding.event_count, 3);
    for (size_t i = 0; i < 3; i++) {
        assert_true(vitals_why_event_at(w.why, 0, i, &event, sizeof event));
        world_assert_text(event.message, want[i]);
        assert_int_equal(event.count, 2);
    }
    assert_int_equal(event.at_seconds, 1762999202);
    assert_false(vitals_why_event_at(w.why, 0, 3, &event, sizeof event));
    world_close(&w);
}

/* The trouble began at 02:00:00. Of a ConfigMap that the Pod reads: 5 minutes before; of the Deployment: in
** the window, long before, and a status. */
static void test_changes(void **state) {
#define WRITE(manager, time, more)                                                                 \
    "{manager: " manager ", operation: Update, time: '2025-11-13T" time "Z'" more "}"
    static const char *const objects[] = {
        "{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: shop, uid: d, "
        "generation: 1, managedFields: [" WRITE("argocd", "01:10:00", "") ", " WRITE(
            "kubectl-edit", "01:59:00",
            "") ", " WRITE("controllers", "01:59:30",
                           ", subresource: status") "]}, spec: {replicas: 1}, status: "
                                                    "{observedGeneration: 1, conditions: [{type: "
                                                    "Progressing, status: 'False', reason: "
                                                    "ProgressDeadlineExceeded, lastTransitionTime: "
                                                    "'2025-11-13T02:00:00Z'}]}}",
        POD("containers: [{name: web, envFrom: [{configMapRef: {name: settings}}]}]",
            "containerStatuses: [{name: web, state: {waiting: {reason: CrashLoopBackOff}}}]"),
        "{apiVersion: v1, kind: ConfigMap, metadata: {name: settings, namespace: shop, uid: m, "
        "managedFields: [" WRITE("helm", "01:55:00", "") "]}}",
        NULL
    };
    static const char *const managers[] = { "kubectl-edit", "helm" };
    vitals_why_finding finding;
    vitals_why_change change;
    world w;
    (void)state;
    world_open(&w, objects, NULL);
    assert_int_equal(world_ask_first(&w, &finding), VITALS_OK);
    assert_int_equal(finding.change_count, 2);
    for (size_t i = 0; i < 2; i++) {
        assert_true(vitals_why_change_at(w.why, 0, i, &change, sizeof change));
        world_assert_text(change.manager, managers[i]);
    }
    world_close(&w);
}

/* Each place in a Pod that names a ConfigMap or a Secret. */
static void test_changed_sources(void **state) {
    static const char *const specs[] = {
        "containers: [{name: web, env: [{valueFrom: {configMapKeyRef: {name: settings}}}]}]",
        "initContainers: [{name: web, envFrom: [{configMapRef: {name: settings}}]}]",
        "volumes: [{configMap: {name: settings}}]",
        "volumes: [{projected: {sources: [{configMap: {name: settings}}]}}]",
        "containers: [{name: web, envFrom: [{secretRef: {name: settings}}]}]",
        "initContainers: [{name: web, env: [{valueFrom: {secretKeyRef: {name: settings}}}]}]",
        "volumes: [{secret: {secretName: settings}}]",
        "volumes: [{projected: {sources: [{secret: {name: settings}}]}}]",
    };
    static const char pod[] =
        "{apiVersion: v1, kind: Pod, metadata: {name: web-1, namespace: shop, uid: p}, spec: {%s}, "
        "status: {phase: Pending, conditions: [{type: Ready, status: 'False', lastTransitionTime: "
        "'2025-11-13T02:00:00Z'}], containerStatuses: [{name: web, state: {waiting: {reason: "
        "CrashLoopBackOff}}}]}}";
    static const char source[] =
        "{apiVersion: v1, kind: %s, metadata: {name: settings, namespace: shop, uid: m, "
        "managedFields: [" WRITE("helm", "01:55:00", "") "]}}";
    (void)state;
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        char texts[2][1024];
        const char *objects[] = { texts[0], texts[1], NULL };
        vitals_why_finding finding;
        world w;
        snprintf(texts[0], sizeof texts[0], pod, specs[i]);
        snprintf(texts[1], sizeof texts[1], source, i < 4 ? "ConfigMap" : "Secret");
        world_open(&w, objects, NULL);
        assert_int_equal(world_ask_first(&w, &finding), VITALS_OK);
        if (finding.change_count != 1) fail_msg("%s: no change found", specs[i]);
        world_close(&w);
    }
}

static void test_needs(void **state) {
    vitals_document *warning = world_parse(EVENT("A", "2025-11-13T02:00:01Z", "one"));
    vitals_document *normal =
        world_parse("{apiVersion: v1, kind: Event, metadata: {name: n}, type: Normal}");
    (void)state;
    assert_true(vitals_why_needs(warning, NULL));
    assert_false(vitals_why_needs(normal, NULL));
    vitals_document_free(warning);
    vitals_document_free(normal);
}

static void test_limit(void **state) {
    static const char *const objects[] = { DEPLOYMENT, CRASHING, NULL };
    vitals_limits *limits = NULL;
    vitals_why_finding finding;
    world w;
    (void)state;
    assert_int_equal(vitals_limits_new(NULL, &limits), VITALS_OK);
    assert_int_equal(vitals_limits_set(limits, "why_objects", 1), VITALS_OK);
    world_open(&w, objects, limits);
    assert_int_equal(world_ask_first(&w, &finding), VITALS_OK);
    assert_null(finding.limit);
    world_close(&w);
    static const char *const more[] = { DEPLOYMENT, CRASHING, CLAIM, NULL };
    static const char two[] =
        "{apiVersion: v1, kind: Pod, metadata: {name: web-2, namespace: shop, "
        "uid: p2, ownerReferences: [{uid: d}]}}";
    const char *const pods[] = { more[0], more[1], two, NULL };
    world_open(&w, pods, limits);
    assert_int_equal(world_ask_first(&w, &finding), VITALS_OK);
    assert_string_equal(finding.limit, "why_objects");
    world_close(&w);
    vitals_limits_free(limits);
}

static void test_json(void **state) {
    static const char *const objects[] = { DEPLOYMENT, CRASHING, NULL };
    vitals_why_finding finding;
    char *text = NULL;
    size_t size = 0;
    world w;
    (void)state;
    world_open(&w, objects, NULL);
    assert_int_equal(world_ask_first(&w, &finding), VITALS_OK);
    assert_int_equal(vitals_why_json(w.why, 0, &text, &size), VITALS_OK);
    assert_int_equal(strlen(text), size);
    assert_non_null(
        strstr(text, "\"cause\":{\"group\":\"\",\"kind\":\"Pod\",\"namespace\":\"shop\""));
    assert_int_equal(vitals_why_json(w.why, 1, &text, &size), VITALS_EINVAL);
    vitals_text_free(NULL, text, size);
    world_close(&w);
}

/* Every allocation fails once; nothing is left. */
static vitals_status work(torture *state, void *user) {
    const vitals_allocator allocator = torture_allocator(state);
    vitals_why_options options = VITALS_WHY_OPTIONS_INIT;
    const world *w = user;
    vitals_why *why = NULL;
    char *text = NULL;
    size_t size = 0, index = 0;
    uint64_t cursor = 0;
    options.allocator = &allocator;
    options.set = w->set;
    vitals_status status = vitals_why_new(w->worker, NULL, &options, &why);
    if (!status) status = vitals_why_ask(why, vitals_set_next(w->set, &cursor), &index);
    if (!status) status = vitals_why_json(why, index, &text, &size);
    if (!status) vitals_text_free(&allocator, text, size);
    vitals_why_free(why);
    return status;
}

static vitals_status work_notes(torture *state, void *user) {
    const vitals_allocator allocator = torture_allocator(state);
    vitals_why_options options = VITALS_WHY_OPTIONS_INIT;
    const world *w = user;
    vitals_why_note *notes[8];
    vitals_verdict *verdict = NULL;
    vitals_why *why = NULL;
    char *text = NULL;
    size_t size = 0, count = 0;
    uint64_t cursor = 0;
    const vitals_document *document;
    vitals_status status = VITALS_OK;
    assert_int_equal(vitals_verdict_new(NULL, &verdict), VITALS_OK);
    while (!status && (document = vitals_set_next(w->set, &cursor))) {
        assert_int_equal(vitals_assess(w->worker, document, NULL, verdict), VITALS_OK);
        status = vitals_why_note_new(document, verdict, 7, &allocator, &notes[count]);
        count += status == VITALS_OK;
    }
    options.allocator = &allocator;
    options.notes = (const vitals_why_note *const *)(const void *)notes;
    options.note_count = count;
    if (!status) status = vitals_why_new(w->worker, NULL, &options, &why);
    if (!status) status = vitals_why_because(why, 0, &text, &size);
    if (!status) vitals_text_free(&allocator, text, size);
    vitals_why_free(why);
    for (size_t i = 0; i < count; i++) vitals_why_note_free(&allocator, notes[i]);
    vitals_verdict_free(verdict);
    return status;
}

static void test_memory(void **state) {
    static const char *const objects[] = {
        DEPLOYMENT, CREATING, CLAIM, CLAIM_EVENT, EVENT("A", "2025-11-13T02:00:01Z", "one"), NULL
    };
    world w;
    (void)state;
    world_open(&w, objects, NULL);
    assert_true(torture_run(work, &w) > 10);
    assert_true(torture_run(work_notes, &w) > 10);
    world_close(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_healthy),      cmocka_unit_test(test_cron_job),
        cmocka_unit_test(test_shared_cause), cmocka_unit_test(test_events),
        cmocka_unit_test(test_changes),      cmocka_unit_test(test_changed_sources),
        cmocka_unit_test(test_needs),        cmocka_unit_test(test_limit),
        cmocka_unit_test(test_json),         cmocka_unit_test(test_memory),
    };
    return TABLE_RUN("why", check, rows) + cmocka_run_group_tests(tests, NULL, NULL);
}
