/*
** `obj`: the object as tables, built level by level when a script looks in.
**
** A container starts hollow: an empty table of the right size whose metatable knows how to fill
** it and whose one hidden key holds the value it stands for. The first look fills one level and
** takes the metatable away; from then on it is a plain table. While reads are traced a table stays
** watched instead, and every look is noted.
*/
#include "lua/machine.h"

/* The hidden key: an address no script can name. */
static const char value_key;

const vt_value *vt_lua_object_of(lua_State *lua, int index) {
    lua_rawgetp(lua, index, &value_key);
    const vt_value *value = lua_touserdata(lua, -1);
    lua_pop(lua, 1);
    return value;
}

/* Larger tables grow while they are filled: most are never looked into. */
enum { MOST_PRESIZED = 4096 };

static void push_hollow(lua_State *lua, const vt_value *value) {
    vt_lua_state *state = vt_lua_state_of(lua);
    uint32_t members = vt_value_count(value);
    int count = members < MOST_PRESIZED ? (int)members : 0;
    bool is_array = vt_value_is_array(value);
    lua_createtable(lua, is_array ? count : 0, is_array ? 1 : count + 1);
    lua_pushlightuserdata(lua, (void *)(uintptr_t)value);
    lua_rawsetp(lua, -2, &value_key);
    lua_rawgeti(lua, LUA_REGISTRYINDEX,
                state->evaluation->reader.trace ? VT_LUA_SLOT_WATCHED : VT_LUA_SLOT_HOLLOW);
    lua_setmetatable(lua, -2);
}

/* While reads are traced one value gives one table, however often it is looked at. */
static void push_watched(lua_State *lua, const vt_value *value) {
    vt_lua_push_run_table(lua, VT_LUA_RUN_PARTS);
    if (lua_rawgetp(lua, -1, value) == LUA_TNIL) {
        lua_pop(lua, 1);
        push_hollow(lua, value);
        lua_pushvalue(lua, -1);
        lua_rawsetp(lua, -3, value);
    }
    lua_remove(lua, -2);
}

/* One more value of the object reaches the script. */
static void count_values(lua_State *lua, uint64_t values) {
    vt_lua_state *state = vt_lua_state_of(lua);
    state->object_values += values;
    if (state->object_values > state->limits.lua_object_values) {
        vt_lua_stop_run(lua, VT_LUA_STOP_VALUES);
    }
}

/* ARGO: decodeValue: every number is a double; null is nil. */
static void push_value(lua_State *lua, const vt_value *value) {
    switch (vt_value_type(value)) {
    case VT_NULL:
        lua_pushnil(lua);
        break;
    case VT_FALSE:
    case VT_TRUE:
        lua_pushboolean(lua, vt_value_is_true(value));
        break;
    case VT_INTEGER:
        lua_pushnumber(lua, (lua_Number)value->as.integer);
        break;
    case VT_DOUBLE:
        lua_pushnumber(lua, value->as.number);
        break;
    case VT_STRING:
        lua_pushlstring(lua, value->as.bytes, value->size);
        break;
    case VT_ARRAY:
    case VT_OBJECT:
        (vt_lua_state_of(lua)->evaluation->reader.trace ? push_watched : push_hollow)(lua, value);
        break;
    }
}

/* Note that a member or item was looked at: whoever goes through a container looks at all of it. */
static void note_look(lua_State *lua, const vt_value *parent, vt_text key, size_t place,
                      const vt_value *value) {
    const vt_reader *reader = &vt_lua_state_of(lua)->evaluation->reader;
    if (reader->trace) {
        vt_trace_read(reader->trace, reader->document, parent, key, place, value);
    }
}

/* ARGO: decodeValue appends: nulls are dropped and what follows moves down. */
static void fill_array(lua_State *lua, int index, const vt_value *array) {
    lua_Integer place = 1;
    size_t item_place = 0;
    for (const vt_value *item = vt_array_first(array); item; item = vt_array_next(array, item)) {
        note_look(lua, array, VT_TEXT_ABSENT, item_place++, item);
        if (!vt_value_is_null(item)) {
            push_value(lua, item);
            lua_rawseti(lua, index, place++);
        }
    }
    lua_pushnil(lua);
    lua_rawsetp(lua, index, &value_key);
}

