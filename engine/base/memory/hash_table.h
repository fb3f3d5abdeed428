/*
** A hash table of pointers to items that hold their own keys: the caller hashes (with vt_hash and a
** seed that nobody can know) and compares. In no order. It grows and shrinks.
*/
#ifndef VITALS_BASE_HASH_TABLE_H
#define VITALS_BASE_HASH_TABLE_H

#include "base/memory/memory.h"

typedef struct vt_hash_slot {
    uint64_t hash;
    void *item; /* NULL: free */
} vt_hash_slot;

/* Start from all zeroes. */
typedef struct vt_hash_table {
    vt_hash_slot *slots;
    size_t slot_count; /* a power of two, or 0 */
    size_t count;
} vt_hash_table;

/* Whether an item has a key. */
typedef bool (*vt_hash_is_fn)(const void *item, const void *key);

void vt_hash_table_done(vt_hash_table *table, const vitals_allocator *allocator);
/* Make room for one more item. false: no memory. */
bool vt_hash_table_reserve(vt_hash_table *table, const vitals_allocator *allocator);
/* Needs room, and an item whose key is not in the table. */
void vt_hash_table_insert(vt_hash_table *table, uint64_t hash, void *item);
/* The item with this key, or NULL. */
void *vt_hash_table_find(const vt_hash_table *table, uint64_t hash, vt_hash_is_fn is,
                         const void *key);
/* Remove an item, if it is there. Room for one more item stays. */
void vt_hash_table_remove(vt_hash_table *table, const vitals_allocator *allocator, uint64_t hash,
                          const void *item);

#endif
