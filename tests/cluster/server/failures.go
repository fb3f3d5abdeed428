package main

import (
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type podEvent struct{ reason, message string }

// fault is what a kubelet reports of a Pod. In texts, IMAGE and POD are replaced.
type fault struct {
	phase           corev1.PodPhase
	reason, message string // of the Pod as a whole
	init            bool   // the first init container has the trouble
	ready           bool
	restarts        int32
	waiting         *corev1.ContainerStateWaiting
	ended           *corev1.ContainerStateTerminated // how it ended, or ended last if it waits
	event           podEvent
}

func waits(reason, message string) *corev1.ContainerStateWaiting {
	return &corev1.ContainerStateWaiting{Reason: reason, Message: message}
}

func exits(code int32, reason string) *corev1.ContainerStateTerminated {
	return &corev1.ContainerStateTerminated{ExitCode: code, Reason: reason}
}

var (
	backOff  = waits("CrashLoopBackOff", "back-off 5m0s restarting failed container")
	creating = waits("ContainerCreating", "")
	crashed  = podEvent{"BackOff", "Back-off restarting failed container in pod POD"}
)

// faults are the values of the label "fail".
var faults = map[string]fault{
	"":             {phase: corev1.PodRunning, ready: true},
	"crash":        {phase: corev1.PodRunning, restarts: 7, waiting: backOff, ended: exits(1, "Error"), event: crashed},
	"oom":          {phase: corev1.PodRunning, restarts: 4, waiting: backOff, ended: exits(137, "OOMKilled"), event: crashed},
	"start":        {phase: corev1.PodRunning, restarts: 3, waiting: waits("RunContainerError", `exec: "serve": executable file not found in $PATH`), ended: exits(128, "StartError"), event: podEvent{"Failed", `Error: exec: "serve": executable file not found in $PATH`}},
	"image":        {phase: corev1.PodPending, waiting: waits("ImagePullBackOff", `Back-off pulling image "IMAGE": not found`), event: podEvent{"Failed", `Failed to pull image "IMAGE": not found`}},
	"image-now":    {phase: corev1.PodPending, waiting: waits("ErrImagePull", `failed to pull image "IMAGE": 401 Unauthorized`), event: podEvent{"Failed", `Failed to pull image "IMAGE": 401 Unauthorized`}},
	"image-name":   {phase: corev1.PodPending, waiting: waits("InvalidImageName", `Failed to apply default image tag "IMAGE": couldn't parse image name`), event: podEvent{"InspectFailed", `Failed to apply default image tag "IMAGE"`}},
	"image-policy": {phase: corev1.PodPending, waiting: waits("ErrImageNeverPull", `Container image "IMAGE" is not present with pull policy of Never`), event: podEvent{"ErrImageNeverPull", `Container image "IMAGE" is not present with pull policy of Never`}},
	"config":       {phase: corev1.PodPending, waiting: waits("CreateContainerConfigError", `configmap "settings" not found`), event: podEvent{"Failed", `Error: configmap "settings" not found`}},
	"volume":       {phase: corev1.PodPending, waiting: creating, event: podEvent{"FailedMount", `MountVolume.SetUp failed for volume "tls" : secret "shop-tls" not found`}},
	"attach":       {phase: corev1.PodPending, waiting: creating, event: podEvent{"FailedAttachVolume", `Multi-Attach error for volume "data" Volume is already used by pod(s) db-1`}},
	"sandbox":      {phase: corev1.PodPending, waiting: creating, event: podEvent{"FailedCreatePodSandBox", "Failed to create pod sandbox: no IP addresses available in range"}},
	"probe":        {phase: corev1.PodRunning, event: podEvent{"Unhealthy", "Readiness probe failed: HTTP probe failed with statuscode: 503"}},
	"liveness":     {phase: corev1.PodRunning, restarts: 9, waiting: backOff, ended: exits(143, "Error"), event: podEvent{"Unhealthy", "Liveness probe failed: connection refused"}},
	"init":         {phase: corev1.PodPending, init: true, restarts: 5, waiting: backOff, ended: exits(2, "Error"), event: crashed},
	"evicted":      {phase: corev1.PodFailed, reason: "Evicted", message: "The node was low on resource: ephemeral-storage.", ended: exits(137, "Error"), event: podEvent{"Evicted", "The node was low on resource: ephemeral-storage."}},
	"exit":         {phase: corev1.PodFailed, ended: exits(3, "Error")},
	"deadline":     {phase: corev1.PodFailed, reason: "DeadlineExceeded", message: "Pod was active on the node longer than the specified deadline", ended: exits(137, "Error")},
}

func fillIn(text string, pod *corev1.Pod) string {
	image := ""
	if len(pod.Spec.Containers) > 0 {
		image = pod.Spec.Containers[0].Image
	}
	return strings.NewReplacer("IMAGE", image, "POD", pod.Name).Replace(text)
}

func condition(kind corev1.PodConditionType, holds bool, reason string) corev1.PodCondition {
	status := corev1.ConditionFalse
	if holds {
		status, reason = corev1.ConditionTrue, ""
	}
	return corev1.PodCondition{Type: kind, Status: status, Reason: reason, LastTransitionTime: metav1.Now()}
}

// containerStatus is that of a container with the fault, or of one beside it.
func containerStatus(pod *corev1.Pod, container corev1.Container, f fault, has bool) corev1.ContainerStatus {
	now := metav1.Now()
	s := corev1.ContainerStatus{Name: container.Name, Image: container.Image}
	running := corev1.ContainerState{Running: &corev1.ContainerStateRunning{StartedAt: now}}
	if !has {
		s.Ready, s.State = true, running
		return s
	}
	s.Ready, s.RestartCount, s.State = f.ready, f.restarts, running
	var ended *corev1.ContainerStateTerminated
	if f.ended != nil {
		copied := *f.ended
		copied.StartedAt, copied.FinishedAt = metav1.NewTime(now.Add(-3*time.Second)), now
		ended = &copied
		s.State = corev1.ContainerState{Terminated: ended}
	}
	if f.waiting != nil {
		waiting := *f.waiting
		waiting.Message = fillIn(waiting.Message, pod)
		s.State, s.LastTerminationState = corev1.ContainerState{Waiting: &waiting}, corev1.ContainerState{Terminated: ended}
	}
	started := f.ready
	s.Started = &started
	return s
}

func initStatuses(pod *corev1.Pod, f fault) []corev1.ContainerStatus {
	var out []corev1.ContainerStatus
	for i, container := range pod.Spec.InitContainers {
		s := containerStatus(pod, container, f, f.init && i == 0)
		if !f.init {
			s.State = corev1.ContainerState{Terminated: exits(0, "Completed")}
		}
		out = append(out, s)
	}
	return out
}

// statusOf writes the whole status. A Pod that may end and has no fault has ended well.
func statusOf(pod *corev1.Pod, f fault) corev1.PodStatus {
	if f.ready && pod.Spec.RestartPolicy != corev1.RestartPolicyAlways {
		f = fault{phase: corev1.PodSucceeded, ended: exits(0, "Completed")}
	}
	now := metav1.Now()
	status := corev1.PodStatus{
		Phase: f.phase, Reason: f.reason, Message: f.message, StartTime: &now, HostIP: "192.0.2.1", PodIP: "10.1.0.1",
		InitContainerStatuses: initStatuses(pod, f),
		Conditions: []corev1.PodCondition{
			condition(corev1.PodScheduled, true, ""), condition(corev1.PodInitialized, !f.init, "ContainersNotInitialized"),
			condition(corev1.ContainersReady, f.ready, "ContainersNotReady"), condition(corev1.PodReady, f.ready, "ContainersNotReady"),
		},
	}
	for i, container := range pod.Spec.Containers {
		if f.init {
			s := containerStatus(pod, container, fault{waiting: waits("PodInitializing", "")}, true)
			status.ContainerStatuses = append(status.ContainerStatuses, s)
			continue
		}
		status.ContainerStatuses = append(status.ContainerStatuses, containerStatus(pod, container, f, i == 0))
	}
	return status
}
