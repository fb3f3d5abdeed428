/* Objects that change: sources, scopes, views, tenants, time, limits and memory. */
#include <vitals/live.h>

#include <stdio.h>

#include "support/health.h"
#include "support/live.h"
#include "support/table.h"
#include "support/torture.h"

#define NOW INT64_C(1767225600000) /* 2026-01-01T00:00:00Z */

static const vitals_text one = { "one", 3 }, two = { "two", 3 };

typedef struct fixture {
    health_run health;
    vitals_live *live;
    vitals_live_view *view;
    vitals_live_id source, scope;
} fixture;

static vitals_live_id add_scope(fixture *f, vitals_live_id source) {
    vitals_live_id scope;
    assert_int_equal(vitals_live_scope_add(f->live, source, NULL, &scope), VITALS_OK);
    return scope;
}

static void open_with(fixture *f, const vitals_live_options *options, vitals_profile profile) {
    const health_setup setup = { .bundled = true };
    assert_int_equal(health_open(&setup, &f->health), VITALS_OK);
    assert_int_equal(vitals_live_new(options, &f->live), VITALS_OK);
    vitals_live_source_options source = VITALS_LIVE_SOURCE_OPTIONS_INIT;
    source.profile = profile;
    assert_int_equal(vitals_live_source_add(f->live, one, f->health.engine, &source, &f->source),
                     VITALS_OK);
    f->scope = add_scope(f, f->source);
    assert_int_equal(vitals_live_view_new(f->live, NULL, &f->view), VITALS_OK);
}

static void open_fixture(fixture *f) {
    open_with(f, NULL, VITALS_PROFILE_COMBINED);
}

static void close_fixture(fixture *f) {
    vitals_live_free(f->live);
    health_close(&f->health);
}

static void settle(fixture *f, int64_t seconds) {
    live_settle(f->live, f->health.worker, NOW + seconds * 1000);
}

static vitals_live_stats stats_of(const fixture *f) {
    vitals_live_stats stats;
    vitals_live_stats_of(f->live, &stats, sizeof stats);
    return stats;
}

static vitals_live_object named(const char *uid, const char *kind, const char *namespace_,
                                const char *name) {
    vitals_live_object object = { { uid, strlen(uid) },
                                  { NULL, 0 },
                                  { kind, strlen(kind) },
                                  { namespace_, strlen(namespace_) },
                                  { name, strlen(name) } };
    return object;
}

static vitals_live_row row_named(const fixture *f, const char *kind, const char *name) {
    const vitals_text apps = { "apps", 4 };
    vitals_live_object object = named("", kind, "shop", name);
    if (strcmp(kind, "ReplicaSet") == 0) object.group = apps;
    vitals_live_row row;
    vitals_live_id id = vitals_live_row_find(f->view, f->source, &object);
    assert_int_equal(vitals_live_row_of(f->view, id, &row, sizeof row), VITALS_OK);
    return row;
}

static void put_pvc(fixture *f, vitals_live_id scope, const char *namespace_, const char *name,
                    const char *app, const char *phase) {
    char text[600];
    snprintf(
        text, sizeof text,
        "{\"apiVersion\":\"v1\",\"kind\":\"PersistentVolumeClaim\",\"metadata\":{\"name\":\"%s\","
        "\"namespace\":\"%s\",\"uid\":\"u-%s-%s\",\"labels\":{\"app.kubernetes.io/instance\":"
        "\"%s\"}},\"status\":{\"phase\":\"%s\"}}",
        name, namespace_, namespace_, name, app, phase);
    live_put(f->live, scope, text);
}

/* -------------------------------------------------------------- lists and events */

static void test_list_and_watch(void **state) {
    (void)state;
    fixture f;
    open_fixture(&f);
    assert_int_equal(vitals_live_begin(f.live, f.scope), VITALS_OK);
    put_pvc(&f, f.scope, "shop", "a", "web", "Bound");
    put_pvc(&f, f.scope, "shop", "b", "web", "Lost");
    assert_true(vitals_live_next_ms(f.live) == 0);
    settle(&f, 0);
    assert_int_equal(vitals_live_synced(f.live, f.scope), VITALS_OK);
    assert_true(vitals_live_next_ms(f.live) == 0); /* what it covers is another one */
    settle(&f, 0);
    assert_true(vitals_live_next_ms(f.live) == VITALS_LIVE_NEVER);
    vitals_live_id id = vitals_live_application_next(f.view, 0);
    vitals_live_application app;
    vitals_text message;
    assert_int_equal(vitals_live_application_of(f.view, id, &app, sizeof app), VITALS_OK);
    assert_int_equal(app.health, VITALS_HEALTH_DEGRADED);
    assert_true(app.complete);
    assert_int_equal(vitals_live_application_message(f.view, id, &message), VITALS_OK);
    assert_string_equal(message.bytes, "Caused by PersistentVolumeClaim:shop/b");
    /* A new list without b. */
    assert_int_equal(vitals_live_begin(f.live, f.scope), VITALS_OK);
    assert_int_equal(vitals_live_application_of(f.view, id, &app, sizeof app), VITALS_OK);
    assert_false(app.complete);
    put_pvc(&f, f.scope, "shop", "a", "web", "Bound");
    assert_int_equal(vitals_live_synced(f.live, f.scope), VITALS_OK);
    settle(&f, 1);
    assert_int_equal(vitals_live_application_of(f.view, id, &app, sizeof app), VITALS_OK);
    assert_int_equal(app.health, VITALS_HEALTH_HEALTHY);
    assert_true(app.complete);
    assert_int_equal(app.members, 1);
    const vitals_text reason = { "forbidden", 9 };
    assert_int_equal(vitals_live_set_state(f.live, f.scope, VITALS_LIVE_REFUSED, reason),
                     VITALS_OK);
    assert_int_equal(vitals_live_application_of(f.view, id, &app, sizeof app), VITALS_OK);
    assert_string_equal(app.incomplete, "a scope with members was refused");
    /* The last member goes, and the application with it; its id keeps its names for the feed. */
    vitals_live_object a = named("u-shop-a", "", "", "");
    assert_int_equal(vitals_live_remove(f.live, f.scope, &a), VITALS_OK);
    assert_int_equal(vitals_live_remove(f.live, f.scope, &a), VITALS_ENOTFOUND);
    assert_int_equal(vitals_live_application_of(f.view, id, &app, sizeof app), VITALS_OK);
    assert_true(app.removed);
    assert_true(vitals_live_application_next(f.view, 0) == 0);
    close_fixture(&f);
}

