/* vitals assess: the health of objects, and of the applications they make up. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "assess/assess.h"
#include "base/memory.h"
#include "input/command.h"

/* ----------------------------------------------------------------- options */

#define VITALS_X(id, name, shows, show) name,
const char *const output_names[] = { OUTPUT_MAP(VITALS_X) NULL };
#undef VITALS_X
static const char *const sortings[] = { "status", "name",  "namespace", "kind",
                                        "since",  "input", NULL };
static const char *const groupings[] = {
    "all", "application", "namespace", "kind", "cluster", NULL
};
const char *const assess_failures[] = { "default", "Progressing", "Healthy", "Suspended",
                                        "Missing", "Degraded",    "Unknown", NULL };

static const char *const requirements[] = { "any", "argocd", NULL };

#define VITALS_X(name, text, about) text,
static const char *const aggregates[] = { "default", VITALS_AGGREGATE_MAP(VITALS_X) NULL };
#undef VITALS_X

#define FIELD(name) offsetof(assess_options, name)

/* clang-format off */
static const option_row rows[] = {
    { 'o', "output", NULL, OPTION_CHOICE, FIELD(output), "FORM", output_names,
      "table (default), wide, tree, json, yaml, ndjson, name, junit, github, sarif or partial, "
      "for vitals merge" },
    { 0, "only", NULL, OPTION_LIST, FIELD(only), "STATUS", answer_words,
      "show only objects with this status; repeatable, or with commas" },
    { 0, "by", NULL, OPTION_CHOICE, FIELD(by), "GROUP", groupings,
      "group by application, namespace, kind or cluster" },
    { 0, "sort-by", NULL, OPTION_CHOICE, FIELD(sort_by), "COLUMN", sortings,
      "sort by status, the worst first (default), name, namespace, kind, since "
      "or input" },
    { 0, "no-headers", NULL, OPTION_FLAG, FIELD(without_headers), NULL, NULL,
      "leave out the titles of columns" },
    { 'q', "quiet", NULL, OPTION_FLAG, FIELD(quiet), NULL, NULL,
      "print nothing but errors; see the exit status" },
    { 0, "aggregate", NULL, OPTION_CHOICE, FIELD(aggregate), "RULE", aggregates,
      "how resources make the health of an application: argocd, argocd-3.3, "
      "argocd-3.1, worst or kstatus (default: as the profile)" },
    { 0, "desired", NULL, OPTION_TEXT, FIELD(desired), "FILE|DIR|-", NULL,
      "these objects should exist; those that do not are Missing" },
    { 0, "app", NULL, OPTION_JOINED, FIELD(application), "NAME", NULL,
      "only objects that Argo CD tracks as part of this application; with `get`: "
      "what an Application, Kustomization or HelmRelease manages; repeatable" },
    { 0, "color", "colour", OPTION_CHOICE, FIELD(colour), "WHEN", colour_names,
      "auto (default), always or never; NO_COLOR is respected" },
    { 0, "fail-on", NULL, OPTION_CHOICE, FIELD(fail_on), "STATUS", assess_failures,
      "exit with 1 at this status or worse, otherwise with 0. Default: 1 at "
      "Degraded and Unknown, 4 at Progressing and Missing" },
    { 0, "health-only", NULL, OPTION_FLAG, FIELD(health_only), NULL, NULL,
      "leave failed deliveries out of the exit status" },
    { 0, "require-rule", NULL, OPTION_MAYBE, FIELD(require_rule), "any|argocd", requirements,
      "exit with 1 if an object has no rule; argocd: only if Argo CD has one" },
    { 0, "threads", NULL, OPTION_COUNT, FIELD(threads), "N", NULL,
      "use this many threads (default: one per core)" },
    { 0, "augment", NULL, OPTION_FLAG, FIELD(augment), NULL, NULL,
      "print the objects themselves, with the standard conditions of kstatus "
      "added; with -o yaml, json or ndjson" },
    { 0, "cost", NULL, OPTION_FLAG, FIELD(cost), NULL, NULL,
      "say what the rule of each object cost; with -o json, yaml or ndjson" },
    { 0, "batch", NULL, OPTION_TEXT, FIELD(batch), "FILE|-", NULL,
      "run scripts alone, as Argo CD does: reads a JSON object with script, "
      "open_libs and object from each line, prints one line for each" },
};
/* clang-format on */

const option_group assess_option_group = { "Answers", rows, COUNT_OF(rows) };

