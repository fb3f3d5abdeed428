/* One thread that waits for descriptors and times, over epoll. */
#include "server/http/poller.h"

#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

typedef struct watched {
    vt_poller_ready_fn ready; /* NULL: not watched */
    void *user;
} watched;

struct vt_poller {
    vitals_allocator allocator;
    int64_t (*monotonic_ms)(void *user);
    void *clock_user;
    int epoll;
    watched *watched; /* by descriptor */
    size_t capacity;
    vt_poller_timer *timers;
};

vt_poller *vt_poller_new(const vitals_allocator *allocator, int64_t (*monotonic_ms)(void *user),
                         void *clock_user) {
    vt_poller *loop = vt_allocate_zeroed(allocator, sizeof *loop);
    if (!loop) return NULL;
    *loop = (vt_poller){ *allocator, monotonic_ms, clock_user, epoll_create1(EPOLL_CLOEXEC), NULL,
                         0,          NULL };
    if (loop->epoll >= 0) return loop;
    vt_release(allocator, loop, sizeof *loop);
    return NULL;
}

void vt_poller_free(vt_poller *loop) {
    if (!loop) return;
    const vitals_allocator allocator = loop->allocator;
    close(loop->epoll);
    vt_release_array(&allocator, loop->watched, loop->capacity, sizeof *loop->watched);
    vt_release(&allocator, loop, sizeof *loop);
}

static bool make_room(vt_poller *loop, size_t index) {
    if (index < loop->capacity) return true;
    size_t capacity = loop->capacity ? loop->capacity : 32;
    while (capacity <= index) capacity *= 2;
    watched *grown = vt_reallocate_array(&loop->allocator, loop->watched, loop->capacity, capacity,
                                         sizeof *grown);
    if (!grown) return false;
    memset(grown + loop->capacity, 0, (capacity - loop->capacity) * sizeof *grown);
    loop->watched = grown;
    loop->capacity = capacity;
    return true;
}

bool vt_poller_watch(vt_poller *loop, int descriptor, unsigned interest, vt_poller_ready_fn ready,
                     void *user) {
    struct epoll_event event = { .events = 0 };
    if (descriptor < 0 || !make_room(loop, (size_t)descriptor)) return false;
    watched *entry = &loop->watched[descriptor];
    const bool known = entry->ready != NULL;
    if (interest & VT_POLLER_READABLE) event.events |= EPOLLIN;
    if (interest & VT_POLLER_WRITABLE) event.events |= EPOLLOUT;
    event.data.fd = descriptor;
    if (interest == 0) {
        *entry = (watched){ NULL, NULL };
        /* A descriptor that is closed already has left by itself. */
        if (known) epoll_ctl(loop->epoll, EPOLL_CTL_DEL, descriptor, &event);
        return true;
    }
    *entry = (watched){ ready, user };
    if (known && epoll_ctl(loop->epoll, EPOLL_CTL_MOD, descriptor, &event) == 0) return true;
    return epoll_ctl(loop->epoll, EPOLL_CTL_ADD, descriptor, &event) == 0;
}

void vt_poller_add_timer(vt_poller *loop, vt_poller_timer *timer) {
    timer->next = loop->timers;
    loop->timers = timer;
}

/* How long to wait, as epoll_wait takes it. */
static int wait_ms(const vt_poller *loop, int64_t timeout_ms) {
    const int64_t now = loop->monotonic_ms(loop->clock_user);
    int64_t wait = timeout_ms < 0 ? INT32_MAX : timeout_ms;
    for (const vt_poller_timer *each = loop->timers; each; each = each->next) {
        const int64_t until = each->due_ms <= now ? 0 : each->due_ms - now;
        if (until < wait) wait = until;
    }
    return wait >= INT32_MAX ? (timeout_ms < 0 ? -1 : INT32_MAX) : (int)wait;
}

static unsigned ready_of(uint32_t events) {
    unsigned ready = 0;
    if (events & (EPOLLIN | EPOLLHUP | EPOLLERR)) ready |= VT_POLLER_READABLE;
    if (events & (EPOLLOUT | EPOLLHUP | EPOLLERR)) ready |= VT_POLLER_WRITABLE;
    return ready;
}

static void run_timers(vt_poller *loop) {
    const int64_t now = loop->monotonic_ms(loop->clock_user);
    for (vt_poller_timer *each = loop->timers; each; each = each->next) {
        if (each->due_ms > now) continue;
        each->due_ms = INT64_MAX;
        each->due(each->user);
    }
}

void vt_poller_poll(vt_poller *loop, int64_t timeout_ms) {
    enum { MOST_EVENTS = 64 };
    struct epoll_event events[MOST_EVENTS];
    const int count = epoll_wait(loop->epoll, events, MOST_EVENTS, wait_ms(loop, timeout_ms));
    for (int i = 0; i < count; i++) {
        const int descriptor = events[i].data.fd;
        const watched entry = loop->watched[descriptor];
        if (entry.ready) entry.ready(entry.user, descriptor, ready_of(events[i].events));
    }
    run_timers(loop);
}
