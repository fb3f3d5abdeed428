package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
)

// The report runs each job on vitals, on its peer and on simdjson in turn, repeatedly, and writes
// docs/performance.md and its plot. Ratios are taken within a round, so that other load on the
// machine affects both sides.

const turnNanos = 40_000_000 // a job is repeated until one side takes about this long

// engineProcess answers jobs, one a line.
type engineProcess struct {
	input  io.WriteCloser
	output *bufio.Scanner
}

func startEngine(program string, arguments ...string) (*engineProcess, error) {
	command := exec.Command(program, arguments...)
	command.Stderr = os.Stderr
	input, err := command.StdinPipe()
	if err != nil {
		return nil, err
	}
	output, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	return &engineProcess{input, bufio.NewScanner(output)}, command.Start()
}

func (e *engineProcess) measure(job map[string]any) (float64, error) {
	line, err := json.Marshal(job)
	if err != nil {
		return 0, err
	}
	if _, err := e.input.Write(append(line, '\n')); err != nil {
		return 0, err
	}
	if !e.output.Scan() {
		return 0, fmt.Errorf("no answer to %.200s", line)
	}
	var nanos float64
	_, err = fmt.Sscan(e.output.Text(), &nanos)
	if err == nil && nanos < 0 {
		err = fmt.Errorf("refused: %.200s", line)
	}
	return nanos, err
}

// measured is one row of the report.
type measured struct {
	name                string
	size                int
	ours, theirs, limit []float64 // nanoseconds of each round; the limit is simdjson's at our level
	best                []float64 // of simdjson
	aim, limitAim       float64   // the ratios that are wanted: over the peer and simdjson's; 0: none
	counted             float64   // instructions of one turn
	fromBytes           bool
}

func ratios(over, under []float64) []float64 {
	out := make([]float64, len(over))
	for i := range over {
		out[i] = over[i] / under[i]
	}
	slices.Sort(out)
	return out
}

func median(values []float64) float64 {
	sorted := slices.Clone(values)
	slices.Sort(sorted)
	return sorted[len(sorted)/2]
}

// bench holds the engines while the report is made.
type bench struct {
	vitals, peers, argocd *engineProcess
	rounds                int
}

// run measures one job on both sides, and the bytes on simdjson.
func (b *bench) run(name string, job map[string]any, aim float64) (measured, error) {
	peer := b.peers
	if job["peer"] == "argocd-native" {
		peer = b.argocd
	}
	row := measured{name: name, aim: aim, fromBytes: job["parse"] == true, counted: instructions(job)}
	if info, err := os.Stat(fmt.Sprint(job["file"])); err == nil {
		row.size = int(info.Size())
	}
	sides := []side{{b.vitals, job, &row.ours}, {peer, job, &row.theirs}}
	if row.fromBytes {
		row.limitAim = limitAims[peerName(job)]
		only := with(job, "parse", false, false)
		sides = append(sides, side{b.vitals, with(only, "peer", "simdjson", false), &row.limit},
			side{b.vitals, with(only, "peer", "simdjson-best", false), &row.best})
	}
	return row, b.turns(sides)
}

// limitAims are the times over simdjson's at our level that are wanted, by the peer.
var limitAims = map[string]float64{"kstatus": 1.1, "argocd-native": 1.5, "argocd-lua": 4}

func peerName(job map[string]any) string {
	name, _ := job["peer"].(string)
	return name
}

// turns takes the times of all sides in each round.
func (b *bench) turns(sides []side) error {
	for round := -1; round < b.rounds; round++ {
		for _, one := range sides {
			nanos, err := one.turns()
			if err != nil {
				return err
			}
			if round >= 0 { // the first round only warms up
				*one.out = append(*one.out, nanos)
			}
		}
	}
	return nil
}

// side is one engine's part of a round.
type side struct {
	engine *engineProcess
	job    map[string]any
	out    *[]float64
}

// turns finds out how often to repeat the job, and then takes its time.
func (s side) turns() (float64, error) {
	nanos, err := s.engine.measure(with(s.job, "times", 20, false))
	if err != nil {
		return 0, err
	}
	times := min(max(int(turnNanos/max(nanos, 1)), 20), 100_000)
	return s.engine.measure(with(s.job, "times", times, false))
}

// -------------------------------------------------------------------------- jobs

