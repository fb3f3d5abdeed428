/*
** Patterns of gopher-lua's string library: compiled, then matched with every comparison charged.
**
** The compiled pattern and the captures live in Lua's memory. So they count towards the budget, and
** nothing leaks when a limit stops the run during a match.
*/
#ifndef VITALS_LUA_PATTERN_H
#define VITALS_LUA_PATTERN_H

#include "lua/lua_internal.h"

typedef struct vt_lua_pattern vt_lua_pattern;

/* The bounds of a capture; a position capture has no end. */
typedef struct vt_lua_capture {
    size_t start, end;
    bool is_position;
    bool is_complete;
} vt_lua_capture;

/* One search through a string. Borrows the pattern and the string, which must stay on the stack. */
typedef struct vt_lua_matcher {
    lua_State *lua;
    const vt_lua_pattern *pattern;
    vt_lua_capture *captures;
    vt_text subject;
    size_t at;         /* offset at which the next match may start */
    bool is_over;      /* an anchored pattern was tried */
    size_t start, end; /* of the match found */
    uint64_t steps;    /* not charged yet */
    uint32_t depth;
} vt_lua_matcher;

/* Compile and push a pattern. Raises gopher-lua's errors for malformed ones. */
vt_lua_pattern *vt_lua_push_pattern(lua_State *lua, vt_text text);
/* Start a search at byte `from`; the pattern is in the userdata at `index`. */
void vt_lua_matcher_init(vt_lua_matcher *matcher, lua_State *lua, vt_lua_pattern *pattern,
                         vt_text subject, size_t from);
/* The next match; false when there is none. */
bool vt_lua_matcher_next(vt_lua_matcher *matcher);
size_t vt_lua_matcher_capture_count(const vt_lua_matcher *matcher);
/* Push capture `index`, from 0. */
void vt_lua_matcher_push_capture(const vt_lua_matcher *matcher, size_t index);
/* Push all captures, or the whole match when there are none; returns how many. */
int vt_lua_matcher_push_captures(const vt_lua_matcher *matcher);

#endif
