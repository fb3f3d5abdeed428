/* Checking and reading JSON text with the error texts of Go's encoding/json. */
#include "native/go_json.h"

#include <stdio.h>

#include "base/text/ascii.h"
#include "base/text/message.h"
#include "base/text/printable.h"
#include "base/text/quote.h"
#include "base/text/utf8.h"

/* encoding/json's own limit. */
#define JSON_DEPTH_MOST 10000

/* Which containers are open: one bit a level, set for an object. */
typedef struct open_containers {
    unsigned depth;
    uint8_t bits[JSON_DEPTH_MOST / 8 + 1];
} open_containers;

static bool at_end(const vt_native_json *json) {
    return json->at >= json->text.size;
}

/* The next byte; NUL at the end, which no state accepts. */
static char byte_at(const vt_native_json *json) {
    return at_end(json) ? '\0' : json->text.bytes[json->at];
}

static void skip_spaces(vt_native_json *json) {
    while (!at_end(json) && vt_is_space(json->text.bytes[json->at])) json->at++;
}

/* A character between single quotes, as Go shows it. */
static void add_quoted(vt_buffer *buffer, vt_text character) {
    size_t start = buffer->size;
    if (vt_text_is(character, "'")) {
        (void)vt_buffer_add(buffer, VT_TEXT("'\\''"));
    } else if (vt_text_is(character, "\"")) {
        (void)vt_buffer_add(buffer, VT_TEXT("'\"'"));
    } else if (vt_quote_append_go(buffer, character)) {
        buffer->bytes[start] = buffer->bytes[buffer->size - 1] = '\'';
    }
}

/* "invalid character 'x' <where>" of a character, or a byte that is none. Always false. */
static bool invalid(vt_native_json *json, vt_text character, const char *where) {
    vt_buffer buffer = vt_arena_buffer(json->arena);
    (void)vt_buffer_add(&buffer, VT_TEXT("invalid character "));
    add_quoted(&buffer, character);
    (void)vt_buffer_printf(&buffer, " %s", where);
    json->error = vt_arena_buffer_text(&buffer);
    return false;
}

/* Between tokens and in strings, where the text may end early. Always false. */
static bool unexpected(vt_native_json *json, const char *where) {
    if (at_end(json)) {
        json->error = VT_TEXT("unexpected end of JSON input");
        return false;
    }
    if (json->old_go) { /* a byte counts as one code point */
        char encoded[4];
        const size_t size = vt_utf8_encode((unsigned char)byte_at(json), encoded);
        return invalid(json, vt_text_slice(encoded, size), where);
    }
    size_t end = json->at;
    (void)vt_utf8_next(json->text, &end);
    return invalid(json, vt_text_between(json->text, json->at, end), where);
}

/* Inside a token, where the end of the text is a space to old releases. Always false. */
static bool broken(vt_native_json *json, const char *where) {
    if (at_end(json) && json->old_go) return invalid(json, VT_TEXT(" "), where);
    return unexpected(json, where);
}

/* Inside a number: old releases say where. Always false. */
static bool broken_number(vt_native_json *json, const char *where) {
    return broken(json, json->old_go ? where : "in numeric literal");
}

/* Whether Go writes a text between backquotes. */
static bool is_plain(vt_text text) {
    for (size_t at = 0; at < text.size;) {
        const uint32_t code = vt_utf8_next(text, &at);
        if (code == '`' || code == ' ' || code == 0xFFFD || !vt_is_printable(code)) return false;
    }
    return true;
}

/* The escape with its backslash, as far as `size` bytes of it are there. Always false. */
static bool invalid_escape(vt_native_json *json, size_t start, size_t size) {
    vt_buffer buffer = vt_arena_buffer(json->arena);
    const size_t left = json->text.size - start;
    const vt_text escape = vt_text_slice(json->text.bytes + start, size < left ? size : left);
    (void)vt_buffer_add(&buffer, VT_TEXT("invalid escape sequence "));
    if (is_plain(escape)) {
        (void)vt_buffer_printf(&buffer, "`%.*s`", VT_TEXT_ARG(escape));
    } else {
        (void)vt_quote_append_go(&buffer, escape);
    }
    (void)vt_buffer_add(&buffer, VT_TEXT(" in string"));
    json->error = vt_arena_buffer_text(&buffer);
    return false;
}

