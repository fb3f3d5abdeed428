/* vitals why: what keeps objects from being healthy, from files or from a live cluster. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "input/command.h"
#include "input/files.h"
#include "input/rules.h"
#include "input/selection.h"
#include "output/progress.h"
#include "output/show_why.h"
#ifdef VITALS_WITH_CLUSTER
#include "cluster/around.h"
#endif

typedef struct why_options {
    const char *application;
    unsigned output, colour, top;
    bool without_events;
} why_options;

typedef struct why_settings {
    object_options objects;
    rule_options rules;
    why_options own;
#ifdef VITALS_WITH_CLUSTER
    connect_options connect;
#endif
} why_settings;

enum { OUTPUT_IS_TEXT, OUTPUT_IS_JSON, OUTPUT_IS_NDJSON };
static const char *const outputs[] = { "text", "json", "ndjson", NULL };

#define FIELD(name) offsetof(why_options, name)

/* clang-format off */
static const option_row rows[] = {
    { 0, "app", NULL, OPTION_JOINED, FIELD(application), "NAME", NULL,
      "an Application, Kustomization or HelmRelease, and what belongs to it: NAME, NAMESPACE/NAME, KIND/NAME or KIND/NAMESPACE/NAME; repeatable" },
    { 0, "no-events", NULL, OPTION_FLAG, FIELD(without_events), NULL, NULL,
      "do not read events" },
    { 0, "top", NULL, OPTION_COUNT, FIELD(top), "N", NULL,
      "show the N causes that affect the most" },
    { 'o', "output", NULL, OPTION_CHOICE, FIELD(output), "FORM", outputs,
      "text (default), json or ndjson" },
    { 0, "color", "colour", OPTION_CHOICE, FIELD(colour), "WHEN", colour_names,
      "auto (default), always or never; NO_COLOR is respected" },
};
/* clang-format on */

static const option_group own_group = { "Options", rows, COUNT_OF(rows) };
static const option_group *const groups[] = { &object_option_group, &own_group,
#ifdef VITALS_WITH_CLUSTER
                                              &connect_option_group,
#endif
                                              &rule_option_group, NULL };

/* A run of the command. */
typedef struct cli_why {
    const why_settings *settings;
    cli_rules rules;
    cli_selection selection;
    vitals_set *set;
    vitals_worker *worker;
    vitals_why *why;
    cli_problems problems;
    cli_coverage coverage;
    cli_progress progress;    /* of reading, then of asking */
    option_list applications; /* of --app */
    bool *found;              /* of each of them: its object is there */
    size_t errors, objects;   /* objects that were asked about */
    int worst;                /* severity of what was found */
} cli_why;

/* ----------------------------------------------------------------- questions */

/* What an application is called: NAME, NAMESPACE/NAME, KIND/NAME, KIND/NAMESPACE/NAME. */
static bool is_application(const vitals_document *document, const char *name) {
    static const char *const kinds[][4] = {
        { "argoproj.io", "Application", "application", "app" },
        { "kustomize.toolkit.fluxcd.io", "Kustomization", "kustomization", "ks" },
        { "helm.toolkit.fluxcd.io", "HelmRelease", "helmrelease", "hr" },
    };
    vt_buffer forms = BUFFER_INIT;
    char *own = text_visible(vitals_document_name(document));
    char *namespace = text_visible(vitals_document_namespace(document));
    vt_buffer_printf(&forms, "\n%s\n%s/%s\n", own, namespace, own);
    bool is = false, known = false;
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        if (!vt_text_is(vitals_document_group(document), kinds[i][0]) ||
            !vt_text_is(vitals_document_kind(document), kinds[i][1])) {
            continue;
        }
        known = true;
        for (size_t k = 1; k < 4; k++) {
            vt_buffer_printf(&forms, "%s/%s\n%s/%s/%s\n", kinds[i][k], own, kinds[i][k], namespace,
                             own);
        }
    }
    vt_buffer wanted = BUFFER_INIT;
    vt_buffer_printf(&wanted, "\n%s\n", name);
    is = known && strstr(vt_buffer_string(&forms), vt_buffer_string(&wanted)) != NULL;
    vt_buffer_done(&wanted);
    vt_buffer_done(&forms);
    free(own);
    free(namespace);
    return is;
}

/* Whether --app names it, which is remembered. */
static bool is_listed(cli_why *run, const vitals_document *document) {
    bool is = false;
    for (size_t i = 0; i < run->applications.count; i++) {
        if (!is_application(document, run->applications.items[i])) continue;
        run->found[i] = is = true;
    }
    return is;
}

