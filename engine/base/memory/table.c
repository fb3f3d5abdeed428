/* Open addressing with linear probing; removal moves the followers back, so nothing is left over. */
#include "base/memory/table.h"

#include <string.h>

enum { LEAST_SLOTS = 16 };

void vt_table_init(vt_table *table, const vitals_allocator *allocator) {
    memset(table, 0, sizeof *table);
    table->allocator = allocator;
}

void vt_table_done(vt_table *table) {
    vt_release_array(table->allocator, table->slots, table->slot_count, sizeof *table->slots);
    vt_table_init(table, table->allocator);
}

void vt_table_clear(vt_table *table) {
    if (table->slot_count) memset(table->slots, 0, table->slot_count * sizeof *table->slots);
    table->count = 0;
}

uint64_t vt_table_mix(uint64_t hash, const uint32_t *numbers, size_t count) {
    for (size_t i = 0; i < count; i++) {
        hash = (hash ^ numbers[i]) * UINT64_C(0x9E3779B97F4A7C15);
        hash ^= hash >> 29;
    }
    return hash;
}

static uint32_t folded(uint64_t hash) {
    return (uint32_t)(hash ^ hash >> 32);
}

static void insert(vt_table *table, vt_table_slot slot) {
    size_t mask = table->slot_count - 1;
    size_t at = slot.hash & mask;
    while (table->slots[at].number) at = (at + 1) & mask;
    table->slots[at] = slot;
}

static bool has_room(const vt_table *table, size_t slots, size_t more) {
    return table->count + more <= slots - slots / 8;
}

static bool resize(vt_table *table, size_t slot_count) {
    vt_table old = *table;
    vt_table_slot *slots = vt_allocate_array(table->allocator, slot_count, sizeof *slots);
    if (!slots) return false;
    memset(slots, 0, slot_count * sizeof *slots);
    table->slots = slots;
    table->slot_count = slot_count;
    /* From a gap on: those of one hash stay in the order in which they came, also where they go round the end. */
    size_t gap = 0;
    while (gap < old.slot_count && old.slots[gap].number) gap++;
    for (size_t i = 0; i < old.slot_count; i++) {
        const vt_table_slot slot = old.slots[(gap + i) % old.slot_count];
        if (slot.number) insert(table, slot);
    }
    vt_release_array(table->allocator, old.slots, old.slot_count, sizeof *old.slots);
    return true;
}

bool vt_table_reserve_many(vt_table *table, size_t more) {
    if (has_room(table, table->slot_count, more)) return true;
    size_t grown = table->slot_count ? table->slot_count * 2 : LEAST_SLOTS;
    while (!has_room(table, grown, more)) grown *= 2;
    return resize(table, grown);
}

void vt_table_trim(vt_table *table) {
    size_t shrunk = table->slot_count;
    while (shrunk > LEAST_SLOTS && table->count * 8 < shrunk) shrunk /= 2;
    if (shrunk < table->slot_count) (void)resize(table, shrunk);
}

void vt_table_add(vt_table *table, uint64_t hash, uint32_t number) {
    insert(table, (vt_table_slot){ folded(hash), number });
    table->count++;
}

/* Close the gap at `gap`: a follower moves into it unless it is already at or after its own place. */
static void close_gap(vt_table *table, size_t gap) {
    size_t mask = table->slot_count - 1;
    for (size_t at = (gap + 1) & mask; table->slots[at].number; at = (at + 1) & mask) {
        size_t home = table->slots[at].hash & mask;
        if (((at - home) & mask) < ((at - gap) & mask)) continue;
        table->slots[gap] = table->slots[at];
        gap = at;
    }
    table->slots[gap].number = 0;
}

void vt_table_remove(vt_table *table, uint64_t hash, uint32_t number) {
    if (table->slot_count == 0) return;
    size_t mask = table->slot_count - 1;
    size_t at = folded(hash) & mask;
    while (table->slots[at].number && table->slots[at].number != number) at = (at + 1) & mask;
    if (table->slots[at].number == 0) return;
    close_gap(table, at);
    table->count--;
}

uint32_t vt_table_find(const vt_table *table, uint64_t hash, vt_table_same_fn same,
                       const void *key) {
    if (table->slot_count == 0) return 0;
    size_t mask = table->slot_count - 1;
    uint32_t want = folded(hash);
    for (size_t at = want & mask; table->slots[at].number; at = (at + 1) & mask) {
        const vt_table_slot *slot = &table->slots[at];
        if (slot->hash == want && same(key, slot->number)) return slot->number;
    }
    return 0;
}
