/* vitals list kinds: which kinds have a rule, what it may answer, and which fields it reads. */
#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "commands/kind_rows.h"
#include "commands/listings.h"

/* -------------------------------------------------------------------- rows */

/* One row of the page. Lists are texts: "Healthy, Degraded", and "Degraded > Healthy: 3, …", "same" or
** "no" for the fixtures that get another status. A kind without health has a name and a source alone. */
typedef enum kind_cell {
    CELL_KIND,
    CELL_SOURCE,
    CELL_ARGOCD, /* "yes" or "no" */
    CELL_STATUSES,
    CELL_FIXTURES,
    CELL_FLUX,
    CELL_KSTATUS,
    CELL_FIELDS, /* separated by spaces */
    CELL_ARGOCD_STATUSES,
    CELL_COUNT
} kind_cell;

/* Cut the next row out of `*rest`; false at the end. */
static bool next_row(char **rest, char *cells[CELL_COUNT]) {
    if (!**rest) return false;
    for (int i = 0; i < CELL_COUNT; i++) {
        const size_t size = strcspn(*rest, "\t\n");
        cells[i] = *rest;
        *rest += size;
        if (**rest) *(*rest)++ = '\0';
    }
    return true;
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
    char *rows = memory_copy(kind_rows, kind_rows_bytes), *rest = rows, *cells[CELL_COUNT];
    while (next_row(&rest, cells)) {
        cli_row *row = table_add_row(&table, VITALS_HEALTH_UNASSESSED);
        row->cells[KIND] = memory_copy_string(cells[CELL_KIND]);
        row->cells[SOURCE] = memory_copy_string(cells[CELL_SOURCE]);
        row->cells[ARGOCD] = memory_copy_string(cells[CELL_ARGOCD]);
        row->cells[STATUSES] = memory_copy_string(cells[CELL_STATUSES]);
        row->cells[FIELDS] = memory_copy_string(cells[CELL_FIELDS]);
    }
    free(rows);
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

static void add_list(cJSON *item, const char *name, const char *list, const char *separator) {
    cJSON *array = cJSON_AddArrayToObject(item, name);
    size_t size;
    for (const char *start; (start = next_item(&list, separator, &size));) {
        char *text = memory_copy(start, size);
        cJSON_AddItemToArray(array, cJSON_CreateString(text));
        free(text);
    }
}

/* "Degraded > Healthy: 3": the status here, the status there, and how many fixtures. */
static void add_differences(cJSON *item, const char *name, const char *list) {
    cJSON *array = cJSON_AddArrayToObject(item, name);
    size_t size;
    for (const char *start; (start = next_item(&list, ", ", &size));) {
        char here[16], there[16];
        unsigned fixtures;
        if (sscanf(start, "%15[A-Za-z] > %15[A-Za-z]: %u", here, there, &fixtures) != 3) continue;
        cJSON *difference = cJSON_CreateObject();
        cJSON_AddStringToObject(difference, "here", here);
        cJSON_AddStringToObject(difference, "there", there);
        cJSON_AddNumberToObject(difference, "fixtures", fixtures);
        cJSON_AddItemToArray(array, difference);
    }
}

static void add_kind(cJSON *list, char *const cells[CELL_COUNT]) {
    cJSON *item = cJSON_CreateObject();
    cJSON_AddStringToObject(item, "kind", cells[CELL_KIND]);
    cJSON_AddStringToObject(item, "source", cells[CELL_SOURCE]);
    cJSON_AddBoolToObject(item, "argocd", strcmp(cells[CELL_ARGOCD], "yes") == 0);
    add_list(item, "statuses", cells[CELL_STATUSES], ", ");
    cJSON_AddNumberToObject(item, "fixtures", strtod(cells[CELL_FIXTURES], NULL));
    add_differences(item, "argocd_statuses", cells[CELL_ARGOCD_STATUSES]);
    add_differences(item, "flux", cells[CELL_FLUX]);
    add_differences(item, "kstatus", cells[CELL_KSTATUS]);
    add_list(item, "fields", cells[CELL_FIELDS], " ");
    cJSON_AddItemToArray(list, item);
}

static void print_json(void) {
    cJSON *report = cJSON_CreateObject();
    cJSON *list = cJSON_AddArrayToObject(report, "kinds");
    char *rows = memory_copy(kind_rows, kind_rows_bytes), *rest = rows, *cells[CELL_COUNT];
    while (next_row(&rest, cells)) add_kind(list, cells);
    free(rows);
    terminal_write_json(report);
}

bool kinds_print(listing_view *view) {
    if (!view->as_json) return print_table(view);
    if (!view->rows->quiet) print_json();
    return true;
}
