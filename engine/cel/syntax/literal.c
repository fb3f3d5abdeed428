/* Literals of numbers, strings and bytes. */
#include "cel/syntax/literal.h"

#include <math.h>

#include "base/number/number.h"
#include "base/text/utf8.h"

static bool bad_number(vt_cel_issues *issues, vt_cel_token token, const char *what) {
    vt_cel_issue_add(issues, token.offset, "invalid %s literal", what);
    return false;
}

/* Decimal digits, or hexadecimal ones after 0x; the sign belongs to the number. */
static bool read_int(vt_text text, bool negative, int64_t *out) {
    uint64_t magnitude;
    bool hex = vt_text_starts(text, VT_TEXT("0x"));
    if (hex) text = vt_text_between(text, 2, text.size);
    if (!vt_number_parse_uint64(text, hex ? 16 : 10, &magnitude)) return false;
    if (magnitude > (uint64_t)INT64_MAX + negative) return false;
    *out = negative ? (int64_t)(0 - magnitude) : (int64_t)magnitude;
    return true;
}

static bool read_uint(vt_text text, uint64_t *out) {
    bool hex = vt_text_starts(text, VT_TEXT("0x"));
    return vt_number_parse_uint64(vt_text_between(text, hex ? 2 : 0, text.size - 1), hex ? 16 : 10,
                                  out);
}

static uint32_t hex_digits(vt_text text, size_t from, size_t count) {
    uint32_t value = 0;
    for (size_t i = from; i < from + count; i++) {
        char c = text.bytes[i];
        uint32_t digit = c <= '9' ? (uint32_t)(c - '0') : (uint32_t)((c | 0x20) - 'a' + 10);
        value = value * 16 + digit;
    }
    return value;
}

/* The content of a string so far. */
typedef struct content {
    char *bytes;
    size_t size;
    bool is_bytes;
    const char *problem;
} content;

static void put_code_point(content *out, uint32_t code_point) {
    if (out->is_bytes) {
        out->bytes[out->size++] = (char)code_point;
        return;
    }
    size_t size = vt_utf8_encode(code_point, out->bytes + out->size);
    if (size == 0) out->problem = "invalid unicode code point";
    out->size += size;
}

static char simple_escape(char c) {
    static const char letters[] = "abfnrtv", values[] = "\a\b\f\n\r\t\v";
    const char *found = strchr(letters, c);
    return found ? values[found - letters] : c;
}

/* The escape after the backslash before `at`; returns where it ends. The lexer has checked it. */
static size_t put_escape(content *out, vt_text text, size_t at) {
    char c = text.bytes[at++];
    size_t digits = c == 'x' || c == 'X' ? 2 : c == 'u' ? 4 : c == 'U' ? 8 : 0;
    if (c >= '0' && c <= '3') {
        uint32_t value = (uint32_t)(c - '0') * 64 + (uint32_t)(text.bytes[at] - '0') * 8 +
                         (uint32_t)(text.bytes[at + 1] - '0');
        put_code_point(out, value);
        return at + 2;
    }
    if (digits == 0) {
        out->bytes[out->size++] = simple_escape(c);
    } else if (out->is_bytes && digits > 2) {
        out->problem = "unable to unescape string";
    } else {
        put_code_point(out, hex_digits(text, at, digits));
    }
    return at + digits;
}

/* Every newline becomes LF; escapes are decoded unless `raw`. */
static void put_content(content *out, vt_text text, bool raw) {
    for (size_t at = 0; at < text.size && !out->problem;) {
        char c = text.bytes[at++];
        if (c == '\\' && !raw) {
            at = put_escape(out, text, at);
        } else if (c == '\r') {
            if (at < text.size && text.bytes[at] == '\n') at++;
            out->bytes[out->size++] = '\n';
        } else {
            out->bytes[out->size++] = c;
        }
    }
    out->bytes[out->size] = '\0';
}

static bool read_string(vt_cel_issues *issues, vt_cel_token token, vt_text text,
                        vt_cel_value *out) {
    bool raw = false;
    size_t start = 0;
    for (; text.bytes[start] != '\'' && text.bytes[start] != '"'; start++) {
        raw |= (text.bytes[start] | 0x20) == 'r';
    }
    char quote = text.bytes[start];
    bool triple =
        text.size - start >= 6 && text.bytes[start + 1] == quote && text.bytes[start + 2] == quote;
    size_t quotes = triple ? 3 : 1;
    vt_text inside = vt_text_between(text, start + quotes, text.size - quotes);
    /* A decoded escape is never longer than its text; put_code_point writes up to 4 bytes. */
    content read = { vt_arena_allocate(issues->arena, inside.size + 5), 0,
                     token.kind == VT_CEL_TOKEN_BYTES, NULL };
    if (!read.bytes) {
        issues->out_of_memory = true;
        return false;
    }
    put_content(&read, inside, raw);
    if (read.problem) {
        vt_cel_issue_add(issues, token.offset, "%s", read.problem);
        return false;
    }
    vt_text result = vt_text_slice(read.bytes, read.size);
    *out = read.is_bytes ? vt_cel_of_bytes(result) : vt_cel_of_string(result);
    return true;
}

static bool read_number(vt_cel_issues *issues, vt_cel_token token, vt_text text, bool negative,
                        vt_cel_value *out) {
    int64_t integer;
    uint64_t natural;
    double number;
    if (token.kind == VT_CEL_TOKEN_INT) {
        if (!read_int(text, negative, &integer)) return bad_number(issues, token, "int");
        *out = vt_cel_of_int(integer);
    } else if (token.kind == VT_CEL_TOKEN_UINT) {
        if (!read_uint(text, &natural)) return bad_number(issues, token, "uint");
        *out = vt_cel_of_uint(natural);
    } else {
        if (!vt_number_parse_double(text, &number) || isinf(number)) {
            return bad_number(issues, token, "double");
        }
        *out = vt_cel_of_double(negative ? -number : number);
    }
    return true;
}

bool vt_cel_literal(vt_cel_issues *issues, vt_cel_token token, vt_text text, bool negative,
                    vt_cel_value *out) {
    switch ((int)token.kind) {
    case VT_CEL_TOKEN_TRUE:
        *out = vt_cel_of_bool(true);
        return true;
    case VT_CEL_TOKEN_FALSE:
        *out = vt_cel_of_bool(false);
        return true;
    case VT_CEL_TOKEN_NULL:
        *out = vt_cel_null_value();
        return true;
    case VT_CEL_TOKEN_STRING:
    case VT_CEL_TOKEN_BYTES:
        return read_string(issues, token, text, out);
    default:
        return read_number(issues, token, text, negative, out);
    }
}
