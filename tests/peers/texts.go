package main

import (
	"bytes"
	"math/rand"
	"strings"

	"github.com/gobwas/glob"
	"sigs.k8s.io/yaml"
)

// Texts that are read before any rule runs: patterns over kinds, and YAML. texts.c answers for vitals.

// vitalsTexts puts JSON that was written into the form of textForm.
func vitalsTexts(cases [][]byte) ([]any, error) {
	answers, err := ask(cases, "PEERS_TEXTS")
	for i := range answers {
		answer := answers[i].(map[string]any)
		if written, isJSON := answer["json"].(string); isJSON {
			answers[i] = textForm([]byte(written))
		}
	}
	return answers, err
}

// textForm has the numbers as they are written.
func textForm(written []byte) any {
	var tree any
	if err := readTree(written, &tree); err != nil {
		return map[string]any{"unreadable": string(written)}
	}
	text, _ := plainJSON(tree)
	return map[string]any{"json": string(text)}
}

// ----------------------------------------------------------------------- patterns

// answerGlob compiles a pattern as Argo CD does the keys of its customizations.
func answerGlob(q question) any {
	pattern, err := glob.Compile(q.Pattern)
	if err != nil {
		return map[string]any{"error": true}
	}
	matches := []bool{}
	for _, text := range q.Texts {
		matches = append(matches, pattern.Match(text))
	}
	return map[string]any{"matches": matches}
}

// globParts are what patterns are made of; empty alternatives are among them.
var globParts = []string{"*", "**", "?", "a", "b", "Pod", "apps", "/", ".", ",", "-", "é", "[ab]", "[!a]", "[a-c]", "[!a-c]", "[-a]", "[]", "[a",
	"[b-a]", "[*]", "[\\]]", "\\*", "\\a", "\\", "{}", "{,}", "{a,}", "{,a}", "{a,b}", "{a,*}", "{*}", "{?}", "{*,}", "{{}}", "{", "}", "{a", "{*{}*}",
	"{a,b{c,}}", "*{}*", "{}*", "]", "!", "^"}

func globText(r *rand.Rand) string {
	var text strings.Builder
	for range r.Intn(5) {
		text.WriteString(pick(r, "a", "b", "c", "Pod", "apps", "/", ".", "-", "é", "*", "{", "}", ",", "]", "!", "^"))
	}
	return text.String()
}

func globCase(r *rand.Rand) map[string]any {
	var pattern strings.Builder
	for range r.Intn(5) {
		pattern.WriteString(pick(r, globParts...))
	}
	texts := []any{"", "a", "Pod", "apps/Pod"}
	for range 4 {
		texts = append(texts, globText(r))
	}
	return map[string]any{"pattern": pattern.String(), "texts": texts}
}

// --------------------------------------------------------------------------- YAML

// answerYAML reads the first document, as Argo CD reads what users write.
func answerYAML(q question) any {
	written, err := yaml.YAMLToJSON([]byte(q.YAML))
	if err != nil {
		return map[string]any{"error": err.Error()}
	}
	return textForm(bytes.TrimSpace(written))
}

var plainScalars = []string{"a", "b c", "x-y", "-1", "+5", "1_000", "0x1F", "0o17", "017", "0b11", "1.5", ".5", "5.", "1e3", "-1.5e-7", "1e400", ".inf", ".nan",
	"12:30", "190:20:30", "yes", "no", "on", "Off", "y", "N", "true", "FALSE", "tRue", "~", "null", "Null", "", "2024-01-01", "2024-01-01T00:00:00Z",
	"a#b", "a: b", "a:b", "a,b", "[", "a]", "?x", "?", "-", "-x", ":x", "*x", "&x", "!x", "@x", "`x", "%x", "|", ">", "a?b", "é", "18446744073709551616",
	"9223372036854775808", "<<", "=", "it's", "a\"b", "C:\\x", "1:", "0.1e1_0", "_1", "1__0", "+.inf", "0888", "- 1", "{}", "[]"}

// escapes of strings in double quotes, right and wrong ones.
var yamlEscapes = []string{`\/`, `\'`, `\"`, `\\`, `\n`, `\t`, `\0`, `\x41`, `\x4`, `\u00e9`, `\u00e`, `\ud800`, `\U0001F600`, `\U00110000`, `\e`, `\ `,
	`\_`, `\N`, `\L`, `\P`, `\a`, `\b`, `\v`, `\f`, `\r`, `\q`, `\.`, `\(`, "\\\n  ", "\\\n\n ", "\\\t"}

