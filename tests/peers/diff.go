package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"reflect"
	"regexp"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
)

// batchCases is how many cases one process answers.
const batchCases = 20000

// mostShown is how many differences of one run are shrunk and printed.
const mostShown = 10

// ---------------------------------------------------------------- known differences

// known is one intended difference; the first row that applies counts.
type known struct {
	reason  string
	applies func(name string, text []byte, peer, vitals any) bool
}

// newFields are those of the converted kinds that the engine's Kubernetes does not have yet.
var newFields = regexp.MustCompile(`"(podCertificate|fileKeyRef|hostnameOverride|restartPolicyRules|schedulingGroup|volumeStatus|` +
	`extendedResourceClaimStatus|nodeAllocatableResourceClaimStatuses)":|"allocatedResourcesStatus":.*"message":|` +
	`"kind":"Pod","status":\{"(resources|allocatedResources)":`)

// newReasons are those of an autoscaler that the engine does not take for degraded yet.
var newReasons = regexp.MustCompile(`Failed(GetObjectMetric|GetPodsMetric|GetExternalMetric|ComputeMetricsReplicas)`)

// address is how tables and functions are shown as text, which scripts may write in capitals.
var address = regexp.MustCompile(`(?i)(table|function): 0x[0-9a-f]+`)

// field is the text at a path of the case, or "".
func field(text []byte, path ...string) string {
	var tree any
	_ = json.Unmarshal(text, &tree)
	for _, name := range path {
		inside, _ := tree.(map[string]any)
		tree = inside[name]
	}
	found, _ := tree.(string)
	return found
}

func errorOf(answer any) string {
	text, _ := answer.(map[string]any)["error"].(string)
	return text
}

func healthOf(answer any) (out verdict) {
	health, _ := answer.(map[string]any)["health"].(map[string]any)
	out.Status, _ = health["status"].(string)
	out.Message, _ = health["message"].(string)
	return out
}

func textOf(answer any) string {
	text, _ := json.Marshal(answer)
	return string(text)
}

var (
	selectedFromHas = regexp.MustCompile(`has\([^()]*\)[ )]*[.\[]`)
	optionalElement = regexp.MustCompile(`(from non-optional value ).*`)
	typeVariable    = regexp.MustCompile(`_var[0-9]+`)
	optionalEntry   = regexp.MustCompile(`[\[{,] *\?`)
	dottedVariable  = regexp.MustCompile(`\( *\. *\w+ *,`)
	colonInFlow     = regexp.MustCompile(`:[,\[\]{}]|[\[{,]\s*:\S`)
	questionInFlow  = regexp.MustCompile(`(?s)[\[{].*\?`)
	tagInFlow       = regexp.MustCompile(`![^\s,\[\]{}]*[,\[\]{}]`)
	emptyFlowKey    = regexp.MustCompile(`(?:\{\s*\}|\[\s*\])\s*:`)
	yamlSyntax      = regexp.MustCompile(`^yaml: (?:line [0-9]+: )?(?:did not find|could not find|found|mapping|block|control|unknown anchor)`)
	wrongValue      = regexp.MustCompile(`contains itself|map merge|cannot decode|invalid map key|invalid base64`)
	flowDocument    = regexp.MustCompile(`^(?:---)?\s*[\[{]`)
	failingCall     = regexp.MustCompile(`x?pcall\(function\(\) (?:bump\(\) )?[^\n]* end, function\(m\) return m end\)\nbump\(\)`)
	bumps           = regexp.MustCompile(`bumped [0-9]+`)
	largeTime       = regexp.MustCompile(`true\|-?[0-9]{13,}"`)
	addressEnd      = regexp.MustCompile(`"message":"[0-9a-f]{3}"`)
	beyondJSON      = regexp.MustCompile(`^(?:json: unsupported value|unsupported map key)`)
	floatKey        = regexp.MustCompile(`"[-0-9.]+e[-+]?[0-9]+":|"[-0-9]+\.[0-9]+":`)
	beyondASCII     = regexp.MustCompile(`[^\x00-\x7f]`)
)

