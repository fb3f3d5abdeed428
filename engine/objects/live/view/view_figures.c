/* One application of a view: what its figures count, and how it is made and freed. */
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

bool vt_view_sees(const vitals_live_view *view, uint32_t application) {
    uint32_t source = vt_app_at(view->live, application)->source;
    return !vt_source_at(view->live, source)->leaving &&
           vt_filter_has_source(view->live, &view->filter, source) &&
           vt_filter_has_application(view->live, &view->filter, application);
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
