// Package command has the commands of cmd/vitals. Their JSON is that of the vitals command line.
package command

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"time"

	vitals "vitals/bindings/go"
)

// Exit statuses: those of the vitals command line.
const (
	fine    = 0
	failed  = 1 // something is unhealthy, or a test fails
	usage   = 2
	broken  = 3 // something could not be read
	summary = `usage: vitals COMMAND [flags] [FILE or DIRECTORY]
  assess   one line of JSON for each object
  explain  which rule decided, and why
  lint     mistakes in ConfigMaps, checks and expressions of a directory
  test     run the tests of a directory of checks
`
)

type session struct {
	engine *vitals.Engine
	in     io.Reader
	out    io.Writer
	flags  *flag.FlagSet
	status int
}

type options struct {
	profile, argocdCM, expressions, checks, cache, now string
	coverage, incomplete                               bool
}

var commands = map[string]func(*session, *options) error{
	"assess": assess, "explain": explain, "lint": lint, "test": test,
}

// Run runs a command and returns the exit status.
func Run(arguments []string, in io.Reader, out io.Writer) (int, error) {
	if len(arguments) == 0 || commands[arguments[0]] == nil {
		return usage, errors.New(summary)
	}
	s := &session{in: in, out: out, flags: flag.NewFlagSet("vitals "+arguments[0], flag.ContinueOnError)}
	var o options
	s.flags.StringVar(&o.profile, "profile", "combined", "combined, argocd, flux or kstatus")
	s.flags.StringVar(&o.argocdCM, "argocd-cm", "", "file of an argocd-cm ConfigMap")
	s.flags.StringVar(&o.expressions, "exprs", "", "file with healthCheckExprs")
	s.flags.StringVar(&o.checks, "checks", "", "directory of checks")
	s.flags.StringVar(&o.cache, "cache", "", "directory for the compiled module")
	s.flags.StringVar(&o.now, "now", "", "the time, RFC 3339")
	s.flags.BoolVar(&o.coverage, "coverage", false, "test: measure coverage")
	s.flags.BoolVar(&o.incomplete, "incomplete", false, "test: also try incomplete objects")
	if err := s.flags.Parse(arguments[1:]); err != nil {
		return usage, err
	}
	rules, err := o.rules()
	if err != nil {
		return usage, err
	}
	if s.engine, err = vitals.New(rules...); err != nil {
		return usage, err
	}
	defer s.engine.Close()
	for _, warning := range s.engine.Warnings() {
		fmt.Fprintln(os.Stderr, warning)
	}
	if err := commands[arguments[0]](s, &o); err != nil {
		return broken, err
	}
	return s.status, nil
}

func (o *options) rules() ([]vitals.Option, error) {
	rules := []vitals.Option{vitals.WithProfile(vitals.Profile(o.profile)), vitals.WithCacheDir(o.cache),
		vitals.WithValuesInMessages()}
	for _, file := range []struct {
		name string
		with func([]byte) vitals.Option
	}{{o.argocdCM, vitals.WithArgoCDConfigMap}, {o.expressions, vitals.WithExpressions}} {
		if file.name == "" {
			continue
		}
		content, err := os.ReadFile(file.name)
		if err != nil {
			return nil, err
		}
		rules = append(rules, file.with(content))
	}
	if o.checks != "" {
		rules = append(rules, vitals.WithChecks(os.DirFS(o.checks)))
	}
	if o.now != "" {
		now, err := time.Parse(time.RFC3339, o.now)
		if err != nil {
			return nil, err
		}
		rules = append(rules, vitals.WithClock(func() time.Time { return now }))
	}
	return rules, nil
}

// objects are those of a file, or of standard input: documents of YAML, or lines of JSON.
func (s *session) objects() ([][]byte, error) {
	var content []byte
	var err error
	if name := s.flags.Arg(0); name == "" || name == "-" {
		content, err = io.ReadAll(s.in)
	} else {
		content, err = os.ReadFile(name)
	}
	separator := []byte("\n---\n")
	if bytes.HasPrefix(bytes.TrimSpace(content), []byte("{")) && !bytes.Contains(content, separator) {
		separator = []byte("\n{")
	}
	var objects [][]byte
	for i, part := range bytes.Split(content, separator) {
		if i > 0 && len(separator) == 2 {
			part = append([]byte("{"), part...)
		}
		if len(bytes.TrimSpace(part)) > 0 {
			objects = append(objects, part)
		}
	}
	return objects, err
}

func (s *session) each(f func(object []byte) ([]byte, error)) error {
	objects, err := s.objects()
	for i, object := range objects {
		line, err := f(object)
		if err != nil {
			return fmt.Errorf("object %d: %w", i+1, err)
		}
		if _, err := fmt.Fprintf(s.out, "%s\n", bytes.TrimRight(line, "\n")); err != nil {
			return err
		}
	}
	return err
}

func assess(s *session, _ *options) error {
	return s.each(func(object []byte) ([]byte, error) {
		health, _, err := s.engine.Health(context.Background(), object)
		if err != nil {
			return nil, err
		}
		if health == vitals.Degraded || health == vitals.Unknown || health == vitals.Missing {
			s.status = failed
		}
		return s.engine.AssessJSON(context.Background(), object)
	})
}

func explain(s *session, _ *options) error {
	return s.each(func(object []byte) ([]byte, error) { return s.engine.ExplainJSON(context.Background(), object) })
}

func (s *session) directory() string {
	if name := s.flags.Arg(0); name != "" {
		return name
	}
	return "."
}

func lint(s *session, _ *options) error {
	report, err := s.engine.Lint(context.Background(), os.DirFS(s.directory()))
	if err != nil {
		return err
	}
	for _, f := range report.Findings {
		if f.Ignored {
			continue
		}
		if f.Severity == "error" {
			s.status = failed
		}
		fmt.Fprintf(s.out, "%s:%d:%d: %s: %s. %s. [%s]\n", f.File, f.Line, f.Column, f.Severity, f.Text, f.Advice, f.Rule)
	}
	return nil
}

func test(s *session, o *options) error {
	report, err := s.engine.Test(context.Background(), os.DirFS(s.directory()),
		vitals.TestOptions{Coverage: o.coverage, Incomplete: o.incomplete})
	if err != nil {
		return err
	}
	for _, t := range report.Tests {
		if t.Outcome != "failed" {
			continue
		}
		fmt.Fprintf(s.out, "FAIL %s\n", t.Name)
		if t.Error != "" {
			fmt.Fprintf(s.out, "    error    %s\n", t.Error)
		}
		if t.Expected != nil && t.Actual != nil {
			fmt.Fprintf(s.out, "    expected %s %q\n    actual   %s %q\n", t.Expected.Status, t.Expected.Message,
				t.Actual.Status, t.Actual.Message)
		}
	}
	if report.Failed > 0 {
		s.status = failed
	}
	if report.Coverage != nil {
		fmt.Fprintf(s.out, "%d%% covered\n", report.Coverage.Percent)
	}
	fmt.Fprintf(s.out, "%d passed, %d failed\n", report.Passed, report.Failed)
	return nil
}
