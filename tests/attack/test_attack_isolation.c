/*
** No attack changes what the next script answers: each runs before each of 50 ordinary checks in the
** same state, and every answer is the same, byte for byte, as in a new state.
*/
#include "attack/lua_attacks.h"

#include "support/script.h"

enum { ATTACK_STEPS = 30000 }; /* enough to leave everything behind that an attack leaves */

/* Checks that touch what attacks touch: globals, libraries, metatables, order, time, chance, errors. */
static const char *const checks[] = {
    /* clang-format off */
    "return {status = 'Healthy', message = obj.kind}",
    "local hs = {} if obj.status.phase == 'Ready' then hs.status = 'Healthy' else hs.status = 'Progressing' end hs.message = obj.status.message return hs",
    "for i, c in ipairs(obj.status.conditions) do if c.type == 'Ready' then return {status = c.status == 'True' and 'Healthy' or 'Degraded', message = c.message} end end",
    "local o = '' for k, v in pairs(obj.metadata.labels) do o = o .. k .. v end return {status = 'Healthy', message = o}",
    "local o = {} for k in pairs(_G) do o[#o + 1] = k end table.sort(o) return {status = 'Healthy', message = table.concat(o, ',')}",
    "local o = '' for k in pairs(_G) do o = o .. k end return {status = 'Healthy', message = o}",
    "local o = '' for k in pairs(string) do o = o .. k end return {status = 'Healthy', message = o}",
    "return {status = 'Healthy', message = ('x'):rep(3) .. ('abc'):upper() .. #'é'}",
    "return {status = 'Healthy', message = tostring(getmetatable('').__index == string)}",
    "return {status = 'Healthy', message = tostring(getmetatable(1)) .. tostring(getmetatable(true)) .. tostring(getmetatable(print))}",
    "return {status = 'Healthy', message = tostring({}) .. tostring(print) .. tostring({})}",
    "return {status = 'Healthy', message = tostring(x) .. tostring(t) .. tostring(s)}",
    "return {status = 'Healthy', message = math.random() .. ' ' .. math.random(100)}",
    "return {status = 'Healthy', message = os.time() .. os.date('%Y')}",
    "return {status = 'Healthy', message = require('os').time() .. type(require('table'))}",
    "return {status = 'Healthy', message = string.format('%d %s %5.2f %q', 1, 'a', 2.5, 'b')}",
    "return {status = 'Healthy', message = (('a-b-c'):gsub('-', '+')) .. ('key=value'):match('(%w+)=')}",
    "local o = '' for w in ('one two'):gmatch('%a+') do o = o .. w .. ';' end return {status = 'Healthy', message = o}",
    "local t = {5, 3, 8, 1} table.sort(t) return {status = 'Healthy', message = table.concat(t, ' ')}",
    "local t = {5, 3, 8, 1} table.insert(t, 1, 9) table.remove(t) return {status = 'Healthy', message = #t .. table.concat(t)}",
    "local t = {} t.b = 1 t.a = 2 t.c = 3 local o = '' for k in pairs(t) do o = o .. k end return {status = 'Healthy', message = o}",
    "local t = {z = 1, y = 2, x = 3} return {status = 'Healthy', message = next(t)}",
    "local t = setmetatable({}, {__index = function(t, k) return k .. '!' end}) return {status = 'Healthy', message = t.a}",
    "local t = setmetatable({}, {__len = function() return 5 end, __tostring = function() return 'T' end}) return {status = 'Healthy', message = #t .. tostring(t)}",
    "local p = newproxy(true) getmetatable(p).__index = function() return 'p' end return {status = 'Healthy', message = p.x}",
    "local ok, e = pcall(error, 'x') return {status = 'Healthy', message = e}",
    "local ok, e = pcall(function() return obj.none.field end) return {status = 'Healthy', message = e}",
    "local ok, e = xpcall(function() error('x') end, function(m) return m .. '!' end) return {status = 'Healthy', message = e}",
    "return {status = 'Healthy', message = obj.none.field}",
    "error('broken')",
    "return 5",
    "return nil",
    "return {status = 'Odd'}",
    "return {status = 'Healthy', list = {1, 2, nil, 4}}",
    "local f = coroutine.wrap(function(a) local b = coroutine.yield(a + 1) return b * 2 end) return {status = 'Healthy', message = f(1) .. f(5)}",
    "local c = coroutine.create(function() error('x') end) local ok, e = coroutine.resume(c) return {status = 'Healthy', message = e .. coroutine.status(c)}",
    "local c = coroutine.running() return {status = 'Healthy', message = tostring(c)}",
    "y = 1 return {status = 'Healthy', message = _G.y .. tostring(rawget(_G, 'y'))}",
    "setfenv(1, {}) return {status = 'Healthy'}",
    "return {status = 'Healthy', message = tostring(getfenv(0) == _G) .. tostring(getfenv(1) == _G)}",
    "return {status = 'Healthy', message = select('#', unpack({1, 2, 3})) .. select(2, 'a', 'b')}",
    "return {status = 'Healthy', message = tonumber('0x10') + tonumber('10') .. tostring(tonumber('z'))}",
    "local n = 0 for i = 1, 1000 do n = n + i end return {status = 'Healthy', message = n}",
    "local n = 0 while true do n = n + 1 if n > 100 then break end end return {status = 'Healthy', message = tostring(n)}",
    "local function f(n) if n == 0 then return 0 end return 1 + f(n - 1) end return {status = 'Healthy', message = tostring(f(100))}",
    "local s = {} for i = 1, 200 do s[i] = 'item' .. i end return {status = 'Healthy', message = table.concat(s, ',')}",
    "return {status = 'Healthy', message = #obj.status.conditions .. obj.status.conditions[1].type}",
    "obj.status.phase = 'Changed' return {status = 'Healthy', message = obj.status.phase}",
    "return {status = 'Healthy', message = tostring(package.loaded.table == table) .. package.path}",
    "for i = 1, 10 do for j = 1, 10 do if j == 5 then goto next end end ::next:: end return {status = 'Healthy'}",
    /* clang-format on */
};

