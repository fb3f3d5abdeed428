/* gopher-lua's table library. */
#include "lua/lua_internal.h"

enum { MOVE_STEPS = 2 };

/* ARGO: LTable.Append: after the last item that is not nil. Appending nil does nothing. */
static int append(lua_State *lua) {
    if (!lua_isnil(lua, 2)) {
        int64_t length = vt_lua_length(lua, 1);
        lua_settop(lua, 2);
        vt_lua_note_index(lua, 1, length + 1);
        vt_lua_raw_set(lua, 1, length + 1);
    }
    return 0;
}

static void set_place(lua_State *lua, int64_t place, int value) {
    lua_pushvalue(lua, value);
    vt_lua_raw_set(lua, 1, place);
}

/* table.insert */
VT_LUA_FUNCTION(table_insert) {
    vt_lua_check_table(lua, 1);
    int count = lua_gettop(lua);
    if (count == 1) return vt_lua_raise(lua, "wrong number of arguments");
    if (count == 2) return append(lua);
    int64_t place = vt_lua_check_integer(lua, 2);
    int64_t length = vt_lua_length(lua, 1);
    vt_lua_note_index(lua, 1, place > length ? place : length + 1);
    if (place > 0 && place <= length) {
        for (int64_t index = length; index >= place; index--) {
            vt_lua_charge(lua, MOVE_STEPS);
            vt_lua_raw_get(lua, 1, index);
            vt_lua_raw_set(lua, 1, index + 1);
        }
    }
    set_place(lua, place, 3);
    return 0;
}

/* table.remove */
VT_LUA_FUNCTION(table_remove) {
    vt_lua_check_table(lua, 1);
    int64_t place = lua_gettop(lua) == 1 ? -1 : vt_lua_check_integer(lua, 2);
    int64_t length = vt_lua_length(lua, 1);
    if (length == 0 || place > length) {
        lua_pushnil(lua);
        return 1;
    }
    if (place <= 0) place = length;
    vt_lua_raw_get(lua, 1, place);
    for (int64_t index = place; index < length; index++) {
        vt_lua_charge(lua, MOVE_STEPS);
        vt_lua_raw_get(lua, 1, index + 1);
        vt_lua_raw_set(lua, 1, index);
    }
    lua_pushnil(lua);
    vt_lua_raw_set(lua, 1, length);
    return 1;
}

static int64_t smaller(int64_t a, int64_t b) {
    return a < b ? a : b;
}

/* The item of table.concat's list at `index`; raises unless it is a string or a number. */
static void push_item(lua_State *lua, int64_t index) {
    vt_lua_raw_get(lua, 1, index);
    if (!lua_isstring(lua, -1)) {
        vt_lua_raise(lua, "invalid value (%s) at index %d in table for concat",
                     vt_lua_type_name(lua, -1), (int)index);
    }
}

/* ARGO: a single item is returned unchanged: a number stays a number. */
static int concat_one(lua_State *lua, int64_t index) {
    push_item(lua, index);
    return 1;
}

/* table.concat */
VT_LUA_FUNCTION(table_concat) {
    vt_lua_check_table(lua, 1);
    int count = lua_gettop(lua);
    vt_text separator = vt_lua_optional_text(lua, 2, VT_TEXT(""));
    int64_t first = vt_lua_optional_integer(lua, 3, 1);
    int64_t length = vt_lua_length(lua, 1);
    int64_t last = smaller(vt_lua_optional_integer(lua, 4, length), length);
    bool outside = count == 3 && (first > length || first < 1);
    first = smaller(first, length) < 1 ? 1 : smaller(first, length);
    if (outside || first > last) {
        lua_pushliteral(lua, "");
        return 1;
    }
    if (first == last) return concat_one(lua, first);
    luaL_Buffer buffer;
    luaL_buffinit(lua, &buffer);
    for (int64_t index = first; index <= last; index++) {
        push_item(lua, index);
        if (lua_type(lua, -1) == LUA_TNUMBER) {
            vt_lua_push_plain_string_of(lua, -1);
            lua_remove(lua, -2);
        }
        vt_lua_charge(lua, 1);
        vt_lua_charge_bytes(lua, lua_rawlen(lua, -1) + separator.size);
        luaL_addvalue(&buffer);
        if (index < last) luaL_addlstring(&buffer, separator.bytes, separator.size);
    }
    luaL_pushresult(&buffer);
    return 1;
}

/* table.getn */
VT_LUA_FUNCTION(table_getn) {
    vt_lua_check_table(lua, 1);
    vt_lua_push_integer(lua, vt_lua_length(lua, 1));
    return 1;
}

/* table.maxn. ARGO: the same as getn, but another function */
VT_LUA_FUNCTION(table_maxn) {
    return table_getn_body(lua);
}

