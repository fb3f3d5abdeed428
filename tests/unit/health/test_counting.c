/* What a resource counts as, from facts alone: the same as in an application that has its document. */
#include <stdio.h>

#include "health/health.h"
#include "support/health.h"
#include "support/table.h"

#define CM                                                                                         \
    "kind: ConfigMap\ndata:\n"                                                                     \
    "  resource.customizations.health.example.com_Widget: return obj.spec.answer\n"                \
    "  resource.customizations: |\n    'wild.io/*': {health.lua: \"return {}\"}\n"                 \
    "    'Plai*': {health.lua: \"return {}\"}\n    '*com/Widgets': {health.lua: \"return {}\"}\n"
#define POLICY                                                                                     \
    "policy:\n"                                                                                    \
    "  - match: {kind: Widget, name: ignored}\n    countsAs: Ignored\n"                            \
    "  - match: {kind: Widget, name: unassessed}\n    countsAs: Unassessed\n"                      \
    "  - match: {kind: Widget, name: parked, status: Suspended}\n    countsAs: Degraded\n"         \
    "  - match: {kind: Gadget, name: absent}\n    countsAs: Missing\n"

static health_run run;

/* --------------------------------------------------------------- one resource */

#define ARGOCD VITALS_AGGREGATE_ARGOCD
#define OLD VITALS_AGGREGATE_ARGOCD_3_3
#define OLDEST VITALS_AGGREGATE_ARGOCD_3_1
#define WORST VITALS_AGGREGATE_WORST
#define KSTATUS VITALS_AGGREGATE_KSTATUS
#define HEALTHY VITALS_HEALTH_HEALTHY
#define MISSING VITALS_HEALTH_MISSING
#define UNKNOWN VITALS_HEALTH_UNKNOWN
#define DEGRADED VITALS_HEALTH_DEGRADED
#define SUSPENDED VITALS_HEALTH_SUSPENDED
#define UNASSESSED VITALS_HEALTH_UNASSESSED

