/*
** Metatables: what scripts see, and what the virtual machine gets.
**
** No metatable of a script ever reaches the virtual machine. A table that is given one gets a
** shadow: a metatable of ours with all events that gopher-lua knows, each of which looks the
** metamethod up in the script's table. So __gc, __close, __mode and __name have no effect, as in
** gopher-lua, and each event follows gopher-lua's rules and raises its messages. Basic types have
** the same events, which is where most error messages come from.
*/
#include <math.h>

#include "lua/lua_internal.h"

/* A metatable of ours in front of one of the script, which is at index 2. */
static const vt_lua_table_kind shadow_kind = { "shadow", NULL };

/* Push the metatable that a script gave to a basic type (setmetatable(1, {}) is allowed); false
** and nothing when there is none. */
static bool push_basic_metatable(lua_State *lua, int type) {
    if (lua_rawgeti(lua, LUA_REGISTRYINDEX, VT_LUA_RUN_BASICS) != LUA_TTABLE) {
        lua_pop(lua, 1);
        return false;
    }
    if (lua_rawgeti(lua, -1, type + 1) != LUA_TTABLE) {
        lua_pop(lua, 2);
        return false;
    }
    lua_remove(lua, -2);
    return true;
}

static bool has_string_library(const vt_lua_state *state) {
    return (state->set & VT_LUA_SET_NOT_CLOSED) != 0;
}

static void set_basic_metatable(lua_State *lua, int type) {
    vt_lua_push_run_table(lua, VT_LUA_RUN_BASICS);
    lua_insert(lua, -2);
    lua_rawseti(lua, -2, type + 1);
    lua_pop(lua, 1);
}

/* Pop a value and make it the __index of strings. */
static void set_string_index(lua_State *lua) {
    lua_rawgeti(lua, LUA_REGISTRYINDEX, VT_LUA_SLOT_STRINGS);
    lua_insert(lua, -2);
    lua_setfield(lua, -2, "__index");
    lua_pop(lua, 1);
    vt_lua_state_of(lua)->strings_changed = true;
}

static void push_event(lua_State *lua, const char *event) {
    lua_rawgeti(lua, LUA_REGISTRYINDEX, VT_LUA_SLOT_EVENTS);
    lua_getfield(lua, -1, event);
    lua_remove(lua, -2);
}

/* The table that getmetatable("") returns: one per run, with the string library as __index. */
static bool push_string_metatable(lua_State *lua) {
    if (!has_string_library(vt_lua_state_of(lua))) return false;
    lua_createtable(lua, 0, 1);
    vt_lua_push_library(lua, VT_TEXT("string"));
    lua_setfield(lua, -2, "__index");
    lua_pushvalue(lua, -1);
    set_basic_metatable(lua, LUA_TSTRING);
    push_event(lua, "__index");
    set_string_index(lua);
    return true;
}

bool vt_lua_push_metatable(lua_State *lua, int index) {
    int type = lua_type(lua, index);
    if (type == LUA_TTABLE || type == LUA_TUSERDATA) {
        if (vt_lua_table_kind_of(lua, index) != &shadow_kind) return false;
        lua_getmetatable(lua, index);
        lua_rawgeti(lua, -1, 2);
        lua_remove(lua, -2);
        return true;
    }
    return push_basic_metatable(lua, type) || (type == LUA_TSTRING && push_string_metatable(lua));
}

bool vt_lua_push_metafield(lua_State *lua, int index, const char *event) {
    if (!vt_lua_push_metatable(lua, index)) return false;
    vt_lua_materialize(lua, -1);
    lua_pushstring(lua, event);
    lua_rawget(lua, -2);
    lua_remove(lua, -2);
    if (lua_isnil(lua, -1)) {
        lua_pop(lua, 1);
        return false;
    }
    return true;
}

/* The hidden key under which a metatable keeps its shadow. */
static const char shadow_key;

