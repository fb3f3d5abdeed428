/* The JSON reader: what RFC 8259 allows comes back as it was, what it does not is refused at its
** place. */
#include "base/memory/buffer.h"
#include "document/document.h"
#include "support/table.h"
#include "support/torture.h"

/* clang-format off */

/* Read and written again on one line. NULL: exactly as it was. */
static const struct valid_row { TABLE_ROW; vt_text text; const char *want; } valid_rows[] = {
    { "empty object", VT_TEXT_INIT("{}"), NULL },
    { "empty array", VT_TEXT_INIT("[]"), NULL },
    { "empty inside", VT_TEXT_INIT("[{},[],{\"a\":{}}]"), NULL },
    { "white space everywhere", VT_TEXT_INIT(" \t\r\n{ \"a\" : [ 1 , 2 ] , \"b\" : null } \n"), "{\"a\":[1,2],\"b\":null}" },
    { "white space in empty containers", VT_TEXT_INIT("[ { } , [\n] ]"), "[{},[]]" },
    { "deep indentation", VT_TEXT_INIT("{\n                          \"a\":\n                                      1}"), "{\"a\":1}" },
    { "byte order mark", VT_TEXT_INIT("\xEF\xBB\xBF{\"a\":1}"), "{\"a\":1}" },
    { "words", VT_TEXT_INIT("[true,false,null]"), NULL },
    { "key order", VT_TEXT_INIT("{\"z\":1,\"a\":2,\"m\":3}"), NULL },
    { "empty key", VT_TEXT_INIT("{\"\":1}"), NULL },
    { "nested", VT_TEXT_INIT("{\"a\":[{\"b\":[[[1]],{\"c\":{}}]}],\"d\":2}"), NULL },

    { "zero", VT_TEXT_INIT("[0]"), NULL },
    { "negative zero", VT_TEXT_INIT("[-0]"), NULL },
    { "negative", VT_TEXT_INIT("[-12]"), NULL },
    { "largest int64", VT_TEXT_INIT("[9223372036854775807]"), NULL },
    { "smallest int64", VT_TEXT_INIT("[-9223372036854775808]"), NULL },
    { "past int64", VT_TEXT_INIT("[9223372036854775808]"), NULL },
    { "below int64", VT_TEXT_INIT("[-9223372036854775809]"), NULL },
    { "twenty digits", VT_TEXT_INIT("[12345678901234567890]"), NULL },
    { "forty digits", VT_TEXT_INIT("[1234567890123456789012345678901234567890]"), NULL },
    { "two and nothing", VT_TEXT_INIT("[2.0]"), NULL },
    { "trailing zeroes", VT_TEXT_INIT("[1.500]"), NULL },
    { "fraction", VT_TEXT_INIT("[0.1]"), NULL },
    { "negative zero fraction", VT_TEXT_INIT("[-0.0]"), NULL },
    { "exponent", VT_TEXT_INIT("[1e3]"), NULL },
    { "capital exponent", VT_TEXT_INIT("[1E3]"), NULL },
    { "exponent with plus", VT_TEXT_INIT("[1e+03]"), NULL },
    { "exponent with minus", VT_TEXT_INIT("[25e-2]"), NULL },
    { "all parts", VT_TEXT_INIT("[-1.25E-10]"), NULL },
    { "zero with exponent", VT_TEXT_INIT("[0e0]"), NULL },
    { "many digits", VT_TEXT_INIT("[3.14159265358979323846264338327950288]"), NULL },
    { "too small is zero, its text is kept", VT_TEXT_INIT("[1e-999]"), NULL },
    { "largest double", VT_TEXT_INIT("[1.7976931348623157e308]"), NULL },
    { "numbers side by side", VT_TEXT_INIT("[1,2.5,-3,4e0]"), NULL },

    { "empty string", VT_TEXT_INIT("[\"\"]"), NULL },
    { "plain string", VT_TEXT_INIT("[\"a plain string of some length\"]"), NULL },
    { "strings of every length to the eighth", VT_TEXT_INIT("[\"a\",\"ab\",\"abc\",\"abcd\",\"abcde\",\"abcdef\",\"abcdefg\",\"abcdefgh\",\"abcdefghi\"]"), NULL },
    { "escaped quote", VT_TEXT_INIT("[\"\\\"\"]"), NULL },
    { "escaped backslash", VT_TEXT_INIT("[\"\\\\\"]"), NULL },
    { "escaped slash", VT_TEXT_INIT("[\"\\/\"]"), "[\"/\"]" },
    { "letter escapes", VT_TEXT_INIT("[\"\\b\\f\\n\\r\\t\"]"), NULL },
    { "escape of a control", VT_TEXT_INIT("[\"\\u0001\\u001f\"]"), NULL },
    { "escape of a letter", VT_TEXT_INIT("[\"\\u0041\\u00e9\\u65E5\"]"), "[\"A\xC3\xA9\xE6\x97\xA5\"]" },
    { "escape of NUL", VT_TEXT_INIT("[\"a\\u0000b\"]"), NULL },
    { "escaped line feed by number", VT_TEXT_INIT("[\"\\u000a\"]"), "[\"\\n\"]" },
    { "surrogate pair", VT_TEXT_INIT("[\"\\ud83d\\ude00\"]"), "[\"\xF0\x9F\x98\x80\"]" },
    { "capital surrogate pair", VT_TEXT_INIT("[\"\\uD83D\\uDE00\"]"), "[\"\xF0\x9F\x98\x80\"]" },
    { "first and last pair", VT_TEXT_INIT("[\"\\ud800\\udc00\\udbff\\udfff\"]"), "[\"\xF0\x90\x80\x80\xF4\x8F\xBF\xBF\"]" },
    { "high surrogate alone", VT_TEXT_INIT("[\"\\ud800\"]"), "[\"\xEF\xBF\xBD\"]" },
    { "low surrogate alone", VT_TEXT_INIT("[\"\\udc00x\"]"), "[\"\xEF\xBF\xBDx\"]" },
    { "surrogates the wrong way round", VT_TEXT_INIT("[\"\\ude00\\ud83d\"]"), "[\"\xEF\xBF\xBD\xEF\xBF\xBD\"]" },
    { "high surrogate before an escape", VT_TEXT_INIT("[\"\\ud83d\\n\"]"), "[\"\xEF\xBF\xBD\\n\"]" },
    { "high surrogate before a letter's escape", VT_TEXT_INIT("[\"\\ud83d\\u0041\"]"), "[\"\xEF\xBF\xBD" "A\"]" },
    { "two high surrogates and a low one", VT_TEXT_INIT("[\"\\ud83d\\ud83d\\ude00\"]"), "[\"\xEF\xBF\xBD\xF0\x9F\x98\x80\"]" },
    { "letters beyond ASCII", VT_TEXT_INIT("[\"h\xC3\xA9\xE6\x97\xA5\xF0\x9F\x98\x80\"]"), NULL },
    { "line separators are not escaped", VT_TEXT_INIT("[\"\xE2\x80\xA8\xE2\x80\xA9\"]"), NULL },
    { "delete is not escaped", VT_TEXT_INIT("[\"\x7f\"]"), NULL },
    { "angle brackets are not escaped", VT_TEXT_INIT("[\"<&>\"]"), NULL },
    { "byte that is not UTF-8", VT_TEXT_INIT("[\"a\xFF" "b\"]"), "[\"a\xEF\xBF\xBD" "b\"]" },
    { "cut off code point", VT_TEXT_INIT("[\"\xE6\x97\"]"), "[\"\xEF\xBF\xBD\xEF\xBF\xBD\"]" },
    { "surrogate in UTF-8", VT_TEXT_INIT("[\"\xED\xA0\x80\"]"), "[\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"]" },
    { "escapes beside bytes that are not UTF-8", VT_TEXT_INIT("[\"\\u00e9\xFF\\n\\ud83d\\ude00\",\"next\"]"), "[\"\xC3\xA9\xEF\xBF\xBD\\n\xF0\x9F\x98\x80\",\"next\"]" },
    { "key that is not UTF-8", VT_TEXT_INIT("{\"\xFF\":1}"), "{\"\xEF\xBF\xBD\":1}" },

    { "key given twice", VT_TEXT_INIT("{\"a\":1,\"b\":2,\"a\":3}"), "{\"b\":2,\"a\":3}" },
    { "key given three times", VT_TEXT_INIT("{\"a\":1,\"a\":2,\"a\":{\"a\":3}}"), "{\"a\":{\"a\":3}}" },
    { "keys equal once decoded", VT_TEXT_INIT("{\"a\":1,\"\\u0061\":2}"), "{\"a\":2}" },
    { "keys that differ after a NUL", VT_TEXT_INIT("{\"a\\u0000b\":1,\"a\\u0000c\":2}"), NULL },
    { "shadowed container", VT_TEXT_INIT("{\"a\":{\"x\":[1,2]},\"a\":1}"), "{\"a\":1}" },
    { "all shadowed but one in an array", VT_TEXT_INIT("[{\"a\":1,\"a\":2},3]"), "[{\"a\":2},3]" },
    { "keys that look alike to the reader", VT_TEXT_INIT("{\"a\":1,\"A\":2,\"b\":{\"A\":{},\"a\":[]}}"), NULL },
    { "a key given twice among such", VT_TEXT_INIT("{\"a\":1,\"A\":2,\"b\":{\"A\":0,\"a\":1,\"A\":2}}"), "{\"a\":1,\"A\":2,\"b\":{\"a\":1,\"A\":2}}" },
    { "decoded strings among plain ones", VT_TEXT_INIT("{\"k\":\"plain\",\"a long plain head \\n tail\":\"\\t\",\"l\":[\"\",\"\xC3\xA9\",\"end\"]}"), NULL },
    { "seventeen keys, one twice", VT_TEXT_INIT("{\"a\":1,\"b\":2,\"c\":3,\"d\":4,\"e\":5,\"f\":6,\"g\":7,\"h\":8,\"i\":9,\"j\":10,\"k\":11,\"l\":12,\"m\":13,\"n\":14,\"o\":15,\"p\":16,\"q\":17,\"a\":18}"),
      "{\"b\":2,\"c\":3,\"d\":4,\"e\":5,\"f\":6,\"g\":7,\"h\":8,\"i\":9,\"j\":10,\"k\":11,\"l\":12,\"m\":13,\"n\":14,\"o\":15,\"p\":16,\"q\":17,\"a\":18}" },

    { "string at the top", VT_TEXT_INIT("\"x\""), NULL },
    { "number at the top", VT_TEXT_INIT(" 12 "), "12" },
    { "word at the top", VT_TEXT_INIT("null"), NULL },
    { "double at the very end", VT_TEXT_INIT("1.5"), NULL },
};

