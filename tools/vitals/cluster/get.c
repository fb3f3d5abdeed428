/* vitals get: the health of objects of a live cluster, as `vitals assess` shows it. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "assess/assess.h"
#include "base/clock.h"
#include "base/memory.h"
#include "cluster/session.h"
#include "input/command.h"

/* While changes come in quick succession they are shown together. */
enum { QUIET_MS = 20, SHOWN_AT_LEAST_MS = 200, PATIENCE_MS = 1000 };

typedef struct get_options {
    const char *namespace, *labels, *fields, *application;
    bool all_namespaces, watch, watch_only, ignore_not_found, show_access, require_access,
        allow_partial;
    unsigned chunk_size;
    bool by_name; /* a word names an object */
} get_options;

#define FIELD(name) offsetof(get_options, name)

/* clang-format off */
static const option_row rows[] = {
    { 'n', "namespace", NULL, OPTION_JOINED, FIELD(namespace), "NAME", NULL,
      "objects in this namespace (default: the one of the context); repeatable" },
    { 'A', "all-namespaces", NULL, OPTION_FLAG, FIELD(all_namespaces), NULL, NULL,
      "objects in all namespaces, and those without one; overrides -n" },
    { 'l', "selector", NULL, OPTION_JOINED, FIELD(labels), "SELECTOR", NULL,
      "only objects with these labels, such as app=web,tier!=db; repeatable: all must match" },
    { 0, "field-selector", NULL, OPTION_ONCE, FIELD(fields), "SELECTOR", NULL,
      "only objects with these fields, such as metadata.name=web" },
    { 'w', "watch", NULL, OPTION_FLAG, FIELD(watch), NULL, NULL,
      "then keep running, and show what changes" },
    { 0, "watch-only", NULL, OPTION_FLAG, FIELD(watch_only), NULL, NULL,
      "show only what changes from now on" },
    { 0, "chunk-size", NULL, OPTION_COUNT, FIELD(chunk_size), "N", NULL,
      "read lists in pages of so many objects (default 500)" },
    { 0, "ignore-not-found", NULL, OPTION_FLAG, FIELD(ignore_not_found), NULL, NULL,
      "do not fail if nothing is found" },
    { 0, "show-access", NULL, OPTION_FLAG, FIELD(show_access), NULL, NULL,
      "list all kinds that cannot be read, and why" },
    { 0, "require-access", NULL, OPTION_FLAG, FIELD(require_access), NULL, NULL,
      "exit with 3 if a kind cannot be read" },
    { 0, "allow-partial", NULL, OPTION_FLAG, FIELD(allow_partial), NULL, NULL,
      "what could not be read is reported, and is not exit status 3" },
};
/* clang-format on */

static const option_group own_group = { "Selection", rows, COUNT_OF(rows) };
static const option_group *const groups[] = { &own_group,           &connect_option_group,
                                              &rule_option_group,   &session_option_group,
                                              &assess_option_group, NULL };

/* A run of the command. */
typedef struct cli_get {
    cli_run run;
    const get_options *options;
    cli_session session;
    bool begun;   /* what was there at the beginning is known */
    bool dirty;   /* something has changed since it was shown */
    bool regroup; /* an application has changed */
} cli_get;

/* ----------------------------------------------------- what the session reports */

static work_place place_of(const cli_get *get, const cli_cluster *cluster) {
    return (work_place){ .cluster = cluster->name,
                         .follows = get->begun,
                         .muted = get->options->watch_only && !get->begun };
}

static void on_object(void *user, cli_cluster *cluster, vitals_cluster_scope *scope,
                      vitals_cluster_change change, vitals_document **document) {
    (void)cluster, (void)scope, (void)change, (void)document;
    progress_step(&((cli_get *)user)->run.progress);
}

static void on_assessed(void *user, cli_cluster *cluster, const vitals_document *document,
                        vitals_verdict *verdict) {
    cli_get *get = user;
    const work_place place = place_of(get, cluster);
    get->run.watching |= get->begun;
    get->dirty = true;
    work_take_assessed(&get->run, &place, document, verdict);
}

/* ------------------------------------------------------------------ changes */

