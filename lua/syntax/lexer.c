/* From text to tokens, following gopher-lua's scanner. */
#include "base/text/ascii.h"
#include "base/text/utf8.h"
#include "lua/syntax/token.h"

/* The byte read at the end of the text. In a numeral or an escape it counts as 0xFF. */
#define END_OF_TEXT (-1)

/* ------------------------------------------------------------------ errors */

void vt_lua_lexer_init(vt_lua_lexer *lexer, vt_arena *arena, vt_lua_parse_error *error,
                       vt_text source, bool skip_hash_line) {
    *lexer = (vt_lua_lexer){ .arena = arena, .error = error, .source = source, .line = 1 };
    vt_buffer_init(&lexer->scratch, &arena->allocator, source.size + 1);
    if (!skip_hash_line || source.size == 0 || source.bytes[0] != '#') return;
    while (lexer->at < source.size && source.bytes[lexer->at] != '\n' &&
           source.bytes[lexer->at] != '\r') {
        lexer->at++;
    }
}

void vt_lua_lexer_done(vt_lua_lexer *lexer) {
    vt_buffer_done(&lexer->scratch);
}

void vt_lua_lexer_reject(vt_lua_lexer *lexer, vt_text text, const char *message) {
    vt_lua_parse_error *error = lexer->error;
    if (error->status != VITALS_OK) return;
    error->status = VITALS_ESYNTAX;
    error->problem = (vt_lua_problem){ lexer->line, lexer->column, NULL };
    vt_buffer *out = error->text;
    if (lexer->at_end) {
        vt_buffer_printf(out, "<string> at EOF:   %s\n", message);
        return;
    }
    vt_buffer_printf(out, "<string> line:%u(column:%u) near '", lexer->line, lexer->byte_column);
    vt_buffer_add(out, text);
    vt_buffer_printf(out, "':   %s\n", message);
}

/* Report a syntax error near the text in the scratch buffer. */
static bool reject_scratch(vt_lua_lexer *lexer, const char *message) {
    vt_lua_lexer_reject(lexer, vt_buffer_text(&lexer->scratch), message);
    return false;
}

/* ------------------------------------------------------------------ reading */

static int peek(const vt_lua_lexer *lexer) {
    return lexer->at < lexer->source.size ? (unsigned char)lexer->source.bytes[lexer->at]
                                          : END_OF_TEXT;
}

/* Read a byte. A line break of one or two bytes, \r\n or \n\r, is one \n. */
static int take(vt_lua_lexer *lexer) {
    int byte = peek(lexer);
    if (byte == END_OF_TEXT) {
        lexer->at_end = true;
        return byte;
    }
    lexer->at++;
    if (byte != '\n' && byte != '\r') {
        lexer->byte_column++;
        if ((byte & 0xC0) != 0x80) lexer->column++;
        return byte;
    }
    int other = peek(lexer);
    if ((other == '\n' || other == '\r') && other != byte) lexer->at++;
    lexer->line++;
    lexer->byte_column = lexer->column = 0;
    return '\n';
}

/* Keep a byte of the token being read. */
static void keep(vt_lua_lexer *lexer, int byte) {
    vt_buffer_add_byte(&lexer->scratch, (char)(unsigned char)byte);
}

/* ------------------------------------------------------------------ names */

/* clang-format off */
static const char *const keywords[] = {
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in",
    "local", "nil", "not", "or", "repeat", "return", "then", "true", "until", "while"
};
/* clang-format on */
_Static_assert(TOKEN_AND + sizeof keywords / sizeof keywords[0] - 1 == TOKEN_WHILE,
               "one token per keyword, in the same order");

static int keyword_or_name(vt_text text) {
    for (size_t i = 0; i < sizeof keywords / sizeof keywords[0]; i++) {
        if (text.bytes[0] == keywords[i][0] && vt_text_is(text, keywords[i])) {
            return TOKEN_AND + (int)i;
        }
    }
    return TOKEN_NAME;
}

static bool read_name(vt_lua_lexer *lexer, vt_lua_token *token) {
    while (vt_is_identifier(peek(lexer))) take(lexer);
    token->text = vt_text_between(lexer->source, token->offset, lexer->at);
    token->kind = keyword_or_name(token->text);
    if (token->kind != TOKEN_NAME) return true;
    token->symbol = vt_lua_symbol_intern(lexer->arena, &lexer->symbols, token->text);
    if (!token->symbol) vt_lua_report_no_memory(lexer->error);
    return token->symbol != NULL;
}

