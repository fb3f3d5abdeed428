/* Aggregating the resources of an application. */
#include <vitals/coverage.h>

#include <stdio.h>

#include "base/text/text.h"
#include "support/health.h"
#include "support/table.h"
#include "support/torture.h"

/* Widgets answer with their spec; so do child Applications. */
#define ANSWER "'return {status = obj.spec.want, message = obj.spec.msg}'\n"
#define CM                                                                                         \
    "kind: ConfigMap\ndata:\n"                                                                     \
    "  resource.customizations.health.example.com_Widget: " ANSWER                                 \
    "  resource.customizations.health.argoproj.io_Application: " ANSWER                            \
    "  resource.customizations: |\n    'wild.io/*': {health.lua: \"return {status = "              \
    "'Missing'}\"}\n"

#define WIDGET(name, want)                                                                         \
    "{\"apiVersion\":\"example.com/v1\",\"kind\":\"Widget\",\"metadata\":{\"name\":\"" name        \
    "\",\"namespace\":\"d\"},\"spec\":{\"want\":\"" want "\"}}"
#define ANNOTATED(want, key, value)                                                                \
    "{\"apiVersion\":\"example.com/v1\",\"kind\":\"Widget\",\"metadata\":{\"name\":\"w\","         \
    "\"namespace\":\"d\",\"annotations\":{\"" key "\":\"" value "\"}},\"spec\":{\"want\":\"" want  \
    "\"}}"
#define CHILD(name, want)                                                                          \
    "{\"apiVersion\":\"argoproj.io/"                                                               \
    "v1alpha1\",\"kind\":\"Application\",\"metadata\":{\"name\":\"" name                           \
    "\",\"namespace\":\"argocd\",\"uid\":\"u-" name "\"},\"spec\":{\"want\":\"" want "\"}}"
#define SECRET "apiVersion: v1\nkind: Secret\nmetadata: {name: s, namespace: d}\n"
#define GADGET                                                                                     \
    "{\"apiVersion\":\"example.com/v1\",\"kind\":\"Gadget\",\"metadata\":{\"name\":\"g\"}}"
#define WILD "{\"apiVersion\":\"wild.io/v1\",\"kind\":\"W\",\"metadata\":{\"name\":\"w\"}}"
#define POD                                                                                        \
    "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"p\",\"namespace\":\"d\"}}"
#define VOLUME                                                                                     \
    "{\"apiVersion\":\"v1\",\"kind\":\"PersistentVolumeClaim\",\"metadata\":{\"name\":\"pv\"},"    \
    "\"status\":{\"phase\":\"Pending\"}}"

#define MOST 6

/* `live` NULL: absent from the cluster, and `target` is the desired object. */
typedef struct pair {
    const char *target, *live;
} pair;

