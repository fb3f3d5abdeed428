// Package serve is what the programs of all releases share: they read cases as lines and print answers.
//
// A case is a line of JSON: {"object":{…}}, with "native":true to ask the checks in Go alone, or
// {"object":{…},"script":"…","open_libs":true}; {"object":…,"resources":[{"target":{…},"live":{…}}],"scripts":
// {"group/Kind":"…"}} is an application. The answer is
// {"status":"…","message":"…"}, with "error" where there was one; {"none":true}: no health.
package serve

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
)

// Pair is an object of an application: as it was delivered, as it runs, or both.
type Pair struct{ Target, Live map[string]any }

// Case is one line. Objects hold whole numbers as int64, as the controllers do.
type Case struct {
	Object    map[string]any
	Script    string // for every kind
	OpenLibs  bool
	Native    bool              // without any script
	Resources []Pair            // of the application Object; nil: Object is a resource
	Scripts   map[string]string // by "group/Kind"
	Reader    string            // of kstatus
}

// Answer is what the release says of it.
type Answer struct {
	None    bool   `json:"none,omitempty"`
	Status  string `json:"status"`
	Message string `json:"message"`
	Error   string `json:"error,omitempty"`
}

type line struct {
	Object    json.RawMessage   `json:"object"`
	Script    string            `json:"script"`
	OpenLibs  bool              `json:"open_libs"`
	Native    bool              `json:"native"`
	Scripts   map[string]string `json:"scripts"`
	Reader    string            `json:"reader"`
	Resources []struct {
		Target json.RawMessage `json:"target"`
		Live   json.RawMessage `json:"live"`
	} `json:"resources"`
}

func integers(value any) any {
	switch v := value.(type) {
	case map[string]any:
		for key, inner := range v {
			v[key] = integers(inner)
		}
	case []any:
		for i, inner := range v {
			v[i] = integers(inner)
		}
	case json.Number:
		if whole, err := v.Int64(); err == nil {
			return whole
		}
		if number, err := v.Float64(); err == nil {
			return number
		}
	}
	return value
}

// An object; nil: there is none.
func readObject(text json.RawMessage) (object map[string]any, err error) {
	if len(text) == 0 {
		return nil, nil
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if err = decoder.Decode(&object); err == nil {
		integers(object)
	}
	return object, err
}

func read(text []byte) (*Case, error) {
	var of line
	if err := json.Unmarshal(text, &of); err != nil {
		return nil, err
	}
	object, err := readObject(of.Object)
	out := &Case{object, of.Script, of.OpenLibs, of.Native, nil, of.Scripts, of.Reader}
	if of.Resources != nil {
		out.Resources = make([]Pair, len(of.Resources))
	}
	for i, pair := range of.Resources {
		var failed [2]error
		out.Resources[i].Target, failed[0] = readObject(pair.Target)
		out.Resources[i].Live, failed[1] = readObject(pair.Live)
		err = errors.Join(err, failed[0], failed[1])
	}
	return out, err
}

func guarded(ask func(*Case) Answer, text []byte) (out Answer) {
	defer func() {
		if cause := recover(); cause != nil {
			out = Answer{Error: fmt.Sprint("panic: ", cause)}
		}
	}()
	of, err := read(text)
	if err != nil {
		return Answer{Error: "decode: " + err.Error()}
	}
	return ask(of)
}

// Lines answers every line of stdin. What scripts print goes to stderr.
func Lines(ask func(*Case) Answer) {
	input := bufio.NewReaderSize(os.Stdin, 1<<20)
	output := bufio.NewWriterSize(os.Stdout, 1<<16)
	os.Stdout = os.Stderr
	defer output.Flush()
	lines := json.NewEncoder(output)
	lines.SetEscapeHTML(false)
	for {
		text, _ := input.ReadBytes('\n')
		if len(text) == 0 {
			return
		}
		if err := lines.Encode(guarded(ask, text)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}
