/* What a condition leaves of a state. */
#include <math.h>

#include "author/lint/flow/flow_run.h"

enum { LESS = 1, EQUAL = 2, GREATER = 4, MOST_OTHERS = 64 };

static uint8_t bit_of(const vt_flow_value *value) {
    static const uint8_t bits[] = {
        [VT_FLOW_NIL] = VT_FLOW_IS_NIL,
        [VT_FLOW_FALSE] = VT_FLOW_IS_FALSE,
        [VT_FLOW_TRUE] = VT_FLOW_IS_TRUE,
    };
    return value->kind <= VT_FLOW_TRUE ? bits[value->kind] : VT_FLOW_IS_OTHER;
}

static bool is_exact(const vt_flow_value *value) {
    return value->kind == VT_FLOW_NUMBER && value->low == value->high;
}

/* nil, a boolean, a string or an exact number. */
static bool is_constant(const vt_flow_value *value) {
    return value->kind <= VT_FLOW_TRUE || value->kind == VT_FLOW_STRING || is_exact(value);
}

static bool equal_constants(const vt_flow_value *a, const vt_flow_value *b) {
    if (a->kind != b->kind) return false;
    if (a->kind == VT_FLOW_NUMBER) return a->low == b->low;
    return a->kind != VT_FLOW_STRING || vt_text_equal(a->text, b->text);
}

/* A result that is certain. */
static void decide(vt_flow_run *run, vt_flow_state *state, bool soft, bool result,
                   vt_flow_state **yes, vt_flow_state **no) {
    run->soft = run->soft || soft;
    *yes = result ? state : NULL;
    *no = result ? NULL : state;
}

/* A result that nothing decides and that teaches nothing. */
static void leave_open(vt_flow_state *state, vt_flow_state **yes, vt_flow_state **no) {
    *yes = *no = state;
}

/* -------------------------------------------------------------------- learning */

/* The state in which a symbol is one of `possible`; NULL: it cannot be. */
static vt_flow_state *narrow(vt_flow_run *run, vt_flow_state *state, vt_flow_fact fact,
                             unsigned possible) {
    unsigned left = fact.possible & possible;
    if (!left || !state) return NULL;
    if (left == fact.possible) return state;
    fact.possible = (uint8_t)left;
    fact.soft = false;
    return vt_flow_learn(run, state, fact);
}

/* What the type of a symbol says of it. */
static vt_flow_state *apply_type(vt_flow_run *run, vt_flow_state *state, vt_flow_symbol *type,
                                 vt_text name, bool is) {
    vt_flow_fact fact = vt_flow_known(run, state, type->of);
    unsigned possible = VT_FLOW_IS_OTHER;
    if (vt_text_is(name, "nil")) possible = VT_FLOW_IS_NIL;
    if (vt_text_is(name, "boolean")) possible = VT_FLOW_IS_TRUE | VT_FLOW_IS_FALSE;
    if (is) return narrow(run, state, fact, possible);
    if (possible == VT_FLOW_IS_OTHER) return state;
    return narrow(run, state, fact, (unsigned)(VT_FLOW_IS_ANY & ~possible));
}

static vt_flow_state *learn_equal(vt_flow_run *run, vt_flow_state *state, vt_flow_fact fact,
                                  const vt_flow_value *constant) {
    fact.possible = bit_of(constant);
    fact.known = true;
    fact.equal = *constant;
    fact.soft = false;
    if (constant->kind == VT_FLOW_NUMBER) fact.low = fact.high = constant->low;
    vt_flow_state *learnt = vt_flow_learn(run, state, fact);
    if (!learnt || !fact.symbol->of || constant->kind != VT_FLOW_STRING) return learnt;
    return apply_type(run, learnt, fact.symbol, constant->text, true);
}

