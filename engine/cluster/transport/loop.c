/* The loop: entering and leaving, waiting for descriptors and alarms. */
#include "cluster/transport/loop.h"

#include <errno.h>
#include <poll.h>

#include "base/memory/sized.h"
#include "cluster/transport/transport.h"

/* Alarms handled in one round, so that descriptors have their turn. */
enum { ALARMS_OF_A_ROUND = 10000 };

/* -------------------------------------------------------------- life cycle */

static vitals_status copy_limits(vitals_cluster_loop *loop, const vitals_limits *limits) {
    if (!limits) return VITALS_OK;
    vitals_status status = vitals_limits_new(&loop->allocator, &loop->limits);
    for (size_t i = 0; status == VITALS_OK; i++) {
        const vitals_limit_row *row = vitals_limit_at(i);
        uint64_t value;
        if (!row) break;
        status = vitals_limits_get(limits, row->name, &value);
        if (status == VITALS_OK) status = vitals_limits_set(loop->limits, row->name, value);
    }
    return status;
}

static bool read_options(const vitals_cluster_loop_options *given,
                         vitals_cluster_loop_options *own) {
    *own = (vitals_cluster_loop_options)VITALS_CLUSTER_LOOP_OPTIONS_INIT;
    if (!given || !vt_sized_read(given, own, sizeof *own)) return false;
    return own->wall_ms && own->monotonic_ms && !own->socket_changed == !own->timer_changed;
}

vitals_status vt_loop_new(const vitals_cluster_loop_options *options, vitals_cluster_loop **out) {
    vitals_cluster_loop_options own;
    if (!out || !read_options(options, &own)) return VITALS_EINVAL;
    vitals_allocator allocator = vt_allocator_or_default(own.allocator);
    vitals_cluster_loop *loop = vt_allocate_zeroed(&allocator, sizeof *loop);
    if (!loop) return VITALS_ENOMEM;
    loop->allocator = allocator;
    loop->options = own;
    loop->options.allocator = &loop->allocator;
    loop->garbage_end = &loop->garbage;
    loop->now_ms = own.monotonic_ms(own.user);
    loop->announced_ms = VT_NEVER;
    vitals_status status = copy_limits(loop, own.limits);
    loop->options.limits = loop->limits;
    if (status == VITALS_OK) {
        *out = loop;
    } else {
        vitals_cluster_loop_free(loop);
    }
    return status;
}

/* What callers have freed, and what they have not: in the order in which one uses the other. */
static void run_errands(vitals_cluster_loop *loop) {
    while (loop->errands) {
        vt_errand *errand = loop->errands;
        vt_loop_forget(loop, errand);
        errand->run(errand->user);
    }
}

static void free_garbage(vitals_cluster_loop *loop) {
    while (loop->garbage) {
        vt_garbage *garbage = loop->garbage;
        loop->garbage = garbage->next;
        if (!loop->garbage) loop->garbage_end = &loop->garbage;
        garbage->release(garbage->user);
    }
}

/* Nothing further up the stack uses what callbacks have freed. */
static void settle(vitals_cluster_loop *loop) {
    while (loop->errands || loop->garbage) {
        run_errands(loop);
        free_garbage(loop);
    }
}

static void destroy(vitals_cluster_loop *loop) {
    vitals_allocator allocator = loop->allocator;
    loop->depth++;
    while (loop->owned) loop->owned->free(loop->owned->user);
    settle(loop);
    if (loop->transport) loop->transport->class->free(loop->transport);
    settle(loop);
    vitals_limits_free(loop->limits);
    vt_release_array(&allocator, loop->descriptors, loop->descriptor_capacity,
                     sizeof *loop->descriptors);
    vt_release_array(&allocator, loop->polled, loop->polled_capacity, sizeof *loop->polled);
    vt_release(&allocator, loop, sizeof *loop);
}

void vitals_cluster_loop_free(vitals_cluster_loop *loop) {
    if (!loop) return;
    if (loop->depth) {
        loop->doomed = true;
    } else {
        destroy(loop);
    }
}

/* ------------------------------------------------------- entering and leaving */

static int64_t next_alarm_ms(const vitals_cluster_loop *loop) {
    return loop->alarms ? loop->alarms->due_ms : VT_NEVER;
}

/* The host's timer. */
static void announce(vitals_cluster_loop *loop) {
    int64_t due_ms = next_alarm_ms(loop);
    if (!loop->options.timer_changed || due_ms == loop->announced_ms) return;
    loop->announced_ms = due_ms;
    loop->options.timer_changed(loop->options.user, due_ms);
}

