/* Control flow: statements that never run, and paths that end without a result. */
#include "author/lint/script.h"

/* --------------------------------------------------------------- statements */

static const bool has_block[VT_LUA_KIND_COUNT] = {
    [VT_LUA_ARM] = true,    [VT_LUA_DO] = true,          [VT_LUA_WHILE] = true,
    [VT_LUA_REPEAT] = true, [VT_LUA_NUMERIC_FOR] = true, [VT_LUA_GENERIC_FOR] = true,
};

/* Recursion is bounded by limit script_depth. */
void vt_lint_statements(const vt_lua_list *block, vt_lua_visit visit, void *user) {
    for (const vt_lua_node *at = block->first; at; at = at->next) {
        if (at->kind != VT_LUA_ARM) visit(user, at);
        if (has_block[at->kind]) vt_lint_statements(&at->block, visit, user);
        if (at->kind == VT_LUA_IF) vt_lint_statements(&at->list, visit, user);
    }
}

/* ------------------------------------------------------------- continuation */

static bool is_true(const vt_lua_node *condition) {
    return condition->kind == VT_LUA_TRUE || condition->kind == VT_LUA_NUMBER ||
           condition->kind == VT_LUA_STRING;
}

static bool is_false(const vt_lua_node *condition) {
    return condition->kind == VT_LUA_FALSE || condition->kind == VT_LUA_NIL;
}

static bool block_breaks(const vt_lua_list *block);

/* A break that leaves the loop around the statement, unlike those of inner loops. */
static bool breaks(const vt_lua_node *statement) {
    switch ((int)statement->kind) {
    case VT_LUA_BREAK:
        return true;
    case VT_LUA_DO:
        return block_breaks(&statement->block);
    case VT_LUA_IF:
        for (const vt_lua_node *arm = statement->list.first; arm; arm = arm->next) {
            if (block_breaks(&arm->block)) return true;
        }
        return false;
    default:
        return false;
    }
}

/* Recursion is bounded by limit script_depth, here and below. */
static bool block_breaks(const vt_lua_list *block) {
    for (const vt_lua_node *at = block->first; at; at = at->next) {
        if (breaks(at)) return true;
    }
    return false;
}

bool vt_lint_is_endless(const vt_lua_node *loop) {
    return loop->kind == VT_LUA_WHILE && is_true(loop->left) && !block_breaks(&loop->block);
}

static bool never(const vt_lua_node *statement) {
    (void)statement;
    return false;
}

static bool of_block(const vt_lua_node *statement) {
    return vt_lint_block_continues(&statement->block);
}

static bool of_while(const vt_lua_node *statement) {
    return !vt_lint_is_endless(statement);
}

static bool of_repeat(const vt_lua_node *statement) {
    return vt_lint_block_continues(&statement->block) || block_breaks(&statement->block);
}

static bool of_if(const vt_lua_node *statement) {
    for (const vt_lua_node *arm = statement->list.first; arm; arm = arm->next) {
        if (vt_lint_block_continues(&arm->block)) return true;
        if (!arm->left || is_true(arm->left)) return false;
    }
    return true;
}

/* error() does not return. */
static bool of_call(const vt_lua_node *statement) {
    const vt_lua_node *call = statement->left;
    return !(call->kind == VT_LUA_CALL && vt_lint_is_global_name(call->left) &&
             vt_text_is(call->left->text, "error"));
}

/* Kinds that are not here always continue after their end. */
static bool (*const continuing[VT_LUA_KIND_COUNT])(const vt_lua_node *statement) = {
    [VT_LUA_RETURN] = never,
    [VT_LUA_BREAK] = never,
    [VT_LUA_GOTO] = never,
    [VT_LUA_DO] = of_block,
    [VT_LUA_IF] = of_if,
    [VT_LUA_WHILE] = of_while,
    [VT_LUA_CALL_STATEMENT] = of_call,
    [VT_LUA_REPEAT] = of_repeat,
};

bool vt_lint_continues(const vt_lua_node *statement) {
    return !continuing[statement->kind] || continuing[statement->kind](statement);
}

bool vt_lint_block_continues(const vt_lua_list *block) {
    bool reached = true;
    for (const vt_lua_node *at = block->first; at; at = at->next) {
        if (at->kind == VT_LUA_LABEL) {
            reached = true;
        } else if (reached) {
            reached = vt_lint_continues(at);
        }
    }
    return reached;
}

