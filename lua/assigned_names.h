/*
** Internal header: the names that a script assigns to, in the order of its text.
**
** pairs returns the keys that a script added in that order, which for tables that scripts write as
** constructors, or fill one statement after the other, is the order in which they were added.
*/
#ifndef VITALS_LUA_ASSIGNED_NAMES_H
#define VITALS_LUA_ASSIGNED_NAMES_H

#include "base/memory/arena.h"
#include "base/memory/map.h"
#include "lua/syntax/syntax.h"

/* Immutable after it was filled, so threads can share it. */
typedef struct vt_lua_assigned_names {
    vt_arena arena;
    vt_map first; /* from a name to the offset of its first assignment, plus 1 */
} vt_lua_assigned_names;

/* Longer names have no place. */
enum { VT_LUA_LONGEST_NAME = 256 };

void vt_lua_names_init(vt_lua_assigned_names *names, const vitals_allocator *allocator);
void vt_lua_names_done(vt_lua_assigned_names *names);
/* Find the keys of table constructors, `t.name =`, `t["name"] =`, functions of that name, and global
** variables. Copies what it keeps. Errors: VITALS_ENOMEM. */
vitals_status vt_lua_names_collect(vt_lua_assigned_names *names, const vt_lua_tree *tree);
/* The offset of the first assignment to `name` in the source; -1 when there is none. */
double vt_lua_names_place(const vt_lua_assigned_names *names, vt_text name);

#endif
