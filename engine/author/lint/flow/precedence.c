/*
** Conditions that mean something else than they look like: `a == nil or b == nil and c`, where `and`
** binds first, and `a == "x" or "y"`, which is true for every a.
*/
#include "author/lint/script.h"

/* ---------------------------------------------------------------------- tests */

static bool is_nil(const vt_lua_node *node) {
    return node->kind == VT_LUA_NIL;
}

static bool is_equality(const vt_lua_node *node) {
    return node->kind == VT_LUA_BINARY && node->operation == VT_LUA_EQUAL;
}

/* What is asked to be empty: x in `x == nil`, `not x`, `next(x) == nil`, `#x == 0`; or NULL. */
static const vt_lua_node *emptied_by(const vt_lua_node *node) {
    if (node->kind == VT_LUA_UNARY && node->operation == VT_LUA_NOT) return node->left;
    if (!is_equality(node)) return NULL;
    const vt_lua_node *left = node->left, *right = node->right;
    bool zero = right->kind == VT_LUA_NUMBER && right->number == 0;
    if (left->kind == VT_LUA_UNARY && left->operation == VT_LUA_LENGTH && zero) return left->left;
    if (left->kind == VT_LUA_CALL && is_nil(right) && vt_lint_is_global_name(left->left) &&
        vt_text_is(left->left->text, "next")) {
        return left->list.first;
    }
    return is_nil(right) || vt_lint_is_string(right, "") ? left : NULL;
}

static bool is_same_path(const vt_lua_node *a, const vt_lua_node *b) {
    for (;; a = a->left, b = b->left) {
        if (a->kind != b->kind) return false;
        if (a->kind == VT_LUA_NAME) return a->local == b->local && vt_text_equal(a->text, b->text);
        if (a->kind != VT_LUA_INDEX || a->right->kind != VT_LUA_STRING ||
            b->right->kind != VT_LUA_STRING || !vt_text_equal(a->right->text, b->right->text)) {
            return false;
        }
    }
}

/* Whether the path a.b.c begins with a.b, or is it. */
static bool begins_with(const vt_lua_node *path, const vt_lua_node *head) {
    for (; path; path = path->kind == VT_LUA_INDEX ? path->left : NULL) {
        if (is_same_path(path, head)) return true;
    }
    return false;
}

/* ------------------------------------------------------------------- precedence */

/* Two tests whether a value, and it or a part of it, is empty. */
static bool belong_together(const vt_lua_node *first, const vt_lua_node *second) {
    const vt_lua_node *a = emptied_by(first), *b = emptied_by(second);
    return a && b && begins_with(b, a);
}

static bool is_bare_and(const vt_lua_node *node) {
    return node->kind == VT_LUA_AND && !node->parenthesised;
}

static void report(vt_lint_script *script, const vt_lua_node *node, const char *text,
                   const char *advice) {
    vt_lint_add(script->lint, VT_LINT_LUA_PRECEDENCE, vt_lint_node_place(script, node),
                advice ? vt_text_from(advice) : VT_TEXT_ABSENT, "%s", text);
}

/* `a or b and c`, where a and b belong together; `a and b or c` where b and c do. */
static void check_pair(vt_lint_script *script, const vt_lua_node *one, const vt_lua_node *next) {
    const vt_lua_node *before = is_bare_and(one) ? one->list.last : one;
    const vt_lua_node *after = is_bare_and(next) ? next->list.first : next;
    if ((is_bare_and(one) || is_bare_and(next)) && belong_together(before, after)) {
        report(script, is_bare_and(next) ? next : one,
               "and binds before or, which separates two tests of one value", NULL);
    }
    if (is_equality(before) && before->right->kind == VT_LUA_STRING && !is_bare_and(one) &&
        next->kind == VT_LUA_STRING && next->next == NULL) {
        report(script, next, "a text is always true: only the first one is compared",
               "Compare each, as in a == \"x\" or a == \"y\"");
    }
}

static bool visit(void *user, const vt_lua_node *node) {
    const vt_lua_node *one = node->kind == VT_LUA_OR ? node->list.first : NULL;
    for (; one && one->next; one = one->next) check_pair(user, one, one->next);
    return true;
}

void vt_lint_precedence(vt_lint_script *script) {
    vt_lint_walk(script, script->tree->script, visit, script);
}
