/* Views: their rows, figures and feeds. */
#include "objects/live/view/view.h"

/* ------------------------------------------------------------------- lifetime */

static void free_view(vitals_live_view *view) {
    vitals_live *live = view->live;
    for (uint32_t i = 0; (i = vt_slab_next(&view->rows, i));) {
        const vt_view_row *shown = vt_view_row_at(view, i);
        if (!shown->removed) continue;
        vt_row *row = vt_row_at(live, shown->row);
        if (--row->holders == 0 && row->gone) vt_row_free(live, shown->row);
    }
    for (uint32_t i = 0; (i = vt_slab_next(&view->applications, i));) vt_view_app_free(view, i);
    vt_filter_done(live, &view->filter);
    vt_feed_done(&view->feed);
    vt_slab_done(&view->rows);
    vt_slab_done(&view->applications);
    vt_slab_done(&view->nodes);
    vt_release_array(&live->allocator, view->row_of, view->row_capacity, sizeof(uint32_t));
    vt_release_array(&live->allocator, view->source_figures, view->source_capacity,
                     sizeof(uint32_t));
    vt_release_array(&live->allocator, view->application_of, view->application_capacity,
                     sizeof(uint32_t));
    vt_release_array(&live->allocator, view->scope_rows, view->scope_capacity, sizeof(uint32_t));
    vt_buffer_done(&view->message);
    vitals_coverage_free(view->lacking);
    vt_release(&live->allocator, view, sizeof *view);
}

void vitals_live_view_free(vitals_live_view *view) {
    if (!view) return;
    vitals_live_view **at = &view->live->views;
    while (*at != view) at = &(*at)->next;
    *at = view->next;
    free_view(view);
}

void vt_views_free(vitals_live *live) {
    while (live->views) vitals_live_view_free(live->views);
}

static vitals_status show_row(vitals_live_view *view, uint32_t number);

static vitals_status show_everything(vitals_live_view *view) {
    vitals_live *live = view->live;
    for (uint32_t i = 0; (i = vt_slab_next(&live->rows, i));) {
        vitals_status status = vt_row_at(live, i)->gone ? VITALS_OK : show_row(view, i);
        if (status) return status;
    }
    for (uint32_t i = 0; (i = vt_slab_next(&live->applications, i));) {
        uint32_t number = vt_view_sees(view, i) ? vt_view_app_take(view, i) : 0;
        if (number) {
            vt_view_decide(view, number);
        } else if (vt_view_sees(view, i)) {
            return VITALS_ENOMEM;
        }
    }
    return VITALS_OK;
}

static bool is_valid(const vitals_live_filter *filter) {
    return (filter->sources || !filter->source_count) &&
           (filter->namespaces || !filter->namespace_count) &&
           (filter->projects || !filter->project_count) &&
           (filter->applications || !filter->application_count);
}

vitals_status vitals_live_view_new(vitals_live *live, const vitals_live_filter *filter,
                                   vitals_live_view **out) {
    vitals_live_filter own = VITALS_LIVE_FILTER_INIT;
    if (!live || !out || (filter && !vt_sized_read(filter, &own, sizeof own)) || !is_valid(&own)) {
        return VITALS_EINVAL;
    }
    const vitals_allocator *memory = &live->allocator;
    vitals_live_view *view = vt_allocate_zeroed(memory, sizeof *view);
    if (!view) return VITALS_ENOMEM;
    view->live = live;
    vt_feed_init(&view->feed, memory, live->limits.live_feed);
    vt_slab_init(&view->rows, memory, sizeof(vt_view_row));
    vt_slab_init(&view->applications, memory, sizeof(vt_view_app));
    vt_slab_init(&view->nodes, memory, sizeof(vt_view_node));
    vt_buffer_init(&view->message, memory, SIZE_MAX / 2);
    view->next = live->views;
    live->views = view;
    vitals_status status =
        vt_filter_copy(live, &view->filter, &own) ? show_everything(view) : VITALS_ENOMEM;
    if (status) {
        vitals_live_view_free(view);
        return status;
    }
    *out = view;
    return VITALS_OK;
}

static void emit_row(vitals_live_view *view, uint32_t number, vitals_live_change_kind kind,
                     const vt_view_row *before) {
    vt_view_row *shown = vt_view_row_at(view, number);
    shown->sequence = view->feed.sequence + 1;
    (void)vt_view_emit(view, (vitals_live_change){
                                 .kind = kind,
                                 .subject = vt_slab_id(&view->rows, VT_ID_ROW, number),
                                 .from = (vitals_health)before->health,
                                 .to = (vitals_health)shown->health,
                                 .settled_from = (vitals_health)before->settled,
                                 .settled_to = (vitals_health)shown->settled,
                             });
}

/* -------------------------------------------------------------------- figures */

/* Add a row to the counts of its view, or take it out again. */
static void count_row(vitals_live_view *view, const vt_view_row *shown, bool in) {
    uint64_t one = in ? 1 : UINT64_MAX;
    vitals_live_counts *counts = &view->counts;
    counts->rows += one;
    view->scope_rows[shown->scope] += (uint32_t)one;
    if (shown->no_health) {
        counts->no_health += one;
    } else {
        counts->health[shown->health] += one;
        counts->settled[shown->settled] += one;
        const uint32_t source = vt_row_at(view->live, shown->row)->source;
        view->source_figures[source * VT_SOURCE_FIGURES + shown->settled] += (uint32_t)one;
    }
}

