/* Eight bytes examined at once, as one number. */
#ifndef VITALS_BASE_EIGHT_H
#define VITALS_BASE_EIGHT_H

#include "base/text/text.h"

/* Eight times this byte. */
#define VT_EIGHT_OF(byte) (UINT64_C(0x0101010101010101) * (byte))
#define VT_EIGHT_HIGH_BITS VT_EIGHT_OF(0x80)

static inline bool vt_eight_are_ascii(uint64_t eight) {
    return (eight & VT_EIGHT_HIGH_BITS) == 0;
}

/* Marks bytes that are below `bound` (at most 0x80) by their high bits. A borrow may also mark bytes above such a byte
** in the number, so only the lowest mark is reliable, and whether there is one. */
static inline uint64_t vt_eight_below(uint64_t eight, unsigned char bound) {
    return (eight - VT_EIGHT_OF(bound)) & ~eight & VT_EIGHT_HIGH_BITS;
}

/* The same of bytes that are equal to `byte`. */
static inline uint64_t vt_eight_equal(uint64_t eight, unsigned char byte) {
    return vt_eight_below(eight ^ VT_EIGHT_OF(byte), 1);
}

#endif
