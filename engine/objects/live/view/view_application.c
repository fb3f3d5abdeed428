/* The applications of a view: which of them are present, with which figures, and what the feed says. */
#include "objects/live/view/view.h"

bool vt_view_room(const vitals_live *live, uint32_t **array, size_t *capacity, uint32_t number) {
    if (number < *capacity) return true;
    size_t grown = *capacity ? *capacity * 2 : 64;
    while (grown <= number) grown *= 2;
    uint32_t *block =
        vt_reallocate_array(&live->allocator, *array, *capacity, grown, sizeof *block);
    if (!block) return false;
    memset(block + *capacity, 0, (grown - *capacity) * sizeof *block);
    *array = block;
    *capacity = grown;
    return true;
}

/* ------------------------------------------------------------------- presence */

bool vt_view_sees(const vitals_live_view *view, uint32_t application) {
    uint32_t source = vt_app_at(view->live, application)->source;
    return !vt_source_at(view->live, source)->leaving &&
           vt_filter_has_source(view->live, &view->filter, source) &&
           vt_filter_has_application(view->live, &view->filter, application);
}

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

/* -------------------------------------------------------------------- figures */

void vt_view_count_listed(const vitals_live_view *view, vt_view_figures *figures,
                          const vt_listed *listed, int change) {
    if (!vt_filter_has_namespace(&view->filter, listed->namespace_)) return;
    const vt_row *row = vt_row_at(view->live, listed->row);
    /* An application is not a member of itself. */
    if (row && !listed->again && row->application != listed->application) {
        figures->found += (uint32_t)change;
    }
    if (!vt_listed_is_absent(listed)) return;
    figures->absent += (uint32_t)change;
    if (listed->counted) figures->absent_as[listed->counts_as] += (uint32_t)change;
}

void vt_view_count_node(vt_view_figures *figures, const vt_view_node *node, int change) {
    uint32_t one = (uint32_t)change;
    figures->members += one;
    if (node->counted) figures->now.counted[node->as] += one;
    if (node->settled_counted) figures->settled.counted[node->settled_as] += one;
    if (node->hook) return;
    figures->now.present += one;
    figures->settled.present += one;
}

/* Rows and what is absent together. */
static vt_counting_sums sums_of(const vt_view_figures *figures, const vt_counting_sums *rows) {
    vt_counting_sums sums = *rows;
    sums.absent = figures->absent;
    for (int i = 0; i < VITALS_HEALTH_COUNT; i++) sums.counted[i] += figures->absent_as[i];
    return sums;
}

void vt_view_conclude(const vitals_live_view *view, uint32_t application,
                      vt_view_figures *figures) {
    const vitals_live *live = view->live;
    const vt_live_app *of = vt_app_at(live, application);
    vitals_aggregate aggregate = vt_source_at(live, of->source)->aggregate;
    const vt_row *object = vt_row_at(live, of->object);
    vt_counting_sums now = sums_of(figures, &figures->now);
    vt_counting_sums settled = sums_of(figures, &figures->settled);
    figures->health = (uint8_t)vt_counting_health(aggregate, &now);
    figures->settled_health = (uint8_t)vt_counting_health(aggregate, &settled);
    figures->delivery = object && object->delivery ? (uint8_t)object->delivery->info.state : 0;
}

bool vt_view_is_same(const vt_view_figures *a, const vt_view_figures *b) {
    return memcmp(a->now.counted, b->now.counted, sizeof a->now.counted) == 0 &&
           memcmp(a->settled.counted, b->settled.counted, sizeof a->settled.counted) == 0 &&
           memcmp(a->absent_as, b->absent_as, sizeof a->absent_as) == 0 &&
           a->now.present == b->now.present && a->absent == b->absent && a->members == b->members &&
           a->health == b->health && a->settled_health == b->settled_health &&
           a->delivery == b->delivery;
}

/* ------------------------------------------------------------------- lifetime */

uint32_t vt_view_app_take(vitals_live_view *view, uint32_t application) {
    uint32_t number = vt_view_app_of(view, application);
    if (number) return number;
    vitals_live *live = view->live;
    vt_live_app *of = vt_app_at(live, application);
    if (!vt_view_room(live, &view->application_of, &view->application_capacity, application) ||
        !vt_view_source_room(view, of->source)) {
        return 0;
    }
    number = vt_slab_take(&view->applications);
    vt_view_app *app = vt_view_app_at(view, number);
    if (!app) return 0;
    app->application = application;
    view->application_of[application] = number;
    of->holders++;
    for (uint32_t i = of->listed; i; i = vt_listed_at(live, i)->application_next) {
        live->steps++;
        vt_view_count_listed(view, &app->figures, vt_listed_at(live, i), 1);
    }
    return number;
}

void vt_view_app_free(vitals_live_view *view, uint32_t number) {
    vitals_live *live = view->live;
    vt_view_app *app = vt_view_app_at(view, number);
    uint32_t application = app->application;
    if (!app->retired) view->application_of[application] = 0;
    vt_release_array(&live->allocator, app->scopes, app->scope_capacity, sizeof *app->scopes);
    vt_slab_give(&view->applications, number);
    vt_app_at(live, application)->holders--;
    vt_app_release(live, application);
}

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

/* ----------------------------------------------------------------- announcing */

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
    vt_view_conclude(view, app->application, &app->figures);
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

void vt_views_listed(vitals_live *live, const vt_listed *listed, int change) {
    for (vitals_live_view *view = live->views; view; view = view->next) {
        uint32_t number = vt_view_app_of(view, listed->application);
        vt_view_app *app = vt_view_app_at(view, number);
        if (app) vt_view_count_listed(view, &app->figures, listed, change);
    }
}

void vt_views_reorder(vitals_live *live, uint32_t application, uint32_t row) {
    for (vitals_live_view *view = live->views; view; view = view->next) {
        uint32_t number = vt_view_app_of(view, application), shown = vt_view_row_of(view, row);
        if (number && shown) vt_view_reorder(view, number, shown);
    }
}
