/* One heap of deadlines. Each item has one place at most; the owner of the items keeps it. */
#ifndef VITALS_LIVE_TIMER_H
#define VITALS_LIVE_TIMER_H

#include "base/memory/memory.h"

typedef struct vt_timer {
    int64_t at_ms;
    uint32_t item;
} vt_timer;

typedef struct vt_timers {
    const vitals_allocator *allocator;
    vt_timer *heap;
    size_t count, capacity;
    /* Where the owner keeps the place of an item: 0 when it is not in the heap. */
    uint32_t *(*place_of)(void *owner, uint32_t item);
    void *owner;
} vt_timers;

void vt_timers_init(vt_timers *timers, const vitals_allocator *allocator,
                    uint32_t *(*place_of)(void *owner, uint32_t item), void *owner);
void vt_timers_done(vt_timers *timers);
/* Make room for `count` timers, so that setting as many cannot fail. false: no memory. */
bool vt_timers_reserve(vt_timers *timers, size_t count);
/* Set, move or, with INT64_MAX, clear the timer of an item. */
void vt_timers_set(vt_timers *timers, uint32_t item, int64_t at_ms);
/* The item whose time has come at `now_ms`, or 0; its timer is cleared. */
uint32_t vt_timers_due(vt_timers *timers, int64_t now_ms);
/* The earliest deadline, INT64_MAX when there is none. */
int64_t vt_timers_next_ms(const vt_timers *timers);

#endif
