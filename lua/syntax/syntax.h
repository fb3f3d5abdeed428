/*
** The interface of the Lua front end: from the dialect of health scripts to a tree, and from the
** tree to Lua 5.4.
**
** The dialect is that of gopher-lua v1.1.2: Lua 5.1 with goto, its own lexer and its own error
** messages. What gopher-lua rejects is rejected here, with the same message. Translation, lint,
** coverage and explain work on the tree, which lives in the arena it was parsed into and borrows
** the source.
*/
#ifndef VITALS_LUA_SYNTAX_SYNTAX_H
#define VITALS_LUA_SYNTAX_SYNTAX_H

#include "base/memory/arena.h"
#include "base/memory/buffer.h"
#include "base/run/steps.h"
#include "lua/problem.h"

typedef struct vt_lua_node vt_lua_node;
typedef struct vt_lua_local vt_lua_local;
typedef struct vt_lua_function vt_lua_function;

/* ------------------------------------------------------------------ the tree */

typedef enum vt_lua_kind {
    /* Expressions. */
    VT_LUA_NIL,
    VT_LUA_TRUE,
    VT_LUA_FALSE,
    VT_LUA_NUMBER,   /* number */
    VT_LUA_STRING,   /* text: the value, escapes resolved */
    VT_LUA_VARARG,   /* ... */
    VT_LUA_NAME,     /* text, local (NULL: a global) */
    VT_LUA_INDEX,    /* left[right]; left.name when right is a STRING and `dotted` is set */
    VT_LUA_CALL,     /* left(list…) */
    VT_LUA_METHOD,   /* left:text(list…) */
    VT_LUA_FUNCTION, /* function */
    VT_LUA_TABLE,    /* list of FIELD */
    VT_LUA_UNARY,    /* operation, left */
    VT_LUA_BINARY,   /* operation, left, right; concatenation and logic have their own kinds */
    VT_LUA_CONCAT,   /* list: two or more operands of a chain of .. */
    VT_LUA_AND,      /* list: two or more arms */
    VT_LUA_OR,       /* list: two or more arms */
    /* Parts. */
    VT_LUA_FIELD, /* right: the value; left: the key, NULL for a positional one */
    VT_LUA_ARM,   /* of an IF: left: the condition, NULL for else; block */
    /* Statements. */
    VT_LUA_LOCAL,              /* locals, list: the values */
    VT_LUA_ASSIGN,             /* targets: NAME and INDEX, list: the values */
    VT_LUA_CALL_STATEMENT,     /* left: a CALL or METHOD */
    VT_LUA_DO,                 /* block */
    VT_LUA_WHILE,              /* left: the condition, block */
    VT_LUA_REPEAT,             /* block, left: the condition, which sees the locals of the block */
    VT_LUA_IF,                 /* list of ARM */
    VT_LUA_NUMERIC_FOR,        /* locals: one; list: first, limit and perhaps step; block */
    VT_LUA_GENERIC_FOR,        /* locals, list, block */
    VT_LUA_FUNCTION_STATEMENT, /* left: NAME or INDEX that is assigned, right: a FUNCTION */
    VT_LUA_LOCAL_FUNCTION,     /* locals: one, right: a FUNCTION */
    VT_LUA_RETURN,             /* list */
    VT_LUA_BREAK,
    VT_LUA_GOTO, /* text: the label, left: its LABEL */
    VT_LUA_LABEL /* text, left: the first of the labels one after the other that it is among */
} vt_lua_kind;

#define VT_LUA_KIND_COUNT (VT_LUA_LABEL + 1)

/* The arithmetic operations are in the order of the rows of helper `arithmetic`. */
typedef enum vt_lua_operation {
    VT_LUA_ADD,
    VT_LUA_SUB,
    VT_LUA_MUL,
    VT_LUA_DIV,
    VT_LUA_MOD,
    VT_LUA_POW,
    VT_LUA_EQUAL,
    VT_LUA_NOT_EQUAL,
    VT_LUA_LESS,
    VT_LUA_LESS_EQUAL,
    VT_LUA_GREATER,
    VT_LUA_GREATER_EQUAL,
    VT_LUA_MINUS,
    VT_LUA_NOT,
    VT_LUA_LENGTH
} vt_lua_operation;

