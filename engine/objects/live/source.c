/* Sources and their engines. */
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
    source->call.remote = options->remote;
    source->call.remote_user = options->remote_user;
    source->aggregate = options->aggregate;
}

uint32_t vt_source_find(const vitals_live *live, vitals_live_id id) {
    uint32_t number = vt_slab_find(&live->sources, VT_ID_SOURCE, id);
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

/* It is not found any more. */
static void close_source(vitals_live *live, uint32_t number) {
    vt_source_row *source = vt_source_at(live, number);
    vitals_set_free(source->set);
    vt_release(&live->allocator, source->tracking_texts, source->tracking_bytes);
    vitals_engine_release(source->engine);
    source->set = NULL;
    source->tracking_texts = NULL;
    source->engine = NULL;
    source->gone = true;
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
        close_source(live, number);
        return status;
    }
    source->engine = vitals_engine_retain(engine);
    source->revision = 1;
    *out = vt_slab_id(&live->sources, VT_ID_SOURCE, number);
    return VITALS_OK;
}

/* Do something with each application of a source. */
static vitals_status each_application(vitals_live *live, uint32_t source,
                                      vitals_status (*work)(vitals_live *, uint32_t)) {
    vitals_status status = VITALS_OK;
    for (uint32_t i = 0; !status && (i = vt_slab_next(&live->applications, i));) {
        if (vt_app_at(live, i)->source == source) status = work(live, i);
    }
    return status;
}

static vitals_status withdraw(vitals_live *live, uint32_t application) {
    vt_views_application(live, application);
    return VITALS_OK;
}

/* Withdraw what the host stated about an application. */
static vitals_status withdraw_listed(vitals_live *live, uint32_t application) {
    if (vt_live_is_stopped(live)) return VITALS_ESTOPPED;
    vt_app_unlist(live, application);
    return VITALS_OK;
}

/* Applications leave the views first, so that nobody sees their health change with each row that goes. */
vitals_status vt_source_remove(vitals_live *live, uint32_t number) {
    vt_source_row *source = vt_source_at(live, number);
    source->leaving = true;
    vitals_status status = each_application(live, number, withdraw);
    if (!status) status = each_application(live, number, vt_views_disband);
    while (!status && source->first_scope) status = vt_scope_remove(live, source->first_scope);
    if (!status) status = each_application(live, number, withdraw_listed);
    if (!status) close_source(live, number);
    return status;
}

/* Tables and items that nothing uses any more. */
static void trim(vitals_live *live) {
    vt_slab *const slabs[] = { &live->scopes,  &live->rows,   &live->applications,
                               &live->members, &live->listed, &live->refusals };
    vt_table *const tables[] = { &live->by_uid,         &live->by_name,   &live->by_owner,
                                 &live->by_application, &live->by_listed, &live->by_refusal };
    for (size_t i = 0; i < sizeof slabs / sizeof *slabs; i++) vt_slab_trim(slabs[i]);
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) vt_table_trim(tables[i]);
    vt_intern_trim(&live->texts);
    vt_views_trim(live);
}

vitals_status vitals_live_source_remove(vitals_live *live, vitals_live_id id) {
    uint32_t number = vt_source_find(live, id);
    if (number == 0) return VITALS_ENOTFOUND;
    live->host.stopped = false;
    vitals_status status = vt_source_remove(live, number);
    trim(live);
    return status;
}

/* Rows of the source, through its scopes. */
static void queue_rows(vitals_live *live, const vt_source_row *source) {
    for (uint32_t scope = source->first_scope; scope;
         scope = vt_scope_at(live, scope)->next_scope) {
        for (uint32_t row = vt_scope_at(live, scope)->first_row; row;
             row = vt_row_at(live, row)->scope_next) {
            vt_row_queue(live, row, VT_DUE_VERDICT);
        }
    }
}

vitals_status vitals_live_use(vitals_live *live, vitals_live_id id, vitals_engine *engine) {
    uint32_t number = vt_source_find(live, id);
    vt_source_row *source = vt_source_at(live, number);
    if (!engine) return VITALS_EINVAL;
    if (!source) return VITALS_ENOTFOUND;
    vitals_engine *old = source->engine;
    source->engine = vitals_engine_retain(engine);
    vitals_engine_release(old);
    source->revision++;
    vt_listed_recount(live, number);
    queue_rows(live, source);
    return VITALS_OK;
}
