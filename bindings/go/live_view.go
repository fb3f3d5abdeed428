package vitals

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"strconv"
)

// A Position in the feed.
type Position struct {
	Epoch    int64 `json:"epoch"`
	Sequence int64 `json:"sequence"`
}

// A Row is one object and its verdict: docs/schema/binding.schema.json describes every field. Times are Unix
// milliseconds.
type Row struct {
	ID, Source, Scope, Owner, Application string
	UID, Group, Kind, Namespace, Name     string
	ResourceVersion                       string
	Removed                               bool
	Health, Settled                       Health
	Message, DecidedBy, Rule              string
	KStatus, Delivery                     string
	SinceMs, ChangedMs, SettlesMs         int64
	Counted, NoHealth, Failed, Stale      bool
	Terminal, Flapping, OlderRules        bool
}

// A LiveApplication is the aggregate of its rows.
type LiveApplication struct {
	ID, Source, Object       string
	Manager, Namespace, Name string
	Project                  string
	Removed                  bool
	Health, Settled          Health
	Complete                 bool
	Incomplete, Delivery     string
	Members, Absent, Lost    int // Lost: parts that could not be read
	Counted                  map[Health]int
	ChangedMs                int64
	Flapping                 bool
	Message                  string // of View.Application only
	Rows                     []Row  // of View.Application only, worst first
}

// A Scope of a view.
type Scope struct {
	ID, Source             string
	Group, Kind, Namespace string
	State, Reason          string
	Synced                 bool
	Rows                   int
}

// A Source of a view.
type Source struct {
	ID, Name string
	Profile  Profile
	Rows     int
	Synced   bool
}

// Counts of a view.
type Counts struct {
	Rows, Applications, NoHealth        int
	Health, Settled, ApplicationSettled map[Health]int
}

// A Snapshot is a whole view at a position.
type Snapshot struct {
	Position     Position
	Counts       Counts
	Sources      []Source
	Scopes       []Scope
	Applications []LiveApplication
	Rows         []Row
	After        string `json:"after"` // of a page: where the next one begins; empty at the end
}

// How much is read in one turn.
const pageRows, pageChanges = 1024, 256

// Snapshot reads the view in pages, between which it may change: follow the changes after its position.
func (v *View) Snapshot(ctx context.Context) (*Snapshot, error) {
	whole := new(Snapshot)
	if err := v.page(ctx, whole, 0, pageRows); err != nil {
		return nil, err
	}
	for after := whole.After; after != ""; {
		last, err := strconv.ParseInt(after, 10, 64)
		if err != nil {
			return nil, err
		}
		var next Snapshot
		if err := v.page(ctx, &next, last, pageRows); err != nil {
			return nil, err
		}
		whole.Rows = append(whole.Rows, next.Rows...)
		after = next.After
	}
	whole.After = ""
	return whole, nil
}

func (v *View) page(ctx context.Context, out *Snapshot, after, rows int64) error {
	return v.read(ctx, out, fnLiveSnapshot, number(after), number(rows))
}

// Counts reads the counts of the view, without its rows.
func (v *View) Counts(ctx context.Context) (Counts, error) {
	var page Snapshot
	err := v.page(ctx, &page, 0, 1)
	return page.Counts, err
}

// A Change of the feed, with its subject as it is now.
type Change struct {
	Sequence               int64
	AtMs                   int64
	Kind                   string // row-added, row-changed, row-removed, application-…, scope-changed
	Subject                string
	From, To               Health
	SettledFrom, SettledTo Health
	Row                    *Row
	Application            *LiveApplication
	Scope                  *Scope
}

// Changes are those after a position, up to another. Reset: the feed does not reach back so far; take a snapshot.
type Changes struct {
	Changes  []Change
	Position Position
	Reset    bool `json:"-"`
}

// Follow sends the changes after a position as they happen, until the context or the live ends, which closes the
// channel. After a Reset nothing more is sent.
func (v *View) Follow(ctx context.Context, after Position) <-chan Changes {
	out := make(chan Changes)
	go func() {
		defer close(out)
		for {
			changed, _, err := v.live.look(ctx)
			if err != nil {
				return
			}
			changes, err := v.Changes(ctx, after)
			if err != nil {
				return
			}
			if len(changes.Changes) > 0 || changes.Reset {
				select {
				case out <- changes:
				case <-v.live.ended:
					return
				case <-ctx.Done():
					return
				}
			}
			if changes.Reset {
				return
			}
			after = changes.Position
			if len(changes.Changes) == pageChanges {
				continue
			}
			select {
			case <-changed:
			case <-ctx.Done():
				return
			case <-v.live.ended:
				return
			}
		}
	}()
	return out
}

// Changes reads the changes after a position that there are.
func (v *View) Changes(ctx context.Context, after Position) (Changes, error) {
	var changes Changes
	err := v.read(ctx, &changes, fnLiveChanges, number(after.Epoch), number(after.Sequence), number(pageChanges))
	if errors.Is(err, ErrNotFound) {
		return Changes{Reset: true}, nil
	}
	return changes, err
}

// Application reads an application with its message and at most so many rows, worst first; 0: all.
func (v *View) Application(ctx context.Context, id string, most int) (*LiveApplication, error) {
	n, err := strconv.ParseInt(id, 10, 64)
	if err != nil {
		return nil, &Error{Status: ErrInvalid}
	}
	if most <= 0 {
		most = math.MaxInt32
	}
	application := new(LiveApplication)
	return application, v.read(ctx, application, fnLiveApplication, number(n), number(int64(most)))
}

// Object is the object of a row as JSON. ErrNotFound: it is not kept.
func (v *View) Object(ctx context.Context, row string) (json.RawMessage, error) {
	n, err := strconv.ParseInt(row, 10, 64)
	if err != nil {
		return nil, &Error{Status: ErrInvalid}
	}
	var object json.RawMessage
	return object, v.read(ctx, &object, fnLiveObject, number(n))
}
