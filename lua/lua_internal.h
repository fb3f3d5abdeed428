/*
** The inside of the Lua module: one state, the budget of a run, and the functions that the
** libraries are written with.
**
** Each of our C functions that scripts can hold is defined with VT_LUA_FUNCTION: it checks the sticky
** stop and charges steps before it does anything else. Once a run is stopped, none of them does its work again.
*/
#ifndef VITALS_LUA_LUA_INTERNAL_H
#define VITALS_LUA_LUA_INTERNAL_H

#include <lauxlib.h>
#include <lua.h>

#include "base/memory/buffer.h"
#include "base/run/limits.h"
#include "lua/host.h"
#include "lua/pool.h"
#include "lua/syntax/syntax.h"

/* ---- the state */

/* Why a run was stopped: by a named limit or by the host. */
typedef enum vt_lua_stop {
    VT_LUA_STOP_NONE,
    VT_LUA_STOP_STEPS,
    VT_LUA_STOP_MEMORY,
    VT_LUA_STOP_DEPTH,
    VT_LUA_STOP_VALUES,
    VT_LUA_STOP_RESULT,
    VT_LUA_STOP_KEYS,
    VT_LUA_STOP_HOST,
    VT_LUA_STOP_AGAIN /* the run needs a state that did nothing before, and is made again in one */
} vt_lua_stop;

/* The array part of a state's registry. */
typedef enum vt_lua_slot {
    VT_LUA_SLOT_PROTOTYPES = 3, /* of libraries */
    VT_LUA_SLOT_SCRIPTS,        /* compiled scripts, by address */
    VT_LUA_SLOT_LAZY,           /* metatable of a part of obj that was not read yet */
    VT_LUA_SLOT_TRACED,         /* the same while reads are traced */
    VT_LUA_SLOT_ENVIRONMENT,    /* metatables of _G until it is materialized, by set */
    VT_LUA_SLOT_LIBRARY,        /* metatables of library tables until they are materialized */
    VT_LUA_SLOT_EVENTS,         /* the metamethods that every metatable of ours has */
    VT_LUA_SLOT_STRINGS,        /* the real metatable of strings */
    VT_LUA_SLOT_WEAK,           /* metatable of our tables with weak keys; their values must be
                                   numbers: chains of keys and values would take the collector
                                   quadratic time */
    VT_LUA_SLOT_WATCHED,        /* metatable of lists whose largest index is kept */
    VT_LUA_SLOT_NAMES,          /* names of fields, by place: see names.c */
    VT_LUA_SLOT_COUNT
} vt_lua_slot;

/* The slots after those, which are emptied when a run ends. */
typedef enum vt_lua_run_slot {
    VT_LUA_RUN_GLOBALS = VT_LUA_SLOT_COUNT, /* _G */
    VT_LUA_RUN_BASICS,       /* metatables that scripts gave to basic types, by type number */
    VT_LUA_RUN_ORDERS,       /* lists of keys for pairs, by table, until the traversal ends */
    VT_LUA_RUN_NAMES,        /* the number shown instead of an address, by value */
    VT_LUA_RUN_LOADED,       /* library tables of this run */
    VT_LUA_RUN_PARTS,        /* tables for parts of obj, by value, while reads are traced */
    VT_LUA_RUN_LENGTHS,      /* the largest index of watched lists */
    VT_LUA_RUN_ENVIRONMENTS, /* tables given to setfenv for threads, and for functions without globals */
    VT_LUA_RUN_END
} vt_lua_run_slot;

/* What kind of table a table with a metatable of ours is. The address of the row is at index 1 of
** the metatable. Tables without a metatable have no kind. */
typedef struct vt_lua_table_kind {
    const char *name; /* for debuggers */
    /* Turn the table at `index` into a plain one that holds everything; NULL: it already does. */
    void (*materialize)(lua_State *lua, int index);
} vt_lua_table_kind;

enum {
    VT_LUA_LONG_SIZES = 8192,
    VT_LUA_LONG_STRING_BYTES = 4096, /* strings of this size raise the cost of instructions */
    VT_LUA_NODE_BYTES = 24,          /* of a key in the hash part of a table */
    VT_LUA_NAME_COUNT = 256,
    VT_LUA_SHORT_STRING_BYTES = 72 /* that one takes at most */
};

