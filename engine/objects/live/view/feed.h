/*
** A ring of changes. It grows up to its limit; without memory to grow it forgets its oldest changes
** earlier, so that adding a change never fails.
*/
#ifndef VITALS_LIVE_FEED_H
#define VITALS_LIVE_FEED_H

#include <vitals/live.h>

#include "base/memory/memory.h"

typedef struct vt_feed {
    const vitals_allocator *allocator;
    vitals_live_change *ring;
    size_t capacity, most, first, count;
    uint64_t sequence; /* of the last change */
} vt_feed;

void vt_feed_init(vt_feed *feed, const vitals_allocator *allocator, uint64_t most);
void vt_feed_done(vt_feed *feed);
/* Number a change and add it. true: `*lost` is a change that left the ring for it, which may be the
** change itself. */
bool vt_feed_add(vt_feed *feed, vitals_live_change *change, vitals_live_change *lost);
/* The change with this number, or NULL when it is not in the ring. */
const vitals_live_change *vt_feed_at(const vt_feed *feed, uint64_t sequence);

#endif