static void test_identity(void **state) {
    (void)state;
    fixture f;
    open_fixture(&f);
    live_put(f.live, f.scope,
             "{\"kind\":\"A\",\"metadata\":{\"name\":\"x\",\"namespace\":\"shop\",\"uid\":\"1\"}}");
    settle(&f, 0);
    vitals_live_id first = row_named(&f, "A", "x").id;
    /* Created again under another UID. */
    live_put(f.live, f.scope,
             "{\"kind\":\"A\",\"metadata\":{\"name\":\"x\",\"namespace\":\"shop\",\"uid\":\"2\"}}");
    settle(&f, 1);
    vitals_live_row row;
    assert_int_equal(vitals_live_row_of(f.view, first, &row, sizeof row), VITALS_OK);
    assert_true(row.removed);
    assert_int_equal(row.object.name.size, 1);
    assert_true(row_named(&f, "A", "x").id != first);
    /* Another source may have the same UIDs. */
    vitals_live_id other, scope;
    assert_int_equal(vitals_live_source_add(f.live, two, f.health.engine, NULL, &other), VITALS_OK);
    scope = add_scope(&f, other);
    live_put(f.live, scope,
             "{\"kind\":\"A\",\"metadata\":{\"name\":\"x\",\"namespace\":\"shop\",\"uid\":\"2\"}}");
    settle(&f, 2);
    vitals_live_counts counts;
    vitals_live_counts_of(f.view, &counts, sizeof counts);
    assert_int_equal(counts.rows, 2);
    assert_int_equal(vitals_live_source_remove(f.live, other), VITALS_OK);
    vitals_live_counts_of(f.view, &counts, sizeof counts);
    assert_int_equal(counts.rows, 1);
    /* No kind, no name. */
    assert_int_equal(vitals_live_put_text(f.live, f.scope, "{}", 2, NULL, NULL), VITALS_EINVAL);
    close_fixture(&f);
}

static void test_unchanged(void **state) {
    (void)state;
    fixture f;
    open_fixture(&f);
    static const char object[] =
        "{\"apiVersion\":\"v1\",\"kind\":\"PersistentVolumeClaim\",\"metadata\":{\"name\":\"x\","
        "\"namespace\":\"shop\",\"resourceVersion\":\"7\"}}";
    vitals_live_stats stats;
    for (int i = 0; i < 3; i++) {
        live_put(f.live, f.scope, object);
        settle(&f, i);
    }
    vitals_live_stats_of(f.live, &stats, sizeof stats);
    assert_int_equal(stats.assessments, 1);
    assert_int_equal(stats.unchanged, 2);
    /* Under another engine it is assessed again; without its object that is asked for. */
    assert_int_equal(vitals_live_use(f.live, f.source, f.health.engine), VITALS_OK);
    settle(&f, 3);
    assert_true(row_named(&f, "PersistentVolumeClaim", "x").older_engine);
    vitals_live_wanted wanted;
    uint64_t at = 0;
    assert_true(vitals_live_wanted_next(f.live, &at, &wanted, sizeof wanted));
    assert_int_equal(wanted.object.name.size, 1);
    assert_false(vitals_live_wanted_next(f.live, &at, &wanted, sizeof wanted));
    live_put(f.live, f.scope, object);
    settle(&f, 4);
    assert_false(row_named(&f, "PersistentVolumeClaim", "x").older_engine);
    at = 0;
    assert_false(vitals_live_wanted_next(f.live, &at, &wanted, sizeof wanted));
    close_fixture(&f);
}

/* ------------------------------------------------------------------------- time */

static void test_time(void **state) {
    (void)state;
    fixture f;
    open_with(&f, NULL, VITALS_PROFILE_KSTATUS);
    live_put(f.live, f.scope,
             "{\"apiVersion\":\"apps/"
             "v1\",\"kind\":\"ReplicaSet\",\"metadata\":{\"name\":\"rs\",\"namespace\":"
             "\"shop\"},\"spec\":{\"replicas\":1,\"selector\":{\"matchLabels\":{\"app\":\"x\"}}},"
             "\"status\":{}}");
    settle(&f, 10);
    assert_int_equal(row_named(&f, "ReplicaSet", "rs").health, VITALS_HEALTH_PROGRESSING);
    /* A Pod that the ReplicaSet selects arrives, and goes through the window of kstatus. */
    live_put(f.live, f.scope,
             "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"p\",\"namespace\":"
             "\"shop\","
             "\"creationTimestamp\":\"2026-01-01T00:00:00Z\",\"labels\":{\"app\":\"x\"}},"
             "\"status\":{\"phase\":"
             "\"Pending\",\"conditions\":[{\"type\":\"PodScheduled\",\"status\":\"False\","
             "\"reason\":\"Unschedulable\"}]}}");
    settle(&f, 10);
    assert_int_equal(row_named(&f, "Pod", "p").health, VITALS_HEALTH_PROGRESSING);
    assert_true(vitals_live_next_ms(f.live) == NOW + 15000);
    settle(&f, 14);
    assert_int_equal(row_named(&f, "Pod", "p").health, VITALS_HEALTH_PROGRESSING);
    settle(&f, 15);
    assert_int_equal(row_named(&f, "Pod", "p").health, VITALS_HEALTH_DEGRADED);
    assert_true(row_named(&f, "Pod", "p").terminal);
    /* A Pod that crashes fails its ReplicaSet; one that no longer matches does not. */
    static const char crashing[] = "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":"
                                   "\"p\",\"namespace\":\"shop\",\"labels\":{"
                                   "\"app\":\"%s\"}},\"status\":{\"phase\":\"Running\","
                                   "\"containerStatuses\":[{\"name\":\"c\",\"state\":"
                                   "{\"waiting\":{\"reason\":\"CrashLoopBackOff\"}}}]}}";
    char text[600];
    snprintf(text, sizeof text, crashing, "x");
    live_put(f.live, f.scope, text);
    settle(&f, 20);
    assert_int_equal(row_named(&f, "ReplicaSet", "rs").health, VITALS_HEALTH_DEGRADED);
    snprintf(text, sizeof text, crashing, "y");
    live_put(f.live, f.scope, text);
    settle(&f, 21);
    assert_int_equal(row_named(&f, "ReplicaSet", "rs").health, VITALS_HEALTH_PROGRESSING);
    close_fixture(&f);
}