static const struct invalid_row { TABLE_ROW; vt_text text; uint32_t line, column; const char *error; } invalid_rows[] = {
    { "empty", VT_TEXT_INIT(""), 1, 1, "unexpected end of input: a value is expected" },
    { "white space alone", VT_TEXT_INIT(" \n "), 2, 2, "unexpected end of input: a value is expected" },
    { "byte order mark alone", VT_TEXT_INIT("\xEF\xBB\xBF"), 1, 2, "unexpected end of input: a value is expected" },
    { "NUL", VT_TEXT_INIT("\0"), 1, 1, "unexpected character U+0000: a value is expected" },
    { "unknown word", VT_TEXT_INIT("x"), 1, 1, "unexpected 'x': a value is expected" },
    { "true cut off", VT_TEXT_INIT("tru"), 1, 4, "unexpected end of input: the words are true, false and null" },
    { "True", VT_TEXT_INIT("True"), 1, 1, "unexpected 'T': a value is expected" },
    { "nul and no l", VT_TEXT_INIT("[nulx]"), 1, 5, "unexpected 'x': the words are true, false and null" },
    { "falsey", VT_TEXT_INIT("[falsey]"), 1, 7, "unexpected 'y': a comma or ] follows an item" },
    { "NaN", VT_TEXT_INIT("[NaN]"), 1, 2, "unexpected 'N': a value is expected" },
    { "Infinity", VT_TEXT_INIT("[-Infinity]"), 1, 3, "unexpected 'I': digits follow the sign of a number" },

    { "object not closed", VT_TEXT_INIT("{"), 1, 2, "unexpected end of input: a key in quotes is expected" },
    { "object not closed after a member", VT_TEXT_INIT("{\"a\":1"), 1, 7, "unexpected end of input: a comma or } follows a member" },
    { "array not closed", VT_TEXT_INIT("["), 1, 2, "unexpected end of input: a value is expected" },
    { "array not closed after an item", VT_TEXT_INIT("[1"), 1, 3, "unexpected end of input: a comma or ] follows an item" },
    { "closed by the other bracket", VT_TEXT_INIT("[1}"), 1, 3, "unexpected '}': a comma or ] follows an item" },
    { "object closed by the other bracket", VT_TEXT_INIT("{\"a\":1]"), 1, 7, "unexpected ']': a comma or } follows a member" },
    { "empty array closed by the other", VT_TEXT_INIT("[}"), 1, 2, "unexpected '}': a value is expected" },
    { "closed before it was opened", VT_TEXT_INIT("]"), 1, 1, "unexpected ']': a value is expected" },
    { "closed twice", VT_TEXT_INIT("[]]"), 1, 3, "unexpected ']': nothing may follow the value" },
    { "trailing comma in an array", VT_TEXT_INIT("[1,]"), 1, 4, "unexpected ']': a value is expected" },
    { "trailing comma in an object", VT_TEXT_INIT("{\"a\":1,}"), 1, 8, "unexpected '}': a key in quotes is expected" },
    { "leading comma", VT_TEXT_INIT("[,1]"), 1, 2, "unexpected ',': a value is expected" },
    { "two commas", VT_TEXT_INIT("[1,,2]"), 1, 4, "unexpected ',': a value is expected" },
    { "no comma", VT_TEXT_INIT("[1 2]"), 1, 4, "unexpected '2': a comma or ] follows an item" },
    { "no comma between members", VT_TEXT_INIT("{\"a\":1 \"b\":2}"), 1, 8, "unexpected '\"': a comma or } follows a member" },
    { "colon in an array", VT_TEXT_INIT("[\"a\":1]"), 1, 5, "unexpected ':': a comma or ] follows an item" },
    { "comma for a colon", VT_TEXT_INIT("{\"a\",1}"), 1, 5, "unexpected ',': a colon follows the key" },
    { "no colon", VT_TEXT_INIT("{\"a\" 1}"), 1, 6, "unexpected '1': a colon follows the key" },
    { "two colons", VT_TEXT_INIT("{\"a\"::1}"), 1, 6, "unexpected ':': a value is expected" },
    { "no value", VT_TEXT_INIT("{\"a\":}"), 1, 6, "unexpected '}': a value is expected" },
    { "key alone", VT_TEXT_INIT("{\"a\"}"), 1, 5, "unexpected '}': a colon follows the key" },
    { "key without quotes", VT_TEXT_INIT("{a:1}"), 1, 2, "unexpected 'a': a key in quotes is expected" },
    { "number as a key", VT_TEXT_INIT("{1:1}"), 1, 2, "unexpected '1': a key in quotes is expected" },
    { "array as a key", VT_TEXT_INIT("{[]:1}"), 1, 2, "unexpected '[': a key in quotes is expected" },
    { "single quotes", VT_TEXT_INIT("['a']"), 1, 2, "unexpected ''': a value is expected" },
    { "comment", VT_TEXT_INIT("[1] // one"), 1, 5, "unexpected '/': nothing may follow the value" },
    { "block comment", VT_TEXT_INIT("/* one */ [1]"), 1, 1, "unexpected '/': a value is expected" },
    { "second value", VT_TEXT_INIT("{}{}"), 1, 3, "unexpected '{': nothing may follow the value" },
    { "second value on the next line", VT_TEXT_INIT("{}\n{}"), 2, 1, "unexpected '{': nothing may follow the value" },
    { "NUL after the value", VT_TEXT_INIT("[1]\0"), 1, 4, "unexpected character U+0000: nothing may follow the value" },
    { "vertical tab is not white space", VT_TEXT_INIT("[\v1]"), 1, 2, "unexpected character U+000B: a value is expected" },
    { "no-break space is not white space", VT_TEXT_INIT("[\xC2\xA0" "1]"), 1, 2, "unexpected character U+00A0: a value is expected" },
    { "byte that is not UTF-8 outside of strings", VT_TEXT_INIT("[\xFF]"), 1, 2, "unexpected byte 0xFF: a value is expected" },

    { "leading zero", VT_TEXT_INIT("[01]"), 1, 3, "unexpected '1': a number has no leading zeroes" },
    { "leading zero of a negative", VT_TEXT_INIT("[-012]"), 1, 4, "unexpected '1': a number has no leading zeroes" },
    { "two zeroes", VT_TEXT_INIT("[00]"), 1, 3, "unexpected '0': a number has no leading zeroes" },
    { "leading zero of a fraction", VT_TEXT_INIT("[00.5]"), 1, 3, "unexpected '0': a number has no leading zeroes" },
    { "plus", VT_TEXT_INIT("[+1]"), 1, 2, "unexpected '+': a value is expected" },
    { "minus alone", VT_TEXT_INIT("[-]"), 1, 3, "unexpected ']': digits follow the sign of a number" },
    { "two minuses", VT_TEXT_INIT("[--1]"), 1, 3, "unexpected '-': digits follow the sign of a number" },
    { "no whole part", VT_TEXT_INIT("[.5]"), 1, 2, "unexpected '.': a value is expected" },
    { "no fraction", VT_TEXT_INIT("[1.]"), 1, 4, "unexpected ']': digits follow the point of a number" },
    { "no fraction before an exponent", VT_TEXT_INIT("[1.e5]"), 1, 4, "unexpected 'e': digits follow the point of a number" },
    { "no exponent", VT_TEXT_INIT("[1e]"), 1, 4, "unexpected ']': digits follow the exponent sign of a number" },
    { "no exponent after the sign", VT_TEXT_INIT("[1e+]"), 1, 5, "unexpected ']': digits follow the exponent sign of a number" },
    { "two points", VT_TEXT_INIT("[1.2.3]"), 1, 5, "unexpected '.': a comma or ] follows an item" },
    { "hexadecimal", VT_TEXT_INIT("[0x10]"), 1, 3, "unexpected 'x': a comma or ] follows an item" },
    { "underscore", VT_TEXT_INIT("[1_000]"), 1, 3, "unexpected '_': a comma or ] follows an item" },
    { "too large for a double", VT_TEXT_INIT("[1e400]"), 1, 2, "the number is too large for a float64" },
    { "number cut off", VT_TEXT_INIT("-"), 1, 2, "unexpected end of input: digits follow the sign of a number" },

    { "string not closed", VT_TEXT_INIT("[\"abc"), 1, 6, "unexpected end of input: a string is not closed" },
    { "key not closed", VT_TEXT_INIT("{\"abc"), 1, 6, "unexpected end of input: a string is not closed" },
    { "string ends in a backslash", VT_TEXT_INIT("[\"abc\\"), 1, 7, "unexpected end of input: no such escape in a string" },
    { "escaped closing quote", VT_TEXT_INIT("[\"abc\\\"]"), 1, 9, "unexpected end of input: a string is not closed" },
    { "line feed in a string", VT_TEXT_INIT("[\"a\nb\"]"), 1, 4, "unexpected character U+000A: control characters are escaped in a string" },
    { "tab in a string", VT_TEXT_INIT("[\"\t\"]"), 1, 3, "unexpected character U+0009: control characters are escaped in a string" },
    { "NUL in a string", VT_TEXT_INIT("[\"a\0b\"]"), 1, 4, "unexpected character U+0000: control characters are escaped in a string" },
    { "control after eight bytes", VT_TEXT_INIT("[\"12345678\x1f\"]"), 1, 11, "unexpected character U+001F: control characters are escaped in a string" },
    { "no such escape", VT_TEXT_INIT("[\"\\q\"]"), 1, 4, "unexpected 'q': no such escape in a string" },
    { "octal escape", VT_TEXT_INIT("[\"\\0\"]"), 1, 4, "unexpected '0': no such escape in a string" },
    { "hexadecimal escape", VT_TEXT_INIT("[\"\\x41\"]"), 1, 4, "unexpected 'x': no such escape in a string" },
    { "short unicode escape", VT_TEXT_INIT("[\"\\u12\"]"), 1, 7, "unexpected '\"': \\u takes four hexadecimal digits" },
    { "unicode escape with a letter", VT_TEXT_INIT("[\"\\u12g4\"]"), 1, 7, "unexpected 'g': \\u takes four hexadecimal digits" },
    { "broken low surrogate", VT_TEXT_INIT("[\"\\ud83d\\u12\"]"), 1, 13, "unexpected '\"': \\u takes four hexadecimal digits" },
    { "columns are code points", VT_TEXT_INIT("{\n  \"\xC3\xA9\xF0\x9F\x98\x80\": x}"), 2, 9, "unexpected 'x': a value is expected" },
    { "not closed in bytes that are not UTF-8", VT_TEXT_INIT("[\"\xFF"), 1, 4, "unexpected end of input: a string is not closed" },
};
/* clang-format on */

