/* A list of texts with an index by their content. */
#include "base/names.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

typedef struct wanted_name {
    const cli_names *names;
    const char *text;
} wanted_name;

static bool is_wanted(const void *user, size_t item) {
    const wanted_name *wanted = user;
    return strcmp(wanted->names->items[item], wanted->text) == 0;
}

char *names_keep(cli_names *names, const char *text) {
    const uint32_t hash = index_hash(0, text);
    const wanted_name wanted = { names, text };
    const size_t found = index_find(&names->index, hash, is_wanted, &wanted);
    if (found != SIZE_MAX) return names->items[found];
    names->items = memory_grow(names->items, names->count, sizeof *names->items);
    names->items[names->count] = memory_copy_string(text);
    index_add(&names->index, hash, names->count);
    return names->items[names->count++];
}

void names_done(cli_names *names) {
    for (size_t i = 0; i < names->count; i++) free(names->items[i]);
    free(names->items);
    index_done(&names->index);
    *names = (struct cli_names){ .items = NULL };
}
