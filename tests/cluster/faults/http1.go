package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"sort"
	"strings"
	"sync"
	"time"
)

const mostBodyBytes = 1 << 26

// http1 answers one request on a connection of HTTP/1.1.
type http1 struct {
	connection net.Conn
	inner      *socket
	mutex      sync.Mutex
	chunked    bool
	bodyless   bool
	last       bool // the connection ends after this answer
	away       chan struct{}
}

func lowerHeaders(headers http.Header) [][2]string {
	var out [][2]string
	for name, values := range headers {
		for _, value := range values {
			out = append(out, [2]string{strings.ToLower(name), value})
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i][0] < out[j][0] })
	return out
}

func (s *server) nextConnection() int {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.connections++
	return s.connections
}

func readHTTP1(l *listener, number int, reader *bufio.Reader, certificate string) (*request, bool, error) {
	got, err := http.ReadRequest(reader)
	if err != nil {
		return nil, false, err
	}
	body, err := io.ReadAll(io.LimitReader(got.Body, mostBodyBytes))
	if err != nil {
		return nil, false, err
	}
	got.Header.Set("Host", got.Host)
	return &request{
		At: time.Now(), Listener: l.name, Connection: number, Protocol: got.Proto, Method: got.Method, Target: got.RequestURI,
		Headers: lowerHeaders(got.Header), Body: string(body), Certificate: certificate,
	}, got.Close, nil
}

// serveHTTP1 answers the requests of a connection one after another.
func serveHTTP1(l *listener, inner *socket, connection net.Conn, certificate string) {
	number, reader := l.server.nextConnection(), bufio.NewReader(connection)
	for {
		got, last, err := readHTTP1(l, number, reader, certificate)
		if err != nil {
			return
		}
		l.server.record(got)
		a := &http1{connection: connection, inner: inner, away: make(chan struct{}), last: last}
		next := make(chan error, 1)
		go func() { // notices a client that goes away in the middle of an answer
			_, err := reader.Peek(1)
			if err != nil {
				close(a.away)
			}
			next <- err
		}()
		(&exchange{server: l.server, request: got, answer: a, status: 200, length: -1}).run(l.server.choose(got))
		if a.last {
			inner.end(false)
		}
		if <-next != nil {
			return
		}
	}
}

// withDate adds the header Date unless the rule has one.
func withDate(headers [][2]string) [][2]string {
	for _, header := range headers {
		if strings.EqualFold(header[0], "date") {
			return headers
		}
	}
	return append(headers, [2]string{"Date", time.Now().UTC().Format(http.TimeFormat)})
}

func (a *http1) gone() <-chan struct{} { return a.away }

func (a *http1) socket() *socket { return a.inner }

func (a *http1) head(status int, reason string, headers [][2]string, length int) error {
	if reason == "" {
		reason = http.StatusText(status)
	}
	var out strings.Builder
	fmt.Fprintf(&out, "HTTP/1.1 %d %s\r\n", status, reason)
	headers = withDate(headers)
	for _, header := range headers {
		fmt.Fprintf(&out, "%s: %s\r\n", header[0], header[1])
		a.last = a.last || strings.EqualFold(header[0], "connection") && strings.EqualFold(header[1], "close")
	}
	a.bodyless = status == 204 || status == 304 || status < 200
	a.chunked = !a.bodyless && length < 0
	if a.chunked {
		out.WriteString("Transfer-Encoding: chunked\r\n")
	} else if length >= 0 {
		fmt.Fprintf(&out, "Content-Length: %d\r\n", length)
	}
	out.WriteString("\r\n")
	return a.raw([]byte(out.String()))
}

func (a *http1) raw(p []byte) error {
	_, err := a.connection.Write(p)
	return err
}

func (a *http1) write(p []byte) error {
	if len(p) == 0 || a.bodyless {
		return nil
	}
	if !a.chunked {
		return a.raw(p)
	}
	return a.raw(fmt.Appendf(nil, "%x\r\n%s\r\n", len(p), p))
}

func (a *http1) finish() error {
	if a.chunked {
		return a.raw([]byte("0\r\n\r\n"))
	}
	return nil
}

func (a *http1) resetStream(uint32) error {
	a.inner.end(true)
	return nil
}

func (a *http1) goAway(uint32) error { return errors.New("HTTP/1.1 has no GOAWAY") }
