/* Clusters that are read into one vitals_live. */
#include "cluster/session.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "input/files.h"

/* Rows that wait to be assessed while objects arrive, those assessed between two looks at the network, and
** changes read at once. */
enum {
    ROWS_WAITING = 64,
    ROWS_AT_ONCE = 256,
    CHANGES_AT_ONCE = 64,
    PATIENCE_MS = 1000,
    MOST_DESTINATIONS = 16
};

static const char *const rule_sources[] = { "options", "cluster", NULL };

#define FIELD(name) offsetof(session_options, name)

/* clang-format off */
static const option_row rows[] = {
    { 0, "rules-from", NULL, OPTION_CHOICE, FIELD(rules_from), "cluster", rule_sources,
      "also the rules of the cluster itself, and their changes: its "
      "argocd-cm, and healthCheckExprs of Kustomizations and HelmReleases" },
    { 0, "argocd-namespace", NULL, OPTION_TEXT, FIELD(argocd_namespace), "NAME", NULL,
      "where the cluster has its argocd-cm (default: argocd)" },
    { 0, "destination", NULL, OPTION_LIST, FIELD(destinations), "NAME=CONTEXT", NULL,
      "the context of a destination of Applications, by its name or its "
      "server; without it that of the same server; repeatable" },
};
/* clang-format on */

const option_group session_option_group = { "Argo CD and Flux", rows, COUNT_OF(rows) };

bool session_check(const session_options *options, char *problem, size_t size) {
    for (size_t i = 0; i < options->destinations.count; i++) {
        const char *word = options->destinations.items[i], *equals = strrchr(word, '=');
        if (equals && equals != word && equals[1]) continue;
        snprintf(problem, size, "--destination takes NAME=CONTEXT, not '%s'", word);
        return false;
    }
    return true;
}

int64_t session_now_ms(const cli_session *session) {
    return clock_wall_ms(NULL) + session->ahead_ms;
}

bool session_is_fleet(const cli_session *session) {
    return session->cluster_count > session->copies;
}

static void print_problems(cli_session *session) {
    problems_print_unread(session->problems, &session->errors, session->settings.coverage,
                          SIZE_MAX);
}

/* "context prod: ", where there are several. */
static void add_problem(const cli_cluster *cluster, vitals_text text) {
    cli_session *session = cluster->session;
    char *visible = text_visible(text);
    if (session_is_fleet(session)) {
        problems_add_known(session->problems, "context %s: %s", cluster->name, visible);
        vitals_coverage_part part = VITALS_COVERAGE_PART_INIT;
        part.state = VITALS_COVERAGE_LOST;
        part.cluster = vt_text_from(cluster->name);
        part.reason = vt_text_from(visible);
        coverage_add(&session->problems->unread, &part);
    } else {
        problems_add_error(session->problems, NULL, "%s", visible);
    }
    print_problems(session);
    free(visible);
}

static void poll_for(const cli_session *session, int64_t ms) {
    if (vitals_cluster_loop_poll(session->loop, ms) == VITALS_ENOMEM) memory_exhausted();
}

/* ------------------------------------------------------------------ events */

static void on_scope_removed(void *user, vitals_cluster_scope *scope) {
    refusals_clear(&((cli_cluster *)user)->refusals, scope);
}

/* Whatever was refused before is over. */
static void on_synced(void *user, vitals_cluster_scope *scope) {
    refusals_take_read(&((cli_cluster *)user)->refusals, scope);
}

static void on_resolved(void *user, vitals_cluster_watcher *watcher,
                        const vitals_cluster_problem *problem) {
    cli_cluster *cluster = user;
    (void)watcher;
    cluster->failed = problem != NULL;
    if (problem) add_problem(cluster, problem->text);
}

/* Assess so many rows. Whether there are more. */
static bool run_rows(const cli_session *session, size_t count) {
    const vitals_status status =
        vitals_live_run(session->live, session->worker, session_now_ms(session), count);
    if (status == VITALS_ENOMEM) memory_exhausted();
    return status == VITALS_EAGAIN;
}

