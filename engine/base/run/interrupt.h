/* Asking the host whether to stop. */
#ifndef VITALS_BASE_INTERRUPT_H
#define VITALS_BASE_INTERRUPT_H

#include <vitals/vitals.h>

/* The host's callback; `ask` NULL never stops anything. */
typedef struct vt_interrupt {
    vitals_interrupt_fn ask;
    void *user;
} vt_interrupt;

/* Whether the host wants to stop. Callers fail with VITALS_ESTOPPED. */
static inline bool vt_interrupt_asked(vt_interrupt interrupt) {
    return interrupt.ask && interrupt.ask(interrupt.user);
}

#endif