/* clang-format off */
static const struct row {
    TABLE_ROW;
    vitals_aggregate aggregate;
    pair pairs[MOST];
    vitals_health want;
    const char *message;
} rows[] = {
#define ARGOCD VITALS_AGGREGATE_ARGOCD
#define OLD VITALS_AGGREGATE_ARGOCD_3_3
#define WORST VITALS_AGGREGATE_WORST
#define KSTATUS VITALS_AGGREGATE_KSTATUS
#define LIVE(object) { NULL, object }
#define ABSENT(object) { object, NULL }
    { "nothing is healthy", ARGOCD, { { NULL, NULL } }, VITALS_HEALTH_HEALTHY, "" },
    { "one healthy", ARGOCD, { LIVE(WIDGET("a", "Healthy")) }, VITALS_HEALTH_HEALTHY, "" },
    { "the worst counts", ARGOCD, { LIVE(WIDGET("a", "Suspended")), LIVE(WIDGET("b", "Degraded")),
      LIVE(WIDGET("c", "Progressing")) }, VITALS_HEALTH_DEGRADED, "Caused by example.com/Widget:d/b" },
    { "equals are added to the causes", ARGOCD, { LIVE(WIDGET("a", "Degraded")),
      LIVE(WIDGET("b", "Degraded")) }, VITALS_HEALTH_DEGRADED,
      "Caused by example.com/Widget:d/a, example.com/Widget:d/b" },
    { "three causes are named", ARGOCD, { LIVE(WIDGET("a", "Degraded")), LIVE(WIDGET("b", "Degraded")),
      LIVE(WIDGET("c", "Degraded")), LIVE(WIDGET("d", "Degraded")), LIVE(WIDGET("e", "Degraded")) },
      VITALS_HEALTH_DEGRADED,
      "Caused by example.com/Widget:d/a, example.com/Widget:d/b, example.com/Widget:d/c and 2 more" },
    { "a cause without group and namespace", ARGOCD, { LIVE(VOLUME) }, VITALS_HEALTH_PROGRESSING,
      "Caused by PersistentVolumeClaim:pv" },
    { "unassessed does not count", ARGOCD, { LIVE(GADGET) }, VITALS_HEALTH_HEALTHY, "" },
    { "an empty answer does not count", ARGOCD, { LIVE(WIDGET("a", "")) }, VITALS_HEALTH_UNKNOWN,
      "Caused by example.com/Widget:d/a" },
    { "absent does not count", ARGOCD, { ABSENT(WIDGET("a", "")), LIVE(WIDGET("b", "Healthy")) },
      VITALS_HEALTH_HEALTHY, "" },
    { "all absent is Missing", ARGOCD, { ABSENT(WIDGET("a", "")), ABSENT(GADGET) },
      VITALS_HEALTH_MISSING, "" },
    { "a script's Missing counts", ARGOCD, { LIVE(WIDGET("a", "Missing")) }, VITALS_HEALTH_MISSING,
      "Caused by example.com/Widget:d/a" },
    { "ignored by annotation", ARGOCD,
      { LIVE(ANNOTATED("Degraded", "argocd.argoproj.io/ignore-healthcheck", "true")) },
      VITALS_HEALTH_HEALTHY, "" },
    { "the annotation must be true", ARGOCD,
      { LIVE(ANNOTATED("Degraded", "argocd.argoproj.io/ignore-healthcheck", "True")) },
      VITALS_HEALTH_DEGRADED, "Caused by example.com/Widget:d/w" },
    { "the annotation of the target is ignored", ARGOCD,
      { { ANNOTATED("x", "argocd.argoproj.io/ignore-healthcheck", "true"), WIDGET("w", "Degraded") } },
      VITALS_HEALTH_DEGRADED, "Caused by example.com/Widget:d/w" },
    { "an ignored one is live nevertheless", ARGOCD,
      { LIVE(ANNOTATED("x", "argocd.argoproj.io/ignore-healthcheck", "true")), ABSENT(GADGET) },
      VITALS_HEALTH_HEALTHY, "" },
    { "a live hook does not count", ARGOCD,
      { LIVE(ANNOTATED("Degraded", "argocd.argoproj.io/hook", "Sync")) }, VITALS_HEALTH_HEALTHY, "" },
    { "a hook of an unknown type does not count", ARGOCD,
      { LIVE(ANNOTATED("Degraded", "argocd.argoproj.io/hook", "PreDelete")) }, VITALS_HEALTH_HEALTHY, "" },
    { "a target that is skipped does not count", ARGOCD,
      { { ANNOTATED("x", "argocd.argoproj.io/hook", "Skip"), WIDGET("w", "Degraded") } },
      VITALS_HEALTH_HEALTHY, "" },
    { "itself does not count", ARGOCD, { LIVE(CHILD("me", "Degraded")) }, VITALS_HEALTH_HEALTHY, "" },
    { "a degraded child Application counts", ARGOCD, { LIVE(CHILD("kid", "Degraded")) },
      VITALS_HEALTH_DEGRADED, "Caused by argoproj.io/Application:argocd/kid" },
    { "a missing child Application does not", ARGOCD, { LIVE(CHILD("kid", "Missing")) },
      VITALS_HEALTH_HEALTHY, "" },
    { "an unknown child Application does not", ARGOCD, { LIVE(CHILD("kid", "Unknown")) },
      VITALS_HEALTH_HEALTHY, "" },
    { "an absent Secret alone says nothing", ARGOCD, { ABSENT(SECRET) }, VITALS_HEALTH_HEALTHY, "" },
    { "all but a Secret are there", ARGOCD, { ABSENT(SECRET), LIVE(WIDGET("b", "Healthy")) }, VITALS_HEALTH_HEALTHY, "" },
    { "a Secret and all others are absent", ARGOCD, { ABSENT(SECRET), ABSENT(GADGET) }, VITALS_HEALTH_MISSING, "" },
    { "worst: an absent Secret does not count", WORST, { ABSENT(SECRET), LIVE(WIDGET("a", "Healthy")) }, VITALS_HEALTH_HEALTHY, "" },
    { "3.3: absent with a customization counts", OLD, { ABSENT(WIDGET("a", "")), LIVE(POD) },
      VITALS_HEALTH_UNKNOWN, "Caused by Pod:d/p" },
    { "3.3: absent alone, with a customization", OLD, { ABSENT(WIDGET("a", "")) },
      VITALS_HEALTH_MISSING, "Caused by example.com/Widget:d/a" },
    { "3.3: absent, with a native check", OLD, { ABSENT(POD) }, VITALS_HEALTH_MISSING,
      "Caused by Pod:d/p" },
    { "3.3: absent without a check does not count", OLD, { ABSENT(GADGET) }, VITALS_HEALTH_HEALTHY, "" },
    { "3.3: a wildcard is not a check for that kind", OLD, { ABSENT(WILD) }, VITALS_HEALTH_HEALTHY, "" },
    { "3.3: a wildcard's Missing is filtered", OLD, { LIVE(WILD) }, VITALS_HEALTH_HEALTHY, "" },
    { "3.3: an exact check's Missing counts", OLD, { LIVE(WIDGET("a", "Missing")) },
      VITALS_HEALTH_MISSING, "Caused by example.com/Widget:d/a" },
    { "worst: absent counts", WORST, { ABSENT(GADGET), LIVE(WIDGET("a", "Progressing")) },
      VITALS_HEALTH_MISSING, "Caused by example.com/Gadget:g" },
    { "worst: a missing child Application counts", WORST, { LIVE(CHILD("kid", "Missing")) },
      VITALS_HEALTH_MISSING, "Caused by argoproj.io/Application:argocd/kid" },
    { "worst: hooks are excluded", WORST,
      { LIVE(ANNOTATED("Degraded", "argocd.argoproj.io/hook", "Sync")) }, VITALS_HEALTH_HEALTHY, "" },
    { "worst: unassessed is excluded", WORST, { LIVE(GADGET) }, VITALS_HEALTH_HEALTHY, "" },
    { "kstatus: nothing is as desired", KSTATUS, { { NULL, NULL } }, VITALS_HEALTH_HEALTHY, "" },
    { "kstatus: failed beats unknown", KSTATUS, { LIVE(WIDGET("a", "Unknown")),
      LIVE(WIDGET("b", "Degraded")) }, VITALS_HEALTH_DEGRADED, "Caused by example.com/Widget:d/b" },
    { "kstatus: unknown beats in progress", KSTATUS, { LIVE(WIDGET("a", "Progressing")),
      LIVE(WIDGET("b", "Unknown")) }, VITALS_HEALTH_UNKNOWN, "Caused by example.com/Widget:d/b" },
    { "kstatus: not found is in progress", KSTATUS, { ABSENT(GADGET), LIVE(WIDGET("b", "Healthy")) },
      VITALS_HEALTH_PROGRESSING, "Caused by example.com/Gadget:g" },
    { "kstatus: suspended is current", KSTATUS, { LIVE(WIDGET("a", "Suspended")) },
      VITALS_HEALTH_HEALTHY, "" },
};
/* clang-format on */

