/* Structs that cross the border of the library. They grow at their end from version to version, so
** the caller's may be shorter or longer than ours: <vitals/types.h> has the promise. */
#ifndef VITALS_BASE_SIZED_H
#define VITALS_BASE_SIZED_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* More than any struct will ever have; a larger size is garbage. */
#define VT_SIZED_MOST_BYTES 4096

/* Read a struct that the caller filled. Both start with `size_t struct_bytes`, and `own` holds the
** defaults: they remain where the caller's struct is too short to have a field. False: the size is
** impossible, or a field that we do not know is not zero. That is VITALS_EINVAL.
**
** The structs have no padding at their end, in which a later field of ours could lie. */
static inline bool vt_sized_read(const void *given, void *own, size_t own_bytes) {
    const size_t head = sizeof(size_t);
    const char *const bytes = given;
    size_t size;
    memcpy(&size, given, sizeof size);
    if (size == own_bytes) { /* nearly always; the size is known when this is compiled */
        memcpy(own, given, own_bytes);
        return true;
    }
    if (size < head || size > VT_SIZED_MOST_BYTES || size % head != 0) return false;
    for (size_t i = own_bytes; i < size; i++) {
        if (bytes[i] != 0) return false;
    }
    const size_t known = size < own_bytes ? size : own_bytes;
    memcpy((char *)own + head, bytes + head, known - head);
    return true;
}

/* The same without a copy where none is needed: the caller's struct itself when it is as long as ours, otherwise
** `own`, with `defaults` where the caller's is too short. NULL: as false above. */
static inline const void *vt_sized_view(const void *given, void *own, const void *defaults,
                                        size_t own_bytes) {
    size_t size;
    memcpy(&size, given, sizeof size);
    if (size == own_bytes) return given;
    memcpy(own, defaults, own_bytes);
    return vt_sized_read(given, own, own_bytes) ? own : NULL;
}

/* Write a struct for the caller, who knows `out_bytes` of it; fields that we do not know are zero. */
static inline void vt_sized_write(void *out, size_t out_bytes, const void *own, size_t own_bytes) {
    if (out_bytes == own_bytes) { /* as above */
        memcpy(out, own, own_bytes);
        return;
    }
    const size_t known = out_bytes < own_bytes ? out_bytes : own_bytes;
    memcpy(out, own, known);
    if (out_bytes > known) memset((char *)out + known, 0, out_bytes - known);
}

#endif
