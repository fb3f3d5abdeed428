/* healthCheckExprs: which entry applies to an object, the order of evaluation, and errors. */
#include "health/health.h"
#include "support/health.h"
#include "support/table.h"

#define LIST                                                                                       \
    "- apiVersion: x.io/v1\n"                                                                      \
    "  kind: Thing\n"                                                                              \
    "  inProgress: status.phase == 'Busy'\n"                                                       \
    "  failed: status.phase == 'Bad' || status.phase == 'Both'\n"                                  \
    "  current: status.phase == 'Good' || status.phase == 'Both'\n"                                \
    "- apiVersion: x.io/v1beta1\n"                                                                 \
    "  current: has(status.phase)\n"
#define Y(rest) "{\"apiVersion\":\"x.io/v2\",\"kind\":\"Thing\"" rest "}"
#define PHASE(phase) Y(",\"status\":{\"phase\":\"" phase "\"}")
#define GENERATIONS(generation, observed)                                                          \
    Y(",\"metadata\":{\"generation\":" generation "},\"status\":{\"phase\":\"Good\","              \
      "\"observedGeneration\":" observed "}")

static const struct row {
    TABLE_ROW;
    const char *object;
    vitals_kstatus want;
    const char *message; /* NULL: not compared */
} rows[] = {
    { "in progress", PHASE("Busy"), VITALS_KSTATUS_IN_PROGRESS,
      "inProgress holds: status.phase == 'Busy' (.status.phase is \"Busy\")" },
    { "failed", PHASE("Bad"), VITALS_KSTATUS_FAILED, NULL },
    { "current", PHASE("Good"), VITALS_KSTATUS_CURRENT, NULL },
    { "failed comes before current", PHASE("Both"), VITALS_KSTATUS_FAILED, NULL },
    { "nothing holds", PHASE("Else"), VITALS_KSTATUS_IN_PROGRESS, NULL },
    { "an error is Unknown", Y(""), VITALS_KSTATUS_UNKNOWN,
      "failed to evaluate the CEL expression 'status.phase == 'Busy'': no such attribute(s): "
      "status.phase" },
    { "generations differ", GENERATIONS("2", "1"), VITALS_KSTATUS_IN_PROGRESS,
      "metadata.generation is 2, but status.observedGeneration is 1" },
    { "generations differ, observed is ahead", GENERATIONS("1", "2"), VITALS_KSTATUS_IN_PROGRESS,
      "metadata.generation is 1, but status.observedGeneration is 2" },
    { "generations agree", GENERATIONS("2", "2"), VITALS_KSTATUS_CURRENT, NULL },
    { "a generation that is text is not compared", GENERATIONS("2", "\"1\""),
      VITALS_KSTATUS_CURRENT, NULL },
    { "a generation that is a float is not compared", GENERATIONS("2", "1.0"),
      VITALS_KSTATUS_CURRENT, NULL },
    { "another kind of the group",
      "{\"apiVersion\":\"x.io/v1\",\"kind\":\"Z\",\"status\":{\"phase\":1}}",
      VITALS_KSTATUS_CURRENT, "current holds: has(status.phase) (.status.phase is 1)" },
    { "deletion is not considered in profile flux",
      Y(",\"metadata\":{\"deletionTimestamp\":\"2026-01-01T00:00:00Z\"},\"status\":{\"phase\":"
        "\"Good\"}"),
      VITALS_KSTATUS_CURRENT, NULL },
};

/* Without `explain` the message is the expression alone. */
static void message_without_values(void **state) {
    (void)state;
    health_setup setup = { .expressions = LIST };
    health_run run;
    assert_int_equal(health_open(&setup, &run), VITALS_OK);
    health_assess(&run, VITALS_PROFILE_FLUX,
                  "{\"apiVersion\":\"x.io/v1\",\"kind\":\"Z\",\"status\":{\"phase\":1}}");
    assert_string_equal(vitals_verdict_message(run.verdict).bytes,
                        "current holds: has(status.phase)");
    health_close(&run);
}

static void check(void **state) {
    const struct row *row = *state;
    health_setup setup = { .expressions = LIST };
    health_run run;
    assert_int_equal(health_open(&setup, &run), VITALS_OK);
    vitals_call call = VITALS_CALL_INIT;
    call.profile = VITALS_PROFILE_FLUX;
    call.explain = true;
    assert_int_equal(health_call(&run, &call, row->object), VITALS_OK);
    assert_int_equal(vitals_verdict_source(run.verdict), VITALS_SOURCE_EXPRESSION);
    assert_string_equal(vitals_kstatus_name(vitals_verdict_kstatus(run.verdict)),
                        vitals_kstatus_name(row->want));
    if (row->message) {
        assert_string_equal(vitals_verdict_message(run.verdict).bytes, row->message);
    }
    bool failed = row->want == VITALS_KSTATUS_UNKNOWN;
    assert_int_equal(vitals_verdict_error(run.verdict).bytes != NULL, failed);
    assert_string_equal(vitals_verdict_kstatus_message(run.verdict).bytes, "");
    health_close(&run);
}

