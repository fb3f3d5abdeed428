/* Open addressing with linear probing; what is removed leaves no mark. */
#include "base/index.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { FIRST_CAPACITY = 64 };

/* FNV-1a, with a last step that mixes the low bits. */
uint32_t index_hash_bytes(uint32_t hash, const char *bytes, size_t size) {
    hash ^= UINT32_C(2166136261);
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ (unsigned char)bytes[i]) * UINT32_C(16777619);
    }
    hash ^= hash >> 15;
    return hash * UINT32_C(0x85EBCA6B);
}

static size_t next_slot(const cli_index *index, size_t at) {
    return (at + 1) & (index->capacity - 1);
}

static size_t first_slot(const cli_index *index, uint32_t hash) {
    return hash & (index->capacity - 1);
}

uint32_t index_hash(uint32_t hash, const char *text) {
    return index_hash_bytes(hash, text, strlen(text));
}

size_t index_find(const cli_index *index, uint32_t hash,
                  bool (*same)(const void *user, size_t item), const void *user) {
    if (!index->capacity) return SIZE_MAX;
    for (size_t at = first_slot(index, hash); index->slots[at].item; at = next_slot(index, at)) {
        const index_slot *slot = &index->slots[at];
        if (slot->hash == hash && same(user, slot->item - 1)) return slot->item - 1;
    }
    return SIZE_MAX;
}

static void put(cli_index *index, index_slot slot) {
    size_t at = first_slot(index, slot.hash);
    while (index->slots[at].item) at = next_slot(index, at);
    index->slots[at] = slot;
}

static void grow(cli_index *index) {
    const cli_index before = *index;
    index->capacity = before.capacity ? before.capacity * 2 : FIRST_CAPACITY;
    index->slots = memory_new(index->capacity, sizeof *index->slots);
    for (size_t i = 0; i < before.capacity; i++) {
        if (before.slots[i].item) put(index, before.slots[i]);
    }
    free(before.slots);
}

void index_add(cli_index *index, uint32_t hash, size_t item) {
    if (index->count >= index->capacity / 8 * 7) grow(index);
    put(index, (index_slot){ hash, (uint32_t)item + 1 });
    index->count++;
}

/* Move back what was displaced by the slot that became empty. */
static void close_gap(cli_index *index, size_t gap) {
    for (size_t at = next_slot(index, gap); index->slots[at].item; at = next_slot(index, at)) {
        const size_t home = first_slot(index, index->slots[at].hash);
        const size_t mask = index->capacity - 1;
        if (((at - home) & mask) < ((at - gap) & mask)) continue;
        index->slots[gap] = index->slots[at];
        gap = at;
    }
    index->slots[gap] = (index_slot){ 0, 0 };
}

void index_remove(cli_index *index, uint32_t hash, size_t item) {
    if (!index->capacity) return;
    for (size_t at = first_slot(index, hash); index->slots[at].item; at = next_slot(index, at)) {
        if (index->slots[at].item != item + 1) continue;
        close_gap(index, at);
        index->count--;
        return;
    }
}

void index_done(cli_index *index) {
    free(index->slots);
    *index = (struct cli_index){ NULL, 0, 0 };
}
