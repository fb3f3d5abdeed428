package main

import (
	"fmt"
	"strings"
)

// The attacks of docs/security.md: some of those of tests/attack, one or two of each kind.

// attack is a rule and what it is asked about. Expressions see the fields of the object.
type attack struct {
	name string
	rule string
	on   func() map[string]any // nil: a small object
}

func repeated(head, part string, times int, tail string) string {
	return head + strings.Repeat(part, times) + tail
}

func bigText() map[string]any {
	return map[string]any{"a": strings.Repeat("x", 4_000_000), "b": strings.Repeat("x", 4_000_000), "t": strings.Repeat("ab", 1_000_000)}
}

func bigMap() map[string]any {
	keys := map[string]any{}
	for i := range 100_000 {
		keys[fmt.Sprint("k", i)] = i
	}
	return map[string]any{"map": keys}
}

func bigList() map[string]any {
	list, texts, ones := make([]any, 200_000), make([]any, 40_000), make([]any, 40_000)
	for i := range list {
		list[i] = i
	}
	for i := range texts {
		texts[i], ones[i] = fmt.Sprint("s", i), i
	}
	return map[string]any{"list": list, "strs": texts, "ones": ones}
}

func textsAndList() map[string]any {
	out := bigText()
	out["list"] = bigList()["list"]
	return out
}

var luaAttacks = []attack{
	{"endless loop", "while true do end", nil},
	{"`pcall` around an endless loop, over and over", "for i = 1, 2000 do pcall(function() while true do end end) end", nil},
	{"coroutines that loop, one after the other", "while true do coroutine.resume(coroutine.create(function() while true do end end)) end", nil},
	{"a comparator that loops", "pcall(table.sort, {3, 2, 1}, function() while true do end end)", nil},
	{"`__index` that loops, inside `pcall`", "local t = setmetatable({}, {__index = function() while true do end end}) while true do pcall(function() return t.x end) end", nil},
	{"a handler that overflows the stack", "while true do xpcall(function() error('e') end, function(m) local function f() return f() + 1 end f() end) end", nil},
	{"`print` for ever", "while true do print('x') end", nil},
	{"pattern: four lazy repeats over 2,000 bytes", "return string.find(('a'):rep(2000), '.-.-.-b')", nil},
	{"pattern: fourteen lazy repeats over 28 bytes", "return string.find(('a'):rep(28), ('a-'):rep(14) .. 'b')", nil},
	{"pattern: `%b()` over 200,000 parentheses", "return string.gsub(('('):rep(200000), '%b()', '')", nil},
	{"pattern: 100,000 captures", "return string.find(('a'):rep(1000000), 'x' .. ('()'):rep(100000))", nil},
	{"`string.rep` of a gigabyte", "return string.rep('x', 1073741824)", nil},
	{"a string that doubles", "local s = 'x' while true do s = s .. s end", nil},
	{"`gsub` that doubles a string", "local s = 'a' while true do s = s:gsub('a', 'aa') end", nil},
	{"`string.format` of wide fields", "local t = {} for i = 1, 1000 do t[i] = string.format('%999999d', i) end", nil},
	{"`string.format` of 1,500,000 verbs that are not closed", "return string.format(('%[[d'):rep(1.5e6))", nil},
	{"comparing strings of 4 MB", "local a = ('x'):rep(4000000) local b = a .. 'y' a = a .. 'y' while true do local c = a == b end", nil},
	{"a list that grows", "local t = {} for i = 1, 1e9 do t[i] = i end", nil},
	{"a map that grows", "local t = {} for i = 1, 1e9 do t['k' .. i] = i end", nil},
	{"`table.insert` in front", "local t = {} while true do table.insert(t, 1, 1) end", nil},
	{"`#` of a list that was emptied", "local t = {} for i = 1, 2^19 do t[i] = 1 end for i = 1, 2^19 do t[i] = nil end while true do local x = #t end", nil},
	{"numbers that collide as keys", "local t, m = {}, 2^17 - 1 for i = 1, 120000 do t[i * m] = i end while true do local x = t[5 * m] end", nil},
	{"compiling 150,000 `and`", repeated("return a", " and a", 150_000, ""), nil},
	{"compiling 70,000 `elseif`", repeated("if a then ", "elseif a then ", 70_000, "end"), nil},
	{"compiling 100,000 parentheses", repeated("return ", "(", 100_000, repeated("1", ")", 100_000, "")), nil},
	{"a result of 100,000 levels", "local t = {} local r = t for i = 1, 100000 do r.x = {} r = r.x end return t", nil},
	{"`pairs` over 100,000 keys of the object", "while true do for k, v in pairs(obj.map) do end end", bigMap},
	{"copies of a text of the object of 4 MB", "local t = {} for i = 1, 1000 do t[i] = obj.a .. i end", bigText},
}

var celAttacks = []attack{
	{"a loop in a loop in a loop", "list.all(i, list.all(j, list.all(k, i >= 0 && j >= 0 && k >= 0)))", bigList},
	{"comparing texts of 4 MB in a loop", "list.all(i, a == b)", textsAndList},
	{"a subset of 40,000 texts", "sets.contains(strs, strs)", bigList},
	{"a list in a list in a list", "list.map(i, list.map(j, [i, j])).size() > 0", bigList},
	{"a text that grows 24 times", "t.replace('', 'xxxxxxxxxxxxxxxxxxxxxxxx').replace('', 'xxxxxxxx').size() > 0", bigText},
	{"a text that doubles 30 times", repeated("optional.of('xxxxxxxx')", ".optMap(v, v + v)", 30, ".value().size() > 0"), nil},
	{"a list of shared lists, shown", repeated("'%s'.format([optional.of([1])", ".optMap(v, [v, v])", 27, ".value()]).size() > 0"), nil},
	{"splitting 2 MB into characters, 200,000 times", "list.all(i, t.split('').size() > 0)", textsAndList},
	{"a pattern of many states over 2 MB", "t.matches('[ab]*a[ab]{0,300}[ab]{0,300}[ab]{400}c')", bigText},
	{"patterns made in a loop", "strs.all(x, !('a'.matches('((a{1,30}b?){1,30})' + x)))", bigList},
	{"3,200 large constant patterns", repeated("", "'a'.matches('b{1000}c{999}') || ", 3200, "true"), nil},
	{"100,000 opening parentheses", repeated("", "(", 99_999, ""), nil},
}
