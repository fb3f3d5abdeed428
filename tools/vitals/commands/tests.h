/* `vitals test`, in parts: cmd_test.c runs, show_tests.c and show_coverage.c print, watch.c waits. */
#ifndef CLI_COMMANDS_TESTS_H
#define CLI_COMMANDS_TESTS_H

#include <vitals/testing.h>

#include "input/options.h"
#include "output/problems.h"
#include "output/terminal.h"

typedef enum test_form {
    TEST_FORM_PRETTY,
    TEST_FORM_TAP,
    TEST_FORM_JUNIT,
    TEST_FORM_GITHUB,
    TEST_FORM_JSON,
    TEST_FORM_LCOV
} test_form;

typedef enum young_mode { YOUNG_WARN, YOUNG_FAIL, YOUNG_OFF } young_mode;

/* How a report is shown. */
typedef struct test_view {
    test_form form;
    young_mode young;
    bool coverage;
    cli_terminal terminal;
} test_view;

/* Print the whole report. */
void tests_show(const vitals_report *report, const test_view *view);

/* Per cent, rounded down, of lines and branches together; 100 where there is nothing to reach. */
unsigned coverage_percent(const vitals_report *report);
/* The table of pretty, and the whole of lcov. */
void coverage_add_table(cli_text *out, const vitals_report *report);
void coverage_add_lcov(cli_text *out, const vitals_report *report);
/* The member "coverage" of the JSON report. */
void coverage_add_json(cli_text *out, const vitals_report *report);

/* Wait until a file below `paths` is saved; `*changed` gets the directories of the checks that it
** touches, to be freed. Never comes back empty-handed. */
void watch_wait(const option_list *paths, option_list *changed);

#endif
