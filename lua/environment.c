/*
** The globals of a script: _G and the library tables, new for each run and cheap.
**
** Nothing is copied until it is needed. _G starts with `obj` alone and looks other names up in the
** prototype of its set of libraries, and then among the tables of the run; a library table starts empty
** and looks names up in its own prototype. Traversing a table, or assigning to a name that it is given,
** materializes it first. Scripts cannot reach the prototypes, so nothing that a script does to its
** tables outlives the run.
*/
#include "lua/lua_internal.h"

/* Push the value of a row. */
static void push_row(lua_State *lua, const vt_lua_builtin *function) {
    if (function->call) {
        vt_lua_push_function(lua, function);
    } else if (function->text) {
        lua_pushstring(lua, function->text);
    } else {
        lua_pushnumber(lua, function->number);
    }
}

/* Push the prototype of a library for a set, a table of values by name. Created once per state. */
static void push_prototype(lua_State *lua, const vt_lua_library *library, unsigned set) {
    lua_rawgeti(lua, LUA_REGISTRYINDEX, VT_LUA_SLOT_PROTOTYPES);
    if (lua_rawgetp(lua, -1, (const char *)library + set) != LUA_TNIL) {
        lua_remove(lua, -2);
        return;
    }
    lua_pop(lua, 1);
    bool charged = vt_lua_stop_charging(lua);
    lua_createtable(lua, 0, (int)library->count);
    for (size_t row = 0; row < library->count; row++) {
        if (library->functions[row].sets & set) {
            push_row(lua, &library->functions[row]);
            lua_setfield(lua, -2, library->functions[row].name);
        }
    }
    lua_pushvalue(lua, -1);
    lua_rawsetp(lua, -3, (const char *)library + set);
    lua_remove(lua, -2);
    vt_lua_charge_again(lua, charged);
}

static void push_base_prototype(lua_State *lua) {
    const vt_lua_state *state = vt_lua_state_of(lua);
    push_prototype(lua, state->libraries[0], state->set);
}

void vt_lua_push_base_function(lua_State *lua, const char *name) {
    push_base_prototype(lua);
    lua_getfield(lua, -1, name);
    lua_remove(lua, -2);
}

static const vt_lua_library *find_library(lua_State *lua, vt_text name) {
    const vt_lua_state *state = vt_lua_state_of(lua);
    for (size_t index = 0; state->libraries[index]; index++) {
        const vt_lua_library *library = state->libraries[index];
        if ((library->sets & state->set) && vt_text_is(name, library->name)) return library;
    }
    return NULL;
}

/* ---- library tables */

/* Copy to the table at `index` the fields of the table on top that it lacks; pops the latter. */
static void copy_missing(lua_State *lua, int index) {
    lua_pushnil(lua);
    while (lua_next(lua, -2)) {
        lua_pushvalue(lua, -2);
        if (lua_rawget(lua, index) == LUA_TNIL) {
            lua_pop(lua, 1);
            lua_pushvalue(lua, -2);
            lua_insert(lua, -2);
            lua_rawset(lua, index);
        } else {
            lua_pop(lua, 2);
        }
    }
    lua_pop(lua, 1);
}

/* Copy the prototype into the library table at `index`, which then is a plain table. */
static void materialize_library(lua_State *lua, int index) {
    luaL_checkstack(lua, 8, NULL);
    lua_getmetatable(lua, index);
    lua_pushnil(lua);
    lua_setmetatable(lua, index);
    lua_getfield(lua, -1, "__index");
    copy_missing(lua, index);
    lua_pop(lua, 1);
}

static const vt_lua_table_kind library_kind = { "library", materialize_library };

VT_LUA_FUNCTION(library_newindex) {
    vt_lua_materialize(lua, 1);
    lua_settop(lua, 3);
    lua_settable(lua, 1);
    return 0;
}

/* Push a new library table, which is empty: its metatable looks names up in the prototype. There
** is one metatable per library and set, created once per state. */
static void push_fresh_library(lua_State *lua, const vt_lua_library *library, unsigned set) {
    lua_newtable(lua);
    lua_rawgeti(lua, LUA_REGISTRYINDEX, VT_LUA_SLOT_LIBRARY);
    if (lua_rawgetp(lua, -1, (const char *)library + set) == LUA_TNIL) {
        lua_pop(lua, 1);
        bool charged = vt_lua_stop_charging(lua);
        lua_newtable(lua);
        vt_lua_add_events(lua, -1);
        lua_pushcfunction(lua, library_newindex);
        lua_setfield(lua, -2, "__newindex");
        push_prototype(lua, library, set);
        lua_setfield(lua, -2, "__index");
        vt_lua_set_table_kind(lua, &library_kind);
        lua_pushvalue(lua, -1);
        lua_rawsetp(lua, -3, (const char *)library + set);
        vt_lua_charge_again(lua, charged);
    }
    lua_setmetatable(lua, -3);
    lua_pop(lua, 1);
}

