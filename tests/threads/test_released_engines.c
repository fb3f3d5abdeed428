/* Threads build engines that share the compiled bundled checks, assess with them, and release them in
** any order: the checks outlive the engine that compiled them, and nothing of an engine's own is
** shared with them. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

#include "support/health.h"
#include "support/table.h"

enum { THREADS = 3, ENGINES = 60, KINDS = 3 };

/* Kinds that the bundle has checks for. */
static const char *const kinds[KINDS][2] = {
    { "cdi.kubevirt.io", "DataVolume" },
    { "argoproj.io", "Rollout" },
    { "batch", "CronJob" },
};

typedef struct shared {
    vitals_document *documents[KINDS];
    vitals_engine *engine; /* the one that compiled the bundle; each thread has a reference */
    char messages[KINDS][200];
    atomic_bool failed;
} shared;

/* An engine that shares with `from`, without the check of one kind. */
static vitals_engine *make_engine(vitals_engine *from, int disabled) {
    vitals_configuration *configuration = NULL;
    vitals_engine *engine = NULL;
    char name[80];
    snprintf(name, sizeof name, "%s/%s", kinds[disabled][0], kinds[disabled][1]);
    vitals_status status = vitals_configuration_new(NULL, &configuration);
    if (!status) status = vitals_configuration_disable_bundled(configuration, name);
    if (!status) {
        vitals_configuration_share(configuration, from);
        status = vitals_engine_new(configuration, &engine, NULL);
    }
    vitals_configuration_free(configuration);
    return status ? NULL : engine;
}

/* All kinds but the disabled one have the answers of the first engine. */
static bool answers(const shared *all, vitals_worker *worker, vitals_verdict *verdict,
                    int disabled) {
    for (int i = 0; i < KINDS; i++) {
        if (vitals_assess(worker, all->documents[i], NULL, verdict)) return false;
        bool is_bundled = vitals_verdict_source(verdict) == VITALS_SOURCE_BUNDLED;
        if (is_bundled != (i != disabled)) return false;
        if (is_bundled && strcmp(vitals_verdict_message(verdict).bytes, all->messages[i]) != 0) {
            return false;
        }
    }
    return true;
}

/* One engine after another, each sharing with the one before, which is released first. */
static bool build_engines(shared *all, vitals_verdict *verdict) {
    vitals_engine *engine = all->engine;
    bool good = true;
    for (int i = 0; i < ENGINES && good; i++) {
        int disabled = i % KINDS;
        vitals_engine *next = make_engine(engine, disabled);
        vitals_engine_release(engine);
        engine = next;
        vitals_worker *worker = NULL;
        good = engine && vitals_worker_new(engine, &worker) == VITALS_OK &&
               answers(all, worker, verdict, disabled);
        vitals_worker_free(worker);
    }
    vitals_engine_release(engine);
    return good;
}

static void *run(void *user) {
    shared *all = user;
    vitals_verdict *verdict = NULL;
    bool good = vitals_verdict_new(NULL, &verdict) == VITALS_OK && build_engines(all, verdict);
    if (!good) atomic_store(&all->failed, true);
    vitals_verdict_free(verdict);
    return NULL;
}

/* The objects, and what the first engine says about them. */
static void prepare(shared *all) {
    vitals_worker *worker = NULL;
    vitals_verdict *verdict = NULL;
    assert_int_equal(vitals_engine_new(NULL, &all->engine, NULL), VITALS_OK);
    assert_int_equal(vitals_worker_new(all->engine, &worker), VITALS_OK);
    assert_int_equal(vitals_verdict_new(NULL, &verdict), VITALS_OK);
    for (int i = 0; i < KINDS; i++) {
        char text[200];
        int size = snprintf(text, sizeof text,
                            "{\"apiVersion\":\"%s/v1\",\"kind\":\"%s\",\"metadata\":{\"name\":"
                            "\"n\"},\"spec\":{\"replicas\":1},\"status\":{}}",
                            kinds[i][0], kinds[i][1]);
        vitals_status status =
            vitals_document_parse(text, (size_t)size, NULL, &all->documents[i], NULL);
        assert_int_equal(status, VITALS_OK);
        assert_int_equal(vitals_assess(worker, all->documents[i], NULL, verdict), VITALS_OK);
        assert_int_equal(vitals_verdict_source(verdict), VITALS_SOURCE_BUNDLED);
        snprintf(all->messages[i], sizeof all->messages[i], "%s",
                 vitals_verdict_message(verdict).bytes);
    }
    vitals_verdict_free(verdict);
    vitals_worker_free(worker);
}

static void engines_share_the_bundle(void **unused) {
    (void)unused;
    shared all = { .engine = NULL };
    pthread_t threads[THREADS];
    prepare(&all);
    for (int i = 1; i < THREADS; i++) vitals_engine_retain(all.engine); /* one each */
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, run, &all), 0);
    }
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    assert_false(atomic_load(&all.failed));
    for (int i = 0; i < KINDS; i++) vitals_document_free(all.documents[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(engines_share_the_bundle) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
