/* Text to tokens. The longest match wins; text that matches no token is reported and skipped. */
#include "base/text/ascii.h"
#include "cel/syntax/token.h"

#include "base/text/quote.h"
#include "base/text/utf8.h"

static const char *const names[] = {
#define VT_X(name, text) text,
    VT_CEL_TOKEN_MAP(VT_X)
#undef VT_X
};

const char *vt_cel_token_name(vt_cel_token_kind kind) {
    return names[kind];
}

/* One attempt to match a token at `start`. */
typedef struct scan {
    vt_text source;
    uint32_t start;
    uint32_t failed_at; /* the furthest byte at which no token could go on */
} scan;

static int at(const scan *s, uint32_t offset) {
    return offset < s->source.size ? (unsigned char)s->source.bytes[offset] : -1;
}

static bool is_quote(int c) {
    return c == '\'' || c == '"';
}

static uint32_t skip_digits(const scan *s, uint32_t offset) {
    while (vt_is_digit(at(s, offset))) offset++;
    return offset;
}

/* `.D+` or nothing. */
static uint32_t skip_fraction(const scan *s, uint32_t offset) {
    if (at(s, offset) != '.' || !vt_is_digit(at(s, offset + 1))) return offset;
    return skip_digits(s, offset + 1);
}

/* `e[+-]?D+` or nothing. */
static uint32_t skip_exponent(const scan *s, uint32_t offset) {
    int c = at(s, offset);
    if (c != 'e' && c != 'E') return offset;
    uint32_t digits = offset + 1;
    if (at(s, digits) == '+' || at(s, digits) == '-') digits++;
    return vt_is_digit(at(s, digits)) ? skip_digits(s, digits) : offset;
}

/* D+ | 0x H+, each with an optional u | D+ fraction exponent | fraction exponent */
static vt_cel_token_kind match_number(const scan *s, uint32_t *end) {
    uint32_t digits = s->start;
    if (at(s, digits) == '0' && at(s, digits + 1) == 'x' && vt_is_hexadecimal(at(s, digits + 2))) {
        for (digits += 2; vt_is_hexadecimal(at(s, digits));) digits++;
    } else {
        digits = skip_digits(s, digits);
        uint32_t fraction = skip_exponent(s, skip_fraction(s, digits));
        if (fraction != digits) {
            *end = fraction;
            return VT_CEL_TOKEN_FLOAT;
        }
    }
    bool is_unsigned = at(s, digits) == 'u' || at(s, digits) == 'U';
    *end = digits + is_unsigned;
    return is_unsigned ? VT_CEL_TOKEN_UINT : VT_CEL_TOKEN_INT;
}

/* How many hexadecimal digits an escape needs after its letter. */
static uint32_t escape_digits(int c) {
    switch (c) {
    case 'x':
    case 'X':
        return 2;
    case 'u':
        return 4;
    case 'U':
        return 8;
    default:
        return 0;
    }
}

/* The escape after a backslash; false with failed_at set. */
static bool match_escape(scan *s, uint32_t *offset) {
    int c = at(s, *offset);
    if (c >= '0' && c <= '3') {
        for (uint32_t i = 1; i <= 2; i++) {
            int digit = at(s, *offset + i);
            if (digit >= '0' && digit <= '7') continue;
            s->failed_at = *offset + i;
            return false;
        }
        *offset += 3;
        return true;
    }
    uint32_t digits = escape_digits(c);
    bool simple = c > 0 && strchr("abfnrtv\\?\"'`", c);
    if (!digits && !simple) {
        s->failed_at = *offset;
        return false;
    }
    for (uint32_t i = 1; i <= digits; i++) {
        if (vt_is_hexadecimal(at(s, *offset + i))) continue;
        s->failed_at = *offset + i;
        return false;
    }
    *offset += digits + 1;
    return true;
}

