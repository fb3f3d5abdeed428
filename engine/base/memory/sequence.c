/* A list in the order of growing numbers. */
#include "base/memory/sequence.h"

/* Lists this short are not made shorter. */
enum { SHORT_CAPACITY = 8 };

void vt_sequence_done(vt_sequence *sequence, const vitals_allocator *allocator) {
    vt_release_array(allocator, sequence->items, sequence->capacity, sizeof *sequence->items);
    *sequence = (vt_sequence){ 0 };
}

/* Close the holes. */
static void compact(vt_sequence *sequence) {
    size_t kept = 0;
    for (size_t i = 0; i < sequence->count; i++) {
        if (sequence->items[i].item) sequence->items[kept++] = sequence->items[i];
    }
    sequence->count = kept;
}

/* false: no memory, and nothing has changed. */
static bool resize(vt_sequence *sequence, const vitals_allocator *allocator, size_t capacity) {
    vt_sequence_item *items = vt_reallocate_array(allocator, sequence->items, sequence->capacity,
                                                  capacity, sizeof *items);
    if (!items) return false;
    sequence->items = items;
    sequence->capacity = capacity;
    return true;
}

bool vt_sequence_reserve(vt_sequence *sequence, const vitals_allocator *allocator) {
    if (sequence->count < sequence->capacity) return true;
    if (sequence->live_count < sequence->count - sequence->count / 4) {
        compact(sequence);
        return true;
    }
    if (sequence->capacity > SIZE_MAX / 2) return false;
    return resize(sequence, allocator, sequence->capacity ? sequence->capacity * 2 : 1);
}

void vt_sequence_append(vt_sequence *sequence, uint64_t number, void *item) {
    sequence->items[sequence->count++] = (vt_sequence_item){ number, item };
    sequence->live_count++;
}

/* The index of the first item with a number of at least `number`. */
static size_t lower_bound(const vt_sequence *sequence, uint64_t number) {
    size_t low = 0, high = sequence->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (sequence->items[middle].number < number) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static vt_sequence_item *item_of(const vt_sequence *sequence, uint64_t number) {
    size_t at = lower_bound(sequence, number);
    if (at == sequence->count || sequence->items[at].number != number) return NULL;
    return &sequence->items[at];
}

void *vt_sequence_find(const vt_sequence *sequence, uint64_t number) {
    const vt_sequence_item *found = item_of(sequence, number);
    return found ? found->item : NULL;
}

void vt_sequence_replace(vt_sequence *sequence, uint64_t number, void *item) {
    vt_sequence_item *found = item_of(sequence, number);
    if (found) found->item = item;
}

/* Memory is given back once three quarters are unused; without memory for the smaller block the
** larger one is kept. */
void vt_sequence_remove(vt_sequence *sequence, const vitals_allocator *allocator, uint64_t number) {
    vt_sequence_item *found = item_of(sequence, number);
    if (!found || !found->item) return;
    found->item = NULL;
    if (--sequence->live_count == 0) {
        vt_sequence_done(sequence, allocator);
    } else if (sequence->live_count < sequence->count / 2) {
        compact(sequence);
        bool unused =
            sequence->capacity > SHORT_CAPACITY && sequence->live_count < sequence->capacity / 4;
        if (unused) (void)resize(sequence, allocator, sequence->capacity / 2);
    }
}

uint64_t vt_sequence_last(const vt_sequence *sequence) {
    return sequence->count ? sequence->items[sequence->count - 1].number : 0;
}

void *vt_sequence_next(const vt_sequence *sequence, uint64_t *cursor) {
    if (*cursor == UINT64_MAX) return NULL;
    for (size_t at = lower_bound(sequence, *cursor + 1); at < sequence->count; at++) {
        if (!sequence->items[at].item) continue;
        *cursor = sequence->items[at].number;
        return sequence->items[at].item;
    }
    return NULL;
}
