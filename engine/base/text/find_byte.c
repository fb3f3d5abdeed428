/* The first byte of a kind in long text. */
#include "base/text/find_byte.h"

#include <stdbool.h>
#include <stdint.h>

enum { BLOCK_BYTES = 64 };

/* Compilers make vector instructions of this. */
static bool block_has(const char *block, char byte) {
    uint8_t found = 0;
    for (int i = 0; i < BLOCK_BYTES; i++) found = (uint8_t)(found | (block[i] == byte));
    return found;
}

const char *vt_find_byte(const char *bytes, char byte, size_t size) {
    const char *end = bytes + size;
    while (end - bytes >= BLOCK_BYTES && !block_has(bytes, byte)) bytes += BLOCK_BYTES;
    while (bytes < end && *bytes != byte) bytes++;
    return bytes < end ? bytes : NULL;
}
