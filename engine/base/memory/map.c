/* A seeded hash map from text to a pointer that keeps insertion order. */
#include "base/memory/map.h"

/* ------------------------------------------------------------------ hashing */

static uint64_t rotate(uint64_t value, unsigned by) {
    return value << by | value >> (64 - by);
}

static void sip_round(uint64_t v[4]) {
    v[0] += v[1];
    v[2] += v[3];
    v[1] = rotate(v[1], 13) ^ v[0];
    v[3] = rotate(v[3], 16) ^ v[2];
    v[0] = rotate(v[0], 32) + v[3];
    v[2] += v[1];
    v[3] = rotate(v[3], 21) ^ v[0];
    v[1] = rotate(v[1], 17) ^ v[2];
    v[2] = rotate(v[2], 32);
}

static uint64_t load_little_endian(const char *bytes, size_t size) {
    uint64_t word = 0;
    for (size_t i = 0; i < size; i++) word |= (uint64_t)(unsigned char)bytes[i] << (8 * i);
    return word;
}

/* SipHash-1-3: without the seed nobody can construct keys that collide. */
uint64_t vt_hash(vt_text text, uint64_t seed) {
    uint64_t second = seed ^ UINT64_C(0x9E3779B97F4A7C15);
    uint64_t v[4] = { seed ^ UINT64_C(0x736F6D6570736575), second ^ UINT64_C(0x646F72616E646F6D),
                      seed ^ UINT64_C(0x6C7967656E657261), second ^ UINT64_C(0x7465646279746573) };
    size_t at = 0;
    for (; text.size - at >= 8; at += 8) {
        uint64_t word = load_little_endian(text.bytes + at, 8);
        v[3] ^= word;
        sip_round(v);
        v[0] ^= word;
    }
    uint64_t last = (uint64_t)text.size << 56;
    if (text.size > at) last |= load_little_endian(text.bytes + at, text.size - at);
    v[3] ^= last;
    sip_round(v);
    v[0] ^= last;
    v[2] ^= 0xFF;
    for (int i = 0; i < 3; i++) sip_round(v);
    return v[0] ^ v[1] ^ v[2] ^ v[3];
}

/* ------------------------------------------------------------------ the map */

void vt_map_init(vt_map *map, const vitals_allocator *allocator, uint64_t seed) {
    *map = (vt_map){ 0 };
    map->allocator = vt_allocator_or_default(allocator);
    map->seed = vt_hash_seed(seed, map);
}

void vt_map_done(vt_map *map) {
    vt_release_array(&map->allocator, map->entries, map->entry_capacity, sizeof *map->entries);
    vt_release_array(&map->allocator, map->slots, map->slot_count, sizeof *map->slots);
    *map = (vt_map){ .allocator = map->allocator, .seed = map->seed };
}

void vt_map_clear(vt_map *map) {
    map->entry_count = map->live_count = 0;
    if (map->slot_count) memset(map->slots, 0, map->slot_count * sizeof *map->slots);
}

/* The entry of `key`, or NULL. The key of a removed entry may have been freed and is not read. */
static vt_map_entry *find(const vt_map *map, vt_text key, uint64_t hash) {
    if (map->slot_count == 0) return NULL;
    size_t mask = map->slot_count - 1;
    for (size_t at = hash & mask; map->slots[at]; at = (at + 1) & mask) {
        vt_map_entry *entry = &map->entries[map->slots[at] - 1];
        if (entry->value && entry->hash == hash && vt_text_equal(entry->key, key)) return entry;
    }
    return NULL;
}

/* Expected constant time for any keys: they cannot be chosen to collide. */
void *vt_map_get(const vt_map *map, vt_text key) {
    const vt_map_entry *entry = find(map, key, vt_hash(key, map->seed));
    return entry ? entry->value : NULL;
}

/* Point a free slot, which always exists, at the entry `index`. */
static void occupy_slot(vt_map *map, size_t index) {
    size_t mask = map->slot_count - 1;
    size_t at = map->entries[index].hash & mask;
    while (map->slots[at]) at = (at + 1) & mask;
    map->slots[at] = (uint32_t)(index + 1);
}

/* Drop removed entries and fill the slots again. */
static void rebuild(vt_map *map) {
    size_t kept = 0;
    for (size_t i = 0; i < map->entry_count; i++) {
        if (map->entries[i].value) map->entries[kept++] = map->entries[i];
    }
    map->entry_count = kept;
    memset(map->slots, 0, map->slot_count * sizeof *map->slots);
    for (size_t i = 0; i < kept; i++) occupy_slot(map, i);
}

/* Room for one more entry; the slots stay at most half full. */
static bool make_room(vt_map *map) {
    if (map->entry_count < map->entry_capacity) return true;
    if (map->entry_count && map->live_count <= map->entry_count / 2) {
        rebuild(map);
        return true;
    }
    size_t slot_count = map->slot_count ? map->slot_count * 2 : 16;
    if (slot_count / 2 >= UINT32_MAX) return false;
    uint32_t *slots = vt_allocate_array(&map->allocator, slot_count, sizeof *slots);
    if (!slots) return false;
    vt_map_entry *entries = vt_reallocate_array(&map->allocator, map->entries, map->entry_capacity,
                                                slot_count / 2, sizeof *entries);
    if (!entries) {
        vt_release_array(&map->allocator, slots, slot_count, sizeof *slots);
        return false;
    }
    vt_release_array(&map->allocator, map->slots, map->slot_count, sizeof *map->slots);
    map->entries = entries;
    map->entry_capacity = slot_count / 2;
    map->slots = slots;
    map->slot_count = slot_count;
    rebuild(map);
    return true;
}

/* A removed entry of the same key is not reused: it has lost its position. */
bool vt_map_put(vt_map *map, vt_text key, void *value) {
    uint64_t hash = vt_hash(key, map->seed);
    vt_map_entry *entry = find(map, key, hash);
    if (entry) {
        entry->value = value;
        return true;
    }
    if (!make_room(map)) return false;
    map->entries[map->entry_count] = (vt_map_entry){ key, hash, value };
    occupy_slot(map, map->entry_count++);
    map->live_count++;
    return true;
}

/* The slot stays occupied until the next rebuild, so that probing continues past it. */
void *vt_map_remove(vt_map *map, vt_text key) {
    vt_map_entry *entry = find(map, key, vt_hash(key, map->seed));
    if (!entry) return NULL;
    void *value = entry->value;
    entry->value = NULL;
    map->live_count--;
    return value;
}

const vt_map_entry *vt_map_next(const vt_map *map, size_t *at) {
    while (*at < map->entry_count) {
        const vt_map_entry *entry = &map->entries[(*at)++];
        if (entry->value) return entry;
    }
    return NULL;
}