/* Objects take far more memory before they are assessed than afterwards, and a page of a list has many. */
static void make_room(const cli_session *session) {
    vitals_live_stats stats;
    vitals_live_stats_of(session->live, &stats, sizeof stats);
    if (stats.queued >= ROWS_WAITING) (void)run_rows(session, ROWS_AT_ONCE);
}

static void on_object(void *user, vitals_cluster_scope *scope, vitals_cluster_change change,
                      vitals_document **document) {
    cli_cluster *cluster = user;
    const session_settings *settings = &cluster->session->settings;
    cluster->objects++;
    make_room(cluster->session);
    if (settings->object) settings->object(settings->user, cluster, scope, change, document);
}

static void on_state(void *user, vitals_cluster_scope *scope, vitals_live_state state,
                     const vitals_cluster_problem *problem) {
    cli_cluster *cluster = user;
    if (state == VITALS_LIVE_REFUSED && problem) {
        refusals_add(&cluster->refusals, scope, problem);
    } else {
        refusals_take_read(&cluster->refusals, scope);
    }
}

static void on_broken(void *user, vitals_cluster_scope *scope,
                      const vitals_cluster_problem *problem) {
    cli_cluster *cluster = user;
    cli_session *session = cluster->session;
    cluster->broken++;
    refusals_report_broken(scope, problem, session_is_fleet(session) ? cluster->name : NULL,
                           session->problems);
    print_problems(session);
}

static void on_stale(void *user, vitals_cluster_watcher *watcher,
                     const vitals_cluster_resource *groups, size_t count) {
    (void)watcher;
    refusals_set_groups(&((cli_cluster *)user)->refusals, groups, count);
}

static void on_ready(void *user, vitals_cluster_watcher *watcher) {
    (void)watcher;
    ((cli_cluster *)user)->ready = true;
}

static void on_assessed(void *user, vitals_live_id source, const vitals_document *document,
                        vitals_verdict *verdict) {
    cli_session *session = user;
    const session_settings *settings = &session->settings;
    settings->assessed(settings->user, session_cluster_of(session, source), document, verdict);
}

/* ----------------------------------------------------------------- opening */

static const char *argocd_namespace(const session_settings *settings) {
    const char *given = settings->options->argocd_namespace;
    return given ? given : "argocd";
}

static char *name_of(const vitals_cluster *cluster) {
    vitals_cluster_about about;
    vitals_cluster_about_of(cluster, &about, sizeof about);
    return text_visible(about.context.size ? about.context : about.server);
}

/* "context prod", where there are several. The caller frees it. */
static char *context_of(const cli_cluster *cluster) {
    vt_buffer text = BUFFER_INIT;
    if (!session_is_fleet(cluster->session)) return NULL;
    vt_buffer_printf(&text, "context %s", cluster->name);
    return vt_buffer_take(&text, NULL);
}

static void take_configmap(void *user, vitals_document *document) {
    vitals_document **last = user;
    if (!vt_text_is(vitals_document_kind(document), "ConfigMap")) {
        vitals_document_free(document);
        return;
    }
    vitals_document_free(*last);
    *last = document;
}

/* The last ConfigMap of --argocd-cm, or NULL. Those who read its rules have reported what is wrong with it. */
static vitals_document *given_argocd_cm(const cli_session *session) {
    const session_settings *settings = &session->settings;
    cli_problems ignored = PROBLEMS_INIT;
    source_list sources = { NULL, 0 };
    vitals_document *last = NULL;
    size_t errors = 0;
    sources_find(&sources, &settings->rule_options->argocd_cm, &ignored);
    for (size_t i = 0; i < sources.count && !ignored.errors; i++) {
        if (strcmp(sources.items[i].path, "-") == 0) continue; /* read by then */
        source_read_documents(&sources.items[i], settings->rules->limits, take_configmap, &last,
                              &ignored, &errors, NULL);
    }
    sources_done(&sources);
    problems_done(&ignored);
    return last;
}

