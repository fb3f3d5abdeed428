// API servers of a fleet, scripted: discovery, lists and watches of many clusters in one process, each with a
// listener of its own, over HTTP/2 as real ones.
//
//	fleet CLUSTERS KINDS OBJECTS APPLICATIONS
//
// On standard output: a line with the path of a kubeconfig. On standard input: "stats" is answered by a line of JSON;
// "cut" closes all connections; "change N" sends N changes, spread over all clusters; the end ends the program.
package main

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

type kind struct {
	groupVersion, plural, kind string
	objects                    []string // as JSON
}

type watch struct {
	events chan string
}

type cluster struct {
	name     string
	kinds    []*kind
	server   *http.Server
	listener net.Listener
	mutex    sync.Mutex
	open     map[net.Conn]bool
	watches  map[*kind]map[*watch]bool
}

var (
	watches, lists, checks, accepted atomic.Int64
	version                          atomic.Int64
)

// The kinds of a cluster: what Kubernetes and Argo CD have, and resources of other operators.
func kindsOf(count int) []*kind {
	kinds := []*kind{
		{groupVersion: "apps/v1", plural: "deployments", kind: "Deployment"},
		{groupVersion: "v1", plural: "pods", kind: "Pod"},
		{groupVersion: "argoproj.io/v1alpha1", plural: "rollouts", kind: "Rollout"},
	}
	for i := 3; i < count; i++ {
		kinds = append(kinds, &kind{groupVersion: fmt.Sprintf("g%d.example.com/v1", i/4), plural: fmt.Sprintf("things%d", i), kind: fmt.Sprintf("Thing%d", i)})
	}
	return kinds[:count]
}

const padding = "0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789"

func object(c string, k *kind, i, applications int, healthy bool) string {
	status := `{"observedGeneration":1,"conditions":[{"type":"Ready","status":"True","reason":"Ready","lastTransitionTime":"2026-01-02T03:04:05Z"}]}`
	switch k.kind {
	case "Deployment":
		status = `{"observedGeneration":1,"replicas":1,"updatedReplicas":1,"readyReplicas":1,"availableReplicas":1}`
		if !healthy {
			status = `{"observedGeneration":1,"replicas":1,"updatedReplicas":1,"conditions":[{"type":"Progressing","status":"False","reason":"ProgressDeadlineExceeded","message":"it has timed out"}]}`
		}
	case "Pod":
		status = `{"phase":"Running","conditions":[{"type":"Ready","status":"True"}]}`
	case "Rollout":
		status = `{"observedGeneration":"1","phase":"Healthy","replicas":1,"updatedReplicas":1,"availableReplicas":1,"readyReplicas":1}`
	}
	return fmt.Sprintf(`{"apiVersion":%q,"kind":%q,"metadata":{"name":"o%d","namespace":"n%d","uid":"%s-%s-%d","resourceVersion":"%d","generation":1,`+
		`"labels":{"app.kubernetes.io/instance":"app%d"},"annotations":{"padding":%q}},"spec":{"replicas":1,"selector":{"matchLabels":{"app":"o%d"}}},"status":%s}`,
		k.groupVersion, k.kind, i, i%20, c, k.kind, i, version.Add(1), i%applications, padding+padding+padding+padding, i, status)
}

func (c *cluster) fill(objects, applications int) {
	for i := 0; i < objects; i++ {
		// Half are Deployments, Pods and Rollouts.
		k := c.kinds[i%len(c.kinds)]
		if i%2 == 0 {
			k = c.kinds[i/2%min(3, len(c.kinds))]
		}
		k.objects = append(k.objects, object(c.name, k, i, applications, i%50 != 0))
	}
}

func answer(w http.ResponseWriter, body any) {
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(body)
}

func (c *cluster) groups() any {
	seen := map[string]bool{}
	groups := []any{}
	for _, k := range c.kinds {
		group, version, has := strings.Cut(k.groupVersion, "/")
		if !has || seen[group] {
			continue
		}
		seen[group] = true
		v := map[string]any{"groupVersion": k.groupVersion, "version": version}
		groups = append(groups, map[string]any{"name": group, "versions": []any{v}, "preferredVersion": v})
	}
	return map[string]any{"kind": "APIGroupList", "apiVersion": "v1", "groups": groups}
}

