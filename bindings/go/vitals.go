package vitals

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Health is a status in the words of Argo CD.
type Health string

// The statuses. Unassessed: no rule knows the kind. Empty: a script ran and returned nothing.
const (
	Unassessed  Health = "Unassessed"
	Empty       Health = ""
	Healthy     Health = "Healthy"
	Suspended   Health = "Suspended"
	Progressing Health = "Progressing"
	Missing     Health = "Missing"
	Degraded    Health = "Degraded"
	Unknown     Health = "Unknown"
)

// In the order of the library's enum.
var healths = [...]Health{Unassessed, Empty, Healthy, Suspended, Progressing, Missing, Degraded, Unknown}

func healthOf(code int64) Health {
	if code >= 0 && code < int64(len(healths)) {
		return healths[code]
	}
	return Unknown
}

// Profile says whose rules decide.
type Profile string

// The profiles. Combined asks all rules, the most specific first.
const (
	Combined Profile = "combined"
	ArgoCD   Profile = "argocd"
	Flux     Profile = "flux"
	KStatus  Profile = "kstatus"
)

// A Verdict is the health of one object. A rule that fails gives a verdict too: Unknown, with its error.
type Verdict struct {
	Health  Health
	Message string
	// NoHealth: the kind has no health by nature, such as ConfigMap.
	NoHealth bool
	// KStatus is the status in the words of kstatus, in profiles Flux and KStatus: InProgress, Failed, Current, …
	KStatus string
	// Source is what kind of rule decided (customization, bundled, native, …), Rule which one, and RuleAt its file
	// and line, empty for built-in rules.
	Source, Rule, RuleAt string
	// Stale: an observedGeneration lags behind metadata.generation.
	Stale bool
	// Since is the lastTransitionTime of the condition that decided, or zero.
	Since time.Time
	// Suspension says why the object is suspended.
	Suspension string
	// Error is that of the rule when it failed, and Limit the limit that it hit.
	Error, Limit string
	// Counted: the object counts in its application. Hooks and objects with a controller do not.
	Counted bool
}

func (v *Verdict) read(line []byte) error {
	var from struct {
		Health  *struct{ Status, Message string }
		KStatus struct{ Status, Message string }
		Rule    struct{ Source, ID, At string }
		Since   string
		Stale   bool
		Counted bool

		Suspension, Error, Limit string
	}
	if err := json.Unmarshal(line, &from); err != nil {
		return fmt.Errorf("vitals: the verdict is not JSON: %w", err)
	}
	*v = Verdict{NoHealth: from.Health == nil, KStatus: from.KStatus.Status, Source: from.Rule.Source,
		Rule: from.Rule.ID, RuleAt: from.Rule.At, Stale: from.Stale, Counted: from.Counted,
		Suspension: from.Suspension, Error: from.Error, Limit: from.Limit, Health: Unassessed}
	if from.Health != nil {
		v.Health, v.Message = Health(from.Health.Status), from.Health.Message
	}
	if from.Since != "" {
		v.Since, _ = time.Parse(time.RFC3339, from.Since)
	}
	return nil
}

// A Diagnostic is a problem of a configuration, an object or a request.
type Diagnostic struct {
	Severity string `json:"severity"` // error, warning or note
	Rule     string `json:"rule"`
	File     string `json:"file"`
	Document int    `json:"document"`
	Line     int    `json:"line"` // 0: unknown
	Column   int    `json:"column"`
	Limit    string `json:"limit,omitempty"` // that was hit
	Text     string `json:"text"`
}

func (d Diagnostic) String() string {
	if d.File == "" && d.Line == 0 {
		return d.Severity + ": " + d.Text
	}
	return fmt.Sprintf("%s:%d:%d: %s: %s", d.File, d.Line, d.Column, d.Severity, d.Text)
}

// Errors that errors.Is finds in an *Error.
var (
	ErrNoMemory      = errors.New("out of memory")
	ErrInvalid       = errors.New("invalid argument")
	ErrSyntax        = errors.New("input does not parse")
	ErrLimit         = errors.New("a limit was reached")
	ErrConfiguration = errors.New("invalid configuration")
	ErrNotFound      = errors.New("not found")
	ErrStopped       = errors.New("stopped by the host")
	errAgain         = errors.New("not finished: call again")
	// ErrClosed is returned by everything that is used after Close.
	ErrClosed = errors.New("vitals: closed")
)

var statuses = map[int64]error{-1: ErrNoMemory, -2: ErrInvalid, -3: ErrSyntax, -4: ErrLimit, -5: ErrConfiguration,
	-6: ErrNotFound, -7: ErrInvalid, -8: ErrStopped, -9: errAgain}

// An Error is a call that failed, with what was found wrong.
type Error struct {
	Status      error
	Diagnostics []Diagnostic
}

func (e *Error) Error() string {
	if len(e.Diagnostics) == 0 {
		return "vitals: " + e.Status.Error()
	}
	var texts []string
	for _, diagnostic := range e.Diagnostics {
		texts = append(texts, diagnostic.String())
	}
	return "vitals: " + strings.Join(texts, "; ")
}

// Unwrap returns the status.
func (e *Error) Unwrap() error { return e.Status }

func diagnosticsOf(text []byte) []Diagnostic {
	var list struct{ Diagnostics []Diagnostic }
	_ = json.Unmarshal(text, &list) // nothing was found when there is no text
	return list.Diagnostics
}

// failure turns a negative result into an error.
func failure(result int64, text []byte) error {
	if result >= 0 {
		return nil
	}
	status := statuses[result]
	if status == nil {
		status = fmt.Errorf("status %d", result)
	}
	return &Error{status, diagnosticsOf(text)}
}
