package main

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
)

// Health scripts made of the idioms that bundled ones use, and expressions over the same objects.

var fields = []string{"obj.status.phase", "obj.status.replicas", "obj.spec.replicas", "obj.metadata.name",
	"obj.metadata.generation", "obj.status.observedGeneration", "obj.spec.paused", "obj.status.message",
	"obj.status.conditions[1].type", "obj.missing", "obj.status.loadBalancer"}

var constants = []string{`"Ready"`, `"True"`, `""`, "0", "1", "2.5", "true", "false", "nil", `"10"`, "{}"}

func operand(r *rand.Rand) string {
	switch r.Intn(8) {
	case 0, 1, 2:
		return pick(r, fields...)
	case 3, 4:
		return pick(r, constants...)
	case 5:
		return "#" + pick(r, "obj.status.conditions", "obj.metadata.name", "{1, 2}", "found")
	case 6:
		return pick(r, "tostring", "tonumber", "type") + "(" + pick(r, fields...) + ")"
	}
	return "count"
}

func test(r *rand.Rand) string {
	text := operand(r) + pick(r, " == ", " ~= ", " < ", " >= ") + operand(r)
	switch r.Intn(6) {
	case 0:
		return "not (" + text + ")"
	case 1:
		return pick(r, "obj.status", "obj.status.conditions", "obj.metadata.labels") + " ~= nil and " + text
	case 2:
		return text + " or " + operand(r)
	case 3:
		return operand(r)
	}
	return text
}

func message(r *rand.Rand) string {
	parts := []string{`"is "`}
	for range r.Intn(3) {
		parts = append(parts, pick(r, pick(r, fields...), "count", "1.5", "10", `tostring(obj.spec.replicas)`,
			`table.concat(found, ", ")`, "(obj.status.message or \"none\")", "count / 4", "count - 1"))
	}
	return strings.Join(parts, " .. ")
}

// oddTexts are what bundled checks take apart: times, fractions, prefixes, hashes.
func oddText(r *rand.Rand) string {
	return pick(r, `"2024-02-29T12:30:59Z"`, `"1/3"`, `"ERROR, it broke"`, `"Provisioning MinIO"`, `"8c5c22d1aa0b"`, `"SecurityPolicy"`,
		`"été → fin"`, "(obj.status.message or \"none\")", "tostring("+pick(r, fields...)+")", "obj.kind", "obj.metadata.name")
}

func number(r *rand.Rand) string {
	return pick(r, "count", "#found", "1", "2.5", "(obj.spec.replicas or 1)", "(obj.status.replicas or 0)", "obj.status.readyReplicas",
		"tonumber(obj.status.observedGeneration)", `tonumber("0x10")`, "(2^1024 - 1)")
}

// A statement of a script: `status` is a literal, `inner` makes one more statement for its body.
type idiom func(r *rand.Rand, status string, inner func() string) string

