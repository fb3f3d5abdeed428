/* Server-sent events. */
#include "server/feed/events.h"

#include <stdio.h>
#include <string.h>

#include "base/memory/map.h"
#include "server/api/routes.h"
#include "server/api/rows.h"
#include "server/feed/changes.h"
#include "server/feed/ring.h"
#include "server/history/history.h"
#include "server/notify/notify.h"

enum {
    BATCH = 512,           /* changes read at once */
    TABLE = 2048,          /* to find those of the same row */
    PENDING_BYTES = 8192,  /* written for a client ahead of its reading */
    FORGET_MS = 60000,     /* without a client the ring is given up */
    SUMMARY_MS = 1000,     /* between two summaries */
    CLUSTERS_MS = 250,     /* between two looks at the states of clusters */
    MOST_DATA = 1 << 20,   /* bytes of one event */
    HEAD_BYTES = 256,      /* before its data, and behind */
    MOST_APPLICATIONS = 64 /* that one client asks for with ?app= */
};

typedef enum event_kind {
    EVENT_HELLO,
    EVENT_APPLICATION,
    EVENT_RESOURCE,
    EVENT_REMOVED_APPLICATION,
    EVENT_REMOVED_RESOURCE,
    EVENT_CLUSTER,
    EVENT_RULES,
    EVENT_SUMMARY,
    EVENT_RESET
} event_kind;

static const char *const event_names[] = { "hello",   "application", "resource",
                                           "removed", "removed",     "cluster",
                                           "rules",   "summary",     "reset" };

/* An application whose resources a client asked for. It need not be there yet. */
typedef struct followed followed;
struct followed {
    followed *next;
    const vt_source *source;
    vt_text namespace_, name;
    vitals_live_id id;
};

/* A client that follows. */
typedef struct client client;
struct client {
    vt_events *events;
    client *next, *previous;
    vt_http_exchange *exchange;
    vt_ring_cursor cursor;
    vt_buffer pending;
    size_t sent; /* of `pending` */
    vitals_live_id source;
    followed *applications;      /* whose resources come as well; in the visit's memory */
    bool resources, lines, last; /* `last`: the stream ends after what is pending */
};

struct vt_events {
    vt_audience *audience;
    vitals_allocator allocator;
    vt_ring ring;
    client *clients;
    vitals_live_position position;
    vt_buffer text, event; /* the data of an event; the event as browsers read it */
    int64_t last_client_ms, summary_ms, clusters_ms;
    uint64_t *cluster_hashes; /* of what was sent of each source, by its place */
    size_t cluster_capacity;
    bool changed, scopes_changed, following;
    bool added; /* to the ring, since clients were woken last */
};

vt_events *vt_events_new(vt_audience *audience) {
    vt_server *server = audience->server;
    vt_events *events = vt_allocate_zeroed(&server->allocator, sizeof *events);
    if (!events) return NULL;
    events->audience = audience;
    events->allocator = server->allocator;
    events->ring.most_bytes = (size_t)server->limits.http_feed_bytes;
    vt_buffer_init(&events->text, &server->allocator, MOST_DATA);
    vt_buffer_init(&events->event, &server->allocator, MOST_DATA + HEAD_BYTES);
    vitals_live_head(audience->view, &events->position, sizeof events->position);
    events->ring.floor = events->position.sequence;
    return events;
}

void vt_events_free(vt_events *events) {
    if (!events) return;
    vt_ring_empty(&events->ring, &events->allocator, 0);
    vt_buffer_done(&events->text);
    vt_buffer_done(&events->event);
    vt_release_array(&events->allocator, events->cluster_hashes, events->cluster_capacity,
                     sizeof(uint64_t));
    vt_release(&events->allocator, events, sizeof *events);
}

/* -------------------------------------------------------------------- writing */

/* `sequence` NULL: an event without an id. A browser resumes after the last id that it has, so what is sent before
** the changes that a client has missed must have none. Returns the bytes before the data. */
static size_t write_head(const vt_events *events, event_kind kind, const uint64_t *sequence,
                         vt_buffer *out) {
    const size_t before = out->size;
    if (sequence) {
        vt_buffer_printf(out, "id: %llu-%llu\n", (unsigned long long)events->position.epoch,
                         (unsigned long long)*sequence);
    }
    vt_buffer_printf(out, "event: %s\ndata: ", event_names[kind]);
    return out->size - before;
}

