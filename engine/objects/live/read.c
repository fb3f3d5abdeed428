/* Reading a view. */
#include "base/memory/buffer.h"
#include "objects/live/view/view_tree.h"

static vitals_live_id row_id(const vitals_live_view *view, uint32_t shown) {
    return vt_slab_id(&view->rows, VT_ID_ROW, shown);
}

/* The id of a row of the live in this view; 0: it is not in it. */
static vitals_live_id id_of(const vitals_live_view *view, uint32_t row) {
    return row ? row_id(view, vt_view_row_of(view, row)) : 0;
}

static const vt_view_row *find_row(const vitals_live_view *view, vitals_live_id id) {
    return vt_view_row_at(view, vt_slab_find(&view->rows, VT_ID_ROW, id));
}

static const vt_view_app *find_app(const vitals_live_view *view, vitals_live_id id) {
    return vt_view_app_at(view, vt_slab_find(&view->applications, VT_ID_APPLICATION, id));
}

/* A source that this view sees, or 0. */
static uint32_t find_source(const vitals_live_view *view, vitals_live_id id) {
    uint32_t source = vt_source_find(view->live, id);
    return source && vt_filter_has_source(view->live, &view->filter, source) ? source : 0;
}

void vitals_live_counts_of(const vitals_live_view *view, vitals_live_counts *out,
                           size_t out_bytes) {
    vt_sized_write(out, out_bytes, &view->counts, sizeof view->counts);
}

/* ----------------------------------------------------------------------- rows */

/* What a row says about its verdict. */
static void fill_verdict(const vitals_live *live, const vt_row *row, vitals_live_row *out) {
    out->kstatus = (vitals_kstatus)row->kstatus;
    out->decided = (vitals_source)row->decided;
    out->rule = row->rule ? vt_live_text(live, row->rule) : VT_TEXT_ABSENT;
    out->message = row->message ? (vt_text){ row->message, row->message_size } : VT_TEXT("");
    out->since_ms = row->since_ms;
    out->changed_ms = row->changed_ms;
    const vitals_live_settling rules = vt_row_settling(live, row);
    out->settles_ms = vt_settle_settles_ms(&row->settle, &rules);
    out->valid_until_ms = row->valid_until_ms;
    out->delivery = row->delivery ? row->delivery->info.state : VITALS_LIVE_DELIVERY_NONE;
    out->failed = row->failed;
    out->stale = row->stale;
    out->terminal = row->terminal;
    out->no_health = row->no_health;
    out->flapping = row->settle.flapping;
    out->older_engine = row->revision != vt_source_at(live, row->source)->revision;
}

/* Its place among the others of the view. */
static void fill_place(const vitals_live_view *view, const vt_view_row *shown, const vt_row *row,
                       vitals_live_row *out) {
    const vt_view_node *node = vt_view_node_at(view, shown->nodes);
    out->owner = id_of(view, vt_row_find_uid(view->live, row->source, vt_row_owner(row)));
    out->counted = row->settled_counted && node && !node->owned;
    if (node) {
        out->application = vt_slab_id(&view->applications, VT_ID_APPLICATION, node->application);
    }
}

vitals_status vitals_live_row_of(const vitals_live_view *view, vitals_live_id id,
                                 vitals_live_row *out, size_t out_bytes) {
    if (!view) return VITALS_EINVAL;
    const vt_view_row *shown = find_row(view, id);
    if (!shown) return VITALS_ENOTFOUND;
    const vitals_live *live = view->live;
    const vt_row *row = vt_row_at(live, shown->row);
    vitals_live_row result = {
        .id = id,
        .source = vt_slab_id(&live->sources, VT_ID_SOURCE, row->source),
        .object = vt_row_object(live, row),
        .resource_version = vt_row_version(row),
        .health = (vitals_health)shown->health,
        .settled = (vitals_health)shown->settled,
        .sequence = shown->sequence,
        .removed = shown->removed,
        .message = VT_TEXT(""),
        .since_ms = VITALS_LIVE_NEVER,
        .settles_ms = VITALS_LIVE_NEVER,
        .valid_until_ms = VITALS_LIVE_NEVER,
    };
    if (!shown->removed) {
        result.scope = vt_slab_id(&live->scopes, VT_ID_SCOPE, row->scope);
        fill_verdict(live, row, &result);
        fill_place(view, shown, row, &result);
    }
    vt_sized_write(out, out_bytes, &result, sizeof result);
    return VITALS_OK;
}

vitals_live_id vitals_live_row_next(const vitals_live_view *view, vitals_live_id id) {
    uint32_t number = (uint32_t)id;
    do {
        number = vt_slab_next(&view->rows, number);
    } while (number && vt_view_row_at(view, number)->removed);
    return row_id(view, number);
}

