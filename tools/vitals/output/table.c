/* Lays out columns by the width of the text on a terminal. */
#include "output/table.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum {
    GAP = 2,
    LEAST_COLUMN = 4, /* what is cut keeps so many columns */
    LEAST_EXTRA = 8
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
        if (c == table->status_column) {
            note_width(&table->used_before_right, *cell == '(' && used > GAP ? used - GAP : used);
        }
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
static size_t wanted_last(const cli_table *table, size_t least) {
    const size_t used = table->used[table->column_count - 1];
    return used < least ? used : least;
}

static size_t natural_width(const cli_table *table, size_t column) {
    const char *title = table->header ? table->columns[column].title : NULL;
    const size_t titled = title ? strlen(title) : 0, text = text_width(table, column);
    if (!table->used[column]) return 0;
    return (text > titled ? text : titled) + GAP;
}

/* Which columns may be cut, down to how many columns, and for how many of the last one. */
typedef struct cut_rule {
    bool extra, whole, others;
    size_t least, last;
} cut_rule;

static bool may_cut(const cli_table *table, size_t column, const cut_rule *rule) {
    const cli_column *about = &table->columns[column];
    const bool kind = about->extra ? rule->extra : about->whole ? rule->whole : rule->others;
    return kind && table->widths[column] > rule->least + GAP;
}

/* Cut the widest columns column by column until the line fits. false: it does not. */
static bool cut(cli_table *table, size_t columns, const cut_rule *rule) {
    while (total_width(table) + wanted_last(table, rule->last) > columns) {
        size_t widest = table->column_count;
        for (size_t c = 0; c + 1 < table->column_count; c++) {
            if (!may_cut(table, c, rule)) continue;
            if (widest == table->column_count || table->widths[c] > table->widths[widest]) {
                widest = c;
            }
        }
        if (widest == table->column_count) return false;
        table->widths[widest]--;
    }
    return true;
}

static void set_natural_widths(cli_table *table, size_t extras) {
    for (size_t c = 0; c + 1 < table->column_count; c++) {
        table->widths[c] = natural_width(table, c);
        if (!table->columns[c].extra || !table->widths[c]) continue;
        if (extras == 0) {
            table->widths[c] = 0;
        } else {
            extras--;
        }
    }
}

/* What distinguishes rows is cut last: first the extra columns, from the right, then the others, and
** statuses only where nothing else is left. */
static void fit(cli_table *table, size_t columns) {
    static const cut_rule extra = { true, false, false, LEAST_EXTRA, 24 };
    static const cut_rule others = { false, false, true, LEAST_COLUMN, 16 };
    static const cut_rule all = { true, true, true, LEAST_COLUMN, 8 };
    for (size_t extras = MAX_COLUMNS + 1; extras-- > 0;) {
        set_natural_widths(table, extras);
        if (!columns || cut(table, columns, &extra)) return;
    }
    if (!cut(table, columns, &others)) cut(table, columns, &all);
}

/* ---------------------------------------------------------------- printing */

/* The brackets of a status may extend into the gap. */
static size_t cell_room(const cli_table *table, size_t column, const char *cell) {
    const size_t width = table->widths[column];
    const bool before_right = column == table->status_column && column + 1 < table->column_count &&
                              table->columns[column + 1].right && table->widths[column + 1];
    return before_right && *cell == '(' ? width : width - GAP;
}

static void add_cell(const cli_table *table, vt_buffer *line, size_t column, const cli_row *row,
                     const cli_terminal *terminal) {
    const size_t width = table->widths[column];
    const char *cell = row ? cell_text(row, column) : table->columns[column].title;
    vt_buffer cut = BUFFER_INIT;
    if (table->columns[column].right) {
        vt_buffer_add_terminated(&cut, cell);
    } else if (!row) {
        text_add_cut(&cut, cell, width - GAP);
    } else {
        text_add_cut_middle(&cut, cell, cell_room(table, column, cell));
    }
    const size_t used = text_columns(vt_buffer_string(&cut));
    const size_t padding = width > used ? width - used : 1;
    if (table->columns[column].right)
        vt_buffer_add_repeated(line, ' ', padding > GAP ? padding - GAP : 0);
    if (row && column == table->status_column) {
        terminal_add_status(terminal, line, row->health, vt_buffer_string(&cut));
    } else {
        vt_buffer_add_terminated(line, vt_buffer_string(&cut));
    }
    vt_buffer_add_repeated(line, ' ', table->columns[column].right ? GAP : padding);
    vt_buffer_done(&cut);
}

static void add_last_cell(vt_buffer *line, size_t used, const char *cell,
                          const cli_terminal *terminal) {
    if (terminal->columns == 0) {
        vt_buffer_add_terminated(line, cell);
    } else if (terminal->columns > used) {
        text_add_cut(line, cell, terminal->columns - used);
    }
    while (line->size && line->bytes[line->size - 1] == ' ') line->size--;
    vt_buffer_add_terminated(line, "\n");
}

static void print_row(const cli_table *table, const cli_row *row, const cli_terminal *terminal) {
    vt_buffer line = BUFFER_INIT;
    for (size_t c = 0; c + 1 < table->column_count; c++) {
        if (table->widths[c]) add_cell(table, &line, c, row, terminal);
    }
    const size_t last = table->column_count - 1;
    add_last_cell(&line, total_width(table),
                  row ? cell_text(row, last) : table->columns[last].title, terminal);
    terminal_write(line.bytes, line.size);
    vt_buffer_done(&line);
}

/* Empty columns are omitted. */
void table_begin(cli_table *table, const cli_terminal *terminal) {
    fit(table, terminal->columns);
    if (!table->row_count) return;
    if (table->header && !table->begun) print_row(table, NULL, terminal);
    table->begun = true;
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
