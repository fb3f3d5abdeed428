/*
** Names of fields, kept as strings of the state.
**
** Most fields of an object have names that other objects have too. Lua hashes every byte of a string
** that is pushed; here some bytes decide on the place where the string is kept. Which names are kept
** changes no answer: short strings are not charged, and limit lua_memory_bytes does not count what is
** kept.
*/
#include "lua/lua_internal.h"

/* Longer names are rare, and Lua does not share them. */
enum { LONGEST = 40, STRING_HEAD_BYTES = 25 };

static uint64_t first_bytes(vt_text name) {
    return name.size >= 8   ? vt_eight_bytes(name.bytes)
           : name.size >= 4 ? vt_four_bytes(name.bytes)
                            : (unsigned char)name.bytes[0];
}

static uint64_t last_bytes(vt_text name) {
    return name.size >= 8   ? vt_eight_bytes(name.bytes + name.size - 8)
           : name.size >= 4 ? vt_four_bytes(name.bytes + name.size - 4)
                            : (unsigned char)name.bytes[name.size - 1];
}

/* The place of a name that is not empty. */
static size_t place_of(vt_text name) {
    uint64_t mixed = (first_bytes(name) * 31 + last_bytes(name)) * 31 + name.size;
    return (size_t)(mixed * UINT64_C(0x9E3779B97F4A7C15) >> 56);
}

static void keep(lua_State *lua, int names, size_t place, vt_text name) {
    vt_lua_state *state = vt_lua_state_of(lua);
    state->kept_bytes += name.size + STRING_HEAD_BYTES;
    state->kept_bytes -=
        state->names[place].bytes ? state->names[place].size + STRING_HEAD_BYTES : 0;
    lua_pushvalue(lua, -1);
    lua_rawseti(lua, names, (lua_Integer)place + 1);
    state->names[place] = (vt_text){ lua_tostring(lua, -1), name.size };
}

void vt_lua_push_names(lua_State *lua) {
    lua_rawgeti(lua, LUA_REGISTRYINDEX, VT_LUA_SLOT_NAMES);
}

void vt_lua_push_name(lua_State *lua, int names, vt_text name) {
    if (name.size == 0 || name.size > LONGEST) {
        lua_pushlstring(lua, name.bytes, name.size);
        return;
    }
    size_t place = place_of(name);
    vt_lua_state *state = vt_lua_state_of(lua);
    if (vt_text_equal(state->names[place], name)) {
        lua_rawgeti(lua, names, (lua_Integer)place + 1);
        return;
    }
    lua_pushlstring(lua, name.bytes, name.size);
    keep(lua, names, place, name);
}

void vt_lua_build_names(lua_State *lua) {
    lua_createtable(lua, VT_LUA_NAME_COUNT, 0);
    lua_rawseti(lua, LUA_REGISTRYINDEX, VT_LUA_SLOT_NAMES);
}
