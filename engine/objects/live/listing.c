/* How what applications list changes, and how objects of it come and go. */
#include "objects/live/live.h"

/* ------------------------------------------------------------------- counting */

/* What it counts as while it is absent. */
static vt_counting counting_of(const vitals_live *live, const vt_listed *listed) {
    const vt_source_row *source = vt_source_at(live, vt_app_at(live, listed->application)->source);
    const vt_counting_resource resource = {
        .group = vt_live_text(live, listed->group),
        .kind = vt_live_text(live, listed->kind),
        .namespace_ = vt_live_text(live, listed->namespace_),
        .name = vt_live_text(live, listed->name),
        .health = VITALS_HEALTH_MISSING,
        .absent = true,
    };
    return vt_counting_of(source->engine, source->aggregate, &resource);
}

/* Set what it counts as by the engine of its source. */
static void classify(const vitals_live *live, vt_listed *listed) {
    vt_counting counting = counting_of(live, listed);
    listed->counted = counting.counted;
    listed->counts_as = counting.counts_as;
}

void vt_listed_recount(vitals_live *live, uint32_t source) {
    for (uint32_t i = vt_source_at(live, source)->first_application; i;
         i = vt_app_at(live, i)->source_next) {
        for (uint32_t at = vt_app_at(live, i)->listed; at;
             at = vt_listed_at(live, at)->application_next) {
            vt_listed *listed = vt_listed_at(live, at);
            vt_views_listed(live, listed, -1);
            classify(live, listed);
            vt_views_listed(live, listed, 1);
        }
    }
    vt_views_source(live, source);
}

/* -------------------------------------------------------------- found and lost */

static void set_row(vitals_live *live, vt_listed *listed, uint32_t row) {
    vt_views_listed(live, listed, -1);
    listed->row = row;
    vt_views_listed(live, listed, 1);
}

void vt_listed_found(vitals_live *live, uint32_t number) {
    for (uint32_t i = vt_listed_find(live, vt_row_at(live, number)); i;
         i = vt_listed_at(live, i)->same_next) {
        set_row(live, vt_listed_at(live, i), number);
    }
}

void vt_listed_lost(vitals_live *live, uint32_t number) {
    for (uint32_t i = vt_listed_find(live, vt_row_at(live, number)); i;
         i = vt_listed_at(live, i)->same_next) {
        vt_listed *listed = vt_listed_at(live, i);
        if (listed->row == number) set_row(live, listed, 0);
    }
}

void vt_listed_announce(vitals_live *live, uint32_t number) {
    for (uint32_t i = vt_listed_find(live, vt_row_at(live, number)); i;
         i = vt_listed_at(live, i)->same_next) {
        vt_views_application(live, vt_listed_at(live, i)->application);
    }
}

/* ------------------------------------------------------------- adding, removing */

static void release_texts(vitals_live *live, const vt_listed *listed) {
    vt_intern_release(&live->texts, listed->group);
    vt_intern_release(&live->texts, listed->kind);
    vt_intern_release(&live->texts, listed->namespace_);
    vt_intern_release(&live->texts, listed->name);
}

static bool take_texts(vitals_live *live, vt_listed *listed, const vitals_live_object *object) {
    return vt_intern_take(&live->texts, object->group, &listed->group) &&
           vt_intern_take(&live->texts, object->kind, &listed->kind) &&
           vt_intern_take(&live->texts, object->namespace_, &listed->namespace_) &&
           vt_intern_take(&live->texts, object->name, &listed->name);
}

/* A listed object that is in no index yet. 0: no memory. */
static uint32_t new_listed(vitals_live *live, uint32_t application, bool by_host,
                           const vitals_live_object *object) {
    uint32_t number = vt_slab_take(&live->listed);
    vt_listed *listed = vt_listed_at(live, number);
    if (!listed) return 0;
    listed->application = application;
    listed->by_host = by_host;
    listed->unread = vt_counting_is_unread(object->group, object->kind);
    if (take_texts(live, listed, object)) {
        classify(live, listed);
        listed->covered = (uint8_t)vt_covered_of(live, listed);
        return number;
    }
    release_texts(live, listed);
    vt_slab_give(&live->listed, number);
    return 0;
}

