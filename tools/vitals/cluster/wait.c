/* vitals wait: until objects of a live cluster are healthy, and delivered. */
#include "cluster/wait.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <vitals/why.h>

#include "base/clock.h"
#include "base/memory.h"
#include "cluster/around.h"
#include "cluster/wait_filter.h"
#include "cluster/wait_trigger.h"
#include "input/command.h"
#include "input/files.h"
#include "output/show_why.h"

enum { STEP_MS = 500, LATE_ASKED = 10 };

static const char *const outputs[] = { "text", "json", "ndjson", "junit", NULL };

#define FIELD(name) offsetof(wait_options, name)

/* clang-format off */
static const option_row rows[] = {
    { 'n', "namespace", NULL, OPTION_JOINED, FIELD(namespace), "NAME", NULL,
      "objects in this namespace (default: that of the context); repeatable" },
    { 'A', "all-namespaces", NULL, OPTION_FLAG, FIELD(all_namespaces), NULL, NULL,
      "objects in every namespace" },
    { 'l', "selector", NULL, OPTION_JOINED, FIELD(labels), "SELECTOR", NULL,
      "objects with these labels; what appears joins; repeatable: all must match" },
    { 'f', "filename", NULL, OPTION_LIST, FIELD(files), "FILE|DIR|-", NULL,
      "the objects in these manifests; repeatable" },
    { 0, "inventory", NULL, OPTION_TEXT, FIELD(inventory), "FILE|-", NULL,
      "what an inventory lists: of Flux, cli-utils, kpt or an applyset, or lines with ids or KIND/NAMESPACE/NAME" },
    { 0, "app", NULL, OPTION_JOINED, FIELD(application), "NAME", NULL,
      "an Application, Kustomization or HelmRelease: until what it wants is delivered and healthy; "
      "repeatable: one after another, in the time of all" },
    { 0, "revision", NULL, OPTION_ONCE, FIELD(revision), "REV", NULL,
      "with --app: until this revision is delivered; one for each source, with commas" },
    { 0, "all", NULL, OPTION_FLAG, FIELD(all), NULL, NULL,
      "every object of the kinds, as without names" },
    { 0, "or-later", NULL, OPTION_FLAG, FIELD(or_later), NULL, NULL,
      "with --app: a revision that overtakes the one that is waited for takes its place" },
    { 0, "refresh", NULL, OPTION_FLAG, FIELD(refresh), NULL, NULL,
      "with --app: first ask its controller to look again, by an annotation, which is printed before it is sent" },
    { 0, "with-source", NULL, OPTION_FLAG, FIELD(with_source), NULL, NULL,
      "with --app: the same, and to fetch the source: a hard refresh of Argo CD; of Flux, the source is asked first" },
    { 0, "only", NULL, OPTION_TEXT, FIELD(only), "PART,...", NULL,
      "with --app: of health, sync and operation only these" },
    { 0, "resource", NULL, OPTION_LIST, FIELD(resources), "KIND/NAME", NULL,
      "with --app: of its objects only this one, or with ! before it all but this one; also "
      "GROUP:KIND:NAME, with * for any; repeatable" },
    { 0, "for", NULL, OPTION_TEXT, FIELD(until), "WHAT", NULL,
      "statuses with commas (default: Healthy or Suspended), missing or delete (gone), create, "
      "condition=NAME[=VALUE], jsonpath=PATH[=VALUE] or cel=EXPRESSION" },
    { 0, "require-rule", NULL, OPTION_FLAG, FIELD(require_rule), NULL, NULL,
      "objects without a rule are not judged, exit status 3, instead of done" },
    { 0, "allow-partial", NULL, OPTION_FLAG, FIELD(allow_partial), NULL, NULL,
      "what cannot be read is reported, and the rest is waited for" },
    { 0, "timeout", NULL, OPTION_TEXT, FIELD(timeout), "DURATION", NULL,
      "the longest wait (default 5m); 0: look once; -1: for ever" },
    { 0, "settle", NULL, OPTION_TEXT, FIELD(settle), "DURATION", NULL,
      "how long it must stay so (default 2s; 0s for objects by name)" },
    { 0, "degraded-grace", NULL, OPTION_TEXT, FIELD(grace), "DURATION", NULL,
      "how long an object may be Degraded, or wait for what never comes (default 30s; 0: not at "
      "all; never: for ever)" },
    { 0, "no-fail-fast", NULL, OPTION_FLAG, FIELD(no_fail_fast), NULL, NULL,
      "wait on when the cause is known to stay, such as an image that cannot be pulled" },
    { 0, "disconnect-grace", NULL, OPTION_TEXT, FIELD(disconnect_grace), "DURATION", NULL,
      "how long the server may not answer (default 60s)" },
    { 'o', "output", NULL, OPTION_CHOICE, FIELD(output), "FORM", outputs,
      "text (default), json or junit: one report at the end, or ndjson" },
    { 'q', "quiet", NULL, OPTION_FLAG, FIELD(quiet), NULL, NULL,
      "print nothing but errors; see the exit status" },
    { 0, "color", "colour", OPTION_CHOICE, FIELD(colour), "WHEN", colour_names,
      "auto (default), always or never; NO_COLOR is respected" },
};
/* clang-format on */

