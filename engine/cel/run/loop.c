/* Running macros. Loop variables are slots of the state, set before each iteration. */
#include "cel/run/count.h"

/* A running loop. */
typedef struct loop {
    vt_cel_state *state;
    const vt_cel_step *step;
    vt_cel_cursor cursor;
    vt_cel_value *key, *value; /* where each iteration puts them: variables, or `discarded` */
    vt_cel_value discarded;
    vt_cel_value error; /* when begin() failed */
} loop;

/* One variable is the element of a list or the key of a map; two are index and element, or key and
** value. */
static void choose_variables(loop *l, bool is_list) {
    vt_cel_local *locals = l->state->locals + l->step->slot;
    bool is_pair = l->step->is_pair;
    l->key = is_pair || !is_list ? &locals[0].value : &l->discarded;
    l->value = is_pair ? &locals[1].value : is_list ? &locals[0].value : &l->discarded;
}

static bool begin(loop *l, vt_cel_state *state, const vt_cel_step *step) {
    vt_cel_value range = vt_cel_step_run(state, step->children[0]);
    l->state = state;
    l->step = step;
    if (range.kind != VT_CEL_LIST && range.kind != VT_CEL_MAP) {
        state->counted -= step->counted;
        l->error = vt_cel_is_error(range) ? range
                                          : vt_cel_fail(state, "got '%s', expected iterable type",
                                                        vt_cel_go_type_name(range));
        return false;
    }
    l->cursor = vt_cel_cursor_of(range);
    choose_variables(l, range.kind == VT_CEL_LIST);
    return true;
}

/*
** CEL-GO: parser/macro.go. What the loop that a macro stands for does besides its predicate and transform:
** names are 1, calls are 1, a list is 10.
*/
static const struct units {
    uint8_t each;  /* for each element: the condition, and the result so far */
    uint8_t taken; /* for each that is taken: the call that adds it with its arguments */
    uint8_t check; /* for an element that ends the loop: the condition */
} units[] = {
    [VT_CEL_MACRO_ALL] = { 3, 0, 2 },
    [VT_CEL_MACRO_EXISTS] = { 4, 0, 3 },
    [VT_CEL_MACRO_EXISTS_ONE] = { 0, 2, 0 },
    [VT_CEL_MACRO_MAP] = { 0, 2, 0 },
    [VT_CEL_MACRO_FILTER] = { 0, 13, 0 },
    [VT_CEL_MACRO_TRANSFORM_MAP] = { 0, 3, 0 },
    [VT_CEL_MACRO_TRANSFORM_ENTRY] = { 0, 2, 0 },
};

enum { UNITS_OF_LIST = 10 };

static void count_taken(loop *l) {
    if (!l->state->counts) return;
    const vt_cel_step *transform = l->step->children[l->step->child_count - 1];
    /* A list of a constant is a constant, where constants are folded. */
    const bool makes_list =
        l->step->macro == VT_CEL_MACRO_MAP &&
        !(transform->run == vt_cel_run_constant && l->state->program->rules->folded_errors);
    vt_cel_count(l->state, units[l->step->macro].taken + (makes_list ? UNITS_OF_LIST : 0u));
}

static bool next(loop *l) {
    if (!vt_cel_cursor_next(l->state, &l->cursor, l->key, l->value) || !vt_cel_charge(l->state, 1))
        return false;
    if (l->state->counts) vt_cel_count(l->state, units[l->step->macro].each);
    return true;
}

/* The element after the decisive one is asked for, and not looked at. */
static void count_end(loop *l) {
    vt_cel_value key, value;
    if (!l->state->counts || !vt_cel_cursor_next(l->state, &l->cursor, &key, &value)) return;
    vt_cel_count(l->state, units[l->step->macro].check);
}

/* Child `index` as a predicate: a bool or an error. */
static vt_cel_value run_predicate(loop *l, uint32_t index) {
    vt_cel_value value = vt_cel_step_run(l->state, l->step->children[index]);
    if (value.kind == VT_CEL_BOOL || vt_cel_is_error(value)) return value;
    return vt_cel_no_such_overload();
}

