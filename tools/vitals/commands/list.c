/* vitals list: the checks, with their sources and profiles; the kinds; the CEL functions; the lint rules. */
#include <stddef.h>
#include <string.h>

#include <vitals/cel.h>

#include "base/memory.h"
#include "base/text.h"
#include "commands/listings.h"
#include "input/command.h"
#include "input/rules.h"
#include "output/show_lint.h"

typedef struct list_options {
    unsigned output;
    unsigned environment;
} list_options;

typedef struct cli_settings {
    rule_options rules;
    list_options own;
    row_options shown;
} cli_settings;

static const char *const outputs[] = { "table", "json", NULL };
/* In the order of VITALS_CEL_ENVIRONMENT_MAP. */
static const char *const environments[] = {
#define VITALS_X(name, text, about) text,
    VITALS_CEL_ENVIRONMENT_MAP(VITALS_X)
#undef VITALS_X
        NULL
};

/* clang-format off */
static const option_row rows[] = {
    { 'o', "output", NULL, OPTION_CHOICE, offsetof(list_options, output), "FORM", outputs,
      "table (default) or json" },
    { 0, "env", NULL, OPTION_CHOICE, offsetof(list_options, environment), "ENV",
      environments, "for functions: flux (default), spec, standard, ocm, kro, kubernetes, or "
      "kubernetes@1.28 to @1.37" },
};
/* clang-format on */

static const option_group own_group = { "Options", rows, COUNT_OF(rows) };
static const option_group *const groups[] = { &rule_option_group, &own_group, &row_option_group,
                                              NULL };

bool listing_shows(const listing_view *view, const char *name) {
    return !view->word || text_contains(name, view->word);
}

/* ------------------------------------------------------------------- table */

enum { SOURCE, CHECK, LIBRARIES, PROFILES, FILE_AND_LINE, COLUMNS };

static char *profiles_cell(unsigned profiles) {
    vt_buffer cell = BUFFER_INIT;
    for (int i = 0; i < VITALS_PROFILE_COUNT; i++) {
        if (profiles & 1u << i) {
            vt_buffer_printf(&cell, "%s%s", cell.size ? "," : "",
                             vitals_profile_name((vitals_profile)i));
        }
    }
    return vt_buffer_take(&cell, NULL);
}

static char *location_cell(const vitals_rule *rule) {
    vt_buffer cell = BUFFER_INIT;
    vt_quote_append_visible(&cell, vt_text_from(*rule->file ? rule->file : "built in"));
    if (*rule->file && rule->line) vt_buffer_printf(&cell, ":%u", rule->line);
    if (rule->broken) vt_buffer_add_terminated(&cell, "  broken: ");
    if (rule->broken) vt_quote_append_visible(&cell, vt_text_from(rule->broken));
    return vt_buffer_take(&cell, NULL);
}

static bool print_table(const vitals_engine *engine, listing_view *view) {
    cli_table table = { .columns = { { "SOURCE", false },
                                     { "CHECK", false },
                                     { "LIBRARIES", false },
                                     { "PROFILES", false },
                                     { "FROM", false } },
                        .column_count = COLUMNS,
                        .header = true,
                        .status_column = COLUMNS };
    vitals_rule rule;
    for (size_t i = 0; vitals_engine_rule_at(engine, i, &rule, sizeof rule); i++) {
        if (!listing_shows(view, rule.id)) continue;
        cli_row *row = table_add_row(&table, VITALS_HEALTH_UNASSESSED);
        row->cells[SOURCE] = memory_copy_string(vitals_source_name(rule.source));
        row->cells[CHECK] = text_visible(vt_text_from(rule.id));
        row->cells[LIBRARIES] = memory_copy_string(rule.open_libraries ? "open" : "");
        row->cells[PROFILES] = profiles_cell(rule.profiles);
        row->cells[FILE_AND_LINE] = location_cell(&rule);
    }
    return rows_print(&table, view->rows, view->problem, sizeof view->problem);
}

/* -------------------------------------------------------------------- json */

static void add_profiles(vt_json_writer *item, unsigned profiles) {
    vt_json_writer list = vt_json_add_array(item, "profiles");
    for (int i = 0; i < VITALS_PROFILE_COUNT; i++) {
        if (!(profiles & 1u << i)) continue;
        vt_json_add_word(&list, NULL, vitals_profile_name((vitals_profile)i));
    }
    vt_json_close(&list);
}

static void add_rule(vt_json_writer *list, const vitals_rule *rule) {
    vt_json_writer item = vt_json_add_object(list, NULL);
    vt_json_add_word(&item, "source", vitals_source_name(rule->source));
    vt_json_add_word(&item, "id", rule->id);
    vt_json_add_word(&item, "file", rule->file);
    vt_json_add_unsigned(&item, "line", rule->line);
    vt_json_add_bool(&item, "wildcard", rule->wildcard);
    vt_json_add_bool(&item, "openLibraries", rule->open_libraries);
    add_profiles(&item, rule->profiles);
    if (rule->broken) vt_json_add_word(&item, "broken", rule->broken);
    vt_json_close(&item);
}

