/* Every fault that a server or a network can show to a client, by the scripted server: what is known in the
** end, what the user reads, and how many requests it took. */
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cluster/follower.h"
#include "support/files.h"
#include "support/server.h"
#include "support/table.h"

#define ITEM(name, version)                                                                        \
    "{\"metadata\":{\"name\":\"" name "\",\"namespace\":\"default\",\"uid\":\"uid-" name           \
    "\",\"resourceVersion\":\"" version "\"}}"
#define HEAD "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"9\""
#define LIST(items) HEAD "},\"items\":[" items "]}"
#define TWO ITEM("a", "1") "," ITEM("b", "2")
#define STATUS(code, reason, message)                                                              \
    "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":\"Failure\","           \
    "\"message\":\"" message "\",\"reason\":\"" reason "\",\"code\":" #code "}"
#define PODS "on GET /api/v1/pods"
#define JSON "\nheader Content-Type: application/json"
#define GOOD PODS JSON "\nsend " LIST(TWO) "\nend\n"

/* The clock of the library runs this much faster than time. */
enum { SPEED = 20 };

static const char *const listeners[] = { "http=1.1", "http=2" };

typedef struct fault_row {
    TABLE_ROW;
    const char *script;
    const char *names; /* "|a||b|": what is known in the end */
    vitals_cluster_failure failure;
    const char *says;
    long least, most; /* requests for Pods */
    bool http1;       /* not a fault of HTTP/2 */
} fault_row;

#define NONE VITALS_CLUSTER_FAILURE_NONE
#define CONNECTION VITALS_CLUSTER_FAILURE_CONNECTION
#define CREDENTIALS VITALS_CLUSTER_FAILURE_CREDENTIALS
#define FORBIDDEN VITALS_CLUSTER_FAILURE_FORBIDDEN
#define ANSWER VITALS_CLUSTER_FAILURE_ANSWER
#define PROXY VITALS_CLUSTER_FAILURE_PROXY
#define SERVER VITALS_CLUSTER_FAILURE_SERVER
#define BUSY VITALS_CLUSTER_FAILURE_BUSY
#define LIMIT VITALS_CLUSTER_FAILURE_LIMIT

