package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	autoready "github.com/crossplane/function-auto-ready/cel"
	"github.com/go-logr/logr"
	sveltosv1 "github.com/projectsveltos/libsveltos/api/v1beta1"
	sveltos "github.com/projectsveltos/libsveltos/lib/cel"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"
)

// A rule of an example: an expression of a dialect.
type example struct {
	file, env, expression string
}

// fieldsOf are the texts under a key, at any depth.
func fieldsOf(value any, key string, found *[]string) {
	switch v := value.(type) {
	case map[string]any:
		for name, inner := range v {
			if name == key {
				textsOf(inner, found)
			}
			fieldsOf(inner, key, found)
		}
	case []any:
		for _, inner := range v {
			fieldsOf(inner, key, found)
		}
	}
}

func textsOf(value any, found *[]string) {
	switch v := value.(type) {
	case string:
		*found = append(*found, v)
	case []any:
		for _, inner := range v {
			textsOf(inner, found)
		}
	case map[string]any:
		if rule, ok := v["rule"].(string); ok {
			*found = append(*found, rule)
			return
		}
		for _, inner := range v {
			textsOf(inner, found)
		}
	}
}

// keys are where each dialect has its expressions, and the variable that stands for the object.
var keys = map[string]struct{ key, env, variable string }{
	"kro":        {"readyWhen", "kro", ""},
	"crossplane": {"celHealthCheckCustomization", "standard-object", "object"},
	"ocm":        {"celExpressions", "ocm", "object"},
	"sveltos":    {"evaluateCEL", "standard-resource", "resource"},
}

// read finds the expressions in all YAML below a folder, also inside of Markdown.
func read(dialect, folder string) []example {
	list := []example{}
	where := keys[dialect]
	filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return nil
		}
		extension := filepath.Ext(path)
		if extension != ".yaml" && extension != ".yml" && extension != ".md" {
			return nil
		}
		text, _ := os.ReadFile(path)
		if !strings.Contains(string(text), where.key) {
			return nil
		}
		for _, document := range documents(string(text), extension == ".md") {
			var tree any
			if yaml.Unmarshal([]byte(document), &tree) != nil {
				continue
			}
			found := []string{}
			fieldsOf(tree, where.key, &found)
			for _, one := range found {
				list = append(list, example{path, where.env, one})
			}
		}
		return nil
	})
	return list
}

func documents(text string, isMarkdown bool) []string {
	if !isMarkdown {
		return strings.Split("\n"+text, "\n---")
	}
	list := []string{}
	for i, block := range strings.Split(text, "```") {
		if i%2 == 1 {
			_, body, _ := strings.Cut(block, "\n")
			list = append(list, strings.Split("\n"+body, "\n---")...)
		}
	}
	return list
}

// objects are what each expression of an example is evaluated over.
func objects() []map[string]any {
	texts := []string{`{}`, `{"status":{}}`, `{"spec":{"replicas":2},"status":{"replicas":2,"readyReplicas":2,"availableReplicas":2,"phase":"Running","state":"ACTIVE"}}`,
		`{"metadata":{"generation":1},"spec":{"replicas":2},"status":{"observedGeneration":1,"availableReplicas":1,"conditions":[{"type":"Ready","status":"True"},{"type":"Available","status":"True"},{"type":"Complete","status":"True"},{"type":"ACK.ResourceSynced","status":"True"}]}}`,
		`{"status":{"conditions":[{"type":"Ready","status":"False"},{"type":"Available","status":"False"}],"succeeded":1,"endpoint":"a","loadBalancer":{"ingress":[{"ip":"1.2.3.4"}]}}}`}
	list := []map[string]any{}
	for _, text := range texts {
		object := unstructured.Unstructured{}
		tree := map[string]any{}
		decoder := json.NewDecoder(strings.NewReader(text))
		decoder.UseNumber()
		decoder.Decode(&tree)
		object.Object = integers(tree).(map[string]any)
		list = append(list, object.Object)
	}
	return list
}

func integers(value any) any {
	switch v := value.(type) {
	case map[string]any:
		for key, inner := range v {
			v[key] = integers(inner)
		}
	case []any:
		for i, inner := range v {
			v[i] = integers(inner)
		}
	case json.Number:
		if whole, err := v.Int64(); err == nil {
			return whole
		}
		number, _ := v.Float64()
		return number
	}
	return value
}

// examples answers the expressions of a project's own files on both sides.
func examples(dialect, folder string) int {
	list := read(dialect, folder)
	files, seen := map[string]bool{}, map[string]bool{}
	cases := []question{}
	for _, one := range list {
		files[one.file] = true
		expression := strings.TrimSuffix(strings.TrimPrefix(one.expression, "${"), "}")
		if name := keys[dialect].variable; name != "object" {
			expression = renamed(expression, name)
		}
		if seen[expression] {
			continue
		}
		seen[expression] = true
		for _, object := range objects() {
			cases = append(cases, ask(one.env, expression, object))
		}
	}
	for file := range files {
		fmt.Println(file)
	}
	fmt.Printf("%d files, %d expressions\n", len(files), len(seen))
	return compare("examples, "+dialect, cases, nil)
}

// renamed has "object" in place of the name of the variable: the first identifier, in kro.
func renamed(expression, name string) string {
	if name == "" {
		name = expression
		for i, c := range expression {
			if c != '_' && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') {
				name = expression[:i]
				break
			}
		}
	}
	if name == "" || name == "size" || name == "has" {
		return expression
	}
	return strings.ReplaceAll(expression, name+".", "object.")
}

// bench is the time of one evaluation over one object: the project's own function, which compiles each time as it
// does there, and vitals.
func bench() {
	object := objects()[3]
	expression := "object.status.conditions.exists(c, c.type == 'Ready' && c.status == 'True')"
	row := func(name string, run func()) {
		rounds, start := 0, time.Now()
		for ; time.Since(start) < 300*time.Millisecond; rounds++ {
			run()
		}
		fmt.Printf("%-34s %10.2f µs\n", name, float64(time.Since(start).Microseconds())/float64(rounds))
	}
	resolver := autoready.Resolver{}
	row("function-auto-ready", func() { resolver.HealthDeriveFromCelQuery(expression, object) })
	rules := []sveltosv1.CELRule{{Name: "a", Rule: strings.ReplaceAll(expression, "object.", "resource.")}}
	row("libsveltos", func() { sveltos.EvaluateRules(&unstructured.Unstructured{Object: object}, rules, logr.Discard()) })
	for _, name := range []string{"kro", "ocm", "kubernetes"} {
		env, _, err := environmentOf(name)
		if err != nil {
			continue
		}
		tree, _ := env.Compile(expression)
		program, _ := env.Program(tree)
		row(name+", compiled once", func() { program.Eval(map[string]any{"object": object}) })
		row(name+", compiled each time", func() {
			tree, _ := env.Compile(expression)
			program, _ := env.Program(tree)
			program.Eval(map[string]any{"object": object})
		})
	}
	many := make([]question, 20000)
	for i := range many {
		many[i] = ask("kubernetes", expression, object)
	}
	start := time.Now()
	askVitals(many)
	fmt.Printf("%-34s %10.2f µs, with reading the object and compiling each time\n", "vitals cel --batch", float64(time.Since(start).Microseconds())/float64(len(many)))
}
