/* What is refused at a limit, and which applications miss it; what documents that wait take. */
#include <vitals/live.h>

#include <stdio.h>

#include "support/health.h"
#include "support/live.h"
#include "support/table.h"

enum { NOW = 1000 };

typedef struct fixture {
    health_run health;
    vitals_live *live;
    vitals_live_view *view;
    vitals_live_id source, scope;
} fixture;

typedef struct limit {
    const char *name;
    uint64_t value;
} limit;

static void open_with(fixture *f, vitals_live_keep keep, const limit *set, size_t count) {
    const health_setup setup = { .bundled = true };
    const vitals_text name = { "one", 3 };
    vitals_limits *limits = NULL;
    vitals_live_options options = VITALS_LIVE_OPTIONS_INIT;
    assert_int_equal(health_open(&setup, &f->health), VITALS_OK);
    assert_int_equal(vitals_limits_new(NULL, &limits), VITALS_OK);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(vitals_limits_set(limits, set[i].name, set[i].value), VITALS_OK);
    }
    options.limits = limits;
    options.keep = keep;
    assert_int_equal(vitals_live_new(&options, &f->live), VITALS_OK);
    vitals_limits_free(limits);
    assert_int_equal(vitals_live_source_add(f->live, name, f->health.engine, NULL, &f->source),
                     VITALS_OK);
    assert_int_equal(vitals_live_scope_add(f->live, f->source, NULL, &f->scope), VITALS_OK);
    assert_int_equal(vitals_live_view_new(f->live, NULL, &f->view), VITALS_OK);
}

static void open_fixture(fixture *f, const char *name, uint64_t value) {
    const limit one = { name, value };
    open_with(f, VITALS_LIVE_KEEP_NEEDED, &one, name != NULL);
}

static void close_fixture(fixture *f) {
    vitals_live_free(f->live);
    health_close(&f->health);
}

static vitals_status put_text(fixture *f, const char *text) {
    return vitals_live_put_text(f->live, f->scope, text, strlen(text), NULL, NULL);
}

/* A claim of an application, with `padding` bytes that nobody reads. */
static vitals_status put_claim(fixture *f, const char *name, const char *app, size_t padding) {
    char text[8192];
    assert_true(padding < sizeof text - 600);
    snprintf(
        text, sizeof text,
        "{\"apiVersion\":\"v1\",\"kind\":\"PersistentVolumeClaim\",\"metadata\":{\"name\":\"%s\","
        "\"namespace\":\"shop\",\"labels\":{\"app.kubernetes.io/instance\":\"%s\"},"
        "\"annotations\":{\"padding\":\"%0*d\"}},\"status\":{\"phase\":\"Bound\"}}",
        name, app, (int)padding, 0);
    return put_text(f, text);
}

static void begin(fixture *f) {
    assert_int_equal(vitals_live_begin(f->live, f->scope), VITALS_OK);
}

static void end(fixture *f) {
    assert_int_equal(vitals_live_synced(f->live, f->scope), VITALS_OK);
    live_settle(f->live, f->health.worker, NOW);
}

static vitals_live_stats stats_of(const fixture *f) {
    vitals_live_stats stats;
    vitals_live_stats_of(f->live, &stats, sizeof stats);
    return stats;
}

/* Why an application is incomplete; "": it is complete. */
static const char *incomplete(const fixture *f, vitals_live_manager manager, const char *name) {
    const vitals_live_application_key key = { manager, { NULL, 0 }, { name, strlen(name) } };
    vitals_live_application app;
    vitals_live_id id = vitals_live_application_find(f->view, f->source, &key);
    assert_int_equal(vitals_live_application_of(f->view, id, &app, sizeof app), VITALS_OK);
    assert_int_equal(app.complete, app.incomplete == NULL);
    return app.incomplete ? app.incomplete : "";
}

static const char limits_text[] = "objects were refused: limit live_rows or live_bytes";

