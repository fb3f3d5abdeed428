/* Calls: the functions of the script are followed, those of the libraries are known by a table. */
#include <math.h>

#include "author/lint/flow/flow_run.h"

/* What a library function asks of its arguments, and what it returns. */
typedef enum library_effect {
    RETURNS,  /* a value of the kinds `possible` */
    GUARDS,   /* nothing is known afterwards of what a function argument sets */
    FAILS,    /* does not return */
    ASSERTS,  /* returns its first argument, which is true */
    TYPE,     /* the name of the type */
    TEXT,     /* tostring */
    NUMBER,   /* tonumber */
    APPENDS,  /* table.insert */
    FIRST_KEY /* next */
} library_effect;

enum { NOT_NIL = VT_FLOW_IS_ANY & ~VT_FLOW_IS_NIL, OTHER = VT_FLOW_IS_OTHER };

typedef struct library_row {
    const char *library, *name; /* name NULL: all others of the library */
    unsigned required;          /* so many arguments must not be nil */
    uint8_t possible;
    library_effect effect;
} library_row;

static const library_row library_rows[] = {
    { "", "pcall", 0, VT_FLOW_IS_ANY, GUARDS },
    { "", "xpcall", 0, VT_FLOW_IS_ANY, GUARDS },
    { "", "error", 0, 0, FAILS },
    { "", "assert", 0, 0, ASSERTS },
    { "", "type", 0, OTHER, TYPE },
    { "", "tostring", 0, OTHER, TEXT },
    { "", "tonumber", 0, VT_FLOW_IS_NIL | OTHER, NUMBER },
    { "", "ipairs", 1, NOT_NIL, RETURNS },
    { "", "pairs", 1, NOT_NIL, RETURNS },
    { "", "next", 1, VT_FLOW_IS_ANY, FIRST_KEY },
    { "", "unpack", 1, VT_FLOW_IS_ANY, RETURNS },
    { "", "print", 0, VT_FLOW_IS_ANY, RETURNS },
    { "", "select", 0, VT_FLOW_IS_ANY, RETURNS },
    { "", "rawget", 1, VT_FLOW_IS_ANY, RETURNS },
    { "", "require", 0, NOT_NIL, RETURNS },
    { "table", "insert", 1, VT_FLOW_IS_ANY, APPENDS },
    { "table", "concat", 1, OTHER, RETURNS },
    { "table", NULL, 1, VT_FLOW_IS_ANY, RETURNS },
    { "string", "format", 1, OTHER, RETURNS },
    { "string", "find", 2, VT_FLOW_IS_ANY, RETURNS },
    { "string", "match", 2, VT_FLOW_IS_ANY, RETURNS },
    { "string", "byte", 1, VT_FLOW_IS_ANY, RETURNS },
    { "string", "char", 0, OTHER, RETURNS },
    { "string", "gmatch", 2, NOT_NIL, RETURNS },
    { "string", "gsub", 3, OTHER, RETURNS },
    { "string", NULL, 1, OTHER, RETURNS },
    { "math", NULL, 1, OTHER, RETURNS },
    { "os", NULL, 0, VT_FLOW_IS_ANY, RETURNS },
};

static bool is_free_global(vt_flow_run *run, const vt_flow_state *state, const vt_lua_node *node) {
    return vt_lint_is_global_name(node) && !vt_flow_find(run, state, NULL, node->text);
}

bool vt_flow_is_library(vt_flow_run *run, const vt_flow_state *state, const vt_lua_node *callee,
                        const char *library, const char *name) {
    if (!*library) {
        return is_free_global(run, state, callee) && vt_text_is(callee->text, name);
    }
    return callee->kind == VT_LUA_INDEX && is_free_global(run, state, callee->left) &&
           vt_text_is(callee->left->text, library) &&
           (!name || vt_lint_is_string(callee->right, name));
}

static const library_row *find_library(vt_flow_run *run, const vt_flow_state *state,
                                       const vt_lua_node *callee) {
    for (size_t i = 0; i < sizeof library_rows / sizeof library_rows[0]; i++) {
        const library_row *row = &library_rows[i];
        if (vt_flow_is_library(run, state, callee, row->library, row->name)) return row;
    }
    return NULL;
}

/* -------------------------------------------------------------------- libraries */

typedef struct library_call {
    vt_flow_run *run;
    const vt_lua_node *node;
    const library_row *row;
} library_call;

static void give_unknown(vt_flow_run *run, vt_flow_states *out, vt_flow_state *state,
                         const vt_lua_node *node, uint8_t possible) {
    vt_flow_value value;
    state = vt_flow_unknown(run, state, node, possible, &value);
    vt_flow_give(run, out, state, value);
}

