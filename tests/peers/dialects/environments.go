package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
	krocel "github.com/kubernetes-sigs/kro/pkg/cel"
	"k8s.io/apimachinery/pkg/util/version"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	apicel "k8s.io/apiserver/pkg/cel"
	kubernetes "k8s.io/apiserver/pkg/cel/environment"
	ocmcommon "open-cluster-management.io/sdk-go/pkg/cel/common"
	ocmlibrary "open-cluster-management.io/sdk-go/pkg/cel/library"
)

// An answer in the form of `vitals cel --batch`.
type answer struct {
	Outcome string  `json:"outcome"`
	Text    string  `json:"text"`
	Cost    *uint64 `json:"cost,omitempty"`
}

// environmentOf has the options of the released program, and the variable of the object as it declares it.
func environmentOf(name string) (*cel.Env, []cel.ProgramOption, error) {
	switch name {
	case "standard-object":
		env, err := cel.NewEnv(cel.Variable("object", cel.AnyType))
		return env, nil, err
	case "standard", "standard-resource":
		env, err := cel.NewEnv(cel.Variable("object", cel.DynType))
		return env, nil, err
	case "ocm":
		options := append([]cel.EnvOption{cel.Variable("object", cel.DynType)}, ocmcommon.BaseEnvOpts...)
		env, err := cel.NewEnv(append(options, ocmlibrary.ConditionsLib())...)
		estimator := &ocmcommon.BaseEnvCostEstimator{CostEstimator: &ocmlibrary.CostEstimator{}}
		return env, []cel.ProgramOption{cel.CostLimit(celconfig.PerCallLimit), cel.CostTracking(estimator)}, err
	case "kro":
		env, err := krocel.DefaultEnvironment(krocel.WithResourceIDs([]string{"object"}))
		return env, nil, err
	}
	minor := strings.TrimPrefix(name, "kubernetes@")
	if name == "kubernetes" {
		minor = "1.37"
	}
	set, err := kubernetes.MustBaseEnvSet(version.MustParseGeneric(minor)).Extend(kubernetes.VersionedOptions{
		IntroducedVersion: version.MajorMinor(1, 0),
		EnvOptions:        []cel.EnvOption{cel.Variable("object", cel.DynType)},
	})
	if err != nil {
		return nil, nil, err
	}
	return set.NewExpressionsEnv(), nil, nil
}

type environment struct {
	env     *cel.Env
	options []cel.ProgramOption
}

var environments = map[string]environment{}

func answerOf(name, expression string, object map[string]any) answer {
	made, ok := environments[name]
	if !ok {
		var err error
		if made.env, made.options, err = environmentOf(name); err != nil {
			return answer{"environment", err.Error(), nil}
		}
		environments[name] = made
	}
	tree, issues := made.env.Compile(expression)
	if issues != nil && issues.Err() != nil {
		return answer{"parse_error", issues.String(), nil}
	}
	program, err := made.env.Program(tree, made.options...)
	if err != nil {
		return answer{"program_error", err.Error(), nil}
	}
	value, details, err := program.ContextEval(context.Background(), map[string]any{"object": object})
	if err != nil {
		return answer{"eval_error", err.Error(), nil}
	}
	return answer{"value", literal(value), details.ActualCost()}
}

// literal is a value as vitals writes it.
func literal(value ref.Val) string {
	switch v := value.(type) {
	case apicel.Quantity:
		return quantityText(v)
	case *apicel.Quantity:
		return quantityText(*v)
	case apicel.URL:
		return fmt.Sprintf("url(%q)", v.URL.String())
	case apicel.Semver:
		return fmt.Sprintf("semver(%q)", v.Version.String())
	case apicel.IP:
		return fmt.Sprintf("ip(%q)", v.Addr.String())
	case apicel.CIDR:
		return fmt.Sprintf("cidr(%q)", v.Prefix.String())
	case *types.Optional:
		if !v.HasValue() {
			return "optional.none()"
		}
		return "optional.of(" + literal(v.GetValue()) + ")"
	case traits.Mapper:
		return types.Format(value)
	case traits.Lister:
		texts := []string{}
		for it := v.Iterator(); it.HasNext() == types.True; {
			texts = append(texts, literal(it.Next()))
		}
		return "[" + strings.Join(texts, ", ") + "]"
	}
	if value.Type().TypeName() == "kubernetes.NamedFormat" {
		return fmt.Sprintf("format %v", value.(interface{ Value() any }).Value().(apicel.Format).Name)
	}
	return types.Format(value)
}

// quantityText is a number, since vitals writes the canonical form only where it fits.
func quantityText(q apicel.Quantity) string {
	copied := q.Quantity.DeepCopy()
	return "quantity " + trimmed(copied.AsDec())
}
