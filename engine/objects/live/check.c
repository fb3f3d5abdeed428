/* What must hold between two calls, computed from scratch. */
#include "objects/live/check.h"

#include "objects/live/view/view.h"

/* ------------------------------------------------------------------- the live */

/* Rows, and what is linked with them. */
static const char *check_rows(const vitals_live *live) {
    uint64_t rows = 0, queued = 0, wants = 0;
    for (uint32_t i = 0; (i = vt_slab_next(&live->rows, i));) {
        const vt_row *row = vt_row_at(live, i);
        if (row->gone && !row->holders) return "a row that is gone and that no feed names";
        if (row->gone && (row->members || row->application))
            return "a row that is gone is a member";
        rows += !row->gone;
        queued += row->list == VT_LIST_QUEUE;
        wants += row->wants;
        if (!row->gone && row->due && row->list != VT_LIST_QUEUE) return "a due row is not queued";
    }
    if (rows != live->row_count || rows != live->by_name.count) return "the number of rows";
    if (queued != live->queued) return "the number of queued rows";
    return wants == live->wants_count ? NULL : "the number of wanted rows";
}

/* What an application lists names the rows that have a verdict; of the same object one counts. */
static const char *check_listed(const vitals_live *live, uint32_t application) {
    const vt_live_app *app = vt_app_at(live, application);
    uint64_t count = 0;
    for (uint32_t i = app->listed; i; i = vt_listed_at(live, i)->application_next) {
        const vt_listed *listed = vt_listed_at(live, i);
        const vitals_live_object object = { { NULL, 0 },
                                            vt_live_text(live, listed->group),
                                            vt_live_text(live, listed->kind),
                                            vt_live_text(live, listed->namespace_),
                                            vt_live_text(live, listed->name) };
        uint32_t row = vt_row_find_name(live, app->source, &object), counting = 0;
        if (row && !vt_row_at(live, row)->assessed) row = 0;
        if (listed->row != row) return "the row of a listed object";
        const bool due = vt_source_at(live, app->source)->judge_again;
        if (!due && !row && listed->covered != vt_covered_of(live, listed)) {
            return "what is known of a listed object";
        }
        for (uint32_t at = vt_listed_first(live, listed); at;
             at = vt_listed_at(live, at)->same_next) {
            const vt_listed *same = vt_listed_at(live, at);
            counting += same->application == application && !same->again;
        }
        if (counting != 1) return "an object that is listed twice counts once";
        count++;
    }
    return count == app->listed_count ? NULL : "the number of listed objects";
}

static const char *check_applications(const vitals_live *live) {
    for (uint32_t i = 0; (i = vt_slab_next(&live->applications, i));) {
        const vt_live_app *app = vt_app_at(live, i);
        bool named = app->members || app->listed || app->object || app->refused || app->holders;
        const char *wrong = named ? check_listed(live, i) : "an application that nothing names";
        if (wrong) return wrong;
        const vt_row *object = vt_row_at(live, app->object);
        if (object && (object->gone || object->application != i)) {
            return "the object of an application";
        }
    }
    return NULL;
}

/* --------------------------------------------------------------- rows of a view */

/* The row is as it was shown: nothing is due for it that changes views. */
static bool is_settled(const vt_row *row) {
    return (row->due & (VT_DUE_MEMBERS | VT_DUE_VIEWS)) == 0;
}

static const char *check_node(const vitals_live_view *view, const vt_row *row, uint32_t number) {
    const vt_view_node *node = vt_view_node_at(view, number);
    const vt_view_app *app = vt_view_app_at(view, node->application);
    vt_view_node now = *node;
    vt_view_set_node(view, &now, node->owned);
    bool same = now.as == node->as && now.settled_as == node->settled_as &&
                now.counted == node->counted && now.settled_counted == node->settled_counted &&
                now.hook == node->hook && now.rank == node->rank;
    if (is_settled(row) && !same) return "what a member counts as";
    if (app->retired || vt_view_app_of(view, app->application) != node->application) {
        return "a member of an application that was retired";
    }
    return NULL;
}

