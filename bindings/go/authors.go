package vitals

import (
	"context"
	"encoding/json"
	"io/fs"
)

// An Explanation says which rule decided, what it read, and what the other profiles say:
// docs/schema/explanation.schema.json describes every field.
type Explanation struct {
	Group, Kind, Namespace, Name string
	Profile                      Profile
	Health                       *struct {
		Status  Health
		Message string
	}
	Because, Since, Error string
	DecidedBy             struct {
		Source, ID, At, Row, LineAt string
		Wildcard                    bool
	}
	Considered []struct{ Source, Outcome, Text string }
	Script     []struct {
		Line, ScriptLine int
		Decided          bool
		Text             string
	}
	FieldsRead []struct {
		Path  string
		Value json.RawMessage // absent when the field is
	}
	Expression []struct{ Text, Value string }
	Below      []struct {
		Status              Health
		Kind, Name, Message string
	}
	Elsewhere []struct {
		Profile Profile
		Agrees  bool
		Status  *string
		Message string
	}
	Cost *struct {
		Limit    string
		Used, Of uint64
	}
	CutAt, Nearest string
	ArgoCDBundles  bool `json:"argocdBundles"`
}

// Explain explains the verdict of an object.
func (e *Engine) Explain(ctx context.Context, object []byte) (*Explanation, error) {
	explanation := new(Explanation)
	if err := e.into(ctx, explanation, fnExplain, text(object), e.clock()); err != nil {
		return nil, err
	}
	return explanation, nil
}

// ExplainJSON is Explain with the JSON of `vitals explain -o json`.
func (e *Engine) ExplainJSON(ctx context.Context, object []byte) ([]byte, error) {
	return e.line(ctx, fnExplain, text(object), e.clock())
}

// A CELAnswer is what an expression gave: a value, or the error of parsing, checking or evaluating it.
type CELAnswer struct {
	Outcome string // value, eval_error, parse_error or program_error
	Type    string
	Text    string
}

// CEL evaluates an expression with variables, each a value that JSON can hold, as Flux does.
func (e *Engine) CEL(ctx context.Context, expression string, variables map[string]any) (CELAnswer, error) {
	var answer CELAnswer
	if variables == nil {
		variables = map[string]any{}
	}
	line, err := json.Marshal(map[string]any{"env": "flux", "mode": "parse_only", "expr": expression, "vars": variables})
	if err != nil {
		return answer, err
	}
	return answer, e.into(ctx, &answer, fnCEL, text(line))
}

// CELJSON answers a line as `vitals cel --batch` does.
func (e *Engine) CELJSON(ctx context.Context, line []byte) ([]byte, error) {
	return e.line(ctx, fnCEL, text(line))
}

// LuaJSON runs a script on an object: {"script","open_libs","object"}.
func (e *Engine) LuaJSON(ctx context.Context, line []byte) ([]byte, error) {
	return e.line(ctx, fnLua, text(line), e.clock())
}

// A Finding of Lint.
type Finding struct {
	File         string
	Line, Column int
	Rule         string
	Severity     string
	Text, Advice string
	Ignored      bool
	Reason       string
}

// A LintReport is what Lint found: docs/schema/lint.schema.json.
type LintReport struct {
	Findings []Finding
	Summary  struct{ Files, Errors, Warnings, Notes, Ignored int }
}

// Lint finds mistakes in the ConfigMaps, checks and expressions of a tree.
func (e *Engine) Lint(ctx context.Context, tree fs.FS) (*LintReport, error) {
	request, err := requestOf(tree, nil)
	if err != nil {
		return nil, err
	}
	report := new(LintReport)
	return report, e.into(ctx, report, fnLint, text(request))
}

// LintJSON is the flat call: {"files":{"PATH":"TEXT"}} in, the JSON of `vitals lint -o json` out.
func (e *Engine) LintJSON(ctx context.Context, request []byte) ([]byte, error) {
	return e.line(ctx, fnLint, text(request))
}

// TestOptions are those of `vitals test`.
type TestOptions struct {
	ArgoCDConfigMap []byte // takes precedence over the scripts of the tree
	StatusesOnly    bool   // do not compare messages
	Incomplete      bool   // also try incomplete objects
	Coverage        bool
}

// A TestReport has the results of tests: docs/schema/test.schema.json describes every field.
type TestReport struct {
	Passed, Failed, Skipped int
	Tests                   []struct {
		Outcome, Name, File, Input, Rule, Error string
		Line                                    int
		Expected, Actual                        *struct{ Status, Message string }
	}
	Young []struct{ Outcome, Check, State, Text, Object string }

	Coverage *struct {
		Percent int
		Checks  []struct {
			Check, Script, MissingStatuses, Error    string
			Lines, LinesRun, Branches, BranchesTaken int
		}
	}
}

// Test runs the tests of a tree of checks: group/Kind/health_test.yaml.
func (e *Engine) Test(ctx context.Context, tree fs.FS, options TestOptions) (*TestReport, error) {
	members := map[string]any{"statusesOnly": options.StatusesOnly, "incomplete": options.Incomplete,
		"coverage": options.Coverage}
	if options.ArgoCDConfigMap != nil {
		members["argocdCM"] = string(options.ArgoCDConfigMap)
	}
	request, err := requestOf(tree, members)
	if err != nil {
		return nil, err
	}
	report := new(TestReport)
	return report, e.into(ctx, report, fnTest, text(request), e.clock())
}

// TestJSON is the flat call: the request of vitals_binding_test in, the JSON of `vitals test -o json` out.
func (e *Engine) TestJSON(ctx context.Context, request []byte) ([]byte, error) {
	return e.line(ctx, fnTest, text(request), e.clock())
}

// requestOf reads the files of a tree that lint and tests look at.
func requestOf(tree fs.FS, members map[string]any) ([]byte, error) {
	files := map[string]string{}
	err := fs.WalkDir(tree, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(tree, name)
		files[name] = string(content)
		return err
	})
	if err != nil {
		return nil, err
	}
	if members == nil {
		members = map[string]any{}
	}
	members["files"] = files
	return json.Marshal(members)
}
