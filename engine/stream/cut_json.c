/*
** Finding the end of a JSON value by counting brackets outside strings.
**
** The text is scanned in blocks of 64 bytes with one bit of a word for each byte. A prefix sum over
** the bits of the unescaped quotes gives the bytes inside strings:
**
**     text     {"a\"}":[1]}
**     quotes    1    1
**     inside    11111           from a quote to before the next one
**     brackets 1       1 11     those outside
*/
#include "base/text/ascii.h"
#include "document/json/json_bits.h"
#include "stream/cut.h"

/* ------------------------------------------------------------------ one block */

/* A bit for each byte of a block. */
typedef struct block_bits {
    uint64_t quotes, backslashes, breaks, brackets;
} block_bits;

#if defined(__SSE2__)
enum { VECTORS = VT_JSON_BITS_BLOCK / 16 };

static inline uint64_t equal_bits(const __m128i *some, char byte) {
    uint64_t bits = 0;
    for (int i = 0; i < VECTORS; i++) bits |= vt_json_equal_bits(some[i], byte) << 16 * i;
    return bits;
}

/* Few blocks have backslashes or line breaks: one test tells. */
static inline bool has_either(const __m128i *some, char one, char other) {
    __m128i found = _mm_setzero_si128();
    for (int i = 0; i < VECTORS; i++) {
        found = _mm_or_si128(found, _mm_cmpeq_epi8(some[i], _mm_set1_epi8(one)));
        found = _mm_or_si128(found, _mm_cmpeq_epi8(some[i], _mm_set1_epi8(other)));
    }
    return _mm_movemask_epi8(found) != 0;
}

static inline block_bits scan_block(const char *bytes) {
    __m128i some[VECTORS];
    block_bits bits = { 0, 0, 0, 0 };
    for (int i = 0; i < VECTORS; i++) {
        some[i] = _mm_loadu_si128((const __m128i *)(const void *)(bytes + 16 * i));
        __m128i folded = _mm_or_si128(some[i], _mm_set1_epi8(0x20)); /* [ is { and ] is } */
        __m128i opens = _mm_cmpeq_epi8(folded, _mm_set1_epi8('{'));
        __m128i closes = _mm_cmpeq_epi8(folded, _mm_set1_epi8('}'));
        bits.brackets |= (uint64_t)_mm_movemask_epi8(_mm_or_si128(opens, closes)) << 16 * i;
    }
    bits.quotes = equal_bits(some, '"');
    if (has_either(some, '\\', '\n')) {
        bits.backslashes = equal_bits(some, '\\');
        bits.breaks = equal_bits(some, '\n');
    }
    return bits;
}
#else
static block_bits scan_block(const char *bytes) {
    block_bits bits = { 0, 0, 0, 0 };
    for (int i = 0; i < VT_JSON_BITS_BLOCK; i++) {
        char byte = bytes[i], folded = (char)(byte | 0x20); /* [ is { and ] is } */
        bits.quotes |= (uint64_t)(byte == '"') << i;
        bits.backslashes |= (uint64_t)(byte == '\\') << i;
        bits.breaks |= (uint64_t)(byte == '\n') << i;
        bits.brackets |= (uint64_t)(folded == '{' || folded == '}') << i;
    }
    return bits;
}
#endif

/* ------------------------------------------------------------------- levels */

/* Whether the innermost open bracket is a [; `unknown` for levels too deep to be stored. */
static bool innermost_is_array(const vt_json_cut *cut, bool unknown) {
    uint32_t level = cut->depth - 1;
    return level < VT_CUT_KNOWN_LEVELS ? cut->open[level] == '[' : unknown;
}

/* Whether a value can start at a bracket at the start of a line inside a container. */
static bool value_may_start(const vt_json_cut *cut, vt_text text, size_t at) {
    if (at == 0 || text.bytes[at - 1] != '\n') return true;
    while (at > 0 && vt_is_space(text.bytes[at - 1])) at--;
    char before = at > 0 ? text.bytes[at - 1] : cut->before;
    if (before == '\0') return true;
    if (before == ':') return !innermost_is_array(cut, false);
    return (before == '[' || before == ',') && innermost_is_array(cut, true);
}

static vt_text without_space(vt_text text) {
    while (text.size && vt_is_space(text.bytes[text.size - 1])) text.size--;
    return text;
}

