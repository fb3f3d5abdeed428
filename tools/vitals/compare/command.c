/* vitals compare: where engines, or two versions of rules, disagree about the same objects. */
#include <stddef.h>
#include <string.h>

#include "assess/objects.h"
#include "base/memory.h"
#include "compare/compare.h"
#include "input/command.h"

static const char *const outputs[] = { "table", "json", "ndjson", NULL };

#define FIELD(name) offsetof(compare_options, name)

/* clang-format off */
static const option_row rows[] = {
    { 0, "from", NULL, OPTION_LIST, FIELD(from), "RULES", NULL,
      "the old rules: a file or directory as for --rules, a tree of checks, or a "
      "release of Argo CD, such as argocd@3.1; repeatable" },
    { 0, "to", NULL, OPTION_LIST, FIELD(to), "RULES", NULL,
      "the new rules; shows only objects whose status changes" },
    { 0, "helm-version", NULL, OPTION_TEXT, FIELD(helm_version), "VERSION", NULL,
      "the release of Helm 4 in the column helm, such as 4.1 (default: the newest)" },
    { 0, "wait-for-jobs", NULL, OPTION_FLAG, FIELD(wait_for_jobs), NULL, NULL,
      "the column helm is helm --wait --wait-for-jobs" },
    { 'o', "output", NULL, OPTION_CHOICE, FIELD(output), "FORM", outputs,
      "table (default), json or ndjson" },
    { 0, "color", "colour", OPTION_CHOICE, FIELD(colour), "WHEN", colour_names,
      "auto (default), always or never; NO_COLOR is respected" },
    { 0, "threads", NULL, OPTION_COUNT, FIELD(threads), "N", NULL,
      "use this many threads (default: one per core)" },
    { 0, "no-headers", NULL, OPTION_FLAG, FIELD(without_headers), NULL, NULL,
      "leave out the titles of columns" },
    { 'q', "quiet", NULL, OPTION_FLAG, FIELD(quiet), NULL, NULL,
      "print nothing but errors; see the exit status" },
};
/* clang-format on */

static const option_group own_group = { "Comparison", rows, COUNT_OF(rows) };
static const option_group *const groups[] = { &object_option_group, &own_group, &rule_option_group,
                                              NULL };

typedef struct cli_settings {
    object_options objects;
    compare_options own;
    rule_options rules;
} cli_settings;

/* --------------------------------------------------------------- the whole */

static int run_all(compare_run *run, const rule_options *rules) {
    cli_run *base = &run->base;
    const bool made = compare_make_engines(run, rules);
    problems_print(&base->problems, &base->errors);
    if (!made) return EXIT_INPUT;
    base->rules.engine = vitals_engine_retain(run->engines[0].engine);
    /* All objects go into a set: the rules of Flux, kstatus and Helm look at Pods. */
    objects_read(base, &run->base.objects->files);
    objects_check(base);
    compare_all(run);
    if (!run->options->quiet) compare_show(run);
    problems_print_rest(base->errors);
    if (!run->options->quiet) compare_print_summary(run);
    const bool allow_partial = base->objects->allow_partial && base->entry_count > 0;
    if (coverage_fails(&base->coverage, base->errors, allow_partial)) return EXIT_INPUT;
    return run->disagreements ? EXIT_UNHEALTHY : EXIT_HEALTHY;
}

static void run_done(compare_run *run) {
    compare_results_done(run);
    /* Their limits are those of `base`. */
    for (size_t i = 0; i < MAX_ENGINES; i++) vitals_engine_release(run->engines[i].engine);
    objects_done(&run->base);
}

/* Combinations of options that the tables cannot rule out. NULL: there is none. */
static const char *contradiction(const compare_run *run, cli_settings *settings) {
    const compare_options *own = &settings->own;
    if (!own->from.count != !own->to.count) return "--from and --to go together";
    if (run->by_rules && (own->helm_version || own->wait_for_jobs)) {
        return "--helm-version and --wait-for-jobs are for the column helm, which --from leaves "
               "out";
    }
    if (!own->from.count && settings->rules.profile) {
        return "compare uses every profile; --profile needs --from and --to";
    }
    if (!sources_default_to_stdin(&settings->objects.files)) {
        return "no objects: give files with -f, or pipe them in";
    }
    return NULL;
}

static bool prepare(compare_run *run, cli_settings *settings, const option_list *words,
                    char *problem, size_t size) {
    const compare_options *own = &settings->own;
    run->options = own;
    run->by_rules = own->from.count > 0;
    if (!compare_read_releases(run, &settings->own, problem, size) ||
        !compare_read_helm(run, own, problem, size)) {
        return false;
    }
    run->base.options = &run->assess;
    run->base.objects = &settings->objects;
    run->base.keeps_set = true;
    run->base.terminal = terminal_of_stdout((colour_choice)own->colour);
    if (!rules_read_options(&run->base.rules, &settings->rules, problem, size) ||
        !selection_parse(run->base.selection, words, &settings->objects, problem, size)) {
        return false;
    }
    const char *wrong = contradiction(run, settings);
    if (wrong) snprintf(problem, size, "%s", wrong);
    return !wrong;
}

static int run_compare(const cli_command *self, int argc, char **argv) {
    cli_settings settings = { .own.output = 0 };
    void *const filled[] = { &settings.objects, &settings.own, &settings.rules };
    cli_selection selection = { .terms = NULL };
    compare_run run = { .base = { .selection = &selection, .problems = PROBLEMS_INIT } };
    option_result result;
    char problem[256];
    int status = EXIT_HEALTHY;
    if (!options_parse(groups, filled, argc, argv, &result, problem, sizeof problem)) {
        status = command_usage_error(self, "%s", problem);
    } else if (result.help) {
        command_print_help(self);
    } else if (!prepare(&run, &settings, &result.arguments, problem, sizeof problem)) {
        status = command_usage_error(self, "%s", problem);
    } else {
        status = run_all(&run, &settings.rules);
    }
    run_done(&run);
    options_done(groups, filled, &result);
    return status;
}

const cli_command command_compare = {
    "compare",
    "show where engines disagree, or old rules and new ones",
    "[FILE…] [KIND[/NAME]…]",
    groups,
    "  kubectl get all,ingress -A -o yaml | vitals compare\n"
    "  vitals compare -f dump.json --argocd-cm argocd-cm.yaml --exprs apps.yaml\n"
    "  vitals compare -f dump.json --from old-cm.yaml --to new-cm.yaml\n"
    "  vitals compare -f dump.json --from argocd@3.1 --to argocd@3.6\n",
    run_compare,
};
