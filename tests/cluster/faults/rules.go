package main

import (
	"fmt"
	"strconv"
	"strings"
)

// rule answers the requests that it matches by its steps, in order.
type rule struct {
	method, path string // "": any method; a path ending in * is a prefix
	listener     string
	times, after int // times < 0: always
	query, not   []string
	has, lacks   []string
	steps        []step
}

func (r *rule) addCondition(name, value string) error {
	var err error
	switch name {
	case "times":
		r.times, err = strconv.Atoi(value)
	case "after":
		r.after, err = strconv.Atoi(value)
	case "query":
		r.query = append(r.query, value)
	case "no-query":
		r.not = append(r.not, value)
	case "has":
		r.has = append(r.has, value)
	case "lacks":
		r.lacks = append(r.lacks, value)
	case "at":
		r.listener = value
	default:
		err = fmt.Errorf("%s is not a condition", name)
	}
	return err
}

// words joins what is in double quotes, so that conditions may contain spaces.
func joinQuoted(words []string) []string {
	var joined []string
	open := false
	for _, word := range words {
		quotes := strings.Count(word, `"`)
		bare := strings.ReplaceAll(word, `"`, "")
		if open {
			joined[len(joined)-1] += " " + bare
		} else {
			joined = append(joined, bare)
		}
		if quotes%2 == 1 {
			open = !open
		}
	}
	return joined
}

func newRule(words []string) (*rule, error) {
	r := &rule{times: -1}
	words = joinQuoted(words)
	if len(words) > 0 && !strings.HasPrefix(words[0], "/") && words[0] != "*" {
		r.method, words = words[0], words[1:]
	}
	if len(words) == 0 {
		return nil, fmt.Errorf("a rule needs a path")
	}
	r.path = words[0]
	for _, word := range words[1:] {
		name, value, _ := strings.Cut(word, "=")
		if err := r.addCondition(name, value); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// addRule reads the steps up to "end". All of them are read before an error is reported.
func (s *server) addRule(words []string, next func() (string, bool)) error {
	r, failed := newRule(words)
	for {
		line, more := next()
		line = strings.TrimLeft(line, " ")
		if !more {
			return fmt.Errorf("the rule has no end")
		}
		if line == "end" {
			break
		}
		made, err := newStep(line)
		if err != nil && failed == nil {
			failed = err
		}
		if r != nil {
			r.steps = append(r.steps, made)
		}
	}
	if failed != nil {
		return failed
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.rules = append(s.rules, r)
	return nil
}

func matchesPath(pattern, path string) bool {
	if prefix, wild := strings.CutSuffix(pattern, "*"); wild {
		return strings.HasPrefix(path, prefix)
	}
	return pattern == path
}

func (r *rule) matches(q *request) bool {
	if r.method != "" && r.method != q.Method || r.listener != "" && r.listener != q.Listener || !matchesPath(r.path, q.path()) {
		return false
	}
	for _, text := range r.query {
		if !strings.Contains(q.query(), text) {
			return false
		}
	}
	for _, text := range r.not {
		if strings.Contains(q.query(), text) {
			return false
		}
	}
	for _, text := range r.has {
		if !q.hasHeader(text) {
			return false
		}
	}
	for _, text := range r.lacks {
		if q.hasHeader(text) {
			return false
		}
	}
	return true
}

// choose finds the newest rule that matches and uses it up by one.
func (s *server) choose(q *request) []step {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for i := len(s.rules) - 1; i >= 0; i-- {
		r := s.rules[i]
		if r.times == 0 || !r.matches(q) {
			continue
		}
		if r.after > 0 {
			r.after--
			continue
		}
		if r.times > 0 {
			r.times--
		}
		return r.steps
	}
	return notFound
}
