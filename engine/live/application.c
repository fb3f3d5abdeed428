/* Applications as rows name them: memberships, and the rows that are applications themselves. */
#include "live/live.h"

/* --------------------------------------------------------------- applications */

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
    vt_slab_give(&live->applications, number);
}

/* ---------------------------------------------------------------- memberships */

enum { MOST_OWNERS = 16 }; /* that a membership is passed on through */

/* The memberships of a row, being built beside the ones that it has. */
typedef struct joining {
    vitals_live *live;
    uint32_t row, first;
    bool failed;
} joining;

static bool is_before(const vitals_live *live, const vt_live_member *a, const vt_live_member *b) {
    if (a->method != b->method) return a->method < b->method;
    return vt_app_compare(live, a->application, b->application) < 0;
}

/* Insert in the order of precedence, so that it does not depend on the order of arrival. */
static void add_member(joining *join, uint32_t application, vitals_live_method method,
                       uint8_t depth) {
    vitals_live *live = join->live;
    bool itself = application == vt_row_at(live, join->row)->application;
    uint32_t number = application == 0 || itself ? 0 : vt_slab_take(&live->members);
    vt_live_member *member = vt_live_member_at(live, number);
    if (!member) {
        join->failed = join->failed || !(application == 0 || itself);
        vt_app_release(live, application);
        return;
    }
    member->row = join->row;
    member->application = application;
    member->method = (uint8_t)method;
    member->depth = depth;
    uint32_t *at = &join->first;
    while (*at && !is_before(live, member, vt_live_member_at(live, *at))) {
        at = &vt_live_member_at(live, *at)->row_next;
    }
    member->row_next = *at;
    *at = number;
}

static void add_named(joining *join, const vitals_document *document) {
    vitals_live *live = join->live;
    uint32_t source = vt_row_at(live, join->row)->source;
    vt_membership found[VT_MOST_MEMBERSHIPS];
    size_t count = vt_memberships_of(document, &vt_source_at(live, source)->tracking, found);
    for (size_t i = 0; i < count; i++) {
        bool full;
        uint32_t application = vt_app_take(live, source, &found[i].application, &full);
        if (application == 0 && !full) join->failed = true;
        add_member(join, application, found[i].method, 0);
    }
}

/* Without its document: what it named when it was assessed. */
static void add_known(joining *join) {
    vitals_live *live = join->live;
    for (uint32_t i = vt_row_at(live, join->row)->members; i;
         i = vt_live_member_at(live, i)->row_next) {
        const vt_live_member *member = vt_live_member_at(live, i);
        if (member->method == VITALS_LIVE_BY_INVENTORY || member->method == VITALS_LIVE_BY_OWNER) {
            continue;
        }
        add_member(join, member->application, (vitals_live_method)member->method, 0);
    }
}

static void add_listed(joining *join) {
    vitals_live *live = join->live;
    for (uint32_t i = vt_listed_find(live, vt_row_at(live, join->row)); i;
         i = vt_listed_at(live, i)->same_next) {
        add_member(join, vt_listed_at(live, i)->application, VITALS_LIVE_BY_INVENTORY, 0);
    }
}

static void add_inherited(joining *join) {
    vitals_live *live = join->live;
    const vt_row *row = vt_row_at(live, join->row);
    const vt_row *owner = vt_row_at(live, vt_row_find_uid(live, row->source, vt_row_owner(row)));
    if (!owner || !owner->assessed) return;
    if (owner->application) add_member(join, owner->application, VITALS_LIVE_BY_OWNER, 1);
    for (uint32_t i = owner->members; i; i = vt_live_member_at(live, i)->row_next) {
        const vt_live_member *member = vt_live_member_at(live, i);
        if (member->depth >= MOST_OWNERS) continue;
        add_member(join, member->application, VITALS_LIVE_BY_OWNER, (uint8_t)(member->depth + 1));
    }
}

static void link_member(vitals_live *live, uint32_t number) {
    vt_live_member *member = vt_live_member_at(live, number);
    vt_live_app *app = vt_app_at(live, member->application);
    member->application_next = app->members;
    if (app->members) vt_live_member_at(live, app->members)->application_previous = number;
    app->members = number;
}

static void unlink_member(vitals_live *live, uint32_t number) {
    const vt_live_member *member = vt_live_member_at(live, number);
    vt_live_app *app = vt_app_at(live, member->application);
    vt_live_member *previous = vt_live_member_at(live, member->application_previous);
    vt_live_member *next = vt_live_member_at(live, member->application_next);
    *(previous ? &previous->application_next : &app->members) = member->application_next;
    if (next) next->application_previous = member->application_previous;
}

static void free_members(vitals_live *live, uint32_t first, bool linked) {
    for (uint32_t i = first, next; i; i = next) {
        next = vt_live_member_at(live, i)->row_next;
        uint32_t application = vt_live_member_at(live, i)->application;
        if (linked) unlink_member(live, i);
        vt_slab_give(&live->members, i);
        vt_app_release(live, application);
    }
}

static bool is_same(const vitals_live *live, uint32_t a, uint32_t b) {
    while (a && b) {
        const vt_live_member *one = vt_live_member_at(live, a), *other = vt_live_member_at(live, b);
        if (one->application != other->application || one->method != other->method ||
            one->depth != other->depth) {
            return false;
        }
        a = one->row_next;
        b = other->row_next;
    }
    return a == b;
}

