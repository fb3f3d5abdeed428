/* What a view covers: which applications are complete, and what they may lack. */
#include "base/memory/sort.h"
#include "objects/coverage/coverage.h"
#include "objects/live/view/view.h"

/* Why an application is not complete. The first of these that holds is given, whatever came first. */
typedef enum why {
    WHY_REFUSED,
    WHY_NOT_LISTED,
    WHY_LISTING,
    WHY_SILENT,
    WHY_SCOPE_REFUSED,
    WHY_NARROWED,
    WHY_NO_SCOPE,
    WHY_COMPLETE
} why;

static const char *const why_texts[] = {
    [WHY_REFUSED] = "objects were refused: limit live_rows or live_bytes",
    [WHY_NOT_LISTED] = "a scope is not listed yet",
    [WHY_LISTING] = "a scope with members is being listed",
    [WHY_SILENT] = "a scope with members is silent",
    [WHY_SCOPE_REFUSED] = "a scope with members was refused",
    [WHY_NARROWED] = "a scope with members was narrowed",
    [WHY_NO_SCOPE] = "a listed object is in no scope that could be read",
    [WHY_COMPLETE] = NULL,
};

static why first_of(why a, why b) {
    return a < b ? a : b;
}

/* Whether a listed object would be in a scope. */
static bool covers(const vt_scope *scope, const vt_listed *listed) {
    return (!scope->kind || (scope->kind == listed->kind && scope->group == listed->group)) &&
           (!scope->namespace_ || scope->namespace_ == listed->namespace_);
}

/* Why an object that is listed and absent may be there all the same. One scope that has everything is
** enough to know that it is not. */
static why why_unknown(const vitals_live *live, const vt_source_row *source,
                       const vt_listed *listed) {
    why unknown = WHY_NO_SCOPE;
    for (uint32_t i = source->first_scope; i; i = vt_scope_at(live, i)->next_scope) {
        const vt_scope *scope = vt_scope_at(live, i);
        if (!covers(scope, listed) || scope->state != VITALS_LIVE_LIVE) continue;
        if (scope->coverage == VITALS_COVERAGE_EXCLUDED) continue;
        if (!scope->refused) return WHY_COMPLETE;
        unknown = WHY_REFUSED;
    }
    return unknown;
}

static bool is_healthless(const vitals_live *live, const vt_listed *listed) {
    return vitals_kind_has_no_health(vt_live_text(live, listed->group),
                                     vt_live_text(live, listed->kind));
}

/* The same, of what may change a health: clients need not read ConfigMaps. */
static why why_open(const vitals_live *live, const vt_source_row *source, const vt_listed *listed) {
    const bool judged = !is_healthless(live, listed) && listed->covered != VITALS_COVERAGE_EXCLUDED;
    return judged ? why_unknown(live, source, listed) : WHY_COMPLETE;
}

/* Why the scopes of a source leave an application open. */
static why why_scopes(const vitals_live_view *view, const vt_source_row *source) {
    const vitals_live *live = view->live;
    why open = WHY_COMPLETE;
    if (!source->refused_any && !source->never_synced) return open;
    for (uint32_t i = source->first_scope; i; i = vt_scope_at(live, i)->next_scope) {
        const vt_scope *scope = vt_scope_at(live, i);
        if (!vt_filter_has_scope(live, &view->filter, i)) continue;
        bool pending = !scope->synced && scope->state != VITALS_LIVE_REFUSED;
        if (pending) open = first_of(open, WHY_NOT_LISTED);
        if (scope->refused_any) open = first_of(open, WHY_REFUSED);
    }
    return open;
}

static why why_incomplete(const vitals_live_view *view, const vt_view_app *app) {
    static const why states[] = { [VITALS_LIVE_LISTING] = WHY_LISTING,
                                  [VITALS_LIVE_LIVE] = WHY_COMPLETE,
                                  [VITALS_LIVE_SILENT] = WHY_SILENT,
                                  [VITALS_LIVE_REFUSED] = WHY_SCOPE_REFUSED };
    const vitals_live *live = view->live;
    const vt_live_app *of = vt_app_at(live, app->application);
    const vt_source_row *source = vt_source_at(live, of->source);
    why open = of->refused ? WHY_REFUSED : why_scopes(view, source);
    for (size_t i = 0; i < app->scope_count; i++) {
        const vt_scope *scope = vt_scope_at(live, app->scopes[i].scope);
        if (scope->healthless) continue;
        open = first_of(open, states[scope->state]);
        if (scope->coverage == VITALS_COVERAGE_NARROWED) open = first_of(open, WHY_NARROWED);
    }
    if (app->figures.absent == 0) return open;
    for (uint32_t i = of->listed; i && open; i = vt_listed_at(live, i)->application_next) {
        const vt_listed *listed = vt_listed_at(live, i);
        bool seen = vt_filter_has_namespace(&view->filter, listed->namespace_);
        if (seen && vt_listed_is_absent(listed)) {
            open = first_of(open, why_open(live, source, listed));
        }
    }
    return open;
}