/* The newest block, if it holds a part of an object or of the state, and what the run was charged
** before it. */
typedef struct vt_lua_fresh_block {
    const void *block; /* NULL: it holds something else, or another one was freed after it */
    size_t bytes;
    uint64_t steps, built_bytes, volume;
    size_t most_keys;
} vt_lua_fresh_block;

struct vt_lua_state {
    vitals_allocator allocator;
    vitals_limits limits;
    vt_lua_pool pool;
    lua_State *lua;     /* NULL: closed, opened again by the next run */
    size_t live_bytes;  /* as blocks are counted: see memory.c */
    size_t base_bytes;  /* live when the state was opened */
    size_t idle_bytes;  /* live after the last collection between runs */
    size_t most_keys;   /* of the largest table that a script filled in this run */
    size_t most_fields; /* of the largest part of obj */
    bool running;
    bool is_new;          /* no run was made in this state before */
    bool collecting;      /* the collector works */
    bool closure_is_ours; /* of C, not of Lua: it is being made */
    size_t
        userdata_more; /* bytes of the one that is being made where pointers have 8 bytes, above those here */
    bool refused;             /* an allocation exceeded the budget */
    size_t collect_at;        /* live bytes at which the collector makes its next step */
    size_t table_bytes;       /* of a table without its parts */
    size_t array_at, hash_at; /* where in it are the addresses of its parts */
    bool in_hook;             /* stays set when the hook raises, until the error is caught */
    bool filling;             /* a part of obj is being materialized */
    uint64_t steps;           /* of this run */
    uint64_t look_at;      /* steps at which the limits are compared next; 0: at the next charge */
    uint64_t next_poll;    /* steps at which the host's interrupt is called next */
    size_t memory_limit;   /* up to which blocks are granted at once */
    size_t memory_ceiling; /* beyond which they are refused */
    uint64_t built_bytes;  /* of this run, not converted to steps yet */
    uint64_t volume;       /* bytes that were charged in this run */
    uint64_t next_charge;  /* `volume` at which a step of the collector is charged next */
    uint64_t texts;        /* bytes that short strings of this run may take at most */
    uint64_t own_state_at; /* `volume` and `texts` from which a run needs a state of its own */
    uint64_t rebuilt;      /* bytes of parts of tables that were made again in the same size */
    const vt_lua_script *heavy; /* the last that needed one; compared only */
    const void *stack;   /* of the main thread, and below: what runs leave to those after them, */
    const void *strings; /* the table of short strings, */
    size_t frame_bytes;  /* and the size of call frames; 0: not known yet */
    vt_lua_fresh_block fresh;                    /* the newest */
    uint64_t object_values;                      /* of this run */
    uint64_t long_sizes[VT_LUA_LONG_SIZES / 64]; /* sizes of long strings so far, hashed to bits */
    bool has_long_sizes;                         /* there are some */
    bool is_shallow;                             /* calls need not be counted: see vt_lua_bounds */
    uint64_t rounds_left;      /* of loops until instructions are counted; 0: they are */
    uint32_t hook_interval;    /* instructions between two count events of the hook */
    uint32_t instruction_cost; /* steps per instruction */
    uint32_t depth;            /* nested calls out of C */
    vt_lua_stop stop;          /* sticky */
    uint32_t stop_line;
    bool error_translated; /* the error being raised already has gopher-lua's text */
    bool lost_text;        /* there was no memory for a message */
    uint32_t line;         /* last line executed, when traced */
    uint32_t name_count;   /* numbers shown instead of addresses so far */
    bool strings_changed;  /* strings have another __index than before the run */
    unsigned run_slots;    /* of vt_lua_run_slot that are in use, a bit each */
    unsigned set;          /* of this run: one bit of vt_lua_set */
    const struct vt_lua_library *const *libraries; /* the base first, NULL last */
    const vt_evaluation *evaluation;
    const vt_lua_script *script;
    uint64_t script_nodes;    /* of its syntax tree */
    lua_State *thread;        /* the running coroutine */
    uint64_t random;          /* of math.random; the same seed in every run */
    const vt_value *walk_key; /* the key of obj that next returned last; NULL: another key */
    size_t walk_count;        /* keys returned since the traversal of that table began */
    size_t script_count;      /* compiled scripts in the cache */
    size_t script_bytes;      /* memory of them, which no limit of a run counts */
    size_t kept_bytes;        /* the same of names */
    vt_text names[VT_LUA_NAME_COUNT]; /* in the memory of the state; absent: none is kept there */
};

