/*
** `obj`: the object as tables, created level by level when a script reads them.
**
** A container starts as a lazy table: an empty table of the right size, whose metatable knows how
** to fill it and whose word of ours has the part of the object that it was created for. Reading a
** member of a small map puts that member into the table, which stays lazy. Anything else that looks at
** the table fills one level and removes the metatable; from then on it is a plain table. While reads
** are traced a table stays empty instead, and every read is noted.
*/
#include "lua/lua_internal.h"

/* Maps with more members are filled when one is read. */
enum { MAX_READ_SINGLY = 32 };

/* What a lazy table was created for. It lives in the arena of the evaluation: there is one for each
** container of the object at most. */
typedef struct part {
    const vt_value *value;
    uint32_t
        taken; /* members that were put into the table, by their order. A script may have removed
                       them again. */
} part;

static part *part_at(lua_State *lua, int index) {
    return vt_lua_word_of(lua, index);
}

const vt_value *vt_lua_object_of(lua_State *lua, int index) {
    const part *of = part_at(lua, index);
    return of ? vt_value_opened(of->value) : NULL;
}

static part *new_part(lua_State *lua, const vt_value *value) {
    vt_lua_state *state = vt_lua_state_of(lua);
    part *made = vt_arena_allocate(state->evaluation->arena, sizeof *made);
    if (!made) {
        state->lost_text = true;
        luaL_error(lua, "not enough memory");
    } else {
        *made = (part){ value, 0 };
    }
    return made;
}

/* Larger tables grow while they are filled: most are never read. Of maps that are read member by member,
** few members are. */
enum { MAX_PRESIZED = 4096, FEW_READ = 7 };

static void push_lazy(lua_State *lua, const vt_value *value) {
    vt_lua_state *state = vt_lua_state_of(lua);
    uint32_t members = vt_value_count(value);
    int count = members < MAX_PRESIZED ? (int)members : 0;
    bool is_array = vt_value_is_array(value);
    if (!is_array && count > FEW_READ && count <= MAX_READ_SINGLY) count = FEW_READ;
    lua_createtable(lua, is_array ? count : 0, is_array ? 0 : count);
    vt_lua_set_word(lua, -1, new_part(lua, value));
    lua_rawgeti(lua, LUA_REGISTRYINDEX,
                state->evaluation->reader.trace ? VT_LUA_SLOT_TRACED : VT_LUA_SLOT_LAZY);
    lua_setmetatable(lua, -2);
}

/* While reads are traced a value has one table, however often it is read. */
static void push_traced(lua_State *lua, const vt_value *value) {
    vt_lua_push_run_table(lua, VT_LUA_RUN_PARTS);
    if (lua_rawgetp(lua, -1, value) == LUA_TNIL) {
        lua_pop(lua, 1);
        push_lazy(lua, value);
        lua_pushvalue(lua, -1);
        lua_rawsetp(lua, -3, value);
    }
    lua_remove(lua, -2);
}

/* Count values of the object that reach the script. */
static void count_values(lua_State *lua, uint64_t values) {
    vt_lua_state *state = vt_lua_state_of(lua);
    state->object_values += values;
    state->texts += 2 * VT_LUA_SHORT_STRING_BYTES * values; /* names and texts */
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
        (vt_lua_state_of(lua)->evaluation->reader.trace ? push_traced : push_lazy)(lua, value);
        break;
    }
}

/* Trace the read of a member or item: traversing a container reads all of it. */
static void trace_read(lua_State *lua, const vt_value *parent, vt_text key, size_t place,
                       const vt_value *value) {
    const vt_reader *reader = &vt_lua_state_of(lua)->evaluation->reader;
    if (reader->trace) vt_trace_read(reader->trace, reader->document, parent, key, place, value);
}

