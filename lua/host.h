/*
** The door of the Lua module: health scripts in a sandbox.
**
** A script is checked once (vt_lua_script_new: immutable, shared by threads) and compiled lazily
** once per state. A state is one thread's: it is reused for every run, each of which gets a fresh
** environment, and it is as good as new after any abort.
*/
#ifndef VITALS_LUA_HOST_H
#define VITALS_LUA_HOST_H

#include "document/evaluation.h"

typedef struct vt_lua_script vt_lua_script;
typedef struct vt_lua_state vt_lua_state;

typedef enum vt_lua_dialect {
    VT_LUA_ARGOCD, /* closed and open libraries exactly as Argo CD gives them, made safe */
    VT_LUA_SAFE    /* string, math, table, utf8, os.time/date/difftime always there */
} vt_lua_dialect;

/* Check a script: parse it in the dialect scripts are written in and translate it to Lua 5.4.
** On failure `error` gets gopher-lua's wording: "<string> line:1(column:7) near 'then': …", and
** `*line` the line, or 0. A first line that starts with # is refused in VT_LUA_ARGOCD only.
** Copies `source`. Errors: VITALS_ESYNTAX, VITALS_ELIMIT, VITALS_ENOMEM. */
vitals_status vt_lua_script_new(const vitals_allocator *allocator, const vitals_limits *limits,
                                vt_text source, vt_lua_dialect dialect, vt_lua_script **out,
                                vt_buffer *error, uint32_t *line);
void vt_lua_script_free(vt_lua_script *script);

/* Told of each node of a watched script that a run goes through, by its index in the order of
** vt_lua_walk: statements as they begin, and conditions and arms of and, or with what they gave. */
typedef enum vt_lua_visited {
    VT_LUA_VISITED_STATEMENT,
    VT_LUA_VISITED_TRUE,
    VT_LUA_VISITED_FALSE
} vt_lua_visited;
typedef void (*vt_lua_visited_fn)(void *user, uint32_t node, vt_lua_visited what);

/* Make a script watched; before it first runs, and for one thread from then on. It costs more steps
** and, nested almost to the limits, may not load. Errors: VITALS_ELIMIT, VITALS_ENOMEM. */
vitals_status vt_lua_script_instrument(vt_lua_script *script, const vitals_limits *limits,
                                       vt_lua_visited_fn visited, void *user);

vitals_status vt_lua_state_new(const vitals_allocator *allocator, const vitals_limits *limits,
                               vt_lua_state **out);
void vt_lua_state_free(vt_lua_state *state);
/* Throw away everything the objects left behind. */
vitals_status vt_lua_state_scrub(vt_lua_state *state);

/* Run a script on the object with `obj` as a global and judge what it returned, as
** ExecuteHealthLua does. The opinion is never NONE: a script that returns nothing gives
** VITALS_HEALTH_EMPTY. `open_libraries` is Argo CD's useOpenLibs. */
vt_opinion vt_lua_run(vt_lua_state *state, const vt_lua_script *script, bool open_libraries,
                      const vt_evaluation *evaluation);

/* One name that scripts can reach: "find" of library "string"; the library of a plain global is "". */
typedef struct vt_lua_allowed {
    const char *library;
    const char *name;
    const char *summary; /* what it does; of a refused function, why it is refused */
    bool is_refused;     /* it is there, and calling it is an error that says why */
} vt_lua_allowed;

/* The allow-list of a dialect, for documentation and lint; false past the end. */
bool vt_lua_allowed_at(vt_lua_dialect dialect, bool open_libraries, size_t index,
                       vt_lua_allowed *out);

#endif
