/* Parts of obj are read member by member, and no script can see it: whatever a script has read before,
** it gets the same answer as from a table that was traversed first and so holds everything. */
#include <stdio.h>

#include "support/script.h"

#define OBJECT                                                                                     \
    "{\"s\":{\"m\":{\"x\":1,\"y\":{\"z\":2}},\"gone\":null,\"a\":1,\"l\":[1,null,{\"k\":2}],"      \
    "\"a\":2,\"t\":\"text\",\"f\":false}}"

/* What is read before, each alone and together with others. */
static const char *const reads[] = { "local _ = s.m ",
                                     "local _ = s.a ",
                                     "local _ = s.gone or s.none ",
                                     "local _ = s.l or s[1] or s[true] ",
                                     "local _ = s.m.y.z ",
                                     "local _ = s.t .. tostring(s.f) ",
                                     "local _ = next(s) or next(s.m) " };

/* What is done then. */
static const struct row {
    TABLE_ROW;
    const char *code;
} rows[] = {
    /* clang-format off */
    { "nothing", "" },
    { "a member is removed", "s.a = nil" },
    { "a map is removed", "s.m = nil" },
    { "a member is removed and set again", "s.a = nil s.a = 'new'" },
    { "a member is removed twice", "s.a = nil s.a = nil" },
    { "a member is changed", "s.a = 'new'" },
    { "a map is changed", "s.m = { other = 1 }" },
    { "a member of a member is removed", "s.m.x = nil" },
    { "a member of a member is added", "s.m.new = s.m.x" },
    { "a member is added", "s.z = 1" },
    { "a member that is null is set", "s.gone = 3" },
    { "a member that is missing is removed", "s.none = nil" },
    { "an index is added", "s[1] = 'one'" },
    { "rawset", "rawset(s, 'a', nil) rawset(s, 'q', rawget(s, 't'))" },
    { "rawget", "s.q = tostring(rawget(s, 'a')) .. tostring(rawget(s, 'gone'))" },
    { "removed by rawset, then read", "rawset(s, 'm', nil) s.q = tostring(s.m)" },
    { "next", "s.q = next(s) s.r = next(s, 'm')" },
    { "next of what was emptied", "s.m = nil s.a = nil s.l = nil s.t = nil s.q = next(s) s.f = nil" },
    { "next after the first was removed", "s.m = nil s.q = next(s) s.r = next(s, s.q)" },
    { "next with the first changed", "s.m = 5 local k, v = next(s) s.q = k .. v" },
    { "a traversal inside a traversal", "local o = '' for k in pairs(s) do o = o .. k for i, v in pairs(s.m) do o = o .. i if v == 1 then s.m.x = nil end end end s.q = o" },
    { "length", "s.q = #s + #s.l s.r = table.getn(s)" },
    { "table.insert", "table.insert(s, 'one') table.insert(s.l, 'more')" },
    { "a list is shortened", "table.remove(s.l)" },
    { "removed while traversed", "for k in pairs(s) do s[k] = nil end" },
    { "removed before it is traversed", "s.t = nil for k, v in pairs(s) do s[k] = tostring(v) == k end" },
    { "a member is the same table each time", "local m = s.m for k, v in pairs(s) do if v == m then s.q = k end end s.r = s.m == m" },
    { "the same list each time", "local l = s.l s.q = l == s.l and rawequal(l, rawget(s, 'l'))" },
    { "a metatable", "setmetatable(s, { __index = function(_, k) return k .. '?' end }) s.q = s.none .. s.t" },
    { "a part as __index", "local t = setmetatable({}, { __index = s }) s.q = tostring(t.a) .. tostring(t.none)" },
    { "a part as __newindex", "local t = setmetatable({}, { __newindex = s }) t.q = 5 t.a = nil" },
    { "moved", "obj.moved = s.m s.m = nil s.q = obj.moved.y.z" },
    /* clang-format on */
};

/* A text of everything in s, in the order of traversal, and of what its names give. */
#define SHOW                                                                                       \
    " local function show(t) if type(t) ~= 'table' then return tostring(t) end local o = '{'"      \
    " for k, v in pairs(t) do o = o .. tostring(k) .. '=' .. show(v) .. ' ' end return o .. '}' "  \
    "end"                                                                                          \
    " local o = '' for _, k in ipairs({ 'm', 'gone', 'a', 'l', 't', 'f', 'q', 'r', 'none' }) do"   \
    " o = o .. show(s[k]) .. ',' end return { status = 'Healthy', message = o .. show(s) }"

