/*
** The length of a list: the largest positive integer key.
**
** ARGO: gopher-lua's array part may have holes, and # is its last index that is not nil. Lua 5.4 finds
** some border; larger indices can only be found by looking at all slots, of which a growing list has
** many empty ones. So a list whose length took long is watched: a metatable of ours, which scripts do
** not see, reports keys that are new, and the largest one is kept. From then on # looks downwards from
** there, past what was removed.
*/
#include "lua/lua_internal.h"

enum { KEY_STEPS = 10, WATCHED_SLOTS = 64 };

static const vt_lua_table_kind watched_kind = { "watched", NULL };

static bool is_watched(lua_State *lua, int index) {
    return vt_lua_table_kind_of(lua, index) == &watched_kind;
}

/* The largest index that the table at `index` has had since it is watched. */
static int64_t largest_of(lua_State *lua, int index) {
    index = lua_absindex(lua, index);
    vt_lua_push_run_table(lua, VT_LUA_RUN_LENGTHS);
    lua_pushvalue(lua, index);
    lua_rawget(lua, -2);
    int64_t largest = (int64_t)lua_tointeger(lua, -1);
    lua_pop(lua, 2);
    return largest;
}

static void set_largest(lua_State *lua, int index, int64_t largest) {
    index = lua_absindex(lua, index);
    vt_lua_push_run_table(lua, VT_LUA_RUN_LENGTHS);
    lua_pushvalue(lua, index);
    lua_pushinteger(lua, (lua_Integer)largest);
    lua_rawset(lua, -3);
    lua_pop(lua, 1);
}

void vt_lua_note_index(lua_State *lua, int index, int64_t key) {
    if (is_watched(lua, index) && key > largest_of(lua, index)) set_largest(lua, index, key);
}

/* A new key of a watched list. */
VT_LUA_FUNCTION(watched_newindex) {
    lua_settop(lua, 3);
    vt_lua_check_key(lua, 2);
    int is_integer;
    lua_Integer key = lua_tointegerx(lua, 2, &is_integer);
    if (is_integer && lua_type(lua, 2) == LUA_TNUMBER && key > 0) {
        vt_lua_note_index(lua, 1, (int64_t)key);
    }
    lua_rawset(lua, 1);
    return 0;
}

void vt_lua_build_watched_metatable(lua_State *lua) {
    lua_newtable(lua);
    lua_pushcfunction(lua, watched_newindex);
    lua_setfield(lua, -2, "__newindex");
    vt_lua_set_table_kind(lua, &watched_kind);
    lua_rawseti(lua, LUA_REGISTRYINDEX, VT_LUA_SLOT_WATCHED);
}

static void watch(lua_State *lua, int index, int64_t length) {
    lua_rawgeti(lua, LUA_REGISTRYINDEX, VT_LUA_SLOT_WATCHED);
    lua_setmetatable(lua, index);
    set_largest(lua, index, length);
}

/* The largest index of a watched list. */
static int64_t watched_length(lua_State *lua, int index) {
    int64_t largest = largest_of(lua, index), length = largest;
    for (; length > 0 && lua_rawgeti(lua, index, (lua_Integer)length) == LUA_TNIL; length--) {
        lua_pop(lua, 1);
        vt_lua_charge(lua, 1);
    }
    if (length > 0) lua_pop(lua, 1);
    if (length < largest) set_largest(lua, index, length);
    return length;
}

/* Push the key from which to look for indices behind `border`. Where that is in the hash part, the keys
** behind it there depend on the seed of Lua's hashes: all of them are looked at. */
static void push_start(lua_State *lua, int index, int64_t border) {
    const int64_t slots = (int64_t)vt_lua_array_slots(lua, index);
    const int64_t start = border < slots ? border : slots;
    if (start > 0) {
        lua_pushinteger(lua, (lua_Integer)start);
    } else {
        lua_pushnil(lua);
    }
}

/* The largest index, found by looking at all slots behind the border that Lua finds. */
static int64_t searched_length(lua_State *lua, int index) {
    const int64_t border = (int64_t)lua_rawlen(lua, index);
    int64_t length = border;
    vt_lua_charge_walk(lua, index, (uint64_t)border);
    push_start(lua, index, border);
    while (lua_next(lua, index)) {
        lua_pop(lua, 1);
        const int64_t key = lua_isinteger(lua, -1) ? (int64_t)lua_tointeger(lua, -1) : 0;
        if (key > length) length = key;
        if (key < 1 || key > border) vt_lua_charge(lua, KEY_STEPS);
    }
    return length;
}

int64_t vt_lua_length(lua_State *lua, int index) {
    index = lua_absindex(lua, index);
    luaL_checkstack(lua, 6, NULL);
    vt_lua_materialize(lua, index);
    if (is_watched(lua, index)) return watched_length(lua, index);
    int64_t length = searched_length(lua, index);
    if (vt_lua_table_slots(lua, index) > (uint64_t)length + WATCHED_SLOTS &&
        !vt_lua_table_kind_of(lua, index)) {
        watch(lua, index, length);
    }
    return length;
}
