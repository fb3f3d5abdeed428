/* The hostile scripts of the attack suite. */
#include "attack/lua_attacks.h"

#include <stdio.h>

#include "document/builder.h"

enum { SHORT = 1000000 }; /* steps that show as much as the default limit */

/* Each function is called with userdata that none of ours made, in every place. */
#define FOREIGN(function)                                                                          \
    {                                                                                              \
        "foreign userdata: " function, CLASS_USERDATA, "lua_steps",                                \
            "local f, u, v = " function                                                            \
            " local w = setmetatable(newproxy(), {__index = u}) while true do "                    \
            "pcall(f) pcall(f, u) pcall(f, v, w) pcall(f, 'a', u) pcall(f, {}, u, v) pcall(f, "    \
            "'a', 'a', w, v) end",                                                                 \
            OBJECT_SMALL, TEXT_PLAIN, SHORT                                                        \
    }
/* And with tables and userdata of which every metamethod returns what it should not. */
#define ODD(function)                                                                              \
    {                                                                                              \
        "odd metamethods: " function, CLASS_METAMETHOD, "lua_steps",                               \
            "local n, m = 0, {} local odd = {5, 'x', {}, print, false, newproxy()} local "         \
            "function any() n = n + 1 return odd[n % 7] end "                                      \
            "for _, e in ipairs({'index', 'newindex', 'call', 'len', 'unm', 'concat', 'add', "     \
            "'eq', 'lt', 'le', 'tostring', 'pairs', 'name', 'gc', 'close'}) do m['__' .. e] = "    \
            "any end "                                                                             \
            "local f, t, u = " function                                                            \
            ", setmetatable({3, 2, 1, x = 1}, m), setmetatable(newproxy(), m) while true do "      \
            "pcall(f, t) pcall(f, u) pcall(f, t, u) pcall(f, u, t, 2) pcall(f, 'a', t, t) "        \
            "pcall(f, t, 1, u) pcall(f, t, function() return u end) end",                          \
            OBJECT_SMALL, TEXT_PLAIN, SHORT                                                        \
    }

#define TEN(text) text text text text text text text text text text
#define HUNDRED(text) TEN(TEN(text))