/* Once for all clients. */
static void add_record(vt_events *events, event_kind kind, uint64_t sequence, vitals_live_id source,
                       vitals_live_id application) {
    const vt_text data = vt_buffer_whole_text(&events->text);
    vt_buffer_clear(&events->event);
    const size_t head = write_head(events, kind, &sequence, &events->event);
    vt_buffer_add(&events->event, data);
    vt_buffer_add_terminated(&events->event, "\n\n");
    const vt_text text = vt_buffer_whole_text(&events->event);
    const vt_ring_record record = { sequence,       source,        application, (uint32_t)text.size,
                                    (uint32_t)kind, (uint32_t)head };
    events->added = true;
    if (vt_text_is_absent(data) || vt_text_is_absent(text)) {
        vt_ring_empty(&events->ring, &events->allocator, sequence);
    } else if (!vt_ring_add(&events->ring, &events->allocator, &record, text.bytes)) {
        vt_server_log(events->audience->server, "out of memory: clients start from a snapshot");
    }
}

static void write_row(vt_events *events, const vitals_live_change *change) {
    vitals_live_row row;
    const vt_audience *audience = events->audience;
    if (vitals_live_row_of(audience->view, change->subject, &row, sizeof row) != VITALS_OK) return;
    vt_json_writer writer = vt_json_open_object(&events->text);
    if (row.removed) {
        vt_removed_write(events->audience, false, change->subject, &writer);
    } else {
        vt_row_write(events->audience, &row, &writer);
    }
    vt_json_close(&writer);
    add_record(events, row.removed ? EVENT_REMOVED_RESOURCE : EVENT_RESOURCE, change->sequence,
               row.source, row.application);
}

static void write_application(vt_events *events, const vitals_live_change *change) {
    vitals_live_application application;
    const vt_audience *audience = events->audience;
    if (vitals_live_application_of(audience->view, change->subject, &application,
                                   sizeof application) != VITALS_OK) {
        return;
    }
    vt_json_writer writer = vt_json_open_object(&events->text);
    if (application.removed) {
        vt_removed_write(events->audience, true, change->subject, &writer);
    } else {
        vt_application_write(events->audience, &application, &writer);
    }
    vt_json_close(&writer);
    add_record(events, application.removed ? EVENT_REMOVED_APPLICATION : EVENT_APPLICATION,
               change->sequence, application.source, application.id);
}

static bool sees_all(const vt_events *events) {
    return events->audience == events->audience->server->audiences;
}

/* The source of a change, and the message of a row; 0: it is of a scope, or it is gone. */
static vitals_live_id source_of(const vt_events *events, const vitals_live_change *change,
                                vt_text *message) {
    const vitals_live_view *view = events->audience->view;
    vitals_live_application application;
    vitals_live_row row;
    if (change->kind == VITALS_LIVE_SCOPE_CHANGED) return 0;
    if (change->kind > VITALS_LIVE_ROW_REMOVED) {
        return vitals_live_application_of(view, change->subject, &application,
                                          sizeof application) == VITALS_OK
                   ? application.source
                   : 0;
    }
    if (vitals_live_row_of(view, change->subject, &row, sizeof row) != VITALS_OK) return 0;
    *message = row.message;
    return row.source;
}

static void note_change(const vt_events *events, const vitals_live_change *change) {
    vt_server *server = events->audience->server;
    vt_text message = VT_TEXT("");
    const vt_source *source = vt_server_source_of(server, source_of(events, change, &message));
    const bool whole = source && source->synced_ms != 0;
    if (sees_all(events)) vt_history_recall(server, change);
    vt_changes_note(events->audience->changes, change, whole, message);
    if (!sees_all(events) || !whole) return;
    vt_notify_note(server, change);
    vt_history_note(server, change);
}

