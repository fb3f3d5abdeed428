/* Running steps: logic, equality, literals and calls. Loops are in loop.c, names in attribute.c. */
#include "cel/program.h"

void vt_cel_step_trace(vt_cel_state *state, const vt_cel_step *step, vt_cel_value value) {
    if (step->run == vt_cel_run_constant || step->end <= step->start) return;
    vt_text text = vt_text_between(state->program->source, step->start, step->end);
    vt_buffer *shown = vt_cel_scratch(state);
    vt_cel_append_literal(state, shown, value);
    vt_trace_expression(state->trace, text, step->start, vt_buffer_text(shown));
}

/* Run a step and report its value to the trace. */
vt_cel_value vt_cel_step_run_traced(vt_cel_state *state, const vt_cel_step *step) {
    vt_cel_value value = step->run(state, step);
    vt_cel_step_trace(state, step, value);
    return value;
}

vt_cel_value vt_cel_run_constant(vt_cel_state *state, const vt_cel_step *step) {
    (void)state;
    return step->constant;
}

/* ----------------------------------------------------------------- logic */

/* CEL: the value that determines the result wins over errors on either side; else the first
** error does. An operand that is not a bool is an error as well. */
static vt_cel_value run_logic(vt_cel_state *state, const vt_cel_step *step, bool decisive) {
    vt_cel_value result = vt_cel_of_bool(!decisive);
    if (!vt_cel_charge(state, 1)) return vt_cel_stopped_error(state);
    for (uint32_t i = 0; i < step->child_count; i++) {
        vt_cel_value value = vt_cel_step_run(state, step->children[i]);
        if (value.kind == VT_CEL_BOOL) {
            if ((value.as.integer != 0) == decisive) return value;
            continue;
        }
        if (state->stopped != VITALS_OK) return vt_cel_stopped_error(state);
        if (vt_cel_is_error(result)) continue;
        result = vt_cel_is_error(value) ? value : vt_cel_no_such_overload();
    }
    return result;
}

vt_cel_value vt_cel_run_and(vt_cel_state *state, const vt_cel_step *step) {
    return run_logic(state, step, false);
}

vt_cel_value vt_cel_run_or(vt_cel_state *state, const vt_cel_step *step) {
    return run_logic(state, step, true);
}

const vt_cel_step *vt_cel_branch(vt_cel_state *state, const vt_cel_step *step,
                                 vt_cel_value *error) {
    vt_cel_value condition = vt_cel_step_run(state, step->children[0]);
    if (condition.kind == VT_CEL_BOOL) return step->children[condition.as.integer ? 1 : 2];
    *error = vt_cel_is_error(condition) ? condition : vt_cel_no_such_overload();
    return NULL;
}

vt_cel_value vt_cel_run_conditional(vt_cel_state *state, const vt_cel_step *step) {
    vt_cel_value error;
    const vt_cel_step *branch = vt_cel_branch(state, step, &error);
    if (!branch) return error;
    vt_cel_value value = vt_cel_step_run(state, branch);
    return branch->attribute ? value : vt_cel_adapt_optional(state, value);
}

/* The most common comparison: with a constant string. */
vt_cel_value vt_cel_run_equal_string(vt_cel_state *state, const vt_cel_step *step) {
    vt_cel_value left = vt_cel_step_run(state, step->children[0]);
    if (vt_cel_is_error(left)) return left;
    if (!vt_cel_charge(state, 1)) return vt_cel_stopped_error(state);
    bool equal = left.kind == VT_CEL_STRING && left.size == step->constant.size &&
                 vt_bytes_equal(left.as.bytes, step->constant.as.bytes, left.size);
    return vt_cel_of_bool(equal != step->negated);
}

vt_cel_value vt_cel_run_equal(vt_cel_state *state, const vt_cel_step *step) {
    vt_cel_value left = vt_cel_step_run(state, step->children[0]);
    vt_cel_value right = vt_cel_step_run(state, step->children[1]);
    if (vt_cel_is_error(left)) return left;
    if (vt_cel_is_error(right)) return right;
    if (!vt_cel_charge(state, 1)) return vt_cel_stopped_error(state);
    return vt_cel_of_bool(vt_cel_equal(state, left, right) != step->negated);
}