/* Lists that Flux rejects when it builds its status readers. */
static const struct broken_row {
    TABLE_ROW;
    const char *expressions, *error;
} broken_rows[] = {
    { "no current", "- {apiVersion: x.io/v1, kind: Thing, failed: 'true'}",
      "failed to create custom status evaluator for healthchecks[0]: expression Current not "
      "specified" },
    { "empty current", "- {apiVersion: x.io/v1, kind: Thing, current: ''}",
      "failed to create custom status evaluator for healthchecks[0]: expression Current not "
      "specified" },
    { "duplicate",
      "- {apiVersion: x.io/v1, kind: Thing, current: 'true'}\n"
      "- {apiVersion: x.io/v2, kind: Thing, current: 'true'}",
      "duplicate custom health check for GroupKind Thing.x.io at healthchecks[1]" },
    { "duplicate core kind",
      "- {apiVersion: v1, kind: Pod, current: 'true'}\n- {apiVersion: v1, kind: Pod, current: "
      "'true'}",
      "duplicate custom health check for GroupKind Pod at healthchecks[1]" },
    { "duplicate group",
      "- {apiVersion: x.io/v1, current: 'true'}\n- {apiVersion: x.io/v1, current: 'true'}",
      "duplicate custom health check for GroupKind .x.io at healthchecks[1]" },
    { "no apiVersion", "- {kind: Thing, current: 'true'}",
      "healthchecks[0]: apiVersion is required" },
    { "no list", "healthCheckExprs: 5", "healthCheckExprs must be a list" },
    { "syntax", "- {apiVersion: x.io/v1, kind: Thing, current: 'true', inProgress: 'foo.'}",
      "failed to create custom status evaluator for healthchecks[0]: failed to parse the "
      "expression "
      "InProgress: failed to parse the CEL expression 'foo.': ERROR: <input>:1:5: Syntax error: " },
};

static void check_broken(void **state) {
    const struct broken_row *row = *state;
    health_setup setup = { .expressions = row->expressions };
    health_run run;
    assert_int_equal(health_open(&setup, &run), VITALS_ECONFIG);
    assert_memory_equal(health_reported(&run, 0), row->error, strlen(row->error));
    assert_string_equal(vitals_diagnostics_at(run.diagnostics, 0)->file, "exprs.yaml");
    health_close(&run);
}

#define KUSTOMIZATION(name, rest, phase)                                                           \
    "---\napiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\n"                       \
    "metadata: {name: " name ", namespace: flux}\nspec:\n" rest "  healthCheckExprs:\n"            \
    "  - {apiVersion: x.io/v1, kind: Thing, current: \"status.phase == '" phase "'\"}\n"
#define OF(name, phase)                                                                            \
    Y(",\"metadata\":{\"name\":\"why\",\"namespace\":\"ns\",\"labels\":{"                          \
      "\"kustomize.toolkit.fluxcd.io/name\":\"" name "\","                                         \
      "\"kustomize.toolkit.fluxcd.io/namespace\":\"flux\"}},\"status\":{\"phase\":\"" phase "\"}")
#define WAIT "  wait: true\n"
#define LISTED "  healthChecks: [{apiVersion: x.io/v1, kind: Thing, name: why, namespace: ns}]\n"
#define OTHERS "  healthChecks: [{apiVersion: x.io/v1, kind: Thing, name: other, namespace: ns}]\n"

/* The owner whose entries apply to an object. */
static const struct owner_row {
    TABLE_ROW;
    const char *expressions, *object;
    bool decided; /* by an expression */
    bool current;
    bool counted;
} owner_rows[] = {
    { "one Kustomization applies to everything", KUSTOMIZATION("a", WAIT, "A"), PHASE("A"), true,
      true, true },
    { "of two, the one whose labels it carries",
      KUSTOMIZATION("a", WAIT, "A") KUSTOMIZATION("b", WAIT, "B"), OF("b", "B"), true, true, true },
    { "of two, not the other", KUSTOMIZATION("a", WAIT, "A") KUSTOMIZATION("b", WAIT, "B"),
      OF("a", "B"), true, false, true },
    { "of two, none without labels", KUSTOMIZATION("a", WAIT, "A") KUSTOMIZATION("b", WAIT, "B"),
      PHASE("A"), false, true, true },
    { "without wait, a listed object", KUSTOMIZATION("a", LISTED, "A"), OF("a", "A"), true, true,
      true },
    { "without wait, not another", KUSTOMIZATION("a", OTHERS, "A"), OF("a", "A"), false, true,
      false },
    { "with wait, any object", KUSTOMIZATION("a", WAIT OTHERS, "A"), OF("a", "A"), true, true,
      true },
    { "the older spelling",
      "customHealthChecksExprs:\n- {apiVersion: x.io/v1, kind: Thing, current: 'true'}", PHASE("A"),
      true, true, true },
    { "under its name", "healthCheckExprs:\n- {apiVersion: x.io/v1, kind: Thing, current: 'true'}",
      PHASE("A"), true, true, true },
    { "a list in JSON", "[{\"apiVersion\":\"x.io/v1\",\"kind\":\"Thing\",\"current\":\"true\"}]",
      PHASE("A"), true, true, true },
};

