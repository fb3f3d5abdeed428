package vitals

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"sync"
	"time"
)

// A Live follows objects that change: it assesses what is new, aggregates applications, damps flapping, and has a feed
// of changes. Objects come in scopes (what is listed and watched as one) of sources (clusters). Objects are
// forgotten once they are assessed; rows stay. It may be used by any number of goroutines; assessing is done by one of
// its own.
type Live struct {
	machine *machine
	now     func() time.Time
	lock    sync.Mutex
	worker  *worker
	kick    chan struct{} // something may be due
	changed chan struct{} // closed when something has changed
	stopped chan struct{}
	done    chan struct{}
	failed  error
}

// LiveOptions are those of a live.
type LiveOptions struct {
	// KeepObjects keeps the text of objects, for View.Object.
	KeepObjects bool
	// Settling says how long a status must hold before it counts as settled.
	Settling Settling
	// Limits by name: live_rows and so on.
	Limits map[string]uint64
}

// Settling of statuses. Zero takes the default.
type Settling struct {
	Better, Worse  time.Duration
	TerminalAtOnce bool
	FlapChanges    int
	FlapWindow     time.Duration
}

func (s Settling) json() map[string]any {
	members := map[string]any{}
	if s.Better != 0 {
		members["betterMs"] = s.Better.Milliseconds()
	}
	if s.Worse != 0 {
		members["worseMs"] = s.Worse.Milliseconds()
	}
	if s.TerminalAtOnce {
		members["terminalAtOnce"] = true
	}
	if s.FlapChanges != 0 {
		members["flapChanges"] = s.FlapChanges
	}
	if s.FlapWindow != 0 {
		members["flapWindowMs"] = s.FlapWindow.Milliseconds()
	}
	return members
}

// NewLive opens a live. The options are the rules of the sources that are added.
func NewLive(live LiveOptions, options ...Option) (*Live, error) {
	s, err := apply(options)
	if err != nil {
		return nil, err
	}
	rules, err := json.Marshal(&s)
	if err != nil {
		return nil, err
	}
	m, err := newMachine(s.cacheDir)
	if err != nil {
		return nil, err
	}
	l := &Live{machine: m, now: s.now, kick: make(chan struct{}, 1), changed: make(chan struct{}),
		stopped: make(chan struct{}), done: make(chan struct{})}
	if l.worker, err = m.newWorker(); err == nil {
		err = l.open(rules, live)
	}
	if err != nil {
		if l.worker != nil {
			l.worker.core.close()
		}
		m.close()
		return nil, err
	}
	go l.run()
	return l, nil
}

func (l *Live) open(options []byte, live LiveOptions) error {
	if err := l.worker.configure(&rules{options: options}); err != nil {
		return err
	}
	members := map[string]any{"epoch": l.now().UnixMilli(), "settling": live.Settling.json()}
	if live.KeepObjects {
		members["keep"] = "all"
	}
	if live.Limits != nil {
		members["limits"] = live.Limits
	}
	_, err := l.callJSON(fnLiveOpen, members)
	return err
}

// Close ends the live. Its views and feeds end with it.
func (l *Live) Close() {
	l.lock.Lock()
	if l.worker == nil {
		l.lock.Unlock()
		return
	}
	close(l.stopped)
	l.worker.core.stop()
	l.lock.Unlock()
	<-l.done
	l.lock.Lock()
	l.worker.core.close()
	l.worker = nil
	l.machine.close()
	l.lock.Unlock()
}

// call calls a function with the lock held.
func (l *Live) call(f function, arguments ...argument) (int64, error) {
	if l.worker == nil {
		return 0, ErrClosed
	}
	if l.failed != nil {
		return 0, l.failed
	}
	result, err := l.worker.core.call(f, arguments...)
	if err != nil {
		l.failed = err
		return 0, err
	}
	return result, failure(result, l.worker.core.text())
}

func (l *Live) callJSON(f function, members any, before ...argument) (int64, error) {
	line, err := json.Marshal(members)
	if err != nil {
		return 0, err
	}
	return l.call(f, append(before, text(line))...)
}

// change calls a function after which something may be due.
func (l *Live) change(f function, arguments ...argument) error {
	l.lock.Lock()
	defer l.lock.Unlock()
	_, err := l.call(f, arguments...)
	l.announce()
	l.wake()
	return err
}

func (l *Live) wake() {
	select {
	case l.kick <- struct{}{}:
	default:
	}
}

// announce wakes the goroutines that wait for changes.
func (l *Live) announce() {
	close(l.changed)
	l.changed = make(chan struct{})
}

// How many rows are assessed with the lock held.
const budget = 256

// run assesses what is due until the live is closed.
func (l *Live) run() {
	defer close(l.done)
	for {
		var timer <-chan time.Time
		if wait, ok := l.step(); ok {
			timer = time.After(wait)
		}
		select {
		case <-l.stopped:
			return
		case <-l.kick:
		case <-timer:
		}
	}
}

// step assesses some rows and returns when the next are due; false: not before a change.
func (l *Live) step() (time.Duration, bool) {
	l.lock.Lock()
	defer l.lock.Unlock()
	next, err := l.call(fnLiveNextMs)
	now := l.now().UnixMilli()
	if err == nil && next <= now {
		_, err = l.call(fnLiveRun, number(now), number(budget))
		l.announce()
		next = now
		if err == nil {
			next, err = l.call(fnLiveNextMs)
		}
	}
	if err != nil && l.failed == nil { // more is due
		return 0, true
	}
	if err != nil || next == math.MaxInt64 {
		return 0, false
	}
	return max(0, time.Duration(next-now)*time.Millisecond), true
}

