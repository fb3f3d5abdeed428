/* Reads what may explain objects: see around.h. */
#include "cluster/around.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "cluster/refusals.h"

enum { PATIENCE_MS = 1000 };

/* What is read at once. */
typedef struct cli_reading {
    const around_settings *settings;
    cli_problems *problems;
    vitals_cluster_loop *loop;
    vitals_cluster *cluster;
    cli_refusals refusals;
    option_list namespaces; /* of the objects that came; for an application */
    bool ready, failed;
} cli_reading;

/* ------------------------------------------------------------------- events */

static void on_object(void *user, vitals_cluster_scope *scope, vitals_cluster_change change,
                      vitals_document **document) {
    cli_reading *reading = user;
    (void)scope, (void)change;
    const vitals_text in = vitals_document_namespace(*document);
    bool known = in.size == 0;
    for (size_t i = 0; i < reading->namespaces.count; i++) {
        known |= text_is(in, reading->namespaces.items[i]);
    }
    if (!known) option_list_add(&reading->namespaces, memory_copy(in.bytes, in.size));
    reading->settings->take(reading->settings->user, *document);
    *document = NULL;
}

static void on_resolved(void *user, vitals_cluster_watcher *watcher,
                        const vitals_cluster_problem *problem) {
    cli_reading *reading = user;
    (void)watcher;
    if (!problem) return;
    char *text = text_visible(problem->text);
    problems_add_error(reading->problems, NULL, "%s", text);
    free(text);
    reading->failed = true;
}

static void on_state(void *user, vitals_cluster_scope *scope, vitals_live_state state,
                     const vitals_cluster_problem *problem) {
    cli_reading *reading = user;
    if (state == VITALS_LIVE_REFUSED && problem) {
        refusals_add(&reading->refusals, scope, problem);
    }
}

static void on_ready(void *user, vitals_cluster_watcher *watcher) {
    (void)watcher;
    ((cli_reading *)user)->ready = true;
}

/* ---------------------------------------------------------------- selections */

/* Events of v1; those of events.k8s.io are the same objects. */
static bool is_wanted(void *user, const vitals_cluster_resource *resource) {
    const cli_reading *reading = user;
    if (!resource->listable) return false;
    if (text_is(resource->kind, "Event")) {
        return !reading->settings->without_events && resource->group.size == 0;
    }
    return !vitals_kind_has_no_health(resource->group, resource->kind);
}

/* Read a selection to its end. */
static void read_selection(cli_reading *reading, vitals_cluster_selection *selection) {
    static const char *const drop[] = {
        ".metadata.annotations[\"kubectl.kubernetes.io/last-applied-configuration\"]",
    };
    vitals_cluster_events events = VITALS_CLUSTER_EVENTS_INIT;
    vitals_cluster_watcher *watcher = NULL;
    events.user = reading;
    events.object = on_object;
    events.resolved = on_resolved;
    events.state = on_state;
    events.ready = on_ready;
    selection->drop = drop; /* not the managed fields: they tell what was changed */
    selection->drop_count = COUNT_OF(drop);
    selection->fallback_namespace = true;
    reading->ready = false;
    if (vitals_cluster_watch(reading->cluster, selection, &events, &watcher) != VITALS_OK) {
        memory_exhausted();
    }
    while (!reading->ready && !reading->failed && !connect_signal()) {
        if (vitals_cluster_loop_poll(reading->loop, PATIENCE_MS) == VITALS_ENOMEM) {
            memory_exhausted();
        }
    }
    vitals_cluster_watcher_free(watcher);
}

static void read_kinds(cli_reading *reading, vitals_text namespace_) {
    vitals_cluster_selection selection = VITALS_CLUSTER_SELECTION_INIT;
    selection.choose = is_wanted;
    selection.choose_user = reading;
    selection.namespace_ = namespace_;
    read_selection(reading, &selection);
}

/* Kinds without a namespace that explain those with one. */
static bool is_outside(void *user, const vitals_cluster_resource *resource) {
    (void)user;
    return resource->listable && !resource->group.size &&
           (text_is(resource->kind, "Node") || text_is(resource->kind, "PersistentVolume"));
}

/* Many may not read them: nothing is said. */
static void read_outside(cli_reading *reading) {
    vitals_cluster_selection selection = VITALS_CLUSTER_SELECTION_INIT;
    const cli_refusals before = reading->refusals;
    reading->refusals = (cli_refusals){ .items = NULL };
    selection.choose = is_outside;
    read_selection(reading, &selection);
    refusals_done(&reading->refusals);
    reading->refusals = before;
}

/* What the application lists, and then everything in their namespaces. */
static void read_application(cli_reading *reading) {
    vitals_cluster_selection selection = VITALS_CLUSTER_SELECTION_INIT;
    vitals_cluster_about about;
    vitals_cluster_about_of(reading->cluster, &about, sizeof about);
    selection.application = text_from(reading->settings->application);
    if (!reading->settings->all_namespaces) selection.namespace_ = about.namespace_;
    read_selection(reading, &selection);
    const size_t count = reading->namespaces.count;
    for (size_t i = 0; i < count && !reading->failed; i++) {
        read_kinds(reading, text_from(reading->namespaces.items[i]));
    }
}

static void read_all(cli_reading *reading) {
    const around_settings *settings = reading->settings;
    vitals_cluster_about about;
    vitals_cluster_about_of(reading->cluster, &about, sizeof about);
    if (settings->application) {
        read_application(reading);
    } else {
        read_kinds(reading, settings->all_namespaces ? (vitals_text){ NULL, 0 } : about.namespace_);
    }
    if (!reading->failed && (settings->application || !settings->all_namespaces)) {
        read_outside(reading);
    }
}

static void free_names(option_list *names) {
    for (size_t i = 0; i < names->count; i++) {
        char *name;
        memcpy(&name, &names->items[i], sizeof name);
        free(name);
    }
    option_list_done(names);
}

bool around_read(const around_settings *settings, cli_problems *problems) {
    cli_reading reading = { .settings = settings, .problems = problems };
    const option_list *contexts = &settings->connect->contexts;
    connect_catch_signals();
    reading.loop = connect_loop(settings->limits);
    reading.cluster =
        connect_cluster(reading.loop, settings->connect,
                        contexts->count ? contexts->items[0] : NULL, settings->namespace, problems);
    if (reading.cluster) read_all(&reading);
    const bool read = reading.cluster && !reading.failed;
    if (read) (void)refusals_report(&reading.refusals, NULL, false, false, problems);
    vitals_cluster_loop_free(reading.loop);
    refusals_done(&reading.refusals);
    free_names(&reading.namespaces);
    return read;
}