static void write_change(vt_events *events, const vitals_live_change *change) {
    vt_buffer_clear(&events->text);
    if (change->kind == VITALS_LIVE_SCOPE_CHANGED) {
        events->scopes_changed = true;
    } else if (change->kind <= VITALS_LIVE_ROW_REMOVED) {
        write_row(events, change);
    } else {
        write_application(events, change);
    }
}

/* Leave only the last change of each subject: events hold whole rows. */
static void keep_last(const vitals_live_change *changes, size_t count, bool *keep) {
    vitals_live_id seen[TABLE] = { 0 };
    for (size_t i = count; i-- > 0;) {
        size_t slot = (size_t)(changes[i].subject * UINT64_C(0x9E3779B97F4A7C15) >> 53) % TABLE;
        while (seen[slot] && seen[slot] != changes[i].subject) slot = (slot + 1) % TABLE;
        keep[i] = seen[slot] == 0;
        seen[slot] = changes[i].subject;
    }
}

/* Everything was lost: clients are sent `reset`, and the ring begins anew. */
static void start_anew(vt_events *events) {
    vitals_live_head(events->audience->view, &events->position, sizeof events->position);
    vt_ring_empty(&events->ring, &events->allocator, events->position.sequence);
    events->scopes_changed = events->changed = events->added = true;
    if (sees_all(events)) vt_notify_all(events->audience->server);
}

/* Read the feed into the ring. */
static void read_feed(vt_events *events) {
    vitals_live_change changes[BATCH];
    bool keep[BATCH];
    size_t count = BATCH;
    while (count == BATCH) {
        const vitals_status status = vitals_live_changes(events->audience->view, &events->position,
                                                         changes, BATCH, sizeof changes[0], &count);
        if (status != VITALS_OK) {
            start_anew(events);
            return;
        }
        events->changed |= count > 0;
        for (size_t i = 0; i < count; i++) note_change(events, &changes[i]);
        if (!events->following) continue;
        keep_last(changes, count, keep);
        for (size_t i = 0; i < count; i++) {
            if (keep[i]) write_change(events, &changes[i]);
        }
    }
}

static void write_summary(vt_events *events, vt_buffer *out) {
    vitals_live_counts counts;
    vitals_live_counts_of(events->audience->view, &counts, sizeof counts);
    vt_json_writer writer = vt_json_open_object(out);
    vt_json_add_counts(&writer, "counts", counts.settled);
    vt_json_add_counts(&writer, "applications", counts.application_settled);
    vt_json_close(&writer);
}

static void publish_summary(vt_events *events, int64_t now) {
    if (!events->changed || now < events->summary_ms) return;
    events->changed = false;
    events->summary_ms = now + SUMMARY_MS;
    vt_buffer_clear(&events->text);
    write_summary(events, &events->text);
    add_record(events, EVENT_SUMMARY, events->position.sequence, 0, 0);
}

static bool has_room_for_hashes(vt_events *events, size_t count) {
    if (count <= events->cluster_capacity) return true;
    const size_t capacity = count + 8;
    uint64_t *grown = vt_reallocate_array(&events->allocator, events->cluster_hashes,
                                          events->cluster_capacity, capacity, sizeof *grown);
    if (!grown) return false;
    memset(grown + events->cluster_capacity, 0,
           (capacity - events->cluster_capacity) * sizeof *grown);
    events->cluster_hashes = grown;
    events->cluster_capacity = capacity;
    return true;
}

/* Write a cluster's entry. false: the audience does not see it. */
static bool write_cluster(vt_events *events, const vt_source *source, vt_buffer *out) {
    if (!vt_source_is_visible(events->audience, source)) return false;
    vt_json_writer writer = vt_json_open_object(out);
    vt_cluster_write(events->audience, source, &writer);
    vt_json_close(&writer);
    return true;
}