/* The body of a string up to and including its closing quote. */
static bool match_body(scan *s, uint32_t *offset, int quote, bool triple, bool raw) {
    for (;;) {
        int c = at(s, *offset);
        bool closes =
            c == quote && (!triple || (at(s, *offset + 1) == quote && at(s, *offset + 2) == quote));
        if (closes) {
            *offset += triple ? 3 : 1;
            return true;
        }
        if (c < 0 || (!triple && (c == '\n' || c == '\r'))) {
            s->failed_at = *offset;
            return false;
        }
        ++*offset;
        if (c == '\\' && !raw && !match_escape(s, offset)) return false;
    }
}

/* A string with its prefix letters; false when no string starts here. */
static bool match_string(scan *s, uint32_t *end, vt_cel_token_kind *kind) {
    uint32_t offset = s->start;
    bool bytes = at(s, offset) == 'b' || at(s, offset) == 'B';
    if (bytes) offset++;
    bool raw = at(s, offset) == 'r' || at(s, offset) == 'R';
    if (raw) offset++;
    int quote = at(s, offset);
    if (!is_quote(quote)) return false;
    *kind = bytes ? VT_CEL_TOKEN_BYTES : VT_CEL_TOKEN_STRING;
    bool triple = at(s, offset + 1) == quote && at(s, offset + 2) == quote;
    uint32_t at_body = offset + 1;
    if (triple) {
        at_body = offset + 3;
        if (match_body(s, &at_body, quote, true, raw)) {
            *end = at_body;
            return true;
        }
        at_body = offset + 1; /* an empty string is then the longest match */
    }
    if (!match_body(s, &at_body, quote, false, raw)) return false;
    *end = at_body;
    return true;
}

/* A word between backticks. */
static bool match_quoted(scan *s, uint32_t *end) {
    uint32_t offset = s->start + 1;
    for (int c = at(s, offset); vt_is_identifier(c) || (c > 0 && strchr("./- ", c));) {
        c = at(s, ++offset);
    }
    if (at(s, offset) != '`' || offset == s->start + 1) {
        s->failed_at = offset;
        return false;
    }
    *end = offset + 1;
    return true;
}

static const struct {
    vt_text text;
    vt_cel_token_kind kind;
} words[] = {
    { VT_TEXT_INIT("in"), VT_CEL_TOKEN_IN },
    { VT_TEXT_INIT("true"), VT_CEL_TOKEN_TRUE },
    { VT_TEXT_INIT("false"), VT_CEL_TOKEN_FALSE },
    { VT_TEXT_INIT("null"), VT_CEL_TOKEN_NULL },
};

/* Signs of one character; END: none. */
static const uint8_t single_signs[128] = {
    ['<'] = VT_CEL_TOKEN_LESS,         ['>'] = VT_CEL_TOKEN_GREATER,
    ['['] = VT_CEL_TOKEN_LEFT_BRACKET, [']'] = VT_CEL_TOKEN_RIGHT_BRACKET,
    ['{'] = VT_CEL_TOKEN_LEFT_BRACE,   ['}'] = VT_CEL_TOKEN_RIGHT_BRACE,
    ['('] = VT_CEL_TOKEN_LEFT_PAREN,   [')'] = VT_CEL_TOKEN_RIGHT_PAREN,
    ['.'] = VT_CEL_TOKEN_DOT,          [','] = VT_CEL_TOKEN_COMMA,
    ['-'] = VT_CEL_TOKEN_MINUS,        ['!'] = VT_CEL_TOKEN_NOT,
    ['?'] = VT_CEL_TOKEN_QUESTION,     [':'] = VT_CEL_TOKEN_COLON,
    ['+'] = VT_CEL_TOKEN_PLUS,         ['*'] = VT_CEL_TOKEN_STAR,
    ['/'] = VT_CEL_TOKEN_SLASH,        ['%'] = VT_CEL_TOKEN_PERCENT,
};

