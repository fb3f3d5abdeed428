package main

import (
	"io"
	"net"
	"sync"
	"time"
)

// socket is a TCP connection that can be stalled, as by a process that was stopped, and ended by FIN or RST.
type socket struct {
	net.Conn
	mutex   sync.Mutex
	changed *sync.Cond
	stalled bool
	ended   bool
	done    chan struct{}
	goAway  func() // of HTTP/2; nil otherwise
}

func newSocket(c net.Conn) *socket {
	s := &socket{Conn: c, done: make(chan struct{})}
	s.changed = sync.NewCond(&s.mutex)
	return s
}

// pass waits while the socket is stalled.
func (s *socket) pass() error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for s.stalled && !s.ended {
		s.changed.Wait()
	}
	if s.ended {
		return net.ErrClosed
	}
	return nil
}

func (s *socket) Read(p []byte) (int, error) {
	n, err := s.Conn.Read(p)
	if gate := s.pass(); gate != nil && err == nil {
		return 0, gate
	}
	return n, err
}

func (s *socket) Write(p []byte) (int, error) {
	if err := s.pass(); err != nil {
		return 0, err
	}
	return s.Conn.Write(p)
}

func (s *socket) Close() error {
	s.end(false)
	return nil
}

// lingering is how long a connection that was ended by FIN still reads: with bytes unread, the kernel would send RST.
const lingering = 5 * time.Second

// end closes the connection, by RST or by FIN. Twice is harmless.
func (s *socket) end(reset bool) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.ended {
		return
	}
	s.ended = true
	close(s.done)
	s.changed.Broadcast()
	tcp, is := s.Conn.(*net.TCPConn)
	if !is || reset {
		if is {
			tcp.SetLinger(0)
		}
		s.Conn.Close()
		return
	}
	tcp.CloseWrite()
	tcp.SetReadDeadline(time.Now().Add(lingering))
	go func() {
		io.Copy(io.Discard, tcp)
		tcp.Close()
	}()
}

func (s *socket) stall(on bool) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.stalled = on
	s.changed.Broadcast()
}