static inline vt_lua_state *vt_lua_state_of(lua_State *lua) {
    return *(vt_lua_state **)lua_getextraspace(lua);
}

/* ---- libraries: rows, and which of them a script gets */

/* The sets of libraries, one bit per set. */
enum vt_lua_set {
    VT_LUA_SET_CLOSED = 1,      /* VT_LUA_ARGOCD without open libraries */
    VT_LUA_SET_OPEN = 2,        /* VT_LUA_ARGOCD with open libraries */
    VT_LUA_SET_SAFE = 4,        /* VT_LUA_SAFE */
    VT_LUA_SET_SAFE_OPEN = 8,   /* VT_LUA_SAFE with open libraries */
    VT_LUA_SET_ALL_SAFE = 12,   /* VT_LUA_SAFE with or without open libraries */
    VT_LUA_SET_NOT_CLOSED = 14, /* the sets with string and math */
    VT_LUA_SET_ALL_OPEN = 10,
    VT_LUA_SET_ALL = 15
};

/* What a call charges besides its 10 steps, 1 for 8 arguments, 1 for 8 bytes of new long strings and 1
** for 2 bytes of new tables and functions. */
#define VT_LUA_COST_MAP(X)                                                                         \
    X(NONE, "")                                                                                    \
    X(CALL, "the call")                                                                            \
    X(TEXT, "1 for 8 bytes of its strings")                                                        \
    X(BYTES, "1 a byte")                                                                           \
    X(VALUES, "1 a value")                                                                         \
    X(FORMAT, "1 for 4 bytes of the layout, 1 for 8 bytes of padding, 1 a byte for %q and %x")     \
    X(MATCH, "1 a byte of the pattern, 1 each time a byte is compared with an item of it, "        \
             "1 for 16 captures a try")                                                            \
    X(LENGTH, "1 for 16 slots behind the last item, 10 a key in there")                            \
    X(SHIFT, "as #, and 2 an item moved")                                                          \
    X(JOIN, "as #, 1 an item, and 1 for 8 bytes")                                                  \
    X(SORT, "as #, 8 a comparison, 1 a move, and 1 for 8 bytes compared")                          \
    X(TRAVERSE,                                                                                    \
      "2 a key; when the list of keys is made, 1 for 16 slots and 50 a key; after a key "          \
      "out of order, 1 a key")                                                                     \
    X(PROTECT, "100 when it fails")                                                                \
    X(THREAD, "1000")

typedef enum vt_lua_cost {
#define VT_LUA_X(name, text) VT_LUA_COST_##name,
    VT_LUA_COST_MAP(VT_LUA_X)
#undef VT_LUA_X
} vt_lua_cost;

/* One name of the allow-list: a function of ours (a lua_CFunction), or, when `call` is NULL, a
** string or else a number. */
typedef struct vt_lua_builtin {
    const char *name;
    lua_CFunction call;
    unsigned sets;
    const char *summary; /* for docs/lua.md; for a refused function, the reason */
    const char *text;    /* for a refused function, and only for one, its full name */
    double number;
    vt_lua_cost cost;                     /* NONE: no function */
    int (*push_upvalues)(lua_State *lua); /* NULL: it has none; returns how many */
} vt_lua_builtin;

/* ARGO: gopher-lua's registry has 5120 slots; values that do not fit are a "registry overflow". */
enum { VT_LUA_MAX_RESULTS = 5100 };

/* A table of names; the one with an empty name is _G itself. */
typedef struct vt_lua_library {
    const char *name;
    unsigned sets;
    const vt_lua_builtin *functions;
    size_t count;
} vt_lua_library;

