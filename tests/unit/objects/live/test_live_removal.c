/* A source that is removed: what can still be read, what it costs, and what it leaves. */
#include <stdio.h>

#include "objects/live/check.h"
#include "support/health.h"
#include "support/live.h"
#include "support/table.h"

enum { FEW = 1000, MANY = 20000, APPLICATIONS = 3 };

typedef struct fixture {
    health_run health;
    vitals_live *live;
    vitals_live_view *view;
    vitals_live_id source, scope;
} fixture;

static const vitals_text name = { "one", 3 };

static void add_source(fixture *f) {
    assert_int_equal(vitals_live_source_add(f->live, name, f->health.engine, NULL, &f->source),
                     VITALS_OK);
    assert_int_equal(vitals_live_scope_add(f->live, f->source, NULL, &f->scope), VITALS_OK);
}

static void open_fixture(fixture *f, unsigned feed) {
    const health_setup setup = { .bundled = true };
    vitals_limits *limits = NULL;
    vitals_live_options options = VITALS_LIVE_OPTIONS_INIT;
    assert_int_equal(vitals_limits_new(NULL, &limits), VITALS_OK);
    assert_int_equal(vitals_limits_set(limits, "live_feed", feed), VITALS_OK);
    options.limits = limits;
    assert_int_equal(health_open(&setup, &f->health), VITALS_OK);
    assert_int_equal(vitals_live_new(&options, &f->live), VITALS_OK);
    vitals_limits_free(limits);
    assert_int_equal(vitals_live_view_new(f->live, NULL, &f->view), VITALS_OK);
    add_source(f);
}

static void close_fixture(fixture *f) {
    vitals_live_free(f->live);
    health_close(&f->health);
}

static void fill(fixture *f, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        char text[400];
        snprintf(
            text, sizeof text,
            "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"n%u\","
            "\"namespace\":\"shop\",\"uid\":\"u%u\",\"labels\":{\"app.kubernetes.io/instance\":"
            "\"a%u\"}},\"status\":{\"phase\":\"%s\"}}",
            i, i, i % APPLICATIONS, i % 2 ? "Running" : "Failed");
        live_put(f->live, f->scope, text);
        if (i % 1000 == 999) live_settle(f->live, f->health.worker, 0);
    }
    live_settle(f->live, f->health.worker, 0);
}

static vitals_live_stats stats_of(const fixture *f) {
    vitals_live_stats stats;
    vitals_live_stats_of(f->live, &stats, sizeof stats);
    return stats;
}

/* -------------------------------------------------------------- what can be read */

/* Removed rows keep their names, and name their source, until their removal leaves the ring. */
static void check_names(void **state) {
    (void)state;
    enum { ROWS = 8, FEED = 64 };
    fixture f;
    vitals_live_change changes[FEED];
    vitals_live_position position;
    vitals_live_source source;
    vitals_live_row row;
    size_t count, removed = 0, last = 0;
    open_fixture(&f, FEED);
    fill(&f, ROWS);
    vitals_live_head(f.view, &position, sizeof position);
    const vitals_live_id old = f.source;
    assert_int_equal(vitals_live_source_remove(f.live, old), VITALS_OK);
    add_source(&f);
    assert_true(f.source != old);
    assert_int_equal(vitals_live_source_of(f.view, old, &source, sizeof source), VITALS_ENOTFOUND);
    assert_int_equal(vitals_live_source_next(f.view, 0), f.source);
    assert_int_equal(vitals_live_source_next(f.view, f.source), 0);
    assert_int_equal(
        vitals_live_changes(f.view, &position, changes, FEED, sizeof changes[0], &count),
        VITALS_OK);
    for (size_t i = 0; i < count; i++) {
        if (changes[i].kind != VITALS_LIVE_ROW_REMOVED) continue;
        assert_int_equal(vitals_live_row_of(f.view, changes[i].subject, &row, sizeof row),
                         VITALS_OK);
        assert_true(row.removed && row.source == old && row.object.uid.size == 2);
        removed++;
        last = i;
    }
    assert_int_equal(removed, ROWS);
    fill(&f, FEED);
    assert_int_equal(vitals_live_row_of(f.view, changes[last].subject, &row, sizeof row),
                     VITALS_ENOTFOUND);
    assert_null(vt_live_check(f.live));
    close_fixture(&f);
}

/* Nobody sees the health of an application change while its rows go one after another. */
static void check_feed(void **state) {
    (void)state;
    enum { FEED = 1000, ROWS = 40 };
    fixture f;
    vitals_live_change changes[FEED];
    vitals_live_position position;
    size_t count, removed = 0;
    open_fixture(&f, FEED);
    fill(&f, ROWS);
    vitals_live_head(f.view, &position, sizeof position);
    assert_int_equal(vitals_live_source_remove(f.live, f.source), VITALS_OK);
    assert_int_equal(
        vitals_live_changes(f.view, &position, changes, FEED, sizeof changes[0], &count),
        VITALS_OK);
    for (size_t i = 0; i < count; i++) {
        assert_true(changes[i].kind != VITALS_LIVE_APPLICATION_CHANGED);
        removed += changes[i].kind == VITALS_LIVE_APPLICATION_REMOVED;
    }
    assert_int_equal(removed, APPLICATIONS);
    close_fixture(&f);
}

/* ------------------------------------------------------------------ what it costs */

