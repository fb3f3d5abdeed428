/*
** The interface of the Lua module: health scripts in a sandbox.
**
** A script is parsed and translated once (vt_lua_script_new: immutable, shared by threads) and
** compiled once per state, on first use. A state belongs to one thread. It is reused for every run,
** each of which gets new globals, and a stopped run leaves nothing behind in it.
*/
#ifndef VITALS_LUA_HOST_H
#define VITALS_LUA_HOST_H

#include "document/evaluation.h"
#include "lua/problem.h"

typedef struct vt_lua_script vt_lua_script;
typedef struct vt_lua_state vt_lua_state;

typedef enum vt_lua_dialect {
    VT_LUA_ARGOCD, /* closed and open libraries exactly as in Argo CD, but safe */
    VT_LUA_SAFE    /* string, math, table, utf8, os.time/date/difftime are always there */
} vt_lua_dialect;

/* Check a script: parse it in gopher-lua's dialect and translate it to Lua 5.4. On failure
** `error` gets gopher-lua's message: "<string> line:1(column:7) near 'then': …", and `*problem` the
** line and the limit that was hit. VT_LUA_ARGOCD rejects a first line that starts with #. Copies
** `source`. Takes time and memory proportional to the limits script_bytes and script_nodes, whatever
** the source. Errors: VITALS_ESYNTAX, VITALS_ELIMIT, VITALS_ENOMEM. */
vitals_status vt_lua_script_new(const vitals_allocator *allocator, const vitals_limits *limits,
                                vt_text source, vt_lua_dialect dialect, vt_lua_script **out,
                                vt_buffer *error, vt_lua_problem *problem);
/* The same, asking the host on the way: VITALS_ESTOPPED when it stops the call. */
vitals_status vt_lua_script_new_asking(const vitals_allocator *allocator,
                                       const vitals_limits *limits, vt_text source,
                                       vt_lua_dialect dialect, vt_interrupt interrupt,
                                       vt_lua_script **out, vt_buffer *error,
                                       vt_lua_problem *problem);
/* A script, or a part that scripts share, and the parts that it can use by their names. */
typedef struct vt_lua_source {
    vt_text text;
    vt_lua_dialect dialect;
    /* The text is a part: one `local function NAME …`, or `local NAME = { … }` with constants under names. It
    ** uses nothing of a run, such as obj, and no script can change it. */
    bool is_part;
    vt_lua_script *const
        *parts; /* each after those that it uses itself; kept as long as the script */
    size_t part_count;
} vt_lua_source;

/* Check a script that uses parts, or a part. A state compiles each part once, for all scripts that use it;
** a run is charged for all of them all the same, each time. Copies the text.
** *out NULL without an error: it is not right, or cannot share anything. Put it together with its parts as one text
** then, and make a script of that. Errors: VITALS_ENOMEM, VITALS_ESTOPPED. */
vitals_status vt_lua_script_new_of_parts(const vitals_allocator *allocator,
                                         const vitals_limits *limits, const vt_lua_source *source,
                                         vt_interrupt interrupt, vt_lua_script **out);
/* Take a reference: a script never changes, and _free drops one. Threads: any. */
vt_lua_script *vt_lua_script_retain(vt_lua_script *script);
void vt_lua_script_free(vt_lua_script *script);

/* Called for each node of an instrumented script that a run reaches, with its index in the order
** of vt_lua_walk: for statements when they start, and for conditions and operands of and, or
** with their truth value. */
typedef enum vt_lua_visited {
    VT_LUA_VISITED_STATEMENT,
    VT_LUA_VISITED_TRUE,
    VT_LUA_VISITED_FALSE
} vt_lua_visited;
typedef void (*vt_lua_visited_fn)(void *user, uint32_t node, vt_lua_visited what);

/* Instrument a script. Call it before the script first runs; from then on only one thread may
** run it. An instrumented script takes more steps and may fail to load when it is nested almost
** to the limits. Errors: VITALS_EINVAL for a script with parts, VITALS_ELIMIT, VITALS_ENOMEM. */
vitals_status vt_lua_script_instrument(vt_lua_script *script, const vitals_limits *limits,
                                       vt_lua_visited_fn visited, void *user);

/* Whether the functions of Lua that the linker has found are those of the Lua that this was compiled for. */
bool vt_lua_is_own(void);
/* Errors: VITALS_ENOMEM, VITALS_ELUA. */
vitals_status vt_lua_state_new(const vitals_allocator *allocator, const vitals_limits *limits,
                               vt_lua_state **out);
void vt_lua_state_free(vt_lua_state *state);
/* Discard everything that objects left in memory. Errors: VITALS_ENOMEM. */
vitals_status vt_lua_state_scrub(vt_lua_state *state);

/* Run a script with the object as global `obj` and interpret what it returns as ExecuteHealthLua
** does. The opinion is never NONE: a script that returns nothing gives VITALS_HEALTH_EMPTY;
** it is `silent` when that was nil.
** `open_libraries` is Argo CD's useOpenLibs. */
vt_opinion vt_lua_run(vt_lua_state *state, const vt_lua_script *script, bool open_libraries,
                      const vt_evaluation *evaluation);

/* One name of the allow-list: "find" of library "string"; the library of a global is "". */
typedef struct vt_lua_allowed {
    const char *library;
    const char *name;
    const char *summary; /* what it does; for a refused function, why it is refused */
    const char *charge;  /* what a call charges, besides what every call does; "" for values */
    bool is_value;       /* a string or a number */
    bool is_refused;     /* it exists, and calling it raises an error that says why */
} vt_lua_allowed;

/* Row `index` of the allow-list of a dialect, for documentation and lint; false past the end. */
bool vt_lua_allowed_at(vt_lua_dialect dialect, bool open_libraries, size_t index,
                       vt_lua_allowed *out);
/* The same of the operators; `name` is NULL for those that only others reach. */
bool vt_lua_operator_at(size_t index, vt_lua_allowed *out);

#endif