static void test_settling(void **state) {
    (void)state;
    fixture f;
    vitals_live_options options = VITALS_LIVE_OPTIONS_INIT;
    options.settling.worse_ms = 30000;
    open_with(&f, &options, VITALS_PROFILE_COMBINED);
    put_pvc(&f, f.scope, "shop", "a", "web", "Bound");
    settle(&f, 0);
    put_pvc(&f, f.scope, "shop", "a", "web", "Lost");
    settle(&f, 10);
    vitals_live_row row = row_named(&f, "PersistentVolumeClaim", "a");
    assert_int_equal(row.health, VITALS_HEALTH_DEGRADED);
    assert_int_equal(row.settled, VITALS_HEALTH_HEALTHY);
    assert_true(row.settles_ms == NOW + 40000 && vitals_live_next_ms(f.live) == NOW + 40000);
    vitals_live_application app;
    vitals_live_id id = vitals_live_application_next(f.view, 0);
    assert_int_equal(vitals_live_application_of(f.view, id, &app, sizeof app), VITALS_OK);
    assert_int_equal(app.health, VITALS_HEALTH_DEGRADED);
    assert_int_equal(app.settled, VITALS_HEALTH_HEALTHY);
    settle(&f, 40);
    assert_int_equal(row_named(&f, "PersistentVolumeClaim", "a").settled, VITALS_HEALTH_DEGRADED);
    assert_int_equal(vitals_live_application_of(f.view, id, &app, sizeof app), VITALS_OK);
    assert_int_equal(app.settled, VITALS_HEALTH_DEGRADED);
    assert_true(app.changed_ms == NOW + 40000);
    close_fixture(&f);
}

/* ---------------------------------------------------------------------- the feed */

static void test_feed(void **state) {
    (void)state;
    fixture f;
    vitals_limits *limits = NULL;
    assert_int_equal(vitals_limits_new(NULL, &limits), VITALS_OK);
    assert_int_equal(vitals_limits_set(limits, "live_feed", 4), VITALS_OK);
    vitals_live_options options = VITALS_LIVE_OPTIONS_INIT;
    options.limits = limits;
    options.epoch = 5;
    open_with(&f, &options, VITALS_PROFILE_COMBINED);
    vitals_limits_free(limits);
    vitals_live_position position;
    vitals_live_head(f.view, &position, sizeof position);
    assert_int_equal(position.epoch, 5);
    put_pvc(&f, f.scope, "shop", "a", "web", "Bound");
    settle(&f, 0);
    vitals_live_change changes[8];
    size_t count;
    assert_int_equal(vitals_live_changes(f.view, &position, changes, 8, sizeof *changes, &count),
                     VITALS_OK);
    assert_int_equal(count, 2);
    assert_int_equal(changes[0].kind, VITALS_LIVE_ROW_ADDED);
    assert_int_equal(changes[1].kind, VITALS_LIVE_APPLICATION_ADDED);
    assert_int_equal(changes[1].to, VITALS_HEALTH_HEALTHY);
    vitals_live_id row = changes[0].subject;
    vitals_live_object a = named("u-shop-a", "", "", "");
    assert_int_equal(vitals_live_remove(f.live, f.scope, &a), VITALS_OK);
    vitals_live_row removed;
    assert_int_equal(vitals_live_row_of(f.view, row, &removed, sizeof removed), VITALS_OK);
    assert_true(removed.removed);
    assert_int_equal(vitals_live_changes(f.view, &position, changes, 8, sizeof *changes, &count),
                     VITALS_OK);
    assert_int_equal(count, 2);
    /* Later changes push the removal out: the row loses its names, the reader its place. */
    put_pvc(&f, f.scope, "shop", "b", "web", "Bound");
    put_pvc(&f, f.scope, "shop", "c", "web", "Bound");
    settle(&f, 1);
    assert_int_equal(vitals_live_row_of(f.view, row, &removed, sizeof removed), VITALS_ENOTFOUND);
    position.sequence = 1;
    assert_int_equal(vitals_live_changes(f.view, &position, changes, 8, sizeof *changes, &count),
                     VITALS_ENOTFOUND);
    vitals_live_head(f.view, &position, sizeof position);
    assert_int_equal(vitals_live_changes(f.view, &position, changes, 8, sizeof *changes, &count),
                     VITALS_OK);
    assert_int_equal(count, 0);
    position.epoch = 6;
    assert_int_equal(vitals_live_changes(f.view, &position, changes, 8, sizeof *changes, &count),
                     VITALS_ENOTFOUND);
    close_fixture(&f);
}

/* ----------------------------------------------------------------------- tenants */

