package main

import (
	"context"

	"github.com/fluxcd/pkg/apis/kustomize"
	"github.com/fluxcd/pkg/runtime/cel"
)

// answerFluxCel runs the healthCheckExprs of one kind on an object, as Flux's status reader does.
func answerFluxCel(q question) any {
	evaluator, err := cel.NewStatusEvaluator(&kustomize.HealthCheckExpressions{
		Current: q.Current, Failed: q.Failed, InProgress: q.Progress})
	if err != nil {
		return kstatusAnswer{Error: err.Error()}
	}
	object, err := decode(q.Object)
	if err != nil {
		return kstatusAnswer{Error: "decode: " + err.Error()}
	}
	return kstatusForm(evaluator.Evaluate(context.Background(), object))
}
