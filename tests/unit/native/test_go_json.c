/* JSON inside an annotation: what Go's encoding/json accepts, and where strings end. */
#include "native/go_json.h"

#include "base/memory/memory.h"
#include "support/table.h"

#define TEN_OBJECTS "{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":"
#define TEN_LISTS "[[[[[[[[[["

static const struct row {
    TABLE_ROW;
    const char *text;
    bool valid;
} rows[] = {
    { "objects in objects", TEN_OBJECTS "1}}}}}}}}}}", true },
    { "lists in lists", TEN_LISTS "1]]]]]]]]]]", true },
    { "objects in lists", TEN_LISTS TEN_OBJECTS "1}}}}}}}}}}]]]]]]]]]]", true },
    { "lists in objects", TEN_OBJECTS TEN_LISTS "1]]]]]]]]]]}}}}}}}}}}", true },
    { "the eighth closed as a list", TEN_OBJECTS "1}}]}}}}}}}", false },
    { "the eighth closed as an object", TEN_LISTS "1]]}]]]]]]]", false },
    { "a comma in the eighth", TEN_OBJECTS "1}},\"b\":2}}}}}}}}", true },
    { "a number without digits", "[-]", false },
    { "a fraction without digits", "[1.]", false },
    { "an exponent without digits", "[1e]", false },
    { "zero and a digit", "[01]", false },
    { "numbers", "[0, -1, 2.5, 1e+5, 1E-5]", true },
    { "two values", "1 2", false },
    { "nothing", "", false },
};

static void check(void **state) {
    const struct row *row = *state;
    vitals_allocator allocator = vt_allocator_or_default(NULL);
    vt_arena arena;
    vt_arena_init(&arena, &allocator, 0);
    vt_native_json json = { .text = vt_text_from(row->text), .arena = &arena };
    assert_int_equal(vt_native_json_check(&json), row->valid);
    assert_int_equal(json.error.size == 0, row->valid);
    vt_arena_done(&arena);
}

/* What is wrong, as Go 1.27 and as the releases before it say. */
static const struct error_row {
    TABLE_ROW;
    const char *text, *error;
    const char *old; /* NULL: the same */
} error_rows[] = {
#define END "unexpected end of JSON input"
#define INVALID "invalid character "
#define ESCAPE "invalid escape sequence "
    { "nothing", "", END, NULL },
    { "no value", "xyz", INVALID "'x' looking for beginning of value", NULL },
    { "a quote", "[']", INVALID "'\\'' looking for beginning of value", NULL },
    { "two bytes", "[é]", INVALID "'é' looking for beginning of value",
      INVALID "'Ã' looking for beginning of value" },
    { "not printable", "[\xe2\x80\xa8]", INVALID "'\\u2028' looking for beginning of value",
      INVALID "'â' looking for beginning of value" },
    { "no UTF-8", "[\x80]", INVALID "'\\x80' looking for beginning of value",
      INVALID "'\\u0080' looking for beginning of value" },
    { "half a character", "[1.\xc3", INVALID "'\\xc3' in numeric literal",
      INVALID "'Ã' after decimal point in numeric literal" },
    { "behind it", "[] é", INVALID "'é' after top-level value",
      INVALID "'Ã' after top-level value" },
    { "a cut word", "[nul", END, INVALID "' ' in literal null (expecting 'l')" },
    { "a wrong word", "[nulx]", INVALID "'x' in literal null (expecting 'l')", NULL },
    { "a quote in a word", "[tr\"ue]", INVALID "'\"' in literal true (expecting 'u')", NULL },
    { "a cut sign", "[-", END, INVALID "' ' in numeric literal" },
    { "a sign", "[-x]", INVALID "'x' in numeric literal", NULL },
    { "a cut fraction", "[1.", END, INVALID "' ' after decimal point in numeric literal" },
    { "a fraction", "[1.]", INVALID "']' in numeric literal",
      INVALID "']' after decimal point in numeric literal" },
    { "a cut exponent", "[1e-", END, INVALID "' ' in exponent of numeric literal" },
    { "an exponent", "[1e+]", INVALID "']' in numeric literal",
      INVALID "']' in exponent of numeric literal" },
    { "a line break in a string", "[\"a\nb\"]", INVALID "'\\n' in string",
      INVALID "'\\n' in string literal" },
    { "a control character in a key", "{\"a\x01\":1}", INVALID "'\\x01' in string",
      INVALID "'\\x01' in string literal" },
    { "a cut string", "[\"a", END, NULL },
    { "a cut escape", "[\"\\", END, INVALID "' ' in string escape code" },
    { "an escape", "[\"\\q\"]", ESCAPE "`\\q` in string", INVALID "'q' in string escape code" },
    { "an escape of a quote", "[\"\\'\"]", ESCAPE "`\\'` in string",
      INVALID "'\\'' in string escape code" },
    { "an escape of a backquote", "[\"\\`\"]", ESCAPE "\"\\\\`\" in string",
      INVALID "'`' in string escape code" },
    { "an escape of a space", "[\"\\ \"]", ESCAPE "\"\\\\ \" in string",
      INVALID "' ' in string escape code" },
    { "an escape of a line break", "[\"\\\n\"]", ESCAPE "\"\\\\\\n\" in string",
      INVALID "'\\n' in string escape code" },
    { "an escape of two bytes", "[\"\\é\"]", ESCAPE "\"\\\\\\xc3\" in string",
      INVALID "'Ã' in string escape code" },
    { "a cut code", "[\"\\ud8", END, INVALID "' ' in \\u hexadecimal character escape" },
    { "a code", "[\"\\u12g4\"]", ESCAPE "`\\u12g4` in string",
      INVALID "'g' in \\u hexadecimal character escape" },
    { "a short code", "[\"\\u12\"]", ESCAPE "`\\u12\"]` in string",
      INVALID "'\"' in \\u hexadecimal character escape" },
    { "a code at the end", "[\"\\u\"]", ESCAPE "`\\u\"]` in string",
      INVALID "'\"' in \\u hexadecimal character escape" },
    { "a code with a letter", "[\"\\u12é\"]", ESCAPE "`\\u12é` in string",
      INVALID "'Ã' in \\u hexadecimal character escape" },
    { "a code with half a letter", "[\"\\u123é\"]", ESCAPE "\"\\\\u123\\xc3\" in string",
      INVALID "'Ã' in \\u hexadecimal character escape" },
    { "the second of two codes", "[\"\\ud800\\u12\"]", ESCAPE "`\\u12\"]` in string",
      INVALID "'\"' in \\u hexadecimal character escape" },
};

static void check_error(void **state) {
    const struct error_row *row = *state;
    for (int old = 0; old < 2; old++) {
        vitals_allocator allocator = vt_allocator_or_default(NULL);
        vt_arena arena;
        vt_arena_init(&arena, &allocator, 0);
        vt_native_json json = { vt_text_from(row->text), 0, &arena, VT_TEXT_ABSENT, old };
        assert_false(vt_native_json_check(&json));
        const char *want = old && row->old ? row->old : row->error;
        assert_int_equal(json.error.size, strlen(want));
        assert_memory_equal(json.error.bytes, want, json.error.size);
        vt_arena_done(&arena);
    }
}

int main(void) {
    return TABLE_RUN("go_json", check, rows) + TABLE_RUN("errors", check_error, error_rows);
}
