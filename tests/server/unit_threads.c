/* No rule runs on the server's own thread, whatever else is due: it would hold up every client. */
#include <vitals/live.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/memory/memory.h"
#include "server/server.h"
#include "support/health.h"
#include "support/live.h"
#include "support/table.h"

static const char rules[] = "apiVersion: v1\n"
                            "kind: ConfigMap\n"
                            "metadata: {name: argocd-cm}\n"
                            "data:\n"
                            "  resource.customizations.health.example.com_Slow: |\n"
                            "    return {status = 'Healthy', message = ''}\n";

/* Where rules ran. */
typedef struct runs {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    pthread_t own;
    int begun, on_own_thread;
    bool held; /* they wait for the test */
    vitals_runner *runner;
} runs;

typedef struct fixture {
    health_run health;
    runs runs;
    vt_server *server;
    vitals_live_id source, scope;
    vitals_live_view *view;
    int64_t wall_ms;
} fixture;

/* With the mutex: until the test lets go. Returns whether the quick lane has ended it. */
static bool wait_while_held(runs *self, vitals_interrupt_fn interrupt, void *user) {
    while (self->held && !pthread_equal(pthread_self(), self->own)) {
        struct timespec soon;
        clock_gettime(CLOCK_REALTIME, &soon);
        soon.tv_nsec += 1000000;
        if (soon.tv_nsec >= 1000000000) soon = (struct timespec){ soon.tv_sec + 1, 0 };
        pthread_cond_timedwait(&self->changed, &self->mutex, &soon);
        if (interrupt && interrupt(user)) return true;
    }
    return false;
}

/* A vitals_remote_fn: as if each rule took as long as the test wants. */
static vitals_status run_rule(void *user, vitals_text request, const vitals_allocator *allocator,
                              vitals_interrupt_fn interrupt, void *interrupt_user, char **answer,
                              size_t *size) {
    runs *self = user;
    vitals_text made;
    pthread_mutex_lock(&self->mutex);
    self->begun++;
    if (pthread_equal(pthread_self(), self->own)) self->on_own_thread++;
    vitals_status status = VITALS_ESTOPPED;
    if (!wait_while_held(self, interrupt, interrupt_user)) {
        status = vitals_runner_run(self->runner, request, NULL, NULL, &made);
    }
    if (status == VITALS_OK) {
        *answer = vt_allocate(allocator, made.size + 1);
        *size = made.size;
        if (*answer) memcpy(*answer, made.bytes, made.size);
        if (!*answer) status = VITALS_ENOMEM;
    }
    pthread_mutex_unlock(&self->mutex);
    return status;
}

static int64_t wall_ms(void *user) {
    return ((fixture *)user)->wall_ms;
}

