/* Suspended Flux objects, staleness, and transition times. */
#include <stdio.h>

#include "support/health.h"
#include "support/table.h"

#define OBJECT(api, kind, rest) "{\"apiVersion\":\"" api "\",\"kind\":\"" kind "\"," rest "}"
#define HELM(rest) OBJECT("helm.toolkit.fluxcd.io/v2", "HelmRelease", rest)
#define ANNOTATION(value)                                                                          \
    "\"metadata\":{\"annotations\":{\"reconcile.fluxcd.io/suspended\":" value "}}"

static const struct row {
    TABLE_ROW;
    const char *object;
    const char *suspension; /* NULL: not suspended */
    const char *message;
} rows[] = {
    { "by spec", HELM("\"spec\":{\"suspend\":true}"), ".spec.suspend", "HelmRelease is suspended" },
    { "by spec and annotation", HELM("\"spec\":{\"suspend\":true}," ANNOTATION("\"INC-1\"")),
      "INC-1", "HelmRelease is suspended: INC-1" },
    { "by annotation", HELM(ANNOTATION("\"INC-1\"")),
      "INC-1; annotation only, which no released Flux acts on",
      "HelmRelease is suspended: INC-1 (only by the annotation reconcile.fluxcd.io/suspended, "
      "which "
      "no released Flux acts on; .spec.suspend is not set)" },
    { "by an empty annotation", HELM(ANNOTATION("\"\"")),
      "annotation only, which no released Flux acts on",
      "HelmRelease is suspended (only by the annotation reconcile.fluxcd.io/suspended, which no "
      "released Flux acts on; .spec.suspend is not set)" },
    { "the reason of vitals suspend",
      HELM("\"spec\":{\"suspend\":true},\"metadata\":{\"annotations\":{\"suspend.vitals/"
           "message\":\"INC-2\"}}"),
      "INC-2", "HelmRelease is suspended: INC-2" },
    { "a reason suspends nothing",
      HELM("\"metadata\":{\"annotations\":{\"suspend.vitals/message\":\"INC-2\"}}"), NULL, NULL },
    { "suspend false", HELM("\"spec\":{\"suspend\":false}"), NULL, NULL },
    { "suspend is text", HELM("\"spec\":{\"suspend\":\"true\"}"), NULL, NULL },
    { "image policy",
      OBJECT("image.toolkit.fluxcd.io/v1", "ImagePolicy", "\"spec\":{\"suspend\":true}"),
      ".spec.suspend", "ImagePolicy is suspended" },
    { "source",
      OBJECT("source.toolkit.fluxcd.io/v1", "OCIRepository", "\"spec\":{\"suspend\":true}"),
      ".spec.suspend", "OCIRepository is suspended" },
    { "another project's kind", OBJECT("x.io/v1", "HelmRelease", "\"spec\":{\"suspend\":true}"),
      NULL, NULL },
    { "a kind that cannot be suspended",
      OBJECT("source.toolkit.fluxcd.io/v1", "ExternalArtifact", "\"spec\":{\"suspend\":true}"),
      NULL, NULL },
};

static void check(void **state) {
    const struct row *row = *state;
    health_setup setup = { 0 };
    health_run run;
    assert_int_equal(health_open(&setup, &run), VITALS_OK);
    health_assess(&run, VITALS_PROFILE_COMBINED, row->object);
    bool suspended = vitals_verdict_health(run.verdict) == VITALS_HEALTH_SUSPENDED;
    assert_int_equal(suspended, row->suspension != NULL);
    if (suspended) {
        assert_string_equal(vitals_verdict_suspension(run.verdict).bytes, row->suspension);
        assert_string_equal(vitals_verdict_message(run.verdict).bytes, row->message);
    }
    health_close(&run);
}

/* Profiles flux and kstatus answer as before, and the verdict still has the suspension. */
static void strict_profiles(void **state) {
    (void)state;
    health_setup setup = { 0 };
    health_run run;
    assert_int_equal(health_open(&setup, &run), VITALS_OK);
    health_assess(&run, VITALS_PROFILE_KSTATUS,
                  HELM("\"metadata\":{\"generation\":8},\"spec\":{\"suspend\":true},\"status\":"
                       "{\"observedGeneration\":7}"));
    assert_int_equal(vitals_verdict_kstatus(run.verdict), VITALS_KSTATUS_IN_PROGRESS);
    assert_string_equal(vitals_verdict_suspension(run.verdict).bytes, ".spec.suspend");
    assert_true(vitals_verdict_stale(run.verdict));
    health_close(&run);
}

#define GENERATIONS(generation, status)                                                            \
    "{\"apiVersion\":\"x.io/v1\",\"kind\":\"X\",\"metadata\":{\"generation\":" generation          \
    "},\"status\":{" status "}}"