/* The byte after the backslash is next. */
static bool check_escape(vt_native_json *json) {
    const size_t start = json->at - 1;
    const bool known = !at_end(json) && byte_at(json) && strchr("bfnrt\\/\"u", byte_at(json));
    if (!known && (json->old_go || at_end(json))) return broken(json, "in string escape code");
    if (!known) return invalid_escape(json, start, 2);
    if (json->text.bytes[json->at++] != 'u') return true;
    for (int i = 0; i < 4; i++, json->at++) {
        if (vt_is_hexadecimal(byte_at(json))) continue;
        if (!json->old_go && !at_end(json)) return invalid_escape(json, start, 6);
        return broken(json, "in \\u hexadecimal character escape");
    }
    return true;
}

/* The opening quote is next. */
static bool check_string(vt_native_json *json) {
    const char *where = json->old_go ? "in string literal" : "in string";
    json->at++;
    for (;;) {
        if (at_end(json)) return unexpected(json, where);
        unsigned char byte = (unsigned char)json->text.bytes[json->at];
        if (byte < 0x20) return unexpected(json, where);
        json->at++;
        if (byte == '"') return true;
        if (byte == '\\' && !check_escape(json)) return false;
    }
}

static bool check_digits(vt_native_json *json, const char *where) {
    if (!vt_is_digit(byte_at(json))) return broken_number(json, where);
    while (vt_is_digit(byte_at(json))) json->at++;
    return true;
}

static bool check_number(vt_native_json *json) {
    if (byte_at(json) == '-') json->at++;
    if (byte_at(json) == '0') {
        json->at++;
    } else if (!check_digits(json, "in numeric literal")) {
        return false;
    }
    if (byte_at(json) == '.') {
        json->at++;
        if (!check_digits(json, "after decimal point in numeric literal")) return false;
    }
    if (byte_at(json) == 'e' || byte_at(json) == 'E') {
        json->at++;
        if (byte_at(json) == '+' || byte_at(json) == '-') json->at++;
        return check_digits(json, "in exponent of numeric literal");
    }
    return true;
}

static bool check_word(vt_native_json *json, const char *word) {
    for (const char *letter = word; *letter; letter++) {
        if (byte_at(json) != *letter) {
            char where[48];
            snprintf(where, sizeof where, "in literal %s (expecting '%c')", word, *letter);
            return broken(json, where);
        }
        json->at++;
    }
    return true;
}

static bool check_scalar(vt_native_json *json) {
    char byte = byte_at(json);
    switch (byte) {
    case '"':
        return check_string(json);
    case 't':
        return check_word(json, "true");
    case 'f':
        return check_word(json, "false");
    case 'n':
        return check_word(json, "null");
    default:
        break;
    }
    if (byte == '-' || vt_is_digit(byte)) return check_number(json);
    return unexpected(json, "looking for beginning of value");
}

static bool is_in_object(const open_containers *open) {
    return open->bits[open->depth / 8] >> (open->depth % 8) & 1;
}

static bool open_container(vt_native_json *json, open_containers *open, bool object) {
    json->at++;
    if (++open->depth > JSON_DEPTH_MOST) {
        json->error = VT_TEXT("exceeded max depth");
        return false;
    }
    uint8_t bit = (uint8_t)(1u << (open->depth % 8));
    uint8_t *byte = &open->bits[open->depth / 8];
    *byte = object ? *byte | bit : *byte & (uint8_t)~bit;
    return true;
}

/* A key with its colon. */
static bool check_key(vt_native_json *json) {
    skip_spaces(json);
    if (byte_at(json) != '"') return unexpected(json, "looking for beginning of object key string");
    if (!check_string(json)) return false;
    skip_spaces(json);
    if (byte_at(json) != ':') return unexpected(json, "after object key");
    json->at++;
    return true;
}

/* Close what a closing bracket or the end closes and go on to the next value. `*more` is false when
** the outermost value is over. */
static bool check_after_value(vt_native_json *json, open_containers *open, bool *more) {
    while (open->depth > 0) {
        bool object = is_in_object(open);
        skip_spaces(json);
        if (byte_at(json) == ',') {
            json->at++;
            return object ? check_key(json) : true;
        }
        if (byte_at(json) != (object ? '}' : ']')) {
            return unexpected(json, object ? "after object key:value pair" : "after array element");
        }
        json->at++;
        open->depth--;
    }
    *more = false;
    skip_spaces(json);
    return at_end(json) || unexpected(json, "after top-level value");
}

