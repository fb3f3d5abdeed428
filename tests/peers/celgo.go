package main

import (
	"context"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/ext"
)

type celAnswer struct {
	Outcome string `json:"outcome"`
	Type    string `json:"type"`
	Text    string `json:"text"`
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

// plan is what Flux does once for each expression. Without a program, the answer says why.
func plan(expression string) (cel.Program, celAnswer) {
	tree, issues := fluxEnvironment.Parse(expression)
	if issues != nil {
		return nil, celAnswer{"parse_error", "", issues.String()}
	}
	program, err := fluxEnvironment.Program(tree, cel.EvalOptions(cel.OptOptimize),
		cel.InterruptCheckFrequency(100))
	if err != nil {
		return nil, celAnswer{"program_error", "", err.Error()}
	}
	return program, celAnswer{}
}

// answerCel is what Flux's mode without types gives: each field of the object is a variable.
func answerCel(q question) any {
	program, failure := plan(q.Expr)
	if program == nil {
		return failure
	}
	variables, err := decode(q.Vars)
	if err != nil {
		return celAnswer{"eval_error", "", "decode: " + err.Error()}
	}
	value, _, err := program.ContextEval(context.Background(), variables.Object)
	if err != nil {
		return celAnswer{"eval_error", "", err.Error()}
	}
	return celAnswer{"value", value.Type().TypeName(), types.Format(value)}
}
