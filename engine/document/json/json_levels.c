/*
** The levels. Each answers two questions about 64 bytes, one bit a byte: which equal a byte, and which as
** signed numbers are below one. Control characters and bytes outside ASCII are below the space.
*/
#include <string.h>

#include "base/text/eight.h"
#include "document/json/json_fields.h"
#include "document/json/json_level.h"
#include "document/json/json_utf8.h"

#if defined(VITALS_SIMD) && defined(__x86_64__)
#define WITH_X86
#include <cpuid.h>
#include <immintrin.h>
#elif defined(VITALS_SIMD) && defined(__aarch64__) && defined(__ARM_NEON)
#define WITH_NEON
#include <arm_neon.h>
#elif defined(VITALS_SIMD) && defined(__wasm_simd128__)
#define WITH_WASM
#include <wasm_simd128.h>
#endif

typedef struct block_bits {
    uint64_t quotes, backslashes, others;
} block_bits;

/* ------------------------------------------------------------------- shared */

/* The quotes of a block that are not escaped. */
VT_JSON_INLINE uint64_t plain_quotes(uint64_t *first_escaped, const block_bits *bits) {
    if (!(bits->backslashes | *first_escaped)) return bits->quotes;
    uint64_t escaped = vt_json_escaped_bits(bits->backslashes, *first_escaped);
    /* The last byte escapes the first of the next block unless it is escaped itself. */
    *first_escaped = (bits->backslashes & ~escaped) >> (VT_JSON_BLOCK - 1);
    return bits->quotes & ~escaped;
}

/* Where the plain parts of strings end. `inside` is from each opening quote to before its closing one. */
VT_JSON_INLINE uint64_t end_bits(uint64_t quotes, uint64_t inside, uint64_t special) {
    return (quotes & ~inside) | (special & ~(special << 1));
}

/* All ones when the last byte is inside a string. */
VT_JSON_INLINE uint64_t is_inside_last(uint64_t inside) {
    return 0 - (inside >> (VT_JSON_BLOCK - 1));
}

/* Store the position of the lowest bit and clear it; some position when there is none. */
VT_JSON_INLINE uint64_t append_end(uint64_t found, uint32_t position, uint32_t *end) {
    *end = position + vt_json_lowest_bit(found | UINT64_C(1) << (VT_JSON_BLOCK - 1));
    return found & (found - 1);
}

VT_JSON_INLINE uint32_t *append_ends(uint64_t found, uint32_t position, uint32_t *ends) {
    uint32_t *last = ends + vt_json_bit_count(found);
    /* Eight at a time, which a block seldom has more of: how many there are is hard to predict. */
    for (; ends < last; ends += 8) {
        for (unsigned i = 0; i < 8; i++) found = append_end(found, position, &ends[i]);
    }
    return last;
}

/* What each level makes of a block: quotes, backslashes and others; UTF-8. `equal` and `below` answer the
** questions about what `load` made of its bytes, a `block`. */
#define READ_BLOCKS(level, target, block, load)                                                    \
    target static inline block_bits bits_##level(const char *bytes) {                              \
        block some = load(bytes);                                                                  \
        return (block_bits){ equal_##level(some, '"'), equal_##level(some, '\\'),                  \
                             below_##level(some, ' ') };                                           \
    }                                                                                              \
    target static vt_json_utf8_bits utf8_##level(const char *bytes) {                              \
        block some = load(bytes);                                                                  \
        return (vt_json_utf8_bits){                                                                \
            .high = below_##level(some, 0),                                                        \
            .below_90 = below_##level(some, 0x90 - 0x100),                                         \
            .below_a0 = below_##level(some, 0xA0 - 0x100),                                         \
            .below_c0 = below_##level(some, 0xC0 - 0x100),                                         \
            .below_c2 = below_##level(some, 0xC2 - 0x100),                                         \
            .below_e0 = below_##level(some, 0xE0 - 0x100),                                         \
            .below_f0 = below_##level(some, 0xF0 - 0x100),                                         \
            .below_f5 = below_##level(some, 0xF5 - 0x100),                                         \
            .e0 = equal_##level(some, 0xE0 - 0x100),                                               \
            .ed = equal_##level(some, 0xED - 0x100),                                               \
            .f0 = equal_##level(some, 0xF0 - 0x100),                                               \
            .f4 = equal_##level(some, 0xF4 - 0x100),                                               \
        };                                                                                         \
    }

