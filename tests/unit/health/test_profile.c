/* The order of sources: which one decides when all of them could. */
#include <stdio.h>

#include "support/health.h"
#include "support/table.h"

#define SAYS(status) "return {status = '" status "', message = 'm'}"
#define SPLIT "  resource.customizations.health."
#define CM(split) "kind: ConfigMap\ndata:\n" split
#define FLUX(kind, rest)                                                                           \
    "{\"apiVersion\":\"kustomize.toolkit.fluxcd.io/v1\",\"kind\":\"" kind "\"," rest "}"
#define JOB "{\"apiVersion\":\"batch/v1\",\"kind\":\"Job\",\"metadata\":{\"name\":\"j\"}}"
#define POD "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"p\"}}"
#define WIDGET "{\"apiVersion\":\"example.com/v1\",\"kind\":\"Widget\"}"
#define NODE "{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"metadata\":{\"name\":\"n\"}}"
#define READY                                                                                      \
    "{\"apiVersion\":\"example.com/"                                                               \
    "v1\",\"kind\":\"Widget\",\"status\":{\"conditions\":[{\"type\":"                              \
    "\"Ready\",\"status\":\"True\"}]}}"

#define UNREADABLE                                                                                 \
    "{\"apiVersion\":\"apps/"                                                                      \
    "v1\",\"kind\":\"Deployment\",\"metadata\":{\"name\":\"d\",\"generation\":1},"                 \
    "\"spec\":{\"replicas\":\"three\"},\"status\":{\"observedGeneration\":\"1\"}}"

#define ODD_INGRESS                                                                                \
    "{\"apiVersion\":\"networking.k8s.io/v1\",\"kind\":\"Ingress\",\"status\":\"x\"}"

#define COMBINED VITALS_PROFILE_COMBINED
#define ARGOCD VITALS_PROFILE_ARGOCD
#define STRICT_FLUX VITALS_PROFILE_FLUX
#define STRICT_KSTATUS VITALS_PROFILE_KSTATUS

static const health_check checks[] = {
    { "Pod", SAYS("Degraded") },
    { "example.com/_", SAYS("Progressing") },
    { "example.com/Widget", "-- vitals:profiles combined\n" SAYS("Healthy") },
    { "kustomize.toolkit.fluxcd.io/Kustomization", SAYS("Healthy") },
    { NULL, NULL },
};
static const health_check layers[] = {
    { "example.com/Widget", SAYS("Degraded") },
    { "example.com/Widget", SAYS("Healthy") },
    { NULL, NULL },
};
/* By bytes the wildcards are in the other order. */
static const health_check wildcard_layers[] = {
    { "example._/_", SAYS("Degraded") },
    { "example.com/_", SAYS("Healthy") },
    { NULL, NULL },
};
static const health_check reversed_layers[] = {
    { "example.com/_", SAYS("Degraded") },
    { "example._/_", SAYS("Healthy") },
    { NULL, NULL },
};