static vt_flow_state *learn_different(vt_flow_run *run, vt_flow_state *state, vt_flow_fact fact,
                                      const vt_flow_value *constant) {
    fact.soft = false;
    if (constant->kind <= VT_FLOW_TRUE) {
        fact.possible &= (uint8_t)~bit_of(constant);
        return vt_flow_learn(run, state, fact);
    }
    if (is_exact(constant) && constant->low == fact.low) fact.low += 1;
    if (fact.other_count < MOST_OTHERS) {
        vt_flow_other *other = vt_flow_allocate(run, sizeof *other);
        if (!other) return NULL;
        *other = (vt_flow_other){ *constant, fact.others };
        fact.others = other;
        fact.other_count++;
    }
    vt_flow_state *learnt = vt_flow_learn(run, state, fact);
    if (!learnt || !fact.symbol->of || constant->kind != VT_FLOW_STRING) return learnt;
    return apply_type(run, learnt, fact.symbol, constant->text, false);
}

/* ----------------------------------------------------------------------- truth */

static void split_symbol(vt_flow_run *run, vt_flow_state *state, vt_flow_symbol *symbol,
                         vt_flow_state **truthy, vt_flow_state **falsy) {
    vt_flow_fact fact = vt_flow_known(run, state, symbol);
    *truthy = narrow(run, state, fact, VT_FLOW_IS_TRUE | VT_FLOW_IS_OTHER);
    *falsy = narrow(run, state, fact, VT_FLOW_IS_NIL | VT_FLOW_IS_FALSE);
    if (fact.soft && (!*truthy || !*falsy)) run->soft = true;
}

void vt_flow_split(vt_flow_run *run, vt_flow_state *state, vt_flow_value value,
                   vt_flow_state **truthy, vt_flow_state **falsy) {
    *truthy = *falsy = NULL;
    if (!state) return;
    if (value.kind == VT_FLOW_SYMBOL) {
        split_symbol(run, state, value.symbol, truthy, falsy);
    } else {
        decide(run, state, value.soft, value.kind > VT_FLOW_FALSE, truthy, falsy);
    }
}

/* -------------------------------------------------------------------- equality */

static bool is_other(vt_flow_run *run, const vt_flow_fact *fact, const vt_flow_value *constant) {
    for (const vt_flow_other *at = fact->others; at; at = at->next) {
        if (!vt_lint_charge(run->script->lint, 1)) return false;
        if (equal_constants(&at->value, constant)) return true;
    }
    return false;
}

/* -1: it never equals the constant, 1: it always does, 0: it may. */
static int compare_constant(vt_flow_run *run, const vt_flow_fact *fact,
                            const vt_flow_value *constant) {
    unsigned bit = bit_of(constant);
    if (!(fact->possible & bit)) return -1;
    if (fact->known) return equal_constants(&fact->equal, constant) ? 1 : -1;
    if (bit != VT_FLOW_IS_OTHER) return fact->possible == bit ? 1 : 0;
    if (is_exact(constant) && (constant->low < fact->low || constant->low > fact->high)) return -1;
    if (is_exact(constant) && fact->low == fact->high && fact->symbol->counts) return 1;
    return is_other(run, fact, constant) ? -1 : 0;
}

static void split_constant(vt_flow_run *run, vt_flow_state *state, vt_flow_symbol *symbol,
                           const vt_flow_value *constant, vt_flow_state **same,
                           vt_flow_state **different) {
    vt_flow_fact fact = vt_flow_known(run, state, symbol);
    int result = compare_constant(run, &fact, constant);
    if (result) {
        decide(run, state, fact.soft, result > 0, same, different);
        return;
    }
    *same = learn_equal(run, state, fact, constant);
    *different = learn_different(run, state, fact, constant);
}

/* The order of two symbols; `wanted`: the orders, of the first to the second, that are the yes. */
static void split_pair(vt_flow_run *run, vt_flow_state *state, vt_flow_symbol *a, vt_flow_symbol *b,
                       unsigned wanted, vt_flow_state **yes, vt_flow_state **no) {
    bool swapped;
    vt_flow_symbol *pair = vt_flow_pair(run, a, b, &swapped);
    *yes = *no = NULL;
    if (!pair) return;
    if (swapped) {
        wanted = (wanted & EQUAL) | (wanted & LESS ? GREATER : 0) | (wanted & GREATER ? LESS : 0);
    }
    vt_flow_fact fact = vt_flow_known(run, state, pair);
    unsigned order = fact.order;
    fact.soft = false;
    if (order & wanted) {
        fact.order = (uint8_t)(order & wanted);
        *yes = vt_flow_learn(run, state, fact);
    }
    if (order & ~wanted) {
        fact.order = (uint8_t)(order & ~wanted);
        *no = vt_flow_learn(run, state, fact);
    }
}