static vitals_status parse(vt_text text, vitals_document **document, vitals_diagnostics *list) {
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.format = VITALS_FORMAT_JSON;
    return vitals_document_parse(text.bytes, text.size, &options, document, list);
}

static void check_valid(void **state) {
    const struct valid_row *row = *state;
    vitals_document *document = NULL;
    assert_int_equal(parse(row->text, &document, NULL), VITALS_OK);
    char *text;
    size_t size;
    assert_int_equal(vitals_document_write_json(document, 0, NULL, &text, &size), VITALS_OK);
    assert_int_equal(size, strlen(text));
    assert_string_equal(text, row->want ? row->want : row->text.bytes);
    vitals_text_free(NULL, text, size);
    vitals_document_free(document);
}

static void check_invalid(void **state) {
    const struct invalid_row *row = *state;
    vitals_diagnostics *list = NULL;
    assert_int_equal(vitals_diagnostics_new(NULL, &list), VITALS_OK);
    vitals_document *document = NULL;
    assert_int_equal(parse(row->text, &document, list), VITALS_ESYNTAX);
    assert_null(document);
    size_t last = vitals_diagnostics_count(list) - 1;
    const vitals_diagnostic *diagnostic = vitals_diagnostics_at(list, last);
    assert_non_null(diagnostic);
    assert_string_equal(diagnostic->text.bytes, row->error);
    assert_string_equal(diagnostic->rule, "json-syntax");
    assert_int_equal(diagnostic->line, row->line);
    assert_int_equal(diagnostic->column, row->column);
    vitals_diagnostics_free(list);
}

