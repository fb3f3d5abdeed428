package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"sigs.k8s.io/yaml"
)

// The bundled checks in Argo CD's virtual machine and in ours: each script over its fixtures, and over
// fixtures with a value removed or of another type.

// check is one health.lua with the objects of its fixtures.
type check struct {
	script   string
	fixtures []map[string]any
}

// checksDirectory is where the checks are: PEERS_CHECKS, which may name a part of the tree.
func checksDirectory() string {
	return cmp.Or(os.Getenv("PEERS_CHECKS"), "resource_customizations")
}

var bundledChecks = sync.OnceValue(func() []check {
	found, err := readChecks(checksDirectory())
	if err == nil && len(found) == 0 {
		err = errors.New("no health.lua in " + checksDirectory())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "peers:", err)
		os.Exit(1)
	}
	return found
})

func readChecks(directory string) (found []check, err error) {
	err = filepath.WalkDir(directory, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.Name() != "health.lua" {
			return err
		}
		one, err := readCheck(path)
		found = append(found, one)
		return err
	})
	return found, err
}

func readCheck(path string) (check, error) {
	script, err := readScript(path)
	if err != nil {
		return check{}, err
	}
	out := check{script: script}
	directory := filepath.Dir(path)
	files, err := filepath.Glob(filepath.Join(directory, "testdata", "*"))
	for _, file := range files {
		fixture, failed := readFixture(file)
		err = errors.Join(err, failed)
		out.fixtures = append(out.fixtures, fixture)
	}
	// What a controller has not seen yet.
	kind, group := filepath.Base(directory), filepath.Base(filepath.Dir(directory))
	out.fixtures = append(out.fixtures, map[string]any{"apiVersion": group + "/v1", "kind": kind,
		"metadata": map[string]any{"name": "x"}})
	return out, err
}

// readFixture reads the first document of a file. A deletion in progress comes before any script.
func readFixture(file string) (map[string]any, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	first, _, _ := strings.Cut(strings.TrimPrefix(string(text), "---\n"), "\n---")
	form, err := yaml.YAMLToJSON([]byte(first))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	var out any
	if err := readTree(form, &out); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	object, isObject := out.(map[string]any)
	if !isObject {
		return nil, fmt.Errorf("%s: not an object", file)
	}
	if metadata, isMap := object["metadata"].(map[string]any); isMap {
		delete(metadata, "deletionTimestamp")
	}
	return object, nil
}

// ----------------------------------------------------------------------- changes

// otherValues replace each value of a fixture in turn.
var otherValues = []any{nil, true, false, "", "x", "True", "False", json.Number("0"), json.Number("3"), json.Number("2.5"),
	[]any{}, []any{"x"}, []any{nil}, map[string]any{}, map[string]any{"a": "x"}}

// changedOnce calls `add` with each form of the value that has one part removed or replaced.
func changedOnce(value any, add func(any)) {
	switch v := value.(type) {
	case map[string]any:
		for _, key := range sortedKeys(v) {
			add(with(v, key, nil, true))
			changedInside(v[key], func(inside any) { add(with(v, key, inside, false)) })
		}
	case []any:
		for i := range v {
			add(withoutItem(v, i))
			changedInside(v[i], func(inside any) { add(withItem(v, i, inside)) })
		}
		if len(v) > 0 {
			add(append(append([]any{}, v...), v[0]))
		}
	}
}

func changedInside(value any, add func(any)) {
	for _, other := range otherValues {
		add(other)
	}
	changedOnce(value, add)
}

func withoutItem(list []any, at int) []any {
	return append(append([]any{}, list[:at]...), list[at+1:]...)
}

func withItem(list []any, at int, value any) []any {
	out := append([]any{}, list...)
	out[at] = value
	return out
}

// hasIdentity reports whether a check would be asked about the object.
func hasIdentity(object map[string]any, original map[string]any) bool {
	return object["apiVersion"] == original["apiVersion"] && object["kind"] == original["kind"]
}

func checkCase(script string, open bool, object any) map[string]any {
	return map[string]any{"script": script, "open_libs": open, "object": object}
}

// bundleWalk has each fixture with closed and with open libraries, and with every single change.
var bundleWalk = sync.OnceValue(func() (cases []any) {
	fixtures := 0
	for _, one := range bundledChecks() {
		for _, fixture := range one.fixtures {
			fixtures++
			cases = append(cases, checkCase(one.script, false, fixture), checkCase(one.script, true, fixture))
			changedOnce(fixture, func(changed any) {
				if hasIdentity(changed.(map[string]any), fixture) {
					cases = append(cases, checkCase(one.script, false, changed))
				}
			})
		}
	}
	fmt.Printf("%d checks, %d fixtures, %d objects\n", len(bundledChecks()), fixtures, len(cases))
	return cases
})

// ------------------------------------------------------------------------ mixtures

// bundleCase is a fixture with several changes, and with parts of other fixtures of the check.
func bundleCase(r *rand.Rand) map[string]any {
	one := pick(r, bundledChecks()...)
	fixture := pick(r, one.fixtures...)
	object := copied(fixture).(map[string]any)
	for range r.Intn(3) {
		mixed, _ := mixture(r, object, copied(pick(r, one.fixtures...))).(map[string]any)
		object = mixed
	}
	for range r.Intn(4) {
		changeOne(r, object)
	}
	object["apiVersion"], object["kind"] = fixture["apiVersion"], fixture["kind"]
	return checkCase(one.script, chance(r, 30), object)
}

func copied(value any) any {
	switch v := value.(type) {
	case map[string]any:
		out := map[string]any{}
		for key, inside := range v {
			out[key] = copied(inside)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, inside := range v {
			out[i] = copied(inside)
		}
		return out
	}
	return value
}

// mixture is the first value with some parts of the second.
func mixture(r *rand.Rand, first, second any) any {
	into, isMap := first.(map[string]any)
	from, both := second.(map[string]any)
	if !isMap || !both {
		return pick(r, first, second)
	}
	for _, key := range sortedKeys(from) {
		if mine, there := into[key]; there {
			into[key] = mixture(r, mine, from[key])
		} else if chance(r, 50) {
			into[key] = from[key]
		}
	}
	return into
}

// changeOne removes or replaces one value somewhere below, more often deep than not.
func changeOne(r *rand.Rand, value any) {
	switch v := value.(type) {
	case map[string]any:
		if len(v) == 0 {
			return
		}
		key := pick(r, sortedKeys(v)...)
		switch {
		case chance(r, 75) && hasParts(v[key]):
			changeOne(r, v[key])
		case chance(r, 30):
			delete(v, key)
		default:
			v[key] = otherValue(r)
		}
	case []any:
		if len(v) == 0 {
			return
		}
		at := r.Intn(len(v))
		if chance(r, 75) && hasParts(v[at]) {
			changeOne(r, v[at])
		} else {
			v[at] = otherValue(r)
		}
	}
}

func hasParts(value any) bool {
	switch v := value.(type) {
	case map[string]any:
		return len(v) > 0
	case []any:
		return len(v) > 0
	}
	return false
}

func otherValue(r *rand.Rand) any {
	if chance(r, 30) {
		return anything(r, 2)
	}
	return copied(pick(r, otherValues...))
}