/* An engine with the rules of a cluster as they are; NULL: they cannot be used. Those of a destination are the
** rules of the Argo CD that delivers there. */
static vitals_engine *engine_of(cli_cluster *cluster) {
    cli_session *session = cluster->session;
    cli_rules rules = *session->settings.rules;
    size_t count = 0;
    char *context = context_of(cluster);
    rule_text *texts = own_rules_texts(cluster->own_rules, &count);
    rules.engine = NULL;
    own_rules_report(cluster->own_rules, context, session->problems);
    const bool made = rules_make_engine_with(&rules, session->settings.rule_options, texts, count,
                                             session->problems);
    print_problems(session);
    if (!made) vitals_engine_release(rules.engine);
    free(texts);
    free(context);
    return made ? rules.engine : NULL;
}

/* Rules that changed in the cluster. Those that cannot be used leave the former ones in place. */
static void update_rules(cli_cluster *cluster) {
    const cli_session *session = cluster->session;
    if (!cluster->own_rules || !cluster->source) return;
    if (!own_rules_have_changed(cluster->own_rules)) return;
    vitals_engine *engine = engine_of(cluster);
    for (size_t i = 0; engine && i < session->cluster_count; i++) {
        const cli_cluster *at = &session->clusters[i];
        if (at != cluster && at->origin != cluster) continue;
        if (vitals_live_use(session->live, at->source, engine) != VITALS_OK) memory_exhausted();
    }
    vitals_engine_release(engine);
}

static void add_source(cli_session *session, cli_cluster *cluster) {
    const session_settings *settings = &session->settings;
    cli_cluster *rules = cluster->origin ? cluster->origin : cluster;
    vitals_engine *engine = rules->own_rules ? engine_of(rules) : NULL;
    const vitals_call *call = &settings->rules->call;
    vitals_live_source_options options = VITALS_LIVE_SOURCE_OPTIONS_INIT;
    options.profile = call->profile;
    options.aggregate = settings->aggregate;
    options.zone_offset_seconds = call->zone_offset_seconds;
    options.helm_controller_order = call->helm_controller_order;
    options.explain = call->explain;
    options.argocd_release = call->argocd_release;
    options.flux_release = call->flux_release;
    options.by_namespace = settings->by_namespace;
    cluster->argocd_cm =
        rules->own_rules ? own_rules_argocd_cm(rules->own_rules) : given_argocd_cm(session);
    if (cluster->argocd_cm) vitals_cluster_read_tracking(cluster->argocd_cm, &options);
    options.argocd_namespace = vt_text_from(argocd_namespace(settings));
    if (vitals_live_source_add(session->live, vt_text_from(cluster->name),
                               engine ? engine : settings->rules->engine, &options,
                               &cluster->source) != VITALS_OK) {
        memory_exhausted();
    }
    vitals_engine_release(engine);
}

/* `context` NULL: the current one. */
static void add_cluster(cli_session *session, cli_cluster *cluster, const char *context) {
    const session_settings *settings = &session->settings;
    cluster->session = session;
    cluster->cluster = connect_cluster(session->loop, settings->connect, context,
                                       settings->namespace, session->problems);
    print_problems(session);
    if (!cluster->cluster) {
        cluster->name = text_visible(vt_text_from(context ? context : ""));
        cluster->failed = cluster->ready = true;
        return;
    }
    cluster->name = name_of(cluster->cluster);
    if (settings->options->rules_from && !cluster->origin) {
        cluster->own_rules =
            own_rules_new(cluster->cluster, argocd_namespace(settings), settings->follow);
    }
}

static void open_live(cli_session *session) {
    const session_settings *settings = &session->settings;
    vitals_live_options options = VITALS_LIVE_OPTIONS_INIT;
    options.limits = settings->rules->limits;
    options.keep = settings->keep;
    options.settling = settings->settling;
    options.epoch = (uint64_t)clock_wall_ms(NULL);
    options.hash_seed = options.epoch;
    if (vitals_live_new(&options, &session->live) != VITALS_OK ||
        vitals_live_view_new(session->live, NULL, &session->view) != VITALS_OK ||
        vitals_worker_new(settings->rules->engine, &session->worker) != VITALS_OK) {
        memory_exhausted();
    }
    if (settings->assessed) vitals_live_set_assessed(session->live, on_assessed, session);
    vitals_live_head(session->view, &session->position, sizeof session->position);
}

