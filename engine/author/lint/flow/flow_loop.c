/* Loops: none, one and two rounds, with what that says of the list. */
#include <math.h>

#include "author/lint/flow/flow_run.h"

/* A loop in one state. */
typedef struct looping {
    vt_flow_run *run;
    const vt_lua_node *node;
    vt_flow_value container; /* what it runs over */
    vt_flow_value counter;   /* the number of its rounds; NIL: unknown */
    bool in_order;           /* ipairs, or a numeric for from 1 */
    bool exact;              /* the elements are those of a table that is known */
    bool fields;             /* all its fields, named ones too */
} looping;

static vt_flow_state *unknown_at(vt_flow_run *run, vt_flow_state *state, const vt_lua_node *node,
                                 uint8_t possible, vt_flow_value *value) {
    return vt_flow_unknown(run, state, node, possible, value);
}

/* ------------------------------------------------------------------ one round */

static vt_flow_value round_number(uint32_t round) {
    vt_flow_value number = vt_flow_number(round, round);
    number.soft = true;
    return number;
}

/* The element of a round, counted from 1. */
static vt_flow_state *element_of(const looping *loop, vt_flow_state *state, uint32_t round,
                                 vt_flow_value *element) {
    vt_flow_run *run = loop->run;
    const vt_flow_value *container = &loop->container;
    if (container->kind == VT_FLOW_SYMBOL) {
        vt_flow_symbol *part = vt_flow_member(run, container->symbol, round);
        *element = vt_flow_symbol_value(part);
        return part ? state : NULL;
    }
    vt_flow_states read = { 0 };
    if (container->kind == VT_FLOW_TABLE) {
        read = vt_flow_read(run, state, *container, round_number(round), loop->node->list.first);
    }
    if (read.count && read.first->value.kind != VT_FLOW_NIL) {
        *element = read.first->value;
        return read.first;
    }
    return unknown_at(run, state, loop->node, VT_FLOW_IS_ANY & ~VT_FLOW_IS_NIL, element);
}

/* Set the variables of a generic for: an index or key, and an element. */
static vt_flow_state *set_variables(const looping *loop, vt_flow_state *state, uint32_t round) {
    vt_flow_run *run = loop->run;
    const vt_lua_local *first = loop->node->locals.first;
    vt_flow_value key = vt_flow_simple(VT_FLOW_NIL), element = key;
    if (loop->node->kind == VT_LUA_NUMERIC_FOR) {
        key = loop->in_order ? round_number(round) : vt_flow_number(-HUGE_VAL, HUGE_VAL);
        return vt_flow_declare(run, state, first, key);
    }
    if (loop->fields) {
        vt_flow_fields(run, state, loop->container, round, &key, &element);
    } else {
        state = element_of(loop, state, round, &element);
    }
    if (loop->fields) {
        key.soft = true;
    } else if (loop->in_order) {
        key = round_number(round);
    } else if (loop->container.kind == VT_FLOW_SYMBOL) {
        key = vt_flow_symbol_value(vt_flow_name_of(run, element.symbol));
    } else {
        state = unknown_at(run, state, loop->node->list.first, VT_FLOW_IS_OTHER, &key);
    }
    state = vt_flow_declare(run, state, first, key);
    const vt_lua_local *rest = first->next_declared;
    if (!rest) return state;
    state = vt_flow_declare(run, state, rest, element);
    for (rest = rest->next_declared; rest; rest = rest->next_declared) {
        state = unknown_at(run, state, loop->node, VT_FLOW_IS_ANY, &key);
        state = vt_flow_declare(run, state, rest, key);
    }
    return state;
}

static vt_flow_states run_body(vt_flow_run *run, const vt_lua_node *node, vt_flow_states states,
                               vt_flow_states *broken) {
    vt_flow_states *around = run->frame->broken;
    run->frame->broken = broken;
    run->frame->loops++;
    states = vt_flow_block(run, &node->block, states);
    run->frame->loops--;
    run->frame->broken = around;
    return states;
}

/* ------------------------------------------------------------------- for loops */

