package main

import (
	"fmt"
	"math/rand"
	"strconv"
	"strings"
)

// Statements about corners of gopher-lua that no bundled check has, made at random rather than from a list:
// sets, environments, texts as numbers, handlers that fail, long lists, variables that functions share.

// shown is a statement whose message is all results of the call.
func shown(call string) string {
	return `local function show(...) local out = {} for i = 1, select("#", ...) do out[i] = tostring((select(i, ...))) end ` +
		"return table.concat(out, \"|\") end\nhs.message = show(" + call + ")"
}

func joined(r *rand.Rand, most int, parts ...string) string {
	var text strings.Builder
	for range r.Intn(most + 1) {
		text.WriteString(pick(r, parts...))
	}
	return text.String()
}

func luaSet(r *rand.Rand) string {
	return "[" + pick(r, "", "", "^") + joined(r, 5, "a", "c", "x", "-", "-", "^", "[", "]", "%a", "%]", "%[", "%-", "%", "%w", "%S", "0-9", "a-c", "z-a",
		".", ":", ":alpha:", " ", "$", "é") + pick(r, "]", "]", "]", "]", "")
}

func luaPattern(r *rand.Rand) string {
	return pick(r, "", "", "^") + joined(r, 2, "x", ".", "%d", "(", ")", "%b[]", "%f") + luaSet(r) + pick(r, "", "", "+", "*", "-", "?") +
		joined(r, 2, "x", "$", ")", "()", "%1", ".-", luaSet(r))
}

var luaSubjects = []string{"cond[0]: x", "a-b^c]d", "[[x]]", "abc 012", "", "x[a", "]x", "a:]", "%z-%]", "éa"}

func quoted(r *rand.Rand, texts ...string) string { return strconv.QuoteToGraphic(pick(r, texts...)) }

// luaNumber is a text that may be a number, as in fields of os.time and arguments of tonumber.
func luaNumber(r *rand.Rand) string {
	text := pick(r, "", "", "", " ", "  ", "\t", "\\n") + pick(r, "", "", "", "-", "+") + pick(r, "", "", "0x", "0X", "0b", "0o", "0", "000") +
		joined(r, 4, "0", "1", "2", "7", "f", "_", ".", "e", "x") + pick(r, "", "", "", " ", "z")
	if chance(r, 40) {
		return pick(r, "0", "1", "3", "12", "2006", "2.9", "-1", "1e3", "nil", "{}", "true", "0x1f", "9999", "-0.5")
	}
	return `"` + text + `"`
}

// sameNames are functions that may be one under two names.
var sameNames = []string{"string.gfind", "string.gmatch", "table.getn", "table.maxn", "math.mod", "math.fmod", "unpack", "table.unpack", "print",
	"_G.print", "_G._G.type", "type", "string.len", "(\"\").len", "require", "_printregs", "newproxy", "setfenv", "getfenv"}

var luaFailures = []string{`error("e")`, `error("e", 0)`, `error("e", 2)`, "error({})", "error()", "error(nil)", "local a = nil + 1", "local a = nil .. 'x'",
	"local a = {} < {}", "nothing()", "local a = nil a.b = 1", "return 1", "return 1, 2", `string.rep()`, "setmetatable(1)", `("x"):nothing()`}

func luaFailure(r *rand.Rand) string { return pick(r, luaFailures...) }

