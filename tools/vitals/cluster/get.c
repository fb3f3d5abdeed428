/* vitals get: the health of objects of a live cluster, as `vitals assess` shows it. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "assess/assess.h"
#include "base/memory.h"
#include "cluster/connect.h"
#include "cluster/refusals.h"
#include "input/command.h"

/* While changes come in quick succession they are shown together. */
enum { QUIET_MS = 20, SHOWN_AT_LEAST_MS = 200, PATIENCE_MS = 1000 };

typedef struct get_options {
    const char *namespace, *labels, *fields, *application;
    bool all_namespaces, watch, watch_only, ignore_not_found, show_access, require_access;
    unsigned chunk_size;
} get_options;

#define FIELD(name) offsetof(get_options, name)

/* clang-format off */
static const option_row rows[] = {
    { 'n', "namespace", NULL, OPTION_TEXT, FIELD(namespace), "NAME", NULL,
      "objects in this namespace (default: that of the context)" },
    { 'A', "all-namespaces", NULL, OPTION_FLAG, FIELD(all_namespaces), NULL, NULL,
      "objects in every namespace, and those without one; overrides -n" },
    { 'l', "selector", NULL, OPTION_TEXT, FIELD(labels), "SELECTOR", NULL,
      "only objects with these labels, such as app=web,tier!=db" },
    { 0, "field-selector", NULL, OPTION_TEXT, FIELD(fields), "SELECTOR", NULL,
      "only objects with these fields, such as metadata.name=web" },
    { 'w', "watch", NULL, OPTION_FLAG, FIELD(watch), NULL, NULL,
      "go on and show what changes, for any number of kinds" },
    { 0, "watch-only", NULL, OPTION_FLAG, FIELD(watch_only), NULL, NULL,
      "the same without what is there at the beginning" },
    { 0, "chunk-size", NULL, OPTION_COUNT, FIELD(chunk_size), "N", NULL,
      "objects of one page of a list (default 500)" },
    { 0, "ignore-not-found", NULL, OPTION_FLAG, FIELD(ignore_not_found), NULL, NULL,
      "no error when nothing is found" },
    { 0, "show-access", NULL, OPTION_FLAG, FIELD(show_access), NULL, NULL,
      "list every kind that could not be read, and why" },
    { 0, "require-access", NULL, OPTION_FLAG, FIELD(require_access), NULL, NULL,
      "exit with 3 when any kind could not be read" },
};
/* clang-format on */

static const option_group own_group = { "Selection", rows, COUNT_OF(rows) };
static const option_group *const groups[] = { &own_group, &connect_option_group, &rule_option_group,
                                              &assess_option_group, NULL };

/* One cluster being read. */
typedef struct cli_get {
    cli_run *run;
    const get_options *options;
    cli_source source; /* its context, as the name of the input */
    cli_refusals refusals;
    vitals_cluster_watcher *watcher;
    uint32_t scope_count;
    uint32_t *lists; /* of each scope: how many began */
    size_t objects;  /* seen, gone or not */
    bool ready, failed;
    bool dirty; /* something has changed since it was shown */
} cli_get;

/* ------------------------------------------------------------------ events */

/* Tags are numbers of scopes from 1. */
static void on_scope_added(void *user, vitals_cluster_scope *scope) {
    cli_get *get = user;
    get->lists = memory_grow(get->lists, get->scope_count, sizeof *get->lists);
    get->lists[get->scope_count++] = 0;
    vitals_cluster_scope_set_tag(scope, get->scope_count);
}

static uint32_t scope_of(const vitals_cluster_scope *scope) {
    return (uint32_t)vitals_cluster_scope_tag(scope);
}

static void on_scope_removed(void *user, vitals_cluster_scope *scope) {
    cli_get *get = user;
    refusals_clear(&get->refusals, scope);
    if (get->run->streams) return;
    pool_drain(get->run->pool);
    entries_end_scope(get->run, scope_of(scope));
    get->dirty = true;
}