/* As --app names it: "shop", "team/shop", "ks/flux-system/apps". */
static char *application_title(const vitals_live_application_key *key) {
    static const char *const kinds[] = { [VITALS_LIVE_ARGOCD] = "",
                                         [VITALS_LIVE_KUSTOMIZATION] = "ks/",
                                         [VITALS_LIVE_HELMRELEASE] = "hr/",
                                         [VITALS_LIVE_NAMESPACE] = "namespace/" };
    vt_buffer title = BUFFER_INIT;
    vt_buffer_add_terminated(&title, kinds[key->manager]);
    vt_quote_append_visible(&title, key->namespace_);
    if (key->namespace_.size) vt_buffer_add_terminated(&title, "/");
    vt_quote_append_visible(&title, key->name);
    return vt_buffer_take(&title, NULL);
}

static uint32_t entry_of(const cli_get *get, const vitals_live_row *row) {
    const cli_cluster *cluster = session_cluster_of(&get->session, row->source);
    cli_answer answer = { .cluster = memory_copy_string(cluster->name) };
    answer_fill_row(&answer, row, "");
    const uint32_t index = entries_find(&get->run, &answer);
    answer_done(&answer);
    return index;
}

/* With several applications a namespace may be read for each: an object belongs to one of them. */
static bool is_tracked_elsewhere(const cli_get *get, uint32_t index, const vitals_live_row *row) {
    vitals_live_application application;
    const uint32_t group = entry_at(&get->run, index)->group;
    const uint64_t number = group == NO_ENTRY ? 0 : get->run.groups[group].number;
    return get->session.copies > 1 && number &&
           vitals_live_application_of(get->session.view, number, &application,
                                      sizeof application) == VITALS_OK &&
           application.source != row->source;
}

/* Which application it belongs to is known when its row is in the view. */
static void track(cli_get *get, const vitals_live_row *row) {
    vitals_live_application application;
    const uint32_t index = entry_of(get, row);
    if (index == NO_ENTRY) return;
    if (vitals_live_application_of(get->session.view, row->application, &application,
                                   sizeof application) != VITALS_OK) {
        const bool hidden = get->options->application && !session_is_root(&get->session, row);
        if (hidden && is_tracked_elsewhere(get, index, row)) return;
        groups_track(&get->run, index, NULL, 0);
        groups_hide(&get->run, index, hidden);
        return;
    }
    groups_hide(&get->run, index, false);
    char *title = application_title(&application.key);
    groups_track(&get->run, index, title, row->application);
    free(title);
}

static void take_removed(cli_get *get, const vitals_live_row *row) {
    const cli_cluster *cluster = session_cluster_of(&get->session, row->source);
    const work_place place = place_of(get, cluster);
    char *version = session_api_version(cluster, row->object.group, row->object.kind);
    work_take_removed(&get->run, &place, row, version);
    free(version);
}

static void take_row(cli_get *get, vitals_live_id id, bool removed) {
    vitals_live_row row;
    if (vitals_live_row_of(get->session.view, id, &row, sizeof row) != VITALS_OK) return;
    get->dirty = true;
    if (removed) {
        take_removed(get, &row);
    } else if (!get->run.streams && !row.removed) {
        track(get, &row);
    }
}

static void on_change(void *user, const vitals_live_change *change) {
    cli_get *get = user;
    switch (change->kind) {
    case VITALS_LIVE_ROW_ADDED:
    case VITALS_LIVE_ROW_CHANGED:
        take_row(get, change->subject, false);
        break;
    case VITALS_LIVE_ROW_REMOVED:
        take_row(get, change->subject, true);
        break;
    case VITALS_LIVE_APPLICATION_ADDED:
    case VITALS_LIVE_APPLICATION_CHANGED:
    case VITALS_LIVE_APPLICATION_REMOVED:
        get->regroup = get->dirty = true;
        break;
    case VITALS_LIVE_SCOPE_CHANGED:
        get->regroup = true;
        break;
    }
}

