/* What explains an object: a Pod by itself, and others by the deepest object below them. */
#include <vitals/explain.h>
#include <vitals/why.h>

#include <string.h>

#include "support/table.h"

#define POD "kind: Pod\napiVersion: v1\nstatus: "
#define CONTAINER(state) POD "{containerStatuses: [{name: web, " state "}]}"
#define INIT(state)                                                                                \
    POD "{initContainerStatuses: [{name: migrate, " state "}], containerStatuses: [{name: web, "   \
        "state: {waiting: {reason: PodInitializing}}}]}"

static const struct row {
    TABLE_ROW;
    const char *object;
    const char *cause;
} rows[] = {
    /* clang-format off */
    { "another kind", "kind: Deployment\napiVersion: apps/v1\nstatus: {reason: X}", "" },
    { "a Pod of another group", "kind: Pod\napiVersion: example.com/v1\nstatus: {reason: X}", "" },
    { "no status", "kind: Pod\napiVersion: v1", "" },
    { "a status that is not a map", "kind: Pod\napiVersion: v1\nstatus: [x]", "" },
    { "running and ready", CONTAINER("ready: true, state: {running: {}}"), "" },
    { "not scheduled", POD "{conditions: [{type: PodScheduled, status: 'False', reason: Unschedulable, message: '0/3 nodes are available: 3 Insufficient cpu.'}]}", "not scheduled: 0/3 nodes are available: 3 Insufficient cpu." },
    { "not scheduled, with a reason only", POD "{conditions: [{type: PodScheduled, status: 'False', reason: SchedulingGated}]}", "not scheduled: SchedulingGated" },
    { "scheduled", POD "{conditions: [{type: PodScheduled, status: 'True'}]}", "" },
    { "evicted", POD "{phase: Failed, reason: Evicted, message: 'The node was low on resource: memory.'}", "Evicted: The node was low on resource: memory." },
    { "a crash loop", CONTAINER("ready: false, state: {waiting: {reason: CrashLoopBackOff, message: back-off 5m0s}}, lastState: {terminated: {exitCode: 137, reason: OOMKilled}}"), "container web: CrashLoopBackOff, exited with 137 (OOMKilled)" },
    { "a crash loop without a last state", CONTAINER("state: {waiting: {reason: CrashLoopBackOff, message: back-off}}"), "container web: CrashLoopBackOff" },
    { "no image", CONTAINER("state: {waiting: {reason: ImagePullBackOff, message: 'Back-off pulling image \"web:9\"'}}"), "container web: ImagePullBackOff: Back-off pulling image \"web:9\"" },
    { "two lines", CONTAINER("state: {waiting: {reason: CreateContainerConfigError, message: \"secret\\nnot found\"}}"), "container web: CreateContainerConfigError: secret" },
    { "ended", CONTAINER("state: {terminated: {exitCode: 1, reason: Error}}"), "container web: exited with 1 (Error)" },
    { "ended well", CONTAINER("ready: false, state: {terminated: {exitCode: 0, reason: Completed}}"), "" },
    { "an exit code that is not a number", CONTAINER("state: {terminated: {exitCode: x}}"), "" },
    { "being created", CONTAINER("ready: false, state: {waiting: {reason: ContainerCreating}}"), "container web: ContainerCreating" },
    { "not ready", CONTAINER("ready: false, state: {running: {}}"), "container web: not ready" },
    { "an init container that fails", INIT("state: {terminated: {exitCode: 2, reason: Error}}"), "init container migrate: exited with 2 (Error)" },
    { "an init container that runs", INIT("ready: false, state: {running: {}}"), "" },
    { "the worst container", POD "{containerStatuses: [{name: a, ready: false, state: {running: {}}}, {name: b, state: {waiting: {reason: ErrImagePull}}}, {name: c, state: {waiting: {reason: ErrImagePull}}}]}", "container b: ErrImagePull" },
    { "lists of other things", POD "{initContainerStatuses: x, containerStatuses: [1, null, {}], conditions: [x]}", "" },
    /* clang-format on */
};

static vitals_document *parse(const char *text) {
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    vitals_document *document = NULL;
    options.format = VITALS_FORMAT_YAML;
    assert_int_equal(vitals_document_parse(text, strlen(text), &options, &document, NULL),
                     VITALS_OK);
    return document;
}

static void check(void **state) {
    const struct row *row = *state;
    vitals_document *document = parse(row->object);
    char *cause = NULL;
    size_t size = 0;
    assert_int_equal(vitals_pod_cause(document, NULL, &cause, &size), VITALS_OK);
    assert_string_equal(cause, row->cause);
    assert_int_equal(size, strlen(row->cause));
    vitals_text_free(NULL, cause, size);
    vitals_document_free(document);
}

/* ------------------------------------------------------------ explanations */

/* clang-format off */
static const char waiting[] = "{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, uid: d, generation: 1}, spec: {replicas: 1}, status: {observedGeneration: 1, replicas: 1, updatedReplicas: 1}}";
static const char healthy[] = "{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, uid: d, generation: 1}, spec: {replicas: 1}, status: {observedGeneration: 1, replicas: 1, updatedReplicas: 1, availableReplicas: 1}}";
static const char replicas[] = "{apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: web-1, uid: r, ownerReferences: [{uid: d}]}, spec: {replicas: 1}, status: {replicas: 1}}";
static const char crashing[] = "{apiVersion: v1, kind: Pod, metadata: {name: web-1-a, uid: p, ownerReferences: [{uid: r}]}, spec: {restartPolicy: Always}, status: {phase: Running, containerStatuses: [{name: web, state: {waiting: {reason: CrashLoopBackOff, message: x}}}]}}";
/* clang-format on */

static const struct set_row {
    TABLE_ROW;
    const char *objects[4]; /* the first is explained */
    const char *because;    /* NULL: nothing */
} sets[] = {
    { "nothing below", { waiting }, NULL },
    { "the deepest",
      { waiting, replicas, crashing },
      "Pod/web-1-a: container web: CrashLoopBackOff" },
    { "a healthy object needs no cause", { healthy, replicas, crashing }, NULL },
    { "a Pod itself", { crashing }, "container web: CrashLoopBackOff" },
};

static void check_set(void **state) {
    const struct set_row *row = *state;
    vitals_engine *engine = NULL;
    vitals_set *set = NULL;
    vitals_explanation *explanation = NULL;
    vitals_call call = VITALS_CALL_INIT;
    assert_int_equal(vitals_engine_new(NULL, &engine, NULL), VITALS_OK);
    assert_int_equal(vitals_set_new(NULL, &set), VITALS_OK);
    for (size_t i = 0; row->objects[i]; i++)
        assert_int_equal(vitals_set_put(set, parse(row->objects[i])), VITALS_OK);
    uint64_t cursor = 0;
    call.set = set;
    assert_int_equal(
        vitals_explain(engine, vitals_set_next(set, &cursor), &call, NULL, &explanation),
        VITALS_OK);
    const vitals_text because = vitals_explanation_because(explanation);
    if (row->because)
        assert_string_equal(because.bytes, row->because);
    else
        assert_null(because.bytes);
    vitals_explanation_free(explanation);
    vitals_set_free(set);
    vitals_engine_release(engine);
}

int main(void) {
    return TABLE_RUN("pod_cause", check, rows) + TABLE_RUN("because", check_set, sets);
}