static void on_resolved(void *user, vitals_cluster_watcher *watcher,
                        const vitals_cluster_problem *problem) {
    cli_get *get = user;
    (void)watcher;
    if (!problem) return;
    get->failed = true;
    char *text = text_visible(problem->text);
    problems_add_error(&get->run->problems, NULL, "%s", text);
    problems_print(&get->run->problems, &get->run->errors);
    free(text);
}

static void on_begin(void *user, vitals_cluster_scope *scope) {
    cli_get *get = user;
    get->lists[scope_of(scope) - 1]++;
}

/* What is there at the beginning has no event. */
static vitals_event event_of(const cli_get *get, vitals_cluster_change change) {
    static const vitals_event events[] = {
        [VITALS_CLUSTER_LISTED] = VITALS_EVENT_NONE,
        [VITALS_CLUSTER_ADDED] = VITALS_EVENT_ADDED,
        [VITALS_CLUSTER_MODIFIED] = VITALS_EVENT_MODIFIED,
        [VITALS_CLUSTER_DELETED] = VITALS_EVENT_DELETED,
    };
    return get->options->watch ? events[change] : VITALS_EVENT_NONE;
}

static void on_object(void *user, vitals_cluster_scope *scope, vitals_cluster_change change,
                      vitals_document **document) {
    cli_get *get = user;
    const uint32_t number = scope_of(scope);
    const feed_place place = { &get->source, number, get->lists[number - 1] };
    get->objects++;
    get->dirty = true;
    if (get->options->watch_only && !get->ready && get->run->streams) return;
    feed_document(get->run, &place, *document, event_of(get, change));
    *document = NULL;
    progress_step(&get->run->progress);
}

static void on_synced(void *user, vitals_cluster_scope *scope) {
    cli_get *get = user;
    const uint32_t number = scope_of(scope);
    refusals_clear(&get->refusals, scope);
    if (get->run->streams || get->lists[number - 1] == 1) return;
    pool_drain(get->run->pool);
    entries_end_list(get->run, number, get->lists[number - 1]);
    get->dirty = true;
}

static void on_state(void *user, vitals_cluster_scope *scope, vitals_live_state state,
                     const vitals_cluster_problem *problem) {
    cli_get *get = user;
    if (state == VITALS_LIVE_REFUSED && problem) {
        refusals_add(&get->refusals, scope, problem);
    } else {
        refusals_clear(&get->refusals, scope);
    }
}

static void on_broken(void *user, vitals_cluster_scope *scope,
                      const vitals_cluster_problem *problem) {
    cli_get *get = user;
    char *name = refusals_name(scope), *text = text_visible(problem->text);
    problems_add_error(&get->run->problems, NULL, "%s: %s", name, text);
    problems_print(&get->run->problems, &get->run->errors);
    free(name);
    free(text);
}

static void on_ready(void *user, vitals_cluster_watcher *watcher) {
    (void)watcher;
    ((cli_get *)user)->ready = true;
}

/* --------------------------------------------------------------- selection */

/* A kind for each part of KIND,KIND,… or KIND/NAME. */
typedef struct cli_targets {
    vitals_cluster_target *items;
    size_t count;
    char **parts;
} cli_targets;

static void add_target(cli_targets *targets, const char *word, const char *name) {
    targets->items = memory_grow(targets->items, targets->count, sizeof *targets->items);
    targets->parts = memory_grow(targets->parts, targets->count, sizeof *targets->parts);
    char *copy = targets->parts[targets->count] = memory_copy_string(word);
    targets->items[targets->count++] =
        (vitals_cluster_target){ .resource = text_from(copy),
                                 .name = name ? text_from(name) : (vitals_text){ NULL, 0 } };
}