static void fill_map(lua_State *lua, int index, const vt_value *map) {
    for (const vt_value *key = vt_object_first(map); key; key = vt_object_next(map, key)) {
        const vt_value *member = vt_object_value(key);
        note_look(lua, map, vt_value_text(key), 0, member);
        if (!vt_value_is_null(member)) {
            lua_pushlstring(lua, key->as.bytes, key->size);
            push_value(lua, member);
            lua_rawset(lua, index);
        }
    }
}

void vt_lua_fill(lua_State *lua, int index) {
    luaL_checkstack(lua, 6, NULL);
    const vt_value *value = vt_lua_object_of(lua, index);
    lua_pushnil(lua);
    lua_setmetatable(lua, index);
    count_values(lua, vt_value_count(value));
    vt_lua_state_of(lua)->filling = true;
    if (vt_value_is_array(value)) {
        fill_array(lua, index, value);
    } else {
        fill_map(lua, index, value);
    }
    vt_lua_state_of(lua)->filling = false;
}

/* ---- metamethods of tables that are still hollow */

static int hollow_index(lua_State *lua) {
    vt_lua_settle(lua, 1);
    lua_pushvalue(lua, 2);
    lua_rawget(lua, 1);
    return 1;
}

static int hollow_newindex(lua_State *lua) {
    vt_lua_settle(lua, 1);
    lua_settable(lua, 1);
    return 0;
}

static int hollow_len(lua_State *lua) {
    vt_lua_push_integer(lua, vt_lua_length(lua, 1));
    return 1;
}

/* A traced look at one member. The table stays empty, so the next look is traced too. */
static int watched_index(lua_State *lua) {
    const vt_value *value = vt_lua_object_of(lua, 1);
    if (!vt_value_is_object(value) || lua_type(lua, 2) != LUA_TSTRING) {
        return hollow_index(lua);
    }
    vt_text key;
    key.bytes = lua_tolstring(lua, 2, &key.size);
    const vt_value *member = vt_read(&vt_lua_state_of(lua)->evaluation->reader, value, key);
    count_values(lua, 1);
    push_value(lua, member);
    return 1;
}

static const vt_lua_builtin hollow_events[] = {
    { "__index", hollow_index, VT_LUA_SET_ALL, NULL, NULL, 0 },
    { "__newindex", hollow_newindex, VT_LUA_SET_ALL, NULL, NULL, 0 },
    { "__len", hollow_len, VT_LUA_SET_ALL, NULL, NULL, 0 },
};
static const vt_lua_builtin watched_look = {
    "__index", watched_index, VT_LUA_SET_ALL, NULL, NULL, 0
};

static void push_metatable(lua_State *lua, vt_lua_guise guise) {
    lua_newtable(lua);
    vt_lua_add_events(lua, -1);
    for (size_t index = 0; index < sizeof hollow_events / sizeof *hollow_events; index++) {
        vt_lua_push_gate(lua, &hollow_events[index]);
        lua_setfield(lua, -2, hollow_events[index].name);
    }
    lua_pushinteger(lua, guise);
    lua_rawseti(lua, -2, 1);
}

void vt_lua_build_object_metatables(lua_State *lua) {
    push_metatable(lua, VT_LUA_GUISE_HOLLOW);
    lua_rawseti(lua, LUA_REGISTRYINDEX, VT_LUA_SLOT_HOLLOW);
    push_metatable(lua, VT_LUA_GUISE_WATCHED);
    vt_lua_push_gate(lua, &watched_look);
    lua_setfield(lua, -2, watched_look.name);
    lua_rawseti(lua, LUA_REGISTRYINDEX, VT_LUA_SLOT_WATCHED);
}

void vt_lua_push_object(lua_State *lua) {
    const vt_evaluation *evaluation = vt_lua_state_of(lua)->evaluation;
    count_values(lua, 1);
    push_value(lua, vt_document_root(evaluation->reader.document));
}