/* Each byte that is not UTF-8 grows to three: what follows such a string is whole, too. */
static void invalid_utf8_grows(void **state) {
    (void)state;
    for (size_t size = 1; size < 300; size += size < 40 ? 1 : 43) {
        vt_buffer text;
        vt_buffer_init(&text, NULL, SIZE_MAX / 2);
        vt_buffer_add_terminated(&text, "[\"");
        vt_buffer_add_repeated(&text, '\xFF', size);
        vt_buffer_add_terminated(&text, "\",\"\\n\\\\");
        vt_buffer_add_repeated(&text, '\xFE', size);
        vt_buffer_add_terminated(&text, "\",\"\\u00e9z\"]");
        vitals_document *document = NULL;
        assert_int_equal(vitals_document_parse(text.bytes, text.size, NULL, &document, NULL),
                         VITALS_OK);
        const vt_value *root = vt_document_root(document);
        vt_text first = vt_value_text(vt_array_at(root, 0));
        vt_text second = vt_value_text(vt_array_at(root, 1));
        assert_int_equal(first.size, 3 * size);
        assert_int_equal(second.size, 2 + 3 * size);
        for (size_t i = 0; i < size; i++) {
            assert_memory_equal(first.bytes + 3 * i, "\xEF\xBF\xBD", 3);
            assert_memory_equal(second.bytes + 2 + 3 * i, "\xEF\xBF\xBD", 3);
        }
        assert_true(vt_text_is(vt_value_text(vt_array_at(root, 2)), "\xC3\xA9z"));
        vitals_document_free(document);
        vt_buffer_done(&text);
    }
}

