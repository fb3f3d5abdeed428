/* Tables that are not what they seem: parts of obj not yet looked into, and fresh libraries. */
#include "lua/lua_internal.h"

vt_lua_table_kind vt_lua_table_kind_of(lua_State *lua, int index) {
    if (!lua_getmetatable(lua, index)) {
        return VT_LUA_TABLE_PLAIN;
    }
    lua_rawgeti(lua, -1, 1);
    vt_lua_table_kind guise = (vt_lua_table_kind)lua_tointeger(lua, -1);
    lua_pop(lua, 2);
    return guise;
}

void vt_lua_materialize(lua_State *lua, int index) {
    switch (vt_lua_table_kind_of(lua, index)) {
    case VT_LUA_TABLE_LAZY:
    case VT_LUA_TABLE_TRACED:
        vt_lua_fill(lua, lua_absindex(lua, index));
        break;
    case VT_LUA_TABLE_ENVIRONMENT:
        vt_lua_fill_library(lua, lua_absindex(lua, index), VT_LUA_TABLE_ENVIRONMENT);
        break;
    case VT_LUA_TABLE_LIBRARY:
        vt_lua_fill_library(lua, lua_absindex(lua, index), VT_LUA_TABLE_LIBRARY);
        break;
    case VT_LUA_TABLE_PLAIN:
    case VT_LUA_TABLE_SHADOW:
        break;
    }
}

/* ARGO: gopher-lua's array part may have holes, and # is its last place that is not nil. Lua 5.4
** finds some border; from there on we look whether anything comes behind it. */
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

void vt_lua_push_text(lua_State *lua, vt_text text) {
    lua_pushlstring(lua, text.bytes ? text.bytes : "", text.size);
}

/* A number for a value that has no text of its own: its address would tell where memory is, and
** would not be the same twice. */
static uint32_t address_substitute(lua_State *lua, int index) {
    vt_lua_state *state = vt_lua_state_of(lua);
    index = lua_absindex(lua, index);
    vt_lua_push_run_table(lua, VT_LUA_RUN_NAMES);
    lua_pushvalue(lua, index);
    if (lua_rawget(lua, -2) == LUA_TNIL) {
        lua_pushvalue(lua, index);
        lua_pushinteger(lua, ++state->name_count);
        lua_rawset(lua, -4);
        lua_pop(lua, 2);
        return state->name_count;
    }
    uint32_t number = (uint32_t)lua_tointeger(lua, -1);
    lua_pop(lua, 2);
    return number;
}

void vt_lua_push_plain_string_of(lua_State *lua, int index) {
    char scratch[VT_LUA_NUMBER_BYTES];
    switch (lua_type(lua, index)) {
    case LUA_TSTRING:
        lua_pushvalue(lua, index);
        break;
    case LUA_TNUMBER:
        lua_pushlstring(lua, scratch, vt_lua_number_text(lua_tonumber(lua, index), scratch));
        break;
    case LUA_TBOOLEAN:
        lua_pushstring(lua, lua_toboolean(lua, index) ? "true" : "false");
        break;
    case LUA_TNIL:
    case LUA_TNONE:
        lua_pushliteral(lua, "nil");
        break;
    default: {
        unsigned number = address_substitute(lua, index);
        snprintf(scratch, sizeof scratch, "%s: 0x%08x", luaL_typename(lua, index), number);
        lua_pushstring(lua, scratch);
        break;
    }
    }
}

void vt_lua_push_string_of(lua_State *lua, int index) {
    index = lua_absindex(lua, index);
    if (vt_lua_push_metafield(lua, index, "__tostring")) {
        if (lua_isfunction(lua, -1)) {
            lua_pushvalue(lua, index);
            vt_lua_call(lua, 1, 1);
            return;
        }
        lua_pop(lua, 1);
    }
    vt_lua_push_plain_string_of(lua, index);
}
