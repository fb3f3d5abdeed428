/* Finds the items of an array by a key: a vt_table of their numbers, for which there is always memory. */
#ifndef CLI_BASE_INDEX_H
#define CLI_BASE_INDEX_H

#include "base/memory/table.h"

/* Zeroed: empty. */
typedef vt_table cli_index;

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
