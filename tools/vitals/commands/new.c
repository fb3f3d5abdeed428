/* vitals new: drafts a check or expressions, or saves a live object as a fixture. */
#include <stddef.h>
#include <string.h>

#include "base/memory.h"
#include "commands/new_check.h"
#include "commands/new_fixture.h"
#include "input/command.h"

typedef struct new_options {
    option_list from, schemas;
    const char *directory;
    const char *name;
} new_options;

/* clang-format off */
static const option_row rows[] = {
    { 0, "from", NULL, OPTION_LIST, offsetof(new_options, from), "FILE|DIR|-", NULL,
      "draft from all objects of the kind there, and from its CustomResourceDefinition" },
    { 0, "schemas", NULL, OPTION_LIST, offsetof(new_options, schemas), "PATH", NULL,
      "read the kind's schema from CustomResourceDefinitions and OpenAPI documents" },
    { 0, "dir", NULL, OPTION_TEXT, offsetof(new_options, directory), "TREE", NULL,
      "the tree to write to (default resource_customizations); - prints a "
      "fixture instead" },
    { 0, "name", NULL, OPTION_TEXT, offsetof(new_options, name), "NAME", NULL,
      "the name of a fixture, without .yaml (default: its status)" },
};
/* clang-format on */

static const option_group own_group = { "Options", rows, COUNT_OF(rows) };
static const option_group *const groups[] = { &own_group, &object_option_group, &rule_option_group,
                                              NULL };

/* `check GROUP/KIND` or `expression GROUP/KIND`. */
static bool is_new_draft(const option_list *arguments, const char *what) {
    return arguments->count == 2 && strcmp(arguments->items[0], what) == 0 &&
           strchr(arguments->items[1], '/');
}

static bool is_new_fixture(const option_list *arguments) {
    return arguments->count > 1 && strcmp(arguments->items[0], "fixture") == 0;
}

/* The words behind `fixture` select the object. */
static int make_fixture(const cli_command *self, const new_options *options,
                        object_options *objects, const rule_options *rules,
                        const option_list *arguments) {
    const option_list words = { arguments->items + 1, arguments->count - 1 };
    const fixture_options own = { objects, rules, options->directory, options->name };
    return options->from.count
               ? command_usage_error(self, "a fixture is read from files: give -f FILE")
               : new_fixture(self, &own, &words);
}

static int make_draft(const cli_command *self, const new_options *options, const char *kind,
                      bool expressions) {
    const check_options own = { kind, options->from, options->schemas, options->directory,
                                expressions };
    if (options->from.count == 0 && options->schemas.count == 0) {
        return command_usage_error(self, "--from FILE is required: objects of the kind, or its "
                                         "CustomResourceDefinition");
    }
    return new_check(&own);
}

static int run_new(const cli_command *self, int argc, char **argv) {
    new_options options = { .directory = "resource_customizations" };
    object_options objects = { .namespace = NULL };
    rule_options rules = { .key = NULL };
    void *const filled[] = { &options, &objects, &rules };
    option_result result;
    char problem[256];
    int status = EXIT_HEALTHY;
    if (!options_parse(groups, filled, argc, argv, &result, problem, sizeof problem)) {
        status = command_usage_error(self, "%s", problem);
    } else if (result.help) {
        command_print_help(self);
    } else if (is_new_fixture(&result.arguments)) {
        status = make_fixture(self, &options, &objects, &rules, &result.arguments);
    } else if (is_new_draft(&result.arguments, "check")) {
        status = make_draft(self, &options, result.arguments.items[1], false);
    } else if (is_new_draft(&result.arguments, "expression")) {
        status = make_draft(self, &options, result.arguments.items[1], true);
    } else {
        status = command_usage_error(self, "expected `vitals new check GROUP/KIND`, `vitals new "
                                           "expression GROUP/KIND` or `vitals new fixture "
                                           "KIND/NAME`");
    }
    options_done(groups, filled, &result);
    return status;
}

const cli_command command_new = {
    "new",
    "draft a check or expressions from objects, or save a fixture",
    "check|expression GROUP/KIND | fixture KIND/NAME",
    groups,
    "  kubectl get widget -A -o yaml | vitals new check example.com/Widget --from -\n"
    "  vitals new check example.com/Widget --from live.yaml --dir checks\n"
    "  vitals new expression example.com/Widget --from crds/widget.yaml\n"
    "  vitals new fixture widget/banner -f live.yaml\n",
    run_new,
};
