/* The library against a cluster with controllers: rollouts that succeed and that miss their deadline, Jobs, a
** namespace that is deleted, and what the rows say meanwhile. */
#include <stdio.h>

#include "cluster/servers/mirror.h"
#include "support/server.h"
#include "support/table.h"

static test_server *cluster;
static char folder[1024];

#define DEPLOYMENT(name, extra, labels, image)                                                     \
    "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: " name ", namespace: shop}\nspec:\n"  \
    "  replicas: 2\n" extra "  selector: {matchLabels: {app: " name "}}\n  template:\n"            \
    "    metadata: {labels: {app: " name labels "}}\n"                                             \
    "    spec: {containers: [{name: app, image: '" image "'}]}\n"

static const char first[] =
    "apiVersion: v1\nkind: Namespace\nmetadata: {name: shop}\n---\n" DEPLOYMENT(
        "web", "", "",
        "registry.example/web:1") "---\n" DEPLOYMENT("broken", "  progressDeadlineSeconds: 3\n",
                                                     ", fail: image",
                                                     "registry.example/no:1") "---\n"
                                                                              "apiVersion: "
                                                                              "batch/v1\nkind: "
                                                                              "Job\nmetadata: "
                                                                              "{name: once, "
                                                                              "namespace: "
                                                                              "shop}\nspec:\n  "
                                                                              "template:\n"
                                                                              "    spec: "
                                                                              "{restartPolicy: "
                                                                              "Never, containers: "
                                                                              "[{name: app, image: "
                                                                              "'registry.example/"
                                                                              "once:1'}]}\n---\n"
                                                                              "apiVersion: "
                                                                              "batch/v1\nkind: "
                                                                              "Job\nmetadata: "
                                                                              "{name: never, "
                                                                              "namespace: "
                                                                              "shop}\nspec:\n  "
                                                                              "backoffLimit: 0\n"
                                                                              "  template:\n    "
                                                                              "metadata: {labels: "
                                                                              "{fail: exit}}\n"
                                                                              "    spec: "
                                                                              "{restartPolicy: "
                                                                              "Never, containers: "
                                                                              "[{name: app, image: "
                                                                              "'registry.example/"
                                                                              "once:1'}]}\n";

static void run_on(const char *command, const char *text) {
    char path[1200];
    snprintf(path, sizeof path, "%s/applied.yaml", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    server_ask(cluster, "%s %s", command, path);
}

static vitals_health health_of(const mirror *m, const char *kind, const char *name) {
    vitals_live_row row;
    for (vitals_live_id id = 0; (id = vitals_live_row_next(m->view, id)) != 0;) {
        assert_int_equal(vitals_live_row_of(m->view, id, &row, sizeof row), VITALS_OK);
        const bool same = row.object.kind.size == strlen(kind) &&
                          row.object.name.size == strlen(name) &&
                          memcmp(row.object.kind.bytes, kind, strlen(kind)) == 0 &&
                          memcmp(row.object.name.bytes, name, strlen(name)) == 0;
        if (same) return row.health;
    }
    return VITALS_HEALTH_MISSING;
}

/* Follow until the row has that health, for at most two minutes. */
static void until_health(mirror *m, const char *kind, const char *name, vitals_health wanted) {
    for (int i = 0; i < 1200 && health_of(m, kind, name) != wanted; i++) mirror_for(m, 100);
    printf("    %s/%s: %s\n", kind, name, vitals_health_name(health_of(m, kind, name)));
    assert_int_equal(health_of(m, kind, name), wanted);
}

static void test_rollouts(void **state) {
    mirror *m = *state;
    run_on("apply", first);
    until_health(m, "Deployment", "web", VITALS_HEALTH_HEALTHY);
    until_health(m, "Job", "once", VITALS_HEALTH_HEALTHY);
    until_health(m, "Job", "never", VITALS_HEALTH_DEGRADED);
    until_health(m, "Deployment", "broken", VITALS_HEALTH_DEGRADED);
    assert_int_equal(health_of(m, "Deployment", "web"), VITALS_HEALTH_HEALTHY);
}

/* A new image that is not there: progress first, then the deadline; and back. */
static void test_next_version(void **state) {
    mirror *m = *state;
    run_on("apply", DEPLOYMENT("web", "  progressDeadlineSeconds: 3\n", ", fail: image",
                               "registry.example/web:2"));
    until_health(m, "Deployment", "web", VITALS_HEALTH_PROGRESSING);
    until_health(m, "Deployment", "web", VITALS_HEALTH_DEGRADED);
    run_on("apply", DEPLOYMENT("web", "  progressDeadlineSeconds: 3\n", ", fail: ''",
                               "registry.example/web:1"));
    until_health(m, "Deployment", "web", VITALS_HEALTH_HEALTHY);
}

/* All rows of a namespace go with it. */
static void test_namespace_deleted(void **state) {
    mirror *m = *state;
    run_on("delete", "apiVersion: v1\nkind: Namespace\nmetadata: {name: shop}\n");
    until_health(m, "Deployment", "web", VITALS_HEALTH_MISSING);
    until_health(m, "Namespace", "shop", VITALS_HEALTH_MISSING);
    char *rows = mirror_rows(m);
    assert_null(strstr(rows, " shop/"));
    free(rows);
    assert_int_equal(m->own.broken, 0);
    assert_int_equal(m->own.silent, 0);
}

int main(void) {
    static mirror m;
    char path[1200];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(test_rollouts, &m),
        cmocka_unit_test_prestate(test_next_version, &m),
        cmocka_unit_test_prestate(test_namespace_deleted, &m),
    };
    cluster = server_start_cluster("--controllers");
    snprintf(folder, sizeof folder, "%s", server_ask(cluster, "directory"));
    snprintf(path, sizeof path, "%s/admin.kubeconfig", folder);
    mirror_open(&m, path, NULL, "pods deployments replicasets jobs namespaces", 1);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    mirror_close(&m);
    server_stop(cluster);
    return failed;
}
