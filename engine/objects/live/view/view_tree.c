/*
** The members of an application as a tree in their order: what counts first, the worst in front, each
** status in the order in which the application lists its objects, then those that it does not list by
** group, kind, namespace and name. A treap whose priorities are hashes of node numbers, without
** recursion.
*/
#include "objects/live/view/view_tree.h"

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

int vt_view_compare(const vt_view_place *a, const vt_view_place *b) {
    if (a->ordinal != b->ordinal) return a->ordinal < b->ordinal ? -1 : 1;
    const vitals_live_object *x = &a->object, *y = &b->object;
    int order = vt_text_compare(x->group, y->group);
    if (!order) order = vt_text_compare(x->kind, y->kind);
    if (!order) order = vt_text_compare(x->namespace_, y->namespace_);
    return order ? order : vt_text_compare(x->name, y->name);
}

vt_view_place vt_view_place_of(const vitals_live_view *view, const vt_view_node *node) {
    const vt_row *row = vt_row_at(view->live, vt_view_row_at(view, node->row)->row);
    return (vt_view_place){ node->ordinal, vt_row_object(view->live, row) };
}

static bool is_before(const vitals_live_view *view, uint32_t a, uint32_t b) {
    view->live->steps++;
    const vt_view_node *one = vt_view_node_at(view, a), *other = vt_view_node_at(view, b);
    if (one->rank != other->rank) return one->rank < other->rank;
    vt_view_place x = vt_view_place_of(view, one), y = vt_view_place_of(view, other);
    int order = vt_view_compare(&x, &y);
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

uint32_t vt_view_tree_pop(const vitals_live_view *view, uint32_t *root) {
    uint32_t number = *root;
    vt_view_node *node = vt_view_node_at(view, number);
    while (node && node->left) {
        uint32_t left = node->left;
        node->left = vt_view_node_at(view, left)->right;
        vt_view_node_at(view, left)->right = number;
        number = left;
        node = vt_view_node_at(view, number);
    }
    if (node) *root = node->right;
    return number;
}

uint32_t vt_view_tree_first(const vitals_live_view *view, uint32_t root, uint8_t rank) {
    uint32_t found = 0;
    for (uint32_t at = root; at;) {
        const vt_view_node *node = vt_view_node_at(view, at);
        bool reached = node->rank >= rank;
        view->live->steps++;
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