static const option_group own_group = { "Options", rows, COUNT_OF(rows) };
static const option_group *const groups[] = { &own_group, &connect_option_group,
                                              &session_option_group, &rule_option_group, NULL };

/* ------------------------------------------------------------------ options */

/* --for suspended, and nothing else. */
static bool wants_suspended(const cli_wait *run) {
    return run->goal.wanted[VITALS_HEALTH_SUSPENDED] && !run->goal.wanted[VITALS_HEALTH_HEALTHY];
}

/* "health,sync". false: one sentence is in `problem`. */
static bool read_parts(const char *only, unsigned *parts, char *problem, size_t size) {
    static const char *const names[] = { "health", "sync", "operation" };
    vitals_text rest = vt_text_from(only), word;
    *parts = 0;
    while (vt_text_split(&rest, ',', &word)) {
        const unsigned before = *parts;
        for (size_t i = 0; i < COUNT_OF(names); i++) {
            if (vt_text_is(word, names[i])) *parts |= 1U << i;
        }
        if (*parts != before) continue;
        snprintf(problem, size, "--only cannot be '%s'; it takes health, sync and operation", only);
        return false;
    }
    return true;
}

/* A duration, or `otherwise`. false: one sentence is in `problem`. */
static bool read_duration(const char *name, const char *text, int64_t otherwise, int64_t *out,
                          char *problem, size_t size) {
    const bool never = text && (*text == '-' || strcmp(text, "never") == 0);
    *out = never ? -1 : text ? connect_duration(text) : otherwise;
    if (never || *out >= 0) return true;
    snprintf(problem, size, "--%s cannot be '%s'; it takes a time such as 30s", name, text);
    return false;
}

static bool read_times(cli_wait *run, char *problem, size_t size) {
    const wait_options *own = run->options;
    run->parts = own->application ? WAIT_HEALTH | WAIT_SYNC : WAIT_HEALTH;
    if (own->only && !read_parts(own->only, &run->parts, problem, size)) return false;
    const int64_t settle = run->open || own->application ? 2000 : 0;
    const bool read =
        read_duration("timeout", own->timeout, 300000, &run->timeout_ms, problem, size);
    if (own->spent_ms > 0 && run->timeout_ms > 0) {
        const int64_t left = run->timeout_ms - own->spent_ms;
        run->timeout_ms = left > 1 ? left : 1;
    }
    return read && read_duration("settle", own->settle, settle, &run->settle_ms, problem, size) &&
           read_duration("degraded-grace", own->grace, 30000, &run->grace_ms, problem, size) &&
           read_duration("disconnect-grace", own->disconnect_grace, 60000, &run->disconnect_ms,
                         problem, size) &&
           wait_goal_read(&run->goal, own->until, problem, size);
}

