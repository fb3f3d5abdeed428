/* What the history says: changes of one resource or application, and of everything around a moment. */
#include "server/history/timeline.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/number/clock.h"
#include "server/api/routes.h"
#include "server/api/rows.h"
#include "server/feed/changes.h"
#include "server/history/history.h"
#include "server/history/store.h"

enum { MOST_OF_ONE = 5000, MOST_AROUND = 1000, WINDOW_SECONDS = 300, MOST_WINDOW_SECONDS = 86400 };

typedef struct inquiry {
    const vt_server *server;
    vt_arena *memory;
    vt_store_query query; /* its texts are copied */
    vt_store_change *changes;
    size_t count;
    const char *wrong;
    char why[VT_STORE_WHY_BYTES];
} inquiry;

/* ---------------------------------------------------------------- on the thread */

static vitals_status run(vt_pool_task *task, vitals_worker *worker, vitals_interrupt_fn interrupt,
                         void *user) {
    inquiry *self = vt_visit_of_task(task)->job;
    vt_store *store = NULL;
    (void)worker, (void)interrupt, (void)user;
    self->wrong = vt_store_open(self->server->options.history, false, 0, &self->server->allocator,
                                &store, self->why);
    if (!self->wrong) {
        const char *wrong =
            vt_store_read(store, &self->query, self->memory, &self->changes, &self->count);
        /* The text is the store's. */
        if (wrong) {
            snprintf(self->why, sizeof self->why, "%s", wrong);
            self->wrong = self->why;
        }
    }
    vt_store_close(store);
    return VITALS_OK;
}

/* ----------------------------------------------------------------------- writing */

static const char *word_of(uint8_t health) {
    return health < VITALS_HEALTH_COUNT ? vt_status_word((vitals_health)health) : "Removed";
}

static void write_change(const vt_store_change *change, vt_json_writer *item) {
    vt_json_add_time(item, "at", change->at_ms);
    vt_json_add_word(item, "was", word_of(change->was));
    vt_json_add_word(item, "s", word_of(change->health));
    vt_json_add_text(item, "m", change->message);
}

static int compare_times(const void *a, const void *b) {
    const int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;
    return left < right ? -1 : left > right;
}

/* How long it took to recover: from Degraded to Healthy or Suspended, whatever came between. */
static size_t recoveries(const inquiry *self, int64_t *out) {
    int64_t since = -1;
    size_t count = 0;
    for (size_t i = self->count; i-- > 0;) { /* the oldest first */
        const vt_store_change *each = &self->changes[i];
        if (each->health == VITALS_HEALTH_DEGRADED && since < 0) since = each->at_ms;
        if (each->health == VT_STORE_REMOVED) since = -1;
        if (since < 0 ||
            (each->health != VITALS_HEALTH_HEALTHY && each->health != VITALS_HEALTH_SUSPENDED)) {
            continue;
        }
        out[count++] = each->at_ms - since;
        since = -1;
    }
    return count;
}

static void write_recovery(const inquiry *self, vt_json_writer *writer) {
    int64_t *times = vt_arena_allocate_array(self->memory, self->count + 1, sizeof *times);
    const size_t count = times ? recoveries(self, times) : 0;
    int64_t sum = 0;
    if (count == 0) return;
    qsort(times, count, sizeof *times, compare_times);
    for (size_t i = 0; i < count; i++) sum += times[i];
    vt_json_writer recovery = vt_json_add_object(writer, "recovery");
    vt_json_add_unsigned(&recovery, "episodes", count);
    vt_json_add_integer(&recovery, "mean", sum / (int64_t)count / 1000);
    vt_json_add_integer(&recovery, "p90", times[(count * 9 + 9) / 10 - 1] / 1000);
    vt_json_close(&recovery);
}

/* false: it was answered. */
static bool could_read(vt_visit *visit) {
    const inquiry *self = visit->job;
    if (!self->wrong) return true;
    vt_visit_fail(visit, 503, "the history cannot be read", "%s", self->wrong);
    return false;
}

static void answer_one(vt_visit *visit, vitals_status status) {
    const inquiry *self = visit->job;
    (void)status;
    if (!could_read(visit)) return;
    vt_json_writer writer = vt_json_open_object(&visit->out);
    vt_json_writer items = vt_json_add_array(&writer, "items");
    for (size_t i = self->count; i-- > 0;) {
        vt_json_writer item = vt_json_add_object(&items, NULL);
        write_change(&self->changes[i], &item);
        vt_json_add_word(&item, "source", "history");
        vt_json_close(&item);
    }
    vt_json_close(&items);
    write_recovery(self, &writer);
    vt_json_close(&writer);
    vt_visit_send(visit, "application/json");
}

/* What is gone cannot be matched with what somebody may see: those who see a part see changes of what is there. */
static bool is_visible(const vt_visit *visit, const vt_store_change *change) {
    vt_audience *audience = visit->audience;
    if (audience == visit->server->audiences) return true;
    const vt_source *source = vt_audience_find_source(audience, change->cluster);
    if (!source) return false;
    if (change->application) {
        return vt_application_find(audience, source, change->namespace_, change->name,
                                   change->kind) != 0;
    }
    const vitals_live_object object = { change->uid, change->group, change->kind,
                                        change->namespace_, change->name };
    return vitals_live_row_find(audience->view, source->id, &object) != 0;
}