void vt_loop_enter(vitals_cluster_loop *loop) {
    if (loop->depth++ == 0) loop->now_ms = loop->options.monotonic_ms(loop->options.user);
}

void vt_loop_leave(vitals_cluster_loop *loop) {
    if (loop->depth == 1) {
        settle(loop);
        if (!loop->doomed) announce(loop);
    }
    loop->depth--;
    if (loop->depth == 0 && loop->doomed) destroy(loop);
}

void vt_loop_discard(vitals_cluster_loop *loop, vt_garbage *garbage) {
    if (garbage->listed) return;
    garbage->listed = true;
    garbage->next = NULL;
    *loop->garbage_end = garbage;
    loop->garbage_end = &garbage->next;
}

void vt_loop_own(vitals_cluster_loop *loop, vt_owned *owned) {
    owned->before = NULL;
    owned->next = loop->owned;
    if (loop->owned) loop->owned->before = owned;
    loop->owned = owned;
}

void vt_loop_disown(vitals_cluster_loop *loop, vt_owned *owned) {
    *(owned->before ? &owned->before->next : &loop->owned) = owned->next;
    if (owned->next) owned->next->before = owned->before;
}

void vt_loop_defer(vitals_cluster_loop *loop, vt_errand *errand) {
    if (errand->listed) return;
    errand->listed = true;
    errand->next = NULL;
    errand->before = loop->last_errand;
    if (loop->last_errand) {
        loop->last_errand->next = errand;
    } else {
        loop->errands = errand;
    }
    loop->last_errand = errand;
}

void vt_loop_forget(vitals_cluster_loop *loop, vt_errand *errand) {
    if (!errand->listed) return;
    errand->listed = false;
    *(errand->before ? &errand->before->next : &loop->errands) = errand->next;
    *(errand->next ? &errand->next->before : &loop->last_errand) = errand->before;
}

/* ------------------------------------------------------------ the host's functions */

int64_t vt_loop_wall(const vitals_cluster_loop *loop) {
    return loop->options.wall_ms(loop->options.user);
}

uint64_t vt_loop_random(const vitals_cluster_loop *loop) {
    return loop->options.random ? loop->options.random(loop->options.user) : 0;
}

uint64_t vt_loop_limit(const vitals_cluster_loop *loop, const char *name) {
    uint64_t value = 0;
    return vitals_limits_get(loop->limits, name, &value) == VITALS_OK ? value : 0;
}

void vt_loop_log(const vitals_cluster_loop *loop, vitals_cluster_level level, vitals_text text) {
    if (loop->options.log) loop->options.log(loop->options.user, level, text);
}

/* ------------------------------------------------------------- descriptors */

static vt_descriptor *find(vitals_cluster_loop *loop, int descriptor) {
    for (size_t i = 0; i < loop->descriptor_count; i++) {
        vt_descriptor *at = &loop->descriptors[i];
        if (at->interest && at->descriptor == descriptor) return at;
    }
    return NULL;
}

static vt_descriptor *free_place(vitals_cluster_loop *loop) {
    for (size_t i = 0; i < loop->descriptor_count; i++) {
        if (!loop->descriptors[i].interest) return &loop->descriptors[i];
    }
    void *items = loop->descriptors;
    if (!vt_grow(&loop->allocator, &items, &loop->descriptor_capacity, loop->descriptor_count,
                 sizeof *loop->descriptors)) {
        return NULL;
    }
    loop->descriptors = items;
    return &loop->descriptors[loop->descriptor_count++];
}

bool vt_loop_wait_for(vitals_cluster_loop *loop, int descriptor, unsigned interest,
                      vt_ready_fn ready, void *user) {
    vt_descriptor *at = find(loop, descriptor);
    if (!at && !interest) return true;
    if (!at) {
        at = free_place(loop);
        if (!at) return false;
        at->number = ++loop->descriptor_number;
    }
    const bool changed = at->interest != interest;
    at->descriptor = descriptor;
    at->interest = interest;
    at->ready = ready;
    at->user = user;
    if (changed && loop->options.socket_changed) {
        loop->options.socket_changed(loop->options.user, descriptor, interest);
    }
    return true;
}

static void handle(vitals_cluster_loop *loop, vt_descriptor *at, unsigned ready) {
    loop->happened++;
    at->ready(at->user, at->descriptor, ready);
}