const char *vt_covered_unknown(const vitals_live *live, const vt_source_row *source,
                               const vt_listed *listed) {
    return why_texts[why_unknown(live, source, listed)];
}

const char *vt_covered_incomplete(const vitals_live_view *view, const vt_view_app *app) {
    return why_texts[why_incomplete(view, app)];
}

/* ---------------------------------------------------------------------- scopes */

/* What the host said of it, else what follows from its state. */
static vitals_coverage_state state_of(const vt_scope *scope) {
    static const vitals_coverage_state states[] = {
        [VITALS_LIVE_LISTING] = VITALS_COVERAGE_UNKNOWN,
        [VITALS_LIVE_LIVE] = VITALS_COVERAGE_READ,
        [VITALS_LIVE_SILENT] = VITALS_COVERAGE_UNKNOWN,
        [VITALS_LIVE_REFUSED] = VITALS_COVERAGE_LOST,
    };
    const vitals_coverage_state given = (vitals_coverage_state)scope->coverage;
    return given != VITALS_COVERAGE_READ ? given : states[scope->state];
}

/* The same, where objects that limits refused are lost. */
static vitals_coverage_state whole_state_of(const vt_scope *scope) {
    return scope->refused || scope->refused_any ? VITALS_COVERAGE_LOST : state_of(scope);
}

static vt_text reason_of(const vitals_live *live, const vt_scope *scope) {
    const vt_text reason = vt_live_text(live, scope->reason);
    if (reason.size || whole_state_of(scope) == VITALS_COVERAGE_READ) return reason;
    if (scope->refused || scope->refused_any) return vt_text_from(why_texts[WHY_REFUSED]);
    return vt_text_from(vitals_live_state_name(scope->state));
}

/* A part with a name made of two words, which is written into the buffer of the view. */
static vitals_status add_named(vitals_live_view *view, vitals_coverage_list *list,
                               vitals_coverage_part *part, vt_text word, const char *between,
                               vt_text second) {
    vt_buffer_clear(&view->message);
    vt_buffer_add(&view->message, word);
    if (second.size) vt_buffer_add_terminated(&view->message, between);
    vt_buffer_add(&view->message, second);
    if (view->message.failed) return VITALS_ENOMEM;
    part->what = vt_buffer_text(&view->message);
    return vitals_coverage_add(list, part);
}

/* "Deployment.apps in shop" */
static vitals_status add_scope(vitals_live_view *view, vitals_coverage_list *list, uint32_t number,
                               vitals_coverage_state state) {
    const vitals_live *live = view->live;
    const vt_scope *scope = vt_scope_at(live, number);
    vitals_coverage_part part = VITALS_COVERAGE_PART_INIT;
    part.cluster = vt_live_text(live, vt_source_at(live, scope->source)->name);
    part.namespace_ = vt_live_text(live, scope->namespace_);
    part.group = vt_live_text(live, scope->group);
    part.kind = vt_live_text(live, scope->kind);
    part.healthless = part.kind.size && vitals_kind_has_no_health(part.group, part.kind);
    part.reason = reason_of(live, scope);
    part.state = state;
    part.listed_ms = scope->listed_ms;
    return add_named(view, list, &part, part.kind.size ? part.kind : VT_TEXT("objects"), ".",
                     part.group);
}

static vitals_status add_scopes(vitals_live_view *view, vitals_coverage_list *list) {
    vitals_status status = VITALS_OK;
    for (uint32_t i = 0; !status && (i = vt_slab_next(&view->live->scopes, i)) != 0;) {
        if (!vt_filter_has_scope(view->live, &view->filter, i)) continue;
        status = add_scope(view, list, i, whole_state_of(vt_scope_at(view->live, i)));
    }
    return status;
}

/* ---------------------------------------------------------------- applications */

/* The state of the scope; a live one refused the object, and without one nobody reads it. */
static vitals_coverage_state state_of_absent(const vt_scope *scope) {
    const vitals_coverage_state state = scope ? state_of(scope) : VITALS_COVERAGE_LOST;
    return state == VITALS_COVERAGE_READ ? VITALS_COVERAGE_LOST : state;
}

