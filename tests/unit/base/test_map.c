/* The hash map: order, removal, growth, and memory that runs out. */
#include "base/memory/map.h"

#include <stdio.h>

#include "support/table.h"
#include "support/torture.h"

#define MANY 5000

static char names[MANY][8];
static int values[MANY];

static vt_text name(int i) {
    snprintf(names[i], sizeof names[i], "k%d", i);
    return vt_text_from(names[i]);
}

static void order_and_removal(void **state) {
    (void)state;
    vt_map map;
    vt_map_init(&map, NULL, 7);
    assert_null(vt_map_get(&map, VT_TEXT("k0")));
    for (int i = 0; i < MANY; i++) assert_true(vt_map_put(&map, name(i), &values[i]));
    for (int i = 0; i < MANY; i += 2) {
        assert_ptr_equal(vt_map_remove(&map, name(i)), &values[i]);
    }
    assert_null(vt_map_remove(&map, name(0)));
    assert_int_equal(map.live_count, MANY / 2);
    size_t at = 0;
    for (int i = 1; i < MANY; i += 2) {
        const vt_map_entry *entry = vt_map_next(&map, &at);
        assert_true(vt_text_equal(entry->key, name(i)));
        assert_ptr_equal(vt_map_get(&map, name(i)), &values[i]);
    }
    assert_null(vt_map_next(&map, &at));
    vt_map_done(&map);
}

static void replacing_keeps_the_place(void **state) {
    (void)state;
    vt_map map;
    vt_map_init(&map, NULL, 0);
    assert_true(vt_map_put(&map, VT_TEXT("a"), &values[0]));
    assert_true(vt_map_put(&map, VT_TEXT("b"), &values[1]));
    assert_true(vt_map_put(&map, VT_TEXT("a"), &values[2]));
    assert_int_equal(map.live_count, 2);
    size_t at = 0;
    assert_ptr_equal(vt_map_next(&map, &at)->value, &values[2]);
    vt_map_clear(&map);
    assert_null(vt_map_get(&map, VT_TEXT("a")));
    vt_map_done(&map);
}

/* Putting and removing without end takes no more memory than what is live. */
static void churn(void **state) {
    (void)state;
    vt_map map;
    vt_map_init(&map, NULL, 3);
    for (int i = 0; i < 100000; i++) {
        assert_true(vt_map_put(&map, name(i % MANY), &values[0]));
        if (i >= 10) assert_non_null(vt_map_remove(&map, name((i - 10) % MANY)));
    }
    assert_true(map.table.slot_count <= 64);
    vt_map_done(&map);
}

static void hashes(void **state) {
    (void)state;
    assert_true(vt_hash(VT_TEXT("a"), 1) != vt_hash(VT_TEXT("a"), 2));
    assert_true(vt_hash(VT_TEXT("a"), 1) != vt_hash(VT_TEXT("b"), 1));
    assert_true(vt_hash(VT_TEXT(""), 1) == vt_hash(VT_TEXT_ABSENT, 1));
    assert_true(vt_hash(VT_TEXT("12345678"), 1) != vt_hash(VT_TEXT("12345678\0"), 1));
}

static vitals_status fill(torture *memory, void *user) {
    (void)user;
    vitals_allocator allocator = torture_allocator(memory);
    vt_map map;
    vt_map_init(&map, &allocator, 0);
    bool whole = true;
    for (int i = 0; i < 200 && whole; i++) whole = vt_map_put(&map, name(i), &values[i]);
    vt_map_done(&map);
    return whole ? VITALS_OK : VITALS_ENOMEM;
}

static void memory_runs_out(void **state) {
    (void)state;
    assert_true(torture_run(fill, NULL) > 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(order_and_removal),
        cmocka_unit_test(replacing_keeps_the_place),
        cmocka_unit_test(churn),
        cmocka_unit_test(hashes),
        cmocka_unit_test(memory_runs_out),
    };
    return cmocka_run_group_tests_name("map", tests, NULL, NULL);
}