static void add_kinds(cli_targets *targets, const char *word, const char *name) {
    char *copy = memory_copy_string(word);
    for (char *part = copy, *comma; part; part = comma) {
        comma = strchr(part, ',');
        if (comma) *comma++ = '\0';
        if (*part) add_target(targets, part, name);
    }
    free(copy);
}

static bool names_object(const char *word) {
    return strpbrk(word, "/:") != NULL;
}

/* kubectl's grammar: KIND[,KIND…] [NAME…], or KIND/NAME…. */
static void read_words(cli_targets *targets, const option_list *words) {
    for (size_t i = 0; i < words->count; i++) {
        if (i && !names_object(words->items[0]) && !names_object(words->items[i])) {
            add_kinds(targets, words->items[0], words->items[i]);
        } else if (words->count == 1 || names_object(words->items[i])) {
            add_kinds(targets, words->items[i], NULL);
        }
    }
}

static void targets_done(cli_targets *targets) {
    for (size_t i = 0; i < targets->count; i++) free(targets->parts[i]);
    free(targets->parts);
    free(targets->items);
}

static vitals_text namespace_of(const vitals_cluster *cluster, const get_options *options) {
    vitals_cluster_about about;
    vitals_cluster_about_of(cluster, &about, sizeof about);
    return options->all_namespaces ? (vitals_text){ NULL, 0 } : about.namespace_;
}

static vitals_text text_or_absent(const char *text) {
    return text ? text_from(text) : (vitals_text){ NULL, 0 };
}

static void watch(cli_get *get, vitals_cluster *cluster, const option_list *words) {
    cli_targets targets = { NULL, 0, NULL };
    vitals_cluster_selection selection = VITALS_CLUSTER_SELECTION_INIT;
    const vitals_cluster_events events = {
        sizeof events, get,       on_scope_added, on_scope_removed, on_resolved, on_begin,
        on_object,     on_synced, on_state,       on_broken,        on_ready,
    };
    read_words(&targets, words);
    selection.targets = targets.items;
    selection.target_count = targets.count;
    selection.application = text_or_absent(get->options->application);
    selection.namespace_ = namespace_of(cluster, get->options);
    selection.labels = text_or_absent(get->options->labels);
    selection.fields = text_or_absent(get->options->fields);
    selection.follow = get->options->watch;
    selection.fallback_namespace = true;
    selection.page_items = get->options->chunk_size;
    if (vitals_cluster_watch(cluster, &selection, &events, &get->watcher) != VITALS_OK) {
        memory_exhausted();
    }
    targets_done(&targets);
}

/* ---------------------------------------------------------------- the loop */

static void poll_for(vitals_cluster_loop *loop, int64_t ms) {
    if (vitals_cluster_loop_poll(loop, ms) == VITALS_ENOMEM) memory_exhausted();
}

static void read_all(cli_get *get, vitals_cluster_loop *loop) {
    cli_run *run = get->run;
    progress_start(&run->progress,
                   !run->options->quiet && !(run->streams && run->terminal.columns));
    while (!get->ready && !get->failed && !connect_signal()) poll_for(loop, PATIENCE_MS);
    pool_drain(run->pool);
    progress_end(&run->progress);
}

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void show_changes(cli_get *get) {
    cli_run *run = get->run;
    pool_drain(run->pool);
    watch_show(run);
    terminal_flush();
    get->dirty = false;
}

/* Forget what was there before, so that only changes are printed. */
static void skip_present(cli_run *run) {
    for (size_t i = 0; i < run->entry_count; i++) {
        run->entries[i].changed = false;
        run->entries[i].printed = true;
    }
}

static void follow(cli_get *get, vitals_cluster_loop *loop) {
    get->run->watching = true;
    if (get->options->watch_only) skip_present(get->run);
    show_changes(get);
    while (!connect_signal() && !get->failed) {
        poll_for(loop, PATIENCE_MS);
        const int64_t until = now_ms() + SHOWN_AT_LEAST_MS;
        for (bool more = get->dirty; more && now_ms() < until && !connect_signal();) {
            get->dirty = false;
            poll_for(loop, QUIET_MS);
            more = get->dirty;
            get->dirty = true;
        }
        if (get->dirty) show_changes(get);
    }
}

