// kstatus of an object, by the packages of the release that `build` puts beside it: status/, polling/ and, for Flux and Helm,
// jobs/, their reader of Jobs.
//
// The reader of a case is "compute", the object alone; "polling", with the objects of "resources" in the cluster; "jobs", the same
// with the reader of Jobs in front; "wait", as helm --wait: as "polling", paused Deployments skipped; and "wait-for-jobs".
package main

import (
	"context"
	"errors"
	"strings"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"vitals/tests/peers/releases/kstatus/around/client"
	jobs "vitals/tests/peers/releases/kstatus/jobs"
	"vitals/tests/peers/releases/kstatus/polling/engine"
	"vitals/tests/peers/releases/kstatus/polling/statusreaders"
	"vitals/tests/peers/releases/kstatus/status"
	"vitals/tests/peers/releases/serve"
)

// cluster holds the other objects of a case.
type cluster []serve.Pair

func (cluster) Sync(context.Context) error { return nil }

func (cluster) Get(context.Context, client.ObjectKey, *unstructured.Unstructured) error {
	return errors.New("not asked for")
}

func (objects cluster) list(list *unstructured.UnstructuredList, namespace string, selector labels.Selector) {
	for _, pair := range objects {
		of := unstructured.Unstructured{Object: pair.Live}
		if of.GetKind() == strings.TrimSuffix(list.GetKind(), "List") && of.GetAPIVersion() == list.GetAPIVersion() &&
			of.GetNamespace() == namespace && selector.Matches(labels.Set(of.GetLabels())) {
			list.Items = append(list.Items, of)
		}
	}
}

func (objects cluster) ListNamespaceScoped(_ context.Context, list *unstructured.UnstructuredList, namespace string, selector labels.Selector) error {
	objects.list(list, namespace, selector)
	return nil
}

func (objects cluster) ListClusterScoped(_ context.Context, list *unstructured.UnstructuredList, selector labels.Selector) error {
	objects.list(list, "", selector)
	return nil
}

// kinds are those of the Pods that readers ask for.
func kinds() meta.RESTMapper {
	mapper := meta.NewDefaultRESTMapper([]schema.GroupVersion{{Version: "v1"}, {Group: "apps", Version: "v1"}})
	for _, kind := range []schema.GroupVersionKind{
		{Version: "v1", Kind: "Pod"}, {Group: "apps", Version: "v1", Kind: "ReplicaSet"},
	} {
		mapper.Add(kind, meta.RESTScopeNamespace)
	}
	return mapper
}

func answerOf(found *status.Result, err error) serve.Answer {
	if err != nil {
		return serve.Answer{Status: "Unknown", Error: err.Error()}
	}
	return serve.Answer{Status: string(found.Status), Message: found.Message}
}

func isPaused(object *unstructured.Unstructured) bool {
	paused, _, _ := unstructured.NestedBool(object.Object, "spec", "paused")
	return paused && object.GroupVersionKind().GroupKind() == schema.GroupKind{Group: "apps", Kind: "Deployment"}
}

func ask(of *serve.Case) serve.Answer {
	object := &unstructured.Unstructured{Object: of.Object}
	if of.Reader == "" || of.Reader == "compute" {
		return answerOf(status.Compute(object))
	}
	if isPaused(object) && (of.Reader == "wait" || of.Reader == "wait-for-jobs") {
		return serve.Answer{Status: "Current", Message: "not waited for: it is paused"}
	}
	mapper := kinds()
	var first []engine.StatusReader
	if of.Reader == "jobs" || of.Reader == "wait-for-jobs" {
		first = append(first, jobs.NewCustomJobStatusReader(mapper))
	}
	readers := statusreaders.NewStatusReader(mapper, first...)
	read, err := readers.ReadStatusForObject(context.Background(), cluster(of.Resources), object)
	if err == nil && read.Error != nil {
		err = read.Error
	}
	if err != nil {
		return answerOf(nil, err)
	}
	return serve.Answer{Status: string(read.Status), Message: read.Message}
}

func main() { serve.Lines(ask) }