/* clang-format off */
static const option_row part_rows[] = {
    { 0, "cluster", NULL, OPTION_TEXT, FIELD(cluster), "NAME", NULL,
      "with -o partial: the cluster of all objects" },
};
/* clang-format on */
static const option_group part_option_group = { "Parts", part_rows, COUNT_OF(part_rows) };
static const option_group *const groups[] = { &object_option_group, &rule_option_group,
                                              &assess_option_group, &part_option_group, NULL };

/* --------------------------------------------------------------- the parts */

bool output_shows(unsigned form, unsigned what) {
#define VITALS_X(id, name, shows, show) (shows),
    static const unsigned shown[OUTPUT_COUNT] = { OUTPUT_MAP(VITALS_X) };
#undef VITALS_X
    return (shown[form] & what) == what;
}

/* Whether each answer is printed at once, or all are kept to be related to each other. */
static bool is_stream(const assess_settings *settings) {
    const assess_options *own = &settings->own;
    return output_shows(own->output, FORM_STREAMS) && !own->desired && !own->application &&
           !own->aggregate && !settings->rules.policy && !own->sort_by && !own->quiet;
}

/* Rules of Flux and kstatus look at the Pods of workloads. */
static bool looks_at_pods(const assess_settings *settings) {
    return settings->rules.profile == VITALS_PROFILE_FLUX ||
           settings->rules.profile == VITALS_PROFILE_KSTATUS;
}

/* What a stream needs of an answer, and what is kept of it otherwise. */
static unsigned parts_of(unsigned output, bool streams) {
    const bool json = output_shows(output, FORM_JSON);
    const unsigned kept = ANSWER_IDENTITY | ANSWER_COLUMNS | ANSWER_PLACE;
    if (!streams) return kept | (json ? ANSWER_JSON : 0u);
    return ANSWER_PLACE | (json ? ANSWER_JSON : ANSWER_IDENTITY);
}

static vitals_aggregate aggregate_of(const assess_settings *settings, const vitals_call *call) {
    if (settings->own.aggregate) return (vitals_aggregate)(settings->own.aggregate - 1);
    vitals_argocd_release release;
    if (call->argocd_release &&
        vitals_argocd_release_at(call->argocd_release - 1U, &release, sizeof release)) {
        return release.aggregate;
    }
    const bool argocd = settings->rules.profile == VITALS_PROFILE_COMBINED ||
                        settings->rules.profile == VITALS_PROFILE_ARGOCD;
    return argocd ? VITALS_AGGREGATE_ARGOCD : VITALS_AGGREGATE_KSTATUS;
}

/* ------------------------------------------------------------------ output */

static void show_tables(cli_run *run) {
    if (run->options->by == GROUP_ALL) {
        show_table(run);
    } else {
        show_groups_table(run);
    }
}

static void show_all_lines(cli_run *run) {
    if (run->lists_groups) {
        show_group_lines(run);
    } else if (!run->streams) {
        show_lines(run);
    }
}

static void show(cli_run *run) {
#define VITALS_X(id, name, shows, show) show,
    static void (*const print[OUTPUT_COUNT])(cli_run * run) = { OUTPUT_MAP(VITALS_X) };
#undef VITALS_X
    const unsigned output = run->options->output;
    if (!output_shows(output, FORM_GROUPS) || !watch_end(run)) print[output](run);
    show_coverage(run);
    terminal_flush();
}

static void print_hint(const cli_run *run) {
    if (run->tally.unlike_live * 2 <= run->tally.objects) return;
    fputs("hint: most objects have neither a uid nor a status. Manifests in Git have no health;\n"
          "hint: pass live objects, such as the output of `kubectl get … -o yaml`\n",
          stderr);
}

static void print_summary(const cli_run *run) {
    vt_buffer line = BUFFER_INIT;
    tally_add_summary(&line, &run->tally, &run->rules.call, run->aggregate);
    fputs(vt_buffer_string(&line), stderr);
    vt_buffer_clear(&line);
    tally_add_gaps(&line, &run->tally);
    fputs(vt_buffer_string(&line), stderr);
    vt_buffer_done(&line);
    print_hint(run);
}

/* --------------------------------------------------------------- the whole */

static void assess_together(cli_run *run) {
    if (run->keeps_pods) pods_assess(run);
    if (run->desired) desired_add_missing(run);
    groups_finish(run);
}

void assess_begin(cli_run *run) {
    entries_start(run);
    if (run->keeps_pods) entries_start_set(run);
    if (run->options->desired) desired_read(run);
}

void assess_end(cli_run *run) {
    if (run->streams) {
        seen_count(&run->seen, &run->tally, run->failure);
    } else {
        assess_together(run);
    }
    work_done(run);
}

