/* Lifetimes of configurations, engines, workers, verdicts and applications; failing allocations. */
#include <stdio.h>

#include "base/run/limits.h"
#include "support/health.h"
#include "support/table.h"
#include "support/torture.h"

#define POD "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"p\",\"uid\":\"u\"}}"
#define SUSPENDED                                                                                  \
    "{\"apiVersion\":\"helm.toolkit.fluxcd.io/v2\",\"kind\":\"HelmRelease\",\"metadata\":"         \
    "{\"name\":\"h\"},\"spec\":{\"suspend\":true}}"
#define THING                                                                                      \
    "{\"apiVersion\":\"x.io/v1\",\"kind\":\"Thing\",\"metadata\":{\"name\":\"t\"},\"status\":"     \
    "{\"ready\":true,\"conditions\":[{\"observedGeneration\":1}]}}"
#define CM(status)                                                                                 \
    "kind: ConfigMap\ndata:\n  resource.customizations.health.Pod: return {status='" status "'}\n" \
    "  resource.customizations: |\n    'a*/b': {health.lua: x, ignoreDifferences: 'a: b'}\n"

static vitals_text text(const char *terminated) {
    return (vitals_text){ terminated, strlen(terminated) };
}

static vitals_engine *make_engine(const char *configmap) {
    vitals_configuration *configuration;
    vitals_engine *engine;
    assert_int_equal(vitals_configuration_new(NULL, &configuration), VITALS_OK);
    assert_int_equal(
        vitals_configuration_add_argocd_cm(configuration, "cm", configmap, strlen(configmap), NULL),
        VITALS_OK);
    assert_int_equal(vitals_engine_new(configuration, &engine, NULL), VITALS_OK);
    vitals_configuration_free(configuration);
    return engine;
}

static bool answers(vitals_worker *worker, const char *status) {
    vitals_text json;
    assert_int_equal(vitals_assess_text(worker, POD, sizeof POD - 1, NULL, &json, NULL), VITALS_OK);
    char wanted[64];
    snprintf(wanted, sizeof wanted, "\"status\":\"%s\"", status);
    return strstr(json.bytes, wanted) != NULL;
}

/* An engine lives as long as its last user; a worker switches to another engine. */
static void worker_switches_engines(void **state) {
    (void)state;
    vitals_engine *old = make_engine(CM("Healthy")), *fresh = make_engine(CM("Degraded"));
    vitals_worker *worker;
    assert_int_equal(vitals_worker_new(old, &worker), VITALS_OK);
    vitals_engine_release(old);
    assert_true(answers(worker, "Healthy"));
    assert_int_equal(vitals_worker_use(worker, fresh), VITALS_OK);
    assert_int_equal(vitals_worker_use(worker, fresh), VITALS_OK);
    vitals_engine_release(fresh);
    assert_true(answers(worker, "Degraded"));
    vitals_worker_scrub(worker);
    assert_true(answers(worker, "Degraded"));
    vitals_worker_free(worker);
}

static void rules_are_listed(void **state) {
    (void)state;
    static const health_check checks[] = { { "z.io/_", "return {}" }, { NULL, NULL } };
    health_setup setup = { .configmap = CM("Healthy"), .checks = checks };
    health_run run;
    assert_int_equal(health_open(&setup, &run), VITALS_OK);
    vitals_rule rule;
    assert_true(vitals_engine_rule_at(run.engine, 0, &rule, sizeof rule));
    assert_int_equal(rule.source, VITALS_SOURCE_CUSTOMIZATION);
    assert_string_equal(rule.id, "Pod");
    assert_string_equal(rule.file, "cm.yaml");
    assert_int_equal(rule.line, 3);
    assert_false(rule.wildcard || rule.open_libraries || rule.broken);
    assert_true(vitals_engine_rule_at(run.engine, 1, &rule, sizeof rule));
    assert_string_equal(rule.id, "a*/b");
    assert_true(rule.wildcard);
    assert_non_null(rule.broken); /* `x` is not a script */
    assert_true(vitals_engine_rule_at(run.engine, 2, &rule, sizeof rule));
    assert_int_equal(rule.source, VITALS_SOURCE_BUNDLED);
    assert_string_equal(rule.id, "z.io/_");
    assert_true(rule.wildcard && rule.open_libraries);
    assert_true(vitals_engine_rule_at(run.engine, 3, &rule, sizeof rule));
    assert_int_equal(rule.source, VITALS_SOURCE_NATIVE);
    assert_int_equal(rule.line, 0);
    assert_false(vitals_engine_rule_at(run.engine, vitals_engine_rule_count(run.engine), &rule,
                                       sizeof rule));
    health_close(&run);
}

