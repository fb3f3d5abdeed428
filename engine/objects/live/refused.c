/* What limits refused: which applications miss an object, until its scope is listed again. */
#include "objects/live/live.h"

typedef struct refusal_key {
    const vitals_live *live;
    uint32_t scope, application;
} refusal_key;

static uint64_t hash_of(const refusal_key *key) {
    const uint32_t parts[] = { key->scope, key->application };
    return vt_table_mix(key->live->seed, parts, sizeof parts / sizeof *parts);
}

static vt_refusal *refusal_at(const vitals_live *live, uint32_t number) {
    return vt_slab_at(&live->refusals, number);
}

static bool is_refusal(const void *wanted, uint32_t number) {
    const refusal_key *key = wanted;
    const vt_refusal *refusal = refusal_at(key->live, number);
    return refusal->scope == key->scope && refusal->application == key->application;
}

/* An application misses an object of a scope. true: that is new, or, without memory, all of the source
** may miss one. */
static bool add_refusal(vitals_live *live, uint32_t number, uint32_t application) {
    vt_scope *scope = vt_scope_at(live, number);
    const refusal_key key = { live, number, application };
    uint64_t hash = hash_of(&key);
    if (application && vt_table_find(&live->by_refusal, hash, is_refusal, &key)) return false;
    bool room = application && vt_table_reserve(&live->by_refusal);
    uint32_t added = room ? vt_slab_take(&live->refusals) : 0;
    vt_refusal *refusal = refusal_at(live, added);
    if (!refusal) {
        bool known = scope->refused_any;
        vt_source_at(live, scope->source)->refused_any += !known;
        scope->refused_any = true;
        vt_app_release(live, application);
        return !known;
    }
    refusal->scope = number;
    refusal->application = application;
    refusal->scope_next = scope->first_refusal;
    scope->first_refusal = added;
    vt_table_add(&live->by_refusal, hash, added);
    vt_app_at(live, application)->refused++;
    return true;
}

/* Those that the object names, and the one that it is: what that one lists is not known. Applications
** that list it find it absent from a scope that refused objects. */
void vt_refuse(vitals_live *live, uint32_t number, const vitals_document *document) {
    vt_scope *scope = vt_scope_at(live, number);
    const vt_tracking *tracking = &vt_source_at(live, scope->source)->tracking;
    vt_membership found[VT_MOST_MEMBERSHIPS + 1];
    size_t count = vt_memberships_of(document, tracking, found);
    if (count == 0 && vt_namespace_application(tracking, vitals_document_namespace(document),
                                               vt_owner_of(document), &found[0].application)) {
        count = 1;
    }
    count += vt_application_of(document, tracking, &found[count].application);
    live->rows_refused++;
    bool changed = scope->refused++ == 0;
    for (size_t i = 0; i < count; i++) {
        bool full;
        uint32_t application = vt_app_take(live, scope->source, &found[i].application, &full);
        changed |= add_refusal(live, number, application);
    }
    if (changed) vt_views_scope(live, number);
}

void vt_refusals_forget(vitals_live *live, uint32_t number) {
    vt_scope *scope = vt_scope_at(live, number);
    for (uint32_t i = scope->first_refusal, next; i; i = next) {
        uint32_t application = refusal_at(live, i)->application;
        const refusal_key key = { live, number, application };
        next = refusal_at(live, i)->scope_next;
        vt_table_remove(&live->by_refusal, hash_of(&key), i);
        vt_slab_give(&live->refusals, i);
        vt_app_at(live, application)->refused--;
        vt_app_release(live, application);
    }
    live->rows_refused -= scope->refused;
    scope->refused = 0;
    scope->first_refusal = 0;
    vt_source_at(live, scope->source)->refused_any -= scope->refused_any;
    scope->refused_any = false;
}