static int64_t monotonic_ms(void *user) {
    struct timespec now;
    (void)user;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void no_random(void *user, void *bytes, size_t size) {
    (void)user;
    memset(bytes, 7, size);
}

static void open_fixture(fixture *f) {
    const health_setup setup = { .bundled = true, .configmap = rules };
    memset(f, 0, sizeof *f);
    f->wall_ms = INT64_C(1767225600000);
    pthread_mutex_init(&f->runs.mutex, NULL);
    pthread_cond_init(&f->runs.changed, NULL);
    f->runs.own = pthread_self();
    assert_int_equal(vitals_runner_new(NULL, &f->runs.runner), VITALS_OK);
    assert_int_equal(health_open(&setup, &f->health), VITALS_OK);
    const vt_server_options options = { .user = f,
                                        .wall_ms = wall_ms,
                                        .monotonic_ms = monotonic_ms,
                                        .random = no_random,
                                        .engine = f->health.engine,
                                        .settling = { .better_ms = 10000, .worse_ms = 10000 } };
    assert_int_equal(vt_server_new(&options, &f->server, f->health.diagnostics), VITALS_OK);
    vt_server_source source = { .name = { "one", 3 }, .engine = f->health.engine };
    const vitals_live_source_options defaults = VITALS_LIVE_SOURCE_OPTIONS_INIT;
    source.options = defaults;
    source.options.remote = run_rule;
    source.options.remote_user = &f->runs;
    assert_int_equal(vt_server_add_source(f->server, &source, &f->source), VITALS_OK);
    vitals_live *live = vt_server_live(f->server);
    assert_int_equal(vitals_live_scope_add(live, f->source, NULL, &f->scope), VITALS_OK);
    assert_int_equal(vitals_live_view_new(live, NULL, &f->view), VITALS_OK);
}

static void close_fixture(fixture *f) {
    vt_server_free(f->server);
    health_close(&f->health);
    vitals_runner_free(f->runs.runner);
    pthread_cond_destroy(&f->runs.changed);
    pthread_mutex_destroy(&f->runs.mutex);
}

static void put(fixture *f, const char *kind, const char *phase, int number) {
    char text[300];
    snprintf(text, sizeof text,
             "{\"apiVersion\":\"%s\",\"kind\":\"%s\",\"metadata\":{\"name\":\"n%d\","
             "\"namespace\":\"shop\",\"uid\":\"%s%d\"},\"status\":{\"phase\":\"%s\"}}",
             strcmp(kind, "Slow") == 0 ? "example.com/v1" : "v1", kind, number, kind, number,
             phase);
    live_put(vt_server_live(f->server), f->scope, text);
    vt_server_touch(f->server, f->source);
}

static void hold(fixture *f, bool held) {
    pthread_mutex_lock(&f->runs.mutex);
    f->runs.held = held;
    pthread_cond_broadcast(&f->runs.changed);
    pthread_mutex_unlock(&f->runs.mutex);
}

static int begun(fixture *f) {
    pthread_mutex_lock(&f->runs.mutex);
    const int count = f->runs.begun;
    pthread_mutex_unlock(&f->runs.mutex);
    return count;
}

static vitals_live_stats stats_of(const fixture *f) {
    vitals_live_stats stats;
    vitals_live_stats_of(vt_server_live(f->server), &stats, sizeof stats);
    return stats;
}

/* Poll until this many rules have begun, then until nothing is queued. */
static void poll_until(fixture *f, int rules_begun) {
    while (begun(f) < rules_begun || stats_of(f).queued) vt_server_poll(f->server, 5);
}

static void poll_until_assessed(fixture *f, uint64_t assessments) {
    while (stats_of(f).assessments < assessments) vt_server_poll(f->server, 5);
}

/* An object that changes while its rule runs: it waits for the rule, and others do not. */
static void changes_while_its_rule_runs(void **state) {
    enum { BOTH_LANES = 2 };
    (void)state;
    fixture f;
    open_fixture(&f);
    hold(&f, true);
    put(&f, "Slow", "a", 0);
    poll_until(&f, BOTH_LANES);
    for (int i = 0; i < 5; i++) {
        put(&f, "Slow", "b", 0);
        poll_until(&f, BOTH_LANES);
    }
    assert_int_equal(begun(&f), BOTH_LANES);
    put(&f, "PersistentVolumeClaim", "Bound", 1);
    poll_until_assessed(&f, 1);
    hold(&f, false);
    poll_until_assessed(&f, 3);
    assert_int_equal(f.runs.on_own_thread, 0);
    close_fixture(&f);
}

/* Rows that only views have to show, and behind them one with a rule. */
static void behind_rows_that_settle(void **state) {
    (void)state;
    enum { FIRST = 72, LAST = 300, STEP = 14 }; /* the first does not fit into one slice */
    fixture f;
    open_fixture(&f);
    int slow = 0, first = 0;
    uint64_t assessed = 0;
    for (int rows = FIRST; rows < LAST; first += rows, rows += STEP) {
        for (int i = 0; i < rows; i++) put(&f, "PersistentVolumeClaim", "Bound", first + i);
        poll_until_assessed(&f, assessed += (uint64_t)rows);
        for (int i = 0; i < rows; i++) put(&f, "PersistentVolumeClaim", "Lost", first + i);
        poll_until_assessed(&f, assessed += (uint64_t)rows);
        f.wall_ms += 60000; /* all of them settle */
        do {
            vt_server_touch(f.server, f.source);
            vt_server_poll(f.server, 1);
        } while (!stats_of(&f).queued);
        put(&f, "Slow", "a", slow++);
        poll_until_assessed(&f, ++assessed);
    }
    assert_true(begun(&f) >= slow);
    assert_int_equal(f.runs.on_own_thread, 0);
    close_fixture(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(changes_while_its_rule_runs),
        cmocka_unit_test(behind_rows_that_settle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