/* The scope that should have a listed object, of several the one that says most; else one of its kind that was narrowed; NULL:
** none should. */
static const vt_scope *scope_for(const vitals_live *live, const vt_listed *listed) {
    const uint32_t source = vt_app_at(live, listed->application)->source;
    const vt_scope *found = NULL, *narrowed = NULL;
    for (uint32_t i = vt_source_at(live, source)->first_scope; i;
         i = vt_scope_at(live, i)->next_scope) {
        const vt_scope *scope = vt_scope_at(live, i);
        if (covers(scope, listed)) {
            if (!found || state_of_absent(scope) > state_of_absent(found)) found = scope;
        } else if (scope->coverage == VITALS_COVERAGE_NARROWED && scope->kind == listed->kind &&
                   scope->group == listed->group) {
            narrowed = scope;
        }
    }
    return found ? found : narrowed;
}

/* Whether what is not in a scope is not there, as far as it was listed. */
static bool is_known(const vt_scope *scope) {
    return scope->synced && !scope->refused && scope->state != VITALS_LIVE_REFUSED &&
           scope->coverage != VITALS_COVERAGE_EXCLUDED;
}

vitals_coverage_state vt_covered_of(const vitals_live *live, const vt_listed *listed) {
    const uint32_t source = vt_app_at(live, listed->application)->source;
    if (is_healthless(live, listed)) return VITALS_COVERAGE_READ;
    for (uint32_t i = vt_source_at(live, source)->first_scope; i;
         i = vt_scope_at(live, i)->next_scope) {
        const vt_scope *scope = vt_scope_at(live, i);
        if (covers(scope, listed) && is_known(scope)) return VITALS_COVERAGE_READ;
    }
    return state_of_absent(scope_for(live, listed));
}

vitals_coverage_state vt_covered_state(const vitals_live *live, const vt_source_row *source,
                                       const vt_listed *listed) {
    return why_unknown(live, source, listed) == WHY_COMPLETE
               ? VITALS_COVERAGE_READ
               : state_of_absent(scope_for(live, listed));
}

static vitals_status add_member(vitals_live_view *view, vitals_coverage_list *list,
                                const vt_listed *listed, const char *unknown) {
    const vitals_live *live = view->live;
    const vt_scope *scope = scope_for(live, listed);
    vitals_coverage_part part = VITALS_COVERAGE_PART_INIT;
    part.namespace_ = vt_live_text(live, listed->namespace_);
    part.group = vt_live_text(live, listed->group);
    part.kind = vt_live_text(live, listed->kind);
    part.reason = scope ? reason_of(live, scope) : vt_text_from(unknown);
    part.state = state_of_absent(scope);
    if (scope) part.listed_ms = scope->listed_ms;
    return add_named(view, list, &part, part.kind, "/", vt_live_text(live, listed->name));
}

/* Whether a listed object is absent from the view and may be there all the same. */
static const char *unknown_of(const vitals_live_view *view, const vt_listed *listed) {
    const vitals_live *live = view->live;
    const uint32_t source = vt_app_at(live, listed->application)->source;
    const bool seen = vt_filter_has_namespace(&view->filter, listed->namespace_);
    if (!seen || !vt_listed_is_absent(listed)) return NULL;
    return why_texts[why_open(live, vt_source_at(live, source), listed)];
}

/* A listed object that may be there, and why. */
typedef struct open_member {
    const vt_listed *listed;
    const char *unknown;
    uint32_t ordinal;
} open_member;

static int compare_places(const void *a, const void *b) {
    const uint32_t one = ((const open_member *)a)->ordinal;
    const uint32_t other = ((const open_member *)b)->ordinal;
    return (one > other) - (one < other);
}

/* In the order in which the application lists them. */
static vitals_status add_members(vitals_live_view *view, vitals_coverage_list *list,
                                 const vt_view_app *app) {
    vitals_live *live = view->live;
    vitals_status status = VITALS_OK;
    size_t count = 0;
    if (app->figures.absent == 0) return status;
    vt_arena_empty(&live->scratch);
    open_member *open = vt_arena_allocate_array(&live->scratch, app->figures.absent, sizeof *open);
    if (!open) return VITALS_ENOMEM;
    for (uint32_t i = vt_app_at(live, app->application)->listed; i;
         i = vt_listed_at(live, i)->application_next) {
        const vt_listed *listed = vt_listed_at(live, i);
        const char *unknown = unknown_of(view, listed);
        if (!unknown) continue;
        const uint32_t first = vt_listed_first(live, listed);
        open[count++] =
            (open_member){ listed, unknown, vt_listed_ordinal(live, app->application, first) };
    }
    (void)vt_sort(open, count, sizeof *open, compare_places, (vt_interrupt){ NULL, NULL });
    for (size_t i = 0; i < count && !status; i++) {
        status = add_member(view, list, open[i].listed, open[i].unknown);
    }
    return status;
}