static const struct row {
    TABLE_ROW;
    vitals_aggregate aggregate;
    const char *group, *kind, *object_name;
    vt_counting_facts facts;
    bool absent;
    vitals_health health;
    int counts_as; /* -1: it does not count */
} rows[] = {
    /* clang-format off */
    { "a resource", ARGOCD, "example.com", "Widget", "a", { 0 }, false, DEGRADED, DEGRADED },
    { "a hook", ARGOCD, "example.com", "Widget", "a", { .hook = true }, false, DEGRADED, -1 },
    { "ignored", ARGOCD, "example.com", "Widget", "a", { .ignored = true }, false, DEGRADED, -1 },
    { "not waited for", ARGOCD, "example.com", "Widget", "a", { .not_waited_for = true }, false, DEGRADED, -1 },
    { "not tracked", ARGOCD, "example.com", "Widget", "a", { .not_tracked = true }, false, DEGRADED, -1 },
    { "itself", ARGOCD, "example.com", "Widget", "a", { .itself = true }, false, DEGRADED, -1 },
    { "owned", ARGOCD, "example.com", "Widget", "a", { .owned = true }, false, DEGRADED, -1 },
    { "unassessed", ARGOCD, "example.com", "Gadget", "a", { 0 }, false, UNASSESSED, -1 },
    { "empty", ARGOCD, "example.com", "Gadget", "a", { 0 }, false, VITALS_HEALTH_EMPTY, -1 },
    { "unassessed, worst", WORST, "example.com", "Gadget", "a", { 0 }, false, UNASSESSED, -1 },
    { "missing", ARGOCD, "example.com", "Widget", "a", { 0 }, false, MISSING, MISSING },
    { "missing without a check", ARGOCD, "example.com", "Gadget", "a", { 0 }, false, MISSING, MISSING },
    { "3.1: ignored", OLDEST, "example.com", "Widget", "a", { .ignored = true }, false, DEGRADED, DEGRADED },
    { "3.1: ignored in the manifest", OLDEST, "example.com", "Widget", "a", { .ignored_in_manifest = true }, false, DEGRADED, -1 },
    { "3.3: ignored in the manifest", OLD, "example.com", "Widget", "a", { .ignored_in_manifest = true }, false, DEGRADED, DEGRADED },
    { "3.1: missing without a script", OLDEST, "example.com", "Gadget", "a", { 0 }, false, MISSING, -1 },
    { "3.3: missing with a script", OLD, "example.com", "Widget", "a", { 0 }, false, MISSING, MISSING },
    { "3.3: missing without one", OLD, "example.com", "Gadget", "a", { 0 }, false, MISSING, -1 },
    { "3.3: missing, native", OLD, "apps", "Deployment", "a", { 0 }, false, MISSING, MISSING },
    { "3.3: missing, core", OLD, "", "Pod", "a", { 0 }, false, MISSING, MISSING },
    { "3.3: missing, wildcard", OLD, "wild.io", "W", "a", { 0 }, false, MISSING, -1 },
    { "3.3: missing, wildcard of the core group", OLD, "", "Plain", "a", { 0 }, false, MISSING, -1 },
    { "3.3: missing, wildcard of the same length", OLD, "12345678901", "Widgets", "a", { 0 }, false, MISSING, -1 },
    { "3.3: degraded without a check", OLD, "example.com", "Gadget", "a", { 0 }, false, DEGRADED, DEGRADED },
    { "worst: missing without a check", WORST, "example.com", "Gadget", "a", { 0 }, false, MISSING, MISSING },
    { "a child, degraded", ARGOCD, "argoproj.io", "Application", "a", { 0 }, false, DEGRADED, DEGRADED },
    { "a child, missing", ARGOCD, "argoproj.io", "Application", "a", { 0 }, false, MISSING, -1 },
    { "a child, unknown", ARGOCD, "argoproj.io", "Application", "a", { 0 }, false, UNKNOWN, -1 },
    { "another kind, unknown", ARGOCD, "argoproj.io", "Rollout", "a", { 0 }, false, UNKNOWN, UNKNOWN },
    { "another group, unknown", ARGOCD, "app.k8s.io", "Application", "a", { 0 }, false, UNKNOWN, UNKNOWN },
    { "3.3: a child, unknown", OLD, "argoproj.io", "Application", "a", { 0 }, false, UNKNOWN, -1 },
    { "worst: a child, unknown", WORST, "argoproj.io", "Application", "a", { 0 }, false, UNKNOWN, UNKNOWN },
    { "kstatus: a child, missing", KSTATUS, "argoproj.io", "Application", "a", { 0 }, false, MISSING, MISSING },
    { "policy: ignored", WORST, "example.com", "Widget", "ignored", { 0 }, false, DEGRADED, -1 },
    { "policy: unassessed", WORST, "example.com", "Widget", "unassessed", { 0 }, false, DEGRADED, -1 },
    { "policy: another status", WORST, "example.com", "Widget", "parked", { 0 }, false, SUSPENDED, DEGRADED },
    { "policy: for one status", WORST, "example.com", "Widget", "parked", { 0 }, false, HEALTHY, HEALTHY },
    { "policy: after the facts", WORST, "example.com", "Widget", "parked", { .hook = true }, false, SUSPENDED, -1 },
    { "policy: before the aggregate", OLD, "example.com", "Gadget", "absent", { 0 }, false, MISSING, MISSING },
    { "worst: absent", WORST, "", "Pod", "a", { 0 }, true, MISSING, MISSING },
    { "worst: an absent Secret", WORST, "", "Secret", "a", { 0 }, true, MISSING, -1 },
    { "worst: a Secret that is there", WORST, "", "Secret", "a", { 0 }, false, DEGRADED, DEGRADED },
    { "worst: an absent Secret of another group", WORST, "example.com", "Secret", "a", { 0 }, true, MISSING, MISSING },
    { "kstatus: an absent Secret", KSTATUS, "", "Secret", "a", { 0 }, true, MISSING, -1 },
    { "policy: of what has no health", ARGOCD, "example.com", "Gadget", "absent", { 0 }, false, UNASSESSED, MISSING },
    /* clang-format on */
};

static void check(void **state) {
    const struct row *row = *state;
    const vt_counting_resource resource = {
        .group = vt_text_from(row->group),
        .kind = vt_text_from(row->kind),
        .namespace_ = VT_TEXT("d"),
        .name = vt_text_from(row->object_name),
        .health = row->health,
        .absent = row->absent,
        .facts = row->facts,
    };
    vt_counting counting = vt_counting_of(run.engine, row->aggregate, &resource);
    assert_int_equal(counting.counted, row->counts_as >= 0);
    if (counting.counted) assert_int_equal(counting.counts_as, row->counts_as);
}

/* ------------------------------------------------------------------------ sums */

enum { ABSENT = VITALS_HEALTH_COUNT, KINDS_OF_MEMBER };

static const char *const answers[VITALS_HEALTH_COUNT] = {
    [VITALS_HEALTH_HEALTHY] = "Healthy",         [VITALS_HEALTH_SUSPENDED] = "Suspended",
    [VITALS_HEALTH_PROGRESSING] = "Progressing", [VITALS_HEALTH_MISSING] = "Missing",
    [VITALS_HEALTH_DEGRADED] = "Degraded",       [VITALS_HEALTH_UNKNOWN] = "Unknown",
};

