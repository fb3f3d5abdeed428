/* The applications of a view: which of them are present, with which figures, and what the feed says. */
#include "objects/live/view/view.h"

/* ------------------------------------------------------------------- presence */

/* The rule, of what is visible, its rows and what it lists. Without members, everything that was found is
** of rows that are still to be shown again: until then the feed keeps what it has. */
vt_presence vt_view_presence(const vitals_live_view *view, const vt_view_app *app) {
    const vt_view_figures *figures = &app->figures;
    if (!vt_view_sees(view, app->application)) return VT_PRESENCE_GONE;
    if (figures->members || figures->absent) return VT_PRESENCE_PRESENT;
    return figures->found ? VT_PRESENCE_OPEN : VT_PRESENCE_GONE;
}

/* As long as it has an object or a list, a row that goes may make it present, and that must not fail. */
bool vt_view_keeps(const vitals_live_view *view, const vt_view_app *app) {
    const vt_live_app *of = vt_app_at(view->live, app->application);
    return app->root || ((of->object || of->listed) && vt_view_sees(view, app->application));
}

/* ----------------------------------------------------------------- announcing */

/* It goes when no change in the feed names it. */
static void retire(vitals_live_view *view, uint32_t number) {
    vt_view_app *app = vt_view_app_at(view, number);
    if (!vt_feed_at(&view->feed, app->sequence)) {
        vt_view_app_free(view, number);
        return;
    }
    view->application_of[app->application] = 0;
    app->retired = true;
}

/* Keep the figures of the view by settled health: an application more or, with -1, less. */
static void count_application(vitals_live_view *view, const vt_view_app *app, int change) {
    const size_t source = vt_app_at(view->live, app->application)->source;
    const size_t health = app->shown.settled_health;
    view->counts.applications += (uint64_t)(int64_t)change;
    view->counts.application_settled[health] += (uint64_t)(int64_t)change;
    view->source_figures[source * VT_SOURCE_FIGURES + VITALS_HEALTH_COUNT + health] +=
        (uint32_t)change;
}

/* When the settled health changed, and how often. */
static void note_settled(const vitals_live_view *view, vt_view_app *app) {
    const vitals_live *live = view->live;
    const vitals_live_settling rules = { .flap_changes = live->settling.flap_changes,
                                         .flap_window_ms = live->settling.flap_window_ms };
    if (!app->present || app->shown.settled_health != app->figures.settled_health) {
        app->changed_ms = live->now_ms;
    }
    (void)vt_settle_observe(&app->flaps, &rules, (vitals_health)app->figures.settled_health, true,
                            live->now_ms);
}

static void emit(vitals_live_view *view, uint32_t number, vitals_live_change_kind kind) {
    vt_view_app *app = vt_view_app_at(view, number);
    const vt_view_figures before = app->shown;
    app->shown = app->figures;
    app->sequence = view->feed.sequence + 1;
    (void)vt_view_emit(view,
                       (vitals_live_change){
                           .kind = kind,
                           .subject = vt_slab_id(&view->applications, VT_ID_APPLICATION, number),
                           .from = (vitals_health)before.health,
                           .to = (vitals_health)app->figures.health,
                           .settled_from = (vitals_health)before.settled_health,
                           .settled_to = (vitals_health)app->figures.settled_health,
                       });
}

static void withdraw(vitals_live_view *view, uint32_t number) {
    static const vt_view_figures nothing;
    vt_view_app *app = vt_view_app_at(view, number);
    count_application(view, app, -1);
    app->present = false;
    app->figures.health = app->figures.settled_health = VITALS_HEALTH_MISSING;
    emit(view, number, VITALS_LIVE_APPLICATION_REMOVED);
    app->shown = nothing;
}

static void announce(vitals_live_view *view, uint32_t number) {
    vt_view_app *app = vt_view_app_at(view, number);
    vt_view_conclude(view, app, &app->figures);
    if (app->present && vt_view_is_same(&app->figures, &app->shown)) return;
    note_settled(view, app);
    vitals_live_change_kind kind =
        app->present ? VITALS_LIVE_APPLICATION_CHANGED : VITALS_LIVE_APPLICATION_ADDED;
    if (app->present) count_application(view, app, -1);
    app->present = true;
    emit(view, number, kind);
    count_application(view, app, 1);
}

void vt_view_decide(vitals_live_view *view, uint32_t number) {
    const vt_view_app *app = vt_view_app_at(view, number);
    vt_presence presence = vt_view_presence(view, app);
    if (presence == VT_PRESENCE_PRESENT) announce(view, number);
    if (presence == VT_PRESENCE_GONE && app->present) withdraw(view, number);
    if (!vt_view_keeps(view, app)) retire(view, number);
}

/* ------------------------------------------------------------------ all views */

bool vt_views_reserve(vitals_live *live, uint32_t application) {
    for (vitals_live_view *view = live->views; view; view = view->next) {
        if (vt_view_sees(view, application) && !vt_view_app_take(view, application)) return false;
    }
    return true;
}

void vt_views_application(vitals_live *live, uint32_t application) {
    vt_app_at(live, application)->holders++; /* the last view that lets it go would free it */
    for (vitals_live_view *view = live->views; view; view = view->next) {
        uint32_t number = vt_view_app_of(view, application);
        if (number) vt_view_decide(view, number);
    }
    vt_app_at(live, application)->holders--;
    vt_app_release(live, application);
}

void vt_views_source(vitals_live *live, uint32_t source) {
    for (uint32_t i = vt_source_at(live, source)->first_application, next; i; i = next) {
        next = vt_app_at(live, i)->source_next;
        vt_views_application(live, i);
    }
}

void vt_views_listed(vitals_live *live, const vt_listed *listed, int change) {
    for (vitals_live_view *view = live->views; view; view = view->next) {
        uint32_t number = vt_view_app_of(view, listed->application);
        vt_view_app *app = vt_view_app_at(view, number);
        if (app) vt_view_count_listed(view, &app->figures, listed, change);
    }
}