vitals_live_id vitals_live_row_find(const vitals_live_view *view, vitals_live_id source_id,
                                    const vitals_live_object *object) {
    uint32_t source = find_source(view, source_id);
    return source ? id_of(view, vt_row_find(view->live, source, object)) : 0;
}

vitals_live_id vitals_live_child_next(const vitals_live_view *view, vitals_live_id id,
                                      vitals_live_id child_id) {
    const vitals_live *live = view->live;
    const vt_view_row *shown = find_row(view, id), *child = find_row(view, child_id);
    if (!shown || shown->removed) return 0;
    const vt_row *row = vt_row_at(live, shown->row);
    uint32_t at = child ? vt_row_at(live, child->row)->sibling_next
                        : vt_row_first_child(live, row->source, vt_row_uid(row));
    while (at && !vt_view_row_of(view, at)) at = vt_row_at(live, at)->sibling_next;
    return id_of(view, at);
}

vitals_status vitals_live_row_json(const vitals_live_view *view, vitals_live_id id,
                                   vitals_text *json) {
    if (!view) return VITALS_EINVAL;
    const vt_view_row *shown = find_row(view, id);
    const vt_row *row = shown && !shown->removed ? vt_row_at(view->live, shown->row) : NULL;
    if (!row || !row->kept) return VITALS_ENOTFOUND;
    *json = (vt_text){ row->kept, row->kept_bytes };
    return VITALS_OK;
}

vitals_status vitals_live_want(vitals_live_view *view, vitals_live_id id) {
    if (!view) return VITALS_EINVAL;
    const vt_view_row *shown = find_row(view, id);
    if (!shown || shown->removed) return VITALS_ENOTFOUND;
    return vt_row_want(view->live, shown->row) ? VITALS_OK : VITALS_ELIMIT;
}

vitals_status vitals_live_delivery_of(const vitals_live_view *view, vitals_live_id id,
                                      vitals_live_delivery_info *out, size_t out_bytes) {
    if (!view) return VITALS_EINVAL;
    const vt_view_row *shown = find_row(view, id);
    const vt_row *row = shown && !shown->removed ? vt_row_at(view->live, shown->row) : NULL;
    if (!row || !row->delivery) return VITALS_ENOTFOUND;
    vt_sized_write(out, out_bytes, &row->delivery->info, sizeof row->delivery->info);
    return VITALS_OK;
}

bool vitals_live_membership_at(const vitals_live_view *view, vitals_live_id id, size_t index,
                               vitals_live_membership *out, size_t out_bytes) {
    const vt_view_row *shown = find_row(view, id);
    uint32_t at = shown && !shown->removed ? shown->nodes : 0;
    for (; at && index; index--) at = vt_view_node_at(view, at)->row_next;
    if (at == 0) return false;
    const vitals_live *live = view->live;
    const vt_view_node *node = vt_view_node_at(view, at);
    uint32_t application = vt_view_app_at(view, node->application)->application;
    uint32_t member = vt_row_at(live, shown->row)->members;
    while (member && vt_live_member_at(live, member)->application != application) {
        member = vt_live_member_at(live, member)->row_next;
    }
    vitals_live_method method =
        member ? (vitals_live_method)vt_live_member_at(live, member)->method : VITALS_LIVE_BY_OWNER;
    vitals_live_membership result = {
        vt_slab_id(&view->applications, VT_ID_APPLICATION, node->application), method
    };
    vt_sized_write(out, out_bytes, &result, sizeof result);
    return true;
}

/* --------------------------------------------------------------- absent */

/* The first from `number` on that is absent and in the view; NULL: there is none. Twins are skipped. */
static const vt_listed *find_absent(const vitals_live_view *view, uint32_t number) {
    for (; number; number = vt_listed_at(view->live, number)->application_next) {
        const vt_listed *listed = vt_listed_at(view->live, number);
        bool seen = vt_filter_has_namespace(&view->filter, listed->namespace_);
        if (seen && vt_listed_is_absent(listed)) return listed;
    }
    return NULL;
}

