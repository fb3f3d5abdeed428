/* The checks that are built in: compiled on first use, kept for all engines that share them. */
#include "support/files.h"
#include "support/health.h"
#include "support/table.h"
#include "support/torture.h"

#include "health/health.h"
#include "rules/bundled.h"

#define CERTIFICATE                                                                                \
    "{\"apiVersion\":\"cert-manager.io/"                                                           \
    "v1\",\"kind\":\"Certificate\",\"metadata\":{\"name\":\"a\"},"                                 \
    "\"status\":{\"conditions\":[{\"type\":\"Ready\",\"status\":\"True\",\"message\":\"ok\"}]}}"

enum { PROMISED_BYTES = 3 << 20, MOST_ALLOCATIONS = 400 };

/* ------------------------------------------------------------------- every one */

static vitals_status script_of(const vitals_engine *engine, const vt_rule *rule,
                               vt_lua_dialect dialect, vt_lua_script **script) {
    vt_checked_script checked = { 0 };
    vt_arena arena;
    vt_arena_init(&arena, NULL, 0);
    vitals_status status =
        vt_rule_script(engine, rule, dialect, (vt_interrupt){ NULL, NULL }, &arena, &checked);
    if (!status && !checked.script) {
        print_message("%.*s: %.*s\n", VT_TEXT_ARG(rule->id), VT_TEXT_ARG(checked.error));
    }
    *script = checked.script;
    vt_arena_done(&arena);
    return status;
}

/* In both dialects, and the second time they are the same. */
static void every_script_compiles(void **state) {
    (void)state;
    health_setup setup = { .bundled = true };
    health_run run;
    assert_int_equal(health_open(&setup, &run), VITALS_OK);
    const vt_rule *rule;
    size_t count = 0;
    for (size_t i = 0; (rule = vt_health_rule_at(run.engine, i)); i++) {
        if (rule->source != VITALS_SOURCE_BUNDLED) continue;
        count++;
        for (int dialect = 0; dialect < VT_LUA_DIALECT_COUNT; dialect++) {
            vt_lua_script *script = NULL, *again = NULL;
            assert_int_equal(script_of(run.engine, rule, (vt_lua_dialect)dialect, &script), 0);
            assert_non_null(script);
            assert_int_equal(script_of(run.engine, rule, (vt_lua_dialect)dialect, &again), 0);
            assert_ptr_equal(script, again);
        }
    }
    assert_true(count > 0);
    health_close(&run);
}

/* Every script is its file, with the helpers that it names. */
static void every_script_is_its_file(void **state) {
    (void)state;
    health_setup setup = { .bundled = true };
    health_run run;
    vt_arena arena;
    assert_int_equal(health_open(&setup, &run), VITALS_OK);
    vt_arena_init(&arena, NULL, 0);
    const vt_rule *rule;
    size_t size;
    char *helpers = file_read(VITALS_SOURCE_DIR "/resource_customizations/" VT_PRELUDE_NAME, &size);
    const vt_text prelude = vt_text_slice(helpers, size);
    for (size_t i = 0; (rule = vt_health_rule_at(run.engine, i)); i++) {
        if (rule->source != VITALS_SOURCE_BUNDLED) continue;
        char path[1024];
        snprintf(path, sizeof path, VITALS_SOURCE_DIR "/resource_customizations/%.*s/health.lua",
                 VT_TEXT_ARG(rule->id));
        char *file = file_read(path, &size);
        vt_text rest = vt_text_slice(file, size), line;
        const vt_text whole = vt_prelude_expand(prelude, rest, &arena);
        assert_true(vt_text_is_absent(vt_prelude_missing(prelude, rest)));
        assert_true(vt_text_equal(vt_rule_text(rule, &arena), whole));
        uint32_t number = 0;
        while (rest.size && vt_text_split(&rest, '\n', &line)) {
            assert_true(vt_text_equal(vt_rule_line(rule, ++number), line));
        }
        assert_int_equal(vt_rule_line(rule, number + 1).size, 0);
        assert_true(vt_text_is_absent(vt_rule_line(rule, 0)));
        free(file);
    }
    free(helpers);
    vt_arena_done(&arena);
    health_close(&run);
}

