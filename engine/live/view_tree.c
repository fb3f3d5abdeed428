/* The members of an application as a tree in their order: what counts first, the worst in front, each
** status in the order of group, kind, namespace and name. A treap whose priorities are hashes of node
** numbers, without recursion. */
#include "live/view_tree.h"

uint8_t vt_view_rank(vitals_health health) {
    enum { MOST_SEVERE = 5 };
    return (uint8_t)(MOST_SEVERE - vitals_health_severity(health));
}

static uint32_t priority_of(uint32_t number) {
    uint32_t hash = number * UINT32_C(0x9E3779B1);
    hash ^= hash >> 15;
    hash *= UINT32_C(0x85EBCA77);
    return hash ^ hash >> 13;
}

static int compare_names(const vitals_live *live, const vt_row *a, const vt_row *b) {
    const vt_text one[] = { vt_live_text(live, a->group), vt_live_text(live, a->kind),
                            vt_live_text(live, a->namespace_), vt_row_name(a) };
    const vt_text other[] = { vt_live_text(live, b->group), vt_live_text(live, b->kind),
                              vt_live_text(live, b->namespace_), vt_row_name(b) };
    for (size_t i = 0; i < 4; i++) {
        int order = vt_text_compare(one[i], other[i]);
        if (order) return order;
    }
    return 0;
}

static bool is_before(const vitals_live_view *view, uint32_t a, uint32_t b) {
    const vt_view_node *one = vt_view_node_at(view, a), *other = vt_view_node_at(view, b);
    if (one->rank != other->rank) return one->rank < other->rank;
    uint32_t row = vt_view_row_at(view, one->row)->row;
    uint32_t than = vt_view_row_at(view, other->row)->row;
    int order = compare_names(view->live, vt_row_at(view->live, row), vt_row_at(view->live, than));
    return order ? order < 0 : a < b;
}

void vt_view_tree_add(vitals_live_view *view, uint32_t *root, uint32_t number) {
    uint32_t *at = root;
    while (*at && priority_of(*at) >= priority_of(number)) {
        vt_view_node *node = vt_view_node_at(view, *at);
        at = is_before(view, number, *at) ? &node->left : &node->right;
    }
    vt_view_node *added = vt_view_node_at(view, number);
    uint32_t rest = *at, *smaller = &added->left, *larger = &added->right;
    *at = number;
    while (rest) {
        vt_view_node *node = vt_view_node_at(view, rest);
        if (is_before(view, rest, number)) {
            *smaller = rest;
            smaller = &node->right;
            rest = node->right;
        } else {
            *larger = rest;
            larger = &node->left;
            rest = node->left;
        }
    }
    *smaller = *larger = 0;
}

void vt_view_tree_remove(vitals_live_view *view, uint32_t *root, uint32_t number) {
    uint32_t *at = root;
    while (*at != number) {
        vt_view_node *node = vt_view_node_at(view, *at);
        at = is_before(view, number, *at) ? &node->left : &node->right;
    }
    uint32_t left = vt_view_node_at(view, number)->left;
    uint32_t right = vt_view_node_at(view, number)->right;
    while (left && right) {
        bool take_left = priority_of(left) >= priority_of(right);
        *at = take_left ? left : right;
        vt_view_node *node = vt_view_node_at(view, *at);
        at = take_left ? &node->right : &node->left;
        *(take_left ? &left : &right) = *at;
    }
    *at = left ? left : right;
}

uint32_t vt_view_tree_first(const vitals_live_view *view, uint32_t root, uint8_t rank) {
    uint32_t found = 0;
    for (uint32_t at = root; at;) {
        const vt_view_node *node = vt_view_node_at(view, at);
        bool reached = node->rank >= rank;
        if (reached) found = at;
        at = reached ? node->left : node->right;
    }
    return found;
}

uint32_t vt_view_tree_after(const vitals_live_view *view, uint32_t root, uint32_t number) {
    uint32_t found = 0;
    for (uint32_t at = root; at;) {
        const vt_view_node *node = vt_view_node_at(view, at);
        bool follows = is_before(view, number, at);
        if (follows) found = at;
        at = follows ? node->left : node->right;
    }
    return found;
}
