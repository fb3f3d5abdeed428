/* The allocator hook, checked sizes, and an allocator with a budget. */
#include "base/memory/memory.h"

#include <stdlib.h>
#include <string.h>

/* The default hook: realloc and free, in the shape of lua_Alloc. */
static void *allocate_from_system(void *user, void *block, size_t old_bytes, size_t new_bytes) {
    (void)user;
    (void)old_bytes;
    if (new_bytes == 0) {
        free(block);
        return NULL;
    }
    return realloc(block, new_bytes);
}

/* A zeroed allocator means none: options structs start as all zeroes. */
vitals_allocator vt_allocator_or_default(const vitals_allocator *allocator) {
    if (allocator && allocator->allocate) return *allocator;
    return (vitals_allocator){ allocate_from_system, NULL };
}

bool vt_size_multiply(size_t a, size_t b, size_t *out) {
    if (b != 0 && a > SIZE_MAX / b) return false;
    *out = a * b;
    return true;
}

/* Never requests 0 bytes, which the hook would take for a release. */
void *vt_allocate(const vitals_allocator *allocator, size_t bytes) {
    return allocator->allocate(allocator->user, NULL, 0, bytes ? bytes : 1);
}

void *vt_allocate_zeroed(const vitals_allocator *allocator, size_t bytes) {
    void *block = vt_allocate(allocator, bytes);
    if (block) memset(block, 0, bytes);
    return block;
}

void *vt_allocate_array(const vitals_allocator *allocator, size_t count, size_t item_bytes) {
    size_t bytes;
    return vt_size_multiply(count, item_bytes, &bytes) ? vt_allocate(allocator, bytes) : NULL;
}

/* An empty block has one byte, to distinguish it from a failure. */
static size_t held(size_t bytes) {
    return bytes ? bytes : 1;
}

void *vt_reallocate_array(const vitals_allocator *allocator, void *block, size_t old_count,
                          size_t new_count, size_t item_bytes) {
    size_t bytes;
    if (!vt_size_multiply(new_count, item_bytes, &bytes)) return NULL;
    size_t old_bytes = block ? held(old_count * item_bytes) : 0;
    return allocator->allocate(allocator->user, block, old_bytes, held(bytes));
}

void vt_release(const vitals_allocator *allocator, void *block, size_t bytes) {
    if (block) allocator->allocate(allocator->user, block, held(bytes), 0);
}

void vt_release_array(const vitals_allocator *allocator, void *block, size_t count,
                      size_t item_bytes) {
    vt_release(allocator, block, count * item_bytes);
}

/* Doubling makes appending n items linear in n. */
bool vt_grow(const vitals_allocator *allocator, void **items, size_t *capacity, size_t count,
             size_t item_bytes) {
    if (count < *capacity) return true;
    size_t wanted;
    if (!vt_size_multiply(*capacity, 2, &wanted)) return false;
    if (wanted < 8) wanted = 8;
    if (wanted <= count && !vt_size_add(count, 1, &wanted)) return false;
    void *grown = vt_reallocate_array(allocator, *items, *capacity, wanted, item_bytes);
    if (!grown) return false;
    *items = grown;
    *capacity = wanted;
    return true;
}

/* Whether `new_bytes` in place of `old_bytes` stays within the budget. */
static bool within_budget(const vt_counted_memory *memory, size_t old_bytes, size_t new_bytes) {
    if (memory->budget_bytes == 0 || new_bytes <= old_bytes) return true;
    size_t live_without = memory->live_bytes - old_bytes;
    return live_without <= memory->budget_bytes && new_bytes <= memory->budget_bytes - live_without;
}

/* Counts the bytes that were requested, not what the parent allocates. A release never fails. */
void *vt_counted_allocate(void *counted_memory, void *block, size_t old_bytes, size_t new_bytes) {
    vt_counted_memory *memory = counted_memory;
    if (!block) old_bytes = 0;
    if (!within_budget(memory, old_bytes, new_bytes)) {
        memory->refused = true;
        return NULL;
    }
    void *moved = memory->parent.allocate(memory->parent.user, block, old_bytes, new_bytes);
    if (!moved && new_bytes != 0) return NULL;
    memory->live_bytes += new_bytes - old_bytes;
    if (memory->live_bytes > memory->peak_bytes) memory->peak_bytes = memory->live_bytes;
    return moved;
}
