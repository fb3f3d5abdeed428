/* Tables: kinds, materialization, slots, raw access. */
#include "lua/lua_internal.h"

const vt_lua_table_kind *vt_lua_table_kind_of(lua_State *lua, int index) {
    if (!lua_getmetatable(lua, index)) return NULL;
    lua_rawgeti(lua, -1, 1);
    const vt_lua_table_kind *kind = lua_touserdata(lua, -1);
    lua_pop(lua, 2);
    return kind;
}

void vt_lua_set_table_kind(lua_State *lua, const vt_lua_table_kind *kind) {
    lua_pushlightuserdata(lua, (void *)(uintptr_t)kind);
    lua_rawseti(lua, -2, 1);
}

void vt_lua_materialize(lua_State *lua, int index) {
    const vt_lua_table_kind *kind = vt_lua_table_kind_of(lua, index);
    if (kind && kind->materialize) kind->materialize(lua, lua_absindex(lua, index));
}

/* ---- size
**
** lua_next skips empty slots one by one, and the API does not say how many there are. But a table is
** memory of ours, and so are its parts: it holds their addresses, and the pool knows their sizes. Where
** it holds them is found out once for a state, by looking at tables of which the sizes are known. */

enum { MEASURED_SLOTS = 128, SLOT_BYTES = 16, SLOTS_PER_STEP = 16 };

static const void *word_at(const void *object, size_t at) {
    const void *word;
    memcpy(&word, (const char *)object + at, sizeof word);
    return word;
}

/* Pop a table and return where it holds the address of its only part. */
static size_t part_at(lua_State *lua) {
    const vt_lua_state *state = vt_lua_state_of(lua);
    const void *object = lua_topointer(lua, -1);
    lua_pop(lua, 1);
    size_t at = 0, word = sizeof(void *);
    while (at + 2 * word <= state->table_bytes &&
           vt_lua_pool_large_bytes(&state->pool, word_at(object, at)) <
               MEASURED_SLOTS * SLOT_BYTES) {
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

uint64_t vt_lua_table_slots(lua_State *lua, int index) {
    const vt_lua_state *state = vt_lua_state_of(lua);
    const void *object = lua_topointer(lua, index);
    size_t array = vt_lua_pool_large_bytes(&state->pool, word_at(object, state->array_at));
    size_t hash = vt_lua_pool_large_bytes(&state->pool, word_at(object, state->hash_at));
    return (array + hash) / SLOT_BYTES;
}

void vt_lua_charge_walk(lua_State *lua, int index, uint64_t after) {
    uint64_t slots = vt_lua_table_slots(lua, index);
    vt_lua_charge(lua, slots > after ? (slots - after) / SLOTS_PER_STEP : 0);
}

/* ---- access */

void vt_lua_raw_get(lua_State *lua, int index, int64_t key) {
    lua_rawgeti(lua, index, (lua_Integer)key);
}

void vt_lua_raw_set(lua_State *lua, int index, int64_t key) {
    lua_rawseti(lua, index, (lua_Integer)key);
}

void vt_lua_push_run_table(lua_State *lua, vt_lua_run_slot slot) {
    lua_rawgeti(lua, LUA_REGISTRYINDEX, VT_LUA_SLOT_RUN);
    if (lua_rawgeti(lua, -1, slot) == LUA_TNIL) {
        lua_pop(lua, 1);
        lua_newtable(lua);
        if (slot == VT_LUA_RUN_NAMES || slot == VT_LUA_RUN_LENGTHS) {
            lua_rawgeti(lua, LUA_REGISTRYINDEX, VT_LUA_SLOT_WEAK);
            lua_setmetatable(lua, -2);
        }
        lua_pushvalue(lua, -1);
        lua_rawseti(lua, -3, slot);
    }
    lua_remove(lua, -2);
}

void vt_lua_add_events(lua_State *lua, int index) {
    index = lua_absindex(lua, index);
    lua_rawgeti(lua, LUA_REGISTRYINDEX, VT_LUA_SLOT_EVENTS);
    lua_pushnil(lua);
    while (lua_next(lua, -2)) {
        lua_pushvalue(lua, -2);
        lua_insert(lua, -2);
        lua_rawset(lua, index);
    }
    lua_pop(lua, 1);
}
