/*
** What every run of a script is bound by, found in its tree.
**
** Most checks declare a few local functions, call them by name, and loop over parts of the object. Such a
** script cannot recurse, and all it executes between two rounds of its loops is written in it. The rules
** are stricter than they need be: what they do not recognise is not bounded.
**
** A function of the script is only ever called by its name, after it ends; and functions of libraries are
** only called, too. So no value that a script can hold is a function, and nothing calls back.
*/
#include "lua/syntax/syntax.h"

/* What bounds are found with. */
typedef struct local_function {
    const vt_lua_local *name;
    uint64_t nodes; /* of a call, without the rounds of its loops */
    bool open;      /* its body is being looked at */
} local_function;

typedef struct finder {
    local_function functions[VT_LUA_MOST_BOUNDED_FUNCTIONS];
    size_t function_count;
    uint64_t round;    /* nodes of the longest body of a loop */
    uint32_t called;   /* vt_lua_bounds has it as `functions` */
    bool is_bounded;   /* false: nothing is known */
    bool is_counted;   /* all loops are over ipairs or pairs */
    bool uses_globals; /* besides obj and functions called by their names */
    bool uses_object;  /* obj */
} finder;

/* Sums stop growing here: far more than any bound that is of use. */
#define MOST_NODES (UINT64_C(1) << 31)

static uint64_t add(uint64_t a, uint64_t b) {
    return a + b < MOST_NODES ? a + b : MOST_NODES;
}

/* ---- nodes */

static vt_lua_global_use use_of(const vt_lua_node *node) {
    return node->kind == VT_LUA_NAME && !node->local ? vt_lua_global_use_of(node->text)
                                                     : VT_LUA_GLOBAL_UNKNOWN;
}

static uint64_t measure(finder *f, const vt_lua_node *node);

static uint64_t measure_list(finder *f, const vt_lua_list *list) {
    uint64_t nodes = 0;
    for (const vt_lua_node *node = list->first; node; node = node->next) {
        nodes = add(nodes, measure(f, node));
    }
    return nodes;
}

static uint64_t measure_parts(finder *f, const vt_lua_node *node) {
    uint64_t nodes = 1;
    if (node->left) nodes = add(nodes, measure(f, node->left));
    if (node->right) nodes = add(nodes, measure(f, node->right));
    nodes = add(nodes, measure_list(f, &node->targets));
    nodes = add(nodes, measure_list(f, &node->list));
    return add(nodes, measure_list(f, &node->block));
}

static uint64_t give_up(finder *f) {
    f->is_bounded = false;
    return 1;
}

static const local_function *find_function(const finder *f, const vt_lua_node *name) {
    for (size_t i = 0; name->local && i < f->function_count; i++) {
        if (f->functions[i].name == name->local) return &f->functions[i];
    }
    return NULL;
}

static uint64_t measure_local_function(finder *f, const vt_lua_node *node) {
    const vt_lua_local *name = node->locals.first;
    const vt_lua_function *function = node->right->function;
    if (f->function_count == VT_LUA_MOST_BOUNDED_FUNCTIONS || function->vararg || name->writes) {
        return give_up(f);
    }
    local_function *declared = &f->functions[f->function_count++];
    *declared = (local_function){ name, 0, true };
    declared->nodes = measure_list(f, &function->block);
    declared->open = false;
    return 1;
}

/* A name that is not called. */
static uint64_t measure_name(finder *f, const vt_lua_node *node) {
    const bool is_object = vt_text_is(node->text, VT_LUA_OBJECT);
    if (!node->local) *(is_object ? &f->uses_object : &f->uses_globals) = true;
    bool is_function = find_function(f, node) || use_of(node) != VT_LUA_GLOBAL_UNKNOWN;
    return is_function ? give_up(f) : 1;
}

static void note_function(finder *f, vt_text name) {
    const char *function;
    for (size_t i = 0; (function = vt_lua_plain_function_at(i)); i++) {
        if (vt_text_is(name, function)) f->called |= UINT32_C(1) << i;
    }
}

/* type(…), string.format(…) */
static bool is_plain_function(finder *f, const vt_lua_node *node) {
    bool is_member = node->kind == VT_LUA_INDEX && node->right->kind == VT_LUA_STRING;
    if (is_member) {
        f->uses_globals = true;
        return use_of(node->left) == VT_LUA_GLOBAL_PLAIN_LIBRARY;
    }
    if (use_of(node) != VT_LUA_GLOBAL_PLAIN_FUNCTION) return false;
    note_function(f, node->text);
    return true;
}

