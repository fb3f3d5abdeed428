/* Sorting pointers: every order of few items, many items, and the host that stops it. */
#include "base/sort.h"
#include "support/table.h"

enum { MANY = 20000 };

static unsigned numbers[MANY];
static const void *items[MANY];

static int by_number(const void *a, const void *b) {
    const unsigned *first = a, *second = b;
    return (*first > *second) - (*first < *second);
}

static void fill(size_t count, unsigned seed, unsigned most) {
    for (size_t i = 0; i < count; i++) {
        seed = seed * 1664525 + 1013904223;
        numbers[i] = (seed >> 8) % most;
        items[i] = &numbers[i];
    }
}

static void assert_sorted(size_t count) {
    for (size_t i = 1; i < count; i++) assert_true(by_number(items[i - 1], items[i]) <= 0);
}

static void check_sorts(void **state) {
    (void)state;
    const vt_interrupt none = { NULL, NULL };
    for (unsigned seed = 0; seed < 2000; seed++) {
        fill(seed % 9, seed, 5);
        assert_true(vt_sort_pointers(items, seed % 9, by_number, none));
        assert_sorted(seed % 9);
    }
    fill(MANY, 1, 1U << 20);
    assert_true(vt_sort_pointers(items, MANY, by_number, none));
    assert_sorted(MANY);
}

static bool stop_third(void *user) {
    return ++*(int *)user == 3;
}

static void check_stops(void **state) {
    (void)state;
    int asks = 0;
    fill(MANY, 2, 1U << 20);
    assert_false(vt_sort_pointers(items, MANY, by_number, (vt_interrupt){ stop_third, &asks }));
    assert_int_equal(asks, 3);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(check_sorts),
                                        cmocka_unit_test(check_stops) };
    return cmocka_run_group_tests_name("sort", tests, NULL, NULL);
}
