/* Internal to views: the order of an application's members. */
#ifndef VITALS_LIVE_VIEW_TREE_H
#define VITALS_LIVE_VIEW_TREE_H

#include "objects/live/view/view.h"

enum { VT_RANK_NOT_COUNTED = 255 };

/* Where a member is among those of one rank. */
typedef struct vt_view_place {
    uint32_t ordinal;
    vitals_live_object object;
} vt_view_place;

int vt_view_compare(const vt_view_place *a, const vt_view_place *b);
vt_view_place vt_view_place_of(const vitals_live_view *view, const vt_view_node *node);

/* The rank and the ordinal of a node decide its place: set them before the node is added, and remove the
** node before they change. All are O(log members). */
uint8_t vt_view_rank(vitals_health health);
void vt_view_tree_add(vitals_live_view *view, uint32_t *root, uint32_t node);
void vt_view_tree_remove(vitals_live_view *view, uint32_t *root, uint32_t node);
/* Take out the first node, without a look at the others' order: all of them take O(members). The tree is not
** balanced any more. 0: it is empty. */
uint32_t vt_view_tree_pop(const vitals_live_view *view, uint32_t *root);
/* The first node whose rank is at least `rank`, and the one after a node; 0: none. */
uint32_t vt_view_tree_first(const vitals_live_view *view, uint32_t root, uint8_t rank);
uint32_t vt_view_tree_after(const vitals_live_view *view, uint32_t root, uint32_t node);

#endif