extern const vt_lua_library vt_lua_library_base, vt_lua_library_table, vt_lua_library_string,
    vt_lua_library_math, vt_lua_library_os, vt_lua_library_required_os, vt_lua_library_utf8,
    vt_lua_library_required_kube, vt_lua_library_coroutine, vt_lua_library_package,
    vt_lua_library_io, vt_lua_library_debug, vt_lua_library_channel;

/* The operators, which are functions too where Lua 5.4 differs: those that the translation calls,
** and metamethods. Rows without a summary are reached only through others. */
extern const vt_lua_library vt_lua_helpers, vt_lua_events;

/* All libraries, the base first, NULL last. Libraries themselves reach them through the state, so
** that they do not depend on the list they are in. */
extern const vt_lua_library *const vt_lua_libraries[];
unsigned vt_lua_set_of(vt_lua_dialect dialect, bool open_libraries);

/* ---- error.c */

/* Raise "<string>:LINE: text" with the line of the innermost Lua function. */
int vt_lua_raise(lua_State *lua, const char *format, ...);
/* Raise the value on top unchanged. */
int vt_lua_raise_value(lua_State *lua);
/* Push "<string>:LINE:" of the function at `level`, or, with `skip_c`, of the first Lua function
** from there on. Pushes an empty string when there is none. */
void vt_lua_push_where(lua_State *lua, int level, bool skip_c);
/* Replace the message on top, which the virtual machine raised, with gopher-lua's. */
void vt_lua_rewrite_error(lua_State *lua);

/* ---- budget.c
**
** The rule: whatever a script can call charges the work that it is about to do before it does it, in
** pieces of at most some hundred microseconds, so that every limit holds and the host is asked often.
** Bytes cost 1 step for 8, slots of tables that are walked over 1 step for 16, whether they are in
** use or not, and everything else 1 step for what takes about 50 nanoseconds. What is allocated is
** charged by the allocator. The `charge` of each vt_lua_builtin says what it comes to.
**
** What a run is charged does not depend on the runs before it: short strings, which Lua makes only once,
** are a part of the instruction or call that makes them; neither what Lua keeps from run to run nor the
** steps that its collector really makes are charged. docs/lua.md has the exceptions: they depend on
** Lua's hash seed, which is random. A run that allocates more than a few megabytes is made in a state of
** its own, which no run was made in before: there, the collector works at the same places each time. */

