/* Quoting: Go's %q, JSON strings, and text that is safe on a terminal. */
#include "base/text/quote.h"

#include "base/text/eight.h"
#include "base/text/printable.h"
#include "base/text/utf8.h"

/* Single-letter escapes: pairs of the byte and the letter after the backslash. */
static char letter_escape(const char *table, uint32_t code_point) {
    for (; *table; table += 2) {
        if ((unsigned char)table[0] == code_point) return table[1];
    }
    return '\0';
}

#define GO_LETTERS "\aa\bb\ff\nn\rr\tt\vv\"\"\\\\"
#define JSON_LETTERS "\bb\ff\nn\rr\tt\"\"\\\\"
#define VISIBLE_LETTERS "\nn\rr\tt\bb\ff"

static bool add_escaped_letter(vt_buffer *buffer, char letter) {
    char pair[2] = { '\\', letter };
    return vt_buffer_add_bytes(buffer, pair, 2);
}

/* \x7f, \u200b or \U000e0001, as Go writes a rune that is not printable. */
static bool add_hexadecimal(vt_buffer *buffer, uint32_t code_point) {
    const char *format = code_point < ' ' || code_point == 0x7F ? "\\x%02x"
                         : code_point < 0x10000                 ? "\\u%04x"
                                                                : "\\U%08x";
    return vt_buffer_printf(buffer, format, (unsigned)code_point);
}

static bool is_plain(char byte) {
    return byte >= ' ' && byte < 0x7F && byte != '"' && byte != '\\';
}

/* Whether eight bytes are ASCII that JSON does not escape. A subtraction that borrows sets the high bit, so
** one test answers for all of them. */
static inline bool are_plain_json(uint64_t eight) {
    const uint64_t controls = eight - VT_EIGHT_OF(' ');
    const uint64_t quotes = (eight ^ VT_EIGHT_OF('"')) - VT_EIGHT_OF(1);
    const uint64_t backslashes = (eight ^ VT_EIGHT_OF('\\')) - VT_EIGHT_OF(1);
    return vt_eight_are_ascii(controls | quotes | backslashes | eight);
}

/* Skip bytes that nobody escapes, eight at a time: printable ASCII but quotes and backslashes. */
static size_t skip_plain(vt_text text, size_t at) {
    for (; text.size - at >= 8; at += 8) {
        const uint64_t eight = vt_eight_bytes(text.bytes + at);
        if (!are_plain_json(eight) || vt_eight_equal(eight, 0x7F)) break;
    }
    while (at < text.size && is_plain(text.bytes[at])) at++;
    return at;
}

/* Append `text`, calling `escape` for each code point for which `must_escape` is true. Runs of
** other bytes are copied at once. */
static bool append_escaped(vt_buffer *buffer, vt_text text, bool (*must_escape)(uint32_t),
                           bool (*escape)(vt_buffer *, uint32_t, unsigned char)) {
    size_t run = 0;
    for (size_t at = 0; (at = skip_plain(text, at)) < text.size;) {
        size_t here = at;
        uint32_t code_point = vt_utf8_next(text, &at);
        if (code_point != VT_UTF8_INVALID && !must_escape(code_point)) continue;
        vt_buffer_add_bytes(buffer, text.bytes + run, here - run);
        if (!escape(buffer, code_point, (unsigned char)text.bytes[here])) return false;
        run = at;
    }
    if (text.size == run) return !buffer->failed;
    return vt_buffer_add_bytes(buffer, text.bytes + run, text.size - run);
}

static bool must_escape_go(uint32_t code_point) {
    return code_point == '"' || code_point == '\\' || !vt_is_printable(code_point);
}

static bool escape_go(vt_buffer *buffer, uint32_t code_point, unsigned char byte) {
    if (code_point == VT_UTF8_INVALID) return vt_buffer_printf(buffer, "\\x%02x", byte);
    char letter = letter_escape(GO_LETTERS, code_point);
    return letter ? add_escaped_letter(buffer, letter) : add_hexadecimal(buffer, code_point);
}

bool vt_quote_append_go_inside(vt_buffer *buffer, vt_text text) {
    return append_escaped(buffer, text, must_escape_go, escape_go);
}

static bool must_escape_ascii(uint32_t code_point) {
    return code_point > 0x7E || must_escape_go(code_point);
}

bool vt_quote_append_go_ascii(vt_buffer *buffer, vt_text text) {
    vt_buffer_add_byte(buffer, '"');
    append_escaped(buffer, text, must_escape_ascii, escape_go);
    return vt_buffer_add_byte(buffer, '"');
}

