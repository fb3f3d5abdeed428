/* Functions that the translation calls where an operator of Lua 5.4 differs from gopher-lua's. */
#include "lua/syntax/syntax.h"

#include <math.h>

#include "lua/lua_internal.h"

/* ---- concatenation */

/* Convert the number at `index` to a string. */
static void to_text(lua_State *lua, int index) {
    if (lua_type(lua, index) == LUA_TNUMBER) {
        vt_lua_push_plain_string_of(lua, index);
        lua_replace(lua, index);
    }
}

static bool is_text(lua_State *lua, int index) {
    return lua_isstring(lua, index) != 0;
}

/* Concatenate the operands from `first` to the top, all of them strings or numbers. */
static void join(lua_State *lua, int first) {
    for (int index = first; index <= lua_gettop(lua); index++) to_text(lua, index);
    lua_concat(lua, lua_gettop(lua) - first + 1);
}

/* ARGO: stringConcat: from right to left, as many strings and numbers at a time as possible.
** Another operand goes through its metamethod, or is reported together with what was
** concatenated so far. */
VT_LUA_FUNCTION(helper_concat) {
    while (lua_gettop(lua) > 1) {
        int top = lua_gettop(lua), first = top;
        while (first > 1 && is_text(lua, top) && is_text(lua, first - 1)) first--;
        if (first < top) {
            join(lua, first);
            continue;
        }
        lua_pushvalue(lua, -2);
        lua_pushvalue(lua, -2);
        vt_lua_concatenate(lua);
        lua_replace(lua, -3);
        lua_pop(lua, 1);
    }
    return 1;
}

/* ---- length and comparison */

VT_LUA_FUNCTION(helper_length) {
    if (lua_type(lua, 1) == LUA_TSTRING) {
        vt_lua_push_integer(lua, (int64_t)lua_rawlen(lua, 1));
        return 1;
    }
    return vt_lua_event_len(lua);
}

static bool is_pair_of(lua_State *lua, int type) {
    return lua_type(lua, 1) == type && lua_type(lua, 2) == type;
}

/* (operation, a, b), where a and b are numbers */
static int compare_numbers(lua_State *lua, vt_lua_operation operation) {
    double a = lua_tonumber(lua, 2), b = lua_tonumber(lua, 3);
    lua_pushboolean(lua, operation == VT_LUA_LESS         ? a < b
                         : operation == VT_LUA_LESS_EQUAL ? a <= b
                         : operation == VT_LUA_GREATER    ? a > b
                                                          : a >= b);
    return 1;
}

static int compare_texts(lua_State *lua, bool or_equal) {
    vt_text a, b;
    a.bytes = lua_tolstring(lua, 1, &a.size);
    b.bytes = lua_tolstring(lua, 2, &b.size);
    vt_lua_charge_bytes(lua, a.size < b.size ? a.size : b.size);
    int order = vt_text_compare(a, b);
    lua_pushboolean(lua, or_equal ? order <= 0 : order < 0);
    return 1;
}

/* (operation, a, b) */
VT_LUA_FUNCTION(helper_compare) {
    vt_lua_operation operation = (vt_lua_operation)lua_tointeger(lua, 1);
    bool are_numbers = lua_type(lua, 2) == LUA_TNUMBER && lua_type(lua, 3) == LUA_TNUMBER;
    if (are_numbers) return compare_numbers(lua, operation);
    lua_remove(lua, 1);
    if (operation == VT_LUA_GREATER || operation == VT_LUA_GREATER_EQUAL) lua_insert(lua, 1);
    bool or_equal = operation == VT_LUA_LESS_EQUAL || operation == VT_LUA_GREATER_EQUAL;
    if (is_pair_of(lua, LUA_TSTRING)) return compare_texts(lua, or_equal);
    return or_equal ? vt_lua_event_le(lua) : vt_lua_event_lt(lua);
}

VT_LUA_FUNCTION(helper_equal) {
    if (is_pair_of(lua, LUA_TSTRING) && lua_rawlen(lua, 1) == lua_rawlen(lua, 2)) {
        vt_lua_charge_bytes(lua, lua_rawlen(lua, 1));
    }
    if (lua_rawequal(lua, 1, 2)) {
        lua_pushboolean(lua, true);
        return 1;
    }
    if (is_pair_of(lua, LUA_TTABLE) || is_pair_of(lua, LUA_TUSERDATA)) return vt_lua_event_eq(lua);
    lua_pushboolean(lua, false);
    return 1;
}

/* ---- arithmetic */

