/* A hash table of numbers. It holds no keys: the caller hashes and compares what the numbers name. */
#ifndef VITALS_BASE_TABLE_H
#define VITALS_BASE_TABLE_H

#include "base/memory/memory.h"

typedef struct vt_table_slot {
    uint32_t hash;
    uint32_t number; /* 0: free */
} vt_table_slot;

typedef struct vt_table {
    const vitals_allocator *allocator;
    vt_table_slot *slots;
    size_t slot_count; /* a power of two, or 0 */
    size_t count;
} vt_table;

/* Mix numbers, such as those of interned texts, into a hash. */
uint64_t vt_table_mix(uint64_t hash, const uint32_t *numbers, size_t count);

typedef bool (*vt_table_same_fn)(const void *key, uint32_t number);

void vt_table_init(vt_table *table, const vitals_allocator *allocator);
void vt_table_done(vt_table *table);
/* Empty it; keeps the memory. */
void vt_table_clear(vt_table *table);
/* Make room for `more` numbers, so that adding as many cannot fail. false: no memory. */
bool vt_table_reserve_many(vt_table *table, size_t more);
static inline bool vt_table_reserve(vt_table *table) {
    return vt_table_reserve_many(table, 1);
}
/* Add a number; there must be room. */
void vt_table_add(vt_table *table, uint64_t hash, uint32_t number);
void vt_table_remove(vt_table *table, uint64_t hash, uint32_t number);
/* Give memory back when most of the table is empty; without memory to do so it stays as it is. What was
** reserved is not any more. */
void vt_table_trim(vt_table *table);
/* The first number with this hash for which `same` holds, or 0. */
uint32_t vt_table_find(const vt_table *table, uint64_t hash, vt_table_same_fn same,
                       const void *key);

#endif
