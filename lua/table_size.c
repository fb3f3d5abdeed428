/*
** The sizes of tables.
**
** lua_next skips empty slots one by one, and the API does not say how many there are. But a table is
** memory of ours, and so are its parts: it holds their addresses, and the pool knows their sizes. Where
** it holds them is found out once for a state, by looking at tables of which the sizes are known.
*/
#include "lua/lua_internal.h"

enum { MEASURED_SLOTS = 128, SLOT_BYTES = 16 };

static const void *word_at(const void *object, size_t at) {
    const void *word;
    memcpy(&word, (const char *)object + at, sizeof word);
    return word;
}

/* The bytes of the large block at `address`; 0 for a small one and for any other address. */
static size_t large_bytes(const vt_lua_state *state, const void *address) {
    if (!address) return 0;
    const char *block = (const char *)address - VT_LUA_HEAD_BYTES;
    const size_t bytes = vt_lua_pool_large_bytes(&state->pool, block);
    return bytes > VT_LUA_POOL_LARGEST + VT_LUA_HEAD_BYTES ? bytes - VT_LUA_HEAD_BYTES : 0;
}

/* Pop a table and return where it holds the address of its only part. */
static size_t part_at(lua_State *lua) {
    const vt_lua_state *state = vt_lua_state_of(lua);
    const void *object = lua_topointer(lua, -1);
    lua_pop(lua, 1);
    size_t at = 0, word = sizeof(void *);
    while (at + 2 * word <= state->table_bytes &&
           large_bytes(state, word_at(object, at)) < MEASURED_SLOTS * SLOT_BYTES) {
        at += word;
    }
    return at;
}

void vt_lua_measure_tables(lua_State *lua) {
    vt_lua_state *state = vt_lua_state_of(lua);
    lua_createtable(lua, MEASURED_SLOTS, 0);
    state->array_at = part_at(lua);
    lua_createtable(lua, 0, MEASURED_SLOTS);
    state->hash_at = part_at(lua);
}

/* The bytes of the part of a table whose address the table holds at `at`; 0 for a small one. */
static size_t part_bytes(lua_State *lua, int index, size_t at) {
    return large_bytes(vt_lua_state_of(lua), word_at(lua_topointer(lua, index), at));
}

uint64_t vt_lua_table_slots(lua_State *lua, int index) {
    const vt_lua_state *state = vt_lua_state_of(lua);
    size_t array = part_bytes(lua, index, state->array_at);
    return (array + part_bytes(lua, index, state->hash_at)) / SLOT_BYTES;
}

uint64_t vt_lua_array_slots(lua_State *lua, int index) {
    return part_bytes(lua, index, vt_lua_state_of(lua)->array_at) / SLOT_BYTES;
}

uint64_t vt_lua_table_keys(lua_State *lua, int index) {
    return part_bytes(lua, index, vt_lua_state_of(lua)->hash_at) / VT_LUA_NODE_BYTES;
}

/* Lua 5.4: a node is a value and its type, then the type of the key, the place of the next node, and the
** key. Types have four bits; a value of type nil is an empty slot. */
bool vt_lua_has_number_keys(lua_State *lua, int index) {
    enum { VALUE_TYPE_AT = 8, KEY_TYPE_AT = 9, TYPE_BITS = 15 };
    const vt_lua_state *state = vt_lua_state_of(lua);
    const unsigned char *node = word_at(lua_topointer(lua, index), state->hash_at);
    for (uint64_t left = vt_lua_table_keys(lua, index); left > 0; left--) {
        if ((node[VALUE_TYPE_AT] & TYPE_BITS) != LUA_TNIL &&
            (node[KEY_TYPE_AT] & TYPE_BITS) == LUA_TNUMBER) {
            return true;
        }
        node += VT_LUA_NODE_BYTES;
    }
    return false;
}
