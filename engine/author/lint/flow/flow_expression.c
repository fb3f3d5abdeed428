/* Expressions: each gives the states that it can lead to, with its value. */
#include <math.h>

#include "author/lint/flow/flow_run.h"

vt_flow_value vt_flow_value_at(const vt_flow_state *state, size_t index) {
    if (index < state->count) return state->all[index];
    if (index == 0 && !state->all) return state->value;
    return vt_flow_simple(VT_FLOW_NIL);
}

/* The result of a comparison is as soft as what decided it. */
static vt_flow_value truth(const vt_flow_run *run, bool value) {
    vt_flow_value result = vt_flow_simple(value ? VT_FLOW_TRUE : VT_FLOW_FALSE);
    result.soft = run->soft;
    return result;
}

static void give_unknown(vt_flow_run *run, vt_flow_states *out, vt_flow_state *state,
                         const vt_lua_node *node, uint8_t possible) {
    vt_flow_value value;
    state = vt_flow_unknown(run, state, node, possible, &value);
    vt_flow_give(run, out, state, value);
}

/* ----------------------------------------------------------------------- lists */

/* One more value behind those of a state. */
static vt_flow_state *with_value(vt_flow_run *run, const vt_flow_state *before,
                                 vt_flow_state *after) {
    if (before->count >= VT_FLOW_ITEMS) {
        after->all = before->all;
        after->count = before->count;
        return after;
    }
    vt_flow_value *all = vt_flow_allocate(run, (before->count + 1) * sizeof *all);
    if (!all) return NULL;
    for (size_t i = 0; i < before->count; i++) all[i] = before->all[i];
    all[before->count] = after->value;
    after->all = all;
    after->count = before->count + 1;
    return after;
}

/* All values of the last expression, behind the others. */
static vt_flow_state *with_all(vt_flow_run *run, const vt_flow_state *before,
                               vt_flow_state *after) {
    if (!after->all) return with_value(run, before, after);
    vt_flow_state sum = *before;
    for (size_t i = 0; i < after->count; i++) {
        vt_flow_state one = *after;
        one.value = after->all[i];
        if (!with_value(run, &sum, &one)) return NULL;
        sum.all = one.all;
        sum.count = one.count;
    }
    after->all = sum.all;
    after->count = sum.count;
    return after;
}

vt_flow_states vt_flow_evaluate_all(vt_flow_run *run, vt_flow_state *state,
                                    const vt_lua_node *node) {
    bool many = node->kind == VT_LUA_CALL || node->kind == VT_LUA_METHOD;
    if (many && !node->parenthesised) return vt_flow_call(run, state, node);
    return vt_flow_evaluate(run, state, node);
}

vt_flow_states vt_flow_evaluate_list(vt_flow_run *run, vt_flow_state *state,
                                     const vt_lua_list *list) {
    vt_flow_states states = { 0 };
    vt_flow_give(run, &states, state, vt_flow_simple(VT_FLOW_NIL));
    static const vt_flow_value none;
    for (vt_flow_state *at = states.first; at; at = at->next) at->all = &none;
    for (const vt_lua_node *node = list->first; node; node = node->next) {
        vt_flow_states next = { 0 };
        for (vt_flow_state *before = states.first; before; before = before->next) {
            vt_flow_pending waiting = { before->all, before->count, run->pending };
            run->pending = &waiting;
            vt_flow_states values = node->next ? vt_flow_evaluate(run, before, node)
                                               : vt_flow_evaluate_all(run, before, node);
            run->pending = waiting.outer;
            for (vt_flow_state *at = values.first; at; at = at->next) {
                vt_flow_state after = *at;
                bool ok =
                    node->next ? with_value(run, before, &after) : with_all(run, before, &after);
                if (ok) vt_flow_add(run, &next, &after);
            }
        }
        vt_flow_limit(run, &next);
        states = next;
    }
    return states;
}

/* -------------------------------------------------------------------- operators */

typedef struct operation {
    vt_flow_run *run;
    const vt_lua_node *node;
    vt_flow_value left, right;
} operation;