/* Escapes before them, of a quote too, do not hide how long such a string becomes. */
static void escapes_before_invalid_utf8(void **state) {
    (void)state;
    enum { COUNT = 1 << 20 };
    vt_buffer text;
    vt_buffer_init(&text, NULL, SIZE_MAX / 2);
    vt_buffer_add_terminated(&text, "[\"\\n\\\"\\n\\\\");
    vt_buffer_add_repeated(&text, '\xFE', COUNT);
    vt_buffer_add_terminated(&text, "\"]");
    vitals_document *document = NULL;
    assert_int_equal(parse(vt_buffer_text(&text), &document, NULL), VITALS_OK);
    assert_int_equal(vt_value_text(vt_array_at(vt_document_root(document), 0)).size, 4 + 3 * COUNT);
    vitals_document_free(document);
    vt_buffer_done(&text);
}

static void invalid_utf8_warns_once(void **state) {
    (void)state;
    vitals_diagnostics *list = NULL;
    assert_int_equal(vitals_diagnostics_new(NULL, &list), VITALS_OK);
    vitals_document *document = NULL;
    assert_int_equal(parse(VT_TEXT("[\"ok\",\n \"\xFF\", \"\xFE\"]"), &document, list), VITALS_OK);
    assert_int_equal(vitals_diagnostics_count(list), 1);
    const vitals_diagnostic *warning = vitals_diagnostics_at(list, 0);
    assert_int_equal(warning->severity, VITALS_SEVERITY_WARNING);
    assert_string_equal(warning->rule, "invalid-utf8");
    assert_int_equal(warning->line, 2);
    assert_int_equal(warning->column, 2);
    vitals_document_free(document);
    vitals_diagnostics_free(list);
}

