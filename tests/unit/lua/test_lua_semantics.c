/* Section 6.3 and Appendix D: where gopher-lua is not Lua 5.4. */
#include "support/script.h"
#include "support/table.h"

static script_bench bench;

static const struct row {
    TABLE_ROW;
    const char *script;
    const char *want;
    const char *object;
} rows[] = {
    /* clang-format off */
    { "numbers", "local function show(...) local t = {} for i = 1, select('#', ...) do t[i] = tostring((select(i, ...))) end return table.concat(t, '|') end return {status='Healthy', message=show(10/2, 2^31, 1e15, 1e16, 1e20, 2^63, 0.1+0.2, 100/3, -0.0, 1/0, -1/0, 0/0)}", "Healthy: 5|2147483648|1000000000000000|10000000000000000|1e+20|9.223372036854776e+18|0.30000000000000004|33.333333333333336|0|+Inf|-Inf|NaN", NULL },
    { "more numbers", "local function show(...) local t = {} for i = 1, select('#', ...) do t[i] = tostring((select(i, ...))) end return table.concat(t, '|') end return {status='Healthy', message=show(123456789.123, 1e-5, 9007199254740993, 9223372036854775807, 0.00012345, 999999.5, 1000000.5, 1e18)}", "Healthy: 1.23456789123e+08|1e-05|9007199254740992|9.223372036854776e+18|0.00012345|999999.5|1.0000005e+06|1000000000000000000", NULL },
    { "concatenated numbers", "return {status='Healthy', message=10/2 .. \",\" .. 0.5 .. 2^53}", "Healthy: 5,0.59007199254740992", NULL },
    { "tonumber", "local function show(...) local t = {} for i = 1, select('#', ...) do t[i] = tostring((select(i, ...))) end return table.concat(t, '|') end return {status='Healthy', message=show(tonumber(\"1e3\"), tonumber(\"1.5e3\"), tonumber(\"0x1F\"), tonumber(\"0x1.8\"), tonumber(\"99999999999999999999\"), tonumber(\" 10 \"), tonumber(\"+5\"), tonumber(\"- 5\"), tonumber(\"z\", 36))}", "Healthy: nil|1500|31|nil|nil|10|5|nil|35", NULL },
    { "text in arithmetic", "local function show(...) local t = {} for i = 1, select('#', ...) do t[i] = tostring((select(i, ...))) end return table.concat(t, '|') end return {status='Healthy', message=show(\"10\"+5, \"0x10\"+0, \"1e3\"+0, \"010\"+0, \"1_000\"+0, \"0b11\"+0, \"0o17\"+0, \"inf\"+0, \"nan\"+0, -\"3\")}", "Healthy: 15|16|1000|8|1000|3|15|+Inf|NaN|-3", NULL },
    { "format numbers", "local function show(...) local t = {} for i = 1, select('#', ...) do t[i] = tostring((select(i, ...))) end return table.concat(t, '|') end return {status='Healthy', message=show(string.format(\"%d\", 3.7), string.format(\"%d\", \"5\"), string.format(\"%d\", \"3.0\"), string.format(\"%d\", \"x\"), string.format(\"%g\", 123456789), string.format(\"%5.1f\", 2.25), string.format(\"%03d\", 7), string.format(\"%+d\", 7), string.format(\"%x\", 255))}", "Healthy: 3|5|3.0|0|1.23456789e+08|  2.2|007|+7|ff", NULL },
    { "format mistakes", "local function show(...) local t = {} for i = 1, select('#', ...) do t[i] = tostring((select(i, ...))) end return table.concat(t, '|') end return {status='Healthy', message=show(string.format(\"%d/%d\", 1), string.format(\"%s\"), string.format(\"%z\", 1), string.format(\"100%\"), string.format(\"%u\", 5))}", "Healthy: 1/%!d(MISSING)|%!s(MISSING)|%!z(int64=1)|100%!(NOVERB)|%!u(int64=5)", NULL },
    { "format others", "local function show(...) local t = {} for i = 1, select('#', ...) do t[i] = tostring((select(i, ...))) end return table.concat(t, '|') end return {status='Healthy', message=show(string.format(\"%s %s\", nil, true), string.format(\"%q\", \"a\\nb\"), string.format(\"%5s|%-5s|\", \"a\", \"b\"), string.format(\"%.2s\", \"hello\"), string.format(\"%c\", 233), string.format(\"%T\", 1), string.format(\"%[1]s%[1]s\", \"a\"))}", "Healthy: nil true|\"a\\nb\"|    a|b    ||he|é|lua.LNumber|aa", NULL },
    { "upper and lower", "local function show(...) local t = {} for i = 1, select('#', ...) do t[i] = tostring((select(i, ...))) end return table.concat(t, '|') end return {status='Healthy', message=show((\"éß\"):upper(), (\"ÉЖ\"):lower())}", "Healthy: Éß|éж", NULL },
    { "rep has no separator", "return {status='Healthy', message=(\"x\"):rep(2, \",\")}", "Healthy: xx", NULL },
    { "find of nothing", "local function show(...) local t = {} for i = 1, select('#', ...) do t[i] = tostring((select(i, ...))) end return table.concat(t, '|') end return {status='Healthy', message=show((\"hello\"):find(\"\", 10))}", "Healthy: 1|0", NULL },
    { "frontier and stray percent", "local function show(...) local t = {} for i = 1, select('#', ...) do t[i] = tostring((select(i, ...))) end return table.concat(t, '|') end return {status='Healthy', message=show((\"THE (quick) fox\"):match(\"%f[%a]%a+\"), (\"a%\"):find(\"%\", 1, true), (\"x\"):gsub(\"x\", \"%\"))}", "Healthy: fox|2|%|1", NULL },
    { "captures", "local function show(...) local t = {} for i = 1, select('#', ...) do t[i] = tostring((select(i, ...))) end return table.concat(t, '|') end return {status='Healthy', message=show((\"key=val\"):match(\"(%w+)=(%w+)\"))}", "Healthy: key|val", NULL },
    { "balance and back reference", "local function show(...) local t = {} for i = 1, select('#', ...) do t[i] = tostring((select(i, ...))) end return table.concat(t, '|') end return {status='Healthy', message=show(((\"x((y))z\"):match(\"%b()\")), ((\"abab\"):match(\"(ab)%1\")), ((\"abc\"):match(\"()b\")))}", "Healthy: ((y))|ab|2", NULL },
    { "gsub", "local function show(...) local t = {} for i = 1, select('#', ...) do t[i] = tostring((select(i, ...))) end return table.concat(t, '|') end return {status='Healthy', message=show((\"abc\"):gsub(\"b*\", \"-\"))}", "Healthy: -a--c-|4", NULL },
    { "gsub of a table", "local function show(...) local t = {} for i = 1, select('#', ...) do t[i] = tostring((select(i, ...))) end return table.concat(t, '|') end return {status='Healthy', message=show((\"abc\"):gsub(\".\", {a=1, b=true}))}", "Healthy: 1c|3", NULL },
    { "gsub of a function", "local function show(...) local t = {} for i = 1, select('#', ...) do t[i] = tostring((select(i, ...))) end return table.concat(t, '|') end return {status='Healthy', message=show((\"hello\"):gsub(\"l\", function(c) return c:upper() end))}", "Healthy: heLLo|2", NULL },
    { "pattern errors", "local function show(...) local t = {} for i = 1, select('#', ...) do t[i] = tostring((select(i, ...))) end return table.concat(t, '|') end return {status='Healthy', message=show(select(2, pcall(string.find, \"a\", \"(\")), select(2, pcall(string.find, \"a\", \"[a\")), select(2, pcall(string.find, \"a\", \"a)\")), select(2, pcall(string.find, \"a\", \"%0\")))}", "Healthy: <string>:1: unfinished capture at EOS|<string>:1: unexpected EOS at 1|<string>:1: invalid ')' at 0|<string>:1: invalid capture index at 0", NULL },
    { "match that fails gives no value", "return tostring(string.match(\"a\", \"b\"))", "error: <string>:1: bad argument #1 to tostring (value expected)", NULL },
    { "gmatch", "local o = \"\" for w in (\"a,b,,c\"):gmatch(\"[^,]*\") do o = o .. \"<\" .. w .. \">\" end return {status='Healthy', message=o}", "Healthy: <a><><b><><><c><>", NULL },
    { "5.1 names", "local function show(...) local t = {} for i = 1, select('#', ...) do t[i] = tostring((select(i, ...))) end return table.concat(t, '|') end return {status='Healthy', message=show(table.getn({1, 2}), table.maxn({1, 2, nil, 4}), unpack({1, 2}))}", "Healthy: 2|4|1|2", NULL },
    { "math of 5.1", "local function show(...) local t = {} for i = 1, select('#', ...) do t[i] = tostring((select(i, ...))) end return table.concat(t, '|') end return {status='Healthy', message=show(math.pow(2, 3), math.mod(7, 3), math.log10(100), math.huge, math.floor(\"3.7\"))}", "Healthy: 8|1|2|1.7976931348623157e+308|3", NULL },
    { "no names of 5.4", "local function show(...) local t = {} for i = 1, select('#', ...) do t[i] = tostring((select(i, ...))) end return table.concat(t, '|') end return {status='Healthy', message=show(table.unpack, table.pack, rawlen, math.type, utf8)}", "Healthy: nil|nil|nil|nil|nil", NULL },
    { "length with holes", "local t = {} t[1], t[2], t[4] = 1, 2, 4 return {status='Healthy', message=#t .. \"\"}", "Healthy: 4", NULL },
    { "insert beyond", "local t = {1, 2} table.insert(t, 5, \"x\") return {status='Healthy', message=#t .. \"\"}", "Healthy: 5", NULL },
    { "remove out of range", "local function show(...) local t = {} for i = 1, select('#', ...) do t[i] = tostring((select(i, ...))) end return table.concat(t, '|') end return {status='Healthy', message=show(table.remove({1, 2}, 5), table.remove({1, 2}, -5), table.remove({}))}", "Healthy: nil|2|nil", NULL },
    { "__len of a table", "return {status='Healthy', message=#setmetatable({}, {__len = function() return 42 end}) .. \"\"}", "Healthy: 42", NULL },
    { "__eq of two metatables", "local function show(...) local t = {} for i = 1, select('#', ...) do t[i] = tostring((select(i, ...))) end return table.concat(t, '|') end return {status='Healthy', message=show(setmetatable({}, {__eq = function() return true end}) == setmetatable({}, {__eq = function() return true end}))}", "Healthy: false", NULL },
    { "__lt of two metatables", "return setmetatable({}, {__lt = print}) < setmetatable({}, {})", "error: <string>:1: attempt to compare table with table", NULL },
    { "__gc means nothing", "local function show(...) local t = {} for i = 1, select('#', ...) do t[i] = tostring((select(i, ...))) end return table.concat(t, '|') end return {status='Healthy', message=show(getmetatable(setmetatable({}, {__gc = 5})).__gc)}", "Healthy: 5", NULL },
    { "getmetatable gives it back", "local m = {} local function show(...) local t = {} for i = 1, select('#', ...) do t[i] = tostring((select(i, ...))) end return table.concat(t, '|') end return {status='Healthy', message=show(getmetatable(setmetatable({}, m)) == m, getmetatable(setmetatable({}, {__metatable = \"x\"})))}", "Healthy: true|x", NULL },
    { "accepted without error", "local function show(...) local t = {} for i = 1, select('#', ...) do t[i] = tostring((select(i, ...))) end return table.concat(t, '|') end return {status='Healthy', message=show(setmetatable(1, {}), type(setmetatable({})), next({}, \"nope\"), select(\"#\", collectgarbage()))}", "Healthy: 1|table|nil|0", NULL },
    { "type errors", "local function show(...) local t = {} for i = 1, select('#', ...) do t[i] = tostring((select(i, ...))) end return table.concat(t, '|') end return {status='Healthy', message=show(select(2, pcall(string.sub, \"hello\", \"2\")), select(2, pcall(select, \"2\", 1)), select(2, pcall(table.concat, {}, 5)))}", "Healthy: <string>:1: bad argument #2 to (anonymous) (number expected, got string)|<string>:1: bad argument #1 to (anonymous) (invalid string '2')|<string>:1: bad argument #2 to (anonymous) (string expected, got number)", NULL },
    { "hidden arg", "local function f(...) return arg.n end local function g(...) return type(arg), ... end local function show(...) local t = {} for i = 1, select('#', ...) do t[i] = tostring((select(i, ...))) end return table.concat(t, '|') end return {status='Healthy', message=show(f(1, 2), (g()))}", "Healthy: 2|nil", NULL },
    { "step of 0", "for i = 1, 2, 0 do error(\"x\") end return {status='Healthy', message=\"none\"}", "Healthy: none", NULL },
    { "integers never wrap", "local function show(...) local t = {} for i = 1, select('#', ...) do t[i] = tostring((select(i, ...))) end return table.concat(t, '|') end return {status='Healthy', message=show(9007199254740992 * 4096, #{1, 2} % 0)}", "Healthy: 3.6893488147419103e+19|NaN", NULL },
    { "sort with a comparator that lies", "local t = {} for i = 1, 50 do t[i] = 51 - i end table.sort(t, function() return true end) return {status='Healthy', message=#t .. \"\"}", "Healthy: 50", NULL },
    { "sort", "local t = {} for i = 1, 50 do t[i] = (i * 37) % 50 end table.sort(t) local function show(...) local t = {} for i = 1, select('#', ...) do t[i] = tostring((select(i, ...))) end return table.concat(t, '|') end return {status='Healthy', message=show(t[1], t[25], t[50])}", "Healthy: 0|24|49", NULL },
    { "setfenv", "local f = function() return zz end setfenv(f, {zz = \"env\"}) local function show(...) local t = {} for i = 1, select('#', ...) do t[i] = tostring((select(i, ...))) end return table.concat(t, '|') end return {status='Healthy', message=show(f(), zz, getfenv() == _G)}", "Healthy: env|nil|true", NULL },
    { "coroutines", "local c = coroutine.wrap(function(a) local b = coroutine.yield(a + 1) return b * 2 end) local function show(...) local t = {} for i = 1, select('#', ...) do t[i] = tostring((select(i, ...))) end return table.concat(t, '|') end return {status='Healthy', message=show(c(1), c(5))}", "Healthy: 2|10", NULL },
    { "a coroutine that errs", "local function show(...) local t = {} for i = 1, select('#', ...) do t[i] = tostring((select(i, ...))) end return table.concat(t, '|') end return {status='Healthy', message=show(coroutine.resume(coroutine.create(function() local x = nil + 1 end)))}", "Healthy: false|<string>:1: cannot perform add operation between nil and number", NULL },
    { "order of a table written down", "local o = \"\" for k in pairs({z = 1, a = 2, m = 3}) do o = o .. k end return {status='Healthy', message=o}", "Healthy: zam", NULL },
    { "order of a map collected from obj", "local t, o = {}, \"\" for _, c in ipairs(obj.list) do t[c.name] = true end for k in pairs(t) do o = o .. k end return {status='Healthy', message=o}", "Healthy: zby", "{\"list\":[{\"name\":\"z\"},{\"name\":\"b\"},{\"name\":\"y\"}]}" },
    { "order of obj", "local o = \"\" for k, v in pairs(obj) do o = o .. k .. v end return {status='Healthy', message=o}", "Healthy: z1a2m3", "{\"z\":1,\"a\":2,\"gone\":null,\"m\":3}" },
    { "order of obj with keys added", "obj[1] = \"i\" obj.q = 4 obj.a = nil local o = \"\" for k, v in pairs(obj) do o = o .. k .. v end return {status='Healthy', message=o}", "Healthy: 1iz1m3q4", "{\"z\":1,\"a\":2,\"m\":3}" },
    { "null in a list", "local function show(...) local t = {} for i = 1, select('#', ...) do t[i] = tostring((select(i, ...))) end return table.concat(t, '|') end return {status='Healthy', message=show(#obj.a, obj.a[2])}", "Healthy: 2|c", "{\"a\":[\"a\",null,\"c\"]}" },
    { "null in a map", "local function show(...) local t = {} for i = 1, select('#', ...) do t[i] = tostring((select(i, ...))) end return table.concat(t, '|') end return {status='Healthy', message=show(next(obj.a), obj.a.x)}", "Healthy: nil|nil", "{\"a\":{\"x\":null}}" },
    { "empty list and map", "local function show(...) local t = {} for i = 1, select('#', ...) do t[i] = tostring((select(i, ...))) end return table.concat(t, '|') end return {status='Healthy', message=show(next(obj.a), next(obj.b), #obj.b)}", "Healthy: nil|nil|0", "{\"a\":[],\"b\":{}}" },
    { "large integer of obj", "local function show(...) local t = {} for i = 1, select('#', ...) do t[i] = tostring((select(i, ...))) end return table.concat(t, '|') end return {status='Healthy', message=show(obj.n)}", "Healthy: 9007199254740992", "{\"n\":9007199254740993}" },
    /* clang-format on */
};

static void check(void **state) {
    const struct row *row = *state;
    const char *answer =
        script_answer(&bench, VT_LUA_ARGOCD, true, row->script, row->object ? row->object : "{}");
    assert_string_equal(answer, row->want);
}

int main(void) {
    script_bench_init(&bench);
    int failed = TABLE_RUN("lua_semantics", check, rows);
    script_bench_done(&bench);
    return failed;
}
