/* What raises the cost of instructions and what counts as a key, in steps. */
#include <stdio.h>

#include "support/script.h"

static script_fixture fixture;

static uint64_t steps_of(const char *script) {
    vt_opinion opinion = script_run(&fixture, VT_LUA_SAFE, true, script, "{}");
    assert_int_equal(opinion.kind, VT_OPINION_STATUS);
    return opinion.steps;
}

#define COUNT " local n = 0 for i = 1, 20000 do n = n + i end "
#define ANSWER "return {status = 'Healthy', message = tostring(n)}"

/* Each pair does the same but for one thing, which makes the second cost much more. */
static const struct row {
    TABLE_ROW;
    const char *cheap, *dear;
    double least, most; /* how many times as much */
} rows[] = {
    /* clang-format off */
    { "two long texts of one size", "local a, b = ('a'):rep(8192), ('b'):rep(8193)" COUNT ANSWER, "local a, b = ('a'):rep(8192), ('b'):rep(8192)" COUNT ANSWER, 10, 40 },
    { "colliding numbers", "local t = {} for i = 1, 1024 do t['k' .. i] = i end" COUNT ANSWER, "local t = {} for i = 1, 1024 do t[-i * 1024] = i end" COUNT ANSWER, 10, 70 },
    { "a large map under many names", "local t = {} for i = 1, 2000 do t['k' .. i] = i end" COUNT ANSWER, "local t = {} for i = 1, 2000 do t['k' .. i] = i end local a, b, c, d, e, f, g, h = t, t, t, t, t, t, t, t" COUNT ANSWER, 1.05, 4 },
    { "an emptied list under many names", "local m, t = {}, {} for i = 1, 100 do m['k' .. i] = 1 end for i = 1, 20000 do t[i] = 1 end for i = 1, 20000 do t[i] = nil end" COUNT ANSWER, "local m, t = {}, {} for i = 1, 100 do m['k' .. i] = 1 end for i = 1, 20000 do t[i] = 1 end for i = 1, 20000 do t[i] = nil end local a, b, c, d = t, t, t, t" COUNT ANSWER, 0.99, 1.1 },
    /* clang-format on */
};

static void check(void **state) {
    const struct row *row = *state;
    double ratio = (double)steps_of(row->dear) / (double)steps_of(row->cheap);
    if (ratio < row->least || ratio > row->most) fail_msg("%.2f times as many steps", ratio);
}

/* Keys that are not indices count, of maps of any kind, and indices do not. */
static void keys_are_limited(void **state) {
    (void)state;
    static const struct {
        const char *key;
        bool limited;
    } keys[] = { { "'k' .. i", true },       { "-i", true }, { "i + 0.5", true },
                 { "function() end", true }, { "{}", true }, { "i", false } };
    fixture.limits.lua_table_keys = 1000;
    for (size_t i = 0; i < TABLE_COUNT(keys); i++) {
        for (int count = 1000; count <= 3000; count += 2000) {
            char script[200];
            snprintf(script, sizeof script,
                     "local t = {} for i = 1, %d do t[%s] = i end return {status = 'Healthy'}",
                     count, keys[i].key);
            vt_opinion opinion = script_run(&fixture, VT_LUA_SAFE, true, script, "{}");
            if (keys[i].limited && count > 1024) {
                assert_string_equal(opinion.limit, "lua_table_keys");
            } else if (count < 1000 || !keys[i].limited) {
                assert_int_equal(opinion.kind, VT_OPINION_STATUS);
            }
        }
    }
    fixture.limits.lua_table_keys = vt_limits_or_default(NULL).lua_table_keys;
}

