/* What a watcher reports, put into a vitals_live. */
#include "base/memory/sized.h"
#include "cluster/cluster.h"
#include "cluster/transport/problem.h"

/* Rows assessed when the live has no room for another document. */
enum { ROWS_AT_ONCE = 512 };

typedef struct feed {
    vitals_cluster_feed options;
    vitals_cluster_events host;
    vitals_cluster_loop *loop;
} feed;

static void report(feed *own, vitals_cluster_scope *scope, vitals_status status) {
    const vitals_cluster_problem problem =
        status == VITALS_ELIMIT
            ? vt_problem(VITALS_CLUSTER_FAILURE_LIMIT,
                         VT_TEXT("an object is left out: live_rows or live_bytes is reached"))
        : status == VITALS_ENOMEM
            ? vt_problem(VITALS_CLUSTER_FAILURE_MEMORY, VT_TEXT("out of memory"))
            : vt_problem(VITALS_CLUSTER_FAILURE_ANSWER,
                         VT_TEXT("an object has no kind, no name, or too long a name"));
    if (own->host.broken) own->host.broken(own->host.user, scope, &problem);
}

static void on_scope_added(void *user, vitals_cluster_scope *scope) {
    feed *own = user;
    const vitals_live_scope_key key = { scope->resource.group, scope->resource.kind,
                                        scope->namespace_ };
    vitals_live_id id = 0;
    vitals_status status = vitals_live_scope_add(own->options.live, own->options.source, &key, &id);
    vitals_cluster_scope_set_tag(scope, id);
    if (status != VITALS_OK) report(own, scope, status);
    if (own->host.scope_added) own->host.scope_added(own->host.user, scope);
}

static void on_scope_removed(void *user, vitals_cluster_scope *scope) {
    feed *own = user;
    vitals_status status = vitals_live_scope_remove(own->options.live, scope->tag);
    if (status == VITALS_ENOMEM) report(own, scope, status);
    if (own->host.scope_removed) own->host.scope_removed(own->host.user, scope);
}

static void on_resolved(void *user, vitals_cluster_watcher *watcher,
                        const vitals_cluster_problem *problem) {
    feed *own = user;
    if (own->host.resolved) own->host.resolved(own->host.user, watcher, problem);
}

static void on_begin(void *user, vitals_cluster_scope *scope) {
    feed *own = user;
    vitals_status status = vitals_live_begin(own->options.live, scope->tag);
    if (status != VITALS_OK) report(own, scope, status);
    if (own->host.begin) own->host.begin(own->host.user, scope);
}

/* On success the live owns the document. */
static vitals_status put(feed *own, vitals_cluster_scope *scope, vitals_document **document) {
    vitals_live *live = own->options.live;
    vitals_status status = vitals_live_put(live, scope->tag, *document);
    if (status == VITALS_EAGAIN && own->options.worker) {
        const int64_t now_ms = vt_loop_wall(own->loop);
        status = vitals_live_run(live, own->options.worker, now_ms, ROWS_AT_ONCE);
        if (status == VITALS_OK || status == VITALS_EAGAIN) {
            status = vitals_live_put(live, scope->tag, *document);
        }
    }
    if (status == VITALS_EAGAIN) status = VITALS_ELIMIT;
    if (status == VITALS_OK) *document = NULL;
    return status;
}

static vitals_status take_away(feed *own, vitals_cluster_scope *scope,
                               const vitals_document *document) {
    const vitals_live_object object = vitals_live_object_of(document);
    vitals_status status = vitals_live_remove(own->options.live, scope->tag, &object);
    return status == VITALS_ENOTFOUND ? VITALS_OK : status;
}

static void on_object(void *user, vitals_cluster_scope *scope, vitals_cluster_change change,
                      vitals_document **document) {
    feed *own = user;
    if (own->host.object) own->host.object(own->host.user, scope, change, document);
    if (!*document || scope->dead || scope->watcher->dead) return;
    vitals_status status = change == VITALS_CLUSTER_DELETED ? take_away(own, scope, *document)
                                                            : put(own, scope, document);
    if (status != VITALS_OK) report(own, scope, status);
}

/* What its state does not say. The name of an application is looked for where its user may look. */
static vitals_status set_coverage(const feed *own, const vitals_cluster_scope *scope,
                                  vitals_live_state state, const vitals_cluster_problem *problem) {
    vitals_coverage_state coverage = VITALS_COVERAGE_READ;
    if (state == VITALS_LIVE_REFUSED && problem &&
        problem->failure == VITALS_CLUSTER_FAILURE_FORBIDDEN) {
        coverage = VITALS_COVERAGE_FORBIDDEN;
    }
    if (state == VITALS_LIVE_LIVE && scope->narrowed && !scope->root) {
        coverage = VITALS_COVERAGE_NARROWED;
    }
    return vitals_live_set_coverage(own->options.live, scope->tag, coverage);
}

