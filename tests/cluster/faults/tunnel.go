package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// tunnelOptions belong to a listener that passes bytes on; its mutex guards them.
type tunnelOptions struct {
	target    string
	wanted    string // for CONNECT: text in the headers
	rate      int    // bytes a second, 0: as fast as they come
	cutAfter  int    // bytes of answers, 0: never
	duplicate bool
}

func (l *listener) options() tunnelOptions {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.tunnel
}

func listenTunnel(s *server, words []string, _ string) (string, error) {
	if len(words) != 2 {
		return "", errors.New("tunnel NAME ADDRESS")
	}
	return s.addListener(&listener{name: words[0], serve: serveTunnel, tunnel: tunnelOptions{target: words[1]}})
}

func serveTunnel(l *listener, c *socket) { l.join(c, l.options().target) }

// join passes bytes both ways until one side ends. Each side keeps its own kind of end: RST of a cut, else FIN.
func (l *listener) join(c *socket, target string) {
	far, err := net.Dial("tcp", target)
	if err != nil {
		return
	}
	var both sync.WaitGroup
	both.Add(1)
	go func() {
		io.Copy(far, c)
		select {
		case <-c.done:
			far.Close()
		default:
			far.(*net.TCPConn).CloseWrite()
		}
		both.Done()
	}()
	l.answers(c, far)
	c.end(false)
	far.Close()
	both.Wait()
}

// answers copies what the server says, with the faults that are set.
func (l *listener) answers(c *socket, far io.Reader) {
	piece, passed := make([]byte, 16384), 0
	for {
		room := len(piece)
		if o := l.options(); o.rate > 0 {
			room = max(1, min(room, o.rate/20))
		}
		n, err := far.Read(piece[:room])
		o := l.options()
		if o.cutAfter > 0 && passed+n >= o.cutAfter {
			c.Write(piece[:max(0, min(n, o.cutAfter-passed))])
			c.end(true)
			return
		}
		passed += n
		if o.rate > 0 {
			time.Sleep(time.Duration(n) * time.Second / time.Duration(o.rate))
		}
		for copies := 1; n > 0 && copies >= 0; copies-- {
			if _, bad := c.Write(piece[:n]); bad != nil {
				return
			}
			if !o.duplicate {
				break
			}
		}
		if err != nil {
			return
		}
	}
}

func listenConnect(s *server, words []string, text string) (string, error) {
	if len(words) == 0 {
		return "", errors.New("connect NAME [auth=TEXT]")
	}
	_, wanted, _ := strings.Cut(text, " auth=")
	return s.addListener(&listener{name: words[0], serve: serveConnect, tunnel: tunnelOptions{wanted: wanted}})
}

func serveConnect(l *listener, c *socket) {
	reader := bufio.NewReader(c)
	got, err := http.ReadRequest(reader)
	if err != nil {
		return
	}
	q := &request{At: time.Now(), Listener: l.name, Connection: l.server.nextConnection(), Protocol: got.Proto,
		Method: got.Method, Target: got.RequestURI, Headers: lowerHeaders(got.Header)}
	l.server.record(q)
	if wanted := l.options().wanted; wanted != "" && !q.hasHeader(wanted) {
		io.WriteString(c, "HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm=\"test\"\r\nContent-Length: 0\r\n\r\n")
		return
	}
	if got.Method != http.MethodConnect {
		io.WriteString(c, "HTTP/1.1 405 Method Not Allowed\r\nContent-Length: 0\r\n\r\n")
		return
	}
	io.WriteString(c, "HTTP/1.1 200 Connection established\r\n\r\n")
	l.join(c, got.RequestURI)
}

// setTunnel changes one option of a tunnel or a proxy.
func setTunnel(s *server, words []string, set func(*tunnelOptions, string) error) (string, error) {
	l, err := s.listener(words, 2)
	if err != nil {
		return "", err
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return "", set(&l.tunnel, words[1])
}

func throttle(s *server, words []string, _ string) (string, error) {
	return setTunnel(s, words, func(o *tunnelOptions, value string) (err error) {
		o.rate, err = strconv.Atoi(value)
		return err
	})
}

func cutAfter(s *server, words []string, _ string) (string, error) {
	return setTunnel(s, words, func(o *tunnelOptions, value string) (err error) {
		o.cutAfter, err = strconv.Atoi(value)
		return err
	})
}

func duplicate(s *server, words []string, _ string) (string, error) {
	return setTunnel(s, words, func(o *tunnelOptions, value string) error {
		if value != "on" && value != "off" {
			return fmt.Errorf("on or off")
		}
		o.duplicate = value == "on"
		return nil
	})
}
