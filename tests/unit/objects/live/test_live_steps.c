/*
** What a change costs, in counted steps: it does not grow with the number of rows, but for the depth of
** the tree that has an application's members in order.
*/
#include <stdio.h>

#include "objects/live/live.h"
#include "support/health.h"
#include "support/live.h"
#include "support/table.h"

enum { FEW = 1000, MANY = 100000 };

typedef struct fixture {
    health_run health;
    vitals_live *live;
    vitals_live_view *view;
    vitals_live_id source, scope;
} fixture;

static void open_fixture(fixture *f, vitals_profile profile) {
    const health_setup setup = { .bundled = true };
    const vitals_text name = { "one", 3 };
    vitals_live_source_options options = VITALS_LIVE_SOURCE_OPTIONS_INIT;
    options.profile = profile;
    assert_int_equal(health_open(&setup, &f->health), VITALS_OK);
    assert_int_equal(vitals_live_new(NULL, &f->live), VITALS_OK);
    assert_int_equal(vitals_live_source_add(f->live, name, f->health.engine, &options, &f->source),
                     VITALS_OK);
    assert_int_equal(vitals_live_scope_add(f->live, f->source, NULL, &f->scope), VITALS_OK);
    assert_int_equal(vitals_live_view_new(f->live, NULL, &f->view), VITALS_OK);
}

static void close_fixture(fixture *f) {
    vitals_live_free(f->live);
    health_close(&f->health);
}

static void run(fixture *f) {
    while (vitals_live_run(f->live, f->health.worker, 0, 1000) == VITALS_EAGAIN) continue;
}

/* ---------------------------------------------------------------- an application */

static void put_claim(fixture *f, unsigned index, const char *phase) {
    char text[400];
    snprintf(text, sizeof text,
             "{\"apiVersion\":\"v1\",\"kind\":\"PersistentVolumeClaim\",\"metadata\":{\"name\":"
             "\"n%u\",\"namespace\":\"shop\",\"labels\":{\"app.kubernetes.io/instance\":\"web\"}},"
             "\"status\":{\"phase\":\"%s\"}}",
             index, phase);
    live_put(f->live, f->scope, text);
}

/* The most steps that one change takes, with the health and the message of the application after it. */
static uint64_t steps_of_a_change(unsigned count) {
    fixture f;
    open_fixture(&f, VITALS_PROFILE_COMBINED);
    for (unsigned i = 0; i < count; i++) put_claim(&f, i, i % 3 ? "Bound" : "Pending");
    run(&f);
    vitals_live_id id = vitals_live_application_next(f.view, 0);
    uint64_t most = 0;
    for (unsigned i = 0; i < 100; i++) {
        vitals_live_application app;
        vitals_text message;
        uint64_t before = f.live->steps;
        put_claim(&f, i * (count / 100), "Lost");
        run(&f);
        assert_int_equal(vitals_live_application_of(f.view, id, &app, sizeof app), VITALS_OK);
        assert_int_equal(app.health, VITALS_HEALTH_DEGRADED);
        assert_int_equal(vitals_live_application_message(f.view, id, &message), VITALS_OK);
        uint64_t steps = f.live->steps - before;
        most = steps > most ? steps : most;
    }
    close_fixture(&f);
    return most;
}

static void change_of_a_member(void **state) {
    (void)state;
    uint64_t few = steps_of_a_change(FEW), many = steps_of_a_change(MANY);
    print_message("at most %llu steps among %d rows, %llu among %d\n", (unsigned long long)few, FEW,
                  (unsigned long long)many, MANY);
    assert_true(many < 2 * few); /* log 100,000 : log 1,000 is 1.7 */
}

/* The health alone: the figures are kept, no member is looked at. */
static void health(void **state) {
    (void)state;
    fixture f;
    open_fixture(&f, VITALS_PROFILE_COMBINED);
    for (unsigned i = 0; i < FEW; i++) put_claim(&f, i, "Bound");
    run(&f);
    vitals_live_application app;
    vitals_live_id id = vitals_live_application_next(f.view, 0);
    uint64_t before = f.live->steps;
    assert_int_equal(vitals_live_application_of(f.view, id, &app, sizeof app), VITALS_OK);
    assert_int_equal(app.counted[VITALS_HEALTH_HEALTHY], FEW);
    assert_int_equal(f.live->steps, before);
    close_fixture(&f);
}

/* ------------------------------------------------------- ReplicaSets and their Pods */

static void put_pair(fixture *f, unsigned index, unsigned namespaces, bool failed) {
    char text[700];
    snprintf(text, sizeof text,
             "{\"apiVersion\":\"apps/v1\",\"kind\":\"ReplicaSet\",\"metadata\":{\"name\":\"r%u\","
             "\"namespace\":\"n%u\",\"uid\":\"r%u\"},\"spec\":{\"replicas\":1,\"selector\":{"
             "\"matchLabels\":{\"tier\":\"web\",\"app\":\"a%u\"}}}}",
             index, index % namespaces, index, index);
    live_put(f->live, f->scope, text);
    snprintf(text, sizeof text,
             "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"p%u\",\"namespace\":"
             "\"n%u\",\"uid\":\"p%u\",\"labels\":{\"tier\":\"web\",\"app\":\"a%u\"},"
             "\"ownerReferences\":[{\"uid\":\"r%u\",\"controller\":true}]},\"status\":{\"phase\":"
             "\"%s\"}}",
             index, index % namespaces, index, index, index, failed ? "Failed" : "Running");
    live_put(f->live, f->scope, text);
}

/* The steps of each pair when it is put for the first time, and the most of one Pod that changes. */
static uint64_t steps_of_pairs(unsigned count, unsigned namespaces) {
    fixture f;
    open_fixture(&f, VITALS_PROFILE_KSTATUS);
    for (unsigned i = 0; i < count; i++) {
        put_pair(&f, i, namespaces, false);
        if (i % 100 == 99) run(&f);
    }
    run(&f);
    uint64_t each = f.live->steps / count, most = 0, verdicts = f.live->assessments;
    /* A Pod that comes after its ReplicaSet has that one assessed again: three verdicts a pair. */
    assert_true(verdicts <= 3 * (uint64_t)count);
    for (unsigned i = 0; i < 100; i++) {
        uint64_t before = f.live->steps, assessed = f.live->assessments;
        put_pair(&f, i * (count / 100), namespaces, true);
        run(&f);
        assert_true(f.live->assessments - assessed <= 3);
        most = f.live->steps - before > most ? f.live->steps - before : most;
    }
    print_message("%u pairs in %u namespaces: %llu steps each, at most %llu after a change\n",
                  count, namespaces, (unsigned long long)each, (unsigned long long)most);
    close_fixture(&f);
    return each + most;
}

static void pods_by_selector(void **state) {
    (void)state;
    static const unsigned namespaces[] = { 1, 500 };
    for (size_t i = 0; i < TABLE_COUNT(namespaces); i++) {
        uint64_t few = steps_of_pairs(1000, namespaces[i]);
        assert_true(steps_of_pairs(8000, namespaces[i]) <= few + few / 4);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(change_of_a_member),
        cmocka_unit_test(health),
        cmocka_unit_test(pods_by_selector),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
