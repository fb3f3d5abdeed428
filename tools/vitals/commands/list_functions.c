/* vitals list functions: the CEL functions of an environment, one line an overload. */
#include <cjson/cJSON.h>
#include <string.h>

#include <vitals/cel.h>

#include "base/memory.h"
#include "commands/listings.h"

enum { NAME, SIGNATURE, LIBRARY, ABOUT, COLUMNS };

static bool print_table(vitals_cel_environment environment, listing_view *view) {
    cli_table table = { .columns = { { "FUNCTION", false },
                                     { "SIGNATURE", false },
                                     { "LIBRARY", false },
                                     { "ABOUT", false } },
                        .column_count = COLUMNS,
                        .header = true,
                        .status_column = COLUMNS };
    vitals_cel_function function;
    char signature[160];
    for (size_t i = 0; vitals_cel_function_at(environment, i, &function, sizeof function, signature,
                                              sizeof signature);
         i++) {
        cli_row *row = table_add_row(&table, VITALS_HEALTH_UNASSESSED);
        row->cells[NAME] = memory_copy_string(function.name);
        row->cells[SIGNATURE] = memory_copy_string(signature);
        row->cells[LIBRARY] = memory_copy_string(function.library);
        row->cells[ABOUT] = memory_copy_string(function.doc);
    }
    return rows_print(&table, view->rows, view->problem, sizeof view->problem);
}

static void add_function(cJSON *list, const vitals_cel_function *function, const char *signature) {
    cJSON *item = cJSON_CreateObject();
    cJSON_AddStringToObject(item, "name", function->name);
    cJSON_AddStringToObject(item, "overload", function->id);
    cJSON_AddStringToObject(item, "signature", signature);
    cJSON_AddBoolToObject(item, "member", function->member);
    cJSON_AddStringToObject(item, "library", function->library);
    cJSON_AddNumberToObject(item, "version", function->version);
    cJSON_AddStringToObject(item, "about", function->doc);
    cJSON_AddStringToObject(item, "example", function->example);
    cJSON_AddItemToArray(list, item);
}

static void print_json(vitals_cel_environment environment) {
    cJSON *report = cJSON_CreateObject();
    cJSON *list = cJSON_AddArrayToObject(report, "functions");
    vitals_cel_function function;
    char signature[160];
    for (size_t i = 0; vitals_cel_function_at(environment, i, &function, sizeof function, signature,
                                              sizeof signature);
         i++) {
        add_function(list, &function, signature);
    }
    terminal_write_json(report);
}

bool functions_print(unsigned environment, listing_view *view) {
    if (!view->as_json) return print_table((vitals_cel_environment)environment, view);
    if (!view->rows->quiet) print_json((vitals_cel_environment)environment);
    return true;
}
