package vitals

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

func must[T any](t *testing.T) func(T, error) T {
	return func(value T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestLive(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	live := must[*Live](t)(NewLive(LiveOptions{KeepObjects: true}, WithProfile(ArgoCD)))
	defer live.Close()
	source := must[SourceID](t)(live.Source(ctx, SourceOptions{Name: "east", ByNamespace: true}))
	scope := must[ScopeID](t)(live.Scope(ctx, source, ScopeKey{}))
	view := must[*View](t)(live.View(ctx, Filter{Namespaces: []string{"shop"}}))
	check(t, live.Begin(ctx, scope))
	check(t, live.Put(ctx, scope, []byte(strings.Replace(degraded, `"name":"web"`, `"name":"web","uid":"u1"`, 1))))
	check(t, live.Put(ctx, scope, []byte(widget)))
	check(t, live.Synced(ctx, scope))
	check(t, live.Wait(ctx))
	snapshot := must[*Snapshot](t)(view.Snapshot(ctx))
	if len(snapshot.Rows) != 1 || snapshot.Rows[0].Health != Degraded || snapshot.Counts.Rows != 1 ||
		len(snapshot.Applications) != 1 || !snapshot.Sources[0].Synced {
		t.Fatalf("%+v", snapshot)
	}
	if counts := must[Counts](t)(view.Counts(ctx)); counts.Rows != 1 || counts.Health[Degraded] != 1 {
		t.Fatalf("%+v", counts)
	}
	feed := view.Follow(ctx, snapshot.Position)
	check(t, live.Remove(ctx, scope, ObjectKey{UID: "u1"}))
	if err := live.Remove(ctx, scope, ObjectKey{UID: "u1"}); !errors.Is(err, ErrNotFound) {
		t.Errorf("%v", err)
	}
	for changes := range feed {
		if slices.ContainsFunc(changes.Changes, func(c Change) bool { return c.Kind == "row-removed" }) {
			break
		}
	}
	check(t, live.Replace(ctx, []SourceID{source}, WithProfile(KStatus)))
	check(t, live.Lose(ctx, scope, Lost, "EOF"))
	live.Close()
	for range feed {
	}
	if err := live.Put(ctx, scope, []byte(widget)); !errors.Is(err, ErrClosed) {
		t.Errorf("%v", err)
	}
}

func TestLivePages(t *testing.T) {
	ctx := context.Background()
	live := must[*Live](t)(NewLive(LiveOptions{}))
	defer live.Close()
	source := must[SourceID](t)(live.Source(ctx, SourceOptions{}))
	scope := must[ScopeID](t)(live.Scope(ctx, source, ScopeKey{}))
	const rows = 3000
	for i := range rows {
		check(t, live.Put(ctx, scope, fmt.Appendf(nil,
			`{"apiVersion":"v1","kind":"Pod","metadata":{"name":"p%d"},"status":{"phase":"Running"}}`, i)))
	}
	check(t, live.Wait(ctx))
	view := must[*View](t)(live.View(ctx, Filter{}))
	if snapshot := must[*Snapshot](t)(view.Snapshot(ctx)); len(snapshot.Rows) != rows {
		t.Errorf("%d rows", len(snapshot.Rows))
	}
}