/* ------------------------------------------------------------- the results */

static void check_results(cli_get *get) {
    cli_run *run = get->run;
    const bool complete = !refusals_report(&get->refusals, get->options->show_access,
                                           get->options->require_access, &run->problems);
    problems_print(&run->problems, &run->errors);
    if (get->objects || get->failed || connect_signal() || run->errors) return;
    if (!complete && get->refusals.count == get->scope_count) {
        problems_add_error(&run->problems, NULL, "nothing could be read");
        problems_print(&run->problems, &run->errors);
        return;
    }
    if (get->options->ignore_not_found) return;
    vitals_cluster_about about;
    vitals_cluster_about_of(vitals_cluster_watcher_cluster(get->watcher), &about, sizeof about);
    char *namespace = text_visible(about.namespace_);
    if (get->options->all_namespaces) {
        problems_add_error(&run->problems, NULL, "no object found");
    } else {
        problems_add_error(&run->problems, NULL, "no object found in namespace %s", namespace);
    }
    problems_print(&run->problems, &run->errors);
    free(namespace);
}

/* The name of the context, or else of the server. */
static char *context_title(const vitals_cluster *cluster) {
    vitals_cluster_about about;
    vitals_cluster_about_of(cluster, &about, sizeof about);
    return text_visible(about.context.size ? about.context : about.server);
}

/* One context. Returns the exit status. */
static int get_one(vitals_cluster_loop *loop, vitals_cluster *cluster, cli_run *run,
                   const get_options *options, const option_list *words) {
    char name[] = "";
    char *title = context_title(cluster);
    cli_get get = { .run = run, .options = options, .source = { .path = name, .named = true } };
    run->title = options->application ? options->application : title;
    assess_begin(run);
    watch(&get, cluster, words);
    read_all(&get, loop);
    if (options->watch) follow(&get, loop);
    check_results(&get);
    assess_end(run);
    const int status = get.failed && !run->tally.objects ? EXIT_INPUT : assess_report(run);
    vitals_cluster_watcher_free(get.watcher);
    refusals_done(&get.refusals);
    free(get.lists);
    free(title);
    return status;
}

/* ----------------------------------------------------------------- command */

typedef struct cli_get_settings {
    get_options own;
    connect_options connect;
    assess_settings assess;
} cli_get_settings;

/* Combinations of options that the tables cannot rule out. NULL: there is none. */
static const char *contradiction(const cli_get_settings *settings, bool has_words) {
    const unsigned output = settings->assess.own.output;
    const bool changes = output == OUTPUT_TABLE || output == OUTPUT_WIDE ||
                         output == OUTPUT_NDJSON || output == OUTPUT_NAME;
    if (settings->assess.own.batch || settings->assess.own.augment) {
        return "--batch and --augment go with `vitals assess`";
    }
    if (settings->own.application && has_words) return "--app names the objects; leave out kinds";
    if (settings->own.watch && !changes) return "--watch goes with -o table, wide, ndjson and name";
    return NULL;
}

static bool check(cli_run *run, cli_get_settings *settings, bool has_words, char *problem,
                  size_t size) {
    settings->own.watch |= settings->own.watch_only;
    /* The cluster selects, by what the application lists, and not the rules of `assess`. */
    settings->own.application = settings->assess.own.application;
    settings->assess.own.application = NULL;
    const char *wrong = contradiction(settings, has_words);
    if (wrong) snprintf(problem, size, "%s", wrong);
    return !wrong && connect_check(&settings->connect, problem, size) &&
           assess_check(run, &settings->assess, problem, size);
}

