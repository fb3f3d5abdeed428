/*
** The memory of a run: each block is held to the limits, charged, and cut from the pool.
**
** Lua collects everything at once, without asking the host, when a block is refused. So blocks are
** granted beyond limit lua_memory_bytes, within reason, and the run is held to it at its next charge.
**
** What is counted and charged is the size of a block where pointers have 8 bytes, so that every machine
** ends a run at the same place. Elsewhere a block begins with that size.
*/
#include "lua/lua_internal.h"

/* They are called for each object of a run. Apart, the common ones save few registers; as one function each
** call would save those of all. */
#define APART __attribute__((noinline))

/* ---- the size that counts */

enum { THREAD_BYTES = 208, TABLE_BYTES = 56, UPVALUE_BYTES = 40, FRAME_BYTES = 64 };

/* `kind` is the type of a new object, such as LUA_TSTRING, and 0 for anything else. Lua 5.4: the headers
** of objects in lobject.h and lstate.h. Prototypes are counted as they are: no run makes any. */
static size_t counted_size(const vt_lua_state *state, size_t kind, size_t bytes) {
    if (sizeof(void *) == 8) return bytes;
    switch (kind) {
    case 0:
        return bytes == state->frame_bytes ? FRAME_BYTES : bytes;
    case LUA_TSTRING:
        return bytes + 8;
    case LUA_TTABLE:
        return TABLE_BYTES;
    case LUA_TFUNCTION: /* of C, with values, or of Lua, with pointers to variables */
        return state->closure_is_ours ? bytes + 16 : 2 * bytes;
    case LUA_TUSERDATA:
        return bytes + 16 + state->userdata_more;
    case LUA_TTHREAD:
        return THREAD_BYTES;
    case LUA_NUMTYPES:
        return UPVALUE_BYTES;
    default:
        return bytes;
    }
}

static size_t size_of(const void *block, size_t bytes) {
    if (VT_LUA_HEAD_BYTES > 0) {
        memcpy(&bytes, (const char *)block - VT_LUA_HEAD_BYTES, sizeof bytes);
    }
    return bytes;
}

/* ---- limits */

/* Whether the limit is far enough away for a block of that size. */
static bool has_room(const vt_lua_state *state, size_t bytes) {
    size_t most = state->memory_limit + vt_lua_uncounted_bytes(state);
    return bytes < state->memory_limit && state->live_bytes + bytes <= most;
}

/* Whether a block of that size may be granted near the limit. */
APART static bool admit_block(vt_lua_state *state, size_t bytes) {
    size_t ceiling = state->memory_ceiling, counted = vt_lua_counted_bytes(state);
    if (bytes >= state->limits.lua_memory_bytes || bytes > ceiling ||
        counted > ceiling - bytes) { /* the old block lives until it is copied */
        state->refused = true;
        state->steps += counted / VT_LUA_BYTES_PER_STEP; /* everything is collected */
        return false;
    }
    if (counted + bytes > state->limits.lua_memory_bytes) state->look_at = 0;
    return true;
}

/* ---- charges */

enum { OBJECT_COST = 4, HASH_PART_COST = 4, MOST_REBUILT_BYTES = 16 << 20 };

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

/* A string of at most 40 bytes is in memory once. Whether making it takes a block depends on the
** runs before, so it is not charged. */
static bool is_short_string(size_t kind, size_t bytes) {
    enum { HEADER_BYTES = 24, SHORT_BYTES = 40 };
    return kind == LUA_TSTRING && bytes <= HEADER_BYTES + SHORT_BYTES + 1;
}

/* The main thread's stack and call frames and the table of short strings stay as large as runs
** before made them. note_left_over tells them from other blocks. A block of the size of a frame
** may be something else, which is as cheap. */
static bool is_left_over(const vt_lua_state *state, const void *block) {
    return block == state->stack || block == state->strings;
}

static bool is_charged(size_t kind, size_t bytes) {
    return !is_short_string(kind, bytes) && (kind != 0 || bytes != FRAME_BYTES);
}

/* A new state makes the stack first, then the table of strings, and, once it is there, a frame. */
static void note_left_over(vt_lua_state *state, const void *block, size_t kind, size_t bytes) {
    enum { FIRST_STRINGS = 128 };
    if (kind != 0 || state->frame_bytes) return;
    if (!state->stack) {
        state->stack = block;
    } else if (!state->strings && bytes == FIRST_STRINGS * sizeof(void *)) {
        state->strings = block;
    } else if (state->lua) {
        state->frame_bytes = bytes;
    }
}

/* Charge for filling a block. Parts of tables are filled key by key and are probed while they
** grow, and each object has to be collected again; strings are copied. `kind` is the type of a new
** object, such as LUA_TSTRING, and 0 for anything else. */
static void charge_block(vt_lua_state *state, size_t kind, size_t more_bytes, size_t bytes) {
    uint64_t cost = more_bytes;
    state->volume += more_bytes;
    if (kind == LUA_TSTRING) {
        note_string(state, bytes);
    } else if (kind != 0) {
        cost *= OBJECT_COST;
    } else if (is_hash_part(bytes)) {
        cost *= HASH_PART_COST;
        note_hash_part(state, bytes);
    }
    cost += state->built_bytes;
    state->steps += cost / VT_LUA_BYTES_PER_STEP;
    state->built_bytes = cost % VT_LUA_BYTES_PER_STEP;
}

