/* Verdicts with status_only, and what a warm worker allocates. */
#include "support/health.h"
#include "support/table.h"
#include "support/torture.h"

#define NAMED                                                                                      \
    "\"metadata\":{\"name\":\"web\",\"namespace\":\"shop\",\"uid\":\"u\",\"generation\":2},"
#define PROGRESSING                                                                                \
    "{\"type\":\"Progressing\",\"status\":\"False\",\"reason\":\"ProgressDeadlineExceeded\","      \
    "\"message\":\"too late\",\"lastTransitionTime\":\"2026-01-01T00:00:00Z\"}"
#define DEPLOYMENT                                                                                 \
    "{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\"," NAMED "\"spec\":{\"replicas\":3},"      \
    "\"status\":{\"observedGeneration\":2,\"replicas\":3,\"conditions\":[" PROGRESSING "]}}"
#define STALE                                                                                      \
    "{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\"," NAMED                                   \
    "\"status\":{\"observedGeneration\":1}}"
#define POD                                                                                        \
    "{\"apiVersion\":\"v1\",\"kind\":\"Pod\"," NAMED "\"spec\":{\"restartPolicy\":\"Always\"},"    \
    "\"status\":{\"phase\":\"Running\",\"conditions\":[{\"type\":\"Ready\",\"status\":\"True\"}]}" \
    "}"
#define STATEFUL_SET                                                                               \
    "{\"apiVersion\":\"apps/v1\",\"kind\":\"StatefulSet\"," NAMED "\"spec\":{\"replicas\":3},"     \
    "\"status\":{\"observedGeneration\":2,\"replicas\":3,\"readyReplicas\":3,"                     \
    "\"currentReplicas\":3}}"

static vitals_document *parse(const char *object) {
    vitals_document *document = NULL;
    assert_int_equal(vitals_document_parse(object, strlen(object), NULL, &document, NULL),
                     VITALS_OK);
    return document;
}

static void same_text(vitals_text a, vitals_text b) {
    assert_int_equal(a.size, b.size);
    assert_true((a.bytes == NULL) == (b.bytes == NULL));
    if (a.size) assert_memory_equal(a.bytes, b.bytes, a.size);
}

/* The fields about the rule are the same with and without status_only. */
static void same_answer(const vitals_verdict *a, const vitals_verdict *b) {
    assert_int_equal(vitals_verdict_health(a), vitals_verdict_health(b));
    assert_int_equal(vitals_verdict_source(a), vitals_verdict_source(b));
    assert_int_equal(vitals_verdict_kstatus(a), vitals_verdict_kstatus(b));
    same_text(vitals_verdict_message(a), vitals_verdict_message(b));
    same_text(vitals_verdict_kstatus_message(a), vitals_verdict_kstatus_message(b));
    same_text(vitals_verdict_rule(a), vitals_verdict_rule(b));
    same_text(vitals_verdict_row(a), vitals_verdict_row(b));
    same_text(vitals_verdict_error(a), vitals_verdict_error(b));
    assert_ptr_equal(vitals_verdict_limit(a), vitals_verdict_limit(b));
    assert_int_equal(vitals_verdict_line(a), vitals_verdict_line(b));
    assert_int_equal(vitals_verdict_steps(a), vitals_verdict_steps(b));
}

static void rule_fields_are_the_same(void **state) {
    (void)state;
    static const char *const objects[] = { DEPLOYMENT, STALE, POD, STATEFUL_SET,
                                           "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"spec\":1}" };
    health_run run;
    const health_setup setup = { .bundled = true };
    assert_int_equal(health_open(&setup, &run), VITALS_OK);
    vitals_verdict *full = NULL;
    assert_int_equal(vitals_verdict_new(NULL, &full), VITALS_OK);
    for (size_t i = 0; i < sizeof objects / sizeof *objects * VITALS_PROFILE_COUNT; i++) {
        vitals_document *document = parse(objects[i / VITALS_PROFILE_COUNT]);
        vitals_call call = VITALS_CALL_INIT;
        call.profile = (vitals_profile)(i % VITALS_PROFILE_COUNT);
        assert_int_equal(vitals_assess(run.worker, document, &call, full), VITALS_OK);
        call.status_only = true;
        assert_int_equal(vitals_assess(run.worker, document, &call, run.verdict), VITALS_OK);
        same_answer(full, run.verdict);
        vitals_document_free(document);
    }
    vitals_verdict_free(full);
    health_close(&run);
}

/* Nothing is left of the full verdict before. */
static void object_fields_are_empty(void **state) {
    (void)state;
    health_run run;
    const health_setup setup = { .bundled = false };
    assert_int_equal(health_open(&setup, &run), VITALS_OK);
    vitals_call call = VITALS_CALL_INIT;
    call.profile = VITALS_PROFILE_ARGOCD;
    assert_int_equal(health_call(&run, &call, DEPLOYMENT), VITALS_OK);
    assert_true(vitals_verdict_counted(run.verdict));
    assert_string_equal(vitals_verdict_since(run.verdict).bytes, "2026-01-01T00:00:00Z");
    assert_int_equal(health_call(&run, &call, STALE), VITALS_OK);
    assert_true(vitals_verdict_stale(run.verdict));
    call.status_only = true;
    assert_int_equal(health_call(&run, &call, DEPLOYMENT), VITALS_OK);
    assert_false(vitals_verdict_counted(run.verdict));
    assert_false(vitals_verdict_stale(run.verdict));
    assert_null(vitals_verdict_since(run.verdict).bytes);
    assert_null(vitals_verdict_suspension(run.verdict).bytes);
    vitals_text json;
    assert_int_equal(vitals_verdict_json(run.verdict, &json), VITALS_OK);
    assert_null(strstr(json.bytes, "shop"));
    assert_non_null(strstr(json.bytes, "exceeded its progress deadline"));
    health_close(&run);
}

/* Native checks and kstatus, with all that a verdict says. */
static void warm_worker_allocates_nothing(void **state) {
    (void)state;
    static const char *const objects[] = { DEPLOYMENT, STALE, POD, STATEFUL_SET };
    torture counting = { 0 };
    vitals_allocator allocator = torture_allocator(&counting);
    health_run run;
    const health_setup setup = { .allocator = &allocator };
    assert_int_equal(health_open(&setup, &run), VITALS_OK);
    for (size_t i = 0; i < sizeof objects / sizeof *objects; i++) {
        vitals_document *document = parse(objects[i]);
        size_t warm = 0;
        for (unsigned turn = 0; turn < 40; turn++) {
            vitals_call call = VITALS_CALL_INIT;
            call.profile = (vitals_profile)(turn % VITALS_PROFILE_COUNT);
            call.status_only = turn % 8 < 4;
            assert_int_equal(vitals_assess(run.worker, document, &call, run.verdict), VITALS_OK);
            if (turn < 8) warm = counting.allocations;
        }
        assert_int_equal(counting.allocations, warm);
        vitals_document_free(document);
    }
    health_close(&run);
    assert_int_equal(counting.live_blocks, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rule_fields_are_the_same),
        cmocka_unit_test(object_fields_are_empty),
        cmocka_unit_test(warm_worker_allocates_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