/* Both operands must be there. */
static vt_flow_state *require_both(const operation *op, vt_flow_state *state) {
    const vt_lua_node *node = op->node;
    state = vt_flow_require(op->run, state, op->left, VT_LINT_LUA_NIL_OPERAND, node, node->left);
    return vt_flow_require(op->run, state, op->right, VT_LINT_LUA_NIL_OPERAND, node, node->right);
}

static void give_both(vt_flow_run *run, vt_flow_states *out, vt_flow_state *yes,
                      vt_flow_state *no) {
    vt_flow_give(run, out, yes, truth(run, true));
    vt_flow_give(run, out, no, truth(run, false));
}

static void equality(const operation *op, vt_flow_states *out, vt_flow_state *state) {
    vt_flow_state *same, *different;
    vt_flow_compare(op->run, state, op->node, op->left, op->right);
    vt_flow_split_equal(op->run, state, op->left, op->right, &same, &different);
    if (op->node->operation == VT_LUA_EQUAL) {
        give_both(op->run, out, same, different);
    } else {
        give_both(op->run, out, different, same);
    }
}

static void order(const operation *op, vt_flow_states *out, vt_flow_state *state) {
    vt_flow_state *yes, *no;
    vt_lua_operation operator= op->node->operation;
    bool swapped = operator== VT_LUA_GREATER || operator== VT_LUA_GREATER_EQUAL;
    bool or_equal = operator== VT_LUA_LESS_EQUAL || operator== VT_LUA_GREATER_EQUAL;
    state = require_both(op, state);
    vt_flow_split_less(op->run, state, swapped ? op->right : op->left,
                       swapped ? op->left : op->right, or_equal, &yes, &no);
    give_both(op->run, out, yes, no);
}

static bool is_exact(const vt_flow_value *number) {
    return number->low == number->high;
}

/* In a loop a sum stands for those of all rounds. */
static void arithmetic(const operation *op, vt_flow_states *out, vt_flow_state *state) {
    vt_flow_run *run = op->run;
    const vt_flow_value *a = &op->left, *b = &op->right;
    bool numbers = a->kind == VT_FLOW_NUMBER && b->kind == VT_FLOW_NUMBER;
    bool sum = op->node->operation == VT_LUA_ADD, loops = run->frame->loops > 0;
    state = require_both(op, state);
    if (numbers && sum && b->low > 0) {
        vt_flow_value value = vt_flow_number(a->low + b->low, loops ? HUGE_VAL : a->high + b->high);
        value.soft = true;
        vt_flow_give(run, out, state, value);
    } else if (numbers && op->node->operation == VT_LUA_SUB && is_exact(a) && is_exact(b)) {
        vt_flow_value value = vt_flow_number(a->low - b->low, a->low - b->low);
        value.soft = true;
        vt_flow_give(run, out, state, value);
    } else {
        give_unknown(run, out, state, op->node, VT_FLOW_IS_OTHER);
    }
}

typedef void (*operation_fn)(const operation *op, vt_flow_states *out, vt_flow_state *state);

static const operation_fn operations[] = {
    [VT_LUA_ADD] = arithmetic,   [VT_LUA_SUB] = arithmetic,     [VT_LUA_MUL] = arithmetic,
    [VT_LUA_DIV] = arithmetic,   [VT_LUA_MOD] = arithmetic,     [VT_LUA_POW] = arithmetic,
    [VT_LUA_EQUAL] = equality,   [VT_LUA_NOT_EQUAL] = equality, [VT_LUA_LESS] = order,
    [VT_LUA_LESS_EQUAL] = order, [VT_LUA_GREATER] = order,      [VT_LUA_GREATER_EQUAL] = order,
};

static void binary(vt_flow_run *run, vt_flow_states *out, vt_flow_state *state,
                   const vt_lua_node *node) {
    vt_flow_states left = vt_flow_evaluate(run, state, node->left);
    for (vt_flow_state *at = left.first; at; at = at->next) {
        vt_flow_states right = vt_flow_evaluate_after(run, at, node->right, &at->value);
        for (vt_flow_state *both = right.first; both; both = both->next) {
            operation op = { run, node, at->value, both->value };
            operations[node->operation](&op, out, both);
        }
    }
}

