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

const char *shared_data(const char *name) {
    static char path[4096];
    snprintf(path, sizeof path, "%s/%s", VITALS_SHARED_DATA, name);
    FILE *file = fopen(path, "rb");
    if (!file) return NULL;
    fclose(file);
    return path;
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
