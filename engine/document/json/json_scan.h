/*
** What every pass over JSON text shares: white space, and the plain part of strings. The text is
** followed by NULs, at least as many as a block has bytes, so that nothing here checks for its end.
*/
#ifndef VITALS_DOCUMENT_JSON_SCAN_H
#define VITALS_DOCUMENT_JSON_SCAN_H

#include <stdint.h>
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "base/text/ascii.h"
#include "base/text/eight.h"

/* White space that is there; not inlined, since most text has none. */
const char *vt_json_skip_long_space(const char *at);

static inline const char *vt_json_skip_space(const char *at) {
    return (unsigned char)*at > ' ' ? at : vt_json_skip_long_space(at);
}

/* From `at` to `byte`, which white space may precede: its position, or that of another byte. In compact
** text this is the only comparison. */
static inline const char *vt_json_skip_to(const char *at, char byte) {
    return *at == byte ? at : vt_json_skip_space(at);
}

/* Strings are scanned in blocks. vt_json_plain_bytes counts the plain bytes at the start of a block: ASCII
** other than quotes, backslashes and control characters. */
#ifdef __SSE2__
#define VT_JSON_BLOCK_BYTES ((size_t)16)

static inline unsigned vt_json_special_bits(const char *at) {
    __m128i block = _mm_loadu_si128((const __m128i *)(const void *)at);
    __m128i quotes = _mm_cmpeq_epi8(block, _mm_set1_epi8('"'));
    __m128i backslashes = _mm_cmpeq_epi8(block, _mm_set1_epi8('\\'));
    /* Signed: bytes outside ASCII compare below the control characters. */
    __m128i others = _mm_cmplt_epi8(block, _mm_set1_epi8(' '));
    return (unsigned)_mm_movemask_epi8(_mm_or_si128(_mm_or_si128(quotes, backslashes), others));
}

static inline size_t vt_json_plain_bytes(const char *at) {
    unsigned special = vt_json_special_bits(at);
    return special ? (size_t)__builtin_ctz(special) : VT_JSON_BLOCK_BYTES;
}
#else
#define VT_JSON_BLOCK_BYTES ((size_t)8)

static inline size_t vt_json_plain_bytes(const char *at) {
    uint64_t block = 0; /* the first byte in the lowest place */
    for (unsigned i = 0; i < 8; i++) block |= (uint64_t)(unsigned char)at[i] << 8 * i;
    uint64_t special = vt_eight_below(block, ' ') | vt_eight_equal(block, '"') |
                       vt_eight_equal(block, '\\') | (block & VT_EIGHT_HIGH_BITS);
    size_t plain = 0;
    for (; plain < 8 && !(special & 0xFF); plain++) special >>= 8;
    return plain;
}
#endif

#endif