static uint64_t measure_call(finder *f, const vt_lua_node *node) {
    const vt_lua_node *callee = node->left;
    uint64_t nodes = add(2, measure_list(f, &node->list));
    const local_function *function = callee->kind == VT_LUA_NAME ? find_function(f, callee) : NULL;
    if (function) return function->open ? give_up(f) : add(nodes, function->nodes);
    return is_plain_function(f, callee) ? nodes : add(nodes, measure(f, callee));
}

static bool loops_over_parts(const vt_lua_node *node) {
    const vt_lua_node *call = node->list.first;
    return node->list.count == 1 && call->kind == VT_LUA_CALL &&
           use_of(call->left) == VT_LUA_GLOBAL_PLAIN_FUNCTION &&
           (vt_text_is(call->left->text, "ipairs") || vt_text_is(call->left->text, "pairs"));
}

static uint64_t measure_generic_for(finder *f, const vt_lua_node *node) {
    if (!loops_over_parts(node)) f->is_counted = false;
    uint64_t round = add(2, measure_list(f, &node->block));
    if (round > f->round) f->round = round;
    return add(2, measure_list(f, &node->list));
}

static uint64_t measure_assign(finder *f, const vt_lua_node *node) {
    for (const vt_lua_node *target = node->targets.first; target; target = target->next) {
        if (target->kind == VT_LUA_NAME && !target->local) f->uses_globals = true;
    }
    return measure_parts(f, node);
}

static uint64_t measure(finder *f, const vt_lua_node *node) {
    switch ((int)node->kind) {
    case VT_LUA_NAME:
        return measure_name(f, node);
    case VT_LUA_CALL:
        return measure_call(f, node);
    case VT_LUA_LOCAL_FUNCTION:
        return measure_local_function(f, node);
    case VT_LUA_ASSIGN:
        return measure_assign(f, node);
    case VT_LUA_GENERIC_FOR:
        return measure_generic_for(f, node);
    case VT_LUA_VARARG:
    case VT_LUA_FUNCTION:
    case VT_LUA_GOTO:
    case VT_LUA_LABEL:
        return give_up(f);
    case VT_LUA_WHILE:
    case VT_LUA_REPEAT:
    case VT_LUA_NUMERIC_FOR:
        f->is_counted = false;
        return measure_parts(f, node);
    default:
        return measure_parts(f, node);
    }
}

/* What the tree was given counts as declared before. */
static void take_given(finder *f, const vt_lua_tree *tree) {
    const vt_lua_shared *shared = tree->given;
    const vt_lua_local *name = tree->shared.first;
    for (; name; name = name->next_declared, shared++) {
        if (name->writes || f->function_count == VT_LUA_MOST_BOUNDED_FUNCTIONS) {
            give_up(f);
            return;
        }
        if (shared->is_table) continue;
        f->functions[f->function_count++] = (local_function){ name, shared->bounds.pass, false };
        if (shared->bounds.round > f->round) f->round = shared->bounds.round;
        f->is_counted &= shared->bounds.is_counted;
    }
    if (!vt_lua_only_reads_given(tree)) give_up(f);
}

static vt_lua_bounds bounds_found(const finder *f, uint64_t pass) {
    return (vt_lua_bounds){ .is_shallow = f->is_bounded,
                            .is_counted = f->is_bounded && f->is_counted,
                            .only_object = f->is_bounded && !f->uses_globals,
                            .pass = (uint32_t)pass,
                            .round = (uint32_t)f->round,
                            .functions = f->is_bounded ? f->called : 0 };
}

vt_lua_bounds vt_lua_bounds_of(const vt_lua_tree *tree) {
    finder f = { .is_bounded = true, .is_counted = true };
    take_given(&f, tree);
    uint64_t pass = measure_list(&f, &tree->script->block);
    vt_lua_bounds bounds = bounds_found(&f, pass);
    if (bounds.is_shallow) vt_lua_find_prepared(tree, &bounds);
    return bounds;
}

bool vt_lua_declares_shared(const vt_lua_tree *tree, vt_lua_shared *out) {
    const vt_lua_node *statement = tree->script->block.first;
    if (!statement || statement->next) return false;
    const bool is_table = vt_lua_declares_constants(statement);
    if (!is_table && statement->kind != VT_LUA_LOCAL_FUNCTION) return false;
    finder f = { .is_bounded = true, .is_counted = true };
    take_given(&f, tree);
    const local_function *declared = &f.functions[f.function_count];
    measure(&f, statement);
    if (!f.is_bounded || f.uses_globals || f.uses_object) return false;
    const vt_lua_bounds bounds = bounds_found(&f, is_table ? 1 : declared->nodes);
    *out = (vt_lua_shared){ statement->locals.first->name, is_table, bounds };
    return true;
}
