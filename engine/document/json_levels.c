/*
** The levels. Each reads 64 bytes and answers three questions, one bit a byte: which bytes are quotes,
** which are backslashes, and which are control characters or outside ASCII. These two kinds are one
** comparison: as signed numbers they are below the space.
*/
#include <string.h>

#include "document/json_bits.h"
#include "document/json_level.h"

#if defined(VITALS_SIMD) && defined(__SSE2__)
#define WITH_X86
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

/* Store the position of the lowest bit and clear it; some position when there is none. */
VT_JSON_INLINE uint64_t append_end(uint64_t found, uint32_t position, uint32_t *end) {
    *end = position + vt_json_lowest_bit(found | UINT64_C(1) << (VT_JSON_BLOCK - 1));
    return found & (found - 1);
}

/* The ends of one block. Inlined into each level, so that it is compiled for its instructions. */
VT_JSON_INLINE uint32_t *append_ends(vt_json_carry *carry, block_bits bits, uint32_t position,
                                     uint32_t *ends) {
    uint64_t quotes = bits.quotes;
    if (bits.backslashes | carry->escaped) {
        uint64_t escaped = vt_json_escaped_bits(bits.backslashes, carry->escaped);
        uint64_t last = UINT64_C(1) << (VT_JSON_BLOCK - 1);
        /* The last byte escapes the first of the next block unless it is escaped itself. */
        carry->escaped = (bits.backslashes & ~escaped & last) != 0;
        quotes &= ~escaped;
    }
    uint64_t inside = vt_json_bit_sums(quotes) ^ carry->in_string;
    carry->in_string = 0 - (inside >> (VT_JSON_BLOCK - 1));
    uint64_t special = (bits.backslashes | bits.others) & inside;
    uint64_t found = (quotes & ~inside) | (special & ~(special << 1));
    uint32_t *last = ends + vt_json_bit_count(found);
    /* Four at a time: how many there are is hard to predict for a processor. */
    for (; ends < last; ends += VT_JSON_SPARE) {
        found = append_end(found, position, &ends[0]);
        found = append_end(found, position, &ends[1]);
        found = append_end(found, position, &ends[2]);
        found = append_end(found, position, &ends[3]);
    }
    return last;
}

static bool always(void) {
    return true;
}

/* ------------------------------------------------------------------- plain C */

#define EACH_BYTE UINT64_C(0x0101010101010101)
#define HIGH_BITS UINT64_C(0x8080808080808080)
#define LOW_BITS UINT64_C(0x7F7F7F7F7F7F7F7F)

/* The high bit of each byte that is 0. */
static inline uint64_t zero_bytes(uint64_t eight) {
    return ~(((eight & LOW_BITS) + LOW_BITS) | eight) & HIGH_BITS;
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

static uint32_t *find_ends_scalar(vt_json_carry *carry, const char *blocks, size_t block_count,
                                  uint32_t position, uint32_t *ends) {
    for (; block_count > 0; block_count--) {
        block_bits bits = { 0, 0, 0 };
        for (unsigned i = 0; i < VT_JSON_BLOCK; i += 8) {
            uint64_t eight = load_eight(blocks + i);
            uint64_t from_space = ((eight & LOW_BITS) + EACH_BYTE * (0x80 - ' ')) & ~eight;
            bits.quotes |= gather(zero_bytes(eight ^ EACH_BYTE * '"')) << i;
            bits.backslashes |= gather(zero_bytes(eight ^ EACH_BYTE * '\\')) << i;
            bits.others |= gather(~from_space & HIGH_BITS) << i;
        }
        ends = append_ends(carry, bits, position, ends);
        blocks += VT_JSON_BLOCK;
        position += VT_JSON_BLOCK;
    }
    return ends;
}

/* ---------------------------------------------------------------------- vectors */

/* The same loop for each level: `read` turns a block into bits. */
#define FIND_ENDS(level, target, read)                                                             \
    target static uint32_t *find_ends_##level(vt_json_carry *carry, const char *blocks,            \
                                              size_t block_count, uint32_t position,               \
                                              uint32_t *ends) {                                    \
        for (; block_count > 0; block_count--) {                                                   \
            ends = append_ends(carry, read(blocks), position, ends);                               \
            blocks += VT_JSON_BLOCK;                                                               \
            position += VT_JSON_BLOCK;                                                             \
        }                                                                                          \
        return ends;                                                                               \
    }

#ifdef WITH_X86
static inline block_bits read_sse2(const char *bytes) {
    block_bits bits = { 0, 0, 0 };
    for (int i = 0; i < VT_JSON_BLOCK; i += 16) {
        __m128i some = _mm_loadu_si128((const __m128i *)(const void *)(bytes + i));
        __m128i others = _mm_cmplt_epi8(some, _mm_set1_epi8(' '));
        bits.quotes |= vt_json_equal_bits(some, '"') << i;
        bits.backslashes |= vt_json_equal_bits(some, '\\') << i;
        bits.others |= (uint64_t)_mm_movemask_epi8(others) << i;
    }
    return bits;
}
FIND_ENDS(sse2, , read_sse2)