/* What a reader sees of a view, with ids and sequences. */
static void assert_same_view(const vitals_live_view *a, const vitals_live_view *b) {
    vitals_live_counts counts[2];
    vitals_live_counts_of(a, &counts[0], sizeof counts[0]);
    vitals_live_counts_of(b, &counts[1], sizeof counts[1]);
    assert_memory_equal(&counts[0], &counts[1], sizeof counts[0]);
    vitals_live_position position[2] = { { 0, 0 }, { 0, 0 } };
    vitals_live_change changes[2][64];
    size_t count[2];
    do {
        assert_int_equal(
            vitals_live_changes(a, &position[0], changes[0], 64, sizeof changes[0][0], &count[0]),
            VITALS_OK);
        assert_int_equal(
            vitals_live_changes(b, &position[1], changes[1], 64, sizeof changes[0][0], &count[1]),
            VITALS_OK);
        assert_int_equal(count[0], count[1]);
        for (size_t i = 0; i < count[0]; i++) {
            const vitals_live_change *x = &changes[0][i], *y = &changes[1][i];
            assert_true(x->sequence == y->sequence && x->kind == y->kind && x->from == y->from &&
                        x->to == y->to && x->settled_from == y->settled_from &&
                        x->settled_to == y->settled_to && x->at_ms == y->at_ms);
            if (x->kind != VITALS_LIVE_SCOPE_CHANGED) assert_true(x->subject == y->subject);
        }
    } while (count[0]);
    vitals_live_id row = 0;
    do {
        vitals_live_id next = vitals_live_row_next(a, row);
        assert_true(next == vitals_live_row_next(b, row));
        row = next;
    } while (row);
}

/* Two tenants share a live, and each has one of its own with the same events. */
static void test_tenants(void **state) {
    (void)state;
    static const char *const tenants[] = { "red", "blue" };
    fixture shared, own[2];
    open_fixture(&shared);
    vitals_live_view *views[2], *alone[2];
    for (int i = 0; i < 2; i++) {
        open_fixture(&own[i]);
        vitals_text name = { tenants[i], strlen(tenants[i]) };
        vitals_live_filter filter = VITALS_LIVE_FILTER_INIT;
        filter.namespaces = &name;
        filter.namespace_count = 1;
        assert_int_equal(vitals_live_view_new(shared.live, &filter, &views[i]), VITALS_OK);
        assert_int_equal(vitals_live_view_new(own[i].live, NULL, &alone[i]), VITALS_OK);
    }
    unsigned random = 1;
    for (int i = 0; i < 2000; i++) {
        random = random * 1103515245u + 12345u;
        int tenant = random >> 16 & 1;
        char name[8], app[8], uid[32];
        snprintf(name, sizeof name, "o%u", random >> 17 & 15);
        snprintf(app, sizeof app, "app%u", random >> 21 & 1);
        snprintf(uid, sizeof uid, "u-%s-%s", tenants[tenant], name);
        fixture *const both[] = { &shared, &own[tenant] };
        for (int j = 0; j < 2; j++) {
            vitals_live_object object = named(uid, "", "", "");
            if ((random >> 22 & 3) == 0) {
                vitals_status status = vitals_live_remove(both[j]->live, both[j]->scope, &object);
                assert_true(status == VITALS_OK || status == VITALS_ENOTFOUND);
            } else {
                static const char *const phases[] = { "Bound", "Lost", "Pending", "Bound" };
                put_pvc(both[j], both[j]->scope, tenants[tenant], name, app,
                        phases[random >> 24 & 3]);
            }
        }
        settle(&shared, i);
        settle(&own[0], i);
        settle(&own[1], i);
    }
    for (int i = 0; i < 2; i++) {
        assert_same_view(views[i], alone[i]);
        char *is = live_dump(views[i]), *want = live_dump(alone[i]);
        assert_string_equal(is, want);
        free(is);
        free(want);
        close_fixture(&own[i]);
    }
    close_fixture(&shared);
}

/* A project of Argo CD is known when the Application comes; then its members are seen. */
static void test_projects(void **state) {
    (void)state;
    fixture f;
    open_fixture(&f);
    vitals_text project = { "team", 4 }, application = { "web", 3 };
    vitals_live_filter filter = VITALS_LIVE_FILTER_INIT;
    filter.projects = &project;
    filter.project_count = 1;
    vitals_live_view *by_project, *by_application;
    assert_int_equal(vitals_live_view_new(f.live, &filter, &by_project), VITALS_OK);
    filter = (vitals_live_filter)VITALS_LIVE_FILTER_INIT;
    filter.applications = &application;
    filter.application_count = 1;
    assert_int_equal(vitals_live_view_new(f.live, &filter, &by_application), VITALS_OK);
    put_pvc(&f, f.scope, "shop", "a", "web", "Lost");
    put_pvc(&f, f.scope, "shop", "b", "other", "Lost");
    live_put(f.live, f.scope,
             "{\"kind\":\"Event\",\"metadata\":{\"name\":\"child\",\"namespace\":\"shop\","
             "\"ownerReferences\":[{\"uid\":\"u-shop-a\"}]}}");
    settle(&f, 0);
    vitals_live_counts counts;
    vitals_live_counts_of(by_project, &counts, sizeof counts);
    assert_int_equal(counts.rows, 0);
    vitals_live_counts_of(by_application, &counts, sizeof counts);
    assert_int_equal(counts.rows, 2);
    assert_int_equal(counts.applications, 1);
    live_put(f.live, f.scope,
             "{\"apiVersion\":\"argoproj.io/v1alpha1\",\"kind\":\"Application\",\"metadata\":{"
             "\"name\":\"web\",\"namespace\":\"argocd\"},\"spec\":{\"project\":\"team\"}}");
    settle(&f, 1);
    vitals_live_counts_of(by_project, &counts, sizeof counts);
    assert_int_equal(counts.rows, 3);
    assert_int_equal(counts.applications, 1);
    live_put(f.live, f.scope,
             "{\"apiVersion\":\"argoproj.io/v1alpha1\",\"kind\":\"Application\",\"metadata\":{"
             "\"name\":\"web\",\"namespace\":\"argocd\"},\"spec\":{\"project\":\"secret\"}}");
    settle(&f, 2);
    vitals_live_counts_of(by_project, &counts, sizeof counts);
    assert_int_equal(counts.rows, 0);
    assert_int_equal(counts.applications, 0);
    close_fixture(&f);
}