static void answer_around(vt_visit *visit, vitals_status status) {
    const inquiry *self = visit->job;
    (void)status;
    if (!could_read(visit)) return;
    vt_json_writer writer = vt_json_open_object(&visit->out);
    vt_json_add_time(&writer, "from", self->query.from_ms);
    vt_json_add_time(&writer, "to", self->query.to_ms);
    /* The newest are there, and older ones are not. */
    if (self->count == self->query.most) vt_json_add_bool(&writer, "more", true);
    vt_json_writer items = vt_json_add_array(&writer, "items");
    for (size_t i = self->count; i-- > 0;) {
        const vt_store_change *each = &self->changes[i];
        if (!is_visible(visit, each)) continue;
        vt_json_writer item = vt_json_add_object(&items, NULL);
        vt_json_add_word(&item, "of", each->application ? "application" : "resource");
        vt_json_add_text(&item, "c", each->cluster);
        vt_json_add_text(&item, "g", each->group);
        vt_json_add_text(&item, "k", each->kind);
        vt_json_add_text(&item, "ns", each->namespace_);
        vt_json_add_text(&item, "n", each->name);
        write_change(each, &item);
        vt_json_close(&item);
    }
    vt_json_close(&items);
    vt_json_close(&writer);
    vt_visit_send(visit, "application/json");
}

static void given_up(vt_visit *visit) {
    (void)visit; /* everything is in its memory */
}

/* ------------------------------------------------------------------------ routes */

static bool copy_texts(vt_arena *memory, vt_store_query *query) {
    vt_text *const texts[] = { &query->cluster,    &query->group, &query->kind,
                               &query->namespace_, &query->name,  &query->uid };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        *texts[i] = vt_arena_copy(memory, *texts[i]);
        if (vt_text_is_absent(*texts[i])) return false;
    }
    return true;
}

static void ask(vt_visit *visit, const vt_store_query *query,
                void (*answer)(vt_visit *visit, vitals_status status)) {
    inquiry *self = vt_arena_allocate_zeroed(&visit->memory, sizeof *self);
    if (self) {
        self->server = visit->server;
        self->memory = &visit->memory;
        self->query = *query;
    }
    if (!self || !copy_texts(&visit->memory, &self->query)) {
        vt_visit_fail(visit, 503, "out of memory", "try again later");
        return;
    }
    visit->job = self;
    vt_visit_work(visit, run, answer, given_up);
}

/* Without a file: what is in memory. */
static void answer_from_memory(vt_visit *visit, vitals_live_id subject) {
    vt_json_writer writer = vt_json_open_object(&visit->out);
    vt_changes_write(visit->audience->changes, subject, "items", &writer);
    vt_json_close(&writer);
    vt_visit_send(visit, "application/json");
}

void vt_timeline_of_row(vt_visit *visit, const vitals_live_row *row) {
    if (!vt_history_is_there(visit->server)) {
        answer_from_memory(visit, row->id);
        return;
    }
    const vt_store_query query = { .to_ms = INT64_MAX,
                                   .of_object = true,
                                   .cluster = vt_source_name(
                                       vt_server_source_of(visit->server, row->source)),
                                   .group = row->object.group,
                                   .kind = row->object.kind,
                                   .namespace_ = row->object.namespace_,
                                   .name = row->object.name,
                                   .uid = row->object.uid,
                                   .most = MOST_OF_ONE };
    ask(visit, &query, answer_one);
}

void vt_answer_application_history(vt_visit *visit) {
    vitals_live_application application;
    if (!vt_visit_application(visit, &application)) return;
    if (!vt_history_is_there(visit->server)) {
        answer_from_memory(visit, application.id);
        return;
    }
    const vt_source *source = vt_server_source_of(visit->server, application.source);
    /* Health of what somebody sees is not always the health of all of it. */
    if (visit->audience != visit->server->audiences) {
        answer_from_memory(visit, application.id);
        return;
    }
    const vt_store_query query = { .to_ms = INT64_MAX,
                                   .of_object = true,
                                   .application = true,
                                   .cluster = vt_source_name(source),
                                   .kind =
                                       vt_text_from(vt_application_kind(application.key.manager)),
                                   .namespace_ = vt_application_namespace(source, &application.key),
                                   .name = application.key.name,
                                   .most = MOST_OF_ONE };
    ask(visit, &query, answer_one);
}

void vt_answer_changes_at(vt_visit *visit) {
    const vt_text at = vt_visit_query(visit, "at");
    const int64_t window =
        (int64_t)vt_visit_query_number(visit, "window", WINDOW_SECONDS, MOST_WINDOW_SECONDS) * 1000;
    vt_instant instant;
    if (!vt_history_is_there(visit->server)) {
        vt_visit_fail(visit, 404, "not found", "this server was started without --history");
        return;
    }
    if (at.size == 0 || !vt_instant_parse(at, &instant)) {
        vt_visit_fail(visit, 400, "not a time", "?at= takes a time such as 2026-01-02T14:02:00Z");
        return;
    }
    const int64_t ms = instant.seconds * 1000;
    const vt_store_query query = { .from_ms = ms - window,
                                   .to_ms = ms + window,
                                   .most = MOST_AROUND };
    ask(visit, &query, answer_around);
}
