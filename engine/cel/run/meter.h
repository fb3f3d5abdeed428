/*
** What work may still be done: one meter for each evaluation, and one for each compilation.
**
** Every function charges the steps, elements and bytes that it will visit before it visits them. A
** unit stands for about 100 nanoseconds at most, so a limit on cost is a limit on time, and polling
** the interrupt of the host by cost is polling it by time. docs/cel.md lists what each function
** charges.
*/
#ifndef VITALS_CEL_METER_H
#define VITALS_CEL_METER_H

#include <stdbool.h>

#include <vitals/vitals.h>

/* The name of the limit of one evaluation as cel-go counts it. It belongs to the environment and cannot be set. */
#define VT_CEL_LIMIT_OF_CALL "call"

/* Bytes of text that are read, compared or written for one unit. */
#define VT_CEL_BYTES_PER_UNIT 10

typedef struct vt_cel_meter {
    uint64_t cost;                 /* so far */
    uint64_t most;                 /* the limit */
    uint64_t next_look;            /* the cost from which on limit and interrupt are looked at */
    const char *limit_of_cost;     /* the name of that limit; static */
    vitals_interrupt_fn interrupt; /* or NULL */
    void *interrupt_user;
    vitals_status stopped; /* VITALS_OK, or why the work cannot go on */
    const char *limit;     /* the limit that stopped it, or NULL; static */
} vt_cel_meter;

/* A meter that has charged nothing; its first charge polls the interrupt. */
vt_cel_meter vt_cel_meter_of(uint64_t most, const char *limit_of_cost,
                             vitals_interrupt_fn interrupt, void *interrupt_user);
/* Stop the work: everything that is charged from now on fails. The first reason is kept. */
void vt_cel_meter_stop(vt_cel_meter *meter, vitals_status status, const char *limit);
/* Look at the limit and the interrupt. false: the work is stopped. */
bool vt_cel_meter_look(vt_cel_meter *meter);
/* "operation cancelled: … (limit cel_cost)": why the work was stopped. Static. */
vitals_text vt_cel_meter_reason(const vt_cel_meter *meter);

/* Take `cost` from the budget. false: the work is stopped. */
static inline bool vt_cel_meter_charge(vt_cel_meter *meter, uint64_t cost) {
    meter->cost += cost;
    return meter->cost < meter->next_look || vt_cel_meter_look(meter);
}

#endif