/* Faults of one list. The good answer comes after the bad ones, where these are counted. */
static const fault_row lists[] = {
    { "nothing wrong", GOOD, "|a||b|", NONE, "", 1, 1 },
    { "reset in an item",
      GOOD PODS " times=1\nsend " HEAD "},\"items\":[{\"metadata\":{\"na\nreset\nend", "|a||b|",
      CONNECTION, "the connection was lost", 2, 2 },
    { "reset between items",
      GOOD PODS " times=1\nsend " HEAD "},\"items\":[" ITEM("c", "3") ",\nreset\nend", "|a||b|",
      CONNECTION, "the connection was lost", 2, 2 },
    { "reset after the list", GOOD PODS " times=1\nsend " LIST(ITEM("c", "3")) "\nreset\nend",
      "|a||b|", CONNECTION, "the connection was lost", 2, 2 },
    { "closed between items",
      GOOD PODS " times=1\nsend " HEAD "},\"items\":[" ITEM("c", "3") ",\nclose\nend", "|a||b|",
      CONNECTION, "the connection was lost", 2, 2 },
    { "ended between items",
      GOOD PODS " times=1\nsend " HEAD "},\"items\":[" ITEM("c", "3") "\nend", "|a||b|", ANSWER, "",
      2, 3 },
    { "reset before the answer", GOOD PODS " times=1\nreset\nend", "|a||b|", NONE, "", 2, 2 },
    { "an empty answer", GOOD PODS " times=1" JSON "\nend", "|a||b|", ANSWER, "", 2, 3 },
    { "one byte at a time", PODS JSON "\ndrip 1 1ms " LIST(TWO) "\nend", "|a||b|", NONE, "", 1, 1 },
    { "429 with Retry-After",
      GOOD PODS " times=3\nstatus 429\nheader Retry-After: 1\nsend " STATUS(429, "TooManyRequests",
                                                                            "slow down") "\nend",
      "|a||b|", BUSY, "", 4, 4 },
    { "503 with Retry-After", GOOD PODS " times=2\nstatus 503\nheader Retry-After: 1\nend",
      "|a||b|", BUSY, "", 3, 3 },
    { "503 without", PODS "\nstatus 503\nend", "", SERVER, "503", 1, 12 },
    { "500", PODS JSON "\nstatus 500\nsend " STATUS(500, "InternalError", "etcd is gone") "\nend",
      "", SERVER, "etcd is gone", 1, 12 },
    { "502 of a proxy",
      PODS "\nstatus 502\nheader Content-Type: text/html\nsend <html><body>Bad "
           "<b>Gateway</b></body></html>\nend",
      "", SERVER, "502", 1, 12 },
    { "a login page",
      PODS "\nheader Content-Type: text/html\nsend <!DOCTYPE html><html>Please log in</html>\nend",
      "", PROXY, "", 1, 12 },
    { "a redirect to a login page",
      PODS "\nstatus 302\nheader Location: https://login.example/\nend", "", PROXY, "", 1, 1 },
    { "403",
      PODS JSON "\nstatus 403\nsend " STATUS(403, "Forbidden",
                                             "pods is forbidden: User x cannot list") "\nend",
      "", FORBIDDEN, "User x cannot list", 1, 2 },
    { "401 for ever",
      PODS JSON "\nstatus 401\nsend " STATUS(401, "Unauthorized", "Unauthorized") "\nend", "",
      CREDENTIALS, "does not accept the credentials of user \"test\"", 1, 2 },
    { "404", PODS JSON "\nstatus 404\nsend " STATUS(404, "NotFound", "not there") "\nend", "",
      VITALS_CLUSTER_FAILURE_NOT_FOUND, "", 1, 2 },
    { "410 on continue, with a token",
      PODS " query=continue=new" JSON "\nsend " LIST(ITEM(
          "b",
          "2")) "\nend\n" PODS " query=continue=old" JSON "\nstatus 410\nsend "
                "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{\"continue\":\"new\"},"
                "\"status\":\"Failure\",\"reason\":\"Expired\",\"code\":410}\nend\n" PODS
                " no-query=continue" JSON "\nsend " HEAD
                ",\"continue\":\"old\"},\"items\":[" ITEM("a", "1") "]}\nend",
      "|a||b|", NONE, "", 3, 3 },
    { "410 on continue, without",
      PODS " query=continue=old" JSON "\nstatus 410\nsend " STATUS(
          410, "Expired", "too old") "\nend\n" GOOD PODS " times=1 no-query=continue" JSON
                                     "\nsend " HEAD ",\"continue\":\"old\"},\"items\":[" ITEM(
                                         "c", "1") "]}\nend\n" PODS " query=continue=old" JSON
                                                   "\nstatus 410\nsend " STATUS(410, "Expired",
                                                                                "too old") "\nend",
      "|a||b|", NONE, "", 3, 3 },
    { "one broken item",
      PODS JSON
      "\nsend " LIST(ITEM("a", "1") ",{\"metadata\":{\"name\":7}}," ITEM("b", "2")) "\nend",
      "|a||b|", ANSWER, "", 1, 1 },
    { "an item that is not an object",
      PODS JSON "\nsend " LIST(ITEM("a", "1") ",3," ITEM("b", "2")) "\nend", "|a||b|", ANSWER, "",
      1, 1 },
    { "NUL in a name",
      PODS JSON "\nsend " HEAD "},\"items\":[" ITEM("a", "1") "," ITEM("x\\x00y", "3") "," ITEM(
          "b", "2") "]}\nend",
      "", ANSWER, "", 1, 4 },
    { "not UTF-8",
      PODS JSON "\nsend " LIST(ITEM("a", "1") "," ITEM("x\\xff", "3") "," ITEM("b", "2")) "\nend",
      "|a||x�||b|", NONE, "", 1, 3 },
    { "ten thousand brackets",
      PODS JSON "\nsend " HEAD "},\"items\":[" ITEM(
          "a", "1") ",{\"metadata\":{\"name\":\"deep\"},\"spec\":\nfill 10000 [\nfill 10000 "
                    "]\nsend }," ITEM("b", "2") "]}\nend",
      "|a||b|", LIMIT, "document_depth", 1, 1 },
    { "an object of 300 MB",
      PODS JSON "\nsend " HEAD "},\"items\":[" ITEM(
          "a", "1") ",{\"metadata\":{\"name\":\"big\"},\"spec\":{\"x\":\"\nfill 300000000 x\nsend "
                    "\"}}," ITEM("b", "2") "]}\nend",
      "|a||b|", LIMIT, "document_bytes", 1, 1 },
    { "duplicate members",
      PODS JSON
      "\nsend " LIST("{\"metadata\":{\"name\":\"x\",\"name\":\"a\"}}," ITEM("b", "2")) "\nend",
      "|a||b|", NONE, "", 1, 1 },
    { "longer than announced",
      GOOD PODS " times=1" JSON "\nlength 40\nsend " LIST(ITEM("c", "3")) "\nclose\nend", "|a||b|",
      ANSWER, "", 2, 3, true },
    { "shorter than announced",
      GOOD PODS " times=1" JSON "\nlength 9000\nsend " LIST(ITEM("c", "3")) "\nclose\nend",
      "|a||b|", CONNECTION, "the connection was lost", 2, 2 },
    { "another content type",
      PODS "\nheader Content-Type: application/vnd.kubernetes.protobuf\nsend k8s\\x00\\x0a\nend",
      "", PROXY, "protobuf", 1, 3 },
    { "broken gzip",
      GOOD PODS " times=1" JSON
                "\nheader Content-Encoding: gzip\nsend \\x1f\\x8b\\x08\\x00garbage\nend",
      "|a||b|", ANSWER, "", 2, 3 },
};

