/* Maps made by expressions: finding entries, and building. Large ones have a hash index, since a
** lookup that walks all keys would make building a map quadratic. */
#include <math.h>

#include "base/memory/map.h"
#include "cel/library/scan.h"

/* Maps of more entries than this have an index. */
#define MOST_UNINDEXED 8

/* An open hash table, in front of the entries: half of each slot is a hash, the other half the number
** of an entry from 1, or 0. The seed is that of the state that built the map. */
struct vt_cel_map_index {
    uint64_t seed;
    uint64_t slots[];
};

static const vt_cel_map_index *index_of(const vt_cel_value *items) {
    return (const vt_cel_map_index *)(uintptr_t)items[-1].as.bytes;
}

static size_t index_bytes(uint32_t slot_bits) {
    return sizeof(vt_cel_map_index) + ((size_t)8 << slot_bits);
}

/* ---------------------------------------------------------------- hashes */

static uint64_t hash_bytes(const void *bytes, size_t size, uint64_t seed) {
    return vt_hash(vt_text_slice(bytes, size), seed);
}

/* Equal numbers of different types have the same hash, since they may be the same key. */
static uint64_t hash_double(double number, uint64_t seed) {
    uint64_t bits = 0;
    if (number >= -0x1p63 && number < 0x1p63 && (double)(int64_t)number == number) {
        bits = (uint64_t)(int64_t)number;
    } else if (number >= 0 && number < 0x1p64 && (double)(uint64_t)number == number) {
        bits = (uint64_t)number;
    } else if (!isnan(number)) {
        memcpy(&bits, &number, sizeof bits);
    }
    return hash_bytes(&bits, sizeof bits, seed);
}

/* Lists, maps and optionals are the same key only when they are one object. */
static uint32_t hash_of(vt_cel_state *state, vt_cel_value key, uint64_t seed) {
    switch ((int)key.kind) {
    case VT_CEL_STRING:
    case VT_CEL_BYTES:
        (void)vt_cel_charge_bytes(state, key.size);
        return (uint32_t)vt_hash(vt_cel_text(key), seed);
    case VT_CEL_TYPE:
        return (uint32_t)vt_hash(vt_text_from(key.as.type), seed);
    case VT_CEL_IP:
    case VT_CEL_CIDR:
        return (uint32_t)hash_bytes(key.as.address->bytes, key.as.address->size, seed);
    case VT_CEL_DOUBLE:
        return (uint32_t)hash_double(key.as.number, seed);
    case VT_CEL_TIMESTAMP:
        return (uint32_t)hash_bytes(&key.as.natural, sizeof key.as.natural, seed + key.size);
    default:
        return (uint32_t)hash_bytes(&key.as.natural, sizeof key.as.natural, seed);
    }
}

/* -------------------------------------------------------------- probing */

/*
** With a seed that the author of the keys does not know, runs of used slots are short: one of 512 is
** never met in a map that fits into the memory. Only keys that were made to collide are charged for
** what is beyond, so the cost does not depend on the seed.
*/
enum { FREE_PROBES = 512, PROBES_PER_UNIT = 16 };

typedef struct probe {
    const vt_cel_map_index *index;
    uint32_t at, mask, hash, steps;
} probe;

static probe probe_of(vt_cel_state *state, const vt_cel_map_index *index, uint32_t slot_bits,
                      vt_cel_value key) {
    uint32_t mask = (UINT32_C(1) << slot_bits) - 1, hash = hash_of(state, key, index->seed);
    return (probe){ index, hash & mask, mask, hash, 0 };
}

/* Whether the slot at the probe is used, and the state goes on. */
static bool is_taken(vt_cel_state *state, probe *p) {
    if (!p->index->slots[p->at]) return false;
    bool is_charged = ++p->steps > FREE_PROBES && p->steps % PROBES_PER_UNIT == 0;
    return !is_charged || vt_cel_charge(state, 1);
}

static void advance(probe *p) {
    p->at = (p->at + 1) & p->mask;
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
    probe p = probe_of(state, index_of(map.as.items), (uint32_t)map.extra, key);
    for (; is_taken(state, &p); advance(&p)) {
        uint64_t slot = p.index->slots[p.at];
        if (slot >> 32 != p.hash) continue;
        uint32_t number = (uint32_t)slot - 1;
        if (!vt_cel_charge(state, 1) || same(state, map.as.items[2 * number], key)) return number;
    }
    return map.size;
}

/* ---------------------------------------------------------------- building */

static void index_entry(vt_cel_state *state, vt_cel_entries *entries, uint32_t number) {
    probe p = probe_of(state, entries->index, entries->slot_bits, entries->items[2 * number]);
    while (is_taken(state, &p)) advance(&p);
    entries->index->slots[p.at] = (uint64_t)p.hash << 32 | (number + 1);
}

/* At most two thirds of the slots are used. */
static bool make_index(vt_cel_state *state, vt_cel_entries *entries) {
    entries->slot_bits = 5;
    while ((UINT64_C(2) << entries->slot_bits) < UINT64_C(3) * entries->capacity) {
        entries->slot_bits++;
    }
    size_t bytes = index_bytes(entries->slot_bits);
    entries->index = vt_cel_allocate(state, bytes);
    if (!entries->index) return false;
    memset(entries->index, 0, bytes);
    entries->index->seed = state->hash_seed;
    entries->items[-1].as.bytes = (const char *)entries->index;
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
    size_t count = 2 * (size_t)map->size, bytes = index_bytes((uint32_t)map->extra);
    vt_cel_value *block = vt_arena_allocate_array(arena, count + 1, sizeof *block);
    vt_cel_map_index *index = map->extra > 0 ? vt_arena_allocate(arena, bytes) : NULL;
    if (!block || (map->extra > 0 && !index)) return false;
    block[0] = vt_cel_null_value();
    if (count > 0) memcpy(block + 1, map->as.items, count * sizeof *block);
    if (index) memcpy(index, index_of(map->as.items), bytes);
    block[0].as.bytes = (const char *)index;
    map->as.items = block + 1;
    return true;
}