/* What other code is given it may change. */
static vt_flow_state *lose_all(vt_flow_run *run, vt_flow_state *state, const vt_flow_state *given) {
    for (size_t i = 0; i < given->count; i++) state = vt_flow_lose(run, state, given->all[i]);
    return state;
}

/* pcall and xpcall: whether the function failed, and its first result. */
static void guard(vt_flow_run *run, vt_flow_states *out, vt_flow_state *state,
                  const vt_lua_node *node) {
    vt_flow_state *lost = lose_all(run, state, state);
    vt_flow_value ok, result, *all = vt_flow_allocate(run, 2 * sizeof *all);
    if (!all) return;
    lost = vt_flow_unknown(run, lost, node, VT_FLOW_IS_TRUE | VT_FLOW_IS_FALSE, &ok);
    lost = vt_flow_unknown(run, lost, node->left, VT_FLOW_IS_ANY, &result);
    if (!lost) return;
    all[0] = ok;
    all[1] = result;
    vt_flow_state after = *lost;
    after.value = ok;
    after.all = all;
    after.count = 2;
    vt_flow_add(run, out, &after);
}

static void name_type(vt_flow_run *run, vt_flow_states *out, vt_flow_state *state,
                      vt_flow_value value, const vt_lua_node *node) {
    static const char *const names[] = { "nil",    "boolean", "boolean", "number",
                                         "string", "table",   "function" };
    vt_flow_value type;
    if (value.kind == VT_FLOW_SYMBOL) {
        type = vt_flow_symbol_value(vt_flow_type(run, value.symbol));
        if (!type.symbol) return;
    } else {
        type = vt_flow_string(vt_text_from(names[value.kind]), node);
    }
    vt_flow_give(run, out, state, type);
}

static void first_key(vt_flow_run *run, vt_flow_states *out, vt_flow_state *state,
                      vt_flow_value value, const vt_lua_node *node) {
    if (value.kind != VT_FLOW_SYMBOL) {
        give_unknown(run, out, state, node, VT_FLOW_IS_ANY);
        return;
    }
    vt_flow_symbol *key = vt_flow_length(run, value.symbol, "next()");
    if (!key) return;
    key->possible = VT_FLOW_IS_NIL | VT_FLOW_IS_OTHER;
    key->counts = false;
    key->of = NULL;
    vt_flow_give(run, out, state, vt_flow_symbol_value(key));
}

static void append(const library_call *call, vt_flow_states *out, vt_flow_state *state) {
    vt_flow_value list = vt_flow_value_at(state, 0);
    vt_flow_value added = vt_flow_value_at(state, state->count > 2 ? 2 : 1);
    vt_flow_state *after = vt_flow_append(call->run, state, list, added);
    vt_flow_give(call->run, out, after, vt_flow_simple(VT_FLOW_NIL));
}

/* tonumber(nil) is nil; that of a text that is there may be. */
static vt_flow_state *convert_missing(vt_flow_run *run, vt_flow_states *out, vt_flow_state *state,
                                      vt_flow_value value) {
    vt_flow_state *missing, *there;
    if (value.kind != VT_FLOW_SYMBOL || !value.symbol->optional) return state;
    vt_flow_split_equal(run, state, value, vt_flow_simple(VT_FLOW_NIL), &missing, &there);
    vt_flow_give(run, out, missing, vt_flow_simple(VT_FLOW_NIL));
    return there;
}

static void convert(const library_call *call, vt_flow_states *out, vt_flow_state *state,
                    vt_flow_kind kept) {
    vt_flow_value first = vt_flow_value_at(state, 0);
    if (kept == VT_FLOW_NUMBER) state = convert_missing(call->run, out, state, first);
    if (!state) return;
    if (first.kind == kept) {
        vt_flow_give(call->run, out, state, first);
    } else {
        give_unknown(call->run, out, state, call->node, call->row->possible);
    }
}

/* What the call does in a state with its arguments. */
static void apply(const library_call *call, vt_flow_states *out, vt_flow_state *state) {
    vt_flow_run *run = call->run;
    const vt_lua_node *node = call->node;
    vt_flow_value first = vt_flow_value_at(state, 0);
    vt_flow_state *yes, *no;
    switch (call->row->effect) {
    case RETURNS:
        give_unknown(run, out, state, node, call->row->possible);
        break;
    case GUARDS:
        guard(run, out, state, node);
        break;
    case FAILS:
        run->soft = true;
        break;
    case ASSERTS:
        vt_flow_split(run, state, first, &yes, &no);
        vt_flow_give(run, out, yes, first);
        break;
    case TYPE:
        name_type(run, out, state, first, node);
        break;
    case TEXT:
        convert(call, out, state, VT_FLOW_STRING);
        break;
    case NUMBER:
        convert(call, out, state, VT_FLOW_NUMBER);
        break;
    case APPENDS:
        append(call, out, state);
        break;
    case FIRST_KEY:
        first_key(run, out, state, first, node);
        break;
    }
}