/* What its scope covers judges an application at once after the next run, and a change goes into the feed. */
static void test_judged_by_coverage(void **state) {
    (void)state;
    static const struct {
        vitals_live_state state;
        vitals_coverage_state coverage;
        vitals_health health; /* of a healthy application */
        uint64_t lost;
    } rows[] = {
        { VITALS_LIVE_LIVE, VITALS_COVERAGE_READ, VITALS_HEALTH_HEALTHY, 0 },
        { VITALS_LIVE_LIVE, VITALS_COVERAGE_NARROWED, VITALS_HEALTH_UNKNOWN, 1 },
        { VITALS_LIVE_LIVE, VITALS_COVERAGE_EXCLUDED, VITALS_HEALTH_HEALTHY, 0 },
        { VITALS_LIVE_SILENT, VITALS_COVERAGE_READ, VITALS_HEALTH_HEALTHY, 0 },
        { VITALS_LIVE_REFUSED, VITALS_COVERAGE_READ, VITALS_HEALTH_UNKNOWN, 1 },
        { VITALS_LIVE_REFUSED, VITALS_COVERAGE_FORBIDDEN, VITALS_HEALTH_HEALTHY, 0 },
    };
    fixture f;
    open_fixture(&f);
    put_pvc(&f, f.scope, "shop", "a", "well", "Bound");
    put_pvc(&f, f.scope, "shop", "b", "ill", "Lost");
    assert_int_equal(vitals_live_synced(f.live, f.scope), VITALS_OK);
    settle(&f, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const vitals_text none = { "", 0 };
        assert_int_equal(vitals_live_set_state(f.live, f.scope, rows[i].state, none), VITALS_OK);
        assert_int_equal(vitals_live_set_coverage(f.live, f.scope, rows[i].coverage), VITALS_OK);
        settle(&f, 1 + (int64_t)i);
        vitals_live_counts counts;
        vitals_live_counts_of(f.view, &counts, sizeof counts);
        assert_int_equal(counts.application_settled[rows[i].health], 1);
        assert_int_equal(counts.application_settled[VITALS_HEALTH_DEGRADED], 1);
        for (vitals_live_id id = 0; (id = vitals_live_application_next(f.view, id)) != 0;) {
            vitals_live_application app;
            vitals_text message;
            assert_int_equal(vitals_live_application_of(f.view, id, &app, sizeof app), VITALS_OK);
            assert_int_equal(app.lost, rows[i].lost);
            assert_int_equal(vitals_live_application_message(f.view, id, &message), VITALS_OK);
            assert_int_equal(strstr(message.bytes, "could not be read") != NULL, app.lost > 0);
        }
    }
    close_fixture(&f);
}

/* What the host lists: absent objects are known and make Missing; unknown scopes leave it open. */
static void test_members(void **state) {
    (void)state;
    fixture f;
    open_fixture(&f);
    const vitals_live_application_key key = { VITALS_LIVE_ARGOCD, { NULL, 0 }, { "listed", 6 } };
    const vitals_live_object objects[] = { named("", "PersistentVolumeClaim", "shop", "a"),
                                           named("", "PersistentVolumeClaim", "shop", "b") };
    assert_int_equal(vitals_live_members(f.live, f.source, &key, objects, 2), VITALS_OK);
    vitals_live_application app;
    vitals_live_id id = vitals_live_application_find(f.view, f.source, &key);
    assert_int_equal(vitals_live_application_of(f.view, id, &app, sizeof app), VITALS_OK);
    assert_int_equal(app.absent, 2);
    assert_int_equal(app.health, VITALS_HEALTH_UNKNOWN); /* nobody has looked */
    assert_false(app.complete);
    put_pvc(&f, f.scope, "shop", "a", "", "Bound");
    assert_int_equal(vitals_live_synced(f.live, f.scope), VITALS_OK);
    settle(&f, 0);
    assert_int_equal(vitals_live_application_of(f.view, id, &app, sizeof app), VITALS_OK);
    assert_int_equal(app.absent, 1);
    assert_int_equal(app.members, 1);
    assert_int_equal(app.health, VITALS_HEALTH_HEALTHY);
    assert_true(app.complete);
    assert_int_equal(vitals_live_members(f.live, f.source, &key, NULL, 0), VITALS_OK);
    settle(&f, 1);
    assert_true(vitals_live_application_find(f.view, f.source, &key) == 0);
    close_fixture(&f);
}

/* ------------------------------------------------------------- limits and memory */

static void test_limits(void **state) {
    (void)state;
    fixture f;
    vitals_limits *limits = NULL;
    assert_int_equal(vitals_limits_new(NULL, &limits), VITALS_OK);
    static const char *const names[] = { "live_rows", "live_applications", "live_wanted" };
    for (int i = 0; i < 3; i++) assert_int_equal(vitals_limits_set(limits, names[i], 2), VITALS_OK);
    assert_int_equal(vitals_limits_set(limits, "live_row_message_bytes", 10), VITALS_OK);
    vitals_live_options options = VITALS_LIVE_OPTIONS_INIT;
    options.limits = limits;
    open_with(&f, &options, VITALS_PROFILE_KSTATUS);
    vitals_limits_free(limits);
    assert_int_equal(vitals_live_begin(f.live, f.scope), VITALS_OK);
    put_pvc(&f, f.scope, "shop", "a", "web", "Bound");
    put_pvc(&f, f.scope, "shop", "b", "web", "Bound");
    static const char third[] = "{\"kind\":\"A\",\"metadata\":{\"name\":\"x\",\"labels\":{\"app."
                                "kubernetes.io/instance\":\"web\"}}}";
    assert_int_equal(vitals_live_put_text(f.live, f.scope, third, sizeof third - 1, NULL, NULL),
                     VITALS_ELIMIT);
    assert_int_equal(vitals_live_synced(f.live, f.scope), VITALS_OK);
    settle(&f, 0);
    vitals_live_stats stats;
    vitals_live_stats_of(f.live, &stats, sizeof stats);
    assert_int_equal(stats.rows, 2);
    assert_int_equal(stats.rows_refused, 1);
    assert_int_equal(row_named(&f, "PersistentVolumeClaim", "a").message.size, 10);
    vitals_live_application app;
    assert_int_equal(vitals_live_application_of(f.view, vitals_live_application_next(f.view, 0),
                                                &app, sizeof app),
                     VITALS_OK);
    assert_false(app.complete);
    assert_non_null(strstr(app.incomplete, "live_rows"));
    close_fixture(&f);
}