/* (operation, a, b) */
VT_LUA_FUNCTION(helper_arithmetic) {
    static const struct arithmetic_row {
        const char *event;
        int operator;
    } rows[] = {
        [VT_LUA_ADD] = { "__add", LUA_OPADD }, [VT_LUA_SUB] = { "__sub", LUA_OPSUB },
        [VT_LUA_MUL] = { "__mul", LUA_OPMUL }, [VT_LUA_DIV] = { "__div", LUA_OPDIV },
        [VT_LUA_MOD] = { "__mod", LUA_OPMOD }, [VT_LUA_POW] = { "__pow", LUA_OPPOW },
    };
    vt_lua_operation operation = (vt_lua_operation)lua_tointeger(lua, 1);
    lua_remove(lua, 1);
    if (operation == VT_LUA_MINUS) {
        if (lua_type(lua, 1) != LUA_TNUMBER) return vt_lua_event_unm(lua);
        lua_pushnumber(lua, -lua_tonumber(lua, 1));
        return 1;
    }
    if (is_pair_of(lua, LUA_TNUMBER)) {
        lua_arith(lua, rows[operation].operator);
        return 1;
    }
    return vt_lua_arithmetic(lua, rows[operation].event, rows[operation].operator);
}

/* ---- loops and arguments */

static void check_for_number(lua_State *lua, int index, const char *what) {
    if (lua_type(lua, index) != LUA_TNUMBER) {
        vt_lua_raise(lua, "for statement %s must be a number", what);
    }
}

/* (first, limit, step). ARGO: a step of 0 runs the loop zero times. */
VT_LUA_FUNCTION(helper_for_numbers) {
    if (lua_isnone(lua, 3)) {
        lua_settop(lua, 2);
        lua_pushnumber(lua, 1);
    }
    check_for_number(lua, 1, "init");
    check_for_number(lua, 3, "step");
    check_for_number(lua, 2, "limit");
    double first = lua_tonumber(lua, 1), limit = lua_tonumber(lua, 2), step = lua_tonumber(lua, 3);
    bool no_round = step == 0;
    lua_pushnumber(lua, no_round ? 1 : first);
    lua_pushnumber(lua, no_round ? 0 : limit);
    lua_pushnumber(lua, no_round ? 1 : step);
    return 3;
}

VT_LUA_FUNCTION(helper_for_values) {
    lua_settop(lua, 3);
    return 3;
}

VT_LUA_FUNCTION(helper_arguments) {
    int count = lua_gettop(lua);
    lua_createtable(lua, count, 1);
    for (int index = 1; index <= count; index++) {
        lua_pushvalue(lua, index);
        lua_rawseti(lua, -2, index);
    }
    vt_lua_push_integer(lua, count);
    lua_setfield(lua, -2, "n");
    return 1;
}

VT_LUA_FUNCTION(helper_number) {
    lua_stringtonumber(lua, lua_tostring(lua, 1));
    return 1;
}

#define HELPER(name, summary, cost)                                                                \
    [VT_LUA_HELPER_##                                                                              \
        name] = { "(anonymous)", helper_##name, VT_LUA_SET_ALL, summary, NULL, 0, cost }

static const vt_lua_builtin helpers[VT_LUA_HELPER_COUNT] = {
    HELPER(concat, "a .. b", VT_LUA_COST_CALL),
    HELPER(length, "#a", VT_LUA_COST_LENGTH),
    HELPER(compare, "a < b, a <= b, a > b, a >= b", VT_LUA_COST_TEXT),
    HELPER(equal, "a == b, a ~= b", VT_LUA_COST_TEXT),
    HELPER(arithmetic, "a + b, a - b, a * b, a / b, a % b, a ^ b, -a", VT_LUA_COST_TEXT),
    HELPER(for_numbers, "for i = a, b, c", VT_LUA_COST_CALL),
    HELPER(for_values, "for … in a, b, c", VT_LUA_COST_CALL),
    HELPER(arguments, "arg", VT_LUA_COST_CALL),
    HELPER(number, "1.5, after the first thousand", VT_LUA_COST_CALL),
};

const vt_lua_library vt_lua_helpers = { "helpers", VT_LUA_SET_ALL, helpers, VT_LUA_HELPER_COUNT };

int vt_lua_push_helpers(lua_State *lua) {
    luaL_checkstack(lua, VT_LUA_HELPER_COUNT + 3, NULL);
    for (int index = 0; index < VT_LUA_HELPER_COUNT; index++) {
        vt_lua_push_function(lua, &helpers[index]);
    }
    return VT_LUA_HELPER_COUNT;
}
