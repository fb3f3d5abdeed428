package vitals

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"sync"
)

// An Application aggregates the health of resources, as Argo CD does. It has memory of its own and the rules that the
// engine had when it was made. It may be used by any number of goroutines, one at a time.
type Application struct {
	engine *Engine
	lock   sync.Mutex
	worker *worker
	id     int64
}

// ApplicationOptions say how it aggregates, and which object the application is.
type ApplicationOptions struct {
	Aggregate string `json:"aggregate,omitempty"` // argocd, argocd-3.3, worst or kstatus
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
}

// Application makes one, without resources.
func (e *Engine) Application(options ApplicationOptions) (*Application, error) {
	if e.closed.Load() {
		return nil, ErrClosed
	}
	line, err := json.Marshal(options)
	if err != nil {
		return nil, err
	}
	w, err := e.machine.newWorker()
	if err != nil {
		return nil, err
	}
	a := &Application{engine: e, worker: w}
	if err = w.configure(e.current.Load()); err == nil {
		a.id, err = a.call(context.Background(), fnApplication, text(line))
	}
	if err != nil {
		w.core.close()
		return nil, err
	}
	return a, nil
}

func (a *Application) call(ctx context.Context, f function, arguments ...argument) (int64, error) {
	if a.worker == nil {
		return 0, ErrClosed
	}
	result, err := invoke(ctx, a.worker.core, f, arguments...)
	if err == nil {
		err = failure(result, a.worker.core.text())
	}
	return result, err
}

// Put assesses a resource and puts it under a key. `desired` is what the application wants and `live` what the cluster
// has; one of them may be nil. When the key is empty it is KIND.GROUP/NAMESPACE/NAME.
func (a *Application) Put(ctx context.Context, key string, desired, live []byte) error {
	a.lock.Lock()
	defer a.lock.Unlock()
	name := argument{kind: argText}
	if key != "" {
		name = stringOf(key)
	}
	_, err := a.call(ctx, fnApplicationPut, number(a.id), name, text(desired), text(live), number(0),
		a.engine.clock())
	return err
}

// Remove forgets a resource.
func (a *Application) Remove(key string) error {
	a.lock.Lock()
	defer a.lock.Unlock()
	_, err := a.call(context.Background(), fnApplicationRemove, number(a.id), stringOf(key))
	return err
}

// Partial is the aggregate so far as text, for another process: docs/schema/partial.schema.json.
func (a *Application) Partial() ([]byte, error) {
	a.lock.Lock()
	defer a.lock.Unlock()
	if _, err := a.call(context.Background(), fnApplicationPartial, number(a.id)); err != nil {
		return nil, err
	}
	return bytes.Clone(a.worker.core.text()), nil
}

// Merge adds the resources of a partial aggregate, from Partial, Engine.Partials, another binding or the command line.
func (a *Application) Merge(partial []byte) error {
	a.lock.Lock()
	defer a.lock.Unlock()
	_, err := a.call(context.Background(), fnApplicationMergePartial, number(a.id), text(partial))
	return err
}

// Health is the aggregate of all resources.
func (a *Application) Health() (ApplicationHealth, error) {
	var health ApplicationHealth
	a.lock.Lock()
	defer a.lock.Unlock()
	_, err := a.call(context.Background(), fnApplicationHealth, number(a.id))
	if err == nil {
		if err = json.Unmarshal(a.worker.core.text(), &health); err != nil {
			err = fmt.Errorf("vitals: %w", err)
		}
	}
	return health, err
}

// Close frees its memory.
func (a *Application) Close() {
	a.lock.Lock()
	defer a.lock.Unlock()
	if a.worker != nil {
		a.worker.core.close()
		a.worker = nil
	}
}
