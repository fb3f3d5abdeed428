/* A binary heap that keeps the place of each item with its owner. */
#include "objects/live/timer.h"

void vt_timers_init(vt_timers *timers, const vitals_allocator *allocator,
                    uint32_t *(*place_of)(void *owner, uint32_t item), void *owner) {
    *timers = (vt_timers){ .allocator = allocator, .place_of = place_of, .owner = owner };
}

void vt_timers_done(vt_timers *timers) {
    vt_release_array(timers->allocator, timers->heap, timers->capacity, sizeof *timers->heap);
    timers->heap = NULL;
    timers->count = timers->capacity = 0;
}

bool vt_timers_reserve(vt_timers *timers, size_t count) {
    while (timers->capacity < count) {
        void *heap = timers->heap;
        bool room = vt_grow(timers->allocator, &heap, &timers->capacity, timers->capacity,
                            sizeof *timers->heap);
        timers->heap = heap;
        if (!room) return false;
    }
    return true;
}

static void place(vt_timers *timers, size_t at, vt_timer timer) {
    timers->heap[at] = timer;
    *timers->place_of(timers->owner, timer.item) = (uint32_t)at + 1;
}

/* Equal times fire in the order of their items, so that a run does not depend on the heap. */
static bool is_before(vt_timer a, vt_timer b) {
    return a.at_ms != b.at_ms ? a.at_ms < b.at_ms : a.item < b.item;
}

static void move_up(vt_timers *timers, size_t at, vt_timer timer) {
    while (at > 0 && is_before(timer, timers->heap[(at - 1) / 2])) {
        place(timers, at, timers->heap[(at - 1) / 2]);
        at = (at - 1) / 2;
    }
    place(timers, at, timer);
}

static void move_down(vt_timers *timers, size_t at, vt_timer timer) {
    for (size_t child; (child = 2 * at + 1) < timers->count; at = child) {
        if (child + 1 < timers->count && is_before(timers->heap[child + 1], timers->heap[child])) {
            child++;
        }
        if (!is_before(timers->heap[child], timer)) break;
        place(timers, at, timers->heap[child]);
    }
    place(timers, at, timer);
}

static void settle_in(vt_timers *timers, size_t at, vt_timer timer) {
    if (at > 0 && is_before(timer, timers->heap[(at - 1) / 2])) {
        move_up(timers, at, timer);
    } else {
        move_down(timers, at, timer);
    }
}

static void clear(vt_timers *timers, uint32_t item) {
    uint32_t *its_place = timers->place_of(timers->owner, item);
    if (*its_place == 0) return;
    size_t at = *its_place - 1;
    *its_place = 0;
    vt_timer last = timers->heap[--timers->count];
    if (at < timers->count) settle_in(timers, at, last);
}

void vt_timers_set(vt_timers *timers, uint32_t item, int64_t at_ms) {
    if (at_ms == INT64_MAX) {
        clear(timers, item);
        return;
    }
    uint32_t at = *timers->place_of(timers->owner, item);
    if (at) {
        settle_in(timers, at - 1, (vt_timer){ at_ms, item });
    } else {
        move_up(timers, timers->count++, (vt_timer){ at_ms, item });
    }
}

uint32_t vt_timers_due(vt_timers *timers, int64_t now_ms) {
    if (timers->count == 0 || timers->heap[0].at_ms > now_ms) return 0;
    uint32_t item = timers->heap[0].item;
    clear(timers, item);
    return item;
}

int64_t vt_timers_next_ms(const vt_timers *timers) {
    return timers->count ? timers->heap[0].at_ms : INT64_MAX;
}
