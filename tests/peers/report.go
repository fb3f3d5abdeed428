package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// The report runs each job on vitals, on its peer and on simdjson in turn, over and over, and writes
// docs/performance.md and its plot. Ratios are taken within a round, so that what else the machine
// does meets both sides.

const (
	rounds    = 9
	turnNanos = 40_000_000 // a job is repeated until one side takes about this long
)

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
	ours, theirs, limit []float64 // nanoseconds of each round
	aim                 float64   // the ratio that is wanted
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
type bench struct{ vitals, peers, argocd *engineProcess }

// run measures one job on both sides, and the bytes on simdjson.
func (b *bench) run(name string, job map[string]any, aim float64) (measured, error) {
	peer := b.peers
	if job["peer"] == "argocd-native" {
		peer = b.argocd
	}
	row := measured{name: name, aim: aim, fromBytes: job["parse"] == true}
	if info, err := os.Stat(fmt.Sprint(job["file"])); err == nil {
		row.size = int(info.Size())
	}
	for round := -1; round < rounds; round++ {
		times := 0
		for _, side := range []struct {
			engine *engineProcess
			name   any
			out    *[]float64
		}{{b.vitals, job["peer"], &row.ours}, {peer, job["peer"], &row.theirs}, {b.vitals, "simdjson", &row.limit}} {
			asked := with(job, "peer", side.name, false)
			asked["times"] = 20
			if side.name == "simdjson" {
				asked["parse"] = false
			}
			if nanos, err := side.engine.measure(asked); err != nil {
				return row, err
			} else if times = int(turnNanos / max(nanos, 1)); times > 100_000 {
				times = 100_000
			}
			asked["times"] = max(times, 20)
			nanos, err := side.engine.measure(asked)
			if err != nil {
				return row, err
			}
			if round >= 0 { // the first round only warms up
				*side.out = append(*side.out, nanos)
			}
		}
	}
	return row, nil
}

// -------------------------------------------------------------------------- jobs

func (b *bench) all(directory string) ([]measured, error) {
	var rows []measured
	files, err := writeObjects(directory)
	if err != nil {
		return nil, err
	}
	script, err := os.ReadFile("resource_customizations/argoproj.io/Rollout/health.lua")
	if err != nil {
		return nil, err
	}
	add := func(name string, job map[string]any, bytesAim, objectAim float64) {
		for _, parse := range []bool{true, false} {
			aim := objectAim
			if parse {
				aim = bytesAim
			}
			row, failed := b.run(name, with(job, "parse", parse, false), aim)
			err = errors.Join(err, failed)
			rows = append(rows, row)
		}
	}
	add("Lua check of a Rollout", map[string]any{"peer": "argocd-lua", "file": files["Rollout"], "script": string(script), "open_libs": true}, 25, 30)
	for _, name := range sortedKeys(nativeExamples()) {
		add("native "+name, map[string]any{"peer": "argocd-native", "file": files[name]}, 15, 40)
	}
	for _, name := range []string{"Deployment", "Pod", "StatefulSet"} {
		add("kstatus "+name, map[string]any{"peer": "kstatus", "file": files[name]}, 12, 30)
	}
	expression := "status.conditions.filter(e, e.type == 'Available').all(e, e.status == 'True') && status.replicas >= spec.replicas"
	for _, cel := range []struct {
		name, peer string
		aim        float64
	}{{"CEL evaluation", "cel-go", 12}, {"CEL parse and plan", "cel-plan", 40}} {
		row, failed := b.run(cel.name, map[string]any{"peer": cel.peer, "file": files["Deployment"], "expr": expression, "parse": false}, cel.aim)
		err = errors.Join(err, failed)
		rows = append(rows, row)
	}
	return rows, err
}

