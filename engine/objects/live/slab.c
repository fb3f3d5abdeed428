/* Items of one size in chunks, with a list of the free ones. */
#include "objects/live/slab.h"

#include <string.h>

enum { GENERATION_BITS = 28 };
#define GENERATION_MASK ((UINT32_C(1) << GENERATION_BITS) - 1)

void vt_slab_init(vt_slab *slab, const vitals_allocator *allocator, size_t item_bytes) {
    memset(slab, 0, sizeof *slab);
    slab->allocator = allocator;
    slab->item_bytes = item_bytes;
}

static vt_slab_item *item_of(const vt_slab *slab, size_t chunk, size_t index) {
    return (vt_slab_item *)((char *)slab->chunks[chunk] + index * slab->item_bytes);
}

static void release_chunk(vt_slab *slab, size_t chunk) {
    void *items = slab->chunks[chunk];
    if (items) vt_release_array(slab->allocator, items, VT_SLAB_CHUNK, slab->item_bytes);
    slab->chunks[chunk] = NULL;
}

void vt_slab_done(vt_slab *slab) {
    for (size_t i = 0; i < slab->chunk_count; i++) {
        release_chunk(slab, i);
    }
    vt_release_array(slab->allocator, slab->chunks, slab->chunk_capacity, sizeof *slab->chunks);
    vt_slab_init(slab, slab->allocator, slab->item_bytes);
}

/* Memory for a chunk that has none. */
static bool fill_chunk(vt_slab *slab, size_t chunk) {
    void *items = vt_allocate_array(slab->allocator, VT_SLAB_CHUNK, slab->item_bytes);
    if (!items) return false;
    memset(items, 0, VT_SLAB_CHUNK * slab->item_bytes);
    slab->chunks[chunk] = items;
    for (size_t i = 0; i < VT_SLAB_CHUNK; i++) {
        item_of(slab, chunk, i)->generation = slab->generation;
    }
    slab->trim_below = (uint32_t)(slab->chunk_count - slab->holes) * (VT_SLAB_CHUNK / 2);
    return true;
}

static bool add_chunk(vt_slab *slab) {
    void *chunks = slab->chunks;
    bool room = vt_grow(slab->allocator, &chunks, &slab->chunk_capacity, slab->chunk_count,
                        sizeof *slab->chunks);
    slab->chunks = chunks;
    if (!room || !fill_chunk(slab, slab->chunk_count)) return false;
    slab->chunk_count++;
    return true;
}

/* The unused items of a chunk become the first free ones. */
static void link_free(vt_slab *slab, size_t chunk) {
    for (size_t i = VT_SLAB_CHUNK; i-- > 0;) {
        vt_slab_item *item = item_of(slab, chunk, i);
        uint32_t number = (uint32_t)(chunk * VT_SLAB_CHUNK + i + 1);
        if (number > slab->used || (item->generation & 1)) continue;
        item->next_free = slab->free;
        slab->free = number;
    }
}

static bool refill_hole(vt_slab *slab) {
    size_t chunk = 0;
    while (slab->chunks[chunk]) chunk++;
    if (!fill_chunk(slab, chunk)) return false;
    slab->holes--;
    link_free(slab, chunk);
    return true;
}

uint32_t vt_slab_take(vt_slab *slab) {
    if (slab->free == 0 && slab->holes && !refill_hole(slab)) return 0;
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

/* Give a chunk back if it has no items. */
static void trim_chunk(vt_slab *slab, size_t chunk) {
    uint32_t latest = slab->generation;
    for (size_t i = 0; i < VT_SLAB_CHUNK; i++) {
        uint32_t generation = item_of(slab, chunk, i)->generation;
        if (generation & 1) return;
        if (generation > latest) latest = generation;
    }
    slab->generation = latest;
    release_chunk(slab, chunk);
    slab->holes++;
}

void vt_slab_trim(vt_slab *slab) {
    if (slab->count > slab->trim_below) return;
    slab->trim_below = slab->count / 2;
    for (size_t i = 0; i < slab->chunk_count; i++) {
        if (slab->chunks[i]) trim_chunk(slab, i);
    }
    for (; slab->chunk_count && !slab->chunks[slab->chunk_count - 1]; slab->chunk_count--) {
        slab->holes--;
    }
    if (slab->used > slab->chunk_count * VT_SLAB_CHUNK) {
        slab->used = (uint32_t)slab->chunk_count * VT_SLAB_CHUNK;
    }
    slab->free = 0;
    for (size_t i = slab->chunk_count; i-- > 0;) {
        if (slab->chunks[i]) link_free(slab, i);
    }
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
        if (!item) number += VT_SLAB_CHUNK - 1 - (number - 1) % VT_SLAB_CHUNK;
        if (item && (item->generation & 1)) return number;
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
