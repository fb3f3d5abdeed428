package main

import (
	"context"
	"time"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/ext"
)

type celAnswer struct {
	Outcome string `json:"outcome"`
	Type    string `json:"type"`
	Text    string `json:"text"`
	Deduced string `json:"deduced,omitempty"` // the type of the whole, when it was checked
}

// fluxEnvironment has the options of fluxcd/pkg's runtime/cel, whose errors name the expression.
var fluxEnvironment = func() *cel.Env {
	environment, err := cel.NewEnv(cel.HomogeneousAggregateLiterals(),
		cel.EagerlyValidateDeclarations(true), cel.DefaultUTCTimeZone(true),
		cel.CrossTypeNumericComparisons(true), cel.OptionalTypes(), ext.Strings(), ext.Sets(),
		ext.Encoders())
	if err != nil {
		panic(err)
	}
	return environment
}()

// plan is what Flux does once for each expression. Without a program, the answer has the reason.
func plan(expression string) (cel.Program, celAnswer) {
	tree, issues := fluxEnvironment.Parse(expression)
	return planned(fluxEnvironment, tree, issues)
}

func planned(environment *cel.Env, tree *cel.Ast, issues *cel.Issues) (cel.Program, celAnswer) {
	if issues != nil {
		return nil, celAnswer{Outcome: "parse_error", Text: issues.String()}
	}
	program, err := environment.Program(tree, cel.EvalOptions(cel.OptOptimize),
		cel.InterruptCheckFrequency(100))
	if err != nil {
		return nil, celAnswer{Outcome: "program_error", Text: err.Error()}
	}
	return program, celAnswer{}
}

// checkingEnvironment has each field of the object declared: objects as Flux declares those of a
// readyExpr, all else as dyn.
func checkingEnvironment(object map[string]any) (*cel.Env, error) {
	declarations := []cel.EnvOption{}
	for name, value := range object {
		kind := cel.DynType
		if _, isObject := value.(map[string]any); isObject {
			kind = cel.MapType(cel.StringType, cel.DynType)
		}
		declarations = append(declarations, cel.Variable(name, kind))
	}
	return fluxEnvironment.Extend(declarations...)
}

// answerCheckedCel is the answer of Flux's mode with types.
func answerCheckedCel(q question) any {
	variables, err := decode(q.Vars)
	if err != nil {
		return celAnswer{Outcome: "eval_error", Text: "decode: " + err.Error()}
	}
	environment, err := checkingEnvironment(variables.Object)
	if err != nil {
		return celAnswer{Outcome: "program_error", Text: err.Error()}
	}
	tree, issues := environment.Compile(q.Expr)
	program, failure := planned(environment, tree, issues)
	if program == nil {
		return failure
	}
	answer := evaluatedCel(q, program, variables.Object)
	answer.Deduced = tree.OutputType().String()
	return answer
}

func evaluatedCel(q question, program cel.Program, variables map[string]any) celAnswer {
	limit, cancel := context.Background(), func() {}
	if q.Seconds > 0 {
		limit, cancel = context.WithTimeout(limit, time.Duration(q.Seconds)*time.Second)
	}
	defer cancel()
	value, _, err := program.ContextEval(limit, variables)
	if err != nil {
		return celAnswer{Outcome: "eval_error", Text: err.Error()}
	}
	return celAnswer{Outcome: "value", Type: value.Type().TypeName(), Text: types.Format(value)}
}

// answerCel is the answer of Flux's mode without types: each field of the object is a variable.
func answerCel(q question) any {
	program, failure := plan(q.Expr)
	if program == nil {
		return failure
	}
	variables, err := decode(q.Vars)
	if err != nil {
		return celAnswer{Outcome: "eval_error", Text: "decode: " + err.Error()}
	}
	return evaluatedCel(q, program, variables.Object)
}

func answerCelByMode(q question) any {
	if q.Mode == "compile" {
		return answerCheckedCel(q)
	}
	return answerCel(q)
}
