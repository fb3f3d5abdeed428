/* Arguments of our functions, checked and reported as gopher-lua does. */
#include <math.h>
#include <stdarg.h>

#include "lua/lua_internal.h"

const char *vt_lua_type_name(lua_State *lua, int index) {
    return lua_isnone(lua, index) ? "nil" : luaL_typename(lua, index);
}

/* In which Lua finds the name of a function: of its table, of that table's, and of itself. */
enum { NAME_PASSES = 4 };

/* ARGO: gopher-lua names a function as its caller does, and has no name for it when the caller
** is not a Lua function. */
static const char *name_at_call(lua_State *lua, lua_Debug *activation) {
    vt_lua_charge_search(lua, NAME_PASSES);
    if (!lua_getstack(lua, 0, activation) || !lua_getinfo(lua, "n", activation)) {
        return "(anonymous)";
    }
    const char *what = activation->namewhat;
    if (strcmp(what, "metamethod") == 0 || strcmp(what, "for iterator") == 0) return "(anonymous)";
    if (*what != '\0' && activation->name) return activation->name;
    lua_Debug caller;
    bool from_lua =
        lua_getstack(lua, 1, &caller) && lua_getinfo(lua, "l", &caller) && caller.currentline > 0;
    return from_lua ? "?" : "(anonymous)";
}

int vt_lua_argument_error(lua_State *lua, int argument, const char *format, ...) {
    lua_Debug activation;
    const char *name = name_at_call(lua, &activation);
    va_list arguments;
    va_start(arguments, format);
    const char *text = lua_pushvfstring(lua, format, arguments);
    va_end(arguments);
    return vt_lua_raise(lua, "bad argument #%d to %s (%s)", argument, name, text);
}

int vt_lua_type_error(lua_State *lua, int argument, const char *expected) {
    return vt_lua_argument_error(lua, argument, "%s expected, got %s", expected,
                                 vt_lua_type_name(lua, argument));
}

void vt_lua_check_any(lua_State *lua, int argument) {
    if (lua_isnone(lua, argument)) vt_lua_argument_error(lua, argument, "value expected");
}

void vt_lua_check_table(lua_State *lua, int argument) {
    if (!lua_istable(lua, argument)) vt_lua_type_error(lua, argument, "table");
}

void vt_lua_check_function(lua_State *lua, int argument) {
    if (!lua_isfunction(lua, argument)) vt_lua_type_error(lua, argument, "function");
}

void vt_lua_check_key(lua_State *lua, int argument) {
    bool is_nan = lua_type(lua, argument) == LUA_TNUMBER && isnan(lua_tonumber(lua, argument));
    if (is_nan || lua_isnil(lua, argument)) {
        vt_lua_raise(lua, "table index is %s", is_nan ? "NaN" : "nil");
    }
}

vt_text vt_lua_check_text(lua_State *lua, int argument) {
    int type = lua_type(lua, argument);
    if (type == LUA_TNUMBER) {
        vt_lua_push_plain_string_of(lua,
                                    argument); /* not tostring: __tostring may return any value */
        lua_replace(lua, argument);
    } else if (type != LUA_TSTRING) {
        vt_lua_type_error(lua, argument, "string");
    }
    vt_text text;
    text.bytes = lua_tolstring(lua, argument, &text.size);
    return text;
}

vt_text vt_lua_optional_text(lua_State *lua, int argument, vt_text fallback) {
    if (lua_isnoneornil(lua, argument)) return fallback;
    if (lua_type(lua, argument) != LUA_TSTRING) vt_lua_type_error(lua, argument, "string");
    vt_text text;
    text.bytes = lua_tolstring(lua, argument, &text.size);
    return text;
}

/* Beyond any index or count, and small enough that the sum of two does not overflow. */
static const int64_t MAX_INTEGER = INT64_C(1) << 61;

int64_t vt_lua_check_integer(lua_State *lua, int argument) {
    if (lua_type(lua, argument) != LUA_TNUMBER) vt_lua_type_error(lua, argument, "number");
    int64_t integer = vt_lua_number_truncate(lua_tonumber(lua, argument));
    return integer > MAX_INTEGER ? MAX_INTEGER : integer < -MAX_INTEGER ? -MAX_INTEGER : integer;
}

int64_t vt_lua_optional_integer(lua_State *lua, int argument, int64_t fallback) {
    return lua_isnoneornil(lua, argument) ? fallback : vt_lua_check_integer(lua, argument);
}

bool vt_lua_parse_number(lua_State *lua, int index, double *out) {
    vt_text text;
    text.bytes = lua_tolstring(lua, index, &text.size);
    vt_lua_charge_bytes(lua, text.size);
    return vt_lua_number_parse(text, out);
}

double vt_lua_check_number(lua_State *lua, int argument) {
    double number = 0;
    if (lua_type(lua, argument) == LUA_TNUMBER) return lua_tonumber(lua, argument);
    if (lua_type(lua, argument) != LUA_TSTRING || !vt_lua_parse_number(lua, argument, &number)) {
        vt_lua_type_error(lua, argument, "number");
    }
    return number;
}

/* ---- userdata that C code reads
**
** Its first user value is a tag: the address of the row that describes its type. Scripts can neither
** read nor write user values, and userdata from newproxy has none, so a tag cannot be forged. The
** metatable would not do as a tag: scripts may set those of userdata. */

void *vt_lua_new_userdata(lua_State *lua, size_t bytes, size_t wide_bytes, int value_count) {
    vt_lua_state *state = vt_lua_state_of(lua);
    const size_t more = state->userdata_more;
    state->userdata_more = wide_bytes - bytes;
    void *memory = lua_newuserdatauv(lua, bytes, value_count);
    state->userdata_more = more;
    return memory;
}

void *vt_lua_push_userdata(lua_State *lua, const vt_lua_userdata_type *type, size_t bytes,
                           size_t wide_bytes) {
    void *memory = vt_lua_new_userdata(lua, bytes, wide_bytes, 1 + type->value_count);
    lua_pushlightuserdata(lua, (void *)(uintptr_t)type);
    lua_setiuservalue(lua, -2, 1);
    return memory;
}

static bool is_of_type(lua_State *lua, int index, const vt_lua_userdata_type *type) {
    if (lua_type(lua, index) != LUA_TUSERDATA) return false;
    bool same = lua_getiuservalue(lua, index, 1) == LUA_TLIGHTUSERDATA &&
                lua_touserdata(lua, -1) == (const void *)type;
    lua_pop(lua, 1);
    return same;
}

void *vt_lua_check_userdata(lua_State *lua, int argument, const vt_lua_userdata_type *type) {
    if (lua_type(lua, argument) != LUA_TUSERDATA) vt_lua_type_error(lua, argument, "userdata");
    if (!is_of_type(lua, argument, type)) {
        vt_lua_argument_error(lua, argument, "%s expected, got another userdata", type->name);
    }
    return lua_touserdata(lua, argument);
}

void vt_lua_set_user_value(lua_State *lua, int index, int place) {
    lua_setiuservalue(lua, index, 1 + place);
}
