package main

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"sync"

	appsv1 "k8s.io/api/apps/v1"
	autoscalingv1 "k8s.io/api/autoscaling/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
	apiregistrationv1 "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1"
	apiregistrationv1beta1 "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1beta1"
)

// The typed walk: each field of each Go type that Argo CD's native checks convert to, at each place
// where it can be, with values of every type. tests/unit/native/test_typed_walk.c walks our tables
// of these types in the same way, with the texts written down.

// typedKinds are the types by the apiVersion and kind of the objects that become them, and what
// errors call them.
var typedKinds = []struct {
	apiVersion, kind, called string
	goType                   reflect.Type
}{
	{"apps/v1", "Deployment", "Deployment", reflect.TypeFor[appsv1.Deployment]()},
	{"apps/v1", "ReplicaSet", "ReplicaSet", reflect.TypeFor[appsv1.ReplicaSet]()},
	{"apps/v1", "StatefulSet", "StatefulSet", reflect.TypeFor[appsv1.StatefulSet]()},
	{"apps/v1", "DaemonSet", "DaemonSet", reflect.TypeFor[appsv1.DaemonSet]()},
	{"v1", "Pod", "Pod", reflect.TypeFor[corev1.Pod]()},
	{"v1", "Service", "Service", reflect.TypeFor[corev1.Service]()},
	{"v1", "PersistentVolumeClaim", "PersistentVolumeClaim", reflect.TypeFor[corev1.PersistentVolumeClaim]()},
	{"batch/v1", "Job", "Job", reflect.TypeFor[batchv1.Job]()},
	{"autoscaling/v1", "HorizontalPodAutoscaler", "HPA", reflect.TypeFor[autoscalingv1.HorizontalPodAutoscaler]()},
	{"autoscaling/v2", "HorizontalPodAutoscaler", "HPA", reflect.TypeFor[autoscalingv2.HorizontalPodAutoscaler]()},
	{"apiregistration.k8s.io/v1", "APIService", "APIService", reflect.TypeFor[apiregistrationv1.APIService]()},
	{"apiregistration.k8s.io/v1beta1", "APIService", "APIService", reflect.TypeFor[apiregistrationv1beta1.APIService]()},
}

// typedValues are tried in each place. null and some others convert in most.
var typedValues = []string{"null", "true", "5", "99999999999", "2.5", "2.0", `"x"`, `""`, `"1Gi="`, `"7Gi"`,
	`"2024-01-01T00:00:00Z"`, "[]", "{}"}

// readsItself are the types that read their own JSON.
var readsItself = map[reflect.Type]bool{reflect.TypeFor[metav1.Time](): true, reflect.TypeFor[metav1.FieldsV1](): true,
	reflect.TypeFor[resource.Quantity](): true, reflect.TypeFor[intstr.IntOrString](): true}

// walker collects the objects; before and after are the text around the current place.
type walker struct {
	before, after string
	objects       []any
	fields        int
}

func (w *walker) add(value string) {
	w.objects = append(w.objects, json.RawMessage(w.before+value+w.after))
}

// inside is the walk one step further down.
func (w *walker) inside(open, shut string, walk func()) {
	before, after := w.before, w.after
	w.before, w.after = before+open, shut+after
	walk()
	w.before, w.after = before, after
}

func (w *walker) value(t reflect.Type) {
	for _, value := range typedValues {
		w.add(value)
	}
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch {
	case readsItself[t]:
	case t.Kind() == reflect.Slice:
		w.inside("[null,", "]", func() { w.value(t.Elem()) })
	case t.Kind() == reflect.Map:
		w.inside(`{"a":null,"b":`, "}", func() { w.value(t.Elem()) })
	case t.Kind() == reflect.Struct:
		w.structure(t, "{")
	}
}

// structure walks the fields; `open` holds what an object cannot do without.
func (w *walker) structure(t reflect.Type, open string) {
	for i := range t.NumField() {
		field := t.Field(i)
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		switch {
		case name == "" && field.Anonymous:
			w.structure(field.Type, open)
		case name != "-" && !(open != "{" && (name == "apiVersion" || name == "kind")):
			w.fields++
			w.inside(fmt.Sprintf("%s%q:", open, name), "}", func() { w.value(field.Type) })
		}
	}
}

var typedWalk = sync.OnceValue(func() []any {
	w := walker{}
	for _, k := range typedKinds {
		w.structure(k.goType, fmt.Sprintf(`{"apiVersion":%q,"kind":%q,`, k.apiVersion, k.kind))
	}
	fmt.Printf("%d fields walked with %d values each, and their elements: %d objects\n", w.fields, len(typedValues), len(w.objects))
	return w.objects
})

// answerTyped converts an object as the native check of its kind does first.
func answerTyped(q question) any {
	object, err := decode(q.Object)
	if err != nil {
		return map[string]any{"error": "decode: " + err.Error()}
	}
	for _, k := range typedKinds {
		if k.apiVersion != object.GetAPIVersion() || k.kind != object.GetKind() {
			continue
		}
		err := runtime.DefaultUnstructuredConverter.FromUnstructured(object.Object, reflect.New(k.goType).Interface())
		if err != nil {
			return map[string]any{"error": fmt.Sprintf("failed to convert unstructured %s to typed: %v", k.called, err)}
		}
	}
	return map[string]any{}
}
