/* Checks that share the helpers of their tree: what they answer, and what a run is charged. */
#include "health/prelude.h"
#include "support/script.h"

static const char PRELUDE[] = "local function map(value)\n"
                              "  return type(value) == \"table\" and value or {}\n"
                              "end\n"
                              "\n"
                              "local known = { Failed = true, Error = true }\n"
                              "\n"
                              "-- uses: map, known\n"
                              "local function worst(object)\n"
                              "  for _, item in ipairs(map(object.list)) do\n"
                              "    if known[map(item).word] then\n"
                              "      return item.word\n"
                              "    end\n"
                              "  end\n"
                              "  return \"none\"\n"
                              "end\n"
                              "\n"
                              "local function fails(object)\n"
                              "  return object.list.a.b\n"
                              "end\n"
                              "\n"
                              "local function sees()\n"
                              "  return obj.word\n"
                              "end\n"
                              "\n"
                              "local kept = { \"a\" }\n"
                              "\n"
                              "-- uses: kept\n"
                              "local function counts()\n"
                              "  kept[#kept + 1] = \"b\"\n"
                              "  return tostring(#kept)\n"
                              "end\n"
                              "\n"
                              "local function calls(other)\n"
                              "  return other()\n"
                              "end\n"
                              "\n"
                              "-- uses: map\n"
                              "local function upper(text)\n"
                              "  return string.upper(text)\n"
                              "end\n";

static const struct row {
    TABLE_ROW;
    const char *script; /* below its first line */
    const char *uses;
    bool is_shared;
    const char *want;
} rows[] = {
    /* clang-format off */
    { "a function", "return { status = 'Healthy', message = type(map(obj.list)) }", "map", true, "Healthy 0: table" },
    { "those that it uses", "return { status = 'Degraded', message = worst(obj) }", "worst", true, "Degraded 0: Error" },
    { "in a function", "local function f(o) return worst(o) end return { status = 'Degraded', message = f(obj) }", "worst", true, "Degraded 0: Error" },
    { "a table of constants", "return { status = 'Healthy', message = tostring(known.Error) }", "known", true, "Healthy 0: true" },
    { "an error has the first line", "\nreturn { status = fails(obj) }", "fails", true, "error 1: <string>:1: attempt to index a non-table object(nil) with key 'b'" },
    { "an error of its own has its line", "\nreturn { status = obj.list.a.b, message = worst(obj) }", "worst", true, "error 3: <string>:3: attempt to index a non-table object(nil) with key 'b'" },
    { "its name for something else", "local worst = worst(obj) local function map(x) return x .. '!' end return { status = 'Healthy', message = map(worst) }", "worst", true, "Healthy 0: Error!" },
    { "obj is of the run", "return { status = 'Healthy', message = sees() }", "sees", false, "Healthy 0: w" },
    { "a table that changes is of the run", "return { status = 'Healthy', message = counts() }", "counts", false, "Healthy 0: 2" },
    { "a library is of the run", "return { status = 'Healthy', message = upper('a') }", "upper", false, "Healthy 0: A" },
    { "a function as a value", "local function one() return 'x' end return { status = 'Healthy', message = calls(one) }", "calls", false, "Healthy 0: x" },
    { "a helper as a value", "local f = worst return { status = 'Degraded', message = f(obj) }", "worst", false, "Degraded 0: Error" },
    { "a helper that is replaced", "map = nil return { status = 'Healthy', message = tostring(map) }", "map", false, "Healthy 0: nil" },
    { "a table that is written to", "known.x = 1 return { status = 'Healthy', message = tostring(known.x) }", "known", false, "Healthy 0: 1" },
    { "a table that is passed on", "for k in pairs(known) do known = k end return { status = 'Healthy', message = 'm' }", "known", false, "Healthy 0: m" },
    { "a global function that is replaced", "type = nil return { status = 'Healthy', message = tostring(map(1)) }", "map", false, "error 1: <string>:1: attempt to call a non-function object" },
    { "no syntax", "return {", "map", false, NULL },
    /* clang-format on */
};

static struct {
    script_fixture lua;
    vt_arena arena;
    vt_prelude *prelude;
} fixture;

static vt_lua_script *share(vt_text script, const vitals_limits *limits) {
    const vt_prelude_host host = { NULL, limits, { NULL, NULL }, &fixture.arena };
    vt_lua_script *out = NULL;
    assert_int_equal(vt_prelude_script(fixture.prelude, script, VT_LUA_SAFE, &host, &out),
                     VITALS_OK);
    return out;
}

