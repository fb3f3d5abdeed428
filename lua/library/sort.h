/* Sorting what a script gives: the work is charged. */
#ifndef VITALS_LUA_SORT_H
#define VITALS_LUA_SORT_H

#include "lua/lua_internal.h"

/* Negative, 0 or positive, of two items. */
typedef int (*vt_lua_compare_fn)(const void *a, const void *b);

/* The bytes of the two longest texts among the items: no comparison looks at more than the second has. */
typedef struct vt_lua_longer_texts {
    size_t longest, second;
} vt_lua_longer_texts;
void vt_lua_longer_texts_add(vt_lua_longer_texts *longer, size_t bytes);

/* Sort `count` items of `item_bytes` each, as vt_sort does. The charge depends on their number and texts, not
** on the order in which they come: that is the order of a table. Raises the error of a limit. */
void vt_lua_sort(lua_State *lua, void *items, size_t count, size_t item_bytes,
                 vt_lua_compare_fn compare, const vt_lua_longer_texts *longer);

#endif