/* Two equal symbols are both there when one is. */
static vt_flow_state *share_presence(vt_flow_run *run, vt_flow_state *state, vt_flow_symbol *a,
                                     vt_flow_symbol *b) {
    if (!state) return NULL;
    vt_flow_fact first = vt_flow_known(run, state, a), second = vt_flow_known(run, state, b);
    unsigned both = first.possible & second.possible;
    return narrow(run, narrow(run, state, first, both), second, both);
}

static void split_symbols(vt_flow_run *run, vt_flow_state *state, vt_flow_symbol *a,
                          vt_flow_symbol *b, vt_flow_state **same, vt_flow_state **different) {
    vt_flow_fact first = vt_flow_known(run, state, a), second = vt_flow_known(run, state, b);
    unsigned one = VT_FLOW_IS_NIL;
    if (a == b || (first.possible == one && second.possible == one)) {
        decide(run, state, true, true, same, different);
    } else if (second.known) {
        split_constant(run, state, a, &second.equal, same, different);
    } else if (first.known) {
        split_constant(run, state, b, &first.equal, same, different);
    } else {
        split_pair(run, state, a, b, EQUAL, same, different);
        *same = share_presence(run, *same, a, b);
    }
}

void vt_flow_split_equal(vt_flow_run *run, vt_flow_state *state, vt_flow_value a, vt_flow_value b,
                         vt_flow_state **same, vt_flow_state **different) {
    *same = *different = NULL;
    if (!state) return;
    if (b.kind == VT_FLOW_SYMBOL && a.kind != VT_FLOW_SYMBOL) {
        vt_flow_value swapped = a;
        a = b;
        b = swapped;
    }
    if (a.kind == VT_FLOW_SYMBOL && b.kind == VT_FLOW_SYMBOL) {
        split_symbols(run, state, a.symbol, b.symbol, same, different);
    } else if (a.kind == VT_FLOW_SYMBOL && is_constant(&b)) {
        split_constant(run, state, a.symbol, &b, same, different);
    } else if (a.kind == VT_FLOW_SYMBOL) {
        if (b.kind == VT_FLOW_NUMBER) {
            leave_open(state, same, different);
        } else {
            decide(run, state, true, false, same, different); /* a table of the script's own */
        }
    } else if (is_constant(&a) && is_constant(&b)) {
        decide(run, state, true, equal_constants(&a, &b), same, different);
    } else if (a.kind == VT_FLOW_NUMBER && b.kind == VT_FLOW_NUMBER && a.low <= b.high &&
               b.low <= a.high) {
        leave_open(state, same, different);
    } else {
        bool one = a.kind == b.kind && a.kind > VT_FLOW_STRING && a.node == b.node;
        if (one && a.kind == VT_FLOW_FUNCTION) one = a.function == b.function;
        decide(run, state, true, one, same, different);
    }
}

/* ----------------------------------------------------------------------- order */

/* A symbol on one side and an exact number on the other. `is_less`: symbol < limit is the yes, and
** with `or_equal` also symbol = limit. Numbers are taken for whole ones. */
static void split_limit(vt_flow_run *run, vt_flow_state *state, vt_flow_symbol *symbol,
                        const vt_flow_value *limit, bool or_equal, vt_flow_state **yes,
                        vt_flow_state **no) {
    vt_flow_fact fact = vt_flow_known(run, state, symbol);
    double most = or_equal || limit->low != floor(limit->low) ? floor(limit->low) : limit->low - 1;
    if (fact.high <= most || fact.low > most) {
        decide(run, state, fact.soft || limit->soft, fact.high <= most, yes, no);
        return;
    }
    fact.soft = false;
    vt_flow_fact above = fact;
    fact.high = most;
    above.low = most + 1;
    *yes = vt_flow_learn(run, state, fact);
    *no = vt_flow_learn(run, state, above);
}

