/* The lifetime of a state: memory, failing allocations, scrubbing, the host's interrupt, the
** trace. */
#include <stdio.h>

#include "base/memory/memory.h"
#include "base/run/limits.h"
#include "document/reader.h"
#include "support/script.h"
#include "support/table.h"
#include "support/torture.h"

static const char script_text[] =
    "local n = 0 for k, v in pairs(obj.spec) do n = n + #k end table.sort(obj.list) "
    "local s = ('a,b'):gsub(',', ';') return {status = 'Healthy', message = n .. s .. obj.list[1]}";
static const char object_text[] = "{\"kind\":\"Widget\",\"spec\":{\"replicas\":3,\"name\":\"secret-"
                                  "of-the-object\"},\"list\":[3,1,2]}";

static vitals_document *parse(void) {
    vitals_document *document = NULL;
    assert_int_equal(
        vitals_document_parse(object_text, sizeof object_text - 1, NULL, &document, NULL),
        VITALS_OK);
    return document;
}

/* ---- failing allocations */

static vitals_status work(torture *memory, void *user) {
    vitals_allocator allocator = torture_allocator(memory);
    vitals_limits limits = vt_limits_or_default(NULL);
    vt_arena arena;
    vt_arena_init(&arena, &allocator, 0);
    vt_buffer error;
    vt_buffer_init(&error, &allocator, 4096);
    vt_lua_problem problem;
    vt_lua_script *script = NULL;
    vt_lua_state *lua = NULL;
    vitals_status status = vt_lua_script_new(&allocator, &limits, VT_TEXT(script_text),
                                             VT_LUA_ARGOCD, &script, &error, &problem);
    if (status == VITALS_OK) {
        status = vt_lua_state_new(&allocator, &limits, &lua);
    }
    if (status == VITALS_OK) {
        vt_evaluation evaluation = { { user, NULL }, &arena, &limits, 0, 0, NULL, NULL, NULL };
        vt_opinion opinion = vt_lua_run(lua, script, true, &evaluation);
        bool failed = opinion.kind == VT_OPINION_FAILED;
        assert_true(vt_text_is(opinion.message, failed ? "not enough memory" : "12a;b1"));
        status = failed ? VITALS_ENOMEM : VITALS_OK;
    }
    vt_lua_state_free(lua);
    vt_lua_script_free(script);
    vt_buffer_done(&error);
    vt_arena_done(&arena);
    return status;
}

static void test_torture(void **state) {
    (void)state;
    vitals_document *document = parse();
    assert_true(torture_run(work, document) > 10);
    vitals_document_free(document);
}

/* ---- many runs */

typedef struct many_runs {
    vt_counted_memory memory;
    vitals_allocator allocator;
    vitals_limits limits;
    vt_lua_state *lua;
    vt_lua_script *script;
    vt_arena arena;
    vitals_document *document;
} many_runs;

static void begin(many_runs *runs, const char *text) {
    memset(runs, 0, sizeof *runs);
    runs->memory.parent = vt_allocator_or_default(NULL);
    runs->allocator = (vitals_allocator){ vt_counted_allocate, &runs->memory };
    runs->limits = vt_limits_or_default(NULL);
    vt_arena_init(&runs->arena, NULL, 0);
    runs->document = parse();
    vt_lua_problem problem;
    vt_buffer error;
    vt_buffer_init(&error, NULL, 4096);
    assert_int_equal(vt_lua_script_new(NULL, &runs->limits, vt_text_from(text), VT_LUA_ARGOCD,
                                       &runs->script, &error, &problem),
                     VITALS_OK);
    vt_buffer_done(&error);
    assert_int_equal(vt_lua_state_new(&runs->allocator, &runs->limits, &runs->lua), VITALS_OK);
}

static void end(many_runs *runs) {
    vt_lua_state_free(runs->lua);
    assert_int_equal(runs->memory.live_bytes, 0);
    vt_lua_script_free(runs->script);
    vt_arena_done(&runs->arena);
    vitals_document_free(runs->document);
}

static vt_opinion run_once(many_runs *runs) {
    vt_arena_empty(&runs->arena);
    vt_evaluation evaluation = {
        { runs->document, NULL }, &runs->arena, &runs->limits, 0, 0, NULL, NULL, NULL
    };
    return vt_lua_run(runs->lua, runs->script, true, &evaluation);
}

/* VITALS_MANY_RUNS=1000000 runs a million. */
static void test_memory_does_not_grow(void **state) {
    (void)state;
    many_runs runs;
    begin(&runs, script_text);
    const char *asked = getenv("VITALS_MANY_RUNS");
    long count = asked ? strtol(asked, NULL, 10) : 20000;
    size_t warm = 0;
    for (long run = 0; run < count; run++) {
        assert_int_equal(run_once(&runs).kind, VT_OPINION_STATUS);
        if (run == 2000) {
            warm = runs.memory.peak_bytes;
        }
    }
    print_message("%ld runs, %zu bytes at most\n", count, runs.memory.peak_bytes);
    assert_true(runs.memory.peak_bytes <= warm + 65536);
    end(&runs);
}

/* Another script, which is compiled by its first run. */
static void use_script(many_runs *runs, const char *text) {
    vt_lua_problem problem;
    vt_buffer error;
    vt_lua_script_free(runs->script);
    vt_buffer_init(&error, NULL, 4096);
    assert_int_equal(vt_lua_script_new(NULL, &runs->limits, vt_text_from(text), VT_LUA_ARGOCD,
                                       &runs->script, &error, &problem),
                     VITALS_OK);
    vt_buffer_done(&error);
    assert_int_equal(run_once(runs).kind, VT_OPINION_STATUS);
}