/* Replace the script's metatable on top with its shadow. */
static void to_shadow(lua_State *lua) {
    vt_lua_materialize(lua, -1);
    if (lua_rawgetp(lua, -1, &shadow_key) == LUA_TNIL) {
        lua_pop(lua, 1);
        lua_createtable(lua, 2, 16);
        vt_lua_set_table_kind(lua, &shadow_kind);
        lua_pushvalue(lua, -2);
        lua_rawseti(lua, -2, 2);
        vt_lua_add_events(lua, -1);
        lua_pushvalue(lua, -1);
        lua_rawsetp(lua, -3, &shadow_key);
    }
    lua_remove(lua, -2);
}

void vt_lua_set_metatable(lua_State *lua, int index) {
    index = lua_absindex(lua, index);
    int type = lua_type(lua, index);
    if (type != LUA_TTABLE && type != LUA_TUSERDATA) {
        set_basic_metatable(lua, type);
        if (type == LUA_TSTRING) {
            push_event(lua, "__index");
            set_string_index(lua);
        }
        return;
    }
    if (type == LUA_TTABLE) vt_lua_materialize(lua, index);
    if (!lua_isnil(lua, -1)) to_shadow(lua);
    lua_setmetatable(lua, index);
}

/* ---- events */

enum { MAX_INDEX_LOOPS = 100 }; /* ARGO: MaxTableGetLoop */

static int raise_index_error(lua_State *lua) {
    const char *type = vt_lua_type_name(lua, 1);
    vt_lua_push_plain_string_of(lua, 2);
    return vt_lua_raise(lua, "attempt to index a non-table object(%s) with key '%s'", type,
                        lua_tostring(lua, -1));
}

/* A field of a string, as long as the script has not asked for the metatable of strings. From
** here on the virtual machine finds it without our help, for the rest of the run. */
static int index_string(lua_State *lua) {
    vt_lua_push_library(lua, VT_TEXT("string"));
    lua_pushvalue(lua, -1);
    set_string_index(lua);
    lua_pushvalue(lua, 2);
    lua_gettable(lua, -2);
    return 1;
}

/* Follow __index from table to table. ARGO: at most MaxTableGetLoop times. */
VT_LUA_FUNCTION(event_index) {
    int type = lua_type(lua, 1);
    if (type == LUA_TSTRING && !push_basic_metatable(lua, type)) {
        return has_string_library(vt_lua_state_of(lua)) ? index_string(lua)
                                                        : raise_index_error(lua);
    }
    lua_settop(lua, 2);
    for (int loop = 0; loop < MAX_INDEX_LOOPS; loop++) {
        if (!vt_lua_push_metafield(lua, 1, "__index")) {
            return lua_istable(lua, 1) ? 0 : raise_index_error(lua);
        }
        if (lua_isfunction(lua, -1)) {
            lua_insert(lua, 1);
            vt_lua_call(lua, 2, 1);
            return 1;
        }
        lua_replace(lua, 1);
        if (!lua_istable(lua, 1)) {
            lua_gettable(lua, 1);
            return 1;
        }
        vt_lua_materialize(lua, 1);
        lua_pushvalue(lua, 2);
        if (lua_rawget(lua, 1) != LUA_TNIL) return 1;
        lua_pop(lua, 1);
    }
    return vt_lua_raise(lua, "too many recursions in gettable");
}

/* Follow __newindex in the same way. */
VT_LUA_FUNCTION(event_newindex) {
    lua_settop(lua, 3);
    for (int loop = 0; loop < MAX_INDEX_LOOPS; loop++) {
        lua_pushvalue(lua, 2);
        bool there = lua_istable(lua, 1) && lua_rawget(lua, 1) != LUA_TNIL;
        lua_settop(lua, 3);
        if (there || !vt_lua_push_metafield(lua, 1, "__newindex")) {
            if (!lua_istable(lua, 1)) return raise_index_error(lua);
            vt_lua_check_key(lua, 2);
            lua_rawset(lua, 1);
            return 0;
        }
        if (lua_isfunction(lua, -1)) {
            lua_insert(lua, 1);
            vt_lua_call(lua, 3, 0);
            return 0;
        }
        lua_replace(lua, 1);
        if (lua_istable(lua, 1)) vt_lua_materialize(lua, 1);
    }
    return vt_lua_raise(lua, "too many recursions in settable");
}