// SourceOptions are those of a source.
type SourceOptions struct {
	Name            string `json:"name,omitempty"`
	Aggregate       string `json:"aggregate,omitempty"`
	Tracking        string `json:"tracking,omitempty"`
	ByNamespace     bool   `json:"byNamespace,omitempty"`
	InstanceLabel   string `json:"instanceLabel,omitempty"`
	InstallationID  string `json:"installationId,omitempty"`
	ArgoCDNamespace string `json:"argocdNamespace,omitempty"`
}

// A SourceID, ScopeID, and the ids of views are never reused.
type (
	SourceID int64
	ScopeID  int64
)

// Source adds a source with the current rules.
func (l *Live) Source(options SourceOptions) (SourceID, error) {
	l.lock.Lock()
	defer l.lock.Unlock()
	id, err := l.callJSON(fnLiveSource, options)
	return SourceID(id), err
}

// RemoveSource forgets a source with all of its rows.
func (l *Live) RemoveSource(source SourceID) error {
	return l.change(fnLiveSourceRemove, number(int64(source)))
}

// Replace takes other rules for the sources that are named, whose rows are assessed again, and those that are added.
func (l *Live) Replace(sources []SourceID, options ...Option) error {
	s, err := apply(options)
	if err != nil {
		return err
	}
	line, err := json.Marshal(&s)
	if err != nil {
		return err
	}
	l.lock.Lock()
	defer l.lock.Unlock()
	if l.worker == nil {
		return ErrClosed
	}
	if err := l.worker.configure(&rules{options: line}); err != nil {
		return err
	}
	for _, source := range sources {
		if _, err := l.call(fnLiveUse, number(int64(source))); err != nil {
			return err
		}
	}
	l.wake()
	return nil
}

// A ScopeKey says what a scope lists; what is empty stands for any.
type ScopeKey struct {
	Group     string `json:"group,omitempty"`
	Kind      string `json:"kind,omitempty"`
	Namespace string `json:"namespace,omitempty"`
}

// Scope adds a scope to a source.
func (l *Live) Scope(source SourceID, key ScopeKey) (ScopeID, error) {
	l.lock.Lock()
	defer l.lock.Unlock()
	id, err := l.callJSON(fnLiveScope, key, number(int64(source)))
	return ScopeID(id), err
}

// RemoveScope forgets a scope with all of its rows.
func (l *Live) RemoveScope(scope ScopeID) error {
	return l.change(fnLiveScopeRemove, number(int64(scope)))
}

// Begin says that a list of a scope begins.
func (l *Live) Begin(scope ScopeID) error { return l.change(fnLiveBegin, number(int64(scope))) }

// Synced says that the list is complete: rows that were not put since Begin are removed.
func (l *Live) Synced(scope ScopeID) error { return l.change(fnLiveSynced, number(int64(scope))) }

// Why a scope is not in sync: the numbers of vitals_live_state.
const (
	Lost      = 2
	Forbidden = 3
)

// Lose says why a scope is not in sync any more.
func (l *Live) Lose(scope ScopeID, state int, reason string) error {
	return l.change(fnLiveLost, number(int64(scope)), number(int64(state)), stringOf(reason))
}

// Put adds or replaces an object. The bytes are not kept. Objects wait until they are assessed, and take many times the
// memory of a row: so that few do when many goroutines put, some calls assess what has come.
func (l *Live) Put(scope ScopeID, object []byte) error {
	return l.change(fnLivePut, number(int64(scope)), text(object), number(l.now().UnixMilli()))
}

// An ObjectKey names an object: by its UID when that is given.
type ObjectKey struct {
	UID       string `json:"uid,omitempty"`
	Group     string `json:"group,omitempty"`
	Kind      string `json:"kind,omitempty"`
	Namespace string `json:"namespace,omitempty"`
	Name      string `json:"name,omitempty"`
}

// Remove forgets an object. ErrNotFound: there is none.
func (l *Live) Remove(scope ScopeID, object ObjectKey) error {
	line, err := json.Marshal(object)
	if err != nil {
		return err
	}
	return l.change(fnLiveRemove, number(int64(scope)), text(line))
}

// Wait returns when everything that is due has been assessed.
func (l *Live) Wait(ctx context.Context) error {
	for {
		l.lock.Lock()
		changed := l.changed
		next, err := l.call(fnLiveNextMs)
		l.lock.Unlock()
		if err != nil || next > l.now().UnixMilli() {
			return err
		}
		l.wake()
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// A Filter says what a view shows; what is empty stands for all.
type Filter struct {
	Sources      []string `json:"sources,omitempty"`
	Namespaces   []string `json:"namespaces,omitempty"`
	Projects     []string `json:"projects,omitempty"`
	Applications []string `json:"applications,omitempty"`
}

// A View shows a part of a live: what it leaves out is neither counted nor numbered in it.
type View struct {
	live *Live
	id   int64
}

// View makes a view.
func (l *Live) View(filter Filter) (*View, error) {
	l.lock.Lock()
	defer l.lock.Unlock()
	id, err := l.callJSON(fnLiveView, filter)
	if err != nil {
		return nil, err
	}
	return &View{l, id}, nil
}

// Close frees the view.
func (v *View) Close() { _ = v.live.change(fnLiveViewFree, number(v.id)) }

func (v *View) read(out any, f function, arguments ...argument) error {
	v.live.lock.Lock()
	defer v.live.lock.Unlock()
	_, err := v.live.call(f, append([]argument{number(v.id)}, arguments...)...)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(v.live.worker.core.text(), out); err != nil {
		return fmt.Errorf("vitals: %w", err)
	}
	return nil
}
