package vitals

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
	"weak"
)

// An Engine assesses objects by one set of rules. It may be used by any number of goroutines.
type Engine struct {
	machine *machine
	now     func() time.Time
	idle    chan *worker
	room    chan struct{} // a token for each worker that may still be made
	current atomic.Pointer[rules]
	replace sync.Mutex
	end     sync.Once
	closed  chan struct{} // closed by Close
	making  sync.RWMutex  // held for reading while an application is made
	made    sync.Map      // weak.Pointer[Application]: those that are open
}

// Rules as the library takes them. Workers that have older ones are configured before their next call.
type rules struct {
	options  []byte
	warnings []Diagnostic
}

// A worker is one core, for one goroutine at a time.
type worker struct {
	core  core
	rules *rules
}

// New makes an engine. It fails when the options are invalid; rules that are broken are Warnings, unless
// WithStrictRules is given.
func New(options ...Option) (*Engine, error) {
	s, err := apply(options)
	if err != nil {
		return nil, err
	}
	m, err := newMachine(s.cacheDir)
	if err != nil {
		return nil, err
	}
	e := &Engine{machine: m, now: s.now, idle: make(chan *worker, s.pool), room: make(chan struct{}, s.pool),
		closed: make(chan struct{})}
	for range s.pool {
		e.room <- struct{}{}
	}
	if err := e.use(&s); err != nil {
		e.Close()
		return nil, err
	}
	return e, nil
}

// Replace takes other rules, while the engine is in use; calls that run keep the old ones. The options are all of
// them: what is absent takes its default. WithCacheDir, WithPoolSize and WithClock have no effect. When it fails, the
// old rules stay.
func (e *Engine) Replace(options ...Option) error {
	s, err := apply(options)
	if err != nil {
		return err
	}
	return e.use(&s)
}

// use tries rules on one worker.
func (e *Engine) use(s *settings) error {
	options, err := json.Marshal(s)
	if err != nil {
		return err
	}
	e.replace.Lock()
	defer e.replace.Unlock()
	w, err := e.take(context.Background())
	if err != nil {
		return err
	}
	fresh := &rules{options: options}
	err = w.configure(fresh)
	if err == nil {
		fresh.warnings = diagnosticsOf(w.core.text())
		e.current.Store(fresh)
	}
	e.give(w)
	return err
}

func (w *worker) configure(r *rules) error {
	result, err := w.core.call(fnConfigure, text(r.options))
	if err != nil {
		return err
	}
	if err := failure(result, w.core.text()); err != nil {
		return err
	}
	w.rules = r
	return nil
}

// Warnings are the diagnostics of the current rules: broken ones, and those that never apply.
func (e *Engine) Warnings() []Diagnostic { return e.current.Load().warnings }

// Close frees everything, the applications of the engine too. Calls that run are waited for, but those of applications
// are stopped; what waits for its turn, and what is called afterwards, gets ErrClosed.
func (e *Engine) Close() {
	e.end.Do(func() {
		close(e.closed)
		e.making.Lock() // an application that is being made is known afterwards
		e.making.Unlock()
		e.made.Range(func(key, _ any) bool {
			if a := key.(weak.Pointer[Application]).Value(); a != nil {
				a.Close()
			}
			return true
		})
		for range cap(e.idle) {
			select {
			case w := <-e.idle:
				w.core.close()
			case <-e.room:
			}
		}
		e.machine.close()
	})
}

func (e *Engine) isClosed() bool {
	select {
	case <-e.closed:
		return true
	default:
		return false
	}
}

// newWorker makes a core with the assets.
func (m *machine) newWorker() (*worker, error) {
	c, err := m.newCore()
	if err != nil {
		return nil, err
	}
	if err := giveAssets(c); err != nil {
		c.close()
		return nil, err
	}
	return &worker{core: c}, nil
}

