/*
** Which applications a view has follows from what is visible, its rows and what is listed and absent, whatever
** came before: each row is a history of the Application n0, which lists Deployments of one letter.
*/
#include <stdio.h>

#include "objects/live/check.h"
#include "support/health.h"
#include "support/live.h"
#include "support/live_follow.h"
#include "support/table.h"

enum { VIEWS = 2 };

typedef struct fixture {
    health_run health;
    vitals_live *live;
    vitals_live_view *views[VIEWS]; /* of the project red, and of everything */
    live_follower followers[VIEWS];
    vitals_live_id source, scope;
    unsigned versions;
    int64_t now_ms;
} fixture;

static const vitals_text red = { "red", 3 };

static vitals_live_view *new_view(const fixture *f, bool all) {
    vitals_live_filter filter = VITALS_LIVE_FILTER_INIT;
    vitals_live_view *view = NULL;
    filter.projects = &red;
    filter.project_count = 1;
    assert_int_equal(vitals_live_view_new(f->live, all ? NULL : &filter, &view), VITALS_OK);
    return view;
}

static void open_fixture(fixture *f) {
    const health_setup setup = { .bundled = true };
    const vitals_text name = { "one", 3 };
    vitals_live_source_options options = VITALS_LIVE_SOURCE_OPTIONS_INIT;
    *f = (fixture){ .versions = 0 };
    options.aggregate = VITALS_AGGREGATE_WORST;
    assert_int_equal(health_open(&setup, &f->health), VITALS_OK);
    assert_int_equal(vitals_live_new(NULL, &f->live), VITALS_OK);
    assert_int_equal(vitals_live_source_add(f->live, name, f->health.engine, &options, &f->source),
                     VITALS_OK);
    assert_int_equal(vitals_live_scope_add(f->live, f->source, NULL, &f->scope), VITALS_OK);
    assert_int_equal(vitals_live_synced(f->live, f->scope), VITALS_OK);
    for (int i = 0; i < VIEWS; i++) f->followers[i].view = f->views[i] = new_view(f, i);
}

static void close_fixture(fixture *f) {
    for (int i = 0; i < VIEWS; i++) live_follower_free(&f->followers[i]);
    vitals_live_free(f->live);
    health_close(&f->health);
}

/* ----------------------------------------------------------------- operations */

/* Application n0 of a project that lists the letters of a word; "-" is none. */
static void put_application(fixture *f, const char *project, const char *letters) {
    char text[2000], list[1000] = "";
    for (size_t i = 0, used = 0; letters[i] && letters[i] != '-'; i++) {
        used += (size_t)snprintf(list + used, sizeof list - used,
                                 "%s{\"group\":\"apps\",\"kind\":\"Deployment\",\"namespace\":"
                                 "\"shop\",\"name\":\"%c\"}",
                                 i ? "," : "", letters[i]);
    }
    snprintf(text, sizeof text,
             "{\"apiVersion\":\"argoproj.io/v1alpha1\",\"kind\":\"Application\",\"metadata\":"
             "{\"name\":\"n0\",\"namespace\":\"argocd\",\"uid\":\"n0\",\"resourceVersion\":\"%u\"},"
             "\"spec\":{\"project\":\"%s\",\"destination\":{\"name\":\"in-cluster\"}},"
             "\"status\":{\"resources\":[%s]}}",
             ++f->versions, project, list);
    live_put(f->live, f->scope, text);
}

static void put_deployment(fixture *f, const char *name, bool tracked) {
    char text[1000], mark[200] = "";
    if (tracked) {
        snprintf(mark, sizeof mark,
                 ",\"annotations\":{\"argocd.argoproj.io/tracking-id\":"
                 "\"n0:apps/Deployment:shop/%s\"}",
                 name);
    }
    snprintf(
        text, sizeof text,
        "{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\",\"metadata\":{\"name\":\"%s\","
        "\"namespace\":\"shop\",\"uid\":\"%s\",\"resourceVersion\":\"%u\"%s},\"status\":"
        "{\"conditions\":[{\"type\":\"Progressing\",\"reason\":\"ProgressDeadlineExceeded\"}]}}",
        name, name, ++f->versions, mark);
    live_put(f->live, f->scope, text);
}

