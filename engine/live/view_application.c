/* The applications of a view, and what they list that is absent. */
#include "live/view.h"

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

uint32_t vt_view_app_take(vitals_live_view *view, uint32_t application) {
    uint32_t number = vt_view_app_of(view, application);
    if (number) return number;
    vitals_live *live = view->live;
    if (!vt_view_room(live, &view->application_of, &view->application_capacity, application) ||
        !vt_view_source_room(view, vt_app_at(live, application)->source)) {
        return 0;
    }
    number = vt_slab_take(&view->applications);
    vt_view_app *app = vt_view_app_at(view, number);
    if (!app) return 0;
    app->application = application;
    view->application_of[application] = number;
    vt_app_at(live, application)->holders++;
    vt_view_count_absent(view, number);
    return number;
}

void vt_view_app_free(vitals_live_view *view, uint32_t number) {
    vitals_live *live = view->live;
    vt_view_app *app = vt_view_app_at(view, number);
    uint32_t application = app->application;
    if (view->application_of[application] == number) view->application_of[application] = 0;
    vt_release_array(&live->allocator, app->scopes, app->scope_capacity, sizeof *app->scopes);
    vt_slab_give(&view->applications, number);
    vt_app_at(live, application)->holders--;
    vt_app_release(live, application);
}

void vt_view_count_listed(vitals_live_view *view, uint32_t number, const vt_listed *listed,
                          int change) {
    if (!vt_filter_has_namespace(&view->filter, listed->namespace_)) return;
    vt_view_figures *figures = &vt_view_app_at(view, number)->figures;
    figures->absent += (uint32_t)change;
    if (listed->counted) figures->absent_as[listed->counts_as] += (uint32_t)change;
}

void vt_view_count_absent(vitals_live_view *view, uint32_t number) {
    const vitals_live *live = view->live;
    vt_view_app *app = vt_view_app_at(view, number);
    app->figures.absent = 0;
    memset(app->figures.absent_as, 0, sizeof app->figures.absent_as);
    bool seen = vt_filter_has_application(live, &view->filter, app->application);
    uint32_t listed = seen ? vt_app_at(live, app->application)->listed : 0;
    for (uint32_t i = listed; i; i = vt_listed_at(live, i)->application_next) {
        const vt_listed *one = vt_listed_at(live, i);
        view->live->steps++;
        if (vt_listed_is_absent(one)) vt_view_count_listed(view, number, one, 1);
    }
}
