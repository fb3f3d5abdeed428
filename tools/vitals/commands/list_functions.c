/* vitals list functions: the CEL functions of an environment, one line an overload. */
#include <string.h>

#include <vitals/cel.h>

#include "base/memory.h"
#include "commands/listings.h"

enum { NAME, SIGNATURE, LIBRARY, ABOUT, COLUMNS };

/* The next function that is shown; false: there is none. */
static bool next_function(vitals_cel_environment environment, const listing_view *view,
                          size_t *index, vitals_cel_function *out, char signature[160]) {
    while (vitals_cel_function_at(environment, (*index)++, out, sizeof *out, signature, 160)) {
        if (listing_shows(view, out->name)) return true;
    }
    return false;
}

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
    for (size_t i = 0; next_function(environment, view, &i, &function, signature);) {
        cli_row *row = table_add_row(&table, VITALS_HEALTH_UNASSESSED);
        row->cells[NAME] = memory_copy_string(function.name);
        row->cells[SIGNATURE] = memory_copy_string(signature);
        row->cells[LIBRARY] = memory_copy_string(function.library);
        row->cells[ABOUT] = memory_copy_string(function.doc);
    }
    return rows_print(&table, view->rows, view->problem, sizeof view->problem);
}

static void add_function(vt_json_writer *list, const vitals_cel_function *function,
                         const char *signature) {
    vt_json_writer item = vt_json_add_object(list, NULL);
    vt_json_add_word(&item, "name", function->name);
    vt_json_add_word(&item, "overload", function->id);
    vt_json_add_word(&item, "signature", signature);
    vt_json_add_bool(&item, "member", function->member);
    vt_json_add_word(&item, "library", function->library);
    vt_json_add_integer(&item, "version", function->version);
    vt_json_add_word(&item, "about", function->doc);
    vt_json_add_word(&item, "example", function->example);
    vt_json_close(&item);
}

static void print_json(vitals_cel_environment environment, const listing_view *view) {
    vt_buffer out;
    vt_json_writer report = terminal_open_json(&out);
    vt_json_writer list = vt_json_add_array(&report, "functions");
    vitals_cel_function function;
    char signature[160];
    for (size_t i = 0; next_function(environment, view, &i, &function, signature);) {
        add_function(&list, &function, signature);
    }
    vt_json_close(&list);
    terminal_write_json(&report);
}

bool functions_print(unsigned environment, listing_view *view) {
    if (!view->as_json) return print_table((vitals_cel_environment)environment, view);
    if (!view->rows->quiet) print_json((vitals_cel_environment)environment, view);
    return true;
}
