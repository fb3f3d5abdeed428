/* The utf8 library, which Argo CD does not have: code points of strings. */
#include "base/text/utf8.h"
#include "lua/lua_internal.h"

/* utf8.char */
VT_LUA_FUNCTION(utf8_char) {
    int count = lua_gettop(lua);
    luaL_Buffer buffer;
    luaL_buffinit(lua, &buffer);
    for (int index = 1; index <= count; index++) {
        int64_t code_point = vt_lua_check_integer(lua, index);
        char encoded[4];
        size_t size = code_point >= 0 && code_point <= 0x10FFFF
                          ? vt_utf8_encode((uint32_t)code_point, encoded)
                          : 0;
        if (size == 0) return vt_lua_argument_error(lua, index, "value out of range");
        luaL_addlstring(&buffer, encoded, size);
    }
    luaL_pushresult(&buffer);
    return 1;
}

/* utf8.len: nil and the index of the first byte that is not valid UTF-8 */
VT_LUA_FUNCTION(utf8_len) {
    vt_text text = vt_lua_check_text(lua, 1);
    vt_lua_charge_bytes(lua, text.size);
    size_t valid = vt_utf8_valid_prefix(text);
    if (valid < text.size) {
        lua_pushnil(lua);
        vt_lua_push_integer(lua, (int64_t)valid + 1);
        return 2;
    }
    vt_lua_push_integer(lua, (int64_t)vt_utf8_count(text));
    return 1;
}

/* utf8.sub: from code point `first` to `last`, negative ones from the end */
VT_LUA_FUNCTION(utf8_sub) {
    vt_text text = vt_lua_check_text(lua, 1);
    vt_lua_charge_bytes(lua, text.size);
    int64_t count = (int64_t)vt_utf8_count(text);
    int64_t first = vt_lua_check_integer(lua, 2);
    int64_t last = vt_lua_optional_integer(lua, 3, -1);
    first = first < 0 ? count + first + 1 : first;
    last = last < 0 ? count + last + 1 : last;
    first = first < 1 ? 1 : first;
    if (first > last || first > count) {
        lua_pushliteral(lua, "");
        return 1;
    }
    vt_lua_push_text(lua, vt_text_between(text, vt_utf8_offset(text, (size_t)first - 1),
                                          vt_utf8_offset(text, (size_t)last)));
    return 1;
}

/* utf8.codepoint: the one that starts at byte `at` */
VT_LUA_FUNCTION(utf8_codepoint) {
    vt_text text = vt_lua_check_text(lua, 1);
    int64_t at = vt_lua_optional_integer(lua, 2, 1);
    if (at < 1 || (uint64_t)at > text.size) return vt_lua_argument_error(lua, 2, "out of range");
    size_t offset = (size_t)at - 1;
    uint32_t code_point = vt_utf8_next(text, &offset);
    if (code_point == VT_UTF8_INVALID) return vt_lua_raise(lua, "invalid UTF-8 code");
    vt_lua_push_integer(lua, code_point);
    return 1;
}

static const vt_lua_builtin functions[] = {
    /* clang-format off */
    { "char",      utf8_char,      VT_LUA_SET_ALL_SAFE, "char(…): code points as text", NULL, 0, VT_LUA_COST_VALUES },
    { "codepoint", utf8_codepoint, VT_LUA_SET_ALL_SAFE, "codepoint(s [, at]): the code point that starts at byte `at`", NULL, 0, VT_LUA_COST_CALL },
    { "len",       utf8_len,       VT_LUA_SET_ALL_SAFE, "len(s): its code points; nil and an index when it is not valid UTF-8", NULL, 0, VT_LUA_COST_TEXT },
    { "sub",       utf8_sub,       VT_LUA_SET_ALL_SAFE, "sub(s, first [, last]): a part, in code points", NULL, 0, VT_LUA_COST_TEXT },
    /* clang-format on */
};

const vt_lua_library vt_lua_library_utf8 = { "utf8", VT_LUA_SET_ALL_SAFE, functions,
                                             sizeof functions / sizeof *functions };