static vt_cel_value finish(const loop *l, vt_cel_value result) {
    return l->state->meter.stopped == VITALS_OK ? result : vt_cel_stopped_error(l->state);
}

/* CEL: the first decisive value wins over errors; else the first error is the result. */
static vt_cel_value run_quantifier(vt_cel_state *state, const vt_cel_step *step, bool decisive) {
    loop l;
    if (!begin(&l, state, step)) return l.error;
    vt_cel_value result = vt_cel_of_bool(!decisive);
    while (next(&l)) {
        vt_cel_value answer = run_predicate(&l, 1);
        if (vt_cel_is_error(answer)) {
            if (!vt_cel_is_error(result)) result = answer;
        } else if ((answer.as.integer != 0) == decisive) {
            count_end(&l);
            return finish(&l, answer);
        }
    }
    return finish(&l, result);
}

static vt_cel_value run_all(vt_cel_state *state, const vt_cel_step *step) {
    return run_quantifier(state, step, false);
}

static vt_cel_value run_exists(vt_cel_state *state, const vt_cel_step *step) {
    return run_quantifier(state, step, true);
}

/* CEL-GO: no short circuit, and the last error is the result. */
static vt_cel_value run_exists_one(vt_cel_state *state, const vt_cel_step *step) {
    loop l;
    if (!begin(&l, state, step)) return l.error;
    uint64_t count = 0;
    vt_cel_value error = vt_cel_null_value();
    while (next(&l)) {
        vt_cel_value answer = run_predicate(&l, 1);
        if (vt_cel_is_error(answer))
            error = answer;
        else if (answer.as.integer) {
            count_taken(&l);
            count++;
        }
    }
    return finish(&l, vt_cel_is_error(error) ? error : vt_cel_of_bool(count == 1));
}

/* Whether the filter accepts this element. An error of the filter replaces an earlier one. */
static bool passes(loop *l, vt_cel_value *error) {
    if (!l->step->has_filter) return true;
    vt_cel_value answer = run_predicate(l, 1);
    if (!vt_cel_is_error(answer)) return answer.as.integer != 0;
    *error = answer;
    return false;
}

/* Advance to the next element that the filter accepts, and transform it. After the first error of a
** transform only the filter goes on, whose last error is the result. */
static bool next_transformed(loop *l, vt_cel_value *out, vt_cel_value *error) {
    while (next(l)) {
        if (!passes(l, error) || vt_cel_is_error(*error)) continue;
        *out = vt_cel_step_run(l->state, l->step->children[l->step->child_count - 1]);
        count_taken(l);
        if (!vt_cel_is_error(*out)) return true;
        *error = *out;
    }
    return false;
}

/* e.map(x, t), e.map(x, p, t) */
static vt_cel_value run_map(vt_cel_state *state, const vt_cel_step *step) {
    loop l;
    if (!begin(&l, state, step)) return l.error;
    vt_cel_items items = { 0 };
    vt_cel_value value, error = vt_cel_null_value();
    while (next_transformed(&l, &value, &error)) {
        if (!vt_cel_items_append(state, &items, value)) break;
    }
    return finish(&l, vt_cel_is_error(error) ? error : vt_cel_of_list(items.items, items.count));
}

static vt_cel_value run_filter(vt_cel_state *state, const vt_cel_step *step) {
    loop l;
    if (!begin(&l, state, step)) return l.error;
    vt_cel_items items = { 0 };
    vt_cel_value error = vt_cel_null_value();
    while (next(&l)) {
        vt_cel_value answer = run_predicate(&l, 1);
        if (vt_cel_is_error(answer))
            error = answer;
        else if (answer.as.integer) {
            count_taken(&l);
            if (!vt_cel_items_append(state, &items, state->locals[step->slot].value)) break;
        }
    }
    return finish(&l, vt_cel_is_error(error) ? error : vt_cel_of_list(items.items, items.count));
}

/* Add an entry whose key must be new; an error, or null. */
static vt_cel_value insert(vt_cel_state *state, vt_cel_entries *entries, vt_cel_value key,
                           vt_cel_value value) {
    vt_cel_value found;
    if (vt_cel_map_find(state, vt_cel_entries_map(entries), key, &found)) {
        vt_text shown = vt_cel_plain(state, key);
        return vt_cel_fail(state, "insert failed: key %.*s already exists", VT_TEXT_ARG(shown));
    }
    if (vt_cel_entries_add(state, entries, key, value)) return vt_cel_null_value();
    return vt_cel_stopped_error(state);
}