static const struct row {
    TABLE_ROW;
    vitals_profile profile;
    const char *configmap;
    const health_check *checks;
    const char *object;
    vitals_health want;
    vitals_source source;
} rows[] = {
    /* clang-format off */
    { "deletion comes before a customization", COMBINED, CM(SPLIT "Pod: " SAYS("Healthy") "\n"), NULL,
      "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"deletionTimestamp\":\"2026-01-01T00:00:00Z\"}}",
      VITALS_HEALTH_PROGRESSING, VITALS_SOURCE_DELETION },
    { "argocd: deletion comes first", ARGOCD, CM(SPLIT "Pod: " SAYS("Healthy") "\n"), NULL,
      "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"deletionTimestamp\":\"2026-01-01T00:00:00Z\"}}",
      VITALS_HEALTH_PROGRESSING, VITALS_SOURCE_DELETION },
    { "a native check that cannot read is Unknown in combined", COMBINED, NULL, NULL, UNREADABLE,
      VITALS_HEALTH_UNKNOWN, VITALS_SOURCE_NATIVE },
    { "so is a kind that Argo CD reads whatever it holds", COMBINED, NULL, NULL, ODD_INGRESS,
      VITALS_HEALTH_UNKNOWN, VITALS_SOURCE_NATIVE },
    { "argocd reads it", ARGOCD, NULL, NULL, ODD_INGRESS, VITALS_HEALTH_PROGRESSING, VITALS_SOURCE_NATIVE },
    { "a version that a check does not know is left to kstatus", COMBINED, NULL, NULL,
      "{\"apiVersion\":\"apps/v1beta2\",\"kind\":\"Deployment\",\"metadata\":{\"name\":true},\"spec\":{\"replicas\":1}}",
      VITALS_HEALTH_PROGRESSING, VITALS_SOURCE_KSTATUS },
    { "argocd reports what it cannot read", ARGOCD, NULL, NULL, UNREADABLE, VITALS_HEALTH_UNKNOWN,
      VITALS_SOURCE_NATIVE },
    { "kstatus reports what it cannot read", STRICT_KSTATUS, NULL, NULL, UNREADABLE,
      VITALS_HEALTH_UNKNOWN, VITALS_SOURCE_KSTATUS },
    { "kstatus that cannot read has no opinion in combined", COMBINED, NULL, NULL,
      "{\"apiVersion\":\"example.com/v1\",\"kind\":\"Widget\",\"status\":{\"observedGeneration\":\"1\"}}",
      VITALS_HEALTH_UNASSESSED, VITALS_SOURCE_NONE },
    { "a customization reads it all the same", COMBINED, CM(SPLIT "apps_Deployment: " SAYS("Healthy") "\n"),
      NULL, UNREADABLE, VITALS_HEALTH_HEALTHY, VITALS_SOURCE_CUSTOMIZATION },
    { "a customization comes before a check", COMBINED, CM(SPLIT "Pod: " SAYS("Healthy") "\n"), checks,
      POD, VITALS_HEALTH_HEALTHY, VITALS_SOURCE_CUSTOMIZATION },
    { "a wildcard customization comes before an exact check", ARGOCD,
      CM("  resource.customizations: |\n    '*': {health.lua: \"" SAYS("Healthy") "\"}\n"), checks, POD,
      VITALS_HEALTH_HEALTHY, VITALS_SOURCE_CUSTOMIZATION },
    { "an empty answer stops", COMBINED, CM(SPLIT "Pod: return {}\n"), checks, POD,
      VITALS_HEALTH_EMPTY, VITALS_SOURCE_CUSTOMIZATION },
    { "argocd: an empty answer stops", ARGOCD, CM(SPLIT "Pod: return {}\n"), checks, POD,
      VITALS_HEALTH_EMPTY, VITALS_SOURCE_CUSTOMIZATION },
    { "nil does not", COMBINED, CM(SPLIT "Pod: return nil\n"), checks, POD,
      VITALS_HEALTH_DEGRADED, VITALS_SOURCE_BUNDLED },
    { "argocd: nil leaves it to the native check, not to a bundled one", ARGOCD,
      CM(SPLIT "Pod: ' '\n"), checks, POD, VITALS_HEALTH_UNKNOWN, VITALS_SOURCE_NATIVE },
    { "nil and no other rule is an answer without health", ARGOCD,
      CM(SPLIT "example.com_Widget: return nil\n"), NULL,
      "{\"apiVersion\":\"example.com/v1\",\"kind\":\"Widget\"}", VITALS_HEALTH_EMPTY,
      VITALS_SOURCE_CUSTOMIZATION },
    { "a failure stops", COMBINED, CM(SPLIT "Pod: error('x')\n"), checks, POD,
      VITALS_HEALTH_UNKNOWN, VITALS_SOURCE_CUSTOMIZATION },
    { "a check comes before native", COMBINED, NULL, checks, POD, VITALS_HEALTH_DEGRADED,
      VITALS_SOURCE_BUNDLED },
    { "native comes before kstatus", COMBINED, NULL, NULL, POD, VITALS_HEALTH_UNKNOWN,
      VITALS_SOURCE_NATIVE },
    { "combined has native checks that Argo CD lacks", COMBINED, NULL, NULL, NODE,
      VITALS_HEALTH_PROGRESSING, VITALS_SOURCE_NATIVE },
    { "argocd does not", ARGOCD, NULL, NULL, NODE, VITALS_HEALTH_UNASSESSED, VITALS_SOURCE_NONE },
    { "kstatus comes last", COMBINED, NULL, NULL, READY, VITALS_HEALTH_HEALTHY, VITALS_SOURCE_KSTATUS },
    { "kstatus without a reason is not an opinion", COMBINED, NULL, NULL, WIDGET,
      VITALS_HEALTH_UNASSESSED, VITALS_SOURCE_NONE },
    { "kstatus skips kinds without health", COMBINED, NULL, NULL,
      "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\"}", VITALS_HEALTH_UNASSESSED, VITALS_SOURCE_NONE },
    { "argocd: kstatus is not a source", ARGOCD, NULL, NULL, READY, VITALS_HEALTH_UNASSESSED,
      VITALS_SOURCE_NONE },
    { "an exact check comes before a wildcard", COMBINED, NULL, checks, WIDGET, VITALS_HEALTH_HEALTHY,
      VITALS_SOURCE_BUNDLED },
    { "argocd: a check of another profile is skipped", ARGOCD, NULL, checks, WIDGET,
      VITALS_HEALTH_PROGRESSING, VITALS_SOURCE_BUNDLED },
    { "the layer added last takes precedence", COMBINED, NULL, layers, WIDGET, VITALS_HEALTH_HEALTHY,
      VITALS_SOURCE_BUNDLED },
    { "of wildcards too", COMBINED, NULL, wildcard_layers, WIDGET, VITALS_HEALTH_HEALTHY,
      VITALS_SOURCE_BUNDLED },
    { "of wildcards in any order", COMBINED, NULL, reversed_layers, WIDGET, VITALS_HEALTH_HEALTHY,
      VITALS_SOURCE_BUNDLED },
    { "suspension comes before checks", COMBINED, NULL, checks,
      FLUX("Kustomization", "\"spec\":{\"suspend\":true}"), VITALS_HEALTH_SUSPENDED, VITALS_SOURCE_SUSPENSION },
    { "a customization comes before suspension", COMBINED,
      CM(SPLIT "kustomize.toolkit.fluxcd.io_Kustomization: " SAYS("Degraded") "\n"), NULL,
      FLUX("Kustomization", "\"spec\":{\"suspend\":true}"), VITALS_HEALTH_DEGRADED,
      VITALS_SOURCE_CUSTOMIZATION },
    { "argocd: suspension is not a source", ARGOCD, NULL, checks,
      FLUX("Kustomization", "\"spec\":{\"suspend\":true}"), VITALS_HEALTH_HEALTHY, VITALS_SOURCE_BUNDLED },
    { "flux: the job reader comes first", STRICT_FLUX, CM(SPLIT "batch_Job: " SAYS("Healthy") "\n"), NULL,
      JOB, VITALS_HEALTH_PROGRESSING, VITALS_SOURCE_JOB_READER },
    { "flux: customizations and checks are not sources", STRICT_FLUX,
      CM(SPLIT "Pod: " SAYS("Healthy") "\n"), checks, WIDGET, VITALS_HEALTH_HEALTHY, VITALS_SOURCE_KSTATUS },
    { "kstatus: a Job is kstatus's", STRICT_KSTATUS, NULL, NULL, JOB, VITALS_HEALTH_PROGRESSING,
      VITALS_SOURCE_KSTATUS },
    { "kstatus: its last rule counts", STRICT_KSTATUS, NULL, NULL, WIDGET, VITALS_HEALTH_HEALTHY,
      VITALS_SOURCE_KSTATUS },
    { "argocd: a first line with # does not compile", ARGOCD, CM(SPLIT "Pod: |\n    # x\n    " SAYS("Healthy") "\n"),
      NULL, POD, VITALS_HEALTH_UNKNOWN, VITALS_SOURCE_CUSTOMIZATION },
    { "combined: a first line with # is a comment", COMBINED,
      CM(SPLIT "Pod: |\n    # x\n    " SAYS("Healthy") "\n"), NULL, POD, VITALS_HEALTH_HEALTHY,
      VITALS_SOURCE_CUSTOMIZATION },
    /* clang-format on */
};

