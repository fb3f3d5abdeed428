package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/fluxcd/cli-utils/pkg/kstatus/status"
)

// timing is one job of the benchmark: ask a peer the question `times` times. With `parse` each
// starts from bytes; else the object is parsed (and the expression planned) before the clock runs.
type timing struct {
	question
	File  string `json:"file"`
	Parse bool   `json:"parse"`
	Times int    `json:"times"`
}

// measure answers each line of stdin with nanoseconds, so that rounds of several engines can be
// interleaved by the caller.
func measure() error {
	input := bufio.NewScanner(os.Stdin)
	input.Buffer(nil, 1<<24)
	for input.Scan() {
		var job timing
		if err := json.Unmarshal(input.Bytes(), &job); err != nil {
			return err
		}
		if job.File != "" {
			bytes, err := os.ReadFile(job.File)
			if err != nil {
				return err
			}
			job.Object, job.Vars = bytes, bytes
		}
		once, err := onceOf(job)
		if err != nil {
			return err
		}
		start := time.Now()
		for range job.Times {
			once()
		}
		fmt.Println(time.Since(start).Nanoseconds() / int64(job.Times))
	}
	return input.Err()
}

// onceOf is what one turn of the clock does.
func onceOf(job timing) (func(), error) {
	if job.Peer == "flux-cel" {
		return onceOfFlux(job)
	}
	if job.Peer == "argocd-cm" {
		return func() { reload(job.Object) }, nil
	}
	if job.Parse {
		return func() { peers[job.Peer](job.question) }, nil
	}
	object, err := decode(job.Object)
	if err != nil {
		return nil, err
	}
	switch job.Peer {
	case "kstatus":
		return func() { _, _ = status.Compute(object) }, nil
	case "argocd-lua":
		return func() { _, _ = runHealth(job.Script, object.Object, job.OpenLibs) }, nil
	case "cel-plan":
		return func() { plan(job.Expr) }, nil
	case "cel-go":
		program, failure := plan(job.Expr)
		if program == nil {
			return nil, errors.New(failure.Text)
		}
		return func() { _, _, _ = program.ContextEval(context.Background(), object.Object) }, nil
	}
	return nil, fmt.Errorf("no timing of %q", job.Peer)
}

// onceOfFlux evaluates with an evaluator that is built before the clock runs, as Flux keeps its own.
func onceOfFlux(job timing) (func(), error) {
	evaluator, err := newFluxEvaluator(job.question)
	if err != nil {
		return nil, err
	}
	if job.Peer == "argocd-cm" {
		return func() { reload(job.Object) }, nil
	}
	if job.Parse {
		return func() { evaluated(evaluator, job.Object) }, nil
	}
	object, err := decode(job.Object)
	if err != nil {
		return nil, err
	}
	return func() { _, _ = evaluator.Evaluate(context.Background(), object) }, nil
}

// reload decodes a ConfigMap and makes its overrides.
func reload(text []byte) {
	var settings struct{ Data map[string]any }
	if err := json.Unmarshal(text, &settings); err != nil {
		panic(err)
	}
	if _, err := overrides(settings.Data); err != nil {
		panic(err)
	}
}