/* Bytes allocated, copied or compared that cost one step; also bytes in use when memory runs out and
** everything is collected. */
enum { VT_LUA_BYTES_PER_STEP = 8 };
/* Compare the run with its limits, and call the host's interrupt when that is due. Does not return
** when the budget is used up. */
void vt_lua_look_at_limits(lua_State *lua);
/* Charge steps. Does not return when the budget is used up. */
static inline void vt_lua_charge(lua_State *lua, uint64_t steps) {
    vt_lua_state *state = vt_lua_state_of(lua);
    state->steps += steps;
    if (state->steps >= state->look_at) vt_lua_look_at_limits(lua);
}
/* Charge for reading, copying or comparing bytes. */
void vt_lua_charge_bytes(lua_State *lua, size_t bytes);
/* Charge for searches through the variables or instructions of a function, as Lua makes them for names. */
void vt_lua_charge_search(lua_State *lua, unsigned passes);
/* Lists of arguments and results of this size raise the cost of instructions. */
enum { VT_LUA_MANY_VALUES = 64 };
/* A call has many arguments or results: each instruction may copy as many from now on. */
void vt_lua_note_many_values(vt_lua_state *state, int count);
/* The same after a call with `count` results, if they are many; returns their number. */
static inline int vt_lua_count_results(lua_State *lua, int count) {
    if (count >= VT_LUA_MANY_VALUES) vt_lua_note_many_values(vt_lua_state_of(lua), count);
    return count;
}
/* Bytes allocated that start a collection. */
enum { VT_LUA_COLLECT_ABOVE = 8 << 20 };
/* Collect all garbage. In a state that made other runs before: stop, to run again in a new one. */
void vt_lua_collect(lua_State *lua);
/* The run may have allocated so much that what other runs left would matter. */
void vt_lua_leave_state(lua_State *lua);
/* Charge for the collector's steps that the bytes of this run call for. */
void vt_lua_charge_collector(lua_State *lua);
/* Both, if they are due. */
static inline void vt_lua_collect_if_due(lua_State *lua) {
    const vt_lua_state *state = vt_lua_state_of(lua);
    if (state->volume + state->texts >= state->own_state_at) vt_lua_leave_state(lua);
    if (state->volume >= state->next_charge) vt_lua_charge_collector(lua);
    if (state->live_bytes >= state->collect_at) vt_lua_collect(lua);
}
/* Stop the run for good. Does not return. */
int vt_lua_stop_run(lua_State *lua, vt_lua_stop why);
/* Raise the stop again. Does not return. */
void vt_lua_raise_stop(lua_State *lua);
/* The same if there is one: called after every protected call. */
static inline void vt_lua_check_stop(lua_State *lua) {
    if (vt_lua_state_of(lua)->stop != VT_LUA_STOP_NONE) vt_lua_raise_stop(lua);
}
/* Stop without raising: for places from which Lua itself raises. */
void vt_lua_note_stop(vt_lua_state *state, lua_State *lua, vt_lua_stop why);
/* What the state keeps for all runs is not charged to the one that is first to need it: do not charge for
** blocks until vt_lua_charge_again gets what this returns. An error in between ends the run. */
static inline bool vt_lua_stop_charging(lua_State *lua) {
    vt_lua_state *state = vt_lua_state_of(lua);
    bool charged = state->running;
    state->running = false;
    return charged;
}
static inline void vt_lua_charge_again(lua_State *lua, bool charged) {
    vt_lua_state_of(lua)->running = charged;
    vt_lua_state_of(lua)->fresh.block = NULL;
}
/* The limits of a run have been set. */
void vt_lua_begin_budget(vt_lua_state *state);
/* Call the host's interrupt now. Does not return when the host stops the run. */
void vt_lua_poll(lua_State *lua);
/* From now on each instruction is charged for comparing texts of that size. */
void vt_lua_note_long_text(vt_lua_state *state, size_t bytes);
/* Install the hook on a thread, with the interval that the instruction cost calls for. */
void vt_lua_set_hook(vt_lua_state *state, lua_State *lua);
/* The same when a run begins, if it needs the hook from then on. */
void vt_lua_begin_hook(vt_lua_state *state, const vt_lua_bounds *bounds);
/* A run that began without the hook has made all rounds of loops that it may. */
void vt_lua_end_rounds(lua_State *lua);
/* A loop over ipairs or pairs makes a round. */
static inline void vt_lua_count_round(lua_State *lua) {
    vt_lua_state *state = vt_lua_state_of(lua);
    if (state->rounds_left > 0 && --state->rounds_left == 0) vt_lua_end_rounds(lua);
}

/* ---- memory.c */

/* The lua_Alloc of a state. It counts, fails beyond the budget, and overwrites what it frees.
** For a new block, `old_bytes` is the type of the object. */
void *vt_lua_allocate(void *user, void *block, size_t old_bytes, size_t new_bytes);
/* Bytes before each block, for the size that it counts as. */
enum { VT_LUA_HEAD_BYTES = sizeof(void *) == 8 ? 0 : 8 };
/* The memory that counts for limit lua_memory_bytes. Libraries, compiled scripts and names that are kept do
** not: they were there before the run, or could be. */
static inline size_t vt_lua_uncounted_bytes(const vt_lua_state *state) {
    return state->base_bytes + state->script_bytes + state->kept_bytes;
}
static inline size_t vt_lua_counted_bytes(const vt_lua_state *state) {
    size_t uncounted = vt_lua_uncounted_bytes(state);
    return state->live_bytes > uncounted ? state->live_bytes - uncounted : 0;
}

/* ---- call.c */

