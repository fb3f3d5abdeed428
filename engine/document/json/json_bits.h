/*
** JSON scanned in blocks of 64 bytes, with one bit of a word for each byte. A prefix sum over the
** bits of the quotes that are not escaped gives the bytes inside strings:
**
**     text     {"a\"}":[1]}
**     quotes    1    1
**     inside    11111           from a quote to before the next one
*/
#ifndef VITALS_DOCUMENT_JSON_BITS_H
#define VITALS_DOCUMENT_JSON_BITS_H

#include <stdbool.h>
#include <stdint.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

enum { VT_JSON_BITS_BLOCK = 64 };

#if defined(__GNUC__)
#define VT_JSON_INLINE static inline __attribute__((always_inline))
#define VT_JSON_LINE_ALIGNED __attribute__((aligned(64)))
#else
#define VT_JSON_INLINE static inline
#define VT_JSON_LINE_ALIGNED
#endif

static inline unsigned vt_json_lowest_bit(uint64_t bits) {
#if defined(__GNUC__)
    return (unsigned)__builtin_ctzll(bits);
#else
    unsigned index = 0;
    while (!(bits >> index & 1)) index++;
    return index;
#endif
}

static inline unsigned vt_json_highest_bit(uint64_t bits) {
#if defined(__GNUC__)
    return 63 - (unsigned)__builtin_clzll(bits);
#else
    unsigned index = 63;
    while (!(bits >> index & 1)) index--;
    return index;
#endif
}

static inline unsigned vt_json_bit_count(uint64_t bits) {
#if defined(__GNUC__)
    return (unsigned)__builtin_popcountll(bits);
#else
    unsigned count = 0;
    for (; bits; bits &= bits - 1) count++;
    return count;
#endif
}

/* The bytes after backslashes that are not themselves escaped.
**
** Of a run of backslashes every second one escapes. Adding its first bit to a run moves that bit past the
** run; runs that begin at odd places are therefore left with other bits than those that begin at even ones. */
static inline uint64_t vt_json_escaped_bits(uint64_t backslashes, bool first_is_escaped) {
    const uint64_t even = UINT64_C(0x5555555555555555);
    uint64_t first = first_is_escaped;
    backslashes &= ~first;
    uint64_t after = backslashes << 1 | first;
    uint64_t odd_starts = backslashes & ~even & ~after;
    return (even ^ (odd_starts + backslashes) << 1) & after;
}

/* Each bit becomes the sum, modulo 2, of itself and all lower bits. */
static inline uint64_t vt_json_bit_sums(uint64_t bits) {
    bits ^= bits << 1;
    bits ^= bits << 2;
    bits ^= bits << 4;
    bits ^= bits << 8;
    bits ^= bits << 16;
    return bits ^ bits << 32;
}

#if defined(__SSE2__)
static inline uint64_t vt_json_equal_bits(__m128i bytes, char byte) {
    return (uint64_t)_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(byte)));
}
#endif

#endif
