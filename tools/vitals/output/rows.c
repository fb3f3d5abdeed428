/* Rows in the order and with the titles that were asked for. */
#include "output/rows.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* clang-format off */
static const option_row rows[] = {
    { 0, "sort-by", NULL, OPTION_TEXT, offsetof(row_options, sort_by), "COLUMN", NULL,
      "the order of rows: the title of a column" },
    { 0, "no-headers", NULL, OPTION_FLAG, offsetof(row_options, without_headers), NULL, NULL,
      "leave out the titles of columns" },
    { 'q', "quiet", NULL, OPTION_FLAG, offsetof(row_options, quiet), NULL, NULL,
      "print nothing but errors; see the exit status" },
};
/* clang-format on */

const option_group row_option_group = { "Rows", rows, COUNT_OF(rows) };

static const char *cell_of(const cli_row *row, size_t column) {
    return row->cells[column] ? row->cells[column] : "";
}

/* Stable: rows of one value stay in their order. */
static void merge(cli_row *rows_to, const cli_row *from, size_t half, size_t count, size_t column) {
    size_t left = 0, right = half;
    for (size_t i = 0; i < count; i++) {
        const bool takes_left =
            left < half && (right >= count || strcmp(cell_of(&from[left], column),
                                                     cell_of(&from[right], column)) <= 0);
        rows_to[i] = from[takes_left ? left++ : right++];
    }
}

static void sort(cli_row *items, cli_row *scratch, size_t count, size_t column) {
    const size_t half = count / 2;
    if (count < 2) return;
    sort(items, scratch, half, column);
    sort(items + half, scratch, count - half, column);
    memcpy(scratch, items, count * sizeof *items);
    merge(items, scratch, half, count, column);
}

static bool sort_rows(cli_table *table, const char *title, char *problem, size_t problem_bytes) {
    vt_buffer titles = BUFFER_INIT;
    for (size_t c = 0; c < table->column_count; c++) {
        if (!choice_is(title, table->columns[c].title)) {
            vt_buffer_printf(&titles, "%s%s", c ? ", " : "", table->columns[c].title);
            continue;
        }
        cli_row *scratch = memory_new(table->row_count + 1, sizeof *scratch);
        sort(table->rows, scratch, table->row_count, c);
        free(scratch);
        vt_buffer_done(&titles);
        return true;
    }
    snprintf(problem, problem_bytes, "no column '%s' to sort by; there are %s", title,
             vt_buffer_string(&titles));
    vt_buffer_done(&titles);
    return false;
}

bool rows_print(cli_table *table, const row_options *options, char *problem, size_t problem_bytes) {
    const cli_terminal terminal = terminal_of_stdout(COLOUR_NEVER);
    const bool sorted =
        !options->sort_by || sort_rows(table, options->sort_by, problem, problem_bytes);
    if (!sorted || options->quiet) {
        for (size_t i = 0; i < table->row_count; i++) table_row_done(&table->rows[i]);
        free(table->rows);
        table->rows = NULL;
        table->row_count = 0;
        return sorted;
    }
    if (options->without_headers) table->header = false;
    table_print(table, &terminal);
    return true;
}
