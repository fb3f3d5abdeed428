package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"syscall"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/metadata/metadatainformer"
	"k8s.io/client-go/tools/cache"
	"k8s.io/kubectl/pkg/cmd"
)

func runKubectl(arguments []string) error {
	os.Args = append([]string{"kubectl"}, arguments...)
	return cmd.NewDefaultKubectlCommand().Execute()
}

// form makes an informer of one kind.
type form func(path, word string) (cache.SharedIndexInformer, error)

var forms = map[string]form{"dynamic": dynamicForm(nil), "stripped": dynamicForm(strip), "typed": typedForm, "metadata": metadataForm}

// strip leaves out managedFields, as many programs do.
func strip(o any) (any, error) {
	if object, is := o.(*unstructured.Unstructured); is {
		object.SetManagedFields(nil)
	}
	return o, nil
}

func dynamicForm(transform cache.TransformFunc) form {
	return func(path, word string) (cache.SharedIndexInformer, error) {
		config, err := loadConfig(path)
		if err != nil {
			return nil, err
		}
		resource, err := readResource(word)
		if err != nil {
			return nil, err
		}
		client, err := dynamic.NewForConfig(config)
		if err != nil {
			return nil, err
		}
		informer := dynamicinformer.NewDynamicSharedInformerFactory(client, 0).ForResource(resource).Informer()
		return informer, informer.SetTransform(transform)
	}
}

func typedForm(path, word string) (cache.SharedIndexInformer, error) {
	config, err := loadConfig(path)
	if err != nil {
		return nil, err
	}
	resource, err := readResource(word)
	if err != nil {
		return nil, err
	}
	config.ContentType = "application/vnd.kubernetes.protobuf"
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		return nil, err
	}
	found, err := informers.NewSharedInformerFactory(client, 0).ForResource(resource)
	if err != nil {
		return nil, err
	}
	return found.Informer(), nil
}

func metadataForm(path, word string) (cache.SharedIndexInformer, error) {
	config, err := loadConfig(path)
	if err != nil {
		return nil, err
	}
	resource, err := readResource(word)
	if err != nil {
		return nil, err
	}
	client, err := metadata.NewForConfig(config)
	if err != nil {
		return nil, err
	}
	return metadatainformer.NewSharedInformerFactory(client, 0).ForResource(resource).Informer(), nil
}

// runInformer ends when the first list is complete.
func runInformer(arguments []string) error {
	if len(arguments) != 3 || forms[arguments[1]] == nil {
		return errors.New("informer KUBECONFIG dynamic|stripped|typed|metadata GROUP/VERSION/RESOURCE")
	}
	informer, err := forms[arguments[1]](arguments[0], arguments[2])
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go informer.Run(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), informer.HasSynced) {
		return errors.New("not synced")
	}
	runtime.GC()
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	fmt.Printf("%d objects, %d MB kept\n", len(informer.GetStore().ListKeys()), memory.HeapAlloc>>20)
	return nil
}

// used is what a process took.
type used struct {
	seconds   float64 // of CPU
	megabytes int64   // peak
}

func usageOf(state *os.ProcessState) used {
	usage := state.SysUsage().(*syscall.Rusage)
	return used{(state.UserTime() + state.SystemTime()).Seconds(), usage.Maxrss >> 10}
}

func runMeasure(arguments []string) error {
	if len(arguments) == 0 {
		return errors.New("measure COMMAND…")
	}
	command := exec.Command(arguments[0], arguments[1:]...)
	command.Stdin, command.Stdout, command.Stderr = os.Stdin, os.Stdout, os.Stderr
	err := command.Run()
	if command.ProcessState == nil {
		return err
	}
	u := usageOf(command.ProcessState)
	fmt.Fprintf(os.Stderr, "%.2f s CPU, %d MB\n", u.seconds, u.megabytes)
	return nil
}

// runAnchors measures each program three times on what the cluster holds and prints the middle one.
func runAnchors(arguments []string) error {
	if len(arguments) != 2 {
		return errors.New("anchors KUBECONFIG VITALS")
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	config, vitals := arguments[0], arguments[1]
	flag := "--kubeconfig=" + config
	rows := [][]string{
		{vitals, "get", "pods", "-A", flag},
		{vitals, "get", "pods", "-A", flag, "-o", "ndjson"},
		{self, "kubectl", "get", "pods", "-A", flag},
		{self, "kubectl", "get", "pods", "-A", flag, "-o", "json"},
		{self, "informer", config, "dynamic", "/v1/pods"},
		{self, "informer", config, "stripped", "/v1/pods"},
		{self, "informer", config, "typed", "/v1/pods"},
		{self, "informer", config, "metadata", "/v1/pods"},
	}
	fmt.Println("| program | CPU s | peak MB |\n|---|---|---|")
	for _, row := range rows {
		fmt.Println(anchor(row, config))
	}
	return nil
}

func anchor(row []string, config string) string {
	var rounds []used
	for range 3 {
		command := exec.Command(row[0], row[1:]...)
		command.Run() // a verdict is an exit status too
		if command.ProcessState == nil {
			return fmt.Sprintf("| %s | could not be run | |", name(row, config))
		}
		rounds = append(rounds, usageOf(command.ProcessState))
	}
	u := middle(rounds)
	return fmt.Sprintf("| `%s` | %.2f | %d |", name(row, config), u.seconds, u.megabytes)
}