/* ------------------------------------------------------------------------ refused */

static void only_what_it_names(void **state) {
    (void)state;
    fixture f;
    open_fixture(&f, "live_rows", 3);
    begin(&f);
    assert_int_equal(put_claim(&f, "a", "web", 0), VITALS_OK);
    assert_int_equal(put_claim(&f, "b", "db", 0), VITALS_OK);
    assert_int_equal(put_claim(&f, "c", "mail", 0), VITALS_OK);
    assert_int_equal(put_claim(&f, "d", "web", 0), VITALS_ELIMIT);
    assert_int_equal(put_claim(&f, "e", "web", 0), VITALS_ELIMIT);
    assert_int_equal(put_claim(&f, "f", "later", 0), VITALS_ELIMIT);
    assert_int_equal(put_text(&f, "{\"kind\":\"A\",\"metadata\":{\"name\":\"of-none\"}}"),
                     VITALS_ELIMIT);
    end(&f);
    assert_int_equal(stats_of(&f).rows_refused, 4);
    assert_string_equal(incomplete(&f, VITALS_LIVE_ARGOCD, "web"), limits_text);
    assert_string_equal(incomplete(&f, VITALS_LIVE_ARGOCD, "db"), "");
    assert_string_equal(incomplete(&f, VITALS_LIVE_ARGOCD, "mail"), "");
    /* A row that is there may change, also into an application that misses another object. */
    assert_int_equal(put_claim(&f, "c", "later", 0), VITALS_OK);
    live_settle(f.live, f.health.worker, NOW);
    assert_string_equal(incomplete(&f, VITALS_LIVE_ARGOCD, "later"), limits_text);
    /* Until the next list. */
    begin(&f);
    assert_int_equal(stats_of(&f).rows_refused, 0);
    assert_int_equal(put_claim(&f, "a", "web", 0), VITALS_OK);
    end(&f);
    assert_string_equal(incomplete(&f, VITALS_LIVE_ARGOCD, "web"), "");
    close_fixture(&f);
}

/* The list of a refused application is not known; what is listed and refused is not absent. */
static void lists(void **state) {
    (void)state;
    fixture f;
    open_fixture(&f, "live_rows", 3);
    static const char application[] =
        "{\"apiVersion\":\"argoproj.io/v1alpha1\",\"kind\":\"Application\",\"metadata\":{\"name\":"
        "\"%s\",\"namespace\":\"argocd\"},\"spec\":{\"destination\":{\"name\":\"in-cluster\"}},"
        "\"status\":{\"resources\":[{\"kind\":\"%s\",\"namespace\":\"shop\",\"name\":\"x\"}]}}";
    char text[1024];
    begin(&f);
    snprintf(text, sizeof text, application, "lists-it", "Pod");
    assert_int_equal(put_text(&f, text), VITALS_OK);
    assert_int_equal(put_claim(&f, "a", "refused", 0), VITALS_OK);
    assert_int_equal(put_claim(&f, "b", "other", 0), VITALS_OK);
    snprintf(text, sizeof text, application, "refused", "Pod");
    assert_int_equal(put_text(&f, text), VITALS_ELIMIT);
    assert_int_equal(put_text(&f, "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":"
                                  "\"x\",\"namespace\":\"shop\"}}"),
                     VITALS_ELIMIT);
    end(&f);
    assert_string_equal(incomplete(&f, VITALS_LIVE_ARGOCD, "lists-it"), limits_text);
    assert_string_equal(incomplete(&f, VITALS_LIVE_ARGOCD, "refused"), limits_text);
    assert_string_equal(incomplete(&f, VITALS_LIVE_ARGOCD, "other"), "");
    close_fixture(&f);
}