static void check(void **state) {
    const struct row *row = *state;
    health_setup setup = { .configmap = row->configmap, .checks = row->checks };
    health_run run;
    assert_int_equal(health_open(&setup, &run), VITALS_OK);
    health_assess(&run, row->profile, row->object);
    assert_string_equal(vitals_health_name(vitals_verdict_health(run.verdict)),
                        vitals_health_name(row->want));
    assert_string_equal(vitals_source_name(vitals_verdict_source(run.verdict)),
                        vitals_source_name(row->source));
    bool speaks_kstatus = row->profile == STRICT_FLUX || row->profile == STRICT_KSTATUS;
    assert_int_equal(vitals_verdict_kstatus(run.verdict) != VITALS_KSTATUS_NONE, speaks_kstatus);
    health_close(&run);
}

static void considered_sources_are_traced(void **state) {
    (void)state;
    health_setup setup = { .checks = checks };
    health_run run;
    vitals_trace *trace;
    vitals_document *document = NULL;
    assert_int_equal(health_open(&setup, &run), VITALS_OK);
    assert_int_equal(vitals_trace_new(NULL, &trace), VITALS_OK);
    assert_int_equal(vitals_document_parse(POD, sizeof POD - 1, NULL, &document, NULL), VITALS_OK);
    vitals_call call = VITALS_CALL_INIT;
    call.trace = trace;
    assert_int_equal(vitals_assess(run.worker, document, &call, run.verdict), VITALS_OK);
    char outcomes[VITALS_SOURCE_COUNT][16] = { "" };
    vitals_trace_event event;
    for (size_t i = 0; vitals_trace_at(trace, i, &event, sizeof event); i++) {
        if (event.kind != VITALS_TRACE_CONSIDERED) continue;
        snprintf(outcomes[event.source], sizeof outcomes[0], "%s", event.text.bytes);
    }
    assert_string_equal(outcomes[VITALS_SOURCE_DELETION], "no opinion");
    assert_string_equal(outcomes[VITALS_SOURCE_CUSTOMIZATION], "no opinion");
    assert_string_equal(outcomes[VITALS_SOURCE_BUNDLED], "decided");
    assert_string_equal(outcomes[VITALS_SOURCE_NATIVE], "not asked");
    /* The next call with the same trace starts anew: the first document may be gone by then. */
    const size_t events = vitals_trace_count(trace);
    vitals_document_free(document);
    document = NULL;
    assert_int_equal(vitals_document_parse(POD, sizeof POD - 1, NULL, &document, NULL), VITALS_OK);
    assert_int_equal(vitals_assess(run.worker, document, &call, run.verdict), VITALS_OK);
    assert_int_equal(vitals_trace_count(trace), events);
    vitals_document_free(document);
    vitals_trace_free(trace);
    health_close(&run);
}

