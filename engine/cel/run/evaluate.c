/* Running steps: logic, equality, literals and calls. Loops are in loop.c, names in attribute.c. */
#include "base/memory/map.h"
#include "cel/library/duration.h"
#include "cel/library/opaque.h"
#include "cel/library/scan.h"
#include "cel/run/count.h"
#include "cel/run/program.h"

/* Text of all traced values of one evaluation; steps inside loops may use half of it. */
#define MOST_TRACED_BYTES (UINT64_C(8) << 20)
/* Of an event besides its text. */
#define BYTES_OF_EVENT 160
/* What writing one traced value may cost; the rest of it is not shown. */
#define SHOWN_COST 1000

/* The value as text, cut where it is long. It is written on a meter of its own: a trace changes
** neither the cost of an evaluation nor its result. */
static vt_text show(vt_cel_state *state, vt_cel_value value) {
    vt_cel_meter meter = state->meter;
    vt_arena_mark mark = vt_arena_mark_here(&state->arena);
    bool over_budget = state->arena.over_budget;
    vt_buffer *shown = vt_cel_scratch(state);
    state->meter = vt_cel_meter_of(SHOWN_COST, VT_LIMIT_NAME(cel_cost), NULL, NULL);
    if (!vt_cel_append_literal(state, shown, value) && !shown->failed)
        vt_buffer_add(shown, VT_TEXT("…"));
    state->meter = meter;
    state->arena.over_budget = over_budget;
    vt_arena_back_to(&state->arena, mark);
    return vt_buffer_text(shown);
}

