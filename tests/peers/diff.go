package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"reflect"
	"strconv"
	"strings"
)

// A case is a tree of JSON; how it is asked and answered is the class's business.
type class struct {
	generate func(r *rand.Rand) map[string]any
	peer     func(cases [][]byte) ([]any, error)
	vitals   func(cases [][]byte) ([]any, error)
}

// batchCases is how many cases one process of vitals answers.
const batchCases = 5000

// mostShown is how many differences of one run are shrunk and printed.
const mostShown = 10

func vitalsPath() string {
	if path := os.Getenv("VITALS"); path != "" {
		return path
	}
	return "build/bin/vitals"
}

// ---------------------------------------------------------------- known differences

// known is one wanted difference: the first row that applies excuses it.
type known struct {
	reason  string
	applies func(name string, text []byte, peer, vitals any) bool
}

func textOf(answer any) string {
	text, _ := json.Marshal(answer)
	return string(text)
}

var wanted = []known{
	{"the peer panics; vitals answers with an error", func(_ string, _ []byte, peer, _ any) bool {
		return strings.Contains(textOf(peer), "panic")
	}},
	{"autoscaling/v2beta1 and v2beta2 were dropped after the engine that is a module", func(name string, text []byte, _, _ any) bool {
		return name == "native" && strings.Contains(string(text), `"autoscaling/v2beta`)
	}},
	{"Workflows are read without conversion since Argo CD 3.6", func(name string, text []byte, _, _ any) bool {
		return name == "native" && strings.Contains(string(text), `"Workflow"`)
	}},
	{"the message of suspended Jobs and the annotation ignore-restart-policy came with Argo CD 3.6", func(name string, text []byte, _, _ any) bool {
		return name == "native" && (strings.Contains(string(text), `"Suspended"`) ||
			strings.Contains(string(text), "ignore-restart-policy"))
	}},
	{"a degraded condition comes first since Argo CD 3.6, in any order of the list", func(name string, text []byte, peer, vitals any) bool {
		return name == "native" && strings.Contains(string(text), `"autoscaling/`) &&
			strings.Contains(textOf(peer), "Healthy") && strings.Contains(textOf(vitals), "Degraded")
	}},
	{"addresses of tables are the peer's own", func(name string, _ []byte, peer, _ any) bool {
		return name == "lua" && (strings.Contains(textOf(peer), "table: 0x") || strings.Contains(textOf(peer), `\u0026{`))
	}},
	{"several wrong values of one map: the peer's order is random", func(name string, text []byte, peer, vitals any) bool {
		return name == "native" && strings.Contains(textOf(peer)+textOf(vitals), "to string") &&
			strings.Contains(string(text), `"labels"`)
	}},
	{"the words of syntax errors come from a generated parser", func(name string, _ []byte, peer, vitals any) bool {
		return name == "cel" && strings.Contains(textOf(peer), "parse_error") && strings.Contains(textOf(vitals), "parse_error")
	}},
	{"cel-go's planner fails with an address in its text", func(name string, _ []byte, peer, _ any) bool {
		return name == "cel" && strings.Contains(textOf(peer), "test only expressions must have constant qualifiers")
	}},
	{"vitals counts steps where Argo CD has a clock", func(name string, _ []byte, peer, _ any) bool {
		return name == "lua" && strings.Contains(textOf(peer), "context deadline exceeded")
	}},
}

func excuse(name string, text []byte, peer, vitals any) string {
	for _, row := range wanted {
		if row.applies(name, text, peer, vitals) {
			return row.reason
		}
	}
	return ""
}

// ---------------------------------------------------------------------- comparing

// difference is what two engines say of one case.
type difference struct {
	text         []byte
	peer, vitals any
}

func compare(name string, c class, trees []any) (found []difference, excused map[string]int, err error) {
	texts := make([][]byte, len(trees))
	for i, tree := range trees {
		if texts[i], err = plainJSON(tree); err != nil {
			return nil, nil, err
		}
	}
	theirs, err := c.peer(texts)
	if err != nil {
		return nil, nil, err
	}
	ours, err := c.vitals(texts)
	if err != nil {
		return nil, nil, err
	}
	if len(theirs) != len(texts) || len(ours) != len(texts) {
		return nil, nil, fmt.Errorf("%d cases, %d answers of the peer, %d of vitals", len(texts), len(theirs), len(ours))
	}
	excused = map[string]int{}
	for i := range texts {
		if reflect.DeepEqual(theirs[i], ours[i]) {
			continue
		}
		if reason := excuse(name, texts[i], theirs[i], ours[i]); reason != "" {
			excused[reason]++
			continue
		}
		found = append(found, difference{texts[i], theirs[i], ours[i]})
	}
	return found, excused, nil
}