/* -------------------------------------------------------------- literals */

#define LIST_COST 10
#define MAP_COST 30

/* CEL-GO: a value that is not an optional is shown as Go prints it: bytes as numbers, null as the
** number of its enum. */
static vt_text shown_in_go(vt_cel_state *state, vt_cel_value value) {
    bool is_special =
        value.kind == VT_CEL_BYTES || value.kind == VT_CEL_NULL || value.kind == VT_CEL_DURATION;
    if (!is_special) return vt_cel_plain(state, value);
    vt_buffer *text = vt_cel_scratch(state);
    if (value.kind == VT_CEL_NULL) vt_buffer_add_byte(text, '0');
    if (value.kind == VT_CEL_DURATION) vt_cel_append_duration(text, value.as.integer);
    if (value.kind == VT_CEL_BYTES) {
        vt_text octets = vt_cel_text(value);
        vt_buffer_add_byte(text, '[');
        for (size_t i = 0; i < octets.size; i++)
            vt_buffer_printf(text, i == 0 ? "%u" : " %u", (unsigned char)octets.bytes[i]);
        vt_buffer_add_byte(text, ']');
    }
    return vt_cel_text(vt_cel_scratch_string(state));
}

vt_cel_value vt_cel_run_list(vt_cel_state *state, const vt_cel_step *step) {
    vt_cel_value *items = vt_cel_allocate_values(state, step->child_count);
    if (!items || !vt_cel_charge(state, LIST_COST)) return vt_cel_stopped_error(state);
    uint32_t count = 0;
    for (uint32_t i = 0; i < step->child_count; i++) {
        vt_cel_value value = vt_cel_step_run(state, step->children[i]);
        if (vt_cel_is_error(value)) return value;
        if (step->optionals && step->optionals[i]) {
            if (value.kind != VT_CEL_OPTIONAL) {
                vt_text shown = shown_in_go(state, value);
                return vt_cel_fail(state,
                                   "cannot initialize optional list element from non-optional "
                                   "value %.*s",
                                   VT_TEXT_ARG(shown));
            }
            if (!value.as.item) continue;
            value = *value.as.item;
        }
        items[count++] = value;
    }
    return vt_cel_of_list(items, count);
}

/* CEL: keys are int, uint, bool or string. cel-go accepts more, but crashes on bytes, which are an
** error here. */
static bool is_key(const vt_cel_state *state, vt_cel_value key) {
    switch ((int)key.kind) {
    case VT_CEL_BOOL:
    case VT_CEL_INT:
    case VT_CEL_UINT:
    case VT_CEL_STRING:
        return true;
    case VT_CEL_BYTES:
        return false;
    default:
        return !state->program->rules->strict_map_literals;
    }
}

/* The index of the entry under the same key, or `count`. Strict: equal numbers are the same key. */
static uint32_t find_entry(vt_cel_state *state, const vt_cel_value *entries, uint32_t count,
                           vt_cel_value key) {
    bool strict = state->program->rules->strict_map_literals;
    for (uint32_t i = 0; i < count; i++) {
        vt_cel_value other = entries[2 * i];
        bool same =
            strict ? vt_cel_equal(state, other, key) : vt_cel_is_same_key(state, other, key);
        if (same) return i;
    }
    return count;
}

/* Put an entry into a literal under construction; an error, or null. */
static vt_cel_value put_entry(vt_cel_state *state, vt_cel_value *entries, uint32_t *count,
                              vt_cel_value key, vt_cel_value value) {
    if (!is_key(state, key)) {
        return vt_cel_fail(state, "unsupported key type: %s", vt_cel_type_name(key));
    }
    if (!vt_cel_charge(state, 1 + *count / 16)) return vt_cel_stopped_error(state);
    uint32_t at = find_entry(state, entries, *count, key);
    if (at < *count && state->program->rules->strict_map_literals) {
        vt_text shown = vt_cel_plain(state, key);
        return vt_cel_fail(state, "repeated key: %.*s", VT_TEXT_ARG(shown));
    }
    entries[2 * at] = key;
    entries[2 * at + 1] = value;
    if (at == *count) ++*count;
    return vt_cel_null_value();
}

