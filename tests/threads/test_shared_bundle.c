/* Threads that ask for the same built-in scripts at the same time get the same ones. */
#include <pthread.h>

#include "support/table.h"

#include <vitals/vitals.h>

#include "health/health.h"

enum { THREADS = 4, MOST = 1000 };

typedef struct job {
    const vitals_engine *engine;
    pthread_barrier_t *start;
    vt_lua_script *scripts[MOST];
    size_t count;
    bool failed;
} job;

static void *compile_all(void *user) {
    job *own = user;
    vt_arena arena;
    vt_arena_init(&arena, NULL, 0);
    pthread_barrier_wait(own->start);
    const vt_rule *rule;
    for (size_t i = 0; (rule = vt_health_rule_at(own->engine, i)) && own->count < MOST; i++) {
        if (rule->source != VITALS_SOURCE_BUNDLED) continue;
        vt_checked_script checked;
        if (vt_rule_script(own->engine, rule, VT_LUA_ARGOCD, (vt_interrupt){ NULL, NULL }, &arena,
                           &checked)) {
            own->failed = true;
        }
        own->scripts[own->count++] = checked.script;
    }
    vt_arena_done(&arena);
    return NULL;
}

static void threads_get_the_same(void **state) {
    (void)state;
    static job jobs[THREADS];
    vitals_engine *engine = NULL;
    pthread_barrier_t start;
    pthread_t threads[THREADS];
    assert_int_equal(vitals_engine_new(NULL, &engine, NULL), VITALS_OK);
    pthread_barrier_init(&start, NULL, THREADS);
    for (int i = 0; i < THREADS; i++) {
        jobs[i] = (job){ .engine = engine, .start = &start };
        assert_int_equal(pthread_create(&threads[i], NULL, compile_all, &jobs[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    assert_true(jobs[0].count > 0);
    for (int i = 0; i < THREADS; i++) {
        assert_false(jobs[i].failed);
        assert_int_equal(jobs[i].count, jobs[0].count);
        for (size_t k = 0; k < jobs[i].count; k++) {
            assert_non_null(jobs[i].scripts[k]);
            assert_ptr_equal(jobs[i].scripts[k], jobs[0].scripts[k]);
        }
    }
    pthread_barrier_destroy(&start);
    vitals_engine_release(engine);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(threads_get_the_same) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