/* A collection visits all compiled scripts: it waits for as much garbage as they take. */
static void test_collections_are_rare(void **state) {
    (void)state;
    enum { SCRIPTS = 300, STATEMENTS = 200, RUNS = 2000, GARBAGE_BYTES = 3000 };
    many_runs runs;
    begin(&runs, "return nil");
    for (int number = 0; number < SCRIPTS; number++) {
        char text[STATEMENTS * 16];
        int size = snprintf(text, sizeof text, "local x = %d ", number);
        for (int i = 0; i < STATEMENTS; i++) {
            size += snprintf(text + size, sizeof text - (size_t)size, "x = x + %d ", i);
        }
        use_script(&runs, text);
    }
    use_script(&runs, "local garbage = string.rep('x', 3000) return {status='Healthy'}");
    size_t compiled = runs.memory.live_bytes, before = compiled, collections = 0;
    for (int run = 0; run < RUNS; run++) {
        assert_int_equal(run_once(&runs).kind, VT_OPINION_STATUS);
        collections += runs.memory.live_bytes < before;
        before = runs.memory.live_bytes;
    }
    assert_true(compiled > (size_t)1 << 20);
    assert_in_range(collections, 1, 2 + (size_t)RUNS * GARBAGE_BYTES / compiled);
    end(&runs);
}

/* Compiled scripts are kept, up to a bound. */
static void test_many_scripts(void **state) {
    (void)state;
    many_runs runs;
    begin(&runs, script_text);
    for (int number = 0; number < 3000; number++) {
        char text[64];
        snprintf(text, sizeof text, "return {status='Healthy', message='%d'}", number);
        use_script(&runs, text);
        snprintf(text, sizeof text, "%d", number);
        assert_true(vt_text_is(run_once(&runs).message, text));
    }
    assert_true(runs.memory.peak_bytes < (size_t)8 << 20);
    end(&runs);
}

/* ---- scrubbing: an allocator that inspects freed blocks */

static bool saw_secret;

static void *suspicious_allocate(void *user, void *block, size_t old_bytes, size_t new_bytes) {
    (void)user;
    if (block && old_bytes >= 20) {
        const char *bytes = block;
        for (size_t at = 0; at + 20 <= old_bytes; at++) {
            saw_secret = saw_secret || memcmp(bytes + at, "secret-of-the-object", 20) == 0;
        }
    }
    if (new_bytes == 0) {
        free(block);
        return NULL;
    }
    return realloc(block, new_bytes);
}

static void test_scrub_leaves_nothing(void **state) {
    (void)state;
    many_runs runs;
    begin(&runs, "local s = obj.spec.name .. 'x' return {status='Healthy', message=s}");
    vt_lua_state_free(runs.lua);
    runs.allocator = (vitals_allocator){ suspicious_allocate, NULL };
    assert_int_equal(vt_lua_state_new(&runs.allocator, &runs.limits, &runs.lua), VITALS_OK);
    saw_secret = false;
    assert_int_equal(run_once(&runs).kind, VT_OPINION_STATUS);
    assert_int_equal(vt_lua_state_scrub(runs.lua), VITALS_OK);
    assert_false(saw_secret);
    assert_int_equal(run_once(&runs).kind, VT_OPINION_STATUS);
    end(&runs);
}

/* ---- the host */

static bool stop_at_third_question(void *user) {
    return ++*(int *)user >= 3;
}

static void test_interrupt(void **state) {
    (void)state;
    many_runs runs;
    begin(&runs, "while true do pcall(string.rep, 'x', 10) end");
    int questions = 0;
    vt_evaluation evaluation = { { runs.document, NULL }, &runs.arena, &runs.limits, 0, 0, NULL,
                                 stop_at_third_question,  &questions };
    vt_opinion opinion = vt_lua_run(runs.lua, runs.script, true, &evaluation);
    assert_int_equal(opinion.kind, VT_OPINION_FAILED);
    assert_string_equal(opinion.limit, "interrupt");
    assert_int_equal(questions, 3);
    assert_true(opinion.steps < 1000000);
    end(&runs);
}

static void test_small_limits(void **state) {
    (void)state;
    many_runs runs;
    begin(&runs, "local t = {} for i = 1, 1e6 do t[i] = {} end");
    runs.limits.lua_steps = 10000;
    vt_opinion opinion = run_once(&runs);
    assert_string_equal(opinion.limit, "lua_steps");
    assert_int_equal(opinion.line, 1);
    runs.limits.lua_steps = 100000000;
    runs.limits.lua_memory_bytes = 1 << 20;
    assert_string_equal(run_once(&runs).limit, "lua_memory_bytes");
    assert_true(runs.memory.peak_bytes < (size_t)2 << 20);
    end(&runs);
}

static void test_long_message_is_cut(void **state) {
    (void)state;
    many_runs runs;
    begin(&runs, "return {status='Healthy', message=('\\195\\169'):rep(100)}");
    runs.limits.message_bytes = 15;
    vt_opinion opinion = run_once(&runs);
    assert_int_equal(opinion.message.size, 14);
    end(&runs);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_torture),
        cmocka_unit_test(test_memory_does_not_grow),
        cmocka_unit_test(test_collections_are_rare),
        cmocka_unit_test(test_many_scripts),
        cmocka_unit_test(test_scrub_leaves_nothing),
        cmocka_unit_test(test_interrupt),
        cmocka_unit_test(test_small_limits),
        cmocka_unit_test(test_long_message_is_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
