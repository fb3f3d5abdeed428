package vitals

import "context"

// A function of <vitals/binding.h>, by its place in functions.
type function int

const (
	fnConfigure function = iota
	fnBundle
	fnZones
	fnAssess
	fnHealth
	fnMany
	fnExplain
	fnCEL
	fnLua
	fnLint
	fnTest
	fnApplication
	fnApplicationFree
	fnApplicationPut
	fnApplicationRemove
	fnApplicationHealth
	fnApplicationMerge
	fnLiveOpen
	fnLiveClose
	fnLiveSource
	fnLiveSourceRemove
	fnLiveUse
	fnLiveScope
	fnLiveScopeRemove
	fnLiveBegin
	fnLiveSynced
	fnLiveLost
	fnLivePutAt
	fnLiveRemove
	fnLiveRun
	fnLiveNextMs
	fnLiveView
	fnLiveViewFree
	fnLiveSnapshot
	fnLiveChanges
	fnLiveApplication
	fnLiveObject
	fnApplicationPartial
	fnApplicationMergePartial
	fnPartials
	fnLivePut
	fnApplicationCover
	functionCount
)

// Their names behind vitals_binding_, and whether they return 64 bits.
var functions = [functionCount]struct {
	name string
	wide bool
}{
	fnConfigure: {"configure", false}, fnBundle: {"bundle", false}, fnZones: {"zones", false},
	fnAssess: {"assess", false}, fnHealth: {"health", false}, fnMany: {"many", true},
	fnExplain: {"explain", false}, fnCEL: {"cel", false}, fnLua: {"lua", false}, fnLint: {"lint", false},
	fnTest: {"test", false}, fnApplication: {"application", true}, fnApplicationFree: {"application_free", false},
	fnApplicationPut: {"application_put", false}, fnApplicationRemove: {"application_remove", false},
	fnApplicationHealth: {"application_health", false}, fnApplicationMerge: {"application_merge", false},
	fnLiveOpen: {"live_open", false}, fnLiveClose: {"live_close", false}, fnLiveSource: {"live_source", true},
	fnLiveSourceRemove: {"live_source_remove", false}, fnLiveUse: {"live_use", false},
	fnLiveScope: {"live_scope", true}, fnLiveScopeRemove: {"live_scope_remove", false},
	fnLiveBegin: {"live_begin", false}, fnLiveSynced: {"live_synced", false}, fnLiveLost: {"live_lost", false},
	fnLivePutAt: {"live_put_at", false}, fnLiveRemove: {"live_remove", false}, fnLiveRun: {"live_run", false},
	fnLiveNextMs: {"live_next_ms", true}, fnLiveView: {"live_view", true},
	fnLiveViewFree: {"live_view_free", false}, fnLiveSnapshot: {"live_snapshot", false},
	fnLiveChanges: {"live_changes", false}, fnLiveApplication: {"live_application", false},
	fnLiveObject: {"live_object", false}, fnApplicationPartial: {"application_partial", false},
	fnApplicationMergePartial: {"application_merge_partial", false}, fnPartials: {"partials", true},
	fnLivePut: {"live_put", false}, fnApplicationCover: {"application_cover", false},
}

type argumentKind int

const (
	argNumber argumentKind = iota
	argText                // a pointer and a size
	argIn                  // a pointer to bytes that are read
	argOut                 // a pointer to bytes that are written
)

type argument struct {
	kind   argumentKind
	number int64
	bytes  []byte
}

func number(n int64) argument    { return argument{kind: argNumber, number: n} }
func text(b []byte) argument     { return argument{kind: argText, bytes: b} }
func stringOf(s string) argument { return argument{kind: argText, bytes: []byte(s)} }

// A core is one handle of the library, for one goroutine at a time.
type core interface {
	// call returns the result of a function. An error means that the core is of no use any more.
	call(f function, arguments ...argument) (int64, error)
	// text is the text of the last call, borrowed until the next one.
	text() []byte
	// stop makes the call that runs end, from any goroutine; it is called again until the call has ended.
	stop()
	// resume takes a stop back.
	resume()
	close()
}

// invoke calls a function under a context.
func invoke(ctx context.Context, c core, f function, arguments ...argument) (int64, error) {
	if ctx.Done() == nil {
		return c.call(f, arguments...)
	}
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	w := watch(ctx, c)
	result, err := c.call(f, arguments...)
	w.end()
	if err == nil {
		err = ctx.Err()
	}
	return result, err
}
