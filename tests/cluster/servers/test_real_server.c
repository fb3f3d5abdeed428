/* The real API server as tests use it: files, parts that stop and start, random changes and the oracle. */
#include "support/files.h"
#include "support/server.h"
#include "support/table.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

typedef struct fixture {
    test_server *cluster;
    char folder[1024];
} fixture;

static fixture shared;

static int setup(void **state) {
    shared.cluster = server_start_cluster(NULL);
    snprintf(shared.folder, sizeof shared.folder, "%s", server_ask(shared.cluster, "directory"));
    *state = &shared;
    return 0;
}

static int teardown(void **state) {
    server_stop(((fixture *)*state)->cluster);
    return 0;
}

static void rest_briefly(void) {
    nanosleep(&(struct timespec){ 0, 50 * 1000 * 1000 }, NULL);
}

static void test_identities(void **state) {
    fixture *f = *state;
    static const char *const names[] = { "admin",  "reader",  "half",        "namespaced",
                                         "nobody", "expired", "wrong-token", "wrong-ca" };
    for (size_t i = 0; i < TABLE_COUNT(names); i++) {
        char path[2048];
        snprintf(path, sizeof path, "%s/%s.kubeconfig", f->folder, names[i]);
        assert_int_equal(access(path, R_OK), 0);
    }
}

static void test_parts(void **state) {
    fixture *f = *state;
    long before = server_count(f->cluster, "process apiserver");
    server_ask(f->cluster, "stop apiserver\ncontinue apiserver");
    assert_int_equal(server_count(f->cluster, "process apiserver"), before);
    server_ask(f->cluster, "kill apiserver\nstart apiserver");
    assert_int_not_equal(server_count(f->cluster, "process apiserver"), before);
    assert_true(server_count(f->cluster, "compact") > 1);
}

static bool same_files(const char *one, const char *other) {
    size_t size = 0, other_size = 0;
    char *bytes = file_read(one, &size), *others = file_read(other, &other_size);
    assert_non_null(bytes);
    assert_non_null(others);
    bool same = size == other_size && memcmp(bytes, others, size) == 0;
    free(bytes);
    free(others);
    return same;
}

/* client-go's informers end with the rows of a new list, whatever happened before. */
static void test_oracle(void **state) {
    fixture *f = *state;
    server_ask(f->cluster, "random 10 1");
    char words[4096], rows[1100], list[1100];
    snprintf(words, sizeof words,
             "oracle %s/admin.kubeconfig /v1/pods apps/v1/deployments example.com/v1/widgets",
             f->folder);
    snprintf(rows, sizeof rows, "%s/rows", f->folder);
    snprintf(list, sizeof list, "%s/list", f->folder);
    test_server *oracle = server_start_peer(words);
    server_ask(f->cluster, "random 400 2");
    while (server_count(f->cluster, "random-left") > 200) rest_briefly();
    server_ask(f->cluster, "kill apiserver\nstart apiserver");
    while (server_count(f->cluster, "random-left") > 0) rest_briefly();
    assert_true(server_count(oracle, "list %s", list) > 5);
    for (int i = 0; i < 600; i++) {
        server_ask(oracle, "rows %s", rows);
        if (same_files(rows, list)) break;
        rest_briefly();
    }
    assert_true(same_files(rows, list));
    server_stop(oracle);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_identities),
                                        cmocka_unit_test(test_parts),
                                        cmocka_unit_test(test_oracle) };
    return cmocka_run_group_tests(tests, setup, teardown);
}
