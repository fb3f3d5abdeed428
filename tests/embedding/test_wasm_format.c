/* What vitals.wasm has instead of libc's printf and strtod, against libc's. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../../bindings/wasm/format.h"
#include "support/table.h"

enum { ROOM = 512, ROUNDS = 20000 };

static int ours(char *out, size_t size, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int written = vt_wasm_format(out, size, format, arguments);
    va_end(arguments);
    return written;
}

#define SAME(...)                                                                                  \
    do {                                                                                           \
        char got[ROOM], want[ROOM];                                                                \
        const int size = ours(got, sizeof got, __VA_ARGS__);                                       \
        assert_int_equal(size, snprintf(want, sizeof want, __VA_ARGS__));                          \
        assert_string_equal(got, want);                                                            \
    } while (0)

static void integers(void **state) {
    static const long long values[] = {
        0, 1, -1, 9, 10, -10, 255, 2147483647, -2147483647 - 1, 4294967295, INT64_MAX, INT64_MIN
    };
    (void)state;
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        const long long value = values[i];
        SAME("%d|%i|%u|%x|%X", (int)value, (int)value, (unsigned)value, (unsigned)value,
             (unsigned)value);
        SAME("%lld|%llu|%llx|%zu|%ld|%lu|%jd", value, (unsigned long long)value,
             (unsigned long long)value, (size_t)value, (long)value, (unsigned long)value,
             (intmax_t)value);
        SAME("%04d|%-6d|%6d|%0*u|%*d|%-*d|", (int)value, (int)value, (int)value, 5, (unsigned)value,
             -7, (int)value, 3, (int)value);
        SAME("%08x|%04X|%02lld", (unsigned)value, (unsigned)value, value);
    }
}

static void texts(void **state) {
    (void)state;
    SAME("plain");
    SAME("%s|%5s|%-5s|%.2s|%.*s|%c|%%|%5.1s", "abc", "ab", "ab", "abc", 1, "xyz", 'q', "long");
    SAME("%s", "");
    SAME("%.0s|%.3s", "abc", "ab");
    SAME("%p", (void *)0x1234);
}

static void cut(void **state) {
    char small[4] = "zzz";
    (void)state;
    assert_int_equal(ours(small, sizeof small, "%d", 123456), 6);
    assert_string_equal(small, "123");
    assert_int_equal(ours(small, 1, "ab"), 2);
    assert_string_equal(small, "");
    assert_int_equal(ours(NULL, 0, "%s-%s", "ab", "cd"), 5);
    assert_int_equal(ours(small, sizeof small, "a%Lb"), 1); /* unknown: the text ends there */
    assert_string_equal(small, "a");
}

/* Every exponent, and mantissas that look random. */
static double double_of(uint64_t round) {
    uint64_t bits = (round + 1) * UINT64_C(0x9e3779b97f4a7c15);
    bits ^= bits >> 29;
    bits *= UINT64_C(0xbf58476d1ce4e5b9);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static void check_double(double value) {
    SAME("%.14g|%g|%.17g|%.1g", value, value, value, value);
    if (fabs(value) < 1e60) SAME("%.0f|%f|%.3f|%012.2f|%-9.1f|", value, value, value, value, value);
}

static void doubles(void **state) {
    static const double values[] = {
        0,      -0.0,  1,         0.5,        1.5,  2.5,  1e5,   1e6,      123456,   1234567, 1e14,
        1e15,   1e16,  9.9999e-5, 1e-4,       1e-5, 0.05, 0.95,  99.5,     0.1,      1e21,    1e100,
        5e-324, 1e308, 999999.5,  0.00001234, 1e22, 100,  12300, INFINITY, -INFINITY
    };
    (void)state;
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) check_double(values[i]);
    for (uint64_t i = 0; i < ROUNDS; i++) {
        const double value = double_of(i);
        if (!isnan(value)) check_double(value);
        check_double((double)(i * i) / 1000);
    }
    char text[ROOM];
    assert_int_equal(ours(text, sizeof text, "%5g", (double)NAN), 5);
}

static void read_back(const char *text) {
    char *our_end, *end;
    const double got = vt_wasm_double(text, &our_end), want = strtod(text, &end);
    if (our_end != end || memcmp(&got, &want, sizeof got) != 0)
        print_error("%s: %a, not %a\n", text, got, want);
    assert_ptr_equal(our_end, end);
    assert_memory_equal(&got, &want, sizeof got);
}

static void numbers(void **state) {
    static const char *const given[] = {
        "0",
        "-0",
        "1",
        "+1",
        " \t1",
        "1.",
        ".5",
        ".",
        "",
        "-",
        "1e",
        "1e+",
        "1e5",
        "1E-5x",
        "1..2",
        "1.5.2",
        "0x",
        "0x.",
        "0xg",
        "0x1",
        "0x1.8",
        "0x1.8p3",
        "0X.8P-1",
        "0x1p",
        "0xA.",
        "-0x1.8p+1z",
        "1e400",
        "-1e400",
        "1e-400",
        "4.9e-324",
        "abc",
        "1_0",
        "123456789012345678901234567890",
        "0.1",
        "2.2250738585072011e-308",
        "9007199254740993",
        "1p5",
        "e5",
        "0x1.00000000000008p0",
    };
    (void)state;
    for (size_t i = 0; i < sizeof given / sizeof *given; i++) read_back(given[i]);
    for (uint64_t i = 0; i < ROUNDS; i++) {
        char text[ROOM];
        const double value = double_of(i);
        if (!isfinite(value)) continue;
        snprintf(text, sizeof text, i % 3 ? "%.17g" : i % 2 ? "%a" : "%.5e", value);
        read_back(text);
    }
    assert_true(vt_wasm_double("2.5rest", NULL) == 2.5);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(integers), cmocka_unit_test(texts),
                                        cmocka_unit_test(cut), cmocka_unit_test(doubles),
                                        cmocka_unit_test(numbers) };
    return cmocka_run_group_tests_name("wasm format", tests, NULL, NULL);
}
