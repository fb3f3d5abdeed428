/* Limits of building an engine and of lint end at their names, and the rest goes on. */
#include <vitals/lint.h>
#include <vitals/vitals.h>

#include "base/buffer.h"
#include "support/table.h"

typedef vitals_status (*add_fn)(vitals_configuration *configuration, const char *file,
                                const char *bytes, size_t size, vitals_diagnostics *diagnostics);

/* A configuration whose rule for kind A is over a limit, and whose rule for kind B is not. */
struct row {
    TABLE_ROW;
    add_fn add;
    const char *limit;
    uint64_t most; /* 0: the default */
    const char *head;
    const char *part; /* of the rule for A, `count` times */
    size_t count;
    const char *tail;
    vitals_profile profile;
};

#define OWNER                                                                                      \
    "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: a}\n"       \
    "spec:\n  wait: true\n  healthCheckExprs:\n"                                                   \
    "  - {apiVersion: x.io/v1, kind: B, current: 'true'}\n"                                        \
    "  - {apiVersion: x.io/v1, kind: A, current: '"
#define CM                                                                                         \
    "kind: ConfigMap\ndata:\n  resource.customizations.health.x.io_B: return {status='Healthy'}\n" \
    "  resource.customizations.health.x.io_A: |\n    return {status='Healthy'} --"

static const struct row rows[] = {
    { "rule_bytes, a script", vitals_configuration_add_argocd_cm, "rule_bytes", 1000, CM, "x", 1000,
      "\n", VITALS_PROFILE_ARGOCD },
    { "rule_bytes, an expression", vitals_configuration_add_expressions, "rule_bytes", 1000, OWNER,
      " ", 1000, "true'}\n", VITALS_PROFILE_FLUX },
    { "cel_depth, brackets", vitals_configuration_add_expressions, "cel_depth", 0, OWNER, "(", 300,
      "true'}\n", VITALS_PROFILE_FLUX },
    { "cel_depth, a chain", vitals_configuration_add_expressions, "cel_depth", 0, OWNER, "1 + ",
      300, "1 > 0'}\n", VITALS_PROFILE_FLUX },
    { "cel_expression_code_points", vitals_configuration_add_expressions,
      "cel_expression_code_points", 0, OWNER, " ", 100001, "true'}\n", VITALS_PROFILE_FLUX },
    { "cel_compile_cost", vitals_configuration_add_expressions, "cel_compile_cost", 100, OWNER,
      "true && ", 200, "true'}\n", VITALS_PROFILE_FLUX },
    { "script_depth", vitals_configuration_add_argocd_cm, "script_depth", 0,
      "kind: ConfigMap\ndata:\n  resource.customizations.health.x.io_B: return {status='Healthy'}\n"
      "  resource.customizations.health.x.io_A: return ",
      "(", 300, "1\n", VITALS_PROFILE_ARGOCD },
};

static void fill(const struct row *row, vt_buffer *text) {
    vt_buffer_init(text, NULL, SIZE_MAX / 2);
    vt_buffer_add_terminated(text, row->head);
    for (size_t i = 0; i < row->count; i++) vt_buffer_add_terminated(text, row->part);
    vt_buffer_add_terminated(text, row->tail);
}

static void assess(vitals_worker *worker, const struct row *row, const char *object,
                   vitals_verdict *verdict) {
    vitals_document *document = NULL;
    vitals_call call = VITALS_CALL_INIT;
    call.profile = row->profile;
    assert_int_equal(vitals_document_parse(object, strlen(object), NULL, &document, NULL),
                     VITALS_OK);
    assert_int_equal(vitals_assess(worker, document, &call, verdict), VITALS_OK);
    vitals_document_free(document);
}

