/*
** Threads for what may take long, so that the server's own thread never waits for a script.
**
** There are two lanes. A task of the quick lane runs with a time limit and, when that is over, moves to
** the slow lane and runs again: one rule at its limit of steps does not delay the rules behind it.
**
** Threads: everything but `run` is for the thread of the loop.
*/
#ifndef VITALS_SERVER_POOL_H
#define VITALS_SERVER_POOL_H

#include "server/http/poller.h"

typedef struct vt_pool vt_pool;
typedef struct vt_pool_task vt_pool_task;

/* Embedded in a struct of the caller's, which stays until `done`. */
struct vt_pool_task {
    /* On a thread of the pool, with a worker of that thread. VITALS_ESTOPPED: `interrupt` stopped it. */
    vitals_status (*run)(vt_pool_task *task, vitals_worker *worker, vitals_interrupt_fn interrupt,
                         void *interrupt_user);
    /* On the thread of the loop, after the last run. */
    void (*done)(vt_pool_task *task, vitals_status status);
    vt_pool_task *next;
    vitals_status status;
    bool slow; /* it was, or is to be, run in the slow lane */
};

typedef struct vt_pool_options {
    const vitals_allocator *allocator;
    vt_poller *loop;
    vitals_engine *engine; /* that workers start with */
    unsigned quick_threads, slow_threads;
    int64_t (*monotonic_ms)(void *user); /* also called on the threads */
    void *clock_user;
} vt_pool_options;

/* NULL: no memory, no threads. */
vt_pool *vt_pool_new(const vt_pool_options *options);
/* Stops what runs, waits for it, and calls `done` with VITALS_ESTOPPED for what has not finished. */
void vt_pool_free(vt_pool *pool);

void vt_pool_submit(vt_pool *pool, vt_pool_task *task);
/* Tasks that were submitted and are not done. */
size_t vt_pool_busy(const vt_pool *pool);
/* Those of them that wait for or run in the slow lane. */
size_t vt_pool_slow(vt_pool *pool);

#endif
