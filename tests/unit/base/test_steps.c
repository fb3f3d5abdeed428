/* Budgets of steps: the limit, the host, and that a budget once ended stays so. */
#include "base/run/steps.h"
#include "support/table.h"

static bool ask(void *user) {
    size_t *left = user;
    return *left > 0 && --*left == 0;
}

static void ends_past_its_limit(void **state) {
    (void)state;
    static const char name[] = "some_limit";
    vt_steps steps = vt_steps_of(name, 10, (vt_interrupt){ NULL, NULL });
    assert_true(vt_steps_charge(&steps, 10));
    assert_null(steps.stopped);
    assert_false(vt_steps_charge(&steps, 1));
    assert_ptr_equal(steps.stopped, name);
    assert_int_equal(steps.done, 10);
    assert_false(vt_steps_interrupted(&steps));
    assert_false(vt_steps_charge(&steps, 0));
}

static void asks_at_the_first_charge(void **state) {
    (void)state;
    size_t left = 1;
    vt_steps steps = vt_steps_of("", UINT64_MAX, (vt_interrupt){ ask, &left });
    assert_false(vt_steps_charge(&steps, 1));
    assert_true(vt_steps_interrupted(&steps));
}

static void asks_every_thousand_steps(void **state) {
    (void)state;
    size_t left = 5, charged = 0;
    vt_steps steps = vt_steps_of("", UINT64_MAX, (vt_interrupt){ ask, &left });
    while (vt_steps_charge(&steps, 1)) charged++;
    assert_int_equal(charged, 4000);
    assert_true(vt_steps_interrupted(&steps));
    assert_false(vt_steps_charge(&steps, 1));
}

static void the_limit_is_exact_between_questions(void **state) {
    (void)state;
    size_t left = 0, charged = 0;
    vt_steps steps = vt_steps_of("", 1500, (vt_interrupt){ ask, &left });
    while (vt_steps_charge(&steps, 1)) charged++;
    assert_int_equal(charged, 1500);
}

static void stops_as_if_asked(void **state) {
    (void)state;
    vt_steps steps = vt_steps_of("", UINT64_MAX, (vt_interrupt){ NULL, NULL });
    assert_true(vt_steps_charge(&steps, 1));
    vt_steps_interrupt(&steps);
    assert_true(vt_steps_interrupted(&steps));
    assert_false(vt_steps_charge(&steps, 1));
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(ends_past_its_limit),
        cmocka_unit_test(asks_at_the_first_charge),
        cmocka_unit_test(asks_every_thousand_steps),
        cmocka_unit_test(the_limit_is_exact_between_questions),
        cmocka_unit_test(stops_as_if_asked),
    };
    return cmocka_run_group_tests_name("steps", tests, NULL, NULL);
}
