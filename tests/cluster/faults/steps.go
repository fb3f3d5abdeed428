package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// answer is the sending side of one request, of either version of HTTP.
type answer interface {
	head(status int, reason string, headers [][2]string, length int) error // length < 0: not announced
	write(p []byte) error                                                  // one chunk, or DATA frames
	raw(p []byte) error                                                    // without framing
	finish() error
	resetStream(code uint32) error
	goAway(code uint32) error
	gone() <-chan struct{} // closed when nobody listens any more
	socket() *socket
}

// exchange is a request that is being answered.
type exchange struct {
	*server
	*request
	answer
	status  int
	reason  string
	headers [][2]string
	length  int
	started bool // the head was sent
}

// errEnded ends the steps: the message or the connection is over.
var errEnded = errors.New("ended")

type step func(x *exchange) error

// newStep compiles one line of a rule.
func newStep(line string) (step, error) {
	name, text, _ := strings.Cut(line, " ")
	make, known := stepMakers[name]
	if !known {
		return nil, fmt.Errorf("%s is not a step", name)
	}
	made, err := make(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return made, nil
}

var stepMakers = map[string]func(text string) (step, error){
	"status": makeStatus, "header": makeHeader, "length": makeLength,
	"send": makeSend, "line": makeLine, "file": makeFile, "gzip": makeGzip, "fill": makeFill, "objects": makeObjects,
	"drip": makeDrip, "raw": makeRaw, "pause": makePause, "feed": makeFeed, "hold": makeHold,
	"finish": makeFinish, "close": makeClose, "reset": makeReset, "stream": makeStream, "goaway": makeGoAway,
	"echo": makeEcho,
}

var notFound = mustSteps(
	"status 404 Not Found", "header Content-Type: application/json",
	`send {"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"the server could not find the requested resource","reason":"NotFound","code":404}`)

func mustSteps(lines ...string) []step {
	var steps []step
	for _, line := range lines {
		made, err := newStep(line)
		if err != nil {
			panic(err)
		}
		steps = append(steps, made)
	}
	return steps
}

// run answers the request by the steps. Errors are those of a connection that ended: nothing to report.
func (x *exchange) run(steps []step) {
	for _, s := range steps {
		if s(x) != nil {
			return
		}
	}
	if x.begin() == nil {
		x.finish()
	}
}

func (x *exchange) begin() error {
	if x.started {
		return nil
	}
	x.started = true
	return x.head(x.status, x.reason, x.headers, x.length)
}

func (x *exchange) send(p []byte) error {
	if err := x.begin(); err != nil {
		return err
	}
	return x.write(p)
}

func (x *exchange) sleep(d time.Duration) error {
	select {
	case <-x.gone():
		return errEnded
	case <-time.After(d):
		return nil
	}
}

// unescape resolves \n, \r, \t, \\ and \xNN.
func unescape(text string) ([]byte, error) {
	if !strings.Contains(text, `\`) {
		return []byte(text), nil
	}
	out := make([]byte, 0, len(text))
	for len(text) > 0 {
		if text[0] != '\\' || len(text) == 1 {
			out, text = append(out, text[0]), text[1:]
			continue
		}
		if at := strings.IndexByte(`nrt\"`, text[1]); at >= 0 {
			out, text = append(out, "\n\r\t\\\""[at]), text[2:]
			continue
		}
		if text[1] != 'x' || len(text) < 4 {
			return nil, fmt.Errorf(`%q is not an escape`, text[:2])
		}
		value, err := strconv.ParseUint(text[2:4], 16, 8)
		if err != nil {
			return nil, err
		}
		out, text = append(out, byte(value)), text[4:]
	}
	return out, nil
}

func makeStatus(text string) (step, error) {
	code, reason, _ := strings.Cut(text, " ")
	status, err := strconv.Atoi(code)
	return func(x *exchange) error {
		x.status, x.reason = status, reason
		return nil
	}, err
}

func makeHeader(text string) (step, error) {
	name, value, found := strings.Cut(text, ": ")
	if !found {
		return nil, fmt.Errorf("%q is not NAME: VALUE", text)
	}
	return func(x *exchange) error {
		x.headers = append(x.headers, [2]string{name, value})
		return nil
	}, nil
}

func makeLength(text string) (step, error) {
	length, err := strconv.Atoi(text)
	return func(x *exchange) error {
		x.length = length
		return nil
	}, err
}

func sending(p []byte, err error) (step, error) {
	return func(x *exchange) error { return x.send(p) }, err
}

func makeSend(text string) (step, error) { return sending(unescape(text)) }