/* What number is what: int64 when written without point and exponent, and fitting. */
static void number_types(void **state) {
    (void)state;
    static const vt_type want[] = { VT_INTEGER, VT_INTEGER, VT_DOUBLE, VT_DOUBLE,
                                    VT_DOUBLE,  VT_INTEGER, VT_DOUBLE };
    vitals_document *document = NULL;
    vt_text text = VT_TEXT("[1, -0, 1.0, 1e0, 9223372036854775808, 9223372036854775807, -0.0]");
    assert_int_equal(parse(text, &document, NULL), VITALS_OK);
    const vt_value *root = vt_document_root(document);
    assert_int_equal(vt_value_count(root), 7);
    for (size_t i = 0; i < 7; i++) assert_int_equal(vt_array_at(root, i)->type, want[i]);
    assert_true(vt_array_at(root, 4)->as.number == 9223372036854775808.0);
    assert_int_equal(vt_array_at(root, 5)->as.integer, INT64_MAX);
    vitals_document_free(document);
}

static void written_with_indentation(void **state) {
    (void)state;
    vitals_document *document = NULL;
    vt_text text = VT_TEXT("{\"a\":[1,{\"b\":{}}],\"c\":[],\"a2\":{\"x\":null}}");
    assert_int_equal(parse(text, &document, NULL), VITALS_OK);
    char *written;
    size_t size;
    assert_int_equal(vitals_document_write_json(document, 2, NULL, &written, &size), VITALS_OK);
    assert_string_equal(written, "{\n  \"a\": [\n    1,\n    {\n      \"b\": {}\n    }\n  ],\n"
                                 "  \"c\": [],\n  \"a2\": {\n    \"x\": null\n  }\n}");
    vitals_text_free(NULL, written, size);
    vitals_document_free(document);
}

