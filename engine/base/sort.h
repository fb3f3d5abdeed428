/* Sorting that asks the host on the way, and takes no memory. */
#ifndef VITALS_BASE_SORT_H
#define VITALS_BASE_SORT_H

#include <stddef.h>

#include "base/interrupt.h"

/* Negative, 0 or positive, of two of the pointers that are sorted. */
typedef int (*vt_compare_fn)(const void *a, const void *b);

/* Sort pointers. Heap sort: no recursion, n log n comparisons for any input. Equal ones end in any
** order. false: the host stopped it, and the order means nothing. */
bool vt_sort_pointers(const void **items, size_t count, vt_compare_fn compare,
                      vt_interrupt interrupt);

#endif
