/* Engines that share compiled scripts. */
#include <stdio.h>

#include "support/table.h"
#include "support/torture.h"

enum { ENGINES = 200 };

static const char check[] = "return {status = 'Degraded', message = obj.kind}";

/* An engine with the bundled checks, one check of all engines, and an argocd-cm of its own. */
static vitals_status make(const vitals_allocator *allocator, vitals_engine *shared, int number,
                          vitals_engine **out) {
    char text[300];
    int size = snprintf(text, sizeof text,
                        "apiVersion: v1\nkind: ConfigMap\ndata:\n"
                        "  resource.customizations.health.x.io_Own: \"return {status = 'Healthy', "
                        "message = 'engine %d'}\"\n",
                        number);
    vitals_configuration *configuration = NULL;
    vitals_status status = vitals_configuration_new(allocator, &configuration);
    if (status) return status;
    vitals_configuration_share(configuration, shared);
    status = vitals_configuration_add_argocd_cm(configuration, "cm.yaml", text, (size_t)size, NULL);
    if (!status) {
        status = vitals_configuration_add_check(configuration, "x.io/Same", "health.lua", check,
                                                sizeof check - 1, NULL);
    }
    if (!status) status = vitals_engine_new(configuration, out, NULL);
    vitals_configuration_free(configuration);
    return status;
}

static void expect(vitals_engine *engine, const char *kind, const char *want) {
    char text[100], object[100];
    snprintf(object, sizeof object, "{\"apiVersion\":\"x.io/v1\",\"kind\":\"%s\"}", kind);
    snprintf(text, sizeof text, "\"message\":\"%s\"", want);
    vitals_worker *worker = NULL;
    vitals_text json;
    assert_int_equal(vitals_worker_new(engine, &worker), VITALS_OK);
    assert_int_equal(vitals_assess_text(worker, object, strlen(object), NULL, &json, NULL),
                     VITALS_OK);
    assert_non_null(strstr(json.bytes, text));
    vitals_worker_free(worker);
}

static void test_memory(void **state) {
    (void)state;
    torture memory = { 0 };
    vitals_allocator allocator = torture_allocator(&memory);
    vitals_engine *engines[ENGINES] = { NULL };
    for (int i = 0; i < ENGINES; i++) {
        assert_int_equal(make(&allocator, engines[0], i, &engines[i]), VITALS_OK);
    }
    print_message("%d engines: %zu bytes\n", ENGINES, memory.live_bytes);
    assert_true(memory.live_bytes < 20000000);
    /* What is shared outlives the engine that compiled it. */
    vitals_engine_release(engines[0]);
    expect(engines[7], "Own", "engine 7");
    expect(engines[7], "Same", "Same");
    for (int i = 1; i < ENGINES; i++) vitals_engine_release(engines[i]);
    assert_int_equal(memory.live_bytes, 0);
}

/* Under other limits nothing is shared: a script may be too long for them. */
static void test_other_limits(void **state) {
    (void)state;
    vitals_engine *one = NULL, *other = NULL;
    assert_int_equal(make(NULL, NULL, 1, &one), VITALS_OK);
    vitals_configuration *configuration = NULL;
    vitals_limits *limits = NULL;
    assert_int_equal(vitals_limits_new(NULL, &limits), VITALS_OK);
    assert_int_equal(vitals_limits_set(limits, "script_bytes", 10), VITALS_OK);
    assert_int_equal(vitals_configuration_new(NULL, &configuration), VITALS_OK);
    vitals_configuration_set_limits(configuration, limits);
    vitals_configuration_set_bundled(configuration, false);
    vitals_configuration_share(configuration, one);
    assert_int_equal(vitals_configuration_add_check(configuration, "x.io/Same", "health.lua", check,
                                                    sizeof check - 1, NULL),
                     VITALS_OK);
    vitals_configuration_set_on_broken(configuration, VITALS_ON_BROKEN_SKIP);
    assert_int_equal(vitals_engine_new(configuration, &other, NULL), VITALS_OK);
    vitals_rule rule;
    bool found = false, broken = false;
    for (size_t i = 0; vitals_engine_rule_at(other, i, &rule, sizeof rule); i++) {
        if (strcmp(rule.id, "x.io/Same") != 0) continue;
        found = true;
        broken = rule.broken != NULL;
    }
    assert_true(found && broken);
    vitals_engine_release(one);
    vitals_engine_release(other);
    vitals_configuration_free(configuration);
    vitals_limits_free(limits);
}

static vitals_status work(torture *memory, void *shared) {
    vitals_allocator allocator = torture_allocator(memory);
    vitals_engine *engine = NULL;
    (void)shared;
    vitals_status status = make(&allocator, NULL, 1, &engine);
    vitals_engine *second = NULL;
    if (!status) status = make(&allocator, engine, 2, &second);
    vitals_engine_release(engine);
    vitals_engine_release(second);
    return status;
}

static void test_torture(void **state) {
    (void)state;
    assert_true(torture_run(work, NULL) > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_memory),
                                        cmocka_unit_test(test_other_limits),
                                        cmocka_unit_test(test_torture) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