/* 1,000 objects and 100,000 changes. */
static void test_memory_is_flat(void **state) {
    (void)state;
    fixture f;
    torture memory = { 0 };
    vitals_allocator allocator = torture_allocator(&memory);
    vitals_limits *limits = NULL;
    assert_int_equal(vitals_limits_new(NULL, &limits), VITALS_OK);
    assert_int_equal(vitals_limits_set(limits, "live_feed", 500), VITALS_OK);
    vitals_live_options options = VITALS_LIVE_OPTIONS_INIT;
    options.limits = limits;
    options.allocator = &allocator;
    open_with(&f, &options, VITALS_PROFILE_COMBINED);
    vitals_limits_free(limits);
    size_t early = 0;
    for (int i = 0; i < 100000; i++) {
        char name[16], app[16], uid[40];
        int index = i * 7 % 1000;
        snprintf(name, sizeof name, "o%d", index);
        snprintf(app, sizeof app, "app%d", (index + i / 10000) % 37);
        snprintf(uid, sizeof uid, "u-shop-%s", name);
        vitals_live_object object = named(uid, "", "", "");
        if (i % 3 == 0 && i > 1000) {
            vitals_status status = vitals_live_remove(f.live, f.scope, &object);
            assert_true(status == VITALS_OK || status == VITALS_ENOTFOUND);
        }
        put_pvc(&f, f.scope, "shop", name, app, i % 2 ? "Bound" : "Lost");
        if (i % 50 == 0) settle(&f, i / 50);
        if (i == 10000) early = memory.live_bytes;
    }
    settle(&f, 100000);
    assert_true(memory.live_bytes < early + early / 10);
    close_fixture(&f);
    assert_int_equal(memory.live_bytes, 0);
}

/* All of the memory divided by the rows, with identity, a message and one view. */
static void test_bytes_per_row(void **state) {
    (void)state;
    fixture f;
    open_fixture(&f);
    enum { ROWS = 50000 }; /* the feed's ring, of a fixed size, is a part of it */
    for (int i = 0; i < ROWS; i++) {
        char text[900];
        snprintf(
            text, sizeof text,
            "{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\",\"metadata\":{\"name\":"
            "\"checkout-service-%05d\",\"namespace\":\"shop-%d\",\"uid\":"
            "\"0b1c5f3e-5d0a-4d53-9c62-3f5d4f6%05d\",\"resourceVersion\":\"10%07d\",\"labels\":"
            "{\"app.kubernetes.io/instance\":\"app-%d\"}},\"spec\":{\"replicas\":3},\"status\":"
            "{\"observedGeneration\":1,\"updatedReplicas\":1}}",
            i, i % 50, i, i, i % 500);
        live_put(f.live, f.scope, text);
    }
    settle(&f, 0);
    vitals_live_stats stats;
    vitals_live_stats_of(f.live, &stats, sizeof stats);
    assert_int_equal(stats.kept_bytes, 0);
    double each = (double)stats.bytes / ROWS;
    print_message("%.0f bytes a row\n", each);
    assert_true(each <= 600);
    close_fixture(&f);
}

/* Each allocation fails once: the call can be repeated, and in the end everything is right. */
static vitals_status live_a_little(torture *memory, void *user) {
    const health_run *health = user;
    static const char *const objects[] = {
        "{\"apiVersion\":\"argoproj.io/"
        "v1alpha1\",\"kind\":\"Application\",\"metadata\":{\"name\":\"web\",\"namespace\":"
        "\"argocd\"},\"spec\":{\"project\":\"team\",\"destination\":{\"name\":\"in-cluster\"}},"
        "\"status\":{\"sync\":{"
        "\"status\":\"Synced\",\"revision\":\"r\"},\"resources\":[{\"kind\":\"Pod\",\"namespace\":"
        "\"shop\",\"name\":\"p\"},"
        "{\"kind\":\"Pod\",\"namespace\":\"shop\",\"name\":\"q\"}]}}",
        "{\"apiVersion\":\"apps/"
        "v1\",\"kind\":\"ReplicaSet\",\"metadata\":{\"name\":\"rs\",\"namespace\":\"shop\",\"uid\":"
        "\"1\",\"labels\":{\"app.kubernetes.io/"
        "instance\":\"web\"}},\"spec\":{\"selector\":{\"matchLabels\":{\"a\":\"b\"}}}}",
        "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"p\",\"namespace\":"
        "\"shop\",\"labels\":{\"a\":\"b\"},"
        "\"ownerReferences\":[{\"uid\":\"1\",\"controller\":true}]},\"status\":{\"phase\":"
        "\"Running\"}}"
    };
    vitals_allocator allocator = torture_allocator(memory);
    vitals_live_options options = VITALS_LIVE_OPTIONS_INIT;
    options.allocator = &allocator;
    options.keep = VITALS_LIVE_KEEP_ALL;
    vitals_live *live = NULL;
    vitals_live_view *view;
    vitals_live_id source, scope;
    vitals_live_source_options of = VITALS_LIVE_SOURCE_OPTIONS_INIT;
    of.profile = VITALS_PROFILE_FLUX;
    vitals_status status = vitals_live_new(&options, &live);
    if (!status) status = vitals_live_source_add(live, one, health->engine, &of, &source);
    if (!status) status = vitals_live_scope_add(live, source, NULL, &scope);
    if (!status) status = vitals_live_view_new(live, NULL, &view);
    if (status) {
        vitals_live_free(live);
        return status;
    }
    for (size_t turn = 0; turn < 2; turn++) {
        for (size_t i = 0; i < TABLE_COUNT(objects); i++) {
            const char *text = objects[turn ? TABLE_COUNT(objects) - 1 - i : i];
            for (int again = 0; again < 2; again++) {
                status = vitals_live_put_text(live, scope, text, strlen(text), NULL, NULL);
                if (status == VITALS_OK) break;
                assert_int_equal(status, VITALS_ENOMEM);
            }
            assert_int_equal(status, VITALS_OK);
            do {
                status = vitals_live_run(live, health->worker, NOW, 100);
            } while (status == VITALS_ENOMEM || status == VITALS_EAGAIN);
            assert_int_equal(status, VITALS_OK);
        }
    }
    vitals_live_application app;
    vitals_live_id id = vitals_live_application_next(view, 0);
    assert_int_equal(vitals_live_application_of(view, id, &app, sizeof app), VITALS_OK);
    assert_int_equal(app.members, 2);
    assert_int_equal(app.absent, 1);
    assert_int_equal(app.delivery, VITALS_LIVE_DELIVERY_IN_STEP);
    vitals_live_free(live);
    return VITALS_OK;
}