/* Nodes in the order of the source, chained by `next`. */
typedef struct vt_lua_list {
    vt_lua_node *first;
    vt_lua_node *last;
    size_t count;
} vt_lua_list;

/* Local variables in the order of declaration, chained by `next_declared`. */
typedef struct vt_lua_locals {
    vt_lua_local *first;
    vt_lua_local *last;
    size_t count;
} vt_lua_locals;

/* Only the fields listed at the kind are set. */
struct vt_lua_node {
    vt_lua_kind kind;
    vt_lua_operation operation;
    bool dotted;           /* INDEX: written as a.b */
    bool parenthesised;    /* in its own parentheses, which truncate it to one value */
    uint32_t offset;       /* first byte in the source */
    uint32_t line, column; /* of the first byte, from 1; columns are code points */
    uint32_t last_line;    /* line of the last token */
    uint32_t error_line;   /* of an expression: the line that gopher-lua reports for its errors */
    uint32_t height;       /* nodes on the longest path down */
    uint32_t index;        /* in the order of vt_lua_walk, from 0 */
    vt_text text;
    double number;
    vt_lua_node *left;
    vt_lua_node *right;
    vt_lua_list list;
    vt_lua_list targets;
    vt_lua_list block; /* statements */
    vt_lua_locals locals;
    vt_lua_local *local;
    vt_lua_function *function;
    struct vt_lua_symbol *symbol; /* the resolver's */
    vt_lua_node *next;            /* in its list, block or arms */
};

typedef enum vt_lua_local_kind {
    VT_LUA_LOCAL_VARIABLE,
    VT_LUA_LOCAL_PARAMETER,
    VT_LUA_LOCAL_FOR,
    VT_LUA_LOCAL_SELF, /* the parameter that function a:b() adds */
    VT_LUA_LOCAL_ARG   /* the table `arg` that gopher-lua adds to a function with ... */
} vt_lua_local_kind;

struct vt_lua_local {
    vt_text name;
    vt_lua_local_kind kind;
    uint32_t offset, line, column;
    vt_lua_function *function; /* that declares it */
    uint32_t reads, writes;    /* uses after the declaration */
    bool captured;             /* used by an inner function */
    bool always_number;        /* the variable of a numeric for that nothing assigns */
    vt_lua_local *next_declared;
    struct vt_lua_binding *binding; /* the resolver's */
};

struct vt_lua_function {
    vt_lua_function *parent;  /* NULL: the script itself */
    vt_lua_locals parameters; /* SELF first and ARG last, where they exist */
    bool vararg;
    bool uses_vararg;         /* its own body uses ... */
    uint32_t line, last_line; /* of `function` and `end` */
    vt_lua_list block;
    uint32_t depth;    /* functions around it */
    uint32_t upvalues; /* local variables of enclosing functions that it or functions in it use */
    bool open;         /* while resolving: it is being resolved */
    vt_lua_function *next; /* all functions of the tree, outer ones first */
};

/* What Argo CD does differently (the first two), or does as an author would hardly expect. */
typedef enum vt_lua_warning_kind {
    VT_LUA_WARNING_PARALLEL_ASSIGNMENT, /* such as a, b = b, a: Argo CD may give another result */
    VT_LUA_WARNING_FOR_MISSING_VALUES, /* for k, v in next, t without nil: Argo CD may begin anywhere,
                                       ** and with next, {…} runs it zero times */
    VT_LUA_WARNING_NOT_A_NUMBER,       /* a numeral such as 5e or 1e999, which is NaN */
    VT_LUA_WARNING_OCTAL               /* a numeral such as 0010, which is 8 */
} vt_lua_warning_kind;

