/* The options of commands that print rows, and printing by them. */
#ifndef CLI_OUTPUT_ROWS_H
#define CLI_OUTPUT_ROWS_H

#include "input/options.h"
#include "output/table.h"

typedef struct row_options {
    bool quiet, without_headers;
    const char *sort_by; /* the title of a column; NULL: as the rows come */
} row_options;

extern const option_group row_option_group;

/* Print a table that is kept, as the options say, and empty it. false: it has no such column; one
** sentence is in `problem`. */
bool rows_print(cli_table *table, const row_options *options, char *problem, size_t problem_bytes);

#endif
