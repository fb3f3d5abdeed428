/* The base functions of gopher-lua, and the refused ones among them. */
#include <math.h>

#include "lua/lua_internal.h"

enum { MAX_LEVEL = 1000 }; /* beyond any stack */

/* assert */
VT_LUA_FUNCTION(base_assert) {
    if (!lua_toboolean(lua, 1)) {
        vt_text message = vt_lua_optional_text(lua, 2, VT_TEXT("assertion failed!"));
        vt_lua_push_where(lua, 0, true);
        lua_pushliteral(lua, " ");
        vt_lua_push_text(lua, message);
        lua_concat(lua, 3);
        return vt_lua_raise_value(lua);
    }
    return lua_gettop(lua);
}

/* collectgarbage: does nothing */
VT_LUA_FUNCTION(base_collectgarbage) {
    (void)lua;
    return 0;
}

/* error: a string gets its location in front, unless the level is 0 */
VT_LUA_FUNCTION(base_error) {
    vt_lua_check_any(lua, 1);
    int64_t level = vt_lua_optional_integer(lua, 2, 1);
    lua_settop(lua, 1);
    if (lua_type(lua, 1) == LUA_TSTRING && level > 0) {
        vt_lua_push_where(lua, level > MAX_LEVEL ? MAX_LEVEL : (int)level - 1, true);
        lua_pushliteral(lua, " ");
        lua_pushvalue(lua, 1);
        lua_concat(lua, 3);
    }
    return vt_lua_raise_value(lua);
}

/* ---- environments */

/* What getfenv and setfenv are about. */
typedef enum environment_owner {
    OWNER_FUNCTION, /* a function of the script, which was pushed */
    OWNER_THREAD,   /* the running thread, for level 0 */
    OWNER_NONE      /* one of our functions, or no function */
} environment_owner;

/* ARGO: argument 1 is a function or a level; no argument is level 1. */
static environment_owner push_owner(lua_State *lua) {
    if (lua_isfunction(lua, 1)) {
        lua_pushvalue(lua, 1);
        return lua_iscfunction(lua, 1) ? OWNER_NONE : OWNER_FUNCTION;
    }
    if (lua_type(lua, 1) != LUA_TNUMBER && !lua_isnone(lua, 1)) return OWNER_NONE;
    int64_t level = lua_isnone(lua, 1) ? 1 : vt_lua_number_truncate(lua_tonumber(lua, 1));
    if (level <= 0) return OWNER_THREAD;
    lua_Debug activation;
    if (level > MAX_LEVEL || !lua_getstack(lua, (int)level, &activation) ||
        !lua_getinfo(lua, "f", &activation)) {
        return OWNER_NONE;
    }
    return lua_iscfunction(lua, -1) ? OWNER_NONE : OWNER_FUNCTION;
}

static void push_globals_table(lua_State *lua) {
    lua_rawgeti(lua, LUA_REGISTRYINDEX, VT_LUA_RUN_GLOBALS);
}

/* getfenv */
VT_LUA_FUNCTION(base_getfenv) {
    environment_owner owner = push_owner(lua);
    if (owner == OWNER_NONE) {
        push_globals_table(lua);
        return 1;
    }
    if (owner == OWNER_THREAD) lua_pushthread(lua);
    int upvalue = vt_lua_environment_upvalue(lua, -1);
    if (owner == OWNER_FUNCTION && upvalue > 0) {
        lua_getupvalue(lua, -1, upvalue);
    } else if (!vt_lua_push_own_environment(lua, -1)) {
        push_globals_table(lua);
    }
    return 1;
}

/* Pop a table and make it the environment of the function below it, which stops sharing its own. */
static void set_function_environment(lua_State *lua) {
    int upvalue = vt_lua_environment_upvalue(lua, -2);
    if (upvalue == 0) {
        vt_lua_set_environment(lua, -2);
        return;
    }
    static const char own[] = "return _ENV";
    if (luaL_loadbufferx(lua, own, sizeof own - 1, "=[G]", "t") != LUA_OK) lua_error(lua);
    lua_upvaluejoin(lua, -3, upvalue, -1, 1);
    lua_pop(lua, 1);
    lua_setupvalue(lua, -2, upvalue);
}