/* ARGO: decodeValue appends: nulls are dropped and the items after them move down. */
static void fill_array(lua_State *lua, int index, const vt_value *array) {
    lua_Integer place = 1;
    size_t item_place = 0;
    for (const vt_value *item = vt_array_first(array); item; item = vt_array_next(array, item)) {
        vt_lua_charge(lua, 1);
        trace_read(lua, array, VT_TEXT_ABSENT, item_place++, item);
        if (!vt_value_is_null(item)) {
            push_value(lua, item);
            lua_rawseti(lua, index, place++);
        }
    }
    vt_lua_set_word(lua, index, NULL);
}

/* A deferred member stays deferred until its own table is filled; while reads are traced, a value is
** known by its address, and there is one for the content. */
static void fill_map(lua_State *lua, int index, const vt_value *map, uint32_t taken) {
    bool traced = vt_lua_state_of(lua)->evaluation->reader.trace != NULL;
    vt_lua_push_names(lua);
    int names = lua_gettop(lua);
    for (const vt_value *key = vt_object_first(map); key; key = vt_object_next(map, key)) {
        bool is_taken = taken & 1;
        taken >>= 1;
        if (is_taken) continue;
        const vt_value *member = traced ? vt_object_value(key) : key + 1;
        vt_lua_charge(lua, 1);
        trace_read(lua, map, vt_value_text(key), 0, member);
        if (!vt_value_is_null(member)) {
            vt_lua_push_name(lua, names, vt_value_text(key));
            push_value(lua, member);
            lua_rawset(lua, index);
        }
    }
    lua_pop(lua, 1);
}

static uint64_t count_bits(uint32_t bits) {
    uint64_t count = 0;
    for (; bits; bits &= bits - 1) count++;
    return count;
}

static void fill(lua_State *lua, int index) {
    luaL_checkstack(lua, 8, NULL);
    const part *of = part_at(lua, index);
    const vt_value *value = vt_value_opened(of->value);
    lua_pushnil(lua);
    lua_setmetatable(lua, index);
    count_values(lua, vt_value_count(value) - count_bits(of->taken));
    vt_lua_state_of(lua)->filling = true;
    if (vt_value_is_array(value)) {
        fill_array(lua, index, value);
    } else {
        fill_map(lua, index, value, of->taken);
    }
    vt_lua_state_of(lua)->filling = false;
}

/* A part of obj whose members are not all in the table. */
static const vt_lua_table_kind lazy_kind = { "lazy", fill };
/* The same while reads are traced. */
static const vt_lua_table_kind traced_kind = { "traced", fill };

/* ---- metamethods of lazy tables */

static int plain_index(lua_State *lua) {
    vt_lua_materialize(lua, 1);
    lua_pushvalue(lua, 2);
    lua_rawget(lua, 1);
    return 1;
}

/* The map that a lazy table was created for, if its members are read one by one. */
static const vt_value *map_read_singly(const part *of) {
    const vt_value *value = of ? vt_value_opened(of->value) : NULL;
    return vt_value_is_object(value) && vt_value_count(value) <= MAX_READ_SINGLY ? value : NULL;
}

/* Push the value of a member whose name is at `name`, and put it into the table. */
static void take_member(lua_State *lua, int table, int name, part *of, const vt_value *key,
                        uint32_t place) {
    vt_lua_state *state = vt_lua_state_of(lua);
    count_values(lua, 1);
    vt_lua_charge(lua, 1);
    of->taken |= place;
    state->filling = true;
    push_value(lua, key + 1);
    state->filling = false;
    lua_pushvalue(lua, name);
    lua_pushvalue(lua, -2);
    lua_rawset(lua, table);
}

/* The bit of a member. */
static uint32_t place_of(const vt_value *map, const vt_value *key) {
    uint32_t place = 1;
    for (const vt_value *at = map + 1; at != key; at += 1 + at[1].next) {
        if (!(at->flags & VT_FLAG_SHADOWED)) place <<= 1;
    }
    return place;
}

