/*
** An arena: memory allocated piece by piece and freed all at once, or back to a mark.
**
** Emptying an arena keeps its blocks, so an arena that is used again rarely allocates. An arena may
** have a budget; a request that exceeds it fails as if memory had run out and sets `over_budget`.
*/
#ifndef VITALS_BASE_ARENA_H
#define VITALS_BASE_ARENA_H

#include <stdalign.h>
#include <stddef.h>

#include "base/text/text.h"

typedef struct vt_arena_block vt_arena_block;

typedef struct vt_arena {
    vitals_allocator allocator;
    vt_arena_block *first;
    vt_arena_block *current;
    char *next;          /* start of the next piece, in the current block */
    size_t room;         /* bytes left in the block, within the budget */
    size_t used_before;  /* bytes of the blocks before the current one */
    size_t budget_bytes; /* 0: none */
    bool over_budget;
} vt_arena;

typedef struct vt_arena_mark {
    vt_arena_block *block;
    size_t used_in_block;
    size_t used_before;
} vt_arena_mark;

/* Does not allocate. A `budget_bytes` of 0 means no budget. */
void vt_arena_init(vt_arena *arena, const vitals_allocator *allocator, size_t budget_bytes);
void vt_arena_done(vt_arena *arena);
/* Free everything; keeps the blocks. */
void vt_arena_empty(vt_arena *arena);
/* Forget everything and give the blocks back; the arena can be used again. */
void vt_arena_release(vt_arena *arena);
/* The same, and overwrite the blocks with zeroes. */
void vt_arena_scrub(vt_arena *arena);
/* Bytes held in blocks, used or not. */
size_t vt_arena_held_bytes(const vt_arena *arena);
/* Bytes that the budget still allows; SIZE_MAX without one. */
size_t vt_arena_left_bytes(const vt_arena *arena);

/* The slow path of vt_arena_allocate: the current block is full, or `bytes` is 0. */
void *vt_arena_allocate_slow(vt_arena *arena, size_t bytes);

/* Aligned for any type; NULL when memory or the budget runs out. Not zeroed. Sizes are rounded up
** to the alignment, so that the next piece is aligned as well; so is `room`. */
static inline void *vt_arena_allocate(vt_arena *arena, size_t bytes) {
    if (bytes == 0 || bytes > arena->room) return vt_arena_allocate_slow(arena, bytes);
    const size_t mask = alignof(max_align_t) - 1;
    const size_t rounded = (bytes + mask) & ~mask;
    char *piece = arena->next;
    arena->next += rounded;
    arena->room -= rounded;
    return piece;
}
void *vt_arena_allocate_zeroed(vt_arena *arena, size_t bytes);
void *vt_arena_allocate_array(vt_arena *arena, size_t count, size_t item_bytes);
/* A NUL-terminated copy; absent when memory runs out. */
vt_text vt_arena_copy(vt_arena *arena, vt_text text);
/* The parts one after another, with a terminator behind; absent when memory runs out. Unlike printf
** it copies NUL bytes. */
vt_text vt_arena_join(vt_arena *arena, const vt_text *parts, size_t count);
#define VT_JOIN(arena, ...)                                                                        \
    vt_arena_join((arena), (const vt_text[]){ __VA_ARGS__ },                                       \
                  sizeof((const vt_text[]){ __VA_ARGS__ }) / sizeof(vt_text))
/* printf into the arena; absent when memory runs out. */
vt_text vt_arena_printf(vt_arena *arena, const char *format, ...) VITALS_PRINTF(2, 3);

vt_arena_mark vt_arena_mark_here(const vt_arena *arena);
void vt_arena_back_to(vt_arena *arena, vt_arena_mark mark);

#endif
