/* Tables of text, with columns as wide as the text is on a terminal. */
#ifndef CLI_OUTPUT_TABLE_H
#define CLI_OUTPUT_TABLE_H

#include "output/terminal.h"

typedef struct cli_column {
    const char *title;
    bool right; /* aligned right, and as narrow as possible */
} cli_column;

enum { MAX_COLUMNS = 9 };

typedef struct cli_row {
    char *cells[MAX_COLUMNS]; /* visible text; NULL: empty */
    vitals_health health;     /* colours the cell of the table's `status_column` */
} cli_row;

typedef struct cli_table {
    cli_column columns[MAX_COLUMNS];
    size_t column_count;
    bool header;
    size_t status_column; /* `column_count`: there is none */
    cli_row *rows;
    size_t row_count;
} cli_table;

/* A new row of NULLs; the caller fills it with strings that the table then owns. */
cli_row *table_add_row(cli_table *table, vitals_health health);
/* The last column is cut at the width of the terminal. Empties the table. */
void table_print(cli_table *table, const cli_terminal *terminal);

#endif
