/* Items of one size in chunks, with a list of the free ones. */
#include "live/slab.h"

#include <string.h>

enum { GENERATION_BITS = 28 };
#define GENERATION_MASK ((UINT32_C(1) << GENERATION_BITS) - 1)

void vt_slab_init(vt_slab *slab, const vitals_allocator *allocator, size_t item_bytes) {
    memset(slab, 0, sizeof *slab);
    slab->allocator = allocator;
    slab->item_bytes = item_bytes;
}

void vt_slab_done(vt_slab *slab) {
    for (size_t i = 0; i < slab->chunk_count; i++) {
        vt_release_array(slab->allocator, slab->chunks[i], VT_SLAB_CHUNK, slab->item_bytes);
    }
    vt_release_array(slab->allocator, slab->chunks, slab->chunk_capacity, sizeof *slab->chunks);
    vt_slab_init(slab, slab->allocator, slab->item_bytes);
}

static bool add_chunk(vt_slab *slab) {
    void *chunks = slab->chunks;
    bool room = vt_grow(slab->allocator, &chunks, &slab->chunk_capacity, slab->chunk_count,
                        sizeof *slab->chunks);
    slab->chunks = chunks;
    void *chunk = room ? vt_allocate_array(slab->allocator, VT_SLAB_CHUNK, slab->item_bytes) : NULL;
    if (!chunk) return false;
    memset(chunk, 0, VT_SLAB_CHUNK * slab->item_bytes);
    slab->chunks[slab->chunk_count++] = chunk;
    return true;
}

uint32_t vt_slab_take(vt_slab *slab) {
    uint32_t number = slab->free;
    if (number == 0) {
        if (slab->used >= UINT32_MAX - VT_SLAB_CHUNK) return 0;
        if (slab->used == slab->chunk_count * VT_SLAB_CHUNK && !add_chunk(slab)) return 0;
        number = ++slab->used;
    }
    vt_slab_item *item = vt_slab_at(slab, number);
    if (slab->free) slab->free = item->next_free;
    uint32_t generation = item->generation;
    memset(item, 0, slab->item_bytes);
    item->generation = generation + 1;
    slab->count++;
    return number;
}

void vt_slab_give(vt_slab *slab, uint32_t number) {
    vt_slab_item *item = vt_slab_at(slab, number);
    item->generation++;
    item->next_free = slab->free;
    slab->free = number;
    slab->count--;
}

uint32_t vt_slab_next(const vt_slab *slab, uint32_t number) {
    while (++number <= slab->used) {
        const vt_slab_item *item = vt_slab_at(slab, number);
        if (item->generation & 1) return number;
    }
    return 0;
}

uint64_t vt_slab_id(const vt_slab *slab, vt_id_kind kind, uint32_t number) {
    const vt_slab_item *item = vt_slab_at(slab, number);
    if (!item) return 0;
    uint64_t generation = item->generation & GENERATION_MASK;
    return (uint64_t)kind << 60 | generation << 32 | number;
}

uint32_t vt_slab_find(const vt_slab *slab, vt_id_kind kind, uint64_t id) {
    uint32_t number = (uint32_t)id;
    const vt_slab_item *item = vt_slab_at(slab, number);
    if (!item || !(item->generation & 1)) return 0;
    return vt_slab_id(slab, kind, number) == id ? number : 0;
}