var forms = []idiom{
	func(r *rand.Rand, _ string, _ func() string) string { // sets
		pattern, subject := strconv.QuoteToGraphic(luaPattern(r)), quoted(r, luaSubjects...)
		return shown(pick(r,
			"pcall(string.match, "+subject+", "+pattern+")", "pcall(string.find, "+subject+", "+pattern+pick(r, "", ", 2", ", -1")+")",
			"pcall(string.gsub, "+subject+", "+pattern+", "+pick(r, `"<%0>"`, `"%1"`, "{a = 1}", "string.upper", `""`)+")",
			"pcall(function() local n = \"\" for a, b in string.gmatch("+subject+", "+pattern+") do n = n .. tostring(a) .. tostring(b) end return n end)"))
	},
	func(r *rand.Rand, _ string, _ func() string) string { // environments
		level := pick(r, "0", "0", "1", "2", "3", "-1", "nil", `"1"`, "1.9", "print", "own", "{}", "coroutine.create(own)")
		change := pick(r, "setfenv("+level+", e)", "pcall(setfenv, "+level+", e)", "pcall(function() setfenv("+level+", e) end)", "getfenv("+level+")")
		within := pick(r, "%s", "(function() %s end)()", "coroutine.wrap(function() %s end)()", "pcall(function() %s end)")
		asked := pick(r, "getfenv(0) == e, getfenv(1) == e", "getfenv() == e, x", "getfenv(own) == e, pcall(own)", "getfenv(0) == getfenv(1)")
		return "hs.message = tostring(select(\"#\", pcall(function()\nlocal say, join, own = tostring, table.concat, function() return x end\n" +
			"local e = {x = 7, getfenv = getfenv, setfenv = setfenv, pcall = pcall, coroutine = coroutine, print = print}\nlocal hs, pack = hs, function(...) " +
			"local t = {...} for i = 1, 4 do t[i] = say(t[i]) end return join(t, \" \") end\n" +
			fmt.Sprintf(within, change) + "\nhs.reason = pack(" + asked + ")\nend))) .. tostring(hs.reason)"
	},
	func(r *rand.Rand, _ string, _ func() string) string { // times
		fields := []string{}
		for _, name := range []string{"year", "month", "day", "hour", "min", "sec", "isdst"} {
			if chance(r, 75) {
				fields = append(fields, name+" = "+luaNumber(r))
			}
		}
		return pick(r, "", `local os = require("os") `) + shown("pcall(os.time, {"+strings.Join(fields, ", ")+"})")
	},
	func(r *rand.Rand, _ string, _ func() string) string { // texts as numbers
		text := luaNumber(r)
		return shown("pcall(function() return " + pick(r, "tonumber("+text+")", "tonumber("+text+", "+pick(r, "2", "8", "10", "16", "36", "1", "37", `"16"`)+")", text+" + 1",
			"-("+text+")", text+" < 2", `("x"):rep(`+text+")", `("abc"):sub(`+text+")", "({1, 2, 3})["+text+"]", `string.format("%d %5.1f", `+text+", "+text+")", "math.floor("+text+")",
			"select("+text+", 1, 2, 3)") + " end)")
	},
	func(r *rand.Rand, _ string, _ func() string) string { // two names
		return shown("pcall(function() return " + pick(r, sameNames...) + " == " + pick(r, sameNames...) + " end)")
	},
	func(r *rand.Rand, _ string, _ func() string) string { // handlers that fail
		handler := "function(m) " + pick(r, luaFailure(r), "return m", "return type(m)", "return pcall(function() "+luaFailure(r)+" end)",
			"return xpcall(function() "+luaFailure(r)+" end, function(n) "+luaFailure(r)+" end)", "return (m.x)", "return tostring(m)") + " end"
		call := "xpcall(function() " + luaFailure(r) + " end, " + pick(r, handler, handler, handler, "error", "tostring", "nil", "{}", "1", "pcall") + ")"
		return shown(pick(r, call, call, "pcall(function() return "+call+" end)", "coroutine.resume(coroutine.create(function() return "+call+" end))"))
	},
	func(r *rand.Rand, _ string, _ func() string) string { // a variable that functions share, and a call that may fail
		return "local bumped = 0\nlocal function bump() bumped = bumped + " + pick(r, "1", "2") + " return bumped end\n" + pick(r, "", "bump()\n") +
			pick(r, "pcall", "pcall", "xpcall") + "(function() " + pick(r, "bump() ", "") + luaFailure(r) + " end, function(m) return m end)\nbump()\n" +
			pick(r, "", "bumped = bumped + 10\n") + "hs.message = \"bumped \" .. bumped .. \" bumped \" .. bump()"
	},
	func(r *rand.Rand, _ string, _ func() string) string { // long lists
		count := pick(r, "3", "300", "1200", "2400", "2600", "5200")
		return "local long = {} for i = 1, " + count + " do long[i] = i end\n" + shown(pick(r, "#table.concat(long)", `#table.concat(long, ",")`,
			`#table.concat(long, "", 2, 2000)`, "select(\"#\", unpack(long))", "math.max(unpack(long))", "#{unpack(long)}", "pcall(string.char, unpack(long))",
			`pcall(function() return #table.concat(long, ", ") end)`))
	},
}
