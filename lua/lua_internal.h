/*
** The inside of the Lua module: one state, the gate that every function passes, and the small
** vocabulary that the libraries are written in.
**
** A function of ours is never handed to a script directly. What scripts see is the gate, a closure
** over the row of the function: it charges a step, looks at the sticky abort and only then calls
** the row. Once a limit is hit nothing behind the gate runs again.
*/
#ifndef VITALS_LUA_LUA_INTERNAL_H
#define VITALS_LUA_LUA_INTERNAL_H

#include <lauxlib.h>
#include <lua.h>

#include "base/buffer.h"
#include "lua/host.h"
#include "lua/pool.h"

/* Why a run is over. A row is a named limit, or the host. */
typedef enum vt_lua_stop {
    VT_LUA_STOP_NONE,
    VT_LUA_STOP_STEPS,
    VT_LUA_STOP_MEMORY,
    VT_LUA_STOP_DEPTH,
    VT_LUA_STOP_VALUES,
    VT_LUA_STOP_RESULT,
    VT_LUA_STOP_HOST
} vt_lua_stop;

/* What the registry of a state holds in its array part. */
typedef enum vt_lua_slot {
    VT_LUA_SLOT_PROTOTYPES = 3, /* every function of ours behind its gate, by its row */
    VT_LUA_SLOT_SCRIPTS,        /* compiled scripts, by their address */
    VT_LUA_SLOT_LAZY,           /* metatable of a part of obj that was not looked into yet */
    VT_LUA_SLOT_TRACED,         /* the same while reads are traced */
    VT_LUA_SLOT_ENVIRONMENT,    /* metatable of _G while nobody lists it */
    VT_LUA_SLOT_LIBRARY,        /* metatable of a library table while nobody changes it */
    VT_LUA_SLOT_EVENTS,         /* the metamethods that every metatable of ours carries */
    VT_LUA_SLOT_STRINGS,        /* the real metatable of strings */
    VT_LUA_SLOT_WEAK,           /* metatable of tables of ours that keep nothing alive */
    VT_LUA_SLOT_RUN,            /* what one run keeps: see vt_lua_run_slot */
    VT_LUA_SLOT_COUNT
} vt_lua_slot;

/* The fields of the table of one run; dropped at its end. */
typedef enum vt_lua_run_slot {
    VT_LUA_RUN_GLOBALS = 1, /* _G */
    VT_LUA_RUN_BASICS,      /* metatables of basic types, by type number */
    VT_LUA_RUN_ORDERS,      /* the orders of keys that pairs goes through, by table */
    VT_LUA_RUN_NAMES,       /* numbers that stand for addresses in text */
    VT_LUA_RUN_LOADED,      /* what require has given out */
    VT_LUA_RUN_PARTS        /* tables of parts of obj, by their value, while reads are traced */
} vt_lua_run_slot;

/* What kind of real metatable a table has: found at index 1 of the metatable. */
typedef enum vt_lua_table_kind {
    VT_LUA_TABLE_PLAIN, /* no metatable */
    VT_LUA_TABLE_LAZY,
    VT_LUA_TABLE_TRACED,
    VT_LUA_TABLE_ENVIRONMENT,
    VT_LUA_TABLE_LIBRARY,
    VT_LUA_TABLE_SHADOW /* stands in for a metatable of the script, kept at index 2 */
} vt_lua_table_kind;

struct vt_lua_state {
    vitals_allocator allocator;
    vitals_limits limits;
    vt_lua_pool pool;
    lua_State *lua; /* NULL when it must be built again */
    size_t live_bytes;
    size_t peak_bytes;
    size_t idle_bytes; /* live after the last collection between runs */
    size_t most_keys;  /* of a table that a script filled, in this run */
    bool running;
    bool refused;              /* memory was refused by the budget */
    bool collecting;           /* the collector was let loose in this run */
    bool filling;              /* a part of obj is being filled in */
    uint64_t steps;            /* of this run */
    uint64_t next_poll;        /* steps at which the host is asked again */
    uint64_t built_bytes;      /* of this run, not yet turned into steps */
    uint64_t object_values;    /* of this run */
    uint32_t hook_interval;    /* instructions between two looks of the hook */
    uint32_t instruction_cost; /* steps an instruction costs, given what it may meet */
    uint32_t depth;            /* nested calls out of C */
    vt_lua_stop stop;          /* sticky */
    uint32_t stop_line;
    bool error_translated; /* the error under way has our wording already */
    bool lost_text;        /* there was no memory for a message */
    uint32_t line;         /* last line executed, when traced */
    uint32_t name_count;   /* numbers given out instead of addresses */
    bool open_libraries;
    vt_lua_dialect dialect;
    const vt_evaluation *evaluation;
    const vt_lua_script *script;
    lua_State *thread; /* the coroutine that runs */
    uint64_t random;   /* of math.random, the same in every run */
    const vt_value
        *walk_key;       /* of obj, which next gave out last; NULL when it was no part of obj */
    size_t walk_count;   /* keys given out since the walk through that table began */
    size_t script_count; /* compiled scripts kept */
};