/* What the host states that n0 lists. */
static void state_members(fixture *f, const char *letters) {
    const vitals_live_application_key key = { VITALS_LIVE_ARGOCD, { NULL, 0 }, { "n0", 2 } };
    vitals_live_object objects[8];
    size_t count = 0;
    for (; letters[count] && letters[count] != '-'; count++) {
        objects[count] = (vitals_live_object){
            { NULL, 0 }, { "apps", 4 }, { "Deployment", 10 }, { "shop", 4 }, { letters + count, 1 }
        };
    }
    assert_int_equal(vitals_live_members(f->live, f->source, &key, objects, count), VITALS_OK);
}

static void run(fixture *f, size_t budget) {
    vitals_status status = vitals_live_run(f->live, f->health.worker, f->now_ms += 1000, budget);
    assert_true(status == VITALS_OK || status == VITALS_EAGAIN);
}

static void operate(fixture *f, const char *words[3]) {
    const vitals_live_object object = { .uid = { words[1], strlen(words[1]) } };
    if (strcmp(words[0], "app") == 0) {
        put_application(f, words[1], words[2]);
    } else if (strcmp(words[0], "put") == 0) {
        put_deployment(f, words[1], false);
    } else if (strcmp(words[0], "track") == 0) {
        put_deployment(f, words[1], true);
    } else if (strcmp(words[0], "state") == 0) {
        state_members(f, words[1]);
    } else if (strcmp(words[0], "remove") == 0) {
        assert_int_equal(vitals_live_remove(f->live, f->scope, &object), VITALS_OK);
    } else {
        assert_string_equal(words[0], "run");
        run(f, strcmp(words[1], "all") == 0 ? 1000 : (size_t)(words[1][0] - '0'));
    }
}

/* Everything holds after each operation, and the feed says what the view has. */
static void check_everything(fixture *f) {
    assert_null(vt_live_check(f->live));
    for (int i = 0; i < VIEWS; i++) {
        assert_null(live_follow(&f->followers[i]));
        assert_null(live_follower_compare(&f->followers[i]));
    }
}

static void play(fixture *f, const char *history) {
    char text[1000], *rest = text;
    snprintf(text, sizeof text, "%s", history);
    for (char *one; (one = strtok_r(rest, ";", &rest));) {
        const char *words[3] = { "", "", "" };
        char *within = one;
        for (int i = 0; i < 3 && within; i++) {
            char *word = strtok_r(within, " ", &within);
            if (word) words[i] = word;
        }
        operate(f, words);
        check_everything(f);
    }
}

/* ------------------------------------------------------------------------ what is */

static void describe(vitals_live_view *view, char *out, size_t size) {
    size_t used = 0;
    out[0] = '\0';
    for (vitals_live_id id = 0; (id = vitals_live_application_next(view, id));) {
        vitals_live_application app;
        vitals_text message;
        assert_int_equal(vitals_live_application_of(view, id, &app, sizeof app), VITALS_OK);
        assert_int_equal(vitals_live_application_message(view, id, &message), VITALS_OK);
        used += (size_t)snprintf(out + used, size - used, "%s%s members %llu absent %llu %s",
                                 used ? "; " : "", vitals_health_name(app.health),
                                 (unsigned long long)app.members, (unsigned long long)app.absent,
                                 message.bytes);
    }
}

/* How often the feed says that an application was added or removed. */
static unsigned count_changes(const vitals_live_view *view, vitals_live_change_kind kind) {
    vitals_live_position position = { 0, 0 };
    vitals_live_change changes[256];
    size_t count;
    unsigned found = 0;
    assert_int_equal(vitals_live_changes(view, &position, changes, 256, sizeof changes[0], &count),
                     VITALS_OK);
    for (size_t i = 0; i < count; i++) found += changes[i].kind == kind;
    return found;
}

#define ABSENT_X "Missing members 0 absent 1 Caused by apps/Deployment:shop/x"
#define X_IS_THERE "Degraded members 1 absent 0 Caused by apps/Deployment:shop/x"