// idioms are the ways in which bundled checks are written, by the census of what they use.
var idioms = []idiom{
	func(r *rand.Rand, _ string, inner func() string) string {
		return "if " + test(r) + " then\n" + inner() + "\nend"
	},
	func(r *rand.Rand, _ string, inner func() string) string {
		return "if " + test(r) + " then\n" + inner() + "\nelseif " + test(r) + " then\n" + inner() + "\nelse\n" + inner() + "\nend"
	},
	func(r *rand.Rand, _ string, inner func() string) string { // conditions
		return "for i, c in ipairs(obj.status.conditions) do\nif c.type == \"Ready\" and c.status == " +
			pick(r, `"True"`, `"False"`) + " then\nhs.message = c.message\n" + inner() + pick(r, "", "\nbreak") + "\nend\nend"
	},
	func(r *rand.Rand, _ string, _ func() string) string {
		return "for k, v in pairs(obj." + pick(r, "status", "metadata", "spec", "status.conditions") +
			") do\ncount = count + 1\nif type(v) == \"string\" then\ntable.insert(found, k .. \"=\" .. v)\nend\nend"
	},
	func(r *rand.Rand, _ string, _ func() string) string { // goto
		return "for _, c in ipairs(obj.status.conditions or {}) do\nif c.status ~= \"True\" then goto continue end\n" +
			"count = count + 1\n::continue::\nend"
	},
	func(r *rand.Rand, status string, _ func() string) string {
		return "hs.status = " + status + "\nhs.message = " + message(r)
	},
	func(r *rand.Rand, status string, _ func() string) string {
		return "do return {status = " + status + ", message = " + message(r) + "} end"
	},
	func(r *rand.Rand, _ string, _ func() string) string { // a function of its own
		return pick(r, "local function get(name)", "function get(name)", "get = function(name)", "local get = function(name)") +
			"\nfor _, c in ipairs(obj.status.conditions) do\nif c.type == name then return c end\nend\nend\n" +
			"local c = get(\"Available\")\nif c ~= nil then hs.message = c.reason end"
	},
	func(r *rand.Rand, _ string, inner func() string) string {
		return "if next(obj." + pick(r, "status", "spec", "metadata") + ") == nil then\n" + inner() + "\nend"
	},
	func(r *rand.Rand, _ string, _ func() string) string {
		return "table.insert(found, " + pick(r, "", "1, ") + operand(r) + ")\ntable.sort(found" +
			pick(r, ", function(a, b) return tostring(a) < tostring(b) end", "") + ")"
	},
	func(r *rand.Rand, _ string, inner func() string) string {
		return "if string.find(tostring(" + operand(r) + "), " + pick(r, `"^R"`, `"%d+"`, `"a.*e"`) + ") then\n" + inner() + "\nend"
	},
	func(r *rand.Rand, _ string, _ func() string) string {
		return "hs.message = string.format(" + pick(r, `"%s of %s"`, `"%d of %s"`, `"(%5.2f, %q)"`, `"(%d/%d)"`) + ", " + operand(r) + ", " + operand(r) + ")"
	},
	func(r *rand.Rand, _ string, inner func() string) string { // a time, taken apart and put together
		return "local y, m, d, h, n, s = string.match(" + oddText(r) + `, "^(%d+)-(%d+)-(%d+)T(%d+):(%d+):(%d+)")` +
			"\nif y ~= nil and os.time{year=y, month=m, day=d, hour=h, min=n, sec=s} ~= nil then\n" + inner() + "\nend"
	},
	func(r *rand.Rand, status string, _ func() string) string { // a fraction
		return "local a, b = string.match(" + oddText(r) + `, "(%d+)/(%d+)")` + "\nif tonumber(a) == tonumber(b) then hs.status = " + status +
			" else hs.message = a .. \" of \" .. tostring(b) end"
	},
	func(r *rand.Rand, _ string, inner func() string) string {
		return "if " + pick(r, `string.match(`+oddText(r)+`, "Policy$")`, `string.find(string.lower(`+oddText(r)+`), "error")`,
			`string.len(`+oddText(r)+`) > 7`, `(`+oddText(r)+`):find("^Provisioning")`, `(`+oddText(r)+`):lower():match("^e") ~= nil`) +
			" then\n" + inner() + "\nend"
	},
	func(r *rand.Rand, _ string, _ func() string) string {
		return "local text = " + oddText(r) + "\nhs.message = " + pick(r, `text:gsub("ERROR, ", "")`, `(text:gsub("ERROR, ", ""))`,
			`string.sub(text, 1, 7)`, `text:sub(-3)`, `text:upper() .. #text`, `"→ " .. text`)
	},
	func(r *rand.Rand, status string, _ func() string) string { // sums
		return "count = " + number(r) + pick(r, " + ", " - ") + number(r) + "\nif count " + pick(r, "<= ", "> ", "== ") + number(r) +
			" then hs.status = " + status + " else hs.message = \"still \" .. count end"
	},
	func(r *rand.Rand, _ string, _ func() string) string {
		return "hs.message = table.concat(found, " + pick(r, `", "`, `"; "`, `""`) + ") .. table.getn(found)"
	},
	func(r *rand.Rand, status string, _ func() string) string {
		return "hs = {status = " + test(r) + " and " + status + ` or "Progressing", message = ` + pick(r, "[[as it\nstands]]", operand(r)) + "}"
	},
	func(r *rand.Rand, _ string, _ func() string) string { // globals, and a table by name
		return "phases = {Ready = \"Healthy\", Running = \"Progressing\", [\"Failed\"] = \"Degraded\"}\nhs.status = phases[" +
			pick(r, "obj.status.phase", `obj.status.phase or ""`, `"Failed"`) + "]" + pick(r, "", ` or "Suspended"`)
	},
	func(r *rand.Rand, _ string, _ func() string) string { // sets with brackets and dashes
		return "hs.message = tostring(string.match(" + oddText(r) + ", " + pick(r, `"^[^[]+"`, `"[[]"`, `"[a[]+"`, `"[%a[]+"`,
			`"[[%]]"`, `"[[:alpha:]]"`, `"[a-]+"`, `"[]-]"`, `"[^]a-]+"`, `"[a-c-e]+"`, `"[%w-]+"`, `"[a"`) + "))"
	},
	func(r *rand.Rand, _ string, _ func() string) string { // environments
		return "hs.message = tostring(pcall(" + pick(r, "setfenv", "getfenv") + ", " + pick(r, "0", "1", "2", "-1", "5", "1.9", `"1"`, "nil",
			"print", "function() return 1 end", "{}") + ", {}))"
	},
	func(r *rand.Rand, _ string, _ func() string) string { // times of text
		field := func() string {
			return pick(r, "3", "2.9", `"0x1f"`, `"0X1F"`, `"  0002"`, `"000"`, `""`, `"1e1"`, `"0b11"`, `"-1"`, `"x"`, "nil", "{}")
		}
		return "hs.message = tostring(os.time{year=" + pick(r, `"0x7d6"`, `"  0002006"`, "2006", `"2006"`) + ", month=" + field() + ", day=" +
			field() + ", hour=" + field() + ", min=" + field() + ", sec=" + field() + "})"
	},
	func(r *rand.Rand, _ string, _ func() string) string { // handlers that fail
		return "local fine, e = xpcall(function() " + pick(r, `error("e")`, "return nil + 1", "error({})", "return 1") + " end, function(m) " +
			pick(r, `error("again")`, "return m", "return nil .. m", "error()", `error("again", 0)`, "error({})", "return m.x") +
			" end)\nhs.message = type(e) == \"table\" and \"table\" or tostring(e)"
	},
	func(r *rand.Rand, status string, _ func() string) string { // one function, two names
		return "hs.status = " + pick(r, "string.gfind == string.gmatch", "table.getn == table.maxn", "math.mod == math.fmod") + " and " + status +
			" or \"Suspended\""
	},
	func(r *rand.Rand, _ string, _ func() string) string { // lists that grow and shrink
		return "for i = 1, " + pick(r, "3", "70", "300") + " do found[#found + 1] = \"x\" end\nfor i = 1, " + pick(r, "1", "2", "60") +
			" do " + pick(r, "table.remove(found)", "table.remove(found, 1)", "found[#found] = nil", `table.insert(found, "y")`) +
			" end\nhs.message = #found .. table.concat(found)"
	},
	func(r *rand.Rand, status string, _ func() string) string { // two results
		return "local function judge(wanted, have)\nif wanted == nil then return \"Suspended\", \"unset\" end\nreturn " + status +
			", wanted .. \"/\" .. have\nend\nhs.status, hs.message = judge(" + number(r) + ", " + number(r) + ")"
	},
}

