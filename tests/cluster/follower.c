/* Watchers over real sockets. */
#include "cluster/follower.h"

#include <fcntl.h>
#include <stdio.h>
#include <time.h>

#include "support/table.h"

extern char **environ;

enum { PATIENCE_MS = 120000 }; /* only a test that fails waits so long */

static int64_t real_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int64_t wall(void *user) {
    (void)user;
    return (int64_t)time(NULL) * 1000;
}

static int64_t monotonic(void *user) {
    return real_ms() * ((follower *)user)->speed;
}

int64_t follower_now(const follower *own) {
    return real_ms() * own->speed;
}

/* ------------------------------------------------------------------- events */

static void note(follower *own, const vitals_cluster_problem *problem) {
    if (!problem) return;
    own->failure = problem->failure;
    snprintf(own->text, sizeof own->text, "%.*s", (int)problem->text.size, problem->text.bytes);
}

static const char *find_name(const char *names, const char *name) {
    char wanted[300];
    snprintf(wanted, sizeof wanted, "|%s|", name);
    return strstr(names, wanted);
}

bool follower_has(const follower *own, const char *name) {
    return find_name(own->names, name) != NULL;
}

static void remember(char names[1 << 16], const char *name, bool there) {
    const char *at = find_name(names, name);
    const size_t used = strlen(names), size = strlen(name) + 2;
    if (!there && at) memmove(names + (at - names), at + size, strlen(at + size) + 1);
    if (there && !at && used + size < 1 << 16) snprintf(names + used, size + 1, "|%s|", name);
}

static void on_scope(void *user, vitals_cluster_scope *scope) {
    (void)scope;
    ((follower *)user)->scopes++;
}

static void on_resolved(void *user, vitals_cluster_watcher *watcher,
                        const vitals_cluster_problem *problem) {
    (void)watcher;
    ((follower *)user)->resolved = true;
    note(user, problem);
}

static void on_begin(void *user, vitals_cluster_scope *scope) {
    (void)scope;
    follower *own = user;
    own->begun++;
    own->is_listing = own->scopes == 1;
    own->listing[0] = '\0';
}

static void on_object(void *user, vitals_cluster_scope *scope, vitals_cluster_change change,
                      vitals_document **document) {
    (void)scope;
    follower *own = user;
    own->objects++;
    if (change == VITALS_CLUSTER_LISTED) {
        own->listed++;
    } else {
        own->changes++;
    }
    own->deleted += change == VITALS_CLUSTER_DELETED;
    const char *name = vitals_document_name(*document).bytes;
    remember(own->is_listing ? own->listing : own->names, name ? name : "",
             change != VITALS_CLUSTER_DELETED);
}

static void on_synced(void *user, vitals_cluster_scope *scope) {
    (void)scope;
    follower *own = user;
    own->synced++;
    if (own->is_listing) memcpy(own->names, own->listing, sizeof own->names);
    own->is_listing = false;
}

static void on_state(void *user, vitals_cluster_scope *scope, vitals_live_state state,
                     const vitals_cluster_problem *problem) {
    (void)scope;
    follower *own = user;
    note(own, problem);
    own->refused += state == VITALS_LIVE_REFUSED;
    own->live += state == VITALS_LIVE_LIVE;
    if (state != VITALS_LIVE_SILENT) return;
    own->silent++;
    own->silent_ms = follower_now(own);
}

static void on_broken(void *user, vitals_cluster_scope *scope,
                      const vitals_cluster_problem *problem) {
    (void)scope;
    ((follower *)user)->broken++;
    note(user, problem);
}

static void on_ready(void *user, vitals_cluster_watcher *watcher) {
    (void)watcher;
    ((follower *)user)->ready = true;
}

/* --------------------------------------------------------------- life cycle */

static size_t open_descriptors(void) {
    size_t count = 0;
    for (int i = 0; i < 1024; i++) count += fcntl(i, F_GETFD) >= 0;
    return count;
}

