/* UTF-8: decoding, validating, counting, repairing. */
#include "base/text/utf8.h"

#include "base/text/eight.h"

/* For a range of leading bytes: the size of the sequence and the range of its second byte, which
** excludes overlong forms, surrogates and code points above U+10FFFF (Unicode, table 3-7). */
typedef struct lead {
    unsigned char first, last; /* leading bytes */
    unsigned char size;
    unsigned char second_from, second_to;
} lead;

/* clang-format off */
static const lead leads[] = {
    { 0xC2, 0xDF, 2, 0x80, 0xBF },
    { 0xE0, 0xE0, 3, 0xA0, 0xBF },
    { 0xE1, 0xEC, 3, 0x80, 0xBF },
    { 0xED, 0xED, 3, 0x80, 0x9F },
    { 0xEE, 0xEF, 3, 0x80, 0xBF },
    { 0xF0, 0xF0, 4, 0x90, 0xBF },
    { 0xF1, 0xF3, 4, 0x80, 0xBF },
    { 0xF4, 0xF4, 4, 0x80, 0x8F },
};
/* clang-format on */

static const lead *find_lead(unsigned char byte) {
    for (size_t i = 0; i < sizeof leads / sizeof *leads; i++) {
        if (byte >= leads[i].first && byte <= leads[i].last) return &leads[i];
    }
    return NULL;
}

/* The size of the well-formed sequence at `at`, which is not ASCII; 0 when it is malformed. */
static size_t sequence_size(const unsigned char *at, size_t available) {
    const lead *row = find_lead(at[0]);
    if (!row || available < row->size) return 0;
    if (at[1] < row->second_from || at[1] > row->second_to) return 0;
    for (size_t i = 2; i < row->size; i++) {
        if ((at[i] & 0xC0) != 0x80) return 0;
    }
    return row->size;
}

/* The size of the sequence determines how many bits of its first byte belong to the code point. */
uint32_t vt_utf8_next(vt_text text, size_t *offset) {
    const unsigned char *at = (const unsigned char *)text.bytes + *offset;
    if (at[0] < 0x80) {
        *offset += 1;
        return at[0];
    }
    size_t size = sequence_size(at, text.size - *offset);
    *offset += size ? size : 1;
    if (size == 0) return VT_UTF8_INVALID;
    uint32_t code_point = at[0] & (0xFFu >> (size + 1));
    for (size_t i = 1; i < size; i++) code_point = code_point << 6 | (at[i] & 0x3Fu);
    return code_point;
}

/* Offset of the first byte at or after `from` that is not ASCII, or text.size. */
static size_t skip_ascii(vt_text text, size_t from) {
    while (text.size - from >= 8) {
        if (!vt_eight_are_ascii(vt_eight_bytes(text.bytes + from))) break;
        from += 8;
    }
    while (from < text.size && (unsigned char)text.bytes[from] < 0x80) from++;
    return from;
}

/* Runs of ASCII are skipped eight bytes at a time. */
size_t vt_utf8_valid_prefix(vt_text text) {
    const unsigned char *bytes = (const unsigned char *)text.bytes;
    for (size_t at = skip_ascii(text, 0); at < text.size; at = skip_ascii(text, at)) {
        size_t size = sequence_size(bytes + at, text.size - at);
        if (size == 0) return at;
        at += size;
    }
    return text.size;
}

size_t vt_utf8_count(vt_text text) {
    size_t count = 0, from = 0;
    for (size_t at = skip_ascii(text, 0); at < text.size; at = skip_ascii(text, from)) {
        count += at - from + 1;
        from = at;
        (void)vt_utf8_next(text, &from);
    }
    return count + text.size - from;
}

size_t vt_utf8_offset(vt_text text, size_t index) {
    size_t at = 0;
    while (index-- > 0 && at < text.size) (void)vt_utf8_next(text, &at);
    return at;
}

size_t vt_utf8_encode(uint32_t code_point, char out[4]) {
    if (code_point > 0x10FFFF || (code_point >= 0xD800 && code_point <= 0xDFFF)) return 0;
    if (code_point < 0x80) {
        out[0] = (char)code_point;
        return 1;
    }
    size_t size = code_point < 0x800 ? 2 : code_point < 0x10000 ? 3 : 4;
    for (size_t i = size - 1; i > 0; i--) {
        out[i] = (char)(0x80 | (code_point & 0x3F));
        code_point >>= 6;
    }
    out[0] = (char)((0xF00u >> size) | code_point); /* 0xC0, 0xE0, 0xF0 once cut to a byte */
    return size;
}

bool vt_utf8_append(vt_buffer *buffer, uint32_t code_point) {
    char bytes[4];
    size_t size = vt_utf8_encode(code_point, bytes);
    return size && vt_buffer_add_bytes(buffer, bytes, size);
}

/* Valid runs are copied whole. */
bool vt_utf8_append_valid(vt_buffer *buffer, vt_text text) {
    while (text.size) {
        size_t valid = vt_utf8_valid_prefix(text);
        if (!vt_buffer_add_bytes(buffer, text.bytes, valid)) return false;
        text = vt_text_between(text, valid, text.size);
        if (text.size == 0) break;
        if (!vt_utf8_append(buffer, 0xFFFD)) return false;
        text = vt_text_between(text, 1, text.size);
    }
    return !buffer->failed;
}
