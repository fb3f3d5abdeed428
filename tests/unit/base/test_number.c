/* Numbers against what Go's strconv and encoding/json make of them. */
#include <stdio.h>

#include "base/number/number.h"

#include <math.h>

#include "support/table.h"

#define LONG_NINES "0.999999999999999944488848768742172978818416595458984375"

/* clang-format off */
static const struct integer_row { TABLE_ROW; const char *text; int base; bool ok; int64_t value; } integer_rows[] = {
    { "zero", "0", 10, true, 0 },
    { "negative zero", "-0", 10, true, 0 },
    { "plus", "+7", 10, true, 7 },
    { "leading zeroes", "007", 10, true, 7 },
    { "largest", "9223372036854775807", 10, true, INT64_MAX },
    { "smallest", "-9223372036854775808", 10, true, INT64_MIN },
    { "one too large", "9223372036854775808", 10, false, 0 },
    { "one too small", "-9223372036854775809", 10, false, 0 },
    { "far too large", "99999999999999999999999", 10, false, 0 },
    { "hexadecimal", "7fFF", 16, true, 0x7fff },
    { "base 36", "zz", 36, true, 1295 },
    { "base 2", "1011", 2, true, 11 },
    { "digit past the base", "12", 2, false, 0 },
    { "empty", "", 10, false, 0 },
    { "sign alone", "-", 10, false, 0 },
    { "two signs", "--1", 10, false, 0 },
    { "space", " 1", 10, false, 0 },
    { "point", "1.0", 10, false, 0 },
    { "underscore", "1_000", 10, false, 0 },
};

static const struct double_row { TABLE_ROW; const char *text; bool ok; double value; } double_rows[] = {
    { "whole", "12", true, 12 },
    { "fraction", "0.1", true, 0.1 },
    { "negative zero", "-0", true, 0 },
    { "exponent", "1e3", true, 1000 },
    { "capital exponent with plus", "1E+3", true, 1000 },
    { "negative exponent", "25e-2", true, 0.25 },
    { "point without fraction", "1.", true, 1 },
    { "fraction without whole", ".5", true, 0.5 },
    { "plus", "+1.5", true, 1.5 },
    { "largest exact power", "1e22", true, 1e22 },
    { "first inexact power", "1e23", true, 1e23 },
    { "seventeen digits", "0.30000000000000004", true, 0.30000000000000004 },
    { "tie to even below", "9007199254740993", true, 9007199254740992.0 },
    { "just above a tie", "9007199254740993.0000000000000000000000000001", true, 9007199254740994.0 },
    { "tie to even above", "9007199254740995", true, 9007199254740996.0 },
    { "just below one", LONG_NINES, true, 1.0 },
    { "int64 and a bit", "12345678901234567890", true, 12345678901234567890.0 },
    { "largest", "1.7976931348623157e308", true, 1.7976931348623157e308 },
    { "rounds to the largest", "1.7976931348623158e308", true, 1.7976931348623157e308 },
    { "rounds to infinity", "1.7976931348623159e308", true, INFINITY },
    { "infinity", "1e400", true, INFINITY },
    { "smallest normal", "2.2250738585072014e-308", true, 2.2250738585072014e-308 },
    { "largest subnormal", "2.2250738585072011e-308", true, 2.2250738585072011e-308 },
    { "smallest", "5e-324", true, 5e-324 },
    { "rounds to the smallest", "2.4703282292062328e-324", true, 5e-324 },
    { "rounds to zero", "2.4703282292062327e-324", true, 0 },
    { "zero", "1e-400", true, 0 },
    { "huge exponent of zero", "0e99999999999999999999", true, 0 },
    { "long zeroes", "0.00000000000000000000000000000000000000000000000001e50", true, 1 },
    { "empty", "", false, 0 },
    { "point alone", ".", false, 0 },
    { "no exponent digits", "1e", false, 0 },
    { "exponent sign alone", "1e+", false, 0 },
    { "no digits", "e5", false, 0 },
    { "trailing", "1x", false, 0 },
    { "two points", "1.2.3", false, 0 },
    { "hexadecimal", "0x1p3", false, 0 },
    { "word", "Inf", false, 0 },
};