/* Read only because it may explain others: a broken API does not belong to the namespace that was asked about. */
static bool is_aside(const cli_why *run, const vitals_document *document) {
    const object_options *objects = &run->settings->objects;
    return !objects->files.count && !objects->all_namespaces &&
           vt_text_is(vitals_document_kind(document), "APIService");
}

/* Without words: what nothing else owns. Events and owned objects explain others. */
static bool is_asked_about(cli_why *run, const vitals_document *document) {
    if (run->settings->own.application) return is_listed(run, document);
    if (vt_text_is(vitals_document_kind(document), "Event")) return false;
    return selection_matches(&run->selection, document) &&
           (run->selection.count ||
            (!vitals_set_is_owned(run->set, document) && !is_aside(run, document)));
}

static void ask(cli_why *run, const vitals_document *document) {
    size_t index;
    vitals_why_finding finding;
    run->objects++;
    const vitals_status status = vitals_why_ask(run->why, document, &index);
    if (status == VITALS_ENOMEM) memory_exhausted();
    if (status != VITALS_OK || !vitals_why_finding_at(run->why, index, &finding, sizeof finding)) {
        return;
    }
    const int severity = why_severity(&finding);
    if (severity > run->worst) run->worst = severity;
}

static void ask_all(cli_why *run) {
    vitals_why_options options = VITALS_WHY_OPTIONS_INIT;
    uint64_t cursor = 0;
    options.set = run->set;
    options.with_blocks = run->selection.count > 0; /* they are no trouble unless asked about */
    options.without_events = run->settings->own.without_events;
    if (vitals_worker_new(run->rules.engine, &run->worker) != VITALS_OK ||
        vitals_why_new(run->worker, &run->rules.call, &options, &run->why) != VITALS_OK) {
        memory_exhausted();
    }
    for (const vitals_document *document;
         (document = vitals_set_next(run->set, &cursor)) != NULL;) {
        progress_step(&run->progress);
        if (is_asked_about(run, document)) ask(run, document);
    }
    progress_end(&run->progress);
}

/* ------------------------------------------------------------------- answers */

static void show(cli_why *run) {
    const why_options *own = &run->settings->own;
    const cli_terminal terminal = terminal_of_stdout((colour_choice)own->colour);
    vt_buffer out = BUFFER_INIT;
    if (own->output == OUTPUT_IS_TEXT) {
        why_add_text(&out, run->why, &terminal, run->rules.call.now_seconds, own->top);
        if (run->objects && !vitals_why_finding_count(run->why)) {
            vt_buffer_printf(&out, "nothing to explain: %zu object%s healthy or without health\n",
                             run->objects, run->objects == 1 ? " is" : "s are");
        }
        coverage_add_lines(&out, &run->coverage);
        terminal_write_wrapped(&terminal, &out, 11);
    } else {
        why_add_json(&out, run->why, own->output == OUTPUT_IS_JSON, own->top, &run->coverage);
        terminal_write(out.bytes ? out.bytes : "", out.size);
    }
    vt_buffer_done(&out);
    terminal_flush();
}

static int status_of(const cli_why *run) {
    const bool allow_partial = run->settings->objects.allow_partial && run->objects > 0;
    if (coverage_fails(&run->coverage, run->errors, allow_partial)) return EXIT_INPUT;
    if (run->worst >= vitals_health_severity(VITALS_HEALTH_DEGRADED)) return EXIT_UNHEALTHY;
    return run->worst >= vitals_health_severity(VITALS_HEALTH_PROGRESSING) ? EXIT_WAITING
                                                                           : EXIT_HEALTHY;
}

static void report_applications(cli_why *run) {
    for (size_t i = 0; i < run->applications.count; i++) {
        if (run->found[i]) continue;
        problems_add_error(&run->problems, NULL,
                           "no Application, Kustomization or HelmRelease '%s'",
                           run->applications.items[i]);
    }
}

static void report_nothing(cli_why *run) {
    if (run->applications.count) return; /* each was reported */
    if (run->selection.count || vitals_set_count(run->set)) {
        selection_check(&run->selection, &run->problems);
    } else {
        source_report_none(&run->problems, "no object found");
    }
}

/* Ask about what was read. Returns the exit status. */
static int answer(cli_why *run) {
    ask_all(run);
    report_applications(run);
    if (!run->objects) report_nothing(run);
    problems_print(&run->problems, &run->errors);
    if (run->objects || vitals_coverage_count(run->coverage.list)) show(run);
    const int status = status_of(run);
    vitals_why_free(run->why);
    vitals_worker_free(run->worker);
    run->why = NULL;
    run->worker = NULL;
    return status;
}

/* --------------------------------------------------------------------- input */

static void keep_object(void *user, vitals_document *document) {
    cli_why *run = user;
    progress_step(&run->progress);
    if (vitals_set_put(run->set, document) != VITALS_OK) memory_exhausted();
}