/* A Widget of that health, or one that is absent, in the application and in the figures. */
static void add_member(vitals_application *application, vitals_aggregate aggregate, int member,
                       const char *name, vt_counting_sums *sums, int *counts_as) {
    char text[256];
    int size = snprintf(text, sizeof text,
                        "{\"apiVersion\":\"example.com/v1\",\"kind\":\"Widget\",\"metadata\":{"
                        "\"name\":\"%s\"},\"spec\":{\"answer\":{\"status\":\"%s\"}}}",
                        name, member == ABSENT ? "" : answers[member]);
    vitals_document *document = NULL;
    assert_int_equal(vitals_document_parse(text, (size_t)size, NULL, &document, NULL), VITALS_OK);
    vitals_resource resource = VITALS_RESOURCE_INIT;
    resource.key = (vitals_text){ name, strlen(name) };
    vt_counting_resource counted = { .group = VT_TEXT("example.com"),
                                     .kind = VT_TEXT("Widget"),
                                     .namespace_ = VT_TEXT(""),
                                     .name = vt_text_from(name) };
    if (member == ABSENT) {
        resource.target = document;
        counted.absent = true;
        counted.health = MISSING;
        sums->absent++;
    } else {
        vitals_call call = VITALS_CALL_INIT;
        call.profile = VITALS_PROFILE_ARGOCD;
        assert_int_equal(vitals_assess(run.worker, document, &call, run.verdict), VITALS_OK);
        resource.live = document;
        resource.verdict = run.verdict;
        counted.health = (vitals_health)member;
        sums->present++;
    }
    vt_counting counting = vt_counting_of(run.engine, aggregate, &counted);
    sums->counted[counting.counts_as] += counting.counted;
    *counts_as = counting.counted ? (int)counting.counts_as : -1;
    assert_int_equal(vitals_application_put(application, &resource), VITALS_OK);
    vitals_document_free(document);
}

static bool is_named(vitals_application *application, const char *name) {
    vitals_health health;
    vitals_text message;
    assert_int_equal(vitals_application_health(application, &health, &message), VITALS_OK);
    return strstr(message.bytes, name) != NULL;
}

static void check_pair(vitals_aggregate aggregate, int first, int second) {
    vitals_application_options options = VITALS_APPLICATION_OPTIONS_INIT;
    options.aggregate = aggregate;
    vitals_application *application = NULL;
    vt_counting_sums sums = { 0 };
    int one, other;
    vitals_health want;
    assert_int_equal(vitals_application_new(run.engine, &options, &application), VITALS_OK);
    add_member(application, aggregate, first, "first", &sums, &one);
    add_member(application, aggregate, second, "second", &sums, &other);
    assert_int_equal(vitals_application_health(application, &want, NULL), VITALS_OK);
    assert_int_equal(vt_counting_health(aggregate, &sums), want);
    bool causes = one >= 0 && vt_counting_is_cause(aggregate, want, (vitals_health)one);
    assert_int_equal(causes, is_named(application, "first"));
    causes = other >= 0 && vt_counting_is_cause(aggregate, want, (vitals_health)other);
    assert_int_equal(causes, is_named(application, "second"));
    vitals_application_free(application);
}

/* Every pair of healths, in every aggregate: health and causes are those of the application. */
static void as_the_application(void **state) {
    (void)state;
    for (int aggregate = 0; aggregate < VITALS_AGGREGATE_COUNT; aggregate++) {
        for (int first = 0; first < KINDS_OF_MEMBER; first++) {
            for (int second = 0; second < KINDS_OF_MEMBER; second++) {
                if (first != ABSENT && !answers[first]) continue;
                if (second != ABSENT && !answers[second]) continue;
                check_pair((vitals_aggregate)aggregate, first, second);
            }
        }
    }
}

static void nothing(void **state) {
    (void)state;
    const vt_counting_sums none = { 0 };
    for (int aggregate = 0; aggregate < VITALS_AGGREGATE_COUNT; aggregate++) {
        assert_int_equal(vt_counting_health((vitals_aggregate)aggregate, &none), HEALTHY);
    }
}

int main(void) {
    const health_setup setup = { .configmap = CM, .policy = POLICY };
    const struct CMUnitTest others[] = { cmocka_unit_test(as_the_application),
                                         cmocka_unit_test(nothing) };
    assert_int_equal(health_open(&setup, &run), VITALS_OK);
    int failed = TABLE_RUN("counting", check, rows) +
                 cmocka_run_group_tests_name("sums", others, NULL, NULL);
    health_close(&run);
    return failed;
}