static void ring_alarms(vitals_cluster_loop *loop) {
    for (int i = 0; i < ALARMS_OF_A_ROUND && next_alarm_ms(loop) <= loop->now_ms; i++) {
        vt_alarm *alarm = loop->alarms;
        vt_alarm_clear(loop, alarm);
        loop->happened++;
        alarm->ring(alarm->user);
    }
}

void vitals_cluster_loop_socket_ready(vitals_cluster_loop *loop, int descriptor, unsigned ready) {
    if (!loop || loop->depth) return;
    vt_loop_enter(loop);
    vt_descriptor *at = find(loop, descriptor);
    if (at && ready) handle(loop, at, ready);
    vt_loop_leave(loop);
}

void vitals_cluster_loop_timer_due(vitals_cluster_loop *loop) {
    if (!loop || loop->depth) return;
    vt_loop_enter(loop);
    loop->announced_ms = VT_NEVER;
    ring_alarms(loop);
    vt_loop_leave(loop);
}

/* ------------------------------------------------------------------ waiting */

/* What poll() waits for, with the numbers in the order of the descriptors. */
static bool prepare(vitals_cluster_loop *loop) {
    if (loop->polled_capacity >= loop->descriptor_count) return true;
    struct pollfd *larger =
        vt_reallocate_array(&loop->allocator, loop->polled, loop->polled_capacity,
                            loop->descriptor_capacity, sizeof *loop->polled);
    if (!larger) return false;
    loop->polled = larger;
    loop->polled_capacity = loop->descriptor_capacity;
    return true;
}

static size_t fill(vitals_cluster_loop *loop) {
    for (size_t i = 0; i < loop->descriptor_count; i++) {
        const vt_descriptor *at = &loop->descriptors[i];
        short events = (short)(((at->interest & VITALS_CLUSTER_READABLE) ? POLLIN : 0) |
                               ((at->interest & VITALS_CLUSTER_WRITABLE) ? POLLOUT : 0));
        loop->polled[i] = (struct pollfd){ at->interest ? at->descriptor : -1, events, 0 };
    }
    return loop->descriptor_count;
}

static unsigned ready_of(short events) {
    unsigned ready = 0;
    if (events & (POLLIN | POLLHUP | POLLERR | POLLNVAL)) ready |= VITALS_CLUSTER_READABLE;
    if (events & (POLLOUT | POLLERR)) ready |= VITALS_CLUSTER_WRITABLE;
    return ready;
}

/* A descriptor that a callback closed, and perhaps opened again as another, is not handled. */
static void handle_polled(vitals_cluster_loop *loop, size_t count, uint64_t number) {
    for (size_t i = 0; i < count && i < loop->descriptor_count; i++) {
        const unsigned ready = ready_of(loop->polled[i].revents);
        vt_descriptor *at = &loop->descriptors[i];
        if (!ready || !at->interest || at->number > number) continue;
        if (at->descriptor == loop->polled[i].fd) handle(loop, at, ready);
    }
}

static int wait_ms(const vitals_cluster_loop *loop, int64_t timeout_ms) {
    int64_t wait = timeout_ms < 0 ? VT_NEVER : timeout_ms;
    const int64_t due = next_alarm_ms(loop);
    if (due <= loop->now_ms) return 0;
    if (due != VT_NEVER && due - loop->now_ms < wait) wait = due - loop->now_ms;
    if (wait == VT_NEVER) return -1;
    return wait > INT32_MAX ? INT32_MAX : (int)wait;
}

static vitals_status poll_once(vitals_cluster_loop *loop, int64_t timeout_ms) {
    const uint64_t before = loop->happened;
    ring_alarms(loop);
    settle(loop);
    if (loop->doomed) return VITALS_OK;
    if (!prepare(loop)) return VITALS_ENOMEM;
    const size_t count = fill(loop);
    const uint64_t number = loop->descriptor_number;
    const int wait = loop->happened != before ? 0 : wait_ms(loop, timeout_ms);
    const int ready = poll(loop->polled, (nfds_t)count, wait);
    loop->now_ms = loop->options.monotonic_ms(loop->options.user);
    if (ready > 0) handle_polled(loop, count, number);
    ring_alarms(loop);
    return VITALS_OK;
}

vitals_status vitals_cluster_loop_poll(vitals_cluster_loop *loop, int64_t timeout_ms) {
    if (!loop || loop->depth || loop->options.socket_changed) return VITALS_EINVAL;
    vt_loop_enter(loop);
    vitals_status status = poll_once(loop, timeout_ms);
    vt_loop_leave(loop);
    return status;
}