/* The table is at 1 and a name at 2: push that member, and put it into the table. One that was in it
** is nil: the script has removed it. */
static void read_member(lua_State *lua, part *of, const vt_value *map) {
    vt_text name;
    name.bytes = lua_tolstring(lua, 2, &name.size);
    const vitals_document *document = vt_lua_state_of(lua)->evaluation->reader.document;
    const vt_value *key = vt_document_find_key(document, map, name);
    uint32_t place = key ? place_of(map, key) : 0;
    if (!key || (of->taken & place) || vt_value_is_null(key + 1)) {
        lua_pushnil(lua);
    } else {
        take_member(lua, 1, 2, of, key, place);
    }
}

const vt_value *vt_lua_push_first_member(lua_State *lua, int table) {
    if (vt_lua_table_kind_of(lua, table) != &lazy_kind) return NULL;
    part *of = part_at(lua, table);
    const vt_value *map = map_read_singly(of);
    if (!map) return NULL;
    uint32_t place = 1;
    vt_lua_push_names(lua);
    const int names = lua_gettop(lua), name = names + 1;
    for (const vt_value *key = vt_object_first(map); key; key = vt_object_next(map, key)) {
        vt_lua_charge(lua, 1);
        vt_lua_push_name(lua, names, vt_value_text(key));
        bool found = false;
        if (of->taken & place) {
            lua_pushvalue(lua, name);
            found = lua_rawget(lua, table) != LUA_TNIL;
        } else if (!vt_value_is_null(key + 1)) {
            take_member(lua, table, name, of, key, place);
            found = true;
        }
        if (found) {
            lua_remove(lua, names);
            return key;
        }
        lua_settop(lua, names);
        place <<= 1;
    }
    lua_pop(lua, 1);
    return NULL;
}

VT_LUA_FUNCTION(lazy_index) {
    part *of = part_at(lua, 1);
    const vt_value *map = lua_type(lua, 2) == LUA_TSTRING ? map_read_singly(of) : NULL;
    if (!map) return plain_index(lua);
    read_member(lua, of, map);
    return 1;
}

VT_LUA_FUNCTION(lazy_newindex) {
    vt_lua_materialize(lua, 1);
    lua_settable(lua, 1);
    return 0;
}

VT_LUA_FUNCTION(lazy_len) {
    vt_lua_push_integer(lua, vt_lua_length(lua, 1));
    return 1;
}

/* Read one member and trace it. The table stays empty, so that the next read is traced too. */
VT_LUA_FUNCTION(traced_index) {
    const vt_value *value = vt_lua_object_of(lua, 1);
    if (!vt_value_is_object(value) || lua_type(lua, 2) != LUA_TSTRING) return plain_index(lua);
    vt_text key;
    key.bytes = lua_tolstring(lua, 2, &key.size);
    const vt_value *member = vt_read(&vt_lua_state_of(lua)->evaluation->reader, value, key);
    count_values(lua, 1);
    push_value(lua, member);
    return 1;
}

static void push_metatable(lua_State *lua, const vt_lua_table_kind *kind, lua_CFunction index) {
    const luaL_Reg events[] = {
        { "__index", index }, { "__newindex", lazy_newindex }, { "__len", lazy_len }, { NULL, NULL }
    };
    lua_newtable(lua);
    vt_lua_add_events(lua, -1);
    luaL_setfuncs(lua, events, 0);
    vt_lua_set_table_kind(lua, kind);
}

void vt_lua_build_object_metatables(lua_State *lua) {
    push_metatable(lua, &lazy_kind, lazy_index);
    lua_rawseti(lua, LUA_REGISTRYINDEX, VT_LUA_SLOT_LAZY);
    push_metatable(lua, &traced_kind, traced_index);
    lua_rawseti(lua, LUA_REGISTRYINDEX, VT_LUA_SLOT_TRACED);
}

void vt_lua_push_object(lua_State *lua) {
    const vt_evaluation *evaluation = vt_lua_state_of(lua)->evaluation;
    count_values(lua, 1);
    push_value(lua, vt_document_root(evaluation->reader.document));
}
