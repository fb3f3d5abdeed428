/*
** The memory of one Lua state. Small blocks are cut from chunks and kept in free lists by size;
** large ones come from the allocator, one by one, and are listed by address.
**
** A run creates some hundred tables and strings and drops them all. Taking each from the system
** allocator would cost more than the script itself. The list of large blocks says how large a part
** of a table is, and lets go of everything at once, without visiting each object.
**
** A small block has room for one more word than it was asked for, in which the state keeps what it
** knows about an object of Lua's.
*/
#ifndef VITALS_LUA_POOL_H
#define VITALS_LUA_POOL_H

#include <string.h>

#include "base/memory/memory.h"

enum { VT_LUA_POOL_LARGEST = 512, VT_LUA_POOL_UNIT = 16, VT_LUA_POOL_WORD = sizeof(void *) };
enum { VT_LUA_POOL_CLASSES = (VT_LUA_POOL_LARGEST + VT_LUA_POOL_WORD - 1) / VT_LUA_POOL_UNIT + 1 };

/* A large block. */
typedef struct vt_lua_large_block {
    void *address; /* NULL: the place is free */
    size_t bytes;
} vt_lua_large_block;

typedef struct vt_lua_pool {
    vitals_allocator allocator;
    void *free_blocks[VT_LUA_POOL_CLASSES]; /* by size, each linked by its first word */
    struct vt_lua_chunk *chunks;
    char *next; /* the unused part of the newest chunk */
    size_t left_bytes;
    vt_lua_large_block *large; /* a hash table with linear probing */
    size_t large_capacity;     /* a power of two, or 0 */
    size_t large_count;
} vt_lua_pool;

void vt_lua_pool_init(vt_lua_pool *pool, const vitals_allocator *allocator);
/* Overwrite all blocks with zeroes and free them. */
void vt_lua_pool_done(vt_lua_pool *pool);
/* A block when no free one of its size is left. */
void *vt_lua_pool_new_block(vt_lua_pool *pool, size_t bytes);
/* Overwrite a large block with zeroes and free it. */
void vt_lua_pool_free_large(vt_lua_pool *pool, void *block, size_t bytes);

/* The place of small blocks of that size in `free_blocks`. */
static inline size_t vt_lua_pool_class(size_t bytes) {
    return (bytes + VT_LUA_POOL_WORD - 1) / VT_LUA_POOL_UNIT;
}

/* Allocate `bytes` > 0 bytes, aligned for any type; NULL without memory. */
static inline void *vt_lua_pool_allocate(vt_lua_pool *pool, size_t bytes) {
    size_t class = vt_lua_pool_class(bytes);
    void *block = bytes > VT_LUA_POOL_LARGEST ? NULL : pool->free_blocks[class];
    if (!block) return vt_lua_pool_new_block(pool, bytes);
    memcpy(&pool->free_blocks[class], block, sizeof(void *));
    return block;
}

/* Overwrite a block with zeroes and free it. */
static inline void vt_lua_pool_free(vt_lua_pool *pool, void *block, size_t bytes) {
    if (bytes > VT_LUA_POOL_LARGEST) {
        vt_lua_pool_free_large(pool, block, bytes);
        return;
    }
    size_t class = vt_lua_pool_class(bytes);
    char *end = (char *)block + (class + 1) * VT_LUA_POOL_UNIT;
    for (char *unit = block; unit < end; unit += VT_LUA_POOL_UNIT) {
        memset(unit, 0, VT_LUA_POOL_UNIT);
    }
    memcpy(block, &pool->free_blocks[class], sizeof(void *));
    pool->free_blocks[class] = block;
}
/* The size of the large block at `address`; 0 when there is none. */
size_t vt_lua_pool_large_bytes(const vt_lua_pool *pool, const void *address);

#endif
