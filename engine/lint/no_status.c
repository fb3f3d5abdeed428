/*
** Whether a variable that the script returns, `local hs = {} … return hs`, has a status by then.
** Control flow is followed with a set of two states; what cannot be followed, such as a variable
** that is passed to a function, is not checked.
*/
#include "lint/script.h"

enum { UNSET = 1, SET = 2 };

typedef struct status_flow {
    vt_lint_script *script;
    const vt_lua_node *name; /* as it is returned */
    unsigned at_breaks;      /* states in which the innermost loop is left */
} status_flow;

static bool is_it(const status_flow *flow, const vt_lua_node *node) {
    return node && node->kind == VT_LUA_NAME && node->local == flow->name->local &&
           vt_text_equal(node->text, flow->name->text);
}

/* --------------------------------------------------------- can it be followed? */

/* How often the name is used, and how often in a way that can be followed. */
typedef struct name_count {
    const status_flow *flow;
    size_t seen, understood;
    bool jumps, is_set;
} name_count;

static void understand_assignment(name_count *count, const vt_lua_node *node) {
    for (const vt_lua_node *at = node->targets.first; at; at = at->next) {
        bool is_member = at->kind == VT_LUA_INDEX && is_it(count->flow, at->left);
        if (is_member || is_it(count->flow, at)) count->understood++;
        count->is_set = count->is_set || is_it(count->flow, at);
    }
}

static bool visit_names(void *user, const vt_lua_node *node) {
    name_count *count = user;
    if (is_it(count->flow, node)) count->seen++;
    if (node->kind == VT_LUA_ASSIGN) understand_assignment(count, node);
    if (node->kind == VT_LUA_RETURN && is_it(count->flow, node->list.last)) count->understood++;
    if (node->kind == VT_LUA_GOTO) count->jumps = true;
    return true;
}

static bool visit_inner(void *user, const vt_lua_node *node) {
    name_count *count = user;
    if (node->kind == VT_LUA_FUNCTION)
        vt_lint_walk(count->flow->script, node->function, visit_names, count);
    return true;
}

/* The variable is only set or returned, and not used in any function. */
static bool can_be_followed(const status_flow *flow) {
    name_count all = { .flow = flow }, inner = { .flow = flow };
    vt_lint_walk(flow->script, flow->script->tree->script, visit_names, &all);
    vt_lint_walk(flow->script, flow->script->tree->script, visit_inner, &inner);
    bool known = flow->name->local || all.is_set; /* else it is obj or the like */
    return known && all.seen == all.understood && inner.seen == 0 && !all.jumps;
}

/* ------------------------------------------------------------------ following */

static unsigned follow(status_flow *flow, const vt_lua_list *block, unsigned state);

/* What a value assigned to the variable leaves it with. */
static unsigned state_of(const vt_lua_node *value) {
    if (!value || value->kind == VT_LUA_NIL) return UNSET;
    if (value->kind != VT_LUA_TABLE) return SET;
    for (const vt_lua_node *at = value->list.first; at; at = at->next) {
        if (!at->left || at->left->kind != VT_LUA_STRING) return SET;
        if (vt_text_equal_fold(at->left->text, VT_TEXT("status"))) return SET;
    }
    return UNSET;
}

static unsigned of_assignment(status_flow *flow, const vt_lua_node *node, unsigned state) {
    const vt_lua_node *value = node->list.first;
    for (const vt_lua_node *at = node->targets.first; at; at = at->next) {
        bool many = !value || (!value->next && at->next);
        if (is_it(flow, at)) state = many ? SET : state_of(value);
        if (at->kind == VT_LUA_INDEX && is_it(flow, at->left) &&
            (at->right->kind != VT_LUA_STRING ||
             vt_text_equal_fold(at->right->text, VT_TEXT("status")))) {
            state = SET;
        }
        value = value ? value->next : NULL;
    }
    return state;
}

static unsigned of_local(status_flow *flow, const vt_lua_node *node, unsigned state) {
    const vt_lua_node *value = node->list.first;
    for (const vt_lua_local *at = node->locals.first; at; at = at->next_declared) {
        if (at == flow->name->local) return !value && node->list.first ? SET : state_of(value);
        value = value ? value->next : NULL;
    }
    return state;
}