/* Where even the application does not fit, every one may be meant. */
static void unknown(void **state) {
    (void)state;
    fixture f;
    const limit both[] = { { "live_rows", 1 }, { "live_applications", 1 } };
    open_with(&f, VITALS_LIVE_KEEP_NEEDED, both, 2);
    begin(&f);
    assert_int_equal(put_claim(&f, "a", "web", 0), VITALS_OK);
    live_settle(f.live, f.health.worker, NOW);
    assert_int_equal(put_claim(&f, "b", "db", 0), VITALS_ELIMIT);
    end(&f);
    assert_string_equal(incomplete(&f, VITALS_LIVE_ARGOCD, "web"), limits_text);
    close_fixture(&f);
}

/* A flood of refused objects is one change of the scope, not one each. */
static void the_feed_is_not_flooded(void **state) {
    (void)state;
    fixture f;
    open_fixture(&f, "live_rows", 1);
    begin(&f);
    assert_int_equal(put_claim(&f, "a", "web", 0), VITALS_OK);
    vitals_live_position before, after;
    vitals_live_head(f.view, &before, sizeof before);
    for (int i = 0; i < 1000; i++) assert_int_equal(put_claim(&f, "b", "web", 0), VITALS_ELIMIT);
    vitals_live_head(f.view, &after, sizeof after);
    assert_int_equal(after.sequence, before.sequence + 1);
    close_fixture(&f);
}

/* -------------------------------------------------------------------------- bytes */

static vitals_document *parse(const char *text) {
    vitals_document *document = NULL;
    assert_int_equal(vitals_document_parse(text, strlen(text), NULL, &document, NULL), VITALS_OK);
    return document;
}

/* However it is put, a document counts until it is assessed. */
static void documents_count(void **state) {
    (void)state;
    static const char text[] =
        "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":"
        "\"a\"},\"data\":{\"a\":[1,2,3,4,5,6,7,8,9,0,1,2,3,4,5,6,7,8,9,0]}}";
    fixture f;
    open_fixture(&f, NULL, 0);
    assert_int_equal(vitals_live_put(f.live, f.scope, parse(text)), VITALS_OK);
    uint64_t given = stats_of(&f).kept_bytes;
    assert_true(given > sizeof text);
    assert_int_equal(put_text(&f, text), VITALS_OK);
    assert_int_equal(stats_of(&f).kept_bytes, given);
    vitals_live_job *job = NULL;
    assert_int_equal(vitals_live_take(f.live, NOW, &job), VITALS_OK);
    assert_int_equal(stats_of(&f).kept_bytes, given);
    assert_int_equal(put_text(&f, text), VITALS_OK);
    assert_int_equal(stats_of(&f).kept_bytes, 2 * given);
    assert_int_equal(vitals_live_give(f.live, job, NOW), VITALS_OK);
    assert_int_equal(stats_of(&f).kept_bytes, given);
    live_settle(f.live, f.health.worker, NOW);
    assert_int_equal(stats_of(&f).kept_bytes, 0);
    /* The row is gone before the job comes back. */
    assert_int_equal(put_text(&f, text), VITALS_OK);
    assert_int_equal(vitals_live_take(f.live, NOW, &job), VITALS_OK);
    vitals_live_object names = { .kind = { "ConfigMap", 9 }, .name = { "a", 1 } };
    assert_int_equal(vitals_live_remove(f.live, f.scope, &names), VITALS_OK);
    assert_int_equal(vitals_live_give(f.live, job, NOW), VITALS_OK);
    assert_int_equal(stats_of(&f).kept_bytes, 0);
    close_fixture(&f);
}

