/*
** What drives everything: alarms, descriptors, and the order in which things are freed.
**
** Every public function enters the loop and leaves it. What callbacks free is only marked and put on the
** list of garbage; what they start waits for vt_loop_leave. So nothing that is in use further up the stack
** goes away, and no function of libcurl is called from within another one.
*/
#ifndef VITALS_CLUSTER_LOOP_H
#define VITALS_CLUSTER_LOOP_H

#include <vitals/cluster.h>

#include "base/memory/memory.h"
#include "cluster/transport/clock.h"

/* ------------------------------------------------------------------ alarms */

typedef void (*vt_alarm_fn)(void *user);

/* A time at which a function is called. Part of the struct that it serves; setting it needs no memory. */
typedef struct vt_alarm {
    vt_alarm_fn ring;
    void *user;
    int64_t due_ms;
    /* A pairing heap: the first child, the next sibling, and the parent or the sibling before. */
    struct vt_alarm *child, *next, *before;
    bool set;
} vt_alarm;

/* ------------------------------------------------------------- descriptors */

typedef void (*vt_ready_fn)(void *user, int descriptor, unsigned ready);

typedef struct vt_descriptor {
    int descriptor;
    unsigned interest; /* 0: a free place */
    uint64_t number;   /* differs when a descriptor is used again */
    vt_ready_fn ready;
    void *user;
} vt_descriptor;

/* ----------------------------------------------------------------- garbage */

/* What is freed once nothing further up the stack uses it. Part of the struct that it frees. */
typedef struct vt_garbage {
    void (*release)(void *user);
    void *user;
    struct vt_garbage *next;
    bool listed;
} vt_garbage;

/* Something that is to be done when the loop is left. Part of the struct that it serves. */
typedef struct vt_errand {
    void (*run)(void *user);
    void *user;
    struct vt_errand *next, *before;
    bool listed;
} vt_errand;

/* -------------------------------------------------------------------- loop */

/* Something that a loop owns: freed with it, and before what was added earlier. Part of its struct. */
typedef struct vt_owned {
    void (*free)(void *user); /* must call vt_loop_disown */
    void *user;
    struct vt_owned *next, *before;
} vt_owned;

typedef struct vt_transport vt_transport;

struct vitals_cluster_loop {
    vitals_cluster_loop_options options; /* with the two below */
    vitals_allocator allocator;
    vitals_limits *limits; /* a copy, or NULL */
    vt_alarm *alarms;      /* the one that is due first */
    vt_descriptor *descriptors;
    size_t descriptor_count, descriptor_capacity;
    uint64_t descriptor_number;
    struct pollfd *polled; /* as many as descriptors; for vitals_cluster_loop_poll */
    size_t polled_capacity;
    vt_garbage *garbage, **garbage_end;
    vt_errand *errands, *last_errand;
    vt_transport *transport;
    vt_owned *owned;
    int64_t now_ms;       /* of the monotonic clock, when the loop was entered */
    int64_t announced_ms; /* to the host */
    uint64_t happened;    /* alarms and descriptors handled so far */
    unsigned depth;       /* of entries */
    bool doomed;          /* to be freed when it is left */
};

/* Like vitals_cluster_loop_new, but without a transport: the caller sets `transport`. */
vitals_status vt_loop_new(const vitals_cluster_loop_options *options, vitals_cluster_loop **out);

/* Around every public function, and in tests around what they call. */
void vt_loop_enter(vitals_cluster_loop *loop);
void vt_loop_leave(vitals_cluster_loop *loop);

static inline int64_t vt_loop_now(const vitals_cluster_loop *loop) {
    return loop->now_ms;
}
int64_t vt_loop_wall(const vitals_cluster_loop *loop);
/* 0 when the host has no random numbers. */
uint64_t vt_loop_random(const vitals_cluster_loop *loop);
/* The value that applies. */
uint64_t vt_loop_limit(const vitals_cluster_loop *loop, const char *name);
void vt_loop_log(const vitals_cluster_loop *loop, vitals_cluster_level level, vitals_text text);

/* `due_ms` is of the monotonic clock; VT_NEVER clears. A second call replaces the first. */
void vt_alarm_set(vitals_cluster_loop *loop, vt_alarm *alarm, int64_t due_ms);
void vt_alarm_clear(vitals_cluster_loop *loop, vt_alarm *alarm);

/* Wait for a descriptor; `interest` 0 ends that. false: no memory; nothing has changed. */
bool vt_loop_wait_for(vitals_cluster_loop *loop, int descriptor, unsigned interest,
                      vt_ready_fn ready, void *user);

/* Call `garbage->release` when the loop is left. A second call changes nothing. */
void vt_loop_discard(vitals_cluster_loop *loop, vt_garbage *garbage);
void vt_loop_own(vitals_cluster_loop *loop, vt_owned *owned);
void vt_loop_disown(vitals_cluster_loop *loop, vt_owned *owned);

/* Run an errand when the loop is left, before anything is freed. A second call changes nothing. */
void vt_loop_defer(vitals_cluster_loop *loop, vt_errand *errand);
void vt_loop_forget(vitals_cluster_loop *loop, vt_errand *errand);

#endif