static vt_cel_value bad_optional_entry(vt_cel_state *state, vt_cel_value key, vt_cel_value value) {
    vt_text shown_key = shown_in_go(state, key), shown = shown_in_go(state, value);
    return vt_cel_fail(state,
                       "cannot initialize optional entry '%.*s' from non-optional value %.*s",
                       VT_TEXT_ARG(shown_key), VT_TEXT_ARG(shown));
}

vt_cel_value vt_cel_run_map(vt_cel_state *state, const vt_cel_step *step) {
    vt_cel_value *entries = vt_cel_allocate_values(state, step->child_count);
    if (!entries || !vt_cel_charge(state, MAP_COST)) return vt_cel_stopped_error(state);
    uint32_t count = 0;
    for (uint32_t i = 0; i < step->child_count; i += 2) {
        vt_cel_value key = vt_cel_step_run(state, step->children[i]);
        if (vt_cel_is_error(key)) return key;
        vt_cel_value value = vt_cel_step_run(state, step->children[i + 1]);
        if (vt_cel_is_error(value)) return value;
        if (step->optionals && step->optionals[i / 2]) {
            if (value.kind != VT_CEL_OPTIONAL) return bad_optional_entry(state, key, value);
            if (!value.as.item) continue;
            value = *value.as.item;
        }
        vt_cel_value problem = put_entry(state, entries, &count, key, value);
        if (vt_cel_is_error(problem)) return problem;
    }
    return vt_cel_of_map(entries, count);
}

/* ----------------------------------------------------------------- calls */

/* Evaluate the arguments in order into `room`, or the arena when they are many. NULL: `*error`. */
static const vt_cel_value *run_arguments(vt_cel_state *state, const vt_cel_step *step,
                                         vt_cel_value room[VT_CEL_MOST_ARGUMENTS],
                                         vt_cel_value *error) {
    vt_cel_value *values = room;
    uint64_t cost = 1;
    if (step->child_count > VT_CEL_MOST_ARGUMENTS) {
        values = vt_cel_allocate_values(state, step->child_count);
    }
    *error = vt_cel_null_value();
    for (uint32_t i = 0; values && i < step->child_count; i++) {
        values[i] = vt_cel_step_run(state, step->children[i]);
        if (vt_cel_is_error(values[i])) {
            *error = values[i];
            return NULL;
        }
        bool is_text = values[i].kind == VT_CEL_STRING || values[i].kind == VT_CEL_BYTES;
        if (is_text) cost += values[i].size / 10;
    }
    if (values && vt_cel_charge(state, cost)) return values;
    *error = vt_cel_stopped_error(state);
    return NULL;
}

vt_cel_value vt_cel_run_call(vt_cel_state *state, const vt_cel_step *step) {
    vt_cel_value room[VT_CEL_MOST_ARGUMENTS], error;
    const vt_cel_value *arguments = run_arguments(state, step, room, &error);
    if (!arguments) return error;
    const vt_cel_function *row =
        vt_cel_overloads_match(step->overloads, state, arguments, step->child_count);
    if (!row) return vt_cel_overload_error(state, step->name, arguments, step->child_count);
    vt_cel_call call = { state, row, step, arguments, step->child_count };
    return row->run(&call);
}

vt_cel_value vt_cel_run_unknown_call(vt_cel_state *state, const vt_cel_step *step) {
    vt_cel_value room[VT_CEL_MOST_ARGUMENTS], error;
    const vt_cel_value *arguments = run_arguments(state, step, room, &error);
    if (!arguments) return error;
    return vt_cel_method_error(state, step, arguments[0]);
}

vt_cel_value vt_cel_method_error(vt_cel_state *state, const vt_cel_step *step,
                                 vt_cel_value receiver) {
    bool has_methods = receiver.kind == VT_CEL_STRING || receiver.kind == VT_CEL_TIMESTAMP ||
                       receiver.kind == VT_CEL_DURATION;
    if (has_methods) return vt_cel_no_such_overload();
    if (step->child_count < 3) {
        return vt_cel_fail(state, "no such overload: %.*s", VT_TEXT_ARG(step->name));
    }
    return vt_cel_fail(state, "no such overload: %.*s %u", VT_TEXT_ARG(step->name), step->id);
}