/* More has changed than the feed holds: compare everything. */
static void take_snapshot(cli_get *get) {
    cli_run *run = &get->run;
    const vitals_live_view *view = get->session.view;
    bool *found = memory_new(run->entry_count + 1, sizeof *found);
    for (vitals_live_id id = 0; (id = vitals_live_row_next(view, id)) != 0;) {
        vitals_live_row row;
        if (vitals_live_row_of(view, id, &row, sizeof row) != VITALS_OK) continue;
        track(get, &row);
        const uint32_t index = entry_of(get, &row);
        if (index != NO_ENTRY) found[index] = true;
    }
    for (uint32_t i = 0; i < run->entry_count; i++) {
        if (!found[i] && !entry_at(run, i)->gone && !entry_at(run, i)->missing) {
            (void)entries_remove(run, &entry_at(run, i)->answer);
        }
    }
    free(found);
    get->regroup = get->dirty = true;
}

/* ------------------------------------------------------------------ missing */

/* Selections by names, labels or fields leave out what is there. */
static bool knows_what_is_missing(const cli_get *get) {
    return !get->options->labels && !get->options->fields &&
           (get->options->application || !get->options->by_name);
}

static void add_text_member(vt_buffer *out, const char *name, vitals_text value) {
    vt_buffer_printf(out, "\"%s\":", name);
    vt_quote_append_json(out, value.bytes ? value : vt_text_from(""));
}

/* An object with the identity of what is absent. */
static vitals_document *document_of(const cli_cluster *cluster, const vitals_live_object *object) {
    vitals_document *document = NULL;
    vt_buffer json = BUFFER_INIT;
    char *version = session_api_version(cluster, object->group, object->kind);
    vt_buffer_add_terminated(&json, "{");
    if (*version) {
        add_text_member(&json, "apiVersion", vt_text_from(version));
    } else {
        vt_buffer_add_terminated(&json, "\"apiVersion\":\"");
        vt_buffer_add_bytes(&json, object->group.bytes, object->group.size);
        vt_buffer_add_terminated(&json, object->group.size ? "/v1\"" : "v1\"");
    }
    vt_buffer_add_terminated(&json, ",");
    add_text_member(&json, "kind", object->kind);
    vt_buffer_add_terminated(&json, ",\"metadata\":{");
    add_text_member(&json, "name", object->name);
    vt_buffer_add_terminated(&json, ",");
    add_text_member(&json, "namespace", object->namespace_);
    vt_buffer_add_terminated(&json, "}}");
    if (vitals_document_parse(json.bytes, json.size, NULL, &document, NULL) != VITALS_OK) {
        document = NULL;
    }
    vt_buffer_done(&json);
    free(version);
    return document;
}

static void add_missing_of(cli_get *get, vitals_live_id id) {
    vitals_live_application application;
    vitals_live_absent absent;
    if (vitals_live_application_of(get->session.view, id, &application, sizeof application) !=
        VITALS_OK) {
        return;
    }
    const cli_cluster *cluster = session_cluster_of(&get->session, application.source);
    const work_place place = place_of(get, cluster);
    char *title = application_title(&application.key);
    for (uint64_t at = 0;
         vitals_live_absent_next(get->session.view, id, &at, &absent, sizeof absent);) {
        if (absent.unknown && !get->options->application) continue;
        if (absent.covered == VITALS_COVERAGE_FORBIDDEN)
            continue; /* the application is incomplete */
        vitals_document *document = document_of(cluster, &absent.object);
        if (!document) continue;
        const uint32_t index = work_take_missing(&get->run, &place, document, absent.unknown);
        if (index != NO_ENTRY) groups_track(&get->run, index, title, id);
    }
    free(title);
}

/* What applications list and the cluster does not have, as of now. */
static void update_missing(cli_get *get) {
    cli_run *run = &get->run;
    if (!get->regroup || !knows_what_is_missing(get)) return;
    get->regroup = false;
    const size_t before = run->entry_count;
    for (uint32_t i = 0; i < before; i++) entry_at(run, i)->stale = entry_at(run, i)->missing;
    for (vitals_live_id id = 0; (id = vitals_live_application_next(get->session.view, id)) != 0;) {
        add_missing_of(get, id);
    }
    for (uint32_t i = 0; i < before; i++) {
        const cli_entry *entry = entry_at(run, i);
        if (entry->stale && entry->missing && !entry->gone) {
            (void)entries_remove(run, &entry->answer);
        }
    }
}