static vitals_text text(const char *terminated) {
    return (vitals_text){ terminated, strlen(terminated) };
}

static vitals_document *parse(const char *object) {
    vitals_document *document = NULL;
    if (!object) return NULL;
    assert_int_equal(vitals_document_parse(object, strlen(object), NULL, &document, NULL),
                     VITALS_OK);
    return document;
}

static void put(health_run *run, vitals_application *application, const char *key, pair put_pair) {
    vitals_document *target = parse(put_pair.target), *live = parse(put_pair.live);
    vitals_call call = VITALS_CALL_INIT;
    call.profile = VITALS_PROFILE_ARGOCD;
    if (live) assert_int_equal(vitals_assess(run->worker, live, &call, run->verdict), VITALS_OK);
    vitals_resource resource = VITALS_RESOURCE_INIT;
    resource.key = text(key);
    resource.target = target;
    resource.live = live;
    resource.verdict = live ? run->verdict : NULL;
    assert_int_equal(vitals_application_put(application, &resource), VITALS_OK);
    vitals_document_free(target);
    vitals_document_free(live);
}

static vitals_application *open_application(health_run *run, vitals_aggregate aggregate,
                                            const char *policy) {
    health_setup setup = { .configmap = CM, .policy = policy };
    assert_int_equal(health_open(&setup, run), VITALS_OK);
    vitals_application_options options = VITALS_APPLICATION_OPTIONS_INIT;
    options.aggregate = aggregate;
    options.name = text("me");
    options.namespace_ = text("argocd");
    options.uid = text("u-me");
    vitals_application *application = NULL;
    assert_int_equal(vitals_application_new(run->engine, &options, &application), VITALS_OK);
    return application;
}

