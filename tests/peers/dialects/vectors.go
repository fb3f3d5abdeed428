package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"sort"
	"strconv"
	"strings"
)

// moduleFolder is where the go command keeps a module that go.mod names.
func moduleFolder(module string) string {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", module).Output()
	if err != nil {
		fmt.Fprintln(os.Stderr, "dialects:", module, err)
		os.Exit(2)
	}
	return strings.TrimSpace(string(out))
}

// texts are the constant strings of a test file that may be expressions: every one that is the value of a field
// "expr", or a string of more than one character anywhere else, once.
func texts(path string) []string {
	tree, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
	if err != nil {
		return nil
	}
	found := []string{}
	ast.Inspect(tree, func(node ast.Node) bool {
		if imported, ok := node.(*ast.ImportSpec); ok && imported != nil {
			return false
		}
		if constant, ok := node.(*ast.BasicLit); ok && constant.Kind == token.STRING {
			if text, err := strconv.Unquote(constant.Value); err == nil && len(text) > 1 {
				found = append(found, text)
			}
		}
		return true
	})
	return found
}

// expressions are the texts that the API server compiles in the files of a folder.
func expressions(folder string, patterns ...string) []string {
	known, list := map[string]bool{}, []string{}
	for _, pattern := range patterns {
		files, _ := filepath.Glob(filepath.Join(folder, pattern))
		for _, file := range files {
			for _, text := range texts(file) {
				if known[text] || !strings.ContainsAny(text, "('[") {
					continue
				}
				known[text] = true
				if tried := answerOf("kubernetes", text, nil); tried.Outcome != "parse_error" {
					list = append(list, text)
				}
			}
		}
	}
	sort.Strings(list)
	return list
}

// newerCosts are functions whose costs in Open Cluster Management are those of an older cel-go.
var newerCosts = regexp.MustCompile(`\.(charAt|indexOf|lastIndexOf|lowerAscii|upperAscii|replace|split|substring|trim|reverse|join|optMap|optFlatMap)\(`)

// reasons are differences that are intended, by what the expression holds.
var reasons = map[string]string{
	"authorizer": "authorizer is left out",
}

func vectors() int {
	list := expressions(moduleFolder("k8s.io/apiserver"), "pkg/cel/library/*_test.go", "pkg/cel/environment/*_test.go",
		"pkg/admission/plugin/cel/*_test.go", "pkg/admission/plugin/policy/*/*_test.go", "pkg/cel/common/*_test.go")
	list = append(list, expressions(moduleFolder("k8s.io/apiextensions-apiserver"),
		"pkg/apiserver/schema/cel/*_test.go")...)
	cases := make([]question, len(list))
	for i, expression := range list {
		cases[i] = ask("kubernetes", expression, nil)
	}
	return compare("vectors of k8s.io/apiserver", cases, nil)
}

// compare answers all cases on both sides, and prints the first differences.
func compare(title string, cases []question, shrink func(question) question) int {
	got, err := askVitals(cases)
	if err != nil {
		fmt.Fprintln(os.Stderr, "dialects:", err)
		return 1
	}
	outcomes := map[string]int{}
	differences := 0
	for i, one := range cases {
		wanted := answerOf(one.peerEnv(), one.Expr, one.object())
		outcomes[wanted.Outcome]++
		if comparable(wanted) == comparable(got[i]) || explained(one, wanted, got[i]) != "" {
			continue
		}
		differences++
		if differences > 20 {
			continue
		}
		if shrink != nil {
			one = shrink(one)
			wanted = answerOf(one.peerEnv(), one.Expr, one.object())
			again, _ := askVitals([]question{one})
			got[i] = again[0]
		}
		fmt.Printf("%s\n  over   %v\n  peer   %s\n  vitals %s\n", one.Expr, one.object(), comparable(wanted), comparable(got[i]))
	}
	fmt.Printf("%s: %d cases (%v), %d differences\n", title, len(cases), outcomes, differences)
	return differences
}

func (q question) object() map[string]any {
	object, _ := q.Vars["object"].(map[string]any)
	return object
}

func (q question) peerEnv() string { return q.Env }

// explained is the reason of an intended difference, or "".
func explained(one question, wanted, got answer) string {
	expression := one.Expr
	for part, reason := range reasons {
		if strings.Contains(expression, part) {
			return reason
		}
	}
	if wanted.Cost != nil && got.Cost != nil && one.Env == "ocm" && newerCosts.MatchString(expression) {
		wanted.Cost, got.Cost = nil, nil
		if comparable(wanted) == comparable(got) {
			return "cel-go counts functions on text since 0.30, and optMap otherwise; Open Cluster Management has 0.26.1"
		}
	}
	if strings.Contains(wanted.Text, "internal error: interface conversion") {
		return "cel-go panics inside, and its runtime makes an error of that"
	}
	if wanted.Outcome == "parse_error" && got.Outcome == "parse_error" &&
		strings.ReplaceAll(comparable(wanted), "_var", "dyn") == strings.ReplaceAll(comparable(got), "_var", "dyn") {
		return "what a message calls a type that is not known"
	}
	if strings.Contains(expression, ".format(") {
		return "the older format of Kubernetes quotes what lists hold, and groups digits"
	}
	if wanted.Outcome == "eval_error" && got.Outcome == "eval_error" && strings.Contains(wanted.Text, "no such overload") &&
		strings.Contains(got.Text, "no such overload") {
		return "the name of the function in the text"
	}
	return ""
}