// variablesAreNeighbours reports whether two texts are the same except for numbers of type variables that are one apart.
func variablesAreNeighbours(a, b string) bool {
	first, second := typeVariable.FindAllString(a, -1), typeVariable.FindAllString(b, -1)
	if typeVariable.ReplaceAllString(a, "_var") != typeVariable.ReplaceAllString(b, "_var") {
		return false
	}
	for i := range first {
		x, _ := strconv.Atoi(first[i][len("_var"):])
		y, _ := strconv.Atoi(second[i][len("_var"):])
		if x-y > 1 || y-x > 1 {
			return false
		}
	}
	return true
}

func asksCel(name string) bool {
	return name == "flux-cel" || asksCelAlone(name)
}

func asksCelAlone(name string) bool {
	return name == "cel" || name == "cel-checked" || name == "cel-forms"
}

func asksLua(name string) bool { return name == "lua" || name == "lua-forms" }

var wanted = []known{
	{"gobwas/glob matches alternatives otherwise than it matches the patterns that they stand for", func(name string, text []byte, peer, vitals any) bool {
		return name == "glob" && strings.Contains(field(text, "pattern"), "{") && isApart(text, false, peer, vitals)
	}},
	{"gobwas/glob counts bytes beside a single character", func(name string, text []byte, peer, vitals any) bool {
		return name == "glob" && beyondASCII.Match(text) && strings.ContainsAny(field(text, "pattern"), "?[") && isApart(text, true, peer, vitals)
	}},
	{"libyaml ends a plain text at a colon before , [ ] { or }", func(name string, text []byte, _, vitals any) bool {
		return name == "yaml" && colonInFlow.MatchString(field(text, "yaml")) && strings.Contains(errorOf(vitals), "found unexpected ':'")
	}},
	{"libyaml takes ? inside of text in flow style", func(name string, text []byte, _, _ any) bool {
		return name == "yaml" && questionInFlow.MatchString(field(text, "yaml"))
	}},
	{"libyaml ends a tag at , [ ] { or }", func(name string, text []byte, _, _ any) bool {
		return name == "yaml" && tagInFlow.MatchString(field(text, "yaml"))
	}},
	{"go-yaml takes no empty collection for a key, and at the start of a document ends it there", func(name string, text []byte, _, vitals any) bool {
		return name == "yaml" && emptyFlowKey.MatchString(field(text, "yaml")) && errorOf(vitals) != ""
	}},
	{"sigs.k8s.io/yaml prints keys with 32 bits", func(name string, _ []byte, peer, vitals any) bool {
		plain := func(answer any) string {
			written, _ := answer.(map[string]any)["json"].(string)
			return floatKey.ReplaceAllString(written, "")
		}
		return name == "yaml" && plain(peer) != "" && plain(peer) == plain(vitals)
	}},
	{"the peer forgets what JSON cannot hold when its key comes again", func(name string, _ []byte, peer, vitals any) bool {
		return name == "yaml" && (errorOf(peer) == "" || beyondJSON.MatchString(errorOf(peer))) && beyondJSON.MatchString(errorOf(vitals))
	}},
	{"both refuse the syntax; libyaml looks further ahead, or less", func(name string, _ []byte, peer, vitals any) bool {
		return name == "yaml" && yamlSyntax.MatchString(errorOf(peer)) && yamlSyntax.MatchString(errorOf(vitals))
	}},
	{"both refuse a value; which comes first, merges decide", func(name string, _ []byte, peer, vitals any) bool {
		return name == "yaml" && wrongValue.MatchString(errorOf(peer)) && wrongValue.MatchString(errorOf(vitals))
	}},
	{"what follows a document in flow style is not read", func(name string, text []byte, peer, vitals any) bool {
		return name == "yaml" && flowDocument.MatchString(field(text, "yaml")) && errorOf(peer) == "" && yamlSyntax.MatchString(errorOf(vitals))
	}},
	{"what follows a document that is only a text is not read", func(name string, _ []byte, peer, vitals any) bool {
		written, _ := vitals.(map[string]any)["json"].(string)
		return name == "yaml" && yamlSyntax.MatchString(errorOf(peer)) && strings.HasPrefix(written, `"`)
	}},
	{"the answer ends at a NUL", func(name string, _ []byte, peer, vitals any) bool {
		return name == "yaml" && strings.Contains(errorOf(peer), "\x00") && strings.HasPrefix(errorOf(peer), errorOf(vitals)) && errorOf(vitals) != ""
	}},
	{"the peer panics at an entry that is null; vitals answers with an error", func(name string, _ []byte, peer, vitals any) bool {
		return name == "argocd-cm" && textOf(peer) == `{"panic":"a null entry"}` && errorOf(vitals) != ""
	}},
	{"the peer panics over a key of bytes; vitals answers", func(name string, _ []byte, peer, _ any) bool {
		return asksCel(name) && strings.Contains(textOf(peer), "hash of unhashable type")
	}},
	{"the peer panics; vitals answers with the text of the panic", func(name string, _ []byte, peer, vitals any) bool {
		panics, _ := peer.(map[string]any)["panic"].(string)
		return name == "kstatus" && panics != "" && panics == errorOf(vitals)
	}},
	{"autoscaling/v2beta1 and v2beta2 were dropped after the engine that is a module", func(name string, text []byte, _, vitals any) bool {
		version := strings.TrimPrefix(field(text, "apiVersion"), "autoscaling/")
		return name == "native" && (version == "v2beta1" || version == "v2beta2") &&
			errorOf(vitals) == "unsupported HPA GVK: autoscaling/"+version+", Kind=HorizontalPodAutoscaler"
	}},
	{"Workflows are read without conversion since Argo CD 3.6", func(name string, text []byte, peer, vitals any) bool {
		return name == "native" && field(text, "kind") == "Workflow" && errorOf(vitals) == "" &&
			strings.HasPrefix(errorOf(peer), "failed to convert unstructured to argoworkflow: ")
	}},
	{"suspended Jobs have a message since Argo CD 3.6", func(name string, text []byte, peer, vitals any) bool {
		return name == "native" && field(text, "kind") == "Job" && healthOf(peer) == (verdict{Status: "Suspended"}) &&
			healthOf(vitals).Status == "Suspended"
	}},
	{"the annotation ignore-restart-policy came with Argo CD 3.6", func(name string, text []byte, _, vitals any) bool {
		return name == "native" && field(text, "kind") == "Pod" && field(text, "spec", "restartPolicy") != "Always" &&
			field(text, "metadata", "annotations", "argocd.argoproj.io/ignore-restart-policy") == "true" && errorOf(vitals) == ""
	}},
	{"a degraded condition comes first since Argo CD 3.6", func(name string, text []byte, peer, vitals any) bool {
		return name == "native" && field(text, "kind") == "HorizontalPodAutoscaler" && healthOf(peer).Status == "Healthy" &&
			healthOf(vitals).Status == "Degraded"
	}},
	{"more reasons degrade since Argo CD 3.6", func(name string, text []byte, peer, vitals any) bool {
		return name == "native" && field(text, "kind") == "HorizontalPodAutoscaler" && newReasons.Match(text) &&
			errorOf(peer) == "" && healthOf(vitals).Status == "Degraded"
	}},
	{"the field came after Kubernetes 0.33", func(name string, text []byte, peer, vitals any) bool {
		return name == "typed-argocd" && errorOf(peer) == "" && errorOf(vitals) != "" && newFields.Match(text)
	}},
	{"addresses of tables are the peer's own", func(name string, _ []byte, peer, vitals any) bool {
		plain := func(answer any) string { return address.ReplaceAllString(textOf(answer), "$1: 0x") }
		return asksLua(name) && plain(peer) == plain(vitals)
	}},
	{"the end of an address, too", func(name string, text []byte, peer, vitals any) bool {
		isEnd := addressEnd.MatchString(textOf(peer)) && addressEnd.MatchString(textOf(vitals))
		return asksLua(name) && isEnd && strings.Contains(field(text, "script"), "local text = tostring(") && strings.Contains(field(text, "script"), "text:sub(-3)")
	}},
	{"gopher-lua wraps times around that are too large", func(name string, text []byte, peer, vitals any) bool {
		return asksLua(name) && strings.Contains(field(text, "script"), "os.time, {") && largeTime.MatchString(textOf(peer)+textOf(vitals))
	}},
	{"Go shows the inside of a table that is formatted as a number", func(name string, _ []byte, peer, vitals any) bool {
		return asksLua(name) && strings.Contains(textOf(peer), `\u0026{`) && strings.Contains(textOf(vitals), "(*lua.LTable=")
	}},
	{"the words of syntax errors come from a generated parser", func(name string, _ []byte, peer, vitals any) bool {
		frame := syntaxFrame(peer)
		return asksCel(name) && frame != "" && frame == syntaxFrame(vitals)
	}},
	{"cel-go numbers the two variables of an overload of maps at random", func(name string, _ []byte, peer, vitals any) bool {
		return name == "cel-checked" && variablesAreNeighbours(textOf(peer), textOf(vitals))
	}},
	{"cel-go's validator panics over an optional element of type dyn; vitals answers", func(name string, text []byte, peer, _ any) bool {
		panics, _ := peer.(map[string]any)["panic"].(string)
		return name == "cel-checked" && optionalEntry.Match(text) && panics == "runtime error: index out of range [0] with length 0"
	}},
	{"cel-go takes the error of a constant list for a constant", func(name string, _ []byte, peer, _ any) bool {
		return asksCelAlone(name) && strings.Contains(textOf(peer), "*types.Err")
	}},
	{"cel-go shows what is not an optional as Go prints it", func(name string, _ []byte, peer, vitals any) bool {
		plain := func(answer any) string { return optionalElement.ReplaceAllString(textOf(answer), "$1") }
		return asksCelAlone(name) && strings.Contains(textOf(peer), "from non-optional value") && plain(peer) == plain(vitals)
	}},
	{"a loop variable with a dot is a name that nothing can reach", func(name string, text []byte, _, vitals any) bool {
		return asksCelAlone(name) && dottedVariable.Match(text) && strings.Contains(textOf(vitals), "parse_error")
	}},
	{"cel-go's planner fails with an address in its text", func(name string, _ []byte, peer, _ any) bool {
		return asksCelAlone(name) && strings.Contains(textOf(peer), "test only expressions must have constant qualifiers")
	}},
	{"the same, of healthCheckExprs", func(name string, _ []byte, peer, _ any) bool {
		return name == "flux-cel" && strings.Contains(errorOf(peer),
			": failed to create CEL program: test only expressions must have constant qualifiers: &{")
	}},
	{"gopher-lua counts nils that were put at the end of a list", func(name string, text []byte, peer, _ any) bool {
		script := field(text, "script")
		if strings.Contains(script, "found[#found] = nil") && strings.Contains(script, "table.sort(found") {
			return asksLua(name) // what is compared, joined or reported depends on the nils
		}
		if _, after, cut := strings.Cut(script, "found[#found] = nil"); cut && strings.Contains(after, "table.remove(found)") {
			return asksLua(name) // a nil is removed, and the list stays as long as it was
		}
		return asksLua(name) && strings.Contains(script, "table.insert(found, 1, ") &&
			strings.Contains(errorOf(peer), "attempt to compare nil with ")
	}},
	{"gopher-lua joins no list of more items than its registry has room for", func(name string, text []byte, peer, _ any) bool {
		return asksLua(name) && strings.Contains(textOf(peer), "registry overflow") && strings.Contains(field(text, "script"), "table.concat(long")
	}},
	{"gopher-lua cuts shared variables off after a call that failed", func(name string, text []byte, peer, vitals any) bool {
		plain := func(answer any) string { return bumps.ReplaceAllString(textOf(answer), "bumped") }
		return asksLua(name) && failingCall.MatchString(field(text, "script")) && plain(peer) == plain(vitals)
	}},
	{"vitals counts steps where Argo CD has a clock", func(name string, _ []byte, peer, _ any) bool {
		return asksLua(name) && strings.Contains(textOf(peer), "context deadline exceeded")
	}},
	// Last, for it goes by the expression alone: any other reason comes first.
	{"what is selected from has() is asked for by it", func(name string, text []byte, _, _ any) bool {
		return asksCel(name) && selectedFromHas.Match(text)
	}},
}