/* Add all entries of a map that transformMapEntry gave for one element. */
static vt_cel_value insert_all(vt_cel_state *state, vt_cel_entries *entries, vt_cel_value map) {
    if (map.kind != VT_CEL_MAP) return vt_cel_no_such_overload();
    vt_cel_cursor cursor = vt_cel_cursor_of(map);
    vt_cel_value key, value, problem = vt_cel_null_value();
    while (!vt_cel_is_error(problem) && vt_cel_cursor_next(state, &cursor, &key, &value)) {
        problem = insert(state, entries, key, value);
    }
    return problem;
}

static vt_cel_value run_transform_map(vt_cel_state *state, const vt_cel_step *step) {
    loop l;
    if (!begin(&l, state, step)) return l.error;
    bool by_entry = step->macro == VT_CEL_MACRO_TRANSFORM_ENTRY;
    vt_cel_entries entries = { 0 };
    vt_cel_value value, error = vt_cel_null_value();
    while (next_transformed(&l, &value, &error)) {
        error =
            by_entry ? insert_all(state, &entries, value) : insert(state, &entries, *l.key, value);
    }
    return finish(&l, vt_cel_is_error(error) ? error : vt_cel_entries_map(&entries));
}

/* cel.bind(x, init, body): init is evaluated when x is first used. */
static vt_cel_value run_bind(vt_cel_state *state, const vt_cel_step *step) {
    state->locals[step->slot].pending = step->children[0];
    return vt_cel_step_run(state, step->children[1]);
}

static vt_cel_value run_block(vt_cel_state *state, const vt_cel_step *step) {
    uint32_t slots = step->child_count - 1;
    if (!vt_cel_charge(state, slots)) return vt_cel_stopped_error(state);
    for (uint32_t i = 0; i < slots; i++) state->locals[step->slot + i].pending = step->children[i];
    return vt_cel_step_run(state, step->children[slots]);
}

/* o.optMap(x, e), o.optFlatMap(x, e). CEL-GO: the type of optFlatMap's result is not checked. */
static vt_cel_value run_optional(vt_cel_state *state, const vt_cel_step *step) {
    vt_cel_value optional = vt_cel_step_run(state, step->children[0]);
    if (vt_cel_is_error(optional)) return optional;
    if (optional.kind != VT_CEL_OPTIONAL) {
        return vt_cel_overload_error(state, VT_TEXT("hasValue"), &optional, 1);
    }
    const bool wraps_value = step->macro == VT_CEL_MACRO_OPTIONAL_MAP;
    vt_cel_count(state, !optional.as.item ? 1 : wraps_value ? 3 : 2);
    if (!optional.as.item) return optional;
    state->locals[step->slot].value = *optional.as.item;
    vt_cel_value value = vt_cel_step_run(state, step->children[1]);
    bool wraps = wraps_value && !vt_cel_is_error(value);
    return vt_cel_adapt_optional(state, wraps ? vt_cel_some(state, value) : value);
}

const vt_cel_step_fn vt_cel_macro_runs[] = {
    [VT_CEL_MACRO_ALL] = run_all,
    [VT_CEL_MACRO_EXISTS] = run_exists,
    [VT_CEL_MACRO_EXISTS_ONE] = run_exists_one,
    [VT_CEL_MACRO_MAP] = run_map,
    [VT_CEL_MACRO_FILTER] = run_filter,
    [VT_CEL_MACRO_TRANSFORM_MAP] = run_transform_map,
    [VT_CEL_MACRO_TRANSFORM_ENTRY] = run_transform_map,
    [VT_CEL_MACRO_BIND] = run_bind,
    [VT_CEL_MACRO_BLOCK] = run_block,
    [VT_CEL_MACRO_OPTIONAL_MAP] = run_optional,
    [VT_CEL_MACRO_OPTIONAL_FLAT_MAP] = run_optional,
};
