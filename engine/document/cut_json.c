/* Where a JSON value ends: brackets counted, strings stepped over, sixteen bytes at a time. */
#include "document/cut.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/* ------------------------------------------------------- the next byte to see */

static bool is_bracket_or_quote(char byte) {
    char folded = (char)(byte | 0x20); /* [ is { and ] is } without that bit */
    return folded == '{' || folded == '}' || byte == '"';
}

static bool ends_string(char byte) {
    return byte == '"' || byte == '\\' || byte == '\n';
}

#if defined(__SSE2__)
static __m128i load(const char *bytes) {
    return _mm_loadu_si128((const __m128i *)(const void *)bytes);
}

static unsigned brackets_and_quotes(const char *bytes) {
    __m128i chunk = load(bytes);
    __m128i folded = _mm_or_si128(chunk, _mm_set1_epi8(0x20));
    __m128i found = _mm_or_si128(_mm_cmpeq_epi8(folded, _mm_set1_epi8('{')),
                                 _mm_cmpeq_epi8(folded, _mm_set1_epi8('}')));
    found = _mm_or_si128(found, _mm_cmpeq_epi8(chunk, _mm_set1_epi8('"')));
    return (unsigned)_mm_movemask_epi8(found);
}

static unsigned string_ends(const char *bytes) {
    __m128i chunk = load(bytes);
    __m128i found = _mm_or_si128(_mm_cmpeq_epi8(chunk, _mm_set1_epi8('"')),
                                 _mm_cmpeq_epi8(chunk, _mm_set1_epi8('\\')));
    found = _mm_or_si128(found, _mm_cmpeq_epi8(chunk, _mm_set1_epi8('\n')));
    return (unsigned)_mm_movemask_epi8(found);
}
#endif

/* The first bracket or quote from `at` on, outside strings; text.size when there is none. */
static size_t skip_plain(vt_text text, size_t at) {
#if defined(__SSE2__)
    for (; at + 16 <= text.size; at += 16) {
        unsigned found = brackets_and_quotes(text.bytes + at);
        if (found) return at + (size_t)__builtin_ctz(found);
    }
#endif
    while (at < text.size && !is_bracket_or_quote(text.bytes[at])) at++;
    return at;
}

/* The first quote, backslash or line break from `at` on, inside a string. */
static size_t skip_string(vt_text text, size_t at) {
#if defined(__SSE2__)
    for (; at + 16 <= text.size; at += 16) {
        unsigned found = string_ends(text.bytes + at);
        if (found) return at + (size_t)__builtin_ctz(found);
    }
#endif
    while (at < text.size && !ends_string(text.bytes[at])) at++;
    return at;
}

/* ------------------------------------------------------------------- levels */

static void set_array(vt_json_cut *cut, bool is_array) {
    if (cut->depth >= VT_CUT_KNOWN_LEVELS) return;
    uint64_t bit = UINT64_C(1) << (cut->depth % 64);
    if (is_array) {
        cut->arrays[cut->depth / 64] |= bit;
    } else {
        cut->arrays[cut->depth / 64] &= ~bit;
    }
}

/* Whether the innermost open bracket is a [; `unknown` below the levels that are kept. */
static bool innermost_is_array(const vt_json_cut *cut, bool unknown) {
    uint32_t level = cut->depth - 1;
    if (level >= VT_CUT_KNOWN_LEVELS) return unknown;
    return cut->arrays[level / 64] >> (level % 64) & 1;
}

static bool is_space(char byte) {
    return byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t';
}

/* A bracket that opens at the start of a line, inside something: can a value be there? */
static bool value_may_start(const vt_json_cut *cut, vt_text text, size_t at) {
    if (at == 0 || text.bytes[at - 1] != '\n') return true;
    while (at > 0 && is_space(text.bytes[at - 1])) at--;
    if (at == 0) return true;
    char before = text.bytes[at - 1];
    if (before == ':') return !innermost_is_array(cut, false);
    return (before == '[' || before == ',') && innermost_is_array(cut, true);
}