/* ---- sort
**
** ARGO: Go's sort.Sort: insertion sort up to 12 items. Beyond that the order of equal items is
** unspecified, and ours is a merge sort: at most n log n comparisons, and safe with inconsistent
** comparators. */

enum { MAX_INSERTION = 12 };

/* Whether item `a` of the table at `table_a` is less than item `b` of the table at `table_b`. */
static bool is_less(lua_State *lua, int table_a, int64_t a, int table_b, int64_t b) {
    vt_lua_charge(lua, 8);
    bool has_comparator = lua_isfunction(lua, 2);
    if (has_comparator) lua_pushvalue(lua, 2);
    vt_lua_raw_get(lua, table_a, a);
    vt_lua_raw_get(lua, table_b, b);
    bool less;
    if (has_comparator) {
        vt_lua_call(lua, 2, 1);
        less = lua_toboolean(lua, -1);
        lua_pop(lua, 1);
    } else {
        less = vt_lua_less(lua, -2, -1);
        lua_pop(lua, 2);
    }
    return less;
}

static void swap(lua_State *lua, int64_t a, int64_t b) {
    vt_lua_raw_get(lua, 1, a);
    vt_lua_raw_get(lua, 1, b);
    vt_lua_raw_set(lua, 1, a);
    vt_lua_raw_set(lua, 1, b);
}

static void insertion_sort(lua_State *lua, int64_t first, int64_t last) {
    for (int64_t end = first + 1; end <= last; end++) {
        for (int64_t at = end; at > first && is_less(lua, 1, at, 1, at - 1); at--) {
            swap(lua, at, at - 1);
        }
    }
}

/* Merge the sorted runs [first, middle) and [middle, end) of `from` into `to`. */
static void merge(lua_State *lua, int from, int to, int64_t first, int64_t middle, int64_t end) {
    int64_t left = first, right = middle;
    for (int64_t at = first; at < end; at++) {
        bool take_right = left == middle || (right < end && is_less(lua, from, right, from, left));
        vt_lua_charge(lua, 1);
        vt_lua_raw_get(lua, from, take_right ? right++ : left++);
        vt_lua_raw_set(lua, to, at);
    }
}

static void merge_sort(lua_State *lua, int64_t length) {
    int from = 1;
    lua_createtable(lua, (int)length, 0);
    int to = lua_gettop(lua);
    for (int64_t first = 1; first <= length; first += MAX_INSERTION) {
        insertion_sort(lua, first, smaller(first + MAX_INSERTION - 1, length));
    }
    for (int64_t width = MAX_INSERTION; width < length; width *= 2) {
        for (int64_t first = 1; first <= length; first += 2 * width) {
            int64_t middle = smaller(first + width, length + 1);
            merge(lua, from, to, first, middle, smaller(first + 2 * width, length + 1));
        }
        int swapped = from;
        from = to;
        to = swapped;
    }
    for (int64_t at = 1; from != 1 && at <= length; at++) {
        vt_lua_charge(lua, 1);
        vt_lua_raw_get(lua, from, at);
        vt_lua_raw_set(lua, 1, at);
    }
}

/* table.sort */
VT_LUA_FUNCTION(table_sort) {
    vt_lua_check_table(lua, 1);
    if (lua_gettop(lua) != 1) vt_lua_check_function(lua, 2);
    lua_settop(lua, 2);
    int64_t length = vt_lua_length(lua, 1);
    if (length <= MAX_INSERTION) {
        insertion_sort(lua, 1, length);
    } else {
        merge_sort(lua, length);
    }
    return 0;
}

static const vt_lua_builtin functions[] = {
    /* clang-format off */
    { "concat", table_concat, VT_LUA_SET_ALL, "concat(list [, separator [, first [, last]]]): strings and numbers joined", NULL, 0, VT_LUA_COST_JOIN },
    { "getn",   table_getn,   VT_LUA_SET_ALL, "getn(list): its length, as #list", NULL, 0, VT_LUA_COST_LENGTH },
    { "insert", table_insert, VT_LUA_SET_ALL, "insert(list, [place,] value): at the end, or before the item at `place`", NULL, 0, VT_LUA_COST_SHIFT },
    { "maxn",   table_maxn,   VT_LUA_SET_ALL, "maxn(list): the largest index that is not nil", NULL, 0, VT_LUA_COST_LENGTH },
    { "remove", table_remove, VT_LUA_SET_ALL, "remove(list [, place]): removes an item, by default the last, and returns it", NULL, 0, VT_LUA_COST_SHIFT },
    { "sort",   table_sort,   VT_LUA_SET_ALL, "sort(list [, less]): in place", NULL, 0, VT_LUA_COST_SORT },
    /* clang-format on */
};

const vt_lua_library vt_lua_library_table = { "table", VT_LUA_SET_ALL, functions,
                                              sizeof functions / sizeof *functions };
