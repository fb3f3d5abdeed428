// Argo CD's health of an object, by the packages of the release that go.mod names.
package main

import (
	"github.com/argoproj/argo-cd/gitops-engine/pkg/health"
	"github.com/argoproj/argo-cd/v3/pkg/apis/application/v1alpha1"
	"github.com/argoproj/argo-cd/v3/util/lua"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"vitals/tests/peers/releases/serve"
)

// overrideOf is the customization of a script for all kinds; without one the scripts of the tree count, or
// nothing but the checks in Go.
func overrideOf(of *serve.Case) health.HealthOverride {
	if of.Script != "" {
		return lua.ResourceHealthOverrides{"*": v1alpha1.ResourceOverride{HealthLua: of.Script, UseOpenLibs: of.OpenLibs}}
	}
	if of.Native {
		return nil
	}
	return lua.ResourceHealthOverrides{}
}

func ask(of *serve.Case) serve.Answer {
	object := &unstructured.Unstructured{Object: of.Object}
	result, err := health.GetResourceHealth(object, overrideOf(of))
	answer := serve.Answer{None: result == nil}
	if result != nil {
		answer.Status, answer.Message = string(result.Status), result.Message
	}
	if err != nil {
		answer.Error = err.Error()
	}
	return answer
}

func main() { serve.Lines(ask) }