func makeLine(text string) (step, error) {
	p, err := unescape(text)
	return sending(append(p, '\n'), err)
}

func makeFile(text string) (step, error) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return nil, errors.New("a path is missing")
	}
	p, err := os.ReadFile(words[0])
	from, to := 0, len(p)
	for i, bound := range []*int{&from, &to} {
		if err == nil && len(words) > i+1 {
			*bound, err = strconv.Atoi(words[i+1])
		}
	}
	if err != nil || from < 0 || from > to || to > len(p) {
		return nil, errors.Join(err, fmt.Errorf("bytes %d to %d of %d", from, to, len(p)))
	}
	return sending(p[from:to], nil)
}

func makeGzip(text string) (step, error) {
	p, err := unescape(text)
	var packed bytes.Buffer
	writer := gzip.NewWriter(&packed)
	writer.Write(p)
	writer.Close()
	return sending(packed.Bytes(), err)
}

func makeFill(text string) (step, error) {
	number, what, _ := strings.Cut(text, " ")
	count, err := strconv.Atoi(number)
	p, wrong := unescape(what)
	return func(x *exchange) error {
		const piece = 1 << 16
		each := max(1, piece/max(1, len(p)))
		for left := count; left > 0; left -= each {
			if err := x.send(bytes.Repeat(p, min(each, left))); err != nil {
				return err
			}
		}
		return nil
	}, errors.Join(err, wrong)
}

func makeObjects(text string) (step, error) {
	var first, count, size int
	if _, err := fmt.Sscan(text, &first, &count, &size); err != nil {
		return nil, err
	}
	return func(x *exchange) error {
		var out bytes.Buffer
		for i := first; i < first+count; i++ {
			if i > first {
				out.WriteByte(',')
			}
			out.Write(newObject("v1", "Pod", i, i, size).encode())
			if out.Len() > 1<<16 {
				if err := x.send(out.Bytes()); err != nil {
					return err
				}
				out.Reset()
			}
		}
		return x.send(out.Bytes())
	}, nil
}

func makeDrip(text string) (step, error) {
	words := strings.SplitN(text, " ", 3)
	if len(words) < 3 {
		return nil, errors.New("SIZE PAUSE TEXT")
	}
	size, err := strconv.Atoi(words[0])
	wait, wrong := time.ParseDuration(words[1])
	p, bad := unescape(words[2])
	if err := errors.Join(err, wrong, bad); err != nil || size < 1 {
		return nil, errors.Join(err, errors.New("SIZE is at least 1"))
	}
	return func(x *exchange) error {
		for rest := p; len(rest) > 0; rest = rest[min(size, len(rest)):] {
			if err := errors.Join(x.send(rest[:min(size, len(rest))]), x.sleep(wait)); err != nil {
				return err
			}
		}
		return nil
	}, nil
}

func makeRaw(text string) (step, error) {
	p, err := unescape(text)
	return func(x *exchange) error { return x.raw(p) }, err
}

func makePause(text string) (step, error) {
	wait, err := time.ParseDuration(text)
	return func(x *exchange) error { return x.sleep(wait) }, err
}

func makeHold(string) (step, error) {
	return func(x *exchange) error {
		if err := x.begin(); err != nil {
			return err
		}
		<-x.gone()
		return errEnded
	}, nil
}

func makeFinish(string) (step, error) {
	return func(x *exchange) error { return errors.Join(x.begin(), x.finish(), errEnded) }, nil
}

func makeClose(string) (step, error) {
	return func(x *exchange) error {
		x.socket().end(false)
		return errEnded
	}, nil
}

func makeReset(string) (step, error) {
	return func(x *exchange) error {
		x.socket().end(true)
		return errEnded
	}, nil
}

func makeStream(text string) (step, error) {
	code, err := strconv.ParseUint(text, 0, 32)
	return func(x *exchange) error { return errors.Join(x.resetStream(uint32(code)), errEnded) }, err
}

func makeGoAway(text string) (step, error) {
	code, err := strconv.ParseUint(text, 0, 32)
	return func(x *exchange) error { return x.goAway(uint32(code)) }, err
}

func makeEcho(string) (step, error) {
	return func(x *exchange) error {
		var out bytes.Buffer
		fmt.Fprintf(&out, "%s %s %s\n", x.Method, x.Target, x.Protocol)
		for _, header := range x.request.Headers {
			fmt.Fprintf(&out, "%s: %s\n", header[0], header[1])
		}
		fmt.Fprintf(&out, "\n%s", x.Body)
		return x.send(out.Bytes())
	}, nil
}
