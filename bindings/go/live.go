package vitals

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"sync"
	"sync/atomic"
	"time"
)

// A Live follows objects that change: it assesses what is new, aggregates applications, damps flapping, and has a feed
// of changes. Objects come in scopes (what is listed and watched as one) of sources (clusters). Objects are
// forgotten once they are assessed; rows stay. It may be used by any number of goroutines, which take turns; assessing is
// done by one of its own, in a turn for each row. A call waits for its turn until its context ends.
type Live struct {
	handle
	machine *machine
	now     func() time.Time
	end     sync.Once
	kick    chan struct{} // something may be due
	changed chan struct{} // closed when something has changed; read and set in a turn
	waiting atomic.Int64  // objects that were put since nothing was due
	done    chan struct{} // closed when nothing is assessed any more
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
	w, err := m.newWorker()
	if err != nil {
		m.close()
		return nil, err
	}
	l := &Live{handle: newHandle(w), machine: m, now: s.now, kick: make(chan struct{}, 1), changed: make(chan struct{}),
		done: make(chan struct{})}
	if err := l.open(rules, live); err != nil {
		w.core.close()
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
	_, err := l.callJSON(context.Background(), fnLiveOpen, members)
	return err
}

// Close ends the live: a rule that runs is stopped, and views and feeds end with it.
func (l *Live) Close() {
	l.end.Do(func() {
		l.close()
		<-l.done
		l.machine.close()
	})
}

func (l *Live) callJSON(ctx context.Context, f function, members any, before ...argument) (int64, error) {
	line, err := json.Marshal(members)
	if err != nil {
		return 0, err
	}
	return l.call(ctx, f, append(before, text(line))...)
}

// make calls a function that returns an id, in turn.
func (l *Live) make(ctx context.Context, f function, members any, before ...argument) (int64, error) {
	if err := l.enter(ctx); err != nil {
		return 0, err
	}
	defer l.leave()
	return l.callJSON(ctx, f, members, before...)
}

// change calls a function after which something may be due, in turn.
func (l *Live) change(ctx context.Context, f function, arguments ...argument) error {
	if err := l.enter(ctx); err != nil {
		return err
	}
	defer l.leave()
	_, err := l.call(ctx, f, arguments...)
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

// run assesses what is due until the live is closed.
func (l *Live) run() {
	defer close(l.done)
	for {
		wait, more, err := l.step(context.Background())
		if err == nil && more && wait == 0 {
			continue
		}
		var timer <-chan time.Time
		if err == nil && more {
			timer = time.After(wait)
		}
		select {
		case <-l.ended:
			return
		case <-l.kick:
		case <-timer:
		}
	}
}

// step assesses a row that is due, in turn, and returns when the next one is; false: not before a change.
func (l *Live) step(ctx context.Context) (wait time.Duration, more bool, err error) {
	if err := l.enter(ctx); err != nil {
		return 0, false, err
	}
	defer l.leave()
	now := l.now().UnixMilli()
	result, err := l.invoke(ctx, fnLiveRun, number(now), number(1))
	l.announce()
	if err != nil || result != 0 { // more is due; a row that failed stays due
		return 0, true, err
	}
	l.waiting.Store(0)
	next, err := l.invoke(ctx, fnLiveNextMs)
	if err != nil || next == math.MaxInt64 {
		return 0, false, err
	}
	return max(0, time.Duration(next-now)*time.Millisecond), true, nil
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
func (l *Live) Source(ctx context.Context, options SourceOptions) (SourceID, error) {
	id, err := l.make(ctx, fnLiveSource, options)
	return SourceID(id), err
}

// RemoveSource forgets a source with all of its rows.
func (l *Live) RemoveSource(ctx context.Context, source SourceID) error {
	return l.change(ctx, fnLiveSourceRemove, number(int64(source)))
}

// Replace takes other rules for the sources that are named, whose rows are assessed again, and those that are added.
func (l *Live) Replace(ctx context.Context, sources []SourceID, options ...Option) error {
	s, err := apply(options)
	if err != nil {
		return err
	}
	line, err := json.Marshal(&s)
	if err != nil {
		return err
	}
	if err := l.enter(ctx); err != nil {
		return err
	}
	defer l.leave()
	if _, err := l.call(ctx, fnConfigure, text(line)); err != nil {
		return err
	}
	for _, source := range sources {
		if _, err := l.call(ctx, fnLiveUse, number(int64(source))); err != nil {
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
func (l *Live) Scope(ctx context.Context, source SourceID, key ScopeKey) (ScopeID, error) {
	id, err := l.make(ctx, fnLiveScope, key, number(int64(source)))
	return ScopeID(id), err
}

// RemoveScope forgets a scope with all of its rows.
func (l *Live) RemoveScope(ctx context.Context, scope ScopeID) error {
	return l.change(ctx, fnLiveScopeRemove, number(int64(scope)))
}

// Begin says that a list of a scope begins.
func (l *Live) Begin(ctx context.Context, scope ScopeID) error {
	return l.change(ctx, fnLiveBegin, number(int64(scope)))
}

// Synced says that the list is complete: rows that were not put since Begin are removed.
func (l *Live) Synced(ctx context.Context, scope ScopeID) error {
	return l.change(ctx, fnLiveSynced, number(int64(scope)))
}

// Why a scope is not in sync: the numbers of vitals_live_state.
const (
	Lost      = 2
	Forbidden = 3
)

// Lose says why a scope is not in sync any more.
func (l *Live) Lose(ctx context.Context, scope ScopeID, state int, reason string) error {
	return l.change(ctx, fnLiveLost, number(int64(scope)), number(int64(state)), stringOf(reason))
}

// Objects wait until they are assessed, and take many times the memory of a row. So that few do, goroutines that put
// faster than one assesses help: once mostWaiting have come, a call assesses up to mostHelp rows, each in a turn of its own.
const mostWaiting, mostHelp = 256, 4

// Put adds or replaces an object. The bytes are not kept. It may assess a few rows; when the context ends meanwhile, the
// object has been put all the same.
func (l *Live) Put(ctx context.Context, scope ScopeID, object []byte) error {
	err := l.change(ctx, fnLivePut, number(int64(scope)), text(object))
	if err != nil || l.waiting.Add(1) <= mostWaiting {
		return err
	}
	more := true
	for i := 0; err == nil && more && i < mostHelp; i++ {
		_, more, err = l.step(ctx)
	}
	return err
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
func (l *Live) Remove(ctx context.Context, scope ScopeID, object ObjectKey) error {
	line, err := json.Marshal(object)
	if err != nil {
		return err
	}
	return l.change(ctx, fnLiveRemove, number(int64(scope)), text(line))
}

// look returns the channel that is closed when something changes, and when something is due.
func (l *Live) look(ctx context.Context) (changed <-chan struct{}, next int64, err error) {
	if err := l.enter(ctx); err != nil {
		return nil, 0, err
	}
	defer l.leave()
	next, err = l.call(ctx, fnLiveNextMs)
	return l.changed, next, err
}

// Wait returns when everything that is due has been assessed.
func (l *Live) Wait(ctx context.Context) error {
	for {
		changed, next, err := l.look(ctx)
		if err != nil || next > l.now().UnixMilli() {
			return err
		}
		l.wake()
		select {
		case <-changed:
		case <-l.ended:
			return ErrClosed
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
func (l *Live) View(ctx context.Context, filter Filter) (*View, error) {
	id, err := l.make(ctx, fnLiveView, filter)
	if err != nil {
		return nil, err
	}
	return &View{l, id}, nil
}

// Close frees the view.
func (v *View) Close() { _ = v.live.change(context.Background(), fnLiveViewFree, number(v.id)) }

func (v *View) read(ctx context.Context, out any, f function, arguments ...argument) error {
	if err := v.live.enter(ctx); err != nil {
		return err
	}
	defer v.live.leave()
	_, err := v.live.call(ctx, f, append([]argument{number(v.id)}, arguments...)...)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(v.live.worker.core.text(), out); err != nil {
		return fmt.Errorf("vitals: %w", err)
	}
	return nil
}