/* setfenv */
VT_LUA_FUNCTION(base_setfenv) {
    vt_lua_check_table(lua, 2);
    environment_owner owner = push_owner(lua);
    if (owner == OWNER_NONE) {
        return vt_lua_raise(lua, "cannot change the environment of given object");
    }
    if (owner == OWNER_THREAD) {
        lua_pushthread(lua);
        lua_pushvalue(lua, 2);
        vt_lua_set_environment(lua, -2);
        return 0;
    }
    lua_pushvalue(lua, 2);
    set_function_environment(lua);
    return 1;
}

/* ---- metatables */

/* getmetatable */
VT_LUA_FUNCTION(base_getmetatable) {
    vt_lua_check_any(lua, 1);
    if (vt_lua_push_metafield(lua, 1, "__metatable") || vt_lua_push_metatable(lua, 1)) return 1;
    lua_pushnil(lua);
    return 1;
}

/* setmetatable */
VT_LUA_FUNCTION(base_setmetatable) {
    lua_settop(lua, 2);
    if (!lua_isnil(lua, 2) && !lua_istable(lua, 2)) {
        return vt_lua_type_error(lua, 2, "nil or table");
    }
    if (lua_isnil(lua, 1)) {
        return vt_lua_raise(lua, "cannot set metatable to a nil object.");
    }
    if (vt_lua_push_metafield(lua, 1, "__metatable")) {
        return vt_lua_raise(lua, "cannot change a protected metatable");
    }
    vt_lua_set_metatable(lua, 1);
    lua_settop(lua, 1);
    return 1;
}

/* newproxy: a userdata; with true it gets an empty metatable, with a proxy that of the proxy */
VT_LUA_FUNCTION(base_newproxy) {
    lua_settop(lua, 1);
    vt_lua_new_userdata(lua, 0, 0, 0);
    if (lua_type(lua, 1) == LUA_TUSERDATA) {
        if (vt_lua_push_metatable(lua, 1)) vt_lua_set_metatable(lua, 2);
    } else if (lua_isboolean(lua, 1) && lua_toboolean(lua, 1)) {
        lua_newtable(lua);
        vt_lua_set_metatable(lua, 2);
    }
    lua_settop(lua, 2);
    return 1;
}

/* ---- iteration */

/* The iterator of ipairs: raw access only */
VT_LUA_FUNCTION(ipairs_step) {
    vt_lua_count_round(lua);
    vt_lua_check_table(lua, 1);
    int64_t index = vt_lua_check_integer(lua, 2) + 1;
    vt_lua_push_integer(lua, index);
    vt_lua_raw_get(lua, 1, index);
    return lua_isnil(lua, -1) ? 0 : 2;
}

VT_LUA_FUNCTION(pairs_step) {
    vt_lua_count_round(lua);
    vt_lua_check_table(lua, 1);
    lua_settop(lua, 2);
    if (!vt_lua_next(lua, 1)) {
        lua_pushnil(lua);
        return 1;
    }
    return 2;
}

/* ipairs */
VT_LUA_FUNCTION(base_ipairs) {
    vt_lua_check_table(lua, 1);
    vt_lua_materialize(lua, 1);
    lua_pushcfunction(lua, ipairs_step);
    lua_pushvalue(lua, 1);
    lua_pushnumber(lua, 0);
    return 3;
}

/* pairs */
VT_LUA_FUNCTION(base_pairs) {
    vt_lua_check_table(lua, 1);
    lua_pushcfunction(lua, pairs_step);
    lua_pushvalue(lua, 1);
    lua_pushnil(lua);
    return 3;
}

/* ---- calls */

