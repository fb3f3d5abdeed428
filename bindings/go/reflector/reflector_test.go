package reflector

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	vitals "github.com/kube-vitals/vitals/bindings/go"
)

func pvc(name, phase, version string) string {
	return fmt.Sprintf(`"metadata":{"name":%q,"uid":"u-%s","namespace":"shop","resourceVersion":%q},"status":{"phase":%q}}`,
		name, name, version, phase)
}

// serve answers lists in two pages and one watch, then an expired one.
func serve(t *testing.T, lists *atomic.Int32) *httptest.Server {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		query := r.URL.Query()
		switch {
		case r.URL.Path == "/forbidden":
			http.Error(w, "no", http.StatusForbidden)
		case query.Get("watch") == "true" && lists.Load() == 1:
			const head = `{"apiVersion":"v1","kind":"PersistentVolumeClaim",`
			fmt.Fprintf(w, `{"type":"ADDED","object":%s%s}`+"\n", head, pvc("c", "Lost", "11"))
			fmt.Fprintf(w, `{"type":"MODIFIED","object":%s%s}`+"\n", head, pvc("a", "Lost", "12"))
			fmt.Fprintf(w, `{"type":"DELETED","object":%s%s}`+"\n", head, pvc("b", "Bound", "13"))
			fmt.Fprint(w, `{"type":"BOOKMARK","object":{"kind":"PersistentVolumeClaim","metadata":{"resourceVersion":"20"}}}`+"\n")
			fmt.Fprint(w, `{"type":"ERROR","object":{"kind":"Status","code":410,"message":"too old"}}`+"\n")
		case query.Get("watch") == "true":
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		case query.Get("continue") == "":
			fmt.Fprintf(w, `{"kind":"PersistentVolumeClaimList","apiVersion":"v1","metadata":{"continue":"more"},"items":[{%s]}`,
				pvc("a", "Bound", "1"))
		default:
			lists.Add(1)
			fmt.Fprintf(w, `{"kind":"PersistentVolumeClaimList","apiVersion":"v1","metadata":{"resourceVersion":"10"},"items":[{%s]}`,
				pvc("b", "Bound", "2"))
		}
	}))
	t.Cleanup(server.Close)
	return server
}

func TestReflector(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	live, err := vitals.NewLive(vitals.LiveOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer live.Close()
	source, _ := live.Source(ctx, vitals.SourceOptions{Name: "east"})
	scope, err := live.Scope(ctx, source, vitals.ScopeKey{Kind: "PersistentVolumeClaim"})
	if err != nil {
		t.Fatal(err)
	}
	view, _ := live.View(ctx, vitals.Filter{})
	var lists atomic.Int32
	server := serve(t, &lists)
	done := make(chan error, 1)
	run, stop := context.WithCancel(ctx)
	go func() {
		done <- (&Reflector{Host: server.URL, Path: "/claims", Live: live, Scope: scope, Backoff: time.Millisecond}).Run(run)
	}()
	// After the watch expired a second list begins, which has a and b only.
	for lists.Load() < 2 && ctx.Err() == nil {
		time.Sleep(5 * time.Millisecond)
	}
	for {
		if err := live.Wait(ctx); err != nil {
			t.Fatal(err)
		}
		snapshot, err := view.Snapshot(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if len(snapshot.Rows) == 2 && snapshot.Sources[0].Synced {
			for _, row := range snapshot.Rows {
				if row.Health != vitals.Healthy || row.Kind != "PersistentVolumeClaim" {
					t.Errorf("%+v", row)
				}
			}
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	stop()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	err = (&Reflector{Host: server.URL, Path: "/forbidden", Live: live, Scope: scope}).Run(ctx)
	if err == nil || ctx.Err() != nil {
		t.Error(err)
	}
}