static void publish_clusters(vt_events *events, int64_t now) {
    vt_server *server = events->audience->server;
    size_t at = 0;
    if (!events->scopes_changed || !has_room_for_hashes(events, server->source_count)) return;
    if (now < events->clusters_ms) {
        /* Nothing else may wake the loop for a long time. */
        if (server->work_timer.due_ms > events->clusters_ms) {
            server->work_timer.due_ms = events->clusters_ms;
        }
        return;
    }
    events->scopes_changed = false;
    events->clusters_ms = now + CLUSTERS_MS;
    for (const vt_source *each = server->sources; each; each = each->next, at++) {
        vt_buffer_clear(&events->text);
        if (!write_cluster(events, each, &events->text)) continue;
        const uint64_t hash = vt_hash(vt_buffer_text(&events->text), 0);
        if (hash == events->cluster_hashes[at]) continue;
        events->cluster_hashes[at] = hash;
        add_record(events, EVENT_CLUSTER, events->position.sequence, each->id, 0);
    }
}

void vt_events_publish(vt_events *events) {
    const int64_t now = vt_server_monotonic_ms(events->audience->server);
    if (!events->clients && now - events->last_client_ms > FORGET_MS) {
        /* Nobody follows; a client that comes takes a snapshot. */
        events->following = false;
        read_feed(events);
        vt_ring_empty(&events->ring, &events->allocator, events->position.sequence);
        return;
    }
    events->following = true;
    read_feed(events);
    publish_clusters(events, now);
    publish_summary(events, now);
    if (!events->added) return;
    events->added = false;
    for (client *each = events->clients; each; each = each->next) vt_http_wake(each->exchange);
}

void vt_events_sources(const vt_server *server) {
    for (vt_audience *each = server->audiences; each; each = each->next) {
        each->events->scopes_changed = true;
    }
}

void vt_events_rules(vt_server *server) {
    for (vt_audience *each = server->audiences; each; each = each->next) {
        vt_events *events = each->events;
        vt_buffer_clear(&events->text);
        vt_buffer_add_terminated(&events->text, "{}");
        add_record(events, EVENT_RULES, events->position.sequence, 0, 0);
    }
}

/* -------------------------------------------------------------------- reading */

/* One line of JSON. */
static void add_line(client *self, event_kind kind, const uint64_t *sequence, vt_text data) {
    vt_buffer *out = &self->pending;
    vt_buffer_printf(out, "{\"event\":\"%s\"", event_names[kind]);
    if (sequence) {
        vt_buffer_printf(out, ",\"id\":\"%llu-%llu\"",
                         (unsigned long long)self->events->position.epoch,
                         (unsigned long long)*sequence);
    }
    vt_buffer_add_terminated(out, ",\"data\":");
    vt_buffer_add(out, data);
    vt_buffer_add_terminated(out, "}\n");
}

/* An event that is for this client alone. */
static void add_event(client *self, event_kind kind, const uint64_t *sequence, vt_text data) {
    if (self->lines) {
        add_line(self, kind, sequence, data);
        return;
    }
    (void)write_head(self->events, kind, sequence, &self->pending);
    vt_buffer_add(&self->pending, data);
    vt_buffer_add_terminated(&self->pending, "\n\n");
}

static void add_shared(client *self, const vt_ring_record *record, vt_text text) {
    if (self->lines) {
        const size_t around = record->head + strlen("\n\n");
        add_line(self, (event_kind)record->kind, &record->sequence,
                 vt_text_slice(text.bytes + record->head, text.size - around));
    } else {
        vt_buffer_add(&self->pending, text);
    }
}

static void add_hello(client *self, bool resumes) {
    const vitals_live_position *at = &self->events->position;
    char text[96];
    snprintf(text, sizeof text, "{\"eventId\":\"%llu-%llu\",\"epoch\":\"%llu\"}",
             (unsigned long long)at->epoch, (unsigned long long)at->sequence,
             (unsigned long long)at->epoch);
    add_event(self, EVENT_HELLO, resumes ? NULL : &at->sequence, vt_text_from(text));
}

/* The states of clusters and the figures as they are now, for a client that resumes. */
static void add_states(client *self) {
    vt_events *events = self->events;
    for (const vt_source *each = events->audience->server->sources; each; each = each->next) {
        vt_buffer_clear(&events->text);
        if ((self->source && self->source != each->id) ||
            !write_cluster(events, each, &events->text)) {
            continue;
        }
        add_event(self, EVENT_CLUSTER, NULL, vt_buffer_text(&events->text));
    }
    vt_buffer_clear(&events->text);
    write_summary(events, &events->text);
    add_event(self, EVENT_SUMMARY, NULL, vt_buffer_text(&events->text));
}

