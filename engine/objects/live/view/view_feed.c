/* The feed of a view, and what was removed and is named there still. */
#include "objects/live/view/view.h"

/* A removed row keeps its names until its removal leaves the ring. */
static void forget_row(vitals_live_view *view, uint32_t number) {
    vitals_live *live = view->live;
    const vt_view_row *shown = vt_view_row_at(view, number);
    if (!shown || !shown->removed) return;
    vt_row *row = vt_row_at(live, shown->row);
    if (--row->holders == 0 && row->gone) vt_row_free(live, shown->row);
    vt_slab_give(&view->rows, number);
}

/* It may have been present again, and removed again, since. */
static void forget_application(vitals_live_view *view, uint32_t number, uint64_t sequence) {
    const vt_view_app *app = vt_view_app_at(view, number);
    if (app && app->retired && app->sequence == sequence) vt_view_app_free(view, number);
}

uint64_t vt_view_emit(vitals_live_view *view, vitals_live_change change) {
    vitals_live_change lost;
    change.at_ms = view->live->now_ms;
    if (vt_feed_add(&view->feed, &change, &lost)) {
        if (lost.kind == VITALS_LIVE_ROW_REMOVED) {
            forget_row(view, vt_slab_find(&view->rows, VT_ID_ROW, lost.subject));
        } else if (lost.kind == VITALS_LIVE_APPLICATION_REMOVED) {
            forget_application(view,
                               vt_slab_find(&view->applications, VT_ID_APPLICATION, lost.subject),
                               lost.sequence);
        }
    }
    return change.sequence;
}