/* pcall */
VT_LUA_FUNCTION(base_pcall) {
    vt_lua_check_any(lua, 1);
    bool callable = lua_isfunction(lua, 1);
    if (!callable && vt_lua_push_metafield(lua, 1, "__call")) {
        callable = lua_isfunction(lua, -1);
        lua_pop(lua, 1);
    }
    if (!callable) {
        lua_pushboolean(lua, false);
        lua_pushfstring(lua, "attempt to call a %s value", luaL_typename(lua, 1));
        return 2;
    }
    lua_pushboolean(lua, true); /* pushed before the call: its results may leave no room */
    lua_insert(lua, 1);
    if (vt_lua_protected_call(lua, lua_gettop(lua) - 2, LUA_MULTRET, 0) != LUA_OK) {
        lua_pushboolean(lua, false);
        lua_replace(lua, 1);
    }
    return lua_gettop(lua);
}

/* Called instead of the handler of xpcall: a stop does not reach the handler, and messages have
** gopher-lua's text. ARGO: when the handler fails, its error is the result; there is no room for it
** after a stack overflow, which the hook raises. Lua does not call the hook while it is in there, so
** nothing of the script may run then. */
static int handle_error(lua_State *lua) {
    vt_lua_state *state = vt_lua_state_of(lua);
    if (state->stop != VT_LUA_STOP_NONE) return 1;
    lua_settop(lua, 1);
    if (!state->error_translated) vt_lua_rewrite_error(lua);
    if (!state->in_hook) {
        lua_pushvalue(lua, lua_upvalueindex(1));
        lua_insert(lua, 1);
        vt_lua_protected_call(lua, 1, 1, 0);
    }
    state->error_translated = true;
    return 1;
}

/* xpcall */
VT_LUA_FUNCTION(base_xpcall) {
    vt_lua_check_function(lua, 1);
    vt_lua_check_function(lua, 2);
    lua_settop(lua, 2);
    vt_lua_push_closure(lua, handle_error, 1);
    lua_insert(lua, 1);
    lua_pushboolean(lua, true); /* as for pcall */
    lua_insert(lua, 1);
    int status = vt_lua_protected_call(lua, 0, LUA_MULTRET, 2);
    lua_remove(lua, 2);
    if (status != LUA_OK) {
        lua_pushboolean(lua, false);
        lua_replace(lua, 1);
    }
    return lua_gettop(lua);
}

/* select */
VT_LUA_FUNCTION(base_select) {
    int count = lua_gettop(lua);
    int type = lua_type(lua, 1);
    if (type == LUA_TSTRING) {
        const char *text = lua_tostring(lua, 1);
        if (strcmp(text, "#") != 0) {
            return vt_lua_argument_error(lua, 1, "invalid string '%s'", text);
        }
        vt_lua_push_integer(lua, count - 1);
        return 1;
    }
    if (type != LUA_TNUMBER) return vt_lua_type_error(lua, 1, "number or string");
    int64_t index = vt_lua_number_truncate(lua_tonumber(lua, 1));
    if (index < 0) {
        index = count + index;
    } else if (index > count) {
        index = count;
    }
    if (index < 1) return vt_lua_argument_error(lua, 1, "index out of range");
    return count - (int)index;
}

/* unpack */
VT_LUA_FUNCTION(base_unpack) {
    vt_lua_check_table(lua, 1);
    int64_t first = vt_lua_optional_integer(lua, 2, 1);
    int64_t last = lua_isnoneornil(lua, 3) ? vt_lua_length(lua, 1) : vt_lua_check_integer(lua, 3);
    if (first > last) return 0;
    if (last - first >= VT_LUA_MAX_RESULTS) return vt_lua_raise(lua, "registry overflow");
    int count = (int)(last - first + 1);
    luaL_checkstack(lua, count + 4, NULL);
    vt_lua_materialize(lua, 1);
    vt_lua_charge(lua, (uint64_t)count);
    for (int64_t index = first; index <= last; index++) vt_lua_raw_get(lua, 1, index);
    return count;
}