/* Every check is found by its group, and by group and kind, the first and the last as well. */
static void every_check_has_a_group(void **state) {
    (void)state;
    size_t count = 0;
    for (const char *name = vt_bundled_names; *name; name += strlen(name) + 1, count++) {
        vt_text directory = vt_text_from(name);
        size_t slash = vt_text_find_byte(directory, '/', 0);
        assert_true(slash != SIZE_MAX);
        vt_text group = vt_text_between(directory, 0, slash);
        assert_true(vt_bundle_has_group(group));
        assert_true(
            vt_bundle_has_kind(group, vt_text_between(directory, slash + 1, directory.size)));
        assert_false(vt_bundle_has_kind(group, VT_TEXT("Nothing")));
    }
    assert_int_equal(count, vt_bundled_check_count);
    assert_false(vt_bundle_has_group(VT_TEXT("nothing.example.com")));
}

/* ------------------------------------------------------------------------ cost */

/* Building makes rules and compiles nothing: its memory and its allocations do not depend on how long
** the scripts are. */
static void building_is_cheap(void **state) {
    (void)state;
    torture memory = { 0 };
    vitals_allocator allocator = torture_allocator(&memory);
    health_setup setup = { .allocator = &allocator, .bundled = true };
    health_run run;
    assert_int_equal(health_open(&setup, &run), VITALS_OK);
    print_message("%zu rules: %zu allocations, %zu bytes\n", vitals_engine_rule_count(run.engine),
                  memory.allocations, memory.live_bytes);
    assert_true(memory.live_bytes < PROMISED_BYTES);
    assert_true(memory.allocations < MOST_ALLOCATIONS);
    health_close(&run);
    assert_int_equal(memory.live_blocks, 0);
}

/* The allocations of one verdict. */
static size_t allocations_of_verdict(torture *memory, health_run *run,
                                     const vitals_document *document) {
    size_t before = memory->allocations;
    assert_int_equal(vitals_assess(run->worker, document, NULL, run->verdict), VITALS_OK);
    assert_int_equal(vitals_verdict_health(run->verdict), VITALS_HEALTH_HEALTHY);
    return memory->allocations - before;
}

static vitals_document *parse(const char *text) {
    vitals_document *document = NULL;
    assert_int_equal(vitals_document_parse(text, strlen(text), NULL, &document, NULL), VITALS_OK);
    return document;
}

static void verdicts_compile_once(void **state) {
    (void)state;
    torture memory = { 0 };
    vitals_allocator allocator = torture_allocator(&memory);
    health_setup setup = { .allocator = &allocator, .bundled = true };
    health_run run;
    assert_int_equal(health_open(&setup, &run), VITALS_OK);
    vitals_document *document = parse(CERTIFICATE);
    size_t first = allocations_of_verdict(&memory, &run, document);
    /* What runs leave behind is collected when there is some of it, so that many need a little memory. */
    size_t early = 0, late = 0;
    for (int i = 0; i < 1000; i++) early += allocations_of_verdict(&memory, &run, document);
    for (int i = 0; i < 1000; i++) late += allocations_of_verdict(&memory, &run, document);
    print_message("first verdict: %zu allocations, a thousand: %zu, another: %zu\n", first, early,
                  late);
    assert_true(early < first);
    assert_true(late < first / 4);
    vitals_document_free(document);
    health_close(&run);
    assert_int_equal(memory.live_blocks, 0);
}

/* --------------------------------------------------------------------- sharing */

static const vt_rule *rule_of(const vitals_engine *engine, const char *directory) {
    const vt_rule *rule = NULL;
    for (size_t i = 0; (rule = vt_health_rule_at(engine, i)); i++) {
        if (rule->source == VITALS_SOURCE_BUNDLED && vt_text_is(rule->id, directory)) break;
    }
    return rule;
}

/* What one of them compiles is there for the other, also when the first engine is gone. */
static void engines_share(void **state) {
    (void)state;
    vitals_configuration *configuration = NULL;
    vitals_engine *one = NULL, *two = NULL;
    assert_int_equal(vitals_configuration_new(NULL, &configuration), VITALS_OK);
    assert_int_equal(vitals_engine_new(configuration, &one, NULL), VITALS_OK);
    vitals_configuration_share(configuration, one);
    assert_int_equal(vitals_engine_new(configuration, &two, NULL), VITALS_OK);
    const vt_rule *rule = rule_of(two, "cert-manager.io/Certificate");
    vt_lua_script *script = NULL, *same = NULL;
    assert_int_equal(script_of(two, rule, VT_LUA_ARGOCD, &script), VITALS_OK);
    assert_int_equal(
        script_of(one, rule_of(one, "cert-manager.io/Certificate"), VT_LUA_ARGOCD, &same),
        VITALS_OK);
    assert_non_null(script);
    assert_ptr_equal(script, same);
    vitals_configuration_free(configuration);
    vitals_engine_release(one);
    assert_int_equal(script_of(two, rule, VT_LUA_ARGOCD, &same), VITALS_OK);
    assert_ptr_equal(script, same);
    vitals_engine_release(two);
}