static uint64_t steps_of_a_row(unsigned count) {
    fixture f;
    open_fixture(&f, 16);
    fill(&f, count);
    uint64_t before = f.live->steps;
    assert_int_equal(vitals_live_source_remove(f.live, f.source), VITALS_OK);
    uint64_t steps = f.live->steps - before;
    close_fixture(&f);
    return steps / count;
}

static void check_steps(void **state) {
    (void)state;
    assert_int_equal(steps_of_a_row(FEW), 0);
    assert_int_equal(steps_of_a_row(MANY), 0);
}

typedef struct host {
    unsigned asked, most;
} host;

static bool is_over(void *user) {
    host *self = user;
    return ++self->asked > self->most;
}

/* The host is asked for each row; a call that was stopped goes on where it was. */
static void check_interrupt(void **state) {
    (void)state;
    fixture f;
    host patient = { 0, 100 };
    unsigned calls = 0;
    open_fixture(&f, 16);
    fill(&f, FEW);
    vitals_status status;
    do {
        uint64_t rows = stats_of(&f).rows;
        patient.asked = 0;
        vitals_live_set_interrupt(f.live, is_over, &patient);
        status = vitals_live_source_remove(f.live, f.source);
        vitals_live_set_interrupt(f.live, NULL, NULL);
        assert_true(rows - stats_of(&f).rows <= patient.most);
        assert_null(vt_live_check(f.live));
        live_settle(f.live, f.health.worker, 0);
        assert_int_equal(vitals_live_application_next(f.view, 0), 0);
    } while (status == VITALS_ESTOPPED && ++calls < FEW);
    assert_int_equal(status, VITALS_OK);
    assert_true(calls >= FEW / patient.most);
    assert_int_equal(stats_of(&f).rows, 0);
    assert_int_equal(vitals_live_source_remove(f.live, f.source), VITALS_ENOTFOUND);
    close_fixture(&f);
}

/* Likewise for the rows of a scope, whose source stays. */
static void check_scope(void **state) {
    (void)state;
    fixture f;
    host patient = { 0, 100 };
    open_fixture(&f, 16);
    fill(&f, FEW);
    vitals_live_set_interrupt(f.live, is_over, &patient);
    assert_int_equal(vitals_live_scope_remove(f.live, f.scope), VITALS_ESTOPPED);
    assert_int_equal(stats_of(&f).rows, FEW - patient.most);
    vitals_live_set_interrupt(f.live, NULL, NULL);
    assert_int_equal(vitals_live_scope_remove(f.live, f.scope), VITALS_OK);
    assert_int_equal(stats_of(&f).rows, 0);
    assert_null(vt_live_check(f.live));
    close_fixture(&f);
}

/* ------------------------------------------------------------------ what it leaves */

/* Memory is given back, and what had an id keeps it for itself. */
static void check_memory(void **state) {
    (void)state;
    fixture f;
    vitals_live_row row;
    open_fixture(&f, 16);
    uint64_t least = stats_of(&f).bytes;
    fill(&f, MANY);
    uint64_t most = stats_of(&f).bytes;
    /* The ring names the rows that went last. */
    const vitals_live_object object = { .uid = { "u10000", 6 } };
    vitals_live_id id = vitals_live_row_find(f.view, f.source, &object);
    assert_int_equal(vitals_live_row_of(f.view, id, &row, sizeof row), VITALS_OK);
    assert_int_equal(vitals_live_source_remove(f.live, f.source), VITALS_OK);
    assert_true(stats_of(&f).bytes - least < (most - least) / 10);
    assert_int_equal(vitals_live_row_of(f.view, id, &row, sizeof row), VITALS_ENOTFOUND);
    add_source(&f);
    fill(&f, MANY);
    assert_int_equal(stats_of(&f).rows, MANY);
    assert_true(stats_of(&f).bytes < most + most / 10);
    assert_int_equal(vitals_live_row_of(f.view, id, &row, sizeof row), VITALS_ENOTFOUND);
    assert_null(vt_live_check(f.live));
    close_fixture(&f);
}

/* Half of each chunk stays: nothing is given back, and its places are used again. */
static void check_between(void **state) {
    (void)state;
    fixture f, other;
    open_fixture(&f, 16);
    other = f;
    add_source(&other);
    for (unsigned i = 0; i < FEW; i++) {
        char text[300];
        snprintf(text, sizeof text,
                 "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"n%u\","
                 "\"namespace\":\"shop\"}}",
                 i);
        live_put(f.live, f.scope, text);
        live_put(f.live, other.scope, text);
    }
    live_settle(f.live, f.health.worker, 0);
    uint64_t bytes = stats_of(&f).bytes;
    assert_int_equal(vitals_live_source_remove(f.live, f.source), VITALS_OK);
    assert_null(vt_live_check(f.live));
    add_source(&f);
    fill(&f, FEW);
    assert_true(stats_of(&f).bytes < bytes + bytes / 2);
    assert_int_equal(vitals_live_source_remove(f.live, f.source), VITALS_OK);
    assert_int_equal(vitals_live_source_remove(f.live, other.source), VITALS_OK);
    assert_null(vt_live_check(f.live));
    close_fixture(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(check_names),   cmocka_unit_test(check_feed),
        cmocka_unit_test(check_steps),   cmocka_unit_test(check_interrupt),
        cmocka_unit_test(check_scope),   cmocka_unit_test(check_memory),
        cmocka_unit_test(check_between),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
