/* Engines that share compiled scripts and expressions. */
#include <stdio.h>

#include "support/table.h"
#include "support/torture.h"

enum { ENGINES = 200 };

static const char expressions[] =
    "- apiVersion: x.io/v1\n  kind: Expressed\n"
    "  current: status.phase.matches('^(Ready|Up)$') && size(status.phase) < 10\n"
    "  failed: has(status.error) && status.error.startsWith('fatal')\n";
static const char check[] = "return {status = 'Degraded', message = obj.kind}";

/* An engine with one check of all engines, an argocd-cm of its own, and perhaps the bundled checks. */
static vitals_status make(const vitals_allocator *allocator, vitals_engine *shared, int number,
                          bool bundled, vitals_engine **out) {
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
    vitals_configuration_set_bundled(configuration, bundled);
    status = vitals_configuration_add_argocd_cm(configuration, "cm.yaml", text, (size_t)size, NULL);
    if (!status) {
        status = vitals_configuration_add_check(configuration, "x.io/Same", "health.lua", check,
                                                sizeof check - 1, NULL);
    }
    if (!status) {
        status = vitals_configuration_add_expressions(configuration, "e.yaml", expressions,
                                                      sizeof expressions - 1, NULL);
    }
    if (!status) status = vitals_engine_new(configuration, out, NULL);
    vitals_configuration_free(configuration);
    return status;
}

static void expect(vitals_engine *engine, const char *kind, const char *want) {
    char text[100], object[100];
    snprintf(object, sizeof object,
             "{\"apiVersion\":\"x.io/v1\",\"kind\":\"%s\",\"status\":{\"phase\":\"Up\"}}", kind);
    snprintf(text, sizeof text, "\"message\":\"%s", want);
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
        assert_int_equal(make(&allocator, engines[0], i, true, &engines[i]), VITALS_OK);
    }
    print_message("%d engines: %zu bytes\n", ENGINES, memory.live_bytes);
    assert_true(memory.live_bytes < 20000000);
    /* What is shared outlives the engine that compiled it. */
    vitals_engine_release(engines[0]);
    expect(engines[7], "Own", "engine 7");
    expect(engines[7], "Same", "Same");
    expect(engines[7], "Expressed", "current holds: status.phase");
    for (int i = 1; i < ENGINES; i++) vitals_engine_release(engines[i]);
    assert_int_equal(memory.live_bytes, 0);
}

/* A hundred expressions, compiled once and once more. */
static vitals_status make_expressions(const vitals_allocator *allocator, vitals_engine *shared,
                                      vitals_engine **out) {
    enum { ENTRIES = 100 };
    char text[ENTRIES * 160] = "";
    size_t size = 0;
    for (int i = 0; i < ENTRIES; i++) {
        size += (size_t)snprintf(text + size, sizeof text - size,
                                 "- apiVersion: x.io/v1\n  kind: Kind%d\n"
                                 "  current: status.items.filter(i, i.phase in ['a', 'b', 'c%d'])"
                                 ".all(i, i.n > %d)\n",
                                 i, i, i);
    }
    vitals_configuration *configuration = NULL;
    vitals_status status = vitals_configuration_new(allocator, &configuration);
    if (status) return status;
    vitals_configuration_set_bundled(configuration, false);
    vitals_configuration_share(configuration, shared);
    status = vitals_configuration_add_expressions(configuration, "e.yaml", text, size, NULL);
    if (!status) status = vitals_engine_new(configuration, out, NULL);
    vitals_configuration_free(configuration);
    return status;
}

static void test_expressions(void **state) {
    (void)state;
    torture memory = { 0 };
    vitals_allocator allocator = torture_allocator(&memory);
    vitals_engine *one = NULL, *alone = NULL, *sharing = NULL;
    assert_int_equal(make_expressions(&allocator, NULL, &one), VITALS_OK);
    size_t before = memory.live_bytes;
    assert_int_equal(make_expressions(&allocator, NULL, &alone), VITALS_OK);
    size_t alone_bytes = memory.live_bytes - before;
    before = memory.live_bytes;
    assert_int_equal(make_expressions(&allocator, one, &sharing), VITALS_OK);
    size_t sharing_bytes = memory.live_bytes - before;
    print_message("100 expressions: %zu bytes alone, %zu shared\n", alone_bytes, sharing_bytes);
    assert_true(sharing_bytes * 3 < alone_bytes);
    vitals_engine_release(one);
    vitals_engine_release(alone);
    vitals_engine_release(sharing);
    assert_int_equal(memory.live_bytes, 0);
}

/* Under other limits nothing is shared: a script may be too long for them. */
static void test_other_limits(void **state) {
    (void)state;
    vitals_engine *one = NULL, *other = NULL;
    assert_int_equal(make(NULL, NULL, 1, true, &one), VITALS_OK);
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

static vitals_status work(torture *memory, void *user) {
    vitals_allocator allocator = torture_allocator(memory);
    vitals_engine *engine = NULL;
    const bool *bundled = user;
    vitals_status status = make(&allocator, NULL, 1, *bundled, &engine);
    vitals_engine *second = NULL;
    if (!status) status = make(&allocator, engine, 2, *bundled, &second);
    vitals_engine_release(engine);
    vitals_engine_release(second);
    return status;
}

static void test_torture(void **state) {
    (void)state;
    bool bundled = false;
    assert_true(torture_run(work, &bundled) > 0);
    bundled = true;
    assert_true(torture_run_every(97, work, &bundled) > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_memory),
                                        cmocka_unit_test(test_expressions),
                                        cmocka_unit_test(test_other_limits),
                                        cmocka_unit_test(test_torture) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