static const char *check_row(const vitals_live_view *view, uint32_t number) {
    const vitals_live *live = view->live;
    const vt_row *row = vt_row_at(live, number);
    uint32_t shown = row->gone ? 0 : vt_view_row_of(view, number);
    bool wanted = !row->gone && row->assessed && vt_filter_has_row(live, &view->filter, row);
    if (is_settled(row) && (shown != 0) != wanted) return "which rows a view has";
    if (!shown) return NULL;
    const vt_view_row *is = vt_view_row_at(view, shown);
    if (is->removed || is->row != number) return "the row of a view";
    if (is_settled(row) && is->stamp != row->stamp) return "a row is shown as it was before";
    bool leaving = vt_source_at(live, row->source)->leaving;
    if (is_settled(row) && !leaving && !vt_view_is_joined(view, shown)) {
        return "the memberships of a row";
    }
    for (uint32_t i = is->nodes; i; i = vt_view_node_at(view, i)->row_next) {
        const char *wrong = check_node(view, row, i);
        if (wrong) return wrong;
    }
    return NULL;
}

/* ------------------------------------------------------- applications of a view */

/* The figures of an application, from its rows and its list. */
static vt_view_figures figures_of(const vitals_live_view *view, const vt_view_app *app,
                                  uint32_t number) {
    const vitals_live *live = view->live;
    vt_view_figures figures = { .members = 0 };
    for (uint32_t i = 0; (i = vt_slab_next(&view->nodes, i));) {
        const vt_view_node *node = vt_view_node_at(view, i);
        if (node->application == number) vt_view_count_node(&figures, node, 1);
    }
    for (uint32_t i = vt_app_at(live, app->application)->listed; i;
         i = vt_listed_at(live, i)->application_next) {
        vt_view_count_listed(view, &figures, vt_listed_at(live, i), 1);
    }
    vt_view_conclude(view, app, &figures);
    return figures;
}

static const char *check_application(const vitals_live_view *view, uint32_t number) {
    const vt_view_app *app = vt_view_app_at(view, number);
    if (app->retired) {
        return vt_feed_at(&view->feed, app->sequence) ? NULL : "what no feed names is kept";
    }
    vt_view_figures figures = figures_of(view, app, number), is = app->figures;
    vt_presence presence = vt_view_presence(view, app);
    vt_view_conclude(view, app, &is);
    const uint32_t source = vt_app_at(view->live, app->application)->source;
    const bool due = vt_source_at(view->live, source)->judge_again;
    if (!vt_view_is_same(&figures, &is) || figures.found != is.found) {
        return "the figures of an application";
    }
    if (presence != VT_PRESENCE_OPEN && app->present != (presence == VT_PRESENCE_PRESENT)) {
        return "whether an application is present";
    }
    if (presence == VT_PRESENCE_PRESENT && !due && !vt_view_is_same(&is, &app->shown)) {
        return "an application is not announced";
    }
    return vt_view_keeps(view, app) ? NULL : "an application is kept for nothing";
}

/* ---------------------------------------------------------- figures of a view */

static const char *check_counts(const vitals_live_view *view) {
    vitals_live_counts counts = { .rows = 0 };
    for (uint32_t i = 0; (i = vt_slab_next(&view->rows, i));) {
        const vt_view_row *row = vt_view_row_at(view, i);
        if (row->removed) continue;
        counts.rows++;
        counts.no_health += row->no_health;
        counts.health[row->health] += !row->no_health;
        counts.settled[row->settled] += !row->no_health;
    }
    for (uint32_t i = 0; (i = vt_slab_next(&view->applications, i));) {
        const vt_view_app *app = vt_view_app_at(view, i);
        counts.applications += app->present;
        counts.application_settled[app->shown.settled_health] += app->present;
    }
    return memcmp(&counts, &view->counts, sizeof counts) == 0 ? NULL : "the figures of a view";
}

/* Every application that a view may have to show is there already. */
static const char *check_kept(const vitals_live_view *view) {
    const vitals_live *live = view->live;
    for (uint32_t i = 0; (i = vt_slab_next(&live->applications, i));) {
        const vt_live_app *app = vt_app_at(live, i);
        bool may = (app->object || app->listed) && vt_view_sees(view, i);
        if (may && !vt_view_app_of(view, i)) return "a view lacks an application";
    }
    return NULL;
}

static const char *check_view(const vitals_live_view *view) {
    const char *wrong = check_counts(view);
    if (!wrong) wrong = check_kept(view);
    for (uint32_t i = 0; !wrong && (i = vt_slab_next(&view->live->rows, i));) {
        wrong = check_row(view, i);
    }
    for (uint32_t i = 0; !wrong && (i = vt_slab_next(&view->applications, i));) {
        wrong = check_application(view, i);
    }
    return wrong;
}

const char *vt_live_check(const vitals_live *live) {
    const char *wrong = check_rows(live);
    if (!wrong) wrong = check_applications(live);
    for (const vitals_live_view *view = live->views; !wrong && view; view = view->next) {
        wrong = check_view(view);
    }
    return wrong;
}
