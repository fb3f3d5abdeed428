/* Problems with the input or the configuration, on stderr: one line each, unless its text has several. */
#ifndef CLI_BASE_PROBLEMS_H
#define CLI_BASE_PROBLEMS_H

#include "base/coverage.h"

/* Lines for stderr, and the number of errors among them. Workers fill one per object; the main thread
** prints them in the order of the input. Start from PROBLEMS_INIT. */
typedef struct cli_problems {
    vt_buffer lines;
    size_t errors;
    cli_coverage unread; /* the errors as parts that were not read, for problems_print_unread */
    size_t named;        /* of the errors: they name what was not read */
} cli_problems;

#define PROBLEMS_INIT                                                                              \
    { BUFFER_INIT, 0, COVERAGE_INIT }

void problems_done(cli_problems *problems);
void problems_clear(cli_problems *problems);

/* `file:line:column: text (document N; limit NAME)`. */
void problems_add(cli_problems *problems, const vitals_diagnostic *diagnostic);
/* All of a list, or the text of `status` (if it is a failure) when the list has no error. */
void problems_add_all(cli_problems *problems, const char *file, vitals_status status,
                      const vitals_diagnostics *diagnostics);
/* An error about a file as a whole, or with file NULL about no file. */
void problems_add_error(cli_problems *problems, const char *file, const char *format, ...)
    VITALS_PRINTF(3, 4);
/* The same about no file, where the caller adds to `unread` what was not read. */
void problems_add_known(cli_problems *problems, const char *format, ...) VITALS_PRINTF(2, 3);

/* Print the lines and clear them. After PROBLEMS_SHOWN errors the rest is only counted. `total`
** counts the errors of the whole run. */
enum { PROBLEMS_SHOWN = 100 };
void problems_print(cli_problems *problems, size_t *total);
/* The same where errors mean that something was not read: at most `most` of them, such as the first one of a document,
** become parts of the coverage, unless that is NULL. */
void problems_print_unread(cli_problems *problems, size_t *total, cli_coverage *coverage,
                           size_t most);
/* After the last problems_print: print the total when not all errors were shown. */
void problems_print_rest(size_t total);

#endif
