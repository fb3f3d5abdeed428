package main

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"time"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"
)

// http2Connection reads frames in one goroutine; each stream answers in its own.
type http2Connection struct {
	listener    *listener
	inner       *socket
	connection  net.Conn
	number      int
	certificate string

	writing sync.Mutex // guards the framer's writing side, and encoder
	framer  *http2.Framer
	encoded bytes.Buffer
	encoder *hpack.Encoder

	mutex   sync.Mutex // guards the rest
	window  int64      // what the client takes, on the whole connection
	initial int64      // and on a new stream
	opened  *sync.Cond // a window grew, or something ended
	streams map[uint32]*http2Stream
	latest  uint32 // the highest stream so far
	last    uint32 // the last one that is answered, after GOAWAY
	leaving bool
	ended   bool
}

type http2Stream struct {
	*http2Connection
	id     uint32
	window int64
	got    *request
	away   chan struct{}
	left   bool
}

func serveHTTP2(l *listener, inner *socket, connection net.Conn, certificate string) {
	preface := make([]byte, len(http2.ClientPreface))
	if _, err := io.ReadFull(connection, preface); err != nil || string(preface) != http2.ClientPreface {
		return
	}
	c := &http2Connection{
		listener: l, inner: inner, connection: connection, number: l.server.nextConnection(), certificate: certificate,
		framer: http2.NewFramer(connection, connection), window: 65535, initial: 65535, streams: map[uint32]*http2Stream{},
	}
	c.opened = sync.NewCond(&c.mutex)
	c.encoder = hpack.NewEncoder(&c.encoded)
	c.framer.ReadMetaHeaders = hpack.NewDecoder(4096, nil)
	var settings []http2.Setting
	if l.streams > 0 {
		settings = append(settings, http2.Setting{ID: http2.SettingMaxConcurrentStreams, Val: l.streams})
	}
	c.write2(func() error { return c.framer.WriteSettings(settings...) })
	inner.mutex.Lock()
	inner.goAway = func() { c.goAwayAfter(c.newest(), 0) }
	inner.mutex.Unlock()
	c.readAll()
	c.end()
}

// write2 calls act alone among the writers.
func (c *http2Connection) write2(act func() error) error {
	c.writing.Lock()
	defer c.writing.Unlock()
	return act()
}

func (c *http2Connection) newest() uint32 {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.latest
}

func (c *http2Connection) goAwayAfter(id, code uint32) error {
	c.mutex.Lock()
	c.leaving, c.last = true, id
	c.mutex.Unlock()
	return c.write2(func() error { return c.framer.WriteGoAway(id, http2.ErrCode(code), nil) })
}

func (c *http2Connection) readAll() {
	for {
		frame, err := c.framer.ReadFrame()
		if err != nil || c.take(frame) != nil {
			return
		}
	}
}

func (c *http2Connection) take(frame http2.Frame) error {
	switch f := frame.(type) {
	case *http2.MetaHeadersFrame:
		c.open(f)
	case *http2.DataFrame:
		return c.data(f)
	case *http2.SettingsFrame:
		return c.settings(f)
	case *http2.PingFrame:
		if !f.IsAck() {
			return c.write2(func() error { return c.framer.WritePing(true, f.Data) })
		}
	case *http2.WindowUpdateFrame:
		c.grow(f.StreamID, int64(f.Increment))
	case *http2.RSTStreamFrame:
		c.leave(f.StreamID)
	}
	return nil
}

func (c *http2Connection) settings(f *http2.SettingsFrame) error {
	if f.IsAck() {
		return nil
	}
	if value, set := f.Value(http2.SettingInitialWindowSize); set {
		c.mutex.Lock()
		for _, s := range c.streams {
			s.window += int64(value) - c.initial
		}
		c.initial = int64(value)
		c.opened.Broadcast()
		c.mutex.Unlock()
	}
	return c.write2(c.framer.WriteSettingsAck)
}

func (c *http2Connection) grow(id uint32, by int64) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if id == 0 {
		c.window += by
	} else if s := c.streams[id]; s != nil {
		s.window += by
	}
	c.opened.Broadcast()
}