static void add_reset(client *self) {
    self->events->audience->server->stream_resets++;
    self->cursor = vt_ring_end(&self->events->ring);
    add_event(self, EVENT_RESET, &self->events->position.sequence, VT_TEXT("{}"));
}

static bool follows(client *self, vitals_live_id application) {
    for (followed *each = self->applications; each; each = each->next) {
        if (!each->id) {
            each->id = vt_application_find(self->events->audience, each->source, each->namespace_,
                                           each->name, VT_TEXT_ABSENT);
        }
        if (each->id && each->id == application) return true;
    }
    return false;
}

static bool wants(client *self, const vt_ring_record *record) {
    if (self->source && record->source && record->source != self->source) return false;
    if (record->kind == EVENT_RESOURCE) {
        return self->resources || follows(self, record->application);
    }
    /* A row that is gone is in no application any more. */
    if (record->kind == EVENT_REMOVED_RESOURCE) return self->resources || self->applications;
    return true;
}

static void fill(client *self) {
    vt_events *events = self->events;
    const vt_ring_record *record;
    vt_text text;
    vt_buffer_clear(&self->pending);
    self->sent = 0;
    if (!vt_ring_has(&events->ring, &self->cursor)) add_reset(self);
    while (self->pending.size < PENDING_BYTES &&
           (record = vt_ring_next(&events->ring, &self->cursor, &text))) {
        if (wants(self, record)) add_shared(self, record, text);
    }
}

static ptrdiff_t read_events(void *user, char *to, size_t capacity) {
    client *self = user;
    if (self->sent == self->pending.size) {
        if (self->last) return -1;
        fill(self);
    }
    if (self->pending.failed) return -1; /* the client comes back and resumes */
    size_t size = self->pending.size - self->sent;
    if (size > capacity) size = capacity;
    if (size) memcpy(to, self->pending.bytes + self->sent, size);
    self->sent += size;
    return (ptrdiff_t)size;
}

void vt_events_keep_open(vt_events *events) {
    for (client *each = events->clients; each; each = each->next) {
        if (each->sent != each->pending.size || each->last) continue;
        vt_buffer_clear(&each->pending);
        each->sent = 0;
        vt_buffer_add_terminated(&each->pending, each->lines ? "\n" : ": open\n\n");
        vt_http_wake(each->exchange);
    }
}

/* -------------------------------------------------------------------- clients */

/* "EPOCH-SEQUENCE". */
static bool read_id(vt_text text, vitals_live_position *out) {
    uint64_t numbers[2] = { 0, 0 };
    size_t which = 0;
    for (size_t i = 0; i < text.size; i++) {
        if (text.bytes[i] == '-' && which == 0 && i > 0) {
            which = 1;
        } else if (vt_is_digit(text.bytes[i]) && numbers[which] < UINT64_MAX / 10 - 1) {
            numbers[which] = numbers[which] * 10 + (uint64_t)(text.bytes[i] - '0');
        } else {
            return false;
        }
    }
    *out = (vitals_live_position){ numbers[0], numbers[1] };
    return which == 1;
}

/* Go to where a client was. false: that is not known any more. */
static bool resume_at(client *self, vt_text id) {
    vitals_live_position at;
    const vt_events *events = self->events;
    vt_ring_cursor cursor = { NULL, 0, 0 };
    vt_text text;
    const vt_ring_record *record;
    if (!read_id(id, &at) || at.epoch != events->position.epoch ||
        at.sequence > events->position.sequence || at.sequence < events->ring.floor) {
        return false;
    }
    do {
        self->cursor = cursor;
        record = vt_ring_next(&events->ring, &cursor, &text);
    } while (record && record->sequence <= at.sequence);
    /* Before the first chunk is where the first one begins. */
    if (!self->cursor.chunk) {
        self->cursor.number = vt_ring_has(&events->ring, &cursor) && cursor.chunk
                                  ? cursor.number
                                  : vt_ring_end(&events->ring).number;
    }
    return true;
}