VT_LUA_FUNCTION(event_call) {
    if (!vt_lua_push_metafield(lua, 1, "__call") || !lua_isfunction(lua, -1)) {
        return vt_lua_raise(lua, "attempt to call a non-function object");
    }
    lua_insert(lua, 1);
    vt_lua_call(lua, lua_gettop(lua) - 1, LUA_MULTRET);
    return lua_gettop(lua);
}

int vt_lua_event_len(lua_State *lua) {
    lua_settop(lua, 1);
    if (vt_lua_push_metafield(lua, 1, "__len") && lua_isfunction(lua, -1)) {
        lua_insert(lua, 1);
        vt_lua_call(lua, 1, 1);
        return 1;
    }
    if (!lua_istable(lua, 1)) return vt_lua_raise(lua, "__len undefined");
    vt_lua_push_integer(lua, vt_lua_length(lua, 1));
    return 1;
}

/* Push the function for `event` of the first or else the second operand. */
static bool push_operator(lua_State *lua, const char *event) {
    if (!vt_lua_push_metafield(lua, 1, event) && !vt_lua_push_metafield(lua, 2, event)) {
        return false;
    }
    if (!lua_isfunction(lua, -1)) {
        lua_pop(lua, 1);
        return false;
    }
    return true;
}

/* Call the function on top with the operands at 1 and 2. */
static int call_operator(lua_State *lua) {
    lua_insert(lua, 1);
    vt_lua_call(lua, 2, 1);
    return 1;
}

void vt_lua_concatenate(lua_State *lua) {
    int right = lua_gettop(lua), left = right - 1;
    if (vt_lua_push_metafield(lua, left, "__concat") ||
        vt_lua_push_metafield(lua, right, "__concat")) {
        if (lua_isfunction(lua, -1)) {
            lua_insert(lua, left);
            vt_lua_call(lua, 2, 1);
            return;
        }
    }
    vt_lua_raise(lua, "cannot perform concat operation between %s and %s",
                 vt_lua_type_name(lua, left), vt_lua_type_name(lua, right));
}

/* Reached when the translation does not use the helper `concat`. */
VT_LUA_FUNCTION(event_concat) {
    lua_settop(lua, 2);
    vt_lua_concatenate(lua);
    return 1;
}

int vt_lua_event_unm(lua_State *lua) {
    lua_settop(lua, 1);
    double number;
    if (vt_lua_push_metafield(lua, 1, "__unm") && lua_isfunction(lua, -1)) {
        lua_insert(lua, 1);
        vt_lua_call(lua, 1, 1);
        return 1;
    }
    if (lua_type(lua, 1) != LUA_TSTRING || !vt_lua_parse_number(lua, 1, &number)) {
        return vt_lua_raise(lua, "__unm undefined");
    }
    lua_pushnumber(lua, -number);
    return 1;
}

/* Convert a numeric string at `index` to a number. */
static void to_number(lua_State *lua, int index) {
    double number;
    if (lua_type(lua, index) == LUA_TSTRING && vt_lua_parse_number(lua, index, &number)) {
        lua_pushnumber(lua, number);
        lua_replace(lua, index);
    }
}

int vt_lua_arithmetic(lua_State *lua, const char *event, int operator) {
    lua_settop(lua, 2);
    if (push_operator(lua, event)) return call_operator(lua);
    to_number(lua, 1);
    to_number(lua, 2);
    if (lua_type(lua, 1) != LUA_TNUMBER || lua_type(lua, 2) != LUA_TNUMBER) {
        return vt_lua_raise(lua, "cannot perform %s operation between %s and %s", event + 2,
                            vt_lua_type_name(lua, 1), vt_lua_type_name(lua, 2));
    }
    lua_arith(lua, operator);
    return 1;
}

