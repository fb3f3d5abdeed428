// Package v2beta2 has the autoscalers of autoscaling/v2beta2: k8s.io/api had them up to v0.35, Argo CD up to 3.4.
package v2beta2

import (
	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Texts with a name of their own.
type (
	ScalingPolicySelect                  string
	HPAScalingPolicyType                 string
	MetricSourceType                     string
	MetricTargetType                     string
	HorizontalPodAutoscalerConditionType string
)

// HorizontalPodAutoscaler is the type of that name.
type HorizontalPodAutoscaler struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata"`
	Spec              HorizontalPodAutoscalerSpec   `json:"spec"`
	Status            HorizontalPodAutoscalerStatus `json:"status"`
}

// HorizontalPodAutoscalerSpec is the type of that name.
type HorizontalPodAutoscalerSpec struct {
	ScaleTargetRef CrossVersionObjectReference      `json:"scaleTargetRef"`
	MinReplicas    *int32                           `json:"minReplicas"`
	MaxReplicas    int32                            `json:"maxReplicas"`
	Metrics        []MetricSpec                     `json:"metrics"`
	Behavior       *HorizontalPodAutoscalerBehavior `json:"behavior"`
}

// HorizontalPodAutoscalerStatus is the type of that name.
type HorizontalPodAutoscalerStatus struct {
	ObservedGeneration *int64                             `json:"observedGeneration"`
	LastScaleTime      *metav1.Time                       `json:"lastScaleTime"`
	CurrentReplicas    int32                              `json:"currentReplicas"`
	DesiredReplicas    int32                              `json:"desiredReplicas"`
	CurrentMetrics     []MetricStatus                     `json:"currentMetrics"`
	Conditions         []HorizontalPodAutoscalerCondition `json:"conditions"`
}

// CrossVersionObjectReference is the type of that name.
type CrossVersionObjectReference struct {
	Kind       string `json:"kind"`
	Name       string `json:"name"`
	APIVersion string `json:"apiVersion"`
}

// MetricSpec is the type of that name.
type MetricSpec struct {
	Type              MetricSourceType               `json:"type"`
	Object            *ObjectMetricSource            `json:"object"`
	Pods              *PodsMetricSource              `json:"pods"`
	Resource          *ResourceMetricSource          `json:"resource"`
	ContainerResource *ContainerResourceMetricSource `json:"containerResource"`
	External          *ExternalMetricSource          `json:"external"`
}

// HorizontalPodAutoscalerBehavior is the type of that name.
type HorizontalPodAutoscalerBehavior struct {
	ScaleUp   *HPAScalingRules `json:"scaleUp"`
	ScaleDown *HPAScalingRules `json:"scaleDown"`
}

// MetricStatus is the type of that name.
type MetricStatus struct {
	Type              MetricSourceType               `json:"type"`
	Object            *ObjectMetricStatus            `json:"object"`
	Pods              *PodsMetricStatus              `json:"pods"`
	Resource          *ResourceMetricStatus          `json:"resource"`
	ContainerResource *ContainerResourceMetricStatus `json:"containerResource"`
	External          *ExternalMetricStatus          `json:"external"`
}

// HorizontalPodAutoscalerCondition is the type of that name.
type HorizontalPodAutoscalerCondition struct {
	Type               HorizontalPodAutoscalerConditionType `json:"type"`
	Status             v1.ConditionStatus                   `json:"status"`
	LastTransitionTime metav1.Time                          `json:"lastTransitionTime"`
	Reason             string                               `json:"reason"`
	Message            string                               `json:"message"`
}

// ObjectMetricSource is the type of that name.
type ObjectMetricSource struct {
	DescribedObject CrossVersionObjectReference `json:"describedObject"`
	Target          MetricTarget                `json:"target"`
	Metric          MetricIdentifier            `json:"metric"`
}

// PodsMetricSource is the type of that name.
type PodsMetricSource struct {
	Metric MetricIdentifier `json:"metric"`
	Target MetricTarget     `json:"target"`
}

// ResourceMetricSource is the type of that name.
type ResourceMetricSource struct {
	Name   v1.ResourceName `json:"name"`
	Target MetricTarget    `json:"target"`
}

// ContainerResourceMetricSource is the type of that name.
type ContainerResourceMetricSource struct {
	Name      v1.ResourceName `json:"name"`
	Target    MetricTarget    `json:"target"`
	Container string          `json:"container"`
}

// ExternalMetricSource is the type of that name.
type ExternalMetricSource struct {
	Metric MetricIdentifier `json:"metric"`
	Target MetricTarget     `json:"target"`
}

// HPAScalingRules is the type of that name.
type HPAScalingRules struct {
	StabilizationWindowSeconds *int32               `json:"stabilizationWindowSeconds"`
	SelectPolicy               *ScalingPolicySelect `json:"selectPolicy"`
	Policies                   []HPAScalingPolicy   `json:"policies"`
}

// ObjectMetricStatus is the type of that name.
type ObjectMetricStatus struct {
	Metric          MetricIdentifier            `json:"metric"`
	Current         MetricValueStatus           `json:"current"`
	DescribedObject CrossVersionObjectReference `json:"describedObject"`
}

// PodsMetricStatus is the type of that name.
type PodsMetricStatus struct {
	Metric  MetricIdentifier  `json:"metric"`
	Current MetricValueStatus `json:"current"`
}

// ResourceMetricStatus is the type of that name.
type ResourceMetricStatus struct {
	Name    v1.ResourceName   `json:"name"`
	Current MetricValueStatus `json:"current"`
}

// ContainerResourceMetricStatus is the type of that name.
type ContainerResourceMetricStatus struct {
	Name      v1.ResourceName   `json:"name"`
	Current   MetricValueStatus `json:"current"`
	Container string            `json:"container"`
}

// ExternalMetricStatus is the type of that name.
type ExternalMetricStatus struct {
	Metric  MetricIdentifier  `json:"metric"`
	Current MetricValueStatus `json:"current"`
}

// MetricTarget is the type of that name.
type MetricTarget struct {
	Type               MetricTargetType   `json:"type"`
	Value              *resource.Quantity `json:"value"`
	AverageValue       *resource.Quantity `json:"averageValue"`
	AverageUtilization *int32             `json:"averageUtilization"`
}

// MetricIdentifier is the type of that name.
type MetricIdentifier struct {
	Name     string                `json:"name"`
	Selector *metav1.LabelSelector `json:"selector"`
}

// HPAScalingPolicy is the type of that name.
type HPAScalingPolicy struct {
	Type          HPAScalingPolicyType `json:"type"`
	Value         int32                `json:"value"`
	PeriodSeconds int32                `json:"periodSeconds"`
}

// MetricValueStatus is the type of that name.
type MetricValueStatus struct {
	Value              *resource.Quantity `json:"value"`
	AverageValue       *resource.Quantity `json:"averageValue"`
	AverageUtilization *int32             `json:"averageUtilization"`
}
