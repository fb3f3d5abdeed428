package main

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"vitals/tests/cluster/faults/certs"
)

// listener is one port with its connections. serve owns a connection until it returns.
type listener struct {
	name, address string
	serve         func(l *listener, c *socket)
	mutex         sync.Mutex
	inner         net.Listener // nil while refused
	open          map[*socket]bool
	total         int
	greeting      string
	mode          string // of TLS
	protocols     []string
	streams       uint32 // HTTP/2's limit; 0: none announced
	stalled       bool
	server        *server
	tunnel        tunnelOptions
}

func (l *listener) acceptAll(inner net.Listener) {
	for {
		c, err := inner.Accept()
		if err != nil {
			return
		}
		s := newSocket(c)
		l.mutex.Lock()
		l.open[s] = true
		l.total++
		s.stalled = l.stalled
		greeting := l.greeting
		l.mutex.Unlock()
		go func() {
			l.welcome(s, greeting)
			s.end(false)
			l.mutex.Lock()
			delete(l.open, s)
			l.mutex.Unlock()
		}()
	}
}

func (l *listener) welcome(s *socket, greeting string) {
	switch greeting {
	case "reset":
		s.end(true)
	case "close":
		s.end(false)
	case "silent":
		<-s.done
	case "garbage":
		s.Write([]byte("SSH-2.0-OpenSSH_9.2\r\n"))
	default:
		l.serve(l, s)
	}
}

// start opens the port, the same as before if there was one.
func (l *listener) start() error {
	address := l.address
	if address == "" {
		address = "127.0.0.1:0"
	}
	inner, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	l.mutex.Lock()
	l.inner, l.address = inner, inner.Addr().String()
	l.mutex.Unlock()
	go l.acceptAll(inner)
	return nil
}

func (s *server) addListener(l *listener) (string, error) {
	if _, exists := s.listeners[l.name]; exists || l.name == "" {
		return "", fmt.Errorf("the name %q is taken", l.name)
	}
	l.server, l.open, l.greeting = s, map[*socket]bool{}, "none"
	if err := l.start(); err != nil {
		return "", err
	}
	s.listeners[l.name] = l
	return l.address, nil
}

func (s *server) listener(words []string, count int) (*listener, error) {
	if len(words) != count {
		return nil, fmt.Errorf("%d words are needed", count)
	}
	l, known := s.listeners[words[0]]
	if !known {
		return nil, fmt.Errorf("there is no listener %s", words[0])
	}
	return l, nil
}

// each calls act for a copy of the list of open connections.
func (l *listener) each(act func(*socket)) {
	l.mutex.Lock()
	var sockets []*socket
	for s := range l.open {
		sockets = append(sockets, s)
	}
	l.mutex.Unlock()
	for _, s := range sockets {
		act(s)
	}
}

var tlsModes = []string{"ok", "none", "unknown", "self", "name", "expired", "future", "tls1.0", "client", "stranger"}

