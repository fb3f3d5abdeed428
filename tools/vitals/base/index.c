/* A table of numbers, which are those of items and one more. */
#include "base/index.h"

#include "base/memory.h"
#include "base/memory/map.h"

static const vitals_allocator memory = { memory_allocate, NULL };

uint32_t index_hash_bytes(uint32_t hash, const char *bytes, size_t size) {
    return (uint32_t)vt_hash((vt_text){ bytes, size }, hash);
}

uint32_t index_hash(uint32_t hash, const char *text) {
    return index_hash_bytes(hash, text, strlen(text));
}

typedef struct wanted_item {
    bool (*same)(const void *user, size_t item);
    const void *user;
} wanted_item;

static bool is_wanted_item(const void *key, uint32_t number) {
    const wanted_item *wanted = key;
    return wanted->same(wanted->user, number - 1);
}

size_t index_find(const cli_index *index, uint32_t hash,
                  bool (*same)(const void *user, size_t item), const void *user) {
    const wanted_item wanted = { same, user };
    const uint32_t number = vt_table_find(index, hash, is_wanted_item, &wanted);
    return number ? number - 1 : SIZE_MAX;
}

void index_add(cli_index *index, uint32_t hash, size_t item) {
    index->allocator = &memory;
    (void)vt_table_reserve(index);
    vt_table_add(index, hash, (uint32_t)item + 1);
}

void index_remove(cli_index *index, uint32_t hash, size_t item) {
    vt_table_remove(index, hash, (uint32_t)item + 1);
}

void index_done(cli_index *index) {
    index->allocator = &memory;
    vt_table_done(index);
}
