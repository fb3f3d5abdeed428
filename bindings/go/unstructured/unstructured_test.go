package unstructured

import (
	"context"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"

	vitals "github.com/kube-vitals/vitals/bindings/go"
)

// The shapes of gitops-engine and kstatus.
type healthStatus struct{ Status, Message string }
type healthOverride interface {
	GetResourceHealth(obj *unstructured.Unstructured) (*healthStatus, error)
}
type result struct{ Status, Message string }

func object(kind, phase string) *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": kind,
		"metadata": map[string]any{"name": "x"}, "status": map[string]any{"phase": phase}}}
}

func TestShapes(t *testing.T) {
	engine, err := vitals.New(vitals.WithProfile(vitals.ArgoCD))
	if err != nil {
		t.Fatal(err)
	}
	defer engine.Close()
	var override healthOverride = NewOverride(engine, func(s, m string) healthStatus { return healthStatus{s, m} })
	if status, err := override.GetResourceHealth(object("PersistentVolumeClaim", "Lost")); err != nil || status.Status != "Degraded" {
		t.Errorf("%v %v", status, err)
	}
	if status, err := override.GetResourceHealth(object("Widget", "Lost")); err != nil || status != nil {
		t.Errorf("%v %v", status, err)
	}
	if err := engine.Replace(vitals.WithProfile(vitals.KStatus)); err != nil {
		t.Fatal(err)
	}
	compute := Computer(engine, func(s, m string) result { return result{s, m} })
	if r, err := compute(object("PersistentVolumeClaim", "Pending")); err != nil || r.Status != "InProgress" {
		t.Errorf("%v %v", r, err)
	}
	verdict, err := Assess(context.Background(), engine, object("PersistentVolumeClaim", "Bound"))
	if err != nil || verdict.KStatus != "Current" {
		t.Errorf("%+v %v", verdict, err)
	}
}

// What has no kind is an error: nothing, and objects of a typed client.
func TestNoObject(t *testing.T) {
	engine, err := vitals.New(vitals.WithProfile(vitals.KStatus))
	if err != nil {
		t.Fatal(err)
	}
	defer engine.Close()
	var none *unstructured.Unstructured
	typed := &metav1.PartialObjectMetadata{ObjectMeta: metav1.ObjectMeta{Name: "x"}}
	for _, given := range []runtime.Object{nil, none, &unstructured.Unstructured{}, typed} {
		if verdict, err := Assess(context.Background(), engine, given); err == nil {
			t.Errorf("%T: %+v", given, verdict)
		}
	}
	typed.Kind, typed.APIVersion = "ConfigMap", "v1"
	if verdict, err := Assess(context.Background(), engine, typed); err != nil || verdict.KStatus != "Current" {
		t.Errorf("%+v %v", verdict, err)
	}
}
