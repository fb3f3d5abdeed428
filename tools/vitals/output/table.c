/* Lays out columns by the width of the text on a terminal. */
#include "output/table.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum {
    GAP = 2,
    LEAST_COLUMN = 4, /* a column that is cut keeps so many columns */
    LEAST_LAST = 16   /* and the last one, for which others are left out */
};

static const char *cell_text(const cli_row *row, size_t column) {
    return row->cells[column] ? row->cells[column] : "";
}

/* --------------------------------------------------------------- measuring */

static void note_width(size_t *most, size_t used) {
    if (used > *most) *most = used;
}

/* Before a right-aligned column, the brackets around what is not counted may extend into the gap. */
void table_measure(cli_table *table, const cli_row *row) {
    for (size_t c = 0; c < table->column_count; c++) {
        const char *cell = cell_text(row, c);
        const size_t used = text_columns(cell);
        note_width(&table->used[c], used && table->columns[c].right ? used + 1 : used);
        if (c == table->status_column)
            note_width(&table->used_before_right, *cell == '(' && used > GAP ? used - GAP : used);
    }
    table->row_count++;
}

/* A column without text takes no place. */
static size_t text_width(const cli_table *table, size_t column) {
    const bool before_right = column == table->status_column && column + 1 < table->column_count &&
                              table->columns[column + 1].right && table->used[column + 1];
    return before_right ? table->used_before_right : table->used[column];
}

static size_t total_width(const cli_table *table) {
    size_t total = 0;
    for (size_t c = 0; c + 1 < table->column_count; c++) total += table->widths[c];
    return total;
}

/* The columns that the last one should have at least. */
static size_t wanted_last(const cli_table *table) {
    const size_t used = table->used[table->column_count - 1];
    return used < LEAST_LAST ? used : LEAST_LAST;
}

/* The widest column that may be cut, or column_count. */
static size_t widest(const cli_table *table) {
    size_t found = table->column_count;
    for (size_t c = 0; c + 1 < table->column_count; c++) {
        if (table->columns[c].whole || table->widths[c] <= LEAST_COLUMN + GAP) continue;
        if (found == table->column_count || table->widths[c] > table->widths[found]) found = c;
    }
    return found;
}

/* The last extra column that is there, or column_count. */
static size_t last_extra(const cli_table *table) {
    for (size_t c = table->column_count; c-- > 0;)
        if (table->columns[c].extra && table->widths[c]) return c;
    return table->column_count;
}

/* Cut the widest columns column by column, then leave out what is extra. */
static void fit(cli_table *table, size_t columns) {
    const size_t last = wanted_last(table);
    while (columns && total_width(table) + last > columns) {
        const size_t cut = widest(table), extra = last_extra(table);
        if (extra < table->column_count && total_width(table) + last > columns + columns / 2)
            table->widths[extra] = 0;
        else if (cut < table->column_count)
            table->widths[cut]--;
        else if (extra < table->column_count)
            table->widths[extra] = 0;
        else
            return;
    }
}

/* ---------------------------------------------------------------- printing */

static void add_cell(const cli_table *table, cli_text *line, size_t column, const cli_row *row,
                     const cli_terminal *terminal) {
    const size_t width = table->widths[column];
    const char *cell = row ? cell_text(row, column) : table->columns[column].title;
    cli_text cut = TEXT_INIT;
    const bool whole = table->columns[column].whole;
    text_add_cut(&cut, cell, whole ? SIZE_MAX : width - GAP);
    const size_t used = text_columns(text_string(&cut));
    const size_t padding = width > used ? width - used : 1;
    if (table->columns[column].right) text_add_spaces(line, padding > GAP ? padding - GAP : 0);
    if (row && column == table->status_column)
        terminal_add_status(terminal, line, row->health, text_string(&cut));
    else
        text_add_string(line, text_string(&cut));
    text_add_spaces(line, table->columns[column].right ? GAP : padding);
    text_done(&cut);
}

static void add_last_cell(cli_text *line, size_t used, const char *cell,
                          const cli_terminal *terminal) {
    if (terminal->columns == 0)
        text_add_string(line, cell);
    else if (terminal->columns > used)
        text_add_cut(line, cell, terminal->columns - used);
    while (line->size && line->bytes[line->size - 1] == ' ') line->size--;
    text_add_string(line, "\n");
}

static void print_row(const cli_table *table, const cli_row *row, const cli_terminal *terminal) {
    cli_text line = TEXT_INIT;
    for (size_t c = 0; c + 1 < table->column_count; c++)
        if (table->widths[c]) add_cell(table, &line, c, row, terminal);
    const size_t last = table->column_count - 1;
    add_last_cell(&line, total_width(table),
                  row ? cell_text(row, last) : table->columns[last].title, terminal);
    terminal_write(line.bytes, line.size);
    text_done(&line);
}

/* Empty columns are omitted. */
void table_begin(cli_table *table, const cli_terminal *terminal) {
    for (size_t c = 0; c + 1 < table->column_count; c++) {
        const size_t title =
            table->header && table->columns[c].title ? strlen(table->columns[c].title) : 0;
        const size_t text = text_width(table, c);
        table->widths[c] = table->used[c] ? (text > title ? text : title) + GAP : 0;
    }
    fit(table, terminal->columns);
    if (table->header && table->row_count) print_row(table, NULL, terminal);
}

void table_put(const cli_table *table, const cli_row *row, const cli_terminal *terminal) {
    print_row(table, row, terminal);
}

void table_row_done(cli_row *row) {
    for (size_t c = 0; c < MAX_COLUMNS; c++) free(row->cells[c]);
    *row = (cli_row){ .health = VITALS_HEALTH_UNASSESSED };
}

/* -------------------------------------------------------------------- kept */

cli_row *table_add_row(cli_table *table, vitals_health health) {
    table->rows = memory_grow(table->rows, table->row_count, sizeof *table->rows);
    cli_row *row = &table->rows[table->row_count++];
    *row = (cli_row){ .health = health };
    return row;
}

void table_print(cli_table *table, const cli_terminal *terminal) {
    const size_t count = table->row_count;
    table->row_count = 0;
    for (size_t i = 0; i < count; i++) table_measure(table, &table->rows[i]);
    table_begin(table, terminal);
    for (size_t i = 0; i < count; i++) {
        table_put(table, &table->rows[i], terminal);
        table_row_done(&table->rows[i]);
    }
    free(table->rows);
    table->rows = NULL;
    table->row_count = 0;
}