/* In strings there are control characters or bytes outside ASCII: those of them that end a plain part. */
static uint64_t special_others(vt_json_carry *carry, const vt_json_utf8_bits *bits,
                               const char *block, uint64_t inside, uint64_t others) {
    uint64_t continued = carry->continued; /* a string is read on from the start of a character */
    carry->beyond_ascii |= (bits->high & inside) != 0;
    bool valid = vt_json_utf8_is_valid(bits, block, inside, &carry->continued);
    return others & ~(valid ? bits->high : continued);
}

/* The two functions of each level. `sums` is vt_json_bit_sums, and `append` stores the positions of
** bits. */
#define FIND_ENDS(level, target, sums, append)                                                     \
    target static uint32_t *find_ends_##level(vt_json_carry *carry, const char *blocks,            \
                                              size_t block_count, uint32_t position,               \
                                              uint32_t *ends) {                                    \
        uint64_t in_string = carry->in_string, first_escaped = carry->escaped;                     \
        for (; block_count > 0; block_count--) {                                                   \
            block_bits bits = bits_##level(blocks);                                                \
            uint64_t quotes = plain_quotes(&first_escaped, &bits);                                 \
            uint64_t inside = sums(quotes) ^ in_string;                                            \
            in_string = is_inside_last(inside);                                                    \
            uint64_t others = bits.others & inside;                                                \
            if (others) {                                                                          \
                vt_json_utf8_bits utf8 = utf8_##level(blocks);                                     \
                others = special_others(carry, &utf8, blocks, inside, others);                     \
            }                                                                                      \
            uint64_t special = (bits.backslashes & inside) | others;                               \
            ends = append(end_bits(quotes, inside, special), position, ends);                      \
            blocks += VT_JSON_BLOCK;                                                               \
            position += VT_JSON_BLOCK;                                                             \
        }                                                                                          \
        carry->in_string = in_string;                                                              \
        carry->escaped = first_escaped;                                                            \
        return ends;                                                                               \
    }

#define SKIP_FIELDS(level, target, block, load, sums)                                              \
    target static inline vt_json_field_bits fields_##level(const char *bytes) {                    \
        block some = load(bytes);                                                                  \
        return (vt_json_field_bits){ equal_##level(some, '"'), equal_##level(some, '\\'),          \
                                     below_##level(some, ' '), equal_##level(some, '{'),           \
                                     equal_##level(some, '}'), equal_##level(some, ':'),           \
                                     equal_##level(some, ',') };                                   \
    }                                                                                              \
    target static const char *skip_fields_##level(const char *at, uint32_t most_levels,            \
                                                  uint64_t *values) {                              \
        vt_json_fields walk = vt_json_fields_begin(most_levels);                                   \
        for (;; at += VT_JSON_BLOCK) {                                                             \
            vt_json_field_bits bits = fields_##level(at);                                          \
            uint64_t escaped = vt_json_fields_escaped(&walk, &bits);                               \
            uint64_t inside = sums(bits.quotes & ~escaped) ^ walk.in_string;                       \
            walk.in_string = is_inside_last(inside);                                               \
            unsigned end = vt_json_fields_check(&walk, &bits, escaped, inside);                    \
            if (end == VT_JSON_FIELDS_GO_ON) continue;                                             \
            if (end == VT_JSON_FIELDS_REFUSED) return NULL;                                        \
            *values += walk.values;                                                                \
            return at + end + 1;                                                                   \
        }                                                                                          \
    }

static bool always(void) {
    return true;
}

/* ------------------------------------------------------------------- plain C */

#define LOW_BITS UINT64_C(0x7F7F7F7F7F7F7F7F)

/* The high bit of each byte that is 0. */
static inline uint64_t zero_bytes(uint64_t eight) {
    return ~(((eight & LOW_BITS) + LOW_BITS) | eight) & VT_EIGHT_HIGH_BITS;
}

/* The high bits of eight bytes as the lowest eight bits. */
static inline uint64_t gather(uint64_t high_bits) {
    return (high_bits >> 7) * UINT64_C(0x0102040810204080) >> 56;
}

