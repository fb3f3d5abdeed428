// Package controller is the part of Argo CD's package of that name that decides the health of an application:
// `build` compiles this file together with the controller/health.go of the release. What that file needs of its
// package is here.
package controller

import (
	"reflect"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"vitals/tests/peers/releases/argocd/around/application"
	appv1 "vitals/tests/peers/releases/argocd/around/v1alpha1"
)

// Resource is an object of the application: what was delivered, what runs, or both.
type Resource struct{ Target, Live map[string]any }

type managedResource struct {
	Target, Live                          *unstructured.Unstructured
	Group, Version, Kind, Namespace, Name string
}

func isSelfReferencedApp(app *appv1.Application, ref corev1.ObjectReference) bool {
	kind := ref.GroupVersionKind().GroupKind()
	same := ref.UID == app.UID && ref.Name == app.Name && ref.Namespace == app.Namespace
	return same && kind.Group == application.Group && kind.Kind == application.ApplicationKind
}

func objectOf(content map[string]any) *unstructured.Unstructured {
	if content == nil {
		return nil
	}
	return &unstructured.Unstructured{Object: content}
}

func manage(of Resource) managedResource {
	out := managedResource{Target: objectOf(of.Target), Live: objectOf(of.Live)}
	about := out.Live
	if about == nil {
		about = out.Target
	}
	if about != nil {
		kind := about.GroupVersionKind()
		out.Group, out.Version, out.Kind = kind.Group, kind.Version, kind.Kind
		out.Namespace, out.Name = about.GetNamespace(), about.GetName()
	}
	return out
}

// The results of setApplicationHealth: a health or its status, in 3.6 a message, and an error.
func resultsOf(results []reflect.Value) (status, message string, err error) {
	err, _ = results[len(results)-1].Interface().(error)
	if health, ok := results[0].Interface().(*appv1.HealthStatus); ok {
		return string(health.Status), health.Message, err
	}
	if len(results) == 3 {
		message = results[1].String()
	}
	return results[0].String(), message, err
}

// Aggregate answers with the health of the application and its message.
func Aggregate(resources []Resource, overrides map[string]appv1.ResourceOverride, app map[string]any) (string, string, error) {
	of := objectOf(app)
	managed := make([]managedResource, len(resources))
	for i, resource := range resources {
		managed[i] = manage(resource)
	}
	self := &appv1.Application{}
	self.UID, self.Name, self.Namespace = types.UID(of.GetUID()), of.GetName(), of.GetNamespace()
	values := []reflect.Value{
		reflect.ValueOf(managed), reflect.ValueOf(make([]appv1.ResourceStatus, len(resources))),
		reflect.ValueOf(overrides), reflect.ValueOf(self), reflect.ValueOf(true),
	}
	return resultsOf(reflect.ValueOf(setApplicationHealth).Call(values))
}