/* A check that only profiles with the safe libraries use, and that they cannot compile. */
static void a_broken_check_says_why(void **state) {
    (void)state;
    static const health_check checks[] = { { "z.io/Z", "return {" }, { NULL, NULL } };
    health_setup setup = { .checks = checks, .skip = true };
    health_run run;
    assert_int_equal(health_open(&setup, &run), VITALS_OK);
    vitals_rule rule;
    assert_true(vitals_engine_rule_at(run.engine, 0, &rule, sizeof rule));
    assert_string_equal(rule.id, "z.io/Z");
    assert_non_null(rule.broken);
    assert_non_null(strstr(rule.broken, "syntax error"));
    health_close(&run);
}

static void checks_can_be_disabled(void **state) {
    (void)state;
    vitals_configuration *configuration;
    vitals_engine *engine;
    vitals_diagnostics *diagnostics;
    assert_int_equal(vitals_diagnostics_new(NULL, &diagnostics), VITALS_OK);
    assert_int_equal(vitals_configuration_new(NULL, &configuration), VITALS_OK);
    assert_int_equal(vitals_configuration_disable_bundled(configuration, "batch/CronJob"),
                     VITALS_OK);
    assert_int_equal(vitals_configuration_disable_bundled(configuration, "batch/Cron"), VITALS_OK);
    assert_int_equal(vitals_engine_new(configuration, &engine, diagnostics), VITALS_OK);
    assert_int_equal(vitals_diagnostics_count(diagnostics), 1);
    assert_string_equal(vitals_diagnostics_at(diagnostics, 0)->text.bytes,
                        "there is no bundled check batch/Cron");
    vitals_rule rule;
    bool other = false;
    for (size_t i = 0; vitals_engine_rule_at(engine, i, &rule, sizeof rule); i++) {
        assert_string_not_equal(rule.id, "batch/CronJob");
        if (strcmp(rule.id, "cert-manager.io/Certificate") == 0) other = true;
    }
    assert_true(other);
    vitals_engine_release(engine);
    vitals_configuration_free(configuration);
    vitals_diagnostics_free(diagnostics);
}

static void too_many_rules(void **state) {
    (void)state;
    vitals_configuration *configuration;
    vitals_engine *engine = NULL;
    vitals_diagnostics *diagnostics;
    vitals_limits limits = { .rules = 1 };
    assert_int_equal(vitals_diagnostics_new(NULL, &diagnostics), VITALS_OK);
    assert_int_equal(vitals_configuration_new(NULL, &configuration), VITALS_OK);
    vitals_configuration_set_limits(configuration, &limits);
    assert_int_equal(vitals_engine_new(configuration, &engine, diagnostics), VITALS_ELIMIT);
    assert_string_equal(vitals_diagnostics_at(diagnostics, 0)->limit, "rules");
    vitals_configuration_free(configuration);
    vitals_diagnostics_free(diagnostics);
}

static void trees_are_read(void **state) {
    (void)state;
    vitals_configuration *configuration;
    vitals_diagnostics *diagnostics;
    assert_int_equal(vitals_diagnostics_new(NULL, &diagnostics), VITALS_OK);
    assert_int_equal(vitals_configuration_new(NULL, &configuration), VITALS_OK);
    assert_int_equal(
        vitals_configuration_add_checks(configuration, "/nonexistent/checks", diagnostics),
        VITALS_EREAD);
    assert_string_equal(vitals_diagnostics_at(diagnostics, 0)->file, "/nonexistent/checks");
    vitals_diagnostics_clear(diagnostics);
    assert_int_equal(vitals_configuration_add_checks(
                         configuration, VITALS_SOURCE_DIR "/tests/support", diagnostics),
                     VITALS_OK);
    const vitals_diagnostic *empty = vitals_diagnostics_at(diagnostics, 0);
    assert_string_equal(empty->rule, "checks-empty");
    assert_int_equal(empty->document, 0);
    assert_int_equal(empty->line, 0);
    assert_int_equal(empty->column, 0);
    vitals_configuration_free(configuration);
    vitals_diagnostics_free(diagnostics);
}

