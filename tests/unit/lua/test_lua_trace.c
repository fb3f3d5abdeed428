/* What the trace of a run holds: fields read, text printed, lines executed. */
#include "base/run/limits.h"
#include "support/script.h"
#include "support/table.h"

static script_fixture fixture;
static vitals_trace *trace;

static const char object[] = "{\"kind\":\"Widget\",\"spec\":{\"replicas\":3},\"status\":{\"phase\":"
                             "\"Ready\",\"list\":[{\"a\":1},{\"a\":2}]}}";

static const struct row {
    TABLE_ROW;
    const char *script;
    const char *path;  /* read */
    const char *value; /* as JSON; NULL: absent */
} rows[] = {
    /* clang-format off */
    { "a field", "return obj.spec.replicas", ".spec.replicas", "3" },
    { "a field that is not there", "return obj.spec.paused", ".spec.paused", NULL },
    { "an item", "return obj.status.list[2].a", ".status.list[1].a", "2" },
    { "going through a map", "for k in pairs(obj.status) do end", ".status.phase", "\"Ready\"" },
    { "going through a list", "for _, c in ipairs(obj.status.list) do local a = c.a end", ".status.list[0].a", "1" },
    /* clang-format on */
};

static vt_opinion run(const char *text) {
    vt_buffer error;
    vt_buffer_init(&error, NULL, 4096);
    vt_lua_script *script = NULL;
    vt_lua_problem problem;
    assert_int_equal(vt_lua_script_new(NULL, &fixture.limits, vt_text_from(text), VT_LUA_ARGOCD,
                                       &script, &error, &problem),
                     VITALS_OK);
    vitals_trace_clear(trace);
    vt_evaluation evaluation = {
        { fixture.object, trace }, &fixture.arena, &fixture.limits, 0, 0, NULL, NULL, NULL
    };
    vt_opinion opinion = vt_lua_run(fixture.lua, script, true, &evaluation);
    vt_lua_script_free(script);
    vt_buffer_done(&error);
    return opinion;
}

static bool find_event(vitals_trace_kind kind, const char *path, vitals_trace_event *out) {
    for (size_t index = 0; vitals_trace_at(trace, index, out, sizeof *out); index++) {
        vt_text text = kind == VITALS_TRACE_READ ? out->path : out->text;
        if (out->kind == kind && vt_text_is(text, path)) {
            return true;
        }
    }
    return false;
}

static void check(void **state) {
    const struct row *row = *state;
    vitals_trace_event event;
    run(row->script);
    assert_true(find_event(VITALS_TRACE_READ, row->path, &event));
    assert_int_equal(row->value == NULL, event.value.bytes == NULL);
    if (row->value) {
        assert_true(vt_text_is(event.value, row->value));
    }
}

static void test_print(void **state) {
    (void)state;
    vitals_trace_event event;
    run("print('a', 10/2, nil)");
    assert_true(find_event(VITALS_TRACE_PRINT, "a\t5\tnil", &event));
}

static void test_line_that_returned(void **state) {
    (void)state;
    vt_opinion opinion = run("if obj.kind == 'Widget' then\n  return {status = 'Healthy'}\nend");
    assert_int_equal(opinion.health, VITALS_HEALTH_HEALTHY);
    assert_int_equal(opinion.line, 2);
}

static void test_line_that_returned_after_a_call(void **state) {
    (void)state;
    vt_opinion opinion = run("local function f(m)\n  return m\nend\n"
                             "return {status = 'Healthy', message = f('x') .. tostring(1)}");
    assert_int_equal(opinion.line, 4);
    opinion = run("local function f()\n  return {status = 'Healthy'}\nend\nreturn f()");
    assert_int_equal(opinion.line, 2);
}

static void test_only_what_was_read(void **state) {
    (void)state;
    vitals_trace_event event;
    run("return obj.status.phase");
    assert_false(find_event(VITALS_TRACE_READ, ".spec.replicas", &event));
    assert_false(find_event(VITALS_TRACE_READ, ".kind", &event));
}

static void test_a_field_taken_away_stays_away(void **state) {
    (void)state;
    vt_opinion opinion =
        run("local s = obj.status obj.status = nil s.x = 1 "
            "return {status = 'Healthy', message = tostring(obj.status) .. s.phase .. s.x}");
    assert_true(vt_text_is(opinion.message, "nilReady1"));
}

int main(void) {
    script_fixture_init(&fixture);
    script_run(&fixture, VT_LUA_ARGOCD, false, "", object);
    if (vitals_trace_new(NULL, &trace) != VITALS_OK) {
        return 1;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_print),
        cmocka_unit_test(test_line_that_returned),
        cmocka_unit_test(test_line_that_returned_after_a_call),
        cmocka_unit_test(test_only_what_was_read),
        cmocka_unit_test(test_a_field_taken_away_stays_away),
    };
    int failed = TABLE_RUN("lua trace", check, rows);
    failed += cmocka_run_group_tests(tests, NULL, NULL);
    vitals_trace_free(trace);
    script_fixture_done(&fixture);
    return failed;
}