static bool rules_are_read(const cli_session *session) {
    for (size_t i = 0; i < session->cluster_count; i++) {
        const own_rules *rules = session->clusters[i].own_rules;
        if (rules && !own_rules_are_read(rules)) return false;
    }
    return true;
}

/* Each context once, or once for each application. Returns how many can be used. */
static size_t add_clusters(cli_session *session, const option_list *contexts) {
    const size_t count = contexts->count * session->copies;
    size_t connected = 0;
    session->cluster_capacity = count + MOST_DESTINATIONS * session->copies;
    session->clusters = memory_new(session->cluster_capacity, sizeof *session->clusters);
    session->cluster_count = count;
    for (size_t i = 0; i < count; i++) {
        cli_cluster *cluster = &session->clusters[i];
        if (session->applications.count) {
            cluster->application = session->applications.items[i % session->copies];
        }
        add_cluster(session, cluster, contexts->items[i / session->copies]);
        connected += cluster->cluster != NULL;
    }
    return connected;
}

bool session_open(cli_session *session, const session_settings *settings, cli_problems *problems) {
    option_list contexts = { NULL, 0 };
    *session = (cli_session){ .settings = *settings, .problems = problems };
    if (settings->rule_options->now) {
        session->ahead_ms = settings->rules->call.now_seconds * 1000 - clock_wall_ms(NULL);
    }
    session->loop = connect_loop(settings->rules->limits);
    open_live(session);
    const bool opened = connect_contexts(session->loop, settings->connect, &contexts, problems);
    print_problems(session);
    session->applications = option_items(settings->applications);
    session->copies = session->applications.count ? session->applications.count : 1;
    const size_t connected = add_clusters(session, &contexts);
    option_list_free_items(&contexts);
    while (!rules_are_read(session) && !connect_signal()) poll_for(session, PATIENCE_MS);
    for (size_t i = 0; i < session->cluster_count; i++) {
        if (session->clusters[i].cluster) add_source(session, &session->clusters[i]);
    }
    return opened && connected > 0;
}

void session_close(cli_session *session) {
    vitals_cluster_loop_free(session->loop); /* with clusters and watchers */
    vitals_live_free(session->live);
    vitals_worker_free(session->worker);
    for (size_t i = 0; i < session->cluster_count; i++) {
        refusals_done(&session->clusters[i].refusals);
        own_rules_free(session->clusters[i].own_rules);
        vitals_document_free(session->clusters[i].argocd_cm);
        free(session->clusters[i].name);
    }
    free(session->clusters);
    option_list_free_items(&session->applications);
    *session = (cli_session){ .loop = NULL };
}

/* ------------------------------------------------------------ destinations */

/* "https://h/" and "https://h" are one server. */
static vitals_text without_slash(vitals_text server) {
    while (server.size && server.bytes[server.size - 1] == '/') server.size--;
    return server;
}

typedef struct wanted_server {
    vitals_text server;
    char *context; /* the first one that leads there */
} wanted_server;

static bool take_context(void *user, const vitals_cluster_context *context) {
    wanted_server *wanted = user;
    if (!context->server.bytes ||
        !vt_text_equal(without_slash(context->server), without_slash(wanted->server))) {
        return true;
    }
    wanted->context = memory_copy(context->name.bytes, context->name.size);
    return false;
}

