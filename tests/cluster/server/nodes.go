package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// nodes is what reports for machines that do not exist: it writes the status of Pods that are bound to them.
type nodes struct{ client kubernetes.Interface }

var nodeNames = []string{"node-1", "node-2"}

func newNode(name string) *corev1.Node {
	room := corev1.ResourceList{
		corev1.ResourceCPU: resource.MustParse("4"), corev1.ResourceMemory: resource.MustParse("8Gi"), corev1.ResourcePods: resource.MustParse("500"),
	}
	now := metav1.Now()
	return &corev1.Node{
		ObjectMeta: metav1.ObjectMeta{Name: name, Labels: map[string]string{"kubernetes.io/hostname": name, "kubernetes.io/os": "linux"}},
		Status: corev1.NodeStatus{
			Capacity: room, Allocatable: room,
			Conditions: []corev1.NodeCondition{{Type: corev1.NodeReady, Status: corev1.ConditionTrue, Reason: "KubeletReady",
				Message: "kubelet is posting ready status", LastHeartbeatTime: now, LastTransitionTime: now}},
		},
	}
}

func (n *nodes) register() error {
	for _, name := range nodeNames {
		_, err := n.client.CoreV1().Nodes().Create(context.Background(), newNode(name), metav1.CreateOptions{})
		if err != nil && !apierrors.IsAlreadyExists(err) {
			return err
		}
		// A new Node is tainted until somebody says that it is ready.
		patch := []byte(`{"spec":{"taints":null}}`)
		if _, err = n.client.CoreV1().Nodes().Patch(context.Background(), name, types.MergePatchType, patch, metav1.PatchOptions{}); err != nil {
			return err
		}
	}
	return nil
}

// handle brings a Pod to what its label "fail" asks for; without the label it runs, and one that ends succeeds.
func (n *nodes) handle(pod *corev1.Pod) error {
	if pod.Spec.NodeName == "" || pod.Labels["ignore"] != "" {
		return nil
	}
	if pod.DeletionTimestamp != nil {
		return n.end(pod)
	}
	if pod.Status.StartTime != nil {
		return nil // it was handled
	}
	fault, known := faults[pod.Labels["fail"]]
	if !known {
		return fmt.Errorf("%s/%s: %s is not a failure", pod.Namespace, pod.Name, pod.Labels["fail"])
	}
	status := statusOf(pod, fault)
	text, err := json.Marshal(map[string]any{"status": status})
	if err != nil {
		return err
	}
	_, err = n.client.CoreV1().Pods(pod.Namespace).Patch(context.Background(), pod.Name, types.MergePatchType, text, metav1.PatchOptions{}, "status")
	if err == nil && fault.event.reason != "" {
		err = n.report(pod, fault.event)
	}
	return err
}

// end lets a Pod that is being deleted fail, which controllers wait for, and then go.
func (n *nodes) end(pod *corev1.Pod) error {
	pods := n.client.CoreV1().Pods(pod.Namespace)
	if pod.Status.Phase != corev1.PodSucceeded && pod.Status.Phase != corev1.PodFailed {
		patch := []byte(`{"status":{"phase":"Failed"}}`)
		if _, err := pods.Patch(context.Background(), pod.Name, types.MergePatchType, patch, metav1.PatchOptions{}, "status"); err != nil {
			return err
		}
	}
	now := int64(0)
	return pods.Delete(context.Background(), pod.Name, metav1.DeleteOptions{GracePeriodSeconds: &now})
}

// report writes the event that a kubelet would.
func (n *nodes) report(pod *corev1.Pod, e podEvent) error {
	now := metav1.Now()
	_, err := n.client.CoreV1().Events(pod.Namespace).Create(context.Background(), &corev1.Event{
		ObjectMeta: metav1.ObjectMeta{GenerateName: pod.Name + ".", Namespace: pod.Namespace},
		InvolvedObject: corev1.ObjectReference{APIVersion: "v1", Kind: "Pod", Namespace: pod.Namespace, Name: pod.Name,
			UID: pod.UID, ResourceVersion: pod.ResourceVersion},
		Reason: e.reason, Message: fillIn(e.message, pod), Type: corev1.EventTypeWarning, Count: 4, FirstTimestamp: now, LastTimestamp: now,
		Source: corev1.EventSource{Component: "kubelet", Host: pod.Spec.NodeName},
	}, metav1.CreateOptions{})
	return err
}

// runNodes runs until the process is ended.
func runNodes(arguments []string) int {
	config, err := loadConfig(arguments[0])
	if err == nil {
		n := &nodes{kubernetes.NewForConfigOrDie(config)}
		if err = n.register(); err == nil {
			n.follow()
		}
	}
	fmt.Fprintln(os.Stderr, "nodes:", err)
	return 1
}

func (n *nodes) follow() {
	factory := informers.NewSharedInformerFactory(n.client, 0)
	pods := factory.Core().V1().Pods().Informer()
	act := func(o any) {
		pod, is := o.(*corev1.Pod)
		for attempt := 0; is && attempt < 20; attempt++ {
			err := n.handle(pod)
			if err == nil || apierrors.IsNotFound(err) {
				return
			}
			fmt.Fprintln(os.Stderr, "nodes:", err)
			time.Sleep(time.Second)
		}
	}
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: act, UpdateFunc: func(_, o any) { act(o) }})
	factory.Start(nil)
	select {}
}
