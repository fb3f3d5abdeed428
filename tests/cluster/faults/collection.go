package main

import (
	"encoding/base64"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// object is one generated object: a Pod is Running and ready, others have a condition Ready.
type object struct {
	apiVersion, kind, name string
	index, version, size   int
	phase                  string
}

func newObject(apiVersion, kind string, index, version, size int) *object {
	name := fmt.Sprintf("%s-%06d", strings.ToLower(kind), index)
	return &object{apiVersion, kind, name, index, version, size, "Running"}
}

// encode writes the object as JSON, padded by an annotation to about its size.
func (o *object) encode() []byte {
	ready := "True"
	if o.phase != "Running" {
		ready = "False"
	}
	text := fmt.Appendf(nil, `{"apiVersion":%q,"kind":%q,"metadata":{"name":%q,"namespace":"default","uid":"00000000-0000-4000-8000-%012d",`+
		`"resourceVersion":"%d","generation":1,"creationTimestamp":"2026-01-01T00:00:00Z","annotations":{"padding":"`,
		o.apiVersion, o.kind, o.name, o.index, o.version)
	tail := fmt.Sprintf(`"}},"status":{"observedGeneration":1,"phase":%q,"conditions":[{"type":"Ready","status":%q,`+
		`"lastTransitionTime":"2026-01-01T00:00:01Z"}]}}`, o.phase, ready)
	for len(text)+len(tail) < o.size {
		text = append(text, 'x')
	}
	return append(text, tail...)
}

type event struct {
	version int
	line    []byte
}

// collection is a list that pages and can be watched. The server's mutex guards it.
type collection struct {
	path, apiVersion, kind string
	objects                []*object // by name
	version                int
	history                []event
	compacted              int // versions below it are gone
	feed                   string
}

const mostObjects = 10_000_000

func newCollection(s *server, words []string, _ string) (string, error) {
	if len(words) < 4 {
		return "", errors.New("collection PATH APIVERSION KIND COUNT [BYTES]")
	}
	count, err := strconv.Atoi(words[3])
	size := 0
	if err == nil && len(words) > 4 {
		size, err = strconv.Atoi(words[4])
	}
	if err != nil || count < 0 || count > mostObjects {
		return "", errors.Join(err, fmt.Errorf("COUNT is from 0 to %d", mostObjects))
	}
	c := &collection{path: words[0], apiVersion: words[1], kind: words[2], version: 1000, feed: "collection " + words[0]}
	for i := range count {
		c.version++
		c.objects = append(c.objects, newObject(c.apiVersion, c.kind, i, c.version, size))
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.collections[c.path] = c
	answer := []step{func(x *exchange) error { return x.answerCollection(c) }}
	for _, path := range c.paths() {
		s.rules = append(s.rules, &rule{method: "GET", path: path, times: -1, steps: answer},
			&rule{method: "GET", path: path + "/*", times: -1, steps: answer})
	}
	return "", nil
}

// paths are that of the collection, and that of its namespace when it spans all.
func (c *collection) paths() []string {
	at := strings.LastIndexByte(c.path, '/')
	if strings.Contains(c.path, "/namespaces/") {
		return []string{c.path}
	}
	return []string{c.path, c.path[:at] + "/namespaces/default" + c.path[at:]}
}

func statusObject(code int, reason, message, extra string) string {
	return fmt.Sprintf(`{"kind":"Status","apiVersion":"v1","metadata":{%s},"status":"Failure","message":%q,"reason":%q,"code":%d}`,
		extra, message, reason, code)
}

func (x *exchange) fail(code int, reason, message, extra string) error {
	x.status = code
	return errors.Join(x.send([]byte(statusObject(code, reason, message, extra))), x.finish(), errEnded)
}

func (x *exchange) answerCollection(c *collection) error {
	x.headers = append(x.headers, [2]string{"Content-Type", "application/json"})
	values, err := url.ParseQuery(x.query())
	if err != nil {
		return x.fail(400, "BadRequest", err.Error(), "")
	}
	switch base := x.path()[strings.LastIndexByte(x.path(), '/')+1:]; {
	case !strings.HasSuffix(c.path, "/"+base):
		return x.one(c, base)
	case values.Get("watch") == "1" || values.Get("watch") == "true":
		return x.watch(c, values)
	default:
		return x.page(c, values)
	}
}

func (x *exchange) one(c *collection, name string) error {
	x.mutex.Lock()
	at, found := c.find(name)
	var text []byte
	if found {
		text = c.objects[at].encode()
	}
	x.mutex.Unlock()
	if !found {
		return x.fail(404, "NotFound", name+" not found", "")
	}
	return x.send(text)
}

func (c *collection) find(name string) (int, bool) {
	return slices.BinarySearchFunc(c.objects, name, func(o *object, name string) int { return strings.Compare(o.name, name) })
}

// selected tells whether the field selector, if any, names the object.
func selected(values url.Values, o *object) bool {
	name, one := strings.CutPrefix(values.Get("fieldSelector"), "metadata.name=")
	return !one || name == o.name
}

// A token holds the version of the list and the name that the next page begins after.
func newToken(version int, name string) string {
	return base64.RawURLEncoding.EncodeToString(fmt.Appendf(nil, "%d %s", version, name))
}

func readToken(token string) (version int, name string, err error) {
	text, err := base64.RawURLEncoding.DecodeString(token)
	if err == nil {
		_, err = fmt.Sscan(string(text), &version, &name)
	}
	return version, name, err
}

// page sends one page of the list. Its text is made in pieces: the list may be large.
func (x *exchange) page(c *collection, values url.Values) error {
	limit, _ := strconv.Atoi(values.Get("limit"))
	x.mutex.Lock()
	version, from, name := c.version, 0, ""
	if token := values.Get("continue"); token != "" {
		var err error
		if version, name, err = readToken(token); err != nil {
			x.mutex.Unlock()
			return x.fail(400, "BadRequest", "continue key is not valid", "")
		}
		if version < c.compacted {
			latest := c.version
			x.mutex.Unlock()
			return x.fail(410, "Expired", "The provided continue parameter is too old", fmt.Sprintf(`"continue":%q`, newToken(latest, name)))
		}
		at, found := c.find(name)
		if from = at; found {
			from++
		}
	}
	rest := c.objects[from:]
	next := ""
	if limit > 0 && len(rest) > limit {
		next = newToken(version, rest[limit-1].name)
		rest = rest[:limit]
	}
	rest = slices.Clone(rest)
	left := len(c.objects) - from - len(rest)
	x.mutex.Unlock()
	return x.sendPage(c, values, rest, version, next, left)
}

func (x *exchange) sendPage(c *collection, values url.Values, objects []*object, version int, next string, left int) error {
	text := fmt.Appendf(nil, `{"kind":"%sList","apiVersion":%q,"metadata":{"resourceVersion":"%d"`, c.kind, c.apiVersion, version)
	if next != "" {
		text = fmt.Appendf(text, `,"continue":%q,"remainingItemCount":%d`, next, left)
	}
	text = append(text, `},"items":[`...)
	first := true
	for _, o := range objects {
		if !selected(values, o) {
			continue
		}
		if !first {
			text = append(text, ',')
		}
		first = false
		text = append(text, o.encode()...)
		if len(text) > 1<<16 {
			if err := x.send(text); err != nil {
				return err
			}
			text = text[:0]
		}
	}
	return x.send(append(text, `]}`...))
}

func watchLine(kind string, o []byte) []byte {
	return fmt.Appendf(nil, `{"type":%q,"object":%s}`+"\n", kind, o)
}

func (c *collection) bookmark(version int, annotations string) []byte {
	return watchLine("BOOKMARK", fmt.Appendf(nil, `{"apiVersion":%q,"kind":%q,"metadata":{"resourceVersion":"%d"%s}}`,
		c.apiVersion, c.kind, version, annotations))
}

// watch sends what happened since a version, or all objects first, and then what happens.
func (x *exchange) watch(c *collection, values url.Values) error {
	since, _ := strconv.Atoi(values.Get("resourceVersion"))
	initial := values.Get("sendInitialEvents") == "true"
	f := x.openFeed(c.feed)
	defer x.closeFeed(c.feed, f)
	x.mutex.Lock()
	begin := c.catchUp(values, since, initial)
	f.queue = append(begin, f.queue...)
	f.wake()
	x.mutex.Unlock()
	if seconds, _ := strconv.Atoi(values.Get("timeoutSeconds")); seconds > 0 {
		timer := time.AfterFunc(time.Duration(seconds)*time.Second, func() {
			x.mutex.Lock()
			defer x.mutex.Unlock()
			f.queue = append(f.queue, c.bookmark(c.version, ""))
			f.closed = true
			f.wake()
		})
		defer timer.Stop()
	}
	return x.follow(f)
}

// catchUp makes the lines that a new watch begins with. The caller holds the mutex.
func (c *collection) catchUp(values url.Values, since int, initial bool) [][]byte {
	var lines [][]byte
	if initial || since == 0 {
		for _, o := range c.objects {
			if selected(values, o) {
				lines = append(lines, watchLine("ADDED", o.encode()))
			}
		}
		if initial {
			lines = append(lines, c.bookmark(c.version, `,"annotations":{"k8s.io/initial-events-end":"true"}`))
		}
		return lines
	}
	if since < c.compacted {
		gone := statusObject(410, "Expired", fmt.Sprintf("too old resource version: %d (%d)", since, c.compacted), "")
		return [][]byte{watchLine("ERROR", []byte(gone))}
	}
	for _, e := range c.history {
		if e.version > since {
			lines = append(lines, e.line)
		}
	}
	return lines
}

// publish makes an event of an object; the caller holds the mutex.
func (s *server) publish(c *collection, kind string, o *object) {
	c.version++
	o.version = c.version
	line := watchLine(kind, o.encode())
	c.history = append(c.history, event{c.version, line})
	for f := range s.feeds[c.feed] {
		f.put(line)
	}
}

func (s *server) collection(words []string, atLeast int) (*collection, error) {
	if len(words) < atLeast {
		return nil, fmt.Errorf("%d words are needed", atLeast)
	}
	c, known := s.collections[words[0]]
	if !known {
		return nil, fmt.Errorf("there is no collection %s", words[0])
	}
	return c, nil
}

// change modifies an object, or adds one of that name.
func change(s *server, words []string, _ string) (string, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	c, err := s.collection(words, 2)
	if err != nil {
		return "", err
	}
	at, found := c.find(words[1])
	kind := "MODIFIED"
	if !found {
		kind = "ADDED"
		o := newObject(c.apiVersion, c.kind, 0, 0, 0)
		o.name, o.index = words[1], 500_000+c.version
		c.objects = slices.Insert(c.objects, at, o)
	}
	changed := *c.objects[at] // pages that are being sent keep the old one
	if len(words) > 2 {
		changed.phase = strings.Join(words[2:], " ")
	}
	c.objects[at] = &changed
	s.publish(c, kind, &changed)
	return fmt.Sprint(c.version), nil
}

func remove(s *server, words []string, _ string) (string, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	c, err := s.collection(words, 2)
	if err != nil {
		return "", err
	}
	at, found := c.find(words[1])
	if !found {
		return "", fmt.Errorf("there is no %s", words[1])
	}
	last := *c.objects[at]
	c.objects = slices.Delete(slices.Clone(c.objects), at, at+1)
	s.publish(c, "DELETED", &last)
	return fmt.Sprint(c.version), nil
}

func compact(s *server, words []string, _ string) (string, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	c, err := s.collection(words, 1)
	if err != nil {
		return "", err
	}
	c.version++
	c.compacted, c.history = c.version, nil
	return fmt.Sprint(c.version), nil
}

// storm changes objects in turn, between two phases, so many a second.
func storm(s *server, words []string, _ string) (string, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	c, err := s.collection(words, 3)
	if err != nil {
		return "", err
	}
	rate, wrong := strconv.Atoi(words[1])
	seconds, bad := strconv.Atoi(words[2])
	if wrong != nil || bad != nil || rate < 1 || len(c.objects) == 0 {
		return "", errors.Join(wrong, bad, errors.New("RATE is at least 1, and the collection has objects"))
	}
	go s.changeAll(c, rate, rate*seconds)
	return "", nil
}

func (s *server) changeAll(c *collection, rate, count int) {
	began := time.Now()
	for i := range count {
		time.Sleep(time.Until(began.Add(time.Duration(i) * time.Second / time.Duration(rate))))
		s.mutex.Lock()
		at := i % len(c.objects)
		changed := *c.objects[at]
		changed.phase = []string{"Pending", "Running"}[i/len(c.objects)%2]
		c.objects[at] = &changed
		s.publish(c, "MODIFIED", &changed)
		s.mutex.Unlock()
	}
}
