/* Finds the items of an array by a key: a hash table of their numbers, which the caller compares. */
#ifndef CLI_BASE_INDEX_H
#define CLI_BASE_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct index_slot {
    uint32_t hash, item; /* item + 1; 0: empty */
} index_slot;

/* Zeroed: empty. */
typedef struct cli_index {
    index_slot *slots;
    size_t capacity, count;
} cli_index;

/* A hash of text, continued from `hash`: start with a number that the input does not know. */
uint32_t index_hash(uint32_t hash, const char *text);
uint32_t index_hash_bytes(uint32_t hash, const char *bytes, size_t size);

/* The item of this hash that `same` accepts, or SIZE_MAX. */
size_t index_find(const cli_index *index, uint32_t hash,
                  bool (*same)(const void *user, size_t item), const void *user);
/* Items are below UINT32_MAX. */
void index_add(cli_index *index, uint32_t hash, size_t item);
/* An item that is not in the index is ignored. */
void index_remove(cli_index *index, uint32_t hash, size_t item);
void index_done(cli_index *index);

#endif