/* -------------------------------------------------------------------- failures */

/* An engine with smaller limits reports the scripts that do not fit when it is built. */
static void small_limits_are_reported(void **state) {
    (void)state;
    static const char *const names[] = { "script_bytes", "script_nodes", "script_depth" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        vitals_configuration *configuration = NULL;
        vitals_limits *limits = NULL;
        health_run run = { .engine = NULL };
        assert_int_equal(vitals_limits_new(NULL, &limits), VITALS_OK);
        assert_int_equal(vitals_limits_set(limits, names[i], 4), VITALS_OK);
        assert_int_equal(vitals_configuration_new(NULL, &configuration), VITALS_OK);
        vitals_configuration_set_limits(configuration, limits);
        assert_int_equal(vitals_diagnostics_new(NULL, &run.diagnostics), VITALS_OK);
        assert_int_equal(vitals_engine_new(configuration, &run.engine, run.diagnostics), VITALS_OK);
        assert_non_null(strstr(health_reported(&run, 0), names[i]));
        assert_int_equal(vitals_worker_new(run.engine, &run.worker), VITALS_OK);
        assert_int_equal(vitals_verdict_new(NULL, &run.verdict), VITALS_OK);
        health_assess(&run, VITALS_PROFILE_ARGOCD, CERTIFICATE);
        assert_int_equal(vitals_verdict_health(run.verdict), VITALS_HEALTH_UNKNOWN);
        assert_string_equal(vitals_verdict_limit(run.verdict), names[i]);
        health_close(&run);
        vitals_configuration_free(configuration);
        vitals_limits_free(limits);
    }
}

static bool stop_at_once(void *user) {
    (void)user;
    return true;
}

/* A host that stops a verdict while its script is compiled stops that verdict only. */
static void a_stopped_verdict_can_be_repeated(void **state) {
    (void)state;
    health_setup setup = { .bundled = true };
    health_run run;
    assert_int_equal(health_open(&setup, &run), VITALS_OK);
    vitals_document *document = parse(CERTIFICATE);
    vitals_call call = VITALS_CALL_INIT;
    call.interrupt = stop_at_once;
    assert_int_equal(vitals_assess(run.worker, document, &call, run.verdict), VITALS_OK);
    assert_string_equal(vitals_verdict_limit(run.verdict), "interrupt");
    health_assess(&run, VITALS_PROFILE_COMBINED, CERTIFICATE);
    assert_int_equal(vitals_verdict_health(run.verdict), VITALS_HEALTH_HEALTHY);
    vitals_document_free(document);
    health_close(&run);
}

/* Each allocation of the first verdict fails once; after it the verdict is the usual one. */
static void memory_runs_out(void **state) {
    (void)state;
    vitals_document *document = parse(CERTIFICATE);
    vitals_status status = VITALS_ENOMEM;
    for (size_t fail = 1; status; fail++) {
        torture memory = { 0 };
        vitals_allocator allocator = torture_allocator(&memory);
        health_setup setup = { .allocator = &allocator, .bundled = true };
        health_run run;
        assert_int_equal(health_open(&setup, &run), VITALS_OK);
        memory.fail_at = memory.allocations + fail;
        status = vitals_assess(run.worker, document, NULL, run.verdict);
        bool stopped = !status && vitals_verdict_health(run.verdict) != VITALS_HEALTH_HEALTHY;
        assert_true(!status || status == VITALS_ENOMEM);
        assert_false(stopped && fail < 3);
        if (stopped) status = VITALS_ENOMEM; /* inside the Lua state: its memory limit */
        memory.fail_at = 0;
        allocations_of_verdict(&memory, &run, document);
        health_close(&run);
        assert_int_equal(memory.live_blocks, 0);
    }
    vitals_document_free(document);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_script_compiles),
        cmocka_unit_test(every_script_is_its_file),
        cmocka_unit_test(every_check_has_a_group),
        cmocka_unit_test(building_is_cheap),
        cmocka_unit_test(verdicts_compile_once),
        cmocka_unit_test(engines_share),
        cmocka_unit_test(small_limits_are_reported),
        cmocka_unit_test(a_stopped_verdict_can_be_repeated),
        cmocka_unit_test(memory_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
