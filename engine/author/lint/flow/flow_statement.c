/* Statements: each leads from one state to those behind it. */
#include "author/lint/flow/flow_run.h"

static void mark(vt_flow_run *run, const vt_lua_node *node, unsigned bits) {
    run->marks[node->index] |= (uint8_t)bits;
}

/* --------------------------------------------------------------- simple statements */

static vt_flow_states run_local(vt_flow_run *run, vt_flow_state *state, const vt_lua_node *node) {
    vt_flow_states out = { 0 }, values = vt_flow_evaluate_list(run, state, &node->list);
    for (vt_flow_state *at = values.first; at; at = at->next) {
        vt_flow_state *bound = at;
        size_t index = 0;
        const vt_lua_local *local = node->locals.first;
        for (; local; local = local->next_declared) {
            bound = vt_flow_declare(run, bound, local, vt_flow_value_at(at, index++));
        }
        vt_flow_add(run, &out, bound);
    }
    return out;
}

/* The states in which the target has the value. */
static void assign(vt_flow_run *run, vt_flow_states *out, vt_flow_state *state,
                   const vt_lua_node *target, vt_flow_value value) {
    if (target->kind == VT_LUA_NAME) {
        vt_text key = target->local ? VT_TEXT("") : target->text;
        vt_flow_add(run, out, vt_flow_bind(run, state, target->local, key, value));
        return;
    }
    vt_flow_states tables = vt_flow_evaluate_after(run, state, target->left, &value);
    for (vt_flow_state *at = tables.first; at; at = at->next) {
        vt_flow_states keys = vt_flow_evaluate(run, at, target->right);
        for (vt_flow_state *key = keys.first; key; key = key->next) {
            vt_flow_state *there =
                vt_flow_require(run, key, at->value, VT_LINT_LUA_NIL_INDEX, target, target->left);
            vt_flow_add(run, out, vt_flow_write(run, there, at->value, key->value, value));
        }
    }
}

static vt_flow_states run_assign(vt_flow_run *run, vt_flow_state *state, const vt_lua_node *node) {
    vt_flow_states out = { 0 }, values = vt_flow_evaluate_list(run, state, &node->list);
    for (vt_flow_state *at = values.first; at; at = at->next) {
        vt_flow_states states = { 0 };
        size_t index = 0;
        vt_flow_add(run, &states, at);
        for (const vt_lua_node *target = node->targets.first; target; target = target->next) {
            vt_flow_states next = { 0 };
            vt_flow_value value = vt_flow_value_at(at, index++);
            for (vt_flow_state *each = states.first; each; each = each->next) {
                assign(run, &next, each, target, value);
            }
            states = next;
        }
        vt_flow_join(&out, &states);
    }
    return out;
}

static vt_flow_states run_call(vt_flow_run *run, vt_flow_state *state, const vt_lua_node *node) {
    return vt_flow_call(run, state, node->left);
}

static vt_flow_states run_function(vt_flow_run *run, vt_flow_state *state,
                                   const vt_lua_node *node) {
    vt_flow_value value = { .kind = VT_FLOW_FUNCTION, .function = node->right->function };
    vt_flow_states out = { 0 };
    if (node->kind == VT_LUA_LOCAL_FUNCTION) {
        vt_flow_add(run, &out, vt_flow_declare(run, state, node->locals.first, value));
    } else {
        assign(run, &out, state, node->left, value);
    }
    return out;
}

static vt_flow_states run_return(vt_flow_run *run, vt_flow_state *state, const vt_lua_node *node) {
    vt_flow_states values = vt_flow_evaluate_list(run, state, &node->list);
    for (vt_flow_state *at = values.first; at; at = at->next) {
        if (!run->frame->outer) {
            vt_flow_answer(run, at, node, vt_flow_value_at(at, at->count ? at->count - 1 : 0));
        } else {
            at->value = vt_flow_value_at(at, 0);
            vt_flow_add(run, &run->frame->returned, at);
        }
    }
    vt_flow_limit(run, &run->frame->returned);
    return (vt_flow_states){ 0 };
}

