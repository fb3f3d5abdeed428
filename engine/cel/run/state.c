/* The memory and the budget of evaluations. */
#include "cel/run/state.h"

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
    for (size_t i = 0; i < VT_CEL_CACHED_ZONES; i++)
        vt_cel_zone_free(&state->allocator, state->zones[i]);
    vt_release_array(&state->allocator, state->locals, state->local_capacity,
                     sizeof *state->locals);
    vt_buffer_done(&state->scratch);
    vt_arena_done(&state->arena);
    vitals_allocator allocator = state->allocator;
    vt_release(&allocator, state, sizeof *state);
}

void vt_cel_state_use_zones(vt_cel_state *state, vt_text archive) {
    if (state->zone_archive.bytes == archive.bytes) return;
    for (size_t i = 0; i < VT_CEL_CACHED_ZONES; i++) {
        vt_cel_zone_free(&state->allocator, state->zones[i]);
        state->zones[i] = NULL;
    }
    state->zone_archive = archive;
}

void vt_cel_state_scrub(vt_cel_state *state) {
    vt_arena_scrub(&state->arena);
    vt_buffer_clear(&state->scratch);
    if (state->scratch.bytes) memset(state->scratch.bytes, 0, state->scratch.capacity);
    if (state->locals) memset(state->locals, 0, state->local_capacity * sizeof *state->locals);
}

vt_cel_value vt_cel_stopped_error(const vt_cel_state *state) {
    vt_cel_value error = vt_cel_error(vt_cel_meter_reason(&state->meter));
    error.form = VT_CEL_ERROR_FATAL;
    return error;
}

vt_cel_value vt_cel_stop(vt_cel_state *state, vitals_status status, const char *limit) {
    vt_cel_meter_stop(&state->meter, status, limit);
    return vt_cel_stopped_error(state);
}

vt_cel_value vt_cel_out_of_memory(vt_cel_state *state) {
    if (state->arena.over_budget || state->scratch.over_ceiling) {
        return vt_cel_stop(state, VITALS_ELIMIT, "cel_memory_bytes");
    }
    return vt_cel_stop(state, VITALS_ENOMEM, NULL);
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

/* The text is copied to the arena in the end, so half of what is left is the most that fits. */
vt_buffer *vt_cel_scratch(vt_cel_state *state) {
    vt_buffer_clear(&state->scratch);
    state->scratch.most_bytes = vt_arena_left_bytes(&state->arena) / 2;
    return &state->scratch;
}

/* A larger buffer is given back after use. */
#define KEPT_SCRATCH_BYTES ((size_t)1 << 16)

static void shrink_scratch(vt_cel_state *state) {
    if (state->scratch.capacity <= KEPT_SCRATCH_BYTES) return;
    vt_buffer_done(&state->scratch);
}

vt_cel_value vt_cel_scratch_string(vt_cel_state *state) {
    if (state->scratch.failed) return vt_cel_out_of_memory(state);
    if (!vt_cel_charge_bytes(state, state->scratch.size)) return vt_cel_stopped_error(state);
    vt_text copy = vt_arena_copy(&state->arena, vt_buffer_text(&state->scratch));
    shrink_scratch(state);
    if (vt_text_is_absent(copy)) return vt_cel_out_of_memory(state);
    return vt_cel_of_string(copy);
}

vt_cel_value vt_cel_scratch_error(vt_cel_state *state) {
    vt_cel_value text = vt_cel_scratch_string(state);
    return vt_cel_is_error(text) ? text : vt_cel_error(vt_cel_text(text));
}