static vt_lua_script *put_together(vt_text script) {
    vt_lua_script *out = NULL;
    vt_lua_problem problem;
    vt_buffer error;
    vt_buffer_init(&error, NULL, 1000);
    script = vt_prelude_expand(VT_TEXT(PRELUDE), script, &fixture.arena);
    vitals_status status =
        vt_lua_script_new(NULL, NULL, script, VT_LUA_SAFE, &out, &error, &problem);
    vt_buffer_done(&error);
    return status ? NULL : out;
}

static const char *run(const vt_lua_script *script, uint64_t *steps) {
    static const char JSON[] = "{\"word\":\"w\",\"list\":[{\"word\":\"Good\"},{\"word\":\"Error\"},"
                               "{\"word\":\"Failed\"}]}";
    vitals_document *object = NULL;
    assert_int_equal(vitals_document_parse(JSON, sizeof JSON - 1, NULL, &object, NULL), VITALS_OK);
    const vt_evaluation evaluation = { .reader = { object, NULL },
                                       .arena = &fixture.arena,
                                       .limits = &fixture.lua.limits };
    vt_opinion opinion = vt_lua_run(fixture.lua.lua, script, false, &evaluation);
    const char *health =
        opinion.kind == VT_OPINION_STATUS ? vitals_health_name(opinion.health) : "error";
    const char *answer = vt_arena_printf(&fixture.arena, "%s %u: %.*s", health,
                                         (unsigned)opinion.line, VT_TEXT_ARG(opinion.message))
                             .bytes;
    *steps = opinion.steps;
    vitals_document_free(object);
    return answer;
}

static vt_text text_of(const struct row *row) {
    return vt_arena_printf(&fixture.arena, "-- uses: %s\n%s", row->uses, row->script);
}

static void check(void **state) {
    const struct row *row = *state;
    uint64_t first, again, apart;
    vt_lua_script *shared = share(text_of(row), NULL);
    vt_lua_script *whole = put_together(text_of(row));
    assert_int_equal(shared != NULL, row->is_shared);
    assert_int_equal(whole != NULL, row->want != NULL);
    for (int round = 0; whole && round < 2; round++) {
        assert_string_equal(run(whole, &apart), row->want);
    }
    if (shared) {
        assert_string_equal(run(shared, &first), row->want);
        assert_string_equal(run(shared, &again), row->want);
        assert_int_equal(first, again);
        /* A line of values is what they differ by. */
        assert_in_range(first, apart - 40, apart + 40);
    }
    vt_lua_script_free(shared);
    vt_lua_script_free(whole);
}

/* What a run is charged is not less when others have compiled the helpers, or the state is new. */
static void charges_do_not_depend_on_others(void **state) {
    (void)state;
    for (size_t i = 0; i < TABLE_COUNT(rows); i++) {
        uint64_t warm, cold;
        vt_lua_script *shared = rows[i].is_shared ? share(text_of(&rows[i]), NULL) : NULL;
        if (!shared) continue;
        run(shared, &warm);
        assert_int_equal(vt_lua_state_scrub(fixture.lua.lua), VITALS_OK);
        run(shared, &cold);
        assert_int_equal(warm, cold);
        vt_lua_script_free(shared);
    }
}

/* Limits bound a script with its helpers. */
static void limits_bound_the_whole(void **state) {
    (void)state;
    const vt_text script = VT_TEXT("-- uses: worst\nreturn { status = worst(obj) }");
    vitals_limits limits = fixture.lua.limits;
    limits.script_bytes = 100;
    assert_null(share(script, &limits));
    limits = fixture.lua.limits;
    limits.script_nodes = 30;
    assert_null(share(script, &limits));
}

int main(void) {
    static const struct CMUnitTest tests[] = { cmocka_unit_test(charges_do_not_depend_on_others),
                                               cmocka_unit_test(limits_bound_the_whole) };
    script_fixture_init(&fixture.lua);
    vt_arena_init(&fixture.arena, NULL, 0);
    fixture.prelude = vt_prelude_new(VT_TEXT(PRELUDE), &fixture.arena);
    int failed =
        TABLE_RUN("prelude_scripts", check, rows) + cmocka_run_group_tests(tests, NULL, NULL);
    vt_prelude_done(fixture.prelude);
    vt_arena_done(&fixture.arena);
    script_fixture_done(&fixture.lua);
    return failed;
}