/* The context of --destination, else the one that has the server. The caller frees it; NULL: there is none. */
static char *context_for(cli_session *session, vitals_text server, vitals_text name) {
    const option_list *given = &session->settings.options->destinations;
    for (size_t i = 0; i < given->count; i++) {
        const char *word = given->items[i], *equals = strrchr(word, '=');
        const vitals_text key = { word, (size_t)(equals - word) };
        if ((name.size && vt_text_equal(key, name)) ||
            (server.size && vt_text_equal(without_slash(key), without_slash(server)))) {
            return memory_copy_string(equals + 1);
        }
    }
    wanted_server wanted = { server, NULL };
    const vitals_cluster_options options = connect_options_of(session->settings.connect);
    if (server.size && vitals_cluster_contexts(session->loop, &options, take_context, &wanted,
                                               NULL) == VITALS_ENOMEM) {
        memory_exhausted();
    }
    return wanted.context;
}

/* The cluster of a context, connected when it is new. NULL: it cannot be. */
static cli_cluster *destination_of(cli_cluster *origin, const char *context) {
    cli_session *session = origin->session;
    for (size_t i = 0; i < session->cluster_count; i++) {
        cli_cluster *at = &session->clusters[i];
        const bool shared = session->copies == 1 || at->origin == origin;
        if (shared && strcmp(at->name, context) == 0) return at;
    }
    if (session->cluster_count == session->cluster_capacity) return NULL;
    cli_cluster *cluster = &session->clusters[session->cluster_count];
    cluster->origin = origin;
    add_cluster(session, cluster, context);
    if (!cluster->cluster) {
        free(cluster->name);
        *cluster = (cli_cluster){ .session = NULL };
        return NULL;
    }
    session->cluster_count++;
    update_rules(origin);
    add_source(session, cluster);
    return cluster;
}

/* What an application lists, as the members of a source. */
typedef struct member_list {
    vitals_live_object *items;
    size_t count;
} member_list;

static bool take_member(void *user, const vitals_live_object *object) {
    member_list *list = user;
    list->items = memory_grow(list->items, list->count, sizeof *list->items);
    list->items[list->count] = *object;
    vitals_live_object *own = &list->items[list->count++];
    vitals_text *const texts[] = { &own->group, &own->kind, &own->namespace_, &own->name };
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        texts[i]->bytes = memory_copy(texts[i]->bytes ? texts[i]->bytes : "", texts[i]->size);
    }
    return true;
}

static void free_members(member_list *list) {
    for (size_t i = 0; i < list->count; i++) {
        const vitals_text texts[] = { list->items[i].group, list->items[i].kind,
                                      list->items[i].namespace_, list->items[i].name };
        for (size_t k = 0; k < COUNT_OF(texts); k++) {
            char *bytes;
            memcpy(&bytes, &texts[k].bytes, sizeof bytes);
            free(bytes);
        }
    }
    free(list->items);
}

/* The application is one of the destination's source: its health is that of its members. */
static void state_members(const cli_cluster *cluster, const vitals_document *application) {
    const session_settings *settings = &cluster->session->settings;
    member_list list = { NULL, 0 };
    vitals_live_application_key key = { VITALS_LIVE_ARGOCD, vitals_document_namespace(application),
                                        vitals_document_name(application) };
    if (vt_text_is(key.namespace_, argocd_namespace(settings))) key.namespace_ = vt_text_from("");
    if (vitals_cluster_listed(application, take_member, &list) != VITALS_OK) memory_exhausted();
    const vitals_status status =
        vitals_live_members(cluster->session->live, cluster->source, &key, list.items, list.count);
    if (status == VITALS_ENOMEM) memory_exhausted();
    free_members(&list);
}

static void report_elsewhere(const cli_cluster *cluster, vitals_text server, vitals_text name) {
    vt_buffer line = BUFFER_INIT;
    const vitals_text place = server.size ? server
                              : name.size ? name
                                          : vt_text_from("that of its spec.kubeConfig");
    vt_buffer_add_terminated(&line, "the objects of the application are in another cluster, ");
    vt_buffer_add_bytes(&line, place.bytes, place.size);
    vt_buffer_add_terminated(&line, ", and no context leads there; see --destination");
    add_problem(cluster, vt_text_from(vt_buffer_string(&line)));
    vt_buffer_done(&line);
}