VT_LUA_FUNCTION(preload_os) {
    vt_lua_push_library(lua, VT_TEXT("require os"));
    return 1;
}

/* package.loaded and package.preload are tables of the run, so they are not in the prototype. */
static void add_package_tables(lua_State *lua) {
    lua_newtable(lua);
    lua_rawgeti(lua, LUA_REGISTRYINDEX, VT_LUA_RUN_GLOBALS);
    lua_setfield(lua, -2, "_G");
    vt_lua_push_library(lua, VT_TEXT("table"));
    lua_setfield(lua, -2, "table");
    lua_setfield(lua, -2, "loaded");
    lua_newtable(lua);
    lua_pushcfunction(lua, preload_os);
    lua_setfield(lua, -2, "os");
    lua_setfield(lua, -2, "preload");
    lua_newtable(lua);
    lua_setfield(lua, -2, "loaders");
}

bool vt_lua_push_library(lua_State *lua, vt_text name) {
    const vt_lua_library *library = find_library(lua, name);
    if (!library) return false;
    vt_lua_push_run_table(lua, VT_LUA_RUN_LOADED);
    if (lua_rawgetp(lua, -1, library) == LUA_TNIL) {
        lua_pop(lua, 1);
        push_fresh_library(lua, library, vt_lua_state_of(lua)->set);
        lua_pushvalue(lua, -1);
        lua_rawsetp(lua, -3, library);
        if (strcmp(library->name, "package") == 0) {
            vt_lua_materialize(lua, -1);
            add_package_tables(lua);
        }
    }
    lua_remove(lua, -2);
    return true;
}

/* ---- _G */

static void push_global_table(lua_State *lua) {
    lua_rawgeti(lua, LUA_REGISTRYINDEX, VT_LUA_RUN_GLOBALS);
}

static void push_new_table(lua_State *lua) {
    lua_newtable(lua);
}

/* Tables of the run besides those of libraries. */
static const struct run_table {
    const char *name;
    void (*push)(lua_State *lua);
    vt_argocd_release since; /* of Argo CD */
} run_tables[] = { { "_G", push_global_table, VT_ARGOCD_2_14 },
                   { "actionParams", push_new_table, VT_ARGOCD_3_1 } };
enum { RUN_TABLE_COUNT = sizeof run_tables / sizeof *run_tables };

static const struct run_table *find_run_table(vt_text name) {
    for (size_t index = 0; index < RUN_TABLE_COUNT; index++) {
        if (vt_text_is(name, run_tables[index].name)) return &run_tables[index];
    }
    return NULL;
}

/* The string at `index`; empty for any other value. */
static vt_text name_at(lua_State *lua, int index) {
    vt_text name = VT_TEXT("");
    if (lua_type(lua, index) == LUA_TSTRING) name.bytes = lua_tolstring(lua, index, &name.size);
    return name;
}

static bool is_of_release(lua_State *lua, const struct run_table *table) {
    const vt_evaluation *evaluation = vt_lua_state_of(lua)->evaluation;
    return !evaluation || !vt_argocd_before(evaluation, table->since);
}

/* Push the table of the run of that name; false and nothing when there is none. */
static bool push_table_of_run(lua_State *lua, vt_text name) {
    const struct run_table *table = find_run_table(name);
    if (table && !is_of_release(lua, table)) return false;
    if (table) table->push(lua);
    return table || (name.size > 0 && vt_lua_push_library(lua, name));
}

/* (prototype, name): a name that _G does not have and its prototype neither. */
VT_LUA_FUNCTION(global_index) {
    if (!push_table_of_run(lua, name_at(lua, 2))) return 0;
    push_global_table(lua);
    lua_pushvalue(lua, 2);
    lua_pushvalue(lua, -3);
    lua_rawset(lua, -3);
    lua_pop(lua, 1);
    return 1;
}

/* Whether the name at `key` has a value that the script did not assign. */
static bool is_given(lua_State *lua, int key) {
    push_base_prototype(lua);
    lua_pushvalue(lua, key);
    bool in_prototype = lua_rawget(lua, -2) != LUA_TNIL;
    lua_pop(lua, 2);
    vt_text name = name_at(lua, key);
    return in_prototype || find_run_table(name) || (name.size > 0 && find_library(lua, name));
}

