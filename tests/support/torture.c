/* The nth allocation fails. */
#include "support/torture.h"

#include "support/table.h"

static void *give(torture *state, void *block, size_t old_bytes, size_t new_bytes) {
    void *grown = realloc(block, new_bytes);
    if (!grown) return NULL;
    if (!block) {
        state->live_blocks++;
        old_bytes = 0;
        memset(grown, 0xAB, new_bytes); /* give use of unset memory a chance to show */
    } else if (new_bytes > old_bytes) {
        memset((char *)grown + old_bytes, 0xAB, new_bytes - old_bytes);
    }
    state->live_bytes += new_bytes - old_bytes;
    return grown;
}

void *torture_allocate(void *torture_state, void *block, size_t old_bytes, size_t new_bytes) {
    torture *state = torture_state;
    if (new_bytes == 0) {
        if (block) {
            state->live_blocks--;
            state->live_bytes -= old_bytes;
        }
        free(block);
        return NULL;
    }
    /* Shrinking must not fail: Lua relies on it. */
    if (block && new_bytes <= old_bytes) return give(state, block, old_bytes, new_bytes);
    state->allocations++;
    if (state->allocations == state->fail_at) return NULL;
    return give(state, block, old_bytes, new_bytes);
}

vitals_allocator torture_allocator(torture *state) {
    return (vitals_allocator){ torture_allocate, state };
}

size_t torture_run(vitals_status (*work)(torture *state, void *user), void *user) {
    return torture_run_every(1, work, user);
}

size_t torture_run_every(size_t step, vitals_status (*work)(torture *state, void *user),
                         void *user) {
    for (size_t fail_at = 1;; fail_at += step) {
        torture state = { 0 };
        state.fail_at = fail_at;
        vitals_status status = work(&state, user);
        assert_int_equal(state.live_blocks, 0);
        assert_int_equal(state.live_bytes, 0);
        if (state.allocations < fail_at) {
            assert_int_equal(status, VITALS_OK);
            return state.allocations;
        }
        if (status != VITALS_OK) assert_int_equal(status, VITALS_ENOMEM);
    }
}
