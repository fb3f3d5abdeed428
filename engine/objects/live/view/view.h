/* Internal to the live module: what a view holds of its own. */
#ifndef VITALS_LIVE_VIEW_H
#define VITALS_LIVE_VIEW_H

#include "base/memory/buffer.h"
#include "objects/live/live.h"

/* A name in a filter; texts are interned. */
typedef struct vt_filter_name {
    uint32_t namespace_, name;
    bool any_namespace;
} vt_filter_name;

typedef struct vt_filter {
    vt_filter_name *names; /* of all four lists, one after another */
    size_t sources, namespaces, projects, applications;
} vt_filter;

/* A row of a view. */
typedef struct vt_view_row {
    vt_slab_item item;
    uint32_t row;
    uint32_t nodes; /* its memberships here, in the order of precedence */
    uint32_t stamp; /* of the row when it was shown */
    uint32_t scope;
    uint64_t sequence;
    uint8_t health, settled;
    bool no_health, flapping, removed;
} vt_view_row;

/* A row in an application: a node of the application's tree, which is in the order of its members. */
typedef struct vt_view_node {
    vt_slab_item item;
    uint32_t row, application; /* of the view */
    uint32_t row_next;
    uint32_t left, right;
    uint32_t scope;
    uint32_t ordinal; /* in what the application lists */
    uint8_t rank;     /* the worst first; what does not count last */
    uint8_t as, settled_as;
    bool counted, settled_counted, hook, owned;
} vt_view_node;

typedef struct vt_view_scope {
    uint32_t scope, rows;
} vt_view_scope;

/* The figures of an application: its rows by health and by settled health, and what it lists: each object
** is absent or found. One that was found becomes a member when its row is shown again. */
typedef struct vt_view_figures {
    vt_counting_sums now, settled;
    uint32_t absent, absent_as[VITALS_HEALTH_COUNT]; /* all, and those that count */
    /* Absent ones that may be there: all; those that lose something; those that leave the status. */
    uint32_t lacking, absent_lost, absent_open;
    uint32_t found;
    uint32_t members;
    uint32_t lost; /* parts that were narrowed, lost or unreadable, scopes of members included */
    uint8_t health, settled_health, delivery;
} vt_view_figures;

/* An application of a view, present or not. It lasts as long as it could become present where nothing may fail:
** see is_kept in view_application.c. Its id and how it settles last as long. */
typedef struct vt_view_app {
    vt_slab_item item;
    uint32_t application;
    uint32_t root;
    vt_view_figures figures, shown; /* as they are, and as the feed has them */
    vt_view_scope *scopes;
    size_t scope_count, scope_capacity;
    vt_settle flaps;
    int64_t changed_ms;
    uint64_t sequence;
    bool present; /* the feed has it */
    bool retired; /* it is not the application's any more: only the feed names it */
} vt_view_app;

enum { VT_SOURCE_FIGURES = 2 * VITALS_HEALTH_COUNT };

struct vitals_live_view {
    vitals_live *live;
    vitals_live_view *next;
    vt_filter filter;
    vt_feed feed;
    vt_slab rows, applications, nodes;
    uint32_t *row_of, *application_of, *scope_rows; /* by the numbers of the live */
    uint32_t
        *source_figures; /* of each source VT_SOURCE_FIGURES: rows, then applications, by health */
    size_t row_capacity, application_capacity, scope_capacity, source_capacity;
    vitals_live_counts counts;
    vt_buffer message;
    vitals_coverage_list *lacking; /* what an application lacks, or NULL */
};

static inline vt_view_row *vt_view_row_at(const vitals_live_view *view, uint32_t number) {
    return vt_slab_at(&view->rows, number);
}
static inline vt_view_app *vt_view_app_at(const vitals_live_view *view, uint32_t number) {
    return vt_slab_at(&view->applications, number);
}
static inline vt_view_node *vt_view_node_at(const vitals_live_view *view, uint32_t number) {
    return vt_slab_at(&view->nodes, number);
}
static inline uint32_t vt_view_row_of(const vitals_live_view *view, uint32_t row) {
    return row < view->row_capacity ? view->row_of[row] : 0;
}
static inline uint32_t vt_view_app_of(const vitals_live_view *view, uint32_t application) {
    return application < view->application_capacity ? view->application_of[application] : 0;
}

/* ------------------------------------------------------------------ coverage */

/* Why an application is not complete, and why an object that is listed and absent may be there; NULL: it is complete, it is
** not. Static. */
const char *vt_covered_incomplete(const vitals_live_view *view, const vt_view_app *app);
const char *vt_covered_unknown(const vitals_live *live, const vt_source_row *source,
                               const vt_listed *listed);
/* What is known of where such an object would be; READ: it is not there, as of now. */
vitals_coverage_state vt_covered_state(const vitals_live *live, const vt_source_row *source,
                                       const vt_listed *listed);
