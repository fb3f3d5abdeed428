/* Argo CD's "Caused by …": the first members that cause the health of an application, in order. */
#include "objects/live/view/view_tree.h"

enum { MOST_CAUSES = 3 };

/* The causes that are named, in order. */
typedef struct causes {
    vt_view_place first[MOST_CAUSES];
    size_t count;
} causes;

/* Insert one where it belongs; the last one makes room. false: it comes after all that fit. */
static bool add(causes *found, vt_view_place place) {
    size_t at = found->count;
    while (at > 0 && vt_view_compare(&place, &found->first[at - 1]) < 0) at--;
    if (at == MOST_CAUSES) return false;
    if (found->count < MOST_CAUSES) found->count++;
    for (size_t i = found->count - 1; i > at; i--) found->first[i] = found->first[i - 1];
    found->first[at] = place;
    return true;
}

/* Rows of one status are in order: the first that does not fit ends them. */
static void add_rows(causes *found, const vitals_live_view *view, const vt_view_app *app,
                     vitals_health as) {
    uint8_t rank = vt_view_rank(as);
    uint32_t at = vt_view_tree_first(view, app->root, rank);
    while (at) {
        const vt_view_node *node = vt_view_node_at(view, at);
        if (node->rank != rank || !add(found, vt_view_place_of(view, node))) break;
        at = vt_view_tree_after(view, app->root, at);
    }
}

/* What is listed and absent counts in few aggregates; only then is the list read. */
static void add_absent(causes *found, const vitals_live_view *view, const vt_view_app *app,
                       const bool is_cause[VITALS_HEALTH_COUNT]) {
    const vitals_live *live = view->live;
    for (uint32_t i = vt_app_at(live, app->application)->listed; i;
         i = vt_listed_at(live, i)->application_next) {
        const vt_listed *listed = vt_listed_at(live, i);
        view->live->steps++;
        if (!vt_listed_counts(live, listed) || !is_cause[listed->counts_as]) continue;
        if (!vt_filter_has_namespace(&view->filter, listed->namespace_)) continue;
        const vitals_live_object object = { { NULL, 0 },
                                            vt_live_text(live, listed->group),
                                            vt_live_text(live, listed->kind),
                                            vt_live_text(live, listed->namespace_),
                                            vt_live_text(live, listed->name) };
        (void)add(found, (vt_view_place){ vt_listed_ordinal(live, app->application,
                                                            vt_listed_first(live, listed)),
                                          object });
    }
}

/* Find the first causes. Returns how many there are in all. */
static uint64_t find_causes(const vitals_live_view *view, const vt_view_app *app, causes *found) {
    const vt_live_app *of = vt_app_at(view->live, app->application);
    vitals_aggregate aggregate = vt_source_at(view->live, of->source)->aggregate;
    bool is_cause[VITALS_HEALTH_COUNT];
    uint64_t all = 0, absent = 0;
    const vitals_health health = vt_view_health_of(view, app, &app->figures, &app->figures.settled);
    for (int i = 0; i < VITALS_HEALTH_COUNT; i++) {
        is_cause[i] = vt_counting_is_cause(aggregate, health, (vitals_health)i);
        if (!is_cause[i]) continue;
        if (app->figures.settled.counted[i]) add_rows(found, view, app, (vitals_health)i);
        all += app->figures.settled.counted[i];
        absent += app->figures.absent_as[i];
    }
    if (absent) add_absent(found, view, app, is_cause);
    return all + absent;
}

/* ARGO: group/Kind:namespace/name. */
static void write_cause(vt_buffer *message, const vitals_live_object *object) {
    vt_buffer_add(message, object->group);
    if (object->group.size) vt_buffer_add_byte(message, '/');
    vt_buffer_add(message, object->kind);
    vt_buffer_add_byte(message, ':');
    vt_buffer_add(message, object->namespace_);
    if (object->namespace_.size) vt_buffer_add_byte(message, '/');
    vt_buffer_add(message, object->name);
}

vitals_status vitals_live_application_message(vitals_live_view *view, vitals_live_id id,
                                              vitals_text *message) {
    if (!view) return VITALS_EINVAL;
    uint32_t number = vt_slab_find(&view->applications, VT_ID_APPLICATION, id);
    const vt_view_app *app = vt_view_app_at(view, number);
    if (!app) return VITALS_ENOTFOUND;
    causes found = { .count = 0 };
    uint64_t all = !app->present ? 0 : find_causes(view, app, &found);
    vt_text remark = VT_TEXT("");
    const vitals_status status = app->present ? vt_covered_remark(view, app, &remark) : VITALS_OK;
    if (status) return status;
    vt_buffer_clear(&view->message);
    vt_buffer_add(&view->message, remark);
    if (remark.size && found.count) vt_buffer_add_terminated(&view->message, "; ");
    for (size_t i = 0; i < found.count; i++) {
        vt_buffer_add_terminated(&view->message, i == 0 ? "Caused by " : ", ");
        write_cause(&view->message, &found.first[i].object);
    }
    if (all > found.count) {
        vt_buffer_printf(&view->message, " and %llu more", (unsigned long long)(all - found.count));
    }
    if (view->message.failed) return VITALS_ENOMEM;
    *message = vt_buffer_text(&view->message);
    return VITALS_OK;
}
