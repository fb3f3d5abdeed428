/* Counted slices. */
#include "base/text/text.h"

#include "base/text/find_byte.h"

#include <stdlib.h>

#include "support/table.h"

static void comparing(void **state) {
    (void)state;
    assert_true(vt_text_equal(VT_TEXT_ABSENT, VT_TEXT("")));
    assert_false(vt_text_equal(VT_TEXT("a\0b"), VT_TEXT("a\0c")));
    assert_true(vt_text_compare(VT_TEXT("a"), VT_TEXT("ab")) < 0);
    assert_true(vt_text_compare(VT_TEXT("b"), VT_TEXT("ab")) > 0);
    assert_true(vt_text_compare(VT_TEXT("\xFF"), VT_TEXT("a")) > 0);
    assert_true(vt_text_equal_fold(VT_TEXT("AbZ@["), VT_TEXT("aBz@[")));
    assert_false(vt_text_equal_fold(VT_TEXT("@"), VT_TEXT("`")));
    assert_true(vt_text_starts(VT_TEXT("abc"), VT_TEXT("ab")));
    assert_true(vt_text_ends(VT_TEXT("abc"), VT_TEXT("bc")));
    assert_false(vt_text_ends(VT_TEXT("c"), VT_TEXT("bc")));
}

/* All bytes, as char and as unsigned char, against the classes written out. */
static void ascii_classes(void **state) {
    (void)state;
    static const char digits[] = "0123456789abcdefghijklmnopqrstuvwxyz";
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    for (int byte = -128; byte < 256; byte++) {
        const char *digit = byte > 0 ? strchr(digits, byte) : NULL;
        bool is_letter = byte > 0 && strchr(letters, byte);
        bool is_digit = digit && digit - digits < 10;
        int lower = is_letter && byte < 'a' ? byte + 32 : byte;
        int value = is_letter ? (int)(strchr(digits, lower) - digits)
                    : digit   ? (int)(digit - digits)
                              : VT_NOT_A_DIGIT;
        assert_int_equal(vt_is_digit(byte), is_digit);
        assert_int_equal(vt_is_letter(byte), is_letter);
        assert_int_equal(vt_is_alphanumeric(byte), is_digit || is_letter);
        assert_int_equal(vt_is_identifier_start(byte), is_letter || byte == '_');
        assert_int_equal(vt_is_identifier(byte), is_digit || is_letter || byte == '_');
        assert_int_equal(vt_is_blank(byte), byte > 0 && strchr(" \t", byte));
        assert_int_equal(vt_is_space(byte), byte > 0 && strchr(" \t\r\n", byte));
        assert_int_equal(vt_is_hexadecimal(byte), value < 16);
        assert_int_equal(vt_digit_value(byte), value);
        assert_int_equal(vt_to_lower((char)byte), (char)lower);
    }
    assert_int_equal(vt_text_skip_digits(VT_TEXT("a12"), 1), 3);
    assert_int_equal(vt_text_skip_digits(VT_TEXT("12a"), 0), 2);
    assert_int_equal(vt_text_skip_digits(VT_TEXT("12"), 5), 5);
}

/* Each place in each size, with bytes around it that are nearly the same and a text that ends where its block does. */
static void bytes_found(void **state) {
    (void)state;
    static const char wanted[] = "\n\x00\x80\xFF";
    for (size_t i = 0; i < 4 * 150 * 150; i++) {
        const size_t size = i / 4 / 150, at = i / 4 % 150;
        const char byte = wanted[i % 4];
        char *text = malloc(size ? size : 1);
        assert_non_null(text);
        for (size_t k = 0; k < size; k++) text[k] = (char)(byte ^ (k % 2 ? 1 : 0x80));
        assert_null(vt_find_byte(text, byte, size));
        if (at < size) {
            text[at] = text[size - 1] = byte;
            assert_ptr_equal(vt_find_byte(text, byte, size), text + at);
            assert_int_equal(vt_text_find_byte(vt_text_slice(text, size), byte, 0), at);
        }
        free(text);
    }
}

/* Each size in its own blocks, so that a byte too far is seen; then one byte after the other wrong. */
static void bytes_compared(void **state) {
    (void)state;
    for (size_t size = 1; size <= 40; size++) {
        char *a = malloc(size), *b = malloc(size);
        assert_non_null(a);
        assert_non_null(b);
        for (size_t i = 0; i < size; i++) a[i] = b[i] = (char)('a' + i);
        assert_true(vt_bytes_equal(a, b, size));
        for (size_t i = 0; i < size; i++) {
            b[i] ^= 1;
            assert_false(vt_bytes_equal(a, b, size));
            b[i] ^= 1;
        }
        free(a);
        free(b);
    }
    assert_true(vt_bytes_equal("a", "b", 0));
}

static void searching(void **state) {
    (void)state;
    assert_int_equal(vt_text_find(VT_TEXT("aabaab"), VT_TEXT("ab"), 2), 4);
    assert_true(vt_text_find(VT_TEXT("aab"), VT_TEXT("abc"), 0) == SIZE_MAX);
    assert_int_equal(vt_text_find(VT_TEXT("aab"), VT_TEXT(""), 3), 3);
    assert_true(vt_text_find_byte(VT_TEXT("aab"), 'b', 3) == SIZE_MAX);
    assert_true(vt_text_is(vt_text_trim(VT_TEXT(" \t\r\na b\n")), "a b"));
    assert_true(vt_text_is(vt_text_between(VT_TEXT("abcdef"), 2, 4), "cd"));
    assert_true(vt_text_is(vt_text_between(VT_TEXT("abc"), 2, 99), "c"));
    assert_int_equal(vt_text_between(VT_TEXT("abc"), 9, 2).size, 0);
}

static void splitting(void **state) {
    (void)state;
    vt_text rest = VT_TEXT("a,,b"), head;
    assert_true(vt_text_split(&rest, ',', &head) && vt_text_is(head, "a"));
    assert_true(vt_text_split(&rest, ',', &head) && vt_text_is(head, ""));
    assert_true(vt_text_split(&rest, ',', &head) && vt_text_is(head, "b"));
    assert_false(vt_text_split(&rest, ',', &head));
}

static void distances(void **state) {
    (void)state;
    assert_int_equal(vt_text_distance(VT_TEXT("kitten"), VT_TEXT("sitting"), 5), 3);
    assert_int_equal(vt_text_distance(VT_TEXT("same"), VT_TEXT("same"), 5), 0);
    assert_int_equal(vt_text_distance(VT_TEXT("abc"), VT_TEXT("xyz"), 2), 3);
    assert_int_equal(vt_text_distance(VT_TEXT("Deployments"), VT_TEXT("deployment"), 3), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(comparing),   cmocka_unit_test(ascii_classes),
        cmocka_unit_test(bytes_found), cmocka_unit_test(bytes_compared),
        cmocka_unit_test(searching),   cmocka_unit_test(splitting),
        cmocka_unit_test(distances),
    };
    return cmocka_run_group_tests_name("text", tests, NULL, NULL);
}
