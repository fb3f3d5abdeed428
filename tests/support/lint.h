/* Findings of lint on texts, as short words to compare with. */
#ifndef VITALS_TESTS_SUPPORT_LINT_H
#define VITALS_TESTS_SUPPORT_LINT_H

#include <vitals/lint.h>

/* A file by its path. */
typedef struct lint_file {
    const char *path, *text;
} lint_file;

/* "line:column rule" of each finding in order, one space between them; "!" before those that
** a comment silences. At most `count` files, or up to one without path. Borrowed until the next
** call. Rules that are off by themselves are notes here. Fails the test when lint does. */
const char *lint_findings(const lint_file *files, size_t count);
/* A file after all corrections, one after the other until there is none left; the other files stay.
** To be freed. */
char *lint_fixed(const lint_file *files, size_t count, size_t index);
/* The same for one file. */
const char *lint_one(const char *path, const char *text);

#endif
