/* Counted slices of text: comparing, searching and cutting without copying. */
#ifndef VITALS_BASE_TEXT_H
#define VITALS_BASE_TEXT_H

#include <string.h>

#include <vitals/vitals.h>

#include "base/text/ascii.h"

typedef vitals_text vt_text;

/* A literal as text; its size is known at compile time. */
#define VT_TEXT(literal) ((vt_text){ (literal), sizeof(literal) - 1 })
/* The same for static initialisers. */
#define VT_TEXT_INIT(literal)                                                                      \
    { (literal), sizeof(literal) - 1 }
#define VT_TEXT_ABSENT ((vt_text){ NULL, 0 })
/* For printf: "%.*s". Only for text that is known to be short. */
#define VT_TEXT_ARG(text) (int)(text).size, (text).bytes

/* Texts up to this size are compared without a call. */
#define VT_SHORT_BYTES ((size_t)16)

static inline uint32_t vt_four_bytes(const char *at) {
    uint32_t bytes;
    memcpy(&bytes, at, sizeof bytes);
    return bytes;
}

static inline uint64_t vt_eight_bytes(const char *at) {
    uint64_t bytes;
    memcpy(&bytes, at, sizeof bytes);
    return bytes;
}

/* Whether both hold the same bytes. Short texts, which are the common case, are compared by their
** first and last bytes, which may overlap. */
static inline bool vt_bytes_equal(const char *a, const char *b, size_t size) {
    if (size > VT_SHORT_BYTES) return memcmp(a, b, size) == 0;
    if (size >= 8) {
        return vt_eight_bytes(a) == vt_eight_bytes(b) &&
               vt_eight_bytes(a + size - 8) == vt_eight_bytes(b + size - 8);
    }
    if (size >= 4) {
        return vt_four_bytes(a) == vt_four_bytes(b) &&
               vt_four_bytes(a + size - 4) == vt_four_bytes(b + size - 4);
    }
    return size == 0 || (a[0] == b[0] && a[size / 2] == b[size / 2] && a[size - 1] == b[size - 1]);
}

static inline vt_text vt_text_from(const char *terminated) {
    return (vt_text){ terminated, terminated ? strlen(terminated) : 0 };
}

static inline vt_text vt_text_slice(const char *bytes, size_t size) {
    return (vt_text){ bytes, size };
}

static inline bool vt_text_is_absent(vt_text text) {
    return text.bytes == NULL;
}

/* Absent and empty text are equal here. */
static inline bool vt_text_equal(vt_text a, vt_text b) {
    return a.size == b.size && vt_bytes_equal(a.bytes, b.bytes, b.size);
}

static inline bool vt_text_is(vt_text text, const char *literal) {
    return vt_text_equal(text, vt_text_from(literal));
}

static inline bool vt_text_starts(vt_text text, vt_text head) {
    return text.size >= head.size &&
           (head.size == 0 || memcmp(text.bytes, head.bytes, head.size) == 0);
}

static inline bool vt_text_ends(vt_text text, vt_text tail) {
    return text.size >= tail.size && (tail.size == 0 || memcmp(text.bytes + text.size - tail.size,
                                                               tail.bytes, tail.size) == 0);
}

/* The text from `from` up to but not including `to`; both are clamped to the size. */
vt_text vt_text_between(vt_text text, size_t from, size_t to);
/* The text up to `most_bytes`, cut between code points. */
vt_text vt_text_cut(vt_text text, uint64_t most_bytes);
/* Bytewise order, as Go's string comparison: negative, 0 or positive. */
int vt_text_compare(vt_text a, vt_text b);
/* Case-insensitive for ASCII letters only. */
bool vt_text_equal_fold(vt_text a, vt_text b);
/* Offset of the first `byte` or `needle` at or after `from`; SIZE_MAX when there is none. */
size_t vt_text_find_byte(vt_text text, char byte, size_t from);
size_t vt_text_find(vt_text text, vt_text needle, size_t from);
/* Offset of the first byte at or after `from` that is not a digit; the size when all are. */
static inline size_t vt_text_skip_digits(vt_text text, size_t from) {
    while (from < text.size && vt_is_digit(text.bytes[from])) from++;
    return from;
}
/* Without spaces, tabs, carriage returns and line feeds at both ends. */
vt_text vt_text_trim(vt_text text);
/* Remove the part before `separator` from `*rest`; false when `*rest` is exhausted (absent). */
bool vt_text_split(vt_text *rest, char separator, vt_text *head);
/* Levenshtein distance without regard to the case of ASCII letters, capped: more than `most` gives most + 1. For
** suggestions. */
size_t vt_text_distance(vt_text a, vt_text b, size_t most);

#endif
