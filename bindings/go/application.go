package vitals

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"weak"
)

// An Application aggregates the health of resources, as Argo CD does. It has memory of its own and the rules that the
// engine had when it was made. It may be used by any number of goroutines, which take turns. It is closed with its engine.
type Application struct {
	handle
	engine *Engine
	id     int64
}

// ApplicationOptions say how it aggregates, and which object the application is.
type ApplicationOptions struct {
	Aggregate string `json:"aggregate,omitempty"` // argocd, argocd-3.3, argocd-3.1, worst or kstatus
	UID       string `json:"uid,omitempty"`
	Namespace string `json:"namespace,omitempty"`
	Name      string `json:"name,omitempty"`
}

// ApplicationHealth is the aggregate.
type ApplicationHealth struct {
	Status    Health
	Message   string
	Error     string // of the first resource whose rule failed
	Resources int
	Counts    map[Health]int
	// Incomplete says that only parts are lacking which do not change the status, such as what is forbidden.
	Incomplete bool
	// Coverage is what Cover and merged partial aggregates said; nil when nothing did.
	Coverage *Coverage
}

// A Coverage says what was to be judged and was not read. docs/coverage.md explains it.
type Coverage struct {
	Complete bool           `json:"complete"`
	Parts    []CoveragePart `json:"parts"`
	More     int            `json:"more,omitempty"` // further parts that could not be read
}

// A CoveragePart is one part: a file, a kind, or a member of an application.
type CoveragePart struct {
	State     string `json:"state"` // read, excluded, forbidden, unknown, narrowed, lost or unreadable
	Cluster   string `json:"cluster,omitempty"`
	What      string `json:"what"`
	Namespace string `json:"namespace,omitempty"`
	Line      int    `json:"line,omitempty"`
	Column    int    `json:"column,omitempty"`
	Listed    string `json:"listed,omitempty"` // when it was listed last, in RFC 3339
	Reason    string `json:"reason"`
}

// Application makes one, without resources.
func (e *Engine) Application(options ApplicationOptions) (*Application, error) {
	line, err := json.Marshal(options)
	if err != nil {
		return nil, err
	}
	e.making.RLock()
	defer e.making.RUnlock()
	if e.isClosed() {
		return nil, ErrClosed
	}
	w, err := e.machine.newWorker()
	if err != nil {
		return nil, err
	}
	a := &Application{handle: newHandle(w), engine: e}
	if err = w.configure(e.current.Load()); err == nil {
		a.id, err = a.call(context.Background(), fnApplication, text(line))
	}
	if err != nil {
		w.core.close()
		return nil, err
	}
	key := weak.Make(a)
	e.made.Store(key, nil)
	runtime.AddCleanup(a, func(key weak.Pointer[Application]) { e.made.Delete(key) }, key)
	return a, nil
}

// use calls a function in turn. `read` may be nil; it gets the text, which is borrowed.
func (a *Application) use(ctx context.Context, read func(text []byte) error, f function, arguments ...argument) error {
	if err := a.enter(ctx); err != nil {
		return err
	}
	defer a.leave()
	_, err := a.call(ctx, f, append([]argument{number(a.id)}, arguments...)...)
	if err != nil || read == nil {
		return err
	}
	return read(a.worker.core.text())
}

// Put assesses a resource and puts it under a key. `desired` is what the application wants and `live` what the cluster
// has; one of them may be nil. When the key is empty it is KIND.GROUP/NAMESPACE/NAME.
func (a *Application) Put(ctx context.Context, key string, desired, live []byte) error {
	name := argument{kind: argText}
	if key != "" {
		name = stringOf(key)
	}
	return a.use(ctx, nil, fnApplicationPut, name, text(desired), text(live), number(0), a.engine.clock())
}

// Remove forgets a resource.
func (a *Application) Remove(ctx context.Context, key string) error {
	return a.use(ctx, nil, fnApplicationRemove, stringOf(key))
}

// Cover says what the application lacks beside what was put. In profile combined what is lost, narrowed or unreadable makes
// it Unknown.
func (a *Application) Cover(ctx context.Context, parts ...CoveragePart) error {
	line, err := json.Marshal(Coverage{Parts: parts})
	if err != nil {
		return err
	}
	return a.use(ctx, nil, fnApplicationCover, text(line))
}

// Partial is the aggregate so far as text, for another process: docs/schema/partial.schema.json.
func (a *Application) Partial(ctx context.Context) (partial []byte, err error) {
	err = a.use(ctx, func(text []byte) error { partial = bytes.Clone(text); return nil }, fnApplicationPartial)
	return partial, err
}

// Merge adds the resources of a partial aggregate, from Partial, Engine.Partials, another binding or the command line.
func (a *Application) Merge(ctx context.Context, partial []byte) error {
	return a.use(ctx, nil, fnApplicationMergePartial, text(partial))
}

// Health is the aggregate of all resources.
func (a *Application) Health(ctx context.Context) (health ApplicationHealth, err error) {
	err = a.use(ctx, func(text []byte) error {
		if err := json.Unmarshal(text, &health); err != nil {
			return fmt.Errorf("vitals: %w", err)
		}
		return nil
	}, fnApplicationHealth)
	return health, err
}

// Close stops what runs, and frees its memory.
func (a *Application) Close() {
	a.close()
	a.engine.made.Delete(weak.Make(a))
}
