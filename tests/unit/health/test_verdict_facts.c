/* What a verdict reports about the object beside its health: since when, whether its status is stale, and
** which object it is. */
#include <stdio.h>

#include "support/health.h"
#include "support/table.h"

/* Answers with the message in the spec. */
#define CM                                                                                         \
    "kind: ConfigMap\ndata:\n"                                                                     \
    "  resource.customizations.health.x.io_W: return {status='Healthy', message=obj.spec.m}\n"

static const struct row {
    TABLE_ROW;
    const char *message;
    const char *generation; /* of the metadata */
    const char *status;
    const char *since; /* NULL: not known */
    bool stale;
} rows[] = {
    /* clang-format off */
    { "no status", "up", "1", "null", NULL, false },
    { "the condition with the message", "up", "1", "{conditions: [{message: down, lastTransitionTime: '2026-01-01T00:00:00Z'}, {message: up, lastTransitionTime: '2026-01-02T00:00:00Z'}]}", "2026-01-02T00:00:00Z", false },
    { "the first of two", "up", "1", "{conditions: [{message: up, lastTransitionTime: '2026-01-03T00:00:00Z'}, {message: up, lastTransitionTime: '2026-01-02T00:00:00Z'}]}", "2026-01-03T00:00:00Z", false },
    { "no condition with the message", "up", "1", "{conditions: [{message: upper, lastTransitionTime: '2026-01-01T00:00:00Z'}, {message: u, lastTransitionTime: '2026-01-01T00:00:00Z'}]}", NULL, false },
    { "an empty message matches no condition", "", "1", "{conditions: [{message: '', lastTransitionTime: '2026-01-01T00:00:00Z'}]}", NULL, false },
    { "a condition without a time", "up", "1", "{conditions: [{message: up}]}", NULL, false },
    { "a time with an offset", "up", "1", "{conditions: [{message: up, lastTransitionTime: '2026-01-01T00:00:00.5+02:00'}]}", "2026-01-01T00:00:00.5+02:00", false },
    { "a time that is not one", "up", "1", "{conditions: [{message: up, lastTransitionTime: '2026-13-01T00:00:00Z'}]}", NULL, false },
    { "a time that is a number", "up", "1", "{conditions: [{message: up, lastTransitionTime: 5}]}", NULL, false },
    { "conditions that are not objects", "up", "1", "{conditions: [null, up, 5, [], {message: up, lastTransitionTime: '2026-01-01T00:00:00Z'}]}", "2026-01-01T00:00:00Z", false },
    { "conditions that are a map", "up", "1", "{conditions: {message: up, lastTransitionTime: '2026-01-01T00:00:00Z'}}", NULL, false },
    { "after the kind", "W is Failed: no room", "1", "{conditions: [{message: no room, lastTransitionTime: '2026-01-01T00:00:00Z'}]}", "2026-01-01T00:00:00Z", false },
    { "a reason that is the state", "W is Failed", "1", "{conditions: [{reason: Failed, lastTransitionTime: '2026-01-01T00:00:00Z'}]}", "2026-01-01T00:00:00Z", false },
    { "before a colon", "some failed: shop: no room", "1", "{conditions: [{message: some failed, lastTransitionTime: '2026-01-01T00:00:00Z'}]}", "2026-01-01T00:00:00Z", false },
    { "before a semicolon", "some failed; no room", "1", "{conditions: [{message: some failed, lastTransitionTime: '2026-01-01T00:00:00Z'}]}", "2026-01-01T00:00:00Z", false },
    { "the beginning of a word", "some failed: no room", "1", "{conditions: [{message: some, lastTransitionTime: '2026-01-01T00:00:00Z'}, {message: some fail, lastTransitionTime: '2026-01-02T00:00:00Z'}]}", NULL, false },
    { "a reason before a colon", "Failed: no room", "1", "{conditions: [{reason: Failed, lastTransitionTime: '2026-01-01T00:00:00Z'}]}", NULL, false },
    { "conditions of a part", "up", "1", "{rollout: {conditions: [{message: up, lastTransitionTime: '2026-01-01T00:00:00Z'}]}}", "2026-01-01T00:00:00Z", false },
    { "conditions of a part of a list", "up", "1", "{parents: [5, {conditions: [{message: up, lastTransitionTime: '2026-01-01T00:00:00Z'}]}]}", "2026-01-01T00:00:00Z", false },
    { "its own before those of a part", "up", "1", "{rollout: {conditions: [{message: up, lastTransitionTime: '2026-01-01T00:00:00Z'}]}, conditions: [{message: up, lastTransitionTime: '2026-01-02T00:00:00Z'}]}", "2026-01-02T00:00:00Z", false },
    { "a part whose conditions are not a list", "up", "1", "{rollout: {conditions: {message: up}}, phase: up}", NULL, false },
    { "observed", "", "2", "{observedGeneration: 2}", NULL, false },
    { "behind", "", "2", "{observedGeneration: 1}", NULL, true },
    { "ahead", "", "2", "{observedGeneration: 3}", NULL, false },
    { "observed 0", "", "1", "{observedGeneration: 0}", NULL, true },
    { "no generation", "", "null", "{observedGeneration: 1}", NULL, false },
    { "a generation that is text", "", "'2'", "{observedGeneration: 1}", NULL, false },
    { "an observed one that is text", "", "2", "{observedGeneration: '1'}", NULL, false },
    { "a condition is behind", "", "2", "{observedGeneration: 2, conditions: [{observedGeneration: 2}, {observedGeneration: 1}]}", NULL, true },
    { "the first condition is behind", "", "2", "{conditions: [{observedGeneration: 1}, {}]}", NULL, true },
    { "no condition is behind", "", "2", "{conditions: [{observedGeneration: 2}, {}, 5, {observedGeneration: 7}]}", NULL, false },
    /* clang-format on */
};

