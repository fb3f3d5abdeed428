/* States of a run: their variables and facts, and leaving out states that are too many. */
#include <math.h>

#include "author/lint/flow/flow_run.h"

enum { FEW_STATES = 2, MANY_STATES = 16 };

/* Each link of a list that is looked at is a step: lists grow with the script. */
static bool charge(vt_flow_run *run, uint64_t links) {
    return vt_lint_charge(run->script->lint, links);
}

/* Whether there are steps left, so that a run out of them does not search its lists any more. */
static bool goes_on(vt_flow_run *run) {
    return charge(run, 0);
}

void *vt_flow_allocate(vt_flow_run *run, size_t bytes) {
    if (!vt_lint_charge(run->script->lint, 1 + bytes / 4)) return NULL;
    void *block = vt_arena_allocate_zeroed(&run->arena, bytes);
    if (!block) run->script->lint->no_memory = true;
    return block;
}

static vt_flow_state *copy_of(vt_flow_run *run, const vt_flow_state *state) {
    vt_flow_state *copy = state ? vt_flow_allocate(run, sizeof *copy) : NULL;
    if (!copy) return NULL;
    *copy = *state;
    copy->next = NULL;
    return copy;
}

static void append(vt_flow_states *states, vt_flow_state *state) {
    if (states->last) {
        states->last->next = state;
    } else {
        states->first = state;
    }
    states->last = state;
    states->count++;
}

void vt_flow_add(vt_flow_run *run, vt_flow_states *states, const vt_flow_state *state) {
    vt_flow_state *copy = copy_of(run, state);
    if (copy) append(states, copy);
}

void vt_flow_give(vt_flow_run *run, vt_flow_states *states, const vt_flow_state *state,
                  vt_flow_value value) {
    vt_flow_state *copy = copy_of(run, state);
    if (!copy) return;
    copy->value = value;
    copy->all = NULL;
    copy->count = 0;
    append(states, copy);
}

void vt_flow_join(vt_flow_states *states, vt_flow_states *added) {
    if (!added->first) return;
    if (states->last) {
        states->last->next = added->first;
    } else {
        states->first = added->first;
    }
    states->last = added->last;
    states->count += added->count;
    *added = (vt_flow_states){ 0 };
}

/* -------------------------------------------------------------------- bindings */

const vt_flow_binding *vt_flow_find(vt_flow_run *run, const vt_flow_state *state, const void *owner,
                                    vt_text key) {
    uint64_t seen = 1;
    const vt_flow_binding *at = goes_on(run) ? state->bindings : NULL;
    while (at && (at->owner != owner || !vt_text_equal(at->key, key))) {
        /* What is before the constructor ran belongs to another table. */
        if (owner && at->owner == owner && vt_text_equal(at->key, VT_FLOW_MADE)) at = NULL;
        if (at) at = at->next;
        seen++;
    }
    return charge(run, seen) ? at : NULL;
}

static vt_flow_state *bind_in(vt_flow_run *run, const vt_flow_state *state,
                              const vt_flow_binding *binding) {
    vt_flow_state *copy = copy_of(run, state);
    vt_flow_binding *bound = copy ? vt_flow_allocate(run, sizeof *bound) : NULL;
    if (!bound) return NULL;
    *bound = *binding;
    bound->next = copy->bindings;
    copy->bindings = bound;
    return copy;
}

vt_flow_state *vt_flow_bind(vt_flow_run *run, const vt_flow_state *state, const void *owner,
                            vt_text key, vt_flow_value value) {
    if (!state) return NULL;
    const vt_flow_binding *old = vt_flow_find(run, state, owner, key);
    vt_flow_binding bound = { owner, key, old ? old->scope : NULL, value, NULL };
    return bind_in(run, state, &bound);
}

vt_flow_state *vt_flow_declare(vt_flow_run *run, const vt_flow_state *state,
                               const vt_lua_local *local, vt_flow_value value) {
    const void *scope = run->scope ? run->scope->block : NULL;
    vt_flow_binding bound = { local, VT_TEXT(""), scope, value, NULL };
    return state ? bind_in(run, state, &bound) : NULL;
}

/* ----------------------------------------------------------------------- facts */

/* What a symbol is before the script has looked at it. Numbers of an object are counts. */
static vt_flow_fact by_nature(vt_flow_symbol *symbol) {
    vt_flow_fact fact = { .symbol = symbol, .possible = symbol->possible, .order = 7 };
    fact.soft = true;
    fact.high = HUGE_VAL;
    return fact;
}

static const vt_flow_fact *find_fact(vt_flow_run *run, const vt_flow_state *state,
                                     const vt_flow_symbol *symbol) {
    uint64_t seen = 1;
    const vt_flow_fact *at = goes_on(run) ? state->facts : NULL;
    while (at && at->symbol != symbol) {
        at = at->next;
        seen++;
    }
    return charge(run, seen) ? at : NULL;
}

bool vt_flow_has_fact(vt_flow_run *run, const vt_flow_state *state, const vt_flow_symbol *symbol) {
    return find_fact(run, state, symbol) != NULL;
}