/* --------------------------------------------------------------- selection */

typedef struct target_list {
    vitals_cluster_target *items;
    size_t count;
} target_list;

static void add_target(target_list *targets, const char *word, const char *namespace) {
    targets->items = memory_grow(targets->items, targets->count, sizeof *targets->items);
    vitals_cluster_target *added = &targets->items[targets->count++];
    *added = (vitals_cluster_target){ .resource = vt_text_from(word) };
    if (namespace) added->namespace_ = vt_text_from(namespace);
}

/* Words of the command line and of inventories; each kind of an applyset in each of its namespaces. */
static target_list targets_of(const cli_wait *run, const option_list *words) {
    const cli_inventory *inventory = &run->inventory;
    target_list targets = { NULL, 0 };
    for (size_t i = 0; i < words->count; i++) add_target(&targets, words->items[i], NULL);
    for (size_t i = 0; i < inventory->words.count; i++) {
        const char *word = inventory->words.items[i];
        if (strchr(word, '/') || !inventory->namespaces.count) add_target(&targets, word, NULL);
        for (size_t k = 0; !strchr(word, '/') && k < inventory->namespaces.count; k++) {
            add_target(&targets, word, inventory->namespaces.items[k]);
        }
    }
    return targets;
}

static void watch(cli_wait *run, const option_list *words) {
    const wait_options *options = run->options;
    const char *labels = run->inventory.labels ? run->inventory.labels : options->labels;
    cli_cluster *cluster = &run->session.clusters[0];
    vitals_cluster_selection selection = VITALS_CLUSTER_SELECTION_INIT;
    vitals_cluster_about about;
    target_list targets = targets_of(run, words);
    vitals_cluster_about_of(cluster->cluster, &about, sizeof about);
    selection.targets = targets.items;
    selection.target_count = targets.count;
    selection.objects = run->inventory.objects;
    selection.object_count = run->inventory.count;
    if (options->application) selection.application = vt_text_from(options->application);
    if (labels) selection.labels = vt_text_from(labels);
    if (!options->all_namespaces) selection.namespace_ = about.namespace_;
    selection.follow = true;
    connect_namespaces places = connect_namespaces_of(options->namespace);
    if (!options->all_namespaces) connect_select(&places, &selection);
    session_watch(cluster, &selection);
    connect_namespaces_done(&places);
    free(targets.items);
}

static void on_object(void *user, cli_cluster *cluster, vitals_cluster_scope *scope,
                      vitals_cluster_change change, vitals_document **document) {
    vitals_cluster_scope_about about;
    (void)cluster;
    vitals_cluster_scope_about_of(scope, &about, sizeof about);
    if (about.application) wait_take_root(user, *document, change == VITALS_CLUSTER_DELETED);
    wait_take_object(user, *document, &about.resource);
}

static void on_assessed(void *user, cli_cluster *cluster, const vitals_document *document,
                        vitals_verdict *verdict) {
    (void)cluster, (void)verdict;
    wait_take_assessed(user, document);
}

/* false: something in the files cannot be read. */
static bool read_files(cli_wait *run) {
    const wait_options *options = run->options;
    size_t errors = 0;
    if (options->files.count) {
        inventory_read_manifests(&run->inventory, &options->files, run->rules.limits,
                                 &run->problems, &errors);
    }
    if (options->inventory) {
        inventory_read(&run->inventory, options->inventory, run->rules.limits, &run->problems);
    }
    const bool any = run->inventory.count || run->inventory.words.count;
    if ((options->files.count || options->inventory) && !any && !errors && !run->problems.errors) {
        source_report_none(&run->problems, "no object in the input");
    }
    problems_print(&run->problems, &errors);
    run->open |= run->inventory.labels != NULL;
    return errors == 0;
}

/* ----------------------------------------------------------------- the loop */

