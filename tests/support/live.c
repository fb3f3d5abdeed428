/* Writing a view down. */
#include "support/live.h"

#include <stdio.h>

#include "support/table.h"

#define TEXT_ARG(text) (int)(text).size, (text).size ? (text).bytes : ""

typedef struct lines {
    char **items;
    size_t count;
} lines;

static void add(lines *all, const char *text) {
    all->items = realloc(all->items, (all->count + 1) * sizeof *all->items);
    assert_non_null(all->items);
    char *copy = strdup(text);
    assert_non_null(copy);
    all->items[all->count++] = copy;
}

static int compare(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static char *join(lines *all) {
    if (all->count) qsort(all->items, all->count, sizeof *all->items, compare);
    size_t bytes = 1;
    for (size_t i = 0; i < all->count; i++) bytes += strlen(all->items[i]) + 1;
    char *text = malloc(bytes), *at = text;
    assert_non_null(text);
    for (size_t i = 0; i < all->count; i++) {
        size_t size = strlen(all->items[i]);
        memcpy(at, all->items[i], size);
        at[size] = '\n';
        at += size + 1;
        free(all->items[i]);
    }
    *at = '\0';
    free(all->items);
    return text;
}

static void write_name(const vitals_live_view *view, vitals_live_id row, char out[400]) {
    vitals_live_row one;
    out[0] = '\0';
    if (!row) return;
    assert_int_equal(vitals_live_row_of(view, row, &one, sizeof one), VITALS_OK);
    snprintf(out, 400, "%.*s/%.*s/%.*s", TEXT_ARG(one.object.kind), TEXT_ARG(one.object.namespace_),
             TEXT_ARG(one.object.name));
}

static void write_applications(const vitals_live_view *view, vitals_live_id row, char *out,
                               size_t size) {
    vitals_live_membership member;
    for (size_t i = 0; vitals_live_membership_at(view, row, i, &member, sizeof member); i++) {
        vitals_live_application app;
        assert_int_equal(vitals_live_application_of(view, member.application, &app, sizeof app),
                         VITALS_OK);
        size_t used = strlen(out);
        snprintf(out + used, size - used, " %s=%s:%.*s/%.*s",
                 vitals_live_method_name(member.method), vitals_live_manager_name(app.key.manager),
                 TEXT_ARG(app.key.namespace_), TEXT_ARG(app.key.name));
    }
}

static void dump_row(const vitals_live_view *view, vitals_live_id id, lines *all) {
    vitals_live_row row;
    char name[400], owner[400], line[4096], applications[1024] = "";
    assert_int_equal(vitals_live_row_of(view, id, &row, sizeof row), VITALS_OK);
    write_name(view, id, name);
    write_name(view, row.owner, owner);
    write_applications(view, id, applications, sizeof applications);
    snprintf(line, sizeof line,
             "row %s uid=%.*s rv=%.*s %s settled=%s \"%.*s\" rule=%.*s/%s kstatus=%s since=%lld "
             "until=%lld delivery=%s%s%s%s%s%s%s owner=%s%s",
             name, TEXT_ARG(row.object.uid), TEXT_ARG(row.resource_version),
             vitals_health_name(row.health), vitals_health_name(row.settled), TEXT_ARG(row.message),
             TEXT_ARG(row.rule), vitals_source_name(row.decided), vitals_kstatus_name(row.kstatus),
             (long long)row.since_ms, (long long)row.valid_until_ms,
             vitals_live_delivery_name(row.delivery), row.failed ? " failed" : "",
             row.stale ? " stale" : "", row.terminal ? " terminal" : "",
             row.counted ? " counted" : "", row.no_health ? " no-health" : "",
             row.older_engine ? " older" : "", owner, applications);
    add(all, line);
}

static void dump_application(vitals_live_view *view, vitals_live_id id, lines *all) {
    vitals_live_application app;
    vitals_text message;
    char object[400], line[4096];
    assert_int_equal(vitals_live_application_of(view, id, &app, sizeof app), VITALS_OK);
    assert_int_equal(vitals_live_application_message(view, id, &message), VITALS_OK);
    write_name(view, app.object, object);
    int used =
        snprintf(line, sizeof line,
                 "app %s:%.*s/%.*s project=%.*s %s settled=%s \"%.*s\" %s members=%llu "
                 "absent=%llu lost=%llu delivery=%s object=%s",
                 vitals_live_manager_name(app.key.manager), TEXT_ARG(app.key.namespace_),
                 TEXT_ARG(app.key.name), TEXT_ARG(app.project), vitals_health_name(app.health),
                 vitals_health_name(app.settled), TEXT_ARG(message),
                 app.complete ? "complete" : app.incomplete, (unsigned long long)app.members,
                 (unsigned long long)app.absent, (unsigned long long)app.lost,
                 vitals_live_delivery_name(app.delivery), object);
    for (vitals_live_id row = 0; (row = vitals_live_member_next(view, id, row));) {
        char name[400];
        write_name(view, row, name);
        used += snprintf(line + used, sizeof line - (size_t)used, " %s", name);
        assert_true((size_t)used < sizeof line);
    }
    add(all, line);
}

static void dump_counts(const vitals_live_view *view, lines *all) {
    vitals_live_counts counts;
    vitals_live_counts_of(view, &counts, sizeof counts);
    char line[1024];
    int used = snprintf(line, sizeof line, "counts rows=%llu apps=%llu none=%llu",
                        (unsigned long long)counts.rows, (unsigned long long)counts.applications,
                        (unsigned long long)counts.no_health);
    for (int i = 0; i < VITALS_HEALTH_COUNT; i++) {
        used +=
            snprintf(line + used, sizeof line - (size_t)used, " %llu/%llu/%llu",
                     (unsigned long long)counts.health[i], (unsigned long long)counts.settled[i],
                     (unsigned long long)counts.application_settled[i]);
    }
    add(all, line);
}

char *live_dump(vitals_live_view *view) {
    lines all = { NULL, 0 };
    for (vitals_live_id id = 0; (id = vitals_live_row_next(view, id));) dump_row(view, id, &all);
    for (vitals_live_id id = 0; (id = vitals_live_application_next(view, id));) {
        dump_application(view, id, &all);
    }
    dump_counts(view, &all);
    return join(&all);
}

void live_put(vitals_live *live, vitals_live_id scope, const char *object) {
    assert_int_equal(vitals_live_put_text(live, scope, object, strlen(object), NULL, NULL),
                     VITALS_OK);
}

void live_settle(vitals_live *live, vitals_worker *worker, int64_t now_ms) {
    vitals_status status;
    int rounds = 0;
    do {
        status = vitals_live_run(live, worker, now_ms, 1000);
        assert_true(++rounds < 1000);
    } while (status == VITALS_EAGAIN);
    assert_int_equal(status, VITALS_OK);
}
