// Argo CD's health of an object or an application, by the packages of the release that go.mod names.
//
// `build` puts the packages of the release beside it: engine/, lua/ and controller/health.go.
package main

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"vitals/tests/peers/releases/argocd/around/v1alpha1"
	"vitals/tests/peers/releases/argocd/controller"
	"vitals/tests/peers/releases/argocd/engine/pkg/health"
	"vitals/tests/peers/releases/argocd/lua"
	"vitals/tests/peers/releases/serve"
)

func overridesOf(of *serve.Case) map[string]v1alpha1.ResourceOverride {
	overrides := map[string]v1alpha1.ResourceOverride{}
	if of.Script != "" {
		overrides["*"] = v1alpha1.ResourceOverride{HealthLua: of.Script, UseOpenLibs: of.OpenLibs}
	}
	for key, script := range of.Scripts {
		overrides[key] = v1alpha1.ResourceOverride{HealthLua: script, UseOpenLibs: of.OpenLibs}
	}
	return overrides
}

func askObject(of *serve.Case) serve.Answer {
	var override health.HealthOverride
	if !of.Native {
		override = lua.ResourceHealthOverrides(overridesOf(of))
	}
	result, err := health.GetResourceHealth(&unstructured.Unstructured{Object: of.Object}, override)
	answer := serve.Answer{None: result == nil}
	if result != nil {
		answer.Status, answer.Message = string(result.Status), result.Message
	}
	if err != nil {
		answer.Error = err.Error()
	}
	return answer
}

func askApplication(of *serve.Case) serve.Answer {
	resources := make([]controller.Resource, len(of.Resources))
	for i, pair := range of.Resources {
		resources[i] = controller.Resource{Target: pair.Target, Live: pair.Live}
	}
	status, message, err := controller.Aggregate(resources, overridesOf(of), of.Object)
	answer := serve.Answer{Status: status, Message: message}
	if err != nil {
		answer.Error = err.Error()
	}
	return answer
}

func ask(of *serve.Case) serve.Answer {
	if of.Resources != nil {
		return askApplication(of)
	}
	return askObject(of)
}

func main() { serve.Lines(ask) }