static test_server *server;

static char *kubeconfig(const char *name) {
    static char path[600];
    snprintf(path, sizeof path, "%s/%s.kubeconfig", server_ask(server, "directory"), name);
    return path;
}

/* A new server that has Pods. */
static void start(const char *listen) {
    server = server_start_faults();
    server_ask(server, "listen api %s", listen);
    server_ask(server, "discovery /v1/pods/Pod");
}

static void check_names(const follower *own, const char *names) {
    size_t wanted = 0;
    for (const char *at = names; *at;) {
        char name[64];
        const size_t size = strcspn(at + 1, "|");
        snprintf(name, sizeof name, "%.*s", (int)size, at + 1);
        assert_true(follower_has(own, name));
        at += size + 2;
        wanted++;
    }
    assert_int_equal(strlen(own->names), strlen(names));
    assert_int_equal(own->synced, wanted > 0);
}

static void check_requests(const fault_row *row) {
    const long requests = server_count(server, "count GET /api/v1/pods");
    assert_in_range(requests, row->least, row->most);
    assert_int_equal(server_count(server, "count secrets"), 0);
}

/* The names of a list that was begun and lost count no more. */
static void check_list(void **state) {
    const fault_row *row = *state;
    for (size_t i = 0; i < (row->http1 ? 1 : TABLE_COUNT(listeners)); i++) {
        follower own;
        start(listeners[i]);
        server_ask(server, "%s", row->script);
        follower_open_file(&own, kubeconfig("api"), SPEED);
        follower_watch(&own, "pods", false);
        follower_until_ready(&own);
        printf("    %s, %s: %s\n", row->name, listeners[i], own.text);
        check_names(&own, row->names);
        assert_string_equal(vitals_cluster_failure_name(own.failure),
                            vitals_cluster_failure_name(row->failure));
        assert_non_null(strstr(own.text, row->says));
        assert_null(strstr(own.text, "test-token"));
        check_requests(row);
        follower_close(&own);
        server_stop(server);
    }
}

/* ----------------------------------------------------------------------- TLS */

static const struct tls_row {
    TABLE_ROW;
    const char *listen, *says;
    const char *greeting;
    bool
        may_be_lost; /* libcurl may see the end of the connection before the alert about its cause */
} tls_rows[] = {
    { "another CA", "tls=unknown", "not trusted", NULL, false },
    { "self-signed", "tls=self", "self-signed", NULL, false },
    { "another name", "tls=name", "another name", NULL, false },
    { "expired", "tls=expired", "expired", NULL, false },
    { "not valid yet", "tls=future", "not valid yet", NULL, false },
    { "client certificate wanted", "tls=client http=1.1", "client certificate", NULL, false },
    { "client certificate wanted, HTTP/2", "tls=client http=2", "client certificate", NULL, true },
    { "TLS 1.0", "tls=tls1.0", "TLS 1.2", NULL, false },
    { "not TLS", "tls=ok", "", "garbage", false },
};