/* Whether the bracket at `at` follows "items": as a key of the outermost object. */
static bool opens_items(const vt_json_cut *cut, vt_text text, size_t at) {
    if (cut->depth != 1 || cut->items_at != SIZE_MAX) return false;
    vt_text before = without_space(vt_text_between(text, 0, at));
    if (!vt_text_ends(before, VT_TEXT(":"))) return false;
    before = without_space(vt_text_between(before, 0, before.size - 1));
    vt_text key = VT_TEXT("\"items\"");
    if (!vt_text_ends(before, key)) return false;
    return before.size == key.size || before.bytes[before.size - key.size - 1] != '\\';
}

static vt_cut_outcome open_bracket(vt_json_cut *cut, vt_text text, size_t at) {
    if (cut->depth > 0 && !value_may_start(cut, text, at)) {
        cut->at = at;
        return VT_CUT_BROKEN;
    }
    if (text.bytes[at] == '[' && opens_items(cut, text, at)) cut->items_at = at;
    if (cut->depth < VT_CUT_KNOWN_LEVELS) cut->open[cut->depth] = text.bytes[at];
    cut->depth++;
    return VT_CUT_MORE;
}

static vt_cut_outcome close_bracket(vt_json_cut *cut, vt_text text, size_t at) {
    bool is_array = text.bytes[at] == ']';
    if (innermost_is_array(cut, is_array) != is_array) {
        cut->at = at + 1;
        return VT_CUT_BROKEN;
    }
    if (--cut->depth > 0) return VT_CUT_MORE;
    cut->at = at + 1;
    return VT_CUT_DONE;
}

/* Any bracket outside strings. */
static vt_cut_outcome take_bracket(vt_json_cut *cut, vt_text text, size_t at) {
    char bracket = text.bytes[at];
    bool opens = bracket == '{' || bracket == '[';
    return opens ? open_bracket(cut, text, at) : close_bracket(cut, text, at);
}

/* --------------------------------------------------------------------- the value */

/* Whether all there is to a bracket is its kind: those of the value itself and of its members may end it or open
** its items, and levels too deep are not stored. */
static inline bool is_inner(uint32_t level) {
    return level - 2 < VT_CUT_KNOWN_LEVELS - 2;
}

/* The brackets of the block at cut->at, in order. Inner ones are taken without a branch on their kind, which
** a processor cannot predict, unless one of the block starts a line. The depth is written at the end: the
** open brackets are bytes, which the compiler takes to be anything. */
static vt_cut_outcome take_brackets(vt_json_cut *cut, vt_text text, uint64_t brackets,
                                    bool starts_line) {
    const size_t start = cut->at;
    uint32_t depth = cut->depth;
    for (; brackets; brackets &= brackets - 1) {
        const size_t at = start + vt_json_lowest_bit(brackets);
        const unsigned bracket = (unsigned char)text.bytes[at]; /* [ 5B, ] 5D, { 7B, } 7D */
        const uint32_t closes = bracket >> 2 & 1, level = depth - closes;
        if (starts_line || !is_inner(level)) {
            cut->depth = depth;
            const vt_cut_outcome outcome = take_bracket(cut, text, at);
            if (outcome != VT_CUT_MORE) return outcome;
            depth = cut->depth;
            continue;
        }
        const unsigned differ = (unsigned char)cut->open[level] ^ bracket;
        cut->open[level] = (char)bracket; /* of one that closes it does not matter */
        depth = level + 1 - closes;
        if (differ & closes << 5) {
            cut->at = at + 1;
            return VT_CUT_BROKEN;
        }
    }
    cut->depth = depth;
    return VT_CUT_MORE;
}

/* What is outside the strings of the block at cut->at, up to a line break inside a string. */
static vt_cut_outcome take_outside(vt_json_cut *cut, vt_text text, const block_bits *bits,
                                   uint64_t inside) {
    uint64_t brackets = bits->brackets & ~inside, bad_breaks = bits->breaks & inside;
    bool at_line_start = cut->at > 0 && text.bytes[cut->at - 1] == '\n';
    uint64_t line_starts = bits->breaks << 1 | at_line_start;
    if (bad_breaks) brackets &= (bad_breaks & (0 - bad_breaks)) - 1;
    vt_cut_outcome outcome = take_brackets(cut, text, brackets, brackets & line_starts);
    if (outcome != VT_CUT_MORE || !bad_breaks) return outcome;
    cut->at += vt_json_lowest_bit(bad_breaks) + 1;
    return VT_CUT_BROKEN;
}