static const struct format_row { TABLE_ROW; double value; char layout; int precision; const char *text; } format_rows[] = {
    { "g one", 1, 'g', -1, "1" },
    { "g fraction", 0.1, 'g', -1, "0.1" },
    { "g thirds", 1.0 / 3, 'g', -1, "0.3333333333333333" },
    { "g sum", 0.1 + 0.2, 'g', -1, "0.30000000000000004" },
    { "g below a million", 999999, 'g', -1, "999999" },
    { "g a million", 1000000, 'g', -1, "1e+06" },
    { "g below 1e21", 123456789, 'g', -1, "1.23456789e+08" },
    { "g one percent of a percent", 0.0001, 'g', -1, "0.0001" },
    { "g smaller", 0.00001, 'g', -1, "1e-05" },
    { "g largest", 1.7976931348623157e308, 'g', -1, "1.7976931348623157e+308" },
    { "g smallest", 5e-324, 'g', -1, "5e-324" },
    { "g zero", 0, 'g', -1, "0" },
    { "g negative zero", -0.0, 'g', -1, "-0" },
    { "g power of two", 0x1p-44, 'g', -1, "5.684341886080802e-14" },
    { "g narrow gap below", 9.007199254740992e15, 'g', -1, "9.007199254740992e+15" },
    { "g 2^63", 9223372036854775808.0, 'g', -1, "9.223372036854776e+18" },
    { "g 1e23", 1e23, 'g', -1, "1e+23" },
    { "g precise", 1234.5678, 'g', 6, "1234.57" },
    { "g precise exponent", 1234567.0, 'g', 3, "1.23e+06" },
    { "g precise whole", 100000, 'g', 6, "100000" },
    { "g precise short", 100, 'g', 17, "100" },
    { "g precision zero", 123, 'g', 0, "1e+02" },
    { "e", 1234.5678, 'e', 6, "1.234568e+03" },
    { "e shortest", 1234.5678, 'e', -1, "1.2345678e+03" },
    { "e zero", 0, 'e', 2, "0.00e+00" },
    { "e carries", 9.99, 'e', 1, "1.0e+01" },
    { "e one digit", 5, 'e', 0, "5e+00" },
    { "e three digits of exponent", 1e100, 'e', 0, "1e+100" },
    { "f", 1234.5678, 'f', 2, "1234.57" },
    { "f shortest", 1e21, 'f', -1, "1000000000000000000000" },
    { "f shortest small", 0.000001, 'f', -1, "0.000001" },
    { "f half to even", 0.5, 'f', 0, "0" },
    { "f half to even up", 1.5, 'f', 0, "2" },
    { "f half of two", 2.5, 'f', 0, "2" },
    { "f exact binary", 0.1, 'f', 20, "0.10000000000000000555" },
    { "f zeroes", 1, 'f', 3, "1.000" },
    { "f rounds away", 0.0004, 'f', 3, "0.000" },
    { "f rounds up to one", 0.9996, 'f', 3, "1.000" },
    { "f negative", -2.25, 'f', 1, "-2.2" },
    { "infinity", INFINITY, 'g', -1, "+Inf" },
    { "negative infinity", -INFINITY, 'f', 2, "-Inf" },
    { "not a number", NAN, 'e', -1, "NaN" },
};

static const struct json_row { TABLE_ROW; double value; const char *text; } json_rows[] = {
    { "whole", 2, "2" },
    { "large", 123456789, "123456789" },
    { "below the exponent", 1e20, "100000000000000000000" },
    { "exponent", 1e21, "1e+21" },
    { "small", 0.000001, "0.000001" },
    { "smaller", 0.0000001, "1e-7" },
    { "two digits of exponent", 1e-10, "1e-10" },
    { "zero", 0, "0" },
    { "negative", -1.5, "-1.5" },
};

static const struct bool_row { TABLE_ROW; const char *text; bool ok; bool value; } bool_rows[] = {
    { "1", "1", true, true },         { "t", "t", true, true },
    { "T", "T", true, true },         { "TRUE", "TRUE", true, true },
    { "true", "true", true, true },   { "True", "True", true, true },
    { "0", "0", true, false },        { "f", "f", true, false },
    { "F", "F", true, false },        { "FALSE", "FALSE", true, false },
    { "false", "false", true, false },{ "False", "False", true, false },
    { "tRUE", "tRUE", false, false }, { "empty", "", false, false },
    { "yes", "yes", false, false },   { "space", "true ", false, false },
};
/* clang-format on */

static void check_integer(void **state) {
    const struct integer_row *row = *state;
    int64_t value = 42;
    assert_int_equal(vt_number_parse_int64(vt_text_from(row->text), row->base, &value), row->ok);
    assert_int_equal(value, row->ok ? row->value : 42);
}

static void check_double(void **state) {
    const struct double_row *row = *state;
    double value = 42;
    assert_int_equal(vt_number_parse_double(vt_text_from(row->text), &value), row->ok);
    assert_true(value == (row->ok ? row->value : 42));
}

static void check_format(void **state) {
    const struct format_row *row = *state;
    vt_buffer buffer;
    vt_buffer_init(&buffer, NULL, 1000);
    assert_true(vt_number_append_double(&buffer, row->value, row->layout, row->precision));
    assert_string_equal(buffer.bytes, row->text);
    vt_buffer_done(&buffer);
}