static void print_json(const vitals_engine *engine, const listing_view *view) {
    vt_buffer out;
    vt_json_writer report = terminal_open_json(&out);
    vt_json_writer list = vt_json_add_array(&report, "checks");
    vitals_rule rule;
    for (size_t i = 0; vitals_engine_rule_at(engine, i, &rule, sizeof rule); i++) {
        if (listing_shows(view, rule.id)) add_rule(&list, &rule);
    }
    vt_json_close(&list);
    terminal_write_json(&report);
}

/* --------------------------------------------------------------- the whole */

/* A listing: the exit status, or -1 when a sentence is in the view's problem. */
typedef int (*list_fn)(cli_rules *rules, const cli_settings *settings, listing_view *view);

static int list_checks(cli_rules *rules, const cli_settings *settings, listing_view *view) {
    cli_problems problems = PROBLEMS_INIT;
    size_t errors = 0;
    const bool made = rules_make_engine(rules, &settings->rules, &problems);
    bool printed = true;
    problems_print(&problems, &errors);
    problems_done(&problems);
    if (made && !view->as_json) {
        printed = print_table(rules->engine, view);
    } else if (made && !view->rows->quiet) {
        print_json(rules->engine, view);
    }
    if (!printed) return -1;
    return errors || !made ? EXIT_INPUT : EXIT_HEALTHY;
}

/* The kinds, the CEL functions and the lint rules need no engine. */
static int list_kinds(cli_rules *rules, const cli_settings *settings, listing_view *view) {
    (void)rules, (void)settings;
    return kinds_print(view) ? EXIT_HEALTHY : -1;
}

static int list_functions(cli_rules *rules, const cli_settings *settings, listing_view *view) {
    (void)rules;
    return functions_print(settings->own.environment, view) ? EXIT_HEALTHY : -1;
}

static int list_lint(cli_rules *rules, const cli_settings *settings, listing_view *view) {
    (void)rules, (void)settings;
    lint_list_rules(view->as_json, view->word);
    return EXIT_HEALTHY;
}

static const struct listing {
    const char *name;
    list_fn list;
} listings[] = {
    { "checks", list_checks },
    { "kinds", list_kinds },
    { "functions", list_functions },
    { "lint", list_lint },
};

static const struct listing *find_listing(const option_list *arguments) {
    for (size_t i = 0; arguments->count && arguments->count <= 2 && i < COUNT_OF(listings); i++) {
        if (strcmp(arguments->items[0], listings[i].name) == 0) return &listings[i];
    }
    return NULL;
}

static int run_list(const cli_command *self, int argc, char **argv) {
#ifdef VITALS_WITH_CLUSTER
    if (argc && strcmp(argv[0], "access") == 0) {
        return command_list_access.run(&command_list_access, argc - 1, argv + 1);
    }
#endif
    cli_settings settings = { .own.output = 0 };
    void *const filled[] = { &settings.rules, &settings.own, &settings.shown };
    cli_rules rules = { .engine = NULL };
    option_result result;
    char problem[256];
    int status = EXIT_HEALTHY;
    if (!options_parse(groups, filled, argc, argv, &result, problem, sizeof problem)) {
        status = command_usage_error(self, "%s", problem);
    } else if (result.help) {
        command_print_help(self);
    } else if (!find_listing(&result.arguments)) {
        status = command_usage_error(
            self, "expected checks, kinds, functions, lint or access, and perhaps a word");
    } else if (!rules_read_options(&rules, &settings.rules, problem, sizeof problem)) {
        status = command_usage_error(self, "%s", problem);
    } else {
        listing_view view = {
            .as_json = settings.own.output == 1,
            .word = result.arguments.count > 1 ? result.arguments.items[1] : NULL,
            .rows = &settings.shown,
        };
        status = find_listing(&result.arguments)->list(&rules, &settings, &view);
        if (status < 0) status = command_usage_error(self, "%s", view.problem);
    }
    rules_done(&rules);
    options_done(groups, filled, &result);
    return status;
}

const cli_command command_list = {
    "list",
    "list the checks, the kinds, the CEL functions or the lint rules",
    "checks|kinds|functions|lint|access [WORD]",
    groups,
    "  vitals list checks\n"
    "  vitals list checks --argocd-cm argocd-cm.yaml -o json\n"
    "  vitals list kinds cert-manager\n"
    "  vitals list functions --env spec\n"
    "  vitals list lint\n"
    "  vitals list access --help   the rights that `vitals get` needs in a cluster\n",
    run_list,
};
