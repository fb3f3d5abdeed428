/* Limits of building an engine and of lint end at their names, and the rest goes on. */
#include <math.h>
#include <stdio.h>
#include <time.h>

#include <vitals/lint.h>
#include <vitals/vitals.h>

#include "base/memory/buffer.h"
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

/* ------------------------------------------------------------------ a whole run */

enum { SCRIPTS = 12, ENOUGH = 100000000 };

static size_t count_rule(const vitals_lint *lint, const char *rule) {
    vitals_lint_finding finding;
    size_t count = 0;
    for (size_t i = 0; vitals_lint_finding_at(lint, i, &finding, sizeof finding); i++) {
        count += strcmp(finding.rule->id, rule) == 0;
    }
    return count;
}

/* Lint equal scripts, each with one finding; what is found of `rule`. */
static size_t lint_many(uint64_t run_steps, const char *rule) {
    vitals_lint *lint = NULL;
    vitals_limits *limits = NULL;
    vt_buffer text;
    vt_buffer_init(&text, NULL, SIZE_MAX / 2);
    for (size_t i = 0; i < 100; i++) vt_buffer_printf(&text, "print(%zu)\n", i);
    vt_buffer_add_terminated(&text, "return {status = 'Nonsense'}\n");
    assert_int_equal(vitals_limits_new(NULL, &limits), VITALS_OK);
    assert_int_equal(vitals_limits_set(limits, "lint_run_steps", run_steps), VITALS_OK);
    assert_int_equal(vitals_lint_new(NULL, limits, &lint), VITALS_OK);
    for (size_t i = 0; i < SCRIPTS; i++) {
        char file[32];
        snprintf(file, sizeof file, "x.io/K%zu/health.lua", i);
        add_script(lint, file, &text);
    }
    assert_int_equal(vitals_lint_finish(lint), VITALS_OK);
    size_t count = count_rule(lint, rule);
    vitals_lint_free(lint);
    vitals_limits_free(limits);
    vt_buffer_done(&text);
    return count;
}

/* All scripts together are held to a limit too, which is reported once; those before it are checked. */
static void check_lint_run_steps(void **state) {
    (void)state;
    assert_int_equal(lint_many(ENOUGH, "lint-incomplete"), 0);
    assert_int_equal(lint_many(ENOUGH, "lua-invalid-status"), SCRIPTS);
    uint64_t half = ENOUGH;
    while (lint_many(half, "lua-invalid-status") > SCRIPTS / 2) half -= half / 4;
    assert_in_range(lint_many(half, "lua-invalid-status"), 1, SCRIPTS / 2);
    assert_int_equal(lint_many(half, "lint-incomplete"), 1);
}

/* ------------------------------------------------------------- the price of a step */

enum { LINT_STEPS = 3000000, MOST_DEARER = 40, MEASURED = 3 };

/* Scripts that lint would follow for ever: the head, `count` lines, and as many tails. */
static const struct endless_row {
    TABLE_ROW;
    const char *head, *line, *tail;
    size_t count;
} endless_rows[] = {
    { "nested pairs", "", "for k%zu, v%zu in pairs(obj) do\n", "end ", 20 },
    { "nested loops over a list", "", "for i%zu, c%zu in ipairs(obj.status.list) do\n", "end ",
      20 },
    { "variables before the loops", "local a, b, c, d, e = 1, 2, 3, 4, 5\n",
      "local x%zu = obj.spec.x%zu for k, v in pairs(obj.status) do\n", "end ", 25 },
    { "fields of a table", "local t = {}\n",
      "t.a%zu = obj.a%zu for k, v in pairs(obj.status) do t[k] = v\n", "end ", 25 },
};

/* CPU time of this thread, in nanoseconds, of linting a text at limit LINT_STEPS: the best of several. */
static double time_of_lint(const vt_buffer *text, bool *reached) {
    double best = HUGE_VAL;
    for (int i = 0; i < MEASURED; i++) {
        vitals_lint *lint = NULL;
        vitals_limits *limits = NULL;
        struct timespec before, after;
        assert_int_equal(vitals_limits_new(NULL, &limits), VITALS_OK);
        assert_int_equal(vitals_limits_set(limits, "lint_steps", LINT_STEPS), VITALS_OK);
        assert_int_equal(vitals_lint_new(NULL, limits, &lint), VITALS_OK);
        add_script(lint, "x.io/A/health.lua", text);
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &before);
        assert_int_equal(vitals_lint_finish(lint), VITALS_OK);
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &after);
        *reached = has_rule(lint, "lint-incomplete", "x.io/A/health.lua");
        double taken =
            (double)(after.tv_sec - before.tv_sec) * 1e9 + (double)(after.tv_nsec - before.tv_nsec);
        if (taken < best) best = taken;
        vitals_lint_free(lint);
        vitals_limits_free(limits);
    }
    return best;
}

/* What counting as many steps one by one takes, for comparison. */
static double time_of_steps(void) {
    struct timespec before, after;
    double best = HUGE_VAL;
    for (int i = 0; i < MEASURED; i++) {
        volatile uint64_t steps = 0;
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &before);
        while (steps < LINT_STEPS) steps = steps + 1;
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &after);
        double taken =
            (double)(after.tv_sec - before.tv_sec) * 1e9 + (double)(after.tv_nsec - before.tv_nsec);
        if (taken < best) best = taken;
    }
    return best;
}

/* A step costs about the same whatever a script does, so that the limit bounds the time. */
static void check_price(void **state) {
    const struct endless_row *row = *state;
    bool reached = false;
    vt_buffer text;
    vt_buffer_init(&text, NULL, SIZE_MAX / 2);
    vt_buffer_add_terminated(&text, row->head);
    for (size_t i = 0; i < row->count; i++) vt_buffer_printf(&text, row->line, i, i);
    for (size_t i = 0; i < row->count; i++) vt_buffer_add_terminated(&text, row->tail);
    vt_buffer_add_terminated(&text, "\nreturn {status = 'Healthy'}\n");
    double taken = time_of_lint(&text, &reached), most = MOST_DEARER * time_of_steps();
    if (taken > most) fail_msg("%.1f ms, at most %.1f expected", taken / 1e6, most / 1e6);
    vt_buffer_done(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(check_lint_steps),
                                        cmocka_unit_test(check_lint_run_steps) };
    int failed = TABLE_RUN("named limits", check, rows);
    failed += TABLE_RUN("price of a step of lint", check_price, endless_rows);
    return failed + cmocka_run_group_tests_name("limits of lint", tests, NULL, NULL);
}