static void assert_health(vitals_application *application, vitals_health want,
                          const char *message) {
    vitals_health health;
    vitals_text got;
    assert_int_equal(vitals_application_health(application, &health, &got), VITALS_OK);
    assert_string_equal(vitals_health_name(health), vitals_health_name(want));
    assert_string_equal(got.bytes, message);
}

static void check(void **state) {
    const struct row *row = *state;
    health_run run;
    vitals_application *application = open_application(&run, row->aggregate, NULL);
    for (int i = 0; i < MOST; i++) {
        char key[16];
        snprintf(key, sizeof key, "%d", i);
        if (row->pairs[i].target || row->pairs[i].live) put(&run, application, key, row->pairs[i]);
    }
    assert_health(application, row->want, row->message);
    vitals_application_free(application);
    health_close(&run);
}

/* As watch events do: add, change, remove, add again. Causes are named by identity. */
static void incremental(void **state) {
    (void)state;
    health_run run;
    vitals_application *application = open_application(&run, ARGOCD, NULL);
    put(&run, application, "a", (pair)LIVE(WIDGET("a", "Degraded")));
    put(&run, application, "b", (pair)LIVE(WIDGET("b", "Degraded")));
    assert_health(application, VITALS_HEALTH_DEGRADED,
                  "Caused by example.com/Widget:d/a, example.com/Widget:d/b");
    put(&run, application, "a", (pair)LIVE(WIDGET("a2", "Degraded")));
    assert_health(application, VITALS_HEALTH_DEGRADED,
                  "Caused by example.com/Widget:d/a2, example.com/Widget:d/b");
    assert_int_equal(vitals_application_remove(application, text("a")), VITALS_OK);
    assert_int_equal(vitals_application_remove(application, text("a")), VITALS_ENOTFOUND);
    assert_health(application, VITALS_HEALTH_DEGRADED, "Caused by example.com/Widget:d/b");
    put(&run, application, "a", (pair)LIVE(WIDGET("a", "Degraded")));
    assert_health(application, VITALS_HEALTH_DEGRADED,
                  "Caused by example.com/Widget:d/a, example.com/Widget:d/b");
    put(&run, application, "b", (pair)LIVE(WIDGET("b", "Healthy")));
    put(&run, application, "a", (pair)LIVE(WIDGET("a", "Healthy")));
    assert_health(application, VITALS_HEALTH_HEALTHY, "");
    vitals_application_free(application);
    health_close(&run);
}