static void check_tls(void **state) {
    const struct tls_row *row = *state;
    follower own;
    start(row->listen);
    if (row->greeting) server_ask(server, "greet api %s", row->greeting);
    follower_open_file(&own, kubeconfig("api"), SPEED);
    follower_watch(&own, "pods", false);
    follower_until_ready(&own);
    printf("    %s: %s\n", row->name, own.text);
    const bool is_lost = row->may_be_lost && own.failure == VITALS_CLUSTER_FAILURE_CONNECTION;
    assert_string_equal(
        vitals_cluster_failure_name(own.failure),
        vitals_cluster_failure_name(is_lost ? CONNECTION : VITALS_CLUSTER_FAILURE_TLS));
    assert_non_null(strstr(own.text, is_lost ? "connection was lost" : row->says));
    assert_int_equal(server_count(server, "count GET"), 0);
    follower_close(&own);
    server_stop(server);
}

/* -------------------------------------------------------------------- following */

/* Old servers stream no lists, new ones do. */
static const char *const ages[] = { "discovery legacy /v1/pods/Pod", "discovery /v1/pods/Pod" };

/* A watcher over a collection of ten Pods, ready. */
static void begin_following(follower *own, const char *listen, const char *age) {
    start(listen);
    server_ask(server, "%s", age);
    server_ask(server, "collection /api/v1/pods v1 Pod 10 300");
    follower_open_file(own, kubeconfig("api"), SPEED);
    follower_watch(own, "pods", true);
    follower_until_ready(own);
    assert_int_equal(own->listed, 10);
}

static void end_following(follower *own) {
    assert_int_equal(server_count(server, "count secrets"), 0);
    follower_close(own);
    server_stop(server);
}

static void until_has(follower *own, const char *name, bool there) {
    for (int i = 0; i < 4800 && follower_has(own, name) != there; i++) follower_for(own, 25);
    if (follower_has(own, name) != there) fail_msg("%s: %s", name, own->text);
}

typedef struct follow_row {
    TABLE_ROW;
    const char *fault;  /* happens, */
    const char *change; /* then this, unseen or not, */
    const char *repair; /* and then this */
} follow_row;

#define CHANGE "change /api/v1/pods zebra\nremove /api/v1/pods pod-000003"

static const follow_row follows[] = {
    { "nothing", "sync x", CHANGE, "sync x" },
    { "reset", "cut api", CHANGE, "sync x" },
    { "closed", "close api", CHANGE, "sync x" },
    { "GOAWAY", "goaway api", CHANGE, "sync x" },
    { "the server is away", "refuse api\ncut api", CHANGE, "accept api" },
    { "history is lost while away", "refuse api\ncut api", CHANGE "\ncompact /api/v1/pods",
      "accept api" },
    { "a server that resets connections", "greet api reset\ncut api", CHANGE, "greet api none" },
    { "a server that says nothing", "greet api silent\ncut api", CHANGE,
      "greet api none\ncut api" },
    { "an expired certificate for a while", "tls api expired\ncut api", CHANGE, "tls api ok" },
    { "401 for a while",
      "on GET /api/v1/pods times=3\nstatus 401\nsend " STATUS(401, "Unauthorized",
                                                              "Unauthorized") "\nend\ncut api",
      CHANGE, "sync x" },
};

static void check_follow(void **state) {
    const follow_row *row = *state;
    for (size_t i = 0; i < TABLE_COUNT(listeners) * TABLE_COUNT(ages); i++) {
        follower own;
        if (strstr(row->name, "GOAWAY") && i % 2 == 0) continue; /* HTTP/1.1 has none */
        begin_following(&own, listeners[i % 2], ages[i / 2]);
        server_ask(server, "%s", row->fault);
        follower_for(&own, 100);
        server_ask(server, "%s", row->change);
        follower_for(&own, 100);
        server_ask(server, "%s", row->repair);
        until_has(&own, "zebra", true);
        assert_int_equal(own.broken, 0);
        end_following(&own);
    }
}