/* An element is there when the list is long enough. */
static void apply_length(vt_flow_run *run, const vt_flow_state *state, vt_flow_fact *fact) {
    const vt_flow_symbol *list = fact->symbol->parent;
    vt_flow_symbol *at = list->children;
    while (at && charge(run, 1) && !(at->counts && vt_text_is(at->key, "#"))) at = at->next;
    const vt_flow_fact *length = at ? find_fact(run, state, at) : NULL;
    if (!length) return;
    if (length->low >= fact->symbol->index) fact->possible &= (uint8_t)~VT_FLOW_IS_NIL;
    if (length->high < fact->symbol->index) fact->possible = VT_FLOW_IS_NIL;
}

vt_flow_fact vt_flow_known(vt_flow_run *run, const vt_flow_state *state, vt_flow_symbol *symbol) {
    const vt_flow_fact *found = find_fact(run, state, symbol);
    vt_flow_fact fact = found ? *found : by_nature(symbol);
    if (symbol->index) apply_length(run, state, &fact);
    return fact;
}

vt_flow_state *vt_flow_learn(vt_flow_run *run, const vt_flow_state *state, vt_flow_fact fact) {
    vt_flow_state *copy = copy_of(run, state);
    vt_flow_fact *learnt = copy ? vt_flow_allocate(run, sizeof *learnt) : NULL;
    if (!learnt) return NULL;
    *learnt = fact;
    learnt->next = copy->facts;
    copy->facts = learnt;
    return copy;
}

/* -------------------------------------------------------------------- reducing */

static bool is_alive(vt_flow_run *run, const void *scope) {
    if (!scope) return true;
    for (const vt_flow_scope *at = run->scope; at && charge(run, 1); at = at->outer) {
        if (at->block == scope) return true;
    }
    return false;
}

/* The outermost element that a symbol is a part of, or the hidden value; NULL: neither. */
static vt_flow_symbol *passing(vt_flow_run *run, vt_flow_symbol *symbol) {
    vt_flow_symbol *found = NULL;
    for (vt_flow_symbol *at = symbol; at && charge(run, 1); at = at->parent) {
        if (at->is_item || at->parent == run->hidden) found = at;
    }
    return found;
}

/* The bindings that can still be read, each once. */
static bool reduce_bindings(vt_flow_run *run, vt_flow_state *state) {
    vt_flow_state reduced = { 0 };
    const vt_flow_binding **end = &reduced.bindings;
    for (const vt_flow_binding *at = state->bindings; at; at = at->next) {
        bool made_again = at->owner && vt_flow_find(run, &reduced, at->owner, VT_FLOW_MADE);
        if (made_again || !is_alive(run, at->scope) ||
            vt_flow_find(run, &reduced, at->owner, at->key)) {
            continue;
        }
        vt_flow_binding *kept = vt_flow_allocate(run, sizeof *kept);
        if (!kept) return false;
        *kept = *at;
        kept->next = NULL;
        *end = kept;
        end = &kept->next;
    }
    state->bindings = reduced.bindings;
    return true;
}

static void hold(vt_flow_run *run, const vt_flow_value *value) {
    bool symbol = value->kind == VT_FLOW_SYMBOL;
    vt_flow_symbol *part = symbol ? passing(run, value->symbol) : NULL;
    if (part) part->held = run->stamp;
}

/* Mark what variables, and the value at hand, are parts of. */
static void hold_parts(vt_flow_run *run, const vt_flow_state *state) {
    run->stamp++;
    hold(run, &state->value);
    for (size_t i = 0; i < state->count; i++) hold(run, &state->all[i]);
    for (const vt_flow_binding *at = state->bindings; at; at = at->next) hold(run, &at->value);
    for (const vt_flow_pending *at = run->pending; at; at = at->outer) {
        if (!charge(run, 1 + at->count)) return;
        for (size_t i = 0; i < at->count; i++) hold(run, &at->values[i]);
    }
}

/* That every element of a list has a field is often tested in a loop of its own. */
static bool is_presence(const vt_flow_fact *fact) {
    return fact->symbol->optional && !(fact->possible & VT_FLOW_IS_NIL);
}

/* Of a length only whether it is 0. */
static void forget_length(vt_flow_fact *fact) {
    if (fact->low < 1) return;
    fact->low = 1;
    fact->high = HUGE_VAL;
    fact->known = false;
    fact->others = NULL;
    fact->other_count = 0;
}

/* The latest fact of each symbol that can still matter. */
static bool reduce_facts(vt_flow_run *run, vt_flow_state *state) {
    vt_flow_state reduced = { 0 };
    hold_parts(run, state);
    uint32_t seen = ++run->stamp;
    for (const vt_flow_fact *at = state->facts; at; at = at->next) {
        vt_flow_symbol *part = passing(run, at->symbol);
        if (at->symbol->seen == seen) continue;
        at->symbol->seen = seen;
        if (part && part->held != seen - 1 && !is_presence(at)) continue;
        vt_flow_fact *kept = vt_flow_allocate(run, sizeof *kept);
        if (!kept) return false;
        *kept = *at;
        if (run->leaving && at->symbol->counts) forget_length(kept);
        kept->next = reduced.facts;
        reduced.facts = kept;
    }
    state->facts = reduced.facts;
    return true;
}