static void on_synced(void *user, vitals_cluster_scope *scope) {
    feed *own = user;
    vitals_status status = vitals_live_synced(own->options.live, scope->tag);
    if (status == VITALS_OK) status = set_coverage(own, scope, VITALS_LIVE_LIVE, NULL);
    if (status != VITALS_OK) report(own, scope, status);
    if (own->host.synced) own->host.synced(own->host.user, scope);
}

static void on_state(void *user, vitals_cluster_scope *scope, vitals_live_state state,
                     const vitals_cluster_problem *problem) {
    feed *own = user;
    const vitals_text reason = problem ? problem->text : VT_TEXT("");
    vitals_status status = vitals_live_set_state(own->options.live, scope->tag, state, reason);
    if (status == VITALS_OK) status = set_coverage(own, scope, state, problem);
    if (status != VITALS_OK) report(own, scope, status);
    if (own->host.state) own->host.state(own->host.user, scope, state, problem);
}

static void on_broken(void *user, vitals_cluster_scope *scope,
                      const vitals_cluster_problem *problem) {
    feed *own = user;
    if (own->host.broken) own->host.broken(own->host.user, scope, problem);
}

static void on_elsewhere(void *user, vitals_cluster_scope *scope,
                         const vitals_document *application, vitals_text server, vitals_text name) {
    feed *own = user;
    own->host.elsewhere(own->host.user, scope, application, server, name);
}

static void on_ready(void *user, vitals_cluster_watcher *watcher) {
    feed *own = user;
    if (own->host.ready) own->host.ready(own->host.user, watcher);
}

static void on_stale(void *user, vitals_cluster_watcher *watcher,
                     const vitals_cluster_resource *groups, size_t count) {
    feed *own = user;
    if (own->host.stale) own->host.stale(own->host.user, watcher, groups, count);
}

static void free_feed(void *user, vitals_cluster_loop *loop) {
    vt_release(&loop->allocator, user, sizeof(feed));
}

static bool read_structs(feed *own, const vitals_cluster_feed *options,
                         const vitals_cluster_events *events) {
    own->options = (vitals_cluster_feed)VITALS_CLUSTER_FEED_INIT;
    own->host = (vitals_cluster_events)VITALS_CLUSTER_EVENTS_INIT;
    if (!vt_sized_read(options, &own->options, sizeof own->options)) return false;
    if (events && !vt_sized_read(events, &own->host, sizeof own->host)) return false;
    return own->options.live != NULL;
}

vitals_status vitals_cluster_feed_live(vitals_cluster *cluster,
                                       const vitals_cluster_selection *selection,
                                       const vitals_cluster_feed *options,
                                       const vitals_cluster_events *events,
                                       vitals_cluster_watcher **out) {
    if (!cluster || !options || !out) return VITALS_EINVAL;
    feed *own = vt_allocate_zeroed(&cluster->loop->allocator, sizeof *own);
    if (!own) return VITALS_ENOMEM;
    own->loop = cluster->loop;
    vitals_cluster_events ours = {
        sizeof ours, own,      on_scope_added, on_scope_removed, on_resolved, on_begin, on_object,
        on_synced,   on_state, on_broken,      on_ready,         NULL,        on_stale,
    };
    vitals_status status = VITALS_EINVAL;
    if (read_structs(own, options, events)) {
        ours.elsewhere = own->host.elsewhere ? on_elsewhere : NULL;
        status = vitals_cluster_watch(cluster, selection, &ours, out);
    }
    if (status != VITALS_OK) {
        free_feed(own, cluster->loop);
        return status;
    }
    (*out)->feed = own;
    (*out)->free_feed = free_feed;
    return VITALS_OK;
}

static vitals_cluster_scope *scope_of(const vitals_cluster_watcher *watcher, vitals_live_id id) {
    vitals_cluster_scope *at = watcher->scopes;
    while (at && (at->dead || at->tag != id)) at = at->next;
    return at;
}

void vitals_cluster_feed_wanted(vitals_cluster_watcher *watcher) {
    const feed *own = watcher && !watcher->dead ? watcher->feed : NULL;
    vitals_live_wanted wanted;
    vitals_live_id last = 0;
    if (!own) return;
    vt_loop_enter(own->loop);
    for (uint64_t at = 0;
         vitals_live_wanted_next(own->options.live, &at, &wanted, sizeof wanted);) {
        if (wanted.scope == last) continue;
        last = wanted.scope;
        vitals_cluster_scope *scope = scope_of(watcher, wanted.scope);
        if (scope) vt_reflector_relist(&scope->reflector);
        if (watcher->dead) break;
    }
    vt_loop_leave(own->loop);
}