static script_fixture fixture;

/* The first read fills the table: a traversal. */
#define FILL "for _ in pairs(s) do end for _ in pairs(s.m) do end for _ in pairs(s.m.y) do end "

static void answer(const char *before, const char *code, char out[1000]) {
    char script[3000];
    snprintf(script, sizeof script, "local s = obj.s %s %s " SHOW, before, code);
    snprintf(out, 1000, "%s", script_answer(&fixture, VT_LUA_ARGOCD, true, script, OBJECT));
}

static void check(void **state) {
    const struct row *row = *state;
    char want[1000], got[1000], before[1000];
    answer(FILL, row->code, want);
    if (strncmp(want, "Healthy: ", 9) != 0) fail_msg("%s", want);
    for (unsigned some = 0; some < 1U << TABLE_COUNT(reads); some++) {
        size_t at = 0;
        for (size_t i = 0; i < TABLE_COUNT(reads); i++) {
            const char *read = some >> i & 1 ? reads[i] : "";
            at += (size_t)snprintf(before + at, sizeof before - at, "%s", read);
        }
        answer(before, row->code, got);
        assert_string_equal(got, want);
    }
}

/* Maps on both sides of the size up to which members are read one by one. */
static void all_sizes(void **state) {
    (void)state;
    static char object[5000];
    char want[100];
    for (int count = 1; count <= 70; count++) {
        size_t at = (size_t)snprintf(object, sizeof object, "{\"s\":{\"k0\":0");
        for (int i = 1; i < count; i++) {
            at += (size_t)snprintf(object + at, sizeof object - at, ",\"k%d\":%d", i, i);
        }
        snprintf(object + at, sizeof object - at, "}}");
        char script[500];
        snprintf(script, sizeof script,
                 "local s, n, sum = obj.s, 0, 0 sum = s.k0 + s.k%d s.k%d = nil "
                 "for k, v in pairs(s) do n = n + 1 sum = sum + v end "
                 "return { status = 'Healthy', message = n .. ' ' .. sum .. tostring(s.k%d) }",
                 count - 1, count - 1, count - 1);
        snprintf(want, sizeof want, "Healthy: %d %dnil", count - 1, count * (count - 1) / 2);
        assert_string_equal(script_answer(&fixture, VT_LUA_ARGOCD, true, script, object), want);
    }
}

/* Limit lua_object_values counts a member once, however it is read. */
static void members_count_once(void **state) {
    (void)state;
    static const char *const scripts[] = {
        "local s = obj.s for _ in pairs(s) do end return { status = 'Healthy' }",
        "local s = obj.s local _ = s.a for _ in pairs(s) do end return { status = 'Healthy' }",
        "local s = obj.s local _ = s.a or s.a s.a = nil _ = s.a for _ in pairs(s) do end "
        "return { status = 'Healthy' }",
        "local s = obj.s local _ = s.a and s.b and s.c for _ in pairs(s) do end "
        "return { status = 'Healthy' }",
    };
    for (size_t i = 0; i < TABLE_COUNT(scripts); i++) {
        for (uint64_t most = 4; most <= 5; most++) { /* obj, s, and three members */
            fixture.limits.lua_object_values = most;
            vt_opinion opinion = script_run(&fixture, VT_LUA_ARGOCD, true, scripts[i],
                                            "{\"s\":{\"a\":1,\"b\":2,\"c\":3}}");
            if (most == 4) {
                assert_string_equal(opinion.limit, "lua_object_values");
            } else {
                assert_int_equal(opinion.kind, VT_OPINION_STATUS);
            }
        }
    }
    fixture.limits.lua_object_values = vt_limits_or_default(NULL).lua_object_values;
}

int main(void) {
    static const struct CMUnitTest tests[] = { cmocka_unit_test(all_sizes),
                                               cmocka_unit_test(members_count_once) };
    script_fixture_init(&fixture);
    int failed = TABLE_RUN("lua_parts", check, rows) + cmocka_run_group_tests(tests, NULL, NULL);
    script_fixture_done(&fixture);
    return failed;
}
