/* A warm worker allocates nothing. */
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
        cmocka_unit_test(warm_worker_allocates_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
