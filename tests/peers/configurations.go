package main

import (
	"encoding/json"
	"errors"
	"strings"
)

// Cases that are rules: configurations.c answers for vitals, each line with an engine of its own.

// configured is the question to configurations.c, and its answer.
type configured struct {
	Profile     string   `json:"profile"`
	ArgocdCM    string   `json:"argocd_cm,omitempty"`
	Expressions string   `json:"expressions,omitempty"`
	Objects     []string `json:"objects"`
}

type configuredAnswer struct {
	Error    string `json:"error"`
	Verdicts []struct {
		Health  *verdict `json:"health"`
		Kstatus *outcome `json:"kstatus"`
		Error   string   `json:"error"`
		Rule    struct {
			Source string `json:"source"`
		} `json:"rule"`
	} `json:"verdicts"`
}

// askConfigured asks all cases of one process and puts each answer into the peer's form.
func askConfigured(cases [][]byte, toLine func(question) configured, form func(configuredAnswer) any) ([]any, error) {
	lines := make([][]byte, len(cases))
	for i, text := range cases {
		q, err := asQuestion(text)
		line, failed := plainJSON(toLine(q))
		if err = errors.Join(err, failed); err != nil {
			return nil, err
		}
		lines[i] = line
	}
	answers, err := ask(lines, "PEERS_CONFIGURATIONS")
	for i := range answers {
		var answer configuredAnswer
		text, _ := json.Marshal(answers[i])
		if err := json.Unmarshal(text, &answer); err != nil {
			return nil, err
		}
		answers[i] = form(answer)
	}
	return answers, err
}

// ------------------------------------------------------------------------ argocd-cm

// lookupObjects are the kinds looked up, as objects.
var lookupObjects = func() (objects []string) {
	for _, key := range lookupKinds {
		group, name, grouped := strings.Cut(key, "/")
		if grouped {
			group += "/"
		} else {
			group, name = "", key
		}
		objects = append(objects, `{"apiVersion":"`+group+`v1","kind":"`+name+`","metadata":{"name":"x"}}`)
	}
	return objects
}()

// peerConfigMaps keeps only the message of each script, which identifies it.
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

func vitalsConfigMaps(cases [][]byte) ([]any, error) {
	return askConfigured(cases, func(q question) configured {
		text, _ := plainJSON(map[string]any{"apiVersion": "v1", "kind": "ConfigMap", "data": q.Data,
			"metadata": map[string]any{"name": "argocd-cm"}})
		return configured{Profile: "argocd", ArgocdCM: string(text), Objects: lookupObjects}
	}, configMapForm)
}

func configMapForm(answer configuredAnswer) any {
	if answer.Verdicts == nil {
		return map[string]any{"error": answer.Error}
	}
	found := []any{}
	for _, one := range answer.Verdicts {
		message := ""
		if one.Rule.Source == "customization" && one.Health != nil {
			message = one.Health.Message
		}
		found = append(found, message)
	}
	return map[string]any{"answers": found}
}

// -------------------------------------------------------------------------- flux-cel

// vitalsExpressions makes the three expressions an entry for the kind of the case's objects.
func vitalsExpressions(cases [][]byte) ([]any, error) {
	return askConfigured(cases, func(q question) configured {
		var about struct{ APIVersion, Kind string }
		line := configured{Profile: "flux", Objects: []string{}}
		for _, object := range q.Objects {
			line.Objects = append(line.Objects, string(object))
			_ = json.Unmarshal(object, &about)
		}
		text, _ := plainJSON([]any{map[string]any{"apiVersion": about.APIVersion, "kind": about.Kind,
			"current": q.Current, "failed": q.Failed, "inProgress": q.Progress}})
		line.Expressions = string(text)
		return line
	}, expressionForm)
}

// expressionForm leaves out the location of the entry, which the evaluator does not know.
func expressionForm(answer configuredAnswer) any {
	const place = "failed to create custom status evaluator for healthchecks[0]: "
	if answer.Verdicts == nil {
		return map[string]any{"kstatus": nil, "error": strings.TrimPrefix(answer.Error, place)}
	}
	found := []any{}
	for _, one := range answer.Verdicts {
		if one.Error != "" {
			found = append(found, map[string]any{"kstatus": nil, "error": one.Error})
			continue
		}
		found = append(found, map[string]any{"kstatus": map[string]any{"status": one.Kstatus.Status,
			"message": one.Kstatus.Message, "conditions": []any{}}})
	}
	return map[string]any{"answers": found}
}