/* ---- raw access */

/* next */
VT_LUA_FUNCTION(base_next) {
    return pairs_step_body(lua);
}

/* rawequal */
VT_LUA_FUNCTION(base_rawequal) {
    vt_lua_check_any(lua, 1);
    vt_lua_check_any(lua, 2);
    if (lua_type(lua, 1) == LUA_TSTRING && lua_type(lua, 2) == LUA_TSTRING) {
        vt_lua_charge_bytes(lua, lua_rawlen(lua, 1));
    }
    lua_pushboolean(lua, lua_rawequal(lua, 1, 2));
    return 1;
}

/* rawget */
VT_LUA_FUNCTION(base_rawget) {
    vt_lua_check_table(lua, 1);
    vt_lua_check_any(lua, 2);
    vt_lua_materialize(lua, 1);
    lua_settop(lua, 2);
    lua_rawget(lua, 1);
    return 1;
}

/* rawset */
VT_LUA_FUNCTION(base_rawset) {
    vt_lua_check_table(lua, 1);
    vt_lua_check_any(lua, 2);
    vt_lua_check_any(lua, 3);
    vt_lua_check_key(lua, 2);
    vt_lua_materialize(lua, 1);
    int is_integer;
    lua_Integer key = lua_tointegerx(lua, 2, &is_integer);
    if (is_integer && key > 0) vt_lua_note_index(lua, 1, (int64_t)key);
    lua_settop(lua, 3);
    lua_rawset(lua, 1);
    return 0;
}

/* ---- values and text */

