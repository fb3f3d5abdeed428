/*
** Tables of text. Columns are as wide as the text is on a terminal, and narrower where the terminal is:
** what does not fit is cut, what distinguishes rows last.
**
** A long table is made twice, row by row, so that it is never in memory as a whole: table_measure for
** each row, then table_begin, then table_put for each row. A short one is kept: table_add_row, table_print.
*/
#ifndef CLI_OUTPUT_TABLE_H
#define CLI_OUTPUT_TABLE_H

#include "output/terminal.h"

typedef struct cli_column {
    const char *title;
    bool right; /* aligned right, and as narrow as possible */
    bool whole; /* cut only where nothing else is left */
    bool extra; /* cut first, and left out when the terminal is too narrow */
} cli_column;

enum { MAX_COLUMNS = 10 };

typedef struct cli_row {
    char *cells[MAX_COLUMNS]; /* visible text; NULL: empty */
    vitals_health health;     /* colours the cell of the table's `status_column` */
} cli_row;

typedef struct cli_table {
    cli_column columns[MAX_COLUMNS];
    size_t column_count;
    bool header;
    bool begun;                 /* the header was printed */
    size_t status_column;       /* `column_count`: there is none */
    cli_row *rows;              /* kept */
    size_t row_count;           /* kept or measured */
    size_t used[MAX_COLUMNS];   /* by the text */
    size_t used_before_right;   /* by statuses, where ages follow */
    size_t widths[MAX_COLUMNS]; /* with the gap; 0: left out */
} cli_table;

void table_measure(cli_table *table, const cli_row *row);
/* Fix the widths and print the header, if there are rows. Once more when more rows were measured: the
** columns may then be wider. */
void table_begin(cli_table *table, const cli_terminal *terminal);
void table_put(const cli_table *table, const cli_row *row, const cli_terminal *terminal);
/* Free the cells. */
void table_row_done(cli_row *row);

/* A new row of NULLs; the caller fills it with strings that the table then owns. */
cli_row *table_add_row(cli_table *table, vitals_health health);
/* Print the rows that were added. Empties the table. */
void table_print(cli_table *table, const cli_terminal *terminal);

#endif
