/* Inside applications: members of which the first few are wanted in order. */
#ifndef VITALS_HEALTH_MEMBER_HEAP_H
#define VITALS_HEALTH_MEMBER_HEAP_H

#include "health/member.h"

/* A binary heap by vt_member_compare. Each member knows its place, so that it can be removed. */
typedef struct vt_member_heap {
    vt_member **items;
    size_t count, capacity;
    bool errors; /* the place is member->error_at instead of member->cause_at */
} vt_member_heap;

void vt_member_heap_done(vt_member_heap *heap, const vitals_allocator *allocator);
/* Make room for one more. false: no memory. */
bool vt_member_heap_reserve(vt_member_heap *heap, const vitals_allocator *allocator);
/* Needs room. O(log n). */
void vt_member_heap_add(vt_member_heap *heap, vt_member *member);
/* Remove a member if it is in the heap. O(log n). */
void vt_member_heap_remove(vt_member_heap *heap, const vitals_allocator *allocator,
                           vt_member *member);

enum { VT_HEAP_MOST_FIRST = 3 };

/* The first of at most VITALS_HEALTH_COUNT heaps together, in order, at most VT_HEAP_MOST_FIRST;
** returns how many. Looks at a bounded number of members, which is added to `*steps`. */
size_t vt_member_heap_first(const vt_member_heap *const *heaps, size_t heap_count,
                            const vt_member *out[VT_HEAP_MOST_FIRST], uint64_t *steps);

#endif