func (b *bench) all(directory string) ([]measured, error) {
	var rows []measured
	files, err := writeObjects(directory)
	if err != nil {
		return nil, err
	}
	script, err := readScript("resource_customizations/argoproj.io/Rollout/health.lua")
	if err != nil {
		return nil, err
	}
	add := func(name string, job map[string]any, bytesAim, objectAim float64) {
		for _, from := range []struct {
			bytes bool
			aim   float64
		}{{true, bytesAim}, {false, objectAim}} {
			row, failed := b.run(name, with(job, "parse", from.bytes, false), from.aim)
			err = errors.Join(err, failed)
			rows = append(rows, row)
		}
	}
	kinds := func(class, peer string, names []string, bytesAim, objectAim float64) {
		start := len(rows)
		for _, name := range names {
			add(class+" "+name, map[string]any{"peer": peer, "file": files[name]}, bytesAim, objectAim)
		}
		rows = append(rows, together(class+", one of each kind", rows[start:], true, bytesAim),
			together(class+", one of each kind", rows[start:], false, objectAim))
	}
	add("Lua check of a Rollout", map[string]any{"peer": "argocd-lua", "file": files["Rollout"], "script": script, "open_libs": true}, 100, 30)
	kinds("native", "argocd-native", sortedKeys(nativeExamples()), 60, 40)
	kinds("kstatus", "kstatus", []string{"DaemonSet", "Deployment", "Job", "Machine", "PersistentVolumeClaim", "Pod", "ReplicaSet", "Service", "StatefulSet"}, 40, 30)
	expression := "status.conditions.filter(e, e.type == 'Ready').all(e, e.status == 'True')"
	for _, cel := range []struct {
		name, peer string
		aim        float64
	}{{"CEL evaluation", "cel-go", 12}, {"CEL parse and plan", "cel-plan", 40}} {
		row, failed := b.run(cel.name, map[string]any{"peer": cel.peer, "file": files["Machine"], "expr": expression, "parse": false}, cel.aim)
		err = errors.Join(err, failed)
		rows = append(rows, row)
	}
	add("verdict by expression", map[string]any{"peer": "flux-cel", "file": files["Machine"], "current": expression}, 25, 20)
	settings, failed := writeSettings(directory)
	if failed != nil {
		return nil, failed
	}
	row, failed := b.run("reload of an `argocd-cm`", map[string]any{"peer": "argocd-cm", "file": settings, "parse": false}, 0)
	rows, err = append(rows, row), errors.Join(err, failed)
	return rows, err
}

// together is the time of one turn of each of these rows that start alike, round by round.
func together(name string, rows []measured, fromBytes bool, aim float64) measured {
	sum := measured{name: name, fromBytes: fromBytes, aim: aim}
	for _, row := range rows {
		if row.fromBytes != fromBytes {
			continue
		}
		sum.size += row.size
		sum.ours, sum.theirs = added(sum.ours, row.ours), added(sum.theirs, row.theirs)
		sum.limit, sum.best = added(sum.limit, row.limit), added(sum.best, row.best)
		sum.counted, sum.limitAim = sum.counted+row.counted, row.limitAim
	}
	return sum
}

func added(sum, values []float64) []float64 {
	if sum == nil {
		return slices.Clone(values)
	}
	for i, value := range values {
		sum[i] += value
	}
	return sum
}

// rounds is how often all is measured: the argument of `peers report`, or 9.
func rounds() (int, error) {
	if len(os.Args) < 3 {
		return 9, nil
	}
	count, err := strconv.Atoi(os.Args[2])
	if err == nil && count < 1 {
		err = errors.New("at least one round")
	}
	return count, err
}

func startAll() (*bench, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	ours, first := startEngine(os.Getenv("BENCH_VERDICTS"))
	peer, second := startEngine(self, "bench")
	argocd, third := startEngine(os.Getenv("PEERS_ARGOCD"), "bench")
	count, fourth := rounds()
	return &bench{ours, peer, argocd, count}, errors.Join(first, second, third, fourth)
}

func report() error {
	directory, err := os.MkdirTemp("", "bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(directory)
	b, err := startAll()
	if err != nil {
		return err
	}
	p := page{rounds: b.rounds, wholeRounds: (b.rounds + 1) / 2, load: loadAverage(), before: readEarlier("docs/performance.md")}
	if p.levels, err = readLevels(); err != nil {
		return err
	}
	if p.rows, err = b.all(directory); err != nil {
		return err
	}
	if p.sizes, err = b.sized(directory); err != nil {
		return err
	}
	if p.changes, err = changes(); err != nil {
		return err
	}
	if p.programs, p.meanSize, err = wholeRuns(directory, p.wholeRounds); err != nil {
		return err
	}
	return errors.Join(os.WriteFile("docs/performance.md", []byte(p.text()), 0o644),
		os.WriteFile("docs/performance.svg", []byte(writePlot(p.rows)), 0o644))
}

// readLevels describes the vector instructions that are used.
func readLevels() (string, error) {
	text, err := exec.Command(os.Getenv("BENCH_VERDICTS"), "levels").Output()
	names := strings.Fields(string(text))
	if err != nil || len(names) != 3 {
		return "", errors.Join(err, errors.New("no levels"))
	}
	return fmt.Sprintf("`%s`, for which simdjson's name is `%s`, and its best here `%s`", names[0], names[1], names[2]), nil
}

// changes is the report of the live engine on objects and applications that change.
func changes() (string, error) {
	text, err := exec.Command(os.Getenv("BENCH_LIVE")).Output()
	return string(text), err
}

func loadAverage() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	return strings.Fields(string(text))[0]
}
