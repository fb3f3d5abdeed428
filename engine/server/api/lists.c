/* GET /v1/applications and /v1/resources: the worst first, page by page. */
#include <stdlib.h>

#include "base/text/percent.h"
#include "server/api/routes.h"
#include "server/api/rows.h"
#include "server/http/checks.h"

enum { PAGE_ROWS = 5000, MOST_ROWS = 20000 };

/* What a list is ordered by. Texts are borrowed from the live. */
typedef struct list_key {
    unsigned rank;
    vt_text parts[4]; /* cluster, namespace, kind, name */
    vitals_live_id id;
} list_key;

/* The first rows behind a place, as a heap whose top is the last of them. */
typedef struct listing {
    list_key *keys;
    size_t count, most;
    uint64_t total; /* of the filter */
    bool more, has_after;
    list_key after;
    /* The filter. */
    bool healths[VITALS_HEALTH_COUNT], any_health;
    vt_text query;
    const vt_source *source;
} listing;

static int compare(const list_key *a, const list_key *b) {
    if (a->rank != b->rank) return a->rank < b->rank ? -1 : 1;
    for (size_t i = 0; i < 4; i++) {
        const int order = vt_text_compare(a->parts[i], b->parts[i]);
        if (order) return order;
    }
    return a->id < b->id ? -1 : a->id > b->id;
}

static int compare_keys(const void *a, const void *b) {
    return compare(a, b);
}

static void sift_down(listing *list) {
    const list_key moved = list->keys[0];
    size_t at = 0, child;
    while ((child = 2 * at + 1) < list->count) {
        if (child + 1 < list->count && compare(&list->keys[child + 1], &list->keys[child]) > 0) {
            child++;
        }
        if (compare(&list->keys[child], &moved) <= 0) break;
        list->keys[at] = list->keys[child];
        at = child;
    }
    list->keys[at] = moved;
}

