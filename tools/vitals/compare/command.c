/* vitals compare: where engines, or two versions of rules, disagree about the same objects. */
#include <stddef.h>
#include <string.h>

#include "assess/objects.h"
#include "base/memory.h"
#ifdef VITALS_WITH_CLUSTER
#include "cluster/connect.h"
#endif
#include "compare/compare.h"
#include "input/command.h"

static const char *const outputs[] = { "table", "json", "ndjson", "github", "junit", NULL };
static const char *const groupings[] = { "object", "application", NULL };

#define FIELD(name) offsetof(compare_options, name)

/* clang-format off */
static const option_row rows[] = {
    { 0, "from", NULL, OPTION_LIST, FIELD(from), "RULES", NULL,
      "the old rules: a file or directory as for --rules, a tree of checks, a release such as "
      "argocd@3.1, flux@2.7 or helm@4.0, or a bundle of vitals: vitals@TREE; repeatable" },
    { 0, "to", NULL, OPTION_LIST, FIELD(to), "RULES", NULL,
      "the new rules; shows only objects whose status changes" },
    { 0, "by", NULL, OPTION_CHOICE, FIELD(by), "GROUP", groupings,
      "with --from and --to: object (default), or application: whose health changes" },
    { 0, "helm-version", NULL, OPTION_TEXT, FIELD(helm_version), "VERSION", NULL,
      "the release of Helm 4 in the column helm, such as 4.1 (default: that of the settings, else the "
      "newest)" },
    { 0, "wait-for-jobs", NULL, OPTION_FLAG, FIELD(wait_for_jobs), NULL, NULL,
      "the column helm is helm --wait --wait-for-jobs" },
    { 'o', "output", NULL, OPTION_CHOICE, FIELD(output), "FORM", outputs,
      "table (default), json or ndjson; with --from and --to also github and junit" },
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
static const option_group *const groups[] = { &object_option_group, &own_group,
#ifdef VITALS_WITH_CLUSTER
                                              &connect_option_group,
#endif
                                              &rule_option_group, NULL };

typedef struct cli_settings {
    object_options objects;
    compare_options own;
#ifdef VITALS_WITH_CLUSTER
    connect_options connect;
#endif
    rule_options rules;
} cli_settings;

/* --------------------------------------------------------------- the whole */

/* All objects go into a set: the rules of Flux, kstatus and Helm look at Pods. */
static void read_objects(compare_run *run, const cli_settings *settings) {
    cli_run *base = &run->base;
    if (settings->objects.files.count) {
        objects_read(base, &settings->objects.files);
    } else {
#ifdef VITALS_WITH_CLUSTER
        compare_read_clusters(run, &settings->connect);
#endif
    }
    objects_check(base);
}

static int status_of(const compare_run *run) {
    const cli_run *base = &run->base;
    const bool allow_partial = base->objects->allow_partial && base->entry_count > 0;
    if (coverage_fails(&base->coverage, base->errors, allow_partial)) return EXIT_INPUT;
    const bool changed = run->disagreements || run->changed_applications;
    return changed ? EXIT_UNHEALTHY : EXIT_HEALTHY;
}

static int run_all(compare_run *run, const cli_settings *settings) {
    cli_run *base = &run->base;
    const bool made = compare_make_engines(run, &settings->rules);
    problems_print(&base->problems, &base->errors);
    if (!made) return EXIT_INPUT;
    base->rules.engine = vitals_engine_retain(run->engines[0].engine);
    read_objects(run, settings);
    compare_all(run);
    if (run->options->by == COMPARE_BY_APPLICATION) compare_add_up(run);
    if (!run->options->quiet) compare_show(run);
    problems_print_rest(base->errors);
    if (!run->options->quiet) compare_print_summary(run);
    return status_of(run);
}

static void run_done(compare_run *run) {
    compare_applications_done(run);
    compare_results_done(run);
    /* Their limits are those of `base`. */
    for (size_t i = 0; i < MAX_ENGINES; i++) vitals_engine_release(run->engines[i].engine);
    objects_done(&run->base);
#ifdef VITALS_WITH_CLUSTER
    compare_clusters_done(run);
#endif
}

/* Whether the objects are those of clusters, which --context and --all-contexts name. */
static bool reads_clusters(const cli_settings *settings) {
#ifdef VITALS_WITH_CLUSTER
    return settings->connect.contexts.count || settings->connect.all_contexts;
#else
    (void)settings;
    return false;
#endif
}

static bool needs_sides(const compare_options *own) {
    return own->by != COMPARE_BY_OBJECT || own->output == COMPARE_GITHUB ||
           own->output == COMPARE_JUNIT;
}

/* Combinations of options that the tables cannot rule out. NULL: there is none. */
static const char *contradiction(const compare_run *run, cli_settings *settings) {
    const compare_options *own = &settings->own;
    const bool helm = run->sides == SIDES_RELEASES && run->program == RELEASE_HELM;
    if (compare_is_by_rules(run) && (own->helm_version || (own->wait_for_jobs && !helm))) {
        return "--helm-version and --wait-for-jobs are for the column helm, which --from leaves "
               "out";
    }
    if (!compare_is_by_rules(run) && settings->rules.profile) {
        return "compare uses every profile; --profile needs --from and --to";
    }
    if (!compare_is_by_rules(run) && needs_sides(own)) {
        return "--by application and -o github and junit need --from and --to";
    }
    if (reads_clusters(settings)) {
        return settings->objects.files.count ? "--context reads clusters; leave out files" : NULL;
    }
    if (!sources_default_to_stdin(&settings->objects.files)) {
        return "no objects: give files with -f, name a --context, or pipe them in";
    }
    return NULL;
}

static bool prepare(compare_run *run, cli_settings *settings, const option_list *words,
                    char *problem, size_t size) {
    const compare_options *own = &settings->own;
    run->options = own;
    if (!own->from.count != !own->to.count) {
        snprintf(problem, size, "--from and --to go together");
        return false;
    }
    if (!compare_read_releases(run, &settings->own, problem, size)) return false;
    run->base.options = &run->assess;
    run->base.objects = &settings->objects;
    run->base.keeps_set = true;
    run->base.terminal = terminal_of_stdout((colour_choice)own->colour);
    if (!rules_read_options(&run->base.rules, &settings->rules, problem, size) ||
        !selection_parse(run->base.selection, words, &settings->objects, problem, size)) {
        return false;
    }
#ifdef VITALS_WITH_CLUSTER
    if (!connect_check(&settings->connect, problem, size)) return false;
#endif
    const char *wrong = contradiction(run, settings);
    if (wrong) snprintf(problem, size, "%s", wrong);
    return !wrong;
}

static int run_compare(const cli_command *self, int argc, char **argv) {
    cli_settings settings = { .own.output = 0 };
    void *const filled[] = { &settings.objects, &settings.own,
#ifdef VITALS_WITH_CLUSTER
                             &settings.connect,
#endif
                             &settings.rules };
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
        status = run_all(&run, &settings);
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
    "  vitals compare -f dump.json --from argocd@3.1 --to argocd@3.6\n"
    "  vitals compare --context eu --from argocd@3.1 --to argocd@3.6 --by application\n",
    run_compare,
};