// nativeExamples are settled objects of each native kind, as a cluster gives them.
func nativeExamples() map[string]any {
	ready := []any{map[string]any{"type": "Available", "status": "True", "reason": "Ok", "message": "it is", "lastTransitionTime": "2026-01-01T00:00:00Z"}}
	counts := map[string]any{"observedGeneration": 3, "replicas": 3, "readyReplicas": 3, "availableReplicas": 3, "updatedReplicas": 3, "currentReplicas": 3, "conditions": ready}
	template := map[string]any{"metadata": map[string]any{"labels": map[string]any{"app": "shop"}}, "spec": podSpec()}
	workload := map[string]any{"replicas": 3, "selector": map[string]any{"matchLabels": map[string]any{"app": "shop"}}, "template": template}
	return map[string]any{
		"Deployment":              example("apps/v1", "Deployment", workload, counts),
		"StatefulSet":             example("apps/v1", "StatefulSet", with(workload, "updateStrategy", map[string]any{"type": "RollingUpdate", "rollingUpdate": map[string]any{"partition": 0}}, false), counts),
		"ReplicaSet":              example("apps/v1", "ReplicaSet", workload, counts),
		"DaemonSet":               example("apps/v1", "DaemonSet", map[string]any{"template": template}, map[string]any{"observedGeneration": 3, "desiredNumberScheduled": 3, "updatedNumberScheduled": 3, "numberAvailable": 3}),
		"Pod":                     example("v1", "Pod", podSpec(), map[string]any{"phase": "Running", "conditions": []any{map[string]any{"type": "Ready", "status": "True"}}, "containerStatuses": []any{map[string]any{"name": "web", "ready": true, "restartCount": 0, "image": "shop:1", "state": map[string]any{"running": map[string]any{"startedAt": "2026-01-01T00:00:00Z"}}}}}),
		"Service":                 example("v1", "Service", map[string]any{"type": "LoadBalancer", "ports": []any{map[string]any{"port": 80, "targetPort": 8080}}}, map[string]any{"loadBalancer": map[string]any{"ingress": []any{map[string]any{"ip": "192.0.2.1"}}}}),
		"PersistentVolumeClaim":   example("v1", "PersistentVolumeClaim", map[string]any{"accessModes": []any{"ReadWriteOnce"}, "resources": map[string]any{"requests": map[string]any{"storage": "10Gi"}}}, map[string]any{"phase": "Bound"}),
		"Job":                     example("batch/v1", "Job", map[string]any{"completions": 1, "template": template}, map[string]any{"succeeded": 1, "conditions": []any{map[string]any{"type": "Complete", "status": "True"}}}),
		"HorizontalPodAutoscaler": example("autoscaling/v2", "HorizontalPodAutoscaler", map[string]any{"maxReplicas": 9}, map[string]any{"conditions": []any{map[string]any{"type": "AbleToScale", "status": "True", "reason": "ReadyForNewScale"}}, "currentReplicas": 1, "desiredReplicas": 1}),
		"APIService":              example("apiregistration.k8s.io/v1", "APIService", map[string]any{"group": "metrics.k8s.io"}, map[string]any{"conditions": ready}),
		"Ingress":                 example("networking.k8s.io/v1", "Ingress", map[string]any{"ingressClassName": "x"}, map[string]any{"loadBalancer": map[string]any{"ingress": []any{map[string]any{"ip": "192.0.2.1"}}}}),
		"Workflow":                example("argoproj.io/v1alpha1", "Workflow", map[string]any{"entrypoint": "main"}, map[string]any{"phase": "Succeeded"}),
	}
}

func podSpec() map[string]any {
	probe := map[string]any{"httpGet": map[string]any{"path": "/healthz", "port": 8080, "scheme": "HTTP"}, "periodSeconds": 10, "failureThreshold": 3}
	return map[string]any{"restartPolicy": "Always", "terminationGracePeriodSeconds": 30, "containers": []any{map[string]any{
		"name": "web", "image": "registry.example.com/shop/web:2.4.1", "livenessProbe": probe, "readinessProbe": probe,
		"env":       []any{map[string]any{"name": "PORT", "value": "8080"}, map[string]any{"name": "LEVEL", "value": "info"}},
		"resources": map[string]any{"limits": map[string]any{"cpu": "500m", "memory": "256Mi"}, "requests": map[string]any{"cpu": "100m", "memory": "128Mi"}}}}}
}

// example puts metadata with managedFields around a spec and a status.
func example(apiVersion, kind string, spec, status map[string]any) map[string]any {
	owned := map[string]any{}
	for _, field := range []string{"replicas", "selector", "template", "strategy", "progressDeadlineSeconds", "revisionHistoryLimit"} {
		owned["f:"+field] = map[string]any{"f:metadata": map[string]any{"f:labels": map[string]any{".": map[string]any{}, "f:app": map[string]any{}}}}
	}
	manager := map[string]any{"manager": "argocd-controller", "operation": "Apply", "apiVersion": apiVersion,
		"fieldsType": "FieldsV1", "time": "2026-01-01T00:00:00Z", "fieldsV1": map[string]any{"f:spec": owned}}
	return map[string]any{"apiVersion": apiVersion, "kind": kind, "spec": spec, "status": status, "metadata": map[string]any{
		"name": "web", "namespace": "shop", "generation": 3, "uid": "0b9c2f0e-6a5e-4c64-9a0f-4f2c9d1f0e11",
		"resourceVersion": "18233121", "creationTimestamp": "2026-01-01T00:00:00Z", "labels": map[string]any{"app": "shop"},
		"managedFields": []any{manager}}}
}

