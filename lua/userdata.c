/*
** Userdata that C looks into.
**
** Its first user value is a tag: the address of the row that describes its type. Scripts can neither
** read nor write user values, and what newproxy gives has none, so a tag cannot be forged. A
** metatable would not do: scripts may set those of userdata.
*/
#include "lua/lua_internal.h"

void *vt_lua_push_userdata(lua_State *lua, const vt_lua_userdata_type *type, size_t bytes) {
    void *memory = lua_newuserdatauv(lua, bytes, 1 + type->value_count);
    lua_pushlightuserdata(lua, (void *)(uintptr_t)type);
    lua_setiuservalue(lua, -2, 1);
    return memory;
}

static bool is_of_type(lua_State *lua, int index, const vt_lua_userdata_type *type) {
    if (lua_type(lua, index) != LUA_TUSERDATA) {
        return false;
    }
    bool same = lua_getiuservalue(lua, index, 1) == LUA_TLIGHTUSERDATA &&
                lua_touserdata(lua, -1) == (const void *)type;
    lua_pop(lua, 1);
    return same;
}

void *vt_lua_check_userdata(lua_State *lua, int argument, const vt_lua_userdata_type *type) {
    if (lua_type(lua, argument) != LUA_TUSERDATA) {
        vt_lua_type_error(lua, argument, "userdata");
    }
    if (!is_of_type(lua, argument, type)) {
        vt_lua_argument_error(lua, argument, "%s expected, got another userdata", type->name);
    }
    return lua_touserdata(lua, argument);
}

void vt_lua_set_user_value(lua_State *lua, int index, int place) {
    lua_setiuservalue(lua, index, 1 + place);
}
