/*
** Items of one size by number. Numbers count from 1 and are used again; each use has a generation of
** its own, so that an old name of a number is recognised. Items never move. Memory without items is given
** back when it is asked for.
*/
#ifndef VITALS_LIVE_SLAB_H
#define VITALS_LIVE_SLAB_H

#include "base/memory/memory.h"

/* The first member of every item. */
typedef struct vt_slab_item {
    uint32_t generation; /* odd while the item is in use */
    uint32_t next_free;
} vt_slab_item;

typedef struct vt_slab {
    const vitals_allocator *allocator;
    size_t item_bytes;
    void **chunks; /* NULL: it was given back */
    size_t chunk_count, chunk_capacity;
    uint32_t used; /* numbers up to this one were used at some time */
    uint32_t free; /* the first free one, or 0 */
    uint32_t count;
    uint32_t holes;      /* chunks that were given back */
    uint32_t generation; /* of new memory: later than all in what was given back */
    uint32_t
        trim_below; /* items: with more, it is not worth while to look for memory to give back */
} vt_slab;

enum { VT_SLAB_CHUNK = 128 };

void vt_slab_init(vt_slab *slab, const vitals_allocator *allocator, size_t item_bytes);
void vt_slab_done(vt_slab *slab);
/* A new item, zeroed but for its generation. 0: no memory. */
uint32_t vt_slab_take(vt_slab *slab);
void vt_slab_give(vt_slab *slab, uint32_t number);
/* Give back memory without items. Its cost is linear, but it does nothing until half of the items are gone
** since the last time. */
void vt_slab_trim(vt_slab *slab);
/* The next number in use after `number`, or 0. */
uint32_t vt_slab_next(const vt_slab *slab, uint32_t number);

static inline void *vt_slab_at(const vt_slab *slab, uint32_t number) {
    if (number == 0 || number > slab->used) return NULL;
    char *chunk = slab->chunks[(number - 1) / VT_SLAB_CHUNK];
    if (!chunk) return NULL;
    return chunk + (size_t)((number - 1) % VT_SLAB_CHUNK) * slab->item_bytes;
}

/* The kinds of things that ids name. */
typedef enum vt_id_kind { VT_ID_SOURCE = 1, VT_ID_SCOPE, VT_ID_ROW, VT_ID_APPLICATION } vt_id_kind;

/* The id of an item in use: kind, generation and number. 0 for number 0. */
uint64_t vt_slab_id(const vt_slab *slab, vt_id_kind kind, uint32_t number);
/* The number that an id names, or 0. */
uint32_t vt_slab_find(const vt_slab *slab, vt_id_kind kind, uint64_t id);

#endif
