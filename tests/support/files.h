/* Test files: reading whole files and lines, and golden data. */
#ifndef VITALS_TESTS_SUPPORT_FILES_H
#define VITALS_TESTS_SUPPORT_FILES_H

#include <vitals/vitals.h>

/* The whole file, NUL-terminated, to be freed; NULL when it cannot be read. */
char *file_read(const char *path, size_t *size);
/* The path of a golden file ("argocd/native-golden.jsonl"): in tests/golden/data, else among the
** data derived from other projects, which lies beside some checkouts; NULL, and said, when it is in
** neither. Borrowed until the next call. */
const char *golden_data(const char *name);
/* The next line of `*rest` without its line break; false at the end. */
bool next_line(vitals_text *rest, vitals_text *line);

#endif