bool vitals_live_absent_next(const vitals_live_view *view, vitals_live_id id, uint64_t *at,
                             vitals_live_absent *out, size_t out_bytes) {
    const uint64_t end = UINT32_MAX;
    const vt_view_app *app = find_app(view, id);
    if (!app || !app->present || *at == end) return false;
    const vitals_live *live = view->live;
    const vt_live_app *of = vt_app_at(live, app->application);
    const vt_listed *listed = find_absent(view, *at ? (uint32_t)*at : of->listed);
    if (!listed) return false;
    *at = listed->application_next ? listed->application_next : end;
    const vitals_live_absent result = {
        .object = { .group = vt_live_text(live, listed->group),
                    .kind = vt_live_text(live, listed->kind),
                    .namespace_ = vt_live_text(live, listed->namespace_),
                    .name = vt_live_text(live, listed->name) },
        .counted = vt_listed_counts(live, listed),
        .counts_as = (vitals_health)listed->counts_as,
        .unknown = vt_covered_unknown(live, vt_source_at(live, of->source), listed),
        .covered = vt_covered_state(live, vt_source_at(live, of->source), listed),
    };
    vt_sized_write(out, out_bytes, &result, sizeof result);
    return true;
}

/* --------------------------------------------------------------- applications */

static bool is_flapping(const vitals_live *live, const vt_view_app *app) {
    const vitals_live_settling rules = { .flap_changes = live->settling.flap_changes,
                                         .flap_window_ms = live->settling.flap_window_ms };
    vt_settle flaps = app->flaps;
    (void)vt_settle_advance(&flaps, &rules, live->now_ms);
    return flaps.flapping;
}

static void fill_figures(const vt_view_app *app, vitals_live_application *out) {
    out->health = (vitals_health)app->figures.health;
    out->settled = (vitals_health)app->figures.settled_health;
    out->delivery = (vitals_live_delivery)app->figures.delivery;
    out->members = app->figures.members;
    out->absent = app->figures.absent;
    out->lost = app->figures.lost;
    for (int i = 0; i < VITALS_HEALTH_COUNT; i++) {
        out->counted[i] = app->figures.settled.counted[i] + app->figures.absent_as[i];
    }
}

vitals_status vitals_live_application_of(const vitals_live_view *view, vitals_live_id id,
                                         vitals_live_application *out, size_t out_bytes) {
    if (!view) return VITALS_EINVAL;
    const vt_view_app *app = find_app(view, id);
    if (!app) return VITALS_ENOTFOUND;
    const vitals_live *live = view->live;
    const vt_live_app *of = vt_app_at(live, app->application);
    vitals_live_application result = {
        .id = id,
        .source = vt_slab_id(&live->sources, VT_ID_SOURCE, of->source),
        .object = id_of(view, of->object),
        .key = vt_app_key(live, of),
        .project = of->project ? vt_live_text(live, of->project) : VT_TEXT_ABSENT,
        .changed_ms = app->changed_ms,
        .sequence = app->sequence,
        .removed = !app->present,
    };
    fill_figures(app, &result);
    if (app->present) {
        result.incomplete = vt_covered_incomplete(view, app);
        result.flapping = is_flapping(live, app);
    }
    result.complete = app->present && !result.incomplete;
    vt_sized_write(out, out_bytes, &result, sizeof result);
    return VITALS_OK;
}

vitals_live_id vitals_live_application_next(const vitals_live_view *view, vitals_live_id id) {
    uint32_t number = (uint32_t)id;
    do {
        number = vt_slab_next(&view->applications, number);
    } while (number && !vt_view_app_at(view, number)->present);
    return vt_slab_id(&view->applications, VT_ID_APPLICATION, number);
}

vitals_live_id vitals_live_application_find(const vitals_live_view *view, vitals_live_id source_id,
                                            const vitals_live_application_key *key) {
    uint32_t source = find_source(view, source_id);
    uint32_t number = source ? vt_view_app_of(view, vt_app_find(view->live, source, key)) : 0;
    const vt_view_app *app = vt_view_app_at(view, number);
    return app && app->present ? vt_slab_id(&view->applications, VT_ID_APPLICATION, number) : 0;
}

vitals_live_id vitals_live_member_next(const vitals_live_view *view, vitals_live_id application,
                                       vitals_live_id row) {
    uint32_t number = vt_slab_find(&view->applications, VT_ID_APPLICATION, application);
    const vt_view_app *app = vt_view_app_at(view, number);
    if (!app) return 0;
    uint32_t shown = vt_slab_find(&view->rows, VT_ID_ROW, row);
    uint32_t before = shown ? vt_view_node_of(view, shown, number) : 0;
    if (row && !before) return 0;
    uint32_t node = before ? vt_view_tree_after(view, app->root, before)
                           : vt_view_tree_first(view, app->root, 0);
    return node ? row_id(view, vt_view_node_at(view, node)->row) : 0;
}

/* --------------------------------------------------------- sources and scopes */

static uint64_t rows_of(const vitals_live_view *view, uint32_t scope) {
    return scope < view->scope_capacity ? view->scope_rows[scope] : 0;
}