static void read_files(cli_why *run) {
    source_list sources = { NULL, 0 };
    sources_find(&sources, &run->settings->objects.files, &run->problems);
    problems_print_unread(&run->problems, &run->errors, &run->coverage, SIZE_MAX);
    for (size_t i = 0; i < sources.count; i++) {
        source_read_documents(&sources.items[i], run->rules.limits, keep_object, run,
                              &run->problems, &run->errors, &run->coverage);
    }
    sources_done(&sources);
}

static int answer_from_files(cli_why *run) {
    if (vitals_set_new(NULL, &run->set) != VITALS_OK) memory_exhausted();
    read_files(run);
    return answer(run);
}

#ifdef VITALS_WITH_CLUSTER
static int answer_from_cluster(cli_why *run) {
    const why_settings *settings = run->settings;
    const around_settings around = { .connect = &settings->connect,
                                     .limits = run->rules.limits,
                                     .namespace = settings->objects.namespace,
                                     .all_namespaces = settings->objects.all_namespaces,
                                     .applications = &run->applications,
                                     .words = &run->selection,
                                     .without_events = settings->own.without_events,
                                     .causes = true,
                                     .take = keep_object,
                                     .user = run };
    if (vitals_set_new(NULL, &run->set) != VITALS_OK) memory_exhausted();
    const bool read = around_read(&around, &run->problems);
    problems_print_unread(&run->problems, &run->errors, &run->coverage, SIZE_MAX);
    if (connect_signal()) return 128 + connect_signal();
    return read ? answer(run) : EXIT_INPUT;
}
#endif

/* ------------------------------------------------------------------- command */

static int run_all(cli_why *run) {
    int status = EXIT_INPUT;
    progress_start(&run->progress, true);
    if (!rules_make_engine(&run->rules, &run->settings->rules, &run->problems)) {
        problems_print(&run->problems, &run->errors);
    } else if (run->settings->objects.files.count) {
        status = answer_from_files(run);
    } else {
#ifdef VITALS_WITH_CLUSTER
        status = answer_from_cluster(run);
#endif
    }
    problems_print(&run->problems, &run->errors);
    vitals_set_free(run->set);
    return status;
}

static bool check(cli_why *run, why_settings *settings, const option_list *words, char *problem,
                  size_t size) {
    if (!rules_read_options(&run->rules, &settings->rules, problem, size) ||
        !selection_parse(&run->selection, words, &settings->objects, problem, size)) {
        return false;
    }
    if (settings->own.application && run->selection.count) {
        snprintf(problem, size, "--app names the objects; leave out kinds");
        return false;
    }
#ifdef VITALS_WITH_CLUSTER
    if (settings->connect.contexts.count > 1 || settings->connect.all_contexts) {
        snprintf(problem, size, "why reads one cluster; name one context");
        return false;
    }
    return connect_check(&settings->connect, problem, size);
#else
    if (settings->objects.files.count) return true;
    snprintf(problem, size, "no objects: give files with -f, or - for standard input");
    return false;
#endif
}

static int run_why(const cli_command *self, int argc, char **argv) {
    why_settings settings = { .own = { .application = NULL } };
    void *const filled[] = { &settings.objects, &settings.own,
#ifdef VITALS_WITH_CLUSTER
                             &settings.connect,
#endif
                             &settings.rules };
    cli_why run = { .settings = &settings, .problems = PROBLEMS_INIT };
    option_result result;
    char problem[256];
    int status = EXIT_HEALTHY;
    if (!options_parse(groups, filled, argc, argv, &result, problem, sizeof problem)) {
        status = command_usage_error(self, "%s", problem);
    } else if (result.help) {
        command_print_help(self);
    } else if (!check(&run, &settings, &result.arguments, problem, sizeof problem)) {
        status = command_usage_error(self, "%s", problem);
    } else {
        run.applications = option_items(settings.own.application);
        run.found = memory_new(run.applications.count + 1, sizeof *run.found);
        status = run_all(&run);
    }
    free(run.found);
    option_list_free_items(&run.applications);
    problems_done(&run.problems);
    coverage_done(&run.coverage);
    selection_done(&run.selection);
    rules_done(&run.rules);
    options_done(groups, filled, &result);
    return status;
}

const cli_command command_why = {
    "why",
    "say what keeps objects from being healthy, and what to type next",
    "[KIND/NAME…]",
    groups,
    "  vitals why -f dump.yaml             everything that is not healthy, by cause\n"
    "  vitals why deploy/web -n shop       from the cluster of the current context\n"
    "  vitals why --app ks/flux-system/apps\n"
    "  kubectl get all,events -n shop -o json | vitals why -f -\n",
    run_why,
};
