/* Values as text. */
#include "lua/lua_internal.h"

void vt_lua_push_text(lua_State *lua, vt_text text) {
    lua_pushlstring(lua, text.bytes ? text.bytes : "", text.size);
}

/* A number for a value that has no text of its own, instead of its address: that would reveal
** the memory layout, and would differ between runs. */
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
