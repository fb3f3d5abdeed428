/* Small blocks by size, large blocks by address. */
#include "lua/pool.h"

enum { CHUNK_BYTES = 16384, LEAST_LARGE = 64 };

typedef struct vt_lua_chunk {
    struct vt_lua_chunk *next;
    uint64_t align; /* aligns the blocks after it for any type */
} vt_lua_chunk;

void vt_lua_pool_init(vt_lua_pool *pool, const vitals_allocator *allocator) {
    memset(pool, 0, sizeof *pool);
    pool->allocator = *allocator;
}

/* ---- large blocks */

static size_t home_of(const vt_lua_pool *pool, const void *address) {
    uint64_t spread = (uint64_t)(uintptr_t)address * UINT64_C(0x9E3779B97F4A7C15);
    return (size_t)(spread >> 32) & (pool->large_capacity - 1);
}

/* The place of the block at `address`, or the free place where it would be. */
static vt_lua_large_block *place_of(const vt_lua_pool *pool, const void *address) {
    size_t place = home_of(pool, address);
    while (pool->large[place].address && pool->large[place].address != address) {
        place = (place + 1) & (pool->large_capacity - 1);
    }
    return &pool->large[place];
}

/* Make room for one more; at least half of the places stay free. */
static bool grow_large(vt_lua_pool *pool) {
    if (2 * (pool->large_count + 1) <= pool->large_capacity) return true;
    vt_lua_pool wider = *pool;
    wider.large_capacity = pool->large_capacity > 0 ? 2 * pool->large_capacity : LEAST_LARGE;
    wider.large = vt_allocate_zeroed(&pool->allocator, wider.large_capacity * sizeof *wider.large);
    if (!wider.large) return false;
    for (size_t place = 0; place < pool->large_capacity; place++) {
        if (pool->large[place].address) {
            *place_of(&wider, pool->large[place].address) = pool->large[place];
        }
    }
    vt_release_array(&pool->allocator, pool->large, pool->large_capacity, sizeof *pool->large);
    *pool = wider;
    return true;
}

static void *allocate_large(vt_lua_pool *pool, size_t bytes) {
    if (!grow_large(pool)) return NULL;
    void *block = pool->allocator.allocate(pool->allocator.user, NULL, 0, bytes);
    if (block) {
        *place_of(pool, block) = (vt_lua_large_block){ block, bytes };
        pool->large_count++;
    }
    return block;
}

/* Free the place, and move back the blocks after it that probing would no longer find. */
static void forget_large(vt_lua_pool *pool, const void *block) {
    size_t mask = pool->large_capacity - 1;
    size_t hole = (size_t)(place_of(pool, block) - pool->large);
    for (size_t place = (hole + 1) & mask; pool->large[place].address; place = (place + 1) & mask) {
        size_t home = home_of(pool, pool->large[place].address);
        if (((place - home) & mask) >= ((place - hole) & mask)) {
            pool->large[hole] = pool->large[place];
            hole = place;
        }
    }
    pool->large[hole].address = NULL;
    pool->large_count--;
}

size_t vt_lua_pool_large_bytes(const vt_lua_pool *pool, const void *address) {
    if (!address || pool->large_count == 0) return 0;
    const vt_lua_large_block *found = place_of(pool, address);
    return found->address ? found->bytes : 0;
}

static void free_all_large(vt_lua_pool *pool) {
    for (size_t place = 0; place < pool->large_capacity; place++) {
        vt_lua_large_block *block = &pool->large[place];
        if (block->address) {
            memset(block->address, 0, block->bytes);
            pool->allocator.allocate(pool->allocator.user, block->address, block->bytes, 0);
        }
    }
    vt_release_array(&pool->allocator, pool->large, pool->large_capacity, sizeof *pool->large);
}

/* ---- small blocks */

void vt_lua_pool_done(vt_lua_pool *pool) {
    free_all_large(pool);
    vt_lua_chunk *next;
    for (vt_lua_chunk *chunk = pool->chunks; chunk; chunk = next) {
        next = chunk->next;
        memset(chunk, 0, CHUNK_BYTES);
        pool->allocator.allocate(pool->allocator.user, chunk, CHUNK_BYTES, 0);
    }
    vitals_allocator allocator = pool->allocator;
    vt_lua_pool_init(pool, &allocator);
}

static bool add_chunk(vt_lua_pool *pool) {
    vt_lua_chunk *chunk = pool->allocator.allocate(pool->allocator.user, NULL, 0, CHUNK_BYTES);
    if (!chunk) return false;
    chunk->next = pool->chunks;
    pool->chunks = chunk;
    pool->next = (char *)(chunk + 1);
    pool->left_bytes = CHUNK_BYTES - sizeof *chunk;
    return true;
}

void *vt_lua_pool_new_block(vt_lua_pool *pool, size_t bytes) {
    if (bytes > VT_LUA_POOL_LARGEST) return allocate_large(pool, bytes);
    size_t rounded = (vt_lua_pool_class(bytes) + 1) * VT_LUA_POOL_UNIT;
    if (pool->left_bytes < rounded && !add_chunk(pool)) return NULL;
    void *block = pool->next;
    pool->next += rounded;
    pool->left_bytes -= rounded;
    return block;
}

void vt_lua_pool_free_large(vt_lua_pool *pool, void *block, size_t bytes) {
    memset(block, 0, bytes);
    forget_large(pool, block);
    pool->allocator.allocate(pool->allocator.user, block, bytes, 0);
}
