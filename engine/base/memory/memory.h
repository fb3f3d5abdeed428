/* The allocator hook and overflow-checked sizes. The library allocates all memory through these. */
#ifndef VITALS_BASE_MEMORY_H
#define VITALS_BASE_MEMORY_H

#include <vitals/vitals.h>

/* A copy of the caller's allocator; one based on malloc when `allocator` is NULL or empty. */
vitals_allocator vt_allocator_or_default(const vitals_allocator *allocator);

/* All return NULL when memory or the size_t range runs out. */
void *vt_allocate(const vitals_allocator *allocator, size_t bytes);
void *vt_allocate_zeroed(const vitals_allocator *allocator, size_t bytes);
void *vt_allocate_array(const vitals_allocator *allocator, size_t count, size_t item_bytes);
/* On failure the old block is unchanged. */
void *vt_reallocate_array(const vitals_allocator *allocator, void *block, size_t old_count,
                          size_t new_count, size_t item_bytes);
/* `block` may be NULL. `bytes` is the size it was allocated with. */
void vt_release(const vitals_allocator *allocator, void *block, size_t bytes);
void vt_release_array(const vitals_allocator *allocator, void *block, size_t count,
                      size_t item_bytes);

/* Make room for one more item in a growing array by doubling its capacity. Returns false when
** memory runs out. `*items` is a pointer to any object type, passed as void **. */
bool vt_grow(const vitals_allocator *allocator, void **items, size_t *capacity, size_t count,
             size_t item_bytes);

/* a + b and a * b; false, with `*out` unchanged, on overflow. */
static inline bool vt_size_add(size_t a, size_t b, size_t *out) {
    if (b > SIZE_MAX - a) return false;
    *out = a + b;
    return true;
}
bool vt_size_multiply(size_t a, size_t b, size_t *out);

/* An allocator that counts live bytes and fails beyond a budget. */
typedef struct vt_counted_memory {
    vitals_allocator parent;
    size_t live_bytes;
    size_t peak_bytes;
    size_t budget_bytes; /* 0: no budget */
    bool refused;        /* set when the budget was exceeded, cleared by the owner */
} vt_counted_memory;

void *vt_counted_allocate(void *counted_memory, void *block, size_t old_bytes, size_t new_bytes);

#endif