static void on_elsewhere(void *user, vitals_cluster_scope *scope,
                         const vitals_document *application, vitals_text server, vitals_text name) {
    cli_cluster *cluster = user;
    cli_session *session = cluster->session;
    (void)scope;
    char *context = context_for(session, server, name);
    cli_cluster *there = context ? destination_of(cluster, context) : NULL;
    free(context);
    if (!there) {
        cluster->failed = true;
        report_elsewhere(cluster, server, name);
        return;
    }
    state_members(there, application);
    if (there->watcher && there->origin) {
        if (vitals_cluster_watcher_list(there->watcher, application) != VITALS_OK) {
            memory_exhausted();
        }
    } else if (!there->watcher) {
        vitals_cluster_selection selection = VITALS_CLUSTER_SELECTION_INIT;
        selection.listed_by = application;
        selection.follow = session->settings.follow;
        selection.owned = cluster->owned;
        session_watch(there, &selection);
    }
}

/* ---------------------------------------------------------------- watching */

/* Whether a rule of the user's may be one for this kind. */
static bool may_judge(const vitals_rule *rule, vitals_text kind) {
    const bool own = rule->source == VITALS_SOURCE_CUSTOMIZATION ||
                     rule->source == VITALS_SOURCE_INTERPRETER ||
                     rule->source == VITALS_SOURCE_EXPRESSION;
    const char *slash = strrchr(rule->id, '/');
    const char *name = slash ? slash + 1 : rule->id;
    return own && (rule->wildcard || vt_text_is(kind, name));
}

/* A kind without health, such as ConfigMap and Secret, is read whole only for a rule of the user's. */
static bool is_metadata_enough(void *user, const vitals_cluster_resource *resource) {
    const cli_cluster *cluster = user;
    const vitals_engine *engine = cluster->session->settings.rules->engine;
    vitals_rule rule;
    if (cluster->own_rules || cluster->session->settings.whole ||
        !vitals_kind_has_no_health(resource->group, resource->kind)) {
        return false;
    }
    for (size_t i = 0; vitals_engine_rule_at(engine, i, &rule, sizeof rule); i++) {
        if (may_judge(&rule, resource->kind)) return false;
    }
    return true;
}

void session_watch(cli_cluster *cluster, const vitals_cluster_selection *wanted) {
    cli_session *session = cluster->session;
    vitals_cluster_selection selection = *wanted;
    vitals_cluster_feed feed = VITALS_CLUSTER_FEED_INIT;
    vitals_cluster_events events = VITALS_CLUSTER_EVENTS_INIT;
    if (!cluster->cluster) return;
    vitals_cluster_watcher_free(cluster->watcher);
    cluster->ready = cluster->failed = false;
    feed.live = session->live;
    feed.source = cluster->source;
    feed.worker = session->worker;
    events.user = cluster;
    events.scope_removed = on_scope_removed;
    events.resolved = on_resolved;
    events.object = on_object;
    events.synced = on_synced;
    events.state = on_state;
    events.broken = on_broken;
    events.ready = on_ready;
    events.elsewhere = on_elsewhere;
    events.stale = on_stale;
    cluster->owned = selection.owned;
    if (!selection.argocd_cm) selection.argocd_cm = cluster->argocd_cm;
    selection.metadata_only = is_metadata_enough;
    selection.metadata_only_user = cluster;
    if (vitals_cluster_feed_live(cluster->cluster, &selection, &feed, &events, &cluster->watcher) !=
        VITALS_OK) {
        memory_exhausted();
    }
}

bool session_is_ready(const cli_session *session) {
    for (size_t i = 0; i < session->cluster_count; i++) {
        const cli_cluster *cluster = &session->clusters[i];
        if (!cluster->ready && !cluster->failed) return false;
    }
    return vitals_live_next_ms(session->live) != 0;
}

bool session_has_failed(const cli_session *session) {
    for (size_t i = 0; i < session->cluster_count; i++) {
        if (!session->clusters[i].failed) return false;
    }
    return true;
}