/* ------------------------------------------------------------ what was assessed */

typedef struct heard {
    vitals_live_id source;
    size_t count;
    char name[16];
    vitals_health health;
} heard;

static void on_assessed(void *user, vitals_live_id source, const vitals_document *document,
                        vitals_verdict *verdict) {
    heard *got = user;
    const vitals_text name = vitals_document_name(document);
    got->source = source;
    got->count++;
    snprintf(got->name, sizeof got->name, "%.*s", (int)name.size, name.bytes);
    got->health = vitals_verdict_health(verdict);
}

/* Once for each assessment, here and in jobs; not for what is unchanged. */
static void test_assessed(void **state) {
    (void)state;
    fixture f;
    heard got = { .count = 0 };
    open_fixture(&f);
    vitals_live_set_assessed(f.live, on_assessed, &got);
    put_pvc(&f, f.scope, "shop", "a", "web", "Lost");
    assert_int_equal(got.count, 0);
    settle(&f, 0);
    assert_int_equal(got.count, 1);
    assert_true(got.source == f.source);
    assert_string_equal(got.name, "a");
    assert_int_equal(got.health, VITALS_HEALTH_DEGRADED);
    put_pvc(&f, f.scope, "shop", "b", "web", "Bound");
    vitals_live_job *job;
    assert_int_equal(vitals_live_take(f.live, NOW, &job), VITALS_OK);
    assert_int_equal(vitals_live_job_run(job, f.health.worker, NULL, NULL), VITALS_OK);
    assert_int_equal(got.count, 1);
    assert_int_equal(vitals_live_give(f.live, job, NOW), VITALS_OK);
    assert_int_equal(got.count, 2);
    assert_string_equal(got.name, "b");
    vitals_live_set_assessed(f.live, NULL, NULL);
    put_pvc(&f, f.scope, "shop", "b", "web", "Lost");
    settle(&f, 1);
    assert_int_equal(got.count, 2);
    close_fixture(&f);
}

/* While a job is out its row waits for it, and then shows what the job found until the newer version is assessed: also a row
** that changes during each of its jobs has a verdict. */
static void test_put_while_a_job_is_out(void **state) {
    static const char *const phases[] = { "Lost", "Bound", "Pending", "Lost" };
    static const vitals_health shown[] = { VITALS_HEALTH_DEGRADED, VITALS_HEALTH_HEALTHY,
                                           VITALS_HEALTH_PROGRESSING, VITALS_HEALTH_DEGRADED };
    enum { ROUNDS = sizeof phases / sizeof *phases };
    (void)state;
    fixture f;
    open_fixture(&f);
    vitals_live_job *job;
    for (int i = 0; i < ROUNDS; i++) {
        if (i == 0) put_pvc(&f, f.scope, "shop", "a", "web", phases[0]);
        assert_int_equal(vitals_live_take(f.live, NOW, &job), VITALS_OK);
        if (i + 1 < ROUNDS) put_pvc(&f, f.scope, "shop", "a", "web", phases[i + 1]);
        settle(&f, 0);
        assert_int_equal(stats_of(&f).assessments, (unsigned)i);
        assert_int_equal(vitals_live_job_run(job, f.health.worker, NULL, NULL), VITALS_OK);
        assert_int_equal(vitals_live_give(f.live, job, NOW), VITALS_OK);
        assert_int_equal(row_named(&f, "PersistentVolumeClaim", "a").health, shown[i]);
    }
    assert_true(vitals_live_next_ms(f.live) == VITALS_LIVE_NEVER);
    /* Not under rules that have been replaced since. */
    health_run other;
    const health_setup setup = { .bundled = true };
    assert_int_equal(health_open(&setup, &other), VITALS_OK);
    put_pvc(&f, f.scope, "shop", "a", "web", "Bound");
    assert_int_equal(vitals_live_take(f.live, NOW, &job), VITALS_OK);
    put_pvc(&f, f.scope, "shop", "a", "web", "Pending");
    assert_int_equal(vitals_live_use(f.live, f.source, other.engine), VITALS_OK);
    assert_int_equal(vitals_live_job_run(job, f.health.worker, NULL, NULL), VITALS_OK);
    assert_int_equal(vitals_live_give(f.live, job, NOW), VITALS_OK);
    assert_int_equal(row_named(&f, "PersistentVolumeClaim", "a").health, VITALS_HEALTH_DEGRADED);
    settle(&f, 0);
    assert_int_equal(row_named(&f, "PersistentVolumeClaim", "a").health, VITALS_HEALTH_PROGRESSING);
    health_close(&other);
    close_fixture(&f);
}

