/*
** A list in the order of growing numbers, from which items are removed anywhere: the numbers stay
** valid while the list changes and memory is given back.
*/
#ifndef VITALS_BASE_SEQUENCE_H
#define VITALS_BASE_SEQUENCE_H

#include "base/memory/memory.h"

typedef struct vt_sequence_item {
    uint64_t number;
    void *item; /* NULL after removal */
} vt_sequence_item;

/* Start from all zeroes. */
typedef struct vt_sequence {
    vt_sequence_item *items; /* with holes */
    size_t count, capacity;  /* of `items` */
    size_t live_count;
} vt_sequence;

void vt_sequence_done(vt_sequence *sequence, const vitals_allocator *allocator);
/* Make room for one more item. false: no memory. */
bool vt_sequence_reserve(vt_sequence *sequence, const vitals_allocator *allocator);
/* Needs room. `number` is larger than all that were appended; `item` is not NULL. */
void vt_sequence_append(vt_sequence *sequence, uint64_t number, void *item);
/* The item with this number, or NULL. O(log n). */
void *vt_sequence_find(const vt_sequence *sequence, uint64_t number);
/* Set another item for a number that is there. */
void vt_sequence_replace(vt_sequence *sequence, uint64_t number, void *item);
/* Remove the item with this number, if it is there. Amortized O(log n). */
void vt_sequence_remove(vt_sequence *sequence, const vitals_allocator *allocator, uint64_t number);
/* The number of the last item appended, or 0. */
uint64_t vt_sequence_last(const vt_sequence *sequence);
/* The first item with a number above `*cursor`, which becomes its number; NULL at the end. */
void *vt_sequence_next(const vt_sequence *sequence, uint64_t *cursor);

#endif