static void count_files_without_object(cli_run *run) {
    for (size_t i = 0; i < run->sources.count; i++) {
        const cli_source *source = &run->sources.items[i];
        run->tally.files_without_object += source->objects == 0 && source->errors == 0;
    }
}

void assess_group_applications(assess_options *own, const char *applications) {
    if (applications && strchr(applications, ',') && own->by == GROUP_ALL &&
        output_shows(own->output, FORM_GROUPS) && !output_shows(own->output, FORM_LISTS)) {
        own->by = GROUP_BY_APPLICATION;
    }
}

static bool has_tracked(const cli_run *run, const char *application) {
    for (uint32_t i = 0; i < run->entry_count; i++) {
        const char *tracking = entry_at(run, relations_root(run, i))->answer.tracking;
        if (!entry_at(run, i)->gone && tracking && strcmp(tracking, application) == 0) return true;
    }
    return false;
}

/* Report each application that tracks nothing. */
static void check_applications(cli_run *run) {
    option_list names = option_items(run->options->application);
    for (size_t i = 0; i < names.count; i++) {
        if (has_tracked(run, names.items[i])) continue;
        problems_add_error(&run->problems, NULL, "no object is tracked as part of %s",
                           names.items[i]);
    }
    option_list_free_items(&names);
}

/* Report an input without any object, and what selects nothing. */
static void check_results(cli_run *run) {
    const size_t objects = sources_count_objects(&run->sources);
    count_files_without_object(run);
    if (objects) {
        selection_check(run->selection, &run->problems);
    } else if (run->errors == 0) {
        vt_buffer text = BUFFER_INIT;
        vt_buffer_printf(&text, "no object in %s",
                         run->sources.count == 1 ? run->sources.items[0].path : "these files");
        source_report_none(&run->problems, vt_buffer_string(&text));
        vt_buffer_done(&text);
    }
    if (objects) check_applications(run);
    problems_print_unread(&run->problems, &run->errors, &run->coverage, SIZE_MAX);
}

static int exit_status_of(const cli_run *run) {
    const bool allow_partial = run->allow_partial && run->tally.objects > 0;
    if (coverage_fails(&run->coverage, run->errors, allow_partial)) return EXIT_INPUT;
    if (run->tally.failed) return EXIT_UNHEALTHY;
    return run->tally.waiting ? EXIT_WAITING : EXIT_HEALTHY;
}

int assess_report(cli_run *run) {
    if (!run->options->quiet) show(run);
    entries_warn_rest(run);
    problems_print_rest(run->errors);
    if (!run->options->quiet) print_summary(run);
    return exit_status_of(run);
}

static int run_all(cli_run *run, const assess_settings *settings) {
    const bool made = rules_make_engine(&run->rules, &settings->rules, &run->problems);
    problems_print(&run->problems, &run->errors);
    if (!made) return EXIT_INPUT;
    if (run->options->batch) return batch_run(run);
    if (run->options->augment) return augment_run(run);
    sources_find(&run->sources, &settings->objects.files, &run->problems);
    problems_print_unread(&run->problems, &run->errors, &run->coverage, SIZE_MAX);
    assess_begin(run);
    const pool_work work = work_of(run);
    run->pool = pool_new(&work, run->options->threads);
    feed_sources(run);
    assess_end(run);
    pool_free(run->pool);
    check_results(run);
    groups_note_coverage(run);
    return assess_report(run);
}

void assess_done(cli_run *run) {
    free(run->access);
    watch_done(run);
    because_done(run);
    part_objects_done(run);
    groups_done(run);
    entries_done(run);
    tally_done(&run->tally);
    selection_done(run->selection);
    sources_done(&run->sources);
    problems_done(&run->problems);
    coverage_done(&run->coverage);
    rules_done(&run->rules);
}

/* ---------------------------------------------------------------- checking */

static size_t stdin_uses(const assess_settings *settings) {
    const char *const files[] = { settings->own.desired, settings->own.batch };
    size_t uses = rules_stdin_uses(&settings->rules);
    for (size_t i = 0; i < COUNT_OF(files); i++) uses += files[i] && strcmp(files[i], "-") == 0;
    for (size_t i = 0; i < settings->objects.files.count; i++) {
        uses += strcmp(settings->objects.files.items[i], "-") == 0;
    }
    return uses;
}