static vt_flow_states run_break(vt_flow_run *run, vt_flow_state *state, const vt_lua_node *node) {
    (void)node;
    if (run->frame->broken) vt_flow_add(run, run->frame->broken, state);
    return (vt_flow_states){ 0 };
}

/* ------------------------------------------------------------------------ goto */

static vt_flow_jump *jump_to(vt_flow_run *run, const vt_lua_node *label) {
    vt_flow_jump *at = run->jumps;
    while (at && at->label != label) at = at->next;
    if (at) return at;
    at = vt_flow_allocate(run, sizeof *at);
    if (!at) return NULL;
    *at = (vt_flow_jump){ .label = label, .next = run->jumps };
    run->jumps = at;
    return at;
}

/* Labels that follow one another are one. */
static const vt_lua_node *first_label(const vt_lua_node *label) {
    return label && label->left ? label->left : label;
}

static vt_flow_states run_goto(vt_flow_run *run, vt_flow_state *state, const vt_lua_node *node) {
    const vt_lua_node *label = first_label(node->left);
    vt_flow_jump *jump = label && label->offset > node->offset ? jump_to(run, label) : NULL;
    if (jump) {
        vt_flow_add(run, &jump->states, state);
    } else {
        run->cut = true;
    }
    return (vt_flow_states){ 0 };
}

/* ------------------------------------------------------------------------- if */

static vt_flow_states run_arm(vt_flow_run *run, const vt_lua_node *arm, vt_flow_states states) {
    if (states.count) mark(run, arm, VT_FLOW_TAKEN);
    return vt_flow_block(run, &arm->block, states);
}

/* Split the states by the condition of an arm. */
static void try_arm(vt_flow_run *run, const vt_lua_node *arm, const vt_flow_states *states,
                    vt_flow_states *taken, vt_flow_states *left) {
    for (vt_flow_state *at = states->first; at; at = at->next) {
        vt_flow_states values = vt_flow_evaluate(run, at, arm->left);
        for (vt_flow_state *value = values.first; value; value = value->next) {
            vt_flow_state *yes, *no;
            vt_flow_split(run, value, value->value, &yes, &no);
            vt_flow_add(run, taken, yes);
            vt_flow_add(run, left, no);
        }
    }
    vt_flow_limit(run, taken);
    vt_flow_limit(run, left);
}

static vt_flow_states run_if(vt_flow_run *run, vt_flow_state *state, const vt_lua_node *node) {
    vt_flow_states out = { 0 }, left = { 0 };
    bool around = run->soft, soft = false;
    vt_flow_add(run, &left, state);
    for (const vt_lua_node *arm = node->list.first; arm; arm = arm->next) {
        vt_flow_states taken = { 0 }, next = { 0 };
        run->soft = false;
        if (arm->left) {
            try_arm(run, arm, &left, &taken, &next);
        } else {
            taken = left;
        }
        soft = soft || run->soft;
        mark(run, arm, soft ? VT_FLOW_TRIED | VT_FLOW_TAKEN : VT_FLOW_TRIED);
        vt_flow_states after = run_arm(run, arm, taken);
        vt_flow_join(&out, &after);
        left = next;
    }
    run->soft = around;
    vt_flow_join(&out, &left);
    return out;
}

/* ---------------------------------------------------------------------- blocks */

static vt_flow_states run_do(vt_flow_run *run, vt_flow_state *state, const vt_lua_node *node) {
    vt_flow_states states = { 0 };
    vt_flow_add(run, &states, state);
    return vt_flow_block(run, &node->block, states);
}

typedef vt_flow_states (*statement_fn)(vt_flow_run *run, vt_flow_state *state,
                                       const vt_lua_node *node);