static void first_error_is_kept(void **state) {
    (void)state;
    health_run run;
    vitals_application *application = open_application(&run, ARGOCD, NULL);
    assert_null(vitals_application_error(application).bytes);
    put(&run, application, "a",
        (pair)LIVE(
            "{\"apiVersion\":\"example.com/v1\",\"kind\":\"Widget\",\"metadata\":{\"name\":\"a\","
            "\"namespace\":\"d\"}}"));
    put(&run, application, "b",
        (pair)LIVE(
            "{\"apiVersion\":\"apps/v2\",\"kind\":\"Deployment\",\"metadata\":{\"name\":\"b\"}}"));
    /* By identity: apps comes before example.com. */
    assert_string_equal(vitals_application_error(application).bytes,
                        "failed to get resource health for \"Deployment\" with name \"b\" in "
                        "namespace \"\": unsupported Deployment GVK: apps/v2, Kind=Deployment");
    assert_int_equal(vitals_application_remove(application, text("b")), VITALS_OK);
    assert_string_equal(
        vitals_application_error(application).bytes,
        "failed to get resource health for \"Widget\" with name \"a\" in namespace "
        "\"d\": failed to get resource health for d/a: <string>:1: attempt to index "
        "a non-table object(nil) with key 'want'");
    vitals_application_free(application);
    health_close(&run);
}

static void policy(void **state) {
    (void)state;
    health_run run;
    vitals_application *application =
        open_application(&run, ARGOCD,
                         "policy:\n"
                         "  - match: {group: example.com, kind: Widget, status: Suspended}\n"
                         "    countsAs: Healthy\n    reason: parked on purpose\n"
                         "  - match: {kind: Widget, name: 'tmp-*'}\n    countsAs: Ignored\n");
    put(&run, application, "a", (pair)LIVE(WIDGET("a", "Suspended")));
    put(&run, application, "b", (pair)LIVE(WIDGET("tmp-b", "Degraded")));
    assert_health(application, VITALS_HEALTH_HEALTHY, "");
    vitals_application_entry entry;
    assert_int_equal(vitals_application_entry_of(application, text("a"), &entry, sizeof entry),
                     VITALS_OK);
    assert_int_equal(entry.health, VITALS_HEALTH_SUSPENDED);
    assert_int_equal(entry.counted_as, VITALS_HEALTH_HEALTHY);
    assert_true(entry.counted);
    assert_string_equal(entry.why, "policy policy.yaml:2: parked on purpose");
    assert_int_equal(vitals_application_entry_of(application, text("b"), &entry, sizeof entry),
                     VITALS_OK);
    assert_int_equal(entry.health, VITALS_HEALTH_DEGRADED);
    assert_false(entry.counted);
    assert_int_equal(vitals_application_entry_of(application, text("c"), &entry, sizeof entry),
                     VITALS_ENOTFOUND);
    put(&run, application, "c", (pair)LIVE(WIDGET("c", "Degraded")));
    assert_health(application, VITALS_HEALTH_DEGRADED, "Caused by example.com/Widget:d/c");
    vitals_application_free(application);
    health_close(&run);
}

static const struct policy_row {
    TABLE_ROW;
    const char *policy, *error;
} policy_rows[] = {
    { "no map", "- a", "a policy must be a map with the list `policy`" },
    { "no list", "policy: 5", "a policy must be a map with the list `policy`" },
    { "no countsAs", "policy: [{match: {}}]", "a rule needs countsAs" },
    { "no status", "policy: [{countsAs: Fine}]", "not a health status" },
    { "no status to match", "policy: [{countsAs: Healthy, match: {status: Fine}}]",
      "not a health status" },
    { "no map to match", "policy: [{countsAs: Healthy, match: 5}]", "match must be a map" },
    { "no pattern", "policy: [{countsAs: Healthy, match: {kind: 5}}]",
      "a pattern must be a string" },
    { "bad pattern", "policy: [{countsAs: Healthy, match: {kind: '[]'}}]",
      "could not parse range" },
};

static void check_policy(void **state) {
    const struct policy_row *row = *state;
    health_setup setup = { .policy = row->policy };
    health_run run;
    assert_int_equal(health_open(&setup, &run), VITALS_ECONFIG);
    assert_string_equal(health_reported(&run, 0), row->error);
    assert_int_equal(vitals_diagnostics_count(run.diagnostics), 1);
    health_close(&run);
}