/* ------------------------------------------------------------------ numerals */

/* Keep `byte`, whatever it is, and the digits after it. */
static void read_digits(vt_lua_lexer *lexer, int byte) {
    keep(lexer, byte);
    while (vt_is_digit(peek(lexer))) keep(lexer, take(lexer));
}

static bool read_hexadecimal(vt_lua_lexer *lexer) {
    keep(lexer, '0');
    keep(lexer, take(lexer));
    if (!vt_is_hexadecimal(peek(lexer))) return reject_scratch(lexer, "illegal hexadecimal number");
    while (vt_is_hexadecimal(peek(lexer))) keep(lexer, take(lexer));
    return true;
}

/* ARGO: a 0 before a digit is dropped, and the byte after e is consumed whatever it is. */
static bool read_number(vt_lua_lexer *lexer, int byte) {
    if (byte == '0') {
        if (peek(lexer) == 'x' || peek(lexer) == 'X') return read_hexadecimal(lexer);
        if (vt_is_digit(peek(lexer))) byte = take(lexer);
    }
    read_digits(lexer, byte);
    if (peek(lexer) == '.') read_digits(lexer, take(lexer));
    if (peek(lexer) == 'e' || peek(lexer) == 'E') {
        keep(lexer, take(lexer));
        if (peek(lexer) == '-' || peek(lexer) == '+') keep(lexer, take(lexer));
        read_digits(lexer, take(lexer));
    }
    return true;
}

/* ------------------------------------------------------------------ strings */

static const char escaped_letters[] = "abfnrtv";
static const char escape_values[] = "\a\b\f\n\r\t\v";

/* After a backslash. A letter that is not an escape stands for itself. */
static void read_escape(vt_lua_lexer *lexer) {
    int byte = take(lexer);
    const char *letter = byte > 0 ? strchr(escaped_letters, byte) : NULL;
    if (letter) {
        keep(lexer, escape_values[letter - escaped_letters]);
        return;
    }
    if (vt_is_digit(byte)) {
        int value = byte - '0';
        for (int i = 0; i < 2 && vt_is_digit(peek(lexer)); i++) {
            value = value * 10 + (take(lexer) - '0');
        }
        byte = value; /* \300 is byte 44: the value is truncated */
    }
    keep(lexer, byte);
}

static bool read_string(vt_lua_lexer *lexer, int quote) {
    for (int byte = take(lexer); byte != quote; byte = take(lexer)) {
        if (byte == '\n' || byte == END_OF_TEXT) {
            return reject_scratch(lexer, "unterminated string");
        }
        if (byte == '\\') {
            read_escape(lexer);
        } else {
            keep(lexer, byte);
        }
    }
    return true;
}

/* Count the = signs from `*byte` on; sets it to the byte after them. */
static size_t count_signs(vt_lua_lexer *lexer, int *byte) {
    size_t count = 0;
    for (; *byte == '='; *byte = take(lexer)) count++;
    return count;
}

/* A long string from its second byte on: [==[ … ]==]. Returns NULL, or the error; a byte in the
** place of the second bracket is stored in `*odd_byte`. */
static const char *read_long_string(vt_lua_lexer *lexer, int *odd_byte) {
    int byte = take(lexer);
    size_t level = count_signs(lexer, &byte);
    if (byte != '[') {
        *odd_byte = byte;
        return "invalid multiline string";
    }
    byte = take(lexer);
    if (byte == '\n') byte = take(lexer);
    for (;;) {
        if (byte == END_OF_TEXT) return "unterminated multiline string";
        if (byte != ']') {
            keep(lexer, byte);
            byte = take(lexer);
            continue;
        }
        byte = take(lexer);
        size_t closing = count_signs(lexer, &byte);
        if (closing == level && byte == ']') return NULL;
        keep(lexer, ']');
        vt_buffer_add_repeated(&lexer->scratch, '=', closing);
    }
}

static bool read_long_string_token(vt_lua_lexer *lexer) {
    int odd_byte = 0;
    const char *wrong = read_long_string(lexer, &odd_byte);
    if (!wrong) return true;
    if (odd_byte > 0) vt_utf8_append(&lexer->scratch, (uint32_t)odd_byte);
    return reject_scratch(lexer, wrong);
}