/* o.or(p): the right side is evaluated only when the left one is none. */
vt_cel_value vt_cel_run_optional_or(vt_cel_state *state, const vt_cel_step *step) {
    vt_cel_value left = vt_cel_step_run(state, step->children[0]);
    if (vt_cel_is_error(left)) return left;
    if (left.kind != VT_CEL_OPTIONAL) {
        return state->program->rules->lenient_or ? left : vt_cel_no_such_overload();
    }
    if (left.as.item) return left;
    vt_cel_value right = vt_cel_step_run(state, step->children[1]);
    bool fits = right.kind == VT_CEL_OPTIONAL || vt_cel_is_error(right) ||
                state->program->rules->lenient_or;
    return fits ? right : vt_cel_no_such_overload();
}

vt_cel_value vt_cel_run_optional_or_value(vt_cel_state *state, const vt_cel_step *step) {
    vt_cel_value left = vt_cel_step_run(state, step->children[0]);
    if (vt_cel_is_error(left)) return left;
    if (left.kind != VT_CEL_OPTIONAL) {
        return state->program->rules->lenient_or ? left : vt_cel_no_such_overload();
    }
    return left.as.item ? *left.as.item : vt_cel_step_run(state, step->children[1]);
}

/* ----------------------------------------------------------- entry points */

/* Whether some variable has a dot in its name, so that `a.b` may mean it. */
static bool has_dotted_names(const vt_cel_program *program, const vt_cel_activation *activation) {
    if (program->container.size > 0) return true;
    for (uint32_t i = 0; i < activation->binding_count; i++) {
        if (vt_text_find_byte(activation->bindings[i].name, '.', 0) != SIZE_MAX) return true;
    }
    if (!activation->keys_are_variables) return false;
    const vt_value *root = vt_document_root(activation->documents[0]);
    if (!vt_value_is_object(root)) return false;
    const vt_value *end = root + root->next;
    for (const vt_value *key = root + 1; key < end; key += 1 + key[1].next) {
        if (memchr(key->as.bytes, '.', key->size)) return true;
    }
    return false;
}

static bool reserve_locals(vt_cel_state *state, uint32_t count) {
    if (count > state->local_capacity) {
        vt_cel_local *locals = vt_reallocate_array(&state->allocator, state->locals,
                                                   state->local_capacity, count, sizeof *locals);
        if (!locals) return false;
        state->locals = locals;
        state->local_capacity = count;
    }
    if (count > 0) memset(state->locals, 0, count * sizeof *state->locals);
    return true;
}

bool vt_cel_state_begin(vt_cel_state *state, const vt_cel_program *program,
                        const vt_cel_activation *activation, const vt_evaluation *evaluation) {
    vt_arena_empty(&state->arena);
    const vitals_limits *limits =
        evaluation && evaluation->limits ? evaluation->limits : &program->limits;
    state->arena.budget_bytes = limits->cel_memory_bytes;
    state->arena.over_budget = false;
    state->scratch.most_bytes = limits->cel_memory_bytes;
    state->program = program;
    state->activation = activation;
    state->cost = 0;
    state->cost_limit = limits->cel_cost;
    state->until_interrupt = 1;
    state->interrupt = evaluation ? evaluation->interrupt : NULL;
    state->interrupt_user = evaluation ? evaluation->interrupt_user : NULL;
    state->trace = activation->trace;
    state->dotted = has_dotted_names(program, activation);
    state->stopped = VITALS_OK;
    state->limit = NULL;
    state->depth = 0;
    return reserve_locals(state, program->local_count);
}

vt_cel_value vt_cel_run(const vt_cel_program *program, vt_cel_state *state,
                        const vt_cel_activation *activation, const vt_evaluation *evaluation) {
    if (!vt_cel_state_begin(state, program, activation, evaluation)) {
        return vt_cel_stop(state, VITALS_ENOMEM, NULL);
    }
    vt_cel_value value = vt_cel_step_run(state, program->root);
    return state->stopped == VITALS_OK ? value : vt_cel_stopped_error(state);
}
