package vitals

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"
)

const (
	degraded = `{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web","namespace":"shop","generation":1},
"spec":{"replicas":1},"status":{"observedGeneration":1,"conditions":[{"type":"Progressing","status":"False",
"reason":"ProgressDeadlineExceeded","message":"too late"}]}}`
	widget = `{"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"w"},"status":{"ready":true}}`
)

func at(seconds int64) Option {
	return WithClock(func() time.Time { return time.Unix(seconds, 0) })
}

func newEngine(t *testing.T, options ...Option) *Engine {
	t.Helper()
	engine, err := New(append([]Option{at(1767225600)}, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(engine.Close)
	return engine
}

func expectHealth(t *testing.T, engine *Engine, object string, want Health) Verdict {
	t.Helper()
	verdict, err := engine.Assess(context.Background(), []byte(object))
	if err != nil {
		t.Fatal(err)
	}
	if verdict.Health != want {
		t.Fatalf("%s: %s, want %s", verdict.Health, verdict.Message, want)
	}
	return verdict
}

func TestAssess(t *testing.T) {
	engine := newEngine(t)
	verdict := expectHealth(t, engine, degraded, Degraded)
	if verdict.Source != "native" || !strings.Contains(verdict.Message, "exceeded its progress deadline") {
		t.Errorf("%+v", verdict)
	}
	if verdict := expectHealth(t, engine, widget, Unassessed); verdict.NoHealth {
		t.Errorf("%+v", verdict)
	}
	config := `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c"}}`
	if verdict := expectHealth(t, engine, config, Unassessed); !verdict.NoHealth {
		t.Errorf("%+v", verdict)
	}
	_, err := engine.Assess(context.Background(), []byte("{"))
	var failed *Error
	if !errors.Is(err, ErrSyntax) || !errors.As(err, &failed) || failed.Diagnostics[0].Rule != "json-syntax" {
		t.Errorf("%v", err)
	}
}

func TestBundledChecksAndZones(t *testing.T) {
	engine := newEngine(t)
	verdict, err := engine.Assess(context.Background(), []byte(
		`{"apiVersion":"cert-manager.io/v1","kind":"Certificate","metadata":{"name":"c"},"status":{"conditions":[
{"type":"Ready","status":"True","reason":"Ready","message":"fine"}]}}`))
	if err != nil || verdict.Source != "bundled" || verdict.Health != Healthy {
		t.Errorf("%+v %v", verdict, err)
	}
	answer, err := engine.CEL(context.Background(), "timestamp('2026-07-01T12:00:00Z').getHours('Europe/Berlin')", nil)
	if err != nil || answer.Text != "14" {
		t.Errorf("%+v %v", answer, err)
	}
}

func TestRules(t *testing.T) {
	tree := fstest.MapFS{"example.com/Widget/health.lua": {Data: []byte("return {status='Healthy', message='checked'}")}}
	engine := newEngine(t, WithProfile(ArgoCD), WithChecks(tree))
	if verdict := expectHealth(t, engine, widget, Healthy); verdict.Message != "checked" {
		t.Errorf("%+v", verdict)
	}
	if err := engine.Replace(WithCheck("example.com/Widget", "return {")); err != nil {
		t.Fatal(err)
	}
	if warnings := engine.Warnings(); len(warnings) != 1 || warnings[0].Rule != "lua-syntax" {
		t.Errorf("%v", warnings)
	}
	expectHealth(t, engine, widget, Unknown)
	if err := engine.Replace(WithStrictRules(), WithArgoCDConfigMap([]byte("kind: Pod"))); err == nil {
		t.Error("a Pod was taken for a ConfigMap")
	}
	expectHealth(t, engine, widget, Unknown) // the old rules
	if _, err := New(WithLimit("lua_step", 1)); !errors.Is(err, ErrInvalid) {
		t.Errorf("%v", err)
	}
}

func TestHelpersOfATree(t *testing.T) {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	helper := "local function answer(status)\n  return {status=status, message='helped'}\nend\n"
	tree := fstest.MapFS{"prelude.lua": file(helper),
		"example.com/Widget/health.lua": file("-- uses: answer\nreturn answer('Healthy')")}
	engine := newEngine(t, WithProfile(ArgoCD), WithChecks(tree))
	if verdict := expectHealth(t, engine, widget, Healthy); verdict.Message != "helped" {
		t.Errorf("%+v", verdict)
	}
	if err := engine.Replace(WithChecks(tree), WithChecks(tree)); err != nil {
		t.Errorf("the same tree twice: %v", err)
	}
	other := fstest.MapFS{"prelude.lua": file("local function other()\nend\n")}
	if err := engine.Replace(WithChecks(tree), WithChecks(other)); err == nil {
		t.Error("one prelude replaced another")
	}
}

func TestDeadline(t *testing.T) {
	engine := newEngine(t, WithCheck("example.com/Widget", "while true do end"), WithLimit("lua_steps", 1<<60))
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	if _, err := engine.Assess(ctx, []byte(widget)); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("%v", err)
	}
	expectHealth(t, engine, degraded, Degraded) // and the engine lives
}

// A collection that has to wait for the script does not keep the deadline from ending it.
func TestDeadlineDuringCollection(t *testing.T) {
	engine := newEngine(t, WithCheck("example.com/Widget", "while true do end"), WithLimit("lua_steps", 1<<60))
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	var collected sync.WaitGroup
	collected.Go(func() {
		for ctx.Err() == nil {
			runtime.GC()
		}
	})
	if _, err := engine.Assess(ctx, []byte(widget)); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("%v", err)
	}
	collected.Wait()
}

