/*
** The memory of a run: each block is held to the limits, charged, and cut from the pool.
**
** Lua collects everything at once, without asking the host, when a block is refused. So blocks are
** granted beyond limit lua_memory_bytes, within reason, and the run is held to it at its next charge.
*/
#include "lua/lua_internal.h"

/* They are called for each object of a run. Apart, the common ones save few registers; as one function each
** call would save those of all. */
#define APART __attribute__((noinline))

/* ---- limits */

/* Whether the limit is far enough away for a block of that size. */
static bool has_room(const vt_lua_state *state, size_t bytes) {
    size_t most = state->memory_limit + state->script_bytes + state->kept_bytes;
    return bytes < state->memory_limit && state->live_bytes + bytes <= most;
}

/* Whether a block of that size may be granted near the limit. */
APART static bool admit_block(vt_lua_state *state, size_t bytes) {
    size_t ceiling = state->memory_ceiling, counted = vt_lua_counted_bytes(state);
    if (bytes >= state->limits.lua_memory_bytes || bytes > ceiling ||
        counted > ceiling - bytes) { /* the old block lives until it is copied */
        state->refused = true;
        state->steps += state->live_bytes / VT_LUA_BYTES_PER_STEP; /* everything is collected */
        return false;
    }
    if (counted + bytes > state->limits.lua_memory_bytes) state->look_at = 0;
    return true;
}

/* ---- charges */

static bool is_hash_part(size_t bytes) {
    size_t keys = bytes / VT_LUA_NODE_BYTES;
    return bytes % VT_LUA_NODE_BYTES == 0 && (keys & (keys - 1)) == 0;
}

/* Whether there was a string of that size already in this run; notes the size. */
static bool is_size_known(vt_lua_state *state, size_t bytes) {
    size_t bit = bytes % VT_LUA_LONG_SIZES;
    uint64_t mask = UINT64_C(1) << bit % 64;
    bool known = (state->long_sizes[bit / 64] & mask) != 0;
    state->long_sizes[bit / 64] |= mask;
    state->has_long_sizes = true;
    return known;
}

/* Comparing two long strings of the same size takes time proportional to it, so once there were two
** every instruction is charged for the worst comparison. */
static void note_string(vt_lua_state *state, size_t bytes) {
    if (bytes >= VT_LUA_LONG_STRING_BYTES && is_size_known(state, bytes)) {
        vt_lua_note_long_text(state, bytes);
    }
}

/* The size of tables is noted for limit lua_table_keys and for numbers as keys, see budget.c; parts of
** obj only have strings as keys. */
static void note_hash_part(vt_lua_state *state, size_t bytes) {
    size_t keys = bytes / VT_LUA_NODE_BYTES;
    size_t *most = state->filling ? &state->most_fields : &state->most_keys;
    *most = keys > *most ? keys : *most;
    if (keys > state->limits.lua_table_keys) state->look_at = 0;
}

/* Charge for filling a block. Parts of tables are filled key by key and are probed while they
** grow, and each object has to be collected again; strings are copied. `kind` is the type of a new
** object, such as LUA_TSTRING, and 0 for anything else. */
static void charge_block(vt_lua_state *state, size_t kind, size_t more_bytes, size_t bytes) {
    uint64_t cost = more_bytes;
    if (kind == LUA_TSTRING) {
        note_string(state, bytes);
    } else if (kind != 0) {
        cost *= 4;
    } else if (is_hash_part(bytes)) {
        cost *= 4;
        note_hash_part(state, bytes);
    }
    cost += state->built_bytes;
    state->steps += cost / VT_LUA_BYTES_PER_STEP;
    state->built_bytes = cost % VT_LUA_BYTES_PER_STEP;
}

/* ---- blocks */

APART static void *free_block(vt_lua_state *state, void *block, size_t bytes) {
    vt_lua_pool_free(&state->pool, block, bytes);
    state->live_bytes -= bytes;
    return NULL;
}

static void *take_block(vt_lua_state *state, size_t bytes) {
    void *fresh = vt_lua_pool_allocate(&state->pool, bytes);
    if (fresh) state->live_bytes += bytes;
    return fresh;
}

APART static void *new_block(vt_lua_state *state, size_t kind, size_t bytes) {
    if (!has_room(state, bytes) && !admit_block(state, bytes)) return NULL;
    if (state->running) charge_block(state, kind, bytes, bytes);
    return take_block(state, bytes);
}

/* A table has a word of ours behind it. */
APART static void *new_table(vt_lua_state *state, size_t bytes) {
    char *fresh = new_block(state, LUA_TTABLE, bytes);
    state->table_bytes = bytes;
    if (fresh) memset(fresh + bytes, 0, VT_LUA_POOL_WORD);
    return fresh;
}

APART static void *resize_block(vt_lua_state *state, void *block, size_t had, size_t bytes) {
    if (bytes > had) {
        if (!has_room(state, bytes) && !admit_block(state, bytes)) return NULL;
        if (state->running) charge_block(state, 0, bytes - had, bytes);
    }
    void *fresh = take_block(state, bytes);
    if (!fresh) return NULL;
    memcpy(fresh, block, had < bytes ? had : bytes);
    free_block(state, block, had);
    return fresh;
}

void *vt_lua_allocate(void *user, void *block, size_t old_bytes, size_t new_bytes) {
    vt_lua_state *state = user;
    if (new_bytes == 0) return block ? free_block(state, block, old_bytes) : NULL;
    if (block) return resize_block(state, block, old_bytes, new_bytes);
    if (old_bytes == LUA_TTABLE) return new_table(state, new_bytes);
    return new_block(state, old_bytes, new_bytes);
}