static void call_library(vt_flow_run *run, vt_flow_states *out, vt_flow_state *state,
                         const vt_lua_node *node, const library_row *row) {
    library_call call = { run, node, row };
    vt_flow_states given = vt_flow_evaluate_list(run, state, &node->list);
    for (vt_flow_state *at = given.first; at; at = at->next) {
        vt_flow_state *there = at;
        const vt_lua_node *argument = node->list.first;
        for (size_t i = 0; i < row->required && argument; i++, argument = argument->next) {
            there = vt_flow_require(run, there, vt_flow_value_at(at, i), VT_LINT_LUA_NIL_ARGUMENT,
                                    node, argument);
        }
        if (there) apply(&call, out, there);
    }
}

/* ------------------------------------------------------------------- functions */

static bool is_followed(const vt_flow_run *run, const vt_lua_function *function) {
    if (run->frame->depth >= VT_FLOW_MOST_CALLS) return false;
    for (const vt_flow_frame *at = run->frame; at; at = at->outer) {
        if (at->function == function) return false;
    }
    return true;
}

/* A function that is not known, or called by itself. */
static void call_unknown(vt_flow_run *run, vt_flow_states *out, vt_flow_state *state,
                         const vt_lua_node *node, vt_flow_value callee) {
    vt_flow_state *lost = lose_all(run, state, state);
    lost = vt_flow_lose(run, lost, callee);
    give_unknown(run, out, lost, node, VT_FLOW_IS_ANY);
}

static void call_value(vt_flow_run *run, vt_flow_states *out, vt_flow_state *state,
                       const vt_lua_node *node, vt_flow_value callee) {
    if (callee.kind == VT_FLOW_FUNCTION && is_followed(run, callee.function)) {
        vt_flow_states results = vt_flow_follow(run, state, callee.function, state);
        vt_flow_join(out, &results);
    } else {
        call_unknown(run, out, state, node, callee);
    }
}

static void call_function(vt_flow_run *run, vt_flow_states *out, vt_flow_state *state,
                          const vt_lua_node *node) {
    vt_flow_states callees = vt_flow_evaluate(run, state, node->left);
    for (vt_flow_state *callee = callees.first; callee; callee = callee->next) {
        vt_flow_states given = vt_flow_evaluate_list(run, callee, &node->list);
        for (vt_flow_state *at = given.first; at; at = at->next) {
            call_value(run, out, at, node, callee->value);
        }
    }
}

/* a:b(c). The methods of strings return texts, except those that look for something. */
static void call_method(vt_flow_run *run, vt_flow_states *out, vt_flow_state *state,
                        const vt_lua_node *node) {
    static const char *const texts[] = { "lower", "upper", "sub", "gsub", "format", "rep", "len" };
    uint8_t possible = VT_FLOW_IS_ANY;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        if (vt_text_is(node->text, texts[i])) possible = VT_FLOW_IS_OTHER;
    }
    vt_flow_states owners = vt_flow_evaluate(run, state, node->left);
    for (vt_flow_state *owner = owners.first; owner; owner = owner->next) {
        vt_flow_state *there =
            vt_flow_require(run, owner, owner->value, VT_LINT_LUA_NIL_INDEX, node, node->left);
        vt_flow_states given = vt_flow_evaluate_list(run, there, &node->list);
        for (vt_flow_state *at = given.first; at; at = at->next) {
            vt_flow_state *lost = lose_all(run, at, at);
            lost = vt_flow_lose(run, lost, owner->value);
            give_unknown(run, out, lost, node, possible);
        }
    }
}

vt_flow_states vt_flow_call(vt_flow_run *run, vt_flow_state *state, const vt_lua_node *node) {
    vt_flow_states out = { 0 };
    if (!state || !vt_lint_charge(run->script->lint, 1)) return out;
    const library_row *row = NULL;
    if (node->kind == VT_LUA_CALL) row = find_library(run, state, node->left);
    if (row) {
        call_library(run, &out, state, node, row);
    } else if (node->kind == VT_LUA_METHOD) {
        call_method(run, &out, state, node);
    } else {
        call_function(run, &out, state, node);
    }
    vt_flow_limit(run, &out);
    return out;
}
