/* Reads a selection once: see reading.h. */
#include "cluster/reading.h"

#include <stdlib.h>

#include "base/memory.h"

enum { PATIENCE_MS = 1000 };

static void on_object(void *user, vitals_cluster_scope *scope, vitals_cluster_change change,
                      vitals_document **document) {
    const cli_reading *reading = user;
    (void)scope, (void)change;
    reading->take(reading->user, *document);
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
    } else {
        refusals_take_read(&reading->refusals, scope);
    }
}

static void on_broken(void *user, vitals_cluster_scope *scope,
                      const vitals_cluster_problem *problem) {
    refusals_add_broken(&((cli_reading *)user)->refusals, scope, problem);
}

static void on_stale(void *user, vitals_cluster_watcher *watcher,
                     const vitals_cluster_resource *groups, size_t count) {
    (void)watcher;
    refusals_set_groups(&((cli_reading *)user)->refusals, groups, count);
}

static void on_scope_added(void *user, vitals_cluster_scope *scope) {
    vitals_cluster_scope_set_tag(scope, ++((cli_reading *)user)->scopes);
}

static void on_ready(void *user, vitals_cluster_watcher *watcher) {
    (void)watcher;
    ((cli_reading *)user)->ready = true;
}

void reading_run(cli_reading *reading, const vitals_cluster_selection *selection) {
    vitals_cluster_events events = VITALS_CLUSTER_EVENTS_INIT;
    vitals_cluster_watcher *watcher = NULL;
    events.user = reading;
    events.scope_added = on_scope_added;
    events.object = on_object;
    events.resolved = on_resolved;
    events.state = on_state;
    events.broken = on_broken;
    events.ready = on_ready;
    events.stale = on_stale;
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