static void check(void **state) {
    const struct row *row = *state;
    const health_setup setup = { .configmap = CM };
    health_run run;
    char object[1024];
    assert_int_equal(health_open(&setup, &run), VITALS_OK);
    snprintf(object, sizeof object,
             "--- {apiVersion: x.io/v1, kind: W, metadata: {name: w, generation: %s}, spec: {m: "
             "'%s'}, status: %s}",
             row->generation, row->message, row->status);
    health_assess(&run, VITALS_PROFILE_ARGOCD, object);
    assert_string_equal(vitals_verdict_message(run.verdict).bytes, row->message);
    vitals_text since = vitals_verdict_since(run.verdict);
    assert_int_equal(since.bytes != NULL, row->since != NULL);
    if (row->since) assert_string_equal(since.bytes, row->since);
    assert_int_equal(vitals_verdict_stale(run.verdict), row->stale);
    health_close(&run);
}

/* Names of any length, and a message, are kept apart. */
static void long_names(void **state) {
    (void)state;
    enum { LONG = 20000 };
    static const char *const fields[] = { "name", "namespace", "uid" };
    const health_setup setup = { .configmap = CM };
    health_run run;
    assert_int_equal(health_open(&setup, &run), VITALS_OK);
    char *object = malloc(5 * LONG), *name = malloc(LONG + 1);
    size_t size = (size_t)snprintf(object, 5 * LONG,
                                   "{\"apiVersion\":\"x.io/v1\",\"kind\":\"W\","
                                   "\"metadata\":{");
    for (int i = 0; i < 3; i++) {
        memset(name, 'a' + i, LONG);
        name[LONG] = '\0';
        size += (size_t)snprintf(object + size, 5 * LONG - size, "\"%s\":\"%s\",", fields[i], name);
    }
    memset(name, 'z', LONG);
    snprintf(object + size, 5 * LONG - size, "\"generation\":1},\"spec\":{\"m\":\"%s\"}}", name);
    health_assess(&run, VITALS_PROFILE_ARGOCD, object);
    vitals_text json;
    assert_int_equal(vitals_verdict_json(run.verdict, &json), VITALS_OK);
    assert_string_equal(vitals_verdict_message(run.verdict).bytes, name);
    for (int i = 0; i < 3; i++) {
        char head[32];
        memset(name, 'a' + i, LONG);
        snprintf(head, sizeof head, "\"%s\":\"", fields[i]);
        const char *found = strstr(json.bytes, head);
        assert_non_null(found);
        assert_memory_equal(found + strlen(head), name, LONG);
        assert_int_equal(found[strlen(head) + LONG], '"');
    }
    free(name);
    free(object);
    health_close(&run);
}

int main(void) {
    const struct CMUnitTest others[] = { cmocka_unit_test(long_names) };
    return TABLE_RUN("facts of a verdict", check, rows) +
           cmocka_run_group_tests_name("names", others, NULL, NULL);
}