static int worse_of(int a, int b) {
    static const int ranks[] = { [EXIT_HEALTHY] = 0,
                                 [EXIT_WAITING] = 1,
                                 [EXIT_UNHEALTHY] = 2,
                                 [EXIT_USAGE] = 4,
                                 [EXIT_INPUT] = 3 };
    return ranks[b] > ranks[a] ? b : a;
}

static int get_context(vitals_cluster_loop *loop, cli_get_settings *settings, const char *context,
                       bool titled, const option_list *words) {
    cli_selection selection = { .terms = NULL };
    cli_run run = { .selection = &selection };
    char problem[256];
    int status = EXIT_INPUT;
    if (!assess_check(&run, &settings->assess, problem, sizeof problem)) {
        problems_add_error(&run.problems, NULL, "%s", problem);
    } else {
        assess_prepare(&run, &settings->assess);
        vitals_cluster *cluster = connect_cluster(loop, &settings->connect, context,
                                                  settings->own.namespace, &run.problems);
        if (titled && !settings->assess.own.without_headers) {
            char *name = text_visible(text_from(context));
            printf("context %s\n", name);
            free(name);
        }
        if (cluster && rules_make_engine(&run.rules, &settings->assess.rules, &run.problems)) {
            problems_print(&run.problems, &run.errors);
            status = get_one(loop, cluster, &run, &settings->own, words);
        }
        vitals_cluster_free(cluster);
    }
    problems_print(&run.problems, &run.errors);
    assess_done(&run);
    return status;
}

static int get_contexts(cli_get_settings *settings, const option_list *words) {
    cli_problems problems = PROBLEMS_INIT;
    size_t errors = 0;
    option_list contexts = { NULL, 0 };
    vitals_cluster_loop *loop = connect_loop(NULL);
    int status = EXIT_HEALTHY;
    connect_catch_signals();
    if (!connect_contexts(loop, &settings->connect, &contexts, &problems)) status = EXIT_INPUT;
    problems_print(&problems, &errors);
    if (errors) status = EXIT_INPUT;
    for (size_t i = 0; i < contexts.count && !connect_signal(); i++) {
        const bool titled = contexts.count > 1 && settings->assess.own.output <= OUTPUT_TREE;
        status = worse_of(status, get_context(loop, settings, contexts.items[i], titled, words));
    }
    vitals_cluster_loop_free(loop);
    for (size_t i = 0; i < contexts.count; i++) {
        char *name;
        memcpy(&name, &contexts.items[i], sizeof name);
        free(name);
    }
    option_list_done(&contexts);
    problems_done(&problems);
    return connect_signal() ? 128 + connect_signal() : status;
}

static int run_get(const cli_command *self, int argc, char **argv) {
    cli_get_settings settings = { .own = { .namespace = NULL } };
    void *const filled[] = { &settings.own, &settings.connect, &settings.assess.rules,
                             &settings.assess.own };
    option_result result;
    cli_run probe = { .options = NULL };
    char problem[256];
    int status;
    if (!options_parse(groups, filled, argc, argv, &result, problem, sizeof problem)) {
        status = command_usage_error(self, "%s", problem);
    } else if (result.help) {
        command_print_help(self);
        status = EXIT_HEALTHY;
    } else if (!check(&probe, &settings, result.arguments.count > 0, problem, sizeof problem)) {
        status = command_usage_error(self, "%s", problem);
    } else {
        status = get_contexts(&settings, &result.arguments);
    }
    rules_done(&probe.rules);
    options_done(groups, filled, &result);
    return status;
}

const cli_command command_get = {
    "get",
    "report the health of objects of a live cluster",
    "[KIND[,KIND…] [NAME…] | KIND/NAME…]",
    groups,
    "  vitals get                                 every kind that has health, in the context's "
    "namespace\n"
    "  vitals get -A -w                           the same everywhere, and what changes\n"
    "  vitals get deploy,sts -n shop -l app=web -o tree\n"
    "  vitals get --context 'prod-*' -A --only Degraded\n",
    run_get,
};
