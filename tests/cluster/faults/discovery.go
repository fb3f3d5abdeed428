package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
)

// resource is one word of the command "discovery".
type resource struct {
	group, version, name, kind string
	cluster, status            bool // without a namespace; with the subresource
}

func readResource(word string) (resource, error) {
	parts := strings.Split(word, "/")
	if len(parts) == 4 {
		parts = append(parts, "")
	}
	if len(parts) != 5 || !slices.Contains([]string{"", "cluster", "status"}, parts[4]) {
		return resource{}, fmt.Errorf("%s is not GROUP/VERSION/RESOURCE/KIND[/cluster|/status]", word)
	}
	return resource{parts[0], parts[1], parts[2], parts[3], parts[4] == "cluster", parts[4] == "status"}, nil
}

var allVerbs = []string{"create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"}

// catalog is what a server has, in the order of the command.
type catalog struct {
	server    *server
	resources []resource
	legacy    bool
}

func (c *catalog) groups(core bool) []string {
	var names []string
	for _, r := range c.resources {
		if (r.group == "") == core && !slices.Contains(names, r.group) {
			names = append(names, r.group)
		}
	}
	return names
}

func (c *catalog) versions(group string) []string {
	var names []string
	for _, r := range c.resources {
		if r.group == group && !slices.Contains(names, r.version) {
			names = append(names, r.version)
		}
	}
	return names
}

func (r resource) aggregated() map[string]any {
	scope := "Namespaced"
	if r.cluster {
		scope = "Cluster"
	}
	kind := map[string]any{"group": r.group, "version": r.version, "kind": r.kind}
	answer := map[string]any{
		"resource": r.name, "scope": scope, "verbs": allVerbs, "singularResource": strings.ToLower(r.kind), "responseKind": kind,
	}
	if r.status {
		answer["subresources"] = []any{map[string]any{"subresource": "status", "responseKind": kind, "verbs": []string{"get", "patch", "update"}}}
	}
	return answer
}

// aggregated is the answer of version 2, for /api or for /apis.
func (c *catalog) aggregated(core bool) any {
	items := []any{}
	for _, group := range c.groups(core) {
		versions := []any{}
		for _, version := range c.versions(group) {
			resources := []any{}
			for _, r := range c.resources {
				if r.group == group && r.version == version {
					resources = append(resources, r.aggregated())
				}
			}
			freshness := "Current"
			if c.server.staleGroups[group+"/"+version] {
				freshness, resources = "Stale", []any{}
			}
			versions = append(versions, map[string]any{"version": version, "resources": resources, "freshness": freshness})
		}
		metadata := map[string]any{}
		if group != "" {
			metadata["name"] = group
		}
		items = append(items, map[string]any{"metadata": metadata, "versions": versions})
	}
	return map[string]any{"kind": "APIGroupDiscoveryList", "apiVersion": "apidiscovery.k8s.io/v2", "metadata": map[string]any{}, "items": items}
}

// unaggregated is the answer of older servers: names of versions only.
func (c *catalog) unaggregated(core bool) any {
	if core {
		return map[string]any{"kind": "APIVersions", "versions": c.versions("")}
	}
	groups := []any{}
	for _, group := range c.groups(false) {
		var versions []any
		for _, version := range c.versions(group) {
			versions = append(versions, map[string]any{"groupVersion": group + "/" + version, "version": version})
		}
		groups = append(groups, map[string]any{"name": group, "versions": versions, "preferredVersion": versions[0]})
	}
	return map[string]any{"kind": "APIGroupList", "apiVersion": "v1", "groups": groups}
}

// resourceList answers /api/v1 and /apis/GROUP/VERSION.
func (c *catalog) resourceList(group, version string) any {
	resources := []any{}
	for _, r := range c.resources {
		if r.group == group && r.version == version {
			resources = append(resources, map[string]any{"name": r.name, "singularName": strings.ToLower(r.kind),
				"namespaced": !r.cluster, "kind": r.kind, "verbs": allVerbs})
			if r.status {
				resources = append(resources, map[string]any{"name": r.name + "/status", "singularName": "",
					"namespaced": !r.cluster, "kind": r.kind, "verbs": []string{"get", "patch", "update"}})
			}
		}
	}
	full := strings.TrimPrefix(group+"/"+version, "/")
	return map[string]any{"kind": "APIResourceList", "apiVersion": "v1", "groupVersion": full, "resources": resources}
}

// sendJSON sends a value with an ETag, or 304 to a client that has it.
func (x *exchange) sendJSON(value any, contentType string, tagged bool) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	x.headers = append(x.headers, [2]string{"Content-Type", contentType})
	if tagged {
		hash := fnv.New64a()
		hash.Write(text)
		tag := fmt.Sprintf(`"%016X"`, hash.Sum64())
		x.headers = append(x.headers, [2]string{"ETag", tag}, [2]string{"Vary", "Accept"})
		if x.hasHeader("if-none-match: " + tag) {
			x.status = 304
			return x.begin()
		}
	}
	return x.send(text)
}

const aggregatedType = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList"

func (c *catalog) answer(core bool) []step {
	return []step{func(x *exchange) error {
		x.mutex.Lock()
		value, old := c.aggregated(core), c.unaggregated(core)
		x.mutex.Unlock()
		if c.legacy || !x.hasHeader("as=APIGroupDiscoveryList") {
			return x.sendJSON(old, "application/json", false)
		}
		return x.sendJSON(value, aggregatedType, true)
	}}
}

func (c *catalog) answerVersion(group, version string) []step {
	return []step{func(x *exchange) error { return x.sendJSON(c.resourceList(group, version), "application/json", false) }}
}

func discovery(s *server, words []string, _ string) (string, error) {
	c := &catalog{server: s}
	for i, word := range words {
		if i == 0 && word == "legacy" {
			c.legacy = true
			continue
		}
		r, err := readResource(word)
		if err != nil {
			return "", err
		}
		c.resources = append(c.resources, r)
	}
	if len(c.resources) == 0 {
		return "", errors.New("discovery [legacy] GROUP/VERSION/RESOURCE/KIND[/cluster|/status]…")
	}
	minor := "35"
	if c.legacy {
		minor = "25+"
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	add := func(path string, steps []step) {
		s.rules = append(s.rules, &rule{method: "GET", path: path, times: -1, steps: steps})
	}
	for _, r := range c.resources {
		path := "/apis/" + r.group + "/" + r.version
		if r.group == "" {
			path = "/api/" + r.version
		}
		add(path, c.answerVersion(r.group, r.version))
	}
	add("/api", c.answer(true))
	add("/apis", c.answer(false))
	add("/version", mustSteps("header Content-Type: application/json",
		`send {"major":"1","minor":"`+minor+`","gitVersion":"v1.`+strings.TrimSuffix(minor, "+")+`.0","platform":"linux/amd64"}`))
	add("/livez", mustSteps("send ok"))
	add("/readyz", mustSteps("send ok"))
	return "", nil
}

func stale(s *server, words []string, text string) (string, error) {
	if len(words) != 1 {
		return "", errors.New("stale GROUP/VERSION")
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.staleGroups[text] = true
	return "", nil
}