/* Combinations of options that the tables cannot rule out. NULL: there is none. */
static const char *contradiction(assess_settings *settings) {
    const assess_options *own = &settings->own;
    if (own->by != GROUP_ALL && !output_shows(own->output, FORM_GROUPS)) {
        return "--by goes with -o table, wide, tree, json and yaml";
    }
    if (own->augment && !output_shows(own->output, FORM_JSON)) {
        return "--augment goes with -o yaml, json and ndjson";
    }
    if (own->cost && !(parts_of(own->output, false) & ANSWER_JSON)) {
        return "--cost goes with -o json, yaml and ndjson";
    }
    if (own->output == OUTPUT_PARTIAL && (own->desired || own->application || own->only.count)) {
        return "a part holds all its objects: -o partial takes no --desired, --app and --only";
    }
    if (own->cluster && own->output != OUTPUT_PARTIAL) return "--cluster goes with -o partial";
    if (own->by != GROUP_ALL && own->application) {
        return "--app names applications; leave out --by";
    }
    if (!own->batch && !sources_default_to_stdin(&settings->objects.files)) {
        return "no objects: give files with -f, or pipe them in";
    }
    if (own->output == OUTPUT_PARTIAL) settings->own.by = GROUP_BY_APPLICATION;
    assess_group_applications(&settings->own, own->application);
    return stdin_uses(settings) > 1 ? "stdin (-) can be read only once" : NULL;
}

static bool check_combinations(assess_settings *settings, char *problem, size_t size) {
    const char *wrong = contradiction(settings);
    if (wrong) snprintf(problem, size, "%s", wrong);
    return !wrong;
}

bool assess_check(cli_run *run, assess_settings *settings, char *problem, size_t size) {
    return rules_read_options(&run->rules, &settings->rules, problem, size);
}

static bool check(cli_run *run, assess_settings *settings, const option_list *words, char *problem,
                  size_t size) {
    return assess_check(run, settings, problem, size) &&
           selection_parse(run->selection, words, &settings->objects, problem, size) &&
           check_combinations(settings, problem, size);
}

void assess_prepare(cli_run *run, const assess_settings *settings) {
    const assess_options *own = &settings->own;
    run->options = own;
    run->objects = &settings->objects;
    run->allow_partial = settings->objects.allow_partial;
    run->terminal = terminal_of_stdout((colour_choice)own->colour);
    run->failure =
        own->fail_on
            ? failure_rule_of(vitals_health_from_name(vt_text_from(assess_failures[own->fail_on])))
            : failure_rule_default();
    run->failure.require_rule = (rule_requirement)own->require_rule;
    run->failure.health_only = own->health_only;
    run->aggregate = aggregate_of(settings, &run->rules.call);
    run->streams = is_stream(settings) && !own->augment;
    run->parts = parts_of(own->output, run->streams) | (own->cost ? ANSWER_COST : 0u);
    run->keeps_set = !run->streams && own->augment;
    run->keeps_pods = !run->streams && !own->augment && looks_at_pods(settings);
    run->explains = !run->streams && (own->by != GROUP_ALL ||
                                      (own->output != OUTPUT_TABLE && own->output != OUTPUT_WIDE));
    run->keeps_context = (run->explains || run->keeps_pods) && !own->augment;
    run->is_part = own->output == OUTPUT_PARTIAL;
    run->adds_up = !output_shows(own->output, FORM_LISTS) || own->by != GROUP_ALL;
}

static int run_assess(const cli_command *self, int argc, char **argv) {
    assess_settings settings = { .objects.namespace = NULL };
    void *const filled[] = { &settings.objects, &settings.rules, &settings.own, &settings.own };
    option_result result;
    cli_selection selection = { .terms = NULL };
    cli_run run = { .selection = &selection, .problems = PROBLEMS_INIT };
    char problem[256];
    int status = EXIT_HEALTHY;
    if (!options_parse(groups, filled, argc, argv, &result, problem, sizeof problem)) {
        status = command_usage_error(self, "%s", problem);
    } else if (result.help) {
        command_print_help(self);
    } else if (!check(&run, &settings, &result.arguments, problem, sizeof problem)) {
        status = command_usage_error(self, "%s", problem);
    } else {
        assess_prepare(&run, &settings);
        status = run_all(&run, &settings);
    }
    assess_done(&run);
    options_done(groups, filled, &result);
    return status;
}

const cli_command command_assess = {
    "assess",
    "report the health of objects and of their applications",
    "[FILE…] [KIND[/NAME]…]",
    groups,
    "  kubectl get all,ingress -n shop -o yaml | vitals assess -o tree\n"
    "  vitals assess -f live.yaml --profile argocd --argocd-cm argocd-cm.yaml\n"
    "  vitals assess deploy,sts -f dump.json -n shop --only Degraded\n"
    "  vitals assess -f live.yaml --desired manifests/ --app shop -o json\n"
    "  kubectl get pods -A -o json -w --output-watch-events | vitals assess -o ndjson\n",
    run_assess,
};