const attack_row attack_rows[] = {
    /* clang-format off */
    { "endless while", CLASS_VM, "lua_steps", "while true do end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "endless repeat", CLASS_VM, "lua_steps", "repeat until false", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "endless goto", CLASS_VM, "lua_steps", "::again:: goto again", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "endless for", CLASS_VM, "lua_steps", "for i = 1, 1e300 do end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "endless tail call", CLASS_VM, "lua_steps", "local function f() return f() end return f()", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "loop inside pcall", CLASS_VM, "lua_steps", "pcall(function() while true do end end)", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "pcall that swallows", CLASS_VM, "lua_steps", "for i = 1, 2000 do pcall(function() while true do end end) end return {status='Healthy'}", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "pcall of pcall for ever", CLASS_VM, "lua_steps", "while true do pcall(pcall, error) end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "xpcall whose handler loops", CLASS_VM, "lua_steps", "xpcall(error, function() while true do end end)", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "xpcall whose handler swallows the abort", CLASS_VM, "lua_steps", "while true do xpcall(function() while true do end end, function() return 1 end) end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "error handler that errs", CLASS_VM, "lua_steps", "while true do xpcall(error, error) end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "sort inside sort", CLASS_VM, NULL, "local function d() return (table.sort({2, 1}, d)) end d()", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "deep recursion", CLASS_VM, "lua_steps", "local function f(n) return 1 + f(n) end while true do pcall(f, 1) end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "print for ever", CLASS_VM, "lua_steps", "while true do print('x') end", OBJECT_SMALL, TEXT_PLAIN, 0 },

    { "four lazy repeats", CLASS_PATTERN, "lua_steps", "return string.find(('a'):rep(300), '.-.-.-b')", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "four lazy repeats over 2000", CLASS_PATTERN, "lua_steps", "return string.find(('a'):rep(2000), '.-.-.-b')", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "28 bytes, eight lazy repeats", CLASS_PATTERN, "lua_steps", "return string.find(('a'):rep(28), ('a-'):rep(8) .. 'b')", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "28 bytes, fourteen lazy repeats", CLASS_PATTERN, "lua_steps", "return string.find(('a'):rep(28), ('a-'):rep(14) .. 'b')", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "greedy repeats", CLASS_PATTERN, "lua_steps", "return string.match(('a'):rep(100), ('a*'):rep(20) .. 'b')", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "optional items", CLASS_PATTERN, "lua_steps", "return string.match(('a'):rep(40), ('a?'):rep(40) .. ('a'):rep(41))", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "more repeats than calls", CLASS_PATTERN, "lua_call_depth", "return string.match(('a'):rep(1000), ('a-'):rep(1000))", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "balanced text over and over", CLASS_PATTERN, "lua_steps", "return string.gsub(('('):rep(200000), '%b()', '')", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "back reference over and over", CLASS_PATTERN, "lua_steps", "return string.find(('a'):rep(20000), '(.-)%1b')", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "gsub that matches nothing", CLASS_PATTERN, "lua_steps", "local s = ('a'):rep(100000) while true do s:gsub('b', 'c') end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "gmatch for ever", CLASS_PATTERN, "lua_steps", "local s = ('a '):rep(100000) while true do for w in s:gmatch('%a+') do end end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "plain find of nearly the same", CLASS_PATTERN, "lua_steps", "local s = ('a'):rep(1000000) return s:find(('a'):rep(500000) .. 'b', 1, true)", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "pattern of a megabyte", CLASS_PATTERN, "lua_memory_bytes", "return string.find('a', ('a'):rep(1000000))", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "callback of gsub swallows", CLASS_PATTERN, "lua_steps", "while true do pcall(string.gsub, ('a'):rep(1000), 'a', function() while true do end end) end", OBJECT_SMALL, TEXT_PLAIN, 0 },

    { "rep of a gigabyte", CLASS_CONCATENATION, "lua_memory_bytes", "return string.rep('x', 1073741824)", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "rep beyond any size", CLASS_CONCATENATION, "lua_memory_bytes", "return string.rep('xx', 9e18)", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "rep over and over", CLASS_CONCATENATION, "lua_steps", "while true do local s = string.rep('x', 10000000) end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "doubling", CLASS_CONCATENATION, "lua_memory_bytes", "local s = 'x' while true do s = s .. s end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "doubling inside pcall", CLASS_CONCATENATION, "lua_memory_bytes", "while true do pcall(function() local s = 'x' while true do s = s .. s end end) end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "growing by one", CLASS_CONCATENATION, "lua_steps", "local s = '' while true do s = s .. 'x' end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "long text joined over and over", CLASS_CONCATENATION, "lua_steps", "local s = ('x'):rep(1000000) while true do local t = s .. 'y' end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "table.concat of one long text", CLASS_CONCATENATION, "lua_memory_bytes", "local s, t = ('x'):rep(1000000), {} for i = 1, 100 do t[i] = s end return table.concat(t)", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "format of wide fields", CLASS_CONCATENATION, "lua_memory_bytes", "local t = {} for i = 1, 1000 do t[i] = string.format('%999999d', i) end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "format of long fractions", CLASS_CONCATENATION, "lua_steps", "while true do string.format('%.999999f', 1/3) end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "upper of long text", CLASS_CONCATENATION, "lua_steps", "local s = ('\\195\\169'):rep(500000) while true do s:upper() end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "gsub that grows", CLASS_CONCATENATION, "lua_steps", "local s = 'a' while true do s = s:gsub('a', 'aa') end", OBJECT_SMALL, TEXT_PLAIN, 0 },

    { "equal long texts", CLASS_COMPARISON, "lua_steps", "local a = ('x'):rep(4000000) local b = a .. 'y' a = a .. 'y' while true do local c = a == b end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "less of long texts", CLASS_COMPARISON, "lua_steps", "local a = ('x'):rep(4000000) while true do local c = a < a end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "rawequal of long texts", CLASS_COMPARISON, "lua_steps", "local a = ('x'):rep(4000000) local b = a .. 'y' a = a .. 'y' while true do rawequal(a, b) end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "long texts as keys", CLASS_COMPARISON, "lua_steps", "local a = ('x'):rep(4000000) local b = a .. 'y' a = a .. 'y' local t = {[a] = 1} while true do local c = t[b] end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "sort of long texts", CLASS_COMPARISON, "lua_steps", "local s, t = ('x'):rep(100000), {} for i = 1, 100 do t[i] = s .. i end while true do table.sort(t) end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "text of the object compared", CLASS_COMPARISON, "lua_steps", "local a = obj.text while true do local c = a <= a end", OBJECT_BIG_TEXT, TEXT_PLAIN, 0 },

    { "growing list", CLASS_TABLE, "lua_memory_bytes", "local t = {} for i = 1, 1e9 do t[i] = i end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "growing map", CLASS_TABLE, "lua_table_keys", "local t = {} for i = 1, 1e9 do t['k' .. i] = i end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "many tables", CLASS_TABLE, "lua_memory_bytes", "local t = {} while true do t = {t} end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "insert in front", CLASS_TABLE, "lua_steps", "local t = {} while true do table.insert(t, 1, 1) end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "remove in front", CLASS_TABLE, "lua_steps", "local t = {} for i = 1, 100000 do t[i] = i end while true do table.remove(t, 1) t[#t + 1] = 1 end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "sort that contradicts itself", CLASS_TABLE, "lua_steps", "local t = {} for i = 1, 10000 do t[i] = i end while true do table.sort(t, function() return true end) end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "comparator that loops", CLASS_TABLE, "lua_steps", "pcall(table.sort, {3, 2, 1}, function() while true do end end)", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "unpack of ten million", CLASS_TABLE, NULL, "return unpack({}, 1, 1e7)", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "unpack to the end of numbers", CLASS_TABLE, NULL, "return unpack({}, -9e18, 9e18)", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "pairs over a growing table", CLASS_TABLE, "lua_steps", "local t = {a = 1} while true do for k in pairs(t) do t[k .. 'x'] = 1 end end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "length over and over", CLASS_TABLE, "lua_steps", "local t = {} for i = 1, 60000 do t['k' .. i] = i end while true do local n = #t end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "numbers that collide as keys", CLASS_TABLE, "lua_steps", "local t, m = {}, 2^17 - 1 for i = 1, 120000 do t[i * m] = i end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "look-ups of numbers that collide", CLASS_TABLE, "lua_steps", "local t, m = {}, 2^10 - 1 for i = 1, 1000 do t[i * m] = i end local k = 5000 * m while true do local x = t[k] end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "next with any key", CLASS_TABLE, "lua_steps", "local t = {} for i = 1, 1000 do t['k' .. i] = i end while true do next(t) next(t, 'k1000') end", OBJECT_SMALL, TEXT_PLAIN, 0 },

    { "many short coroutines", CLASS_COROUTINE, "lua_steps", "while true do coroutine.wrap(function() for i = 1, 200 do end end)() end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "2000 coroutines of 20000 rounds", CLASS_COROUTINE, "lua_steps", "for i = 1, 2000 do local c = coroutine.create(function() for j = 1, 20000 do end end) coroutine.resume(c) end while true do end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "coroutine that swallows", CLASS_COROUTINE, "lua_steps", "while true do coroutine.resume(coroutine.create(function() while true do end end)) end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "coroutine inside coroutine", CLASS_COROUTINE, "lua_call_depth", "local function f() return coroutine.wrap(f)() end f()", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "coroutines kept", CLASS_COROUTINE, "lua_steps", "local t = {} for i = 1, 1e9 do t[i] = coroutine.create(print) end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "yield for ever", CLASS_COROUTINE, "lua_steps", "local f = coroutine.wrap(function() while true do coroutine.yield() end end) while true do f() end", OBJECT_SMALL, TEXT_PLAIN, 0 },

    { "index in a circle", CLASS_METAMETHOD, NULL, "local t = setmetatable({}, {}) getmetatable(t).__index = t return t.x", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "newindex in a circle", CLASS_METAMETHOD, NULL, "local t = setmetatable({}, {}) getmetatable(t).__newindex = t t.x = 1", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "index that loops", CLASS_METAMETHOD, "lua_steps", "local t = setmetatable({}, {__index = function() while true do end end}) while true do pcall(function() return t.x end) end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "call in a circle", CLASS_METAMETHOD, "lua_steps", "local t = setmetatable({}, {}) getmetatable(t).__call = function(self) return pcall(self) end while true do t() end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "equality that loops", CLASS_METAMETHOD, "lua_steps", "local m = {__eq = function() while true do end end} return setmetatable({}, m) == setmetatable({}, m)", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "concatenation that recurses", CLASS_METAMETHOD, "lua_steps", "local m = {} m.__concat = function(a, b) return a .. b end local t = setmetatable({}, m) while true do pcall(function() return t .. t end) end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "tostring that loops", CLASS_METAMETHOD, "lua_steps", "tostring(setmetatable({}, {__tostring = function() while true do end end}))", OBJECT_SMALL, TEXT_PLAIN, 0 },

    { "finalizer that loops", CLASS_COLLECTOR, "lua_steps", "while true do setmetatable({}, {__gc = function() while true do end end}) end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "finalizer at the end of the state", CLASS_COLLECTOR, "lua_steps", "x = setmetatable({}, {__gc = function() while true do end end}) while true do end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "finalizer of a proxy", CLASS_COLLECTOR, "lua_steps", "while true do getmetatable(newproxy(true)).__gc = function() while true do end end end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "weak tables", CLASS_COLLECTOR, "lua_steps", "local t = setmetatable({}, {__mode = 'kv'}) while true do t[{}] = {} t = setmetatable({}, {__mode = 'k'}) end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "garbage for ever", CLASS_COLLECTOR, "lua_steps", "while true do local t = {{}, {}, {}, 'x' .. tostring({})} end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "collectgarbage for ever", CLASS_COLLECTOR, "lua_steps", "local t = {} for i = 1, 10000 do t[i] = {} end while true do collectgarbage() end", OBJECT_SMALL, TEXT_PLAIN, 0 },

    { "100,000 statements", CLASS_PARSER, "script_nodes", "a = a \n", OBJECT_SMALL, TEXT_REPEATED, 0 },
    { "100,000 local variables", CLASS_PARSER, "script_nodes", "local a \n", OBJECT_SMALL, TEXT_REPEATED, 0 },
    { "100,000 opening parentheses", CLASS_PARSER, NULL, "(\n", OBJECT_SMALL, TEXT_REPEATED, 0 },
    { "100,000 opening braces", CLASS_PARSER, NULL, "{\n", OBJECT_SMALL, TEXT_REPEATED, 0 },
    { "50,000 nested functions", CLASS_PARSER, NULL, "local f = function() | end", OBJECT_SMALL, TEXT_WRAPPED, 0 },
    { "50,000 nested blocks", CLASS_PARSER, NULL, "do | end", OBJECT_SMALL, TEXT_WRAPPED, 0 },
    { "100,000 minus signs", CLASS_PARSER, NULL, "- \nreturn 1", OBJECT_SMALL, TEXT_REPEATED, 0 },
    { "100,000 nots", CLASS_PARSER, NULL, "not \nreturn 1", OBJECT_SMALL, TEXT_REPEATED, 0 },
    { "a script of two megabytes", CLASS_PARSER, NULL, "return {status='Healthy'}", OBJECT_SMALL, TEXT_LARGE, 0 },
    { "an unfinished long text", CLASS_PARSER, NULL, "return [==[\n", OBJECT_SMALL, TEXT_REPEATED, 0 },
    { "compiled code", CLASS_PARSER, NULL, "\033Lua\123", OBJECT_SMALL, TEXT_PLAIN, 0 },

    { "a map of two million keys", CLASS_OBJECT, "lua_object_values", "return {status='Healthy', message=tostring(obj.wide.k1)}", OBJECT_WIDE, TEXT_PLAIN, 0 },
    { "a map of two million keys, inside pcall", CLASS_OBJECT, "lua_object_values", "while true do pcall(function() return obj.wide.k1 end) end", OBJECT_WIDE, TEXT_PLAIN, 0 },
    { "a list of two million", CLASS_OBJECT, "lua_object_values", "for i, v in ipairs(obj.long) do end", OBJECT_LONG, TEXT_PLAIN, 0 },
    { "length of a list of two million", CLASS_OBJECT, "lua_object_values", "return #obj.long", OBJECT_LONG, TEXT_PLAIN, 0 },
    { "a text of four megabytes, copied", CLASS_OBJECT, "lua_memory_bytes", "local t = {} for i = 1, 100 do t[i] = obj.text .. i end", OBJECT_BIG_TEXT, TEXT_PLAIN, 0 },

    { "a result nested without end", CLASS_RESULT, "document_depth", "local t = {} local r = t for i = 1, 100000 do r.x = {} r = r.x end return t", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "a result in a circle", CLASS_RESULT, NULL, "local t = {} t.t = t return t", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "a wide result", CLASS_RESULT, "lua_table_keys", "local t = {} for i = 1, 1e6 do t['k' .. i] = 1 end return t", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "an error that is a table", CLASS_RESULT, NULL, "error(setmetatable({}, {__tostring = function() while true do end end}))", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "a result whose fields loop", CLASS_RESULT, NULL, "return setmetatable({}, {__index = function() while true do end end, __pairs = error})", OBJECT_SMALL, TEXT_PLAIN, 0 },

    { "an emptied list, #", CLASS_TABLE, "lua_steps", "local t = {} for i = 1, 2^19 do t[i] = 1 end for i = 1, 2^19 do t[i] = nil end while true do local x = #t end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "an emptied list, next", CLASS_TABLE, "lua_steps", "local t = {} for i = 1, 2^19 do t[i] = 1 end for i = 1, 2^19 do t[i] = nil end while true do next(t) end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "an emptied list, pairs", CLASS_TABLE, "lua_steps", "local t = {} for i = 1, 2^19 do t[i] = 1 end for i = 1, 2^19 do t[i] = nil end while true do for k in pairs(t) do end end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "an emptied list, table.getn", CLASS_TABLE, "lua_steps", "local t = {} for i = 1, 2^19 do t[i] = 1 end for i = 1, 2^19 do t[i] = nil end while true do table.getn(t) end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "an emptied list, table.maxn", CLASS_TABLE, "lua_steps", "local t = {} for i = 1, 2^19 do t[i] = 1 end for i = 1, 2^19 do t[i] = nil end while true do table.maxn(t) end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "an emptied list, table.insert", CLASS_TABLE, "lua_steps", "local t = {} for i = 1, 2^19 do t[i] = 1 end for i = 1, 2^19 do t[i] = nil end while true do table.insert(t, 1) t[1] = nil end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "an emptied list, table.remove", CLASS_TABLE, "lua_steps", "local t = {} for i = 1, 2^19 do t[i] = 1 end for i = 1, 2^19 do t[i] = nil end while true do table.remove(t) end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "an emptied list, table.concat", CLASS_TABLE, "lua_steps", "local t = {} for i = 1, 2^19 do t[i] = 1 end for i = 1, 2^19 do t[i] = nil end while true do table.concat(t) end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "an emptied list, table.sort", CLASS_TABLE, "lua_steps", "local t = {} for i = 1, 2^19 do t[i] = 1 end for i = 1, 2^19 do t[i] = nil end while true do table.sort(t) end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "an emptied list, unpack", CLASS_TABLE, "lua_steps", "local t = {} for i = 1, 2^19 do t[i] = 1 end for i = 1, 2^19 do t[i] = nil end while true do unpack(t) end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "an emptied list, insert in the middle", CLASS_TABLE, "lua_steps", "local t = {} for i = 1, 2^19 do t[i] = 1 end for i = 1, 2^19 do t[i] = nil end while true do table.insert(t, 5, 1) t[5] = nil end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "an emptied map, #", CLASS_TABLE, "lua_steps", "local t = {} for i = 1, 60000 do t['k' .. i] = 1 end local f = next(t) for i = 1, 60000 do if 'k' .. i ~= f then t['k' .. i] = nil end end while true do local x = #t end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "an emptied map, next", CLASS_TABLE, "lua_steps", "local t = {} for i = 1, 60000 do t['k' .. i] = 1 end local f = next(t) for i = 1, 60000 do if 'k' .. i ~= f then t['k' .. i] = nil end end while true do next(t) end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "an emptied map, next with the key", CLASS_TABLE, "lua_steps", "local t = {} for i = 1, 60000 do t['k' .. i] = 1 end local f = next(t) for i = 1, 60000 do if 'k' .. i ~= f then t['k' .. i] = nil end end while true do next(t, f) end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "an emptied map, pairs", CLASS_TABLE, "lua_steps", "local t = {} for i = 1, 60000 do t['k' .. i] = 1 end local f = next(t) for i = 1, 60000 do if 'k' .. i ~= f then t['k' .. i] = nil end end while true do for k in pairs(t) do end end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "an emptied map, table.insert", CLASS_TABLE, "lua_steps", "local t = {} for i = 1, 60000 do t['k' .. i] = 1 end local f = next(t) for i = 1, 60000 do if 'k' .. i ~= f then t['k' .. i] = nil end end while true do table.insert(t, 1) t[1] = nil end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "an emptied map, copy through next", CLASS_TABLE, "lua_steps", "local t = {} for i = 1, 60000 do t['k' .. i] = 1 end local f = next(t) for i = 1, 60000 do if 'k' .. i ~= f then t['k' .. i] = nil end end while true do local k = f repeat k = next(t, k) until not k end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "an emptied list under many names", CLASS_TABLE, "lua_steps", "local t, m = {}, {} for i = 1, 2^19 do t[i] = 1 end for i = 1, 2^19 do t[i] = nil end for i = 1, 65 do m['k' .. i] = i end " HUNDRED("local a = t ") "while true do end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "an emptied map under many names", CLASS_TABLE, "lua_steps", "local t = {} for i = 1, 60000 do t['k' .. i] = 1 end for i = 1, 60000 do t['k' .. i] = nil end " HUNDRED("local a = t ") "while true do end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "an emptied list and map under many names", CLASS_TABLE, "lua_steps", "local t = {} for i = 1, 2^19 do t[i] = 1 end for i = 1, 60000 do t['k' .. i] = 1 end for k in pairs(t) do t[k] = nil end " HUNDRED("local a = t ") "while true do end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "many emptied lists", CLASS_TABLE, "lua_steps", "local m = {} for i = 1, 65 do m['k' .. i] = i end local function f() local t = {} for i = 1, 2^12 do t[i] = i end for i = 1, 2^12 do t[i] = nil end return t end " HUNDRED("local a = f() ") "while true do end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "a table in a function with many variables", CLASS_TABLE, "lua_steps", "|do local a end |local m = {} for i = 1, 65 do m['k' .. i] = i end " HUNDRED("local a = 1 ") "while true do end", OBJECT_SMALL, TEXT_MANY, 0 },
    { "errors in a function with much code", CLASS_VM, "lua_steps", "local y while true do pcall(function() goto last do |y = 1 |end ::last:: string.rep() end) end", OBJECT_SMALL, TEXT_MANY, 0 },
    { "an emptied list is returned", CLASS_TABLE, NULL, "local t = {} for i = 1, 2^19 do t[i] = 1 end for i = 1, 2^19 do t[i] = nil end return {status = 'Healthy', list = t}", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "an emptied list has metamethods", CLASS_TABLE, "lua_steps", "local t = {} for i = 1, 2^19 do t[i] = 1 end for i = 1, 2^19 do t[i] = nil end setmetatable(t, {__len = function(s) return table.getn(s) end}) while true do local x = #t end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "a list with a far item", CLASS_TABLE, "lua_steps", "local t = {} t[2^40] = 1 while true do table.insert(t, 1) end", OBJECT_SMALL, TEXT_PLAIN, SHORT },
    { "a list with items at powers of two", CLASS_TABLE, "lua_steps", "local t = {} for i = 0, 60 do t[2^i] = i end while true do local x = #t table.remove(t) table.insert(t, 3, x) end", OBJECT_SMALL, TEXT_PLAIN, SHORT },
    { "negative and fractional keys", CLASS_TABLE, "lua_steps", "local t = {} for i = 1, 5000 do t[-i] = i t[i + 0.5] = i end while true do for k, v in pairs(t) do t[k] = v end end", OBJECT_SMALL, TEXT_PLAIN, SHORT },
    { "traversals that are never finished", CLASS_TABLE, "lua_steps", "while true do local t = {a = 1, b = 2} for k in pairs(t) do break end end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "traversals of one table inside each other", CLASS_TABLE, "lua_steps", "local t = {} for i = 1, 50 do t['k' .. i] = i end local function f() for k in pairs(t) do f() end end while true do pcall(f) end", OBJECT_SMALL, TEXT_PLAIN, SHORT },
    { "next after each removal", CLASS_TABLE, "lua_steps", "while true do local t = {} for i = 1, 300 do t['k' .. i] = i end local k = next(t) while k do t[k] = nil k = next(t) end end", OBJECT_SMALL, TEXT_PLAIN, SHORT },
    { "next out of order", CLASS_TABLE, "lua_steps", "local t = {} for i = 1, 3000 do t['k' .. i] = i end while true do for i = 3000, 1, -1 do next(t, 'k' .. i) end end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "next with keys that are not there", CLASS_TABLE, "lua_steps", "local t = {} for i = 1, 3000 do t['k' .. i] = i end while true do next(t, {}) next(t, 'x') next(t, 0.5) next(t, true) end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "traversal that adds keys", CLASS_TABLE, "lua_steps", "local t = {a = 1} local n = 0 for k in pairs(t) do n = n + 1 t['k' .. n] = 1 end for k in next, t do t[k .. 'x'] = 1 t[k] = nil end while true do for k in pairs(t) do t[k .. 'y'] = 1 end end", OBJECT_SMALL, TEXT_PLAIN, SHORT },
    { "hash parts that are made again and again", CLASS_TABLE, "lua_steps", "local t = {} for i = 1, 2^19 do t[i] = true end while true do t.a = 1 t.b = 1 t.c = 1 t.a = nil t.b = nil t.c = nil t.d = 1 t.e = 1 t.d = nil t.e = nil end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "sort of equal items", CLASS_TABLE, "lua_steps", "local t = {} for i = 1, 20000 do t[i] = 1 end while true do table.sort(t) end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "sort with a comparator of random answers", CLASS_TABLE, "lua_steps", "local t = {} for i = 1, 2000 do t[i] = i end while true do table.sort(t, function() return math.random() < 0.5 end) end", OBJECT_SMALL, TEXT_PLAIN, SHORT },
    { "concat of empty strings with a long separator", CLASS_TABLE, "lua_memory_bytes", "local t = {} for i = 1, 100 do t[i] = '' end return table.concat(t, ('x'):rep(1e6))", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "concat up to a far index", CLASS_TABLE, NULL, "return table.concat({1, 2}, '', 1, 2^52)", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "remove at a far index", CLASS_TABLE, NULL, "local t = {1, 2} table.remove(t, 2^52) table.remove(t, -2^52) table.insert(t, 2^52, 1) return {status='Healthy'}", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "unpack of a list that has a far item", CLASS_TABLE, NULL, "local t = {} t[2^40] = 1 return unpack(t)", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "an ephemeron chain through next", CLASS_COLLECTOR, "lua_steps", "local head = {} local cur = head for i = 1, 30000 do local nx = {} cur[nx] = 1 next(cur) cur[nx] = nil cur = nx end local g = {} while true do g = {} end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "a chain of names", CLASS_COLLECTOR, "lua_table_keys", "local head = {} local cur = head for i = 1, 30000 do local nx = {} tostring(nx) cur[1] = nx cur = nx end while true do tostring({}) end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "orders kept for many tables", CLASS_COLLECTOR, "lua_table_keys", "local all = {} for i = 1, 1e9 do local t = {a = 1} next(t) all[i] = t end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "collections at the memory limit", CLASS_COLLECTOR, "lua_steps", "local t = {} for i = 1, 180000 do t[i] = {i} end while true do local s = ('x'):rep(20000) end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "tables at the memory limit", CLASS_COLLECTOR, "lua_steps", "local t = {} for i = 1, 170000 do t[i] = {i} end while true do local s = {{}, {}, {}} end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "strings at the memory limit", CLASS_COLLECTOR, "lua_steps", "local t = {} for i = 1, 1e9 do t[i] = ('y'):rep(4000000) .. i end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "closures that keep each other", CLASS_COLLECTOR, "lua_memory_bytes", "local f = function() end while true do local g = f f = function() return g end end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "a format of many brackets", CLASS_CONCATENATION, "lua_memory_bytes", "string.format(('%[[d'):rep(1500000))", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "a format of many brackets, over and over", CLASS_CONCATENATION, "lua_steps", "local f = ('%[[d'):rep(20000) while true do string.format(f) end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "a format of stars", CLASS_CONCATENATION, "lua_steps", "local f = ('%*.*[3]*d'):rep(1000) while true do string.format(f, 1, 2, 3) end", OBJECT_SMALL, TEXT_PLAIN, SHORT },
    { "a format that quotes", CLASS_CONCATENATION, "lua_steps", "local s = ('\\0'):rep(100000) while true do string.format('%q', s) string.format('%x', s) end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "a format of numbers in long strings", CLASS_CONCATENATION, "lua_steps", "local s = ('1'):rep(1000000) while true do string.format('%.0d', s) end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "numbers in long strings", CLASS_CONCATENATION, "lua_steps", "local s = (' '):rep(4000000) while true do tonumber(s) end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "arithmetic on long strings", CLASS_CONCATENATION, "lua_steps", "local s = ('1'):rep(4000000) while true do pcall(function() return s + 1 end) end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "negation of long strings", CLASS_CONCATENATION, "lua_steps", "local s = ('0'):rep(1000000) .. 'x' while true do pcall(function() return -s end) end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "math on long strings", CLASS_CONCATENATION, "lua_steps", "local s = ('9'):rep(1000000) while true do pcall(math.max, s, s) end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "dates of long fields", CLASS_CONCATENATION, "lua_steps", "local s = ('0'):rep(1000000) while true do os.time{year = s, month = s, day = s, hour = s} end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "a long layout of a date", CLASS_CONCATENATION, "lua_steps", "local s = ('%c'):rep(10000) while true do os.date(s) end", OBJECT_SMALL, TEXT_PLAIN, SHORT },
    { "many concatenations at once", CLASS_CONCATENATION, "lua_steps", "local s = ('x'):rep(1000) while true do local t = s .. s .. s .. s .. s .. s .. s .. s .. s .. s end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "reverse and sub of long text", CLASS_CONCATENATION, "lua_steps", "local s = ('x'):rep(1000000) while true do s:reverse() s:sub(2) end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "messages that grow", CLASS_CONCATENATION, "lua_steps", "local e = 'x' while true do local ok, m = pcall(error, e) e = m if #e > 100000 then e = 'x' end end", OBJECT_SMALL, TEXT_PLAIN, SHORT },
    { "a module of a long name", CLASS_CONCATENATION, "lua_steps", "local s = ('.'):rep(100000) while true do pcall(require, s) end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "captures that are reset", CLASS_PATTERN, "lua_steps", "return string.find(('a'):rep(1000000), 'x' .. ('()'):rep(100000))", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "captures that nest", CLASS_PATTERN, "lua_steps", "local p = ('('):rep(100) .. 'a' .. (')'):rep(100) while true do string.find(('b'):rep(1000), p) end", OBJECT_SMALL, TEXT_PLAIN, SHORT },
    { "a pattern compiled over and over", CLASS_PATTERN, "lua_steps", "local p = ('[%a%d]'):rep(1000) while true do string.find('', p) end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "a set of many classes", CLASS_PATTERN, "lua_steps", "local p = '[' .. ('%a'):rep(5000) .. ']' while true do string.find('', p) end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "anchored patterns over long text", CLASS_PATTERN, "lua_steps", "local s = ('a'):rep(1000000) while true do s:match('^a*$') end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "gsub with a table", CLASS_PATTERN, "lua_steps", "local s = ('a'):rep(100000) while true do s:gsub('.', {a = 'bb'}) end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "gsub with many captures in the replacement", CLASS_PATTERN, "lua_memory_bytes", "local s = ('a'):rep(1000) return s:gsub('(.*)', ('%1'):rep(100000))", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "gmatch of empty matches", CLASS_PATTERN, "lua_steps", "local s = ('a'):rep(100000) while true do for x in s:gmatch('') do end end", OBJECT_SMALL, TEXT_PLAIN, SHORT },
    { "gmatch whose state is shared", CLASS_PATTERN, "lua_steps", "local f, u = ('a'):rep(1000):gmatch('.') while true do pcall(f, u) pcall(f, newproxy()) end", OBJECT_SMALL, TEXT_PLAIN, SHORT },
    { "find from the end", CLASS_PATTERN, "lua_steps", "local s = ('a'):rep(1000000) while true do s:find('b', -1000) s:find('b', 1e15) s:find('b', -1e15, true) end", OBJECT_SMALL, TEXT_PLAIN, SHORT },
    { "equal prefixes in plain find", CLASS_PATTERN, "lua_steps", "local s = ('ab'):rep(100000) while true do s:find(('ab'):rep(1000) .. 'x', 1, true) end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "long strings compared with <", CLASS_COMPARISON, "lua_steps", "local a = ('x'):rep(1000000) local b = a .. 'y' while true do local c = a < b c = b <= a end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "long strings in a table of strings", CLASS_COMPARISON, "lua_steps", "local t = {} while true do for i = 1, 10 do local s = ('x'):rep(100000) .. i t[s] = t[s] or 1 end end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "max of strings", CLASS_COMPARISON, "lua_steps", "local s = ('1'):rep(10000) while true do pcall(math.max, s, s, s, s) end", OBJECT_SMALL, TEXT_PLAIN, SHORT },
    { "many values passed on", CLASS_VALUES, "lua_steps", "local t = {} for i = 1, 5000 do t[i] = i end local function g() end local function f(...) while true do g(...) end end f(unpack(t))", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "many values returned", CLASS_VALUES, "lua_steps", "local t = {} for i = 1, 5000 do t[i] = i end local function g(n) if n == 0 then return unpack(t) end return 1, g(n - 1) end while true do g(100) end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "many values selected", CLASS_VALUES, "lua_steps", "local t = {} for i = 1, 5000 do t[i] = i end while true do select(2, unpack(t)) end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "many values through pcall", CLASS_VALUES, "lua_steps", "local t = {} for i = 1, 5000 do t[i] = i end local function id(...) return ... end while true do pcall(id, unpack(t)) end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "many values through a coroutine", CLASS_VALUES, "lua_steps", "local t = {} for i = 1, 5000 do t[i] = i end local f = coroutine.wrap(function(...) while true do coroutine.yield(...) end end) while true do f(unpack(t)) end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "many bytes as values", CLASS_VALUES, "lua_steps", "local s = ('x'):rep(5000) while true do local n = select('#', s:byte(1, -1)) end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "values collected again and again", CLASS_VALUES, "lua_steps", "local function f(...) return {...} end local t = {} for i = 1, 2000 do t[i] = i end while true do t = f(unpack(t)) end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "arguments that grow", CLASS_VALUES, "lua_steps", "local function f(...) return f(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, ...) end local ok, e = pcall(f) return {status = 'Healthy'}", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "char of many values", CLASS_VALUES, "lua_steps", "local t = {} for i = 1, 5000 do t[i] = 65 end while true do string.char(unpack(t)) math.max(unpack(t)) end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "the hidden table arg", CLASS_VALUES, "lua_steps", "local t = {} for i = 1, 3000 do t[i] = i end local function f(...) return arg.n end while true do f(unpack(t)) end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "a handler that loops after a stack overflow", CLASS_VM, NULL, "return {status = 'Healthy', message = select(2, xpcall(function() local function f() return f() + 1 end f() end, function() while true do end end))}", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "a handler that overflows the stack", CLASS_VM, "lua_steps", "while true do xpcall(function() error('e') end, function(m) local function f() return f() + 1 end f() end) end", OBJECT_SMALL, TEXT_PLAIN, SHORT },
    { "handlers inside handlers", CLASS_VM, NULL, "local function h(m) return select(2, xpcall(function() error(m) end, h)) end xpcall(function() error('e') end, h) return {status = 'Healthy'}", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "an overflow inside a coroutine", CLASS_VM, "lua_steps", "while true do coroutine.resume(coroutine.create(function() local function f() return f() + 1 end f() end)) end", OBJECT_SMALL, TEXT_PLAIN, SHORT },
    { "errors with levels", CLASS_VM, "lua_steps", "while true do pcall(error, 'x', 1e15) pcall(error, 'x', -1e15) pcall(error, 'x', 0/0) pcall(error) end", OBJECT_SMALL, TEXT_PLAIN, SHORT },
    { "environments set over and over", CLASS_VM, "lua_steps", "while true do setfenv(0, {}) setfenv(1, _G) getfenv(0) getfenv(1) pcall(setfenv, print, {}) end", OBJECT_SMALL, TEXT_PLAIN, SHORT },
    { "environments of many functions", CLASS_VM, "lua_table_keys", "local all = {} for i = 1, 1e9 do local f = function() return 1 end setfenv(f, {}) end", OBJECT_SMALL, TEXT_PLAIN, 0 },
    { "globals that are listed", CLASS_VM, "lua_steps", "while true do for k, v in pairs(_G) do end for k, v in pairs(string) do end end", OBJECT_SMALL, TEXT_PLAIN, SHORT },
    { "globals replaced by odd values", CLASS_VM, "lua_steps", "string = newproxy() table = 5 _G.pairs = {} getmetatable('').__index = nil while true do pcall(function() return ('x').upper end) end", OBJECT_SMALL, TEXT_PLAIN, SHORT },
    { "names of libraries that are odd", CLASS_VM, "lua_steps", "while true do pcall(require, {}) pcall(require, newproxy()) pcall(require, '') pcall(require, 'require os') end", OBJECT_SMALL, TEXT_PLAIN, SHORT },
    { "random numbers of odd bounds", CLASS_VM, "lua_steps", "while true do pcall(math.random, 0/0) pcall(math.random, 1e300, -1e300) pcall(math.random, 0) math.randomseed(-1/0) end", OBJECT_SMALL, TEXT_PLAIN, SHORT },
    { "gsub, an error", CLASS_CALLBACK, "lua_steps", "while true do pcall(string.gsub, 'aaa', 'a', function() error('x') end) end", OBJECT_SMALL, TEXT_PLAIN, SHORT },
    { "gsub, a table", CLASS_CALLBACK, "lua_steps", "while true do pcall(string.gsub, 'aaa', 'a', function() return {} end) end", OBJECT_SMALL, TEXT_PLAIN, SHORT },
    { "gsub, a yield", CLASS_CALLBACK, "lua_steps", "while true do coroutine.wrap(function() pcall(string.gsub, 'aaa', 'a', coroutine.yield) end)() end", OBJECT_SMALL, TEXT_PLAIN, SHORT },
    { "gsub inside gsub", CLASS_CALLBACK, "lua_steps", "while true do local function f(x) return (x:gsub('.', function(c) return c end)) end f('abc') end", OBJECT_SMALL, TEXT_PLAIN, SHORT },
    { "gsub, a stack overflow", CLASS_CALLBACK, "lua_steps", "while true do local function f(x) return (x:gsub('.', f)) end pcall(f, 'a') end", OBJECT_SMALL, TEXT_PLAIN, SHORT },
    { "sort, an error", CLASS_CALLBACK, "lua_steps", "while true do pcall(table.sort, {3, 2, 1}, function() error('x') end) end", OBJECT_SMALL, TEXT_PLAIN, SHORT },
    { "sort, a yield", CLASS_CALLBACK, "lua_steps", "while true do coroutine.wrap(function() pcall(table.sort, {3, 2, 1}, coroutine.yield) end)() end", OBJECT_SMALL, TEXT_PLAIN, SHORT },
    { "sort that empties the list", CLASS_CALLBACK, "lua_steps", "while true do local t = {} for i = 1, 100 do t[i] = i end pcall(table.sort, t, function(a, b) for i = 1, #t do t[i] = nil end return (a or 0) < (b or 0) end) end", OBJECT_SMALL, TEXT_PLAIN, SHORT },
    { "sort that grows the list", CLASS_CALLBACK, "lua_steps", "while true do local t = {3, 2, 1, 5, 4, 3, 2, 1, 7, 6, 5, 4, 3, 2, 1} pcall(table.sort, t, function(a, b) t[#t + 1] = 1 return a < b end) end", OBJECT_SMALL, TEXT_PLAIN, SHORT },
    { "sort that sorts the list", CLASS_CALLBACK, "lua_steps", "while true do local t = {3, 2, 1} local n = 0 pcall(table.sort, t, function(a, b) n = n + 1 if n < 5 then table.sort(t) end return a < b end) end", OBJECT_SMALL, TEXT_PLAIN, SHORT },
    { "sort that sets a metatable", CLASS_CALLBACK, "lua_steps", "while true do local t = {3, 2, 1} pcall(table.sort, t, function(a, b) setmetatable(t, {__index = error, __newindex = error}) return a < b end) end", OBJECT_SMALL, TEXT_PLAIN, SHORT },
    { "pairs whose table is emptied", CLASS_CALLBACK, "lua_steps", "while true do local t = {} for i = 1, 50 do t['k' .. i] = i end for k in pairs(t) do for j in pairs(t) do t[j] = nil end end end", OBJECT_SMALL, TEXT_PLAIN, SHORT },
    { "pairs whose table is swapped", CLASS_CALLBACK, "lua_steps", "while true do local t = {a = 1, b = 2} for k in pairs(t) do t = {} setmetatable(t, {__index = error}) end end", OBJECT_SMALL, TEXT_PLAIN, SHORT },
    { "__index, a yield", CLASS_CALLBACK, "lua_steps", "while true do coroutine.wrap(function() pcall(function() return setmetatable({}, {__index = coroutine.yield}).x end) end)() end", OBJECT_SMALL, TEXT_PLAIN, SHORT },
    { "__lt, odd values", CLASS_CALLBACK, "lua_steps", "while true do local m = {__lt = function() return {} end} pcall(table.sort, {setmetatable({}, m), setmetatable({}, m), setmetatable({}, m)}) end", OBJECT_SMALL, TEXT_PLAIN, SHORT },
    { "__eq that changes the metatable", CLASS_CALLBACK, "lua_steps", "while true do local m = {} m.__eq = function(a) setmetatable(a, nil) return nil end local x = setmetatable({}, m) == setmetatable({}, m) end", OBJECT_SMALL, TEXT_PLAIN, SHORT },
    { "__concat, a table", CLASS_CALLBACK, "lua_steps", "while true do local m = {__concat = function() return {} end} local x = setmetatable({}, m) .. 'a' end", OBJECT_SMALL, TEXT_PLAIN, SHORT },
    { "__call, a metatable of itself", CLASS_CALLBACK, "lua_steps", "while true do local m = {} m.__call = m setmetatable(m, m) pcall(m) pcall(pcall, m) end", OBJECT_SMALL, TEXT_PLAIN, SHORT },
    { "__tostring, a coroutine", CLASS_CALLBACK, "lua_steps", "while true do pcall(tostring, setmetatable({}, {__tostring = coroutine.wrap(function() coroutine.yield(newproxy()) end)})) end", OBJECT_SMALL, TEXT_PLAIN, SHORT },
    { "__metatable, odd values", CLASS_CALLBACK, "lua_steps", "while true do for _, v in ipairs({1, 'x', {}, print, false}) do pcall(setmetatable, setmetatable({}, {__metatable = v}), {}) end end", OBJECT_SMALL, TEXT_PLAIN, SHORT },
    { "xpcall, a handler that yields", CLASS_CALLBACK, "lua_steps", "while true do coroutine.wrap(function() xpcall(error, coroutine.yield) end)() end", OBJECT_SMALL, TEXT_PLAIN, SHORT },
    { "a coroutine that resumes its caller", CLASS_CALLBACK, "lua_steps", "while true do local c c = coroutine.create(function() return coroutine.resume(c) end) coroutine.resume(c) end", OBJECT_SMALL, TEXT_PLAIN, SHORT },
    { "a coroutine that is wrapped twice", CLASS_CALLBACK, "lua_steps", "while true do local f f = coroutine.wrap(function() return f() end) pcall(f) pcall(f) end", OBJECT_SMALL, TEXT_PLAIN, SHORT },
    { "a coroutine that dies inside pcall", CLASS_CALLBACK, "lua_steps", "while true do local c = coroutine.create(function() pcall(coroutine.yield) error({}) end) coroutine.resume(c) coroutine.resume(c) end", OBJECT_SMALL, TEXT_PLAIN, SHORT },
    { "print of odd values", CLASS_CALLBACK, "lua_steps", "while true do print(setmetatable({}, {__tostring = function() return print end})) end", OBJECT_SMALL, TEXT_PLAIN, SHORT },
    { "setfenv of a running callback", CLASS_CALLBACK, "lua_steps", "while true do pcall(string.gsub, 'a', 'a', function() setfenv(1, {}) return x end) end", OBJECT_SMALL, TEXT_PLAIN, SHORT },
    { "metatables of every type", CLASS_CALLBACK, "lua_steps", "while true do for _, v in ipairs({1, 'x', true, print, coroutine.create(print), newproxy()}) do setmetatable(v, {__index = function() return newproxy() end, __call = error, __len = error, __tostring = function() return {} end, __concat = error, __unm = error, __add = error, __lt = error, __eq = error, __metatable = nil}) end pcall(function() return (1).x .. ('x').y end) pcall(tostring, 1) pcall(string.rep, 'x', 'y') end", OBJECT_SMALL, TEXT_PLAIN, SHORT },

    FOREIGN("assert"),
    FOREIGN("error"),
    FOREIGN("getfenv"),
    FOREIGN("getmetatable"),
    FOREIGN("ipairs"),
    FOREIGN("next"),
    FOREIGN("pairs"),
    FOREIGN("pcall"),
    FOREIGN("rawequal"),
    FOREIGN("rawget"),
    FOREIGN("rawset"),
    FOREIGN("select"),
    FOREIGN("setfenv"),
    FOREIGN("setmetatable"),
    FOREIGN("tonumber"),
    FOREIGN("tostring"),
    FOREIGN("type"),
    FOREIGN("unpack"),
    FOREIGN("xpcall"),
    FOREIGN("newproxy"),
    FOREIGN("require"),
    FOREIGN("print"),
    FOREIGN("table.concat"),
    FOREIGN("table.getn"),
    FOREIGN("table.insert"),
    FOREIGN("table.maxn"),
    FOREIGN("table.remove"),
    FOREIGN("table.sort"),
    FOREIGN("string.byte"),
    FOREIGN("string.char"),
    FOREIGN("string.find"),
    FOREIGN("string.format"),
    FOREIGN("string.gmatch"),
    FOREIGN("string.gsub"),
    FOREIGN("string.len"),
    FOREIGN("string.lower"),
    FOREIGN("string.match"),
    FOREIGN("string.rep"),
    FOREIGN("string.reverse"),
    FOREIGN("string.sub"),
    FOREIGN("string.upper"),
    FOREIGN("math.abs"),
    FOREIGN("math.floor"),
    FOREIGN("math.fmod"),
    FOREIGN("math.frexp"),
    FOREIGN("math.ldexp"),
    FOREIGN("math.max"),
    FOREIGN("math.mod"),
    FOREIGN("math.pow"),
    FOREIGN("math.random"),
    FOREIGN("math.randomseed"),
    FOREIGN("os.date"),
    FOREIGN("os.difftime"),
    FOREIGN("os.time"),
    FOREIGN("coroutine.create"),
    FOREIGN("coroutine.resume"),
    FOREIGN("coroutine.status"),
    FOREIGN("coroutine.wrap"),

    ODD("assert"),
    ODD("getmetatable"),
    ODD("ipairs"),
    ODD("next"),
    ODD("pairs"),
    ODD("rawget"),
    ODD("rawset"),
    ODD("select"),
    ODD("setfenv"),
    ODD("tonumber"),
    ODD("tostring"),
    ODD("unpack"),
    ODD("print"),
    ODD("table.concat"),
    ODD("table.insert"),
    ODD("table.remove"),
    ODD("table.sort"),
    ODD("table.getn"),
    ODD("string.format"),
    ODD("string.gsub"),
    ODD("string.rep"),
    ODD("string.find"),
    ODD("math.max"),
    ODD("os.time"),
    ODD("os.date"),
    /* clang-format on */
};
const size_t attack_row_count = TABLE_COUNT(attack_rows);

/* ---- objects */

static bool build_wide(vt_builder *builder, bool with_keys) {
    char key[24];
    bool good = vt_build_open(builder, with_keys ? VT_OBJECT : VT_ARRAY, 0);
    for (unsigned index = 0; good && index < 1999990; index++) {
        if (with_keys) {
            int size = snprintf(key, sizeof key, "k%u", index);
            good = vt_build_string(builder, vt_text_slice(key, (size_t)size), 0);
        }
        good = good && vt_build_integer(builder, index, 0);
    }
    return good && vt_build_close(builder);
}

static bool build_deep(vt_builder *builder) {
    bool good = true;
    for (int level = 0; good && level < 500; level++) {
        good = vt_build_open(builder, VT_OBJECT, 0) && vt_build_string(builder, VT_TEXT("x"), 0);
    }
    good = good && vt_build_null(builder, 0);
    for (int level = 0; good && level < 500; level++) {
        good = vt_build_close(builder);
    }
    return good;
}

static bool build_text(vt_builder *builder) {
    size_t size = 4 << 20;
    char *text = malloc(size);
    memset(text, 'x', size);
    bool good = vt_build_string(builder, vt_text_slice(text, size), 0);
    free(text);
    return good;
}

static bool build_member(vt_builder *builder, attack_object object) {
    switch ((int)object) {
    case OBJECT_WIDE:
        return vt_build_string(builder, VT_TEXT("wide"), 0) && build_wide(builder, true);
    case OBJECT_LONG:
        return vt_build_string(builder, VT_TEXT("long"), 0) && build_wide(builder, false);
    case OBJECT_DEEP:
        return vt_build_string(builder, VT_TEXT("deep"), 0) && build_deep(builder);
    case OBJECT_BIG_TEXT:
        return vt_build_string(builder, VT_TEXT("text"), 0) && build_text(builder);
    default:
        return vt_build_string(builder, VT_TEXT("kind"), 0) &&
               vt_build_string(builder, VT_TEXT("Widget"), 0);
    }
}

static vitals_document *objects[OBJECT_COUNT];

const vitals_document *attack_object_of(attack_object object) {
    if (!objects[object]) {
        vt_builder builder;
        vitals_limits limits = { .document_values = 8000000 };
        vitals_read_options options = VITALS_READ_OPTIONS_INIT;
        options.limits = &limits;
        assert_true(vt_builder_begin(&builder, &options, VT_TEXT("{}"), &objects[object]));
        assert_true(vt_build_open(&builder, VT_OBJECT, 0) && build_member(&builder, object) &&
                    vt_build_close(&builder) && vt_builder_end(&builder));
    }
    return objects[object];
}

void attack_objects_free(void) {
    for (int object = 0; object < OBJECT_COUNT; object++) {
        vitals_document_free(objects[object]);
        objects[object] = NULL;
    }
}

/* ---- scripts */

static void append_times(vt_buffer *out, vt_text text, int times) {
    for (int round = 0; round < times; round++) {
        vt_buffer_add(out, text);
    }
}

void attack_script(const attack_row *row, vt_buffer *out) {
    vt_text text = vt_text_from(row->script);
    size_t cut, end;
    switch (row->text) {
    case TEXT_PLAIN:
        vt_buffer_add(out, text);
        break;
    case TEXT_REPEATED:
        cut = vt_text_find_byte(text, '\n', 0);
        append_times(out, vt_text_between(text, 0, cut), 100000);
        vt_buffer_add(out, vt_text_between(text, cut + 1, text.size));
        break;
    case TEXT_WRAPPED:
        cut = vt_text_find_byte(text, '|', 0);
        append_times(out, vt_text_between(text, 0, cut), 50000);
        append_times(out, vt_text_between(text, cut + 1, text.size), 50000);
        break;
    case TEXT_MANY:
        cut = vt_text_find_byte(text, '|', 0);
        end = vt_text_find_byte(text, '|', cut + 1);
        vt_buffer_add(out, vt_text_between(text, 0, cut));
        append_times(out, vt_text_between(text, cut + 1, end), 20000);
        vt_buffer_add(out, vt_text_between(text, end + 1, text.size));
        break;
    case TEXT_LARGE:
        vt_buffer_add(out, text);
        vt_buffer_add_repeated(out, ' ', 2 << 20);
        break;
    }
}
