/* Sources: their options, how they are found, and the end of one that nothing is in any more. */
#include "objects/live/live.h"

/* Keep the texts of the tracking rules in one block. false: no memory. */
static bool copy_tracking(vitals_live *live, vt_source_row *source,
                          const vitals_live_source_options *options) {
    vt_text texts[] = { options->instance_label, options->installation_id,
                        options->argocd_namespace };
    if (texts[0].size == 0) texts[0] = VT_TEXT("app.kubernetes.io/instance");
    if (texts[2].size == 0) texts[2] = VT_TEXT("argocd");
    size_t bytes = texts[0].size + texts[1].size + texts[2].size + 1;
    source->tracking_texts = vt_allocate(&live->allocator, bytes);
    if (!source->tracking_texts) return false;
    source->tracking_bytes = bytes;
    char *at = source->tracking_texts;
    for (size_t i = 0; i < 3; i++) {
        if (texts[i].size) memcpy(at, texts[i].bytes, texts[i].size);
        texts[i].bytes = at;
        at += texts[i].size;
    }
    source->tracking =
        (vt_tracking){ options->tracking, texts[0], texts[1], texts[2], options->by_namespace };
    return true;
}

static void set_call(vt_source_row *source, const vitals_live_source_options *options) {
    static const vitals_call call = VITALS_CALL_INIT;
    source->call = call;
    source->call.profile = options->profile;
    source->call.zone_offset_seconds = options->zone_offset_seconds;
    source->call.helm_controller_order = options->helm_controller_order;
    source->call.explain = options->explain;
    source->call.argocd_release = options->argocd_release;
    source->call.flux_release = options->flux_release;
    source->call.remote = options->remote;
    source->call.remote_user = options->remote_user;
    source->aggregate = options->aggregate;
}

uint32_t vt_source_find(const vitals_live *live, vitals_live_id id) {
    uint32_t number = live ? vt_slab_find(&live->sources, VT_ID_SOURCE, id) : 0;
    return number && !vt_source_at(live, number)->gone ? number : 0;
}

uint32_t vt_source_next(const vitals_live *live, uint32_t number) {
    do {
        number = vt_slab_next(&live->sources, number);
    } while (number && vt_source_at(live, number)->gone);
    return number;
}

/* What was removed and is named in a feed still has its number, so that no other source gets it. */
static void free_source(vitals_live *live, uint32_t number) {
    vt_source_row *source = vt_source_at(live, number);
    if (source->users || !source->gone) return;
    vt_intern_release(&live->texts, source->name);
    vt_slab_give(&live->sources, number);
}

void vt_source_release(vitals_live *live, uint32_t number) {
    vt_source_at(live, number)->users--;
    free_source(live, number);
}

void vt_source_close(vitals_live *live, uint32_t number) {
    vt_source_row *source = vt_source_at(live, number);
    vitals_set_free(source->set);
    vt_release(&live->allocator, source->tracking_texts, source->tracking_bytes);
    vitals_engine_release(source->engine);
    source->set = NULL;
    source->tracking_texts = NULL;
    source->engine = NULL;
    source->gone = true;
    live->judge_again -= source->judge_again;
    source->judge_again = false;
    free_source(live, number);
}

/* Only the readers of kstatus look at other objects. */
static bool looks_at_others(vitals_profile profile) {
    return profile == VITALS_PROFILE_FLUX || profile == VITALS_PROFILE_KSTATUS;
}

static vitals_status fill_source(vitals_live *live, vt_source_row *source, vitals_text name,
                                 const vitals_live_source_options *options) {
    set_call(source, options);
    if (!vt_intern_take(&live->texts, name, &source->name)) return VITALS_ENOMEM;
    if (!copy_tracking(live, source, options)) return VITALS_ENOMEM;
    if (!looks_at_others(options->profile)) return VITALS_OK;
    return vitals_set_new(&live->allocator, &source->set);
}

vitals_status vitals_live_source_add(vitals_live *live, vitals_text name, vitals_engine *engine,
                                     const vitals_live_source_options *options,
                                     vitals_live_id *out) {
    vitals_live_source_options own = VITALS_LIVE_SOURCE_OPTIONS_INIT;
    if (!live || !engine || !out || (options && !vt_sized_read(options, &own, sizeof own)) ||
        (unsigned)own.profile >= VITALS_PROFILE_COUNT ||
        (unsigned)own.aggregate >= VITALS_AGGREGATE_COUNT ||
        (unsigned)own.tracking > VITALS_LIVE_TRACKING_LABEL) {
        return VITALS_EINVAL;
    }
    uint32_t number = vt_slab_take(&live->sources);
    if (number == 0) return VITALS_ENOMEM;
    vt_source_row *source = vt_source_at(live, number);
    vitals_status status = fill_source(live, source, name, &own);
    if (status) {
        vt_source_close(live, number);
        return status;
    }
    source->engine = vitals_engine_retain(engine);
    source->revision = 1;
    *out = vt_slab_id(&live->sources, VT_ID_SOURCE, number);
    return VITALS_OK;
}

/* ------------------------------------------------------------- scopes that changed */

static void mark(vitals_live *live, vt_source_row *source) {
    live->judge_again += !source->judge_again;
    source->judge_again = true;
}

void vt_covered_changed(vitals_live *live, uint32_t number) {
    vt_scope *scope = vt_scope_at(live, number);
    vt_source_row *source = vt_source_at(live, scope->source);
    mark(live, source);
    if (scope->changed) return;
    scope->changed = true;
    scope->next_changed = source->first_changed;
    source->first_changed = number;
}

void vt_covered_went(vitals_live *live, uint32_t number) {
    const vt_scope *scope = vt_scope_at(live, number);
    vt_source_row *source = vt_source_at(live, scope->source);
    mark(live, source);
    source->scope_went = true;
    if (!scope->changed) return;
    uint32_t *at = &source->first_changed;
    while (*at != number) at = &vt_scope_at(live, *at)->next_changed;
    *at = scope->next_changed;
}