// shrink takes away what it can while the two still differ. Each round asks for all smaller forms
// at once and goes on with the smallest that differs.
func shrink(name string, c class, d difference) difference {
	for {
		var tree any
		if readTree(d.text, &tree) != nil {
			return d
		}
		smaller := reductions(tree)
		if len(smaller) == 0 {
			return d
		}
		found, _, err := compare(name, c, smaller)
		if err != nil || len(found) == 0 {
			return d
		}
		best := found[0]
		for _, other := range found[1:] {
			if len(other.text) < len(best.text) {
				best = other
			}
		}
		if len(best.text) >= len(d.text) {
			return d
		}
		d = best
	}
}

func diff() error {
	if len(os.Args) < 3 || classes[os.Args[2]].generate == nil {
		return fmt.Errorf("classes: %s", strings.Join(classNames(), " "))
	}
	name, count, seed := os.Args[2], 10000, int64(1)
	if len(os.Args) > 3 {
		count, _ = strconv.Atoi(os.Args[3])
	}
	if len(os.Args) > 4 {
		seed, _ = strconv.ParseInt(os.Args[4], 10, 64)
	}
	differ, err := run(name, classes[name], count, rand.New(rand.NewSource(seed)))
	if err == nil && differ {
		err = errors.New("there are differences")
	}
	return err
}

func run(name string, c class, count int, r *rand.Rand) (bool, error) {
	excused, total, shown := map[string]int{}, 0, 0
	for done := 0; done < count; {
		trees := make([]any, min(batchCases, count-done))
		for i := range trees {
			trees[i] = c.generate(r)
		}
		found, reasons, err := compare(name, c, trees)
		if err != nil {
			return false, err
		}
		for reason, times := range reasons {
			excused[reason] += times
		}
		done, total = done+len(trees), total+len(found)
		if len(found) > 0 && shown < mostShown {
			shown++
			d := shrink(name, c, found[0])
			fmt.Printf("%s differs, smallest case:\n  case   %s\n  peer   %s\n  vitals %s\n", name, d.text, textOf(d.peer), textOf(d.vitals))
		}
	}
	fmt.Printf("%s: %d cases, %d differ", name, count, total)
	for reason, times := range excused {
		fmt.Printf("; %d excused: %s", times, reason)
	}
	fmt.Println()
	return total > 0, nil
}

// ------------------------------------------------------------------------ engines

// ask runs a program on all cases, one a line, and reads a tree of JSON from each line it prints.
func ask(input []byte, program string, arguments ...string) ([]any, error) {
	command := exec.Command(program, arguments...)
	command.Stdin = bytes.NewReader(input)
	var problems bytes.Buffer
	command.Stderr = &problems
	output, err := command.Output()
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
		return nil, fmt.Errorf("%s: %w: %.400s", program, err, problems.String())
	}
	var answers []any
	for line := range bytes.Lines(output) {
		var answer any
		if err := json.Unmarshal(line, &answer); err != nil {
			return nil, err
		}
		answers = append(answers, answer)
	}
	return answers, nil
}

func lines(cases [][]byte) []byte { return append(bytes.Join(cases, []byte("\n")), '\n') }

// inProcess asks one of our own peers; toQuestion makes the case a question.
func inProcess(name string, toQuestion func(text []byte) (question, error)) func([][]byte) ([]any, error) {
	return func(cases [][]byte) ([]any, error) {
		var answers []any
		for _, text := range cases {
			q, err := toQuestion(text)
			if err != nil {
				return nil, err
			}
			form, err := json.Marshal(guarded(peers[name], q))
			if err != nil {
				return nil, err
			}
			var answer any
			if err := json.Unmarshal(form, &answer); err != nil {
				return nil, err
			}
			answers = append(answers, answer)
		}
		return answers, nil
	}
}

func asObject(text []byte) (question, error) { return question{Object: text}, nil }

func asQuestion(text []byte) (q question, err error) {
	err = json.Unmarshal(text, &q)
	return q, err
}

// assess runs vitals on the cases as objects and keeps of each line what the peer's form has.
func assess(profile string, keep ...string) func([][]byte) ([]any, error) {
	return func(cases [][]byte) ([]any, error) {
		all, err := ask(lines(cases), vitalsPath(), "assess", "-f", "-", "-o", "ndjson", "--profile",
			profile, "--no-bundled")
		for i, answer := range all {
			kept := map[string]any{}
			for _, field := range keep {
				if value, there := answer.(map[string]any)[field]; there {
					kept[field] = value
				}
			}
			if _, failed := kept["error"]; failed && kept["kstatus"] != nil {
				kept["kstatus"] = nil // the peer has an error in its place
			}
			all[i] = kept
		}
		return all, err
	}
}

func argocdNative(cases [][]byte) ([]any, error) {
	path := os.Getenv("PEERS_ARGOCD")
	if path == "" {
		return nil, errors.New("PEERS_ARGOCD names no program; use tools/dev diff")
	}
	return ask(lines(cases), path)
}

func vitalsBatch(arguments ...string) func([][]byte) ([]any, error) {
	return func(cases [][]byte) ([]any, error) { return ask(lines(cases), vitalsPath(), arguments...) }
}