/* Other wildcards that match are traced with the reason why they are overridden. */
static void overridden_wildcards_are_traced(void **state) {
    (void)state;
    health_setup setup = {
        .configmap = CM("  resource.customizations: |\n    '*': {health.lua: a}\n"
                        "    'Q*': {health.lua: a}\n"
                        "    'P*': {health.lua: \"" SAYS("Healthy") "\"}\n"),
    };
    health_run run;
    vitals_trace *trace;
    vitals_document *document = NULL;
    assert_int_equal(health_open(&setup, &run), VITALS_OK);
    assert_int_equal(vitals_trace_new(NULL, &trace), VITALS_OK);
    assert_int_equal(vitals_document_parse(POD, sizeof POD - 1, NULL, &document, NULL), VITALS_OK);
    vitals_call call = VITALS_CALL_INIT;
    call.trace = trace;
    assert_int_equal(vitals_assess(run.worker, document, &call, run.verdict), VITALS_OK);
    assert_string_equal(vitals_verdict_rule(run.verdict).bytes, "P*");
    bool traced = false;
    vitals_trace_event event;
    for (size_t i = 0; vitals_trace_at(trace, i, &event, sizeof event); i++) {
        if (event.kind != VITALS_TRACE_CONSIDERED) continue;
        if (strcmp(event.text.bytes, "* also matches, but is less specific") == 0) traced = true;
        assert_null(strstr(event.text.bytes, "Q*"));
    }
    assert_true(traced);
    vitals_document_free(document);
    vitals_trace_free(trace);
    health_close(&run);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(considered_sources_are_traced),
                                        cmocka_unit_test(overridden_wildcards_are_traced) };
    return TABLE_RUN("profile", check, rows) + cmocka_run_group_tests(tests, NULL, NULL);
}
