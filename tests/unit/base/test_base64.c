/* base64 as Go reads and writes it. */
#include "base/text/base64.h"

#include "support/table.h"

/* clang-format off */
static const struct row { TABLE_ROW; vt_text text; const char *want; /* NULL: refused */ } rows[] = {
    { "empty", VT_TEXT_INIT(""), "" },
    { "one byte", VT_TEXT_INIT("YQ=="), "a" },
    { "two bytes", VT_TEXT_INIT("YWI="), "ab" },
    { "three bytes", VT_TEXT_INIT("YWJj"), "abc" },
    { "line breaks", VT_TEXT_INIT("YW\nJj\r\nZA=\n=\n"), "abcd" },
    { "all values", VT_TEXT_INIT("+/+/"), "\xFB\xFF\xBF" },
    { "no padding", VT_TEXT_INIT("YQ"), NULL },
    { "short padding", VT_TEXT_INIT("YQ="), NULL },
    { "long padding", VT_TEXT_INIT("YWI=="), NULL },
    { "padding alone", VT_TEXT_INIT("="), NULL },
    { "one digit", VT_TEXT_INIT("YWJjZ"), NULL },
    { "behind the padding", VT_TEXT_INIT("YQ==YQ=="), NULL },
    { "space", VT_TEXT_INIT("YW Jj"), NULL },
    { "url alphabet", VT_TEXT_INIT("-_-_"), NULL },
};

/* GO: base64.StdEncoding and RawStdEncoding, CorruptInputError. */
static const struct fault_row { TABLE_ROW; int64_t padded, raw; } fault_rows[] = {
    { "", -1, -1 }, { "aGk=", -1, 3 }, { "aGVsbG8=", -1, 7 }, { "aA==", -1, 2 },
    { "a\nG\r\nk=", -1, 6 }, { "aGk", 0, -1 }, { "aGVsbG", 4, -1 }, { "aGk!", 3, 3 },
    { "=", 0, 0 }, { "a===", 1, 1 }, { "aA=", 3, 2 }, { "aA=x", 2, 2 }, { "aGk=x", 4, 3 },
    { "aGk=\n", -1, 3 }, { "aGk-", 3, 3 }, { "aGVsb", 4, 4 },
};
/* clang-format on */

static void check_text(void **state) {
    const struct row *row = *state;
    vt_buffer out, back;
    vt_buffer_init(&out, NULL, 1000);
    vt_buffer_init(&back, NULL, 1000);
    assert_int_equal(vt_base64_decode(&out, row->text), row->want != NULL);
    if (row->want) {
        assert_string_equal(vt_buffer_string(&out), row->want);
        assert_true(vt_base64_encode(&back, vt_buffer_text(&out)));
        vt_buffer_clear(&out);
        assert_true(vt_base64_decode(&out, vt_buffer_text(&back)));
        assert_string_equal(vt_buffer_string(&out), row->want);
    } else {
        assert_int_equal(out.size, 0);
    }
    vt_buffer_done(&out);
    vt_buffer_done(&back);
}

static void check_fault(void **state) {
    const struct fault_row *row = *state;
    assert_int_equal(vt_base64_fault(vt_text_from(row->name), true), row->padded);
    assert_int_equal(vt_base64_fault(vt_text_from(row->name), false), row->raw);
}

/* Each byte alone stands for itself, and no byte but the 64 is a digit. */
static void all_bytes(void **state) {
    (void)state;
    int digits = 0;
    for (int byte = 0; byte < 256; byte++) {
        char four[4] = { 'A', 'A', 'A', (char)byte };
        vt_buffer out, back;
        vt_buffer_init(&out, NULL, 1000);
        vt_buffer_init(&back, NULL, 1000);
        digits += vt_base64_decode_digits(&out, vt_text_slice(four, 4)) && out.size == 3;
        vt_buffer_clear(&out);
        assert_true(vt_base64_encode(&back, vt_text_slice(four + 3, 1)));
        assert_true(vt_base64_decode(&out, vt_buffer_text(&back)));
        assert_int_equal(out.size, 1);
        assert_int_equal(out.bytes[0], four[3]);
        vt_buffer_done(&out);
        vt_buffer_done(&back);
    }
    assert_int_equal(digits, 64);
}

int main(void) {
    static const struct CMUnitTest tests[] = { cmocka_unit_test(all_bytes) };
    return TABLE_RUN("texts", check_text, rows) + TABLE_RUN("faults", check_fault, fault_rows) +
           cmocka_run_group_tests(tests, NULL, NULL);
}
