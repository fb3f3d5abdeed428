/* Sorting what a script gives: the work is charged. */
#ifndef VITALS_LUA_SORT_H
#define VITALS_LUA_SORT_H

#include "lua/lua_internal.h"

enum { VT_LUA_MOST_SORTED_BYTES = 64 };

/* Whether the item `a` comes before `b`. Adds to `*work` what the comparison takes: 1 and the bytes of
** text that it looks at, see vt_lua_text_work. */
typedef bool (*vt_lua_before_fn)(const void *a, const void *b, uint64_t *work);

/* The work of comparing two texts. */
uint64_t vt_lua_text_work(vt_text a, vt_text b);

/* Sort `count` items of `item_bytes` each, at most VT_LUA_MOST_SORTED_BYTES. Heap sort: no recursion, no
** memory, n log n comparisons for any input. Items that are equal end in any order. */
void vt_lua_sort(lua_State *lua, void *items, size_t count, size_t item_bytes,
                 vt_lua_before_fn before);

#endif