/* How many parts an application lacks that were narrowed, lost or unreadable. */
uint32_t vt_covered_lost(const vitals_live_view *view, const vt_view_app *app,
                         const vt_view_figures *figures);
/* The remark on what an application lacks; empty: nothing. Borrowed until the next call with this view. */
vitals_status vt_covered_remark(vitals_live_view *view, const vt_view_app *app, vt_text *remark);

/* ------------------------------------------------------------------- filters */

bool vt_filter_copy(vitals_live *live, vt_filter *filter, const vitals_live_filter *from);
void vt_filter_done(vitals_live *live, vt_filter *filter);
bool vt_filter_has_source(const vitals_live *live, const vt_filter *filter, uint32_t source);
bool vt_filter_has_namespace(const vt_filter *filter, uint32_t namespace_);
bool vt_filter_has_scope(const vitals_live *live, const vt_filter *filter, uint32_t scope);
bool vt_filter_has_application(const vitals_live *live, const vt_filter *filter,
                               uint32_t application);
bool vt_filter_has_row(const vitals_live *live, const vt_filter *filter, const vt_row *row);

/* --------------------------------------------------------------- applications */

/* Room in an array by number. */
bool vt_view_room(const vitals_live *live, uint32_t **array, size_t *capacity, uint32_t number);
/* Room for the figures of a source. */
static inline bool vt_view_source_room(vitals_live_view *view, uint32_t source) {
    return vt_view_room(view->live, &view->source_figures, &view->source_capacity,
                        (source + 1) * VT_SOURCE_FIGURES - 1);
}
/* Add a change to the feed. */
uint64_t vt_view_emit(vitals_live_view *view, vitals_live_change change);

/* Make the memberships of a row as the live has them now, in place of the old ones. false: no
** memory, and nothing has changed. */
bool vt_view_join(vitals_live_view *view, uint32_t row);
/* Count the memberships of a row again, after its health changed. */
void vt_view_recount(vitals_live_view *view, uint32_t row);
void vt_view_leave(vitals_live_view *view, uint32_t row);
/* Take one membership from an application. false: it has none. Nothing is announced. */
bool vt_view_drop_member(vitals_live_view *view, uint32_t application);
/* Whether the memberships of a row are still those of the live. */
bool vt_view_is_joined(const vitals_live_view *view, uint32_t row);
/* Decide for the applications of a row, and for the one that it is. */
void vt_view_announce(vitals_live_view *view, uint32_t row);
/* Decide whether an application is present, and put into the feed what changed. Everything that changes
** its figures or its visibility ends here; it may free the application. */
void vt_view_decide(vitals_live_view *view, uint32_t application);
/* What the figures say, for vt_live_check: whether the feed must have it, need not, or may. */
typedef enum vt_presence { VT_PRESENCE_GONE, VT_PRESENCE_PRESENT, VT_PRESENCE_OPEN } vt_presence;
vt_presence vt_view_presence(const vitals_live_view *view, const vt_view_app *app);
bool vt_view_keeps(const vitals_live_view *view, const vt_view_app *app);
/* Whether the filter shows an application. */
bool vt_view_sees(const vitals_live_view *view, uint32_t application);
/* Whether applications of a source are judged by what they cover: in profile combined. */
static inline bool vt_view_judges(const vitals_live *live, uint32_t source) {
    return vt_source_at(live, source)->call.profile == VITALS_PROFILE_COMBINED;
}
/* The health of what was read, from rows and absent objects. */
vitals_health vt_view_health_of(const vitals_live_view *view, const vt_view_app *app,
                                const vt_view_figures *figures, const vt_counting_sums *rows);
/* The health that follows from figures, and whether two are the same to a reader of the feed. */
void vt_view_conclude(const vitals_live_view *view, const vt_view_app *app,
                      vt_view_figures *figures);
bool vt_view_is_same(const vt_view_figures *a, const vt_view_figures *b);
/* Find or make an application of the view. 0: no memory. */
uint32_t vt_view_app_take(vitals_live_view *view, uint32_t application);
void vt_view_app_free(vitals_live_view *view, uint32_t application);
/* Count what an application lists into figures, one object or, with -1, out of them. */
void vt_view_count_listed(const vitals_live_view *view, vt_view_figures *figures,
                          const vt_listed *listed, int change);
/* Count a member into figures, or, with -1, out of them. */
void vt_view_count_node(vt_view_figures *figures, const vt_view_node *node, int change);
/* Set what a member counts as from its row. */
void vt_view_set_node(const vitals_live_view *view, vt_view_node *node, bool owned);
/* Move a row to its place in what the application lists. */
void vt_view_reorder(vitals_live_view *view, uint32_t application, uint32_t row);
/* The membership of a row in an application, or 0. */
uint32_t vt_view_node_of(const vitals_live_view *view, uint32_t row, uint32_t application);

#endif
