/* vitals lint: mistakes in the rules of a repository. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/problems.h"
#include "input/command.h"
#include "input/rules.h"
#include "lint/lint.h"
#include "output/show_lint.h"

typedef struct lint_options {
    unsigned output, fail_on, colour;
    bool list, all, fix, dry_run, if_any;
    option_list levels, schemas;
    const char *changed, *key, *explain;
} lint_options;

static const char *const forms[] = { "pretty", "github", "sarif", "json", NULL };
static const lint_show_fn shows[] = { lint_show_pretty, lint_show_github, lint_show_sarif,
                                      lint_show_json };
static const char *const severities[] = { "error", "warning", NULL };
static const char *const levels[] = { "error", "warning", "note", "off", NULL };

/* clang-format off */
static const option_row rows[] = {
    { 'o', "output", NULL, OPTION_CHOICE, offsetof(lint_options, output), "FORM", forms,
      "pretty (default), github, sarif or json" },
    { 0, "fail-on", NULL, OPTION_CHOICE, offsetof(lint_options, fail_on), "SEVERITY", severities,
      "exit with 1 at an error (default), or also at a warning" },
    { 0, "level", NULL, OPTION_LIST, offsetof(lint_options, levels), "RULE=LEVEL", NULL,
      "report a rule as error, warning or note, or not at all: off" },
    { 0, "all", NULL, OPTION_FLAG, offsetof(lint_options, all), NULL, NULL,
      "also report matters of taste, as notes" },
    { 0, "changed", NULL, OPTION_TEXT, offsetof(lint_options, changed), "BASE", NULL,
      "only files that differ from this branch or commit, and the checks that "
      "they are part of" },
    { 0, "key", NULL, OPTION_TEXT, offsetof(lint_options, key), "PATH", NULL,
      "where the data of the argocd-cm is in these files, such as "
      ".gitops.argocd.cm, when it is not found" },
    { 0, "schemas", NULL, OPTION_LIST, offsetof(lint_options, schemas), "PATH", NULL,
      "take schemas of kinds from this file or directory: CustomResourceDefinitions, or what a "
      "cluster serves under /openapi/v3; may be repeated" },
    { 0, "fix", NULL, OPTION_FLAG, offsetof(lint_options, fix), NULL, NULL,
      "correct what can be corrected mechanically, and report the rest" },
    { 0, "dry-run", NULL, OPTION_FLAG, offsetof(lint_options, dry_run), NULL, NULL,
      "with --fix: print the differences, and change nothing" },
    { 0, "if-any", NULL, OPTION_FLAG, offsetof(lint_options, if_any), NULL, NULL,
      "exit with 0 when there is nothing to lint, as hooks need" },
    { 0, "explain", NULL, OPTION_TEXT, offsetof(lint_options, explain), "RULE", NULL,
      "say what a rule finds, what to do, and how to silence it" },
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

/* A path without any schema is a mistake. */
static void read_schemas(vitals_lint *lint, const lint_options *options, cli_problems *problems) {
    for (size_t i = 0; i < options->schemas.count; i++) {
        const char *path = options->schemas.items[i];
        vitals_diagnostics *diagnostics = NULL;
        size_t count = 0;
        if (vitals_diagnostics_new(NULL, &diagnostics) != VITALS_OK) memory_exhausted();
        const vitals_status status = vitals_lint_schemas(lint, path, &count, diagnostics);
        if (status == VITALS_ENOMEM) memory_exhausted();
        problems_add_all(problems, path, status, diagnostics);
        if (!status && count == 0) {
            problems_add_error(problems, path,
                               "no schema: neither a CustomResourceDefinition nor "
                               "OpenAPI v3");
        }
        vitals_diagnostics_free(diagnostics);
    }
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

/* A lint as the options ask for. Their levels are valid. */
static vitals_lint *new_lint(const lint_options *options, changed_files *changed) {
    vitals_lint *lint = NULL;
    if (vitals_lint_new(NULL, NULL, &lint) != VITALS_OK) memory_exhausted();
    vt_buffer key = BUFFER_INIT;
    if (vitals_lint_set_key(lint, rules_read_key(options->key, &key))) memory_exhausted();
    vt_buffer_done(&key);
    if (options->changed) vitals_lint_set_filter(lint, changed_wants, changed);
    if (options->all && vitals_lint_set_level(lint, NULL, VITALS_LINT_NOTE)) memory_exhausted();
    for (size_t i = 0; i < options->levels.count; i++) {
        const char *level = strchr(options->levels.items[i], '=');
        char *rule =
            memory_copy(options->levels.items[i], (size_t)(level - options->levels.items[i]));
        const vitals_lint_level set = (vitals_lint_level)choice_find(levels, level + 1);
        if (vitals_lint_set_level(lint, rule, set) == VITALS_ENOMEM) memory_exhausted();
        free(rule);
    }
    return lint;
}

static void read_paths(vitals_lint *lint, const option_list *paths, const lint_options *options,
                       cli_problems *problems) {
    read_schemas(lint, options, problems);
    for (size_t i = 0; i < paths->count; i++) {
        lint_find_settings(lint, paths->items[i], problems);
        lint_path(lint, paths->items[i], problems);
    }
}

/* Corrections bring others to light: what a removed statement has used is used no more. */
enum { MOST_ROUNDS = 20 };

static void fix(const option_list *paths, const lint_options *options, changed_files *changed) {
    size_t total = 0, count = 1;
    for (int round = 0; round < MOST_ROUNDS && count > 0; round++) {
        cli_problems problems = PROBLEMS_INIT;
        vitals_lint *lint = new_lint(options, changed);
        size_t errors = 0;
        read_paths(lint, paths, options, &problems);
        if (vitals_lint_finish(lint) != VITALS_OK) memory_exhausted();
        problems_clear(&problems); /* they come again when the rest is reported */
        count = fix_files(lint, &problems);
        total += count;
        problems_print(&problems, &errors);
        problems_done(&problems);
        vitals_lint_free(lint);
    }
    fprintf(stderr, "%zu corrected\n", total);
}

static void show_difference(const vitals_lint *lint, cli_problems *problems) {
    vt_buffer difference = BUFFER_INIT;
    fix_show(lint, &difference, problems);
    terminal_write(difference.bytes, difference.size);
    terminal_flush();
    vt_buffer_done(&difference);
}

static int report(vitals_lint *lint, const lint_options *options, cli_problems *problems) {
    if (!options->fix || !options->dry_run) return show_findings(lint, options);
    if (vitals_lint_finish(lint) != VITALS_OK) memory_exhausted();
    show_difference(lint, problems);
    const bool any =
        vitals_lint_edit_at(lint, 0, &(vitals_lint_edit){ 0 }, sizeof(vitals_lint_edit));
    return any ? EXIT_UNHEALTHY : EXIT_HEALTHY;
}

static int lint_paths(const option_list *paths, const lint_options *options,
                      changed_files *changed) {
    cli_problems problems = PROBLEMS_INIT;
    size_t errors = 0;
    if (options->fix && !options->dry_run) fix(paths, options, changed);
    vitals_lint *lint = new_lint(options, changed);
    read_paths(lint, paths, options, &problems);
    if (!options->changed && !options->if_any && vitals_lint_file_count(lint) == 0 &&
        problems.errors == 0) {
        problems_add_error(&problems, paths->count == 1 ? paths->items[0] : NULL,
                           "nothing to lint: no argocd-cm, health.lua or healthCheckExprs");
    }
    const int status = report(lint, options, &problems);
    problems_print(&problems, &errors);
    problems_done(&problems);
    vitals_lint_free(lint);
    return errors ? EXIT_INPUT : status;
}

/* With --changed, after git has said what has. */
static int lint_changed(const option_list *paths, const lint_options *options) {
    changed_files changed = { 0 };
    cli_problems problems = PROBLEMS_INIT;
    size_t errors = 0;
    int status = EXIT_INPUT;
    if (!options->changed || changed_find(&changed, options->changed, &problems)) {
        status = lint_paths(paths, options, &changed);
    }
    problems_print(&problems, &errors);
    problems_done(&problems);
    changed_done(&changed);
    return status;
}

static bool is_rule(const char *name, size_t size) {
    const vitals_lint_rule *rule;
    for (size_t i = 0; (rule = vitals_lint_rule_at(i)); i++) {
        if (strlen(rule->id) == size && memcmp(rule->id, name, size) == 0) return true;
    }
    return false;
}

/* Why the options make no sense, in `problem`; false: they do. */
static bool find_mistake(const lint_options *options, char *problem, size_t size) {
    for (size_t i = 0; i < options->levels.count; i++) {
        const char *given = options->levels.items[i], *level = strchr(given, '=');
        if (!level || choice_find(levels, level + 1) < 0) {
            snprintf(problem, size, "expected --level RULE=error, warning, note or off, not %s",
                     given);
            return true;
        }
        if (!is_rule(given, (size_t)(level - given))) {
            snprintf(problem, size,
                     "--level %s: there is no such rule; vitals lint --list lists them", given);
            return true;
        }
    }
    if (options->dry_run && !options->fix) {
        snprintf(problem, size, "--dry-run needs --fix");
        return true;
    }
    if (options->changed && (!*options->changed || options->changed[0] == '-')) {
        snprintf(problem, size, "expected --changed BASE, a branch or commit");
        return true;
    }
    return false;
}

static int explain_rule(const cli_command *self, const lint_options *options) {
    if (!lint_explain_rule(options->explain)) {
        return command_usage_error(self,
                                   "--explain %s: there is no such rule; vitals lint --list lists "
                                   "them",
                                   options->explain);
    }
    return EXIT_HEALTHY;
}

static int list_rules(const lint_options *options) {
    lint_list_rules(shows[options->output] == lint_show_json, NULL);
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
    } else if (options.explain) {
        status = explain_rule(self, &options);
    } else if (options.list) {
        status = list_rules(&options);
    } else if (find_mistake(&options, problem, sizeof problem)) {
        status = command_usage_error(self, "%s", problem);
    } else if (result.arguments.count == 0 && !options.changed) {
        status = command_usage_error(self, "expected a path: vitals lint PATH");
    } else {
        if (result.arguments.count == 0) option_list_add(&result.arguments, ".");
        status = lint_changed(&result.arguments, &options);
    }
    options_done(groups, filled, &result);
    return status;
}

const cli_command command_lint = {
    "lint",
    "find mistakes in customizations, checks and healthCheckExprs",
    "PATH…",
    groups,
    "  vitals lint .\n"
    "  vitals lint clusters/ -o github --fail-on warning\n"
    "  vitals lint --changed origin/main\n"
    "  vitals lint . --fix --dry-run\n"
    "  vitals lint clusters/ --schemas crds/\n"
    "  vitals lint --explain lua-nil-index\n"
    "  vitals lint argocd-cm.yaml -o sarif > lint.sarif\n",
    run_lint,
};
