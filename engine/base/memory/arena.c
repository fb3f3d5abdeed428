/* An arena in blocks that double in size and are kept for the next use. */
#include "base/memory/arena.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/memory/memory.h"

/* Blocks double from the first size up to the second; a larger request gets its own block. */
#define FIRST_BLOCK_BYTES ((size_t)512)
#define LARGEST_GROWTH_BYTES ((size_t)1 << 20)
#define ALIGNMENT alignof(max_align_t)

/*
** first -> [ used | used ] -> [ used | free ] -> [ free ]
**                              current             kept from an earlier use
*/
struct vt_arena_block {
    vt_arena_block *next;
    size_t capacity; /* bytes after this header */
    alignas(max_align_t) char bytes[];
};

void vt_arena_init(vt_arena *arena, const vitals_allocator *allocator, size_t budget_bytes) {
    *arena = (vt_arena){ 0 };
    arena->allocator = vt_allocator_or_default(allocator);
    arena->budget_bytes = budget_bytes;
}

static void release_block(vt_arena *arena, vt_arena_block *block) {
    vt_release(&arena->allocator, block, sizeof *block + block->capacity);
}

static size_t used_in_current(const vt_arena *arena) {
    return arena->current ? (size_t)(arena->next - arena->current->bytes) : 0;
}

/* Continue in `block` after its first `used` bytes; the blocks before it use `used_before`. */
static void place(vt_arena *arena, vt_arena_block *block, size_t used, size_t used_before) {
    arena->current = block;
    arena->used_before = used_before;
    arena->next = block ? block->bytes + used : NULL;
    arena->room = block ? block->capacity - used : 0;
    if (arena->budget_bytes == 0) return;
    size_t used_bytes = used_before + used;
    size_t left = arena->budget_bytes > used_bytes ? arena->budget_bytes - used_bytes : 0;
    left -= left % ALIGNMENT;
    if (arena->room > left) arena->room = left;
}

void vt_arena_release(vt_arena *arena) {
    for (vt_arena_block *block = arena->first, *next; block; block = next) {
        next = block->next;
        release_block(arena, block);
    }
    arena->first = NULL;
    place(arena, NULL, 0, 0);
}

void vt_arena_done(vt_arena *arena) {
    vt_arena_release(arena);
}

void vt_arena_empty(vt_arena *arena) {
    place(arena, arena->first, 0, 0);
    arena->over_budget = false;
}

void vt_arena_scrub(vt_arena *arena) {
    for (vt_arena_block *block = arena->first; block; block = block->next) {
        /* volatile: the compiler must not drop writes to memory that is never read again */
        volatile char *bytes = block->bytes;
        for (size_t i = 0; i < block->capacity; i++) bytes[i] = 0;
    }
    vt_arena_empty(arena);
}

size_t vt_arena_left_bytes(const vt_arena *arena) {
    if (arena->budget_bytes == 0) return SIZE_MAX;
    size_t used = arena->used_before + used_in_current(arena);
    return used < arena->budget_bytes ? arena->budget_bytes - used : 0;
}

size_t vt_arena_held_bytes(const vt_arena *arena) {
    size_t held = 0;
    for (const vt_arena_block *block = arena->first; block; block = block->next) {
        held += block->capacity;
    }
    return held;
}

/* Insert a block of at least `bytes` between the current one and `next`. */
static vt_arena_block *insert_block(vt_arena *arena, size_t bytes, vt_arena_block *next) {
    size_t capacity = arena->current ? arena->current->capacity : FIRST_BLOCK_BYTES / 2;
    capacity = capacity < LARGEST_GROWTH_BYTES ? capacity * 2 : LARGEST_GROWTH_BYTES;
    if (capacity < bytes) capacity = bytes;
    size_t whole;
    if (!vt_size_add(sizeof(vt_arena_block), capacity, &whole)) return NULL;
    vt_arena_block *block = vt_allocate(&arena->allocator, whole);
    if (!block) return NULL;
    block->capacity = capacity;
    block->next = next;
    if (arena->current) {
        arena->current->next = block;
    } else {
        arena->first = block;
    }
    return block;
}