/* A zone without a name is shown as its offset. */
static void zones_are_shown(void **state) {
    (void)state;
    static const struct {
        int32_t seconds;
        const char *want;
    } zones[] = { { 0, "Healthy: UTC +0000 22" },
                  { 7200, "Healthy: +02 +0200 00" },
                  { -18000, "Healthy: -05 -0500 17" },
                  { 19800, "Healthy: +0530 +0530 03" },
                  { -12600, "Healthy: -0330 -0330 18" } };
    for (size_t i = 0; i < TABLE_COUNT(zones); i++) {
        fixture.zone_offset_seconds = zones[i].seconds;
        assert_string_equal(
            script_answer(&fixture, VT_LUA_SAFE, true,
                          "return {status = 'Healthy', message = os.date('%Z %z %H')}", "{}"),
            zones[i].want);
    }
    fixture.zone_offset_seconds = 0;
}

/* What the state keeps for all runs is not charged to the first one. */
static void first_run_is_charged_like_the_next(void **state) {
    (void)state;
    static const char *const scripts[] = {
        "return {status = 'Healthy'}",
        "return {status = 'Healthy', message = ('x'):rep(3) .. string.format('%d', "
        "math.floor(1.5))}",
        "local t = {} table.insert(t, os.time()) return {status = 'Healthy', message = "
        "utf8.char(65)}",
        "local ok = pcall(error) getmetatable('').a = 1 x = 1 return {status = 'Healthy'}",
        "for k in pairs(_G) do end for k in pairs(string) do end return {status = 'Healthy'}",
        "local f = function(...) return select('#', ...) end return {status = 'Healthy', message = "
        "tostring(#obj + f(1))}",
    };
    for (size_t i = 0; i < TABLE_COUNT(scripts); i++) {
        script_fixture fresh;
        script_fixture_init(&fresh);
        vt_opinion first = script_run(&fresh, VT_LUA_SAFE, true, scripts[i], "{\"a\":1}");
        assert_int_equal(first.kind, VT_OPINION_STATUS);
        uint64_t steps = first.steps;
        for (int run = 0; run < 3; run++) {
            vt_opinion next = script_run(&fresh, VT_LUA_SAFE, true, scripts[i], "{\"a\":1}");
            if (next.steps != steps) {
                fail_msg("%s: %d, then %d", scripts[i], (int)steps, (int)next.steps);
            }
        }
        script_fixture_done(&fresh);
    }
}

/* The steps of a thousand calls, which fail or do not. */
static uint64_t steps_of_calls(const char *function, bool *fails) {
    char script[200];
    snprintf(
        script, sizeof script,
        "local pcall, f, done = pcall, %s for i = 1, 1000 do done = pcall(f) end return {status "
        "= 'Healthy', message = tostring(done)}",
        function);
    vt_opinion opinion = script_run(&fixture, VT_LUA_SAFE, true, script, "{}");
    assert_int_equal(opinion.kind, VT_OPINION_STATUS);
    *fails = !vt_text_is(opinion.message, "true");
    return opinion.steps;
}

/* 10 steps for each call, and 100 more when it fails, also where a function has nothing else to charge for. */
static void every_call_is_charged(void **state) {
    (void)state;
    bool fails;
    const uint64_t none = steps_of_calls("function() end", &fails);
    vt_lua_allowed row;
    for (size_t index = 0; vt_lua_allowed_at(VT_LUA_SAFE, true, index, &row); index++) {
        if (row.is_value || strchr(row.library, ' ')) continue;
        char name[100];
        snprintf(name, sizeof name, "%s%s%s", row.library, *row.library ? "." : "", row.name);
        uint64_t steps = steps_of_calls(name, &fails);
        if (steps < none + (fails ? 108000 : 8000)) {
            fail_msg("%s: %d steps, and %d without it", name, (int)steps, (int)none);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(keys_are_limited),
                                        cmocka_unit_test(first_run_is_charged_like_the_next),
                                        cmocka_unit_test(every_call_is_charged),
                                        cmocka_unit_test(zones_are_shown) };
    script_fixture_init(&fixture);
    int failed =
        TABLE_RUN("what raises the cost", check, rows) + cmocka_run_group_tests(tests, NULL, NULL);
    script_fixture_done(&fixture);
    return failed;
}