/* Which sets of libraries a name belongs to: one bit a set. */
enum vt_lua_set {
    VT_LUA_SET_CLOSED = 1,      /* VT_LUA_ARGOCD without open libraries */
    VT_LUA_SET_OPEN = 2,        /* VT_LUA_ARGOCD with them */
    VT_LUA_SET_SAFE = 4,        /* VT_LUA_SAFE */
    VT_LUA_SET_SAFE_OPEN = 8,   /* VT_LUA_SAFE with open libraries */
    VT_LUA_SET_ALL_SAFE = 12,   /* both of VT_LUA_SAFE */
    VT_LUA_SET_NOT_CLOSED = 14, /* all that have string and math */
    VT_LUA_SET_ALL_OPEN = 10,
    VT_LUA_SET_ALL = 15
};

/* One name of the allow-list: a function of ours (protocol of lua_CFunction), or a value when
** `call` is NULL: a text, or else a number. */
typedef struct vt_lua_builtin {
    const char *name;
    lua_CFunction call;
    unsigned sets;
    const char *summary; /* for docs/lua.md; of a refused function, why it is refused */
    const char *text;    /* of a refused function, and of no other, its whole name */
    double number;
} vt_lua_builtin;

/* ARGO: gopher-lua's registry has 5120 places; what does not fit is "registry overflow". */
enum { VT_LUA_MAX_RESULTS = 5100 };

/* A table of names; the one without a name is _G itself. */
typedef struct vt_lua_library {
    const char *name;
    unsigned sets;
    const vt_lua_builtin *functions;
    size_t count;
} vt_lua_library;

extern const vt_lua_library vt_lua_library_base, vt_lua_library_table, vt_lua_library_string,
    vt_lua_library_math, vt_lua_library_os, vt_lua_library_required_os, vt_lua_library_utf8,
    vt_lua_library_coroutine, vt_lua_library_package, vt_lua_library_io, vt_lua_library_debug,
    vt_lua_library_channel;

/* The libraries, the base first; NULL past the end. */
const vt_lua_library *vt_lua_library_at(size_t index);
/* The bit of a set. */
unsigned vt_lua_set_of(vt_lua_dialect dialect, bool open_libraries);
/* The row of every function that is named but never opened: raises why. */
int vt_lua_refuse_call(lua_State *lua);

static inline vt_lua_state *vt_lua_state_of(lua_State *lua) {
    return *(vt_lua_state **)lua_getextraspace(lua);
}

/* ---- gate.c: limits and errors */

/* Push the gate in front of `function`, which must be static. */
void vt_lua_push_trampoline(lua_State *lua, const vt_lua_builtin *function);
/* Replace the value on top by a gate of its own that has it as second upvalue. */
void vt_lua_push_trampoline_with(lua_State *lua, const vt_lua_builtin *function);
/* Pay for work; does not come back when the steps are used up. */
void vt_lua_charge(lua_State *lua, uint64_t steps);
/* End the run for good. Does not come back. */
int vt_lua_stop_run(lua_State *lua, vt_lua_stop why);
/* Raise the abort again when there is one: after every protected call. */
void vt_lua_check_stop(lua_State *lua);
/* Call out of C, one level deeper: protocol of lua_call. */
void vt_lua_call(lua_State *lua, int argument_count, int result_count);
/* The same, protected: protocol of lua_pcall, with the message in our wording on failure. */
int vt_lua_protected_call(lua_State *lua, int argument_count, int result_count, int handler);
/* After lua_pcall or lua_resume failed: raises an abort again, gives the message our wording. */
void vt_lua_handle_error(lua_State *lua, int status);
/* Bytes built that cost one step. */
enum { VT_LUA_BYTES_PER_STEP = 8 };
/* May a block grow by `more_bytes` to `bytes`? Charges them. `kind` is the type of a new object,
** as LUA_TSTRING, and 0 for anything else. */
bool vt_lua_admit_block(vt_lua_state *state, size_t kind, size_t more_bytes, size_t bytes);
/* What the hook watches of a thread, set anew. */
void vt_lua_set_hook(vt_lua_state *state, lua_State *lua);
void vt_lua_hook(lua_State *lua, lua_Debug *activation);