vitals_status vitals_live_source_of(const vitals_live_view *view, vitals_live_id id,
                                    vitals_live_source *out, size_t out_bytes) {
    if (!view || !out) return VITALS_EINVAL;
    const vitals_live *live = view->live;
    const vt_source_row *source = vt_source_at(live, find_source(view, id));
    if (!source) return VITALS_ENOTFOUND;
    vitals_live_source result = { .id = id,
                                  .name = vt_live_text(live, source->name),
                                  .profile = source->call.profile,
                                  .synced = true };
    uint64_t *const states[] = { &result.listing, &result.live, &result.silent, &result.refused };
    for (uint32_t i = source->first_scope; i; i = vt_scope_at(live, i)->next_scope) {
        const vt_scope *scope = vt_scope_at(live, i);
        if (!vt_filter_has_scope(live, &view->filter, i)) continue;
        result.scopes++;
        ++*states[scope->state];
        result.rows += rows_of(view, i);
        if (!scope->synced && scope->state != VITALS_LIVE_REFUSED) result.synced = false;
    }
    const size_t at = (uint32_t)id * (size_t)VT_SOURCE_FIGURES;
    for (size_t i = 0; at < view->source_capacity && i < VITALS_HEALTH_COUNT; i++) {
        result.settled[i] = view->source_figures[at + i];
        result.application_settled[i] = view->source_figures[at + VITALS_HEALTH_COUNT + i];
    }
    vt_sized_write(out, out_bytes, &result, sizeof result);
    return VITALS_OK;
}

vitals_live_id vitals_live_source_next(const vitals_live_view *view, vitals_live_id id) {
    uint32_t number = (uint32_t)id;
    do {
        number = vt_source_next(view->live, number);
    } while (number && !vt_filter_has_source(view->live, &view->filter, number));
    return vt_slab_id(&view->live->sources, VT_ID_SOURCE, number);
}

vitals_status vitals_live_scope_of(const vitals_live_view *view, vitals_live_id id,
                                   vitals_live_scope *out, size_t out_bytes) {
    if (!view || !out) return VITALS_EINVAL;
    const vitals_live *live = view->live;
    uint32_t number = vt_slab_find(&live->scopes, VT_ID_SCOPE, id);
    const vt_scope *scope = vt_scope_at(live, number);
    if (!scope || !vt_filter_has_scope(live, &view->filter, number)) return VITALS_ENOTFOUND;
    vitals_live_scope result = {
        .id = id,
        .source = vt_slab_id(&live->sources, VT_ID_SOURCE, scope->source),
        .key = { vt_live_text(live, scope->group), vt_live_text(live, scope->kind),
                 vt_live_text(live, scope->namespace_) },
        .state = scope->state,
        .reason = vt_live_text(live, scope->reason),
        .synced = scope->synced,
        .rows = rows_of(view, number),
    };
    vt_sized_write(out, out_bytes, &result, sizeof result);
    return VITALS_OK;
}

vitals_live_id vitals_live_scope_next(const vitals_live_view *view, vitals_live_id id) {
    uint32_t number = (uint32_t)id;
    do {
        number = vt_slab_next(&view->live->scopes, number);
    } while (number && !vt_filter_has_scope(view->live, &view->filter, number));
    return vt_slab_id(&view->live->scopes, VT_ID_SCOPE, number);
}

/* ----------------------------------------------------------------------- feed */

void vitals_live_head(const vitals_live_view *view, vitals_live_position *out, size_t out_bytes) {
    vitals_live_position head = { view->live->epoch, view->feed.sequence };
    vt_sized_write(out, out_bytes, &head, sizeof head);
}

vitals_status vitals_live_changes(const vitals_live_view *view, vitals_live_position *position,
                                  vitals_live_change *changes, size_t capacity, size_t change_bytes,
                                  size_t *count) {
    if (!view || !position || !count) return VITALS_EINVAL;
    const vt_feed *feed = &view->feed;
    bool unread = position->sequence == 0 && position->epoch == 0;
    if (!unread && position->epoch != view->live->epoch) return VITALS_ENOTFOUND;
    if (position->sequence > feed->sequence || feed->sequence - position->sequence > feed->count) {
        return VITALS_ENOTFOUND;
    }
    *count = 0;
    uint64_t sequence = position->sequence;
    while (*count < capacity && sequence < feed->sequence) {
        const vitals_live_change *change = vt_feed_at(feed, ++sequence);
        vt_sized_write((char *)changes + *count * change_bytes, change_bytes, change,
                       sizeof *change);
        ++*count;
    }
    *position = (vitals_live_position){ view->live->epoch, sequence };
    return VITALS_OK;
}
