/* The members of the applications of a view: figures that a change of one member updates in
** O(log members). */
#include "objects/live/view/view_tree.h"

/* --------------------------------------------------------------------- counting */

static void count_scope(vt_view_app *app, uint32_t scope, int change) {
    size_t i = 0;
    while (i < app->scope_count && app->scopes[i].scope != scope) i++;
    if (i == app->scope_count) app->scopes[app->scope_count++] = (vt_view_scope){ scope, 0 };
    app->scopes[i].rows += (uint32_t)change;
    if (app->scopes[i].rows == 0) app->scopes[i] = app->scopes[--app->scope_count];
}

static bool reserve_scope(const vitals_live *live, vt_view_app *app) {
    void *scopes = app->scopes;
    bool room = vt_grow(&live->allocator, &scopes, &app->scope_capacity, app->scope_count,
                        sizeof *app->scopes);
    app->scopes = scopes;
    return room;
}

/* Only members by other methods than their owner count. */
void vt_view_set_node(const vitals_live_view *view, vt_view_node *node, bool owned) {
    const vt_row *row = vt_row_at(view->live, vt_view_row_at(view, node->row)->row);
    node->as = row->counts_as;
    node->settled_as = row->settled_counts_as;
    node->counted = row->counted && !owned;
    node->settled_counted = row->settled_counted && !owned;
    node->hook = row->facts.hook || owned;
    node->owned = owned;
    node->rank =
        node->settled_counted ? vt_view_rank((vitals_health)node->settled_as) : VT_RANK_NOT_COUNTED;
}

static void enter(vitals_live_view *view, uint32_t number) {
    vt_view_node *node = vt_view_node_at(view, number);
    vt_view_app *app = vt_view_app_at(view, node->application);
    vt_view_tree_add(view, &app->root, number);
    vt_view_count_node(&app->figures, node, 1);
}

static void leave(vitals_live_view *view, uint32_t number) {
    vt_view_node *node = vt_view_node_at(view, number);
    vt_view_app *app = vt_view_app_at(view, node->application);
    vt_view_tree_remove(view, &app->root, number);
    vt_view_count_node(&app->figures, node, -1);
}

void vt_view_recount(vitals_live_view *view, uint32_t row) {
    for (uint32_t i = vt_view_row_at(view, row)->nodes; i;) {
        vt_view_node *node = vt_view_node_at(view, i);
        vt_view_node now = *node;
        vt_view_set_node(view, &now, node->owned);
        vt_view_app *app = vt_view_app_at(view, node->application);
        if (now.rank == node->rank) {
            vt_view_count_node(&app->figures, node, -1);
            now.left = node->left;
            now.right = node->right;
            *node = now;
            vt_view_count_node(&app->figures, node, 1);
        } else {
            leave(view, i);
            *node = now;
            enter(view, i);
        }
        i = node->row_next;
    }
}

uint32_t vt_view_node_of(const vitals_live_view *view, uint32_t row, uint32_t application) {
    uint32_t at = vt_view_row_at(view, row)->nodes;
    while (at && vt_view_node_at(view, at)->application != application) {
        at = vt_view_node_at(view, at)->row_next;
    }
    return at;
}

static uint32_t ordinal_of(const vitals_live_view *view, uint32_t row, uint32_t application) {
    const vitals_live *live = view->live;
    return vt_listed_ordinal(live, vt_view_app_at(view, application)->application,
                             vt_listed_find(live, vt_row_at(live, vt_view_row_at(view, row)->row)));
}

void vt_view_reorder(vitals_live_view *view, uint32_t application, uint32_t row) {
    uint32_t number = vt_view_node_of(view, row, application);
    vt_view_node *node = vt_view_node_at(view, number);
    uint32_t ordinal = node ? ordinal_of(view, row, application) : 0;
    if (!node || node->ordinal == ordinal) return;
    uint32_t *root = &vt_view_app_at(view, application)->root;
    vt_view_tree_remove(view, root, number);
    node->ordinal = ordinal;
    vt_view_tree_add(view, root, number);
}

/* ------------------------------------------------------------------ memberships */

/* The membership that follows in the list of a row and is shown: each application once. */
static uint32_t next_shown(const vitals_live_view *view, const vt_row *row, uint32_t number) {
    const vitals_live *live = view->live;
    uint32_t at = number ? vt_live_member_at(live, number)->row_next : row->members;
    for (; at; at = vt_live_member_at(live, at)->row_next) {
        uint32_t application = vt_live_member_at(live, at)->application;
        uint32_t first = row->members;
        while (vt_live_member_at(live, first)->application != application) {
            first = vt_live_member_at(live, first)->row_next;
        }
        if (first == at && vt_view_sees(view, application)) return at;
    }
    return 0;
}

