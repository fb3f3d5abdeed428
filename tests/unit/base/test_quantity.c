/* Quantities as Kubernetes adds and writes them. */
#include "base/number/quantity.h"
#include "support/table.h"

static const struct row {
    TABLE_ROW;
    const char *texts[4]; /* to add */
    const char *sum;      /* in canonical form; NULL: out of range */
} rows[] = {
    { "nothing", { NULL }, "0" },
    { "zero", { "0" }, "0" },
    { "zero with a suffix", { "0Gi" }, "0" },
    { "a point alone", { "." }, "0" },
    { "a number", { "12" }, "12" },
    { "a fraction", { "1.5" }, "1500m" },
    { "a fraction without a number", { ".25" }, "250m" },
    { "a number without a fraction", { "3." }, "3" },
    { "zeros before", { "007" }, "7" },
    { "a sign", { "+1k" }, "1k" },
    { "negative", { "-1.5" }, "-1500m" },
    { "as large a suffix as fits", { "1000000" }, "1M" },
    { "not larger", { "1500000" }, "1500k" },
    { "1234567", { "1234567" }, "1234567" },
    { "decimals", { "1.2345" }, "1234500u" },
    { "nano", { "1n" }, "1n" },
    { "less than nano is rounded up", { "0.9n" }, "1n" },
    { "also when negative", { "-0.1n" }, "-1n" },
    { "a digit too many", { "1.0000000001" }, "1000000001n" },
    { "binary", { "1024Mi" }, "1Gi" },
    { "binary with a fraction", { "1.5Gi" }, "1536Mi" },
    { "binary and small", { "0.5Ki" }, "512" },
    { "binary below one", { "0.0001Ki" }, "102400u" },
    { "binary and not whole", { "1.00001Ki" }, "1024010240u" },
    { "an exponent", { "12e6" }, "12e6" },
    { "an exponent that is not a multiple of three", { "1e4" }, "10e3" },
    { "a negative exponent", { "5e-3" }, "5e-3" },
    { "an upper case exponent", { "1E3" }, "1e3" },
    { "exa", { "1E" }, "1E" },
    { "binary is capped", { "8Ei" }, "9223372036854775807" },
    { "binary and much too large", { "99999999999999999999Ei" }, "9223372036854775807" },
    { "a sum", { "500m", "1500m" }, "2" },
    { "the first suffix counts", { "1Gi", "1G" }, "2073741824" },
    { "the first that is not zero", { "0", "1Mi", "1024" }, "1025Ki" },
    { "a carry", { "999999999n", "1n" }, "1" },
    { "a borrow", { "1", "-1n" }, "999999999n" },
    { "a sum that is negative", { "1", "-3" }, "-2" },
    { "a sum that is zero", { "1Gi", "-1Gi" }, "0" },
    { "past zero", { "-1500m", "2" }, "500m" },
    { "too large", { "9223372036854775807", "1" }, NULL },
};

static void check(void **state) {
    const struct row *row = *state;
    vt_quantity sum = { .format = VT_QUANTITY_EXPONENT }, one;
    char text[VT_QUANTITY_TEXT_BYTES];
    bool in_range = true;
    for (size_t i = 0; i < 4 && row->texts[i]; i++) {
        assert_null(vt_quantity_parse(vt_text_from(row->texts[i]), &one));
        in_range = vt_quantity_add(&sum, &one);
    }
    assert_int_equal(in_range, row->sum != NULL);
    if (!row->sum) return;
    const vt_text found = vt_quantity_text(&sum, text);
    if (!vt_text_is(found, row->sum)) fail_msg("%.*s, expected %s", VT_TEXT_ARG(found), row->sum);
}

static const struct wrong_row {
    TABLE_ROW;
    const char *text, *why;
} wrong_rows[] = {
    { "empty", "", "quantities must match" },
    { "a word", "abc", "quantities must match" },
    { "a blank", "1 ", "quantities must match" },
    { "two points", "1.2.3", "quantities must match" },
    { "a suffix that does not exist", "1Gm", "unable to parse quantity's suffix" },
    { "half of a suffix", "1e", "unable to parse quantity's suffix" },
    { "an exponent of letters", "1eM", "unable to parse quantity's suffix" },
    { "binary exa without its unit", "1i", "unable to parse quantity's suffix" },
    { "too large", "9223372036854775808", "out of range" },
    { "a large exponent", "1e99999999999999999999", "out of range" },
};

static void check_wrong(void **state) {
    const struct wrong_row *row = *state;
    vt_quantity quantity;
    const char *why = vt_quantity_parse(vt_text_from(row->text), &quantity);
    assert_non_null(why);
    if (!strstr(why, row->why)) fail_msg("%s", why);
}

int main(void) {
    return TABLE_RUN("sums", check, rows) + TABLE_RUN("wrong", check_wrong, wrong_rows);
}
