package main

import (
	"context"
	"math/rand"
	"strings"

	"github.com/fluxcd/pkg/apis/kustomize"
	"github.com/fluxcd/pkg/runtime/cel"
)

// answerFluxCel runs the healthCheckExprs of one kind on an object, as Flux's status reader does; on
// several for {"answers":[…]}.
func answerFluxCel(q question) any {
	evaluator, err := newFluxEvaluator(q)
	if err != nil {
		return kstatusAnswer{Error: err.Error()}
	}
	if q.Objects == nil {
		return evaluated(evaluator, q.Object)
	}
	answers := make([]kstatusAnswer, len(q.Objects))
	for i, text := range q.Objects {
		answers[i] = evaluated(evaluator, text)
	}
	return map[string]any{"answers": answers}
}

func newFluxEvaluator(q question) (*cel.StatusEvaluator, error) {
	return cel.NewStatusEvaluator(&kustomize.HealthCheckExpressions{
		Current: q.Current, Failed: q.Failed, InProgress: q.Progress})
}

func evaluated(evaluator *cel.StatusEvaluator, text []byte) kstatusAnswer {
	object, err := decode(text)
	if err != nil {
		return kstatusAnswer{Error: "decode: " + err.Error()}
	}
	return kstatusForm(evaluator.Evaluate(context.Background(), object))
}

// fluxCelObjects is how many objects of a kind one set of expressions is asked about: making an
// evaluator is what takes Flux its time.
const fluxCelObjects = 10

// fluxCelCase is the healthCheckExprs of one kind, and objects of it. Those of real use are conditions and
// generations; a third of them is random.
func fluxCelCase(r *rand.Rand) map[string]any {
	k := kinds[r.Intn(len(kinds))]
	about := make([]any, fluxCelObjects)
	for i := range about {
		about[i] = objectOf(r, k, k.apiVersions[0])
	}
	out := map[string]any{"objects": about, "current": healthExpression(r)}
	for _, part := range []string{"failed", "inProgress"} {
		if chance(r, 60) {
			out[part] = healthExpression(r)
		}
	}
	if chance(r, 1) {
		out["current"] = ""
	}
	return out
}

func healthExpression(r *rand.Rand) string {
	if chance(r, 33) {
		return expression(r, 1+r.Intn(2))
	}
	parts := []string{}
	for range 1 + r.Intn(3) {
		parts = append(parts, healthTest(r))
	}
	return strings.Join(parts, pick(r, " && ", " || "))
}

// healthTest is one test as Flux's documentation and users write it.
func healthTest(r *rand.Rand) string {
	kind, is := pick(r, "'Ready'", "'Available'", "'Failed'", "'Progressing'"), pick(r, "'True'", "'False'", "'Unknown'")
	switch r.Intn(9) {
	case 0:
		return "status.conditions.filter(e, e.type == " + kind + ").all(e, e.status == " + is + ")"
	case 1:
		return "status.conditions.exists(e, e.type == " + kind + " && e.status == " + is + ")"
	case 2:
		return "has(status." + pick(r, "conditions", "phase", "replicas", "missing") + ")"
	case 3:
		return pick(r, "status", "metadata", "spec", "data") + "." + pick(r, "phase", "generation", "replicas", "observedGeneration") +
			pick(r, " == ", " != ", " >= ") + pick(r, "'Ready'", "3", "0", "metadata.generation", "spec.replicas")
	case 4:
		return "status.conditions.filter(e, e.type == " + kind + ").all(e, e.status == " + is + " && e.observedGeneration == metadata.generation)"
	case 5:
		return "status.phase in ['Ready', 'Running', 'Bound']"
	case 6:
		return "status.?" + pick(r, "phase", "replicas") + ".orValue(" + pick(r, "'Ready'", "0", "false") + ")" + pick(r, "", " == 'Ready'", " == 0")
	case 7:
		return "status.conditions[0].status == " + is
	}
	return "size(status.conditions) " + pick(r, "> ", "== ", "< ") + pick(r, "0", "1", "2")
}