static const struct stale_row {
    TABLE_ROW;
    const char *object;
    bool stale;
    const char *since;
} stale_rows[] = {
    { "seen", GENERATIONS("2", "\"observedGeneration\":2"), false, NULL },
    { "behind", GENERATIONS("2", "\"observedGeneration\":1"), true, NULL },
    { "ahead is not behind", GENERATIONS("2", "\"observedGeneration\":3"), false, NULL },
    { "a condition is behind", GENERATIONS("2", "\"conditions\":[{\"observedGeneration\":1}]"),
      true, NULL },
    { "text is not a generation", GENERATIONS("2", "\"observedGeneration\":\"1\""), false, NULL },
    { "no generation",
      "{\"apiVersion\":\"x.io/v1\",\"kind\":\"X\",\"status\":{\"observedGeneration\":1}}", false,
      NULL },
    { "since the condition that decided",
      GENERATIONS(
          "1", "\"conditions\":[{\"type\":\"A\",\"lastTransitionTime\":\"2020-01-01T00:00:00Z\"},"
               "{\"type\":\"Ready\",\"status\":\"False\",\"message\":\"m\","
               "\"lastTransitionTime\":\"2026-01-07T10:02:11Z\"}]"),
      false, "2026-01-07T10:02:11Z" },
    { "since is not a time",
      GENERATIONS("1", "\"conditions\":[{\"type\":\"Ready\",\"status\":\"False\",\"message\":\"m\","
                       "\"lastTransitionTime\":\"yesterday\"}]"),
      false, NULL },
};

/* The condition that decided is known by the message of a check. */
static const struct since_row {
    TABLE_ROW;
    const char *message, *status, *since;
} since_rows[] = {
    { "the message of a condition", "quota exceeded",
      "{conditions: [{message: a, lastTransitionTime: '2020-01-01T00:00:00Z'},"
      " {message: quota exceeded, lastTransitionTime: '2026-01-07T10:02:11Z'}]}",
      "2026-01-07T10:02:11Z" },
    { "the reason of a condition", "Failed",
      "{conditions: [{reason: Failed, message: no replicas, lastTransitionTime: "
      "'2026-01-07T10:02:11Z'}]}",
      "2026-01-07T10:02:11Z" },
    { "at the end of the message", "Node a: quota exceeded",
      "{conditions: [{message: quota exceeded, lastTransitionTime: '2026-01-07T10:02:11Z'}]}",
      "2026-01-07T10:02:11Z" },
    { "the whole message comes first", "Node a: quota exceeded",
      "{conditions: [{message: quota exceeded, lastTransitionTime: '2020-01-01T00:00:00Z'},"
      " {message: 'Node a: quota exceeded', lastTransitionTime: '2026-01-07T10:02:11Z'}]}",
      "2026-01-07T10:02:11Z" },
    { "at the end of another word", "disk quota exceeded",
      "{conditions: [{message: quota exceeded, lastTransitionTime: '2026-01-07T10:02:11Z'}]}",
      NULL },
    { "in a part of the status", "Parent public: not allowed",
      "{parents: [{name: a}, {conditions: [{message: not allowed,"
      " lastTransitionTime: '2026-01-07T10:02:11Z'}]}]}",
      "2026-01-07T10:02:11Z" },
    { "conditions that are not a list", "m", "{conditions: m, parents: [{conditions: m}, m], a: m}",
      NULL },
    { "a check without a message", "", "{conditions: [{message: ''}]}", NULL },
};

static void check_since(void **state) {
    const struct since_row *row = *state;
    char object[1024], configmap[1024];
    snprintf(object, sizeof object,
             "apiVersion: x.io/v1\nkind: X\nmetadata: {name: a}\nstatus: %s\n", row->status);
    snprintf(configmap, sizeof configmap,
             "data:\n  resource.customizations.health.x.io_X: |\n"
             "    return { status = \"Degraded\", message = \"%s\" }\n",
             row->message);
    health_setup setup = { .configmap = configmap };
    health_run run;
    assert_int_equal(health_open(&setup, &run), VITALS_OK);
    health_assess(&run, VITALS_PROFILE_COMBINED, object);
    assert_int_equal(vitals_verdict_health(run.verdict), VITALS_HEALTH_DEGRADED);
    vitals_text since = vitals_verdict_since(run.verdict);
    assert_int_equal(since.bytes != NULL, row->since != NULL);
    if (row->since) assert_string_equal(since.bytes, row->since);
    health_close(&run);
}

static void check_stale(void **state) {
    const struct stale_row *row = *state;
    health_setup setup = { 0 };
    health_run run;
    assert_int_equal(health_open(&setup, &run), VITALS_OK);
    health_assess(&run, VITALS_PROFILE_COMBINED, row->object);
    assert_int_equal(vitals_verdict_stale(run.verdict), row->stale);
    vitals_text since = vitals_verdict_since(run.verdict);
    assert_int_equal(since.bytes != NULL, row->since != NULL);
    if (row->since) assert_string_equal(since.bytes, row->since);
    health_close(&run);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(strict_profiles) };
    return TABLE_RUN("suspension", check, rows) + TABLE_RUN("staleness", check_stale, stale_rows) +
           TABLE_RUN("since", check_since, since_rows) + cmocka_run_group_tests(tests, NULL, NULL);
}
