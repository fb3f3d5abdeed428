package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"sort"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/clientcmd"
)

// oracle follows kinds as client-go does.
type oracle struct {
	client    dynamic.Interface
	resources []schema.GroupVersionResource
	informers []cache.SharedIndexInformer
}

// readResource reads "apps/v1/deployments", or "/v1/pods" of the core group.
func readResource(text string) (schema.GroupVersionResource, error) {
	parts := strings.Split(text, "/")
	if len(parts) != 3 {
		return schema.GroupVersionResource{}, fmt.Errorf("%s is not GROUP/VERSION/RESOURCE", text)
	}
	return schema.GroupVersionResource{Group: parts[0], Version: parts[1], Resource: parts[2]}, nil
}

func loadConfig(path string) (*rest.Config, error) {
	config, err := clientcmd.BuildConfigFromFlags("", path)
	if err == nil {
		config.QPS = -1
	}
	return config, err
}

func newOracle(path string, words []string) (*oracle, error) {
	config, err := loadConfig(path)
	if err != nil {
		return nil, err
	}
	o := &oracle{}
	if o.client, err = dynamic.NewForConfig(config); err != nil {
		return nil, err
	}
	factory := dynamicinformer.NewDynamicSharedInformerFactory(o.client, 0)
	for _, word := range words {
		resource, err := readResource(word)
		if err != nil {
			return nil, err
		}
		o.resources = append(o.resources, resource)
		o.informers = append(o.informers, factory.ForResource(resource).Informer())
	}
	factory.Start(nil)
	factory.WaitForCacheSync(nil)
	return o, nil
}

// row is what vitals' rows are compared with: GROUP/KIND NAMESPACE/NAME UID RESOURCEVERSION.
func row(object *unstructured.Unstructured) string {
	kind := object.GroupVersionKind()
	return fmt.Sprintf("%s/%s %s/%s %s %s", kind.Group, kind.Kind,
		object.GetNamespace(), object.GetName(), object.GetUID(), object.GetResourceVersion())
}

// followed are the rows of the informers.
func (o *oracle) followed() ([]string, error) {
	var rows []string
	for _, informer := range o.informers {
		for _, object := range informer.GetStore().List() {
			rows = append(rows, row(object.(*unstructured.Unstructured)))
		}
	}
	return rows, nil
}

// listed are the rows of new lists.
func (o *oracle) listed() ([]string, error) {
	var rows []string
	for _, resource := range o.resources {
		list, err := o.client.Resource(resource).List(context.Background(), metav1.ListOptions{})
		if err != nil {
			return nil, err
		}
		for i := range list.Items {
			rows = append(rows, row(&list.Items[i]))
		}
	}
	return rows, nil
}

func writeRows(rows []string, err error, path string) (string, error) {
	if err != nil {
		return "", err
	}
	sort.Strings(rows)
	text := strings.Join(rows, "\n")
	if len(rows) > 0 {
		text += "\n"
	}
	return fmt.Sprint(len(rows)), os.WriteFile(path, []byte(text), 0o600)
}

func (o *oracle) answer(name, text string) (string, error) {
	switch name {
	case "sync":
		return text, nil
	case "rows":
		rows, err := o.followed()
		return writeRows(rows, err, text)
	case "list":
		rows, err := o.listed()
		return writeRows(rows, err, text)
	}
	return "", fmt.Errorf("%s is not one of sync, rows, list", name)
}

// runOracle answers "rows PATH" and "list PATH" with the number of rows that it wrote there.
func runOracle(arguments []string) error {
	if len(arguments) < 2 {
		return errors.New("oracle KUBECONFIG GROUP/VERSION/RESOURCE…")
	}
	o, err := newOracle(arguments[0], arguments[1:])
	if err != nil {
		return err
	}
	input := bufio.NewScanner(os.Stdin)
	for input.Scan() {
		name, text, _ := strings.Cut(input.Text(), " ")
		result, err := o.answer(name, text)
		if err != nil {
			fmt.Println("error:", err)
		} else {
			fmt.Println(strings.TrimSpace("ok " + result))
		}
	}
	return input.Err()
}
