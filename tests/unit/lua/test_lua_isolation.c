/* A run leaves nothing behind for another run or object; the same input gives the same bytes. */
#include "support/script.h"
#include "support/table.h"

static script_fixture fixture;

/* `first` and then `second` run in the same state; `second` must answer `want`. */
static const struct row {
    TABLE_ROW;
    const char *first;
    const char *second;
    const char *want;
} rows[] = {
    /* clang-format off */
    { "a global", "x = 1", "return {status='Healthy', message=tostring(x)}", "Healthy: nil" },
    { "a global taken away", "print = nil ipairs = nil", "return {status='Healthy', message=type(print) .. type(ipairs)}", "Healthy: functionfunction" },
    { "a function of table replaced", "table.concat = function() return 'bad' end", "return {status='Healthy', message=table.concat({'good'})}", "Healthy: good" },
    { "a function of string taken away", "string.upper = nil", "return {status='Healthy', message=('x'):upper()}", "Healthy: X" },
    { "a field added to a library", "math.x = 1 os.x = 1", "return {status='Healthy', message=tostring(math.x) .. tostring(os.x)}", "Healthy: nilnil" },
    { "the library of require", "require('os').time = function() return 1 end", "return {status='Healthy', message=tostring(require('os').time())}", "Healthy: 1700000000" },
    { "_G listed and changed", "for k in pairs(_G) do _G[k] = nil end", "return {status='Healthy', message=type(tostring) .. tostring(_G._G == _G)}", "Healthy: functiontrue" },
    { "a metatable of _G", "setmetatable(_G, {__index = function() return 'bad' end})", "return {status='Healthy', message=tostring(nope)}", "Healthy: nil" },
    { "the metatable of strings", "getmetatable('').__index = function() return function() return 'bad' end end", "return {status='Healthy', message=('x'):upper()}", "Healthy: X" },
    { "a metatable of numbers", "setmetatable(1, {__index = {x = 'bad'}})", "local ok, e = pcall(function() return (1).x end) return {status='Healthy', message=e}", "Healthy: <string>:1: attempt to index a non-table object(number) with key 'x'" },
    { "obj changed", "obj.kind = 'bad' obj.list[1] = 'bad' obj.map.a = nil", "return {status='Healthy', message=obj.kind .. obj.list[1] .. obj.map.a}", "Healthy: Widget1x" },
    { "obj replaced", "obj = nil actionParams = 5", "return {status='Healthy', message=type(obj) .. type(actionParams)}", "Healthy: tabletable" },
    { "given names assigned twice", "", "type = 5 type = nil table = 1 table = nil actionParams = 1 actionParams = nil _G = 1 _G = nil obj = 1 obj = nil return {status='Healthy', message=tostring(type) .. tostring(table) .. tostring(actionParams) .. tostring(_G) .. tostring(obj)}", "Healthy: nilnilnilnilnil" },
    { "_G without reading it", "", "local names = {} for k in pairs(getfenv(1)) do names[k] = true end return {status='Healthy', message=tostring(names._G and names.actionParams and names.obj and names.table and names.type)}", "Healthy: true" },
    { "the seed of chance", "math.randomseed(5) math.random()", "math.randomseed(7) local a = math.random(1000) math.randomseed(7) return {status='Healthy', message=tostring(a == math.random(1000))}", "Healthy: true" },
    { "environments", "setfenv(1, {}) x = 1", "return {status='Healthy', message=type(print)}", "Healthy: function" },
    { "package", "package.path = 'bad' package.loaded.x = 1", "return {status='Healthy', message=tostring(package.path == 'bad') .. tostring(package.loaded.x)}", "Healthy: falsenil" },
    { "a coroutine left behind", "x = coroutine.wrap(function() coroutine.yield() error('bad') end) x()", "return {status='Healthy', message=tostring(x)}", "Healthy: nil" },
    { "numbers instead of addresses", "tostring({}) tostring({})", "return {status='Healthy', message=tostring({})}", "Healthy: table: 0x00000001" },
    { "an error", "error('bad')", "return {status='Healthy', message='good'}", "Healthy: good" },
    { "an abort", "while true do end", "return {status='Healthy', message=tostring(x) .. ('x'):upper()}", "Healthy: nilX" },
    /* clang-format on */
};

static const char object[] = "{\"kind\":\"Widget\",\"list\":[1,2],\"map\":{\"a\":\"x\"}}";

static void check(void **state) {
    const struct row *row = *state;
    for (int round = 0; round < 2; round++) {
        script_run(&fixture, VT_LUA_ARGOCD, true, row->first, object);
        assert_string_equal(script_answer(&fixture, VT_LUA_ARGOCD, true, row->second, object),
                            row->want);
    }
}

