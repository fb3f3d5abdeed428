/* The tree for its readers: traversal, and what a kind of node is. */
#include "lua/syntax/tree.h"

/* ------------------------------------------------------------------ traversal */

typedef bool (*visitor)(void *user, vt_lua_node *node);

static bool walk_node(vt_lua_node *node, visitor visit, void *user);

static bool walk_list(const vt_lua_list *list, visitor visit, void *user) {
    for (vt_lua_node *node = list->first; node; node = node->next) {
        if (!walk_node(node, visit, user)) return false;
    }
    return true;
}

/* Children in the order of the source: a repeat has its condition after its block. The label of
** a goto, and of a label, is not a child. */
static bool walk_node(vt_lua_node *node, visitor visit, void *user) {
    if (!visit(user, node)) return false;
    bool left = node->left && node->kind != VT_LUA_GOTO && node->kind != VT_LUA_LABEL;
    bool left_last = node->kind == VT_LUA_REPEAT;
    if (left && !left_last && !walk_node(node->left, visit, user)) return false;
    if (node->right && !walk_node(node->right, visit, user)) return false;
    if (!walk_list(&node->targets, visit, user) || !walk_list(&node->list, visit, user) ||
        !walk_list(&node->block, visit, user)) {
        return false;
    }
    if (node->kind == VT_LUA_FUNCTION && !walk_list(&node->function->block, visit, user)) {
        return false;
    }
    return !left || !left_last || walk_node(node->left, visit, user);
}

/* A visitor that may not change the nodes. */
typedef struct reader {
    vt_lua_visit visit;
    void *user;
} reader;

static bool show(void *user, vt_lua_node *node) {
    const reader *shown = user;
    return shown->visit(shown->user, node);
}

bool vt_lua_walk(const vt_lua_function *function, vt_lua_visit visit, void *user) {
    reader shown = { visit, user };
    return walk_list(&function->block, show, &shown);
}

static bool number_node(void *user, vt_lua_node *node) {
    vt_lua_tree *tree = user;
    node->index = tree->node_count++;
    return true;
}

void vt_lua_tree_number(vt_lua_tree *tree) {
    walk_list(&tree->script->block, number_node, tree);
}

/* ------------------------------------------------------------------ names of kinds */

/* clang-format off */
static const char *const kind_names[] = {
    "nil", "true", "false", "number", "string", "vararg", "name", "index", "call", "method",
    "function", "table", "unary", "binary", "concat", "and", "or",
    "field", "arm",
    "local", "assign", "call statement", "do", "while", "repeat", "if", "numeric for",
    "generic for", "function statement", "local function", "return", "break", "goto", "label"
};
/* clang-format on */
_Static_assert(sizeof kind_names / sizeof kind_names[0] == VT_LUA_KIND_COUNT, "one name per kind");

const char *vt_lua_kind_name(vt_lua_kind kind) {
    return kind_names[kind];
}

bool vt_lua_is_statement(vt_lua_kind kind) {
    return kind >= VT_LUA_LOCAL;
}

bool vt_lua_is_multiple(const vt_lua_node *node) {
    return (node->kind == VT_LUA_CALL || node->kind == VT_LUA_METHOD ||
            node->kind == VT_LUA_VARARG) &&
           !node->parenthesised;
}
