/* Allocation that ends the program rather than fail. */
#include "base/memory.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/exit.h"

_Noreturn void memory_exhausted(void) {
    fputs("vitals: out of memory\n", stderr);
    exit(EXIT_INPUT);
}

void *memory_allocate(void *user, void *block, size_t old_bytes, size_t new_bytes) {
    (void)user;
    (void)old_bytes;
    if (new_bytes) return memory_resize(block, new_bytes, 1);
    free(block);
    return NULL;
}

void *memory_resize(void *block, size_t count, size_t item_bytes) {
    if (item_bytes && count > SIZE_MAX / item_bytes) memory_exhausted();
    const size_t bytes = count * item_bytes;
    void *grown = realloc(block, bytes ? bytes : 1);
    if (!grown) memory_exhausted();
    return grown;
}

void *memory_new(size_t count, size_t item_bytes) {
    void *block = calloc(count ? count : 1, item_bytes);
    if (!block) memory_exhausted();
    return block;
}

void *memory_grow(void *items, size_t count, size_t item_bytes) {
    if (count & (count - 1)) return items;
    return memory_resize(items, count ? count * 2 : 1, item_bytes);
}

char *memory_copy(const char *bytes, size_t size) {
    char *copy = memory_resize(NULL, size + 1, 1);
    if (size) memcpy(copy, bytes, size);
    copy[size] = '\0';
    return copy;
}

char *memory_copy_string(const char *string) {
    return string ? memory_copy(string, strlen(string)) : NULL;
}
