package main

import (
	"bufio"
	"compress/gzip"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// bench is a server with a client that trusts it.
type bench struct {
	*testing.T
	server  *server
	address string
	client  *http.Client
}

func (b *bench) ask(script string) string {
	b.Helper()
	var last string
	run(b.server, bufio.NewScanner(strings.NewReader(script)), func(line string) { last = line })
	if strings.HasPrefix(last, "error") {
		b.Fatal(last)
	}
	return strings.TrimPrefix(strings.TrimPrefix(last, "ok"), " ")
}

// refused runs a script that must fail.
func (b *bench) refused(script, why string) {
	b.Helper()
	var last string
	run(b.server, bufio.NewScanner(strings.NewReader(script)), func(line string) { last = line })
	if !strings.HasPrefix(last, "error") || !strings.Contains(last, why) {
		b.Errorf("%q answered %q", script, last)
	}
}

func (b *bench) trusting(h2 bool) *http.Client {
	transport := &http.Transport{
		TLSClientConfig:   &tls.Config{RootCAs: b.server.authority.Pool(), MinVersion: tls.VersionTLS10},
		ForceAttemptHTTP2: h2,
	}
	return &http.Client{Transport: transport, Timeout: 2 * time.Minute}
}

func start(t *testing.T, options string) *bench {
	s, err := newServer(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{T: t, server: s}
	b.address = b.ask("listen api " + options)
	b.client = b.trusting(!strings.Contains(options, "1.1"))
	return b
}

func (b *bench) get(target string) (status int, body string, err error) {
	scheme := "https://"
	if b.server.listeners["api"].mode == "none" {
		scheme = "http://"
	}
	response, err := b.client.Get(scheme + b.address + target)
	if err != nil {
		return 0, "", err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	return response.StatusCode, string(text), err
}

func (b *bench) expect(target string, status int, body string) {
	b.Helper()
	code, text, err := b.get(target)
	if err != nil || code != status || !strings.Contains(text, body) {
		b.Errorf("%s: %d %q %v", target, code, text, err)
	}
}

var versions = []string{"http=1.1", "http=2", "http=1.1 tls=none"}

func overAll(t *testing.T, test func(*bench)) {
	for _, version := range versions {
		t.Run(version, func(t *testing.T) { test(start(t, version)) })
	}
}

func TestRules(t *testing.T) {
	overAll(t, func(b *bench) {
		b.expect("/nowhere", 404, `"reason":"NotFound"`)
		b.ask("on /x*\nsend any\\x21\nend\non GET /x/1 times=1 query=limit=5 no-query=watch\nstatus 503\nsend late\nend")
		b.expect("/x/1?limit=5&watch=1", 200, "any!")
		b.expect("/x/1?limit=5", 503, "late")
		b.expect("/x/1?limit=5", 200, "any!")
		b.ask("on /a after=2\nsend third\nend")
		b.expect("/a", 404, "")
		b.expect("/a", 404, "")
		b.expect("/a", 200, "third")
		b.ask("on /b has=\"accept-encoding: gzip\"\nsend packed\nend\non /b lacks=accept-encoding\nsend plain\nend")
		b.expect("/b", 200, "packed")
		b.ask("on /empty\nstatus 204\nend")
		b.expect("/empty", 204, "")
		if n := b.ask("count GET /x/1"); n != "3" {
			b.Errorf("counted %s", n)
		}
		b.ask("clear")
		b.expect("/a", 404, "")
	})
}

func TestScriptErrors(t *testing.T) {
	b := start(t, "")
	for _, bad := range [][2]string{
		{"dance", "not a command"}, {"on\nend", "needs a path"}, {"on /x", "no end"}, {"on /x\ndance\nend", "not a step"},
		{"on /x when=2\nend", "not a condition"}, {"on /x times=many\nend", "invalid"}, {"on /x\nsend \\q\nend", "escape"},
		{"on /x\nfile /nowhere\nend", "no such file"}, {"listen api", "taken"}, {"listen b tls=odd", "not one of"},
		{"cut nobody", "no listener"}, {"collection /x v1 X -1", "COUNT"}, {"change /x y", "no collection"}, {"discovery pods", "GROUP"},
	} {
		b.refused(bad[0], bad[1])
	}
}

func TestBodies(t *testing.T) {
	overAll(t, func(b *bench) {
		path := filepath.Join(b.TempDir(), "x")
		os.WriteFile(path, []byte("0123456789"), 0o600)
		b.ask("on /f\nfile " + path + " 2 5\nfill 100000 ab\ndrip 1 1ms xyz\nend")
		_, text, err := b.get("/f")
		if err != nil || text != "234"+strings.Repeat("ab", 100000)+"xyz" {
			b.Errorf("%d bytes, %v", len(text), err)
		}
		b.ask("on /g\nheader Content-Encoding: gzip\ngzip one\ngzip two\nend")
		request, _ := http.NewRequest("GET", strings.Replace("https://", "https", map[bool]string{true: "http", false: "https"}[b.server.listeners["api"].mode == "none"], 1)+b.address+"/g", nil)
		request.Header.Set("Accept-Encoding", "gzip")
		response, err := b.client.Do(request)
		if err != nil {
			b.Fatal(err)
		}
		unpacked, err := gzip.NewReader(response.Body)
		if err != nil {
			b.Fatal(err)
		}
		if all, _ := io.ReadAll(unpacked); string(all) != "onetwo" {
			b.Errorf("%q", all)
		}
		b.ask("on /o\nsend [\nobjects 3 2 500\nsend ]\nend")
		_, text, _ = b.get("/o")
		var items []struct{ Metadata struct{ Name string } }
		if json.Unmarshal([]byte(text), &items) != nil || len(items) != 2 || items[1].Metadata.Name != "pod-000004" || len(text) < 1000 {
			b.Error(text)
		}
		b.ask("on /e\necho\nend")
		b.expect("/e?q=1", 200, "GET /e?q=1 HTTP/")
	})
}

// TestEnds: a message that is cut is an error for the client, however it ends.
func TestEnds(t *testing.T) {
	overAll(t, func(b *bench) {
		for _, last := range []string{"close", "reset", "stream 2"} {
			b.ask("on /x\nsend half\n" + last + "\nend")
			if _, text, err := b.get("/x"); err == nil || text != "half" && text != "" {
				b.Errorf("%s: %q %v", last, text, err)
			}
		}
		b.ask("on /x\nlength 10\nsend short\nfinish\nend")
		if b.server.listeners["api"].protocols[0] == "h2" {
			if _, _, err := b.get("/x"); err == nil {
				b.Error("short, and no error")
			}
		}
	})
}

func TestReset(t *testing.T) {
	b := start(t, "http=1.1 tls=none")
	b.ask("on /x\nsend half\npause 20ms\nreset\nend")
	if _, _, err := b.get("/x"); !errors.Is(err, syscall.ECONNRESET) {
		t.Errorf("%v is not a reset", err)
	}
	b.ask("greet api reset")
	b.client.CloseIdleConnections()
	if _, _, err := b.get("/x"); !errors.Is(err, syscall.ECONNRESET) && !errors.Is(err, syscall.EPIPE) {
		t.Errorf("%v is not a reset", err)
	}
	b.ask("refuse api")
	if _, _, err := b.get("/x"); !errors.Is(err, syscall.ECONNREFUSED) {
		t.Errorf("%v is not refused", err)
	}
	b.ask("greet api none")
	b.ask("accept api")
	b.expect("/y", 404, "")
}

func TestGoAway(t *testing.T) {
	b := start(t, "http=2 streams=7")
	b.ask("on /x\nsend a\ngoaway 0\nsend b\nend")
	b.expect("/x", 200, "ab")
	b.expect("/y", 404, "")
	if got := b.ask("connections api"); !strings.HasSuffix(got, "2 in all") {
		t.Error(got)
	}
	if got := b.ask("goaway api"); got == "0" {
		t.Error("no connection is open")
	}
	b.expect("/y", 404, "")
	if got := b.ask("connections api"); !strings.HasSuffix(got, "3 in all") {
		t.Error(got)
	}
}

func TestStall(t *testing.T) {
	overAll(t, func(b *bench) {
		b.ask("on /x\nsend a\nend")
		b.expect("/x", 200, "a")
		b.ask("stall api")
		b.client.Timeout = 200 * time.Millisecond
		if _, _, err := b.get("/x"); err == nil || !err.(*url.Error).Timeout() {
			b.Errorf("%v", err)
		}
		b.ask("resume api")
		b.client.Timeout = 2 * time.Minute
		b.expect("/x", 200, "a")
	})
}

func TestFeeds(t *testing.T) {
	overAll(t, func(b *bench) {
		b.ask("on /w\nfeed pods\nend")
		scheme := map[bool]string{true: "http://", false: "https://"}[b.server.listeners["api"].mode == "none"]
		response, err := b.client.Get(scheme + b.address + "/w")
		if err != nil {
			b.Fatal(err)
		}
		for b.ask("readers pods") != "1" {
			time.Sleep(time.Millisecond)
		}
		lines := bufio.NewScanner(response.Body)
		for i := range 3 {
			b.ask(fmt.Sprintf(`feed pods {"n":%d}\n`, i))
			if !lines.Scan() || lines.Text() != fmt.Sprintf(`{"n":%d}`, i) {
				b.Errorf("%q", lines.Text())
			}
		}
		b.ask("unfeed pods")
		if lines.Scan() || lines.Err() != nil {
			b.Error("a feed that does not end cleanly")
		}
		// A client that goes away is noticed.
		response, _ = b.client.Get(scheme + b.address + "/w")
		response.Body.Close()
		for b.ask("readers pods") != "0" {
			time.Sleep(time.Millisecond)
		}
	})
}

func TestTLS(t *testing.T) {
	for mode, why := range map[string]string{
		"unknown": "unknown authority", "self": "unknown authority", "name": "127.0.0.1", "expired": "expired", "future": "not yet valid",
		"stranger": "certificate required", "client": "certificate required", "ok": "", "tls1.0": "",
	} {
		b := start(t, "http=1.1")
		b.ask("tls api " + mode)
		_, _, err := b.get("/x")
		if (err == nil) != (why == "") || err != nil && !strings.Contains(err.Error(), why) {
			t.Errorf("%s: %v", mode, err)
		}
		if mode == "tls1.0" {
			b.client.Transport.(*http.Transport).TLSClientConfig.MinVersion = tls.VersionTLS12
			b.client.CloseIdleConnections()
			if _, _, err := b.get("/x"); err == nil {
				t.Error("TLS 1.2 was spoken")
			}
		}
	}
}

func TestClientCertificate(t *testing.T) {
	b := start(t, "tls=client http=1.1")
	folder := b.ask("directory")
	pair, err := tls.LoadX509KeyPair(folder+"/client.crt", folder+"/client.key")
	if err != nil {
		t.Fatal(err)
	}
	b.client.Transport.(*http.Transport).TLSClientConfig.Certificates = []tls.Certificate{pair}
	b.expect("/x", 404, "")
	text, _ := os.ReadFile(b.ask("log"))
	if !strings.Contains(string(text), `"certificate":"admin"`) {
		t.Errorf("%s", text)
	}
	for _, name := range []string{"expired", "stranger"} {
		if pair, err = tls.LoadX509KeyPair(folder+"/"+name+".crt", folder+"/"+name+".key"); err != nil {
			t.Fatal(err)
		}
		b.client.CloseIdleConnections()
		b.client.Transport.(*http.Transport).TLSClientConfig.Certificates = []tls.Certificate{pair}
		if _, _, err := b.get("/x"); err == nil {
			t.Errorf("%s was accepted", name)
		}
	}
}

func TestTunnel(t *testing.T) {
	b := start(t, "http=1.1 tls=none")
	b.ask("on /x\nlength 3000\nfill 3000 x\nend")
	b.address = b.ask("tunnel wire " + b.address)
	b.expect("/x", 200, "xxx")
	b.ask("cut-after wire 1000")
	b.client.CloseIdleConnections()
	if _, text, err := b.get("/x"); err == nil || len(text) > 1000 {
		t.Errorf("%d bytes, %v", len(text), err)
	}
	b.ask("cut-after wire 0")
	b.ask("throttle wire 20000")
	began := time.Now()
	b.expect("/x", 200, "xxx")
	if took := time.Since(began); took < 100*time.Millisecond {
		t.Errorf("3,000 bytes at 20,000 a second took %v", took)
	}
	b.ask("throttle wire 0")
	b.ask("duplicate wire on")
	b.client.CloseIdleConnections()
	connection, err := net.Dial("tcp", b.address)
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	fmt.Fprintf(connection, "GET /nowhere HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
	connection.SetReadDeadline(time.Now().Add(2 * time.Minute))
	text, _ := io.ReadAll(connection)
	if strings.Count(string(text), "HTTP/1.1 404") != 2 {
		t.Errorf("%s", text)
	}
}

func TestConnectProxy(t *testing.T) {
	b := start(t, "")
	proxy := b.ask("connect proxy auth=proxy-authorization: Basic dTpw")
	there, _ := url.Parse("http://" + proxy)
	transport := b.client.Transport.(*http.Transport)
	transport.Proxy = func(*http.Request) (*url.URL, error) { return there, nil }
	if _, _, err := b.get("/x"); err == nil || !strings.Contains(err.Error(), "Proxy Authentication Required") {
		t.Errorf("%v", err)
	}
	there.User = url.UserPassword("u", "p")
	b.expect("/x", 404, "")
	if b.ask("count CONNECT") != "2" {
		t.Error("requests for CONNECT are not in the log")
	}
}

type list struct {
	Metadata struct{ Continue, ResourceVersion string }
	Items    []struct{ Metadata struct{ Name string } }
	Reason   string
}

func (b *bench) list(target string) (l list, status int) {
	status, text, err := b.get(target)
	if err == nil {
		err = json.Unmarshal([]byte(text), &l)
	}
	if err != nil {
		b.Error(err)
	}
	return l, status
}

func TestCollectionPages(t *testing.T) {
	b := start(t, "")
	b.ask("collection /api/v1/pods v1 Pod 7 600")
	names, token := 0, ""
	for pages := 0; pages == 0 || token != ""; pages++ {
		l, _ := b.list("/api/v1/pods?limit=3&continue=" + token)
		token = l.Metadata.Continue
		names += len(l.Items)
	}
	if names != 7 {
		t.Error(names)
	}
	l, _ := b.list("/api/v1/namespaces/default/pods?limit=3")
	b.ask("compact /api/v1/pods")
	gone, status := b.list("/api/v1/pods?limit=3&continue=" + l.Metadata.Continue)
	if status != 410 || gone.Reason != "Expired" {
		t.Error(status, gone)
	}
	rest, _ := b.list("/api/v1/pods?continue=" + gone.Metadata.Continue)
	if len(rest.Items) != 4 {
		t.Error(rest)
	}
	b.expect("/api/v1/pods/pod-000003", 200, `"name":"pod-000003"`)
	b.expect("/api/v1/pods/none", 404, "NotFound")
	if one, _ := b.list("/api/v1/pods?fieldSelector=metadata.name%3Dpod-000002"); len(one.Items) != 1 {
		t.Error(one)
	}
}

func (b *bench) lines(target string, count int) []string {
	b.Helper()
	response, err := b.client.Get("https://" + b.address + target)
	if err != nil {
		b.Fatal(err)
	}
	defer response.Body.Close()
	lines := bufio.NewScanner(response.Body)
	var out []string
	for len(out) < count && lines.Scan() {
		out = append(out, lines.Text())
	}
	return out
}

func TestCollectionWatch(t *testing.T) {
	b := start(t, "")
	b.ask("collection /api/v1/pods v1 Pod 3")
	l, _ := b.list("/api/v1/pods")
	b.ask("change /api/v1/pods pod-000001 Failed")
	b.ask("remove /api/v1/pods pod-000002")
	b.ask("change /api/v1/pods zebra")
	got := strings.Join(b.lines("/api/v1/pods?watch=1&resourceVersion="+l.Metadata.ResourceVersion, 3), "\n")
	for _, part := range []string{`"MODIFIED"`, `"phase":"Failed"`, `"DELETED"`, `"ADDED"`, "zebra"} {
		if !strings.Contains(got, part) {
			t.Errorf("no %s in %s", part, got)
		}
	}
	first := b.lines("/api/v1/pods?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan", 4)
	if len(first) != 4 || !strings.Contains(first[3], "initial-events-end") {
		t.Error(first)
	}
	if ended := b.lines("/api/v1/pods?watch=1&timeoutSeconds=1&resourceVersion=9999", 5); len(ended) != 1 || !strings.Contains(ended[0], "BOOKMARK") {
		t.Error(ended)
	}
	b.ask("storm /api/v1/pods 1000 1")
	if events := b.lines("/api/v1/pods?watch=1&resourceVersion=9999", 500); len(events) != 500 {
		t.Error(len(events))
	}
	b.ask("compact /api/v1/pods")
	if old := b.lines("/api/v1/pods?watch=1&resourceVersion=1", 1); !strings.Contains(old[0], `"code":410`) {
		t.Error(old)
	}
}

func TestDiscovery(t *testing.T) {
	b := start(t, "")
	b.ask("discovery /v1/pods/Pod /v1/nodes/Node/cluster apps/v1/deployments/Deployment metrics.k8s.io/v1beta1/pods/PodMetrics")
	b.ask("stale metrics.k8s.io/v1beta1")
	request, _ := http.NewRequest("GET", "https://"+b.address+"/apis", nil)
	request.Header.Set("Accept", aggregatedType+",application/json")
	response, err := b.client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	text, _ := io.ReadAll(response.Body)
	if !strings.Contains(string(text), `"freshness":"Stale"`) || !strings.Contains(response.Header.Get("Content-Type"), "v=v2") {
		t.Errorf("%s", text)
	}
	request.Header.Set("If-None-Match", response.Header.Get("ETag"))
	if response, err = b.client.Do(request); err != nil || response.StatusCode != 304 {
		t.Error(response, err)
	}
	b.expect("/apis", 200, `"APIGroupList"`)
	b.expect("/api", 200, `"APIVersions"`)
	b.expect("/apis/apps/v1", 200, `"namespaced":true`)
	b.expect("/api/v1", 200, `"namespaced":false`)
	b.expect("/version", 200, `"minor":"35"`)
}