/* GO: strconv.Quote */
bool vt_quote_append_go(vt_buffer *buffer, vt_text text) {
    vt_buffer_add_byte(buffer, '"');
    vt_quote_append_go_inside(buffer, text);
    return vt_buffer_add_byte(buffer, '"');
}

static bool must_escape_json(uint32_t code_point) {
    return code_point < ' ' || code_point == '"' || code_point == '\\';
}

static bool escape_json(vt_buffer *buffer, uint32_t code_point, unsigned char byte) {
    (void)byte;
    if (code_point == VT_UTF8_INVALID) return vt_utf8_append(buffer, 0xFFFD);
    char letter = letter_escape(JSON_LETTERS, code_point);
    if (letter) return add_escaped_letter(buffer, letter);
    return vt_buffer_printf(buffer, "\\u%04x", (unsigned)code_point);
}

/* Copy text as long as it is plain, in steps of eight bytes. Returns how much that was. */
static size_t copy_plain_json(char *to, vt_text text) {
    size_t at = 0;
    for (; text.size - at >= 8; at += 8) {
        const uint64_t eight = vt_eight_bytes(text.bytes + at);
        if (!are_plain_json(eight)) return at;
        memcpy(to + at, &eight, 8);
    }
    const size_t start = at;
    uint64_t rest = VT_EIGHT_OF(' ');
    for (; at < text.size; at++) {
        rest = rest << 8 | (unsigned char)text.bytes[at];
        to[at] = text.bytes[at];
    }
    return are_plain_json(rest) ? at : start;
}

/* Text that needs no escapes, which most has, is copied as it is looked at. U+2028 and U+2029 are not escaped:
** RFC 8259 allows them. */
bool vt_quote_append_json(vt_buffer *buffer, vt_text text) {
    const size_t size = text.size > SIZE_MAX - 2 ? SIZE_MAX : text.size + 2;
    if (!vt_buffer_has_room(buffer, size) && !vt_buffer_reserve(buffer, size)) return false;
    char *start = buffer->bytes + buffer->size;
    *start = '"';
    const size_t plain = copy_plain_json(start + 1, text);
    start[1 + plain] = '\0';
    buffer->size += 1 + plain;
    if (plain < text.size) {
        append_escaped(buffer, vt_text_between(text, plain, text.size), must_escape_json,
                       escape_json);
    }
    return vt_buffer_add_byte(buffer, '"');
}

typedef struct code_range {
    uint32_t first, last;
} code_range;

/* Sorted; characters that change the direction of text, or that a terminal shows nothing for:
** control characters, Unicode's format characters, default-ignorable code points and separators of lines. */
static const code_range hidden[] = {
    { 0x0000, 0x001F },   { 0x007F, 0x009F },   { 0x00AD, 0x00AD },   { 0x034F, 0x034F },
    { 0x0600, 0x0605 },   { 0x061C, 0x061C },   { 0x06DD, 0x06DD },   { 0x070F, 0x070F },
    { 0x0890, 0x0891 },   { 0x08E2, 0x08E2 },   { 0x115F, 0x1160 },   { 0x17B4, 0x17B5 },
    { 0x180B, 0x180F },   { 0x200B, 0x200F },   { 0x2028, 0x202E },   { 0x2060, 0x206F },
    { 0x3164, 0x3164 },   { 0xFE00, 0xFE0F },   { 0xFEFF, 0xFEFF },   { 0xFFA0, 0xFFA0 },
    { 0xFFF0, 0xFFFB },   { 0x110BD, 0x110BD }, { 0x110CD, 0x110CD }, { 0x13430, 0x1343F },
    { 0x1BCA0, 0x1BCA3 }, { 0x1D173, 0x1D17A }, { 0xE0000, 0xE0FFF },
};

bool vt_quote_hides(uint32_t code_point) {
    for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++) {
        if (code_point <= hidden[i].last) return code_point >= hidden[i].first;
    }
    return false;
}

static bool escape_visible(vt_buffer *buffer, uint32_t code_point, unsigned char byte) {
    if (code_point == VT_UTF8_INVALID) return vt_buffer_printf(buffer, "\\x%02x", byte);
    char letter = letter_escape(VISIBLE_LETTERS, code_point);
    return letter ? add_escaped_letter(buffer, letter) : add_hexadecimal(buffer, code_point);
}

bool vt_quote_append_visible(vt_buffer *buffer, vt_text text) {
    return append_escaped(buffer, text, vt_quote_hides, escape_visible);
}