static int64_t patience(const cli_wait *run, int64_t now_ms) {
    const int64_t left = run->timeout_ms < 0 ? STEP_MS : run->started_ms + run->timeout_ms - now_ms;
    return left < 1 ? 1 : left < STEP_MS ? left : STEP_MS;
}

static void wait_until(cli_wait *run) {
    run->started_ms = run->heartbeat_ms = clock_monotonic_ms(NULL);
    run->silent_since_ms = run->done_since_ms = -1;
    while (run->outcome == WAIT_GOES_ON) {
        session_step(&run->session, patience(run, clock_monotonic_ms(NULL)));
        const int64_t now = clock_monotonic_ms(NULL);
        wait_look(run, now);
        wait_causes_look(run, now);
        wait_show(run, now);
        run->outcome = connect_signal() ? WAIT_INTERRUPTED : wait_decide(run, now);
    }
}

/* ----------------------------------------------------------------- the causes */

/* What explains members that are late, read from their namespaces once. */
typedef struct cli_late {
    cli_wait *run;
    vitals_set *set;
} cli_late;

static void keep(void *user, vitals_document *document) {
    const cli_late *late = user;
    if (vitals_set_put(late->set, document) != VITALS_OK) memory_exhausted();
}

static void ask_about_late(const cli_late *late, vitals_why *why) {
    size_t asked = 0;
    for (size_t i = 0; i < late->run->member_count && asked < LATE_ASKED; i++) {
        const wait_member *member = &late->run->members[i];
        size_t index;
        if (!member->seen || member->done) continue;
        const vitals_document *document =
            vitals_set_find(late->set, vt_text_from(member->group), vt_text_from(member->kind),
                            vt_text_from(member->namespace), vt_text_from(member->object));
        if (!document) continue;
        asked++;
        if (vitals_why_ask(why, document, &index) == VITALS_ENOMEM) memory_exhausted();
    }
}

static void print_causes(const cli_late *late) {
    vitals_why_options options = VITALS_WHY_OPTIONS_INIT;
    vitals_worker *worker = NULL;
    vitals_why *why = NULL;
    vt_buffer out = BUFFER_INIT;
    const cli_terminal plain = { .columns = 0 };
    options.set = late->set;
    if (vitals_worker_new(late->run->rules.engine, &worker) != VITALS_OK ||
        vitals_why_new(worker, &late->run->rules.call, &options, &why) != VITALS_OK) {
        memory_exhausted();
    }
    ask_about_late(late, why);
    why_add_text(&out, why, &plain, session_now_ms(&late->run->session) / 1000, 0);
    if (out.size) fprintf(stderr, "\n%s", vt_buffer_string(&out));
    vt_buffer_done(&out);
    vitals_why_free(why);
    vitals_worker_free(worker);
}

/* On text only: reports have the members. */
static void explain_late(cli_wait *run, const connect_options *connect) {
    cli_late late = { run, NULL };
    cli_problems ignored = PROBLEMS_INIT;
    const bool late_by_time = run->outcome == WAIT_FAILED || run->outcome == WAIT_TIMED_OUT;
    if (!late_by_time || run->options->quiet || run->options->output != WAIT_TEXT) return;
    if (run->done == run->total) return;
    option_list applications = option_items(run->options->application);
    const around_settings around = { .connect = connect,
                                     .limits = run->rules.limits,
                                     .namespace = run->options->namespace,
                                     .all_namespaces = run->options->all_namespaces,
                                     .applications = &applications,
                                     .causes = true,
                                     .take = keep,
                                     .user = &late };
    if (vitals_set_new(NULL, &late.set) != VITALS_OK) memory_exhausted();
    if (around_read(&around, &ignored) && !connect_signal()) print_causes(&late);
    problems_done(&ignored);
    option_list_free_items(&applications);
    vitals_set_free(late.set);
}

/* ------------------------------------------------------------------- the end */