static vitals_engine *build(const struct row *row) {
    vitals_configuration *configuration = NULL;
    vitals_engine *engine = NULL;
    vitals_limits *limits = NULL;
    vt_buffer text;
    fill(row, &text);
    assert_int_equal(vitals_configuration_new(NULL, &configuration), VITALS_OK);
    assert_int_equal(vitals_limits_new(NULL, &limits), VITALS_OK);
    if (row->most) assert_int_equal(vitals_limits_set(limits, row->limit, row->most), VITALS_OK);
    vitals_configuration_set_limits(configuration, limits);
    vitals_configuration_set_bundled(configuration, false);
    vitals_configuration_set_on_broken(configuration, VITALS_ON_BROKEN_SKIP);
    assert_int_equal(row->add(configuration, "a", text.bytes, text.size, NULL), VITALS_OK);
    assert_int_equal(vitals_engine_new(configuration, &engine, NULL), VITALS_OK);
    vitals_configuration_free(configuration);
    vitals_limits_free(limits);
    vt_buffer_done(&text);
    return engine;
}

static void check(void **state) {
    const struct row *row = *state;
    vitals_engine *engine = build(row);
    vitals_worker *worker = NULL;
    vitals_verdict *verdict = NULL;
    assert_int_equal(vitals_worker_new(engine, &worker), VITALS_OK);
    assert_int_equal(vitals_verdict_new(NULL, &verdict), VITALS_OK);
    assess(worker, row, "{\"apiVersion\":\"x.io/v1\",\"kind\":\"A\"}", verdict);
    assert_int_equal(vitals_verdict_health(verdict), VITALS_HEALTH_UNKNOWN);
    assert_non_null(vitals_verdict_limit(verdict));
    assert_string_equal(vitals_verdict_limit(verdict), row->limit);
    assess(worker, row, "{\"apiVersion\":\"x.io/v1\",\"kind\":\"B\"}", verdict);
    assert_int_equal(vitals_verdict_health(verdict), VITALS_HEALTH_HEALTHY);
    assert_null(vitals_verdict_limit(verdict));
    vitals_verdict_free(verdict);
    vitals_worker_free(worker);
    vitals_engine_release(engine);
}

/* ------------------------------------------------------------------------ lint */

static bool has_rule(const vitals_lint *lint, const char *rule, const char *file) {
    vitals_lint_finding finding;
    for (size_t i = 0; vitals_lint_finding_at(lint, i, &finding, sizeof finding); i++) {
        if (strcmp(finding.rule->id, rule) == 0 && strcmp(finding.file, file) == 0) return true;
    }
    return false;
}

static void add_script(vitals_lint *lint, const char *file, const vt_buffer *text) {
    assert_int_equal(vitals_lint_text(lint, file, text->bytes, text->size), VITALS_OK);
}

/* The script that reaches the limit is reported, and the next one is checked. */
static void check_lint_steps(void **state) {
    (void)state;
    vitals_lint *lint = NULL;
    vitals_limits *limits = NULL;
    vt_buffer large, good;
    vt_buffer_init(&large, NULL, SIZE_MAX / 2);
    vt_buffer_init(&good, NULL, SIZE_MAX / 2);
    for (size_t i = 0; i < 1000; i++) vt_buffer_printf(&large, "print(%zu)\n", i);
    vt_buffer_add_terminated(&good, "return {status = 'Nonsense'}\n");
    assert_int_equal(vitals_limits_new(NULL, &limits), VITALS_OK);
    assert_int_equal(vitals_limits_set(limits, "lint_steps", 2000), VITALS_OK);
    assert_int_equal(vitals_lint_new(NULL, limits, &lint), VITALS_OK);
    add_script(lint, "x.io/A/health.lua", &large);
    add_script(lint, "x.io/B/health.lua", &good);
    assert_int_equal(vitals_lint_finish(lint), VITALS_OK);
    assert_true(has_rule(lint, "lint-incomplete", "x.io/A/health.lua"));
    assert_false(has_rule(lint, "lint-incomplete", "x.io/B/health.lua"));
    assert_true(has_rule(lint, "lua-invalid-status", "x.io/B/health.lua"));
    vitals_lint_free(lint);
    vitals_limits_free(limits);
    vt_buffer_done(&good);
    vt_buffer_done(&large);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(check_lint_steps) };
    int failed = TABLE_RUN("named limits", check, rows);
    return failed + cmocka_run_group_tests_name("limits of lint", tests, NULL, NULL);
}