/* The first assignment to a name. What was given must not show through when nil is assigned, now or
** later. */
VT_LUA_FUNCTION(global_newindex) {
    if (lua_isnil(lua, 2)) return vt_lua_raise(lua, "table index is nil");
    if (is_given(lua, 2)) vt_lua_materialize(lua, 1);
    lua_settop(lua, 3);
    lua_rawset(lua, 1);
    return 0;
}

/* Add a table of the run to _G, at `index`, unless it has the name. */
static void add_table_of_run(lua_State *lua, int index, const char *name) {
    lua_pushstring(lua, name);
    lua_pushvalue(lua, -1);
    bool is_missing = lua_rawget(lua, index) == LUA_TNIL;
    lua_pop(lua, 1);
    if (is_missing && push_table_of_run(lua, vt_text_from(name))) {
        lua_rawset(lua, index);
    } else {
        lua_pop(lua, 1);
    }
}

/* Fill _G, at `index`, which then is a plain table. */
static void materialize_globals(lua_State *lua, int index) {
    luaL_checkstack(lua, 8, NULL);
    lua_pushnil(lua);
    lua_setmetatable(lua, index);
    const vt_lua_state *state = vt_lua_state_of(lua);
    push_base_prototype(lua);
    copy_missing(lua, index);
    for (size_t place = 0; place < RUN_TABLE_COUNT; place++) {
        add_table_of_run(lua, index, run_tables[place].name);
    }
    for (size_t place = 1; state->libraries[place]; place++) {
        const vt_lua_library *library = state->libraries[place];
        if (!(library->sets & state->set) || strchr(library->name, ' ')) continue;
        add_table_of_run(lua, index, library->name);
    }
}

static const vt_lua_table_kind environment_kind = { "environment", materialize_globals };

/* ---- environments of threads, and of functions that use no globals: only getfenv shows them */

bool vt_lua_push_own_environment(lua_State *lua, int index) {
    index = lua_absindex(lua, index);
    vt_lua_push_run_table(lua, VT_LUA_RUN_ENVIRONMENTS);
    lua_pushvalue(lua, index);
    if (lua_rawget(lua, -2) == LUA_TNIL) {
        lua_pop(lua, 2);
        return false;
    }
    lua_remove(lua, -2);
    return true;
}

void vt_lua_set_environment(lua_State *lua, int index) {
    index = lua_absindex(lua, index);
    vt_lua_push_run_table(lua, VT_LUA_RUN_ENVIRONMENTS);
    lua_pushvalue(lua, index);
    lua_pushvalue(lua, -3);
    lua_rawset(lua, -3);
    lua_pop(lua, 2);
}

/* Push the metatable of _G for the set of the run, created once per state. */
static void push_environment_metatable(lua_State *lua) {
    lua_Integer set = (lua_Integer)vt_lua_state_of(lua)->set;
    lua_rawgeti(lua, LUA_REGISTRYINDEX, VT_LUA_SLOT_ENVIRONMENT);
    if (lua_rawgeti(lua, -1, set) == LUA_TNIL) {
        lua_pop(lua, 1);
        bool charged = vt_lua_stop_charging(lua);
        lua_newtable(lua);
        vt_lua_add_events(lua, -1);
        lua_pushcfunction(lua, global_newindex);
        lua_setfield(lua, -2, "__newindex");
        push_base_prototype(lua);
        lua_createtable(lua, 0, 1);
        lua_pushcfunction(lua, global_index);
        lua_setfield(lua, -2, "__index");
        lua_setmetatable(lua, -2);
        lua_setfield(lua, -2, "__index");
        vt_lua_set_table_kind(lua, &environment_kind);
        lua_pushvalue(lua, -1);
        lua_rawseti(lua, -3, set);
        vt_lua_charge_again(lua, charged);
    }
    lua_remove(lua, -2);
}

enum { FEW_GLOBALS = 4 };

void vt_lua_push_globals(lua_State *lua) {
    lua_createtable(lua, 0, FEW_GLOBALS);
    vt_lua_push_object(lua);
    lua_setfield(lua, -2, "obj");
    push_environment_metatable(lua);
    lua_setmetatable(lua, -2);
    lua_pushvalue(lua, -1);
    vt_lua_set_run_table(lua, VT_LUA_RUN_GLOBALS);
}
