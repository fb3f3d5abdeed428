/* The library against a real API server: identities, rows that equal client-go's whatever happens to the
** server and the network, dead servers, kinds that come and go. */
#include <stdio.h>
#include <time.h>

#include "cluster/servers/mirror.h"
#include "support/files.h"
#include "support/server.h"
#include "support/table.h"

static test_server *cluster;
static char folder[1024];

static int setup(void **state) {
    (void)state;
    cluster = server_start_cluster(NULL);
    snprintf(folder, sizeof folder, "%s", server_ask(cluster, "directory"));
    return 0;
}

static int teardown(void **state) {
    (void)state;
    server_stop(cluster);
    return 0;
}

static const char *kubeconfig(const char *identity) {
    static char path[1200];
    snprintf(path, sizeof path, "%s/%s.kubeconfig", folder, identity);
    return path;
}

static void write_file(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

/* ---------------------------------------------------------------- identities */

typedef struct identity_row {
    TABLE_ROW;
    const char *resources;
    size_t synced, refused; /* scopes */
    vitals_cluster_failure failure;
    const char *says;
} identity_row;

static const identity_row identities[] = {
    { "admin", "pods services", 2, 0, VITALS_CLUSTER_FAILURE_NONE, "" },
    { "admin-token", "pods services", 2, 0, VITALS_CLUSTER_FAILURE_NONE, "" },
    { "right-name", "pods services", 2, 0, VITALS_CLUSTER_FAILURE_NONE, "" },
    { "reader", "pods services", 2, 0, VITALS_CLUSTER_FAILURE_NONE, "" },
    { "half", "pods services deployments", 2, 1, VITALS_CLUSTER_FAILURE_FORBIDDEN, "services" },
    { "nobody", "pods services", 0, 2, VITALS_CLUSTER_FAILURE_FORBIDDEN, "nobody" },
    { "expired", "pods", 0, 0, VITALS_CLUSTER_FAILURE_CREDENTIALS, "expired" },
    { "stranger", "pods", 0, 0, VITALS_CLUSTER_FAILURE_CREDENTIALS, "" },
    { "wrong-token", "pods", 0, 0, VITALS_CLUSTER_FAILURE_CREDENTIALS, "" },
    { "wrong-ca", "pods", 0, 0, VITALS_CLUSTER_FAILURE_TLS, "" },
    { "wrong-name", "pods", 0, 0, VITALS_CLUSTER_FAILURE_TLS, "elsewhere.example" },
};

static void check_identity(void **state) {
    const identity_row *row = *state;
    follower own;
    follower_open_file(&own, kubeconfig(row->name), 1);
    follower_watch(&own, row->resources, false);
    follower_until_ready(&own);
    printf("    %s: %s\n", row->name, own.text);
    assert_int_equal(own.synced, row->synced);
    assert_int_equal(own.refused, row->refused);
    assert_string_equal(vitals_cluster_failure_name(own.failure),
                        vitals_cluster_failure_name(row->failure));
    assert_non_null(strstr(own.text, row->says));
    assert_null(strstr(own.text, "secret-of"));
    follower_close(&own);
}

/* ------------------------------------------------------------------ equality */

static bool equal_to_file(const mirror *m, const char *path) {
    size_t size = 0;
    char *wanted = file_read(path, &size), *rows = mirror_rows(m);
    assert_non_null(wanted);
    const bool same = strcmp(wanted, rows) == 0;
    free(wanted);
    free(rows);
    return same;
}

/* The informers of client-go end there too; this is a test of the test. */
static bool informers_agree(test_server *oracle, const char *list) {
    char path[1200];
    snprintf(path, sizeof path, "%s/rows", folder);
    for (int i = 0; i < 1200; i++) {
        server_ask(oracle, "rows %s", path);
        size_t size = 0;
        char *rows = file_read(path, &size), *wanted = file_read(list, &size);
        const bool same = rows && wanted && strcmp(rows, wanted) == 0;
        free(rows);
        free(wanted);
        if (same) return true;
        nanosleep(&(struct timespec){ 0, 100 * 1000 * 1000 }, NULL);
    }
    return false;
}

/* Follow until the rows are those of new lists, for at most two minutes. */
static void require_equal(mirror *m, test_server *oracle, const char *what) {
    char path[1200];
    snprintf(path, sizeof path, "%s/list", folder);
    const long count = server_count(oracle, "list %s", path);
    for (int i = 0; i < 1200 && !equal_to_file(m, path); i++) mirror_for(m, 100);
    assert_true(informers_agree(oracle, path));
    if (!equal_to_file(m, path)) {
        snprintf(path, sizeof path, "%s/ours", folder);
        char *rows = mirror_rows(m);
        write_file(path, rows);
        free(rows);
        fail_msg("%s: %zu rows, and %ld in new lists; see %s: %s", what, mirror_count(m), count,
                 path, m->own.text);
    }
}

/* What happens to the server and to the network between, and for how long. */
typedef struct trouble {
    const char *name;
    bool network; /* a command for the tunnel, else for the cluster */
    const char *begin, *end;
    int ms;
} trouble;

static const trouble troubles[] = {
    { "connections cut", true, "cut wire", NULL, 0 },
    { "server killed", false, "kill apiserver", "start apiserver", 500 },
    { "connections closed", true, "close wire", NULL, 0 },
    { "network away", true, "refuse wire\ncut wire", "accept wire", 2000 },
    { "history compacted while away", true, "refuse wire\ncut wire", "accept wire", 1500 },
    { "network stalled", true, "stall wire", "resume wire", 3000 },
    { "slow network", true, "throttle wire 200000", "throttle wire 0", 2000 },
    { "answers cut", true, "cut-after wire 20000\ncut wire", "cut-after wire 0\ncut wire", 2000 },
    { "server stopped", false, "stop apiserver", "continue apiserver", 2000 },
    { "another kill", false, "kill apiserver", "start apiserver", 0 },
};

static void make_trouble(mirror *m, test_server *wire, const trouble *t) {
    test_server *whom = t->network ? wire : cluster;
    printf("    %s\n", t->name);
    server_ask(whom, "%s", t->begin);
    mirror_for(m, t->ms);
    if (strstr(t->name, "compacted")) server_ask(cluster, "compact");
    if (t->end) server_ask(whom, "%s", t->end);
}

static long events_wanted(void) {
    const char *text = getenv("VITALS_REAL_EVENTS");
    return text ? strtol(text, NULL, 10) : 10000;
}

static void test_equality(void **state) {
    (void)state;
    static const char kinds[] = "pods services deployments.apps widgets.example.com";
    char words[2048], address[200];
    test_server *wire = server_start_faults();
    server_ask(cluster, "random 10 1");
    snprintf(address, sizeof address, "%s", server_ask(cluster, "address"));
    snprintf(address, sizeof address, "%s", server_ask(wire, "tunnel wire %s", address));
    snprintf(words, sizeof words,
             "oracle %s /v1/pods /v1/services apps/v1/deployments example.com/v1/widgets",
             kubeconfig("admin"));
    test_server *oracle = server_start_peer(words);
    mirror m;
    mirror_open(&m, kubeconfig("admin-token"), address, kinds, 10);
    follower_until_ready(&m.own);
    const long events = events_wanted(), each = events / (long)TABLE_COUNT(troubles);
    server_ask(cluster, "random %ld 7", events);
    for (size_t i = 0; i < TABLE_COUNT(troubles); i++) {
        const long mark = events - each * (long)(i + 1);
        while (server_count(cluster, "random-left") > mark) mirror_for(&m, 100);
        make_trouble(&m, wire, &troubles[i]);
    }
    while (server_count(cluster, "random-left") > 0) mirror_for(&m, 100);
    require_equal(&m, oracle, "in the end");
    printf("    %zu rows, %zu changes, %zu lists, %zu times silent\n", mirror_count(&m),
           m.own.changes, m.own.begun, m.own.silent);
    assert_int_equal(m.own.broken, 0);
    mirror_close(&m);
    server_stop(oracle);
    server_stop(wire);
}

/* ---------------------------------------------------------- a stopped server */

static void test_stopped(void **state) {
    (void)state;
    enum { SPEED = 10 };
    follower own;
    follower_open_file(&own, kubeconfig("admin"), SPEED);
    follower_watch(&own, "pods services", true);
    follower_until_ready(&own);
    const int64_t begin = follower_now(&own), late = own.late_ms;
    server_ask(cluster, "stop apiserver");
    follower_until(&own, &own.silent, 1);
    server_ask(cluster, "continue apiserver");
    printf("    noticed after %d s\n", (int)((own.silent_ms - begin) / 1000));
    /* A busy machine polls late, and its clock runs fast. */
    assert_in_range(own.silent_ms - begin, 1000, 47000 + own.late_ms - late);
    const size_t live = own.live;
    follower_until(&own, &own.live, live + 1);
    follower_close(&own);
}

/* ------------------------------------------------------------ kinds come, go */

#define GADGETS(scope)                                                                             \
    "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n"                        \
    "metadata: {name: gadgets.example.com}\nspec:\n  group: example.com\n  scope: " scope "\n"     \
    "  names: {kind: Gadget, plural: gadgets, singular: gadget}\n  versions:\n"                    \
    "  - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object,"         \
    " x-kubernetes-preserve-unknown-fields: true}}}\n"

static void apply(const char *text) {
    char path[1200];
    snprintf(path, sizeof path, "%s/applied.yaml", folder);
    write_file(path, text);
    server_ask(cluster, "apply %s", path);
}

static void remove_all(const char *text) {
    char path[1200];
    snprintf(path, sizeof path, "%s/applied.yaml", folder);
    write_file(path, text);
    server_ask(cluster, "delete %s", path);
}

static void until_there(follower *own, const char *name, bool there) {
    for (int i = 0; i < 2400 && follower_has(own, name) != there; i++) follower_for(own, 50);
    assert_int_equal(follower_has(own, name), there);
}

static void test_new_kinds(void **state) {
    (void)state;
    follower own;
    follower_open_file(&own, kubeconfig("admin"), 10);
    follower_watch(&own, NULL, true);
    follower_until_ready(&own);
    apply(GADGETS("Namespaced"));
    apply(
        "apiVersion: example.com/v1\nkind: Gadget\nmetadata: {name: first, namespace: default}\n");
    until_there(&own, "first", true);
    remove_all(GADGETS("Namespaced"));
    follower_for(&own, 1000);
    apply(GADGETS("Cluster"));
    apply("apiVersion: example.com/v1\nkind: Gadget\nmetadata: {name: second}\n");
    until_there(&own, "second", true);
    remove_all(GADGETS("Cluster"));
    follower_close(&own);
}

/* ------------------------------------------------------------- slow servers */

/* Nothing for so long, or a byte now and then: the limit is libcurl's, in real time. */
static const struct slow_row {
    TABLE_ROW;
    const char *steps;
} slow_rows[] = {
    { "no headers", "pause 200s" },
    { "half a body", "header Content-Type: application/json\nsend {\"ki\npause 200s" },
    { "a byte in 40 seconds",
      "header Content-Type: application/json\ndrip 1 40s {\"kind\":\"PodList\"" },
};

static void check_slow(void **state) {
    const struct slow_row *row = *state;
    follower own;
    char path[1200];
    test_server *slow = server_start_faults();
    server_ask(slow, "listen api\ndiscovery /v1/pods/Pod\non GET /api/v1/pods\n%s\nend",
               row->steps);
    snprintf(path, sizeof path, "%s/api.kubeconfig", server_ask(slow, "directory"));
    follower_open_file(&own, path, 1);
    follower_watch(&own, "pods", false);
    for (int i = 0; i < 300 && !own.ready; i++) follower_for(&own, 1000);
    printf("    %s\n", own.text);
    assert_true(own.ready);
    assert_int_equal(own.synced, 0);
    assert_int_equal(own.failure, VITALS_CLUSTER_FAILURE_CONNECTION);
    assert_non_null(strstr(own.text, "does not answer"));
    follower_close(&own);
    server_stop(slow);
}

/* -------------------------------------------------------- other servers' ways */

/* Flags of the API server with which the same rows must come. */
static const struct server_row {
    TABLE_ROW;
    const char *flags;
} servers[] = {
    { "GOAWAY now and then", "--goaway-chance=0.02" },
    { "no WatchList", "--feature-gates=WatchList=false" },
    { "no snapshots", "--feature-gates=ListFromCacheSnapshot=false" },
    { "watches end after seconds", "--min-request-timeout=2" },
};

static void check_server(void **state) {
    const struct server_row *row = *state;
    follower own;
    server_ask(cluster, "start apiserver %s", row->flags);
    server_ask(cluster, "fill pods 300 2000");
    vitals_cluster_options options = VITALS_CLUSTER_OPTIONS_INIT;
    options.kubeconfig = kubeconfig("admin");
    follower_open(&own, &options, 10);
    for (int i = 0; i < 20; i++) {
        own.listed = own.synced = own.silent = own.refused = 0;
        follower_watch(&own, "pods deployments.apps services", i % 2 == 1);
        follower_until_ready(&own);
        if (i % 2 == 1) follower_for(&own, 100);
        assert_true(own.listed >= 300);
        assert_int_equal(own.synced, 3);
        assert_int_equal(own.refused, 0);
        assert_int_equal(own.silent, 0);
    }
    follower_close(&own);
    server_ask(cluster, "start apiserver");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_equality),
        cmocka_unit_test(test_stopped),
        cmocka_unit_test(test_new_kinds),
    };
    if (setup(NULL)) return EXIT_FAILURE;
    int failed = TABLE_RUN("identities", check_identity, identities);
    failed += TABLE_RUN("servers", check_server, servers);
    failed += TABLE_RUN("slow", check_slow, slow_rows);
    failed += cmocka_run_group_tests(tests, NULL, NULL);
    teardown(NULL);
    return failed;
}