func writeObjects(directory string) (map[string]string, error) {
	objects := nativeExamples()
	spec := objects["Deployment"].(map[string]any)["spec"].(map[string]any)
	status := map[string]any{"observedGeneration": "3", "phase": "Healthy", "replicas": 3, "availableReplicas": 3, "updatedReplicas": 3,
		"readyReplicas": 3, "HPAReplicas": 3, "currentPodHash": "6cb88c6bcf", "stableRS": "6cb88c6bcf", "currentStepIndex": 2}
	steps := []any{map[string]any{"setWeight": 20}, map[string]any{"pause": map[string]any{"duration": "10s"}}}
	objects["Rollout"] = example("argoproj.io/v1alpha1", "Rollout", with(spec, "strategy", map[string]any{"canary": map[string]any{"steps": steps}}, false), status)
	files := map[string]string{}
	for name, tree := range objects {
		text, err := plainJSON(tree)
		if err != nil {
			return nil, err
		}
		files[name] = filepath.Join(directory, name+".json")
		if err := os.WriteFile(files[name], text, 0o600); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// ------------------------------------------------------------------- whole programs

// program is one run of a whole process.
type program struct {
	name    string
	seconds float64
	peakKiB int64
}

// peakMemory asks the running process: what wait() tells afterwards begins with our own memory.
func peakMemory(pid int) (kib int64) {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if _, after, found := strings.Cut(string(text), "VmHWM:"); found {
		_, _ = fmt.Sscan(after, &kib)
	}
	return kib
}

func wholeRun(name string, input string, path string, arguments ...string) (program, error) {
	file, err := os.Open(input)
	if err != nil {
		return program{}, err
	}
	defer file.Close()
	command := exec.Command(path, arguments...)
	command.Stdin = file
	start := time.Now()
	if err := command.Start(); err != nil {
		return program{}, err
	}
	done, peak := make(chan error), int64(0)
	go func() { done <- command.Wait() }()
	for waiting := true; waiting; {
		select {
		case err = <-done:
			waiting = false
		case <-time.After(time.Millisecond):
			peak = max(peak, peakMemory(command.Process.Pid))
		}
	}
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == 1 {
		err = nil
	}
	out := program{name: name, seconds: time.Since(start).Seconds(), peakKiB: peak}
	return out, err
}

// writeDump writes `count` objects of all native kinds in turn, one a line.
func writeDump(path string, count int) error {
	objects := nativeExamples()
	var texts [][]byte
	for _, name := range sortedKeys(objects) {
		text, err := plainJSON(objects[name])
		if err != nil {
			return err
		}
		texts = append(texts, append(text, '\n'))
	}
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer file.Close()
	out := bufio.NewWriterSize(file, 1<<20)
	for i := range count {
		text := bytes.Replace(texts[i%len(texts)], []byte(`"name":"web"`), fmt.Appendf(nil, `"name":"web-%d"`, i), 1)
		if _, err := out.Write(text); err != nil {
			return err
		}
	}
	return out.Flush()
}

func wholeRuns(directory string) ([]program, error) {
	dump, app := filepath.Join(directory, "dump.jsonl"), filepath.Join(directory, "app.jsonl")
	if err := errors.Join(writeDump(dump, 100_000), writeDump(app, 500)); err != nil {
		return nil, err
	}
	argocd := []string{"assess", "-f", "-", "--profile", "argocd", "-o", "ndjson", "--threads"}
	jobs := []struct {
		name, input, path string
		arguments         []string
	}{
		{"cold start: `vitals version`", app, vitalsPath(), []string{"version"}},
		{"an application of 500 objects, one thread", app, vitalsPath(), append(argocd[:7:7], "1")},
		{"the same, peer", app, os.Getenv("PEERS_ARGOCD"), nil},
		{"a dump of 100,000 objects, one thread", dump, vitalsPath(), append(argocd[:7:7], "1")},
		{"the same, two threads", dump, vitalsPath(), append(argocd[:7:7], "2")},
		{"the same, peer", dump, os.Getenv("PEERS_ARGOCD"), nil},
		{"all fixtures: `vitals test resource_customizations`", app, vitalsPath(), []string{"test", "resource_customizations"}},
	}
	var out []program
	for _, job := range jobs {
		run, err := wholeRun(job.name, job.input, job.path, job.arguments...)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", job.name, err)
		}
		out = append(out, run)
	}
	return out, nil
}

func report() error {
	directory, err := os.MkdirTemp("", "bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(directory)
	self, err := os.Executable()
	if err != nil {
		return err
	}
	ours, first := startEngine(os.Getenv("BENCH_VERDICTS"))
	peer, second := startEngine(self, "bench")
	argocd, third := startEngine(os.Getenv("PEERS_ARGOCD"), "bench")
	if err := errors.Join(first, second, third); err != nil {
		return err
	}
	before := loadAverage()
	rows, err := (&bench{ours, peer, argocd}).all(directory)
	if err != nil {
		return err
	}
	programs, err := wholeRuns(directory)
	if err != nil {
		return err
	}
	page := writePage(rows, programs, before, loadAverage())
	return errors.Join(os.WriteFile("docs/performance.md", []byte(page), 0o644),
		os.WriteFile("docs/performance.svg", []byte(writePlot(rows)), 0o644))
}

func loadAverage() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	return strings.Fields(string(text))[0]
}