func (c *http2Connection) open(f *http2.MetaHeadersFrame) {
	q := &request{At: time.Now(), Listener: c.listener.name, Connection: c.number, Protocol: "HTTP/2", Certificate: c.certificate}
	for _, field := range f.Fields {
		switch field.Name {
		case ":method":
			q.Method = field.Value
		case ":path":
			q.Target = field.Value
		case ":authority":
			q.Headers = append(q.Headers, [2]string{"host", field.Value})
		case ":scheme":
		default:
			q.Headers = append(q.Headers, [2]string{field.Name, field.Value})
		}
	}
	c.mutex.Lock()
	c.latest = max(c.latest, f.StreamID)
	if c.leaving && f.StreamID > c.last {
		c.mutex.Unlock()
		return
	}
	s := &http2Stream{http2Connection: c, id: f.StreamID, window: c.initial, got: q, away: make(chan struct{})}
	c.streams[s.id] = s
	c.mutex.Unlock()
	if f.StreamEnded() {
		go s.reply()
	}
}

func (c *http2Connection) data(f *http2.DataFrame) error {
	c.mutex.Lock()
	s := c.streams[f.StreamID]
	if s != nil && len(s.got.Body) < mostBodyBytes {
		s.got.Body += string(f.Data())
	}
	c.mutex.Unlock()
	if s != nil && f.StreamEnded() {
		go s.reply()
	}
	if f.Length == 0 {
		return nil
	}
	return c.write2(func() error {
		if s != nil && !f.StreamEnded() {
			c.framer.WriteWindowUpdate(f.StreamID, f.Length)
		}
		return c.framer.WriteWindowUpdate(0, f.Length)
	})
}

func (s *http2Stream) reply() {
	server := s.listener.server
	server.record(s.got)
	(&exchange{server: server, request: s.got, answer: s, status: 200, length: -1}).run(server.choose(s.got))
	s.leave(s.id)
}

// leave forgets a stream: it was answered, or the client does not want it any more.
func (c *http2Connection) leave(id uint32) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if s := c.streams[id]; s != nil && !s.left {
		s.left = true
		close(s.away)
		delete(c.streams, id)
	}
	c.opened.Broadcast()
}

func (c *http2Connection) end() {
	c.mutex.Lock()
	c.ended = true
	var ids []uint32
	for id := range c.streams {
		ids = append(ids, id)
	}
	c.mutex.Unlock()
	for _, id := range ids {
		c.leave(id)
	}
	c.leave(0)
}

func (s *http2Stream) gone() <-chan struct{} { return s.away }

func (s *http2Stream) socket() *socket { return s.inner }

func (s *http2Stream) head(status int, _ string, headers [][2]string, length int) error {
	if length >= 0 {
		headers = append(headers, [2]string{"content-length", fmt.Sprint(length)})
	}
	return s.write2(func() error {
		s.encoded.Reset()
		s.encoder.WriteField(hpack.HeaderField{Name: ":status", Value: fmt.Sprint(status)})
		for _, header := range withDate(headers) {
			s.encoder.WriteField(hpack.HeaderField{Name: strings.ToLower(header[0]), Value: header[1]})
		}
		return s.framer.WriteHeaders(http2.HeadersFrameParam{StreamID: s.id, BlockFragment: s.encoded.Bytes(), EndHeaders: true})
	})
}

// reserve waits for room in both windows and takes up to size bytes of it; 0: the stream is over.
func (s *http2Stream) reserve(size int) int {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for !s.left && !s.ended && (s.window <= 0 || s.http2Connection.window <= 0) {
		s.opened.Wait()
	}
	if s.left || s.ended {
		return 0
	}
	room := min(int64(size), s.window, s.http2Connection.window, 16384)
	s.window -= room
	s.http2Connection.window -= room
	return int(room)
}

func (s *http2Stream) write(p []byte) error {
	for len(p) > 0 {
		room := s.reserve(len(p))
		if room == 0 {
			return errEnded
		}
		if err := s.write2(func() error { return s.framer.WriteData(s.id, false, p[:room]) }); err != nil {
			return err
		}
		p = p[room:]
	}
	return nil
}

func (s *http2Stream) raw(p []byte) error {
	return s.write2(func() error {
		_, err := s.connection.Write(p)
		return err
	})
}

func (s *http2Stream) finish() error {
	return s.write2(func() error { return s.framer.WriteData(s.id, true, nil) })
}

func (s *http2Stream) resetStream(code uint32) error {
	return s.write2(func() error { return s.framer.WriteRSTStream(s.id, http2.ErrCode(code)) })
}

func (s *http2Stream) goAway(code uint32) error { return s.goAwayAfter(s.id, code) }