typedef struct vt_lua_warning {
    vt_lua_warning_kind kind;
    uint32_t offset, line, column;
    struct vt_lua_warning *next;
} vt_lua_warning;

typedef struct vt_lua_tree {
    vt_text source; /* borrowed */
    vt_lua_locals
        shared; /* names that the script can use and does not declare, in the order of `given` */
    const struct vt_lua_shared *given; /* what they are; borrowed */
    vt_lua_function *script;           /* the whole chunk: a vararg function without a name */
    vt_lua_warning *warnings;          /* in the order they were found */
    uint32_t line_count;
    uint32_t node_count;
    size_t longest_text; /* bytes of the longest string */
} vt_lua_tree;

/* Parse a script. `skip_hash_line` skips a first line that starts with #, which Argo CD rejects.
** The tree lives in `arena`; `source` must live as long. `limits` may be NULL.
**
** On failure `error` gets gopher-lua's message, which for syntax errors ends in a line feed, and
** `*problem` (may be NULL) the position, also at the end of the text. Errors: VITALS_ESYNTAX; VITALS_ELIMIT (limits
** script_bytes, script_nodes, script_depth, script_upvalues, script_jumps), with a message of ours
** and the name of the limit in `*problem`; VITALS_ENOMEM, which leaves `error` alone. The arena must
** not have a budget: limit script_nodes bounds what the tree takes, about 300 bytes a node. */
vitals_status vt_lua_parse(vt_arena *arena, const vitals_limits *limits, vt_text source,
                           bool skip_hash_line, vt_lua_tree **out, vt_buffer *error,
                           vt_lua_problem *problem);
/* The same, asking the host on the way: VITALS_ESTOPPED when it stops the parser. */
vitals_status vt_lua_parse_asking(vt_arena *arena, const vitals_limits *limits, vt_text source,
                                  bool skip_hash_line, vt_interrupt interrupt, vt_lua_tree **out,
                                  vt_buffer *error, vt_lua_problem *problem);

/* A text to parse, and what it can use that is not declared in it. */
typedef struct vt_lua_request {
    vt_text source;
    bool skip_hash_line;
    vt_interrupt interrupt;
    const struct vt_lua_shared *given; /* must live as long as the tree */
    size_t given_count;
} vt_lua_request;

/* The same for a request: the names that are given count as local variables of the script. */
vitals_status vt_lua_parse_request(vt_arena *arena, const vitals_limits *limits,
                                   const vt_lua_request *request, vt_lua_tree **out,
                                   vt_buffer *error, vt_lua_problem *problem);

/* How the limits count. script_depth: a + b + c and a.b.c nest; .. does not; long chains of and, or
** and elseif take a few levels, because they are translated in groups. script_jumps: the labels in
** scope, and the gotos whose label comes later and the breaks of the loop, because Lua's compiler
** searches them one by one. The limit of 200 registers per function is gopher-lua's own. */

/* Lua's compiler takes time proportional to the square of the operands of an and or or, and of the
** arms of an if. So long ones are translated in groups: operands in parentheses inside parentheses,
** arms as an if inside the last else. */
enum { VT_LUA_GROUP_OPERANDS = 32, VT_LUA_GROUP_ARMS = 512 };