/* Before each function that scripts call: raise the stop again if there is one, charge for the call, and
** let the collector make a step if that is due. */
void vt_lua_begin_call(lua_State *lua);
/* Define a function that scripts can call, and NAME_body, which is the same for C. */
#define VT_LUA_FUNCTION(name)                                                                      \
    static int name##_body(lua_State *lua);                                                        \
    static int name(lua_State *lua) {                                                              \
        vt_lua_begin_call(lua);                                                                    \
        return vt_lua_count_results(lua, name##_body(lua));                                        \
    }                                                                                              \
    static int name##_body(lua_State *lua)
/* Push the function of a row, which must be static. */
void vt_lua_push_function(lua_State *lua, const vt_lua_builtin *function);
/* The `call` of every refused function: raises the reason. */
int vt_lua_refuse_call(lua_State *lua);
/* The same for a refused function that was begun already. */
int vt_lua_raise_refusal(lua_State *lua);
/* lua_call, one level of lua_call_depth deeper. */
void vt_lua_call(lua_State *lua, int argument_count, int result_count);
/* lua_pcall, one level deeper; on failure the message has gopher-lua's text. */
int vt_lua_protected_call(lua_State *lua, int argument_count, int result_count, int handler);
/* After lua_pcall or lua_resume failed: raise the stop again if there is one, otherwise give the
** message gopher-lua's text. */
void vt_lua_handle_error(lua_State *lua, int status);

/* ---- argument.c: arguments, checked as gopher-lua checks them */

int vt_lua_argument_error(lua_State *lua, int argument, const char *format, ...);
int vt_lua_type_error(lua_State *lua, int argument, const char *expected);
void vt_lua_check_any(lua_State *lua, int argument);
void vt_lua_check_table(lua_State *lua, int argument);
void vt_lua_check_function(lua_State *lua, int argument);
void vt_lua_check_key(lua_State *lua, int argument);     /* neither nil nor NaN */
vt_text vt_lua_check_text(lua_State *lua, int argument); /* strings and numbers */
vt_text vt_lua_optional_text(lua_State *lua, int argument, vt_text fallback); /* strings */
int64_t vt_lua_check_integer(lua_State *lua, int argument); /* numbers, truncated */
int64_t vt_lua_optional_integer(lua_State *lua, int argument, int64_t fallback);
double vt_lua_check_number(lua_State *lua, int argument); /* numbers and numeric strings */
/* The number that the string at `index` stands for in arithmetic. */
bool vt_lua_parse_number(lua_State *lua, int index, double *out);
/* The name of the type as type() returns it; "nil" for a missing argument. */
const char *vt_lua_type_name(lua_State *lua, int index);

/* Userdata that C reads and scripts can hold. */
typedef struct vt_lua_userdata_type {
    const char *name; /* for error messages */
    int value_count;  /* values that live as long as the userdata does */
} vt_lua_userdata_type;

/* Push a userdata of `bytes` uninitialised bytes. `type` must be static. */
void *vt_lua_push_userdata(lua_State *lua, const vt_lua_userdata_type *type, size_t bytes,
                           size_t wide_bytes);
/* lua_newuserdatauv for memory of C, which takes `wide_bytes` where pointers have 8 bytes. */
void *vt_lua_new_userdata(lua_State *lua, size_t bytes, size_t wide_bytes, int value_count);
/* lua_pushcclosure. */
void vt_lua_push_closure(lua_State *lua, lua_CFunction function, int value_count);
/* The memory of the userdata at `argument`; raises unless it is of `type`. */
void *vt_lua_check_userdata(lua_State *lua, int argument, const vt_lua_userdata_type *type);
/* Pop a value and make it value number `place`, from 1, of the userdata at `index`. */
void vt_lua_set_user_value(lua_State *lua, int index, int place);

/* ---- number.c */

enum { VT_LUA_NUMBER_BYTES = 40 };
/* A number as gopher-lua prints it; at most VT_LUA_NUMBER_BYTES. */
size_t vt_lua_number_text(double number, char out[VT_LUA_NUMBER_BYTES]);
/* strconv.FormatFloat(number, 'g', -1, 64), also for integers. */
size_t vt_lua_number_shortest(double number, char out[VT_LUA_NUMBER_BYTES]);
/* Parse the strings that arithmetic accepts as numbers. */
bool vt_lua_number_parse(vt_text text, double *out);
/* Parse the strings that tonumber accepts; `base` is 0 when none was given. */
bool vt_lua_number_convert(vt_text text, int base, double *out);
/* Go's int(x) on amd64. */
int64_t vt_lua_number_truncate(double number);

/* ---- tostring.c */

void vt_lua_push_text(lua_State *lua, vt_text text);
/* Push the text of the value at `index` as tostring gives it, but without metamethods. */
void vt_lua_push_plain_string_of(lua_State *lua, int index);

/* ---- table_size.c */

/* Find out where tables keep the addresses of their parts. */
void vt_lua_measure_tables(lua_State *lua);
/* The slots of the table at `index`, empty ones included, or 0 for fewer than about 20. */
uint64_t vt_lua_table_slots(lua_State *lua, int index);
/* The same of its array part alone. */
uint64_t vt_lua_array_slots(lua_State *lua, int index);
/* The keys that the hash part of the table at `index` has room for, or 0 for fewer than about 10. */
uint64_t vt_lua_table_keys(lua_State *lua, int index);
/* Whether a key in the hash part of the table at `index`, of at least 64 keys, is a number. */
bool vt_lua_has_number_keys(lua_State *lua, int index);

/* ---- table.c */

/* The word of ours behind the table at `index`: NULL when nothing was kept there. */
void *vt_lua_word_of(lua_State *lua, int index);
void vt_lua_set_word(lua_State *lua, int index, void *word);

/* Charge for walking over all slots of the table at `index`, empty ones included, from the slot
** after item `after` on. */
void vt_lua_charge_walk(lua_State *lua, int index, uint64_t after);

/* The kind of the table or userdata at `index`; NULL when it has no metatable of ours. */
const vt_lua_table_kind *vt_lua_table_kind_of(lua_State *lua, int index);
/* Mark the metatable on top as one of tables of `kind`. */
void vt_lua_set_table_kind(lua_State *lua, const vt_lua_table_kind *kind);
/* Turn the table at `index` into a plain one that holds everything: before any raw access. */
void vt_lua_materialize(lua_State *lua, int index);
/* t[number] without metamethods. */
void vt_lua_raw_get(lua_State *lua, int index, int64_t key);
/* Pop a value and do t[number] = value. */
void vt_lua_raw_set(lua_State *lua, int index, int64_t key);
/* Push an integer as a double, which all numbers of scripts are. */
static inline void vt_lua_push_integer(lua_State *lua, int64_t integer) {
    lua_pushnumber(lua, (lua_Number)integer);
}
/* Copy the metamethods that every metatable of ours has into the table at `index`. */
void vt_lua_add_events(lua_State *lua, int index);
/* Push a table of the run, created on first use. */
void vt_lua_push_run_table(lua_State *lua, vt_lua_run_slot slot);
/* Pop a table and make it the table of the run in an empty slot. */
void vt_lua_set_run_table(lua_State *lua, vt_lua_run_slot slot);
/* Empty the slots of the run. Allocates nothing. */
void vt_lua_empty_run_slots(lua_State *lua);

/* ---- length.c */

void vt_lua_build_watched_metatable(lua_State *lua);
/* gopher-lua's #t: the largest positive integer key. Materializes the table. */
int64_t vt_lua_length(lua_State *lua, int index);
/* The table at `index` may get a value at `key` > 0 without its metatable. */
void vt_lua_note_index(lua_State *lua, int index, int64_t key);

/* ---- order.c */

/* next(t, k): pops the key and pushes the next key and its value; false and nothing at the end. */
bool vt_lua_next(lua_State *lua, int table);

/* ---- metatable.c */

void vt_lua_build_metatables(lua_State *lua);
/* Undo what a run did to basic types. Allocates nothing. */
void vt_lua_reset_metatables(lua_State *lua);
/* Push the metatable that a script sees of the value at `index`; false and nothing when none. */
bool vt_lua_push_metatable(lua_State *lua, int index);
/* Pop a metatable, or nil for none, and give it to the value at `index`. */
void vt_lua_set_metatable(lua_State *lua, int index);
/* Push a field of the metatable that a script sees; false and nothing when there is none. */
bool vt_lua_push_metafield(lua_State *lua, int index, const char *event);
/* Operators on operands that Lua 5.4 cannot handle itself. The operands are at 1 and 2. */
int vt_lua_event_len(lua_State *lua);
int vt_lua_event_unm(lua_State *lua);
int vt_lua_event_eq(lua_State *lua);
int vt_lua_event_lt(lua_State *lua);
int vt_lua_event_le(lua_State *lua);
int vt_lua_arithmetic(lua_State *lua, const char *event, int operator);
/* Replace the two values on top, not both strings or numbers, with the result of __concat. */
void vt_lua_concatenate(lua_State *lua);
/* The operator <, for table.sort. */
bool vt_lua_less(lua_State *lua, int left, int right);

/* ---- names.c */

void vt_lua_build_names(lua_State *lua);
/* Push the table of names that are kept, and with it at `names` a name of a field. */
void vt_lua_push_names(lua_State *lua);
void vt_lua_push_name(lua_State *lua, int names, vt_text name);

/* ---- push_object.c */

void vt_lua_build_object_metatables(lua_State *lua);
/* Push `obj`. */
void vt_lua_push_object(lua_State *lua);
/* For a table whose members are read one by one: push its first name and value, and return its key in
** the object. NULL and nothing for any other table, and for an empty one. */
const vt_value *vt_lua_push_first_member(lua_State *lua, int table);
/* The value of the object that a table was created for, or NULL. */
const vt_value *vt_lua_object_of(lua_State *lua, int index);

/* ---- environment.c */

/* Create the globals of a run and push _G. */
void vt_lua_push_globals(lua_State *lua);
/* Push the environment that setfenv gave to the thread or the function at `index`, which has no
** upvalue for it; false and nothing when there is none. */
bool vt_lua_push_own_environment(lua_State *lua, int index);
/* Pop a table and make it that environment. */
void vt_lua_set_environment(lua_State *lua, int index);
/* Push a global function as it is before the script assigns to its name. */
void vt_lua_push_base_function(lua_State *lua, const char *name);
/* Push this run's table of a library; false and nothing when there is none of that name. */
bool vt_lua_push_library(lua_State *lua, vt_text name);

/* ---- helpers.c */

/* Push the helpers of the translation in the order of VT_LUA_HELPER_MAP; returns how many. */
int vt_lua_push_helpers(lua_State *lua);

/* ---- script.c */

/* Which upvalue of the function at `index` holds its environment; 0 when it uses none. */
int vt_lua_environment_upvalue(lua_State *lua, int index);
/* Push the script as a function if this state has compiled it; false and nil if not. Allocates nothing. */
bool vt_lua_push_compiled(lua_State *lua, const vt_lua_script *script);
/* Charge for compiling it: in every run, also when it was compiled before. */
void vt_lua_charge_script(lua_State *lua, const vt_lua_script *script);
/* Compile it, keep it and push it as a function. What that allocates is not charged. false: the error message
** is on top. */
bool vt_lua_compile(lua_State *lua, const vt_lua_script *script);
/* Create what the script on top uses of globals in this run, and give it to it. */
void vt_lua_set_globals(lua_State *lua, const vt_lua_script *script);
/* Empty the variables that the script on top keeps between two runs. Allocates nothing. */
void vt_lua_clear_script(lua_State *lua, const vt_lua_script *script);
vt_lua_dialect vt_lua_script_dialect(const vt_lua_script *script);
/* The offset in the source of the first assignment to `name`; -1 when there is none. */
double vt_lua_script_place(const vt_lua_script *script, vt_text name);
/* What its runs are bound by. */
const vt_lua_bounds *vt_lua_script_bounds(const vt_lua_script *script);
/* It is instrumented. */
bool vt_lua_script_is_watched(const vt_lua_script *script);
/* The nodes of its syntax tree. */
uint64_t vt_lua_script_nodes(const vt_lua_script *script);
/* Release all compiled scripts. */
void vt_lua_forget_scripts(vt_lua_state *state);

/* ---- result.c */

/* Turn the results of a script, the values above `base` on the stack, into an opinion. */
vt_opinion vt_lua_read_result(vt_lua_state *state, lua_State *lua, int base);
/* Copy a message into the arena of the evaluation: made valid UTF-8 and cut at limit
** message_bytes. */
vt_text vt_lua_keep_text(vt_lua_state *state, vt_text text);

#endif
