/* vitals lint: mistakes in the rules of a repository. */
#include <stddef.h>

#include "base/memory.h"
#include "base/problems.h"
#include "input/command.h"
#include "output/show_lint.h"

typedef struct lint_options {
    unsigned output, fail_on, colour;
    bool list;
} lint_options;

static const char *const forms[] = { "pretty", "github", "sarif", "json", NULL };
static const lint_show_fn shows[] = { lint_show_pretty, lint_show_github, lint_show_sarif,
                                      lint_show_json };
static const char *const severities[] = { "error", "warning", NULL };

/* clang-format off */
static const option_row rows[] = {
    { 'o', "output", NULL, OPTION_CHOICE, offsetof(lint_options, output), "FORM", forms,
      "pretty (default), github, sarif or json" },
    { 0, "fail-on", NULL, OPTION_CHOICE, offsetof(lint_options, fail_on), "SEVERITY", severities,
      "exit with 1 on errors (default), or also on warnings" },
    { 0, "list", NULL, OPTION_FLAG, offsetof(lint_options, list), NULL, NULL,
      "list the rules, as `vitals list lint` does" },
    { 0, "color", "colour", OPTION_CHOICE, offsetof(lint_options, colour), "WHEN", colour_names,
      "auto (default), always or never; NO_COLOR is respected" },
};
/* clang-format on */

static const option_group own_group = { "Options", rows, COUNT_OF(rows) };
static const option_group *const groups[] = { &own_group, NULL };

static void lint_path(vitals_lint *lint, const char *path, cli_problems *problems) {
    vitals_diagnostics *diagnostics = NULL;
    if (vitals_diagnostics_new(NULL, &diagnostics) != VITALS_OK) memory_exhausted();
    const vitals_status status = vitals_lint_path(lint, path, diagnostics);
    if (status == VITALS_ENOMEM) memory_exhausted();
    problems_add_all(problems, path, status, diagnostics);
    vitals_diagnostics_free(diagnostics);
}

static int show_findings(vitals_lint *lint, const lint_options *options) {
    if (vitals_lint_finish(lint) != VITALS_OK) memory_exhausted();
    const cli_terminal terminal = terminal_of_stdout((colour_choice)options->colour);
    shows[options->output](lint, &terminal);
    terminal_flush();
    const lint_counts counts = lint_count(lint);
    const bool failed = counts.errors || (options->fail_on == 1 && counts.warnings);
    return failed ? EXIT_UNHEALTHY : EXIT_HEALTHY;
}

static int lint_paths(const option_list *paths, const lint_options *options) {
    cli_problems problems = PROBLEMS_INIT;
    vitals_lint *lint = NULL;
    size_t errors = 0;
    if (vitals_lint_new(NULL, NULL, &lint) != VITALS_OK) memory_exhausted();
    for (size_t i = 0; i < paths->count; i++) lint_path(lint, paths->items[i], &problems);
    if (vitals_lint_file_count(lint) == 0 && problems.errors == 0) {
        problems_add_error(&problems, paths->count == 1 ? paths->items[0] : NULL,
                           "nothing to lint: no argocd-cm, health.lua or healthCheckExprs");
    }
    const int status = show_findings(lint, options);
    problems_print(&problems, &errors);
    problems_done(&problems);
    vitals_lint_free(lint);
    return errors ? EXIT_INPUT : status;
}

static int list_rules(const lint_options *options) {
    lint_list_rules(shows[options->output] == lint_show_json);
    return EXIT_HEALTHY;
}

static int run_lint(const cli_command *self, int argc, char **argv) {
    lint_options options = { 0 };
    void *const filled[] = { &options };
    option_result result;
    char problem[256];
    int status = EXIT_HEALTHY;
    if (!options_parse(groups, filled, argc, argv, &result, problem, sizeof problem)) {
        status = command_usage_error(self, "%s", problem);
    } else if (result.help) {
        command_print_help(self);
    } else if (options.list) {
        status = list_rules(&options);
    } else if (result.arguments.count == 0) {
        status = command_usage_error(self, "expected a path: vitals lint PATH");
    } else {
        status = lint_paths(&result.arguments, &options);
    }
    options_done(groups, filled, &result);
    return status;
}

const cli_command command_lint = {
    "lint",
    "find mistakes in argocd-cm ConfigMaps, check trees and healthCheckExprs",
    "PATH…",
    groups,
    "  vitals lint .\n"
    "  vitals lint clusters/ -o github --fail-on warning\n"
    "  vitals lint argocd-cm.yaml -o sarif > lint.sarif\n",
    run_lint,
};
