/* vitals list kinds: which kinds have a rule, what it may answer, and which fields it reads. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "commands/kind_rows.h"
#include "commands/listings.h"

static const char *cell_of(const uint32_t row[CELL_COUNT], kind_cell cell) {
    return kind_texts + row[cell];
}

/* ------------------------------------------------------------------- table */

enum { KIND, SOURCE, ARGOCD, STATUSES, FIELDS, COLUMNS };

static bool print_table(listing_view *view) {
    cli_table table = { .columns = { { "KIND", false },
                                     { "SOURCE", false },
                                     { "ARGO CD", false },
                                     { "STATUSES", false },
                                     { "FIELDS", false } },
                        .column_count = COLUMNS,
                        .header = true,
                        .status_column = COLUMNS };
    for (size_t i = 0; i < kind_row_count; i++) {
        const uint32_t *cells = kind_rows[i];
        if (!listing_shows(view, cell_of(cells, CELL_KIND))) continue;
        cli_row *row = table_add_row(&table, VITALS_HEALTH_UNASSESSED);
        row->cells[KIND] = memory_copy_string(cell_of(cells, CELL_KIND));
        row->cells[SOURCE] = memory_copy_string(cell_of(cells, CELL_SOURCE));
        row->cells[ARGOCD] = memory_copy_string(cell_of(cells, CELL_ARGOCD));
        row->cells[STATUSES] = memory_copy_string(cell_of(cells, CELL_STATUSES));
        row->cells[FIELDS] = memory_copy_string(cell_of(cells, CELL_FIELDS));
    }
    return rows_print(&table, view->rows, view->problem, sizeof view->problem);
}

/* -------------------------------------------------------------------- json */

/* The next item of a list: its start and size; NULL at the end. */
static const char *next_item(const char **rest, const char *separator, size_t *size) {
    const char *start = *rest;
    if (!*start) return NULL;
    const char *end = strstr(start, separator);
    *size = end ? (size_t)(end - start) : strlen(start);
    *rest = end ? end + strlen(separator) : start + *size;
    return start;
}

static void add_list(vt_json_writer *item, const char *name, const char *list,
                     const char *separator) {
    vt_json_writer array = vt_json_add_array(item, name);
    size_t size;
    for (const char *start; (start = next_item(&list, separator, &size));) {
        vt_json_add_text(&array, NULL, vt_text_slice(start, size));
    }
    vt_json_close(&array);
}

/* "Degraded > Healthy: 3": the status here, the status there, and how many fixtures. */
static void add_differences(vt_json_writer *item, const char *name, const char *list) {
    vt_json_writer array = vt_json_add_array(item, name);
    size_t size;
    for (const char *start; (start = next_item(&list, ", ", &size));) {
        char here[16], there[16];
        unsigned fixtures;
        if (sscanf(start, "%15[A-Za-z] > %15[A-Za-z]: %u", here, there, &fixtures) != 3) continue;
        vt_json_writer difference = vt_json_add_object(&array, NULL);
        vt_json_add_word(&difference, "here", here);
        vt_json_add_word(&difference, "there", there);
        vt_json_add_unsigned(&difference, "fixtures", fixtures);
        vt_json_close(&difference);
    }
    vt_json_close(&array);
}

static void add_kind(vt_json_writer *list, const uint32_t cells[CELL_COUNT]) {
    vt_json_writer item = vt_json_add_object(list, NULL);
    vt_json_add_word(&item, "kind", cell_of(cells, CELL_KIND));
    vt_json_add_word(&item, "source", cell_of(cells, CELL_SOURCE));
    vt_json_add_bool(&item, "argocd", strcmp(cell_of(cells, CELL_ARGOCD), "yes") == 0);
    add_list(&item, "statuses", cell_of(cells, CELL_STATUSES), ", ");
    vt_json_add_unsigned(&item, "fixtures", strtoul(cell_of(cells, CELL_FIXTURES), NULL, 10));
    add_differences(&item, "argocd_statuses", cell_of(cells, CELL_ARGOCD_STATUSES));
    add_differences(&item, "flux", cell_of(cells, CELL_FLUX));
    add_differences(&item, "kstatus", cell_of(cells, CELL_KSTATUS));
    add_list(&item, "fields", cell_of(cells, CELL_FIELDS), " ");
    vt_json_close(&item);
}

static void print_json(const listing_view *view) {
    vt_buffer out;
    vt_json_writer report = terminal_open_json(&out);
    vt_json_writer list = vt_json_add_array(&report, "kinds");
    for (size_t i = 0; i < kind_row_count; i++) {
        if (listing_shows(view, cell_of(kind_rows[i], CELL_KIND))) add_kind(&list, kind_rows[i]);
    }
    vt_json_close(&list);
    terminal_write_json(&report);
}

bool kinds_print(listing_view *view) {
    if (!view->as_json) return print_table(view);
    if (!view->rows->quiet) print_json(view);
    return true;
}
