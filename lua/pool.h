/*
** Small blocks for one Lua state: cut from chunks, kept in lists by size.
**
** A run makes some hundred tables and strings and drops them all; taking each from the system
** allocator would cost more than the script does.
*/
#ifndef VITALS_LUA_POOL_H
#define VITALS_LUA_POOL_H

#include "base/memory.h"

enum { VT_LUA_POOL_LARGEST = 256, VT_LUA_POOL_UNIT = 16 };

typedef struct vt_lua_pool {
    vitals_allocator allocator;
    void *free_blocks[VT_LUA_POOL_LARGEST /
                      VT_LUA_POOL_UNIT]; /* by size, each linked by its first word */
    struct vt_lua_chunk *chunks;
    char *next; /* the rest of the newest chunk */
    size_t left_bytes;
} vt_lua_pool;

void vt_lua_pool_init(vt_lua_pool *pool, const vitals_allocator *allocator);
/* Give all chunks back. Every block is gone. */
void vt_lua_pool_done(vt_lua_pool *pool);
/* A block of `bytes` > 0, aligned for any type; NULL without memory. */
void *vt_lua_pool_allocate(vt_lua_pool *pool, size_t bytes);
/* Give a block back, overwritten with zeroes. */
void vt_lua_pool_free(vt_lua_pool *pool, void *block, size_t bytes);

#endif