static void take_changes(cli_get *get) {
    if (!session_changes(&get->session, on_change, get)) take_snapshot(get);
    if (get->begun) update_missing(get);
    get->run.rules.call.now_seconds = session_now_ms(&get->session) / 1000;
}

/* The health of an application with what it may lack, from all that it lists. */
static bool on_group_health(void *user, uint64_t id, vitals_live_application *application,
                            vitals_text *message) {
    vitals_live_view *view = ((cli_get *)user)->session.view;
    vitals_status status = vitals_live_application_of(view, id, application, sizeof *application);
    if (status == VITALS_ENOTFOUND) return false;
    if (status == VITALS_OK) status = vitals_live_application_message(view, id, message);
    if (status != VITALS_OK) memory_exhausted();
    return true;
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
        (vitals_cluster_target){ .resource = vt_text_from(copy),
                                 .name = name ? vt_text_from(name) : (vitals_text){ NULL, 0 } };
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
    return text ? vt_text_from(text) : (vitals_text){ NULL, 0 };
}

static void watch(cli_get *get, const option_list *words) {
    const get_options *options = get->options;
    cli_targets targets = { NULL, 0, NULL };
    vitals_cluster_selection selection = VITALS_CLUSTER_SELECTION_INIT;
    read_words(&targets, words);
    selection.targets = targets.items;
    selection.target_count = targets.count;
    selection.labels = text_or_absent(options->labels);
    selection.fields = text_or_absent(options->fields);
    selection.follow = options->watch;
    selection.fallback_namespace = true;
    selection.owned = !get->run.streams; /* a line is printed before its owner is known */
    selection.page_items = options->chunk_size;
    connect_namespaces places = connect_namespaces_of(options->namespace);
    if (!options->all_namespaces) connect_select(&places, &selection);
    for (size_t i = 0; i < get->session.cluster_count; i++) {
        cli_cluster *cluster = &get->session.clusters[i];
        if (!cluster->cluster) continue;
        selection.namespace_ = namespace_of(cluster->cluster, options);
        selection.application = text_or_absent(cluster->application);
        session_watch(cluster, &selection);
    }
    connect_namespaces_done(&places);
    targets_done(&targets);
}

/* ---------------------------------------------------------------- the loop */

static bool is_over(const cli_get *get) {
    return connect_signal() || session_has_failed(&get->session);
}

static void step(cli_get *get, int64_t ms) {
    session_step(&get->session, ms);
    take_changes(get);
    if (get->run.streams && get->begun) terminal_flush(); /* a line for each change, at once */
}

static void read_all(cli_get *get) {
    cli_run *run = &get->run;
    progress_start(&run->progress,
                   !run->options->quiet && !(run->streams && run->terminal.columns));
    while (!session_is_ready(&get->session) && !is_over(get)) step(get, PATIENCE_MS);
    get->begun = true;
    get->regroup = true;
    if (get->options->application) {
        run->application =
            get->session.cluster_count == 1 ? session_application_of(&get->session.clusters[0]) : 0;
    }
    take_changes(get);
    progress_end(&run->progress);
}

static void show_changes(cli_get *get) {
    watch_show(&get->run);
    terminal_flush();
    get->dirty = false;
}

static void follow(cli_get *get) {
    get->run.watching = true;
    if (get->options->watch_only) watch_skip(&get->run);
    show_changes(get);
    while (!is_over(get)) {
        step(get, PATIENCE_MS);
        const int64_t until = clock_monotonic_ms(NULL) + SHOWN_AT_LEAST_MS;
        for (bool more = get->dirty;
             more && clock_monotonic_ms(NULL) < until && !connect_signal();) {
            get->dirty = false;
            step(get, QUIET_MS);
            more = get->dirty;
            get->dirty = true;
        }
        if (get->dirty) show_changes(get);
    }
}

/* ------------------------------------------------------------- the results */

static void print_problems(cli_get *get) {
    cli_run *run = &get->run;
    problems_print_unread(&run->problems, &run->errors, &run->coverage, SIZE_MAX);
}