/* The bundled tree, read from its directory as a layer over itself: its rules come before those of the
** same id that are built in. Slashes at the end do not count. */
static void bundled_tree_over_itself(void **state) {
    (void)state;
    static const char *const ends[] = { "", "/", "///" };
    for (size_t end = 0; end < TABLE_COUNT(ends); end++) {
        char path[4096], above[256] = "";
        snprintf(path, sizeof path, VITALS_SOURCE_DIR "/resource_customizations%s", ends[end]);
        vitals_configuration *configuration;
        assert_int_equal(vitals_configuration_new(NULL, &configuration), VITALS_OK);
        assert_int_equal(vitals_configuration_add_checks(configuration, path, NULL), VITALS_OK);
        vitals_engine *engine;
        size_t built_in = 0, read = 0;
        assert_int_equal(vitals_engine_new(configuration, &engine, NULL), VITALS_OK);
        vitals_rule rule;
        for (size_t i = 0; vitals_engine_rule_at(engine, i, &rule, sizeof rule); i++) {
            if (rule.source != VITALS_SOURCE_BUNDLED) continue;
            *(*rule.file ? &read : &built_in) += 1;
            assert_null(rule.broken);
            if (*rule.file) {
                snprintf(above, sizeof above, "%s", rule.id);
            } else {
                assert_string_equal(rule.id, above);
            }
        }
        assert_true(built_in > 0);
        assert_int_equal(read, built_in);
        vitals_engine_release(engine);
        vitals_configuration_free(configuration);
    }
}

static void bad_calls(void **state) {
    (void)state;
    health_setup setup = { 0 };
    health_run run;
    assert_int_equal(health_open(&setup, &run), VITALS_OK);
    vitals_call call = VITALS_CALL_INIT;
    call.profile = VITALS_PROFILE_COUNT;
    assert_int_equal(health_call(&run, &call, POD), VITALS_EINVAL);
    call = (vitals_call)VITALS_CALL_INIT;
    call.struct_bytes = 3;
    assert_int_equal(health_call(&run, &call, POD), VITALS_EINVAL);
    assert_int_equal(vitals_assess(run.worker, NULL, NULL, run.verdict), VITALS_EINVAL);
    health_close(&run);
}

/* ------------------------------------------------------------------ torture */

static const health_check torture_checks[] = {
    { "_.io/_", "return {status = 'Healthy'}" },
    { NULL, NULL },
};
static const health_setup torture_setup = {
    .configmap = CM("Progressing"),
    .expressions = "- apiVersion: x.io/v1\n  kind: Thing\n  current: status.ready\n",
    .policy = "policy:\n- countsAs: Healthy\n  match: {kind: P*}\n",
    .checks = torture_checks,
    .skip = true,
};

static vitals_status assess_and_put(health_run *run, vitals_application *application,
                                    const char *object) {
    vitals_text json;
    vitals_document *document = NULL;
    assert_int_equal(vitals_document_parse(object, strlen(object), NULL, &document, NULL),
                     VITALS_OK);
    vitals_call call = VITALS_CALL_INIT;
    vitals_status status = vitals_assess(run->worker, document, &call, run->verdict);
    if (!status) status = vitals_verdict_json(run->verdict, &json);
    if (!status) {
        vitals_resource resource = VITALS_RESOURCE_INIT;
        resource.key = text(object);
        resource.live = document;
        resource.verdict = run->verdict;
        status = vitals_application_put(application, &resource);
    }
    vitals_document_free(document);
    return status;
}

static vitals_status whole_life(torture *memory, void *user) {
    (void)user;
    vitals_allocator allocator = torture_allocator(memory);
    health_setup setup = torture_setup;
    setup.allocator = &allocator;
    health_run run;
    vitals_application *application = NULL;
    vitals_status status = health_open(&setup, &run);
    if (!status) status = vitals_application_new(run.engine, NULL, &application);
    if (!status) status = assess_and_put(&run, application, POD);
    if (!status) status = assess_and_put(&run, application, SUSPENDED);
    if (!status) status = assess_and_put(&run, application, THING);
    if (!status) status = assess_and_put(&run, application, POD);
    vitals_health health;
    vitals_text message;
    if (!status) status = vitals_application_health(application, &health, &message);
    vitals_application_free(application);
    health_close(&run);
    return status;
}

static void every_allocation_fails(void **state) {
    (void)state;
    assert_true(torture_run(whole_life, NULL) > 50);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(worker_switches_engines),  cmocka_unit_test(rules_are_listed),
        cmocka_unit_test(too_many_rules),           cmocka_unit_test(trees_are_read),
        cmocka_unit_test(bundled_tree_over_itself), cmocka_unit_test(checks_can_be_disabled),
        cmocka_unit_test(a_broken_check_says_why),  cmocka_unit_test(bad_calls),
        cmocka_unit_test(every_allocation_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
