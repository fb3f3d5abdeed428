/* The memory and the budget of evaluations. */
#include "cel/state.h"

/* Loop steps between two polls of the interrupt. */
#define INTERRUPT_STEPS 100

vitals_status vt_cel_state_new(const vitals_allocator *allocator, vt_cel_state **out) {
    vitals_allocator chosen = vt_allocator_or_default(allocator);
    vt_cel_state *state = vt_allocate_zeroed(&chosen, sizeof *state);
    if (!state) return VITALS_ENOMEM;
    state->allocator = chosen;
    vt_arena_init(&state->arena, &chosen, 0);
    vt_buffer_init(&state->scratch, &chosen, SIZE_MAX / 2);
    *out = state;
    return VITALS_OK;
}

void vt_cel_state_free(vt_cel_state *state) {
    if (!state) return;
    for (size_t i = 0; i < VT_CEL_CACHED_PATTERNS; i++) vt_cel_regex_free(state->patterns[i].regex);
    for (size_t i = 0; i < VT_CEL_CACHED_ZONES; i++)
        vt_cel_zone_free(&state->allocator, state->zones[i]);
    vt_release_array(&state->allocator, state->locals, state->local_capacity,
                     sizeof *state->locals);
    vt_buffer_done(&state->scratch);
    vt_arena_done(&state->arena);
    vitals_allocator allocator = state->allocator;
    vt_release(&allocator, state, sizeof *state);
}

void vt_cel_state_scrub(vt_cel_state *state) {
    vt_arena_scrub(&state->arena);
    vt_buffer_clear(&state->scratch);
    if (state->scratch.bytes) memset(state->scratch.bytes, 0, state->scratch.capacity);
    if (state->locals) memset(state->locals, 0, state->local_capacity * sizeof *state->locals);
    for (size_t i = 0; i < VT_CEL_CACHED_PATTERNS; i++) {
        vt_cel_regex_free(state->patterns[i].regex);
        state->patterns[i].regex = NULL;
    }
}

vt_cel_value vt_cel_stopped_error(const vt_cel_state *state) {
    vt_text text = VT_TEXT("out of memory");
    if (state->stopped == VITALS_ESTOPPED) {
        text = VT_TEXT("operation interrupted");
    } else if (state->limit && strcmp(state->limit, "cel_cost") == 0) {
        text = VT_TEXT("operation cancelled: actual cost limit exceeded (limit cel_cost)");
    } else if (state->limit && strcmp(state->limit, "cel_depth") == 0) {
        text = VT_TEXT("operation cancelled: values nested too deep (limit cel_depth)");
    } else if (state->limit) {
        text = VT_TEXT(
            "operation cancelled: memory of the evaluation used up (limit cel_memory_bytes)");
    }
    vt_cel_value error = vt_cel_error(text);
    error.form = VT_CEL_ERROR_FATAL;
    return error;
}

vt_cel_value vt_cel_stop(vt_cel_state *state, vitals_status status, const char *limit) {
    if (state->stopped == VITALS_OK) {
        state->stopped = status;
        state->limit = limit;
    }
    return vt_cel_stopped_error(state);
}

vt_cel_value vt_cel_out_of_memory(vt_cel_state *state) {
    if (state->arena.over_budget || state->scratch.over_ceiling) {
        return vt_cel_stop(state, VITALS_ELIMIT, "cel_memory_bytes");
    }
    return vt_cel_stop(state, VITALS_ENOMEM, NULL);
}

bool vt_cel_poll_interrupt(vt_cel_state *state) {
    state->until_interrupt = INTERRUPT_STEPS;
    if (!state->interrupt || !state->interrupt(state->interrupt_user)) return true;
    vt_cel_stop(state, VITALS_ESTOPPED, NULL);
    return false;
}

void *vt_cel_allocate(vt_cel_state *state, size_t bytes) {
    void *block = vt_arena_allocate(&state->arena, bytes);
    if (!block) vt_cel_out_of_memory(state);
    return block;
}

vt_cel_value *vt_cel_allocate_values(vt_cel_state *state, size_t count) {
    vt_cel_value *values =
        vt_arena_allocate_array(&state->arena, count ? count : 1, sizeof *values);
    if (!values) vt_cel_out_of_memory(state);
    return values;
}

vt_buffer *vt_cel_scratch(vt_cel_state *state) {
    vt_buffer_clear(&state->scratch);
    return &state->scratch;
}

vt_cel_value vt_cel_scratch_string(vt_cel_state *state) {
    if (state->scratch.failed) return vt_cel_out_of_memory(state);
    vt_text copy = vt_arena_copy(&state->arena, vt_buffer_text(&state->scratch));
    if (vt_text_is_absent(copy)) return vt_cel_out_of_memory(state);
    return vt_cel_of_string(copy);
}

vt_cel_value vt_cel_scratch_error(vt_cel_state *state) {
    vt_cel_value text = vt_cel_scratch_string(state);
    return vt_cel_is_error(text) ? text : vt_cel_error(vt_cel_text(text));
}