static void bad_arguments(void **state) {
    (void)state;
    health_run run;
    vitals_application *application = open_application(&run, ARGOCD, NULL);
    vitals_resource nothing = VITALS_RESOURCE_INIT;
    assert_int_equal(vitals_application_put(application, &nothing), VITALS_EINVAL);
    assert_int_equal(vitals_application_put(application, NULL), VITALS_EINVAL);
    assert_int_equal(vitals_application_merge(application, application), VITALS_EINVAL);
    vitals_application_options options = VITALS_APPLICATION_OPTIONS_INIT;
    options.aggregate = VITALS_AGGREGATE_COUNT;
    vitals_application *none = NULL;
    assert_int_equal(vitals_application_new(run.engine, &options, &none), VITALS_EINVAL);
    vitals_application_free(application);
    health_close(&run);
}

/* An identity that cannot be kept is an error: the application would count itself. */
static vitals_status make_application(torture *memory, void *user) {
    vitals_allocator allocator = torture_allocator(memory);
    health_setup setup = { .allocator = &allocator };
    health_run run;
    vitals_status status = health_open(&setup, &run);
    if (status == VITALS_OK) {
        vitals_application_options options = VITALS_APPLICATION_OPTIONS_INIT;
        options.name = *(const vt_text *)user;
        vitals_application *application = NULL;
        size_t before = memory->allocations;
        status = vitals_application_new(run.engine, &options, &application);
        bool failed = memory->fail_at > before && memory->fail_at <= memory->allocations;
        assert_int_equal(status, failed ? VITALS_ENOMEM : VITALS_OK);
        vitals_application_free(application);
    }
    health_close(&run);
    return status;
}

static void an_identity_is_kept(void **state) {
    (void)state;
    static char name[1 << 20];
    memset(name, 'a', sizeof name);
    vt_text text = vt_text_slice(name, sizeof name);
    (void)torture_run(make_application, &text);
}

/* --------------------------------------------------------------------- coverage */

/* clang-format off */
static const struct covered_row {
    TABLE_ROW;
    vitals_profile profile;
    vitals_coverage_state state; /* of one part; COUNT: the list is empty */
    const char *member;
    vitals_health want;
    bool incomplete;
    const char *message;
} covered_rows[] = {
#define COMBINED VITALS_PROFILE_COMBINED
#define NONE VITALS_COVERAGE_STATE_COUNT
    { "nothing lacks", COMBINED, NONE, WIDGET("a", "Healthy"), VITALS_HEALTH_HEALTHY, false, "" },
    { "excluded", COMBINED, VITALS_COVERAGE_EXCLUDED, WIDGET("a", "Healthy"), VITALS_HEALTH_HEALTHY, false, "" },
    { "forbidden", COMBINED, VITALS_COVERAGE_FORBIDDEN, WIDGET("a", "Healthy"), VITALS_HEALTH_HEALTHY, true,
      "incomplete: forbidden: pods" },
    { "lost", COMBINED, VITALS_COVERAGE_LOST, WIDGET("a", "Healthy"), VITALS_HEALTH_UNKNOWN, false,
      "1 of 2 members could not be read: pods: lost" },
    { "lost, and Progressing", COMBINED, VITALS_COVERAGE_LOST, WIDGET("a", "Progressing"), VITALS_HEALTH_UNKNOWN, false,
      "1 of 2 members could not be read: pods: lost; Caused by example.com/Widget:d/a" },
    { "narrowed, and Degraded", COMBINED, VITALS_COVERAGE_NARROWED, WIDGET("a", "Degraded"), VITALS_HEALTH_DEGRADED, false,
      "1 of 2 members could not be read: pods: narrowed; Caused by example.com/Widget:d/a" },
    { "a real engine keeps its status", VITALS_PROFILE_ARGOCD, VITALS_COVERAGE_LOST, WIDGET("a", "Healthy"),
      VITALS_HEALTH_HEALTHY, false, "" },
};
/* clang-format on */

