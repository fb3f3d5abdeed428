/*
** Managed fields in blocks: the grammar of a part of JSON, checked with one bit for each byte.
**
** What a manager owns is a tree of objects, without white space:
**
**     {"f:spec":{"f:replicas":{},"k:{\"name\":\"web\"}":{".":{}}}}
**
** In such text the byte before decides what a byte outside strings may be. A quote that opens a key
** follows { or a comma, a colon follows the key, { a colon, a comma }, and } follows { or }. So a block is
** checked by shifting bits. Anything else that JSON allows is left to the walk byte by byte, which also
** decides what is wrong with text that is not JSON.
*/
#ifndef VITALS_DOCUMENT_JSON_FIELDS_H
#define VITALS_DOCUMENT_JSON_FIELDS_H

#include "document/json/json_bits.h"

/* A block: where these bytes are. Others are control characters and bytes outside ASCII. */
typedef struct vt_json_field_bits {
    uint64_t quotes, backslashes, others, opening, closing, colons, commas;
} vt_json_field_bits;

/* The walk over the blocks, and what the next one needs to know of those before it. */
typedef struct vt_json_fields {
    uint64_t in_string; /* all ones in a string, otherwise 0 */
    uint64_t escaped;   /* 1: the first byte follows a backslash that escapes it */
    uint64_t after_opening, after_closing, after_colon, after_comma,
        after_key;   /* 1: it follows one */
    uint64_t values; /* keys and objects */
    uint32_t level, most_levels;
} vt_json_fields;

enum { VT_JSON_FIELDS_GO_ON = VT_JSON_BITS_BLOCK, VT_JSON_FIELDS_REFUSED };

/* The walk begins at an opening bracket. */
VT_JSON_INLINE vt_json_fields vt_json_fields_begin(uint32_t most_levels) {
    return (vt_json_fields){ .after_colon = 1, .most_levels = most_levels };
}

/* The bytes after these; `carry` is the bit that crosses into the next block. */
VT_JSON_INLINE uint64_t vt_json_after(uint64_t bits, uint64_t *carry) {
    uint64_t after = bits << 1 | *carry;
    *carry = bits >> (VT_JSON_BITS_BLOCK - 1);
    return after;
}

/* The bytes of the next block that a backslash escapes. */
VT_JSON_INLINE uint64_t vt_json_fields_escaped(vt_json_fields *walk,
                                               const vt_json_field_bits *bits) {
    if (!(bits->backslashes | walk->escaped)) return 0; /* nothing to wait for */
    uint64_t escaped = vt_json_escaped_bits(bits->backslashes, walk->escaped);
    walk->escaped = (bits->backslashes & ~escaped) >> (VT_JSON_BITS_BLOCK - 1);
    return escaped;
}

/* The bracket that ends the outermost object, when `closing` may have it. Brackets of empty objects are
** in neither set. */
VT_JSON_INLINE unsigned vt_json_fields_end(const vt_json_fields *walk, uint64_t opening,
                                           uint64_t closing) {
    uint32_t closed = 0;
    for (; closing; closing &= closing - 1) {
        uint64_t below = (closing & (0 - closing)) - 1;
        closed++;
        if (walk->level + vt_json_bit_count(opening & below) == closed) {
            return vt_json_lowest_bit(closing);
        }
    }
    return VT_JSON_FIELDS_GO_ON;
}

/* Check a block. `escaped` bytes follow a backslash, `inside` is from each opening quote to before its
** closing one. Returns where the outermost object ends, or VT_JSON_FIELDS_GO_ON, or VT_JSON_FIELDS_REFUSED:
** this is something else. */
VT_JSON_INLINE unsigned vt_json_fields_check(vt_json_fields *walk, const vt_json_field_bits *bits,
                                             uint64_t escaped, uint64_t inside) {
    uint64_t outside = ~inside, quotes = bits->quotes & ~escaped;
    uint64_t opening = bits->opening & outside, closing = bits->closing & outside;
    uint64_t colons = bits->colons & outside, commas = bits->commas & outside;
    uint64_t starts = quotes & inside, ends = quotes & outside;
    uint64_t after_opening = vt_json_after(opening, &walk->after_opening);
    uint64_t after_closing = vt_json_after(closing, &walk->after_closing);
    uint64_t wrong = (outside & ~(opening | closing | colons | commas | ends)) |
                     (inside & bits->others) | (escaped & ~(bits->quotes | bits->backslashes)) |
                     (starts & ~(after_opening | vt_json_after(commas, &walk->after_comma))) |
                     (closing & ~(after_opening | after_closing)) |
                     (colons & ~vt_json_after(ends, &walk->after_key)) |
                     (opening & ~vt_json_after(colons, &walk->after_colon)) |
                     (commas & ~after_closing);
    if (walk->level + vt_json_bit_count(opening) > walk->most_levels) return VT_JSON_FIELDS_REFUSED;
    uint64_t empty = opening & closing >> 1;
    uint64_t deeper = opening ^ empty, higher = closing ^ empty << 1;
    uint32_t higher_count = vt_json_bit_count(higher);
    if (walk->level <= higher_count) {
        unsigned end = vt_json_fields_end(walk, deeper, higher);
        if (end != VT_JSON_FIELDS_GO_ON) {
            uint64_t read = (UINT64_C(2) << end) - 1;
            walk->values += vt_json_bit_count((opening | starts) & read);
            return wrong & read ? VT_JSON_FIELDS_REFUSED : end;
        }
    }
    walk->level += vt_json_bit_count(deeper) - higher_count;
    walk->values += vt_json_bit_count(opening | starts);
    return wrong ? VT_JSON_FIELDS_REFUSED : VT_JSON_FIELDS_GO_ON;
}

#endif
