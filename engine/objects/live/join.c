/* The memberships of a row: the applications that it names, that list it, or that its owner belongs to. */
#include "objects/live/live.h"

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

/* By the object itself, not by what others list or by what it lacks. */
static bool is_named(uint8_t method) {
    return method != VITALS_LIVE_BY_INVENTORY && method != VITALS_LIVE_BY_NAMESPACE &&
           method != VITALS_LIVE_BY_OWNER;
}

/* Without its document: what it named when it was assessed. */
static void add_known(joining *join) {
    vitals_live *live = join->live;
    for (uint32_t i = vt_row_at(live, join->row)->members; i;
         i = vt_live_member_at(live, i)->row_next) {
        const vt_live_member *member = vt_live_member_at(live, i);
        if (!is_named(member->method)) continue;
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

static void add_namespace(joining *join) {
    vitals_live *live = join->live;
    const vt_row *row = vt_row_at(live, join->row);
    vitals_live_application_key key;
    bool full;
    if (!vt_namespace_application(&vt_source_at(live, row->source)->tracking,
                                  vt_live_text(live, row->namespace_), vt_row_owner(row), &key)) {
        return;
    }
    uint32_t application = vt_app_take(live, row->source, &key, &full);
    if (application == 0 && !full) join->failed = true;
    add_member(join, application, VITALS_LIVE_BY_NAMESPACE, 0);
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
    if (join.first == 0 && !join.failed) add_namespace(&join);
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