static int status_of(const cli_wait *run) {
    static const int statuses[] = {
        [WAIT_GOES_ON] = EXIT_INPUT,      [WAIT_DONE] = EXIT_HEALTHY,
        [WAIT_FAILED] = EXIT_UNHEALTHY,   [WAIT_TIMED_OUT] = EXIT_WAITING,
        [WAIT_SUPERSEDED] = EXIT_LATER,   [WAIT_IMPOSSIBLE] = EXIT_USAGE,
        [WAIT_DISCONNECTED] = EXIT_INPUT, [WAIT_FORBIDDEN] = EXIT_INPUT,
        [WAIT_NOT_JUDGED] = EXIT_INPUT,   [WAIT_INTERRUPTED] = EXIT_INPUT,
    };
    return connect_signal() ? 128 + connect_signal() : statuses[run->outcome];
}

static void print_refusals(cli_wait *run) {
    size_t printed = 0;
    (void)refusals_report(&run->session.clusters[0].refusals, NULL, false,
                          run->options->application != NULL, &run->problems);
    problems_print_unread(&run->problems, &printed, &run->coverage, SIZE_MAX);
}

/* Asked for, it takes some of the time of the wait. */
static bool refresh(cli_wait *run) {
    const int64_t started_ms = clock_monotonic_ms(NULL);
    if (!run->options->refresh && !run->options->with_source) return true;
    const bool done = wait_trigger(run);
    const int64_t left = run->timeout_ms - (clock_monotonic_ms(NULL) - started_ms);
    if (run->timeout_ms > 0) run->timeout_ms = left > 1 ? left : 1;
    return done;
}

static int wait_in(cli_wait *run, const connect_options *connect, const rule_options *rules,
                   const option_list *words) {
    const session_settings settings = { .connect = connect,
                                        .options = &run->options->session,
                                        .rule_options = rules,
                                        .rules = &run->rules,
                                        .follow = true,
                                        .aggregate = VITALS_AGGREGATE_ARGOCD,
                                        .namespace = run->options->namespace,
                                        .keep = VITALS_LIVE_KEEP_NEEDED,
                                        .object = on_object,
                                        .assessed = wants_suspended(run) ? on_assessed : NULL,
                                        .whole = wait_goal_is_of_fields(&run->goal),
                                        .user = run,
                                        .coverage = &run->coverage };
    int status = EXIT_INPUT;
    if (session_open(&run->session, &settings, &run->problems) && refresh(run)) {
        watch(run, words);
        wait_until(run);
        print_refusals(run);
        wait_show_end(run, clock_monotonic_ms(NULL));
        explain_late(run, connect);
        status = status_of(run);
    }
    session_close(&run->session);
    return connect_signal() ? 128 + connect_signal() : status;
}

/* Names stay as they are; kinds and selectors are open. */
static bool is_open(const wait_options *options, const option_list *words) {
    bool open = options->labels != NULL;
    for (size_t i = 0; i < words->count; i++) open |= !strchr(words->items[i], '/');
    return open && !options->application;
}

int wait_run(const wait_options *options, const connect_options *connect, const rule_options *rules,
             const option_list *words) {
    cli_wait run = { .options = options, .problems = PROBLEMS_INIT };
    char problem[256];
    size_t errors = 0;
    int status = EXIT_USAGE;
    connect_catch_signals();
    run.terminal = terminal_of_stdout((colour_choice)options->colour);
    run.open = is_open(options, words);
    if (!read_times(&run, problem, sizeof problem) ||
        !rules_read_options(&run.rules, rules, problem, sizeof problem)) {
        fprintf(stderr, "vitals: %s\n", problem);
    } else if (read_files(&run) && rules_make_engine(&run.rules, rules, &run.problems)) {
        status = wait_in(&run, connect, rules, words);
    } else {
        status = EXIT_INPUT;
    }
    problems_print(&run.problems, &errors);
    problems_done(&run.problems);
    coverage_done(&run.coverage);
    wait_causes_free(run.causes);
    wait_members_done(&run);
    wait_goal_done(&run.goal);
    rules_done(&run.rules);
    return status;
}

/* ----------------------------------------------------------------- command */

