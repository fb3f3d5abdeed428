/* Sorting: every order of few items, many items, items of every size, and who stops it. */
#include "base/memory/sort.h"
#include "support/table.h"

enum { MANY = 20000 };

static unsigned numbers[MANY];
static const void *items[MANY];

static int by_number(const void *a, const void *b) {
    const unsigned *first = *(const unsigned *const *)a, *second = *(const unsigned *const *)b;
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
    for (size_t i = 1; i < count; i++) assert_true(by_number(&items[i - 1], &items[i]) <= 0);
}

static void check_sorts(void **state) {
    (void)state;
    const vt_interrupt none = { NULL, NULL };
    for (unsigned seed = 0; seed < 2000; seed++) {
        fill(seed % 9, seed, 5);
        assert_true(vt_sort(items, seed % 9, sizeof *items, by_number, none));
        assert_sorted(seed % 9);
    }
    fill(MANY, 1, 1U << 20);
    assert_true(vt_sort(items, MANY, sizeof *items, by_number, none));
    assert_sorted(MANY);
}

static bool stop_third(void *user) {
    return ++*(int *)user == 3;
}

static void check_stops(void **state) {
    (void)state;
    int asks = 0;
    fill(MANY, 2, 1U << 20);
    assert_false(
        vt_sort(items, MANY, sizeof *items, by_number, (vt_interrupt){ stop_third, &asks }));
    assert_int_equal(asks, 3);
}

/* Items of 1 to 200 bytes move as a whole: the first byte orders them, the others repeat it. */
static int by_first_byte(const void *a, const void *b) {
    return *(const unsigned char *)a - *(const unsigned char *)b;
}

static void check_sizes(void **state) {
    (void)state;
    enum { COUNT = 40, MOST_BYTES = 200 };
    static unsigned char bytes[COUNT * MOST_BYTES];
    for (size_t size = 1; size <= MOST_BYTES; size++) {
        for (size_t i = 0; i < COUNT; i++) memset(bytes + i * size, (int)(i * 7 % COUNT), size);
        assert_true(vt_sort(bytes, COUNT, size, by_first_byte, (vt_interrupt){ NULL, NULL }));
        for (size_t i = 0; i < COUNT * size; i++) assert_int_equal(bytes[i], i / size);
    }
}

static void check_none(void **state) {
    (void)state;
    assert_true(vt_sort(NULL, 0, 8, by_number, (vt_interrupt){ NULL, NULL }));
}

/* A sort that counts, and is stopped after `most` items. */
typedef struct counting {
    size_t comparisons, sifted, most;
} counting;

static int compare_counted(void *user, const void *a, const void *b) {
    ((counting *)user)->comparisons++;
    return by_number(a, b);
}

static bool count_sifted(void *user) {
    counting *counted = user;
    return ++counted->sifted < counted->most;
}

static void check_order(void **state) {
    (void)state;
    counting counted = { 0, 0, SIZE_MAX };
    const vt_sort_order order = { compare_counted, count_sifted, &counted };
    fill(MANY, 3, 1U << 20);
    assert_true(vt_sort_by(items, MANY, sizeof *items, &order));
    assert_sorted(MANY);
    assert_int_equal(counted.sifted, MANY / 2 + MANY - 1);
    assert_true(counted.comparisons < (size_t)MANY * 2 * 15); /* log2 of 20,000 is less than 15 */
    counted = (counting){ 0, 0, 77 };
    assert_false(vt_sort_by(items, MANY, sizeof *items, &order));
    assert_int_equal(counted.sifted, 77);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(check_sorts),
                                        cmocka_unit_test(check_stops),
                                        cmocka_unit_test(check_sizes), cmocka_unit_test(check_none),
                                        cmocka_unit_test(check_order) };
    return cmocka_run_group_tests_name("sort", tests, NULL, NULL);
}
