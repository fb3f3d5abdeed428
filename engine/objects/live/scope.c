/* Scopes: what is listed and watched as one. */
#include "objects/live/live.h"

static bool is_pending(const vt_scope *scope) {
    return !scope->synced && scope->state != VITALS_LIVE_REFUSED;
}

/* Set state and mark, and keep the count of the source. */
static void set_state(vitals_live *live, uint32_t number, vitals_live_state state, bool synced) {
    vt_scope *scope = vt_scope_at(live, number);
    vt_source_row *source = vt_source_at(live, scope->source);
    source->never_synced -= is_pending(scope);
    scope->state = state;
    scope->synced = synced;
    source->never_synced += is_pending(scope);
    vt_views_scope(live, number);
}

static bool take_texts(vitals_live *live, vt_scope *scope, const vitals_live_scope_key *key) {
    return vt_intern_take(&live->texts, key->group, &scope->group) &&
           vt_intern_take(&live->texts, key->kind, &scope->kind) &&
           vt_intern_take(&live->texts, key->namespace_, &scope->namespace_);
}

static void release_texts(vitals_live *live, const vt_scope *scope) {
    vt_intern_release(&live->texts, scope->group);
    vt_intern_release(&live->texts, scope->kind);
    vt_intern_release(&live->texts, scope->namespace_);
    vt_intern_release(&live->texts, scope->reason);
}

vitals_status vitals_live_scope_add(vitals_live *live, vitals_live_id source_id,
                                    const vitals_live_scope_key *key, vitals_live_id *out) {
    if (!live) return VITALS_EINVAL;
    static const vitals_live_scope_key any = { { NULL, 0 }, { NULL, 0 }, { NULL, 0 } };
    uint32_t source = vt_source_find(live, source_id);
    if (!out) return VITALS_EINVAL;
    if (!source) return VITALS_ENOTFOUND;
    uint32_t number = vt_slab_take(&live->scopes);
    if (number == 0) return VITALS_ENOMEM;
    vt_scope *scope = vt_scope_at(live, number);
    if (!take_texts(live, scope, key ? key : &any)) {
        release_texts(live, scope);
        vt_slab_give(&live->scopes, number);
        return VITALS_ENOMEM;
    }
    vt_source_row *of = vt_source_at(live, source);
    scope->source = source;
    scope->healthless = scope->kind && vitals_kind_has_no_health(vt_live_text(live, scope->group),
                                                                 vt_live_text(live, scope->kind));
    scope->listed_ms = VITALS_COVERAGE_NO_TIME;
    scope->next_scope = of->first_scope;
    of->first_scope = number;
    of->never_synced++;
    vt_views_scope(live, number);
    *out = vt_slab_id(&live->scopes, VT_ID_SCOPE, number);
    return VITALS_OK;
}

static void unlink_scope(vitals_live *live, uint32_t number) {
    const vt_scope *scope = vt_scope_at(live, number);
    uint32_t *at = &vt_source_at(live, scope->source)->first_scope;
    while (*at != number) at = &vt_scope_at(live, *at)->next_scope;
    *at = scope->next_scope;
}

vitals_status vt_scope_remove(vitals_live *live, uint32_t number) {
    vt_scope *scope = vt_scope_at(live, number);
    while (scope->first_row) {
        if (vt_live_is_stopped(live)) return VITALS_ESTOPPED;
        vt_row_remove(live, scope->first_row);
    }
    vt_refusals_forget(live, number);
    vt_source_at(live, scope->source)->never_synced -= is_pending(scope);
    vt_views_scope(live, number);
    vt_covered_went(live, number);
    unlink_scope(live, number);
    release_texts(live, scope);
    vt_slab_give(&live->scopes, number);
    return VITALS_OK;
}

vitals_status vitals_live_scope_remove(vitals_live *live, vitals_live_id id) {
    if (!live) return VITALS_EINVAL;
    uint32_t number = vt_slab_find(&live->scopes, VT_ID_SCOPE, id);
    if (number == 0) return VITALS_ENOTFOUND;
    live->host.stopped = false;
    return vt_scope_remove(live, number);
}

vitals_status vitals_live_begin(vitals_live *live, vitals_live_id id) {
    if (!live) return VITALS_EINVAL;
    uint32_t number = vt_slab_find(&live->scopes, VT_ID_SCOPE, id);
    vt_scope *scope = vt_scope_at(live, number);
    if (!scope) return VITALS_ENOTFOUND;
    scope->listing++;
    scope->begun = true;
    vt_refusals_forget(live, number);
    set_state(live, number, VITALS_LIVE_LISTING, scope->synced);
    return VITALS_OK;
}

vitals_status vitals_live_synced(vitals_live *live, vitals_live_id id) {
    if (!live) return VITALS_EINVAL;
    uint32_t number = vt_slab_find(&live->scopes, VT_ID_SCOPE, id);
    vt_scope *scope = vt_scope_at(live, number);
    if (!scope) return VITALS_ENOTFOUND;
    for (uint32_t row = scope->begun ? scope->first_row : 0, next; row; row = next) {
        next = vt_row_at(live, row)->scope_next;
        if (vt_row_at(live, row)->listing != scope->listing) vt_row_remove(live, row);
    }
    scope->begun = false;
    if (live->started) scope->listed_ms = live->now_ms;
    scope->coverage = VITALS_COVERAGE_READ;
    set_state(live, number, VITALS_LIVE_LIVE, true);
    return VITALS_OK;
}

vitals_status vitals_live_set_state(vitals_live *live, vitals_live_id id, vitals_live_state state,
                                    vitals_text reason) {
    if (!live) return VITALS_EINVAL;
    uint32_t number = vt_slab_find(&live->scopes, VT_ID_SCOPE, id);
    vt_scope *scope = vt_scope_at(live, number);
    if ((unsigned)state > VITALS_LIVE_REFUSED) return VITALS_EINVAL;
    if (!scope) return VITALS_ENOTFOUND;
    uint32_t text;
    if (!vt_intern_take(&live->texts, reason, &text)) return VITALS_ENOMEM;
    vt_intern_release(&live->texts, scope->reason);
    scope->reason = text;
    scope->coverage = VITALS_COVERAGE_READ;
    set_state(live, number, state, scope->synced);
    return VITALS_OK;
}

vitals_status vitals_live_set_coverage(vitals_live *live, vitals_live_id id,
                                       vitals_coverage_state state) {
    if (!live) return VITALS_EINVAL;
    const uint32_t number = vt_slab_find(&live->scopes, VT_ID_SCOPE, id);
    if ((unsigned)state >= VITALS_COVERAGE_STATE_COUNT) return VITALS_EINVAL;
    if (number == 0) return VITALS_ENOTFOUND;
    vt_scope_at(live, number)->coverage = (uint8_t)state;
    vt_views_scope(live, number);
    return VITALS_OK;
}
