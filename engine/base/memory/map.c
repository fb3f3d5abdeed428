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
    map->table.allocator = &map->allocator;
    vt_table_done(&map->table);
    *map = (vt_map){ .allocator = map->allocator, .seed = map->seed };
}

void vt_map_clear(vt_map *map) {
    map->entry_count = map->live_count = 0;
    vt_table_clear(&map->table);
}

typedef struct wanted_key {
    const vt_map *map;
    vt_text key;
    uint64_t hash;
} wanted_key;

static bool is_wanted_key(const void *key, uint32_t number) {
    const wanted_key *wanted = key;
    const vt_map_entry *entry = &wanted->map->entries[number - 1];
    return entry->hash == wanted->hash && vt_text_equal(entry->key, wanted->key);
}

static vt_map_entry *find_entry(const vt_map *map, vt_text key, uint64_t hash) {
    const wanted_key wanted = { map, key, hash };
    const uint32_t number = vt_table_find(&map->table, hash, is_wanted_key, &wanted);
    return number ? &map->entries[number - 1] : NULL;
}

/* Expected constant time for any keys: they cannot be chosen to collide. */
void *vt_map_get(const vt_map *map, vt_text key) {
    const vt_map_entry *entry = find_entry(map, key, vt_hash(key, map->seed));
    return entry ? entry->value : NULL;
}

/* Drop removed entries, which moves those behind them. */
static void compact_entries(vt_map *map) {
    size_t kept = 0;
    vt_table_clear(&map->table);
    for (size_t i = 0; i < map->entry_count; i++) {
        if (!map->entries[i].value) continue;
        map->entries[kept++] = map->entries[i];
        vt_table_add(&map->table, map->entries[kept - 1].hash, (uint32_t)kept);
    }
    map->entry_count = kept;
}

static bool make_room(vt_map *map) {
    map->table.allocator = &map->allocator; /* the map may have been moved */
    if (map->entry_count == map->entry_capacity && map->live_count <= map->entry_count / 2) {
        compact_entries(map);
    }
    void *entries = map->entries;
    if (map->entry_count >= UINT32_MAX - 1 || !vt_table_reserve(&map->table) ||
        !vt_grow(&map->allocator, &entries, &map->entry_capacity, map->entry_count,
                 sizeof *map->entries)) {
        return false;
    }
    map->entries = entries;
    return true;
}

/* A removed entry of the same key is not reused: it has lost its position. */
bool vt_map_put(vt_map *map, vt_text key, void *value) {
    uint64_t hash = vt_hash(key, map->seed);
    vt_map_entry *entry = find_entry(map, key, hash);
    if (entry) {
        entry->value = value;
        return true;
    }
    if (!make_room(map)) return false;
    map->entries[map->entry_count++] = (vt_map_entry){ key, hash, value };
    vt_table_add(&map->table, hash, (uint32_t)map->entry_count);
    map->live_count++;
    return true;
}

void *vt_map_remove(vt_map *map, vt_text key) {
    const uint64_t hash = vt_hash(key, map->seed);
    vt_map_entry *entry = find_entry(map, key, hash);
    if (!entry) return NULL;
    void *value = entry->value;
    vt_table_remove(&map->table, hash, (uint32_t)(entry - map->entries) + 1);
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