func statement(r *rand.Rand, depth int) string {
	status := pick(r, `"Healthy"`, `"Degraded"`, `"Progressing"`, `"Suspended"`, `"Odd"`)
	inner := func() string {
		if depth == 0 {
			return "hs.status = " + status
		}
		return statement(r, depth-1)
	}
	if chance(r, 25) {
		return pick(r, forms...)(r, status, inner)
	}
	return pick(r, idioms...)(r, status, inner)
}

func luaCase(r *rand.Rand) map[string]any {
	statements := []string{}
	for range 1 + r.Intn(4) {
		statements = append(statements, statement(r, 2))
	}
	return scriptCase(r, statements)
}

// formCase has nothing but corners of the language.
func formCase(r *rand.Rand) map[string]any {
	return scriptCase(r, []string{`hs.status = "Healthy"`, pick(r, forms...)(r, `"Healthy"`, func() string { return "" })})
}

func scriptCase(r *rand.Rand, statements []string) map[string]any {
	about := object(r)
	if metadata, isMap := about["metadata"].(map[string]any); isMap {
		delete(metadata, "deletionTimestamp") // comes before any script
	}
	script := slices.Concat([]string{pick(r, "hs = {}", `hs = {status = "Progressing"}`), "local count, found = 0, {}"}, statements, []string{"return hs"})
	return map[string]any{"script": strings.Join(script, "\n"), "open_libs": chance(r, 80), "object": about}
}

// -------------------------------------------------------------------- expressions

var paths = []string{"status", "status.phase", "status.replicas", "spec.replicas", "metadata.name", "metadata.generation",
	"status.observedGeneration", "status.conditions", "status.conditions[0]", "status.missing", "data", "spec.paused", "kind"}

