/* Values that scripts pass to C functions which expect another type. */
#include "base/run/limits.h"
#include "support/script.h"

#define MESSAGE_OF(call)                                                                           \
    "local ok, e = pcall(function() return " call " end) "                                         \
    "return {status='Healthy', message=tostring(e)}"

static const script_row rows[] = {
    /* clang-format off */
    { "gmatch is given a proxy", "local f = string.gmatch('aaaa', 'a') f(newproxy())", "error: <string>:1: bad argument #1 to f (iterator of gmatch expected, got another userdata)", NULL },
    { "gmatch is given a proxy with a metatable", "local f, u = string.gmatch('aaaa', 'a') local p = newproxy(true) setmetatable(p, getmetatable(u)) f(p)", "error: <string>:1: bad argument #1 to f (iterator of gmatch expected, got another userdata)", NULL },
    { "gmatch is given a proxy after memory was groomed", "local f = string.gmatch('aaaa', 'a') local keep = {} for i = 1, 400 do keep[#keep + 1] = newproxy() keep[#keep + 1] = ('ABCDEFGH'):rep(6) .. i end for i = 1, #keep, 2 do pcall(f, keep[i]) end return {status='Healthy', message='none'}", "Healthy: none", NULL },
    { "gmatch is given a table", "local f = string.gmatch('aaaa', 'a') f({})", "error: <string>:1: bad argument #1 to f (userdata expected, got table)", NULL },
    { "gmatch is given nothing", "local f = string.gmatch('aaaa', 'a') f()", "error: <string>:1: bad argument #1 to f (userdata expected, got nil)", NULL },
    { "gmatch is given the state of another search", "local f = string.gmatch('x', 'x') local _, u = string.gmatch('yz', '%a') return {status='Healthy', message=f(u) .. f(u) .. select('#', f(u))}", "Healthy: yz0", NULL },
    { "the state of a search gets a metatable", "local f, u = string.gmatch('yz', '%a') setmetatable(u, {__index = error, __len = error}) return {status='Healthy', message=f(u) .. f(u)}", "Healthy: yz", NULL },

    { "__tostring of numbers gives a table", "setmetatable(0, {__tostring = function() return {} end}) require(5)", "error: <string>:1: module 5 not found:\n\tno field package.preload['5']\n\tstat ./5.lua: no such file or directory\n\tstat /usr/local/share/lua/5.1/5.lua: no such file or directory\n\tstat /usr/local/share/lua/5.1/5/init.lua: no such file or directory, ", NULL },
    { "__tostring of numbers, string.rep", "setmetatable(0, {__tostring = function() return {} end}) return {status='Healthy', message=string.rep(12, 2)}", "Healthy: 1212", NULL },
    { "__tostring of numbers, string.find", "setmetatable(0, {__tostring = function() return nil end}) return {status='Healthy', message=string.match(4215, 21)}", "Healthy: 21", NULL },
    { "__tostring of numbers, string.gsub", "setmetatable(0, {__tostring = function() return false end}) return {status='Healthy', message=(string.gsub(4215, 21, 'x'))}", "Healthy: 4x5", NULL },
    { "__tostring of numbers, string.format", "setmetatable(0, {__tostring = function() return {} end}) return {status='Healthy', message=string.format(5)}", "Healthy: 5", NULL },
    { "__tostring of numbers, table.concat", "setmetatable(0, {__tostring = function() return {} end}) return {status='Healthy', message=table.concat({1, 'a', 2}, '0')}", "Healthy: 10a02", NULL },
    { "__tostring of numbers, loadstring", "setmetatable(0, {__tostring = function() return {} end}) loadstring(5)", "error: <string>:1: loadstring is not available here: scripts cannot compile code at run time", NULL },
    { "__tostring of numbers, os.date", "setmetatable(0, {__tostring = function() return {} end}) return {status='Healthy', message=type(os.date(5))}", "Healthy: string", NULL },
    { "__tostring that gives a table, print", "setmetatable(0, {__tostring = function() return {} end}) print(5) return {status='Healthy'}", "Healthy: ", NULL },
    { "__tostring of a key that is missing", "setmetatable(0, {__tostring = function() return {} end}) " MESSAGE_OF("(nil)[5]"), "Healthy: <string>:1: attempt to index a non-table object(nil) with key '5'", NULL },
    { "tostring gives what __tostring gives", "return {status='Healthy', message=type(tostring(setmetatable({}, {__tostring = function() return {} end})))}", "Healthy: table", NULL },

    { "resume of a thread without room for its arguments", "local co = coroutine.create(function() local function f(n, ...) if n == 0 then coroutine.yield() return 0 end return 1 + f(n - 1, ...) end f(198, unpack({}, 1, 5000)) end) assert(coroutine.resume(co)) local ok, e = pcall(coroutine.resume, co, unpack({}, 1, 5000)) return {status='Healthy', message=tostring(e)}", "Healthy: <string>:1: too many arguments to resume", NULL },
    { "a thread without room is resumed with fewer", "local co = coroutine.create(function() local function f(n, ...) if n == 0 then return coroutine.yield() end return (f(n - 1, ...)) end return f(198, unpack({}, 1, 5000)) end) assert(coroutine.resume(co)) pcall(coroutine.resume, co, unpack({}, 1, 5000)) local ok, v = coroutine.resume(co, 'x') return {status='Healthy', message=v}", "Healthy: x", NULL },
    /* clang-format on */
};

/* Whatever document_depth is, a nested result uses little of the C stack. */
static void nested_result(void **state) {
    (void)state;
    script_fixture fixture;
    script_fixture_init(&fixture);
    fixture.limits.document_depth = 1000000;
    fixture.limits.lua_memory_bytes = 500000000;
    fixture.limits.lua_steps = 2000000000;
    fixture.limits = vt_limits_or_default(&fixture.limits);
    vt_lua_state_free(fixture.lua);
    assert_int_equal(vt_lua_state_new(NULL, &fixture.limits, &fixture.lua), VITALS_OK);
    vt_opinion opinion = script_run(
        &fixture, VT_LUA_ARGOCD, true,
        "local t = {} local r = t for i = 1, 200000 do r.a = {} r = r.a end return t", "{}");
    assert_int_equal(opinion.kind, VT_OPINION_FAILED);
    assert_string_equal(opinion.limit, "document_depth");
    script_fixture_done(&fixture);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(nested_result) };
    return SCRIPT_TABLE_RUN("values of unexpected types", VT_LUA_ARGOCD, true, rows) +
           cmocka_run_group_tests(tests, NULL, NULL);
}
