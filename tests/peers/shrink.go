package main

import (
	"bytes"
	"encoding/json"
	"strings"
)

// readTree keeps numbers as they are written.
func readTree(text []byte, out *any) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	return decoder.Decode(out)
}

// plainJSON writes a tree on one line with sorted keys.
func plainJSON(tree any) ([]byte, error) {
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(tree)
	return bytes.TrimRight(buffer.Bytes(), "\n"), err
}

// kept are the fields that every case needs.
var kept = map[string]bool{"apiVersion": true, "kind": true, "script": true, "object": true,
	"vars": true, "mode": true, "open_libs": true, "data": true, "current": true,
	"objects": true, "pattern": true, "texts": true, "yaml": true}

// reductions are all trees that one step makes smaller.
func reductions(tree any) []any {
	switch v := tree.(type) {
	case map[string]any:
		return smallerMaps(v)
	case []any:
		return smallerLists(v)
	case string:
		return smallerTexts(v)
	}
	return nil
}

func smallerMaps(tree map[string]any) (out []any) {
	for _, key := range sortedKeys(tree) {
		if !kept[key] {
			out = append(out, with(tree, key, nil, true))
		}
		if key == "apiVersion" || key == "kind" || key == "mode" {
			continue
		}
		for _, smaller := range reductions(tree[key]) {
			out = append(out, with(tree, key, smaller, false))
		}
	}
	return out
}

// with is the map with another value of one key, or without the key.
func with(tree map[string]any, key string, value any, without bool) map[string]any {
	out := map[string]any{}
	for k, v := range tree {
		out[k] = v
	}
	out[key] = value
	if without {
		delete(out, key)
	}
	return out
}

func smallerLists(tree []any) (out []any) {
	for i := range tree {
		rest := append(append([]any{}, tree[:i]...), tree[i+1:]...)
		out = append(out, rest)
		for _, smaller := range reductions(tree[i]) {
			changed := append([]any{}, tree...)
			changed[i] = smaller
			out = append(out, changed)
		}
	}
	return out
}

// smallerTexts drops a line of several, or a run of words of one.
func smallerTexts(text string) (out []any) {
	cut := " "
	if strings.HasPrefix(text, scriptHead) {
		return nil // identifies the scripts of a ConfigMap
	}
	if strings.Contains(text, "\n") {
		cut = "\n"
	}
	words := strings.Split(text, cut)
	for size := len(words) / 2; size > 0; size /= 2 {
		for at := 0; at+size <= len(words); at += size {
			out = append(out, strings.Join(append(append([]string{}, words[:at]...), words[at+size:]...), cut))
		}
	}
	return out
}