// syntaxFrame is what two parsers have to agree on: where the first mistake of the syntax is, and how
// it is shown. What the peer's visitor reports about the remaining pieces comes before or after it.
func syntaxFrame(answer any) string {
	fields, _ := answer.(map[string]any)
	text, _ := fields["text"].(string)
	if fields["outcome"] != "parse_error" {
		text = errorOf(answer)
	}
	before, text, _ := strings.Cut(text, "ERROR: ")
	for _, issue := range strings.Split(text, "\nERROR: ") {
		place, rest, found := strings.Cut(issue, ": Syntax error: ")
		if found && !strings.Contains(place, "\n") {
			_, frame, _ := strings.Cut(rest, "\n | ")
			return before + place + "\n" + frame
		}
	}
	return ""
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

// difference has the answers of two engines to one case.
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
	if len(os.Args) < 3 || classes[os.Args[2]].peer == nil {
		return fmt.Errorf("classes: %s", strings.Join(classNames(), " "))
	}
	name, count, seed := os.Args[2], 10000, int64(1)
	var badCount, badSeed error
	if len(os.Args) > 3 {
		count, badCount = strconv.Atoi(os.Args[3])
	}
	if len(os.Args) > 4 {
		seed, badSeed = strconv.ParseInt(os.Args[4], 10, 64)
	}
	if badCount != nil || badSeed != nil || count < 1 {
		return fmt.Errorf("COUNT and SEED are whole numbers, COUNT at least one")
	}
	registrySize = 256
	debug.SetGCPercent(400)
	if walk := classes[name].walk; walk != nil {
		count = len(walk())
	}
	each := max(classes[name].each, 1)
	count = (count + each - 1) / each
	differ, err := run(name, classes[name], count, seed)
	if err == nil && differ {
		err = errors.New("there are differences")
	}
	return err
}

