package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/discovery/cached/memory"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/restmapper"
	"k8s.io/client-go/tools/clientcmd"
	"sigs.k8s.io/yaml"
)

// client applies objects of any kind.
type client struct {
	dynamic dynamic.Interface
	mapper  *restmapper.DeferredDiscoveryRESTMapper
}

// loadConfig reads a kubeconfig, without a limit on the rate of requests.
func loadConfig(path string) (*rest.Config, error) {
	config, err := clientcmd.BuildConfigFromFlags("", path)
	if err == nil {
		config.QPS = -1
	}
	return config, err
}

func newClient(path string) (*client, error) {
	config, err := loadConfig(path)
	if err != nil {
		return nil, err
	}
	found, err := discovery.NewDiscoveryClientForConfig(config)
	if err != nil {
		return nil, err
	}
	d, err := dynamic.NewForConfig(config)
	return &client{d, restmapper.NewDeferredDiscoveryRESTMapper(memory.NewMemCacheClient(found))}, err
}

// decode reads all documents of a YAML file.
func decode(text []byte) ([]*unstructured.Unstructured, error) {
	var objects []*unstructured.Unstructured
	documents := utilyaml.NewYAMLReader(bufio.NewReader(bytes.NewReader(text)))
	for {
		document, err := documents.Read()
		if err == io.EOF {
			return objects, nil
		}
		o := &unstructured.Unstructured{}
		if err == nil {
			err = yaml.Unmarshal(document, &o.Object)
		}
		if err != nil {
			return nil, err
		}
		if len(o.Object) > 0 {
			objects = append(objects, o)
		}
	}
}

// resource finds the path of a kind. A kind that is new may take a moment to be served.
func (k *client) resource(o *unstructured.Unstructured) (dynamic.ResourceInterface, error) {
	kind := o.GroupVersionKind()
	var mapping *meta.RESTMapping
	var err error
	for range 1200 {
		if mapping, err = k.mapper.RESTMapping(kind.GroupKind(), kind.Version); err == nil {
			break
		}
		time.Sleep(100 * time.Millisecond)
		k.mapper.Reset()
	}
	if err != nil {
		return nil, err
	}
	if mapping.Scope.Name() != meta.RESTScopeNameNamespace {
		return k.dynamic.Resource(mapping.Resource), nil
	}
	namespace := o.GetNamespace()
	if namespace == "" {
		namespace = "default"
	}
	return k.dynamic.Resource(mapping.Resource).Namespace(namespace), nil
}