void vt_flow_split_less(vt_flow_run *run, vt_flow_state *state, vt_flow_value a, vt_flow_value b,
                        bool or_equal, vt_flow_state **yes, vt_flow_state **no) {
    *yes = *no = NULL;
    if (!state) return;
    if (a.kind == VT_FLOW_SYMBOL && b.kind == VT_FLOW_SYMBOL && a.symbol != b.symbol) {
        split_pair(run, state, a.symbol, b.symbol, or_equal ? LESS | EQUAL : LESS, yes, no);
    } else if (a.kind == VT_FLOW_SYMBOL && is_exact(&b)) {
        split_limit(run, state, a.symbol, &b, or_equal, yes, no);
    } else if (is_exact(&a) && b.kind == VT_FLOW_SYMBOL) {
        split_limit(run, state, b.symbol, &a, !or_equal, no, yes);
    } else if (a.kind == VT_FLOW_NUMBER && b.kind == VT_FLOW_NUMBER &&
               (a.high < b.low || (or_equal && a.high <= b.low))) {
        decide(run, state, true, true, yes, no);
    } else if (a.kind == VT_FLOW_NUMBER && b.kind == VT_FLOW_NUMBER &&
               (a.low > b.high || (!or_equal && a.low >= b.high))) {
        decide(run, state, true, false, yes, no);
    } else {
        run->soft = true;
        leave_open(state, yes, no);
    }
}

/* ---------------------------------------------------------------------- presence */

/* How a message names what may be missing. */
static vt_text name_of(vt_flow_run *run, vt_flow_value value, const vt_lua_node *name) {
    vt_text path = VT_TEXT("");
    if (value.kind == VT_FLOW_SYMBOL) path = vt_flow_path(run, value.symbol);
    if (path.size) return path;
    if (name->kind == VT_LUA_NAME) return name->text;
    if (name->kind == VT_LUA_INDEX && name->right->kind == VT_LUA_STRING) return name->right->text;
    return VT_TEXT("this value");
}

static void report(vt_flow_run *run, vt_flow_value value, vt_lint_rule_id rule,
                   const vt_lua_node *node, const vt_lua_node *name, bool certain) {
    vitals_lint *lint = run->script->lint;
    vt_place place = vt_lint_node_place(run->script, node);
    if (vt_lint_has(lint, rule, place.file, place.line)) return;
    vt_text called = name_of(run, value, name);
    const char *what = vitals_lint_rule_at(rule)->summary;
    vt_lint_add(lint, rule, place, VT_TEXT_ABSENT,
                certain ? "%.*s is nil here: %s" : "%.*s may be missing: %s", VT_TEXT_ARG(called),
                what);
}

vt_flow_state *vt_flow_require(vt_flow_run *run, vt_flow_state *state, vt_flow_value value,
                               vt_lint_rule_id rule, const vt_lua_node *node,
                               const vt_lua_node *name) {
    if (!state) return NULL;
    if (value.kind == VT_FLOW_NIL) {
        report(run, value, rule, node, name, true);
        run->soft = true;
        return NULL;
    }
    if (value.kind != VT_FLOW_SYMBOL) return state;
    vt_flow_fact fact = vt_flow_known(run, state, value.symbol);
    if (!(fact.possible & VT_FLOW_IS_NIL)) return state;
    bool certain = fact.possible == VT_FLOW_IS_NIL;
    if (certain || value.symbol->optional) report(run, value, rule, node, name, certain);
    fact.possible &= (uint8_t)~VT_FLOW_IS_NIL;
    fact.soft = true; /* the script does not know it: a later test is not in vain */
    run->soft = run->soft || certain;
    return certain ? NULL : vt_flow_learn(run, state, fact);
}
