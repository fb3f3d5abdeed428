/* Quoting for Go, JSON and terminals; and UTF-8 underneath. */
#include "base/text/quote.h"

#include "base/text/utf8.h"
#include "support/table.h"

/* clang-format off */
static const struct row { TABLE_ROW; vt_text text; const char *go, *json, *visible; } rows[] = {
    { "plain", VT_TEXT_INIT("abc"), "\"abc\"", "\"abc\"", "abc" },
    { "empty", VT_TEXT_INIT(""), "\"\"", "\"\"", "" },
    { "quote and backslash", VT_TEXT_INIT("a\"\\"), "\"a\\\"\\\\\"", "\"a\\\"\\\\\"", "a\"\\" },
    { "white space", VT_TEXT_INIT("\n\r\t"), "\"\\n\\r\\t\"", "\"\\n\\r\\t\"", "\\n\\r\\t" },
    { "bell and friends", VT_TEXT_INIT("\a\b\f\v"), "\"\\a\\b\\f\\v\"", "\"\\u0007\\b\\f\\u000b\"", "\\x07\\b\\f\\x0b" },
    { "NUL", VT_TEXT_INIT("a\0b"), "\"a\\x00b\"", "\"a\\u0000b\"", "a\\x00b" },
    { "escape", VT_TEXT_INIT("\x1b[31m"), "\"\\x1b[31m\"", "\"\\u001b[31m\"", "\\x1b[31m" },
    { "delete", VT_TEXT_INIT("\x7f"), "\"\\x7f\"", "\"\x7f\"", "\\x7f" },
    { "letters beyond ASCII", VT_TEXT_INIT("h\xC3\xA9 \xE6\x97\xA5"), "\"h\xC3\xA9 \xE6\x97\xA5\"", "\"h\xC3\xA9 \xE6\x97\xA5\"", "h\xC3\xA9 \xE6\x97\xA5" },
    { "emoji", VT_TEXT_INIT("\xF0\x9F\x98\x80"), "\"\xF0\x9F\x98\x80\"", "\"\xF0\x9F\x98\x80\"", "\xF0\x9F\x98\x80" },
    { "zero width space", VT_TEXT_INIT("\xE2\x80\x8B"), "\"\\u200b\"", "\"\xE2\x80\x8B\"", "\\u200b" },
    { "no-break space", VT_TEXT_INIT("\xC2\xA0"), "\"\\u00a0\"", "\"\xC2\xA0\"", "\xC2\xA0" },
    { "soft hyphen", VT_TEXT_INIT("\xC2\xAD"), "\"\\u00ad\"", "\"\xC2\xAD\"", "\\u00ad" },
    { "line separator", VT_TEXT_INIT("\xE2\x80\xA8"), "\"\\u2028\"", "\"\xE2\x80\xA8\"", "\\u2028" },
    { "right to left override", VT_TEXT_INIT("\xE2\x80\xAE"), "\"\\u202e\"", "\"\xE2\x80\xAE\"", "\\u202e" },
    { "control of the upper half", VT_TEXT_INIT("\xC2\x9B"), "\"\\u009b\"", "\"\xC2\x9B\"", "\\u009b" },
    { "tag beyond the first plane", VT_TEXT_INIT("\xF3\xA0\x80\x81"), "\"\\U000e0001\"", "\"\xF3\xA0\x80\x81\"", "\\U000e0001" },
    { "not UTF-8", VT_TEXT_INIT("a\xFF\xC3"), "\"a\\xff\\xc3\"", "\"a\xEF\xBF\xBD\xEF\xBF\xBD\"", "a\\xff\\xc3" },
    { "surrogate", VT_TEXT_INIT("\xED\xA0\x80"), "\"\\xed\\xa0\\x80\"", "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"", "\\xed\\xa0\\x80" },
    { "replacement character itself", VT_TEXT_INIT("\xEF\xBF\xBD"), "\"\xEF\xBF\xBD\"", "\"\xEF\xBF\xBD\"", "\xEF\xBF\xBD" },
};

static const struct utf8_row { TABLE_ROW; vt_text text; size_t valid, count; } utf8_rows[] = {
    { "empty", VT_TEXT_INIT(""), 0, 0 },
    { "ASCII", VT_TEXT_INIT("0123456789abcdef!"), 17, 17 },
    { "two bytes", VT_TEXT_INIT("\xC2\x80\xDF\xBF"), 4, 2 },
    { "three bytes", VT_TEXT_INIT("\xE0\xA0\x80\xED\x9F\xBF\xEF\xBF\xBF"), 9, 3 },
    { "four bytes", VT_TEXT_INIT("\xF0\x90\x80\x80\xF4\x8F\xBF\xBF"), 8, 2 },
    { "overlong of two", VT_TEXT_INIT("\xC1\xBF"), 0, 2 },
    { "overlong of three", VT_TEXT_INIT("\xE0\x9F\xBF"), 0, 3 },
    { "overlong of four", VT_TEXT_INIT("\xF0\x8F\xBF\xBF"), 0, 4 },
    { "past the last", VT_TEXT_INIT("\xF4\x90\x80\x80"), 0, 4 },
    { "first surrogate", VT_TEXT_INIT("\xED\xA0\x80"), 0, 3 },
    { "cut off", VT_TEXT_INIT("ab\xE6\x97"), 2, 4 },
    { "continuation alone", VT_TEXT_INIT("12345678\x80"), 8, 9 },
};
/* clang-format on */

static void quoted(bool (*append)(vt_buffer *, vt_text), vt_text text, const char *want) {
    vt_buffer buffer;
    vt_buffer_init(&buffer, NULL, 1000);
    assert_true(append(&buffer, text));
    assert_string_equal(vt_buffer_text(&buffer).bytes, want);
    vt_buffer_done(&buffer);
}

static void check_go(void **state) {
    const struct row *row = *state;
    quoted(vt_quote_append_go, row->text, row->go);
}

static void check_json(void **state) {
    const struct row *row = *state;
    quoted(vt_quote_append_json, row->text, row->json);
}

static void check_visible(void **state) {
    const struct row *row = *state;
    quoted(vt_quote_append_visible, row->text, row->visible);
}

static void check_utf8(void **state) {
    const struct utf8_row *row = *state;
    assert_int_equal(vt_utf8_valid_prefix(row->text), row->valid);
    assert_int_equal(vt_utf8_count(row->text), row->count);
    assert_int_equal(vt_utf8_offset(row->text, row->count), row->text.size);
}

/* Every code point is written and read back; surrogates and what is too large are refused. */
static void every_code_point(void **state) {
    (void)state;
    for (uint32_t code_point = 0; code_point < 0x110010; code_point++) {
        char bytes[4];
        size_t size = vt_utf8_encode(code_point, bytes);
        if (code_point > 0x10FFFF || (code_point >= 0xD800 && code_point < 0xE000)) {
            assert_int_equal(size, 0);
            continue;
        }
        size_t offset = 0;
        assert_int_equal(vt_utf8_next(vt_text_slice(bytes, size), &offset), code_point);
        assert_int_equal(offset, size);
        assert_int_equal(vt_utf8_valid_prefix(vt_text_slice(bytes, size)), size);
    }
}

static void mending(void **state) {
    (void)state;
    quoted(vt_utf8_append_valid,
           VT_TEXT("a\xFF\xFE"
                   "b"),
           "a\xEF\xBF\xBD\xEF\xBF\xBD"
           "b");
    quoted(vt_utf8_append_valid, VT_TEXT("all well"), "all well");
}

static void append(vt_buffer *buffer, bool (*quote)(vt_buffer *, vt_text), vt_text text,
                   bool inside) {
    vt_buffer quoted_text;
    vt_buffer_init(&quoted_text, NULL, 1000);
    assert_true(quote(&quoted_text, text));
    const vt_text all = vt_buffer_text(&quoted_text);
    assert_true(vt_buffer_add(buffer, inside ? vt_text_between(all, 1, all.size - 1) : all));
    vt_buffer_done(&quoted_text);
}

/* Bytes are looked at eight at a time: each byte, at each place of a text, is quoted as it is alone. */
static void every_byte_at_every_place(void **state) {
    static const struct {
        bool (*quote)(vt_buffer *, vt_text);
        bool inside; /* quotation marks are around it */
    } quotes[] = { { vt_quote_append_json, true },
                   { vt_quote_append_go, true },
                   { vt_quote_append_go_ascii, true },
                   { vt_quote_append_visible, false } };
    (void)state;
    for (size_t i = 0; i < 4 * 256 * 20; i++) {
        char text[20];
        const size_t at = i / 1024;
        memset(text, 'a', sizeof text);
        text[at] = (char)(i / 4 % 256);
        vt_buffer whole, parts;
        vt_buffer_init(&whole, NULL, 1000);
        vt_buffer_init(&parts, NULL, 1000);
        append(&whole, quotes[i % 4].quote, vt_text_slice(text, sizeof text), quotes[i % 4].inside);
        for (size_t j = 0; j < sizeof text; j++) {
            append(&parts, quotes[i % 4].quote, vt_text_slice(text + j, 1), quotes[i % 4].inside);
        }
        assert_true(vt_text_equal(vt_buffer_text(&whole), vt_buffer_text(&parts)));
        vt_buffer_done(&whole);
        vt_buffer_done(&parts);
    }
}

/* Of text that does not fit nothing is appended, nor of its quotes. */
static void json_within_a_limit(void **state) {
    (void)state;
    vt_buffer buffer;
    vt_buffer_init(&buffer, NULL, 10);
    assert_true(vt_quote_append_json(&buffer, VT_TEXT("12345678")));
    assert_string_equal(buffer.bytes, "\"12345678\"");
    vt_buffer_clear(&buffer);
    assert_false(vt_quote_append_json(&buffer, VT_TEXT("123456789")));
    assert_string_equal(buffer.bytes, "");
    vt_buffer_clear(&buffer);
    assert_true(vt_quote_append_json(&buffer, VT_TEXT("123456\n")));
    assert_string_equal(buffer.bytes, "\"123456\\n\"");
    vt_buffer_clear(&buffer);
    assert_false(vt_quote_append_json(&buffer, VT_TEXT("1234567\n")));
    assert_true(buffer.failed && buffer.over_ceiling);
    vt_buffer_done(&buffer);
}

int main(void) {
    const struct CMUnitTest others[] = {
        cmocka_unit_test(every_code_point),
        cmocka_unit_test(mending),
        cmocka_unit_test(every_byte_at_every_place),
        cmocka_unit_test(json_within_a_limit),
    };
    return TABLE_RUN("Go", check_go, rows) + TABLE_RUN("JSON", check_json, rows) +
           TABLE_RUN("visible", check_visible, rows) + TABLE_RUN("UTF-8", check_utf8, utf8_rows) +
           cmocka_run_group_tests_name("code points", others, NULL, NULL);
}