func TestHostileScripts(t *testing.T) {
	for name, script := range map[string]string{
		"endless":  "while true do end",
		"memory":   "local t = {} while true do t[#t + 1] = string.rep('x', 100000) .. #t end",
		"stack":    "local function f() return 1 + f() end return f()",
		"errors":   "for i = 1, 1e9 do pcall(error, {i}) end",
		"nested":   "local function f() return pcall(f) end f() while true do f() end",
		"routines": "local function f() return coroutine.wrap(f)() end return f()",
		"pattern":  "return string.find(string.rep('a', 30000), string.rep('a?', 200) .. string.rep('a', 200))",
	} {
		t.Run(name, func(t *testing.T) {
			engine := newEngine(t, WithPoolSize(1), WithLimit("lua_steps", 2_000_000), WithCheck("example.com/Widget", script))
			for range 2 {
				if verdict := expectHealth(t, engine, widget, Unknown); verdict.Error == "" {
					t.Errorf("%+v", verdict)
				}
				expectHealth(t, engine, degraded, Degraded)
			}
		})
	}
}

// What is not one object is an error, not a verdict.
func TestNotAnObject(t *testing.T) {
	ctx := context.Background()
	for _, profile := range []Profile{Combined, ArgoCD, Flux, KStatus} {
		engine := newEngine(t, WithProfile(profile))
		application := must[*Application](t)(engine.Application(ApplicationOptions{}))
		live := must[*Live](t)(NewLive(LiveOptions{}, WithProfile(profile)))
		source := must[SourceID](t)(live.Source(ctx, SourceOptions{}))
		scope := must[ScopeID](t)(live.Scope(ctx, source, ScopeKey{}))
		for _, given := range []string{"", " ", "null", "[]", "1", `"x"`, "{}", "/etc/passwd", `{"apiVersion":"v1"}`,
			`{"kind":"List","items":[` + degraded + `]}`, `{"type":"ADDED","object":` + degraded + `}`, "kind: Pod\n---\nkind: Pod\n"} {
			object := []byte(given)
			if given == "" {
				object = nil
			}
			verdict, assessed := engine.Assess(ctx, object)
			_, _, health := engine.Health(ctx, object)
			_, explained := engine.Explain(ctx, object)
			put := application.Put(ctx, "", nil, object)
			for call, err := range []error{assessed, health, explained, put, live.Put(ctx, scope, object)} {
				var failed *Error
				if !errors.Is(err, ErrInvalid) || !errors.As(err, &failed) || len(failed.Diagnostics) != 1 {
					t.Errorf("%s, call %d of %q: %+v %v", profile, call, given, verdict, err)
				}
			}
			healths, unreadable, err := engine.Many(ctx, [][]byte{object, []byte(degraded)})
			if err != nil || len(unreadable) != 1 || healths[0] != Unknown || healths[1] != Degraded {
				t.Errorf("%s, %q: %v %v %v", profile, given, healths, unreadable, err)
			}
		}
		if health := must[ApplicationHealth](t)(application.Health(ctx)); health.Resources != 0 {
			t.Errorf("%+v", health)
		}
		live.Close()
	}
}

func TestMany(t *testing.T) {
	engine := newEngine(t)
	healths, unreadable, err := engine.Many(context.Background(), [][]byte{[]byte(degraded), []byte(widget), []byte("{")})
	if err != nil || len(healths) != 3 || healths[0] != Degraded || healths[1] != Unassessed || healths[2] != Unknown {
		t.Errorf("%v %v", healths, err)
	}
	if len(unreadable) != 1 || unreadable[0].Row != 2 {
		t.Errorf("%v", unreadable)
	}
}

