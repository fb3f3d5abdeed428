// Package kube has what the health of a release needs of the engine's pkg/utils/kube, which brings kubectl with it.
package kube

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// The kinds with a check in Go.
const (
	ServiceKind                 = "Service"
	DeploymentKind              = "Deployment"
	ReplicaSetKind              = "ReplicaSet"
	StatefulSetKind             = "StatefulSet"
	DaemonSetKind               = "DaemonSet"
	IngressKind                 = "Ingress"
	JobKind                     = "Job"
	PersistentVolumeClaimKind   = "PersistentVolumeClaim"
	PodKind                     = "Pod"
	APIServiceKind              = "APIService"
	HorizontalPodAutoscalerKind = "HorizontalPodAutoscaler"
)

// ResourceKey is part of results that the health does not read.
type ResourceKey struct{ Group, Kind, Namespace, Name string }

// GetObjectRef is the reference to an object.
func GetObjectRef(of *unstructured.Unstructured) corev1.ObjectReference {
	return corev1.ObjectReference{
		APIVersion: of.GetAPIVersion(), Kind: of.GetKind(), Namespace: of.GetNamespace(), Name: of.GetName(), UID: of.GetUID(),
	}
}
