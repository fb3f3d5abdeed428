/* vitals lint: the parts of the command. */
#ifndef CLI_LINT_LINT_H
#define CLI_LINT_LINT_H

#include <vitals/lint.h>

#include "base/problems.h"
#include "base/text.h"

/* ---- settings.c: the .vitals.yaml of a path */

/* Give the lint the settings that apply to a path: the .vitals.yaml in its directory or in the nearest
** one above it, as far as the root of the git repository. */
void lint_find_settings(vitals_lint *lint, const char *path, cli_problems *problems);

/* ---- changed.c: --changed */

/* The files that differ from a base. Start from zeroes. */
typedef struct changed_files {
    char **paths; /* absolute, sorted */
    size_t count;
} changed_files;

/* What differs between the working tree and the last common commit of it and `base`, and what git does
** not know yet. false: git failed, and a problem says how. */
bool changed_find(changed_files *changed, const char *base, cli_problems *problems);
void changed_done(changed_files *changed);
/* Whether a file has changed or is part of a check that has: a vitals_lint_set_filter callback over
** changed_files. */
bool changed_wants(void *changed, const char *file);

/* ---- fix.c: --fix */

/* Write the corrections into the files. The number of them. */
size_t fix_files(const vitals_lint *lint, cli_problems *problems);
/* Append the corrections as a unified diff. */
void fix_show(const vitals_lint *lint, vt_buffer *out, cli_problems *problems);

#endif