/* Signs of two. */
static const struct {
    char first, second;
    uint8_t kind;
} double_signs[] = {
    { '=', '=', VT_CEL_TOKEN_EQUALS },      { '!', '=', VT_CEL_TOKEN_NOT_EQUALS },
    { '<', '=', VT_CEL_TOKEN_LESS_EQUALS }, { '>', '=', VT_CEL_TOKEN_GREATER_EQUALS },
    { '&', '&', VT_CEL_TOKEN_AND },         { '|', '|', VT_CEL_TOKEN_OR },
};

static vt_cel_token_kind match_word(const scan *s, uint32_t *end) {
    uint32_t offset = s->start;
    while (vt_is_identifier(at(s, offset))) offset++;
    *end = offset;
    vt_text word = vt_text_between(s->source, s->start, offset);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (vt_text_equal(word, words[i].text)) return words[i].kind;
    }
    return VT_CEL_TOKEN_IDENTIFIER;
}

static bool match_sign(scan *s, uint32_t *end, vt_cel_token_kind *kind) {
    int first = at(s, s->start), second = at(s, s->start + 1);
    bool may_be_double = second == '=' || second == '&' || second == '|';
    for (size_t i = 0; may_be_double && i < sizeof double_signs / sizeof double_signs[0]; i++) {
        if (double_signs[i].first != first || double_signs[i].second != second) continue;
        *kind = (vt_cel_token_kind)double_signs[i].kind;
        *end = s->start + 2;
        return true;
    }
    if (first < 128 && single_signs[first] != VT_CEL_TOKEN_END) {
        *kind = (vt_cel_token_kind)single_signs[first];
        *end = s->start + 1;
        return true;
    }
    /* A lone first half of a two-character sign fails at the second character. */
    s->failed_at = s->start + (first == '=' || first == '&' || first == '|');
    return false;
}

static bool match(scan *s, vt_cel_token_kind *kind, uint32_t *end) {
    int c = at(s, s->start);
    if (match_string(s, end, kind)) return true;
    if (is_quote(c)) return false;
    if (vt_is_identifier_start(c)) {
        *kind = match_word(s, end);
        return true;
    }
    if (vt_is_digit(c) || (c == '.' && vt_is_digit(at(s, s->start + 1)))) {
        *kind = match_number(s, end);
        return true;
    }
    *kind = VT_CEL_TOKEN_QUOTED_IDENTIFIER;
    return c == '`' ? match_quoted(s, end) : match_sign(s, end, kind);
}

/* White space and comments. */
static uint32_t skip_hidden(vt_text source, uint32_t offset) {
    while (offset < source.size) {
        char c = source.bytes[offset];
        if (c == '/' && offset + 1 < source.size && source.bytes[offset + 1] == '/') {
            size_t end = vt_text_find_byte(source, '\n', offset);
            offset = end == SIZE_MAX ? (uint32_t)source.size : (uint32_t)end;
        } else if (c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f') {
            offset++;
        } else {
            break;
        }
    }
    return offset;
}

/* ANTLR: report the text up to and including the character that matched nothing, and skip it. */
static uint32_t report(const scan *s, vt_cel_issues *issues) {
    size_t end = s->failed_at;
    if (end < s->source.size) (void)vt_utf8_next(s->source, &end);
    vt_text text = vt_text_between(s->source, s->start, end);
    vt_cel_issue_add(issues, s->start, "Syntax error: token recognition error at: '%.*s'",
                     VT_TEXT_ARG(text));
    return (uint32_t)end;
}

vt_cel_token vt_cel_lex(vt_text source, uint32_t *offset, vt_cel_issues *issues) {
    for (;;) {
        scan s = { source, skip_hidden(source, *offset), 0 };
        if (s.start >= source.size) {
            *offset = s.start;
            return (vt_cel_token){ VT_CEL_TOKEN_END, s.start, 0 };
        }
        vt_cel_token_kind kind;
        uint32_t end = s.start;
        s.failed_at = s.start;
        if (match(&s, &kind, &end)) {
            *offset = end;
            return (vt_cel_token){ kind, s.start, end - s.start };
        }
        *offset = report(&s, issues);
    }
}