vitals_status vt_row_join(vitals_live *live, uint32_t number, const vitals_document *document) {
    joining join = { live, number, 0, false };
    if (document) {
        add_named(&join, document);
    } else {
        add_known(&join);
    }
    add_listed(&join);
    if (join.first == 0 && !join.failed) add_inherited(&join);
    vt_row *row = vt_row_at(live, number);
    if (join.failed || is_same(live, join.first, row->members)) {
        free_members(live, join.first, false);
        return join.failed ? VITALS_ENOMEM : VITALS_OK;
    }
    for (uint32_t i = join.first; i; i = vt_live_member_at(live, i)->row_next) link_member(live, i);
    uint32_t old = row->members;
    row->members = join.first;
    free_members(live, old, true);
    row->stamp++;
    vt_row_queue_children(live, number);
    return VITALS_OK;
}

void vt_row_leave(vitals_live *live, uint32_t number) {
    vt_row *row = vt_row_at(live, number);
    free_members(live, row->members, true);
    row->members = 0;
}

void vt_row_queue_children(vitals_live *live, uint32_t number) {
    const vt_row *row = vt_row_at(live, number);
    for (uint32_t child = vt_row_first_child(live, row->source, vt_row_uid(row)); child;
         child = vt_row_at(live, child)->sibling_next) {
        live->steps++;
        vt_row_queue(live, child, VT_DUE_MEMBERS);
    }
}

/* --------------------------------------------------- rows that are applications */

/* The inventory of a document as a list of objects. */
typedef struct reading {
    vt_inventory inventory;
    char scratch[256];
} reading;

static bool next_listed(void *user, vitals_live_object *out) {
    reading *from = user;
    return vt_inventory_next(&from->inventory, from->scratch, out);
}

/* Everything that the project of an application decides about. */
static void queue_members(vitals_live *live, const vt_live_app *app) {
    for (uint32_t i = app->members; i; i = vt_live_member_at(live, i)->application_next) {
        live->steps++;
        vt_row_queue(live, vt_live_member_at(live, i)->row, VT_DUE_VIEWS);
    }
}

static vitals_status set_project(vitals_live *live, vt_live_app *app, vt_text project) {
    if (vt_text_equal(project, vt_live_text(live, app->project))) return VITALS_OK;
    uint32_t number;
    if (!vt_intern_take(&live->texts, project, &number)) return VITALS_ENOMEM;
    vt_intern_release(&live->texts, app->project);
    app->project = number;
    queue_members(live, app);
    return VITALS_OK;
}

vitals_status vt_row_lead(vitals_live *live, uint32_t number, const vitals_document *document) {
    vt_row *row = vt_row_at(live, number);
    vitals_live_application_key key;
    if (!vt_application_of(document, &vt_source_at(live, row->source)->tracking, &key)) {
        return VITALS_OK;
    }
    bool full;
    uint32_t application = vt_app_take(live, row->source, &key, &full);
    if (application == 0) return full ? VITALS_OK : VITALS_ENOMEM;
    vt_live_app *app = vt_app_at(live, application);
    app->object = number;
    row->application = application;
    vitals_status status = set_project(live, app, vt_project_of(document));
    reading from;
    vt_inventory_begin(&from.inventory, document);
    if (!status) status = vt_listed_replace(live, application, false, next_listed, &from);
    return status ? status : vt_views_application(live, application);
}

static bool nothing_listed(void *user, vitals_live_object *out) {
    (void)user;
    (void)out;
    return false;
}

void vt_row_unlead(vitals_live *live, uint32_t number) {
    vt_row *row = vt_row_at(live, number);
    vt_live_app *app = vt_app_at(live, row->application);
    if (!app) return;
    uint32_t application = row->application;
    row->application = 0;
    if (app->object != number) return;
    app->object = 0;
    app->holders++;
    /* An empty list needs no memory. */
    (void)vt_listed_replace(live, application, false, nothing_listed, NULL);
    vt_views_announce(live, application);
    vt_intern_release(&live->texts, app->project);
    app->project = 0;
    queue_members(live, app);
    app->holders--;
    vt_app_release(live, application);
}

/* What the host lists. */
typedef struct stated {
    const vitals_live_object *objects;
    size_t count;
} stated;

static bool next_stated(void *user, vitals_live_object *out) {
    stated *from = user;
    if (from->count == 0) return false;
    *out = *from->objects++;
    from->count--;
    return true;
}

vitals_status vitals_live_members(vitals_live *live, vitals_live_id source_id,
                                  const vitals_live_application_key *key,
                                  const vitals_live_object *objects, size_t count) {
    uint32_t source = vt_slab_find(&live->sources, VT_ID_SOURCE, source_id);
    if (!key || key->name.size == 0 || (count && !objects) ||
        (unsigned)key->manager > VITALS_LIVE_NAMESPACE) {
        return VITALS_EINVAL;
    }
    if (!source) return VITALS_ENOTFOUND;
    bool full;
    uint32_t application = vt_app_take(live, source, key, &full);
    if (application == 0) return full ? VITALS_ELIMIT : VITALS_ENOMEM;
    stated from = { objects, count };
    vitals_status status = vt_listed_replace(live, application, true, next_stated, &from);
    if (!status) status = vt_views_application(live, application);
    vt_app_release(live, application);
    return status;
}
