/* Sorting what a script gives: the work is charged. */
#ifndef VITALS_LUA_SORT_H
#define VITALS_LUA_SORT_H

#include "lua/lua_internal.h"

/* Negative, 0 or positive, of two items. Adds to `*work` what the comparison takes: 1 and the bytes of
** text that it looks at, see vt_lua_text_work. */
typedef int (*vt_lua_compare_fn)(const void *a, const void *b, uint64_t *work);

/* The work of comparing two texts. */
uint64_t vt_lua_text_work(vt_text a, vt_text b);

/* Sort `count` items of `item_bytes` each, as vt_sort does. Raises the error of a limit. */
void vt_lua_sort(lua_State *lua, void *items, size_t count, size_t item_bytes,
                 vt_lua_compare_fn compare);

#endif