static const statement_fn statements[VT_LUA_KIND_COUNT] = {
    [VT_LUA_LOCAL] = run_local,
    [VT_LUA_ASSIGN] = run_assign,
    [VT_LUA_CALL_STATEMENT] = run_call,
    [VT_LUA_DO] = run_do,
    [VT_LUA_WHILE] = vt_flow_loop,
    [VT_LUA_REPEAT] = vt_flow_loop,
    [VT_LUA_IF] = run_if,
    [VT_LUA_NUMERIC_FOR] = vt_flow_loop,
    [VT_LUA_GENERIC_FOR] = vt_flow_loop,
    [VT_LUA_FUNCTION_STATEMENT] = run_function,
    [VT_LUA_LOCAL_FUNCTION] = run_function,
    [VT_LUA_RETURN] = run_return,
    [VT_LUA_BREAK] = run_break,
    [VT_LUA_GOTO] = run_goto,
};

static vt_flow_states run_statement(vt_flow_run *run, const vt_lua_node *node,
                                    vt_flow_states states) {
    vt_flow_states out = { 0 };
    size_t around = run->crowd;
    if (states.count > around) run->crowd = states.count;
    for (vt_flow_state *at = states.first; at; at = at->next) {
        if (!vt_lint_charge(run->script->lint, 1)) return (vt_flow_states){ 0 };
        vt_flow_states after = statements[node->kind](run, at, node);
        vt_flow_join(&out, &after);
    }
    for (vt_flow_state *at = out.first; at; at = at->next) {
        at->value = vt_flow_simple(VT_FLOW_NIL);
        at->all = NULL;
        at->count = 0;
    }
    run->crowd = around;
    vt_flow_limit(run, &out);
    return out;
}

/* Recursion is bounded by limit script_depth, times the calls that are followed. */
vt_flow_states vt_flow_block(vt_flow_run *run, const vt_lua_list *block, vt_flow_states states) {
    vt_flow_scope scope = { block, run->scope };
    run->scope = &scope;
    for (const vt_lua_node *at = block->first; at; at = at->next) {
        if (at->kind == VT_LUA_LABEL) {
            vt_flow_jump *jump = jump_to(run, first_label(at));
            if (jump) vt_flow_join(&states, &jump->states);
        } else if (states.count && statements[at->kind]) {
            states = run_statement(run, at, states);
        }
    }
    run->scope = scope.outer;
    return states;
}

/* ------------------------------------------------------------------- functions */

static vt_flow_state *bind_parameters(vt_flow_run *run, vt_flow_state *state,
                                      const vt_lua_function *function,
                                      const vt_flow_state *arguments) {
    size_t index = 0;
    const vt_lua_local *at = function->parameters.first;
    for (; at; at = at->next_declared) {
        state = vt_flow_declare(run, state, at, vt_flow_value_at(arguments, index++));
    }
    return state;
}

vt_flow_states vt_flow_follow(vt_flow_run *run, vt_flow_state *state,
                              const vt_lua_function *function, const vt_flow_state *arguments) {
    vt_flow_frame *outer = run->frame;
    vt_flow_frame frame = { .function = function, .outer = outer };
    vt_flow_states states = { 0 };
    /* Parameters live as long as the block of the function. */
    vt_flow_scope scope = { function, run->scope };
    if (outer) {
        frame.depth = outer->depth + 1;
        frame.loops = outer->loops;
    }
    run->frame = &frame;
    run->scope = &scope;
    vt_flow_add(run, &states, bind_parameters(run, state, function, arguments));
    states = vt_flow_block(run, &function->block, states);
    run->scope = scope.outer;
    run->frame = outer;
    for (vt_flow_state *at = states.first; at; at = at->next) {
        vt_flow_give(run, &frame.returned, at, vt_flow_simple(VT_FLOW_NIL));
    }
    vt_flow_settle(run, &frame.returned);
    return frame.returned;
}