/* Raise "<string>:LINE: text" at the place of the innermost Lua function. */
int vt_lua_raise(lua_State *lua, const char *format, ...);
/* Raise the value on top as it is. */
int vt_lua_raise_value(lua_State *lua);
/* Push "<string>:LINE:" of the function at `level`; of the first Lua function from there on when
** `skip_c`. Empty when there is none. */
void vt_lua_push_where(lua_State *lua, int level, bool skip_c);

/* ---- wording.c: gopher-lua's words for what Lua 5.4 says */

/* Replace the message on top, which the virtual machine raised, by gopher-lua's. */
void vt_lua_rewrite_error(lua_State *lua);

/* ---- argument.c: arguments checked as gopher-lua checks them */

int vt_lua_argument_error(lua_State *lua, int argument, const char *format, ...);
int vt_lua_type_error(lua_State *lua, int argument, const char *expected);
void vt_lua_check_any(lua_State *lua, int argument);
void vt_lua_check_table(lua_State *lua, int argument);
void vt_lua_check_function(lua_State *lua, int argument);
vt_text vt_lua_check_text(lua_State *lua, int argument); /* strings and numbers */
vt_text vt_lua_optional_text(lua_State *lua, int argument, vt_text fallback); /* strings */
int64_t vt_lua_check_integer(lua_State *lua, int argument);                   /* numbers, cut off */
int64_t vt_lua_optional_integer(lua_State *lua, int argument, int64_t fallback);
double vt_lua_check_number(lua_State *lua, int argument); /* numbers and numeric strings */
/* "userdata" and so on, as type() says it. */
const char *vt_lua_type_name(lua_State *lua, int index);

/* ---- userdata.c: the only way in which C looks into userdata that scripts can hold */

typedef struct vt_lua_userdata_type {
    const char *name; /* for error messages */
    int value_count;  /* values that live as long as the userdata does */
} vt_lua_userdata_type;

/* Push userdata of `bytes` bytes, which are not initialised. `type` must be static. */
void *vt_lua_push_userdata(lua_State *lua, const vt_lua_userdata_type *type, size_t bytes);
/* The memory of the userdata at `argument`; raises when it is anything but one of `type`. */
void *vt_lua_check_userdata(lua_State *lua, int argument, const vt_lua_userdata_type *type);
/* Pop a value and keep it in place `place`, from 1, of the userdata at `index`. */
void vt_lua_set_user_value(lua_State *lua, int index, int place);

/* ---- number.c */

enum { VT_LUA_NUMBER_BYTES = 40 };
/* A number as gopher-lua prints it; at most VT_LUA_NUMBER_BYTES. */
size_t vt_lua_number_text(double number, char out[VT_LUA_NUMBER_BYTES]);
/* strconv.FormatFloat(number, 'g', -1, 64): integers are not told apart. */
size_t vt_lua_number_shortest(double number, char out[VT_LUA_NUMBER_BYTES]);
/* The text that arithmetic takes for a number. */
bool vt_lua_number_parse(vt_text text, double *out);
/* What tonumber takes for one; `base` 0 when none was given. */
bool vt_lua_number_convert(vt_text text, int base, double *out);
/* int(x) of Go on amd64. */
int64_t vt_lua_number_truncate(double number);

/* Push a text as a string; charged. */
void vt_lua_push_text(lua_State *lua, vt_text text);
/* Push the text of the value at `index` as tostring gives it, __tostring included. */
void vt_lua_push_string_of(lua_State *lua, int index);
/* The same without metatables. */
void vt_lua_push_plain_string_of(lua_State *lua, int index);

/* ---- table.c: tables that are not what they seem */

/* Which kind of real metatable the table or userdata at `index` has. */
vt_lua_table_kind vt_lua_table_kind_of(lua_State *lua, int index);
/* Make the table at `index` a plain one, with everything in it: before raw access. */
void vt_lua_materialize(lua_State *lua, int index);
/* #t of gopher-lua: the largest positive integer key. Settles the table. */
int64_t vt_lua_length(lua_State *lua, int index);
/* t[number] without metamethods. */
void vt_lua_raw_get(lua_State *lua, int index, int64_t key);
/* Pop a value and do t[number] = value. */
void vt_lua_raw_set(lua_State *lua, int index, int64_t key);
/* Push a number, as all numbers are: a double. */
static inline void vt_lua_push_integer(lua_State *lua, int64_t integer) {
    lua_pushnumber(lua, (lua_Number)integer);
}

