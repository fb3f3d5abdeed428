/* Threads over one engine whose expressions match patterns: more patterns than the cache holds, so
** that they are found, compiled, evicted and forgotten at the same time. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

#include "support/health.h"
#include "support/table.h"

enum { THREADS = 3, ROUNDS = 600, PATTERNS = 300 };

#define EXPRESSIONS                                                                                \
    "- apiVersion: x.io/v1\n"                                                                      \
    "  kind: W\n"                                                                                  \
    "  current: metadata.name.matches('^w[0-9]+$') && metadata.name.matches(spec.pattern)\n"

typedef struct shared {
    vitals_engine *engine;
    vitals_document *documents[PATTERNS];
    atomic_bool failed;
} shared;

static vitals_engine *make_engine(void) {
    vitals_configuration *configuration = NULL;
    vitals_engine *engine = NULL;
    assert_int_equal(vitals_configuration_new(NULL, &configuration), VITALS_OK);
    assert_int_equal(vitals_configuration_add_expressions(configuration, "list", EXPRESSIONS,
                                                          sizeof EXPRESSIONS - 1, NULL),
                     VITALS_OK);
    assert_int_equal(vitals_engine_new(configuration, &engine, NULL), VITALS_OK);
    vitals_configuration_free(configuration);
    return engine;
}

static vitals_document *make_document(int number) {
    vitals_document *document = NULL;
    char text[256];
    int size =
        snprintf(text, sizeof text,
                 "{\"apiVersion\":\"x.io/v1\",\"kind\":\"W\",\"metadata\":{\"name\":\"w%d\"},"
                 "\"spec\":{\"pattern\":\"^w(%d)$\"}}",
                 number, number);
    assert_int_equal(vitals_document_parse(text, (size_t)size, NULL, &document, NULL), VITALS_OK);
    return document;
}

static bool assess_rounds(shared *state, vitals_worker *worker, vitals_verdict *verdict) {
    for (int i = 0; i < ROUNDS; i++) {
        const vitals_document *document = state->documents[i * 7 % PATTERNS];
        if (vitals_assess(worker, document, NULL, verdict)) return false;
        if (vitals_verdict_health(verdict) != VITALS_HEALTH_HEALTHY) return false;
        if (i % 50 == 0) vitals_worker_scrub(worker);
    }
    return true;
}

static void *assess(void *user) {
    shared *state = user;
    vitals_worker *worker = NULL;
    vitals_verdict *verdict = NULL;
    bool good = vitals_worker_new(state->engine, &worker) == VITALS_OK &&
                vitals_verdict_new(NULL, &verdict) == VITALS_OK &&
                assess_rounds(state, worker, verdict);
    if (!good) atomic_store(&state->failed, true);
    vitals_verdict_free(verdict);
    vitals_worker_free(worker);
    return NULL;
}

static void patterns_are_shared(void **unused) {
    (void)unused;
    static shared state;
    state.engine = make_engine();
    for (int i = 0; i < PATTERNS; i++) state.documents[i] = make_document(i);
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, assess, &state), 0);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    assert_false(atomic_load(&state.failed));
    for (int i = 0; i < PATTERNS; i++) vitals_document_free(state.documents[i]);
    vitals_engine_release(state.engine);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(patterns_are_shared) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
