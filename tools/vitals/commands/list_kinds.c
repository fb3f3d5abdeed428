/* vitals list kinds: which kinds have a rule, what it may answer, and which fields it reads. */
#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "commands/kind_rows.h"
#include "input/command.h"
#include "output/table.h"

/* ------------------------------------------------------------------- table */

enum { KIND, SOURCE, ARGOCD, STATUSES, FIELDS, COLUMNS };

static void print_table(void) {
    cli_table table = { .columns = { { "KIND", false },
                                     { "SOURCE", false },
                                     { "ARGO CD", false },
                                     { "STATUSES", false },
                                     { "FIELDS", false } },
                        .column_count = COLUMNS,
                        .header = true,
                        .status_column = COLUMNS };
    for (const kind_row *kind = kind_rows; kind->kind; kind++) {
        cli_row *row = table_add_row(&table, VITALS_HEALTH_UNASSESSED);
        row->cells[KIND] = memory_copy_string(kind->kind);
        row->cells[SOURCE] = memory_copy_string(kind->source);
        row->cells[ARGOCD] = memory_copy_string(kind->argocd);
        row->cells[STATUSES] = memory_copy_string(kind->statuses);
        row->cells[FIELDS] = memory_copy_string(kind->fields);
    }
    const cli_terminal terminal = terminal_of_stdout(COLOUR_NEVER);
    table_print(&table, &terminal);
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

static void print_json(void) {
    cJSON *report = cJSON_CreateObject();
    cJSON *list = cJSON_AddArrayToObject(report, "kinds");
    for (const kind_row *kind = kind_rows; kind->kind; kind++) {
        cJSON *item = cJSON_CreateObject();
        cJSON_AddStringToObject(item, "kind", kind->kind);
        cJSON_AddStringToObject(item, "source", kind->source);
        cJSON_AddBoolToObject(item, "argocd", strcmp(kind->argocd, "yes") == 0);
        add_list(item, "statuses", kind->statuses, ", ");
        cJSON_AddNumberToObject(item, "fixtures", kind->fixtures);
        add_differences(item, "flux", kind->flux);
        add_differences(item, "kstatus", kind->kstatus);
        add_list(item, "fields", kind->fields, " ");
        cJSON_AddItemToArray(list, item);
    }
    terminal_write_json(report);
}

void kinds_print(bool as_json) {
    if (as_json)
        print_json();
    else
        print_table();
}
