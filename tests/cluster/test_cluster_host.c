/* A host with an event loop of its own, over real sockets: it waits for the descriptors and the time that the
** library names, and for nothing else. */
#include <vitals/cluster.h>

#include <poll.h>
#include <stdio.h>
#include <time.h>

#include "support/server.h"
#include "support/table.h"

enum { MOST = 64, PATIENCE_MS = 120000 };

typedef struct host {
    struct pollfd waited[MOST];
    size_t count, most; /* descriptors, and how many there were at once */
    size_t unknown;     /* that were given up without having been waited for */
    int64_t due_ms;     /* INT64_MAX: there is no alarm */
    size_t listed, added;
    bool ready, failed;
} host;

static int64_t monotonic(void *user) {
    (void)user;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int64_t wall(void *user) {
    (void)user;
    return (int64_t)time(NULL) * 1000;
}

/* ------------------------------------------------------------ what it waits for */

static short events_of(unsigned interest) {
    return (short)((interest & VITALS_CLUSTER_READABLE ? POLLIN : 0) |
                   (interest & VITALS_CLUSTER_WRITABLE ? POLLOUT : 0));
}

static void on_socket(void *user, int descriptor, unsigned interest) {
    host *own = user;
    size_t at = 0;
    while (at < own->count && own->waited[at].fd != descriptor) at++;
    if (!interest) {
        own->unknown += at == own->count;
        if (at < own->count) own->waited[at] = own->waited[--own->count];
        return;
    }
    assert_true(at < MOST);
    own->waited[at] = (struct pollfd){ descriptor, events_of(interest), 0 };
    if (at == own->count) own->count++;
    if (own->count > own->most) own->most = own->count;
}

static void on_timer(void *user, int64_t due_ms) {
    ((host *)user)->due_ms = due_ms;
}

/* One round of the host's loop. */
static void turn(host *own, vitals_cluster_loop *loop) {
    struct pollfd ready[MOST];
    const size_t count = own->count;
    int64_t wait = own->due_ms == INT64_MAX ? 100 : own->due_ms - monotonic(NULL);
    if (wait < 0) wait = 0;
    memcpy(ready, own->waited, sizeof ready);
    poll(ready, count, (int)(wait < 100 ? wait : 100));
    for (size_t i = 0; i < count; i++) {
        const short got = ready[i].revents;
        const unsigned as = (got & (POLLIN | POLLHUP | POLLERR) ? VITALS_CLUSTER_READABLE : 0u) |
                            (got & (POLLOUT | POLLERR) ? VITALS_CLUSTER_WRITABLE : 0u);
        if (as) vitals_cluster_loop_socket_ready(loop, ready[i].fd, as);
    }
    if (own->due_ms <= monotonic(NULL)) vitals_cluster_loop_timer_due(loop);
}

static void turn_until(host *own, vitals_cluster_loop *loop, const bool *flag,
                       const size_t *counter) {
    const int64_t until = monotonic(NULL) + PATIENCE_MS;
    while (!(flag ? *flag : *counter > 0)) {
        assert_true(monotonic(NULL) < until);
        turn(own, loop);
    }
}

/* ------------------------------------------------------------------- events */

static void on_object(void *user, vitals_cluster_scope *scope, vitals_cluster_change change,
                      vitals_document **document) {
    host *own = user;
    (void)scope, (void)document;
    if (change == VITALS_CLUSTER_LISTED) {
        own->listed++;
    } else {
        own->added++;
    }
}

static void on_resolved(void *user, vitals_cluster_watcher *watcher,
                        const vitals_cluster_problem *problem) {
    (void)watcher;
    ((host *)user)->failed |= problem != NULL;
}

static void on_ready(void *user, vitals_cluster_watcher *watcher) {
    (void)watcher;
    ((host *)user)->ready = true;
}

/* -------------------------------------------------------------------- tests */

static vitals_cluster_loop *new_loop(host *own) {
    vitals_cluster_loop_options options = VITALS_CLUSTER_LOOP_OPTIONS_INIT;
    vitals_cluster_loop *loop = NULL;
    options.user = own;
    options.wall_ms = wall;
    options.monotonic_ms = monotonic;
    options.socket_changed = on_socket;
    options.timer_changed = on_timer;
    assert_int_equal(vitals_cluster_loop_new(&options, &loop), VITALS_OK);
    return loop;
}

static void watch_pods(host *own, vitals_cluster_loop *loop, const char *kubeconfig) {
    vitals_cluster_options options = VITALS_CLUSTER_OPTIONS_INIT;
    vitals_cluster_selection selection = VITALS_CLUSTER_SELECTION_INIT;
    vitals_cluster_events events = VITALS_CLUSTER_EVENTS_INIT;
    const vitals_cluster_target target = { .resource = { "pods", 4 } };
    vitals_cluster *cluster = NULL;
    vitals_cluster_watcher *watcher = NULL;
    options.kubeconfig = kubeconfig;
    assert_int_equal(vitals_cluster_new(loop, &options, &cluster, NULL), VITALS_OK);
    selection.targets = &target;
    selection.target_count = 1;
    selection.follow = true;
    events.user = own;
    events.object = on_object;
    events.resolved = on_resolved;
    events.ready = on_ready;
    assert_int_equal(vitals_cluster_watch(cluster, &selection, &events, &watcher), VITALS_OK);
}

/* Lists, watches, gives descriptors up, and waits for nothing in between. */
static void drives_itself(const char *http) {
    host own = { .due_ms = INT64_MAX };
    char path[512];
    test_server *server = server_start_faults();
    server_ask(server, "listen api tls=ok http=%s", http);
    server_ask(server, "discovery /v1/pods/Pod");
    server_ask(server, "collection /api/v1/pods v1 Pod 1200 500");
    snprintf(path, sizeof path, "%s/api.kubeconfig", server_ask(server, "directory"));
    vitals_cluster_loop *loop = new_loop(&own);
    assert_int_equal(vitals_cluster_loop_poll(loop, 0), VITALS_EINVAL);
    watch_pods(&own, loop, path);
    turn_until(&own, loop, &own.ready, NULL);
    assert_int_equal(own.listed, 1200);
    assert_false(own.failed);
    assert_true(own.most >= 1);
    server_ask(server, "change /api/v1/pods new Running");
    turn_until(&own, loop, NULL, &own.added);
    vitals_cluster_loop_free(loop);
    assert_int_equal(own.count, 0);
    assert_int_equal(own.unknown, 0);
    server_stop(server);
}

static void over_http1(void **state) {
    (void)state;
    drives_itself("1.1");
}

static void over_http2(void **state) {
    (void)state;
    drives_itself("2");
}

/* Descriptors that the library does not know, and alarms before their time, do no harm. */
static void asks_too_much(void **state) {
    (void)state;
    host own = { .due_ms = INT64_MAX };
    vitals_cluster_loop *loop = new_loop(&own);
    vitals_cluster_loop_socket_ready(loop, 1000000, VITALS_CLUSTER_READABLE);
    vitals_cluster_loop_socket_ready(loop, -1, VITALS_CLUSTER_WRITABLE);
    vitals_cluster_loop_timer_due(loop);
    vitals_cluster_loop_free(loop);
    assert_int_equal(own.count, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(over_http1),
        cmocka_unit_test(over_http2),
        cmocka_unit_test(asks_too_much),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