/* ---- blocks */

static void note_charges(vt_lua_state *state, size_t bytes) {
    state->fresh.bytes = bytes;
    state->fresh.steps = state->steps;
    state->fresh.built_bytes = state->built_bytes;
    state->fresh.volume = state->volume;
    state->fresh.most_keys = state->most_keys;
}

/* A stack that grows is copied to a new block, and then the old one is freed. Only then is it known
** that the new block is the stack. Nothing else was charged meanwhile. */
static void move_stack(vt_lua_state *state) {
    state->stack = state->fresh.block;
    state->fresh.block = NULL;
    if (!state->running) return;
    state->steps = state->fresh.steps;
    state->built_bytes = state->fresh.built_bytes;
    state->volume = state->fresh.volume;
    state->most_keys = state->fresh.most_keys;
}

/* A hash part that has no free slot is made again, and then the old one is freed. How often that happens
** while keys come and go depends on the seed that Lua hashes names with, so only growing is charged. That
** holds for a run that does it for some megabytes. */
static void settle_rebuilt(vt_lua_state *state, size_t old_bytes) {
    const size_t bytes = state->fresh.bytes;
    if (!is_hash_part(old_bytes) || !is_hash_part(bytes)) return;
    state->fresh.block = NULL;
    if (bytes <= old_bytes) state->rebuilt += old_bytes;
    if (state->rebuilt > MOST_REBUILT_BYTES) return;
    const size_t kept = bytes < old_bytes ? bytes : old_bytes;
    state->steps -= HASH_PART_COST * kept / VT_LUA_BYTES_PER_STEP;
    state->volume -= kept;
}

APART static void *free_block(vt_lua_state *state, void *block, size_t bytes) {
    if (block == state->stack) {
        move_stack(state);
    } else if (state->fresh.block && state->running && !state->collecting) {
        settle_rebuilt(state, bytes);
    }
    state->live_bytes -= size_of(block, bytes);
    vt_lua_pool_free(&state->pool, (char *)block - VT_LUA_HEAD_BYTES, bytes + VT_LUA_HEAD_BYTES);
    return NULL;
}

/* `size` is what it counts as. */
static void *take_block(vt_lua_state *state, size_t bytes, size_t size) {
    char *fresh = vt_lua_pool_allocate(&state->pool, bytes + VT_LUA_HEAD_BYTES);
    if (!fresh) return NULL;
    if (VT_LUA_HEAD_BYTES > 0) memcpy(fresh, &size, sizeof size);
    state->live_bytes += size;
    return fresh + VT_LUA_HEAD_BYTES;
}

APART static void *new_block(vt_lua_state *state, size_t kind, size_t bytes) {
    const size_t size = counted_size(state, kind, bytes);
    if (!has_room(state, size) && !admit_block(state, size)) return NULL;
    if (kind == 0) note_charges(state, size);
    if (state->running && is_charged(kind, size)) charge_block(state, kind, size, size);
    void *fresh = take_block(state, bytes, size);
    state->fresh.block = kind == 0 ? fresh : NULL;
    if (!state->running) note_left_over(state, fresh, kind, bytes);
    return fresh;
}

/* A table has a word of ours behind it. */
APART static void *new_table(vt_lua_state *state, size_t bytes) {
    char *fresh = new_block(state, LUA_TTABLE, bytes);
    state->table_bytes = bytes;
    if (fresh) memset(fresh + bytes, 0, VT_LUA_POOL_WORD);
    return fresh;
}

APART static void *resize_block(vt_lua_state *state, void *block, size_t had, size_t bytes) {
    const bool names = block == state->strings;
    const size_t size = names ? bytes / sizeof(void *) * 8 : counted_size(state, 0, bytes);
    if (bytes > had) {
        if (!has_room(state, size) && !admit_block(state, size)) return NULL;
        const size_t old_size = size_of(block, had);
        bool charged = state->running && !is_left_over(state, block) && size > old_size;
        if (charged) charge_block(state, 0, size - old_size, size);
    }
    void *fresh = take_block(state, bytes, size);
    if (!fresh) return NULL;
    memcpy(fresh, block, had < bytes ? had : bytes);
    if (block == state->stack) state->stack = fresh;
    if (block == state->strings) state->strings = fresh;
    const vt_lua_fresh_block newest = state->fresh; /* of a table, whose other part this may be */
    state->fresh.block = NULL;
    free_block(state, block, had);
    state->fresh = newest;
    return fresh;
}

void *vt_lua_allocate(void *user, void *block, size_t old_bytes, size_t new_bytes) {
    vt_lua_state *state = user;
    if (new_bytes == 0) return block ? free_block(state, block, old_bytes) : NULL;
    if (block) return resize_block(state, block, old_bytes, new_bytes);
    if (old_bytes == LUA_TTABLE) return new_table(state, new_bytes);
    return new_block(state, old_bytes, new_bytes);
}