func (c *cluster) resources(groupVersion string) any {
	list := []any{}
	for _, k := range c.kinds {
		if k.groupVersion == groupVersion {
			list = append(list, map[string]any{"name": k.plural, "singularName": "", "namespaced": true, "kind": k.kind,
				"verbs": []string{"get", "list", "watch"}})
		}
	}
	return map[string]any{"kind": "APIResourceList", "apiVersion": "v1", "groupVersion": groupVersion, "resources": list}
}

func (c *cluster) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path := strings.Trim(r.URL.Path, "/")
	parts := strings.Split(path, "/")
	switch {
	case path == "version":
		answer(w, map[string]string{"major": "1", "minor": "31", "gitVersion": "v1.31.0"})
		return
	case path == "api":
		answer(w, map[string]any{"kind": "APIVersions", "versions": []string{"v1"}})
		return
	case path == "apis":
		answer(w, c.groups())
		return
	case len(parts) == 2 && parts[0] == "api", len(parts) == 3 && parts[0] == "apis":
		answer(w, c.resources(strings.Join(parts[1:], "/")))
		return
	}
	for _, k := range c.kinds {
		if strings.TrimPrefix(strings.TrimPrefix(path, "api/"), "apis/") != k.groupVersion+"/"+k.plural {
			continue
		}
		if r.URL.Query().Get("watch") != "" {
			c.follow(w, r, k)
		} else {
			c.list(w, k, r.URL.Query().Get("limit") == "1")
		}
		return
	}
	w.WriteHeader(404)
	answer(w, map[string]any{"kind": "Status", "status": "Failure", "code": 404, "reason": "NotFound"})
}

// One object is asked for after a connection was lost, to see the server's version.
func (c *cluster) list(w http.ResponseWriter, k *kind, one bool) {
	c.mutex.Lock()
	objects := k.objects
	if one && len(objects) > 1 {
		objects = objects[:1]
	}
	items := strings.Join(objects, ",")
	c.mutex.Unlock()
	if one {
		checks.Add(1)
	} else {
		lists.Add(1)
	}
	w.Header().Set("Content-Type", "application/json")
	fmt.Fprintf(w, `{"kind":"List","apiVersion":"v1","metadata":{"resourceVersion":"%d"},"items":[%s]}`, version.Load(), items)
}

func (c *cluster) follow(w http.ResponseWriter, r *http.Request, k *kind) {
	// As servers answer that cannot begin a watch with all objects.
	if r.URL.Query().Get("sendInitialEvents") != "" {
		w.WriteHeader(422)
		answer(w, map[string]any{"kind": "Status", "status": "Failure", "code": 422, "reason": "Invalid"})
		return
	}
	own := &watch{events: make(chan string, 1000)}
	c.mutex.Lock()
	if c.watches[k] == nil {
		c.watches[k] = map[*watch]bool{}
	}
	c.watches[k][own] = true
	c.mutex.Unlock()
	watches.Add(1)
	w.Header().Set("Content-Type", "application/json")
	w.(http.Flusher).Flush()
	defer func() {
		watches.Add(-1)
		c.mutex.Lock()
		delete(c.watches[k], own)
		c.mutex.Unlock()
	}()
	for {
		select {
		case <-r.Context().Done():
			return
		case event := <-own.events:
			if _, err := fmt.Fprintln(w, event); err != nil {
				return
			}
			w.(http.Flusher).Flush()
		}
	}
}

// Send the i-th change: an object of a cluster becomes Degraded, or well again.
func (c *cluster) change(i, applications int) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	k := c.kinds[0]
	at := (i + 1) % len(k.objects)
	var about struct{ Metadata struct{ Name string } }
	json.Unmarshal([]byte(k.objects[at]), &about)
	number, _ := strconv.Atoi(about.Metadata.Name[1:])
	k.objects[at] = object(c.name, k, number, applications, i/len(k.objects)%2 == 1)
	for each := range c.watches[k] {
		select {
		case each.events <- `{"type":"MODIFIED","object":` + k.objects[at] + "}":
		default:
		}
	}
}

