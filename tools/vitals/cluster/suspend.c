/* vitals suspend and vitals resume. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <vitals/suspend.h>

#include "base/memory.h"
#include "cluster/reading.h"
#include "cluster/switch.h"
#include "cluster/wait.h"
#include "input/command.h"

static const char *const dry_runs[] = { "none", "client", "server", NULL };

#define FIELD(name) offsetof(switch_options, name)

/* clang-format off */
static const option_row rows[] = {
    { 'n', "namespace", NULL, OPTION_TEXT, FIELD(namespace), "NAME", NULL,
      "objects in this namespace (default: that of the context)" },
    { 'A', "all-namespaces", NULL, OPTION_FLAG, FIELD(all_namespaces), NULL, NULL,
      "objects in every namespace" },
    { 'l', "selector", NULL, OPTION_TEXT, FIELD(labels), "SELECTOR", NULL,
      "every object of the kinds with these labels" },
    { 0, "all", NULL, OPTION_FLAG, FIELD(all), NULL, NULL,
      "every object of the kinds; needs -n or -A" },
    { 'm', "message", NULL, OPTION_TEXT, FIELD(message), "TEXT", NULL,
      "why, kept in the annotation suspend.vitals/message" },
    { 0, "dry-run", NULL, OPTION_CHOICE, FIELD(dry_run), "WHERE", dry_runs,
      "none (default), client: show the patch, or server: send it to be checked, but not kept" },
    { 0, "force-kind", NULL, OPTION_FLAG, FIELD(force_kind), NULL, NULL,
      "switch also kinds without a switch of their own, such as Application" },
    { 0, "wait", NULL, OPTION_FLAG, FIELD(wait), NULL, NULL,
      "then wait until the objects are suspended, or healthy" },
    { 0, "timeout", NULL, OPTION_TEXT, FIELD(timeout), "DURATION", NULL,
      "of --wait (default 5m)" },
};
/* clang-format on */

static const option_group own_group = { "Options", rows, COUNT_OF(rows) };
static const option_group *const groups[] = { &own_group, &connect_option_group, NULL };

/* ----------------------------------------------------------------- reading */

/* The objects of one word. */
typedef struct word_objects {
    vitals_set *set;
    size_t count;
} word_objects;

static void take(void *user, vitals_document *document) {
    word_objects *objects = user;
    if (vitals_set_put(objects->set, document) != VITALS_OK) memory_exhausted();
    objects->count++;
}

/* KIND/NAME, or with -l or --all KIND. */
static void read_word(cli_switch *run, const char *word) {
    const switch_options *options = run->options;
    word_objects objects = { .set = run->objects };
    const vitals_cluster_target target = { .resource = vt_text_from(word) };
    vitals_cluster_selection selection = VITALS_CLUSTER_SELECTION_INIT;
    vitals_cluster_about about;
    cli_reading reading = { .loop = run->loop,
                            .cluster = run->cluster,
                            .problems = run->problems,
                            .take = take,
                            .user = &objects };
    vitals_cluster_about_of(run->cluster, &about, sizeof about);
    selection.targets = &target;
    selection.target_count = 1;
    selection.namespace_ = options->all_namespaces ? (vitals_text){ NULL, 0 } : about.namespace_;
    if (options->labels) selection.labels = vt_text_from(options->labels);
    reading_run(&reading, &selection);
    (void)refusals_report(&reading.refusals, NULL, false, true, run->problems);
    if (!objects.count && reading.ready && !reading.refusals.count) {
        problems_add_error(run->problems, NULL, "no object for '%s'", word);
    }
    refusals_done(&reading.refusals);
    problems_print(run->problems, run->errors);
}

/* ----------------------------------------------------------------- command */

typedef struct cli_switch_settings {
    switch_options own;
    connect_options connect;
} cli_switch_settings;

static void switch_all(cli_switch *run, const option_list *words) {
    uint64_t cursor = 0;
    if (vitals_set_new(NULL, &run->objects) != VITALS_OK) memory_exhausted();
    for (size_t i = 0; i < words->count; i++) read_word(run, words->items[i]);
    for (const vitals_document *one;
         !connect_signal() && (one = vitals_set_next(run->objects, &cursor)) != NULL;) {
        switch_object(run, one);
    }
    fflush(stdout);
    if (run->done + run->already + run->failed > 1) {
        fprintf(stderr, "%zu %s, %zu already, %zu failed\n", run->done,
                run->resume ? "resumed" : "suspended", run->already, run->failed);
    }
}