func literal(r *rand.Rand) string {
	return pick(r, "0", "1", "-2", "2u", "1.5", "1e3", `"Ready"`, "'True'", `""`, "true", "false", "null", "[1, 2]", `{"a": 1}`,
		`b"ab"`, `"2024-01-01T00:00:00Z"`, `"3"`, "[]", "{}", "9223372036854775807")
}

func expression(r *rand.Rand, depth int) string {
	if chance(r, 8) {
		return celForm(r)
	}
	if depth == 0 {
		return pick(r, pick(r, paths...), literal(r))
	}
	a, b := func() string { return expression(r, depth-1) }, func() string { return expression(r, depth-1) }
	switch r.Intn(18) {
	case 0, 1:
		return "( " + a() + pick(r, " == ", " != ", " < ", " <= ", " > ", " >= ") + b() + " )"
	case 2:
		return "( " + a() + pick(r, " && ", " || ") + b() + " )"
	case 3:
		return "( " + a() + pick(r, " + ", " - ", " * ", " / ", " % ") + b() + " )"
	case 4:
		return "( " + a() + " ? " + b() + " : " + a() + " )"
	case 5:
		return pick(r, "!", "-") + "( " + a() + " )"
	case 6:
		return "has( " + pick(r, "status.phase", "status.missing", "metadata.labels.a", "spec.replicas", "data.x") + " )"
	case 7:
		return "status.conditions." + pick(r, "filter", "exists", "all", "exists_one", "map") + "( e , e.type == " +
			pick(r, `"Ready"`, `"Available"`, a()) + " )"
	case 8:
		return "status.conditions.filter( e , e.type == 'Ready' ).all( e , e.status == 'True' && e.observedGeneration == metadata.generation )"
	case 9:
		return pick(r, "size", "int", "string", "double", "bool", "type", "uint", "dyn", "timestamp", "duration", "bytes") + "( " + a() + " )"
	case 10:
		return pick(r, "metadata.name", "status.phase", `"a,b"`) + "." + pick(r, "contains", "startsWith", "endsWith", "matches", "indexOf", "split") + "( " + a() + " )"
	case 11:
		return "status.?" + pick(r, "phase", "missing", "replicas") + ".orValue( " + a() + " )"
	case 12:
		return "( " + a() + " in " + pick(r, "[1, 2, 'Ready']", "status", "metadata", b()) + " )"
	case 13:
		return call(r, a)
	case 14:
		return pick(r, "( "+a()+" )", pick(r, paths...)) + pick(r, "[ ", "[? ") + b() + " ]" + pick(r, "", ".type", ".?type", "[0]")
	case 15:
		return "( " + a() + " ? " + pick(r, paths...) + " : " + b() + " )" + pick(r, ".type", ".a.b", "[ "+b()+" ]")
	case 16:
		return pick(r, "[ "+a()+" , "+b()+" ]", "{ "+a()+" : "+b()+" }", "[ ?status.?phase , "+a()+" ]",
			"status.?conditions.optMap( v , "+a()+" )", "'%s %d' . format( [ "+a()+" , "+b()+" ] )")
	}
	return "( " + a() + " )[ " + b() + " ]"
}

// call has any number of arguments, for a function that may not even exist.
func call(r *rand.Rand, argument func() string) string {
	arguments := []string{}
	for range r.Intn(4) {
		arguments = append(arguments, argument())
	}
	name := pick(r, "f", "size", "int", "type", "contains", "substring", "join", "replace", "matches", "getHours", "or", "orValue",
		"value", "hasValue", "format", "first", "startsWith", "reverse", "sets.contains", "optional.of", "optional.none", "base64.decode")
	text := name + "( " + strings.Join(arguments, " , ") + " )"
	if chance(r, 50) && !strings.Contains(name, ".") {
		return "( " + argument() + " )." + text
	}
	return text
}

// misspell takes a word away, puts one in or exchanges one.
func misspell(r *rand.Rand, text string) string {
	words := strings.Split(text, " ")
	at := r.Intn(len(words))
	odd := pick(r, ".", ",", "(", ")", "[", "]", "{", "}", "?", ":", "+", "-", "!", "&&", "||", "&", "=", "==", "in", "x", "1", "'a'",
		"'a", "@", "é", "\n", "\t", "//", "if", "true", "has(", ".?", "[?", "1.", "0x", "b", "`a`", "#", "\"\"\"", "1u", "\\", "__result__")
	switch r.Intn(3) {
	case 0:
		words = append(words[:at:at], words[at+1:]...)
	case 1:
		words[at] = odd
	default:
		words = append(words[:at:at], append([]string{odd}, words[at:]...)...)
	}
	return strings.Join(words, " ")
}