/* Move on to a block with room for `bytes`. Unused blocks that are too small are freed, so that
** requests of varying size do not accumulate blocks. */
static bool next_block(vt_arena *arena, size_t bytes) {
    vt_arena_block *next = arena->current ? arena->current->next : arena->first;
    while (next && next->capacity < bytes) {
        vt_arena_block *after = next->next;
        release_block(arena, next);
        next = after;
        if (arena->current) {
            arena->current->next = next;
        } else {
            arena->first = next;
        }
    }
    if (!next) next = insert_block(arena, bytes, NULL);
    if (!next) return false;
    place(arena, next, 0, arena->used_before + used_in_current(arena));
    return true;
}

void *vt_arena_allocate_slow(vt_arena *arena, size_t bytes) {
    if (bytes > SIZE_MAX - ALIGNMENT) return NULL;
    size_t rounded = (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (rounded == 0) rounded = ALIGNMENT;
    size_t used_bytes = arena->used_before + used_in_current(arena);
    if (arena->budget_bytes != 0 &&
        (used_bytes > arena->budget_bytes || rounded > arena->budget_bytes - used_bytes)) {
        arena->over_budget = true;
        return NULL;
    }
    if (rounded > arena->room && !next_block(arena, rounded)) return NULL;
    char *piece = arena->next;
    arena->next += rounded;
    arena->room -= rounded;
    return piece;
}

void *vt_arena_allocate_zeroed(vt_arena *arena, size_t bytes) {
    void *block = vt_arena_allocate(arena, bytes);
    if (block) memset(block, 0, bytes);
    return block;
}

void *vt_arena_allocate_array(vt_arena *arena, size_t count, size_t item_bytes) {
    size_t bytes;
    return vt_size_multiply(count, item_bytes, &bytes) ? vt_arena_allocate(arena, bytes) : NULL;
}

vt_text vt_arena_copy(vt_arena *arena, vt_text text) {
    size_t bytes;
    if (!vt_size_add(text.size, 1, &bytes)) return VT_TEXT_ABSENT;
    char *copy = vt_arena_allocate(arena, bytes);
    if (!copy) return VT_TEXT_ABSENT;
    if (text.size) memcpy(copy, text.bytes, text.size);
    copy[text.size] = '\0';
    return vt_text_slice(copy, text.size);
}

vt_text vt_arena_join(vt_arena *arena, const vt_text *parts, size_t count) {
    size_t size = 0;
    for (size_t i = 0; i < count; i++) {
        if (!vt_size_add(size, parts[i].size, &size)) return VT_TEXT_ABSENT;
    }
    char *bytes = vt_arena_allocate(arena, size + 1);
    if (!bytes) return VT_TEXT_ABSENT;
    size_t at = 0;
    for (size_t i = 0; i < count; i++) {
        if (parts[i].size) memcpy(bytes + at, parts[i].bytes, parts[i].size);
        at += parts[i].size;
    }
    bytes[size] = '\0';
    return vt_text_slice(bytes, size);
}

/* Formats twice: once for the size, once into the arena. */
vt_text vt_arena_printf(vt_arena *arena, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (size < 0) return VT_TEXT_ABSENT;
    char *text = vt_arena_allocate(arena, (size_t)size + 1);
    if (!text) return VT_TEXT_ABSENT;
    va_start(arguments, format);
    vsnprintf(text, (size_t)size + 1, format, arguments);
    va_end(arguments);
    return vt_text_slice(text, (size_t)size);
}

vt_arena_mark vt_arena_mark_here(const vt_arena *arena) {
    return (vt_arena_mark){ arena->current, used_in_current(arena), arena->used_before };
}

void vt_arena_back_to(vt_arena *arena, vt_arena_mark mark) {
    /* A mark taken before the first block existed means the beginning. */
    place(arena, mark.block ? mark.block : arena->first, mark.used_in_block, mark.used_before);
}
