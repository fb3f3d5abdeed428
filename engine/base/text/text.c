/* Counted slices of text. */
#include "base/text/text.h"

#include "base/text/ascii.h"
#include "base/text/find_byte.h"

vt_text vt_text_between(vt_text text, size_t from, size_t to) {
    if (to > text.size) to = text.size;
    if (from > to) from = to;
    return (vt_text){ text.bytes ? text.bytes + from : NULL, to - from };
}

vt_text vt_text_cut(vt_text text, uint64_t most_bytes) {
    if (text.size <= most_bytes) return text;
    size_t size = (size_t)most_bytes;
    while (size > 0 && ((unsigned char)text.bytes[size] & 0xC0) == 0x80) size--;
    return vt_text_between(text, 0, size);
}

int vt_text_compare(vt_text a, vt_text b) {
    size_t common = a.size < b.size ? a.size : b.size;
    int order = common ? memcmp(a.bytes, b.bytes, common) : 0;
    if (order != 0) return order;
    return (a.size > b.size) - (a.size < b.size);
}

bool vt_text_equal_fold(vt_text a, vt_text b) {
    if (a.size != b.size) return false;
    for (size_t i = 0; i < a.size; i++) {
        if (vt_to_lower(a.bytes[i]) != vt_to_lower(b.bytes[i])) return false;
    }
    return true;
}

static const char *find_byte(const char *bytes, char byte, size_t size) {
#ifdef __GLIBC__
    return memchr(bytes, byte, size);
#else
    return vt_find_byte(bytes, byte, size);
#endif
}

size_t vt_text_find_byte(vt_text text, char byte, size_t from) {
    if (from >= text.size) return SIZE_MAX;
    const char *found = find_byte(text.bytes + from, byte, text.size - from);
    return found ? (size_t)(found - text.bytes) : SIZE_MAX;
}

size_t vt_text_find(vt_text text, vt_text needle, size_t from) {
    if (needle.size == 0) return from <= text.size ? from : SIZE_MAX;
    for (size_t at = vt_text_find_byte(text, needle.bytes[0], from); at != SIZE_MAX;
         at = vt_text_find_byte(text, needle.bytes[0], at + 1)) {
        if (text.size - at < needle.size) return SIZE_MAX;
        if (memcmp(text.bytes + at, needle.bytes, needle.size) == 0) return at;
    }
    return SIZE_MAX;
}

vt_text vt_text_trim(vt_text text) {
    size_t from = 0, to = text.size;
    while (from < to && vt_is_space(text.bytes[from])) from++;
    while (to > from && vt_is_space(text.bytes[to - 1])) to--;
    return vt_text_between(text, from, to);
}

bool vt_text_split(vt_text *rest, char separator, vt_text *head) {
    if (vt_text_is_absent(*rest)) return false;
    size_t at = vt_text_find_byte(*rest, separator, 0);
    if (at == SIZE_MAX) {
        *head = *rest;
        *rest = VT_TEXT_ABSENT;
    } else {
        *head = vt_text_between(*rest, 0, at);
        *rest = vt_text_between(*rest, at + 1, rest->size);
    }
    return true;
}

enum { DISTANCE_MOST_BYTES = 128 };

size_t vt_text_distance(vt_text a, vt_text b, size_t most) {
    size_t row[DISTANCE_MOST_BYTES + 1];
    if (a.size > DISTANCE_MOST_BYTES || b.size > DISTANCE_MOST_BYTES) return most + 1;
    for (size_t j = 0; j <= b.size; j++) row[j] = j;
    for (size_t i = 1; i <= a.size; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= b.size; j++) {
            size_t substituted =
                diagonal + (vt_to_lower(a.bytes[i - 1]) != vt_to_lower(b.bytes[j - 1]));
            size_t shorter = row[j] < row[j - 1] ? row[j] : row[j - 1];
            diagonal = row[j];
            row[j] = substituted < shorter + 1 ? substituted : shorter + 1;
        }
    }
    return row[b.size] > most ? most + 1 : row[b.size];
}
