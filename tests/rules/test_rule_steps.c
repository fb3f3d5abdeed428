/*
** What a check is charged is a function of the check, the object and the limits. It is the same in a
** worker that did nothing before, after all other checks in any order, and however the objects are
** spread over workers.
*/
#include "rules/check_tree.h"
#include "support/health.h"
#include "support/table.h"

#define CHECKS VITALS_SOURCE_DIR "/resource_customizations"

enum { CASES_OF_EACH = 100, MOST_WORKERS = 4 };

/* The objects of the fixtures, and what each is charged alone. */
static struct {
    size_t count;
    vitals_document *objects[TREE_MOST_DIRECTORIES * CASES_OF_EACH];
    uint64_t steps[TREE_MOST_DIRECTORIES * CASES_OF_EACH];
} all;

static health_run run;
static check_tree tree;

static uint64_t steps_in(vitals_worker *worker, size_t index) {
    vitals_call call = VITALS_CALL_INIT;
    call.profile = VITALS_PROFILE_COMBINED;
    call.now_seconds = 1767323045;
    assert_int_equal(vitals_assess(worker, all.objects[index], &call, run.verdict), VITALS_OK);
    return vitals_verdict_steps(run.verdict);
}

static vitals_worker *new_worker(void) {
    vitals_worker *worker = NULL;
    assert_int_equal(vitals_worker_new(run.engine, &worker), VITALS_OK);
    return worker;
}

static void read_cases(const char *directory) {
    vitals_document *tests = tree_document(&tree, directory, VT_TEXT("health_test.yaml"));
    tree_case test;
    int left = CASES_OF_EACH;
    for (const vt_value *at = NULL; left > 0 && tree_next_case(tests, &at, &test); left--) {
        all.objects[all.count++] = tree_document(&tree, directory, test.input);
    }
    vitals_document_free(tests);
}

static int open_all(void **state) {
    const health_setup setup = { .bundled = true };
    (void)state;
    assert_true(tree_read(&tree, CHECKS, "health.lua"));
    assert_int_equal(health_open(&setup, &run), VITALS_OK);
    for (size_t i = 0; i < tree.count; i++) read_cases(tree.directories[i]);
    for (size_t i = 0; i < all.count; i++) {
        vitals_worker *alone = new_worker();
        all.steps[i] = steps_in(alone, i);
        vitals_worker_free(alone);
    }
    return 0;
}

static int close_all(void **state) {
    (void)state;
    for (size_t i = 0; i < all.count; i++) vitals_document_free(all.objects[i]);
    health_close(&run);
    tree_done(&tree);
    return 0;
}

/* Scripts are charged at all, and not all the same. */
static void steps_differ_by_object(void **state) {
    (void)state;
    assert_true(all.count > 1000);
    size_t charged = 0, different = 0;
    for (size_t i = 0; i < all.count; i++) {
        charged += all.steps[i] > 0;
        different += i > 0 && all.steps[i] != all.steps[i - 1];
    }
    assert_true(charged > all.count - all.count / 20);
    assert_true(different > all.count / 2);
}

static const struct order_row {
    TABLE_ROW;
    size_t workers;
    bool reversed;
} order_rows[] = {
    { "one worker", 1, false },    { "one worker, reversed", 1, true },
    { "two workers", 2, false },   { "two workers, reversed", 2, true },
    { "three workers", 3, false }, { "three workers, reversed", 3, true },
    { "four workers", 4, false },  { "four workers, reversed", 4, true },
};

/* Twice: the second time, each check was compiled in its worker before. */
static void check_order(void **state) {
    const struct order_row *row = *state;
    vitals_worker *workers[MOST_WORKERS] = { NULL };
    for (size_t i = 0; i < row->workers; i++) workers[i] = new_worker();
    for (size_t turn = 0; turn < 2 * all.count; turn++) {
        size_t place = turn % all.count;
        size_t index = row->reversed ? all.count - 1 - place : place;
        uint64_t steps = steps_in(workers[turn % row->workers], index);
        if (steps != all.steps[index]) {
            fail_msg("object %zu: %llu steps instead of %llu", index, (unsigned long long)steps,
                     (unsigned long long)all.steps[index]);
        }
    }
    for (size_t i = 0; i < row->workers; i++) vitals_worker_free(workers[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(steps_differ_by_object) };
    open_all(NULL);
    int failed = cmocka_run_group_tests_name("steps", tests, NULL, NULL);
    failed += TABLE_RUN("steps in any order", check_order, order_rows);
    close_all(NULL);
    return failed;
}
