/* One application of a view: what its figures count, and how it is made and freed. */
#include "objects/coverage/coverage.h"
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
    const uint32_t one = (uint32_t)change;
    const vitals_coverage_state covered = (vitals_coverage_state)listed->covered;
    figures->absent += one;
    figures->lacking += covered == VITALS_COVERAGE_READ ? 0 : one;
    figures->absent_lost += vitals_coverage_state_loses(covered) ? one : 0;
    figures->absent_open += vt_coverage_leaves_open(covered) ? one : 0;
    if (vt_listed_counts(view->live, listed)) figures->absent_as[listed->counts_as] += one;
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
static vt_counting_sums sums_of(const vitals_live_view *view, const vt_view_app *app,
                                const vt_view_figures *figures, const vt_counting_sums *rows) {
    const uint32_t source = vt_app_at(view->live, app->application)->source;
    vt_counting_sums sums = *rows;
    sums.absent = figures->absent - (vt_view_judges(view->live, source) ? figures->lacking : 0);
    for (int i = 0; i < VITALS_HEALTH_COUNT; i++) sums.counted[i] += figures->absent_as[i];
    return sums;
}

vitals_health vt_view_health_of(const vitals_live_view *view, const vt_view_app *app,
                                const vt_view_figures *figures, const vt_counting_sums *rows) {
    const uint32_t source = vt_app_at(view->live, app->application)->source;
    const vt_counting_sums sums = sums_of(view, app, figures, rows);
    return vt_counting_health(vt_source_at(view->live, source)->aggregate, &sums);
}

/* The same, judged by what is lacking: of what nothing is known but that it is listed, nobody knows the health. */
static uint8_t judged(const vitals_live_view *view, const vt_view_app *app,
                      const vt_view_figures *figures, const vt_counting_sums *rows) {
    const vitals_health health = vt_view_health_of(view, app, figures, rows);
    if (!vt_view_judges(view->live, vt_app_at(view->live, app->application)->source)) {
        return (uint8_t)health;
    }
    const vt_counting_sums sums = sums_of(view, app, figures, rows);
    uint64_t read = 0;
    for (int i = 0; i < VITALS_HEALTH_COUNT; i++) read += sums.counted[i];
    const bool blind = read == 0 && figures->absent_open > 0;
    return (uint8_t)vt_coverage_health(health, figures->lost + (size_t)blind);
}

void vt_view_conclude(const vitals_live_view *view, const vt_view_app *app,
                      vt_view_figures *figures) {
    const vitals_live *live = view->live;
    const vt_row *object = vt_row_at(live, vt_app_at(live, app->application)->object);
    figures->lost = vt_covered_lost(view, app, figures);
    figures->health = judged(view, app, figures, &figures->now);
    figures->settled_health = judged(view, app, figures, &figures->settled);
    figures->delivery = object && object->delivery ? (uint8_t)object->delivery->info.state : 0;
}

bool vt_view_is_same(const vt_view_figures *a, const vt_view_figures *b) {
    return memcmp(a->now.counted, b->now.counted, sizeof a->now.counted) == 0 &&
           memcmp(a->settled.counted, b->settled.counted, sizeof a->settled.counted) == 0 &&
           memcmp(a->absent_as, b->absent_as, sizeof a->absent_as) == 0 &&
           a->now.present == b->now.present && a->absent == b->absent && a->members == b->members &&
           a->health == b->health && a->settled_health == b->settled_health &&
           a->delivery == b->delivery && a->lost == b->lost;
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
