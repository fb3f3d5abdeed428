/* Sorting by a comparison that charges what it visits. */
#ifndef VITALS_CEL_SORT_H
#define VITALS_CEL_SORT_H

#include "cel/run/state.h"

/* What is sorted: two values or two texts. */
#define VT_CEL_SORTED_BYTES 32

typedef int (*vt_cel_order_fn)(vt_cel_state *state, const void *a, const void *b);

/* Sort `count` items of VT_CEL_SORTED_BYTES each; equal ones keep their order. false: the state is
** stopped, and the order means nothing. */
bool vt_cel_sort(vt_cel_state *state, void *items, size_t count, vt_cel_order_fn order);

#endif
