/* Reading test files. */
#include "support/files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *file_read(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    if (!file) return NULL;
    size_t capacity = 65536, used = 0;
    char *bytes = malloc(capacity);
    while (bytes) {
        used += fread(bytes + used, 1, capacity - used - 1, file);
        if (used + 1 < capacity) break;
        char *grown = realloc(bytes, capacity *= 2);
        if (!grown) free(bytes);
        bytes = grown;
    }
    fclose(file);
    if (bytes) bytes[used] = '\0';
    *size = used;
    return bytes;
}

static bool can_open(const char *path) {
    FILE *file = fopen(path, "rb");
    if (file) fclose(file);
    return file != NULL;
}

const char *golden_data(const char *name) {
    static const char *const roots[] = { VITALS_SOURCE_DIR "/tests/golden/data",
                                         VITALS_SHARED_DATA };
    static char path[4096];
    for (size_t i = 0; i < sizeof roots / sizeof *roots; i++) {
        snprintf(path, sizeof path, "%s/%s", roots[i], name);
        if (can_open(path)) return path;
    }
    printf("SKIPPED: there is no %s\n", name);
    return NULL;
}

bool next_line(vitals_text *rest, vitals_text *line) {
    if (rest->size == 0) return false;
    const char *end = memchr(rest->bytes, '\n', rest->size);
    size_t size = end ? (size_t)(end - rest->bytes) : rest->size;
    *line = (vitals_text){ rest->bytes, size };
    size_t used = end ? size + 1 : size;
    *rest = (vitals_text){ rest->bytes + used, rest->size - used };
    return true;
}