static vitals_coverage_list *list_of(vitals_coverage_state state) {
    vitals_coverage_list *list = NULL;
    vitals_coverage_part part = VITALS_COVERAGE_PART_INIT;
    assert_int_equal(vitals_coverage_new(NULL, &list), VITALS_OK);
    part.what = text("pods");
    part.state = state;
    if (state != VITALS_COVERAGE_STATE_COUNT) {
        assert_int_equal(vitals_coverage_add(list, &part), VITALS_OK);
    }
    return list;
}

/* The same holds after a merge, by memory and by text. */
static void assert_merged(health_run *run, vitals_application *from,
                          const vitals_application_options *options,
                          const struct covered_row *row) {
    for (int by_text = 0; by_text < 2; by_text++) {
        vitals_application *to = NULL;
        vitals_text partial;
        assert_int_equal(vitals_application_new(run->engine, options, &to), VITALS_OK);
        assert_int_equal(vitals_application_partial(from, &partial), VITALS_OK);
        assert_int_equal(
            by_text ? vitals_application_merge_partial(to, partial.bytes, partial.size, NULL, NULL)
                    : vitals_application_merge(to, from),
            VITALS_OK);
        assert_health(to, row->want, row->message);
        assert_int_equal(vitals_application_incomplete(to), row->incomplete);
        vitals_application_free(to);
    }
}

static void check_covered(void **state) {
    const struct covered_row *row = *state;
    health_run run;
    vitals_application_options options = VITALS_APPLICATION_OPTIONS_INIT;
    vitals_application *application = open_application(&run, ARGOCD, NULL);
    vitals_application_free(application);
    options.profile = row->profile;
    assert_int_equal(vitals_application_new(run.engine, &options, &application), VITALS_OK);
    put(&run, application, "a", (pair){ NULL, row->member });
    assert_null(vitals_application_coverage(application));
    assert_false(vitals_application_incomplete(application));
    vitals_coverage_list *list = list_of(row->state);
    assert_int_equal(vitals_application_cover(application, list), VITALS_OK);
    vitals_coverage_free(list);
    assert_health(application, row->want, row->message);
    assert_int_equal(vitals_application_incomplete(application), row->incomplete);
    assert_merged(&run, application, &options, row);
    vitals_application_free(application);
    health_close(&run);
}

/* What a stream reports becomes parts. */
static void of_diagnostics(void **state) {
    (void)state;
    vitals_diagnostics *diagnostics = NULL;
    vitals_document *document = NULL;
    vitals_coverage_part part;
    vitals_coverage_list *list = list_of(NONE);
    assert_int_equal(vitals_diagnostics_new(NULL, &diagnostics), VITALS_OK);
    assert_int_equal(vitals_document_parse("{", 1, NULL, &document, diagnostics), VITALS_ESYNTAX);
    for (int i = 0; i < 2; i++) { /* which is known the second time */
        assert_int_equal(vitals_coverage_add_diagnostics(list, diagnostics, "a.json"), VITALS_OK);
        assert_int_equal(vitals_coverage_lost(list, NULL), 1);
    }
    assert_true(vitals_coverage_at(list, 0, &part, sizeof part));
    assert_int_equal(part.state, VITALS_COVERAGE_UNREADABLE);
    assert_memory_equal(part.what.bytes, "a.json", part.what.size);
    assert_int_equal(part.line, 1);
    assert_int_equal(vitals_coverage_add_diagnostics(list, NULL, NULL), VITALS_EINVAL);
    vitals_coverage_free(list);
    vitals_diagnostics_free(diagnostics);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(incremental),         cmocka_unit_test(of_diagnostics),
        cmocka_unit_test(first_error_is_kept), cmocka_unit_test(policy),
        cmocka_unit_test(bad_arguments),       cmocka_unit_test(an_identity_is_kept)
    };
    return TABLE_RUN("application", check, rows) + TABLE_RUN("policy", check_policy, policy_rows) +
           TABLE_RUN("coverage", check_covered, covered_rows) +
           cmocka_run_group_tests(tests, NULL, NULL);
}
