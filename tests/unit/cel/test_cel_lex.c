/* Tokens: the longest match wins; text that is not a token is reported and skipped, including the character
** that matched nothing. */
#include "base/memory/buffer.h"
#include "cel/syntax/token.h"
#include "support/table.h"

static const struct row {
    TABLE_ROW;
    const char *source;
    const char *tokens; /* names of the kinds */
    const char *issues; /* places and texts, or "" */
} rows[] = {
    { "nothing", "", "<EOF>", "" },
    { "only hidden text", " \t\r\n\f// comment", "<EOF>", "" },
    { "a comment ends with its line", "1 // x\r2\n3", "NUM_INT NUM_INT <EOF>", "" },
    { "numbers", "1 0x1F 2u 0xAU 1.5 .5 1e3 1.5E-2",
      "NUM_INT NUM_INT NUM_UINT NUM_UINT NUM_FLOAT NUM_FLOAT NUM_FLOAT NUM_FLOAT <EOF>", "" },
    { "a point alone is not a fraction", "1.", "NUM_INT '.' <EOF>", "" },
    { "upper case X is not a base", "0X1", "NUM_INT IDENTIFIER <EOF>", "" },
    { "an exponent needs digits", "1e+", "NUM_INT IDENTIFIER '+' <EOF>", "" },
    { "keywords", "in true false null inner", "'in' 'true' 'false' 'null' IDENTIFIER <EOF>", "" },
    { "strings", "'a' \"b\" r'\\' R\"x\"", "STRING STRING STRING STRING <EOF>", "" },
    { "bytes", "b'a' B\"b\" br'\\d' bR'x'", "BYTES BYTES BYTES BYTES <EOF>", "" },
    { "rb is a name", "rb'a'", "IDENTIFIER STRING <EOF>", "" },
    { "triple quotes hold lines", "'''a\nb''' \"\"\"\"x\"\"\"", "STRING STRING <EOF>", "" },
    { "escapes", "'\\x41\\u0041\\U00000041\\101\\a\\`'", "STRING <EOF>", "" },
    { "signs", "== != <= >= < > && || [ ] { } ( ) . , - ! ? : + * / %",
      "'==' '!=' '<=' '>=' '<' '>' '&&' '||' '[' ']' '{' '}' '(' ')' '.' ',' '-' '!' '?' ':' '+' "
      "'*' '/' '%' <EOF>",
      "" },
    { "a quoted field", "`a-b/c.d e`", "ESC_IDENTIFIER <EOF>", "" },
    { "no such character", "a#b", "IDENTIFIER IDENTIFIER <EOF>",
      "ERROR: <input>:1:2: Syntax error: token recognition error at: '#'\n | a#b\n | .^" },
    { "half a sign takes the next character along", "a & b", "IDENTIFIER IDENTIFIER <EOF>",
      "ERROR: <input>:1:3: Syntax error: token recognition error at: '& '\n | a & b\n | ..^" },
    { "no such escape", "'\\q", "<EOF>",
      "ERROR: <input>:1:1: Syntax error: token recognition error at: ''\\q'\n | '\\q\n | ^" },
    { "an open triple string starts as an empty one", "'''a", "STRING <EOF>",
      "ERROR: <input>:1:3: Syntax error: token recognition error at: ''a'\n | '''a\n | ..^" },
};

static void check(void **state) {
    const struct row *row = *state;
    vt_text source = vt_text_from(row->source);
    vt_arena arena;
    vt_cel_issues issues;
    vt_buffer kinds, reported;
    uint32_t offset = 0;
    vt_arena_init(&arena, NULL, 0);
    vt_cel_issues_init(&issues, &arena, source);
    vt_buffer_init(&kinds, NULL, 4096);
    vt_buffer_init(&reported, NULL, 4096);
    for (vt_cel_token_kind kind = VT_CEL_TOKEN_COUNT; kind != VT_CEL_TOKEN_END;) {
        kind = vt_cel_lex(source, &offset, &issues).kind;
        if (kinds.size > 0) vt_buffer_add_byte(&kinds, ' ');
        vt_buffer_add_terminated(&kinds, vt_cel_token_name(kind));
    }
    vt_cel_issues_append(&issues, &reported);
    assert_string_equal(kinds.bytes, row->tokens);
    assert_string_equal(reported.bytes ? reported.bytes : "", row->issues);
    vt_buffer_done(&reported);
    vt_buffer_done(&kinds);
    vt_arena_done(&arena);
}

int main(void) {
    return TABLE_RUN("cel tokens", check, rows);
}