/* What a watch or its beginning may answer, once; the rows must be right afterwards. */
#define EVENT(status) "line {\"type\":\"ERROR\",\"object\":" status "}"
static const struct watch_row {
    TABLE_ROW;
    const char *answer; /* steps for the next watch */
    unsigned speed;     /* 0: SPEED */
    bool streams;       /* only for servers that stream lists */
} watches[] = {
    { "ends at once", "send \nfinish" },
    { "410", "status 410\nsend " STATUS(410, "Expired", "too old resource version") },
    { "an event 410", EVENT(STATUS(410, "Expired", "too old resource version: 1 (2)")) },
    { "an event 429", EVENT(STATUS(429, "TooManyRequests", "slow down")) },
    { "an event 500", EVENT(STATUS(500, "InternalError", "etcd is gone")) },
    { "an event 504", EVENT(STATUS(504, "Timeout", "Too large resource version")) },
    { "an event 403", EVENT(STATUS(403, "Forbidden", "rights were taken away")), 100 },
    { "an event of another type", "line {\"type\":\"SURPRISE\",\"object\":{}}" },
    { "half an event", "send {\"type\":\"ADDED\",\"object\":{\"kind\":\"Pod\",\"metadata\":{\"na" },
    { "not JSON", "line <html>" },
    { "no object", "line {\"type\":\"ADDED\"}" },
    { "429", "status 429\nheader Retry-After: 1" },
    { "500", "status 500" },
    { "503 with HTML", "status 503\nheader Content-Type: text/html\nsend <html>" },
    { "422", "status 422\nsend " STATUS(422, "Invalid", "sendInitialEvents is forbidden"), 0,
      true },
    { "reset", "reset" },
    { "reset after an event",
      "line "
      "{\"type\":\"MODIFIED\",\"object\":{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{"
      "\"name\":\"pod-000001\",\"namespace\":\"default\",\"uid\":\"00000000-0000-4000-8000-"
      "000000000001\",\"resourceVersion\":\"1002\"}}}\nreset" },
};

static void check_watch(void **state) {
    const struct watch_row *row = *state;
    for (size_t i = row->streams ? 2 : 0; i < TABLE_COUNT(listeners) * TABLE_COUNT(ages); i++) {
        if (row->speed && i != 1) continue; /* it takes long */
        follower own;
        start(listeners[i % 2]);
        server_ask(server, "%s\ncollection /api/v1/pods v1 Pod 10 300", ages[i / 2]);
        server_ask(server, "on GET /api/v1/pods query=%s times=2" JSON "\n%s\nend",
                   row->streams ? "sendInitialEvents" : "watch=", row->answer);
        follower_open_file(&own, kubeconfig("api"), row->speed ? row->speed : SPEED);
        follower_watch(&own, "pods", true);
        follower_until(&own, &own.synced, 1);
        server_ask(server, CHANGE);
        until_has(&own, "zebra", true);
        until_has(&own, "pod-000003", false);
        assert_in_range(server_count(server, "count GET /api/v1/pods"), 2, 12);
        end_following(&own);
    }
}

/* A server that ignores sendInitialEvents sends no bookmark; lists must take over. */
static void test_initial_events_ignored(void **state) {
    (void)state;
    follower own;
    start("http=2");
    server_ask(server, "collection /api/v1/pods v1 Pod 10 300");
    server_ask(server, "on GET /api/v1/pods query=sendInitialEvents" JSON "\nfeed ignored\nend");
    follower_open_file(&own, kubeconfig("api"), SPEED);
    follower_watch(&own, "pods", true);
    follower_until(&own, &own.synced, 1);
    server_ask(server, CHANGE);
    until_has(&own, "zebra", true);
    end_following(&own);
}