// apply puts an object there by server-side apply; at a part ("status") when one is named.
func (k *client) apply(o *unstructured.Unstructured, part ...string) error {
	where, err := k.resource(o)
	if err != nil {
		return err
	}
	text, err := json.Marshal(o)
	if err != nil {
		return err
	}
	force := true
	for range 1200 {
		_, err = where.Patch(context.Background(), o.GetName(), types.ApplyPatchType, text,
			metav1.PatchOptions{FieldManager: "test", Force: &force}, part...)
		if !apierrors.IsNotFound(err) && !apierrors.IsForbidden(err) { // the namespace, or the kind, is being created
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	if err != nil {
		return fmt.Errorf("%s %s: %w", o.GetKind(), o.GetName(), err)
	}
	return nil
}

func (k *client) applyAll(text []byte) error {
	objects, err := decode(text)
	for _, o := range objects {
		err = errors.Join(err, k.apply(o))
	}
	return err
}

// overFile calls act for each object of a file, in order.
func overFile(c *cluster, path string, act func(*client, *unstructured.Unstructured) error) (string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	k, err := newClient(c.file("admin.kubeconfig"))
	if err != nil {
		return "", err
	}
	objects, err := decode(text)
	for _, o := range objects {
		err = errors.Join(err, act(k, o))
	}
	return fmt.Sprint(len(objects)), err
}

func applyFile(c *cluster, _ []string, text string) (string, error) {
	return overFile(c, text, func(k *client, o *unstructured.Unstructured) error { return k.apply(o) })
}

// statusFile writes the status of objects that exist.
func statusFile(c *cluster, _ []string, text string) (string, error) {
	return overFile(c, text, func(k *client, o *unstructured.Unstructured) error { return k.apply(o, "status") })
}

func deleteFile(c *cluster, _ []string, text string) (string, error) {
	return overFile(c, text, func(k *client, o *unstructured.Unstructured) error {
		where, err := k.resource(o)
		if err != nil {
			return err
		}
		now := int64(0)
		err = where.Delete(context.Background(), o.GetName(), metav1.DeleteOptions{GracePeriodSeconds: &now})
		if apierrors.IsNotFound(err) {
			return nil
		}
		return err
	})
}

// compact makes etcd forget all revisions but the newest.
func compact(c *cluster, _ []string, _ string) (string, error) {
	ask := func(what, body string, answer any) error {
		response, err := http.Post("http://"+c.etcd+"/v3/kv/"+what, "application/json", strings.NewReader(body))
		if err != nil {
			return err
		}
		defer response.Body.Close()
		return json.NewDecoder(response.Body).Decode(answer)
	}
	var now struct{ Header struct{ Revision string } }
	if err := ask("range", `{"key":"YQ=="}`, &now); err != nil {
		return "", err
	}
	var done map[string]any
	return now.Header.Revision, ask("compaction", `{"physical":true,"revision":"`+now.Header.Revision+`"}`, &done)
}

// fillers makes objects of about so many bytes, for measurements.
var fillers = map[string]func(name string, size int) *unstructured.Unstructured{
	"pods": func(name string, size int) *unstructured.Unstructured {
		var containers []any
		for _, container := range []string{"app", "sidecar"} {
			probe := map[string]any{"httpGet": map[string]any{"path": "/healthz", "port": int64(8080)}, "periodSeconds": int64(10)}
			containers = append(containers, map[string]any{"name": container, "image": "registry.example/" + container + ":1.2.3",
				"readinessProbe": probe, "livenessProbe": probe})
		}
		return filler("v1", "Pod", name, size, map[string]any{"spec": map[string]any{"containers": containers}})
	},
	"configmaps": func(name string, size int) *unstructured.Unstructured {
		return filler("v1", "ConfigMap", name, size, map[string]any{"data": map[string]any{}})
	},
	"widgets": func(name string, size int) *unstructured.Unstructured {
		return filler("example.com/v1", "Widget", name, size, map[string]any{"spec": map[string]any{}})
	},
}

func filler(apiVersion, kind, name string, size int, rest map[string]any) *unstructured.Unstructured {
	o := &unstructured.Unstructured{Object: rest}
	o.SetAPIVersion(apiVersion)
	o.SetKind(kind)
	o.SetName(name)
	o.SetNamespace("default")
	o.SetLabels(map[string]string{"app": "filler"})
	if text, err := o.MarshalJSON(); err == nil && len(text) < size {
		o.SetAnnotations(map[string]string{"padding": strings.Repeat("x", size-len(text))})
	}
	return o
}

// fill creates COUNT objects: fill pods|configmaps|widgets COUNT BYTES.
func fill(c *cluster, words []string, _ string) (string, error) {
	if len(words) != 3 || fillers[words[0]] == nil {
		return "", errors.New("fill pods|configmaps|widgets COUNT BYTES")
	}
	count, err := strconv.Atoi(words[1])
	size, wrong := strconv.Atoi(words[2])
	if err = errors.Join(err, wrong); err != nil {
		return "", err
	}
	k, err := newClient(c.file("admin.kubeconfig"))
	if err != nil {
		return "", err
	}
	if words[0] == "widgets" {
		if err := k.applyAll(widgetKind); err != nil {
			return "", err
		}
	}
	where, err := k.resource(fillers[words[0]]("x", 0))
	if err != nil {
		return "", err
	}
	var workers sync.WaitGroup
	failures := make(chan error, 8)
	for worker := range cap(failures) {
		workers.Add(1)
		go func() {
			defer workers.Done()
			for i := worker; i < count; i += cap(failures) {
				o := fillers[words[0]](fmt.Sprintf("filler-%06d", i), size)
				if _, err := where.Create(context.Background(), o, metav1.CreateOptions{}); err != nil && !apierrors.IsAlreadyExists(err) {
					failures <- err
					return
				}
			}
		}()
	}
	workers.Wait()
	close(failures)
	return words[1], <-failures
}