/* ------------------------------------------------------------- the translation
**
** The Lua 5.4 text is one chunk, to be loaded in text mode under the name "=<string>":
**
**     local _ENV, <helpers> = ... return function(...) <script> end
**
** Calling the chunk with the environment and the helpers, in the order of VT_LUA_HELPER_MAP, returns
** the script as a function without parameters. The environment is the upvalue _ENV of the script (if
** it uses a global) and of the functions in it. Helpers are upvalues too, with names that start with
** _VT. Scripts cannot use such names: local variables are renamed, globals become fields of _ENV.
** Statements are on the same lines as in the source, and so are the operations that can fail: as in
** gopher-lua, an operator is on the line where its left operand starts. Two exceptions: an
** assignment to a field fails on the line where its values end, and a field of a table constructor
** on its own line.
**
** All numerals are floats. So all numbers are, provided that the helpers and the library return
** floats (keys from `next` may be integers, and integral constants between brackets are: they are
** small). Plain operators are emitted where Lua 5.4 computes the same value and a metatable of a
** basic type can raise the same error; all others are calls of helpers.
**
** What the metatables of nil, boolean, number, string, function, thread and userdata must have, set
** from C and out of reach of scripts:
**   __index __newindex   "attempt to index a non-table object(nil) with key 'y'"; for strings, with
**                        open libraries, __index finds the functions of `string`
**   __call               "attempt to call a non-function object"
**   __add … __pow        called with (a, b) when one is not a number: use the metamethod of the
**                        other one if it is a table, then convert strings to numbers, else raise
**                        "cannot perform add operation between nil and number". Operands that are
**                        not known to be numbers go through the helper `arithmetic` at once
**   __unm                not needed: -a goes through `arithmetic` unless a is known to be a number
**   __lt __le            called with (a, b) for a < b when one is a number and the other is not
** One error of Lua 5.4 still has its own message: a call of a table or userdata without __call
** ("attempt to call a table value…"), which should be "attempt to call a non-function object".
*/

/* The name of a helper and what it does. Operations are passed as integers of vt_lua_operation. */
#define VT_LUA_HELPER_MAP(X)                                                                       \
    X(concat, "(a, b, ...) a .. b .. ..., right to left, numbers in Go's form, obeys __concat")    \
    X(length, "(a) #a: the largest index that is not nil; obeys __len; else __len undefined")      \
    X(compare, "(operation, a, b) a < b and so on; strings bytewise; obeys __lt, __le; a > b "     \
               "is b < a, also in the error: attempt to compare B with A")                         \
    X(equal, "(a, b) a == b, charged by the length of strings; obeys __eq")                        \
    X(arithmetic, "(operation, a, b) as the metamethods above, and for two tables; a ^ b always "  \
                  "comes here, being Go's math.Pow; (VT_LUA_MINUS, a) is -a")                      \
    X(for_numbers, "(first, limit, step) the three as floats; else for statement init, step, "     \
                   "limit must be a number; a step of 0 runs the loop zero times")                 \
    X(for_values, "(...) exactly the first three values after `in`")                               \
    X(arguments, "(...) the hidden table arg: the values and n")                                   \
    X(number, "(text) the value of a numeral")

typedef enum vt_lua_helper {
#define VT_LUA_X(name, text) VT_LUA_HELPER_##name,
    VT_LUA_HELPER_MAP(VT_LUA_X)
#undef VT_LUA_X
        VT_LUA_HELPER_COUNT
} vt_lua_helper;

/* What a chunk gets as its first value: the environment of the script, or obj when it uses no other global. */
#define VT_LUA_ENVIRONMENT "_ENV"
#define VT_LUA_OBJECT "obj"
#define VT_LUA_OBJECT_ALONE "_VTobj"

/* Append the Lua 5.4 text. Errors: VITALS_ENOMEM; VITALS_ELIMIT, the ceiling of `lua54`. */
vitals_status vt_lua_translate(const vt_lua_tree *tree, vt_buffer *lua54);

/* The same with one more helper after the others, _VTvisit, for coverage and explain. It is
** called with the index of a node: (index) before each statement but labels, (index, value) with
** each condition and each operand of and, or; in the second form it must return the value. Lua
** 5.4 may fail to load the result for a script nested almost to the limits: fall back to the
** plain translation. */
vitals_status vt_lua_translate_instrumented(const vt_lua_tree *tree, vt_buffer *lua54);

/* ---------------------------------------------------------------------- bounds */