void vt_cel_step_trace(vt_cel_state *state, const vt_cel_step *step, vt_cel_value value) {
    if (step->run == vt_cel_run_constant || step->end <= step->start) return;
    vt_text text = vt_text_between(state->program->source, step->start, step->end);
    uint64_t most = step->in_loop ? MOST_TRACED_BYTES / 2 : MOST_TRACED_BYTES;
    if (state->traced_bytes + text.size > most) return;
    vt_text shown = show(state, value);
    state->traced_bytes += text.size + shown.size + BYTES_OF_EVENT;
    vt_trace_expression(state->trace, text, step->start, shown);
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
    for (uint32_t i = 0; i < step->child_count; i++) {
        vt_cel_value value = vt_cel_step_run(state, step->children[i]);
        if (value.kind == VT_CEL_BOOL) {
            if ((value.as.integer != 0) == decisive) return value;
            continue;
        }
        if (state->meter.stopped != VITALS_OK) return vt_cel_stopped_error(state);
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
    if (branch->attribute) state->counted -= branch->counted; /* CEL-GO: only its qualifiers */
    return branch->attribute ? value : vt_cel_adapt_optional(state, value);
}

/* The most common comparison: with a constant string. */
vt_cel_value vt_cel_run_equal_string(vt_cel_state *state, const vt_cel_step *step) {
    vt_cel_value left = vt_cel_step_run(state, step->children[0]);
    if (vt_cel_is_error(left)) return left;
    state->counted += step->children[1]->counted;
    if (state->counts) vt_cel_count_equal(state, step->negated, left, step->constant);
    bool equal = left.kind == VT_CEL_STRING &&
                 vt_cel_scan_equal(state, vt_cel_text(left), vt_cel_text(step->constant));
    return vt_cel_of_bool(equal != step->negated);
}

vt_cel_value vt_cel_run_equal(vt_cel_state *state, const vt_cel_step *step) {
    vt_cel_value left = vt_cel_step_run(state, step->children[0]);
    if (state->counts && vt_cel_is_error(left)) return left;
    vt_cel_value right = vt_cel_step_run(state, step->children[1]);
    if (vt_cel_is_error(left)) return left;
    if (state->counts) vt_cel_count_equal(state, step->negated, left, right);
    if (vt_cel_is_error(right)) return right;
    while (left.kind == VT_CEL_OPTIONAL && right.kind == VT_CEL_OPTIONAL && left.as.item &&
           right.as.item) {
        left = *left.as.item;
        right = *right.as.item;
    }
    if (left.kind >= VT_CEL_IP && left.kind != right.kind && right.kind != VT_CEL_NULL &&
        state->program->rules->strict_opaque)
        return vt_cel_no_such_overload();
    if (left.kind == VT_CEL_QUANTITY && right.kind == VT_CEL_QUANTITY &&
        ((const vt_cel_quantity *)right.as.opaque)->is_sum)
        return vt_cel_no_such_overload();
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
    if (value.kind == VT_CEL_DURATION) vt_cel_duration_append(text, value.as.integer);
    if (value.kind == VT_CEL_BYTES) {
        vt_text octets = vt_cel_text(value);
        vt_buffer_add_byte(text, '[');
        for (size_t i = 0; i < octets.size && vt_cel_charge(state, 1); i++)
            vt_buffer_printf(text, i == 0 ? "%u" : " %u", (unsigned char)octets.bytes[i]);
        vt_buffer_add_byte(text, ']');
    }
    return vt_cel_text(vt_cel_scratch_string(state));
}

vt_cel_value vt_cel_run_list(vt_cel_state *state, const vt_cel_step *step) {
    vt_cel_value *items = vt_cel_allocate_values(state, step->child_count);
    if (!items || !vt_cel_charge(state, LIST_COST + step->child_count))
        return vt_cel_stopped_error(state);
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

/* Put an entry into a literal under construction; an error, or null. Strict: equal numbers are the
** same key. */
static vt_cel_value put_entry(vt_cel_state *state, vt_cel_entries *entries, vt_cel_value key,
                              vt_cel_value value) {
    bool strict = state->program->rules->strict_map_literals;
    if (!is_key(state, key)) {
        return vt_cel_fail(state, "unsupported key type: %s", vt_cel_type_name(key));
    }
    uint32_t at = vt_cel_map_number(state, vt_cel_entries_map(entries), key,
                                    strict ? vt_cel_equal : vt_cel_is_same_key);
    if (at < entries->count && strict) {
        vt_text shown = vt_cel_plain(state, key);
        return vt_cel_fail(state, "repeated key: %.*s", VT_TEXT_ARG(shown));
    }
    if (at == entries->count) {
        bool added = vt_cel_entries_add(state, entries, key, value);
        return added ? vt_cel_null_value() : vt_cel_stopped_error(state);
    }
    entries->items[2 * at] = key;
    entries->items[2 * at + 1] = value;
    return vt_cel_null_value();
}

static vt_cel_value bad_optional_entry(vt_cel_state *state, vt_cel_value key, vt_cel_value value) {
    vt_text shown_key = shown_in_go(state, key), shown = shown_in_go(state, value);
    return vt_cel_fail(state,
                       "cannot initialize optional entry '%.*s' from non-optional value %.*s",
                       VT_TEXT_ARG(shown_key), VT_TEXT_ARG(shown));
}

vt_cel_value vt_cel_run_map(vt_cel_state *state, const vt_cel_step *step) {
    vt_cel_entries entries = { 0 };
    if (!vt_cel_charge(state, MAP_COST) ||
        !vt_cel_entries_reserve(state, &entries, step->child_count / 2))
        return vt_cel_stopped_error(state);
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
        vt_cel_value problem = put_entry(state, &entries, key, value);
        if (vt_cel_is_error(problem)) return problem;
    }
    return vt_cel_entries_map(&entries);
}

/* ----------------------------------------------------------------- calls */

/* Evaluate the arguments in order into `room`, or the arena when they are many. NULL: `*error`. */
static const vt_cel_value *run_arguments(vt_cel_state *state, const vt_cel_step *step,
                                         vt_cel_value room[VT_CEL_MOST_ARGUMENTS],
                                         vt_cel_value *error) {
    vt_cel_value *values = room;
    if (step->child_count > VT_CEL_MOST_ARGUMENTS) {
        values = vt_cel_allocate_values(state, step->child_count);
    }
    *error = vt_cel_null_value();
    for (uint32_t i = 0; values && i < step->child_count; i++) {
        values[i] = vt_cel_step_run(state, step->children[i]);
        if (vt_cel_is_error(values[i])) {
            if (state->counts && i + 1 == step->child_count)
                vt_cel_count_call(state, step, values, step->child_count, values[i]);
            *error = values[i];
            return NULL;
        }
    }
    if (values && vt_cel_charge(state, 1 + step->child_count / 4)) return values;
    *error = vt_cel_stopped_error(state);
    return NULL;
}

vt_cel_value vt_cel_run_call(vt_cel_state *state, const vt_cel_step *step) {
    vt_cel_value room[VT_CEL_MOST_ARGUMENTS], error;
    const vt_cel_value *arguments = run_arguments(state, step, room, &error);
    if (!arguments) return error;
    const vt_cel_function *row =
        vt_cel_overloads_match(step->overloads, state, arguments, step->child_count);
    if (!row) {
        if (state->counts) vt_cel_count(state, 1);
        return vt_cel_overload_error(state, step->name, arguments, step->child_count);
    }
    vt_cel_call call = { state, row, step, arguments, step->child_count };
    vt_cel_value result = row->run(&call);
    if (state->counts) vt_cel_count_call(state, step, arguments, step->child_count, result);
    return state->meter.stopped == VITALS_OK ? result : vt_cel_stopped_error(state);
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

static uint64_t hash_seed_of(const vt_cel_state *state, const vt_cel_activation *activation) {
    uint64_t seed = 0;
    for (uint32_t i = 0; i < activation->document_count; i++) {
        seed ^= vt_document_hash_seed(activation->documents[i]);
    }
    return vt_hash_seed(seed, state);
}

/* What a state keeps from one evaluation to the next. */
#define KEPT_BYTES ((size_t)8 << 20)

bool vt_cel_state_begin(vt_cel_state *state, const vt_cel_program *program,
                        const vt_cel_activation *activation, const vt_evaluation *evaluation) {
    if (vt_arena_held_bytes(&state->arena) > KEPT_BYTES) vt_arena_release(&state->arena);
    vt_arena_empty(&state->arena);
    const vitals_limits *limits =
        evaluation && evaluation->limits ? evaluation->limits : &program->limits;
    state->arena.budget_bytes = limits->cel_memory_bytes;
    state->arena.over_budget = false;
    state->program = program;
    state->activation = activation;
    state->meter = vt_cel_meter_of(limits->cel_cost, VT_LIMIT_NAME(cel_cost),
                                   evaluation ? evaluation->interrupt : NULL,
                                   evaluation ? evaluation->interrupt_user : NULL);
    state->trace = activation->trace;
    state->traced_bytes = 0;
    state->dotted = has_dotted_names(program, activation);
    state->depth = 0;
    state->counted = 0;
    state->counts = program->counts;
    state->hash_seed = hash_seed_of(state, activation);
    return reserve_locals(state, program->local_count);
}

vt_cel_value vt_cel_run(const vt_cel_program *program, vt_cel_state *state,
                        const vt_cel_activation *activation, const vt_evaluation *evaluation) {
    if (!vt_cel_state_begin(state, program, activation, evaluation)) {
        return vt_cel_stop(state, VITALS_ENOMEM, NULL);
    }
    vt_cel_value value = vt_cel_step_run(state, program->root);
    vt_cel_count(state, 0);
    return state->meter.stopped == VITALS_OK ? value : vt_cel_stopped_error(state);
}
