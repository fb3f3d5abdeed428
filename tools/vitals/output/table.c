/* Lays out columns by the width of the text on a terminal. */
#include "output/table.h"

#include <stdlib.h>
#include <string.h>

#include "output/memory.h"

enum { GAP = 2 };

cli_row *table_add_row(cli_table *table, vitals_health health) {
    table->rows = memory_grow(table->rows, table->row_count, sizeof *table->rows);
    cli_row *row = &table->rows[table->row_count++];
    *row = (cli_row){ .health = health };
    return row;
}

static const char *cell_text(const cli_row *row, size_t column) {
    return row->cells[column] ? row->cells[column] : "";
}

static bool has_cells(const cli_table *table, size_t column) {
    for (size_t i = 0; i < table->row_count; i++)
        if (*cell_text(&table->rows[i], column)) return true;
    return false;
}

/* Before a right-aligned column, the brackets around what is not counted may extend into the gap. */
static bool is_before_right(const cli_table *table, size_t column) {
    return column == table->status_column && table->columns[column + 1].right &&
           has_cells(table, column + 1);
}

/* The width of a column with the gap after it. A right-aligned column needs no gap before it. */
static size_t width_of(const cli_table *table, size_t column) {
    size_t width = table->header ? strlen(table->columns[column].title) : 0;
    for (size_t i = 0; i < table->row_count; i++) {
        const bool bracketed = *cell_text(&table->rows[i], column) == '(';
        size_t used = text_columns(cell_text(&table->rows[i], column));
        if (bracketed && used > GAP && is_before_right(table, column)) used -= GAP;
        if (table->columns[column].right) used++;
        if (used > width) width = used;
    }
    return width + GAP;
}

static void add_cell(const cli_table *table, cli_text *line, size_t column, size_t width,
                     const cli_row *row, const cli_terminal *terminal) {
    const char *cell = row ? cell_text(row, column) : table->columns[column].title;
    const size_t used = text_columns(cell);
    const size_t padding = width > used ? width - used : 1;
    if (table->columns[column].right) text_add_spaces(line, padding > GAP ? padding - GAP : 0);
    if (row && column == table->status_column)
        terminal_add_status(terminal, line, row->health, cell);
    else
        text_add_string(line, cell);
    text_add_spaces(line, table->columns[column].right ? GAP : padding);
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

static void print_row(const cli_table *table, const size_t *widths, const cli_row *row,
                      const cli_terminal *terminal) {
    cli_text line = TEXT_INIT;
    size_t used = 0;
    for (size_t c = 0; c + 1 < table->column_count; c++) {
        if (!widths[c]) continue;
        add_cell(table, &line, c, widths[c], row, terminal);
        used += widths[c];
    }
    const size_t last = table->column_count - 1;
    add_last_cell(&line, used, row ? cell_text(row, last) : table->columns[last].title, terminal);
    terminal_write(line.bytes, line.size);
    text_done(&line);
}

/* Empty columns are omitted. */
void table_print(cli_table *table, const cli_terminal *terminal) {
    size_t widths[MAX_COLUMNS] = { 0 };
    for (size_t c = 0; c + 1 < table->column_count; c++)
        if (has_cells(table, c)) widths[c] = width_of(table, c);
    if (table->header && table->row_count) print_row(table, widths, NULL, terminal);
    for (size_t i = 0; i < table->row_count; i++) {
        print_row(table, widths, &table->rows[i], terminal);
        for (size_t c = 0; c < table->column_count; c++) free(table->rows[i].cells[c]);
    }
    free(table->rows);
    table->rows = NULL;
    table->row_count = 0;
}
