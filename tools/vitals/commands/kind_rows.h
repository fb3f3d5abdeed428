/* The kinds that have rules built in, as docs/kinds.md has them. */
#ifndef CLI_COMMANDS_KIND_ROWS_H
#define CLI_COMMANDS_KIND_ROWS_H

#include <stddef.h>

/* The rows of the page, sorted by kind: a line each, cells separated by tabs. One text without pointers,
** which the loader would have to relocate each time vitals starts. Made by tools/gen/kind-rows. */
extern const char kind_rows[];
extern const size_t kind_rows_bytes;

#endif
