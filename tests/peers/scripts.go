package main

import (
	"fmt"
	"math/rand"
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

func statement(r *rand.Rand, depth int) string {
	status := pick(r, `"Healthy"`, `"Degraded"`, `"Progressing"`, `"Suspended"`, `"Odd"`)
	inner := func() string {
		if depth == 0 {
			return "hs.status = " + status
		}
		return statement(r, depth-1)
	}
	switch r.Intn(12) {
	case 0:
		return "if " + test(r) + " then\n" + inner() + "\nend"
	case 1:
		return "if " + test(r) + " then\n" + inner() + "\nelseif " + test(r) + " then\n" + inner() + "\nelse\n" + inner() + "\nend"
	case 2:
		return "for i, c in ipairs(obj.status.conditions) do\nif c.type == \"Ready\" and c.status == " +
			pick(r, `"True"`, `"False"`) + " then\nhs.message = c.message\n" + inner() + "\nend\nend"
	case 3:
		return "for k, v in pairs(obj." + pick(r, "status", "metadata", "spec", "status.conditions") +
			") do\ncount = count + 1\nif type(v) == \"string\" then\ntable.insert(found, k .. \"=\" .. v)\nend\nend"
	case 4:
		return "for _, c in ipairs(obj.status.conditions or {}) do\nif c.status ~= \"True\" then goto continue end\n" +
			"count = count + 1\n::continue::\nend"
	case 5:
		return "hs.status = " + status + "\nhs.message = " + message(r)
	case 6:
		return "do return {status = " + status + ", message = " + message(r) + "} end"
	case 7:
		return "local function get(name)\nfor _, c in ipairs(obj.status.conditions) do\nif c.type == name then return c end\nend\nend\n" +
			"local c = get(\"Available\")\nif c ~= nil then hs.message = c.reason end"
	case 8:
		return "if next(obj." + pick(r, "status", "spec", "metadata") + ") == nil then\n" + inner() + "\nend"
	case 9:
		return "table.insert(found, " + operand(r) + ")\ntable.sort(found, function(a, b) return tostring(a) < tostring(b) end)"
	case 10:
		return "if string.find(tostring(" + operand(r) + "), " + pick(r, `"^R"`, `"%d+"`, `"a.*e"`) + ") then\n" + inner() + "\nend"
	}
	return "hs.message = string.format(" + pick(r, `"%s of %s"`, `"%d of %s"`, `"(%5.2f, %q)"`) + ", " + operand(r) + ", " + operand(r) + ")"
}

func luaCase(r *rand.Rand) map[string]any {
	about := object(r)
	if metadata, isMap := about["metadata"].(map[string]any); isMap {
		delete(metadata, "deletionTimestamp") // comes before any script
	}
	script := []string{"hs = {}", "local count, found = 0, {}"}
	for range 1 + r.Intn(4) {
		script = append(script, statement(r, 2))
	}
	script = append(script, "return hs")
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
	if depth == 0 {
		return pick(r, pick(r, paths...), literal(r))
	}
	a, b := func() string { return expression(r, depth-1) }, func() string { return expression(r, depth-1) }
	switch r.Intn(14) {
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
	}
	return "( " + a() + " )[ " + b() + " ]"
}

func celCase(r *rand.Rand) map[string]any {
	return map[string]any{"mode": "parse_only", "expr": expression(r, 1+r.Intn(3)), "vars": object(r)}
}

// --------------------------------------------------------------------- ConfigMaps

func configMapCase(r *rand.Rand) map[string]any {
	data, number := map[string]any{}, 0
	script := func() string {
		number++
		return fmt.Sprintf("return {status = 'Healthy', message = 's%d'}", number)
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

func legacyCustomizations(r *rand.Rand, script func() string) string {
	var text strings.Builder
	keys := []string{"Pod", "apps/Deployment", `"*"`, `"*/*"`, `"*.example.com/*"`, `"apps/*"`, `"*/Widget"`, `"P*"`}
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
			text.WriteString(pick(r, "  ignoreDifferences: {a: b}\n", "  actions: x\n", "  odd: 1\n"))
		default:
			text.WriteString("  health.lua: |\n    " + script() + "\n")
		}
	}
	return text.String()
}
