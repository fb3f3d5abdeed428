/* Internal to views: the order of an application's members. */
#ifndef VITALS_LIVE_VIEW_TREE_H
#define VITALS_LIVE_VIEW_TREE_H

#include "live/view.h"

enum { VT_RANK_NOT_COUNTED = 255 };

/* The rank of a node decides its place: set it before the node is added, and remove the node before it
** changes. All are O(log members). */
uint8_t vt_view_rank(vitals_health health);
void vt_view_tree_add(vitals_live_view *view, uint32_t *root, uint32_t node);
void vt_view_tree_remove(vitals_live_view *view, uint32_t *root, uint32_t node);
/* The first node whose rank is at least `rank`, and the one after a node; 0: none. */
uint32_t vt_view_tree_first(const vitals_live_view *view, uint32_t root, uint8_t rank);
uint32_t vt_view_tree_after(const vitals_live_view *view, uint32_t root, uint32_t node);

#endif
