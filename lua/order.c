/*
** The order in which pairs and next traverse a table: always the same for the same input.
**
** First the positive integers, ascending. Then, for a part of obj, its keys in document order. Then
** the keys that a script added, in the order in which the text of the script assigns to them, or
** else in which they occur in the object, or else by bytes. That is insertion order for tables that
** scripts write as constructors or collect from the object. Numbers and booleans come last.
*/
#include "base/memory/memory.h"
#include "base/text/ascii.h"
#include "lua/assigned_names.h"
#include "lua/library/sort.h"
#include "lua/lua_internal.h"

typedef enum order_class {
    CLASS_INDEX,
    CLASS_NAME,
    CLASS_NUMBER,
    CLASS_BOOLEAN,
    CLASS_OTHER
} order_class;

/* One key to sort; `place` is its index in the list of keys. */
typedef struct ordered_key {
    order_class class;
    double number; /* an index, an offset in the document or script, or the number itself */
    vt_text text;
    lua_Integer place;
} ordered_key;

enum { KEY_STEPS = 40, LOOK_STEPS = 2, WIDE_KEY_BYTES = 40 };
_Static_assert(sizeof(void *) != 8 || sizeof(ordered_key) == WIDE_KEY_BYTES,
               "its size where pointers have 8 bytes");

static int compare_keys(const void *a, const void *b) {
    const ordered_key *one = a, *other = b;
    if (one->class != other->class) return one->class < other->class ? -1 : 1;
    if (one->number != other->number) return one->number < other->number ? -1 : 1;
    return vt_text_compare(one->text, other->text);
}

/* ---- where a name first occurs */

/* Greater than every offset in a script: scripts are far shorter. */
enum { BEHIND_SCRIPT = 1 << 30 };

/* Looking at a value of the object takes less than a step. */
enum { VALUES_PER_STEP = 8 };

/* Whether `name` is a value in `root`; `*position` is increased by the values before it. */
static bool find_text(const vt_value *root, vt_text name, double *position) {
    for (const vt_value *value = root; value < root + root->next; value++) {
        if (value->flags & VT_FLAG_DEFERRED) {
            if (find_text(vt_value_open_or_empty(value), name, position)) return true;
        } else if (vt_value_text_is(value, name)) {
            return true;
        } else {
            ++*position;
        }
    }
    return false;
}

static double place_in_object(lua_State *lua, vt_text name) {
    const vitals_document *document = vt_lua_state_of(lua)->evaluation->reader.document;
    double position = 0;
    if (name.size <= VT_LUA_LONGEST_NAME) {
        vt_lua_charge(lua, vt_document_value_count(document) / VALUES_PER_STEP);
        if (find_text(vt_document_root(document), name, &position)) {
            return (double)BEHIND_SCRIPT + position;
        }
    }
    return 2.0 * BEHIND_SCRIPT * 2.0;
}

static void place_name(lua_State *lua, ordered_key *key) {
    key->class = CLASS_NAME;
    key->number = vt_lua_script_place(vt_lua_state_of(lua)->script, key->text);
    if (key->number < 0) key->number = place_in_object(lua, key->text);
}

/* Whether the key on top is one of the document's own, which are traversed without a list, also where
** a script gave a value to one that is null. */
static bool is_member_of(lua_State *lua, const vt_value *object) {
    if (!object || lua_type(lua, -1) != LUA_TSTRING) return false;
    vt_text text;
    text.bytes = lua_tolstring(lua, -1, &text.size);
    const vitals_document *document = vt_lua_state_of(lua)->evaluation->reader.document;
    return vt_document_find_key(document, object, text) != NULL;
}

/* Describe the key on top. */
static void describe_key(lua_State *lua, ordered_key *key) {
    switch (lua_type(lua, -1)) {
    case LUA_TNUMBER:
        key->number = lua_tonumber(lua, -1);
        key->class = lua_isinteger(lua, -1) && key->number > 0 ? CLASS_INDEX : CLASS_NUMBER;
        break;
    case LUA_TSTRING:
        key->text.bytes = lua_tolstring(lua, -1, &key->text.size);
        place_name(lua, key);
        break;
    case LUA_TBOOLEAN:
        key->class = CLASS_BOOLEAN;
        key->number = lua_toboolean(lua, -1);
        break;
    default:
        key->class = CLASS_OTHER;
        break;
    }
}

/* ---- lists of keys, one for each table that is being traversed */

/* The hidden key of a list under which is the position of the traversal. */
static const char position_key;

/* The largest n such that all of 1, 2, …, n are present. */
static lua_Integer first_hole(lua_State *lua, int table) {
    lua_Integer index = 0;
    while (lua_rawgeti(lua, table, index + 1) != LUA_TNIL) {
        lua_pop(lua, 1);
        index++;
        vt_lua_charge(lua, 1);
    }
    lua_pop(lua, 1);
    return index;
}

