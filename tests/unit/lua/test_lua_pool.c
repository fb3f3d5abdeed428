/* The memory of a Lua state: blocks of any size do not overlap, large ones are found by address, and all
** memory is given back as zeroes. */
#include "lua/pool.h"

#include "support/table.h"

enum { MOST_BLOCKS = 1100, LEAST_INDEX = 1024, MOST_INDEX = 8192 };

typedef struct block {
    unsigned char *address;
    size_t bytes;
    unsigned char fill;
} block;

/* What the pool took from its allocator. */
typedef struct outside {
    size_t bytes, refused_after;
    bool dirty; /* something was given back that was not zero */
} outside;

/* The pool's own index of large blocks: it has no contents of theirs and need not be zero. */
static bool is_index(size_t bytes) {
    return bytes >= LEAST_INDEX && bytes <= MOST_INDEX && (bytes & (bytes - 1)) == 0;
}

static void *allocate(void *user, void *old, size_t old_bytes, size_t new_bytes) {
    outside *memory = user;
    if (new_bytes == 0) {
        for (size_t i = 0; i < old_bytes && !is_index(old_bytes); i++) {
            if (((unsigned char *)old)[i]) memory->dirty = true;
        }
        memory->bytes -= old_bytes;
        free(old);
        return NULL;
    }
    assert_null(old);
    if (memory->bytes + new_bytes > memory->refused_after) return NULL;
    memory->bytes += new_bytes;
    void *fresh = malloc(new_bytes);
    memset(fresh, 0xEE, new_bytes);
    return fresh;
}

static uint32_t next_random(uint32_t *seed) {
    return *seed = *seed * 1664525 + 1013904223;
}

/* Mostly small sizes, many on either side of where large ones begin. */
static size_t some_bytes(uint32_t *seed) {
    switch (next_random(seed) >> 30) {
    case 0:
        return 1 + (next_random(seed) >> 16) % VT_LUA_POOL_LARGEST;
    case 1:
        return VT_LUA_POOL_LARGEST - 2 + (next_random(seed) >> 16) % 5;
    case 2:
        return VT_LUA_POOL_UNIT * (1 + (next_random(seed) >> 16) % 20);
    default:
        return 1 + (next_random(seed) >> 16) % 3000;
    }
}

/* The bytes of a block that may be written to: a small one has room for one more word. */
static size_t room_of(const block *one) {
    return one->bytes + (one->bytes <= VT_LUA_POOL_LARGEST ? VT_LUA_POOL_WORD : 0);
}

static void assert_intact(const vt_lua_pool *pool, const block *one) {
    for (size_t i = 0; i < room_of(one); i++) assert_int_equal(one->address[i], one->fill);
    size_t large = one->bytes > VT_LUA_POOL_LARGEST ? one->bytes : 0;
    assert_int_equal(vt_lua_pool_large_bytes(pool, one->address), large);
}

static void put(vt_lua_pool *pool, block *one, uint32_t *seed) {
    one->bytes = some_bytes(seed);
    one->fill = (unsigned char)(1 + (next_random(seed) >> 16) % 255);
    one->address = vt_lua_pool_allocate(pool, one->bytes);
    assert_non_null(one->address);
    assert_int_equal((uintptr_t)one->address % VT_LUA_POOL_UNIT, 0);
    memset(one->address, one->fill, room_of(one));
}

static void drop(vt_lua_pool *pool, block *one) {
    assert_intact(pool, one);
    vt_lua_pool_free(pool, one->address, one->bytes);
    assert_int_equal(vt_lua_pool_large_bytes(pool, one->address), 0);
    if (one->bytes <= VT_LUA_POOL_LARGEST) { /* still the pool's: a link, then zeroes */
        for (size_t i = sizeof(void *); i < room_of(one); i++) assert_int_equal(one->address[i], 0);
    }
    one->address = NULL;
}

/* With one block, with few and with many, blocks come and go in any order. */
static void model(void **state) {
    (void)state;
    static block blocks[MOST_BLOCKS];
    for (size_t count = 1; count <= MOST_BLOCKS; count = count * 3 + 1) {
        outside memory = { .refused_after = SIZE_MAX };
        const vitals_allocator allocator = { allocate, &memory };
        vt_lua_pool pool;
        uint32_t seed = (uint32_t)count;
        vt_lua_pool_init(&pool, &allocator);
        assert_int_equal(vt_lua_pool_large_bytes(&pool, NULL), 0);
        assert_int_equal(vt_lua_pool_large_bytes(&pool, &memory), 0);
        memset(blocks, 0, sizeof blocks);
        for (size_t i = 0; i < 20 * count; i++) {
            block *one = &blocks[(next_random(&seed) >> 8) % count];
            if (one->address) {
                drop(&pool, one);
            } else {
                put(&pool, one, &seed);
            }
        }
        for (size_t i = 0; i < count; i++) {
            if (blocks[i].address) assert_intact(&pool, &blocks[i]);
        }
        assert_int_equal(vt_lua_pool_large_bytes(&pool, &memory), 0);
        vt_lua_pool_done(&pool);
        assert_int_equal(memory.bytes, 0);
        assert_false(memory.dirty);
    }
}

/* What was freed is used again: a size that comes and goes takes no more memory. */
static void used_again(void **state) {
    (void)state;
    outside memory = { .refused_after = SIZE_MAX };
    const vitals_allocator allocator = { allocate, &memory };
    vt_lua_pool pool;
    vt_lua_pool_init(&pool, &allocator);
    for (size_t bytes = 1; bytes <= 2 * VT_LUA_POOL_LARGEST; bytes += 7) {
        vt_lua_pool_free(&pool, vt_lua_pool_allocate(&pool, bytes), bytes);
        size_t before = memory.bytes;
        for (int i = 0; i < 2000; i++) {
            vt_lua_pool_free(&pool, vt_lua_pool_allocate(&pool, bytes), bytes);
        }
        assert_int_equal(memory.bytes, before);
    }
    vt_lua_pool_done(&pool);
    assert_int_equal(memory.bytes, 0);
}

/* Without memory there is no block, and the others stay. */
static void no_memory(void **state) {
    (void)state;
    for (size_t most = 0; most < 100000; most += 777) {
        outside memory = { .refused_after = most };
        const vitals_allocator allocator = { allocate, &memory };
        vt_lua_pool pool;
        block blocks[200];
        uint32_t seed = 1;
        size_t count = 0;
        vt_lua_pool_init(&pool, &allocator);
        for (; count < TABLE_COUNT(blocks); count++) {
            block *one = &blocks[count];
            one->bytes = some_bytes(&seed);
            one->fill = (unsigned char)(1 + count % 255);
            one->address = vt_lua_pool_allocate(&pool, one->bytes);
            if (!one->address) break;
            memset(one->address, one->fill, room_of(one));
        }
        for (size_t i = 0; i < count; i++) assert_intact(&pool, &blocks[i]);
        vt_lua_pool_done(&pool);
        assert_int_equal(memory.bytes, 0);
        assert_false(memory.dirty);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(model),
        cmocka_unit_test(used_again),
        cmocka_unit_test(no_memory),
    };
    return cmocka_run_group_tests_name("pool", tests, NULL, NULL);
}