bool vt_view_is_joined(const vitals_live_view *view, uint32_t number) {
    const vitals_live *live = view->live;
    const vt_view_row *shown = vt_view_row_at(view, number);
    const vt_row *row = vt_row_at(live, shown->row);
    uint32_t node = shown->nodes, member = next_shown(view, row, 0);
    while (node && member) {
        const vt_view_node *is = vt_view_node_at(view, node);
        const vt_live_member *want = vt_live_member_at(live, member);
        bool owned = want->method == VITALS_LIVE_BY_OWNER;
        if (vt_view_app_at(view, is->application)->application != want->application ||
            is->owned != owned || is->scope != row->scope) {
            return false;
        }
        node = is->row_next;
        member = next_shown(view, row, member);
    }
    return node == member;
}

/* A node that is in no tree yet. 0: no memory. */
static uint32_t new_node(vitals_live_view *view, uint32_t row, const vt_live_member *member) {
    uint32_t application = vt_view_app_take(view, member->application);
    if (application == 0) return 0;
    uint32_t number = reserve_scope(view->live, vt_view_app_at(view, application))
                          ? vt_slab_take(&view->nodes)
                          : 0;
    vt_view_node *node = vt_view_node_at(view, number);
    if (!node) {
        vt_view_decide(view, application);
        return 0;
    }
    node->row = row;
    node->application = application;
    node->scope = vt_row_at(view->live, vt_view_row_at(view, row)->row)->scope;
    node->ordinal = ordinal_of(view, row, application);
    vt_view_set_node(view, node, member->method == VITALS_LIVE_BY_OWNER);
    return number;
}

static void drop_new(vitals_live_view *view, uint32_t first) {
    for (uint32_t i = first, next; i; i = next) {
        next = vt_view_node_at(view, i)->row_next;
        uint32_t application = vt_view_node_at(view, i)->application;
        vt_slab_give(&view->nodes, i);
        vt_view_decide(view, application);
    }
}

/* The nodes of a row go, and the applications that this concerns are announced. */
static void drop_nodes(vitals_live_view *view, uint32_t first) {
    for (uint32_t i = first; i; i = vt_view_node_at(view, i)->row_next) {
        const vt_view_node *node = vt_view_node_at(view, i);
        leave(view, i);
        count_scope(vt_view_app_at(view, node->application), node->scope, -1);
    }
    for (uint32_t i = first, next; i; i = next) {
        next = vt_view_node_at(view, i)->row_next;
        uint32_t application = vt_view_node_at(view, i)->application;
        vt_slab_give(&view->nodes, i);
        vt_view_decide(view, application);
    }
}

bool vt_view_join(vitals_live_view *view, uint32_t number) {
    vt_view_row *shown = vt_view_row_at(view, number);
    const vt_row *row = vt_row_at(view->live, shown->row);
    uint32_t first = 0, *end = &first;
    for (uint32_t i = 0; (i = next_shown(view, row, i));) {
        *end = new_node(view, number, vt_live_member_at(view->live, i));
        if (*end == 0) {
            drop_new(view, first);
            return false;
        }
        end = &vt_view_node_at(view, *end)->row_next;
    }
    for (uint32_t i = first; i; i = vt_view_node_at(view, i)->row_next) {
        const vt_view_node *node = vt_view_node_at(view, i);
        enter(view, i);
        count_scope(vt_view_app_at(view, node->application), node->scope, 1);
    }
    uint32_t old = shown->nodes;
    shown->nodes = first;
    drop_nodes(view, old);
    return true;
}

bool vt_view_drop_member(vitals_live_view *view, uint32_t application) {
    vt_view_app *app = vt_view_app_at(view, application);
    uint32_t number = vt_view_tree_pop(view, &app->root);
    if (number == 0) return false;
    const vt_view_node *node = vt_view_node_at(view, number);
    uint32_t *at = &vt_view_row_at(view, node->row)->nodes;
    while (*at != number) at = &vt_view_node_at(view, *at)->row_next;
    *at = node->row_next;
    vt_view_count_node(&app->figures, node, -1);
    count_scope(app, node->scope, -1);
    vt_slab_give(&view->nodes, number);
    return true;
}

void vt_view_leave(vitals_live_view *view, uint32_t number) {
    vt_view_row *shown = vt_view_row_at(view, number);
    uint32_t old = shown->nodes;
    shown->nodes = 0;
    drop_nodes(view, old);
}

void vt_view_announce(vitals_live_view *view, uint32_t row) {
    for (uint32_t i = vt_view_row_at(view, row)->nodes; i; i = vt_view_node_at(view, i)->row_next) {
        vt_view_decide(view, vt_view_node_at(view, i)->application);
    }
    uint32_t own = vt_row_at(view->live, vt_view_row_at(view, row)->row)->application;
    uint32_t led = own ? vt_view_app_of(view, own) : 0;
    if (led) vt_view_decide(view, led); /* its delivery may be another */
}