static void copy_row(vt_view_row *shown, const vt_row *row) {
    shown->stamp = row->stamp;
    shown->scope = row->scope;
    shown->health = row->settle.health;
    shown->settled = row->settle.settled;
    shown->no_health = row->no_health;
    shown->flapping = row->settle.flapping;
}

/* ----------------------------------------------------------------------- rows */

static vitals_status add_row(vitals_live_view *view, uint32_t row) {
    vitals_live *live = view->live;
    if (!vt_view_room(live, &view->row_of, &view->row_capacity, row) ||
        !vt_view_room(live, &view->scope_rows, &view->scope_capacity,
                      vt_row_at(live, row)->scope) ||
        !vt_view_source_room(view, vt_row_at(live, row)->source)) {
        return VITALS_ENOMEM;
    }
    uint32_t number = vt_slab_take(&view->rows);
    vt_view_row *shown = vt_view_row_at(view, number);
    if (!shown) return VITALS_ENOMEM;
    shown->row = row;
    if (!vt_view_join(view, number)) {
        vt_slab_give(&view->rows, number);
        return VITALS_ENOMEM;
    }
    vt_view_row before = *shown;
    copy_row(shown, vt_row_at(live, row));
    view->row_of[row] = number;
    count_row(view, shown, true);
    emit_row(view, number, VITALS_LIVE_ROW_ADDED, &before);
    vt_view_announce(view, number);
    return VITALS_OK;
}

static vitals_status change_row(vitals_live_view *view, uint32_t number) {
    vitals_live *live = view->live;
    vt_view_row *shown = vt_view_row_at(view, number);
    const vt_row *row = vt_row_at(live, shown->row);
    if (!vt_view_room(live, &view->scope_rows, &view->scope_capacity, row->scope)) {
        return VITALS_ENOMEM;
    }
    if (vt_view_is_joined(view, number)) {
        vt_view_recount(view, number);
    } else if (!vt_view_join(view, number)) {
        return VITALS_ENOMEM;
    }
    if (shown->stamp != row->stamp) {
        vt_view_row before = *shown;
        count_row(view, shown, false);
        copy_row(shown, row);
        count_row(view, shown, true);
        emit_row(view, number, VITALS_LIVE_ROW_CHANGED, &before);
    }
    vt_view_announce(view, number);
    return VITALS_OK;
}

static void remove_row(vitals_live_view *view, uint32_t number) {
    vt_view_row *shown = vt_view_row_at(view, number);
    vt_view_row before = *shown;
    vt_view_leave(view, number);
    count_row(view, shown, false);
    view->row_of[shown->row] = 0;
    vt_row_at(view->live, shown->row)->holders++;
    shown->removed = true;
    shown->health = shown->settled = VITALS_HEALTH_MISSING;
    emit_row(view, number, VITALS_LIVE_ROW_REMOVED, &before);
}

static vitals_status show_row(vitals_live_view *view, uint32_t number) {
    const vitals_live *live = view->live;
    const vt_row *row = vt_row_at(live, number);
    uint32_t shown = vt_view_row_of(view, number);
    if (row->assessed && vt_filter_has_row(live, &view->filter, row)) {
        return shown ? change_row(view, shown) : add_row(view, number);
    }
    if (shown) remove_row(view, shown);
    return VITALS_OK;
}

vitals_status vt_views_show(vitals_live *live, uint32_t row) {
    for (vitals_live_view *view = live->views; view; view = view->next) {
        vitals_status status = show_row(view, row);
        if (status) return status;
    }
    return VITALS_OK;
}

void vt_views_remove(vitals_live *live, uint32_t row) {
    for (vitals_live_view *view = live->views; view; view = view->next) {
        uint32_t shown = vt_view_row_of(view, row);
        if (shown) remove_row(view, shown);
    }
}

/* --------------------------------------------------------------- applications */

vitals_status vt_views_disband(vitals_live *live, uint32_t application) {
    for (vitals_live_view *view = live->views; view; view = view->next) {
        uint32_t number = vt_view_app_of(view, application);
        while (number && vt_view_drop_member(view, number)) {
            if (vt_live_is_stopped(live)) return VITALS_ESTOPPED;
        }
    }
    vt_views_application(live, application);
    return VITALS_OK;
}

void vt_views_reorder(vitals_live *live, uint32_t application, uint32_t row) {
    for (vitals_live_view *view = live->views; view; view = view->next) {
        uint32_t number = vt_view_app_of(view, application), shown = vt_view_row_of(view, row);
        if (number && shown) vt_view_reorder(view, number, shown);
    }
}

/* --------------------------------------------------------------------- scopes */

void vt_views_trim(vitals_live *live) {
    for (vitals_live_view *view = live->views; view; view = view->next) {
        vt_slab_trim(&view->rows);
        vt_slab_trim(&view->applications);
        vt_slab_trim(&view->nodes);
    }
}

void vt_views_scope(vitals_live *live, uint32_t scope) {
    vt_covered_changed(live, scope);
    for (vitals_live_view *view = live->views; view; view = view->next) {
        if (!vt_filter_has_scope(live, &view->filter, scope)) continue;
        (void)vt_view_emit(view, (vitals_live_change){
                                     .kind = VITALS_LIVE_SCOPE_CHANGED,
                                     .subject = vt_slab_id(&live->scopes, VT_ID_SCOPE, scope),
                                 });
    }
}