static void unary(vt_flow_run *run, vt_flow_states *out, vt_flow_state *state,
                  const vt_lua_node *node) {
    vt_flow_states operands = vt_flow_evaluate(run, state, node->left);
    for (vt_flow_state *at = operands.first; at; at = at->next) {
        vt_flow_state *yes, *no, *there;
        vt_flow_value length;
        if (node->operation == VT_LUA_NOT) {
            vt_flow_split(run, at, at->value, &yes, &no);
            give_both(run, out, no, yes);
            continue;
        }
        there = vt_flow_require(run, at, at->value, VT_LINT_LUA_NIL_OPERAND, node, node->left);
        if (node->operation == VT_LUA_LENGTH) {
            there = vt_flow_length_of(run, there, at->value, node, &length);
            vt_flow_give(run, out, there, length);
        } else if (at->value.kind == VT_FLOW_NUMBER) {
            vt_flow_give(run, out, there, vt_flow_number(-at->value.high, -at->value.low));
        } else {
            give_unknown(run, out, there, node, VT_FLOW_IS_OTHER);
        }
    }
}

/* and, or: an operand decides, or leaves it to the next. */
static void logic(vt_flow_run *run, vt_flow_states *out, vt_flow_state *state,
                  const vt_lua_node *node) {
    vt_flow_states waiting = { 0 };
    vt_flow_add(run, &waiting, state);
    for (const vt_lua_node *operand = node->list.first; operand; operand = operand->next) {
        vt_flow_states next = { 0 };
        for (vt_flow_state *at = waiting.first; at; at = at->next) {
            vt_flow_states values = vt_flow_evaluate(run, at, operand);
            for (vt_flow_state *value = values.first; value; value = value->next) {
                vt_flow_state *yes = value, *no = NULL;
                if (operand->next) vt_flow_split(run, value, value->value, &yes, &no);
                bool swap = operand->next && node->kind == VT_LUA_AND;
                vt_flow_give(run, out, swap ? no : yes, value->value);
                vt_flow_add(run, &next, swap ? yes : no);
            }
        }
        vt_flow_limit(run, &next);
        waiting = next;
    }
}

/* Operands are joined from the right, but any that is missing raises an error. */
static void concatenation(vt_flow_run *run, vt_flow_states *out, vt_flow_state *state,
                          const vt_lua_node *node) {
    vt_flow_states states = { 0 };
    vt_flow_add(run, &states, state);
    for (const vt_lua_node *operand = node->list.first; operand; operand = operand->next) {
        vt_flow_states next = { 0 };
        for (vt_flow_state *at = states.first; at; at = at->next) {
            vt_flow_states values = vt_flow_evaluate(run, at, operand);
            for (vt_flow_state *value = values.first; value; value = value->next) {
                vt_flow_add(run, &next,
                            vt_flow_require(run, value, value->value, VT_LINT_LUA_NIL_CONCAT,
                                            operand, operand));
            }
        }
        vt_flow_limit(run, &next);
        states = next;
    }
    for (vt_flow_state *at = states.first; at; at = at->next) {
        give_unknown(run, out, at, node, VT_FLOW_IS_OTHER);
    }
}

/* --------------------------------------------------------------------- the rest */

static void constant(vt_flow_run *run, vt_flow_states *out, vt_flow_state *state,
                     const vt_lua_node *node) {
    vt_flow_value value = vt_flow_simple(VT_FLOW_NIL);
    if (node->kind == VT_LUA_TRUE) value.kind = VT_FLOW_TRUE;
    if (node->kind == VT_LUA_FALSE) value.kind = VT_FLOW_FALSE;
    if (node->kind == VT_LUA_NUMBER) value = vt_flow_number(node->number, node->number);
    if (node->kind == VT_LUA_STRING) value = vt_flow_string(node->text, NULL);
    if (value.kind != VT_FLOW_NIL) value.node = node;
    value.soft = true; /* a switch at the head of a script is not a mistake */
    vt_flow_give(run, out, state, value);
}

