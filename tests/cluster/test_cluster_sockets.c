/* The transport over real sockets, against the scripted fault server: TLS, HTTP/1.1 and 2, lanes, dead
** connections, and what is cut off. */
#include "support/table.h"

#include <stdio.h>

#include "cluster/follower.h"
#include "support/server.h"

static char *path_of(test_server *server, const char *name) {
    static char path[512];
    snprintf(path, sizeof path, "%s/%s.kubeconfig", server_ask(server, "directory"), name);
    return path;
}

static test_server *start(const char *listen, const char *discovery) {
    test_server *server = server_start_faults();
    server_ask(server, "listen api %s", listen);
    server_ask(server, "discovery %s", discovery);
    return server;
}

static void list_pages(void **state) {
    (void)state;
    follower own;
    test_server *server = start("tls=ok http=both", "/v1/pods/Pod /v1/secrets/Secret");
    server_ask(server, "collection /api/v1/pods v1 Pod 1200 2000");
    follower_open_file(&own, path_of(server, "api"), 1);
    follower_watch(&own, NULL, false);
    follower_until_ready(&own);
    assert_int_equal(own.listed, 1200);
    assert_int_equal(own.synced, 1);
    assert_int_equal(server_count(server, "count GET /api/v1/pods"), 3);
    assert_int_equal(server_count(server, "count secrets"), 0);
    assert_int_equal(follower_about(&own).connections, 1);
    follower_close(&own);
    server_stop(server);
}

static void follow_changes(void **state) {
    (void)state;
    static const char *const https[] = { "1.1", "2" };
    for (size_t i = 0; i < TABLE_COUNT(https); i++) {
        follower own;
        char listen[64];
        snprintf(listen, sizeof listen, "tls=ok http=%s", https[i]);
        test_server *server = start(listen, "/v1/pods/Pod");
        server_ask(server, "collection /api/v1/pods v1 Pod 20 200");
        follower_open_file(&own, path_of(server, "api"), 1);
        follower_watch(&own, "pods", true);
        follower_until_ready(&own);
        assert_int_equal(own.listed, 20);
        follower_for(&own, 50);
        server_ask(server, "change /api/v1/pods new Running");
        follower_until(&own, &own.changes, 1);
        assert_true(follower_has(&own, "new"));
        server_ask(server, "remove /api/v1/pods new");
        follower_until(&own, &own.deleted, 1);
        assert_false(follower_has(&own, "new"));
        follower_close(&own);
        server_stop(server);
    }
}

/* Freed while a probe of a connection that is stalled has no answer yet. */
static void close_while_probing(void **state) {
    (void)state;
    follower own;
    test_server *server = start("tls=ok http=2", "/v1/pods/Pod");
    server_ask(server, "collection /api/v1/pods v1 Pod 3 200");
    follower_open_file(&own, path_of(server, "api"), 40);
    follower_watch(&own, "pods", true);
    follower_until_ready(&own);
    server_ask(server, "stall api");
    follower_for(&own, 900);
    assert_int_equal(own.silent, 0);
    follower_close(&own);
    server_ask(server, "resume api");
    server_stop(server);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(list_pages),
        cmocka_unit_test(follow_changes),
        cmocka_unit_test(close_while_probing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
