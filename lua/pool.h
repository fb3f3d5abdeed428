/*
** Small blocks for one Lua state, cut from chunks and kept in free lists by size.
**
** A run creates some hundred tables and strings and drops them all. Taking each from the system
** allocator would cost more than the script itself.
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
    char *next; /* the unused part of the newest chunk */
    size_t left_bytes;
} vt_lua_pool;

void vt_lua_pool_init(vt_lua_pool *pool, const vitals_allocator *allocator);
/* Free all chunks, and with them every block. */
void vt_lua_pool_done(vt_lua_pool *pool);
/* Allocate `bytes` > 0 bytes, aligned for any type; NULL without memory. */
void *vt_lua_pool_allocate(vt_lua_pool *pool, size_t bytes);
/* Overwrite a block with zeroes and free it. */
void vt_lua_pool_free(vt_lua_pool *pool, void *block, size_t bytes);

#endif
