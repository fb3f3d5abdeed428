package vitals

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

var (
	endless = WithCheck("example.com/Widget", "while true do end")
	forever = WithLimit("lua_steps", 1<<60)
)

func wantClosed(t *testing.T, what string, errs ...error) {
	t.Helper()
	for i, err := range errs {
		if !errors.Is(err, ErrClosed) {
			t.Errorf("%s, call %d: %v", what, i, err)
		}
	}
}

func second[T any](_ T, err error) error { return err }

func TestUseAfterClose(t *testing.T) {
	ctx, object := context.Background(), []byte(degraded)
	engine := must[*Engine](t)(New())
	application := must[*Application](t)(engine.Application(ApplicationOptions{}))
	closed := must[*Application](t)(engine.Application(ApplicationOptions{}))
	use := func(a *Application) []error {
		return []error{a.Put(ctx, "", nil, object), a.Remove(ctx, "a"), a.Merge(ctx, []byte("{}")), second(a.Partial(ctx)),
			second(a.Health(ctx))}
	}
	closed.Close()
	wantClosed(t, "a closed application", use(closed)...)
	check(t, application.Put(ctx, "", nil, object)) // the other one goes on
	engine.Close()
	engine.Close()
	wantClosed(t, "an application of a closed engine", use(application)...)
	application.Close()
	_, _, health := engine.Health(ctx, object)
	wantClosed(t, "a closed engine", second(engine.Assess(ctx, object)), health, second(engine.Explain(ctx, object)),
		engine.Replace(), second(engine.Application(ApplicationOptions{})))
}

func TestUseOfLiveAfterClose(t *testing.T) {
	ctx, object := context.Background(), []byte(degraded)
	live := must[*Live](t)(NewLive(LiveOptions{}))
	source := must[SourceID](t)(live.Source(ctx, SourceOptions{}))
	scope := must[ScopeID](t)(live.Scope(ctx, source, ScopeKey{}))
	view := must[*View](t)(live.View(ctx, Filter{}))
	live.Close()
	live.Close()
	wantClosed(t, "a closed live", second(live.Source(ctx, SourceOptions{})), second(live.Scope(ctx, source, ScopeKey{})),
		second(live.View(ctx, Filter{})), live.Replace(ctx, nil), live.Begin(ctx, scope), live.Put(ctx, scope, object),
		live.Synced(ctx, scope), live.Lose(ctx, scope, Lost, ""), live.Remove(ctx, scope, ObjectKey{UID: "u"}),
		live.RemoveScope(ctx, scope), live.RemoveSource(ctx, source), live.Wait(ctx), second(view.Snapshot(ctx)),
		second(view.Counts(ctx)), second(view.Changes(ctx, Position{})), second(view.Application(ctx, "1", 1)),
		second(view.Object(ctx, "1")))
	view.Close()
	if _, more := <-view.Follow(ctx, Position{}); more {
		t.Error("the feed of a closed live goes on")
	}
}

// A call while the engine is closed gets an answer or ErrClosed, and none waits forever. `go test -run TestCloseWhileInUse -count 10`
// looks longer.
func TestCloseWhileInUse(t *testing.T) {
	const users, calls, rounds = 16, 8, 40
	ctx, object := context.Background(), []byte(degraded)
	var answers atomic.Int64
	for range rounds {
		engine := must[*Engine](t)(New(WithPoolSize(1), WithoutBundled()))
		application := must[*Application](t)(engine.Application(ApplicationOptions{}))
		var group sync.WaitGroup
		begun := make(chan struct{}, users*calls)
		use := func(call func() error) {
			for {
				if err := call(); err != nil {
					wantClosed(t, "in use", err)
					return
				}
				answers.Add(1)
				select {
				case begun <- struct{}{}:
				default:
				}
			}
		}
		for i := range users {
			group.Go(func() {
				switch {
				case i == 0:
					use(func() error { return second(engine.Application(ApplicationOptions{})) })
				case i < 4:
					use(func() error { return application.Put(ctx, "", nil, object) })
				default:
					use(func() error { _, _, err := engine.Health(ctx, object); return err })
				}
			})
		}
		for range calls {
			<-begun
		}
		engine.Close()
		group.Wait()
	}
	if answers.Load() < int64(rounds*calls) {
		t.Errorf("%d answers", answers.Load())
	}
}

// An engine waits for its own calls and stops the calls of its applications.
func TestCloseStopsApplications(t *testing.T) {
	engine := must[*Engine](t)(New(endless, forever))
	application := must[*Application](t)(engine.Application(ApplicationOptions{}))
	ended := make(chan error)
	go func() { ended <- application.Put(context.Background(), "", nil, []byte(widget)) }()
	for len(application.lock) == 0 {
		time.Sleep(time.Millisecond)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	if err := application.Remove(ctx, "a"); !errors.Is(err, context.DeadlineExceeded) { // it waits for its turn
		t.Error(err)
	}
	engine.Close()
	wantClosed(t, "a rule that runs", <-ended)
}

// A rule that never ends keeps nobody longer than its context, and Close stops it.
func TestLiveWithAnEndlessRule(t *testing.T) {
	background := context.Background()
	live := must[*Live](t)(NewLive(LiveOptions{}, endless, forever))
	source := must[SourceID](t)(live.Source(background, SourceOptions{}))
	scope := must[ScopeID](t)(live.Scope(background, source, ScopeKey{}))
	view := must[*View](t)(live.View(background, Filter{}))
	check(t, live.Put(background, scope, []byte(widget)))
	inside := func() bool { return len(live.lock) == 1 }
	for calm := 0; calm < 20; calm++ { // the rule runs: every look finds somebody inside
		if time.Sleep(time.Millisecond); !inside() {
			calm = 0
		}
	}
	ctx, cancel := context.WithTimeout(background, 10*time.Millisecond)
	defer cancel()
	for call, err := range []error{live.Put(ctx, scope, []byte(degraded)), live.Synced(ctx, scope), second(view.Counts(ctx)),
		second(view.Changes(ctx, Position{})), second(view.Snapshot(ctx)), live.Wait(ctx)} {
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("call %d: %v", call, err)
		}
	}
	waiting := make(chan error)
	go func() { waiting <- live.Wait(background) }()
	live.Close()
	wantClosed(t, "waiting", <-waiting)
}

// Rows are assessed in turns of one row: those who read meanwhile see them one by one.
func TestLiveTakesTurns(t *testing.T) {
	const rows = 60
	ctx := context.Background()
	live := must[*Live](t)(NewLive(LiveOptions{}, endless, WithLimit("lua_steps", 1_000_000)))
	defer live.Close()
	source := must[SourceID](t)(live.Source(ctx, SourceOptions{}))
	scope := must[ScopeID](t)(live.Scope(ctx, source, ScopeKey{}))
	view := must[*View](t)(live.View(ctx, Filter{}))
	check(t, live.enter(ctx)) // all of them wait before the first one is assessed
	for i := range rows {
		must[int64](t)(live.call(ctx, fnLivePut, number(int64(scope)), text(fmt.Appendf(nil,
			`{"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"w%d"}}`, i))))
	}
	live.leave()
	live.wake()
	seen := map[int]bool{}
	for !seen[rows] {
		seen[must[Counts](t)(view.Counts(ctx)).Rows] = true
	}
	if len(seen) < rows/4 {
		t.Errorf("readers had a turn %d times between %d rows", len(seen), rows)
	}
}
