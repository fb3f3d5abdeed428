// Package unstructured assesses objects of client-go, and gives functions of the shapes that Argo CD and Flux call. It
// is a module of its own, so that the root module does not depend on Kubernetes.
//
// An object is marshalled first, which costs more than the verdict: programs that have the bytes of the API server
// call the engine with those.
package unstructured

import (
	"context"
	"encoding/json"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"

	vitals "github.com/kube-vitals/vitals/bindings/go"
)

// Assess assesses an object. A typed one must have its kind set, as those of a typed client do not.
func Assess(ctx context.Context, engine *vitals.Engine, object runtime.Object) (vitals.Verdict, error) {
	bytes, err := json.Marshal(object)
	if err != nil {
		return vitals.Verdict{}, err
	}
	return engine.Assess(ctx, bytes)
}

// An Override is an interface of gitops-engine for its own type of statuses:
//
//	override := unstructured.NewOverride(engine, func(status, message string) health.HealthStatus {
//		return health.HealthStatus{Status: health.HealthStatusCode(status), Message: message}
//	})
//	status, err := health.GetResourceHealth(object, override)
type Override[Status any] struct {
	engine *vitals.Engine
	make   func(status, message string) Status
}

// NewOverride makes one. The engine should have profile ArgoCD.
func NewOverride[Status any](engine *vitals.Engine, make func(status, message string) Status) *Override[Status] {
	return &Override[Status]{engine, make}
}

// GetResourceHealth assesses an object. nil: no rule knows the kind, or a rule has no opinion. A rule that fails is an
// Unknown with its error, as in Argo CD.
func (o *Override[Status]) GetResourceHealth(object *unstructured.Unstructured) (*Status, error) {
	verdict, err := Assess(context.Background(), o.engine, object)
	if err != nil || verdict.NoHealth || verdict.Health == vitals.Unassessed || verdict.Health == vitals.Empty {
		return nil, err
	}
	status := o.make(string(verdict.Health), verdict.Message)
	return &status, nil
}

// Computer returns a function with the shape of kstatus.Compute, for its own type of results:
//
//	compute := unstructured.Computer(engine, func(s, message string) status.Result {
//		return status.Result{Status: status.Status(s), Message: message}
//	})
//
// The engine should have profile KStatus or Flux.
func Computer[Result any](engine *vitals.Engine, make func(status, message string) Result) func(
	*unstructured.Unstructured) (*Result, error) {
	return func(object *unstructured.Unstructured) (*Result, error) {
		verdict, err := Assess(context.Background(), engine, object)
		if err != nil {
			return nil, err
		}
		result := make(verdict.KStatus, verdict.Message)
		return &result, nil
	}
}
