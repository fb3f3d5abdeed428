/* Maps made by expressions: finding entries, and building. Large ones have a hash index, since a
** lookup that walks all keys would make building a map quadratic. */
#include <math.h>

#include "base/map.h"
#include "cel/scan.h"

/* Maps of more entries than this have an index. */
#define MOST_UNINDEXED 8

/* ---------------------------------------------------------------- hashes */

static uint64_t mix(uint64_t number) {
    number *= UINT64_C(0x9E3779B97F4A7C15);
    return number ^ number >> 32;
}

/* Equal numbers of different types have the same hash, since they may be the same key. */
static uint64_t hash_double(double number) {
    if (number >= -0x1p63 && number < 0x1p63 && (double)(int64_t)number == number)
        return mix((uint64_t)(int64_t)number);
    if (number >= 0 && number < 0x1p64 && (double)(uint64_t)number == number)
        return mix((uint64_t)number);
    uint64_t bits = 0;
    if (!isnan(number)) memcpy(&bits, &number, sizeof bits);
    return mix(bits);
}

/* Lists, maps and other rare keys all have the hash of their type. */
static uint64_t hash_of(vt_cel_state *state, vt_cel_value key) {
    switch ((int)key.kind) {
    case VT_CEL_STRING:
        (void)vt_cel_charge_bytes(state, key.size);
        return vt_hash(vt_cel_text(key), 0);
    case VT_CEL_BOOL:
    case VT_CEL_INT:
    case VT_CEL_UINT:
    case VT_CEL_TIMESTAMP:
    case VT_CEL_DURATION:
        return mix(key.as.natural);
    case VT_CEL_DOUBLE:
        return hash_double(key.as.number);
    default:
        return mix(key.kind);
    }
}

/* The slots of an index: numbers of entries from 1, or 0. They are kept in front of the entries. */
static uint32_t *slots_of(const vt_cel_value *items) {
    return (uint32_t *)(uintptr_t)items[-1].as.bytes;
}

/* -------------------------------------------------------------- looking up */

uint32_t vt_cel_map_number(vt_cel_state *state, vt_cel_value map, vt_cel_value key,
                           vt_cel_same_fn same) {
    if (map.extra == 0) {
        for (uint32_t i = 0; i < map.size && vt_cel_charge(state, 1); i++) {
            if (same(state, map.as.items[2 * i], key)) return i;
        }
        return map.size;
    }
    const uint32_t *slots = slots_of(map.as.items);
    uint32_t mask = (UINT32_C(1) << map.extra) - 1;
    uint32_t at = (uint32_t)hash_of(state, key) & mask;
    for (; slots[at] && vt_cel_charge(state, 1); at = (at + 1) & mask) {
        if (same(state, map.as.items[2 * (slots[at] - 1)], key)) return slots[at] - 1;
    }
    return map.size;
}

/* ---------------------------------------------------------------- building */

static void index_entry(vt_cel_state *state, vt_cel_entries *entries, uint32_t number) {
    uint32_t mask = (UINT32_C(1) << entries->slot_bits) - 1;
    uint32_t at = (uint32_t)hash_of(state, entries->items[2 * number]) & mask;
    while (entries->slots[at] && vt_cel_charge(state, 1)) at = (at + 1) & mask;
    entries->slots[at] = number + 1;
}

/* At most half of the slots are used. */
static bool make_index(vt_cel_state *state, vt_cel_entries *entries) {
    entries->slot_bits = 5;
    while ((UINT32_C(1) << entries->slot_bits) < 2 * entries->capacity) entries->slot_bits++;
    size_t bytes = (size_t)4 << entries->slot_bits;
    entries->slots = vt_cel_allocate(state, bytes);
    if (!entries->slots) return false;
    memset(entries->slots, 0, bytes);
    entries->items[-1].as.bytes = (const char *)entries->slots;
    for (uint32_t i = 0; i < entries->count && vt_cel_charge(state, 1); i++) {
        index_entry(state, entries, i);
    }
    return true;
}

bool vt_cel_entries_reserve(vt_cel_state *state, vt_cel_entries *entries, uint32_t capacity) {
    if (capacity > UINT32_C(1) << 30) {
        vt_cel_stop(state, VITALS_ELIMIT, "cel_memory_bytes");
        return false;
    }
    vt_cel_value *block = vt_cel_allocate_values(state, 2 * (size_t)capacity + 1);
    if (!block) return false;
    block[0] = vt_cel_null_value();
    if (entries->count > 0) memcpy(block + 1, entries->items, 2 * entries->count * sizeof *block);
    entries->items = block + 1;
    entries->capacity = capacity;
    entries->slot_bits = 0;
    return capacity <= MOST_UNINDEXED || make_index(state, entries);
}

vt_cel_value vt_cel_entries_map(const vt_cel_entries *entries) {
    vt_cel_value map = vt_cel_of_map(entries->items, entries->count);
    map.extra = (int16_t)entries->slot_bits;
    return map;
}

bool vt_cel_entries_add(vt_cel_state *state, vt_cel_entries *entries, vt_cel_value key,
                        vt_cel_value value) {
    bool is_full = entries->count == entries->capacity;
    if (!vt_cel_charge(state, 1)) return false;
    if (is_full && !vt_cel_entries_reserve(state, entries, 2 * entries->capacity + 4)) return false;
    entries->items[2 * entries->count] = key;
    entries->items[2 * entries->count + 1] = value;
    if (entries->slot_bits > 0) index_entry(state, entries, entries->count);
    entries->count++;
    return true;
}

bool vt_cel_map_copy(vt_arena *arena, vt_cel_value *map) {
    size_t count = 2 * (size_t)map->size, slot_bytes = map->extra > 0 ? (size_t)4 << map->extra : 0;
    vt_cel_value *block = vt_arena_allocate_array(arena, count + 1, sizeof *block);
    char *slots = slot_bytes > 0 ? vt_arena_allocate(arena, slot_bytes) : NULL;
    if (!block || (slot_bytes > 0 && !slots)) return false;
    block[0] = vt_cel_null_value();
    if (count > 0) memcpy(block + 1, map->as.items, count * sizeof *block);
    if (slots) memcpy(slots, slots_of(map->as.items), slot_bytes);
    block[0].as.bytes = slots;
    map->as.items = block + 1;
    return true;
}