/* Push the text of the value at `index`, __tostring included. */
static void push_string_of(lua_State *lua, int index) {
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

/* print: a line of the trace */
VT_LUA_FUNCTION(base_print) {
    vt_lua_state *state = vt_lua_state_of(lua);
    int count = lua_gettop(lua);
    luaL_Buffer buffer;
    luaL_buffinit(lua, &buffer);
    for (int index = 1; index <= count; index++) {
        push_string_of(lua, index);
        vt_lua_push_plain_string_of(lua, -1);
        lua_remove(lua, -2);
        vt_lua_charge_bytes(lua, lua_rawlen(lua, -1));
        luaL_addvalue(&buffer);
        if (index < count) luaL_addchar(&buffer, '\t');
    }
    luaL_pushresult(&buffer);
    vt_text text;
    text.bytes = lua_tolstring(lua, -1, &text.size);
    if (state->evaluation->reader.trace) vt_trace_print(state->evaluation->reader.trace, text);
    return 0;
}

/* tonumber */
VT_LUA_FUNCTION(base_tonumber) {
    int64_t base = lua_gettop(lua) > 1 ? vt_lua_optional_integer(lua, 2, 0) : 0;
    base = base < 0 || base > 36 ? 1 : base; /* no base */
    double number;
    switch (lua_type(lua, 1)) {
    case LUA_TNONE:
        vt_lua_check_any(lua, 1);
        break;
    case LUA_TNUMBER:
        lua_pushvalue(lua, 1);
        return 1;
    case LUA_TSTRING: {
        vt_text text = vt_lua_check_text(lua, 1);
        vt_lua_charge_bytes(lua, text.size);
        if (!vt_lua_number_convert(text, (int)base, &number)) break;
        lua_pushnumber(lua, number);
        return 1;
    }
    default:
        break;
    }
    lua_pushnil(lua);
    return 1;
}

/* tostring */
VT_LUA_FUNCTION(base_tostring) {
    vt_lua_check_any(lua, 1);
    push_string_of(lua, 1);
    return 1;
}

/* type */
VT_LUA_FUNCTION(base_type) {
    int type = lua_type(lua, 1);
    if (type == LUA_TNONE) vt_lua_check_any(lua, 1);
    lua_pushvalue(lua, lua_upvalueindex(1 + type));
    return 1;
}

/* Scripts call it often, and finding the string takes Lua longer than the rest. */
static int push_type_names(lua_State *lua) {
    luaL_checkstack(lua, LUA_NUMTYPES, NULL);
    for (int type = 0; type < LUA_NUMTYPES; type++) lua_pushstring(lua, lua_typename(lua, type));
    return LUA_NUMTYPES;
}

/* ---- require */

/* ARGO: the paths that gopher-lua would try: dots become slashes. No file is ever opened here. */
static int raise_module_not_found(lua_State *lua, const char *name) {
    const char *path = luaL_gsub(lua, name, ".", "/");
    return vt_lua_raise(lua,
                        "module %s not found:\n\tno field package.preload['%s']\n"
                        "\tstat ./%s.lua: no such file or directory\n"
                        "\tstat /usr/local/share/lua/5.1/%s.lua: no such file or directory\n"
                        "\tstat /usr/local/share/lua/5.1/%s/init.lua: no such file or directory, ",
                        name, name, path, path, path);
}

/* require: the loaded libraries, and `os` with time and date */
VT_LUA_FUNCTION(base_require) {
    vt_text name = vt_lua_check_text(lua, 1);
    if (vt_text_is(name, "os")) {
        vt_lua_push_library(lua, VT_TEXT("require os"));
    } else if (vt_text_is(name, "table")) {
        vt_lua_push_library(lua, VT_TEXT("table"));
    } else if (vt_text_is(name, "_G")) {
        push_globals_table(lua);
    } else if (!vt_text_is(name, "kube") || !vt_lua_push_library(lua, VT_TEXT("require kube"))) {
        return raise_module_not_found(lua, lua_tostring(lua, 1));
    }
    return 1;
}

/* loadstring: its argument is checked, as gopher-lua does, before it is refused */
VT_LUA_FUNCTION(base_loadstring) {
    vt_lua_check_text(lua, 1);
    return vt_lua_raise_refusal(lua);
}

#define NO_CODE "scripts cannot compile code at run time"
#define NO_FILES "scripts cannot access files"

static const vt_lua_builtin functions[] = {
    /* clang-format off */
    { "_GOPHER_LUA_VERSION", NULL, VT_LUA_SET_ALL, "the version that scripts are written for", "GopherLua 0.1", 0, VT_LUA_COST_NONE },
    { "_VERSION",       NULL,                VT_LUA_SET_ALL, "the language that scripts are written in", "Lua 5.1", 0, VT_LUA_COST_NONE },
    { "_printregs",     vt_lua_refuse_call,  VT_LUA_SET_ALL, "it prints registers of gopher-lua's virtual machine", "_printregs", 0, VT_LUA_COST_CALL },
    { "assert",         base_assert,         VT_LUA_SET_ALL, "assert(value [, message]): an error when value is false or nil", NULL, 0, VT_LUA_COST_CALL },
    { "collectgarbage", base_collectgarbage, VT_LUA_SET_ALL, "collectgarbage(): does nothing", NULL, 0, VT_LUA_COST_CALL },
    { "dofile",         vt_lua_refuse_call,  VT_LUA_SET_ALL, NO_FILES, "dofile", 0, VT_LUA_COST_CALL },
    { "error",          base_error,          VT_LUA_SET_ALL, "error(value [, level]): raises an error, which ends the script or the innermost pcall", NULL, 0, VT_LUA_COST_CALL },
    { "getfenv",        base_getfenv,        VT_LUA_SET_ALL, "getfenv([function or level]): its globals", NULL, 0, VT_LUA_COST_CALL },
    { "getmetatable",   base_getmetatable,   VT_LUA_SET_ALL, "getmetatable(value): its metatable or __metatable field", NULL, 0, VT_LUA_COST_CALL },
    { "ipairs",         base_ipairs,         VT_LUA_SET_ALL, "ipairs(list): for index, value in ipairs(list)", NULL, 0, VT_LUA_COST_CALL },
    { "load",           vt_lua_refuse_call,  VT_LUA_SET_ALL, NO_CODE, "load", 0, VT_LUA_COST_CALL },
    { "loadfile",       vt_lua_refuse_call,  VT_LUA_SET_ALL, NO_FILES, "loadfile", 0, VT_LUA_COST_CALL },
    { "loadstring",     base_loadstring,     VT_LUA_SET_ALL, NO_CODE, "loadstring", 0, VT_LUA_COST_CALL },
    { "module",         vt_lua_refuse_call,  VT_LUA_SET_ALL, "scripts cannot define modules", "module", 0, VT_LUA_COST_CALL },
    { "newproxy",       base_newproxy,       VT_LUA_SET_ALL, "newproxy([true or proxy]): a userdata", NULL, 0, VT_LUA_COST_CALL },
    { "next",           base_next,           VT_LUA_SET_ALL, "next(table [, key]): the key after that one, and its value", NULL, 0, VT_LUA_COST_TRAVERSE },
    { "pairs",          base_pairs,          VT_LUA_SET_ALL, "pairs(table): for key, value in pairs(table); always in the same order", NULL, 0, VT_LUA_COST_CALL },
    { "pcall",          base_pcall,          VT_LUA_SET_ALL, "pcall(function, …): false and the error, or true and the results", NULL, 0, VT_LUA_COST_PROTECT },
    { "print",          base_print,          VT_LUA_SET_ALL, "print(…): writes a line to the trace of the run", NULL, 0, VT_LUA_COST_TEXT },
    { "rawequal",       base_rawequal,       VT_LUA_SET_ALL, "rawequal(a, b): a == b without metatables", NULL, 0, VT_LUA_COST_TEXT },
    { "rawget",         base_rawget,         VT_LUA_SET_ALL, "rawget(table, key): table[key] without metatables", NULL, 0, VT_LUA_COST_CALL },
    { "rawset",         base_rawset,         VT_LUA_SET_ALL, "rawset(table, key, value): table[key] = value without metatables", NULL, 0, VT_LUA_COST_CALL },
    { "require",        base_require,        VT_LUA_SET_ALL, "require(name): \"os\" (time and date), \"table\" or \"_G\"; in safe scripts \"kube\" of Karmada", NULL, 0, VT_LUA_COST_CALL },
    { "select",         base_select,         VT_LUA_SET_ALL, "select(n, …): the values from the nth on; \"#\" gives their number", NULL, 0, VT_LUA_COST_VALUES },
    { "setfenv",        base_setfenv,        VT_LUA_SET_ALL, "setfenv(function or level, table): sets its globals", NULL, 0, VT_LUA_COST_CALL },
    { "setmetatable",   base_setmetatable,   VT_LUA_SET_ALL, "setmetatable(table, metatable): __gc, __mode and __close have no effect", NULL, 0, VT_LUA_COST_CALL },
    { "tonumber",       base_tonumber,       VT_LUA_SET_ALL, "tonumber(value [, base]): a number or nil", NULL, 0, VT_LUA_COST_TEXT },
    { "tostring",       base_tostring,       VT_LUA_SET_ALL, "tostring(value): its text", NULL, 0, VT_LUA_COST_TEXT },
    { "type",           base_type,           VT_LUA_SET_ALL, "type(value): the name of its type", NULL, 0, VT_LUA_COST_CALL, push_type_names },
    { "unpack",         base_unpack,         VT_LUA_SET_ALL, "unpack(list [, first [, last]]): its items as values", NULL, 0, VT_LUA_COST_VALUES },
    { "xpcall",         base_xpcall,         VT_LUA_SET_ALL, "xpcall(function, handler): like pcall; the handler's result replaces the error", NULL, 0, VT_LUA_COST_PROTECT },
    /* clang-format on */
};

const vt_lua_library vt_lua_library_base = { "", VT_LUA_SET_ALL, functions,
                                             sizeof functions / sizeof *functions };
