/*
** table.concat of a list that can be long: gopher-lua puts all items and separators on a stack of
** 5,120 values, and fails past it. A list is reported when it grows in a loop in a loop, in a loop
** over the matches of a pattern, or in one with so many rounds; a loop over one list of the object
** is not enough.
*/
#include "author/lint/script.h"

enum { LONG_ROUNDS = 2500, LONG_LOOPS = 2 };

/* A loop around a statement. */
typedef struct loop {
    const vt_lua_node *node;
    const struct loop *outer;
    unsigned weight; /* 2: it alone makes a list long */
} loop;

/* A local variable whose list can be long. */
typedef struct long_list {
    const vt_lua_local *local;
    struct long_list *next;
} long_list;

typedef struct list_scan {
    vt_lint_script *script;
    const loop *loops;
    long_list *lists;
} list_scan;

static bool is_function_of(const vt_lua_node *node, const char *library, const char *name) {
    return node && node->kind == VT_LUA_INDEX && vt_lint_is_global_name(node->left) &&
           vt_text_is(node->left->text, library) && vt_lint_is_string(node->right, name);
}

static bool is_gmatch(const vt_lua_node *node) {
    if (node->kind == VT_LUA_METHOD) return vt_text_is(node->text, "gmatch");
    return node->kind == VT_LUA_CALL && is_function_of(node->left, "string", "gmatch");
}

static unsigned loop_weight(const vt_lua_node *node) {
    const vt_lua_node *first = node->list.first;
    if (node->kind == VT_LUA_GENERIC_FOR) return is_gmatch(first) ? LONG_LOOPS : 1;
    if (node->kind == VT_LUA_NUMERIC_FOR && first->next->kind == VT_LUA_NUMBER) {
        return first->next->number >= LONG_ROUNDS ? LONG_LOOPS : 0;
    }
    return 1;
}

/* The list that a statement appends to: t[#t + 1] = x, t[i] = x, table.insert(t, x). */
static const vt_lua_local *appended(const vt_lua_node *statement) {
    const vt_lua_node *list = NULL;
    if (statement->kind == VT_LUA_ASSIGN) {
        const vt_lua_node *target = statement->targets.first;
        if (target->kind == VT_LUA_INDEX && target->right->kind != VT_LUA_STRING) {
            list = target->left;
        }
    } else if (statement->kind == VT_LUA_CALL_STATEMENT && statement->left->kind == VT_LUA_CALL &&
               is_function_of(statement->left->left, "table", "insert")) {
        list = statement->left->list.first;
    }
    return list && list->kind == VT_LUA_NAME ? list->local : NULL;
}

/* Only loops that begin after the list does make it longer. */
static void note_append(list_scan *scan, const vt_lua_local *list) {
    unsigned weight = 0;
    for (const loop *at = scan->loops; at && at->node->offset > list->offset; at = at->outer) {
        weight += at->weight;
    }
    if (weight < LONG_LOOPS) return;
    long_list *added = vt_lint_allocate(scan->script->lint, sizeof *added);
    if (!added) return;
    *added = (long_list){ list, scan->lists };
    scan->lists = added;
}

/* Recursion is bounded by limit script_depth. */
static void scan_block(list_scan *scan, const vt_lua_list *block) {
    const loop *outer = scan->loops;
    for (const vt_lua_node *at = block->first; at; at = at->next) {
        if (!vt_lint_charge(scan->script->lint, 1)) return;
        const vt_lua_local *list = appended(at);
        if (list) note_append(scan, list);
        bool loops = at->kind == VT_LUA_WHILE || at->kind == VT_LUA_REPEAT ||
                     at->kind == VT_LUA_NUMERIC_FOR || at->kind == VT_LUA_GENERIC_FOR;
        const loop inner = { at, outer, loops ? loop_weight(at) : 0 };
        scan->loops = &inner;
        scan_block(scan, at->kind == VT_LUA_IF ? &at->list : &at->block);
        scan->loops = outer;
    }
}

static bool visit_function(void *user, const vt_lua_node *node) {
    if (node->kind == VT_LUA_FUNCTION) scan_block(user, &node->function->block);
    return true;
}

static bool visit_concat(void *user, const vt_lua_node *node) {
    list_scan *scan = user;
    if (node->kind != VT_LUA_CALL || !is_function_of(node->left, "table", "concat")) return true;
    const vt_lua_node *list = node->list.first;
    if (!list || list->kind != VT_LUA_NAME || !list->local) return true;
    for (const long_list *at = scan->lists; at; at = at->next) {
        if (!vt_lint_charge(scan->script->lint, 1)) return false;
        if (at->local != list->local) continue;
        vt_lint_add(scan->script->lint, VT_LINT_LUA_LONG_CONCAT,
                    vt_lint_node_place(scan->script, node), VT_TEXT_ABSENT,
                    "%.*s can be long, and Argo CD fails with registry overflow past some 2,500 "
                    "items",
                    VT_TEXT_ARG(list->text));
        return true;
    }
    return true;
}

void vt_lint_long_concat(vt_lint_script *script) {
    list_scan scan = { script, NULL, NULL };
    scan_block(&scan, &script->tree->script->block);
    vt_lint_walk(script, script->tree->script, visit_function, &scan);
    if (scan.lists) vt_lint_walk(script, script->tree->script, visit_concat, &scan);
}
