/*
** One thread that waits for descriptors and times. The functions that are called may change what is
** watched.
**
** Threads: one at a time.
*/
#ifndef VITALS_SERVER_POLLER_H
#define VITALS_SERVER_POLLER_H

#include "base/memory/memory.h"

typedef struct vt_poller vt_poller;

enum { VT_POLLER_READABLE = 1, VT_POLLER_WRITABLE = 2 };

typedef void (*vt_poller_ready_fn)(void *user, int descriptor, unsigned ready);
typedef void (*vt_poller_due_fn)(void *user);

/* NULL: no memory, or the system has no descriptors left. */
vt_poller *vt_poller_new(const vitals_allocator *allocator, int64_t (*monotonic_ms)(void *user),
                         void *clock_user);
void vt_poller_free(vt_poller *loop);

/* Wait for `interest`; 0: no longer. false: no memory, or the descriptor cannot be waited for. */
bool vt_poller_watch(vt_poller *loop, int descriptor, unsigned interest, vt_poller_ready_fn ready,
                     void *user);

/* A time at which something is due. Start from zero, set `due`, and add it once; it must outlive the
** loop. INT64_MAX: never. */
typedef struct vt_poller_timer vt_poller_timer;
struct vt_poller_timer {
    vt_poller_due_fn due;
    void *user;
    int64_t due_ms; /* of the monotonic clock; changed freely */
    vt_poller_timer *next;
};
void vt_poller_add_timer(vt_poller *loop, vt_poller_timer *timer);

/* Wait at most `timeout_ms` (negative: for ever) until something happens, and handle it. A signal ends the
** waiting. */
void vt_poller_poll(vt_poller *loop, int64_t timeout_ms);

#endif