void follower_open(follower *own, const vitals_cluster_options *options, unsigned speed) {
    vitals_cluster_loop_options loop = VITALS_CLUSTER_LOOP_OPTIONS_INIT;
    vitals_diagnostics *diagnostics;
    memset(own, 0, sizeof *own);
    own->speed = speed ? speed : 1;
    own->descriptors = open_descriptors();
    loop.user = own;
    loop.wall_ms = wall;
    loop.monotonic_ms = monotonic;
    loop.environment = (const char *const *)environ;
    assert_int_equal(vitals_diagnostics_new(NULL, &diagnostics), VITALS_OK);
    assert_int_equal(vitals_cluster_loop_new(&loop, &own->loop), VITALS_OK);
    if (vitals_cluster_new(own->loop, options, &own->cluster, diagnostics) != VITALS_OK) {
        fail_msg("%s", vitals_diagnostics_at(diagnostics, 0)->text.bytes);
    }
    vitals_diagnostics_free(diagnostics);
}

void follower_open_file(follower *own, const char *kubeconfig, unsigned speed) {
    vitals_cluster_options options = VITALS_CLUSTER_OPTIONS_INIT;
    options.kubeconfig = kubeconfig;
    follower_open(own, &options, speed);
}

void follower_watch(follower *own, const char *resources, bool follow) {
    vitals_cluster_selection selection = VITALS_CLUSTER_SELECTION_INIT;
    vitals_cluster_events events = VITALS_CLUSTER_EVENTS_INIT;
    vitals_cluster_target targets[16] = { { { NULL, 0 }, { NULL, 0 }, { NULL, 0 } } };
    for (const char *at = resources; at && *at;) {
        const size_t size = strcspn(at, " ");
        targets[selection.target_count++].resource = (vitals_text){ at, size };
        at += size + (at[size] == ' ');
    }
    selection.targets = targets;
    selection.follow = follow;
    events.user = own;
    events.scope_added = on_scope;
    events.resolved = on_resolved;
    events.begin = on_begin;
    events.object = on_object;
    events.synced = on_synced;
    events.state = on_state;
    events.broken = on_broken;
    events.ready = on_ready;
    vitals_cluster_watcher_free(own->watcher);
    own->ready = own->resolved = false;
    const vitals_status status =
        own->feed
            ? vitals_cluster_feed_live(own->cluster, &selection, own->feed, &events, &own->watcher)
            : vitals_cluster_watch(own->cluster, &selection, &events, &own->watcher);
    assert_int_equal(status, VITALS_OK);
}

static void poll_once(follower *own, int64_t until, const char *what) {
    const int64_t now = real_ms();
    if (now >= until) {
        fail_msg("%s: %zu scopes, %zu objects, %zu synced, %zu refused, %zu silent: %s", what,
                 own->scopes, own->objects, own->synced, own->refused, own->silent, own->text);
    }
    const int64_t most = (until - now) * own->speed, wait = most > 100 ? 100 : most;
    assert_int_equal(vitals_cluster_loop_poll(own->loop, wait), VITALS_OK);
    const int64_t late = (real_ms() - now) * own->speed - wait;
    if (late > 0) own->late_ms += late;
}

void follower_until(follower *own, const size_t *counter, size_t wanted) {
    const int64_t until = real_ms() + PATIENCE_MS;
    while (*counter < wanted) poll_once(own, until, "waited in vain");
}

void follower_until_ready(follower *own) {
    const int64_t until = real_ms() + PATIENCE_MS;
    while (!own->ready) poll_once(own, until, "never ready");
}

void follower_for(follower *own, int ms) {
    const int64_t until = real_ms() + ms;
    for (int64_t now; (now = real_ms()) < until;) {
        assert_int_equal(vitals_cluster_loop_poll(own->loop, until - now), VITALS_OK);
    }
}

vitals_cluster_about follower_about(const follower *own) {
    vitals_cluster_about about;
    vitals_cluster_about_of(own->cluster, &about, sizeof about);
    return about;
}

void follower_close(follower *own) {
    vitals_cluster_loop_free(own->loop);
    assert_int_equal(open_descriptors(), own->descriptors);
}
