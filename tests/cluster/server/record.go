package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"sort"
	"strconv"
	"strings"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/yaml"
)

// recordedKinds are looked for in the namespace of a scenario, in the order of the recording.
var recordedKinds = []schema.GroupVersionResource{
	{Group: "apps", Version: "v1", Resource: "deployments"}, {Group: "apps", Version: "v1", Resource: "statefulsets"},
	{Group: "apps", Version: "v1", Resource: "daemonsets"}, {Group: "batch", Version: "v1", Resource: "cronjobs"},
	{Group: "batch", Version: "v1", Resource: "jobs"}, {Group: "apps", Version: "v1", Resource: "replicasets"},
	{Version: "v1", Resource: "pods"}, {Version: "v1", Resource: "persistentvolumeclaims"},
	{Version: "v1", Resource: "services"}, {Version: "v1", Resource: "resourcequotas"}, {Version: "v1", Resource: "events"},
}

// scenario is a file of objects in steps. Lines "# wait SECONDS" end a step; the comment before the first object
// becomes the head of the recording.
type scenario struct {
	head    string
	steps   [][]*unstructured.Unstructured
	waits   []time.Duration
	objects []*unstructured.Unstructured // of all steps
}

func readScenario(path string) (*scenario, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	s := &scenario{}
	var step strings.Builder
	began := false
	for _, line := range strings.SplitAfter(string(text), "\n") {
		seconds, wait := strings.CutPrefix(line, "# wait ")
		began = began || !strings.HasPrefix(line, "#")
		if !began {
			s.head += line
		} else if !wait {
			step.WriteString(line)
		} else if err := s.endStep(step.String(), seconds); err != nil {
			return nil, err
		} else {
			step.Reset()
		}
	}
	return s, s.endStep(step.String(), "5")
}

func (s *scenario) endStep(text, seconds string) error {
	count, err := strconv.Atoi(strings.TrimSpace(seconds))
	if err != nil {
		return err
	}
	objects, err := decode([]byte(text))
	if len(objects) == 0 {
		return err
	}
	s.steps = append(s.steps, objects)
	s.waits = append(s.waits, time.Duration(count)*time.Second)
	s.objects = append(s.objects, objects...)
	return err
}

// namespace is the first that an object names.
func (s *scenario) namespace() string {
	for _, o := range s.objects {
		if o.GetNamespace() != "" {
			return o.GetNamespace()
		}
	}
	return ""
}

func isIn(o *unstructured.Unstructured, objects []*unstructured.Unstructured) bool {
	for _, other := range objects {
		if other.GetKind() == o.GetKind() && other.GetName() == o.GetName() {
			return true
		}
	}
	return false
}

// tidy drops what a recording does not need: who wrote which field, except of what the scenario changed.
func tidy(o *unstructured.Unstructured, changed bool) *unstructured.Unstructured {
	if !changed {
		o.SetManagedFields(nil)
	}
	return o
}

// isTrouble tells events that report a failure. Some of these are not of type Warning.
func isTrouble(event *unstructured.Unstructured) bool {
	severity, _, _ := unstructured.NestedString(event.Object, "type")
	reason, _, _ := unstructured.NestedString(event.Object, "reason")
	return severity == "Warning" || strings.HasPrefix(reason, "Failed")
}

// collect reads all objects of a namespace, and those without one that the scenario made.
func (k *client) collect(s *scenario) ([]*unstructured.Unstructured, error) {
	var found []*unstructured.Unstructured
	for _, o := range s.objects {
		if o.GetNamespace() != "" || isIn(o, found) || o.GetKind() == "Namespace" {
			continue
		}
		where, err := k.resource(o)
		if err != nil {
			return nil, err
		}
		got, err := where.Get(context.Background(), o.GetName(), metav1.GetOptions{})
		if err != nil {
			return nil, err
		}
		found = append(found, tidy(got, false))
	}
	for _, kind := range recordedKinds {
		list, err := k.dynamic.Resource(kind).Namespace(s.namespace()).List(context.Background(), metav1.ListOptions{})
		if err != nil {
			return nil, err
		}
		sort.Slice(list.Items, func(i, j int) bool { return list.Items[i].GetName() < list.Items[j].GetName() })
		for i := range list.Items {
			o := &list.Items[i]
			if o.GetKind() != "Event" || isTrouble(o) {
				found = append(found, tidy(o, isIn(o, s.objects)))
			}
		}
	}
	return found, nil
}

func (k *client) clean(s *scenario) error {
	now := int64(0)
	var failed error
	for i := len(s.objects) - 1; i >= 0; i-- {
		o := s.objects[i]
		where, err := k.resource(o)
		if err == nil && (o.GetNamespace() == "" || o.GetKind() == "Namespace") {
			err = where.Delete(context.Background(), o.GetName(), metav1.DeleteOptions{GracePeriodSeconds: &now})
		}
		if err != nil && !apierrors.IsNotFound(err) {
			failed = errors.Join(failed, err)
		}
	}
	return failed
}

// waitGone waits until the namespace is deleted.
func (k *client) waitGone(name string) error {
	namespaces := schema.GroupVersionResource{Version: "v1", Resource: "namespaces"}
	for range 1800 {
		_, err := k.dynamic.Resource(namespaces).Get(context.Background(), name, metav1.GetOptions{})
		if apierrors.IsNotFound(err) {
			return nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return fmt.Errorf("namespace %s is still there after three minutes", name)
}

// recordFile applies a scenario, waits, writes what the cluster has then, and deletes it: record SCENARIO OUTPUT.
func recordFile(c *cluster, words []string, _ string) (string, error) {
	if len(words) != 2 {
		return "", errors.New("record SCENARIO OUTPUT")
	}
	s, err := readScenario(words[0])
	if err != nil {
		return "", err
	}
	k, err := newClient(c.file("admin.kubeconfig"))
	if err != nil {
		return "", err
	}
	space := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "Namespace", "metadata": map[string]any{"name": s.namespace()}}}
	if !isIn(space, s.objects) {
		s.objects = append([]*unstructured.Unstructured{space}, s.objects...)
		s.steps[0] = append([]*unstructured.Unstructured{space}, s.steps[0]...)
	}
	for i, step := range s.steps {
		for _, o := range step {
			err = errors.Join(err, k.apply(o))
		}
		time.Sleep(s.waits[i])
	}
	found, failed := k.collect(s)
	err = errors.Join(err, failed, writeRecording(words[1], s.head, found))
	return fmt.Sprint(len(found)), errors.Join(err, k.clean(s), k.waitGone(s.namespace()))
}

func writeRecording(path, head string, objects []*unstructured.Unstructured) error {
	var out bytes.Buffer
	out.WriteString(head)
	for _, o := range objects {
		text, err := yaml.Marshal(o.Object)
		if err != nil {
			return err
		}
		out.WriteString("---\n")
		out.Write(text)
	}
	return os.WriteFile(path, out.Bytes(), 0o644)
}