func (l *listener) setMode(mode string) error {
	if !slices.Contains(tlsModes, mode) {
		return fmt.Errorf("%s is not one of %s", mode, strings.Join(tlsModes, ", "))
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.mode = mode
	return nil
}

func (l *listener) setOption(name, value string) error {
	switch name {
	case "tls":
		return l.setMode(value)
	case "streams":
		streams, err := strconv.ParseUint(value, 10, 32)
		l.streams = uint32(streams)
		return err
	case "http":
		known := map[string][]string{"1.1": {"http/1.1"}, "2": {"h2"}, "both": {"h2", "http/1.1"}}
		if l.protocols = known[value]; l.protocols == nil {
			return fmt.Errorf("http is 1.1, 2 or both")
		}
		return nil
	}
	return fmt.Errorf("%s is not an option", name)
}

func listen(s *server, words []string, _ string) (string, error) {
	if len(words) == 0 {
		return "", errors.New("a name is missing")
	}
	l := &listener{name: words[0], serve: serveHTTP, mode: "ok", protocols: []string{"h2", "http/1.1"}}
	for _, word := range words[1:] {
		name, value, _ := strings.Cut(word, "=")
		if err := l.setOption(name, value); err != nil {
			return "", err
		}
	}
	address, err := s.addListener(l)
	if err != nil {
		return "", err
	}
	return address, s.writeKubeconfig(l)
}

// writeKubeconfig writes NAME.kubeconfig: the CA, a token and the namespace "default".
func (s *server) writeKubeconfig(l *listener) error {
	scheme, ca := "https", "    certificate-authority: ca.crt\n"
	if l.mode == "none" {
		scheme, ca = "http", ""
	}
	text := fmt.Sprintf(`apiVersion: v1
kind: Config
current-context: test
clusters:
- name: test
  cluster:
    server: %s://%s
%susers:
- name: test
  user:
    token: test-token
contexts:
- name: test
  context:
    cluster: test
    user: test
`, scheme, l.address, ca)
	return os.WriteFile(filepath.Join(s.folder, l.name+".kubeconfig"), []byte(text), 0o600)
}

// certificate makes the pair that a mode shows to clients.
func (s *server) certificate(mode string) (certs.Pair, error) {
	wanted := certs.Wanted{User: "test server", Names: []string{"127.0.0.1", "localhost", "test.example"}}
	switch mode {
	case "unknown":
		return s.stranger.Issue(wanted)
	case "self":
		return certs.SelfSigned(wanted)
	case "name":
		wanted.Names = []string{"elsewhere.example"}
	case "expired":
		wanted.From, wanted.Till = time.Now().Add(-48*time.Hour), time.Now().Add(-24*time.Hour)
	case "future":
		wanted.From, wanted.Till = time.Now().Add(24*time.Hour), time.Now().Add(48*time.Hour)
	}
	return s.authority.Issue(wanted)
}

func (l *listener) configuration() (*tls.Config, error) {
	l.mutex.Lock()
	mode := l.mode
	l.mutex.Unlock()
	pair, err := l.server.certificate(mode)
	if err != nil {
		return nil, err
	}
	own, err := pair.TLS()
	config := &tls.Config{Certificates: []tls.Certificate{own}, NextProtos: l.protocols, ClientAuth: tls.RequestClientCert}
	pools := map[string]*x509.CertPool{"client": l.server.authority.Pool(), "stranger": l.server.stranger.Pool()}
	if pool := pools[mode]; pool != nil {
		config.ClientAuth, config.ClientCAs = tls.RequireAndVerifyClientCert, pool
	}
	if mode == "tls1.0" {
		config.MinVersion, config.MaxVersion, config.NextProtos = tls.VersionTLS10, tls.VersionTLS10, []string{"http/1.1"}
	}
	return config, err
}

// serveHTTP speaks what the client chose.
func serveHTTP(l *listener, c *socket) {
	l.mutex.Lock()
	plain := l.mode == "none"
	l.mutex.Unlock()
	if plain {
		serveHTTP1(l, c, c, "")
		return
	}
	config, err := l.configuration()
	if err != nil {
		return
	}
	secure := tls.Server(c, config)
	if secure.Handshake() != nil {
		return
	}
	state, name := secure.ConnectionState(), ""
	if len(state.PeerCertificates) > 0 {
		name = state.PeerCertificates[0].Subject.CommonName
	}
	if state.NegotiatedProtocol == "h2" {
		serveHTTP2(l, c, secure, name)
	} else {
		serveHTTP1(l, c, secure, name)
	}
}

func setTLS(s *server, words []string, _ string) (string, error) {
	l, err := s.listener(words, 2)
	if err != nil {
		return "", err
	}
	return "", l.setMode(words[1])
}

func setGreeting(s *server, words []string, _ string) (string, error) {
	l, err := s.listener(words, 2)
	if err != nil {
		return "", err
	}
	known := []string{"reset", "close", "silent", "garbage", "none"}
	if !slices.Contains(known, words[1]) {
		return "", fmt.Errorf("%s is not one of %s", words[1], strings.Join(known, ", "))
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.greeting = words[1]
	return "", nil
}

func refuse(s *server, words []string, _ string) (string, error) {
	l, err := s.listener(words, 1)
	if err != nil {
		return "", err
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if l.inner != nil {
		err = l.inner.Close()
	}
	l.inner = nil
	return "", err
}

func accept(s *server, words []string, _ string) (string, error) {
	l, err := s.listener(words, 1)
	if err != nil {
		return "", err
	}
	if l.inner != nil {
		return l.address, nil
	}
	return l.address, l.start()
}

func endAll(s *server, words []string, reset bool) (string, error) {
	l, err := s.listener(words, 1)
	if err != nil {
		return "", err
	}
	count := 0
	l.each(func(c *socket) { c.end(reset); count++ })
	return fmt.Sprint(count), nil
}

func cut(s *server, words []string, _ string) (string, error) { return endAll(s, words, true) }

func closeAll(s *server, words []string, _ string) (string, error) { return endAll(s, words, false) }

func goAwayAll(s *server, words []string, _ string) (string, error) {
	l, err := s.listener(words, 1)
	if err != nil {
		return "", err
	}
	count := 0
	l.each(func(c *socket) {
		c.mutex.Lock()
		act := c.goAway
		c.mutex.Unlock()
		if act != nil {
			act()
			count++
		}
	})
	return fmt.Sprint(count), nil
}

func stallAll(s *server, words []string, on bool) (string, error) {
	l, err := s.listener(words, 1)
	if err != nil {
		return "", err
	}
	l.mutex.Lock()
	l.stalled = on
	l.mutex.Unlock()
	l.each(func(c *socket) { c.stall(on) })
	return "", nil
}

func stall(s *server, words []string, _ string) (string, error) { return stallAll(s, words, true) }

func resume(s *server, words []string, _ string) (string, error) { return stallAll(s, words, false) }

func countConnections(s *server, words []string, _ string) (string, error) {
	l, err := s.listener(words, 1)
	if err != nil {
		return "", err
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return fmt.Sprintf("%d open, %d in all", len(l.open), l.total), nil
}