static const struct row {
    TABLE_ROW;
    const char *history, *red, *all;
    unsigned added, removed; /* by the feed of everything */
} rows[] = {
    /* clang-format off */
    { "a member that is absent", "app red x; run all", ABSENT_X, ABSENT_X, 1, 0 },
    { "the project is lost with the object", "app red -; state x; run all; remove n0; run all", "", ABSENT_X, 1, 0 },
    { "another project", "app red x; run all; app blue x; run all", "", ABSENT_X, 1, 0 },
    { "and back", "app red x; run all; app blue x; run all; app red x; run all", ABSENT_X, ABSENT_X, 1, 0 },
    { "the object goes while its members move", "app red x; track y; run all; app blue x; run 1; remove n0; run all",
      "", "Degraded members 1 absent 0 Caused by apps/Deployment:shop/y", 1, 0 },
    { "what is listed goes before it is a member", "put x; app red x; run 2; remove x; run all", ABSENT_X, ABSENT_X, 1, 0 },
    { "what the host states goes before it is a member", "put x; run all; state x; remove x; run all", "", ABSENT_X, 1, 0 },
    { "what the host states was put and not assessed", "put x; state x; remove x; run all", "", ABSENT_X, 1, 0 },
    { "the only object appears", "app red x; run all; put x; run all", X_IS_THERE, X_IS_THERE, 1, 0 },
    { "and goes", "app red x; run all; put x; run all; remove x; run all", ABSENT_X, ABSENT_X, 1, 0 },
    { "one object after another is listed", "app red x; put x; put y; run all; app red y; run 1; run 1; run all",
      "Degraded members 1 absent 0 Caused by apps/Deployment:shop/y", "Degraded members 1 absent 0 Caused by apps/Deployment:shop/y", 1, 0 },
    { "nothing is listed any more", "app red x; put x; run all; app red -; run all", "", "", 1, 1 },
    { "and again", "app red x; put x; run all; app red -; run all; app red x; run all", X_IS_THERE, X_IS_THERE, 2, 1 },
    { "it was never listed", "app red -; put x; run all", "", "", 0, 0 },
    { "the object and what it lists go", "app red x; put x; run all; remove n0; remove x; run all", "", "", 1, 1 },
    { "listed twice", "app red x; state x; run all; app red -; run all; put x; run all; state -; run all", "", "", 1, 1 },
    { "what the host states comes after the inventory", "state xa; app red yx; run all",
      "Missing members 0 absent 3 Caused by apps/Deployment:shop/y, apps/Deployment:shop/x, apps/Deployment:shop/a",
      "Missing members 0 absent 3 Caused by apps/Deployment:shop/y, apps/Deployment:shop/x, apps/Deployment:shop/a", 1, 0 },
    { "whichever came first", "app red yx; run all; state xa; run all",
      "Missing members 0 absent 3 Caused by apps/Deployment:shop/y, apps/Deployment:shop/x, apps/Deployment:shop/a",
      "Missing members 0 absent 3 Caused by apps/Deployment:shop/y, apps/Deployment:shop/x, apps/Deployment:shop/a", 1, 0 },
    /* clang-format on */
};

static void check(void **state) {
    const struct row *row = *state;
    fixture f;
    char text[1000], fresh[1000];
    open_fixture(&f);
    play(&f, row->history);
    const char *const wanted[VIEWS] = { row->red, row->all };
    for (int i = 0; i < VIEWS; i++) {
        describe(f.views[i], text, sizeof text);
        assert_string_equal(text, wanted[i]);
        describe(new_view(&f, i), fresh, sizeof fresh);
        assert_string_equal(fresh, wanted[i]);
    }
    assert_int_equal(count_changes(f.views[1], VITALS_LIVE_APPLICATION_ADDED), row->added);
    assert_int_equal(count_changes(f.views[1], VITALS_LIVE_APPLICATION_REMOVED), row->removed);
    close_fixture(&f);
}

/* ---------------------------------------------------------------------- the id */

/* The id of n0 lasts as long as its object, also while it has no members. */
static void check_id(void **state) {
    (void)state;
    fixture f;
    vitals_live_application app;
    const vitals_live_application_key key = { VITALS_LIVE_ARGOCD, { NULL, 0 }, { "n0", 2 } };
    open_fixture(&f);
    play(&f, "app red x; put x; run all");
    vitals_live_id id = vitals_live_application_find(f.views[1], f.source, &key);
    assert_true(id != 0);
    play(&f, "app red -; run all");
    assert_true(vitals_live_application_find(f.views[1], f.source, &key) == 0);
    assert_int_equal(vitals_live_application_of(f.views[1], id, &app, sizeof app), VITALS_OK);
    assert_true(app.removed);
    play(&f, "app red x; run all");
    assert_true(vitals_live_application_find(f.views[1], f.source, &key) == id);
    play(&f, "remove n0; run all; app red x; run all");
    assert_true(vitals_live_application_find(f.views[1], f.source, &key) != id);
    close_fixture(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(check_id) };
    int failed = TABLE_RUN("histories", check, rows);
    return failed + cmocka_run_group_tests(tests, NULL, NULL);
}