func quotedScalar(r *rand.Rand) string {
	var text strings.Builder
	quote := pick(r, `"`, `"`, `'`)
	for range r.Intn(4) {
		text.WriteString(pick(r, "x", "y z", "é", ":", " ", "#", ",", "\n ", "\n\n  ", "\t"))
		if quote == `"` {
			text.WriteString(pick(r, yamlEscapes...))
		} else if chance(r, 40) {
			text.WriteString(pick(r, "''", `\'`, `\`, `"`))
		}
	}
	if quote == "'" && strings.Count(text.String(), "'")%2 == 1 && chance(r, 90) {
		text.WriteString("'")
	}
	return quote + text.String() + quote
}

func yamlScalar(r *rand.Rand) string {
	text := pick(r, plainScalars...)
	if chance(r, 35) {
		text = quotedScalar(r)
	}
	if chance(r, 10) {
		text = pick(r, "!!str", "!!int", "!!float", "!!bool", "!!null", "!!binary", "!foo", "!", "!!map", "!!seq", "!!timestamp", "!<tag:yaml.org,2002:str>") + " " + text
	}
	switch r.Intn(25) {
	case 0:
		return pick(r, "&x ", "&y ") + text
	case 1:
		return pick(r, "*x", "*y")
	}
	return text
}

func yamlFlow(r *rand.Rand, depth int) string {
	if depth == 0 || chance(r, 30) {
		return yamlScalar(r)
	}
	isMap := chance(r, 50)
	parts := []string{}
	for range r.Intn(4) {
		switch {
		case isMap || chance(r, 15):
			parts = append(parts, pick(r, yamlScalar(r), "a", "b", `"c"`, "<<")+pick(r, ": ", ": ", ": ", ":", " : ", "")+pick(r, yamlFlow(r, depth-1), ""))
		default:
			parts = append(parts, yamlFlow(r, depth-1))
		}
	}
	inside := strings.Join(parts, pick(r, ", ", ",", " , ", "\n  , ")) + pick(r, "", "", "", ",", " ")
	if isMap {
		return "{" + inside + "}"
	}
	return "[" + inside + "]"
}

func yamlBlock(r *rand.Rand, depth int, indent string) string {
	var text strings.Builder
	isMap := chance(r, 65)
	for range 1 + r.Intn(3) {
		head := "- "
		if isMap {
			head = pick(r, "a: ", "b: ", "c:   ", `"d": `, "<<: ", "? e\n"+indent+": ", yamlScalar(r)+": ")
		}
		text.WriteString(indent + head + yamlValue(r, depth, indent) + pick(r, "", "", "", " # c") + "\n")
		if chance(r, 5) {
			text.WriteString(pick(r, "\n", "# c\n", indent+"# c\n", "  \n"))
		}
	}
	return strings.TrimSuffix(text.String(), "\n")
}

func yamlValue(r *rand.Rand, depth int, indent string) string {
	switch n := r.Intn(10); {
	case n < 3 && depth > 0:
		return pick(r, "", "", "", "&x", "&y", "!!map", "!!seq") + "\n" + yamlBlock(r, depth-1, indent+pick(r, "  ", " ", "    "))
	case n < 5:
		return yamlFlow(r, depth)
	case n < 6:
		inside := indent + pick(r, "  ", "   ")
		return pick(r, "|", ">", "|-", ">-", "|+", ">+", "|2", ">1-", "|-1") + "\n" + inside + pick(r, "x", "x\n"+inside+"y", "x\n\n"+inside+"  y\n"+inside+"z", "", "x\n\n")
	case n < 7:
		return "x\n" + indent + "  " + pick(r, "y", "y\n\n"+indent+"  z", "y: z", "- y")
	}
	return yamlScalar(r)
}

func yamlCase(r *rand.Rand) map[string]any {
	text := pick(r, "", "", "", "---\n", "# c\n", "%YAML 1.1\n---\n", "--- ") + yamlBlock(r, 1+r.Intn(2), "") + pick(r, "\n", "\n", "", "\n...\n", "\n---\na: 1\n")
	if chance(r, 15) {
		at := r.Intn(len(text) + 1)
		text = text[:at] + pick(r, ":", "-", ",", "[", "]", "{", "}", "#", "&", "*", "!", "|", "'", `"`, "%", "@", "?", " ", "\n", "\t", "é", "\\") + text[min(at+r.Intn(2), len(text)):]
	}
	return map[string]any{"yaml": strings.ToValidUTF8(text, "")}
}
