/* Tables: kinds, materialization, walks, raw access. */
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

/* ---- the word behind a table */

static char *word_at(lua_State *lua, int index) {
    return (char *)(uintptr_t)lua_topointer(lua, index) + vt_lua_state_of(lua)->table_bytes;
}

void *vt_lua_word_of(lua_State *lua, int index) {
    void *word;
    memcpy(&word, word_at(lua, index), sizeof word);
    return word;
}

void vt_lua_set_word(lua_State *lua, int index, void *word) {
    memcpy(word_at(lua, index), &word, sizeof word);
}

/* ---- walks */

enum { SLOTS_PER_STEP = 16 };

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

void vt_lua_set_run_table(lua_State *lua, vt_lua_run_slot slot) {
    vt_lua_state_of(lua)->run_slots |= 1u << slot;
    lua_rawseti(lua, LUA_REGISTRYINDEX, slot);
}

void vt_lua_empty_run_slots(lua_State *lua) {
    vt_lua_state *state = vt_lua_state_of(lua);
    for (int slot = VT_LUA_SLOT_COUNT; state->run_slots >> slot; slot++) {
        if (!(state->run_slots >> slot & 1)) continue;
        lua_pushnil(lua);
        lua_rawseti(lua, LUA_REGISTRYINDEX, slot);
    }
    state->run_slots = 0;
}

void vt_lua_push_run_table(lua_State *lua, vt_lua_run_slot slot) {
    if (lua_rawgeti(lua, LUA_REGISTRYINDEX, slot) != LUA_TNIL) return;
    lua_pop(lua, 1);
    lua_newtable(lua);
    if (slot == VT_LUA_RUN_NAMES || slot == VT_LUA_RUN_LENGTHS) {
        lua_rawgeti(lua, LUA_REGISTRYINDEX, VT_LUA_SLOT_WEAK);
        lua_setmetatable(lua, -2);
    }
    lua_pushvalue(lua, -1);
    vt_lua_set_run_table(lua, slot);
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
