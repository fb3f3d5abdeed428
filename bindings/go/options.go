package vitals

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"runtime"
	"strings"
	"time"
)

// settings are the options of the library as it takes them, and those of this package.
type settings struct {
	Profile         Profile           `json:"profile,omitempty"`
	ArgoCDCM        string            `json:"argocdCM,omitempty"`
	Expressions     []string          `json:"expressions,omitempty"`
	Checks          map[string]string `json:"checks,omitempty"`
	Policy          string            `json:"policy,omitempty"`
	Bundled         *bool             `json:"bundled,omitempty"`
	DisableBundled  []string          `json:"disableBundled,omitempty"`
	OnBroken        string            `json:"onBroken,omitempty"`
	Missing         string            `json:"missing,omitempty"`
	ArgoCDVersion   string            `json:"argocdVersion,omitempty"`
	FluxVersion     string            `json:"fluxVersion,omitempty"`
	Controller      string            `json:"controller,omitempty"`
	ZoneOffset      int               `json:"zoneOffsetSeconds,omitempty"`
	ExplainMessages bool              `json:"explain,omitempty"`
	Drop            []string          `json:"drop,omitempty"`
	Limits          map[string]uint64 `json:"limits,omitempty"`

	cacheDir string
	pool     int
	now      func() time.Time
}

func defaults() settings { return settings{pool: runtime.GOMAXPROCS(0), now: time.Now} }

// An Option changes how an engine or a live is made.
type Option func(*settings) error

func apply(options []Option) (settings, error) {
	s := defaults()
	for _, option := range options {
		if err := option(&s); err != nil {
			return s, err
		}
	}
	return s, nil
}

func set(change func(*settings)) Option {
	return func(s *settings) error { change(s); return nil }
}

// WithProfile says whose rules decide. The default is Combined.
func WithProfile(profile Profile) Option { return set(func(s *settings) { s.Profile = profile }) }

// WithArgoCDConfigMap adds the health customizations of an argocd-cm ConfigMap.
func WithArgoCDConfigMap(manifest []byte) Option {
	return set(func(s *settings) { s.ArgoCDCM = string(manifest) })
}

// WithExpressions adds the healthCheckExprs of Kustomizations and HelmReleases, or of a list of them. It can be given
// several times.
func WithExpressions(manifest []byte) Option {
	return set(func(s *settings) { s.Expressions = append(s.Expressions, string(manifest)) })
}

// WithCheck adds the text of a health.lua for a group/Kind, or a Kind of the core group.
func WithCheck(groupKind, script string) Option {
	return set(func(s *settings) { s.addCheck(groupKind, script) })
}

func (s *settings) addCheck(groupKind, script string) {
	if s.Checks == nil {
		s.Checks = map[string]string{}
	}
	s.Checks[groupKind] = script
}

// preludeName is the file of a tree with the helpers that its checks share; the library takes it among the checks.
const preludeName = "prelude.lua"

func (s *settings) addPrelude(tree fs.FS) error {
	prelude, err := fs.ReadFile(tree, preludeName)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if before, has := s.Checks[preludeName]; err == nil && has && before != string(prelude) {
		return errors.New("vitals: two trees have a " + preludeName + " of their own")
	}
	if err == nil {
		s.addCheck(preludeName, string(prelude))
	}
	return err
}

// WithChecks adds every group/Kind/health.lua of a tree such as Argo CD's resource_customizations, and the helpers of
// its prelude.lua.
func WithChecks(tree fs.FS) Option {
	return func(s *settings) error {
		if err := s.addPrelude(tree); err != nil {
			return err
		}
		return fs.WalkDir(tree, ".", func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || path.Base(name) != "health.lua" {
				return err
			}
			directory := path.Dir(name)
			if strings.Count(directory, "/") != 1 {
				return fmt.Errorf("vitals: %s is not in a directory group/Kind", name)
			}
			script, err := fs.ReadFile(tree, name)
			if err == nil {
				s.addCheck(directory, string(script))
			}
			return err
		})
	}
}

// WithPolicy adds a policy: what statuses count as in applications.
func WithPolicy(policy []byte) Option { return set(func(s *settings) { s.Policy = string(policy) }) }

// WithoutBundled leaves out the checks of vitals: all of them, or those of the given group/Kinds.
func WithoutBundled(groupKinds ...string) Option {
	return set(func(s *settings) {
		if len(groupKinds) == 0 {
			s.Bundled = new(bool)
		}
		s.DisableBundled = append(s.DisableBundled, groupKinds...)
	})
}

// WithStrictRules makes New fail when a rule is broken. Otherwise the kinds of that rule are Unknown, and Warnings
// lists it.
func WithStrictRules() Option { return set(func(s *settings) { s.OnBroken = "reject" }) }

// WithMissingIsFalse makes a missing field in an expression false instead of an error.
func WithMissingIsFalse() Option { return set(func(s *settings) { s.Missing = "false" }) }

// WithArgoCDVersion makes profile ArgoCD follow a release, such as "3.1". The default is the newest that vitals knows.
func WithArgoCDVersion(version string) Option {
	return set(func(s *settings) { s.ArgoCDVersion = version })
}

// WithFluxVersion makes profile Flux follow a release, such as "2.7". The default is the newest that vitals knows.
func WithFluxVersion(version string) Option { return set(func(s *settings) { s.FluxVersion = version }) }

// WithHelmController makes profile Flux follow the order of the helm-controller.
func WithHelmController() Option { return set(func(s *settings) { s.Controller = "helm" }) }

// WithLocalTime is the time zone of scripts, which do not know summer time. The default is UTC.
func WithLocalTime(eastOfUTC time.Duration) Option {
	return set(func(s *settings) { s.ZoneOffset = int(eastOfUTC / time.Second) })
}

// WithValuesInMessages makes the message of an expression name the values that were read.
func WithValuesInMessages() Option { return set(func(s *settings) { s.ExplainMessages = true }) }

// WithoutPaths leaves members out of objects before they are built, such as .metadata.managedFields and .data. Rules
// see the object without them.
func WithoutPaths(paths ...string) Option {
	return set(func(s *settings) { s.Drop = append(s.Drop, paths...) })
}

// WithLimit sets one of the named limits, such as lua_steps.
func WithLimit(name string, value uint64) Option {
	return set(func(s *settings) {
		if s.Limits == nil {
			s.Limits = map[string]uint64{}
		}
		s.Limits[name] = value
	})
}

// WithCacheDir keeps the compiled module in a directory, for the next start.
func WithCacheDir(directory string) Option { return set(func(s *settings) { s.cacheDir = directory }) }

// WithPoolSize is how many calls can run at the same time; each has its own memory. The default is GOMAXPROCS.
func WithPoolSize(size int) Option {
	return func(s *settings) error {
		if size < 1 {
			return fmt.Errorf("vitals: a pool of %d", size)
		}
		s.pool = size
		return nil
	}
}

// WithClock is where the time comes from. The default is time.Now.
func WithClock(now func() time.Time) Option { return set(func(s *settings) { s.now = now }) }