static const char everything[] =
    "{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\",\"metadata\":{\"name\":\"a\"},"
    "\"numbers\":[1,-0,2.5,1e3,12345678901234567890],\"text\":\"\\u00e9\xFF\\n\","
    "\"k0\":0,\"k1\":0,\"k2\":0,\"k3\":0,\"k4\":0,\"k5\":0,\"k6\":0,\"k7\":0,\"k8\":0,\"k9\":0,"
    "\"k10\":0,\"k11\":0,\"k12\":0,\"k13\":0,\"k0\":1}";

static vitals_status parse_and_write(torture *memory, void *user) {
    (void)user;
    vitals_allocator allocator = torture_allocator(memory);
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.allocator = &allocator;
    options.file = "some.json";
    vitals_document *document = NULL;
    vitals_status status =
        vitals_document_parse(everything, sizeof everything - 1, &options, &document, NULL);
    if (status == VITALS_OK) {
        char *text;
        size_t size;
        status = vitals_document_write_json(document, 2, &allocator, &text, &size);
        if (status == VITALS_OK) vitals_text_free(&allocator, text, size);
    } else {
        assert_null(document);
    }
    vitals_document_free(document);
    return status;
}

static void memory_runs_out(void **state) {
    (void)state;
    assert_true(torture_run(parse_and_write, NULL) >= 8);
}

