package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"
)

// Attacks on both sides in one run, for docs/security.md. Each runs in a process of its own; what the same process
// takes for a harmless rule and the same object is subtracted.

const (
	mostCPUSeconds    = 10      // of a process, all threads together
	mostKilobytes     = 4 << 20 // of its address space
	expressionSeconds = 5       // the deadline of an expression of the peer
	mostWallSeconds   = 180     // where a process waits rather than works
)

// spent is what one process took, and what ended it.
type spent struct {
	cpu    time.Duration
	bytes  int64
	ending string
}

// engine is one side: a command that answers one question, and how a question is put to it.
type attackedEngine struct {
	command  []string
	question func(rule string, object map[string]any) any
}

func luaQuestion(rule string, object map[string]any) any {
	return map[string]any{"peer": "argocd-lua", "script": rule, "open_libs": true, "object": object}
}

func celQuestion(rule string, object map[string]any) any {
	return map[string]any{"peer": "cel-go", "mode": "parse_only", "expr": rule, "vars": object, "seconds": expressionSeconds}
}

// endings are found in answers, in errors and in what a process says when it crashes.
var endings = []struct {
	pattern *regexp.Regexp
	ending  string
}{
	{regexp.MustCompile(`(?i)goroutine stack exceeds|stack overflow\s+fatal`), "**crash: stack overflow**"},
	{regexp.MustCompile(`(?i)out of memory|cannot allocate memory`), "**crash: out of memory**"},
	{regexp.MustCompile(`context deadline exceeded|operation interrupted`), "the deadline"},
	{regexp.MustCompile(`^\{"panic"`), "a panic, caught"},
	{regexp.MustCompile(`"outcome":"(error|eval_error|parse_error|program_error)"`), "an error"},
	{regexp.MustCompile(`"outcome":"(status|value)"`), "an answer"},
}

var namedLimit = regexp.MustCompile(`limit ([a-z_]+)`)

func endingOf(output, problems string, failed error) string {
	if found := namedLimit.FindStringSubmatch(output); found != nil {
		return "`" + found[1] + "`"
	}
	for _, row := range endings {
		if row.pattern.MatchString(output) || row.pattern.MatchString(problems) {
			return row.ending
		}
	}
	if failed != nil {
		return fmt.Sprintf("**nothing: killed after %d s**", mostCPUSeconds)
	}
	return "an answer"
}

func (e attackedEngine) run(rule string, object map[string]any) (spent, error) {
	line, err := plainJSON(e.question(rule, object))
	if err != nil {
		return spent{}, err
	}
	limit, cancel := context.WithTimeout(context.Background(), mostWallSeconds*time.Second)
	defer cancel()
	limits := fmt.Sprintf(`ulimit -t %d && ulimit -v %d && exec "$@"`, mostCPUSeconds, mostKilobytes)
	command := exec.CommandContext(limit, "sh", append([]string{"-c", limits, "sh"}, e.command...)...)
	command.Stdin = bytes.NewReader(append(line, '\n'))
	var output, problems bytes.Buffer
	command.Stdout, command.Stderr = &output, &problems
	failed := command.Run()
	var exit *exec.ExitError
	if failed != nil && !errors.As(failed, &exit) {
		return spent{}, failed
	}
	used := command.ProcessState.SysUsage().(*syscall.Rusage)
	cpu := command.ProcessState.UserTime() + command.ProcessState.SystemTime()
	shown := problems.String()
	return spent{cpu, used.Maxrss << 10, endingOf(output.String(), shown[:min(len(shown), 4000)], failed)}, nil
}

// measure runs an attack, and the harmless rule.
func (e attackedEngine) measure(one attack, harmless string, object map[string]any) (spent, error) {
	idle, err := e.run(harmless, object)
	if err != nil {
		return spent{}, err
	}
	if idle.ending != "an answer" {
		return spent{}, fmt.Errorf("%s: a harmless rule ends at %s", e.command[0], idle.ending)
	}
	out, err := e.run(one.rule, object)
	out.cpu, out.bytes = max(out.cpu-idle.cpu, 0), max(out.bytes-idle.bytes, 0)
	return out, err
}