/* A server restored from a backup: its versions are lower than what is known. */
static void test_version_goes_back(void **state) {
    (void)state;
    for (size_t i = 0; i < TABLE_COUNT(ages); i++) {
        follower own;
        begin_following(&own, "http=2", ages[i]);
        for (int n = 0; n < 30; n++) server_ask(server, "change /api/v1/pods pod-%06d Failed", n);
        until_has(&own, "pod-000029", true);
        server_ask(server, "refuse api\ncut api\ncollection /api/v1/pods v1 Pod 5 300\naccept api");
        until_has(&own, "pod-000029", false);
        server_ask(server, "change /api/v1/pods zebra");
        until_has(&own, "zebra", true);
        end_following(&own);
    }
}

/* A stopped server, or a network that swallows everything: noticed within the time of quiet and probe. */
static void test_stalled(void **state) {
    (void)state;
    for (size_t i = 0; i < TABLE_COUNT(listeners); i++) {
        follower own;
        begin_following(&own, listeners[i], ages[1]);
        follower_for(&own, 100);
        server_ask(server, "stall api");
        const int64_t begin = follower_now(&own), late = own.late_ms;
        follower_until(&own, &own.silent, 1);
        /* A busy machine polls late, and its clock runs fast. */
        assert_in_range(own.silent_ms - begin, 1000, 47000 + own.late_ms - late);
        server_ask(server, "resume api\n" CHANGE);
        until_has(&own, "zebra", true);
        end_following(&own);
    }
}

/* A quiet server that lives is not given up. */
static void test_quiet(void **state) {
    (void)state;
    follower own;
    begin_following(&own, "http=2", ages[1]);
    follower_for(&own, 100000 / SPEED);
    assert_int_equal(own.silent, 0);
    assert_int_equal(own.begun, 1);
    end_following(&own);
}

/* Many kinds, and a server that is away for five minutes: few attempts, and all kinds are back afterwards. */
static void test_herd(void **state) {
    (void)state;
    enum { KINDS = 150 };
    static char script[KINDS * 200];
    size_t used = 0;
    follower own;
    start("http=2");
    used += (size_t)snprintf(script, sizeof script, "discovery");
    for (int i = 0; i < KINDS; i++) {
        used += (size_t)snprintf(script + used, sizeof script - used,
                                 " g%d.example/v1/things%d/Thing%d", i, i, i);
    }
    for (int i = 0; i < KINDS; i++) {
        used += (size_t)snprintf(
            script + used, sizeof script - used,
            "\ncollection /apis/g%d.example/v1/things%d g%d.example/v1 Thing%d 1", i, i, i, i);
    }
    server_ask(server, "%s", script);
    follower_open_file(&own, kubeconfig("api"), 60);
    follower_watch(&own, NULL, true);
    follower_until_ready(&own);
    assert_int_equal(own.synced, KINDS);
    const unsigned long before = (unsigned long)follower_about(&own).connections;
    server_ask(server, "greet api reset\ncut api");
    follower_for(&own, 5 * 60 * 1000 / 60);
    const long attempts =
        strtol(strchr(server_ask(server, "connections api"), ',') + 1, NULL, 10) - (long)before;
    printf("    %ld attempts to connect in five minutes\n", attempts);
    assert_in_range(attempts, 3, 40);
    const size_t live = own.live;
    server_ask(server, "greet api none");
    follower_until(&own, &own.live, live + KINDS);
    follower_close(&own);
    server_stop(server);
}

/* Cut a list of twenty objects after every byte. What comes is never taken for all of it. */
static void test_every_byte(void **state) {
    (void)state;
    follower own;
    char path[700];
    start("tls=none http=1.1");
    server_ask(server, "collection /api/v1/pods v1 Pod 20");
    snprintf(path, sizeof path, "%s/list.json", server_ask(server, "directory"));
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, HEAD "},\"items\":[");
    for (int i = 0; i < 20; i++)
        fprintf(file, "%s{\"metadata\":{\"name\":\"p%d\",\"uid\":\"%d\"}}", i ? "," : "", i, i);
    fprintf(file, "]}");
    const long size = ftell(file);
    fclose(file);
    follower_open_file(&own, kubeconfig("api"), 2000);
    for (long at = 0; at <= size; at++) {
        static const char *const ends[] = { "reset", "close", "finish" };
        server_ask(server,
                   "clear\ndiscovery /v1/pods/Pod\n" PODS JSON "\nfile %s\nend\n" PODS
                   " times=1" JSON "\nfile %s 0 %ld\n%s\nend",
                   path, path, at, ends[at % 3]);
        own.names[0] = '\0';
        follower_watch(&own, "pods", false);
        follower_until_ready(&own);
        if (!follower_has(&own, "p0") || !follower_has(&own, "p19"))
            fail_msg("cut after %ld bytes: %s", at, own.names);
    }
    printf("    %ld places\n", size + 1);
    follower_close(&own);
    server_stop(server);
}