/* Whether everything that a cluster should have been read was. */
static bool report_refusals(cli_get *get, const cli_cluster *cluster) {
    return !refusals_report(
        &cluster->refusals, session_is_fleet(&get->session) ? cluster->name : NULL,
        get->options->show_access, get->options->require_access, &get->run.problems);
}

static size_t scopes_of(const cli_cluster *cluster) {
    size_t count = 0;
    for (vitals_cluster_scope *at = NULL;
         cluster->watcher && (at = vitals_cluster_scope_next(cluster->watcher, at)) != NULL;) {
        count++;
    }
    return count;
}

static void report_nothing(cli_get *get) {
    const cli_session *session = &get->session;
    vitals_cluster_about about = { .requests = 0 };
    for (size_t i = 0; i < session->cluster_count && !about.namespace_.bytes; i++) {
        if (session->clusters[i].cluster) {
            vitals_cluster_about_of(session->clusters[i].cluster, &about, sizeof about);
        }
    }
    char *namespace = text_visible(about.namespace_);
    if (get->options->all_namespaces || session->cluster_count > 1) {
        problems_add_error(&get->run.problems, NULL, "no object found");
    } else {
        problems_add_error(&get->run.problems, NULL, "no object found in namespace %s", namespace);
    }
    free(namespace);
}

static void check_results(cli_get *get) {
    const cli_session *session = &get->session;
    size_t objects = 0, refused = 0, scopes = 0;
    bool failed = false;
    vt_buffer access = BUFFER_INIT;
    for (size_t i = 0; i < session->cluster_count; i++) {
        const cli_cluster *cluster = &session->clusters[i];
        if (!report_refusals(get, cluster)) refused += cluster->refusals.count;
        refusals_add_json(&cluster->refusals, cluster->name, &access);
        objects += cluster->objects;
        scopes += scopes_of(cluster);
        failed |= cluster->failed;
    }
    get->run.access = vt_buffer_take(&access, NULL);
    get->run.errors += session->errors;
    print_problems(get);
    if (objects || failed || connect_signal() || get->run.errors) return;
    if (refused && refused == scopes) {
        problems_add_error(&get->run.problems, NULL, "nothing could be read");
    } else if (!get->options->ignore_not_found) {
        report_nothing(get);
    }
    print_problems(get);
}

/* Returns the exit status. */
static int get_all(cli_get *get, const option_list *words) {
    cli_run *run = &get->run;
    const cli_session *session = &get->session;
    run->clusters = session_is_fleet(session);
    run->title = get->options->application ? get->options->application
                 : run->clusters           ? "(all)"
                                           : session->clusters[0].name;
    run->allow_partial = get->options->allow_partial;
    run->group_health = on_group_health;
    run->group_health_user = get;
    assess_begin(run);
    watch(get, words);
    read_all(get);
    if (get->options->watch) follow(get);
    check_results(get);
    assess_end(run);
    groups_note_coverage(run);
    return session_has_failed(session) && !run->entry_count && !run->seen.count
               ? EXIT_INPUT
               : assess_report(run);
}

/* ----------------------------------------------------------------- command */

typedef struct cli_get_settings {
    get_options own;
    connect_options connect;
    session_options session;
    assess_settings assess;
} cli_get_settings;

/* Combinations of options that the tables cannot rule out. NULL: there is none. */
static const char *contradiction(const cli_get_settings *settings, bool has_words) {
    const bool changes = output_shows(settings->assess.own.output, FORM_CHANGES);
    if (settings->assess.own.batch || settings->assess.own.augment) {
        return "--batch and --augment go with `vitals assess`";
    }
    if (settings->own.application && has_words) return "--app names the objects; leave out kinds";
    if (settings->own.watch && settings->own.application &&
        strchr(settings->own.application, ',')) {
        return "--watch follows one application at a time";
    }
    if (settings->own.watch && !changes) return "--watch goes with -o table, wide, ndjson and name";
    return NULL;
}