// result is the result of one batch.
type result struct {
	found   []difference
	excused map[string]int
	err     error
}

// inBatches compares all cases, as many batches at a time as there are cores.
func inBatches(name string, c class, count int, seed int64) <-chan result {
	numbers, results := make(chan int), make(chan result)
	var working sync.WaitGroup
	for range runtime.NumCPU() {
		working.Go(func() {
			for number := range numbers {
				trees := c.batch(seed, number, min(batchCases, count-number*batchCases))
				found, excused, err := compare(name, c, trees)
				results <- result{found, excused, err}
			}
		})
	}
	go func() {
		for number := 0; number*batchCases < count; number++ {
			numbers <- number
		}
		close(numbers)
		working.Wait()
		close(results)
	}()
	return results
}

func run(name string, c class, count int, seed int64) (bool, error) {
	excused, total, shown := map[string]int{}, 0, 0
	for one := range inBatches(name, c, count, seed) {
		if one.err != nil {
			return false, one.err
		}
		for reason, times := range one.excused {
			excused[reason] += times
		}
		total += len(one.found)
		if len(one.found) > 0 && shown < mostShown {
			shown++
			d := shrink(name, c, one.found[0])
			fmt.Printf("%s differs, smallest case:\n  case   %s\n  peer   %s\n  vitals %s\n", name, d.text, textOf(d.peer), textOf(d.vitals))
		}
	}
	fmt.Printf("%s: %d comparisons, %d cases differ", name, count*max(c.each, 1), total)
	for _, reason := range sortedKeys(excused) {
		fmt.Printf("; %d excused: %s", excused[reason], reason)
	}
	fmt.Println()
	return total > 0, nil
}