/* Push the list of the table's keys that come after index `after` and are not the document's, in
** order, and keep it for the table. */
static void push_new_list(lua_State *lua, int table, lua_Integer after) {
    luaL_checkstack(lua, 8, NULL);
    const vt_value *object = vt_lua_object_of(lua, table);
    after = object ? first_hole(lua, table) : after;
    lua_newtable(lua);
    int list = lua_gettop(lua);
    lua_Integer count = 0;
    vt_lua_charge_walk(lua, table, 0);
    lua_pushnil(lua);
    while (lua_next(lua, table)) {
        lua_pop(lua, 1);
        vt_lua_charge(lua, LOOK_STEPS);
        bool passed = (lua_isinteger(lua, -1) && lua_tointeger(lua, -1) > 0 &&
                       lua_tointeger(lua, -1) <= after) ||
                      lua_type(lua, -1) == LUA_TLIGHTUSERDATA || is_member_of(lua, object);
        if (!passed) {
            vt_lua_charge(lua, KEY_STEPS);
            lua_pushvalue(lua, -1);
            lua_rawseti(lua, list, ++count);
        }
    }
    const size_t room = (size_t)count + 1;
    ordered_key *keys = vt_lua_new_userdata(lua, room * sizeof *keys, room * WIDE_KEY_BYTES, 0);
    vt_lua_longer_texts longer = { 0, 0 };
    for (lua_Integer place = 1; place <= count; place++) {
        keys[place - 1] = (ordered_key){ CLASS_OTHER, 0, VT_TEXT_ABSENT, place };
        lua_rawgeti(lua, list, place);
        describe_key(lua, &keys[place - 1]);
        vt_lua_longer_texts_add(&longer, keys[place - 1].text.size);
        lua_pop(lua, 1);
    }
    vt_lua_sort(lua, keys, (size_t)count, sizeof *keys, compare_keys, &longer);
    lua_createtable(lua, (int)count, 1);
    for (lua_Integer place = 1; place <= count; place++) {
        vt_lua_charge(lua, LOOK_STEPS);
        lua_rawgeti(lua, list, keys[place - 1].place);
        lua_rawseti(lua, -2, place);
    }
    lua_pushinteger(lua, 0);
    lua_rawsetp(lua, -2, &position_key);
    lua_replace(lua, list);
    lua_pop(lua, 1);
    vt_lua_push_run_table(lua, VT_LUA_RUN_ORDERS);
    lua_pushvalue(lua, table);
    lua_pushvalue(lua, list);
    lua_rawset(lua, -3);
    lua_pop(lua, 1);
}

/* Push the list kept for the table; false and nothing when there is none. */
static bool push_old_list(lua_State *lua, int table) {
    vt_lua_push_run_table(lua, VT_LUA_RUN_ORDERS);
    lua_pushvalue(lua, table);
    if (lua_rawget(lua, -2) == LUA_TNIL) {
        lua_pop(lua, 2);
        return false;
    }
    lua_remove(lua, -2);
    return true;
}

/* The position of the key at `key` in the list on top; 0 when it is not in it. */
static lua_Integer find_in_list(lua_State *lua, int key) {
    lua_rawgetp(lua, -1, &position_key);
    lua_Integer here = lua_tointeger(lua, -1);
    lua_pop(lua, 1);
    lua_rawgeti(lua, -1, here);
    bool same = here > 0 && lua_rawequal(lua, -1, key);
    lua_pop(lua, 1);
    if (same) return here;
    lua_Integer count = (lua_Integer)lua_rawlen(lua, -1);
    vt_lua_charge(lua, (uint64_t)count);
    for (lua_Integer place = 1; place <= count; place++) {
        lua_rawgeti(lua, -1, place);
        same = lua_rawequal(lua, -1, key);
        lua_pop(lua, 1);
        if (same) return place;
    }
    return 0;
}

/* The traversal has ended: drop the list kept for the table. */
static void drop_list(lua_State *lua, int table) {
    vt_lua_push_run_table(lua, VT_LUA_RUN_ORDERS);
    lua_pushvalue(lua, table);
    lua_pushnil(lua);
    lua_rawset(lua, -3);
    lua_pop(lua, 1);
}

/* Find the next key after `place` in the list on top that still has a value. Replaces the list
** with the key and its value, or pops it. */
static bool walk_list(lua_State *lua, int table, lua_Integer place) {
    while (lua_rawgeti(lua, -1, ++place) != LUA_TNIL) {
        vt_lua_charge(lua, LOOK_STEPS);
        lua_pushvalue(lua, -1);
        if (lua_rawget(lua, table) != LUA_TNIL) {
            lua_pushinteger(lua, place);
            lua_rawsetp(lua, -4, &position_key);
            lua_remove(lua, -3);
            if (lua_isinteger(lua, -2)) {
                lua_pushnumber(lua, (lua_Number)lua_tointeger(lua, -2));
                lua_replace(lua, -3);
            }
            return true;
        }
        lua_pop(lua, 2);
    }
    lua_pop(lua, 2);
    drop_list(lua, table);
    return false;
}