/* What no member and no scope with members says: a limit, or a scope that is not listed yet. */
static vitals_status add_rest(const vitals_live_view *view, vitals_coverage_list *list,
                              const vt_view_app *app) {
    const vitals_live *live = view->live;
    const vt_live_app *of = vt_app_at(live, app->application);
    const why open = of->refused ? WHY_REFUSED : why_scopes(view, vt_source_at(live, of->source));
    vitals_coverage_part part = VITALS_COVERAGE_PART_INIT;
    if (open == WHY_COMPLETE) return VITALS_OK;
    part.state = open == WHY_REFUSED ? VITALS_COVERAGE_LOST : VITALS_COVERAGE_UNKNOWN;
    part.reason = vt_text_from(why_texts[open]);
    return vitals_coverage_add(list, &part);
}

static bool has_scope(const vt_view_app *app, uint32_t scope) {
    size_t i = 0;
    while (i < app->scope_count && app->scopes[i].scope != scope) i++;
    return i < app->scope_count;
}

static vitals_status add_application(vitals_live_view *view, vitals_coverage_list *list,
                                     const vt_view_app *app) {
    const vitals_live *live = view->live;
    const uint32_t source = vt_app_at(live, app->application)->source;
    vitals_status status = add_members(view, list, app);
    for (uint32_t i = vt_source_at(live, source)->first_scope; i && !status;
         i = vt_scope_at(live, i)->next_scope) {
        const vitals_coverage_state state = state_of(vt_scope_at(live, i));
        if (state != VITALS_COVERAGE_READ && has_scope(app, i)) {
            status = add_scope(view, list, i, state);
        }
    }
    return status ? status : add_rest(view, list, app);
}

vitals_status vitals_live_coverage(vitals_live_view *view, vitals_live_id id,
                                   vitals_coverage_list *list) {
    if (!view) return VITALS_EINVAL;
    if (!list) return VITALS_EINVAL;
    if (id == 0) return add_scopes(view, list);
    const vt_view_app *app =
        vt_view_app_at(view, vt_slab_find(&view->applications, VT_ID_APPLICATION, id));
    if (!app) return VITALS_ENOTFOUND;
    return app->present ? add_application(view, list, app) : VITALS_OK;
}

/* --------------------------------------------------------------------- judging */

uint32_t vt_covered_lost(const vitals_live_view *view, const vt_view_app *app,
                         const vt_view_figures *figures) {
    const vitals_live *live = view->live;
    const vt_live_app *of = vt_app_at(live, app->application);
    const vt_source_row *source = vt_source_at(live, of->source);
    const bool refused =
        of->refused || (source->refused_any && why_scopes(view, source) == WHY_REFUSED);
    uint32_t lost = figures->absent_lost + refused;
    for (size_t i = 0; i < app->scope_count; i++) {
        const vt_scope *scope = vt_scope_at(live, app->scopes[i].scope);
        lost += !scope->healthless && vitals_coverage_state_loses(state_of(scope));
    }
    return lost;
}

/* What the application lacks, in the list of the view. */
static vitals_status list_lacking(vitals_live_view *view, const vt_view_app *app) {
    if (!view->lacking) {
        const vitals_status status = vitals_coverage_new(&view->live->allocator, &view->lacking);
        if (status) return status;
    }
    vitals_coverage_clear(view->lacking);
    return add_application(view, view->lacking, app);
}

vitals_status vt_covered_remark(vitals_live_view *view, const vt_view_app *app, vt_text *remark) {
    const uint32_t source = vt_app_at(view->live, app->application)->source;
    vitals_coverage_question question = VITALS_COVERAGE_QUESTION_INIT;
    const vt_view_figures *figures = &app->figures;
    vitals_health health = VITALS_HEALTH_HEALTHY;
    bool incomplete;
    const bool lacks = figures->lost || why_incomplete(view, app) != WHY_COMPLETE;
    if (!lacks || !vt_view_judges(view->live, source)) return VITALS_OK;
    const vitals_status status = list_lacking(view, app);
    if (status) return status;
    question.members = true;
    for (int i = 0; i < VITALS_HEALTH_COUNT; i++) {
        question.read += (size_t)figures->settled.counted[i] + figures->absent_as[i];
    }
    return vitals_coverage_judge(view->lacking, &question, &health, &incomplete, remark);
}