VT_LUA_FUNCTION(event_add) {
    return vt_lua_arithmetic(lua, "__add", LUA_OPADD);
}
VT_LUA_FUNCTION(event_sub) {
    return vt_lua_arithmetic(lua, "__sub", LUA_OPSUB);
}
VT_LUA_FUNCTION(event_mul) {
    return vt_lua_arithmetic(lua, "__mul", LUA_OPMUL);
}
VT_LUA_FUNCTION(event_div) {
    return vt_lua_arithmetic(lua, "__div", LUA_OPDIV);
}
VT_LUA_FUNCTION(event_mod) {
    return vt_lua_arithmetic(lua, "__mod", LUA_OPMOD);
}
VT_LUA_FUNCTION(event_pow) {
    return vt_lua_arithmetic(lua, "__pow", LUA_OPPOW);
}

/* ARGO: objectRational: both operands must have the same function for the event. Pushes its
** result as a boolean; false and nothing when they do not. */
static bool compare(lua_State *lua, int left, int right, const char *event) {
    left = lua_absindex(lua, left);
    right = lua_absindex(lua, right);
    if (!vt_lua_push_metafield(lua, left, event)) return false;
    if (!vt_lua_push_metafield(lua, right, event)) {
        lua_pop(lua, 1);
        return false;
    }
    bool same = lua_isfunction(lua, -1) && lua_rawequal(lua, -1, -2);
    lua_pop(lua, 1);
    if (!same) {
        lua_pop(lua, 1);
        return false;
    }
    lua_pushvalue(lua, left);
    lua_pushvalue(lua, right);
    vt_lua_call(lua, 2, 1);
    lua_pushboolean(lua, lua_toboolean(lua, -1));
    lua_replace(lua, -2);
    return true;
}

int vt_lua_event_eq(lua_State *lua) {
    lua_settop(lua, 2);
    if (!compare(lua, 1, 2, "__eq")) lua_pushboolean(lua, false);
    return 1;
}

static int raise_compare_error(lua_State *lua) {
    return vt_lua_raise(lua, "attempt to compare %s with %s", vt_lua_type_name(lua, 1),
                        vt_lua_type_name(lua, 2));
}

int vt_lua_event_lt(lua_State *lua) {
    lua_settop(lua, 2);
    if (lua_type(lua, 1) != lua_type(lua, 2) || !compare(lua, 1, 2, "__lt")) {
        return raise_compare_error(lua);
    }
    return 1;
}

int vt_lua_event_le(lua_State *lua) {
    lua_settop(lua, 2);
    if (lua_type(lua, 1) != lua_type(lua, 2)) return raise_compare_error(lua);
    if (compare(lua, 1, 2, "__le")) return 1;
    if (!compare(lua, 2, 1, "__lt")) return raise_compare_error(lua);
    lua_pushboolean(lua, !lua_toboolean(lua, -1));
    return 1;
}

bool vt_lua_less(lua_State *lua, int left, int right) {
    int type = lua_type(lua, left);
    if (type == lua_type(lua, right)) {
        if (type == LUA_TNUMBER) return lua_tonumber(lua, left) < lua_tonumber(lua, right);
        if (type == LUA_TSTRING) {
            vt_text a, b;
            a.bytes = lua_tolstring(lua, left, &a.size);
            b.bytes = lua_tolstring(lua, right, &b.size);
            vt_lua_charge_bytes(lua, a.size < b.size ? a.size : b.size);
            return vt_text_compare(a, b) < 0;
        }
        if (compare(lua, left, right, "__lt")) {
            bool less = lua_toboolean(lua, -1);
            lua_pop(lua, 1);
            return less;
        }
    }
    vt_lua_raise(lua, "attempt to compare %s with %s", vt_lua_type_name(lua, left),
                 vt_lua_type_name(lua, right));
    return false;
}

VT_LUA_FUNCTION(event_len) {
    return vt_lua_event_len(lua);
}
VT_LUA_FUNCTION(event_unm) {
    return vt_lua_event_unm(lua);
}
VT_LUA_FUNCTION(event_eq) {
    return vt_lua_event_eq(lua);
}
VT_LUA_FUNCTION(event_lt) {
    return vt_lua_event_lt(lua);
}
VT_LUA_FUNCTION(event_le) {
    return vt_lua_event_le(lua);
}

