/* Budgets of steps. */
#include "base/run/steps.h"

#include <string.h>

/* Steps between two questions to the host; one takes some ten nanoseconds. */
enum { STEPS_PER_ASK = 1000 };

static bool stop(vt_steps *steps, const char *why) {
    steps->stopped = why;
    steps->next_look = 0;
    return false;
}

bool vt_steps_look(vt_steps *steps) {
    if (steps->stopped) return false;
    if (steps->done > steps->most) {
        steps->done = steps->most;
        return stop(steps, steps->limit);
    }
    if (vt_interrupt_asked(steps->interrupt)) return stop(steps, VT_STEPS_INTERRUPT);
    uint64_t left = steps->most - steps->done;
    steps->next_look = steps->done + (left < STEPS_PER_ASK ? left + 1 : STEPS_PER_ASK);
    return true;
}

void vt_steps_interrupt(vt_steps *steps) {
    stop(steps, VT_STEPS_INTERRUPT);
}

bool vt_steps_interrupted(const vt_steps *steps) {
    return steps->stopped && strcmp(steps->stopped, VT_STEPS_INTERRUPT) == 0;
}