/* Puts without a run in between: nothing is taken once the limit is reached, so that memory exceeds it by one
** document, and what rows of its kind grow by, at most. Nothing is lost. */
static void waiting_documents_are_bounded(void **state) {
    (void)state;
    enum { LIMIT = 1000000, OBJECTS = 1000 };
    fixture f;
    open_fixture(&f, "live_bytes", LIMIT);
    begin(&f);
    unsigned runs = 0;
    for (int i = 0; i < OBJECTS; i++) {
        char name[16];
        snprintf(name, sizeof name, "n%d", i);
        if (stats_of(&f).bytes >= LIMIT) {
            assert_int_equal(put_claim(&f, name, "web", 4000), VITALS_EAGAIN);
            live_settle(f.live, f.health.worker, NOW);
            runs++;
        }
        assert_true(stats_of(&f).bytes < LIMIT);
        assert_int_equal(put_claim(&f, name, "web", 4000), VITALS_OK);
    }
    end(&f);
    assert_true(runs > 2);
    assert_int_equal(stats_of(&f).rows, OBJECTS);
    assert_int_equal(stats_of(&f).rows_refused, 0);
    assert_string_equal(incomplete(&f, VITALS_LIVE_ARGOCD, "web"), "");
    close_fixture(&f);
}

/* When nothing waits, new objects are refused and known ones take their new version. */
static void full(void **state) {
    (void)state;
    enum { LIMIT = 300000 };
    fixture f;
    open_fixture(&f, "live_bytes", LIMIT);
    begin(&f);
    vitals_status status = VITALS_OK;
    for (int i = 0; status == VITALS_OK; i++) {
        char name[16];
        snprintf(name, sizeof name, "n%d", i);
        status = put_claim(&f, name, "web", 0);
        live_settle(f.live, f.health.worker, NOW);
    }
    assert_int_equal(status, VITALS_ELIMIT);
    assert_int_equal(put_claim(&f, "n0", "web", 100), VITALS_OK);
    assert_int_equal(put_claim(&f, "n1", "web", 100), VITALS_EAGAIN);
    live_settle(f.live, f.health.worker, NOW);
    assert_int_equal(put_claim(&f, "n1", "web", 100), VITALS_OK);
    end(&f);
    close_fixture(&f);
}

/* --------------------------------------------------------------------------- drop */

static void text_without_dropped_members(void **state) {
    (void)state;
    static const char text[] =
        "{\"apiVersion\":\"v1\",\"kind\":\"PersistentVolumeClaim\",\"metadata\":{\"name\":\"a\","
        "\"managedFields\":[{\"manager\":\"kubectl\"}],\"annotations\":{\"x\":\"y\"}},"
        "\"status\":{\"phase\":\"Lost\"}}";
    static const char *const paths[] = { ".metadata.managedFields", ".metadata.annotations" };
    fixture f;
    open_with(&f, VITALS_LIVE_KEEP_ALL, NULL, 0);
    vitals_read_options read = VITALS_READ_OPTIONS_INIT;
    read.drop = paths;
    read.drop_count = 2;
    assert_int_equal(vitals_live_put_text(f.live, f.scope, text, sizeof text - 1, &read, NULL),
                     VITALS_OK);
    live_settle(f.live, f.health.worker, NOW);
    vitals_text json;
    vitals_live_id row = vitals_live_row_next(f.view, 0);
    assert_int_equal(vitals_live_row_json(f.view, row, &json), VITALS_OK);
    assert_string_equal(json.bytes,
                        "{\"apiVersion\":\"v1\",\"kind\":\"PersistentVolumeClaim\",\"metadata\":"
                        "{\"name\":\"a\"},\"status\":{\"phase\":\"Lost\"}}");
    /* Members that are dropped are checked all the same. */
    static const char broken[] =
        "{\"kind\":\"A\",\"metadata\":{\"name\":\"b\",\"managedFields\":[1,]}}";
    assert_int_equal(vitals_live_put_text(f.live, f.scope, broken, sizeof broken - 1, &read, NULL),
                     VITALS_ESYNTAX);
    close_fixture(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_what_it_names),
        cmocka_unit_test(lists),
        cmocka_unit_test(unknown),
        cmocka_unit_test(the_feed_is_not_flooded),
        cmocka_unit_test(documents_count),
        cmocka_unit_test(waiting_documents_are_bounded),
        cmocka_unit_test(full),
        cmocka_unit_test(text_without_dropped_members),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
