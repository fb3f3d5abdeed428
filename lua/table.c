/* Tables: kinds, materialization, length, raw access. */
#include "lua/lua_internal.h"

const vt_lua_table_kind *vt_lua_table_kind_of(lua_State *lua, int index) {
    if (!lua_getmetatable(lua, index)) {
        return NULL;
    }
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
    if (kind && kind->materialize) {
        kind->materialize(lua, lua_absindex(lua, index));
    }
}

/* ARGO: gopher-lua's array part may have holes, and # is its last index that is not nil. Lua 5.4
** finds some border; larger indices can only be found by looking at all keys. */
int64_t vt_lua_length(lua_State *lua, int index) {
    index = lua_absindex(lua, index);
    vt_lua_materialize(lua, index);
    int64_t length = (int64_t)lua_rawlen(lua, index);
    uint64_t seen = 0;
    if (length > 0) {
        lua_pushinteger(lua, length);
    } else {
        lua_pushnil(lua);
    }
    while (lua_next(lua, index)) {
        lua_pop(lua, 1);
        if (lua_isinteger(lua, -1) && lua_tointeger(lua, -1) > length) {
            length = lua_tointeger(lua, -1);
        }
        seen++;
    }
    vt_lua_charge(lua, 10 * seen + (uint64_t)length / 16);
    return length;
}

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
        if (slot == VT_LUA_RUN_ORDERS || slot == VT_LUA_RUN_NAMES) {
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