/* Whether there is another round, and whether there is none. */
static void ask(const looping *loop, vt_flow_state *state, uint32_t round, vt_flow_state **more,
                vt_flow_state **done) {
    bool soft = loop->run->soft;
    if (loop->counter.kind == VT_FLOW_NIL) {
        *more = *done = state;
    } else {
        vt_flow_split_less(loop->run, state, vt_flow_number(round, round), loop->counter, false,
                           more, done);
    }
    loop->run->soft = soft;
}

static vt_flow_states run_rounds(const looping *loop, vt_flow_state *state) {
    vt_flow_run *run = loop->run;
    uint32_t most = loop->exact ? VT_FLOW_ITEMS : VT_FLOW_ROUNDS;
    vt_flow_states out = { 0 }, states = { 0 };
    /* The variables of the loop live as long as its block. */
    vt_flow_scope scope = { &loop->node->block, run->scope };
    vt_flow_add(run, &states, state);
    run->scope = &scope;
    for (uint32_t round = 0; round < most && states.count; round++) {
        vt_flow_states entering = { 0 };
        for (vt_flow_state *at = states.first; at; at = at->next) {
            vt_flow_state *more, *done;
            ask(loop, at, round, &more, &done);
            vt_flow_add(run, &entering, more ? set_variables(loop, more, round + 1) : NULL);
            vt_flow_add(run, &out, done);
        }
        states = run_body(run, loop->node, entering, &out);
        vt_flow_limit(run, &states);
    }
    run->scope = scope.outer;
    vt_flow_join(&out, &states);
    return out;
}

/* A loop over the elements of a value. */
static vt_flow_states over(vt_flow_run *run, vt_flow_state *state, const vt_lua_node *node,
                           vt_flow_value container, bool in_order) {
    looping loop = { .run = run, .node = node, .container = container, .in_order = in_order };
    if (container.kind == VT_FLOW_SYMBOL) {
        loop.counter =
            vt_flow_symbol_value(vt_flow_length(run, container.symbol, in_order ? "#" : "pairs()"));
    } else if (container.kind == VT_FLOW_TABLE) {
        bool all_known;
        vt_flow_value count = vt_flow_count(run, state, container, &all_known);
        bool list = in_order || count.low > 0;
        loop.exact = all_known && list && count.high <= VT_FLOW_ITEMS;
        loop.in_order = list;
        if (list) loop.counter = count;
        if (all_known && !list) {
            double fields = (double)vt_flow_fields(run, state, container, 0, NULL, NULL);
            loop.fields = loop.exact = fields <= VT_FLOW_ITEMS;
            if (loop.exact) loop.counter = vt_flow_number(fields, fields);
        }
    }
    return run_rounds(&loop, state);
}

static vt_flow_states run_pairs(vt_flow_run *run, vt_flow_state *state, const vt_lua_node *node,
                                bool in_order) {
    const vt_lua_node *call = node->list.first;
    vt_flow_states out = { 0 }, lists = vt_flow_evaluate_list(run, state, &call->list);
    for (vt_flow_state *at = lists.first; at; at = at->next) {
        vt_flow_value list = vt_flow_value_at(at, 0);
        const vt_lua_node *name = call->list.first ? call->list.first : call;
        vt_flow_state *there = vt_flow_require(run, at, list, VT_LINT_LUA_NIL_ARGUMENT, call, name);
        vt_flow_states after = { 0 };
        if (there) after = over(run, there, node, list, in_order);
        vt_flow_join(&out, &after);
    }
    return out;
}

static vt_flow_states run_generic(vt_flow_run *run, vt_flow_state *state, const vt_lua_node *node) {
    const vt_lua_node *first = node->list.first;
    bool alone = first->kind == VT_LUA_CALL && !first->next;
    if (alone && vt_flow_is_library(run, state, first->left, "", "ipairs")) {
        return run_pairs(run, state, node, true);
    }
    if (alone && vt_flow_is_library(run, state, first->left, "", "pairs")) {
        return run_pairs(run, state, node, false);
    }
    vt_flow_states out = { 0 }, values = vt_flow_evaluate_list(run, state, &node->list);
    for (vt_flow_state *at = values.first; at; at = at->next) {
        vt_flow_states after = over(run, at, node, vt_flow_simple(VT_FLOW_NIL), false);
        vt_flow_join(&out, &after);
    }
    return out;
}

