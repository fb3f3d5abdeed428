/*
** UTF-8 in blocks, checked with one bit for each byte (Unicode, table 3-7).
**
** A leading byte wants one to three continuation bytes after it, and no other byte may be one:
**
**     bytes     "  C3 A9  a  E2 82 AC  "
**     leads         1        1
**     wanted           1        1  1
**
** After E0, ED, F0 and F4 the first of them has a smaller range, which excludes overlong forms, surrogates
** and what is above U+10FFFF.
*/
#ifndef VITALS_DOCUMENT_JSON_UTF8_H
#define VITALS_DOCUMENT_JSON_UTF8_H

#include "base/text/utf8.h"
#include "document/json/json_bits.h"

/* A block: the bytes outside ASCII, those below some byte, and four leading bytes. */
typedef struct vt_json_utf8_bits {
    uint64_t high, below_90, below_a0, below_c0, below_c2, below_e0, below_f0, below_f5;
    uint64_t e0, ed, f0, f4;
} vt_json_utf8_bits;

/* The last character of a block goes on in the next one: whether it is well-formed. `*continued` are its
** bytes there. `leads` are not 0, and 3 bytes after the block can be read. */
static inline bool vt_json_utf8_goes_on(const char *block, uint64_t leads, uint64_t *continued) {
    size_t last = vt_json_highest_bit(leads), size = 0;
    if (vt_utf8_next(vt_text_slice(block + last, 4), &size) == VT_UTF8_INVALID) return false;
    *continued = (UINT64_C(1) << (last + size - VT_JSON_BITS_BLOCK)) - 1;
    return true;
}

/* Whether the bytes outside ASCII among those that are `inside` are well-formed UTF-8. `*continued` are
** the first bytes of the block that belong to a character of the block before, then those of the next. */
VT_JSON_INLINE bool vt_json_utf8_is_valid(const vt_json_utf8_bits *bits, const char *block,
                                          uint64_t inside, uint64_t *continued) {
    uint64_t leads = bits->below_f5 & ~bits->below_c2 & inside;
    uint64_t of_three = leads & ~bits->below_e0, of_four = leads & ~bits->below_f0;
    uint64_t wanted = leads << 1 | of_three << 2 | of_four << 3 | *continued;
    uint64_t wrong =
        (bits->high & inside & ~(leads | wanted)) | (wanted & ~(bits->below_c0 & inside)) |
        ((leads & bits->e0) << 1 & bits->below_a0) | ((leads & bits->ed) << 1 & ~bits->below_a0) |
        ((leads & bits->f0) << 1 & bits->below_90) | ((leads & bits->f4) << 1 & ~bits->below_90);
    *continued = 0;
    bool goes_on = leads >> 63 | of_three >> 62 | of_four >> 61;
    if (goes_on && !vt_json_utf8_goes_on(block, leads, continued)) return false;
    return wrong == 0;
}

#endif