/* ---------------------------------------------------------------- stepping */

/* Until the next deadline of a verdict. */
static int64_t patience_of(const cli_session *session, int64_t timeout_ms) {
    const int64_t next = vitals_live_next_ms(session->live);
    if (next == VITALS_LIVE_NEVER) return timeout_ms;
    const int64_t wait = next - session_now_ms(session);
    if (wait <= 0) return 0;
    return wait < timeout_ms ? wait : timeout_ms;
}

static void fetch_wanted(const cli_session *session) {
    for (size_t i = 0; i < session->cluster_count; i++) {
        vitals_cluster_feed_wanted(session->clusters[i].watcher);
    }
}

void session_step(cli_session *session, int64_t timeout_ms) {
    poll_for(session, patience_of(session, timeout_ms));
    for (size_t i = 0; i < session->cluster_count; i++) update_rules(&session->clusters[i]);
    while (run_rows(session, ROWS_AT_ONCE) && !connect_signal()) poll_for(session, 0);
    fetch_wanted(session);
}

bool session_changes(cli_session *session,
                     void (*take)(void *user, const vitals_live_change *change), void *user) {
    vitals_live_change changes[CHANGES_AT_ONCE];
    size_t count = CHANGES_AT_ONCE;
    while (count == CHANGES_AT_ONCE) {
        if (vitals_live_changes(session->view, &session->position, changes, CHANGES_AT_ONCE,
                                sizeof changes[0], &count) != VITALS_OK) {
            vitals_live_head(session->view, &session->position, sizeof session->position);
            return false;
        }
        for (size_t i = 0; i < count; i++) take(user, &changes[i]);
    }
    return true;
}

/* --------------------------------------------------------------- questions */

cli_cluster *session_cluster_of(const cli_session *session, vitals_live_id source) {
    size_t i = 0;
    while (i + 1 < session->cluster_count && session->clusters[i].source != source) i++;
    return &session->clusters[i];
}

bool session_is_root(const cli_session *session, const vitals_live_row *row) {
    const cli_cluster *cluster = session_cluster_of(session, row->source);
    for (vitals_cluster_scope *at = NULL;
         cluster->watcher && (at = vitals_cluster_scope_next(cluster->watcher, at)) != NULL;) {
        vitals_cluster_scope_about about;
        vitals_cluster_scope_about_of(at, &about, sizeof about);
        if (about.application && vitals_cluster_scope_tag(at) == row->scope) return true;
    }
    return false;
}

vitals_live_id session_application_of(const cli_cluster *cluster) {
    const vitals_live_view *view = cluster->session->view;
    vitals_live_id found = 0;
    if (!cluster->watcher) return 0;
    for (vitals_live_id id = 0; (id = vitals_live_application_next(view, id)) != 0;) {
        vitals_live_application application;
        vitals_live_row row;
        if (vitals_live_application_of(view, id, &application, sizeof application) != VITALS_OK) {
            continue;
        }
        const cli_cluster *there = session_cluster_of(cluster->session, application.source);
        const bool is_root =
            there == cluster &&
            vitals_live_row_of(view, application.object, &row, sizeof row) == VITALS_OK &&
            session_is_root(cluster->session, &row);
        if (!is_root && there->origin != cluster) continue;
        if (found) return 0;
        found = id;
    }
    return found;
}

char *session_api_version(const cli_cluster *cluster, vitals_text group, vitals_text kind) {
    vitals_cluster_resource resource;
    vt_buffer version = BUFFER_INIT;
    size_t cursor = 0;
    while (vitals_cluster_resource_next(cluster->cluster, &cursor, &resource, sizeof resource)) {
        if (!vt_text_equal(resource.group, group) || !vt_text_equal(resource.kind, kind)) continue;
        vt_quote_append_visible(&version, group);
        if (group.size) vt_buffer_add_terminated(&version, "/");
        vt_quote_append_visible(&version, resource.version);
        break;
    }
    return vt_buffer_take(&version, NULL);
}
