/* A binary heap of members. */
#include "health/member_heap.h"

enum { LEAST_CAPACITY = 8 };

void vt_member_heap_done(vt_member_heap *heap, const vitals_allocator *allocator) {
    vt_release_array(allocator, heap->items, heap->capacity, sizeof(vt_member *));
    heap->items = NULL;
    heap->count = heap->capacity = 0;
}

/* false: no memory, and nothing has changed. */
static bool resize(vt_member_heap *heap, const vitals_allocator *allocator, size_t capacity) {
    vt_member **items =
        vt_reallocate_array(allocator, heap->items, heap->capacity, capacity, sizeof(vt_member *));
    if (!items) return false;
    heap->items = items;
    heap->capacity = capacity;
    return true;
}

bool vt_member_heap_reserve(vt_member_heap *heap, const vitals_allocator *allocator) {
    if (heap->count < heap->capacity) return true;
    if (heap->count >= VT_MEMBER_NOWHERE / 2) return false;
    return resize(heap, allocator, heap->capacity ? heap->capacity * 2 : 1);
}

static void place(vt_member_heap *heap, size_t at, vt_member *member) {
    heap->items[at] = member;
    *(heap->errors ? &member->error_at : &member->cause_at) = (uint32_t)at;
}

/* Move a member from `at` towards the root, to where it belongs. */
static size_t sift_up(vt_member_heap *heap, size_t at, vt_member *member) {
    while (at > 0 && vt_member_compare(member, heap->items[(at - 1) / 2]) < 0) {
        place(heap, at, heap->items[(at - 1) / 2]);
        at = (at - 1) / 2;
    }
    place(heap, at, member);
    return at;
}

static void sift_down(vt_member_heap *heap, size_t at, vt_member *member) {
    for (size_t child; (child = 2 * at + 1) < heap->count; at = child) {
        if (child + 1 < heap->count &&
            vt_member_compare(heap->items[child + 1], heap->items[child]) < 0) {
            child++;
        }
        if (vt_member_compare(heap->items[child], member) >= 0) break;
        place(heap, at, heap->items[child]);
    }
    place(heap, at, member);
}

void vt_member_heap_add(vt_member_heap *heap, vt_member *member) {
    heap->count++;
    sift_up(heap, heap->count - 1, member);
}

/* Without memory for a smaller block the larger one is kept. */
void vt_member_heap_remove(vt_member_heap *heap, const vitals_allocator *allocator,
                           vt_member *member) {
    uint32_t *place_of = heap->errors ? &member->error_at : &member->cause_at;
    const size_t at = *place_of;
    if (at == VT_MEMBER_NOWHERE) return;
    *place_of = VT_MEMBER_NOWHERE;
    vt_member *last = heap->items[--heap->count];
    if (at < heap->count && sift_up(heap, at, last) == at) sift_down(heap, at, last);
    if (heap->count == 0) {
        vt_member_heap_done(heap, allocator);
    } else if (heap->capacity > LEAST_CAPACITY && heap->count < heap->capacity / 4) {
        (void)resize(heap, allocator, heap->capacity / 2);
    }
}

/* Members that may be the next one: at first the roots, then the children of what was taken. */
typedef struct frontier {
    struct place {
        const vt_member_heap *heap;
        size_t at;
    } places[VITALS_HEALTH_COUNT + VT_HEAP_MOST_FIRST];
    size_t count;
} frontier;

static void add_place(frontier *open, const vt_member_heap *heap, size_t at, uint64_t *steps) {
    if (at >= heap->count) return;
    open->places[open->count++] = (struct place){ heap, at };
    ++*steps;
}

static const vt_member *member_at(const struct place *place) {
    return place->heap->items[place->at];
}

size_t vt_member_heap_first(const vt_member_heap *const *heaps, size_t heap_count,
                            const vt_member *out[VT_HEAP_MOST_FIRST], uint64_t *steps) {
    frontier open = { .count = 0 };
    for (size_t i = 0; i < heap_count; i++) add_place(&open, heaps[i], 0, steps);
    size_t count = 0;
    while (count < VT_HEAP_MOST_FIRST && open.count > 0) {
        size_t least = 0;
        for (size_t i = 1; i < open.count; i++) {
            if (vt_member_compare(member_at(&open.places[i]), member_at(&open.places[least])) < 0)
                least = i;
        }
        const struct place taken = open.places[least];
        open.places[least] = open.places[--open.count];
        out[count++] = member_at(&taken);
        add_place(&open, taken.heap, 2 * taken.at + 1, steps);
        add_place(&open, taken.heap, 2 * taken.at + 2, steps);
    }
    return count;
}