/* A thousand events a second for three seconds: none is lost. */
static void test_storm(void **state) {
    (void)state;
    follower own;
    start("http=2");
    server_ask(server, "collection /api/v1/pods v1 Pod 1000 2000");
    follower_open_file(&own, kubeconfig("api"), 1);
    follower_watch(&own, "pods", true);
    follower_until_ready(&own);
    server_ask(server, "storm /api/v1/pods 1000 3");
    follower_until(&own, &own.changes, 3000);
    assert_int_equal(own.changes, 3000);
    assert_int_equal(own.begun, 1);
    end_following(&own);
}

/* A proxy that asks for a password, and one that has got it. */
static void test_proxy(void **state) {
    (void)state;
    start("http=2");
    server_ask(server, GOOD);
    char proxy[100], url[200];
    snprintf(proxy, sizeof proxy, "%s", server_ask(server, "connect proxy auth=Basic dTpw"));
    static const char *const users[] = { "", "u:p@" };
    for (size_t i = 0; i < TABLE_COUNT(users); i++) {
        follower own;
        vitals_cluster_options options = VITALS_CLUSTER_OPTIONS_INIT;
        snprintf(url, sizeof url, "http://%s%s", users[i], proxy);
        options.kubeconfig = kubeconfig("api");
        options.proxy_url = url;
        follower_open(&own, &options, SPEED);
        follower_watch(&own, "pods", false);
        follower_until_ready(&own);
        printf("    %s: %s\n", users[i], own.text);
        check_names(&own, i ? "|a||b|" : "");
        assert_int_equal(own.failure,
                         i ? VITALS_CLUSTER_FAILURE_NONE : VITALS_CLUSTER_FAILURE_PROXY);
        assert_null(strstr(own.text, "u:p"));
        follower_close(&own);
    }
    server_stop(server);
}

/* A server with five thousand kinds. */
static void test_many_kinds(void **state) {
    (void)state;
    enum { KINDS = 5000 };
    follower own;
    char *script = malloc(KINDS * 64);
    size_t used = (size_t)snprintf(script, 64, "discovery");
    for (int i = 0; i < KINDS; i++) {
        used +=
            (size_t)snprintf(script + used, 64, " g%d.example/v1/things%d/Thing%d", i % 200, i, i);
    }
    start("http=2");
    server_ask(server,
               "on GET /apis/*" JSON "\nsend "
               "{\"kind\":\"ThingList\",\"apiVersion\":\"v1\",\"metadata\":{"
               "\"resourceVersion\":\"1\"},\"items\":[]}\nend\n%s",
               script);
    follower_open_file(&own, kubeconfig("api"), 1);
    follower_watch(&own, NULL, false);
    follower_until_ready(&own);
    assert_int_equal(own.synced, KINDS);
    free(script);
    follower_close(&own);
    server_stop(server);
}

/* ----------------------------------------------------------- credentials */

static void write_file(const char *path, const char *text, int mode) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    assert_int_equal(chmod(path, (mode_t)mode), 0);
}

/* A kubeconfig whose plugin prints what `plugin` says, and counts its calls. */
static char *with_plugin(const char *plugin) {
    char folder[500], path[600], text[4096];
    snprintf(folder, sizeof folder, "%s", server_ask(server, "directory"));
    snprintf(path, sizeof path, "%s/plugin.sh", folder);
    snprintf(text, sizeof text, "#!/bin/sh\ncd %s\necho called >>calls\n%s\n", folder, plugin);
    write_file(path, text, 0700);
    char address[100];
    snprintf(address, sizeof address, "%s", server_ask(server, "accept api"));
    snprintf(path, sizeof path, "%s/plugin.kubeconfig", folder);
    snprintf(
        text, sizeof text,
        "apiVersion: v1\nkind: Config\ncurrent-context: c\n"
        "clusters: [{name: c, cluster: {server: 'https://%s', certificate-authority: ca.crt}}]\n"
        "contexts: [{name: c, context: {cluster: c, user: u}}]\n"
        "users:\n- name: u\n  user:\n    exec:\n"
        "      apiVersion: client.authentication.k8s.io/v1\n      command: ./plugin.sh\n"
        "      interactiveMode: Never\n",
        address);
    write_file(path, text, 0600);
    return kubeconfig("plugin");
}