/* Another one of the same object and application, from `first` on; 0: none. */
static uint32_t find_twin(const vitals_live *live, uint32_t first, const vt_listed *listed) {
    while (first && (vt_listed_at(live, first) == listed ||
                     vt_listed_at(live, first)->application != listed->application)) {
        first = vt_listed_at(live, first)->same_next;
    }
    return first;
}

/* Index it, and let its row know. There is room in the table. */
static void link_listed(vitals_live *live, uint32_t number) {
    vt_listed *listed = vt_listed_at(live, number);
    vt_live_app *app = vt_app_at(live, listed->application);
    listed->application_next = app->listed;
    app->listed = number;
    app->listed_count++;
    listed->again = find_twin(live, vt_listed_first(live, listed), listed) != 0;
    vt_listed_index(live, number);
    const vitals_live_object object = { { NULL, 0 },
                                        vt_live_text(live, listed->group),
                                        vt_live_text(live, listed->kind),
                                        vt_live_text(live, listed->namespace_),
                                        vt_live_text(live, listed->name) };
    uint32_t row = vt_row_find_name(live, app->source, &object);
    if (row && vt_row_at(live, row)->assessed) listed->row = row;
    vt_views_listed(live, listed, 1);
    if (row == 0) return;
    vt_row_queue(live, row, VT_DUE_MEMBERS);
    vt_views_reorder(live, listed->application, row);
}

/* What the application lists once more is counted instead. */
static void promote_twin(vitals_live *live, const vt_listed *listed) {
    uint32_t number = find_twin(live, vt_listed_first(live, listed), listed);
    vt_listed *twin = vt_listed_at(live, number);
    if (!twin) return;
    twin->again = false;
    vt_views_listed(live, twin, 1);
}

/* `at` is the link of its application that names it. */
static void free_listed(vitals_live *live, uint32_t *at) {
    uint32_t number = *at;
    vt_listed *listed = vt_listed_at(live, number);
    vt_app_at(live, listed->application)->listed_count--;
    *at = listed->application_next;
    vt_views_listed(live, listed, -1);
    if (!listed->again) promote_twin(live, listed);
    vt_listed_unindex(live, number);
    if (listed->row) {
        vt_row_queue(live, listed->row, VT_DUE_MEMBERS);
        vt_views_reorder(live, listed->application, listed->row);
    }
    release_texts(live, listed);
    vt_slab_give(&live->listed, number);
}

/* ------------------------------------------------------------------- replacing */

static bool is_same(const vitals_live *live, const vt_listed *listed,
                    const vitals_live_object *object) {
    return vt_text_equal(vt_live_text(live, listed->name), object->name) &&
           vt_text_equal(vt_live_text(live, listed->kind), object->kind) &&
           vt_text_equal(vt_live_text(live, listed->namespace_), object->namespace_) &&
           vt_text_equal(vt_live_text(live, listed->group), object->group);
}

/* The first of the kind that is replaced, from `number` on. */
static uint32_t own_from(const vitals_live *live, uint32_t number, bool by_host) {
    while (number && vt_listed_at(live, number)->by_host != by_host) {
        number = vt_listed_at(live, number)->application_next;
    }
    return number;
}

/* Objects that are not the next one of the old list, being added. */
typedef struct replacing {
    vitals_live *live;
    uint32_t application, added;
    size_t count;
    uint32_t ordinal; /* of the last object */
    bool by_host;
} replacing;

static bool add(replacing *replace, const vitals_live_object *object) {
    vitals_live *live = replace->live;
    uint32_t number = new_listed(live, replace->application, replace->by_host, object);
    if (number == 0) return false;
    vt_listed_at(live, number)->ordinal = replace->ordinal;
    vt_listed_at(live, number)->application_next = replace->added;
    replace->added = number;
    return true;
}

