package main

import (
	"bytes"
	"encoding/json"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

var classes = map[string]class{
	"native":    {object, argocdNative, assess("argocd", "health", "error")},
	"kstatus":   {object, inProcess("kstatus", asObject), assess("kstatus", "kstatus", "error")},
	"flux-job":  {job, inProcess("flux-job", asObject), assess("flux", "kstatus", "error")},
	"lua":       {luaCase, inProcess("argocd-lua", asQuestion), vitalsBatch("assess", "--batch", "-")},
	"cel":       {celCase, inProcess("cel-go", asQuestion), vitalsBatch("cel", "--batch", "-")},
	"argocd-cm": {configMapCase, peerConfigMaps, vitalsConfigMaps},
}

func classNames() []string {
	names := map[string]any{}
	for name := range classes {
		names[name] = nil
	}
	return sortedKeys(names)
}

// job is a batch/v1 Job: Flux has a reader of its own for these.
func job(r *rand.Rand) map[string]any {
	for {
		out := object(r)
		if out["kind"] == "Job" && out["apiVersion"] == "batch/v1" {
			return out
		}
	}
}

// peerConfigMaps keeps of each script found what tells it from others.
func peerConfigMaps(cases [][]byte) ([]any, error) {
	answers, err := inProcess("argocd-cm", asQuestion)(cases)
	for i, answer := range answers {
		found := []any{}
		lookups, _ := answer.(map[string]any)["lookups"].([]any)
		for _, one := range lookups {
			_, after, _ := strings.Cut(one.(map[string]any)["script"].(string), "message = '")
			message, _, _ := strings.Cut(after, "'")
			found = append(found, message)
		}
		if lookups != nil {
			answers[i] = map[string]any{"answers": found}
		}
	}
	return answers, err
}

// vitalsConfigMaps asks one process for each ConfigMap: the kinds looked up become objects, and the
// script that answers is known by its message.
func vitalsConfigMaps(cases [][]byte) ([]any, error) {
	directory, err := os.MkdirTemp("", "peers")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(directory)
	objects := filepath.Join(directory, "objects.jsonl")
	if err := os.WriteFile(objects, lookupObjects(), 0o600); err != nil {
		return nil, err
	}
	var answers []any
	for _, text := range cases {
		answer, err := configMapOfVitals(directory, objects, text)
		if err != nil {
			return nil, err
		}
		answers = append(answers, answer)
	}
	return answers, nil
}

func lookupObjects() []byte {
	var text bytes.Buffer
	for _, key := range lookupKinds {
		group, name, grouped := strings.Cut(key, "/")
		if !grouped {
			group, name = "", key
		} else {
			group += "/"
		}
		text.WriteString(`{"apiVersion":"` + group + `v1","kind":"` + name + `","metadata":{"name":"x"}}` + "\n")
	}
	return text.Bytes()
}

func configMapOfVitals(directory, objects string, text []byte) (any, error) {
	file := filepath.Join(directory, "argocd-cm.json")
	wrapped := `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"argocd-cm"},` + string(text[1:])
	if err := os.WriteFile(file, []byte(wrapped), 0o600); err != nil {
		return nil, err
	}
	command := exec.Command(vitalsPath(), "assess", "-f", objects, "--argocd-cm", file, "--profile",
		"argocd", "--no-bundled", "--on-broken", "reject", "-o", "ndjson")
	var problems bytes.Buffer
	command.Stderr = &problems
	output, _ := command.Output()
	if command.ProcessState == nil || command.ProcessState.ExitCode() == 3 {
		return map[string]any{"error": firstProblem(problems.String(), file)}, nil
	}
	found := []any{}
	for line := range bytes.Lines(output) {
		var answer struct {
			Health *verdict `json:"health"`
			Rule   struct {
				Source string `json:"source"`
			} `json:"rule"`
		}
		if err := json.Unmarshal(line, &answer); err != nil {
			return nil, err
		}
		message := ""
		if answer.Rule.Source == "customization" && answer.Health != nil {
			message = answer.Health.Message
		}
		found = append(found, message)
	}
	return map[string]any{"answers": found}, nil
}

// firstProblem is the text of the first diagnostic, without its place.
func firstProblem(text, file string) string {
	first, _, _ := strings.Cut(text, "\n")
	first = strings.TrimLeft(strings.TrimPrefix(first, file), ":0123456789")
	return strings.TrimPrefix(first, " ")
}