static unsigned of_if(status_flow *flow, const vt_lua_node *node, unsigned state) {
    unsigned out = 0;
    for (const vt_lua_node *arm = node->list.first; arm; arm = arm->next) {
        out |= follow(flow, &arm->block, state);
        if (!arm->left) return out;
    }
    return out | state;
}

/* Whether a block sets or clears the variable, which then affects the next iteration. */
static bool visit_sets(void *user, const vt_lua_node *node) {
    status_flow *flow = user;
    if (node->kind != VT_LUA_ASSIGN) return true;
    return of_assignment(flow, node, 0) == 0;
}

static unsigned of_loop(status_flow *flow, const vt_lua_node *node, unsigned state) {
    vt_lua_function body = { .block = node->block };
    if (!vt_lint_walk(flow->script, &body, visit_sets, flow)) state |= UNSET | SET;
    unsigned around = flow->at_breaks;
    flow->at_breaks = 0;
    unsigned out = follow(flow, &node->block, state);
    if (node->kind != VT_LUA_REPEAT) out |= state;
    if (vt_lint_is_endless(node)) out = 0;
    out |= flow->at_breaks;
    flow->at_breaks = around;
    return out;
}

static unsigned of_block(status_flow *flow, const vt_lua_node *node, unsigned state) {
    return follow(flow, &node->block, state);
}

static unsigned of_break(status_flow *flow, const vt_lua_node *node, unsigned state) {
    (void)node;
    flow->at_breaks |= state;
    return 0;
}

static unsigned of_return(status_flow *flow, const vt_lua_node *node, unsigned state) {
    if (!is_it(flow, node->list.last) || !(state & UNSET)) return 0;
    vt_lint_rule_id rule = state == UNSET ? VT_LINT_LUA_EMPTY_ANSWER : VT_LINT_LUA_NO_STATUS;
    vt_lint_add(flow->script->lint, rule, vt_lint_node_place(flow->script, node), VT_TEXT_ABSENT,
                state == UNSET ? "%.*s has no status here%.*s" : "%.*s may have no status here%.*s",
                VT_TEXT_ARG(flow->name->text), VT_TEXT_ARG(vt_lint_disabled_check(flow->script)));
    return 0;
}

static unsigned (*const following[VT_LUA_KIND_COUNT])(status_flow *flow, const vt_lua_node *node,
                                                      unsigned state) = {
    [VT_LUA_ASSIGN] = of_assignment, [VT_LUA_LOCAL] = of_local, [VT_LUA_IF] = of_if,
    [VT_LUA_WHILE] = of_loop,        [VT_LUA_REPEAT] = of_loop, [VT_LUA_NUMERIC_FOR] = of_loop,
    [VT_LUA_GENERIC_FOR] = of_loop,  [VT_LUA_DO] = of_block,    [VT_LUA_BREAK] = of_break,
    [VT_LUA_RETURN] = of_return,
};

/* The states after a block; 0: control does not get there. Recursion is bounded by
** limit script_depth. */
static unsigned follow(status_flow *flow, const vt_lua_list *block, unsigned state) {
    for (const vt_lua_node *at = block->first; at && state; at = at->next) {
        if (following[at->kind]) state = following[at->kind](flow, at, state);
        if (!vt_lint_continues(at)) return 0;
    }
    return state;
}

static void check_variable(vt_lint_script *script, const vt_lua_node *name) {
    status_flow flow = { .script = script, .name = name };
    if (can_be_followed(&flow)) follow(&flow, &script->tree->script->block, UNSET);
}

/* Each variable that the script returns is checked once, at its first return in the text. */
typedef struct answer_names {
    vt_lint_script *script;
    vt_map seen;
} answer_names;

static bool visit_answers(void *user, const vt_lua_node *node) {
    answer_names *names = user;
    const vt_lua_node *value = node->kind == VT_LUA_RETURN ? node->list.last : NULL;
    if (!value || value->kind != VT_LUA_NAME) return true;
    if (value->local && value->local->function != names->script->tree->script) return true;
    if (vt_map_get(&names->seen, value->text)) return true;
    if (!vt_map_put(&names->seen, value->text, names)) names->script->lint->no_memory = true;
    check_variable(names->script, value);
    return true;
}

void vt_lint_no_status(vt_lint_script *script) {
    answer_names names = { .script = script };
    vt_map_init(&names.seen, &script->lint->allocator, 0);
    vt_lint_statements(&script->tree->script->block, visit_answers, &names);
    vt_map_done(&names.seen);
}
