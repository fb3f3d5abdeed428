/* vitals help: all commands, one of them, or the manual page. */
#include <stddef.h>

#include "base/memory.h"
#include "input/command.h"

typedef struct help_options {
    bool manual;
} help_options;

/* clang-format off */
static const option_row rows[] = {
    { 0, "man", NULL, OPTION_FLAG, offsetof(help_options, manual), NULL, NULL,
      "print the manual page in troff" },
};
/* clang-format on */

static const option_group own_group = { "Options", rows, COUNT_OF(rows) };
static const option_group *const groups[] = { &own_group, NULL };

static void print_overview(const cli_command *self, FILE *out) {
    (void)self;
    fputs("vitals: is this Kubernetes object healthy, and why?\n\nUsage: vitals COMMAND …\n\n"
          "Commands:\n",
          out);
    for (size_t i = 0; commands[i]; i++) {
        fprintf(out, "  %-12s %s\n", commands[i]->name, commands[i]->summary);
    }
    fputs("\nExit status:\n"
          "  0  all objects are Healthy, Suspended or Unassessed\n"
          "  1  one is Degraded or Unknown (see --fail-on)\n"
          "  2  wrong usage\n"
          "  3  input or configuration could not be read, or nothing was selected\n"
          "  4  nothing failed, but one is still Progressing or Missing\n"
          "\n`vitals help COMMAND` lists the options and shows examples.\n",
          out);
}

static int help_on(const char *name) {
    const cli_command *command = command_find(name);
    cli_suggestion nearest = { name, NULL, 0 };
    if (command) {
        command_print_help(command);
        return EXIT_HEALTHY;
    }
    for (size_t i = 0; commands[i]; i++) suggestion_offer(&nearest, commands[i]->name);
    return command_usage_error(NULL, "no command '%s'%s%s", name,
                               nearest.best ? "; did you mean " : "",
                               nearest.best ? nearest.best : "");
}

static int run_help(const cli_command *self, int argc, char **argv) {
    help_options options = { false };
    void *const settings[] = { &options };
    option_result result;
    char problem[256];
    int status = EXIT_HEALTHY;
    if (!options_parse(groups, settings, argc, argv, &result, problem, sizeof problem)) {
        status = command_usage_error(self, "%s", problem);
    } else if (options.manual) {
        manual_print(stdout);
    } else if (result.arguments.count) {
        status = help_on(result.arguments.items[0]);
    } else {
        command_print_fitting(print_overview, self);
    }
    options_done(groups, settings, &result);
    return status;
}

const cli_command command_help = {
    "help",
    "show help for a command",
    "[COMMAND]",
    groups,
    "  vitals help assess\n"
    "  vitals help --man | man -l -\n",
    run_help,
};
