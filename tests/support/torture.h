/*
** Allocation torture: fails the 1st, 2nd, … allocation of a piece of work until it gets through.
** After each run nothing may be live.
*/
#ifndef VITALS_TESTS_SUPPORT_TORTURE_H
#define VITALS_TESTS_SUPPORT_TORTURE_H

#include <vitals/vitals.h>

typedef struct torture {
    size_t live_blocks;
    size_t live_bytes;
    size_t allocations; /* tried in this run */
    size_t fail_at;     /* which of them fails, from 1; 0: none */
} torture;

void *torture_allocate(void *torture_state, void *block, size_t old_bytes, size_t new_bytes);
vitals_allocator torture_allocator(torture *state);

/* Runs `work` under failing allocations. `work` gives VITALS_OK when it got through, VITALS_ENOMEM
** when it did not; anything else, or something left live, fails the cmocka test. Returns how many
** allocations the good run made. */
size_t torture_run(vitals_status (*work)(torture *state, void *user), void *user);
/* The same for the first of every `step` allocations, where each one would take too long. */
size_t torture_run_every(size_t step, vitals_status (*work)(torture *state, void *user),
                         void *user);

#endif
