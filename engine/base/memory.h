/* The allocator hook and sizes that cannot overflow. All memory of the library comes this way. */
#ifndef VITALS_BASE_MEMORY_H
#define VITALS_BASE_MEMORY_H

#include <vitals/vitals.h>

/* A copy of the caller's allocator, with malloc filled in. */
vitals_allocator vt_allocator_or_default(const vitals_allocator *allocator);

/* All return NULL when memory or the size_t range runs out. */
void *vt_allocate(const vitals_allocator *allocator, size_t bytes);
void *vt_allocate_zeroed(const vitals_allocator *allocator, size_t bytes);
void *vt_allocate_array(const vitals_allocator *allocator, size_t count, size_t item_bytes);
/* On failure the old block stays as it was. */
void *vt_reallocate_array(const vitals_allocator *allocator, void *block, size_t old_count,
                          size_t new_count, size_t item_bytes);
/* NULL is allowed. `bytes` is what was asked for. */
void vt_release(const vitals_allocator *allocator, void *block, size_t bytes);
void vt_release_array(const vitals_allocator *allocator, void *block, size_t count,
                      size_t item_bytes);

/* Make room for one more item in a growing array: doubles the capacity. false: no memory.
** `*items` is a pointer to any object type, handed over as void **. */
bool vt_grow(const vitals_allocator *allocator, void **items, size_t *capacity, size_t count,
             size_t item_bytes);

/* a + b and a * b; false and untouched when they do not fit. */
static inline bool vt_size_add(size_t a, size_t b, size_t *out) {
    if (b > SIZE_MAX - a) return false;
    *out = a + b;
    return true;
}
bool vt_size_multiply(size_t a, size_t b, size_t *out);

/* An allocator that counts what is live and refuses past a budget. */
typedef struct vt_counted_memory {
    vitals_allocator parent;
    size_t live_bytes;
    size_t peak_bytes;
    size_t budget_bytes; /* 0: no budget */
    bool refused;        /* set when the budget refused, cleared by the owner */
} vt_counted_memory;

void *vt_counted_allocate(void *counted_memory, void *block, size_t old_bytes, size_t new_bytes);

#endif