/* Whether the words name objects, and not only kinds. */
static bool name_objects(const option_list *words) {
    for (size_t i = 0; i < words->count; i++) {
        if (i || names_object(words->items[i])) return true;
    }
    return false;
}

static bool check(cli_run *run, cli_get_settings *settings, const option_list *words, char *problem,
                  size_t size) {
    const bool has_words = words->count > 0;
    settings->own.watch |= settings->own.watch_only;
    settings->own.by_name = name_objects(words);
    /* The cluster selects, by what the application lists, and not the rules of `assess`. */
    settings->own.application = settings->assess.own.application;
    settings->assess.own.application = NULL;
    const char *wrong = contradiction(settings, has_words);
    if (settings->assess.own.output == OUTPUT_PARTIAL) wrong = "-o partial is for `vitals assess`";
    if (wrong) snprintf(problem, size, "%s", wrong);
    return !wrong && connect_check(&settings->connect, problem, size) &&
           session_check(&settings->session, problem, size) &&
           assess_check(run, &settings->assess, problem, size);
}

static session_settings settings_of(const cli_get_settings *settings, cli_get *get) {
    return (session_settings){
        .connect = &settings->connect,
        .options = &settings->session,
        .rule_options = &settings->assess.rules,
        .rules = &get->run.rules,
        .follow = settings->own.watch,
        .aggregate = get->run.aggregate,
        .namespace = settings->own.namespace,
        .applications = settings->own.application,
        .assessed = on_assessed,
        .object = on_object,
        .user = get,
        .coverage = &get->run.coverage,
    };
}

/* Returns the exit status. */
static int run_session(cli_get *get, cli_get_settings *settings, const option_list *words) {
    int status = EXIT_INPUT;
    cli_run *run = &get->run;
    const session_settings session = settings_of(settings, get);
    if (session_open(&get->session, &session, &run->problems)) {
        assess_options *own = &settings->assess.own;
        assess_group_applications(own, settings->own.application);
        if (session_is_fleet(&get->session) && own->by == GROUP_ALL &&
            output_shows(own->output, FORM_GROUPS) && !output_shows(own->output, FORM_LISTS)) {
            own->by = GROUP_BY_CLUSTER;
        }
        status = get_all(get, words);
    } else {
        print_problems(get);
    }
    session_close(&get->session);
    return status;
}

static int get_contexts(cli_get_settings *settings, const option_list *words) {
    cli_selection selection = { .terms = NULL };
    cli_get get = { .run = { .selection = &selection, .problems = PROBLEMS_INIT },
                    .options = &settings->own };
    cli_run *run = &get.run;
    char problem[256];
    int status = EXIT_INPUT;
    connect_catch_signals();
    if (!assess_check(run, &settings->assess, problem, sizeof problem)) {
        problems_add_error(&run->problems, NULL, "%s", problem);
    } else {
        assess_prepare(run, &settings->assess);
        run->keeps_pods = run->keeps_context = false; /* a live does that */
        const bool made = rules_make_engine(&run->rules, &settings->assess.rules, &run->problems);
        print_problems(&get);
        if (made) status = run_session(&get, settings, words);
    }
    print_problems(&get);
    assess_done(run);
    return connect_signal() ? 128 + connect_signal() : status;
}

static int run_get(const cli_command *self, int argc, char **argv) {
    cli_get_settings settings = { .own = { .namespace = NULL } };
    void *const filled[] = { &settings.own, &settings.connect, &settings.assess.rules,
                             &settings.session, &settings.assess.own };
    option_result result;
    cli_run probe = { .options = NULL };
    char problem[256];
    int status;
    if (!options_parse(groups, filled, argc, argv, &result, problem, sizeof problem)) {
        status = command_usage_error(self, "%s", problem);
    } else if (result.help) {
        command_print_help(self);
        status = EXIT_HEALTHY;
    } else if (!check(&probe, &settings, &result.arguments, problem, sizeof problem)) {
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
    "  vitals get                  all kinds with health, in the current namespace\n"
    "  vitals get -A -w            in all namespaces, and then what changes\n"
    "  vitals get deploy,sts -n shop -l app=web -o tree\n"
    "  vitals get --context 'prod-*' -A --only Degraded\n",
    run_get,
};