/* Eight bytes, the first in the lowest place. */
static inline uint64_t load_eight(const char *bytes) {
    uint64_t eight = 0;
    for (unsigned i = 0; i < 8; i++) eight |= (uint64_t)(unsigned char)bytes[i] << 8 * i;
    return eight;
}

typedef struct block_scalar {
    uint64_t eights[8];
} block_scalar;

static inline block_scalar load_scalar(const char *bytes) {
    block_scalar block;
    for (unsigned i = 0; i < 8; i++) block.eights[i] = load_eight(bytes + 8 * i);
    return block;
}

static inline uint64_t equal_scalar(block_scalar block, int byte) {
    uint64_t bits = 0, all = VT_EIGHT_OF((unsigned char)byte);
    for (unsigned i = 0; i < 8; i++) bits |= gather(zero_bytes(block.eights[i] ^ all)) << 8 * i;
    return bits;
}

/* Adding 128 turns the order of signed numbers into that of unsigned ones. */
static inline uint64_t below_scalar(block_scalar block, int byte) {
    unsigned bound = (unsigned)(byte + 0x80);
    uint64_t bits = 0, to_high = VT_EIGHT_OF(0x80 - bound % 0x80);
    for (unsigned i = 0; i < 8; i++) {
        uint64_t biased = block.eights[i] ^ VT_EIGHT_HIGH_BITS;
        uint64_t low_reaches = ((biased & LOW_BITS) + to_high) & VT_EIGHT_HIGH_BITS;
        uint64_t below = bound < 0x80 ? ~(biased | low_reaches) : ~(biased & low_reaches);
        bits |= gather(below & VT_EIGHT_HIGH_BITS) << 8 * i;
    }
    return bits;
}
READ_BLOCKS(scalar, , block_scalar, load_scalar)
FIND_ENDS(scalar, , vt_json_bit_sums, append_ends)

/* The walk byte by byte decides. */
static const char *skip_no_fields(const char *at, uint32_t most_levels, uint64_t *values) {
    (void)at, (void)most_levels, (void)values;
    return NULL;
}

/* ---------------------------------------------------------------------- vectors */

#ifdef WITH_X86
/* Bits of leaves 1 and 7 of CPUID, and of the registers that the system saves (XCR0). */
typedef struct features {
    unsigned ecx_1, ebx_7, ecx_7;
    uint64_t saved;
} features;

/* __builtin_cpu_supports is not used: with zig it always returns false. */
__attribute__((target("xsave"))) static bool has(const features *wanted) {
    unsigned eax, ebx, ecx, edx, ecx_1 = wanted->ecx_1 | bit_OSXSAVE;
    if (!__get_cpuid_count(1, 0, &eax, &ebx, &ecx, &edx) || (ecx & ecx_1) != ecx_1) return false;
    if (!__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx)) return false;
    return (ebx & wanted->ebx_7) == wanted->ebx_7 && (ecx & wanted->ecx_7) == wanted->ecx_7 &&
           (_xgetbv(0) & wanted->saved) == wanted->saved;
}

typedef struct block_sse2 {
    __m128i parts[4];
} block_sse2;
static inline block_sse2 load_sse2(const char *bytes) {
    const __m128i *at = (const __m128i *)(const void *)bytes;
    return (block_sse2){ { _mm_loadu_si128(at), _mm_loadu_si128(at + 1), _mm_loadu_si128(at + 2),
                           _mm_loadu_si128(at + 3) } };
}
static inline uint64_t equal_sse2(block_sse2 block, char byte) {
    uint64_t bits = 0;
    for (int i = 0; i < 4; i++) bits |= vt_json_equal_bits(block.parts[i], byte) << 16 * i;
    return bits;
}
static inline uint64_t below_sse2(block_sse2 block, char byte) {
    uint64_t bits = 0;
    for (int i = 0; i < 4; i++) {
        __m128i below = _mm_cmplt_epi8(block.parts[i], _mm_set1_epi8(byte));
        bits |= (uint64_t)_mm_movemask_epi8(below) << 16 * i;
    }
    return bits;
}
READ_BLOCKS(sse2, , block_sse2, load_sse2)
FIND_ENDS(sse2, , vt_json_bit_sums, append_ends)
SKIP_FIELDS(sse2, , block_sse2, load_sse2, vt_json_bit_sums)

