/* The last day of applications, kept by the history. */
#include "server/history/sky.h"

#include "base/memory/hash_table.h"
#include "base/memory/map.h"
#include "server/api/rows.h"
#include "server/feed/changes.h"

struct vt_skies {
    vitals_allocator allocator;
    vt_arena memory;
    vt_store_sky *list; /* in `memory` */
    vt_hash_table table;
};

/* An application is found by these. */
static bool is_same(const void *item, const void *key) {
    const vt_store_sky *a = item, *b = key;
    return vt_text_equal(a->name, b->name) && vt_text_equal(a->namespace_, b->namespace_) &&
           vt_text_equal(a->kind, b->kind) && vt_text_equal(a->cluster, b->cluster);
}

static uint64_t hash_of(const vt_skies *skies, const vt_store_sky *sky) {
    uint64_t hash = vt_hash_seed(0, skies);
    const vt_text texts[] = { sky->cluster, sky->kind, sky->namespace_, sky->name };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) hash = vt_hash(texts[i], hash);
    return hash;
}

static bool fill(vt_skies *skies, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (!vt_hash_table_reserve(&skies->table, &skies->allocator)) return false;
        vt_hash_table_insert(&skies->table, hash_of(skies, &skies->list[i]), &skies->list[i]);
    }
    return true;
}

vt_skies *vt_skies_new(const vt_server *server, vt_store *store, const char **wrong) {
    const int64_t hour = vt_server_wall_ms(server) / VT_SKY_HOUR_MS;
    size_t count = 0;
    *wrong = "out of memory";
    vt_skies *skies = vt_allocate_zeroed(&server->allocator, sizeof *skies);
    if (!skies) return NULL;
    skies->allocator = server->allocator;
    vt_arena_init(&skies->memory, &server->allocator, 0);
    *wrong =
        vt_store_read_skies(store, hour - VT_SKY_HOURS + 1, &skies->memory, &skies->list, &count);
    if (!*wrong && !fill(skies, count)) *wrong = "out of memory";
    if (!*wrong) return skies;
    vt_skies_free(skies);
    return NULL;
}

void vt_skies_free(vt_skies *skies) {
    if (!skies) return;
    const vitals_allocator allocator = skies->allocator;
    vt_hash_table_done(&skies->table, &allocator);
    vt_arena_done(&skies->memory);
    vt_release(&allocator, skies, sizeof *skies);
}

/* The names of an application, borrowed. */
static vt_store_sky names_of(const vt_server *server, const vitals_live_application *application) {
    const vt_source *source = vt_server_source_of(server, application->source);
    return (vt_store_sky){ .cluster = vt_source_name(source),
                           .kind = vt_text_from(vt_application_kind(application->key.manager)),
                           .namespace_ = vt_application_namespace(source, &application->key),
                           .name = application->key.name };
}

void vt_skies_recall(const vt_skies *skies, const vt_server *server,
                     const vitals_live_change *change) {
    const vt_audience *all = server->audiences;
    vitals_live_application application;
    if (!skies || change->kind != VITALS_LIVE_APPLICATION_ADDED ||
        vitals_live_application_of(all->view, change->subject, &application, sizeof application) !=
            VITALS_OK ||
        application.removed) {
        return;
    }
    const vt_store_sky names = names_of(server, &application);
    const vt_store_sky *found =
        vt_hash_table_find(&skies->table, hash_of(skies, &names), is_same, &names);
    if (found) {
        vt_changes_recall(all->changes, change->subject, found->hour, found->hours, change->at_ms);
    }
}

size_t vt_skies_now(const vt_server *server, vt_store_sky **out, size_t *capacity) {
    const vt_audience *all = server->audiences;
    const int64_t now = vt_server_wall_ms(server);
    size_t count = 0;
    void *items = NULL;
    *capacity = 0;
    for (vitals_live_id id = 0; (id = vitals_live_application_next(all->view, id));) {
        vitals_live_application application;
        if (vitals_live_application_of(all->view, id, &application, sizeof application) !=
            VITALS_OK) {
            continue;
        }
        if (!vt_grow(&server->allocator, &items, capacity, count, sizeof **out)) break;
        vt_store_sky *sky = (vt_store_sky *)items + count++;
        *sky = names_of(server, &application);
        sky->hour = now / VT_SKY_HOUR_MS;
        vt_changes_sky(all->changes, &application, now, sky->hours);
    }
    *out = items;
    return count;
}
