/* vitals version: the version, and the versions it emulates. */
#include <stddef.h>

#include "base/memory.h"
#include "input/command.h"
#include "output/terminal.h"

typedef struct version_options {
    unsigned output;
} version_options;

static const char *const outputs[] = { "text", "json", NULL };

/* clang-format off */
static const option_row rows[] = {
    { 'o', "output", NULL, OPTION_CHOICE, offsetof(version_options, output), "FORM", outputs,
      "text (default) or json" },
};
/* clang-format on */

static const option_group own_group = { "Options", rows, COUNT_OF(rows) };
static const option_group *const groups[] = { &own_group, NULL };

static void print_text(const cli_command *self, FILE *out) {
    const char *name = NULL, *version = NULL;
    (void)self;
    fprintf(out, "vitals %s\n", vitals_version());
    for (size_t i = 0; vitals_version_of(i, &name, &version); i++) {
        fprintf(out, "  %-12s %s\n", name, version);
    }
}

static void print_json(void) {
    const char *name = NULL, *version = NULL;
    vt_buffer out;
    vt_json_writer report = terminal_open_json(&out);
    vt_json_add_word(&report, "vitals", vitals_version());
    vt_json_writer emulates = vt_json_add_object(&report, "emulates");
    for (size_t i = 0; vitals_version_of(i, &name, &version); i++) {
        vt_json_add_word(&emulates, name, version);
    }
    vt_json_close(&emulates);
    terminal_write_json(&report);
}

static int run_version(const cli_command *self, int argc, char **argv) {
    version_options options = { 0 };
    void *const settings[] = { &options };
    option_result result;
    char problem[256];
    int status = EXIT_HEALTHY;
    if (!options_parse(groups, settings, argc, argv, &result, problem, sizeof problem)) {
        status = command_usage_error(self, "%s", problem);
    } else if (result.arguments.count) {
        status = command_usage_error(self, "version takes no '%s'", result.arguments.items[0]);
    } else if (result.help) {
        command_print_help(self);
    } else if (options.output == 1) {
        print_json();
    } else {
        command_print_fitting(print_text, self);
    }
    options_done(groups, settings, &result);
    return status;
}

const cli_command command_version = {
    "version",
    "show the version, and the versions it emulates",
    "",
    groups,
    "  vitals version -o json\n",
    run_version,
};
