/* docs/limits.md has exactly the rows of the table of limits. */
#include <stdio.h>

#include "base/run/limits.h"
#include "support/files.h"
#include "support/table.h"

static void every_limit_is_documented(void **state) {
    (void)state;
    size_t size = 0;
    char *page = file_read(VITALS_SOURCE_DIR "/docs/limits.md", &size);
    assert_non_null(page);
    size_t rows = 0;
    for (const vitals_limit_row *row; (row = vitals_limit_at(rows)); rows++) {
        char line[256];
        char maximum[32] = "";
        if (vt_limit_maximum(rows) != UINT64_MAX)
            snprintf(maximum, sizeof maximum, "%llu", (unsigned long long)vt_limit_maximum(rows));
        snprintf(line, sizeof line, "| `%s` | %llu | %s | %s |\n", row->name,
                 (unsigned long long)row->default_value, maximum, row->text);
        if (!strstr(page, line)) fail_msg("docs/limits.md lacks: %s", line);
    }
    size_t documented = 0;
    for (const char *at = page; (at = strstr(at, "\n| `")); at++) documented++;
    assert_int_equal(documented, rows);
    free(page);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(every_limit_is_documented) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