func TestAuthors(t *testing.T) {
	engine := newEngine(t)
	explanation, err := engine.Explain(context.Background(), []byte(degraded))
	if err != nil || explanation.Health.Status != Degraded || explanation.DecidedBy.Source != "native" ||
		len(explanation.Elsewhere) != 3 {
		t.Errorf("%+v %v", explanation, err)
	}
	tree := fstest.MapFS{
		"example.com/Widget/health.lua":       {Data: []byte("local unused = 1 local hs = {status='Healthy', message='fine'} return hs")},
		"example.com/Widget/health_test.yaml": {Data: []byte("tests:\n- healthStatus: {status: Healthy, message: fine}\n  inputPath: testdata/w.yaml\n")},
		"example.com/Widget/testdata/w.yaml":  {Data: []byte(widget)},
	}
	report, err := engine.Test(context.Background(), tree, TestOptions{Coverage: true})
	if err != nil || report.Passed != 1 || report.Coverage.Percent != 100 {
		t.Errorf("%+v %v", report, err)
	}
	lint, err := engine.Lint(context.Background(), tree)
	if err != nil || lint.Summary.Files == 0 || len(lint.Findings) == 0 || lint.Findings[0].Rule != "lua-unused" {
		t.Errorf("%+v %v", lint, err)
	}
}

func TestApplication(t *testing.T) {
	engine := newEngine(t)
	application, err := engine.Application(ApplicationOptions{Aggregate: "argocd"})
	if err != nil {
		t.Fatal(err)
	}
	defer application.Close()
	if err := application.Put(context.Background(), "a", nil, []byte(degraded)); err != nil {
		t.Fatal(err)
	}
	health, err := application.Health(context.Background())
	if err != nil || health.Status != Degraded || health.Counts[Degraded] != 1 {
		t.Errorf("%+v %v", health, err)
	}
	if err := application.Remove(context.Background(), "a"); err != nil {
		t.Fatal(err)
	}
	if health, err = application.Health(context.Background()); err != nil || health.Status != Healthy {
		t.Errorf("%+v %v", health, err)
	}
}

func TestPartials(t *testing.T) {
	engine, ctx := newEngine(t), context.Background()
	tracked := func(name, application string) []byte {
		return []byte(strings.Replace(degraded, `"name":"web"`, fmt.Sprintf(
			`"name":%q,"annotations":{"argocd.argoproj.io/tracking-id":"%s:apps/Deployment:shop/%[1]s"}`, name, application), 1))
	}
	parts, unreadable, err := engine.Partials(ctx, [][]byte{tracked("a", "one"), []byte(`{"kind`), tracked("b", "two"), tracked("c", "one")})
	if err != nil || len(parts) != 2 || len(unreadable) != 1 || unreadable[0].Row != 1 {
		t.Fatalf("%q %+v %v", parts, unreadable, err)
	}
	if none, unreadable, err := engine.Partials(ctx, nil); err != nil || len(none) != 0 || len(unreadable) != 0 {
		t.Errorf("%q %+v %v", none, unreadable, err)
	}
	one := must[*Application](t)(engine.Application(ApplicationOptions{Aggregate: "argocd"}))
	defer one.Close()
	check(t, one.Put(ctx, "", nil, []byte(degraded)))
	check(t, one.Merge(ctx, parts[0]))
	if health := must[ApplicationHealth](t)(one.Health(ctx)); health.Resources != 3 || health.Counts[Degraded] != 3 {
		t.Errorf("%+v", health)
	}
	whole := must[*Application](t)(engine.Application(ApplicationOptions{Aggregate: "argocd"}))
	defer whole.Close()
	check(t, whole.Merge(ctx, must[[]byte](t)(one.Partial(ctx))))
	if a, b := must[ApplicationHealth](t)(one.Health(ctx)), must[ApplicationHealth](t)(whole.Health(ctx)); a.Message != b.Message || b.Resources != 3 {
		t.Errorf("%+v, not %+v", b, a)
	}
	if err := whole.Merge(ctx, []byte(`{}`)); err == nil {
		t.Error("what is not a partial aggregate is merged")
	}
}

func TestConcurrent(t *testing.T) {
	engine := newEngine(t, WithPoolSize(3))
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			for j := range 50 {
				if i == 0 && j%10 == 0 {
					if err := engine.Replace(WithProfile(Combined)); err != nil {
						t.Error(err)
					}
				}
				if health, _, err := engine.Health(context.Background(), []byte(degraded)); err != nil || health != Degraded {
					t.Error(health, err)
				}
			}
		})
	}
	group.Wait()
	engine.Close()
	if _, err := engine.Assess(context.Background(), []byte(widget)); !errors.Is(err, ErrClosed) {
		t.Errorf("%v", err)
	}
}

func BenchmarkHealth(b *testing.B) {
	engine, err := New()
	if err != nil {
		b.Fatal(err)
	}
	defer engine.Close()
	for _, object := range []struct{ name, text string }{{"Deployment", degraded}} {
		b.Run(object.name, func(b *testing.B) {
			for b.Loop() {
				_, _, _ = engine.Health(context.Background(), []byte(object.text))
			}
		})
	}
}
