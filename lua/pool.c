/* Small blocks by size; larger ones go directly to the allocator. */
#include "lua/pool.h"

#include <string.h>

enum { CHUNK_BYTES = 16384 };

typedef struct vt_lua_chunk {
    struct vt_lua_chunk *next;
    uint64_t align; /* aligns the blocks after it for any type */
} vt_lua_chunk;

void vt_lua_pool_init(vt_lua_pool *pool, const vitals_allocator *allocator) {
    memset(pool, 0, sizeof *pool);
    pool->allocator = *allocator;
}

void vt_lua_pool_done(vt_lua_pool *pool) {
    vt_lua_chunk *next;
    for (vt_lua_chunk *chunk = pool->chunks; chunk; chunk = next) {
        next = chunk->next;
        pool->allocator.allocate(pool->allocator.user, chunk, CHUNK_BYTES, 0);
    }
    vitals_allocator allocator = pool->allocator;
    vt_lua_pool_init(pool, &allocator);
}

static bool add_chunk(vt_lua_pool *pool) {
    vt_lua_chunk *chunk = pool->allocator.allocate(pool->allocator.user, NULL, 0, CHUNK_BYTES);
    if (!chunk) {
        return false;
    }
    chunk->next = pool->chunks;
    pool->chunks = chunk;
    pool->next = (char *)(chunk + 1);
    pool->left_bytes = CHUNK_BYTES - sizeof *chunk;
    return true;
}

void *vt_lua_pool_allocate(vt_lua_pool *pool, size_t bytes) {
    if (bytes > VT_LUA_POOL_LARGEST) {
        return pool->allocator.allocate(pool->allocator.user, NULL, 0, bytes);
    }
    size_t class = (bytes - 1) / VT_LUA_POOL_UNIT;
    void *block = pool->free_blocks[class];
    if (block) {
        memcpy(&pool->free_blocks[class], block, sizeof(void *));
        return block;
    }
    size_t rounded = (class + 1) * VT_LUA_POOL_UNIT;
    if (pool->left_bytes < rounded && !add_chunk(pool)) {
        return NULL;
    }
    block = pool->next;
    pool->next += rounded;
    pool->left_bytes -= rounded;
    return block;
}

void vt_lua_pool_free(vt_lua_pool *pool, void *block, size_t bytes) {
    memset(block, 0, bytes);
    if (bytes > VT_LUA_POOL_LARGEST) {
        pool->allocator.allocate(pool->allocator.user, block, bytes, 0);
        return;
    }
    size_t class = (bytes - 1) / VT_LUA_POOL_UNIT;
    memcpy(block, &pool->free_blocks[class], sizeof(void *));
    pool->free_blocks[class] = block;
}