/* After the first dash of a comment. */
static bool skip_comment(vt_lua_lexer *lexer) {
    int byte = take(lexer);
    if (peek(lexer) == '[') {
        byte = take(lexer);
        if (peek(lexer) == '[' || peek(lexer) == '=') {
            if (!read_long_string(lexer, &byte)) return true;
            return reject_scratch(lexer, "invalid multiline comment");
        }
    }
    while (byte != '\n' && byte != END_OF_TEXT) byte = take(lexer);
    return true;
}

/* ------------------------------------------------------------------ tokens */

static bool read_dots(vt_lua_lexer *lexer, vt_lua_token *token) {
    if (vt_is_digit(peek(lexer))) {
        token->kind = TOKEN_NUMBER;
        return read_number(lexer, '.');
    }
    if (peek(lexer) != '.') return true; /* ARGO: errors show a single dot as nothing */
    take(lexer);
    token->kind = TOKEN_CONCAT;
    if (peek(lexer) == '.') {
        take(lexer);
        token->kind = TOKEN_VARARG;
    }
    vt_buffer_add_repeated(&lexer->scratch, '.', token->kind == TOKEN_VARARG ? 3 : 2);
    return true;
}

/* Tokens of two bytes. */
static const struct pair {
    char first, second;
    int kind;
} pairs[] = {
    { '=', '=', TOKEN_EQUAL },      { '~', '=', TOKEN_NOT_EQUAL },
    { '<', '=', TOKEN_LESS_EQUAL }, { '>', '=', TOKEN_GREATER_EQUAL },
    { ':', ':', TOKEN_LABEL_MARK },
};

static bool read_punctuation(vt_lua_lexer *lexer, int byte, vt_lua_token *token) {
    keep(lexer, byte);
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        if (byte != pairs[i].first) continue;
        if (peek(lexer) == pairs[i].second) {
            keep(lexer, take(lexer));
            token->kind = pairs[i].kind;
            return true;
        }
        return byte != '~' || reject_scratch(lexer, "Invalid '~' token");
    }
    return (byte != '\0' && strchr("+-*/%^#(){}[];,", byte)) ||
           reject_scratch(lexer, "Invalid token");
}

/* A token that starts with `byte` and is not a name. */
static bool read_token(vt_lua_lexer *lexer, int byte, vt_lua_token *token) {
    token->kind = byte;
    if (vt_is_digit(byte)) {
        token->kind = TOKEN_NUMBER;
        return read_number(lexer, byte);
    }
    if (byte == '.') return read_dots(lexer, token);
    if (byte == '"' || byte == '\'') {
        token->kind = TOKEN_STRING;
        return read_string(lexer, byte);
    }
    if (byte == '[' && (peek(lexer) == '[' || peek(lexer) == '=')) {
        token->kind = TOKEN_STRING;
        return read_long_string_token(lexer);
    }
    return read_punctuation(lexer, byte, token);
}

/* Copy the text of the token from the scratch buffer. */
static bool finish_token(vt_lua_lexer *lexer, vt_lua_token *token) {
    token->text = vt_arena_copy(lexer->arena, vt_buffer_text(&lexer->scratch));
    if (!lexer->scratch.failed && !vt_text_is_absent(token->text)) return true;
    vt_lua_report_no_memory(lexer->error);
    return false;
}

bool vt_lua_lexer_next(vt_lua_lexer *lexer, vt_lua_token *token) {
    *token = (vt_lua_token){ .kind = TOKEN_END };
    for (;;) {
        vt_buffer_clear(&lexer->scratch);
        int byte = take(lexer);
        while (byte == ' ' || byte == '\t' || byte == '\n') byte = take(lexer);
        token->line = lexer->line;
        token->column = lexer->column;
        if (byte == END_OF_TEXT) {
            token->offset = (uint32_t)lexer->source.size;
            return true;
        }
        token->offset = (uint32_t)lexer->at - 1;
        if (vt_is_identifier_start(byte)) return read_name(lexer, token);
        if (byte == '-' && peek(lexer) == '-') {
            if (!skip_comment(lexer)) return false;
            continue;
        }
        return read_token(lexer, byte, token) && finish_token(lexer, token);
    }
}
