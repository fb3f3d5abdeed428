/* A ring of written events. */
#include "server/feed/ring.h"

#include <stdalign.h>

enum { CHUNK_BYTES = 65536 };

struct vt_ring_chunk {
    vt_ring_chunk *next;
    uint64_t number;
    size_t size, used;
    uint64_t last_sequence;
};

static char *bytes_of(vt_ring_chunk *chunk) {
    return (char *)(chunk + 1);
}

static size_t record_bytes(size_t text) {
    const size_t mask = alignof(vt_ring_record) - 1;
    return (sizeof(vt_ring_record) + text + mask) & ~mask;
}

static void drop_first(vt_ring *ring, const vitals_allocator *allocator) {
    vt_ring_chunk *chunk = ring->first;
    ring->first = chunk->next;
    if (!ring->first) ring->last = NULL;
    ring->bytes -= chunk->size;
    ring->floor = chunk->last_sequence;
    vt_release(allocator, chunk, sizeof *chunk + chunk->size);
}

void vt_ring_empty(vt_ring *ring, const vitals_allocator *allocator, uint64_t floor) {
    while (ring->first) drop_first(ring, allocator);
    ring->floor = floor;
}

static vt_ring_chunk *add_chunk(vt_ring *ring, const vitals_allocator *allocator, size_t least) {
    const size_t size = least > CHUNK_BYTES ? least : CHUNK_BYTES;
    vt_ring_chunk *chunk = vt_allocate(allocator, sizeof *chunk + size);
    if (!chunk) return NULL;
    *chunk = (vt_ring_chunk){ NULL, ++ring->next_number, size, 0, ring->floor };
    *(ring->last ? &ring->last->next : &ring->first) = chunk;
    ring->last = chunk;
    ring->bytes += size;
    while (ring->bytes > ring->most_bytes && ring->first != chunk) drop_first(ring, allocator);
    return chunk;
}

bool vt_ring_add(vt_ring *ring, const vitals_allocator *allocator, const vt_ring_record *record,
                 const char *text) {
    const size_t bytes = record_bytes(record->size);
    vt_ring_chunk *chunk = ring->last;
    if (!chunk || chunk->size - chunk->used < bytes) chunk = add_chunk(ring, allocator, bytes);
    if (!chunk) {
        vt_ring_empty(ring, allocator, record->sequence);
        return false;
    }
    char *to = bytes_of(chunk) + chunk->used;
    memcpy(to, record, sizeof *record);
    memcpy(to + sizeof *record, text, record->size);
    chunk->used += bytes;
    chunk->last_sequence = record->sequence;
    return true;
}

vt_ring_cursor vt_ring_end(const vt_ring *ring) {
    /* Without a chunk the next one begins behind it. */
    if (!ring->last) return (vt_ring_cursor){ NULL, ring->next_number + 1, 0 };
    return (vt_ring_cursor){ ring->last, ring->last->number, ring->last->used };
}

bool vt_ring_has(const vt_ring *ring, const vt_ring_cursor *cursor) {
    if (!ring->first) return cursor->number == ring->next_number + 1;
    return cursor->number >= ring->first->number;
}

const vt_ring_record *vt_ring_next(const vt_ring *ring, vt_ring_cursor *cursor, vt_text *text) {
    vt_ring_chunk *chunk = cursor->chunk;
    if (!chunk) chunk = ring->first;
    if (chunk && cursor->offset == chunk->used && chunk->next) {
        chunk = chunk->next;
        cursor->offset = 0;
    }
    if (!chunk || cursor->offset == chunk->used) return NULL;
    const vt_ring_record *record =
        (const vt_ring_record *)(const void *)(bytes_of(chunk) + cursor->offset);
    *text = (vt_text){ (const char *)(record + 1), record->size };
    cursor->chunk = chunk;
    cursor->number = chunk->number;
    cursor->offset += record_bytes(record->size);
    return record;
}