#define AVX2 __attribute__((target("avx2,bmi,popcnt,pclmul")))
/* A product without carries by all ones is a sum of all lower bits. */
AVX2 static inline uint64_t sums_x86(uint64_t bits) {
    __m128i product =
        _mm_clmulepi64_si128(_mm_cvtsi64_si128((long long)bits), _mm_set1_epi8(-1), 0);
    return (uint64_t)_mm_cvtsi128_si64(product);
}
typedef struct block_avx2 {
    __m256i low, high;
} block_avx2;
AVX2 static inline block_avx2 load_avx2(const char *bytes) {
    return (block_avx2){ _mm256_loadu_si256((const __m256i *)(const void *)bytes),
                         _mm256_loadu_si256((const __m256i *)(const void *)(bytes + 32)) };
}
AVX2 static inline uint64_t bits_of_avx2(__m256i low, __m256i high) {
    return (uint32_t)_mm256_movemask_epi8(low) | (uint64_t)(uint32_t)_mm256_movemask_epi8(high)
                                                     << 32;
}
AVX2 static inline uint64_t equal_avx2(block_avx2 block, char byte) {
    __m256i all = _mm256_set1_epi8(byte);
    return bits_of_avx2(_mm256_cmpeq_epi8(block.low, all), _mm256_cmpeq_epi8(block.high, all));
}
AVX2 static inline uint64_t below_avx2(block_avx2 block, char byte) {
    __m256i all = _mm256_set1_epi8(byte);
    return bits_of_avx2(_mm256_cmpgt_epi8(all, block.low), _mm256_cmpgt_epi8(all, block.high));
}
READ_BLOCKS(avx2, AVX2, block_avx2, load_avx2)
FIND_ENDS(avx2, AVX2, sums_x86, append_ends)
SKIP_FIELDS(avx2, AVX2, block_avx2, load_avx2, sums_x86)
static bool has_avx2(void) {
    static const features wanted = { .ecx_1 = bit_POPCNT | bit_PCLMUL,
                                     .ebx_7 = bit_AVX2 | bit_BMI,
                                     .saved = 0x06 };
    return has(&wanted);
}

#define AVX512 __attribute__((target("avx512f,avx512bw,avx512vbmi2,avx2,bmi,popcnt,pclmul")))
AVX512 static inline __m512i load_avx512(const char *bytes) {
    return _mm512_loadu_si512(bytes);
}
AVX512 static inline uint64_t equal_avx512(__m512i block, char byte) {
    return _mm512_cmpeq_epi8_mask(block, _mm512_set1_epi8(byte));
}
AVX512 static inline uint64_t below_avx512(__m512i block, char byte) {
    return _mm512_cmplt_epi8_mask(block, _mm512_set1_epi8(byte));
}
READ_BLOCKS(avx512, AVX512, __m512i, load_avx512)
/* Sixteen at a time: a block seldom has more. */
AVX512 static inline uint32_t *append_avx512(uint64_t found, uint32_t position, uint32_t *ends) {
    static const uint8_t counting[VT_JSON_BLOCK] = {
        0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
        22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43,
        44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63
    };
    uint32_t *last = ends + vt_json_bit_count(found);
    __m512i first = _mm512_set1_epi32((int)position);
    __m512i places = _mm512_maskz_compress_epi8(found, _mm512_loadu_si512(counting));
    for (; ends < last; ends += 16) {
        __m512i sixteen = _mm512_cvtepu8_epi32(_mm512_castsi512_si128(places));
        _mm512_storeu_si512(ends, _mm512_add_epi32(sixteen, first));
        places =
            _mm512_shuffle_i64x2(places, places, 0x39); /* the next 16 bytes become the first */
    }
    return last;
}
FIND_ENDS(avx512, AVX512, sums_x86, append_avx512)
SKIP_FIELDS(avx512, AVX512, __m512i, load_avx512, sums_x86)
/* Processors without VBMI2 lower their clock for such instructions. */
static bool has_avx512(void) {
    static const features wanted = { .ebx_7 = bit_AVX512F | bit_AVX512BW,
                                     .ecx_7 = bit_AVX512VBMI2,
                                     .saved = 0xE6 };
    return has_avx2() && has(&wanted);
}
#endif