typedef struct wait_settings {
    wait_options own;
    connect_options connect;
    rule_options rules;
} wait_settings;

/* Combinations that the tables cannot rule out. NULL: there is none. */
static const char *contradiction(const wait_settings *settings, const option_list *words) {
    const wait_options *own = &settings->own;
    const bool listed = own->files.count || own->inventory;
    if (own->application && (words->count || own->labels || listed)) {
        return "--app names the objects; leave out kinds, -l, -f and --inventory";
    }
    if (own->all && (own->application || own->labels || listed)) {
        return "--all goes with kinds: pods --all";
    }
    for (size_t i = 0; own->all && i < words->count; i++) {
        if (strchr(words->items[i], '/')) return "--all goes with kinds, not with names";
    }
    if (listed && own->labels) return "-l goes with kinds, not with -f and --inventory";
    if (own->revision && (!own->application || strchr(own->application, ','))) {
        return "--revision goes with one --app";
    }
    if (own->only && !own->application) return "--only goes with --app";
    if ((own->refresh || own->with_source) && !own->application) {
        return "--refresh and --with-source go with --app";
    }
    if (own->or_later && !own->application) return "--or-later goes with --app";
    if (own->resources.count && !own->application) return "--resource goes with --app";
    if (wait_filter_wrong(&own->resources)) {
        return "--resource takes KIND/NAME, KIND/NAMESPACE/NAME or GROUP:KIND:NAME";
    }
    if (!own->application && !words->count && !own->labels && !listed) {
        return "what to wait for: KIND/NAME, KIND, -l SELECTOR, -f FILE, --inventory FILE or --app "
               "NAME";
    }
    if (settings->connect.contexts.count > 1 || settings->connect.all_contexts) {
        return "one cluster at a time: name one context";
    }
    return NULL;
}

/* The statuses that beat others: what was asked for wrongly or could not be read, then what failed, then what is late. */
static int worse_of(int one, int other) {
    static const int order[] = { EXIT_USAGE, EXIT_INPUT, EXIT_UNHEALTHY, EXIT_LATER, EXIT_WAITING };
    for (size_t i = 0; i < COUNT_OF(order); i++) {
        if (one == order[i] || other == order[i]) return order[i];
    }
    return EXIT_HEALTHY;
}

/* One application after another, in the time that is left. */
static int wait_for_each(const wait_settings *settings, const option_list *words) {
    option_list names = option_items(settings->own.application);
    const int64_t started_ms = clock_monotonic_ms(NULL);
    wait_options one = settings->own;
    int status = EXIT_HEALTHY;
    for (size_t i = 0; i < names.count && !connect_signal(); i++) {
        one.application = names.items[i];
        one.spent_ms = clock_monotonic_ms(NULL) - started_ms;
        status = worse_of(status, wait_run(&one, &settings->connect, &settings->rules, words));
    }
    option_list_free_items(&names);
    return connect_signal() ? 128 + connect_signal() : status;
}

static int run_wait(const cli_command *self, int argc, char **argv) {
    wait_settings settings = { .own = { .namespace = NULL } };
    void *const filled[] = { &settings.own, &settings.connect, &settings.own.session,
                             &settings.rules };
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
        status = settings.own.application ? wait_for_each(&settings, &result.arguments)
                                          : wait_run(&settings.own, &settings.connect,
                                                     &settings.rules, &result.arguments);
    }
    options_done(groups, filled, &result);
    return status;
}

const cli_command command_wait = {
    "wait",
    "wait until objects of a live cluster are healthy, and delivered",
    "[KIND/NAME… | KIND…]",
    groups,
    "  vitals wait -f manifests/ --timeout 10m\n"
    "  vitals wait deploy/web sts/db -n shop --timeout 10m\n"
    "  vitals wait --app shop --revision 4f2c91d\n"
    "  vitals wait pods -l app=web --settle 10s -o ndjson\n"
    "  vitals wait job/migrate --for condition=Complete\n",
    run_wait,
};
