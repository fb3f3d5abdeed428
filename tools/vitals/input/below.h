/*
** Files below a directory whose content others may have written: only regular files below it are
** opened, nothing blocks, and nothing is written through a link.
*/
#ifndef CLI_INPUT_BELOW_H
#define CLI_INPUT_BELOW_H

#include <stdbool.h>
#include <stdio.h>

/* NULL: the path, which may be a link, is a regular file below the directory `root`; otherwise why
** not. Static. */
const char *below_problem(const char *root, const char *path);
/* Open such a file for reading. -1: `*why` says why not; static. */
int below_open(const char *root, const char *path, const char **why);
/* Make a file, and the directories above it, at the path `below` from `root`. Directories that are
** links are not entered, beside `root` itself. `replace`: it may be there already. NULL: `*why` says
** why not; EEXIST is left in errno where the file is there. */
FILE *below_create(const char *root, const char *below, bool replace, const char **why);

#endif
