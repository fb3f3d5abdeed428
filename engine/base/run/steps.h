/*
** A budget of steps: work that is charged before it is done, against a limit of the caller's, with
** the host asked on the way. For work that has neither a Lua state nor a CEL meter of its own.
*/
#ifndef VITALS_BASE_STEPS_H
#define VITALS_BASE_STEPS_H

#include "base/run/interrupt.h"

typedef struct vt_steps {
    uint64_t done, most;
    uint64_t next_look; /* limit and interrupt are looked at once `done` reaches it */
    const char *limit;  /* the name of the limit `most`; static */
    vt_interrupt interrupt;
    const char *stopped; /* NULL, or why the work must end: `limit` or VT_STEPS_INTERRUPT */
} vt_steps;

#define VT_STEPS_INTERRUPT "interrupt"

/* A budget that has charged nothing; its first charge asks the host. */
static inline vt_steps vt_steps_of(const char *limit, uint64_t most, vt_interrupt interrupt) {
    return (vt_steps){ .most = most, .limit = limit, .interrupt = interrupt };
}

/* Look at limit and interrupt. false: the work must end. */
bool vt_steps_look(vt_steps *steps);
/* Stop the work as if the host had been asked and wanted it. */
void vt_steps_interrupt(vt_steps *steps);
/* Whether it was the host that stopped the work. */
bool vt_steps_interrupted(const vt_steps *steps);

/* Charge `count` steps. false: the work must end, and what is charged later fails too. */
static inline bool vt_steps_charge(vt_steps *steps, uint64_t count) {
    steps->done += count;
    return steps->done < steps->next_look || vt_steps_look(steps);
}

#endif
