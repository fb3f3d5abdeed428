package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"vitals/tests/cluster/faults/certs"
)

// server is all state of a run. The mutex guards everything below it.
type server struct {
	folder               string // of the directory with certificates, kubeconfigs and the log
	authority, stranger  *certs.Authority
	log                  *os.File
	mutex                sync.Mutex
	listeners            map[string]*listener
	rules                []*rule
	requests             []*request
	feeds                map[string]map[*feed]bool
	collections          map[string]*collection
	staleGroups          map[string]bool
	connections, streams int
}

// request is one request as it came; also a line of the log.
type request struct {
	At          time.Time   `json:"at"`
	Listener    string      `json:"listener"`
	Connection  int         `json:"connection"`
	Protocol    string      `json:"protocol"`
	Method      string      `json:"method"`
	Target      string      `json:"target"`
	Headers     [][2]string `json:"headers"` // names in lower case
	Body        string      `json:"body,omitempty"`
	Certificate string      `json:"certificate,omitempty"` // the name in the client's certificate
}

func (r *request) path() string {
	path, _, _ := strings.Cut(r.Target, "?")
	return path
}

func (r *request) query() string {
	_, query, _ := strings.Cut(r.Target, "?")
	return query
}

func (r *request) hasHeader(text string) bool {
	for _, header := range r.Headers {
		if strings.Contains(header[0]+": "+header[1], text) {
			return true
		}
	}
	return false
}

func newServer(path string) (*server, error) {
	s := &server{
		folder: path, listeners: map[string]*listener{}, feeds: map[string]map[*feed]bool{},
		collections: map[string]*collection{}, staleGroups: map[string]bool{},
	}
	var err error
	if s.authority, err = certs.NewAuthority("test CA"); err != nil {
		return nil, err
	}
	if s.stranger, err = certs.NewAuthority("another CA"); err != nil {
		return nil, err
	}
	if s.log, err = os.Create(filepath.Join(path, "requests.jsonl")); err != nil {
		return nil, err
	}
	return s, s.writeCertificates()
}

// writeCertificates puts into the directory what clients need: the CA, and certificates of clients.
func (s *server) writeCertificates() error {
	clients := []struct {
		name   string
		ca     *certs.Authority
		wanted certs.Wanted
	}{
		{"client", s.authority, certs.Wanted{User: "admin"}},
		{"stranger", s.stranger, certs.Wanted{User: "admin"}},
		{"expired", s.authority, certs.Wanted{User: "admin", From: time.Now().Add(-48 * time.Hour), Till: time.Now().Add(-24 * time.Hour)}},
	}
	for _, client := range clients {
		pair, err := client.ca.Issue(client.wanted)
		if err != nil {
			return err
		}
		if err := pair.Write(filepath.Join(s.folder, client.name)); err != nil {
			return err
		}
	}
	return errors.Join(
		os.WriteFile(filepath.Join(s.folder, "ca.crt"), s.authority.PEM(), 0o600),
		os.WriteFile(filepath.Join(s.folder, "other-ca.crt"), s.stranger.PEM(), 0o600))
}

func (s *server) record(r *request) {
	line, err := json.Marshal(r)
	if err != nil {
		return
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.requests = append(s.requests, r)
	s.log.Write(append(line, '\n'))
}

func countRequests(s *server, _ []string, text string) (string, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	count := 0
	for _, r := range s.requests {
		if strings.Contains(r.Method+" "+r.Target, text) || r.hasHeader(text) {
			count++
		}
	}
	return fmt.Sprint(count), nil
}

func clearRules(s *server, _ []string, _ string) (string, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.rules = nil
	s.collections = map[string]*collection{}
	s.staleGroups = map[string]bool{}
	return "", nil
}

func logPath(s *server, _ []string, _ string) (string, error) { return s.log.Name(), nil }

func directory(s *server, _ []string, _ string) (string, error) { return s.folder, nil }