#define AVX2 __attribute__((target("avx2,bmi,popcnt")))
AVX2 static inline uint64_t bits_avx2(__m256i low, __m256i high) {
    return (uint32_t)_mm256_movemask_epi8(low) | (uint64_t)(uint32_t)_mm256_movemask_epi8(high)
                                                     << 32;
}
AVX2 static inline block_bits read_avx2(const char *bytes) {
    __m256i low = _mm256_loadu_si256((const __m256i *)(const void *)bytes);
    __m256i high = _mm256_loadu_si256((const __m256i *)(const void *)(bytes + 32));
    __m256i quote = _mm256_set1_epi8('"'), backslash = _mm256_set1_epi8('\\');
    __m256i space = _mm256_set1_epi8(' ');
    return (block_bits){
        bits_avx2(_mm256_cmpeq_epi8(low, quote), _mm256_cmpeq_epi8(high, quote)),
        bits_avx2(_mm256_cmpeq_epi8(low, backslash), _mm256_cmpeq_epi8(high, backslash)),
        bits_avx2(_mm256_cmpgt_epi8(space, low), _mm256_cmpgt_epi8(space, high)),
    };
}
FIND_ENDS(avx2, AVX2, read_avx2)
static bool has_avx2(void) {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("popcnt");
}

#define AVX512 __attribute__((target("avx512f,avx512bw,bmi,popcnt")))
AVX512 static inline block_bits read_avx512(const char *bytes) {
    __m512i all = _mm512_loadu_si512(bytes);
    return (block_bits){ _mm512_cmpeq_epi8_mask(all, _mm512_set1_epi8('"')),
                         _mm512_cmpeq_epi8_mask(all, _mm512_set1_epi8('\\')),
                         _mm512_cmplt_epi8_mask(all, _mm512_set1_epi8(' ')) };
}
FIND_ENDS(avx512, AVX512, read_avx512)
/* Processors without VBMI2 lower their clock for such instructions. */
static bool has_avx512(void) {
    return has_avx2() && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vbmi2");
}
#endif

#ifdef WITH_NEON
/* A bit for each byte of four vectors whose bytes are 0 or 255. */
static inline uint64_t bits_neon(uint8x16_t a, uint8x16_t b, uint8x16_t c, uint8x16_t d) {
    static const uint8_t weights[16] = { 1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128 };
    uint8x16_t weight = vld1q_u8(weights);
    uint8x16_t low = vpaddq_u8(vandq_u8(a, weight), vandq_u8(b, weight));
    uint8x16_t high = vpaddq_u8(vandq_u8(c, weight), vandq_u8(d, weight));
    uint8x16_t sums = vpaddq_u8(low, high);
    return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(sums, sums)), 0);
}
static inline uint64_t equal_neon(const uint8x16_t *parts, uint8_t byte) {
    uint8x16_t all = vdupq_n_u8(byte);
    return bits_neon(vceqq_u8(parts[0], all), vceqq_u8(parts[1], all), vceqq_u8(parts[2], all),
                     vceqq_u8(parts[3], all));
}
static inline uint8x16_t below_space_neon(uint8x16_t part) {
    return vcltq_s8(vreinterpretq_s8_u8(part), vdupq_n_s8(' '));
}
static inline block_bits read_neon(const char *bytes) {
    const uint8_t *at = (const uint8_t *)bytes;
    const uint8x16_t parts[4] = { vld1q_u8(at), vld1q_u8(at + 16), vld1q_u8(at + 32),
                                  vld1q_u8(at + 48) };
    return (block_bits){ equal_neon(parts, '"'), equal_neon(parts, '\\'),
                         bits_neon(below_space_neon(parts[0]), below_space_neon(parts[1]),
                                   below_space_neon(parts[2]), below_space_neon(parts[3])) };
}
FIND_ENDS(neon, , read_neon)
#endif

#ifdef WITH_WASM
static inline block_bits read_wasm(const char *bytes) {
    block_bits bits = { 0, 0, 0 };
    for (int i = 0; i < VT_JSON_BLOCK; i += 16) {
        v128_t some = wasm_v128_load(bytes + i);
        bits.quotes |= (uint64_t)wasm_i8x16_bitmask(wasm_i8x16_eq(some, wasm_i8x16_splat('"')))
                       << i;
        bits.backslashes |=
            (uint64_t)wasm_i8x16_bitmask(wasm_i8x16_eq(some, wasm_i8x16_splat('\\'))) << i;
        bits.others |= (uint64_t)wasm_i8x16_bitmask(wasm_i8x16_lt(some, wasm_i8x16_splat(' ')))
                       << i;
    }
    return bits;
}
FIND_ENDS(wasm, , read_wasm)
#endif

const vt_json_level *vt_json_level_at(size_t index) {
    static const vt_json_level levels[] = {
        { "scalar", find_ends_scalar, always },
#ifdef WITH_X86
        { "sse2", find_ends_sse2, always },
        { "avx2", find_ends_avx2, has_avx2 },
        { "avx512", find_ends_avx512, has_avx512 },
#elif defined(WITH_NEON)
        { "neon", find_ends_neon, always },
#elif defined(WITH_WASM)
        { "wasm", find_ends_wasm, always },
#endif
    };
    return index < sizeof levels / sizeof *levels ? &levels[index] : NULL;
}
