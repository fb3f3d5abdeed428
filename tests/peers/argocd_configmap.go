package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/gobwas/glob"
	"sigs.k8s.io/yaml"
)

// The customizations of an argocd-cm by a written description of Argo CD's util/settings, which
// cannot be imported without the rest of it. The types below have the names that its errors show.

type rawResourceOverride struct {
	HealthLua             string `json:"health.lua,omitempty"`
	UseOpenLibs           bool   `json:"health.lua.useOpenLibs,omitempty"`
	Actions               string `json:"actions,omitempty"`
	IgnoreDifferences     string `json:"ignoreDifferences,omitempty"`
	IgnoreResourceUpdates string `json:"ignoreResourceUpdates,omitempty"`
}

// ResourceOverride decodes itself, so that the YAML reader does not convert numbers to strings.
type ResourceOverride struct{ raw *rawResourceOverride }

func (o *ResourceOverride) UnmarshalJSON(text []byte) error {
	o.raw = &rawResourceOverride{}
	err := json.Unmarshal(text, &o.raw)
	if err == nil && o.raw == nil {
		panic("a null entry")
	}
	return err
}

type customization struct {
	script string
	open   bool
}

// lookup is the result for a kind; found is false when there is none.
type lookup struct {
	Found    bool   `json:"found"`
	Script   string `json:"script"`
	OpenLibs bool   `json:"open_libs"`
}

type configMapAnswer struct {
	Error   string   `json:"error,omitempty"`
	Lookups []lookup `json:"lookups,omitempty"`
}

const (
	prefix    = "resource.customizations"
	formatted = "group kind should be in format `resource.customizations.<type>.<group_kind>` or " +
		"resource.customizations.<type>.<kind>`, got group kind: '%s'"
)

func overrides(data map[string]any) (map[string]customization, error) {
	out := map[string]customization{}
	if legacy, _ := data[prefix].(string); legacy != "" {
		entries := map[string]ResourceOverride{}
		if err := yaml.Unmarshal([]byte(legacy), &entries); err != nil {
			return nil, errors.New(strings.ReplaceAll(err.Error(), "main.", "v1alpha1."))
		}
		for key, entry := range entries {
			if err := checkDifferences(entry.raw); err != nil {
				return nil, err
			}
			out[key] = customization{entry.raw.HealthLua, entry.raw.UseOpenLibs}
		}
	}
	for _, key := range sortedKeys(data) {
		value, _ := data[key].(string)
		if err := addSplit(out, key, value); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// checkDifferences reads the two texts that are YAML themselves.
func checkDifferences(raw *rawResourceOverride) error {
	var lists struct {
		JSONPointers          []string `json:"jsonPointers"`
		JQPathExpressions     []string `json:"jqPathExpressions"`
		ManagedFieldsManagers []string `json:"managedFieldsManagers"`
	}
	if err := yaml.Unmarshal([]byte(raw.IgnoreDifferences), &lists); err != nil {
		return err
	}
	return yaml.Unmarshal([]byte(raw.IgnoreResourceUpdates), &lists)
}

func addSplit(out map[string]customization, key, value string) error {
	parts := strings.SplitN(key, ".", 4)
	if !strings.HasPrefix(key, prefix) || len(parts) < 4 {
		return nil
	}
	name, err := overrideKey(parts[3])
	if err != nil {
		return err
	}
	entry := out[name]
	switch parts[2] {
	case "health":
		entry.script = value
	case "useOpenLibs":
		if entry.open, err = strconv.ParseBool(value); err != nil {
			return err
		}
	case "actions":
	default:
		return fmt.Errorf("resource customization type %s not supported", parts[2])
	}
	out[name] = entry
	return nil
}

func overrideKey(groupKind string) (string, error) {
	parts := strings.Split(groupKind, "_")
	name := groupKind
	if len(parts) == 2 {
		name = parts[0] + "/" + parts[1]
	} else if len(parts) != 1 || groupKind == "" {
		return "", fmt.Errorf(formatted, groupKind)
	}
	if name == "all" {
		name = "*/*"
	}
	return name, nil
}

// find takes the exact key, else the most specific wildcard: Argo CD takes any that matches.
func find(out map[string]customization, key string) lookup {
	if exact := out[key]; exact.script != "" {
		return lookup{true, exact.script, exact.open}
	}
	var best string
	for pattern, entry := range out {
		compiledPattern, err := glob.Compile(pattern)
		if err != nil || entry.script == "" || !compiledPattern.Match(key) {
			continue
		}
		if best == "" || moreSpecific(pattern, best) {
			best = pattern
		}
	}
	return lookup{best != "", out[best].script, out[best].open}
}

// Escaped characters and classes of a glob, and whatever else in it is not a literal character.
var (
	escapes   = regexp.MustCompile(`\\\\(.)`)
	classesOf = regexp.MustCompile(`\[[^\]]*\]`)
	wildcards = regexp.MustCompile(`[*?]`)
	syntax    = regexp.MustCompile(`[*?{},]`)
)

// moreSpecific has most literal characters, then fewest wildcards, then comes first in byte order.
func moreSpecific(a, b string) bool {
	plain := func(s string) string { return classesOf.ReplaceAllString(escapes.ReplaceAllString(s, "x"), "?") }
	literal := func(s string) int { return len(syntax.ReplaceAllString(plain(s), "")) }
	wild := func(s string) int { return len(wildcards.FindAllString(plain(s), -1)) }
	if literal(a) != literal(b) {
		return literal(a) > literal(b)
	}
	if wild(a) != wild(b) {
		return wild(a) < wild(b)
	}
	return a < b
}

// The kinds that are looked up.
var lookupKinds = []string{"Pod", "apps/Deployment", "example.com/Widget", "a.example.com/Widget"}

func answerConfigMap(q question) any {
	out, err := overrides(q.Data)
	if err != nil {
		return configMapAnswer{Error: err.Error()}
	}
	answer := configMapAnswer{}
	for _, kind := range lookupKinds {
		answer.Lookups = append(answer.Lookups, find(out, kind))
	}
	return answer
}
