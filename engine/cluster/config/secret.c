/* An allocator that leaves nothing behind. */
#include "cluster/config/secret.h"

#include <string.h>

void vt_secret_wipe(void *bytes, size_t size) {
    volatile unsigned char *at = bytes;
    if (!bytes) return;
    while (size--) *at++ = 0;
}

/* A block that changes its size is copied: realloc would leave the old one as it was. */
static void *allocate(void *user, void *block, size_t old_bytes, size_t new_bytes) {
    const vitals_allocator *parent = user;
    if (!block) return parent->allocate(parent->user, NULL, 0, new_bytes);
    void *moved = NULL;
    if (new_bytes) {
        moved = parent->allocate(parent->user, NULL, 0, new_bytes);
        if (!moved) return NULL;
        memcpy(moved, block, old_bytes < new_bytes ? old_bytes : new_bytes);
    }
    vt_secret_wipe(block, old_bytes);
    parent->allocate(parent->user, block, old_bytes, 0);
    return moved;
}

vitals_allocator vt_secret_allocator(vitals_allocator *parent) {
    return (vitals_allocator){ allocate, parent };
}