static const vt_lua_builtin events[] = {
    /* clang-format off */
    { "__index", event_index, VT_LUA_SET_ALL, "t.name with a metatable, s:name()", NULL, 0, VT_LUA_COST_CALL },
    { "__newindex", event_newindex, VT_LUA_SET_ALL, "t.name = v with a metatable", NULL, 0, VT_LUA_COST_CALL },
    { "__call", event_call, VT_LUA_SET_ALL, "t() with a metatable", NULL, 0, VT_LUA_COST_CALL },
    { "__len", event_len, VT_LUA_SET_ALL, NULL, NULL, 0, VT_LUA_COST_LENGTH },
    { "__unm", event_unm, VT_LUA_SET_ALL, NULL, NULL, 0, VT_LUA_COST_TEXT },
    { "__concat", event_concat, VT_LUA_SET_ALL, NULL, NULL, 0, VT_LUA_COST_CALL },
    { "__add", event_add, VT_LUA_SET_ALL, NULL, NULL, 0, VT_LUA_COST_TEXT },
    { "__sub", event_sub, VT_LUA_SET_ALL, NULL, NULL, 0, VT_LUA_COST_TEXT },
    { "__mul", event_mul, VT_LUA_SET_ALL, NULL, NULL, 0, VT_LUA_COST_TEXT },
    { "__div", event_div, VT_LUA_SET_ALL, NULL, NULL, 0, VT_LUA_COST_TEXT },
    { "__mod", event_mod, VT_LUA_SET_ALL, NULL, NULL, 0, VT_LUA_COST_TEXT },
    { "__pow", event_pow, VT_LUA_SET_ALL, NULL, NULL, 0, VT_LUA_COST_TEXT },
    { "__eq", event_eq, VT_LUA_SET_ALL, NULL, NULL, 0, VT_LUA_COST_CALL },
    { "__lt", event_lt, VT_LUA_SET_ALL, NULL, NULL, 0, VT_LUA_COST_TEXT },
    { "__le", event_le, VT_LUA_SET_ALL, NULL, NULL, 0, VT_LUA_COST_TEXT },
    /* clang-format on */
};

const vt_lua_library vt_lua_events = { "events", VT_LUA_SET_ALL, events,
                                       sizeof events / sizeof *events };

/* Pop a value and give its type the metatable below it. */
static void set_type_metatable(lua_State *lua) {
    lua_pushvalue(lua, -2);
    lua_setmetatable(lua, -2);
    lua_pop(lua, 1);
}

static int nothing(lua_State *lua) {
    (void)lua;
    return 0;
}

void vt_lua_build_metatables(lua_State *lua) {
    lua_newtable(lua);
    for (size_t index = 0; index < sizeof events / sizeof *events; index++) {
        vt_lua_push_function(lua, &events[index]);
        lua_setfield(lua, -2, events[index].name);
    }
    lua_rawseti(lua, LUA_REGISTRYINDEX, VT_LUA_SLOT_EVENTS);

    lua_newtable(lua);
    vt_lua_add_events(lua, -1);
    lua_pushnil(lua);
    set_type_metatable(lua);
    lua_pushboolean(lua, true);
    set_type_metatable(lua);
    lua_pushnumber(lua, 0);
    set_type_metatable(lua);
    lua_pushcfunction(lua, nothing);
    set_type_metatable(lua);
    lua_pushthread(lua);
    set_type_metatable(lua);
    lua_pop(lua, 1);

    lua_newtable(lua);
    vt_lua_add_events(lua, -1);
    lua_pushliteral(lua, "");
    set_type_metatable(lua);
    lua_rawseti(lua, LUA_REGISTRYINDEX, VT_LUA_SLOT_STRINGS);
}

void vt_lua_reset_metatables(lua_State *lua) {
    vt_lua_state *state = vt_lua_state_of(lua);
    if (!state->strings_changed) return;
    push_event(lua, "__index");
    set_string_index(lua);
    state->strings_changed = false;
}