/* ---- order.c */

/* next(t, k): pops the key, pushes the next key and its value; false and nothing at the end. */
bool vt_lua_next(lua_State *lua, int table);

/* ---- metatable.c */

/* The metatable a script sees of the value at `index`; false and nothing pushed when none. */
bool vt_lua_push_metatable(lua_State *lua, int index);
/* Give the value at `index` the metatable on top, or none for nil; pops it. */
void vt_lua_set_metatable(lua_State *lua, int index);
/* A field of the metatable a script sees; false and nothing pushed when there is none. */
bool vt_lua_push_metafield(lua_State *lua, int index, const char *event);
/* Copy the events that every metatable of ours carries into the table at `index`. */
void vt_lua_add_events(lua_State *lua, int index);
void vt_lua_build_metatables(lua_State *lua);
/* Forget what a run did to basic types. Allocates nothing. */
void vt_lua_reset_metatables(lua_State *lua);
/* What the operators do with operands that Lua 5.4 cannot do itself. Operands at 1 and 2. */
int vt_lua_event_len(lua_State *lua);
int vt_lua_event_unm(lua_State *lua);
int vt_lua_event_eq(lua_State *lua);
int vt_lua_event_lt(lua_State *lua);
int vt_lua_event_le(lua_State *lua);
int vt_lua_arithmetic(lua_State *lua, const char *event, int operator);
/* Replace the two values on top, not both text, by what __concat makes of them. */
void vt_lua_concatenate(lua_State *lua);
/* Less than, as the operator; for sort. */
bool vt_lua_less(lua_State *lua, int left, int right);

/* ---- push_object.c */

void vt_lua_build_object_metatables(lua_State *lua);
/* Push `obj`. */
void vt_lua_push_object(lua_State *lua);
/* Fill a hollow table in: called by vt_lua_materialize. */
void vt_lua_fill(lua_State *lua, int index);
/* The value of the object a table stands for, or NULL. */
const vt_value *vt_lua_object_of(lua_State *lua, int index);

/* ---- environment.c */

void vt_lua_build_environment(lua_State *lua);
extern const vt_lua_builtin vt_lua_library_assignment;
/* A fresh table for one run, with its globals; pushes _G. */
void vt_lua_push_globals(lua_State *lua);
/* Fill _G or a library table in: called by vt_lua_materialize. */
void vt_lua_fill_library(lua_State *lua, int index, vt_lua_table_kind guise);
/* Push a fresh copy of a library by name; false and nothing pushed when there is none. */
bool vt_lua_push_library(lua_State *lua, vt_text name);

/* ---- helpers.c */

/* Push the helpers of the translation in the order of VT_LUA_HELPER_MAP, and behind them the one of
** watched scripts; returns how many. */
int vt_lua_push_helpers(lua_State *lua, bool instrumented);
/* Tell who watches a script that a node was visited. */
void vt_lua_script_tell(const vt_lua_script *script, uint32_t node, vt_lua_visited what);

/* ---- script.c */

/* Which upvalue of the function at `index` holds its environment; 0 when it uses none. */
int vt_lua_environment_upvalue(lua_State *lua, int index);

/* Push the script as a function, compiling it when this state sees it first. false: the message
** is on the stack. */
bool vt_lua_push_script(lua_State *lua, const vt_lua_script *script);
vt_lua_dialect vt_lua_script_dialect(const vt_lua_script *script);
vt_text vt_lua_script_source(const vt_lua_script *script);
/* Let go of every script that is kept. */
void vt_lua_forget_scripts(vt_lua_state *state);

/* ---- state.c */

/* Keep a message in the arena of the evaluation: mended where it is no UTF-8, and cut at the limit
** message_bytes. */
vt_text vt_lua_keep_text(vt_lua_state *state, vt_text text);

/* ---- result.c */

/* Judge the results of a script, the values above `base` on the stack. */
vt_opinion vt_lua_read_result(vt_lua_state *state, lua_State *lua, int base);

/* A table of the run, made when it is first asked for. */
void vt_lua_push_run_table(lua_State *lua, vt_lua_run_slot slot);

#endif
