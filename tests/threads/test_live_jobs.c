/*
** Jobs of a live on several threads, while the thread of the live puts, removes, replaces engines and
** reads: the rows end as one thread alone leaves them.
*/
#include <pthread.h>
#include <stdio.h>

#include "support/health.h"
#include "support/live.h"
#include "support/table.h"

enum { WORKERS = 3, OBJECTS = 60, STEPS = 3000, MOST_JOBS = 8 };

#define CM(status)                                                                                 \
    "kind: ConfigMap\ndata:\n  resource.customizations.health.x.io_W: return {status='" status     \
    "', message=obj.metadata.resourceVersion}\n"

/* Jobs on their way to the workers and back. */
typedef struct exchange {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    vitals_live_job *todo[MOST_JOBS], *done[MOST_JOBS];
    size_t todo_count, done_count, out;
    bool stop;
    vitals_engine *engine; /* the one that workers begin with */
} exchange;

static vitals_live_job *next_job(exchange *with) {
    pthread_mutex_lock(&with->lock);
    while (with->todo_count == 0 && !with->stop) pthread_cond_wait(&with->changed, &with->lock);
    vitals_live_job *job = with->todo_count ? with->todo[--with->todo_count] : NULL;
    pthread_mutex_unlock(&with->lock);
    return job;
}

static void *work(void *user) {
    exchange *with = user;
    vitals_worker *worker = NULL;
    if (vitals_worker_new(with->engine, &worker)) return user;
    bool failed = false;
    for (vitals_live_job *job; (job = next_job(with));) {
        failed |= vitals_live_job_run(job, worker, NULL, NULL) != VITALS_OK;
        pthread_mutex_lock(&with->lock);
        with->done[with->done_count++] = job;
        pthread_cond_broadcast(&with->changed);
        pthread_mutex_unlock(&with->lock);
    }
    vitals_worker_free(worker);
    return failed ? user : NULL;
}

/* Hand out what there is to do, and take back what is done; with `all` wait for everything. */
static void exchange_jobs(exchange *with, vitals_live *live, bool all) {
    pthread_mutex_lock(&with->lock);
    do {
        vitals_live_job *job;
        while (with->out < MOST_JOBS && vitals_live_take(live, 0, &job) == VITALS_OK) {
            with->todo[with->todo_count++] = job;
            with->out++;
        }
        pthread_cond_broadcast(&with->changed);
        if (all && with->out && !with->done_count) {
            pthread_cond_wait(&with->changed, &with->lock);
        }
        for (; with->done_count; with->out--) {
            assert_int_equal(vitals_live_give(live, with->done[--with->done_count], 0), VITALS_OK);
        }
    } while (all && with->out);
    pthread_mutex_unlock(&with->lock);
}

static unsigned next_random(unsigned *random) {
    *random = *random * 1103515245u + 12345u;
    return *random >> 16 & 0x7fff;
}

static void put(vitals_live *live, vitals_live_id scope, unsigned index, unsigned version) {
    char text[400];
    snprintf(text, sizeof text,
             "{\"apiVersion\":\"x.io/v1\",\"kind\":\"W\",\"metadata\":{\"name\":\"o%u\","
             "\"resourceVersion\":\"%u\",\"labels\":{\"app.kubernetes.io/instance\":\"app%u\"},"
             "\"managedFields\":[{\"manager\":\"m\"}]}}",
             index, version, index % 3);
    live_put(live, scope, text);
}

static void remove_one(vitals_live *live, vitals_live_id scope, unsigned index) {
    char name[16];
    snprintf(name, sizeof name, "o%u", index);
    const vitals_live_object names = { .group = { "x.io", 4 },
                                       .kind = { "W", 1 },
                                       .name = { name, strlen(name) } };
    vitals_status status = vitals_live_remove(live, scope, &names);
    assert_true(status == VITALS_OK || status == VITALS_ENOTFOUND);
}

/* The same history with and without threads. */
static char *play(health_run engines[2], exchange *with) {
    vitals_live *live = NULL;
    vitals_live_view *view = NULL;
    vitals_live_id source, scope;
    const vitals_text name = { "one", 3 };
    vitals_live_options options = VITALS_LIVE_OPTIONS_INIT;
    options.keep = VITALS_LIVE_KEEP_ALL;
    assert_int_equal(vitals_live_new(&options, &live), VITALS_OK);
    assert_int_equal(vitals_live_source_add(live, name, engines[0].engine, NULL, &source),
                     VITALS_OK);
    assert_int_equal(vitals_live_scope_add(live, source, NULL, &scope), VITALS_OK);
    assert_int_equal(vitals_live_view_new(live, NULL, &view), VITALS_OK);
    unsigned random = 1;
    for (unsigned i = 1; i <= STEPS; i++) {
        unsigned index = next_random(&random) % OBJECTS, what = next_random(&random) % 16;
        if (what == 0) {
            remove_one(live, scope, index);
        } else {
            put(live, scope, index, i);
        }
        if (i % 500 == 0) {
            assert_int_equal(vitals_live_use(live, source, engines[i / 500 % 2].engine), VITALS_OK);
        }
        if (with) exchange_jobs(with, live, false);
    }
    if (with) exchange_jobs(with, live, true);
    live_settle(live, engines[0].worker, 0);
    char *text = live_dump(view);
    vitals_live_free(live);
    return text;
}

static void jobs_on_several_threads(void **state) {
    (void)state;
    health_run engines[2];
    const char *const configmaps[] = { CM("Healthy"), CM("Degraded") };
    for (int i = 0; i < 2; i++) {
        const health_setup setup = { .configmap = configmaps[i] };
        assert_int_equal(health_open(&setup, &engines[i]), VITALS_OK);
    }
    exchange with = { .engine = engines[0].engine };
    pthread_t threads[WORKERS];
    assert_int_equal(pthread_mutex_init(&with.lock, NULL), 0);
    assert_int_equal(pthread_cond_init(&with.changed, NULL), 0);
    for (int i = 0; i < WORKERS; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, work, &with), 0);
    }
    char *together = play(engines, &with), *alone = play(engines, NULL);
    pthread_mutex_lock(&with.lock);
    with.stop = true;
    pthread_cond_broadcast(&with.changed);
    pthread_mutex_unlock(&with.lock);
    for (int i = 0; i < WORKERS; i++) {
        void *failed;
        assert_int_equal(pthread_join(threads[i], &failed), 0);
        assert_null(failed);
    }
    assert_string_equal(together, alone);
    free(together);
    free(alone);
    for (int i = 0; i < 2; i++) health_close(&engines[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(jobs_on_several_threads) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