static int wait_for(const cli_switch *run, const cli_switch_settings *settings,
                    const option_list *words) {
    if (!settings->own.wait || settings->own.dry_run || !run->done) return EXIT_HEALTHY;
    const wait_options options = { .namespace = settings->own.namespace,
                                   .all_namespaces = settings->own.all_namespaces,
                                   .labels = settings->own.labels,
                                   .timeout = settings->own.timeout,
                                   .until = run->resume ? "healthy" : "suspended" };
    const rule_options rules = { .now = NULL };
    return wait_run(&options, &settings->connect, &rules, words);
}

static int run_all(const cli_switch_settings *settings, bool resume, const option_list *words) {
    cli_problems problems = PROBLEMS_INIT;
    size_t errors = 0;
    int status = EXIT_INPUT;
    cli_switch run = {
        .options = &settings->own, .resume = resume, .problems = &problems, .errors = &errors
    };
    const option_list *contexts = &settings->connect.contexts;
    connect_catch_signals();
    run.loop = connect_loop(NULL);
    run.cluster =
        connect_cluster(run.loop, &settings->connect, contexts->count ? contexts->items[0] : NULL,
                        settings->own.namespace, &problems);
    problems_print(&problems, &errors);
    if (run.cluster) {
        switch_all(&run, words);
        status = run.failed ? EXIT_UNHEALTHY : errors ? EXIT_INPUT : EXIT_HEALTHY;
    }
    vitals_set_free(run.objects);
    vitals_cluster_loop_free(run.loop);
    problems_done(&problems);
    if (connect_signal()) return 128 + connect_signal();
    return status == EXIT_HEALTHY ? wait_for(&run, settings, words) : status;
}

/* Combinations that the tables cannot rule out. NULL: there is none. */
static const char *contradiction(const cli_switch_settings *settings, const option_list *words) {
    const switch_options *own = &settings->own;
    if (!words->count) return "no objects: name them as KIND/NAME";
    if (own->all && !own->namespace && !own->all_namespaces) return "--all needs -n or -A";
    if (settings->connect.contexts.count > 1 || settings->connect.all_contexts) {
        return "one cluster at a time: name one context";
    }
    for (size_t i = 0; i < words->count; i++) {
        const bool named = strchr(words->items[i], '/') != NULL;
        if (!named && !own->all && !own->labels) return "a kind alone needs -l or --all";
        if (named && (own->all || own->labels)) return "-l and --all go with kinds, not with names";
    }
    return NULL;
}

static int run_switch(const cli_command *self, bool resume, int argc, char **argv) {
    cli_switch_settings settings = { .own = { .namespace = NULL } };
    void *const filled[] = { &settings.own, &settings.connect };
    option_result result;
    char problem[256];
    int status = EXIT_HEALTHY;
    const char *wrong = NULL;
    if (!options_parse(groups, filled, argc, argv, &result, problem, sizeof problem)) {
        status = command_usage_error(self, "%s", problem);
    } else if (result.help) {
        command_print_help(self);
    } else if ((wrong = contradiction(&settings, &result.arguments)) != NULL) {
        status = command_usage_error(self, "%s", wrong);
    } else if (!connect_check(&settings.connect, problem, sizeof problem)) {
        status = command_usage_error(self, "%s", problem);
    } else {
        status = run_all(&settings, resume, &result.arguments);
    }
    options_done(groups, filled, &result);
    return status;
}

static int run_suspend(const cli_command *self, int argc, char **argv) {
    return run_switch(self, false, argc, argv);
}

static int run_resume(const cli_command *self, int argc, char **argv) {
    return run_switch(self, true, argc, argv);
}

const cli_command command_suspend = {
    "suspend",
    "suspend objects of a live cluster",
    "KIND/NAME… | KIND… -l SELECTOR|--all",
    groups,
    "  vitals suspend hr/shop -n flux-system -m 'INC-4711: database moves'\n"
    "  vitals suspend cronjobs --all -n shop --dry-run=server\n",
    run_suspend,
};

const cli_command command_resume = {
    "resume",
    "resume objects that are suspended",
    "KIND/NAME… | KIND… -l SELECTOR|--all",
    groups,
    "  vitals resume hr/shop -n flux-system --wait\n",
    run_resume,
};