static void check_json(void **state) {
    const struct json_row *row = *state;
    vt_buffer buffer;
    vt_buffer_init(&buffer, NULL, 1000);
    assert_true(vt_number_append_json_double(&buffer, row->value));
    assert_string_equal(buffer.bytes, row->text);
    vt_buffer_done(&buffer);
}

static void check_bool(void **state) {
    const struct bool_row *row = *state;
    bool value = false;
    assert_int_equal(vt_number_parse_bool(vt_text_from(row->text), &value), row->ok);
    assert_int_equal(value, row->value);
}

static void unsigned_numbers(void **state) {
    (void)state;
    uint64_t value = 0;
    assert_true(vt_number_parse_uint64(VT_TEXT("18446744073709551615"), 10, &value));
    assert_true(value == UINT64_MAX);
    assert_false(vt_number_parse_uint64(VT_TEXT("18446744073709551616"), 10, &value));
    assert_false(vt_number_parse_uint64(VT_TEXT("-0"), 10, &value));
    assert_false(vt_number_parse_uint64(VT_TEXT("+1"), 10, &value));
}

/* The sign of a negative zero is kept both ways. */
static void negative_zero(void **state) {
    (void)state;
    double value = 1;
    assert_true(vt_number_parse_double(VT_TEXT("-0.0"), &value));
    assert_true(signbit(value));
}

static void shortest_digits(void **state) {
    (void)state;
    char digits[17];
    int exponent;
    int count = vt_number_shortest(1234.5, digits, &exponent);
    assert_int_equal(count, 5);
    assert_memory_equal(digits, "12345", 5);
    assert_int_equal(exponent, 4);
    assert_int_equal(vt_number_shortest(2.2250738585072014e-308, digits, &exponent), 17);
    assert_int_equal(exponent, -307);
}

/* Any double that is written in the fewest digits reads back as itself. */
static void doubles_come_back(void **state) {
    (void)state;
    uint64_t bits = 88172645463325252u;
    vt_buffer buffer;
    vt_buffer_init(&buffer, NULL, 1000);
    for (int i = 0; i < 20000; i++) {
        bits ^= bits << 13, bits ^= bits >> 7, bits ^= bits << 17; /* xorshift */
        double value, back;
        memcpy(&value, &bits, sizeof value);
        if (!isfinite(value)) continue;
        vt_buffer_clear(&buffer);
        assert_true(vt_number_append_double(&buffer, value, "efg"[i % 3], -1));
        assert_true(vt_number_parse_double(vt_buffer_text(&buffer), &back));
        assert_true(memcmp(&value, &back, sizeof value) == 0);
    }
    vt_buffer_done(&buffer);
}

/* Hexadecimal numbers of all sizes, as the C library reads them in its own locale. */
static void hexadecimal_as_strtod(void **state) {
    (void)state;
    uint32_t seed = 7;
    for (int i = 0; i < 100000; i++) {
        char text[64];
        size_t size = (size_t)snprintf(text, sizeof text, "%s0x", i % 3 ? "" : "-");
        seed = seed * 1664525 + 1013904223;
        unsigned digits = 1 + (seed >> 20) % 24, point = (seed >> 12) % 25;
        for (unsigned k = 0; k < digits; k++) {
            seed = seed * 1664525 + 1013904223;
            if (k == point) text[size++] = '.';
            text[size++] = "0123456789abcdef0008000F"[(seed >> 16) % 24];
        }
        snprintf(text + size, sizeof text - size, "p%d", (int)(seed >> 8) % 2400 - 1200);
        double value = 42, want = strtod(text, NULL);
        assert_true(vt_number_parse_hexadecimal(vt_text_from(text), true, &value));
        assert_true(memcmp(&value, &want, sizeof value) == 0);
    }
}

static void not_hexadecimal(void **state) {
    static const char *const texts[] = { "",      "0x",     "0x1", "0x1p", "0x.p1", "0x1.2.3p1",
                                         "0x1p+", "0x1p1x", "1p1", "x1p1", "0xgp1", "- 0x1p1" };
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        double value = 42;
        assert_false(vt_number_parse_hexadecimal(vt_text_from(texts[i]), true, &value));
        assert_true(value == 42);
    }
}

int main(void) {
    const struct CMUnitTest others[] = {
        cmocka_unit_test(hexadecimal_as_strtod), cmocka_unit_test(not_hexadecimal),
        cmocka_unit_test(unsigned_numbers),      cmocka_unit_test(negative_zero),
        cmocka_unit_test(shortest_digits),       cmocka_unit_test(doubles_come_back),
    };
    return TABLE_RUN("integers", check_integer, integer_rows) +
           TABLE_RUN("doubles", check_double, double_rows) +
           TABLE_RUN("formats", check_format, format_rows) +
           TABLE_RUN("JSON doubles", check_json, json_rows) +
           TABLE_RUN("bools", check_bool, bool_rows) +
           cmocka_run_group_tests_name("numbers", others, NULL, NULL);
}
