/* Errors that scripts see: ours, with gopher-lua's texts, and those of Lua 5.4, rewritten to them. */
#include <stdarg.h>

#include "lua/lua_internal.h"

/* ---- raising */

void vt_lua_push_where(lua_State *lua, int level, bool skip_c) {
    lua_Debug activation;
    for (; lua_getstack(lua, level, &activation); level++) {
        lua_getinfo(lua, "Sl", &activation);
        if (activation.currentline > 0) {
            lua_pushfstring(lua, "%s:%d:", activation.short_src, activation.currentline);
            return;
        }
        if (!skip_c) {
            lua_pushliteral(lua, "[G]:");
            return;
        }
    }
    lua_pushliteral(lua, "");
}

int vt_lua_raise_value(lua_State *lua) {
    vt_lua_state_of(lua)->error_translated = true;
    return lua_error(lua);
}

int vt_lua_raise(lua_State *lua, const char *format, ...) {
    vt_lua_push_where(lua, 0, true);
    lua_pushliteral(lua, " ");
    va_list arguments;
    va_start(arguments, format);
    lua_pushvfstring(lua, format, arguments);
    va_end(arguments);
    lua_concat(lua, 3);
    return vt_lua_raise_value(lua);
}

/* ---- errors of the virtual machine */

/* Messages of the virtual machine are recognised by their start. `*` is the type that they name. */
static const struct error_text {
    vt_text start; /* of a message of Lua 5.4 */
    const char *gopher;
} error_texts[] = {
    /* clang-format off */
    { VT_TEXT_INIT("attempt to call a "),               "attempt to call a non-function object" },
    { VT_TEXT_INIT("attempt to concatenate a "),        "cannot perform concat operation between * and *" },
    { VT_TEXT_INIT("attempt to compare two "),          "attempt to compare * with *" },
    { VT_TEXT_INIT("attempt to index a "),              "attempt to index a non-table object(*)" },
    { VT_TEXT_INIT("attempt to get length of a "),      "__len undefined" },
    { VT_TEXT_INIT("index is nil"),                     "table index is nil" },
    { VT_TEXT_INIT("index is NaN"),                     "table index is NaN" },
    { VT_TEXT_INIT("'for' initial value must be "),     "for statement init must be a number" },
    { VT_TEXT_INIT("'for' limit must be "),             "for statement limit must be a number" },
    { VT_TEXT_INIT("'for' step must be "),              "for statement step must be a number" },
    { VT_TEXT_INIT("stack overflow"),                   "stack overflow" },
    { VT_TEXT_INIT("C stack overflow"),                 "stack overflow" },
    /* clang-format on */
};

/* Cut the location, "<string>:12: ", off the message and return it; empty when there is none. */
static vt_text cut_location(vt_text *message) {
    size_t at = vt_text_find(*message, VT_TEXT(":"), 0);
    if (at == SIZE_MAX) return VT_TEXT("");
    size_t end = vt_text_skip_digits(*message, at + 1);
    if (end == at + 1 ||
        !vt_text_starts(vt_text_between(*message, end, message->size), VT_TEXT(": "))) {
        return VT_TEXT("");
    }
    vt_text place = vt_text_between(*message, 0, end + 2);
    *message = vt_text_between(*message, end + 2, message->size);
    return place;
}

/* The type named after the start of a message: "table" of "table value (local 'a')". */
static vt_text type_after(vt_text message, vt_text head) {
    size_t end = vt_text_find_byte(message, ' ', head.size);
    return vt_text_between(message, head.size, end == SIZE_MAX ? message.size : end);
}

static void push_rewritten(lua_State *lua, vt_text place, const char *gopher, vt_text type) {
    luaL_Buffer buffer;
    luaL_buffinit(lua, &buffer);
    luaL_addlstring(&buffer, place.bytes, place.size);
    for (; *gopher; gopher++) {
        if (*gopher == '*') {
            luaL_addlstring(&buffer, type.bytes, type.size);
        } else {
            luaL_addchar(&buffer, *gopher);
        }
    }
    luaL_pushresult(&buffer);
}

void vt_lua_rewrite_error(lua_State *lua) {
    if (lua_type(lua, -1) != LUA_TSTRING) return;
    vt_text message;
    message.bytes = lua_tolstring(lua, -1, &message.size);
    vt_text place = cut_location(&message);
    for (size_t index = 0; index < sizeof error_texts / sizeof *error_texts; index++) {
        if (vt_text_starts(message, error_texts[index].start)) {
            vt_text type = type_after(message, error_texts[index].start);
            push_rewritten(lua, place, error_texts[index].gopher, type);
            lua_replace(lua, -2);
            return;
        }
    }
}