/* The lists are short-lived marks: an object of the old list that is met again is kept. */
static uint32_t find_old(const replacing *replace, const vitals_live_object *object,
                         uint32_t hint) {
    const vitals_live *live = replace->live;
    if (hint && is_same(live, vt_listed_at(live, hint), object)) return hint;
    uint32_t number =
        vt_listed_find_object(live, vt_app_at(live, replace->application)->source, object);
    while (number && (vt_listed_at(live, number)->application != replace->application ||
                      vt_listed_at(live, number)->by_host != replace->by_host)) {
        number = vt_listed_at(live, number)->same_next;
    }
    return number;
}

static void drop_added(replacing *replace) {
    vitals_live *live = replace->live;
    for (uint32_t i = replace->added, next; i; i = next) {
        next = vt_listed_at(live, i)->application_next;
        release_texts(live, vt_listed_at(live, i));
        vt_slab_give(&live->listed, i);
    }
}

/* It stays, at the first place where it is listed. */
static void keep(vt_listed *listed, uint32_t ordinal) {
    if (!listed->kept) listed->next_ordinal = ordinal;
    listed->kept = true;
}

/* Mark what is kept and make what is new. false: no memory. */
static bool collect(replacing *replace, vt_listed_next_fn next, void *user) {
    vitals_live *live = replace->live;
    vt_live_app *app = vt_app_at(live, replace->application);
    for (uint32_t i = app->listed; i; i = vt_listed_at(live, i)->application_next) {
        vt_listed_at(live, i)->kept = false;
    }
    uint32_t hint = own_from(live, app->listed, replace->by_host);
    vitals_live_object object;
    while (next(user, &object)) {
        if (object.kind.size == 0 || object.name.size == 0) continue;
        replace->ordinal++;
        uint32_t old = find_old(replace, &object, hint);
        if (old) {
            keep(vt_listed_at(live, old), replace->ordinal);
            hint = own_from(live, vt_listed_at(live, old)->application_next, replace->by_host);
        } else if (!vt_table_reserve_many(&live->by_listed, ++replace->count) ||
                   !add(replace, &object)) {
            return false;
        }
    }
    return true;
}

/* The place of one that stays. */
static void move_listed(vitals_live *live, vt_listed *listed) {
    if (listed->ordinal == listed->next_ordinal) return;
    listed->ordinal = listed->next_ordinal;
    if (listed->row) vt_views_reorder(live, listed->application, listed->row);
}

vitals_status vt_listed_replace(vitals_live *live, uint32_t application, bool by_host,
                                vt_listed_next_fn next, void *user) {
    /* What the host states comes after what the object of the application lists. */
    enum { AFTER_INVENTORY = 1 << 30 };
    replacing replace = { .live = live,
                          .application = application,
                          .ordinal = by_host ? AFTER_INVENTORY : 0,
                          .by_host = by_host };
    if (!collect(&replace, next, user)) {
        drop_added(&replace);
        return VITALS_ENOMEM;
    }
    vt_live_app *app = vt_app_at(live, application);
    for (uint32_t *at = &app->listed; *at;) {
        vt_listed *old = vt_listed_at(live, *at);
        if (old->by_host == by_host && !old->kept) {
            free_listed(live, at);
            continue;
        }
        if (old->by_host == by_host) move_listed(live, old);
        at = &old->application_next;
    }
    for (uint32_t i = replace.added, after; i; i = after) {
        after = vt_listed_at(live, i)->application_next;
        link_listed(live, i);
    }
    return VITALS_OK;
}

void vt_app_unlist(vitals_live *live, uint32_t application) {
    vt_live_app *app = vt_app_at(live, application);
    while (app->listed) free_listed(live, &app->listed);
    vt_views_application(live, application);
}
