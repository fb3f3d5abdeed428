package main

import (
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"strings"
)

// A generator of expressions: each production names what it makes.
type generator struct {
	*rand.Rand
	libraries []string
}

func (g *generator) pick(texts ...string) string { return texts[g.Intn(len(texts))] }

var libraryOf = map[string][]string{
	"kubernetes": {"quantity", "semver", "url", "ip", "cidr", "format", "lists", "ext", "regex", "strings", "pairs", "optional"},
	"ocm":        {"quantity", "semver", "url", "ip", "cidr", "format", "lists", "regex", "strings", "optional", "conditions"},
	"kro":        {"quantity", "semver", "url", "ip", "cidr", "lists", "ext", "regex", "strings", "pairs", "optional"},
	"standard":   {},
}

func (g *generator) has(name string) bool {
	for _, library := range g.libraries {
		if library == name {
			return true
		}
	}
	return false
}

func (g *generator) text() string {
	return g.pick("'a'", "'b'", "''", "'Ready'", "object.metadata.name", "object.status.phase", "'1.2.3'", "'10.0.0.1'", "string(1)", "'é'", "object.spec.text")
}

func (g *generator) number() string {
	return g.pick("0", "1", "2", "-1", "object.spec.size", "object.status.size", "size(object.status.conditions)", "9223372036854775807", "int(object.spec.half)")
}

func (g *generator) list() string {
	return g.pick("[1, 2, 3]", "[3, 1, 2]", "[2]", "['b', 'a']", "object.spec.numbers", "object.spec.names", "[1.5, 0.5]", "object.status.conditions.map(c, c.status)", "[[1], [2, 3]]", "object.spec.mixed")
}

func (g *generator) quantity() string {
	digits := g.pick("0", "1", "1.5", "0.1", "100", "1024", "999", "0.000000001", "123456789", "-1", "-0.5", "+2", "1.", ".5", "9223372036854775807", "12345678901234567890", "007", "1.10")
	suffix := g.pick("", "k", "M", "G", "Ki", "Mi", "Gi", "Ei", "m", "n", "u", "e3", "E2", "e-3", "T", "P", "E", "K", "i", "e", "Mi ")
	made := fmt.Sprintf("quantity('%s%s')", digits, suffix)
	switch g.Intn(6) {
	case 0:
		return made + fmt.Sprintf(".add(%s)", g.pick("quantity('1')", "1", "quantity('1.5Gi')", "quantity('-1')", "9223372036854775807"))
	case 1:
		return made + fmt.Sprintf(".sub(%s)", g.pick("quantity('1')", "1", "quantity('1m')", "quantity('12345678901234567890')"))
	}
	return made
}

func (g *generator) semver() string {
	number := func() string { return g.pick("0", "1", "2", "10", "01", "00", "18446744073709551615", "x", "") }
	made := number() + "." + number() + "." + number()
	made += g.pick("", "", "-rc.1", "-alpha", "-1", "-01", "-a.b.10", "-", "-a..b", "-é")
	made += g.pick("", "", "+b", "+b.1", "+", "+a..b", "+_")
	if g.Intn(4) == 0 {
		made = g.pick("v1", "v1.2", "1.2", "v01.002.3", "v", "1.2-rc", "v1.2.3", "rc.1.2")
		if g.has("semver-normal") {
			return fmt.Sprintf("semver('%s', true)", made)
		}
	}
	return fmt.Sprintf("semver('%s')", made)
}

func (g *generator) url() string {
	made := g.pick("", "https:", "http:", "mailto:", "a+b.c:", ":", "1:", "HTTP:") + g.pick("", "//", "/", "///") +
		g.pick("", "example.com", "u@example.com", "u:p%40@h", "u[@h", "[::1]", "[fe80::1%25en0]", "[1.2.3.4]", "[::1", "a b", "h%41", "h%zz", "é", "a:b") +
		g.pick("", ":80", ":", ":8x", ":80:90") + g.pick("", "/", "/a b", "/a%20b", "/%zz", "/a;b,c", "/é", "/a/../b", "/%2f") +
		g.pick("", "?", "?a=1", "?a=1&a=2&b", "?a;b=1", "?a=%41+c", "?%zz=1", "??") + g.pick("", "#f", "#%zz", "#a b")
	return "url('" + made + "')"
}

