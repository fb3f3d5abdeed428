/* Test files: reading whole files and lines, and the shared data that may not be there. */
#ifndef VITALS_TESTS_SUPPORT_FILES_H
#define VITALS_TESTS_SUPPORT_FILES_H

#include <vitals/vitals.h>

/* The whole file, NUL-terminated, to be freed; NULL when it cannot be read. */
char *file_read(const char *path, size_t *size);
/* The path of a file of the shared data ("argocd/native-golden.jsonl"), or NULL when the data is
** not there. Borrowed until the next call. */
const char *shared_data(const char *name);
/* The next line of `*rest` without its line break; false at the end. */
bool next_line(vitals_text *rest, vitals_text *line);

#endif
