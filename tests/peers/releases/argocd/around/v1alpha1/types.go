// Package v1alpha1 has the types of Argo CD's API that the health of a release touches; the package of that name brings
// the clients of Kubernetes with it.
package v1alpha1

import (
	"encoding/json"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"vitals/tests/peers/releases/argocd/engine/pkg/health"
)

// ResourceOverride is a customization.
type ResourceOverride struct {
	HealthLua   string
	UseOpenLibs bool
	Actions     string
}

// GetActions says that there are none: the programs ask for health alone.
func (*ResourceOverride) GetActions() (ResourceActions, error) { return ResourceActions{}, nil }

// ResourceActions are the actions of a customization.
type ResourceActions struct {
	ActionDiscoveryLua  string
	Definitions         []ResourceActionDefinition
	MergeBuiltinActions bool
}

// ResourceActionDefinition is one of them.
type ResourceActionDefinition struct{ Name, ActionLua string }

// ResourceAction is an action that an object offers.
type ResourceAction struct {
	Name     string
	Disabled bool
}

// UnmarshalToUnstructured reads an object.
func UnmarshalToUnstructured(text string) (*unstructured.Unstructured, error) {
	of := &unstructured.Unstructured{}
	return of, json.Unmarshal([]byte(text), of)
}

// HealthStatus is a health with its message.
type HealthStatus struct {
	Status  health.HealthStatusCode
	Message string
}

// DeepCopy copies it.
func (of *HealthStatus) DeepCopy() *HealthStatus { copied := *of; return &copied }

// ResourceStatus is the part of the status of an application that is about an object.
type ResourceStatus struct{ Health *HealthStatus }

// Where the health of objects is kept.
const (
	ResourceHealthLocationInline  = ""
	ResourceHealthLocationAppTree = "appTree"
)

// Application is what the health of an application reads and writes of it.
type Application struct {
	UID             types.UID
	Name, Namespace string
	Status          struct {
		Health               HealthStatus
		ResourceHealthSource string
	}
}

// QualifiedName is for the log.
func (app *Application) QualifiedName() string { return app.Namespace + "/" + app.Name }
