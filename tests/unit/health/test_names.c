/* Names of the public enums, severities, and the tables of kinds. */
#include <vitals/vitals.h>

#include "health/health.h"
#include "native/native.h"
#include "support/table.h"

static vitals_text text(const char *terminated) {
    return (vitals_text){ terminated, strlen(terminated) };
}

static const struct row {
    TABLE_ROW;
    vitals_health health;
    int severity;
    vitals_kstatus kstatus;
} rows[] = {
    { "Unassessed", VITALS_HEALTH_UNASSESSED, 0, VITALS_KSTATUS_NONE },
    { "", VITALS_HEALTH_EMPTY, 0, VITALS_KSTATUS_NONE },
    { "Healthy", VITALS_HEALTH_HEALTHY, 0, VITALS_KSTATUS_CURRENT },
    { "Suspended", VITALS_HEALTH_SUSPENDED, 1, VITALS_KSTATUS_CURRENT },
    { "Progressing", VITALS_HEALTH_PROGRESSING, 2, VITALS_KSTATUS_IN_PROGRESS },
    { "Missing", VITALS_HEALTH_MISSING, 3, VITALS_KSTATUS_NOT_FOUND },
    { "Degraded", VITALS_HEALTH_DEGRADED, 4, VITALS_KSTATUS_FAILED },
    { "Unknown", VITALS_HEALTH_UNKNOWN, 5, VITALS_KSTATUS_UNKNOWN },
};

static void check(void **state) {
    const struct row *row = *state;
    assert_string_equal(vitals_health_name(row->health), row->name);
    assert_int_equal(vitals_health_severity(row->health), row->severity);
    assert_int_equal(vitals_kstatus_from_health(row->health), row->kstatus);
    vitals_health back =
        row->health == VITALS_HEALTH_EMPTY ? VITALS_HEALTH_UNASSESSED : row->health;
    assert_int_equal(vitals_health_from_name(text(row->name)), back);
}

static void every_status_has_a_row(void **state) {
    (void)state;
    assert_int_equal(TABLE_COUNT(rows), VITALS_HEALTH_COUNT);
    assert_int_equal(vitals_health_from_name(text("healthy")), VITALS_HEALTH_UNASSESSED);
    assert_string_equal(vitals_health_name((vitals_health)99), "");
}

static void names_round_trip(void **state) {
    (void)state;
    for (int i = 0; i < VITALS_PROFILE_COUNT; i++) {
        vitals_profile profile;
        assert_int_equal(vitals_profile_from_name(vitals_profile_name((vitals_profile)i), &profile),
                         VITALS_OK);
        assert_int_equal(profile, i);
    }
    for (int i = 0; i < VITALS_AGGREGATE_COUNT; i++) {
        vitals_aggregate aggregate;
        assert_int_equal(
            vitals_aggregate_from_name(vitals_aggregate_name((vitals_aggregate)i), &aggregate),
            VITALS_OK);
        assert_int_equal(aggregate, i);
    }
    vitals_profile profile;
    assert_int_equal(vitals_profile_from_name("helm", &profile), VITALS_ENOTFOUND);
    vitals_aggregate aggregate;
    assert_int_equal(vitals_aggregate_from_name("best", &aggregate), VITALS_ENOTFOUND);
    assert_string_equal(vitals_source_name(VITALS_SOURCE_JOB_READER), "job-reader");
    assert_string_equal(vitals_kstatus_name(VITALS_KSTATUS_IN_PROGRESS), "InProgress");
}

static void kinds_that_argocd_bundles(void **state) {
    (void)state;
    assert_true(vitals_argocd_bundles(text("cert-manager.io"), text("Certificate")));
    assert_true(vitals_argocd_bundles(text("acid.zalan.do"), text("postgresql")));
    assert_true(vitals_argocd_bundles(text("zookeeper.pravega.io"), text("ZookeeperCluster")));
    assert_true(vitals_argocd_bundles(text("s3.aws.crossplane.io"), text("Anything")));
    assert_true(vitals_argocd_bundles(text("microgateway.airlock.com"), text("Anything")));
    assert_false(vitals_argocd_bundles(text("crossplane.io"), text("Anything")));
    assert_false(vitals_argocd_bundles(text(""), text("Pod")));
    assert_false(vitals_argocd_bundles(text("argoproj.io"), text("Application")));
}

static void kinds_without_health(void **state) {
    (void)state;
    assert_true(vitals_kind_has_no_health(text(""), text("ConfigMap")));
    assert_true(vitals_kind_has_no_health(text("rbac.authorization.k8s.io"), text("Role")));
    assert_true(vitals_kind_has_no_health(text("storage.k8s.io"), text("StorageClass")));
    assert_false(vitals_kind_has_no_health(text(""), text("Pod")));
    assert_false(vitals_kind_has_no_health(text("example.com"), text("ConfigMap")));
}

/* The table is searched in halves, and a kind in it has no rule. */
static void kinds_without_health_have_no_rule(void **state) {
    (void)state;
    vt_text group, kind, previous_group = VT_TEXT(""), previous_kind = VT_TEXT("");
    size_t count = 0;
    for (; vt_healthless_kind_at(count, &group, &kind); count++) {
        int order = vt_text_compare(previous_group, group);
        assert_true(order < 0 || (order == 0 && vt_text_compare(previous_kind, kind) < 0));
        assert_true(vitals_kind_has_no_health(group, kind));
        assert_false(vt_bundle_has_kind(group, kind));
        assert_null(vt_native_find(group, kind));
        previous_group = group;
        previous_kind = kind;
    }
    assert_true(count > 100);
}

static void what_is_emulated(void **state) {
    (void)state;
    const char *name, *version;
    assert_true(vitals_version_of(0, &name, &version));
    assert_string_equal(name, "Argo CD");
    assert_string_equal(version, "3.6.1");
    assert_false(vitals_version_of(99, &name, &version));
    assert_true(strlen(vitals_version()) > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_status_has_a_row),
        cmocka_unit_test(names_round_trip),
        cmocka_unit_test(kinds_that_argocd_bundles),
        cmocka_unit_test(kinds_without_health),
        cmocka_unit_test(kinds_without_health_have_no_rule),
        cmocka_unit_test(what_is_emulated),
    };
    return TABLE_RUN("health", check, rows) + cmocka_run_group_tests(tests, NULL, NULL);
}