static long calls(void) {
    char path[600];
    size_t size = 0;
    snprintf(path, sizeof path, "%s/calls", server_ask(server, "directory"));
    char *text = file_read(path, &size);
    free(text);
    return text ? (long)size / 7 : 0;
}

#define CREDENTIAL(status)                                                                         \
    "echo "                                                                                        \
    "'{\"apiVersion\":\"client.authentication.k8s.io/"                                             \
    "v1\",\"kind\":\"ExecCredential\",\"status\":{" status "}}'"
#define ONLY_GOOD                                                                                  \
    PODS " lacks=\"Bearer good\"" JSON                                                             \
         "\nstatus 401\nsend " STATUS(401, "Unauthorized", "Unauthorized") "\nend"

static const struct plugin_row {
    TABLE_ROW;
    const char *plugin, *names, *says;
    long calls;
    const char *more; /* script */
} plugins[] = {
    { "a good token", CREDENTIAL("\"token\":\"good\""), "|a||b|", "", 1, "" },
    { "a token that is refused, then a good one",
      "if [ -f second ]; then " CREDENTIAL("\"token\":\"good\"") "; else " CREDENTIAL(
          "\"token\":\"bad\"") "; fi; touch second",
      "|a||b|", "", 2, "" },
    { "always refused", CREDENTIAL("\"token\":\"bad\""), "", "does not accept the credentials", 2,
      "" },
    { "it fails", "echo trouble >&2; exit 3", "", "plugin.sh", 1, "" },
    { "it prints nothing", "true", "", "plugin.sh", 1, "" },
    { "it hangs", "exec sleep 1000", "", "plugin.sh", 1, "" },
    { "it prints without end", "exec yes", "", "plugin.sh", 1, "" },
    { "the clock of the server is an hour ahead",
      CREDENTIAL("\"token\":\"bad\",\"expirationTimestamp\":\"2099-01-01T00:00:00Z\""), "", "clock",
      2,
      PODS JSON "\nstatus 401\nheader Date: Tue, 01 Jan 2030 00:00:00 GMT\nsend " STATUS(
          401, "Unauthorized", "Unauthorized") "\nend" },
};

static void check_plugin(void **state) {
    const struct plugin_row *row = *state;
    follower own;
    start("http=2");
    server_ask(server, "%s", GOOD ONLY_GOOD);
    if (*row->more) server_ask(server, "%s", row->more);
    follower_open_file(&own, with_plugin(row->plugin), SPEED);
    follower_watch(&own, "pods", false);
    follower_until_ready(&own);
    printf("    %s: %s\n", row->name, own.text);
    check_names(&own, row->names);
    assert_non_null(strstr(own.text, row->says));
    assert_null(strstr(own.text, "Bearer"));
    assert_in_range(calls(), 1, row->calls);
    follower_close(&own);
    server_stop(server);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_initial_events_ignored),
        cmocka_unit_test(test_version_goes_back),
        cmocka_unit_test(test_stalled),
        cmocka_unit_test(test_quiet),
        cmocka_unit_test(test_herd),
        cmocka_unit_test(test_every_byte),
        cmocka_unit_test(test_storm),
        cmocka_unit_test(test_proxy),
        cmocka_unit_test(test_many_kinds),
    };
    int failed = TABLE_RUN("lists", check_list, lists);
    failed += TABLE_RUN("tls", check_tls, tls_rows);
    failed += TABLE_RUN("follow", check_follow, follows);
    failed += TABLE_RUN("watch", check_watch, watches);
    if (STARTS_PROGRAMS) failed += TABLE_RUN("plugins", check_plugin, plugins);
    return failed + cmocka_run_group_tests(tests, NULL, NULL);
}