/* What every run of a script is bound by. */
typedef struct vt_lua_bounds {
    bool
        is_shallow; /* it cannot recurse: VT_LUA_MOST_BOUNDED_FUNCTIONS nested calls of its functions
                        at most, none with `...`, and no library calls one */
    bool is_counted; /* also, between two rounds of its loops, all of them over ipairs or pairs, it
                        reaches `pass` nodes at most besides `round` in each round */
    /* It is shallow, uses no global besides `functions` but obj, and does not assign to obj. */
    bool only_object;
    /* Of a shallow script: the functions of libraries that it calls by their global names, a bit for each
    ** index of vt_lua_plain_function_at. */
    uint32_t functions;
    /* Of a shallow script: which of its first statements are run once and not in each run, a bit each. They
    ** declare functions and tables that no run can change. */
    uint64_t prepared;
    uint32_t shared; /* variables that the statements between these declare */
    uint32_t pass, round;
} vt_lua_bounds;

enum { VT_LUA_MOST_BOUNDED_FUNCTIONS = 30 };

vt_lua_bounds vt_lua_bounds_of(const vt_lua_tree *tree);

/* A function or a table of constants that is made once, and used by several scripts under its name. None of
** them changes it, keeps it or passes it on, and it has nothing of a run: no environment, no obj. */
typedef struct vt_lua_shared {
    vt_text name;
    bool is_table;
    vt_lua_bounds bounds; /* of a call */
} vt_lua_shared;

/* What the only statement of a tree declares, `local function NAME …` or `local NAME = { … }`. false: it cannot
** be shared, or there is more than that. `out->name` points into the tree. */
bool vt_lua_declares_shared(const vt_lua_tree *tree, vt_lua_shared *out);
/* Whether a statement declares a variable with a table of constants under names. */
bool vt_lua_declares_constants(const vt_lua_node *statement);
/* Whether a script only reads fields of the tables that it is given. */
bool vt_lua_only_reads_given(const vt_lua_tree *tree);
/* Set `prepared` and `shared` of a shallow script with these bounds. */
void vt_lua_find_prepared(const vt_lua_tree *tree, vt_lua_bounds *bounds);
/* The name of a global function that shallow scripts call and never assign to; NULL past the end. */
const char *vt_lua_plain_function_at(size_t index);

/* As vt_lua_translate, for a shallow script with these bounds. The functions that it calls by their global names are
** further values of the chunk, after the helpers, and then what the tree was given; it does not look for them
** in its environment. The
** statements that are prepared come before the script, and with them, each as many as there are between two of
** these, functions of the others. What the tree was given is further values still. The first upvalue of the script then is its environment or obj, and the next
** ones are the shared variables. */
vitals_status vt_lua_translate_shallow(const vt_lua_tree *tree, const vt_lua_bounds *bounds,
                                       vt_buffer *lua54);

/* The same for what vt_lua_declares_shared has found: calling the chunk returns the function or the table. */
vitals_status vt_lua_translate_shared(const vt_lua_tree *tree, const vt_lua_bounds *bounds,
                                      vt_buffer *lua54);

/* What bounds take a global for. */
typedef enum vt_lua_global_use {
    VT_LUA_GLOBAL_PLAIN_FUNCTION, /* calls nothing */
    VT_LUA_GLOBAL_PLAIN_LIBRARY,  /* a table of such functions */
    VT_LUA_GLOBAL_OTHER,          /* something else that the libraries give: no bounds */
    VT_LUA_GLOBAL_UNKNOWN         /* a name of the script */
} vt_lua_global_use;
vt_lua_global_use vt_lua_global_use_of(vt_text name);

/* ------------------------------------------------------------------- traversal */

/* Called for each node. false stops. */
typedef bool (*vt_lua_visit)(void *user, const vt_lua_node *node);

/* Visit all nodes of a function and of the functions inside it, parents before children,
** otherwise in source order. Returns false when `visit` stopped it. */
bool vt_lua_walk(const vt_lua_function *function, vt_lua_visit visit, void *user);

/* "local", "call", …: for messages and dumps. Static. */
const char *vt_lua_kind_name(vt_lua_kind kind);
bool vt_lua_is_statement(vt_lua_kind kind);

#endif