func certificate() tls.Certificate {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	check(err)
	about := x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(24 * time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	bytes, err := x509.CreateCertificate(rand.Reader, &about, &about, &key.PublicKey, key)
	check(err)
	return tls.Certificate{Certificate: [][]byte{bytes}, PrivateKey: key}
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "fleet:", err)
		os.Exit(1)
	}
}

func (c *cluster) noteConnection(connection net.Conn, state http.ConnState) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if state == http.StateNew {
		accepted.Add(1)
		c.open[connection] = true
	} else if state == http.StateClosed || state == http.StateHijacked {
		delete(c.open, connection)
	}
}

func start(name string, kinds, objects, applications int, own tls.Certificate) *cluster {
	c := &cluster{name: name, kinds: kindsOf(kinds), open: map[net.Conn]bool{}, watches: map[*kind]map[*watch]bool{}}
	c.fill(objects, applications)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	check(err)
	c.listener = listener
	c.server = &http.Server{Handler: c, TLSConfig: &tls.Config{Certificates: []tls.Certificate{own}}, ConnState: c.noteConnection}
	go c.server.ServeTLS(listener, "", "")
	return c
}

func writeKubeconfig(clusters []*cluster) string {
	config := map[string]any{"apiVersion": "v1", "kind": "Config", "users": []any{map[string]any{"name": "u", "user": map[string]any{}}}}
	var all, contexts []any
	for _, c := range clusters {
		all = append(all, map[string]any{"name": c.name, "cluster": map[string]any{
			"server": "https://" + c.listener.Addr().String(), "insecure-skip-tls-verify": true}})
		contexts = append(contexts, map[string]any{"name": c.name, "context": map[string]any{"cluster": c.name, "user": "u"}})
	}
	config["clusters"], config["contexts"], config["current-context"] = all, contexts, clusters[0].name
	directory, err := os.MkdirTemp("", "vitals-fleet-")
	check(err)
	bytes, err := json.Marshal(config)
	check(err)
	path := filepath.Join(directory, "config")
	check(os.WriteFile(path, bytes, 0o600))
	return path
}

func main() {
	var numbers [4]int
	for i := range numbers {
		if len(os.Args) != 5 {
			check(fmt.Errorf("usage: fleet CLUSTERS KINDS OBJECTS APPLICATIONS, of each cluster but the first"))
		}
		number, err := strconv.Atoi(os.Args[i+1])
		check(err)
		numbers[i] = number
	}
	own := certificate()
	var clusters []*cluster
	for i := 0; i < numbers[0]; i++ {
		clusters = append(clusters, start(fmt.Sprintf("c%d", i), numbers[1], numbers[2], numbers[3], own))
	}
	path := writeKubeconfig(clusters)
	defer os.RemoveAll(filepath.Dir(path))
	fmt.Println(path)
	changes := 0
	for input := bufio.NewScanner(os.Stdin); input.Scan(); {
		words := strings.Fields(input.Text())
		switch {
		case len(words) == 0:
		case words[0] == "stats":
			connections := 0
			for _, c := range clusters {
				c.mutex.Lock()
				connections += len(c.open)
				c.mutex.Unlock()
			}
			fmt.Printf("{\"watches\":%d,\"lists\":%d,\"checks\":%d,\"accepted\":%d,\"connections\":%d}\n", watches.Load(), lists.Load(), checks.Load(), accepted.Load(), connections)
		case words[0] == "cut":
			for _, c := range clusters {
				c.mutex.Lock()
				for each := range c.open {
					each.Close()
				}
				c.mutex.Unlock()
			}
		case words[0] == "change" && len(words) == 2:
			count, _ := strconv.Atoi(words[1])
			for i := 0; i < count; i++ {
				clusters[changes%len(clusters)].change(changes/len(clusters), numbers[3])
				changes++
			}
		}
	}
}
