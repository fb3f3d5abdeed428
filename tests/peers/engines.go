package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
)

// How each engine is asked many cases at once. One process answers a whole batch, and several
// batches run at a time, so each process uses one thread.

// programOf is the path of one of our programs; tools/dev names them all.
func programOf(variable string) (string, error) {
	path := os.Getenv(variable)
	if path == "" {
		return "", fmt.Errorf("%s names no program; use tools/dev", variable)
	}
	return path, nil
}

// ask runs a program on all cases, one a line, and reads a tree of JSON from each line it prints.
func ask(cases [][]byte, variable string, arguments ...string) ([]any, error) {
	program, err := programOf(variable)
	if err != nil {
		return nil, err
	}
	command := exec.Command(program, arguments...)
	command.Env = append(os.Environ(), "GOMAXPROCS=1", "GOGC=400")
	command.Stdin = bytes.NewReader(append(bytes.Join(cases, []byte("\n")), '\n'))
	var problems bytes.Buffer
	command.Stderr = &problems
	output, err := command.Output()
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
		return nil, fmt.Errorf("%s: %w: %.400s", program, err, problems.String())
	}
	answers := make([]any, 0, len(cases))
	for line := range bytes.Lines(output) {
		var answer any
		if err := json.Unmarshal(line, &answer); err != nil {
			return nil, err
		}
		answers = append(answers, answer)
	}
	return answers, nil
}

// inProcess asks one of our own peers; toQuestion makes the case a question.
func inProcess(name string, toQuestion func(text []byte) (question, error)) func([][]byte) ([]any, error) {
	return func(cases [][]byte) ([]any, error) {
		answers := make([]any, 0, len(cases))
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

// argocd asks the engine of Argo CD, which is a program of its own.
func argocd(keep ...string) func([][]byte) ([]any, error) {
	return func(cases [][]byte) ([]any, error) {
		answers, err := ask(cases, "PEERS_ARGOCD")
		for i := range answers {
			answers[i] = only(answers[i], keep)
		}
		return answers, err
	}
}

// assess runs vitals on the cases as objects and keeps of each line what the peer's form has.
func assess(profile string, keep ...string) func([][]byte) ([]any, error) {
	return func(cases [][]byte) ([]any, error) {
		answers, err := ask(cases, "VITALS", "assess", "-f", "-", "-o", "ndjson", "--profile", profile,
			"--no-bundled", "--threads", "1")
		for i := range answers {
			answers[i] = only(answers[i], keep)
		}
		return answers, err
	}
}

// only keeps these fields of an answer. Where kstatus fails, the peer has an error in its place; where there is
// no health, gitops-engine has none.
func only(answer any, fields []string) any {
	kept, whole := map[string]any{}, answer.(map[string]any)
	for _, field := range fields {
		if value, there := whole[field]; there {
			kept[field] = value
		}
	}
	if _, failed := kept["error"]; failed && kept["kstatus"] != nil {
		kept["kstatus"] = nil
	}
	if kept["health"] != nil && healthOf(kept).Status == "Unassessed" {
		kept["health"] = nil
	}
	return kept
}

func vitalsBatch(arguments ...string) func([][]byte) ([]any, error) {
	return func(cases [][]byte) ([]any, error) { return ask(cases, "VITALS", arguments...) }
}