// take waits for a worker.
func (e *Engine) take(ctx context.Context) (*worker, error) {
	if e.isClosed() {
		return nil, ErrClosed
	}
	select { // an idle one first
	case w := <-e.idle:
		return w, nil
	default:
	}
	select {
	case w := <-e.idle:
		return w, nil
	case <-e.room:
		w, err := e.machine.newWorker()
		if err != nil {
			e.room <- struct{}{}
		}
		return w, err
	case <-e.closed:
		return nil, ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (e *Engine) give(w *worker) { e.idle <- w }

// run calls a function on a worker with the current rules. `read` gets the result and the text, which is borrowed.
func (e *Engine) run(ctx context.Context, f function, read func(result int64, text []byte) error,
	arguments ...argument) error {
	w, err := e.take(ctx)
	if err != nil {
		return err
	}
	broken := false
	defer func() {
		if broken { // its memory is in an unknown state
			w.core.close()
			e.room <- struct{}{}
		} else {
			e.give(w)
		}
	}()
	if r := e.current.Load(); w.rules != r {
		if err := w.configure(r); err != nil {
			return err
		}
	}
	result, err := invoke(ctx, w.core, f, arguments...)
	if err != nil {
		broken = err != ctx.Err()
		return err
	}
	if err := failure(result, w.core.text()); err != nil {
		return err
	}
	return read(result, w.core.text())
}

func (e *Engine) clock() argument { return number(e.now().Unix()) }

// Assess assesses one object, in JSON or YAML. A rule that fails gives a verdict; an error means that the object could
// not be read, or that the context ended. What is not one object is an ErrInvalid: nothing, a value without a kind, a list,
// a watch event, several YAML documents.
func (e *Engine) Assess(ctx context.Context, object []byte) (Verdict, error) {
	var verdict Verdict
	err := e.run(ctx, fnAssess, func(_ int64, line []byte) error { return verdict.read(line) }, text(object), e.clock())
	return verdict, err
}

// AssessJSON is Assess with the verdict as the line of `vitals assess -o ndjson`: docs/schema/verdict.schema.json.
func (e *Engine) AssessJSON(ctx context.Context, object []byte) ([]byte, error) {
	return e.line(ctx, fnAssess, text(object), e.clock())
}

// Health is the fast path: status and message alone.
func (e *Engine) Health(ctx context.Context, object []byte) (health Health, message string, err error) {
	err = e.run(ctx, fnHealth, func(result int64, text []byte) error {
		health, message = healthOf(result), string(text)
		return nil
	}, text(object), e.clock())
	return health, message, err
}

// An Unreadable object of Many.
type Unreadable struct {
	Row         int          `json:"row"`
	Diagnostics []Diagnostic `json:"diagnostics"`
}

// Many assesses objects in one call. What cannot be read is Unknown; the first 16 of those are listed.
func (e *Engine) Many(ctx context.Context, objects [][]byte) ([]Health, []Unreadable, error) {
	column, offsets := columnOf(objects)
	codes := make([]byte, len(objects))
	var list struct{ Unreadable []Unreadable }
	err := e.run(ctx, fnMany, func(unreadable int64, text []byte) error {
		if unreadable == 0 {
			return nil
		}
		return json.Unmarshal(text, &list)
	}, text(column), argument{kind: argIn, bytes: offsets}, number(int64(len(objects))), number(1), e.clock(),
		argument{kind: argOut, bytes: codes})
	if err != nil {
		return nil, nil, err
	}
	healths := make([]Health, len(objects))
	for i, code := range codes {
		healths[i] = healthOf(int64(code))
	}
	return healths, list.Unreadable, nil
}

// Partials assesses objects in one call, and aggregates them by the application that tracks each: partial aggregates, for
// Application.Merge and `vitals merge`. What cannot be read is left out; the first 16 of those are listed.
func (e *Engine) Partials(ctx context.Context, objects [][]byte) (partials [][]byte, unreadable []Unreadable, err error) {
	column, offsets := columnOf(objects)
	var list struct{ Unreadable []Unreadable }
	err = e.run(ctx, fnPartials, func(_ int64, text []byte) error {
		first, lines, _ := bytes.Cut(text, []byte("\n"))
		for line := range bytes.Lines(lines) {
			partials = append(partials, bytes.Clone(bytes.TrimSuffix(line, []byte("\n"))))
		}
		if len(first) == 0 {
			return nil
		}
		return json.Unmarshal(first, &list)
	}, text(column), argument{kind: argIn, bytes: offsets}, number(int64(len(objects))), number(1), e.clock())
	return partials, list.Unreadable, err
}

func (e *Engine) line(ctx context.Context, f function, arguments ...argument) ([]byte, error) {
	var line []byte
	err := e.run(ctx, f, func(_ int64, text []byte) error {
		line = append(line, text...)
		return nil
	}, arguments...)
	return line, err
}

// into decodes the text of a function.
func (e *Engine) into(ctx context.Context, out any, f function, arguments ...argument) error {
	return e.run(ctx, f, func(_ int64, text []byte) error {
		if err := json.Unmarshal(text, out); err != nil {
			return fmt.Errorf("vitals: %w", err)
		}
		return nil
	}, arguments...)
}