/* `block` holds the next `count` bytes, padded with spaces. */
static vt_cut_outcome take_block(vt_json_cut *cut, vt_text text, const char *block, size_t count) {
    block_bits bits = scan_block(block);
    uint64_t escaped = cut->escaped;
    bool carry = false;
    if (bits.backslashes || cut->escaped) {
        escaped = vt_json_escaped_bits(bits.backslashes, cut->escaped);
        uint64_t last = UINT64_C(1) << (count - 1);
        carry = (bits.backslashes & last) && !(escaped & last);
        bits.quotes &= ~escaped;
    }
    uint64_t inside = vt_json_bit_sums(bits.quotes) ^ (cut->in_string ? UINT64_MAX : 0);
    vt_cut_outcome outcome = take_outside(cut, text, &bits, inside);
    if (outcome != VT_CUT_MORE) return outcome;
    cut->in_string = inside >> (VT_JSON_BITS_BLOCK - 1);
    cut->escaped = carry;
    cut->at += count;
    return VT_CUT_MORE;
}

vt_cut_outcome vt_json_cut_value(vt_json_cut *cut, vt_text text) {
    char padded[VT_JSON_BITS_BLOCK];
    for (size_t rest; (rest = text.size - cut->at) > 0;) {
        const char *block = text.bytes + cut->at;
        size_t count = VT_JSON_BITS_BLOCK;
        if (rest < count) {
            memset(padded, ' ', sizeof padded);
            memcpy(padded, block, rest);
            block = padded;
            count = rest;
        }
        vt_cut_outcome outcome = take_block(cut, text, block, count);
        if (outcome != VT_CUT_MORE) return outcome;
    }
    return VT_CUT_MORE;
}

static size_t shifted(size_t offset, size_t count) {
    if (offset == SIZE_MAX) return SIZE_MAX;
    return offset > count ? offset - count : 0;
}

void vt_json_cut_shift(vt_json_cut *cut, vt_text text, size_t count) {
    vt_text removed = without_space(vt_text_between(text, 0, count));
    if (removed.size) cut->before = removed.bytes[removed.size - 1];
    cut->at = shifted(cut->at, count);
    cut->items_at = shifted(cut->items_at, count);
}

/* ------------------------------------------------------------------- members */

static size_t skip_space(vt_text text, size_t at) {
    while (at < text.size && vt_is_space(text.bytes[at])) at++;
    return at;
}

/* The offset after the string that starts at `at`; text.size when it does not end. */
static size_t string_end(vt_text text, size_t at) {
    for (at++; at < text.size; at++) {
        if (text.bytes[at] == '"') return at + 1;
        if (text.bytes[at] == '\\') at++;
    }
    return text.size;
}

/* The offset after the value that starts at `at`. */
static size_t value_end(vt_text text, size_t at) {
    if (at >= text.size) return text.size;
    if (text.bytes[at] == '"') return string_end(text, at);
    if (text.bytes[at] == '{' || text.bytes[at] == '[') {
        vt_json_cut cut = VT_JSON_CUT_INIT;
        vt_json_cut_value(&cut, vt_text_between(text, at, text.size));
        return at + cut.at;
    }
    while (at < text.size && text.bytes[at] != ',' && text.bytes[at] != '}') at++;
    return at;
}

vt_text vt_json_cut_member(vt_text text, vt_text key) {
    size_t at = skip_space(text, 1);
    while (at < text.size && text.bytes[at] == '"') {
        size_t key_end = string_end(text, at);
        bool found = vt_text_equal(vt_text_between(text, at + 1, key_end - 1), key);
        at = skip_space(text, key_end);
        if (at >= text.size || text.bytes[at] != ':') break;
        size_t start = skip_space(text, at + 1);
        at = value_end(text, start);
        if (found) return vt_text_trim(vt_text_between(text, start, at));
        at = skip_space(text, at);
        if (at >= text.size || text.bytes[at] != ',') break;
        at = skip_space(text, at + 1);
    }
    return VT_TEXT_ABSENT;
}

vt_text vt_json_cut_string_member(vt_text text, vt_text key) {
    vt_text value = vt_json_cut_member(text, key);
    if (value.size < 2 || value.bytes[0] != '"' || value.bytes[value.size - 1] != '"') {
        return VT_TEXT_ABSENT;
    }
    return vt_text_between(value, 1, value.size - 1);
}