/* From 1 to the length of a list, the rounds are those of its elements. */
static vt_flow_states run_numeric(vt_flow_run *run, vt_flow_state *state, const vt_lua_node *node) {
    vt_flow_states out = { 0 }, values = vt_flow_evaluate_list(run, state, &node->list);
    for (vt_flow_state *at = values.first; at; at = at->next) {
        vt_flow_state *there = at;
        size_t index = 0;
        for (const vt_lua_node *bound = node->list.first; bound; bound = bound->next) {
            there = vt_flow_require(run, there, vt_flow_value_at(at, index++),
                                    VT_LINT_LUA_NIL_OPERAND, node, bound);
        }
        vt_flow_value from = vt_flow_value_at(at, 0), to = vt_flow_value_at(at, 1);
        bool from_one = from.kind == VT_FLOW_NUMBER && from.low == 1 && from.high == 1;
        bool counted = (to.kind == VT_FLOW_SYMBOL && to.symbol->counts) ||
                       (to.kind == VT_FLOW_NUMBER && to.high <= VT_FLOW_ITEMS);
        looping loop = { .run = run, .node = node };
        if (from_one && counted && node->list.count == 2) {
            loop.in_order = true;
            loop.exact = to.kind == VT_FLOW_NUMBER;
            loop.counter = to;
        }
        vt_flow_states after = { 0 };
        if (there) after = run_rounds(&loop, there);
        vt_flow_join(&out, &after);
    }
    return out;
}

/* ------------------------------------------------------------- while and repeat */

static void split_condition(vt_flow_run *run, const vt_flow_states *states,
                            const vt_lua_node *condition, vt_flow_states *yes, vt_flow_states *no) {
    bool soft = run->soft;
    for (vt_flow_state *at = states->first; at; at = at->next) {
        vt_flow_states values = vt_flow_evaluate(run, at, condition);
        for (vt_flow_state *value = values.first; value; value = value->next) {
            vt_flow_state *truthy, *falsy;
            vt_flow_split(run, value, value->value, &truthy, &falsy);
            vt_flow_add(run, yes, truthy);
            vt_flow_add(run, no, falsy);
        }
    }
    vt_flow_limit(run, yes);
    vt_flow_limit(run, no);
    run->soft = soft;
}

/* After the last round, those in which the condition still holds are left out. */
static vt_flow_states run_while(vt_flow_run *run, vt_flow_state *state, const vt_lua_node *node) {
    vt_flow_states out = { 0 }, states = { 0 };
    vt_flow_add(run, &states, state);
    for (uint32_t round = 0; round <= VT_FLOW_ROUNDS && states.count; round++) {
        vt_flow_states entering = { 0 };
        split_condition(run, &states, node->left, &entering, &out);
        if (round == VT_FLOW_ROUNDS) {
            run->cut = run->cut || entering.count;
            break;
        }
        states = run_body(run, node, entering, &out);
    }
    return out;
}

static vt_flow_states run_repeat(vt_flow_run *run, vt_flow_state *state, const vt_lua_node *node) {
    vt_flow_states out = { 0 }, states = { 0 };
    vt_flow_add(run, &states, state);
    for (uint32_t round = 0; round < VT_FLOW_ROUNDS && states.count; round++) {
        vt_flow_states again = { 0 };
        states = run_body(run, node, states, &out);
        split_condition(run, &states, node->left, &out, &again);
        states = again;
    }
    run->cut = run->cut || states.count;
    return out;
}

vt_flow_states vt_flow_loop(vt_flow_run *run, vt_flow_state *state, const vt_lua_node *node) {
    switch ((int)node->kind) {
    case VT_LUA_WHILE:
        return run_while(run, state, node);
    case VT_LUA_REPEAT:
        return run_repeat(run, state, node);
    case VT_LUA_NUMERIC_FOR:
        return run_numeric(run, state, node);
    default:
        return run_generic(run, state, node);
    }
}
