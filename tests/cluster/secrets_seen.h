/* An allocator that looks for a secret in every block that is given back. */
#ifndef VITALS_TESTS_CLUSTER_SECRETS_SEEN_H
#define VITALS_TESTS_CLUSTER_SECRETS_SEEN_H

#include <stdlib.h>
#include <string.h>

#include <vitals/types.h>

typedef struct secrets_seen {
    const char *needle;
    size_t seen; /* blocks that held it when they were freed */
    size_t frees, live;
    bool refuse; /* from now on there is no memory */
} secrets_seen;

static inline bool secrets_seen_in(const char *needle, const char *bytes, size_t size) {
    size_t length = strlen(needle);
    for (size_t i = 0; i + length <= size; i++) {
        if (memcmp(bytes + i, needle, length) == 0) return true;
    }
    return false;
}

static inline void *secrets_seen_allocate(void *user, void *block, size_t old_bytes,
                                          size_t new_bytes) {
    secrets_seen *watch = user;
    if (new_bytes && watch->refuse) return NULL;
    void *moved = NULL;
    if (new_bytes) {
        moved = malloc(new_bytes);
        if (!moved) return NULL;
        watch->live++;
    }
    if (!block) return moved;
    if (moved) memcpy(moved, block, old_bytes < new_bytes ? old_bytes : new_bytes);
    watch->seen += secrets_seen_in(watch->needle, block, old_bytes);
    watch->frees++;
    watch->live--;
    free(block);
    return moved;
}

static inline vitals_allocator secrets_seen_allocator(secrets_seen *watch) {
    return (vitals_allocator){ secrets_seen_allocate, watch };
}

#endif
