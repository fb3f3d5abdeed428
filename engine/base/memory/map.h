/*
** A seeded hash map from text to a pointer that keeps insertion order.
** Keys are borrowed: they must live as long as the map.
*/
#ifndef VITALS_BASE_MAP_H
#define VITALS_BASE_MAP_H

#include "base/memory/table.h"
#include "base/text/text.h"

typedef struct vt_map_entry {
    vt_text key;
    uint64_t hash;
    void *value; /* NULL after removal */
} vt_map_entry;

typedef struct vt_map {
    vitals_allocator allocator;
    uint64_t seed;
    vt_map_entry *entries; /* in insertion order */
    size_t entry_count, entry_capacity;
    size_t live_count;
    vt_table table; /* index + 1 into entries */
} vt_map;

uint64_t vt_hash(vt_text text, uint64_t seed);
/* A seed for a table of untrusted keys: `seed`, which a host may leave 0, and the address of the
** table, which the author of the keys does not know where addresses are random. No result may depend
** on it. */
static inline uint64_t vt_hash_seed(uint64_t seed, const void *table) {
    return seed ^ (uint64_t)(uintptr_t)table;
}

/* The map hashes with vt_hash_seed(seed, map). */
void vt_map_init(vt_map *map, const vitals_allocator *allocator, uint64_t seed);
void vt_map_done(vt_map *map);
void vt_map_clear(vt_map *map);
/* The value, or NULL. */
void *vt_map_get(const vt_map *map, vt_text key);
/* Set or replace; `value` must not be NULL. A replaced entry keeps its key and its position.
** Returns false, with nothing changed, when memory runs out. */
bool vt_map_put(vt_map *map, vt_text key, void *value);
/* Returns the removed value, or NULL. */
void *vt_map_remove(vt_map *map, vt_text key);
/* Iterate in insertion order: start with *at = 0; NULL at the end. */
const vt_map_entry *vt_map_next(const vt_map *map, size_t *at);

#endif