func celCase(r *rand.Rand) map[string]any {
	text := expression(r, 1+r.Intn(3))
	if chance(r, 15) {
		text = misspell(r, text)
	}
	return map[string]any{"mode": "parse_only", "expr": text, "vars": object(r)}
}

// celFormCase has nothing but texts that CEL reads and writes.
func celFormCase(r *rand.Rand) map[string]any {
	return map[string]any{"mode": pick(r, "parse_only", "parse_only", "compile"), "expr": celForm(r), "vars": map[string]any{}}
}

// checkedCelCase asks for types first, as Flux does of a readyExpr. No variable can be declared that is
// called as a type.
func checkedCelCase(r *rand.Rand) map[string]any {
	out := celCase(r)
	out["mode"] = "compile"
	delete(out["vars"].(map[string]any), "type")
	return out
}

// --------------------------------------------------------------------- ConfigMaps

// scriptHead begins the scripts of ConfigMaps; a number and the end of the table follow.
const scriptHead = "return {status = 'Healthy', message = '"

func configMapCase(r *rand.Rand) map[string]any {
	data, number := map[string]any{}, 0
	script := func() string {
		number++
		return fmt.Sprintf(scriptHead+"s%d'}", number)
	}
	groupKinds := []string{"Pod", "apps_Deployment", "example.com_Widget", "all", "a.example.com_Widget", "_Pod", "a_b_c", ""}
	for range r.Intn(3) {
		data["resource.customizations.health."+pick(r, groupKinds[:5+r.Intn(4)]...)] = script()
	}
	if chance(r, 30) {
		data["resource.customizations.useOpenLibs."+pick(r, groupKinds[:5]...)] = pick(r, "true", "false", "1", "T", "yes", "")
	}
	if chance(r, 10) {
		data["resource.customizations."+pick(r, "odd.Pod", "actions.Pod", "health", "")] = "x"
	}
	if chance(r, 70) {
		data["resource.customizations"] = legacyCustomizations(r, script)
	}
	return map[string]any{"data": data}
}

// inDoubleQuotes has escapes that not every reader of YAML knows.
func inDoubleQuotes(r *rand.Rand, script string) string {
	text := `"` + strings.ReplaceAll(script, "'", pick(r, `\'`, "'", `\x27`)) + pick(r, "", "", "", " --[[ a\\/b ]]", ` -- \/`, ` -- \q`) + `"`
	return pick(r, "health.lua: "+text, `"health.lua": `+text, "{health.lua: "+text+"}", `{"health.lua":`+text+"}", "<<: {health.lua: "+text+"}")
}

func legacyCustomizations(r *rand.Rand, script func() string) string {
	var text strings.Builder
	keys := []string{"Pod", "apps/Deployment", `"*"`, `"*/*"`, `"*.example.com/*"`, `"apps/*"`, `"*/Widget"`, `"P*"`, `"*o?"`,
		`"{apps,batch}/*"`, `"*.[a-f]xample.com/*"`, `"[!a]*/*"`, `"*/{Widget,Gadget}"`, `"*[]"`, `"a.**/*"`, `"*p\\*"`, `"Po*od"`, `"apps/Dep*eployment"`, `"{Pod,Widget}"`, `"*{a,d}"`, `"{*}"`, `"?od"`, `"*/{*}"`}
	r.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
	for _, key := range keys[:r.Intn(4)] {
		text.WriteString(key + ":\n")
		switch r.Intn(12) {
		case 0:
			text.WriteString("  health.lua: " + pick(r, "5", "[a]", "", "true", "~") + "\n")
		case 1:
			text.WriteString("  health.lua.useOpenLibs: " + pick(r, "yes", `"true"`, "on", "5", "true") + "\n")
		case 2:
			text.WriteString("  HEALTH.LUA: |\n    " + script() + "\n")
		case 3:
			text.WriteString("  " + inDoubleQuotes(r, script()) + "\n")
		case 4:
			text.WriteString(pick(r, "  ignoreDifferences: {a: b}\n", "  actions: x\n", "  odd: 1\n"))
		default:
			text.WriteString("  health.lua: |\n    " + script() + "\n")
		}
	}
	return text.String()
}