/* Every state has its own hash seed, which must not show in the answer. */
static void check_same_in_every_state(void **state) {
    (void)state;
    static const char script[] =
        "local t, o = {}, '' for i = 1, 100 do t['k' .. (i * 37) % 101] = i end t[true] = 0 t[0.5] "
        "= 0 "
        "for k, v in pairs(t) do o = o .. tostring(k) .. tostring(v) end "
        "for k in pairs(_G) do o = o .. k end "
        "return {status='Healthy', message=o .. tostring({}) .. math.random()}";
    char *first = NULL;
    for (int round = 0; round < 20; round++) {
        script_fixture other;
        script_fixture_init(&other);
        const char *answer = script_answer(&other, VT_LUA_ARGOCD, true, script, object);
        if (first) {
            assert_string_equal(answer, first);
        } else {
            first = strdup(answer);
        }
        script_fixture_done(&other);
    }
    free(first);
}

/* ------------------------------------------------------------------------ steps */

/* Scripts that leave much behind in a state: strings, a deep stack, garbage, and compiled code. */
static const char *const before[] = {
    "local t = {} for i = 1, 3000 do t[i] = 'key' .. i end return {status = 'Healthy'}",
    "local function f(n) if n > 0 then return 1 + f(n - 1) end return 0 end f(150) return {status "
    "= 'Healthy'}",
    "local t = {} for i = 1, 20000 do t[i] = {i} end return {status = 'Healthy'}",
    "local t = {} for i = 1, 4000 do t[i] = i end return {status = 'Healthy', message = "
    "tostring(select('#', unpack(t)))}",
    "local s = '' for i = 1, 400 do s = s .. 'key' .. i end return {status = 'Healthy', message = "
    "s}",
};

static const struct steps_row {
    TABLE_ROW;
    const char *script;
} steps_rows[] = {
    /* clang-format off */
    { "short strings", "local n = 0 for i = 1, 3000 do n = n + #('key' .. i) end return {status = 'Healthy', message = tostring(n)}" },
    { "keys of a table", "local t = {} for i = 1, 1000 do t['key' .. i] = i end return {status = 'Healthy'}" },
    { "long strings", "local s = '' for i = 1, 200 do s = s .. 'key' .. i end return {status = 'Healthy', message = s}" },
    { "deep calls", "local function f(n) if n > 0 then return 1 + f(n - 1) end return 0 end return {status = 'Healthy', message = tostring(f(100))}" },
    { "much garbage", "for i = 1, 60000 do local t = {i, {}} end return {status = 'Healthy'}" },
    { "much garbage from functions", "for i = 1, 60000 do local t = {tostring(i)} end return {status = 'Healthy'}" },
    { "parts of the object", "local n = 0 for k, v in pairs(obj.map) do n = n + #k end for i, v in ipairs(obj.list) do n = n + v end return {status = 'Healthy', message = tostring(n)}" },
    { "functions of strings", "local n = 0 for i = 1, 300 do n = n + #string.upper('key' .. i) + #string.format('%d-%s', i, 'a') end return {status = 'Healthy', message = tostring(n)}" },
    { "an error that is caught", "for i = 1, 50 do pcall(error, 'e' .. i) end return {status = 'Healthy'}" },
    { "coroutines", "local n = 0 for i = 1, 50 do local c = coroutine.wrap(function(a) local b = coroutine.yield(a) return b end) n = n + c(1) + c(2) end return {status = 'Healthy'}" },
    /* clang-format on */
};

static uint64_t steps_of(script_fixture *in, const char *script) {
    vt_opinion opinion = script_run(in, VT_LUA_ARGOCD, true, script, object);
    return opinion.steps;
}

/* What a script is charged does not depend on the runs before it. */
static void check_steps(void **state) {
    const struct steps_row *row = *state;
    script_fixture alone;
    script_fixture_init(&alone);
    uint64_t steps = steps_of(&alone, row->script);
    assert_true(steps > 100);
    assert_int_equal(steps_of(&alone, row->script), steps);
    script_fixture_done(&alone);
    for (size_t first = 0; first < TABLE_COUNT(before); first++) {
        script_fixture after;
        script_fixture_init(&after);
        for (size_t i = 0; i <= first; i++) steps_of(&after, before[i]);
        for (size_t i = 0; i < TABLE_COUNT(steps_rows); i++) steps_of(&after, steps_rows[i].script);
        uint64_t charged = steps_of(&after, row->script);
        if (charged != steps)
            fail_msg("%zu scripts before: %llu steps instead of %llu", first + 1,
                     (unsigned long long)charged, (unsigned long long)steps);
        script_fixture_done(&after);
    }
}

int main(void) {
    script_fixture_init(&fixture);
    int failed = TABLE_RUN("lua isolation", check, rows);
    failed += TABLE_RUN("steps after other runs", check_steps, steps_rows);
    const struct CMUnitTest same = cmocka_unit_test(check_same_in_every_state);
    failed += _cmocka_run_group_tests("lua determinism", &same, 1, NULL, NULL);
    script_fixture_done(&fixture);
    return failed;
}