// twoDigits is the number with two significant digits, and none behind the point from ten on.
func twoDigits(value float64) string {
	if value < 0.05 {
		return "0"
	}
	if value < 9.95 {
		return fmt.Sprintf("%.1f", value)
	}
	scale := math.Pow(10, math.Floor(math.Log10(value))-1)
	return fmt.Sprintf("%.0f", math.Round(value/scale)*scale)
}

func (t spent) cells() string {
	milliseconds, megabytes := float64(t.cpu)/1e6, float64(t.bytes)/1e6
	duration, memory := twoDigits(milliseconds)+" ms", twoDigits(megabytes)+" MB"
	if milliseconds >= 995 {
		duration = twoDigits(milliseconds/1000) + " s"
	}
	if megabytes >= 995 {
		memory = twoDigits(megabytes/1000) + " GB"
	}
	return fmt.Sprintf("%s | %s | %s", t.ending, duration, memory)
}

// table measures all attacks of one language on both sides.
func attackTable(heading, peerName, harmless string, attacks []attack, ours, theirs attackedEngine) (string, error) {
	var out strings.Builder
	fmt.Fprintf(&out, "| %s | vitals ends at | time | memory | %s ends at | time | memory |\n|---|---|--:|--:|---|--:|--:|\n", heading, peerName)
	for _, one := range attacks {
		object := map[string]any{}
		if one.on != nil {
			object = one.on()
		}
		object["apiVersion"], object["kind"] = "example.com/v1", "Widget"
		mine, first := ours.measure(one, harmless, object)
		other, second := theirs.measure(one, harmless, object)
		if err := errors.Join(first, second); err != nil {
			return "", fmt.Errorf("%s: %w", one.name, err)
		}
		row := fmt.Sprintf("| %s | %s | %s |\n", one.name, mine.cells(), other.cells())
		out.WriteString(row)
		fmt.Print(row)
	}
	return out.String(), nil
}

const attacksIntroduction = `
Measured on %s by ` + "`tools/dev attacks`" + `, both sides in one run, with all defaults. Machine: %s. Load when it began %s, when
it ended %s. Time is CPU time of all threads; time and memory are above those of the same process with a harmless rule on the
same object. The peers are [tests/peers](../tests/peers/README.md): gopher-lua as Argo CD runs it, with its deadline of a second, and
cel-go as Flux runs it. Flux gives expressions the timeout of the whole wait, which is minutes; here they have %d s. A
process is killed after %d s of CPU time or beyond %d GiB of address space. Argo CD and Flux have no limit on the memory of a rule.

`

const (
	attacksBegin = "<!-- tools/dev attacks writes from here -->\n"
	attacksEnd   = "<!-- to here -->\n"
)

func attacks() error {
	const file = "docs/security.md"
	page, err := os.ReadFile(file)
	before, rest, hasBegin := strings.Cut(string(page), attacksBegin)
	_, after, hasEnd := strings.Cut(rest, attacksEnd)
	if err == nil && !(hasBegin && hasEnd) {
		err = errors.New(file + " has no place for the tables")
	}
	self, failed := os.Executable()
	vitals, unnamed := programOf("VITALS")
	if err = errors.Join(err, failed, unnamed); err != nil {
		return err
	}
	began := loadAverage()
	peer := []string{self, "answer"}
	lua, err := attackTable("Lua", "Argo CD", "return {status = 'Healthy'}", luaAttacks,
		attackedEngine{[]string{vitals, "assess", "--batch", "-"}, luaQuestion}, attackedEngine{peer, luaQuestion})
	if err != nil {
		return err
	}
	cel, err := attackTable("CEL", "Flux", "true", celAttacks,
		attackedEngine{[]string{vitals, "cel", "--batch", "-"}, celQuestion}, attackedEngine{peer, celQuestion})
	if err != nil {
		return err
	}
	text := fmt.Sprintf(attacksIntroduction, time.Now().UTC().Format(time.DateOnly), machine(), began, loadAverage(), expressionSeconds,
		mostCPUSeconds, mostKilobytes>>20) + lua + "\n" + cel + "\n"
	return os.WriteFile(file, slices.Concat([]byte(before), []byte(attacksBegin), []byte(text), []byte(attacksEnd), []byte(after)), 0o644)
}
