/* A hash table of pointers: open addressing, at most three quarters full. */
#include "base/memory/hash_table.h"

#include <string.h>

enum { LEAST_SLOTS = 8 };

void vt_hash_table_done(vt_hash_table *table, const vitals_allocator *allocator) {
    vt_release_array(allocator, table->slots, table->slot_count, sizeof *table->slots);
    *table = (vt_hash_table){ 0 };
}

static void occupy(vt_hash_slot *slots, size_t slot_count, vt_hash_slot slot) {
    size_t mask = slot_count - 1, at = slot.hash & mask;
    while (slots[at].item) at = (at + 1) & mask;
    slots[at] = slot;
}

/* false: no memory, and nothing has changed. */
static bool resize(vt_hash_table *table, const vitals_allocator *allocator, size_t slot_count) {
    vt_hash_slot *slots = vt_allocate_array(allocator, slot_count, sizeof *slots);
    if (!slots) return false;
    memset(slots, 0, slot_count * sizeof *slots);
    for (size_t i = 0; i < table->slot_count; i++) {
        if (table->slots[i].item) occupy(slots, slot_count, table->slots[i]);
    }
    vt_release_array(allocator, table->slots, table->slot_count, sizeof *table->slots);
    table->slots = slots;
    table->slot_count = slot_count;
    return true;
}

bool vt_hash_table_reserve(vt_hash_table *table, const vitals_allocator *allocator) {
    if (table->count < table->slot_count / 4 * 3) return true;
    if (table->slot_count > SIZE_MAX / 2) return false;
    return resize(table, allocator, table->slot_count ? table->slot_count * 2 : LEAST_SLOTS);
}

void vt_hash_table_insert(vt_hash_table *table, uint64_t hash, void *item) {
    occupy(table->slots, table->slot_count, (vt_hash_slot){ hash, item });
    table->count++;
}

void *vt_hash_table_find(const vt_hash_table *table, uint64_t hash, vt_hash_is_fn is,
                         const void *key) {
    if (table->slot_count == 0) return NULL;
    size_t mask = table->slot_count - 1;
    for (size_t at = hash & mask; table->slots[at].item; at = (at + 1) & mask) {
        const vt_hash_slot *slot = &table->slots[at];
        if (slot->hash == hash && is(slot->item, key)) return slot->item;
    }
    return NULL;
}

/* Move the slots behind a free one forward, so that no search ends too early. */
static void close_gap(vt_hash_table *table, size_t gap) {
    size_t mask = table->slot_count - 1;
    for (size_t at = (gap + 1) & mask; table->slots[at].item; at = (at + 1) & mask) {
        size_t wanted = table->slots[at].hash & mask;
        if (((at - wanted) & mask) < ((at - gap) & mask)) continue;
        table->slots[gap] = table->slots[at];
        gap = at;
    }
    table->slots[gap] = (vt_hash_slot){ 0, NULL };
}

/* Without memory for a smaller block the larger one is kept. */
void vt_hash_table_remove(vt_hash_table *table, const vitals_allocator *allocator, uint64_t hash,
                          const void *item) {
    if (table->slot_count == 0) return;
    size_t mask = table->slot_count - 1, at = hash & mask;
    while (table->slots[at].item && table->slots[at].item != item) at = (at + 1) & mask;
    if (!table->slots[at].item) return;
    close_gap(table, at);
    table->count--;
    if (table->slot_count > LEAST_SLOTS && table->count < table->slot_count / 8) {
        (void)resize(table, allocator, table->slot_count / 2);
    }
}