/* The key on top as an index; 0 for nil, -1 when it is not an index. */
static lua_Integer index_of(lua_State *lua) {
    if (lua_isnil(lua, -1)) return 0;
    int is_integer;
    lua_Integer index = lua_tointegerx(lua, -1, &is_integer);
    return is_integer && lua_type(lua, -1) == LUA_TNUMBER && index > 0 ? index : -1;
}

/* ---- parts of obj, traversed in document order without a list */

/* The document's key after the key on top, which may be nil. NULL at the end and when the key on
** top is not one of the document's: *is_member says which. */
static const vt_value *next_member(lua_State *lua, const vt_value *object, bool *is_member) {
    vt_lua_state *state = vt_lua_state_of(lua);
    *is_member = true;
    if (lua_isnil(lua, -1)) {
        state->walk_count = 0;
        return vt_object_first(object);
    }
    vt_text text;
    text.bytes = lua_tolstring(lua, -1, &text.size);
    vt_lua_charge_bytes(lua, text.size);
    const vt_value *last = state->walk_key;
    if (last > object && last < object + object->next && vt_value_text_is(last, text)) {
        return vt_object_next(object, last);
    }
    state->walk_count = 0;
    const vt_value *key = vt_document_find_key(state->evaluation->reader.document, object, text);
    *is_member = key != NULL;
    return key ? vt_object_next(object, key) : NULL;
}

/* Replace the key on top with the next key of the document that still has a value, and push the
** value. false at the end, with nothing popped. */
static bool walk_object(lua_State *lua, int table, const vt_value *object, bool *is_member) {
    vt_lua_state *state = vt_lua_state_of(lua);
    for (const vt_value *key = next_member(lua, object, is_member); key;
         key = vt_object_next(object, key)) {
        vt_lua_charge(lua, LOOK_STEPS);
        lua_pushlstring(lua, key->as.bytes, key->size);
        lua_pushvalue(lua, -1);
        if (lua_rawget(lua, table) != LUA_TNIL) {
            state->walk_key = key;
            state->walk_count++;
            lua_remove(lua, -3);
            return true;
        }
        lua_pop(lua, 2);
    }
    return false;
}

/* Whether the table has keys that this traversal has not returned yet. */
static bool has_more(lua_State *lua, int table, size_t given_out) {
    size_t count = 0;
    vt_lua_charge_walk(lua, table, 0);
    for (lua_pushnil(lua); lua_next(lua, table); lua_pop(lua, 1)) {
        vt_lua_charge(lua, LOOK_STEPS);
        count += lua_type(lua, -2) != LUA_TLIGHTUSERDATA;
    }
    return count != given_out;
}

/* ---- next */

/* Continue with the list of the table, or create one; replaces the key on top. */
static bool next_in_list(lua_State *lua, int table, lua_Integer index, bool fresh) {
    int key = lua_gettop(lua);
    lua_Integer place = 0;
    if (fresh) {
        push_new_list(lua, table, index > 0 ? index : 0);
    } else if (push_old_list(lua, table)) {
        place = find_in_list(lua, key);
    } else if (index <= 0) {
        push_new_list(lua, table, 0);
        place = find_in_list(lua, key);
    }
    if (!fresh && place == 0) {
        lua_settop(lua, key);
        if (index <= 0) {
            lua_pop(lua, 1);
            return false;
        }
        push_new_list(lua, table, index);
    }
    lua_remove(lua, key);
    return walk_list(lua, table, place);
}

/* The first member of a part of obj that is not filled yet: scripts often ask for no more. */
static bool begin_part(lua_State *lua, int table) {
    vt_lua_state *state = vt_lua_state_of(lua);
    const vt_value *first = lua_isnil(lua, -1) ? vt_lua_push_first_member(lua, table) : NULL;
    if (!first) return false;
    state->walk_key = first;
    state->walk_count = 1;
    lua_remove(lua, -3);
    return true;
}

bool vt_lua_next(lua_State *lua, int table) {
    table = lua_absindex(lua, table);
    luaL_checkstack(lua, 8, NULL);
    if (begin_part(lua, table)) return true;
    vt_lua_materialize(lua, table);
    int key = lua_gettop(lua);
    lua_Integer index = index_of(lua);
    if (index >= 0) {
        if (lua_rawgeti(lua, table, index + 1) != LUA_TNIL) {
            lua_pushnumber(lua, (lua_Number)(index + 1));
            lua_replace(lua, key);
            return true;
        }
        lua_pop(lua, 1);
    }
    const vt_value *object = vt_lua_object_of(lua, table);
    bool fresh = index == 0;
    if (object && index > 0 && index == first_hole(lua, table)) {
        /* Indices that a script added come first, then the document's keys. */
        lua_pushnil(lua);
        lua_replace(lua, key);
        fresh = true;
    }
    if (object && (fresh || lua_type(lua, key) == LUA_TSTRING)) {
        bool is_member;
        if (walk_object(lua, table, object, &is_member)) return true;
        if (is_member && !has_more(lua, table, vt_lua_state_of(lua)->walk_count)) {
            lua_pop(lua, 1);
            return false;
        }
        fresh = is_member;
    }
    return next_in_list(lua, table, index, fresh);
}