#ifdef WITH_NEON
/* A bit for each byte of four vectors whose bytes are 0 or 255. */
static inline uint64_t bits_of_neon(uint8x16_t a, uint8x16_t b, uint8x16_t c, uint8x16_t d) {
    static const uint8_t weights[16] = { 1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128 };
    uint8x16_t weight = vld1q_u8(weights);
    uint8x16_t low = vpaddq_u8(vandq_u8(a, weight), vandq_u8(b, weight));
    uint8x16_t high = vpaddq_u8(vandq_u8(c, weight), vandq_u8(d, weight));
    uint8x16_t sums = vpaddq_u8(low, high);
    return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(sums, sums)), 0);
}
typedef struct block_neon {
    uint8x16_t parts[4];
} block_neon;
static inline block_neon load_neon(const char *bytes) {
    const uint8_t *at = (const uint8_t *)bytes;
    return (
        block_neon){ { vld1q_u8(at), vld1q_u8(at + 16), vld1q_u8(at + 32), vld1q_u8(at + 48) } };
}
static inline uint64_t equal_neon(block_neon block, int byte) {
    uint8x16_t all = vdupq_n_u8((uint8_t)byte);
    return bits_of_neon(vceqq_u8(block.parts[0], all), vceqq_u8(block.parts[1], all),
                        vceqq_u8(block.parts[2], all), vceqq_u8(block.parts[3], all));
}
static inline uint8x16_t part_below_neon(uint8x16_t part, int byte) {
    return vcltq_s8(vreinterpretq_s8_u8(part), vdupq_n_s8((int8_t)byte));
}
static inline uint64_t below_neon(block_neon block, int byte) {
    return bits_of_neon(
        part_below_neon(block.parts[0], byte), part_below_neon(block.parts[1], byte),
        part_below_neon(block.parts[2], byte), part_below_neon(block.parts[3], byte));
}
READ_BLOCKS(neon, , block_neon, load_neon)
FIND_ENDS(neon, , vt_json_bit_sums, append_ends)
SKIP_FIELDS(neon, , block_neon, load_neon, vt_json_bit_sums)
#endif

#ifdef WITH_WASM
typedef struct block_wasm {
    v128_t parts[4];
} block_wasm;
static inline block_wasm load_wasm(const char *bytes) {
    return (block_wasm){ { wasm_v128_load(bytes), wasm_v128_load(bytes + 16),
                           wasm_v128_load(bytes + 32), wasm_v128_load(bytes + 48) } };
}
static inline uint64_t equal_wasm(block_wasm block, int byte) {
    uint64_t bits = 0;
    for (int i = 0; i < 4; i++) {
        v128_t equal = wasm_i8x16_eq(block.parts[i], wasm_i8x16_splat((int8_t)byte));
        bits |= (uint64_t)wasm_i8x16_bitmask(equal) << 16 * i;
    }
    return bits;
}
static inline uint64_t below_wasm(block_wasm block, int byte) {
    uint64_t bits = 0;
    for (int i = 0; i < 4; i++) {
        v128_t below = wasm_i8x16_lt(block.parts[i], wasm_i8x16_splat((int8_t)byte));
        bits |= (uint64_t)wasm_i8x16_bitmask(below) << 16 * i;
    }
    return bits;
}
READ_BLOCKS(wasm, , block_wasm, load_wasm)
FIND_ENDS(wasm, , vt_json_bit_sums, append_ends)
SKIP_FIELDS(wasm, , block_wasm, load_wasm, vt_json_bit_sums)
#endif

const vt_json_level *vt_json_level_at(size_t index) {
    static const vt_json_level levels[] = {
        { "scalar", find_ends_scalar, skip_no_fields, always },
#ifdef WITH_X86
        { "sse2", find_ends_sse2, skip_fields_sse2, always },
        { "avx2", find_ends_avx2, skip_fields_avx2, has_avx2 },
        { "avx512", find_ends_avx512, skip_fields_avx512, has_avx512 },
#elif defined(WITH_NEON)
        { "neon", find_ends_neon, skip_fields_neon, always },
#elif defined(WITH_WASM)
        { "wasm", find_ends_wasm, skip_fields_wasm, always },
#endif
    };
    return index < sizeof levels / sizeof *levels ? &levels[index] : NULL;
}