/* Only a colon and white space between the key "items" and the bracket at `at`? */
static bool opens_items(const vt_json_cut *cut, vt_text text, size_t at) {
    if (cut->depth != 1 || !cut->items_key_end || cut->items_at != SIZE_MAX) return false;
    vt_text between = vt_text_trim(vt_text_between(text, cut->items_key_end, at));
    return vt_text_is(between, ":");
}

static vt_cut_outcome open_bracket(vt_json_cut *cut, vt_text text, bool is_array) {
    if (cut->depth > 0 && !value_may_start(cut, text, cut->at)) return VT_CUT_BROKEN;
    if (is_array && opens_items(cut, text, cut->at)) cut->items_at = cut->at;
    set_array(cut, is_array);
    cut->depth++;
    cut->at++;
    return VT_CUT_MORE;
}

static vt_cut_outcome close_bracket(vt_json_cut *cut, bool is_array) {
    cut->at++;
    if (innermost_is_array(cut, is_array) != is_array) return VT_CUT_BROKEN;
    return --cut->depth == 0 ? VT_CUT_DONE : VT_CUT_MORE;
}

/* ------------------------------------------------------------------- strings */

static void close_string(vt_json_cut *cut, vt_text text) {
    cut->in_string = false;
    if (cut->depth == 1 && cut->at - cut->string_start == 5 &&
        memcmp(text.bytes + cut->string_start, "items", 5) == 0) {
        cut->items_key_end = cut->at + 1;
    }
    cut->at++;
}

/* Through a string, to behind its closing quote. */
static vt_cut_outcome scan_string(vt_json_cut *cut, vt_text text) {
    for (;;) {
        cut->at = skip_string(text, cut->at);
        if (cut->at >= text.size) return VT_CUT_MORE;
        if (text.bytes[cut->at] == '"') {
            close_string(cut, text);
            return VT_CUT_MORE;
        }
        if (text.bytes[cut->at] == '\n') {
            cut->at++;
            return VT_CUT_BROKEN;
        }
        /* A backslash waits for the byte that it escapes. */
        if (cut->at + 1 >= text.size) return VT_CUT_MORE;
        cut->at += text.bytes[cut->at + 1] == '\n' ? 1 : 2;
    }
}

static vt_cut_outcome scan_byte(vt_json_cut *cut, vt_text text) {
    switch (text.bytes[cut->at]) {
    case '{':
        return open_bracket(cut, text, false);
    case '[':
        return open_bracket(cut, text, true);
    case '}':
        return close_bracket(cut, false);
    case ']':
        return close_bracket(cut, true);
    default:
        cut->in_string = true;
        cut->string_start = ++cut->at;
        return VT_CUT_MORE;
    }
}

vt_cut_outcome vt_json_cut_value(vt_json_cut *cut, vt_text text) {
    for (;;) {
        if (cut->in_string) {
            vt_cut_outcome outcome = scan_string(cut, text);
            if (outcome != VT_CUT_MORE || cut->in_string) return outcome;
        }
        cut->at = skip_plain(text, cut->at);
        if (cut->at >= text.size) return VT_CUT_MORE;
        vt_cut_outcome outcome = scan_byte(cut, text);
        if (outcome != VT_CUT_MORE) return outcome;
    }
}

static size_t shifted(size_t offset, size_t count) {
    if (offset == SIZE_MAX) return SIZE_MAX;
    return offset > count ? offset - count : 0;
}

void vt_json_cut_shift(vt_json_cut *cut, size_t count) {
    cut->at = shifted(cut->at, count);
    cut->string_start = shifted(cut->string_start, count);
    cut->items_key_end = shifted(cut->items_key_end, count);
    cut->items_at = shifted(cut->items_at, count);
}

/* ------------------------------------------------------------------- members */

static size_t skip_space(vt_text text, size_t at) {
    while (at < text.size && is_space(text.bytes[at])) at++;
    return at;
}

/* Behind the string that starts at `at`; text.size when it does not end. */
static size_t string_end(vt_text text, size_t at) {
    for (at = skip_string(text, at + 1); at < text.size; at = skip_string(text, at)) {
        if (text.bytes[at] != '\\') return at + 1;
        at += 2;
    }
    return text.size;
}

/* Behind the value that starts at `at`. */
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
