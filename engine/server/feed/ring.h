/*
** A ring of written events in chunks: the oldest chunk is dropped when the limit is reached. Readers hold a
** cursor each and cost the ring nothing.
*/
#ifndef VITALS_SERVER_RING_H
#define VITALS_SERVER_RING_H

#include <vitals/live.h>

#include "base/memory/memory.h"
#include "base/text/text.h"

typedef struct vt_ring_chunk vt_ring_chunk;

/* One event. Its text follows it. */
typedef struct vt_ring_record {
    uint64_t sequence; /* of the change */
    vitals_live_id source, application;
    uint32_t size;
    uint32_t kind, head; /* the host's: what it is, and the bytes before its data */
} vt_ring_record;

/* Start from zero. */
typedef struct vt_ring {
    vt_ring_chunk *first, *last;
    size_t bytes, most_bytes;
    uint64_t next_number;
    uint64_t floor; /* the ring has every record of a change after this one */
} vt_ring;

/* A place between two records. All zero: before the first one. */
typedef struct vt_ring_cursor {
    vt_ring_chunk *chunk;
    uint64_t number; /* of the chunk */
    size_t offset;
} vt_ring_cursor;

/* false: no memory; the ring is then empty and its floor is `record`. */
bool vt_ring_add(vt_ring *ring, const vitals_allocator *allocator, const vt_ring_record *record,
                 const char *text);
void vt_ring_empty(vt_ring *ring, const vitals_allocator *allocator, uint64_t floor);
/* The place behind the newest record. */
vt_ring_cursor vt_ring_end(const vt_ring *ring);
/* Whether the records behind a cursor are all still there. */
bool vt_ring_has(const vt_ring *ring, const vt_ring_cursor *cursor);
/* The next record, and its text; NULL: there is none yet. The cursor must be one that the ring has. */
const vt_ring_record *vt_ring_next(const vt_ring *ring, vt_ring_cursor *cursor, vt_text *text);

#endif