/* --------------------------------------------------------------- unreachable */

static void check_block(vt_lint_script *script, const vt_lua_list *block) {
    bool reached = true;
    for (const vt_lua_node *at = block->first; at; at = at->next) {
        if (at->kind == VT_LUA_LABEL) {
            reached = true;
        } else if (!reached) {
            vt_place place = vt_lint_node_place(script, at);
            vt_lint_add(script->lint, VT_LINT_LUA_UNREACHABLE, place, VT_TEXT_ABSENT,
                        "this can never run: the statement before it does not continue");
            vt_lint_propose_removal(script, VT_LINT_LUA_UNREACHABLE, place, at, block->last);
            return;
        } else {
            reached = vt_lint_continues(at);
        }
    }
}

/* Arms whose condition is always false, and those after one that is always true. */
static void check_arms(vt_lint_script *script, const vt_lua_node *statement) {
    bool taken = false;
    for (const vt_lua_node *arm = statement->list.first; arm; arm = arm->next) {
        if (arm->block.first && (taken || (arm->left && is_false(arm->left)))) {
            vt_lint_add(script->lint, VT_LINT_LUA_UNREACHABLE,
                        vt_lint_node_place(script, arm->block.first), VT_TEXT_ABSENT,
                        "this can never run: the condition is a constant");
        }
        taken = taken || (arm->left && is_true(arm->left));
    }
}

static bool visit_blocks(void *user, const vt_lua_node *node) {
    vt_lint_script *script = user;
    if (has_block[node->kind]) check_block(script, &node->block);
    if (node->kind == VT_LUA_IF) check_arms(script, node);
    if (node->kind == VT_LUA_FUNCTION) check_block(script, &node->function->block);
    return true;
}

void vt_lint_unreachable(vt_lint_script *script) {
    check_block(script, &script->tree->script->block);
    vt_lint_walk(script, script->tree->script, visit_blocks, script);
}

/* ------------------------------------------------------------------- no result */

/* The function that a name refers to. */
typedef struct function_search {
    const vt_lua_node *name;
    const vt_lua_function *found;
} function_search;

static bool visit_functions(void *user, const vt_lua_node *node) {
    function_search *search = user;
    const vt_lua_node *name = search->name;
    bool is_local =
        node->kind == VT_LUA_LOCAL_FUNCTION && name->local && node->locals.first == name->local;
    bool is_global = node->kind == VT_LUA_FUNCTION_STATEMENT && node->left->kind == VT_LUA_NAME &&
                     node->left->local == name->local &&
                     vt_text_equal(node->left->text, name->text);
    if (is_local || is_global) search->found = node->right->function;
    return !search->found;
}

/* When the script returns the result of its own function, that function must return one. */
static bool visit_answers(void *user, const vt_lua_node *statement) {
    vt_lint_script *script = user;
    const vt_lua_node *value = statement->kind == VT_LUA_RETURN ? statement->list.last : NULL;
    if (!value || value->kind != VT_LUA_CALL || value->left->kind != VT_LUA_NAME) return true;
    function_search search = { value->left, NULL };
    vt_lint_walk(script, script->tree->script, visit_functions, &search);
    if (!search.found || !vt_lint_block_continues(&search.found->block)) return true;
    const vt_lua_node *last = search.found->block.last;
    vt_place place = last ? vt_lint_node_place(script, last)
                          : vt_lint_script_place(script, search.found->line, 1);
    vt_lint_add(script->lint, VT_LINT_LUA_NO_RETURN, place, VT_TEXT_ABSENT,
                "%.*s() can end here without a result, and its result is the script's%.*s",
                VT_TEXT_ARG(value->left->text), VT_TEXT_ARG(vt_lint_disabled_check(script, true)));
    return true;
}

void vt_lint_no_return(vt_lint_script *script) {
    const vt_lua_list *block = &script->tree->script->block;
    vt_lint_statements(block, visit_answers, script);
    if (!vt_lint_block_continues(block)) return;
    vt_place place =
        block->last ? vt_lint_node_place(script, block->last) : vt_lint_script_place(script, 1, 1);
    vt_lint_add(script->lint, VT_LINT_LUA_NO_RETURN, place, VT_TEXT_ABSENT,
                block->last ? "the script can end after this without a result%.*s"
                            : "the script is empty%.*s",
                VT_TEXT_ARG(vt_lint_disabled_check(script, true)));
}
