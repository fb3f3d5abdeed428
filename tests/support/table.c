/* One row becomes one cmocka test, with the row as its state. */
#include "support/table.h"

int table_run(const char *group, CMUnitTestFunction check, const void *rows, size_t count,
              size_t row_bytes) {
    struct CMUnitTest *tests = calloc(count ? count : 1, sizeof *tests);
    if (!tests) return 1;
    for (size_t i = 0; i < count; i++) {
        const char *row = (const char *)rows + i * row_bytes;
        memcpy(&tests[i].name, row, sizeof tests[i].name);
        tests[i].test_func = check;
        tests[i].initial_state = (void *)(uintptr_t)row;
    }
    int failed = _cmocka_run_group_tests(group, tests, count, NULL, NULL);
    free(tests);
    return failed;
}