static const char object[] = "{\"kind\":\"Widget\",\"metadata\":{\"labels\":{\"b\":\"1\",\"a\":"
                             "\"2\"}},\"status\":{\"phase\":\"Ready\","
                             "\"message\":\"m\",\"conditions\":[{\"type\":\"Ready\",\"status\":"
                             "\"True\",\"message\":\"ok\"}]}}";

_Static_assert(TABLE_COUNT(checks) >= 50, "fifty ordinary checks");

static script_fixture used;
static char *wanted[TABLE_COUNT(checks)];

static void record(void) {
    for (size_t index = 0; index < TABLE_COUNT(checks); index++) {
        script_fixture fresh;
        script_fixture_init(&fresh);
        wanted[index] = strdup(script_answer(&fresh, VT_LUA_ARGOCD, true, checks[index], object));
        script_fixture_done(&fresh);
    }
}

static void check(void **state) {
    const attack_row *row = *state;
    if (row->text != TEXT_PLAIN || row->object != OBJECT_SMALL) {
        return; /* the parser leaves nothing, and the object is the same for all */
    }
    for (size_t index = 0; index < TABLE_COUNT(checks); index++) {
        uint64_t steps = used.limits.lua_steps;
        used.limits.lua_steps = ATTACK_STEPS;
        script_run(&used, VT_LUA_ARGOCD, true, row->script, object);
        used.limits.lua_steps = steps;
        assert_string_equal(script_answer(&used, VT_LUA_ARGOCD, true, checks[index], object),
                            wanted[index]);
    }
}

int main(void) {
    script_fixture_init(&used);
    record();
    int failed = table_run("attacks before ordinary checks", check, attack_rows, attack_row_count,
                           sizeof *attack_rows);
    for (size_t index = 0; index < TABLE_COUNT(checks); index++) {
        free(wanted[index]);
    }
    script_fixture_done(&used);
    return failed;
}
