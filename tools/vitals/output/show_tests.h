/* `vitals test`, in parts: test.c runs, show_tests.c and show_coverage.c print, watch.c waits. */
#ifndef CLI_OUTPUT_SHOW_TESTS_H
#define CLI_OUTPUT_SHOW_TESTS_H

#include <vitals/testing.h>

#include "base/problems.h"
#include "input/options.h"
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

/* How to print a report. */
typedef struct test_view {
    test_form form;
    young_mode young;
    bool coverage, verbose;
    cli_terminal terminal;
} test_view;

/* Print the whole report. */
void tests_show(const vitals_report *report, const test_view *view);

/* The table of the pretty form, and the lcov form. */
void coverage_add_table(vt_buffer *out, const vitals_report *report);
void coverage_add_lcov(vt_buffer *out, const vitals_report *report);

/* The files below `paths`, which must outlive the watch, as they are now. It ends with the process. */
typedef struct file_watch file_watch;
file_watch *watch_begin(const option_list *paths);
/* Note the files as they are now: what was written until now is not a change. */
void watch_note(file_watch *watch);
/* Wait until files differ from those noted, and note them; `*changed` gets the directories of their
** checks, at least one, for the caller to free. */
void watch_wait(file_watch *watch, option_list *changed);

#endif