static void name(vt_flow_run *run, vt_flow_states *out, vt_flow_state *state,
                 const vt_lua_node *node) {
    vt_text key = node->local ? VT_TEXT("") : node->text;
    const vt_flow_binding *bound = vt_flow_find(run, state, node->local, key);
    if (bound) {
        vt_flow_give(run, out, state, bound->value);
    } else if (!node->local && vt_text_is(node->text, "obj")) {
        vt_flow_give(run, out, state, vt_flow_symbol_value(run->object));
    } else {
        give_unknown(run, out, state, node, VT_FLOW_IS_ANY);
    }
}

static void read_index(vt_flow_run *run, vt_flow_states *out, vt_flow_state *state,
                       const vt_lua_node *node) {
    vt_flow_states left = vt_flow_evaluate(run, state, node->left);
    for (vt_flow_state *at = left.first; at; at = at->next) {
        vt_flow_states keys = vt_flow_evaluate_after(run, at, node->right, &at->value);
        for (vt_flow_state *key = keys.first; key; key = key->next) {
            vt_flow_state *there =
                vt_flow_require(run, key, at->value, VT_LINT_LUA_NIL_INDEX, node, node->left);
            vt_flow_states read = vt_flow_read(run, there, at->value, key->value, node);
            vt_flow_join(out, &read);
        }
    }
}

static void call(vt_flow_run *run, vt_flow_states *out, vt_flow_state *state,
                 const vt_lua_node *node) {
    vt_flow_states results = vt_flow_call(run, state, node);
    for (vt_flow_state *at = results.first; at; at = at->next) {
        vt_flow_give(run, out, at, vt_flow_value_at(at, 0));
    }
}

static void function(vt_flow_run *run, vt_flow_states *out, vt_flow_state *state,
                     const vt_lua_node *node) {
    vt_flow_value value = { .kind = VT_FLOW_FUNCTION, .function = node->function };
    vt_flow_give(run, out, state, value);
}

static void table(vt_flow_run *run, vt_flow_states *out, vt_flow_state *state,
                  const vt_lua_node *node) {
    vt_flow_states made = vt_flow_construct(run, state, node);
    vt_flow_join(out, &made);
}

static void vararg(vt_flow_run *run, vt_flow_states *out, vt_flow_state *state,
                   const vt_lua_node *node) {
    give_unknown(run, out, state, node, VT_FLOW_IS_ANY);
}

typedef void (*expression_fn)(vt_flow_run *run, vt_flow_states *out, vt_flow_state *state,
                              const vt_lua_node *node);

static const expression_fn expressions[VT_LUA_KIND_COUNT] = {
    [VT_LUA_NIL] = constant,    [VT_LUA_TRUE] = constant,     [VT_LUA_FALSE] = constant,
    [VT_LUA_NUMBER] = constant, [VT_LUA_STRING] = constant,   [VT_LUA_VARARG] = vararg,
    [VT_LUA_NAME] = name,       [VT_LUA_INDEX] = read_index,  [VT_LUA_CALL] = call,
    [VT_LUA_METHOD] = call,     [VT_LUA_FUNCTION] = function, [VT_LUA_TABLE] = table,
    [VT_LUA_UNARY] = unary,     [VT_LUA_BINARY] = binary,     [VT_LUA_CONCAT] = concatenation,
    [VT_LUA_AND] = logic,       [VT_LUA_OR] = logic,
};

/* Recursion is bounded by limit script_depth, times the calls that are followed. */
vt_flow_states vt_flow_evaluate(vt_flow_run *run, vt_flow_state *state, const vt_lua_node *node) {
    vt_flow_states out = { 0 };
    if (!state || !vt_lint_charge(run->script->lint, 1)) return out;
    if (expressions[node->kind]) expressions[node->kind](run, &out, state, node);
    vt_flow_limit(run, &out);
    return out;
}

vt_flow_states vt_flow_evaluate_after(vt_flow_run *run, vt_flow_state *state,
                                      const vt_lua_node *node, const vt_flow_value *value) {
    vt_flow_pending waiting = { value, 1, run->pending };
    run->pending = &waiting;
    vt_flow_states out = vt_flow_evaluate(run, state, node);
    run->pending = waiting.outer;
    return out;
}
