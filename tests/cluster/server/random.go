package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand"
	"strconv"
	"sync/atomic"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/dynamic"
)

// randomRun counts what is left of the command "random".
type randomRun struct{ left atomic.Int64 }

// randomKind is one kind whose objects come, change and go.
type randomKind struct {
	resource schema.GroupVersionResource
	kind     string
	spec     map[string]any
	statuses []string // merge patches of the status
}

var randomKinds = []randomKind{
	{schema.GroupVersionResource{Version: "v1", Resource: "pods"}, "Pod",
		map[string]any{"containers": []any{map[string]any{"name": "app", "image": "app:1"}}},
		[]string{`{"status":{"phase":"Running","conditions":[{"type":"Ready","status":"True"}]}}`,
			`{"status":{"phase":"Failed","message":"it failed"}}`, `{"status":{"phase":"Pending"}}`}},
	{schema.GroupVersionResource{Group: "apps", Version: "v1", Resource: "deployments"}, "Deployment",
		map[string]any{"replicas": int64(1), "selector": map[string]any{"matchLabels": map[string]any{"app": "x"}},
			"template": map[string]any{"metadata": map[string]any{"labels": map[string]any{"app": "x"}},
				"spec": map[string]any{"containers": []any{map[string]any{"name": "app", "image": "app:1"}}}}},
		[]string{`{"status":{"observedGeneration":1,"replicas":1,"updatedReplicas":1,"availableReplicas":1,"readyReplicas":1}}`,
			`{"status":{"observedGeneration":1,"replicas":1,"updatedReplicas":0,"availableReplicas":0,"readyReplicas":0}}`}},
	{schema.GroupVersionResource{Version: "v1", Resource: "services"}, "Service",
		map[string]any{"ports": []any{map[string]any{"port": int64(80)}}},
		[]string{`{"status":{"loadBalancer":{"ingress":[{"ip":"192.0.2.7"}]}}}`}},
	{schema.GroupVersionResource{Group: "example.com", Version: "v1", Resource: "widgets"}, "Widget",
		map[string]any{"size": int64(1)},
		[]string{`{"status":{"conditions":[{"type":"Ready","status":"True"}]}}`,
			`{"status":{"conditions":[{"type":"Ready","status":"False","reason":"Broken","message":"it broke"}]}}`}},
}

// randomer makes one change after another.
type randomer struct {
	client     dynamic.Interface
	random     *rand.Rand
	namespaces []string
}

func (r *randomer) object(k randomKind, name string) *unstructured.Unstructured {
	o := &unstructured.Unstructured{Object: map[string]any{}}
	o.SetGroupVersionKind(k.resource.GroupVersion().WithKind(k.kind))
	o.SetName(name)
	o.Object["spec"] = unstructuredCopy(k.spec)
	return o
}

func unstructuredCopy(from map[string]any) map[string]any {
	return (&unstructured.Unstructured{Object: from}).DeepCopy().Object
}

// step makes one change; what is there already, or not there, is as good.
func (r *randomer) step() error {
	k := randomKinds[r.random.Intn(len(randomKinds))]
	name := fmt.Sprintf("random-%02d", r.random.Intn(40))
	where := r.client.Resource(k.resource).Namespace(r.namespaces[r.random.Intn(len(r.namespaces))])
	now := int64(0)
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	var err error
	switch choice := r.random.Intn(10); {
	case choice < 3:
		_, err = where.Create(ctx, r.object(k, name), metav1.CreateOptions{})
	case choice < 5:
		patch := fmt.Sprintf(`{"metadata":{"labels":{"step":"%d"}}}`, r.random.Intn(1000))
		_, err = where.Patch(ctx, name, types.MergePatchType, []byte(patch), metav1.PatchOptions{})
	case choice < 8:
		patch := k.statuses[r.random.Intn(len(k.statuses))]
		_, err = where.Patch(ctx, name, types.MergePatchType, []byte(patch), metav1.PatchOptions{}, "status")
	default:
		err = where.Delete(ctx, name, metav1.DeleteOptions{GracePeriodSeconds: &now})
		if err == nil && choice == 9 {
			_, err = where.Create(ctx, r.object(k, name), metav1.CreateOptions{})
		}
	}
	if apierrors.IsNotFound(err) || apierrors.IsAlreadyExists(err) || apierrors.IsInvalid(err) || apierrors.IsConflict(err) {
		return nil
	}
	return err
}

// startRandom makes COUNT changes in the namespaces random-0 to random-3, from a seed, and answers at once.
// While the server does not answer, a change waits.
func startRandom(c *cluster, words []string, _ string) (string, error) {
	if len(words) != 2 {
		return "", errors.New("random COUNT SEED")
	}
	count, err := strconv.Atoi(words[0])
	seed, wrong := strconv.ParseInt(words[1], 10, 64)
	if err = errors.Join(err, wrong); err != nil {
		return "", err
	}
	k, err := newClient(c.file("admin.kubeconfig"))
	if err != nil {
		return "", err
	}
	r := &randomer{client: k.dynamic, random: rand.New(rand.NewSource(seed))}
	for i := range 4 {
		name := fmt.Sprintf("random-%d", i)
		r.namespaces = append(r.namespaces, name)
		o := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "Namespace", "metadata": map[string]any{"name": name}}}
		if err := k.apply(o); err != nil {
			return "", err
		}
	}
	if err := k.applyAll(widgetKind); err != nil {
		return "", err
	}
	c.random.left.Add(int64(count))
	go func() {
		for range count {
			for r.step() != nil {
				time.Sleep(50 * time.Millisecond)
			}
			c.random.left.Add(-1)
		}
	}()
	return "", nil
}

func randomLeft(c *cluster, _ []string, _ string) (string, error) {
	return fmt.Sprint(c.random.left.Load()), nil
}
