/* Applications as rows name them. They last as long as something names them. */
#include "objects/live/live.h"

/* What an application is looked up by; texts are interned. */
typedef struct app_key {
    const vitals_live *live;
    uint32_t source, namespace_, name;
    uint8_t manager;
} app_key;

static uint64_t hash_of(const app_key *key) {
    const uint32_t parts[] = { key->source, key->namespace_, key->name, key->manager };
    return vt_table_mix(key->live->seed, parts, sizeof parts / sizeof *parts);
}

static bool is_app(const void *wanted, uint32_t number) {
    const app_key *key = wanted;
    const vt_live_app *app = vt_app_at(key->live, number);
    return app->source == key->source && app->name == key->name &&
           app->namespace_ == key->namespace_ && app->manager == key->manager;
}

static app_key key_of(const vitals_live *live, const vt_live_app *app) {
    return (app_key){ live, app->source, app->namespace_, app->name, app->manager };
}

vitals_live_application_key vt_app_key(const vitals_live *live, const vt_live_app *app) {
    return (vitals_live_application_key){ (vitals_live_manager)app->manager,
                                          vt_live_text(live, app->namespace_),
                                          vt_live_text(live, app->name) };
}

int vt_app_compare(const vitals_live *live, uint32_t a, uint32_t b) {
    const vt_live_app *one = vt_app_at(live, a), *other = vt_app_at(live, b);
    if (one->manager != other->manager) return one->manager < other->manager ? -1 : 1;
    int order =
        vt_text_compare(vt_live_text(live, one->namespace_), vt_live_text(live, other->namespace_));
    return order ? order
                 : vt_text_compare(vt_live_text(live, one->name), vt_live_text(live, other->name));
}

uint32_t vt_app_find(const vitals_live *live, uint32_t source,
                     const vitals_live_application_key *key) {
    app_key wanted = { live, source, vt_intern_find(&live->texts, key->namespace_),
                       vt_intern_find(&live->texts, key->name), (uint8_t)key->manager };
    if (wanted.name == 0 || (wanted.namespace_ == 0 && key->namespace_.size)) return 0;
    return vt_table_find(&live->by_application, hash_of(&wanted), is_app, &wanted);
}

/* The applications of a source are linked. */
static void link_app(vitals_live *live, uint32_t number) {
    vt_live_app *app = vt_app_at(live, number);
    vt_source_row *source = vt_source_at(live, app->source);
    app->source_next = source->first_application;
    if (app->source_next) vt_app_at(live, app->source_next)->source_previous = number;
    source->first_application = number;
    source->users++;
}

static void unlink_app(vitals_live *live, const vt_live_app *app) {
    uint32_t *from = app->source_previous ? &vt_app_at(live, app->source_previous)->source_next
                                          : &vt_source_at(live, app->source)->first_application;
    *from = app->source_next;
    if (app->source_next) vt_app_at(live, app->source_next)->source_previous = app->source_previous;
    vt_source_release(live, app->source);
}

uint32_t vt_app_take(vitals_live *live, uint32_t source, const vitals_live_application_key *key,
                     bool *full) {
    *full = false;
    uint32_t number = vt_app_find(live, source, key);
    if (number) return number;
    *full = live->applications.count >= live->limits.live_applications;
    if (*full) {
        live->applications_refused++;
        return 0;
    }
    number = vt_table_reserve(&live->by_application) ? vt_slab_take(&live->applications) : 0;
    if (number == 0) return 0;
    vt_live_app *app = vt_app_at(live, number);
    app->source = source;
    app->manager = (uint8_t)key->manager;
    if (!vt_intern_take(&live->texts, key->namespace_, &app->namespace_) ||
        !vt_intern_take(&live->texts, key->name, &app->name)) {
        vt_intern_release(&live->texts, app->namespace_);
        vt_slab_give(&live->applications, number);
        return 0;
    }
    link_app(live, number);
    app_key own = key_of(live, app);
    vt_table_add(&live->by_application, hash_of(&own), number);
    return number;
}

void vt_app_release(vitals_live *live, uint32_t number) {
    vt_live_app *app = vt_app_at(live, number);
    bool named = app && (app->members || app->listed || app->object || app->refused);
    if (!app || named || app->holders) return;
    app_key own = key_of(live, app);
    vt_table_remove(&live->by_application, hash_of(&own), number);
    vt_intern_release(&live->texts, app->namespace_);
    vt_intern_release(&live->texts, app->name);
    vt_intern_release(&live->texts, app->project);
    unlink_app(live, app);
    vt_slab_give(&live->applications, number);
}
