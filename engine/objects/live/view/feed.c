/* The ring of changes of one view. */
#include "objects/live/view/feed.h"

#include <string.h>

void vt_feed_init(vt_feed *feed, const vitals_allocator *allocator, uint64_t most) {
    *feed = (vt_feed){ .allocator = allocator };
    feed->most =
        most < SIZE_MAX / sizeof *feed->ring ? (size_t)most : SIZE_MAX / sizeof *feed->ring;
}

void vt_feed_done(vt_feed *feed) {
    vt_release_array(feed->allocator, feed->ring, feed->capacity, sizeof *feed->ring);
    feed->ring = NULL;
    feed->capacity = feed->count = 0;
}

static vitals_live_change *place_of(const vt_feed *feed, size_t index) {
    return &feed->ring[(feed->first + index) % feed->capacity];
}

static void grow(vt_feed *feed) {
    size_t capacity = feed->capacity ? feed->capacity * 2 : 64;
    if (capacity > feed->most) capacity = feed->most;
    if (capacity <= feed->capacity) return;
    vitals_live_change *ring = vt_allocate_array(feed->allocator, capacity, sizeof *ring);
    if (!ring) return;
    for (size_t i = 0; i < feed->count; i++) ring[i] = *place_of(feed, i);
    vt_release_array(feed->allocator, feed->ring, feed->capacity, sizeof *feed->ring);
    feed->ring = ring;
    feed->capacity = capacity;
    feed->first = 0;
}

bool vt_feed_add(vt_feed *feed, vitals_live_change *change, vitals_live_change *lost) {
    change->sequence = ++feed->sequence;
    if (feed->count == feed->capacity) grow(feed);
    if (feed->capacity == 0) {
        *lost = *change;
        return true;
    }
    bool full = feed->count == feed->capacity;
    if (full) {
        *lost = *place_of(feed, 0);
        feed->first = (feed->first + 1) % feed->capacity;
        feed->count--;
    }
    *place_of(feed, feed->count++) = *change;
    return full;
}

const vitals_live_change *vt_feed_at(const vt_feed *feed, uint64_t sequence) {
    if (sequence > feed->sequence || feed->sequence - sequence >= feed->count) return NULL;
    return place_of(feed, feed->count - 1 - (size_t)(feed->sequence - sequence));
}