static void check_owner(void **state) {
    const struct owner_row *row = *state;
    health_setup setup = { .expressions = row->expressions };
    health_run run;
    assert_int_equal(health_open(&setup, &run), VITALS_OK);
    health_assess(&run, VITALS_PROFILE_FLUX, row->object);
    assert_int_equal(vitals_verdict_source(run.verdict) == VITALS_SOURCE_EXPRESSION, row->decided);
    assert_int_equal(vitals_verdict_kstatus(run.verdict) == VITALS_KSTATUS_CURRENT, row->current);
    assert_int_equal(vitals_verdict_counted(run.verdict), row->counted);
    health_close(&run);
}

/* As in a cluster, where an owner is seldom alone and other objects do not belong to it. */
static void owned_only(void **state) {
    (void)state;
    const health_setup setup = { .expressions = KUSTOMIZATION("a", WAIT, "A"), .owned_only = true };
    health_run run;
    assert_int_equal(health_open(&setup, &run), VITALS_OK);
    health_assess(&run, VITALS_PROFILE_FLUX, PHASE("A"));
    assert_int_not_equal(vitals_verdict_source(run.verdict), VITALS_SOURCE_EXPRESSION);
    health_assess(&run, VITALS_PROFILE_FLUX, OF("a", "A"));
    assert_int_equal(vitals_verdict_source(run.verdict), VITALS_SOURCE_EXPRESSION);
    health_close(&run);
}

static void warnings(void **state) {
    (void)state;
    health_setup setup = { .expressions = KUSTOMIZATION("a", "", "A") };
    health_run run;
    assert_int_equal(health_open(&setup, &run), VITALS_OK);
    assert_string_equal(vitals_diagnostics_at(run.diagnostics, 0)->rule, "expressions-idle");
    health_close(&run);
    setup.expressions = "customHealthChecksExprs: []";
    assert_int_equal(health_open(&setup, &run), VITALS_OK);
    assert_string_equal(vitals_diagnostics_at(run.diagnostics, 0)->rule, "expressions-old-name");
    health_close(&run);
}

/* With SKIP the affected kind answers with the error. */
static void broken_is_skipped(void **state) {
    (void)state;
    health_setup setup = { .expressions = "- {apiVersion: x.io/v1, kind: Thing, current: ''}\n"
                                          "- {apiVersion: x.io/v1, kind: Z, current: 'true'}\n",
                           .skip = true };
    health_run run;
    assert_int_equal(health_open(&setup, &run), VITALS_OK);
    health_assess(&run, VITALS_PROFILE_COMBINED, PHASE("A"));
    assert_int_equal(vitals_verdict_health(run.verdict), VITALS_HEALTH_UNKNOWN);
    assert_string_equal(vitals_verdict_error(run.verdict).bytes,
                        "failed to create custom status evaluator for healthchecks[0]: expression "
                        "Current not specified");
    assert_string_equal(vitals_verdict_rule_at(run.verdict).bytes, "exprs.yaml:1");
    health_assess(&run, VITALS_PROFILE_COMBINED, "{\"apiVersion\":\"x.io/v1\",\"kind\":\"Z\"}");
    assert_int_equal(vitals_verdict_health(run.verdict), VITALS_HEALTH_HEALTHY);
    health_close(&run);
}

static void order_of_the_controllers(void **state) {
    (void)state;
    health_setup setup = { .expressions = "- {apiVersion: batch/v1, kind: Job, current: 'true'}" };
    static const char job[] = "{\"apiVersion\":\"batch/v1\",\"kind\":\"Job\"}";
    health_run run;
    assert_int_equal(health_open(&setup, &run), VITALS_OK);
    health_assess(&run, VITALS_PROFILE_FLUX, job);
    assert_int_equal(vitals_verdict_source(run.verdict), VITALS_SOURCE_JOB_READER);
    vitals_call call = VITALS_CALL_INIT;
    call.profile = VITALS_PROFILE_FLUX;
    call.helm_controller_order = true;
    assert_int_equal(health_call(&run, &call, job), VITALS_OK);
    assert_int_equal(vitals_verdict_source(run.verdict), VITALS_SOURCE_EXPRESSION);
    health_close(&run);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(owned_only), cmocka_unit_test(warnings),
                                        cmocka_unit_test(message_without_values),
                                        cmocka_unit_test(broken_is_skipped),
                                        cmocka_unit_test(order_of_the_controllers) };
    return TABLE_RUN("expressions", check, rows) +
           TABLE_RUN("expressions_broken", check_broken, broken_rows) +
           TABLE_RUN("expressions_owner", check_owner, owner_rows) +
           cmocka_run_group_tests(tests, NULL, NULL);
}