/* Memory that runs out is not reported as a mistake in the text. */
static vitals_status parse_invalid(torture *memory, void *user) {
    const vt_text *text = user;
    vitals_allocator allocator = torture_allocator(memory);
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.allocator = &allocator;
    options.format = VITALS_FORMAT_JSON;
    vitals_diagnostics *list = NULL;
    assert_int_equal(vitals_diagnostics_new(NULL, &list), VITALS_OK);
    vitals_document *document = NULL;
    vitals_status status =
        vitals_document_parse(text->bytes, text->size, &options, &document, list);
    assert_true(status == VITALS_ESYNTAX || status == VITALS_ENOMEM);
    size_t count = vitals_diagnostics_count(list);
    bool reported =
        count > 0 && strcmp(vitals_diagnostics_at(list, count - 1)->rule, "json-syntax") == 0;
    assert_int_equal(reported, status == VITALS_ESYNTAX);
    vitals_diagnostics_free(list);
    return status == VITALS_ESYNTAX ? VITALS_OK : status;
}

static void memory_runs_out_before_a_mistake(void **state) {
    (void)state;
    for (size_t row = 0; row < TABLE_COUNT(invalid_rows); row++) {
        vt_text text = invalid_rows[row].text;
        assert_true(torture_run(parse_invalid, &text) > 0);
    }
}

/* After a document has grown to the size of its text, parsing into it asks for no memory. */
static void warm_parse_allocates_nothing(void **state) {
    (void)state;
    torture memory = { 0 };
    vitals_allocator allocator = torture_allocator(&memory);
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.allocator = &allocator;
    options.file = "some.json";
    vitals_document *document = NULL;
    for (int round = 0; round < 5; round++) {
        size_t before = memory.allocations;
        assert_int_equal(
            vitals_document_parse(everything, sizeof everything - 1, &options, &document, NULL),
            VITALS_OK);
        if (round > 1) assert_int_equal(memory.allocations, before);
    }
    vitals_document_free(document);
    assert_int_equal(memory.live_blocks, 0);
}

int main(void) {
    const struct CMUnitTest others[] = {
        cmocka_unit_test(escapes_before_invalid_utf8),
        cmocka_unit_test(invalid_utf8_grows),
        cmocka_unit_test(invalid_utf8_warns_once),
        cmocka_unit_test(number_types),
        cmocka_unit_test(written_with_indentation),
        cmocka_unit_test(memory_runs_out_before_a_mistake),
        cmocka_unit_test(memory_runs_out),
        cmocka_unit_test(warm_parse_allocates_nothing),
    };
    return TABLE_RUN("valid", check_valid, valid_rows) +
           TABLE_RUN("invalid", check_invalid, invalid_rows) +
           cmocka_run_group_tests_name("JSON", others, NULL, NULL);
}