static void sift_up(listing *list, const list_key *key) {
    size_t at = list->count++;
    while (at > 0 && compare(key, &list->keys[(at - 1) / 2]) > 0) {
        list->keys[at] = list->keys[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    list->keys[at] = *key;
}

static void offer(listing *list, const list_key *key) {
    list->total++;
    if (list->has_after && compare(key, &list->after) <= 0) return;
    if (list->count < list->most) {
        sift_up(list, key);
        return;
    }
    list->more = true;
    if (compare(key, &list->keys[0]) >= 0) return;
    list->keys[0] = *key;
    sift_down(list);
}

/* ---------------------------------------------------------------------- filters */

static bool contains_fold(vt_text text, vt_text part) {
    for (size_t i = 0; part.size <= text.size && i <= text.size - part.size; i++) {
        if (vt_text_equal_fold(vt_text_between(text, i, i + part.size), part)) return true;
    }
    return false;
}

static bool has_health(const listing *list, vitals_health health) {
    return !list->any_health || list->healths[health];
}

static bool has_words(const listing *list, const list_key *key) {
    if (list->query.size == 0) return true;
    for (size_t i = 1; i < 4; i++) {
        if (contains_fold(key->parts[i], list->query)) return true;
    }
    return false;
}

static bool read_healths(listing *list, vt_text names) {
    vt_text name;
    list->any_health = names.size > 0;
    while (names.size && vt_text_split(&names, ',', &name)) {
        const vitals_health health = vitals_health_from_name(name);
        if (health == VITALS_HEALTH_UNASSESSED && !vt_text_is(name, "Unassessed")) return false;
        list->healths[health] = true;
        if (health == VITALS_HEALTH_UNASSESSED) list->healths[VITALS_HEALTH_EMPTY] = true;
    }
    return true;
}

/* A cursor is the key of the last row: RANK/CLUSTER/NAMESPACE/KIND/NAME/ID with each part encoded. */
static bool read_after(vt_visit *visit, listing *list, vt_text cursor) {
    vt_text rest = cursor, part;
    if (cursor.size == 0) return true;
    for (size_t i = 0; i < 6; i++) {
        if (!vt_text_split(&rest, '/', &part)) return false;
        const vt_text copy = vt_arena_copy(&visit->memory, part);
        char *bytes;
        size_t size = copy.size;
        memcpy(&bytes, &copy.bytes, sizeof bytes);
        if (!bytes || !vt_percent_decode(bytes, &size, false)) return false;
        bytes[size] = 0;
        if (i == 0) {
            list->after.rank = (unsigned)strtoul(bytes, NULL, 10);
        } else if (i == 5) {
            list->after.id = strtoull(bytes, NULL, 10);
        } else {
            list->after.parts[i - 1] = (vt_text){ bytes, size };
        }
    }
    list->has_after = true;
    return true;
}

static void write_cursor(vt_visit *visit, const list_key *key, vt_json_writer *writer) {
    vt_buffer text;
    vt_buffer_init(&text, &visit->server->allocator, 65536);
    vt_buffer_printf(&text, "%u", key->rank);
    for (size_t i = 0; i < 4; i++) {
        vt_buffer_add_byte(&text, '/');
        vt_percent_encode(&text, key->parts[i]);
    }
    vt_buffer_printf(&text, "/%llu", (unsigned long long)key->id);
    vt_json_add_text(writer, "next", vt_buffer_text(&text));
    vt_buffer_done(&text);
}

/* false: it was answered. */
static bool read_listing(vt_visit *visit, listing *list) {
    const vt_text cluster = vt_visit_query(visit, "cluster");
    list->query = vt_visit_query(visit, "q");
    list->most = vt_visit_query_number(visit, "limit", PAGE_ROWS, MOST_ROWS);
    if (list->most == 0) list->most = 1;
    if (list->query.size > visit->server->limits.http_filter_bytes) {
        vt_visit_fail(visit, 400, "the filter is too long", "limit http_filter_bytes");
        return false;
    }
    if (!read_healths(list, vt_visit_query(visit, "health"))) {
        vt_visit_fail(visit, 400, "no such status", "?health= takes statuses joined by commas");
        return false;
    }
    if (!read_after(visit, list, vt_visit_query(visit, "after"))) {
        vt_visit_fail(visit, 400, "not a cursor", "?after= takes the member `next` of a page");
        return false;
    }
    if (cluster.size) list->source = vt_audience_find_source(visit->audience, cluster);
    if (cluster.size && !list->source) {
        vt_visit_not_found(visit, "this cluster");
        return false;
    }
    list->keys = vt_arena_allocate_array(&visit->memory, list->most, sizeof *list->keys);
    if (list->keys) return true;
    vt_visit_fail(visit, 503, "out of memory", "ask for a smaller ?limit=");
    return false;
}

/* ------------------------------------------------------------------------ pages */

typedef void (*write_item_fn)(vt_audience *audience, vitals_live_id id, vt_json_writer *writer);

static void send_page(vt_visit *visit, listing *list, write_item_fn write) {
    const vt_text event = vt_visit_event_id(visit);
    qsort(list->keys, list->count, sizeof *list->keys, compare_keys);
    vt_json_writer page = vt_json_open_object(&visit->out);
    vt_json_add_text(&page, "eventId", event);
    vt_json_add_time(&page, "asOf", vt_server_wall_ms(visit->server));
    vt_json_add_unsigned(&page, "total", list->total);
    if (list->more && list->count) write_cursor(visit, &list->keys[list->count - 1], &page);
    vt_json_writer items = vt_json_add_array(&page, "items");
    for (size_t i = 0; i < list->count; i++) {
        vt_json_writer item = vt_json_add_object(&items, NULL);
        write(visit->audience, list->keys[i].id, &item);
        vt_json_close(&item);
    }
    vt_json_close(&items);
    vt_json_close(&page);
    vt_visit_send_as_of(visit, "application/json", event);
}

static void write_application(vt_audience *audience, vitals_live_id id, vt_json_writer *writer) {
    vitals_live_application application;
    if (vitals_live_application_of(audience->view, id, &application, sizeof application) ==
        VITALS_OK) {
        vt_application_write(audience, &application, writer);
    }
}

static void write_resource(vt_audience *audience, vitals_live_id id, vt_json_writer *writer) {
    vitals_live_row row;
    if (vitals_live_row_of(audience->view, id, &row, sizeof row) == VITALS_OK) {
        vt_row_write(audience, &row, writer);
    }
}

void vt_answer_applications(vt_visit *visit) {
    listing list = { .keys = NULL };
    const vitals_live_view *view = visit->audience->view;
    vitals_live_application each;
    if (!read_listing(visit, &list)) return;
    for (vitals_live_id id = 0; (id = vitals_live_application_next(view, id));) {
        if (vitals_live_application_of(view, id, &each, sizeof each) != VITALS_OK) continue;
        const vt_source *source = vt_server_source_of(visit->server, each.source);
        const list_key key = {
            (unsigned)vt_status_rank(each.settled),
            { vt_source_name(source), vt_application_namespace(source, &each.key),
              vt_text_from(vt_application_kind(each.key.manager)), each.key.name },
            id
        };
        const bool here = !list.source || list.source == source;
        if (here && has_health(&list, each.settled) && has_words(&list, &key)) offer(&list, &key);
    }
    send_page(visit, &list, write_application);
}

void vt_answer_resources(vt_visit *visit) {
    listing list = { .keys = NULL };
    const vitals_live_view *view = visit->audience->view;
    vitals_live_row each;
    if (!read_listing(visit, &list)) return;
    for (vitals_live_id id = 0; (id = vitals_live_row_next(view, id));) {
        if (vitals_live_row_of(view, id, &each, sizeof each) != VITALS_OK) continue;
        if (list.source && list.source->id != each.source) continue;
        if (list.any_health && (each.no_health || !has_health(&list, each.settled))) continue;
        const list_key key = {
            each.no_health ? VITALS_HEALTH_COUNT : (unsigned)vt_status_rank(each.settled),
            { list.source ? list.source->name
                          : vt_source_name(vt_server_source_of(visit->server, each.source)),
              each.object.namespace_, each.object.kind, each.object.name },
            id
        };
        if (has_words(&list, &key)) offer(&list, &key);
    }
    send_page(visit, &list, write_resource);
}