func (g *generator) address() string {
	return g.pick("10.0.0.1", "10.0.0.256", "1.2.3", "1.2.3.4.5", "01.2.3.4", "1..2.3", "::1", "::", "2001:DB8::1", "2001:db8:0:0:1:0:0:1", "::ffff:1.2.3.4", "::ffff:0102:0304",
		"fe80::1%en0", "fe80::1%", "%1", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8:9", "1::2::3", "12345::", ":1", "1:", "g::", "", "x", "1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:1.2.3.4", "::1.2.3", "255.255.255.255", "224.0.0.1", "169.254.1.1", "ff02::1", "127.0.0.1")
}

func (g *generator) range_() string {
	return g.address() + g.pick("/8", "/0", "/32", "/33", "/128", "/129", "", "/", "/x", "/08", "/-1", "/24/8")
}

// call is one call of a library.
func (g *generator) call() string {
	switch g.pick(append([]string{"core", "core"}, g.libraries...)...) {
	case "quantity":
		return g.pick(g.quantity(), g.quantity()+".compareTo("+g.quantity()+")", g.quantity()+".isLessThan("+g.quantity()+")", g.quantity()+".asInteger()",
			g.quantity()+".isInteger()", g.quantity()+".asApproximateFloat()", "sign("+g.quantity()+")", g.quantity()+" == "+g.quantity(), "isQuantity("+g.text()+")")
	case "semver":
		return g.pick(g.semver(), g.semver()+".compareTo("+g.semver()+")", g.semver()+".major()", g.semver()+".patch()", g.semver()+" == "+g.semver(), "isSemver("+g.text()+")")
	case "url":
		return g.url() + g.pick("", ".getHost()", ".getHostname()", ".getPort()", ".getScheme()", ".getEscapedPath()", ".getQuery().size()", ".getQuery()['a']", " == url('/a')")
	case "ip":
		return "ip('" + g.address() + "')" + g.pick("", ".family()", ".isLoopback()", ".isGlobalUnicast()", ".isUnspecified()", ".isLinkLocalUnicast()", ".isLinkLocalMulticast()", " == ip('::1')")
	case "cidr":
		return "cidr('" + g.range_() + "')" + g.pick("", ".prefixLength()", ".masked()", ".ip()", ".containsIP('"+g.address()+"')", ".containsCIDR('"+g.range_()+"')", ".containsIP(ip('10.0.0.1'))")
	case "format":
		name := g.pick("dns1123Label", "dns1123Subdomain", "dns1035Label", "qualifiedName", "dns1123LabelPrefix", "dns1123SubdomainPrefix", "dns1035LabelPrefix", "labelValue", "uri", "uuid", "byte", "date", "datetime")
		text := g.pick("a", "a.b", "A", "a-", "-a", "", "1a", "example.com/Name", "/x", "a/b/c", "a_b", strings.Repeat("a", 64), strings.Repeat("a.", 130), "/a%zz", "https://a", "123e4567-e89b-12d3-a456-426614174000", "aGVsbG8=", "aGVsbG8", "2021-02-30", "2021-02-28", "2021-02-28T23:59:59Z", "2021-02-28t23:59:60.5+01:00", "2021-02-28T24:00:00Z", "x")
		return g.pick("format."+name+"().validate('"+text+"')", "format.named('"+g.pick(name, "x")+"')")
	case "lists":
		return g.list() + g.pick(".isSorted()", ".min()", ".max()", ".sum()", ".indexOf("+g.pick(g.number(), g.text())+")", ".lastIndexOf(1)")
	case "ext":
		return g.list() + g.pick(".sort()", ".reverse()", ".distinct()", ".flatten()", ".flatten(2)", ".slice("+g.number()+", "+g.number()+")", ".sortBy(e, -e)", ".sortBy(e, e)")
	case "regex":
		return g.text() + g.pick(".find('[a-z]+')", ".findAll('[a-z]?')", ".findAll('[a-z]', 1)", ".find('(')", ".findAll("+g.text()+")", ".findAll('', 2)")
	case "strings":
		return g.text() + g.pick(".upperAscii()", ".indexOf("+g.text()+")", ".indexOf('', "+g.number()+")", ".lastIndexOf('a', "+g.number()+")", ".split(',')", ".substring("+g.number()+")", ".trim()", ".replace('a', 'b')", ".charAt("+g.number()+")")
	case "pairs":
		return g.list() + g.pick(".transformList(i, v, v)", ".exists(i, v, v == 1)", ".all(i, v, i >= 0)", ".transformMap(i, v, v)", ".existsOne(i, v, i == 0)")
	case "optional":
		return g.pick("object.?status.?phase", "object.?nothing.orValue('x')", "optional.of(1)", "object.status.?conditions.orValue([]).size()", "object.?status.?phase.hasValue()", "object.spec.?size.optMap(v, v + 1)", "[?object.?x]")
	case "conditions":
		return "hasConditions(" + g.pick("object.status", "object", "{}", "object.spec", "1") + ")"
	}
	return g.pick("object.status.size == object.spec.size", "object.status.conditions.exists(c, c.type == 'Ready' && c.status == 'True')", "has(object.status.phase) && object.status.phase == 'Ready'",
		"object.status.conditions.all(c, c.status == 'True')", "object.status.conditions.filter(c, c.type == 'Ready')[0].status", "object.status.size / object.spec.size", "object.status.nothing", "size(object.spec.names) > 1",
		g.number()+" + "+g.number(), g.text()+" + "+g.text(), "object.spec.half < 1", "type(object.spec.size)", "object.metadata.labels['a/b']", g.text()+" in "+g.list(), "timestamp('2021-01-01T00:00:00Z').getFullYear()",
		"duration('1m') > duration('30s')", "object.status.conditions.map(c, c.type)", "object.spec.size > 1 ? 'a' : 'b'", g.text()+".startsWith('a')", g.text()+".matches('^[a-z]+$')", "dyn("+g.number()+") == "+g.text(), "[1].existsOne(e, e == 1)")
}

func (g *generator) expression(depth int) string {
	if depth > 0 && g.Intn(3) == 0 {
		left, right := g.expression(depth-1), g.expression(depth-1)
		return g.pick("("+left+") == ("+right+")", "("+left+") && ("+right+")", "("+left+") || ("+right+")", "["+left+"]", "true ? ("+left+") : ("+left+")", "!("+left+")", "dyn("+left+") == dyn("+right+")")
	}
	return g.call()
}

func (g *generator) object() map[string]any {
	object := map[string]any{"apiVersion": "x.io/v1", "kind": "Widget",
		"metadata": map[string]any{"name": "web", "labels": map[string]any{"a/b": "c"}},
		"spec": map[string]any{"size": int64(g.Intn(3)), "numbers": []any{int64(3), int64(1), int64(2)}, "names": []any{"b", "a"}, "half": 0.5, "text": g.pick("", "a,b", "éa"),
			"mixed": []any{int64(1), "a", 1.5}}}
	switch g.Intn(4) {
	case 0:
		return object
	case 1:
		object["status"] = map[string]any{}
		return object
	}
	object["status"] = map[string]any{"size": int64(g.Intn(3)), "phase": g.pick("Ready", "Pending"),
		"conditions": []any{map[string]any{"type": "Ready", "status": g.pick("True", "False", "Unknown")}, map[string]any{"type": "Synced", "status": "True"}}}
	return object
}

func diff(dialect string, count int, seed int64) int {
	g := &generator{rand.New(rand.NewSource(seed)), libraryOf[dialect]}
	if dialect == "kubernetes" {
		g.libraries = append([]string{"semver-normal"}, g.libraries...)
	}
	cases := make([]question, count)
	for i := range cases {
		cases[i] = ask(dialect, g.expression(2), g.object())
	}
	return compare("generated, "+dialect, cases, shrunk)
}

// shrunk is a smaller case that differs, too: a part in parentheses or brackets alone, and an empty object.
func shrunk(one question) question {
	differs := func(q question) bool {
		got, err := askVitals([]question{q})
		wanted := answerOf(q.peerEnv(), q.Expr, q.object())
		return err == nil && comparable(wanted) != comparable(got[0]) && explained(q, wanted, got[0]) == ""
	}
	for again := true; again; {
		again = false
		for _, part := range parts(one.Expr) {
			if next := ask(one.Env, part, one.object()); differs(next) {
				one, again = next, true
				break
			}
		}
	}
	if bare := ask(one.Env, one.Expr, map[string]any{}); differs(bare) {
		return bare
	}
	return one
}

// parts are the balanced texts inside of the brackets of an expression.
func parts(expression string) []string {
	list, open := []string{}, []int{}
	for i, c := range expression {
		switch c {
		case '(', '[':
			open = append(open, i)
		case ')', ']':
			if len(open) > 0 {
				from := open[len(open)-1]
				open = open[:len(open)-1]
				if inside := strings.TrimSpace(expression[from+1 : i]); inside != "" && inside != expression {
					list = append(list, inside)
				}
			}
		}
	}
	return list
}

// recorded is a line of tests/golden/data/cel/dialects.jsonl.
type recorded struct {
	question
	answer
}

// record prints cases on which both sides agree, with the answer as vitals writes it.
func record(dialect string, count int, seed int64) int {
	g := &generator{rand.New(rand.NewSource(seed)), libraryOf[dialect]}
	cases := make([]question, count)
	for i := range cases {
		cases[i] = ask(dialect, g.expression(1), g.object())
	}
	got, err := askVitals(cases)
	if err != nil {
		return 1
	}
	lines := json.NewEncoder(os.Stdout)
	lines.SetEscapeHTML(false)
	for i, one := range cases {
		if comparable(answerOf(one.peerEnv(), one.Expr, one.object())) == comparable(got[i]) {
			if got[i].Outcome == "parse_error" {
				got[i].Text, _, _ = strings.Cut(got[i].Text, "\n")
			}
			lines.Encode(recorded{one, got[i]})
		}
	}
	return 0
}
