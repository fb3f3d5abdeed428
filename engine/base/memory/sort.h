/* Sorting that asks the host on the way, takes no memory, and is never worse than n log n. */
#ifndef VITALS_BASE_SORT_H
#define VITALS_BASE_SORT_H

#include <stddef.h>

#include "base/run/interrupt.h"

/* Negative, 0 or positive, of two items. */
typedef int (*vt_compare_fn)(const void *a, const void *b);

/* Sort `count` items of `item_bytes` each. Heap sort: no recursion, n log n comparisons for any
** input. Equal items end in any order, which is the same in every run: compare whatever callers see.
** false: the host stopped it, and the order means nothing. */
bool vt_sort(void *items, size_t count, size_t item_bytes, vt_compare_fn compare,
             vt_interrupt interrupt);

/* What a sort asks its caller, for comparisons that need a context or that are charged. */
typedef struct vt_sort_order {
    int (*compare)(void *user, const void *a, const void *b);
    /* After each item that found its place, 3/2 count times in all. false stops the sort. It may
    ** jump out of the sort. */
    bool (*sifted)(void *user);
    void *user;
} vt_sort_order;

/* As vt_sort. false: `sifted` stopped it. */
bool vt_sort_by(void *items, size_t count, size_t item_bytes, const vt_sort_order *order);

#endif