static void begin_stream(client *self, vt_text id) {
    const bool resumes = id.size > 0;
    /* The page reconnects by itself with this pause. */
    if (!self->lines) vt_buffer_add_terminated(&self->pending, "retry: 2000\n\n");
    self->cursor = vt_ring_end(&self->events->ring);
    add_hello(self, resumes);
    if (!resumes) return;
    if (!resume_at(self, id)) add_reset(self);
    add_states(self);
}

static void link_client(client *self) {
    vt_events *events = self->events;
    self->next = events->clients;
    if (self->next) self->next->previous = self;
    events->clients = self;
    events->audience->server->streams++;
}

void vt_events_leave(vt_visit *visit) {
    client *self = visit->stream;
    if (!self) return;
    vt_events *events = self->events;
    visit->stream = NULL;
    *(self->previous ? &self->previous->next : &events->clients) = self->next;
    if (self->next) self->next->previous = self->previous;
    events->audience->server->streams--;
    events->last_client_ms = vt_server_monotonic_ms(events->audience->server);
    vt_buffer_done(&self->pending);
    vt_release(&events->allocator, self, sizeof *self);
}

/* CLUSTER/NAMESPACE/NAME. What is not there is not followed. */
static void follow(vt_visit *visit, client *self, vt_text name) {
    vt_text rest = name, cluster, namespace_;
    if (!vt_text_split(&rest, '/', &cluster) || !vt_text_split(&rest, '/', &namespace_)) return;
    const vt_source *source = vt_audience_find_source(visit->audience, cluster);
    followed *one = vt_arena_allocate_zeroed(&visit->memory, sizeof *one);
    if (!source || !one) return;
    *one = (followed){ self->applications, source, namespace_, rest, 0 };
    self->applications = one;
}

/* ?cluster= and ?app=. false: there is no such cluster. */
static bool read_filter(vt_visit *visit, client *self) {
    const vt_text cluster = vt_visit_query(visit, "cluster");
    vt_text name;
    if (cluster.size) {
        const vt_source *source = vt_audience_find_source(visit->audience, cluster);
        if (!source) return false;
        self->source = source->id;
    }
    for (size_t i = 0; i < MOST_APPLICATIONS; i++) {
        name = vt_visit_query_at(visit, "app", i);
        if (vt_text_is_absent(name)) break;
        follow(visit, self, name);
    }
    self->resources = vt_visit_query_flag(visit, "resources");
    self->lines = vt_text_is(vt_visit_query(visit, "format"), "ndjson");
    return true;
}

void vt_answer_events(vt_visit *visit) {
    vt_server *server = visit->server;
    vt_events *events = visit->audience->events;
    client *self = vt_allocate_zeroed(&server->allocator, sizeof *self);
    if (!self) {
        vt_visit_fail(visit, 503, "out of memory", "try again later");
        return;
    }
    self->events = events;
    self->exchange = visit->exchange;
    vt_buffer_init(&self->pending, &server->allocator, SIZE_MAX / 2);
    link_client(self);
    visit->stream = self;
    if (!read_filter(visit, self)) {
        vt_visit_not_found(visit, "this cluster");
        return;
    }
    if (server->streams > server->limits.http_streams) {
        /* An answer that is not a stream would end the browser's attempts for good. */
        vt_buffer_add_terminated(&self->pending, "retry: 30000\nevent: error\ndata: {\"title\":"
                                                 "\"the limit http_streams is reached\"}\n\n");
        self->last = true;
    } else {
        vt_events_publish(events); /* a snapshot may be newer than the ring */
        vt_text id = vt_http_field(visit->exchange, "Last-Event-ID");
        if (id.size == 0) id = vt_visit_query(visit, "after");
        begin_stream(self, id);
    }
    vt_http_stream(visit->exchange,
                   self->lines ? "application/x-ndjson" : "text/event-stream; charset=utf-8",
                   read_events, self);
}