/* What is absent from a list, and what may be there all the same. */
static void test_absent(void **state) {
    (void)state;
    fixture f;
    open_fixture(&f);
    const vitals_live_application_key key = { VITALS_LIVE_KUSTOMIZATION,
                                              { "flux", 4 },
                                              { "apps", 4 } };
    vitals_live_object objects[] = { named("", "PersistentVolumeClaim", "shop", "a"),
                                     named("", "PersistentVolumeClaim", "shop", "b"),
                                     named("", "PersistentVolumeClaim", "shop", "b") };
    assert_int_equal(vitals_live_members(f.live, f.source, &key, objects, 3), VITALS_OK);
    put_pvc(&f, f.scope, "shop", "a", "web", "Bound");
    settle(&f, 0);
    const vitals_live_id id = vitals_live_application_find(f.view, f.source, &key);
    vitals_live_absent absent;
    uint64_t at = 0;
    assert_true(vitals_live_absent_next(f.view, id, &at, &absent, sizeof absent));
    assert_string_equal(absent.object.name.bytes, "b");
    assert_non_null(absent.unknown); /* the scope is being listed */
    assert_false(vitals_live_absent_next(f.view, id, &at, &absent, sizeof absent));
    assert_int_equal(vitals_live_begin(f.live, f.scope), VITALS_OK);
    assert_int_equal(vitals_live_synced(f.live, f.scope), VITALS_OK);
    settle(&f, 0);
    size_t count = 0;
    for (at = 0; vitals_live_absent_next(f.view, id, &at, &absent, sizeof absent); count++) {
        assert_null(absent.unknown);
    }
    assert_int_equal(count, 2); /* the list did not hold "a" */
    at = 0;
    assert_false(vitals_live_absent_next(f.view, 0, &at, &absent, sizeof absent));
    close_fixture(&f);
}

/* Clients do not read Secrets, so an absent one neither counts nor leaves anything open. */
static void test_absent_secret(void **state) {
    (void)state;
    fixture f;
    open_fixture(&f);
    const vitals_live_application_key key = { VITALS_LIVE_ARGOCD, { NULL, 0 }, { "listed", 6 } };
    const vitals_live_object objects[] = { named("", "PersistentVolumeClaim", "shop", "a"),
                                           named("", "Secret", "shop", "s"),
                                           named("", "Secret", "shop", "s") };
    assert_int_equal(vitals_live_members(f.live, f.source, &key, objects, 3), VITALS_OK);
    put_pvc(&f, f.scope, "shop", "a", "", "Bound");
    assert_int_equal(vitals_live_synced(f.live, f.scope), VITALS_OK);
    settle(&f, 0);
    vitals_live_application app;
    vitals_live_absent absent;
    uint64_t at = 0;
    const vitals_live_id id = vitals_live_application_find(f.view, f.source, &key);
    assert_int_equal(vitals_live_application_of(f.view, id, &app, sizeof app), VITALS_OK);
    assert_int_equal(app.absent, 0);
    assert_int_equal(app.health, VITALS_HEALTH_HEALTHY);
    assert_true(app.complete);
    assert_false(vitals_live_absent_next(f.view, id, &at, &absent, sizeof absent));
    live_put(f.live, f.scope,
             "{\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"metadata\":{\"name\":\"s\","
             "\"namespace\":\"shop\"}}");
    settle(&f, 1);
    assert_int_equal(vitals_live_application_of(f.view, id, &app, sizeof app), VITALS_OK);
    assert_int_equal(app.members, 2); /* one that is there belongs to it all the same */
    assert_int_equal(vitals_live_members(f.live, f.source, &key, NULL, 0), VITALS_OK);
    settle(&f, 2);
    close_fixture(&f);
}

/* Of kinds that are in no scope, those that have a health leave an application open. */
static void test_absent_and_not_read(void **state) {
    (void)state;
    fixture f;
    open_fixture(&f);
    const vitals_live_scope_key claims = { .kind = { "PersistentVolumeClaim", 21 } };
    assert_int_equal(vitals_live_scope_remove(f.live, f.scope), VITALS_OK);
    assert_int_equal(vitals_live_scope_add(f.live, f.source, &claims, &f.scope), VITALS_OK);
    const vitals_live_application_key key = { VITALS_LIVE_ARGOCD, { NULL, 0 }, { "listed", 6 } };
    vitals_live_object objects[] = { named("", "PersistentVolumeClaim", "shop", "a"),
                                     named("", "ConfigMap", "shop", "settings") };
    assert_int_equal(vitals_live_members(f.live, f.source, &key, objects, 2), VITALS_OK);
    put_pvc(&f, f.scope, "shop", "a", "", "Bound");
    assert_int_equal(vitals_live_synced(f.live, f.scope), VITALS_OK);
    settle(&f, 0);
    vitals_live_application app;
    const vitals_live_id id = vitals_live_application_find(f.view, f.source, &key);
    assert_int_equal(vitals_live_application_of(f.view, id, &app, sizeof app), VITALS_OK);
    assert_int_equal(app.health, VITALS_HEALTH_HEALTHY);
    assert_true(app.complete);
    objects[1] = named("", "Service", "shop", "web");
    assert_int_equal(vitals_live_members(f.live, f.source, &key, objects, 2), VITALS_OK);
    settle(&f, 1);
    assert_int_equal(vitals_live_application_of(f.view, id, &app, sizeof app), VITALS_OK);
    assert_string_equal(app.incomplete, "a listed object is in no scope that could be read");
    close_fixture(&f);
}

static void test_torture(void **state) {
    (void)state;
    const health_setup setup = { .bundled = true };
    health_run health;
    assert_int_equal(health_open(&setup, &health), VITALS_OK);
    assert_true(torture_run(live_a_little, &health) > 100);
    health_close(&health);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_list_and_watch),
        cmocka_unit_test(test_identity),
        cmocka_unit_test(test_unchanged),
        cmocka_unit_test(test_time),
        cmocka_unit_test(test_settling),
        cmocka_unit_test(test_feed),
        cmocka_unit_test(test_tenants),
        cmocka_unit_test(test_projects),
        cmocka_unit_test(test_judged_by_coverage),
        cmocka_unit_test(test_members),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_memory_is_flat),
        cmocka_unit_test(test_bytes_per_row),
        cmocka_unit_test(test_assessed),
        cmocka_unit_test(test_absent),
        cmocka_unit_test(test_absent_secret),
        cmocka_unit_test(test_absent_and_not_read),
        cmocka_unit_test(test_put_while_a_job_is_out),
        cmocka_unit_test(test_torture),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