/* ------------------------------------------------------------------- comparing */

static bool same_value(const vt_flow_value *a, const vt_flow_value *b) {
    if (a->kind != b->kind || a->soft != b->soft || a->node != b->node) return false;
    if (a->kind == VT_FLOW_NUMBER) return a->low == b->low && a->high == b->high;
    if (a->kind == VT_FLOW_STRING) return vt_text_equal(a->text, b->text);
    if (a->kind == VT_FLOW_FUNCTION) return a->function == b->function;
    return a->kind != VT_FLOW_SYMBOL || a->symbol == b->symbol;
}

static bool same_fact(const vt_flow_fact *a, const vt_flow_fact *b) {
    return a->possible == b->possible && a->order == b->order && a->known == b->known &&
           a->low == b->low && a->high == b->high && a->others == b->others &&
           (!a->known || same_value(&a->equal, &b->equal));
}

static bool same_values(const vt_flow_state *a, const vt_flow_state *b) {
    if (!same_value(&a->value, &b->value) || a->count != b->count) return false;
    for (size_t i = 0; i < a->count; i++) {
        if (!same_value(&a->all[i], &b->all[i])) return false;
    }
    return true;
}

/* Of reduced states: whether all that `a` knows is known in `b` too. */
static bool covers(vt_flow_run *run, const vt_flow_state *a, const vt_flow_state *b) {
    if (!same_values(a, b)) return false;
    for (const vt_flow_binding *at = a->bindings; at; at = at->next) {
        const vt_flow_binding *other = vt_flow_find(run, b, at->owner, at->key);
        if (!other || !same_value(&at->value, &other->value)) return false;
    }
    for (const vt_flow_fact *at = a->facts; at; at = at->next) {
        const vt_flow_fact *other = find_fact(run, b, at->symbol);
        if (!other || !same_fact(at, other)) return false;
    }
    return true;
}

/* A number that equal states share, whatever the order of their lists. */
static uint64_t hash_value(const vt_flow_value *value) {
    bool symbol = value->kind == VT_FLOW_SYMBOL;
    return (uintptr_t)value->node * 17 + value->kind + (symbol ? (uintptr_t)value->symbol : 0);
}

static uint64_t hash_of(const vt_flow_state *state) {
    uint64_t sum = hash_value(&state->value);
    for (const vt_flow_binding *at = state->bindings; at; at = at->next) {
        sum += ((uintptr_t)at->owner + at->key.size) * (31 + hash_value(&at->value));
    }
    for (const vt_flow_fact *at = state->facts; at; at = at->next) {
        uint64_t value = at->possible * 8u + at->order + at->other_count * 257u;
        sum += (uintptr_t)at->symbol * (31 + value) + at->known;
    }
    return sum;
}

static bool is_repeated(vt_flow_run *run, const vt_flow_states *kept, const vt_flow_state *state) {
    for (const vt_flow_state *at = kept->first; at; at = at->next) {
        if (!vt_lint_charge(run->script->lint, 1)) return true;
        if (at->hash == state->hash && covers(run, at, state) && covers(run, state, at))
            return true;
    }
    return false;
}

/* How many states are kept: fewer for each of several that are followed side by side, and fewer the
** more steps have been used, so that a script is run to its end. */
static size_t most_states(const vt_flow_run *run) {
    const vt_steps *steps = &run->script->lint->steps;
    size_t most = VT_FLOW_MOST_STATES / (run->crowd ? run->crowd : 1);
    size_t least = VT_FLOW_LEAST_STATES;
    for (uint64_t part = steps->most / 64; least > 1 && steps->done > part; part *= 2) {
        most /= 2;
        least /= 2;
    }
    return most < least ? least : most;
}

static void reduce(vt_flow_run *run, vt_flow_states *states) {
    vt_flow_states kept = { 0 };
    for (vt_flow_state *at = states->first, *next; at; at = next) {
        next = at->next;
        at->next = NULL;
        if (!reduce_bindings(run, at) || !reduce_facts(run, at)) break;
        at->hash = hash_of(at);
        if (!is_repeated(run, &kept, at)) append(&kept, at);
    }
    *states = (vt_flow_states){ 0 };
    size_t index = 0, count = kept.count, most = most_states(run);
    for (vt_flow_state *at = kept.first, *next; at; at = next, index++) {
        next = at->next;
        at->next = NULL;
        /* Evenly spaced, so that those that are kept differ. */
        bool wanted = count <= most || index * most / count != (index + 1) * most / count;
        if (wanted) append(states, at);
        run->cut = run->cut || !wanted;
    }
}

void vt_flow_limit(vt_flow_run *run, vt_flow_states *states) {
    size_t most = most_states(run);
    if (states->count > (most < MANY_STATES ? most : MANY_STATES)) reduce(run, states);
}

void vt_flow_settle(vt_flow_run *run, vt_flow_states *states) {
    if (states->count <= FEW_STATES) return;
    run->leaving = true;
    reduce(run, states);
    run->leaving = false;
}