/* A value, or the start of one: a container that is not empty stays open, and `*whole` is false. */
static bool check_value(vt_native_json *json, open_containers *open, bool *whole) {
    skip_spaces(json);
    char byte = byte_at(json);
    *whole = true;
    if (byte != '{' && byte != '[') return check_scalar(json);
    if (!open_container(json, open, byte == '{')) return false;
    skip_spaces(json);
    if (byte_at(json) == (byte == '{' ? '}' : ']')) return true; /* closed by check_after_value */
    *whole = false;
    return byte == '{' ? check_key(json) : true;
}

bool vt_native_json_check(vt_native_json *json) {
    open_containers open = { .depth = 0 };
    for (bool more = true; more;) {
        bool whole;
        if (!check_value(json, &open, &whole)) return false;
        if (whole && !check_after_value(json, &open, &more)) return false;
    }
    return true;
}

/* ----------------------------------------------------------------- reading text that was checked */

char vt_native_json_peek(vt_native_json *json) {
    while (vt_is_space(byte_at(json)) || byte_at(json) == ',' || byte_at(json) == ':') json->at++;
    return byte_at(json);
}

static void skip_string(vt_native_json *json) {
    for (json->at++; byte_at(json) != '"'; json->at++) {
        if (byte_at(json) == '\\') json->at++;
    }
    json->at++;
}

void vt_native_json_skip(vt_native_json *json) {
    unsigned depth = 0;
    do {
        char byte = vt_native_json_peek(json);
        if (byte == '"') {
            skip_string(json);
            continue;
        }
        if (byte == '{' || byte == '[') depth++;
        if (byte == '}' || byte == ']') depth--;
        json->at++;
        /* The rest of a number or a word. */
        while (strchr("{}[]\",: \t\r\n", byte) == NULL && !at_end(json) &&
               strchr("{}[]\",: \t\r\n", byte_at(json)) == NULL) {
            json->at++;
        }
    } while (depth > 0);
}

static uint32_t four_digits(const char *digits) {
    uint32_t value = 0;
    for (int i = 0; i < 4; i++) value = value * 16 + (uint32_t)vt_digit_value(digits[i]);
    return value;
}

/* \uXXXX and a second one for a surrogate pair; a lone surrogate is U+FFFD. Returns what follows. */
static const char *add_unicode(vt_buffer *buffer, const char *at, const char *end) {
    uint32_t code = four_digits(at);
    at += 4;
    if (code >= 0xD800 && code < 0xDC00 && end - at >= 6 && at[0] == '\\' && at[1] == 'u') {
        uint32_t low = four_digits(at + 2);
        if (low >= 0xDC00 && low < 0xE000) {
            code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
            at += 6;
        }
    }
    if (code >= 0xD800 && code < 0xE000) code = 0xFFFD;
    (void)vt_utf8_append(buffer, code);
    return at;
}

static vt_text unescaped(vt_native_json *json, vt_text text) {
    static const char letters[] = "bfnrt", meant[] = "\b\f\n\r\t";
    vt_buffer buffer = vt_arena_buffer(json->arena);
    const char *end = text.bytes + text.size;
    for (const char *at = text.bytes; at < end;) {
        if (*at != '\\') {
            (void)vt_buffer_add_byte(&buffer, *at++);
        } else if (at[1] == 'u') {
            at = add_unicode(&buffer, at + 2, end);
        } else {
            const char *letter = strchr(letters, at[1]);
            (void)vt_buffer_add_byte(&buffer, letter ? meant[letter - letters] : at[1]);
            at += 2;
        }
    }
    vt_text result = vt_arena_buffer_text(&buffer);
    if (buffer.failed) json->error = result;
    return result;
}

vt_text vt_native_json_string(vt_native_json *json) {
    size_t start = json->at + 1;
    skip_string(json);
    vt_text raw = vt_text_slice(json->text.bytes + start, json->at - 1 - start);
    if (vt_text_find_byte(raw, '\\', 0) == SIZE_MAX) return raw;
    return unescaped(json, raw);
}
