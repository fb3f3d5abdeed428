// Package v2beta1 has the autoscalers of autoscaling/v2beta1: k8s.io/api had them up to v0.35, Argo CD up to 3.4.
package v2beta1

import (
	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Texts with a name of their own.
type (
	MetricSourceType                     string
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
	ScaleTargetRef CrossVersionObjectReference `json:"scaleTargetRef"`
	MinReplicas    *int32                      `json:"minReplicas"`
	MaxReplicas    int32                       `json:"maxReplicas"`
	Metrics        []MetricSpec                `json:"metrics"`
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
	Target       CrossVersionObjectReference `json:"target"`
	MetricName   string                      `json:"metricName"`
	TargetValue  resource.Quantity           `json:"targetValue"`
	Selector     *metav1.LabelSelector       `json:"selector"`
	AverageValue *resource.Quantity          `json:"averageValue"`
}

// PodsMetricSource is the type of that name.
type PodsMetricSource struct {
	MetricName         string                `json:"metricName"`
	TargetAverageValue resource.Quantity     `json:"targetAverageValue"`
	Selector           *metav1.LabelSelector `json:"selector"`
}

// ResourceMetricSource is the type of that name.
type ResourceMetricSource struct {
	Name                     v1.ResourceName    `json:"name"`
	TargetAverageUtilization *int32             `json:"targetAverageUtilization"`
	TargetAverageValue       *resource.Quantity `json:"targetAverageValue"`
}

// ContainerResourceMetricSource is the type of that name.
type ContainerResourceMetricSource struct {
	Name                     v1.ResourceName    `json:"name"`
	TargetAverageUtilization *int32             `json:"targetAverageUtilization"`
	TargetAverageValue       *resource.Quantity `json:"targetAverageValue"`
	Container                string             `json:"container"`
}

// ExternalMetricSource is the type of that name.
type ExternalMetricSource struct {
	MetricName         string                `json:"metricName"`
	MetricSelector     *metav1.LabelSelector `json:"metricSelector"`
	TargetValue        *resource.Quantity    `json:"targetValue"`
	TargetAverageValue *resource.Quantity    `json:"targetAverageValue"`
}

// ObjectMetricStatus is the type of that name.
type ObjectMetricStatus struct {
	Target       CrossVersionObjectReference `json:"target"`
	MetricName   string                      `json:"metricName"`
	CurrentValue resource.Quantity           `json:"currentValue"`
	Selector     *metav1.LabelSelector       `json:"selector"`
	AverageValue *resource.Quantity          `json:"averageValue"`
}

// PodsMetricStatus is the type of that name.
type PodsMetricStatus struct {
	MetricName          string                `json:"metricName"`
	CurrentAverageValue resource.Quantity     `json:"currentAverageValue"`
	Selector            *metav1.LabelSelector `json:"selector"`
}

// ResourceMetricStatus is the type of that name.
type ResourceMetricStatus struct {
	Name                      v1.ResourceName   `json:"name"`
	CurrentAverageUtilization *int32            `json:"currentAverageUtilization"`
	CurrentAverageValue       resource.Quantity `json:"currentAverageValue"`
}

// ContainerResourceMetricStatus is the type of that name.
type ContainerResourceMetricStatus struct {
	Name                      v1.ResourceName   `json:"name"`
	CurrentAverageUtilization *int32            `json:"currentAverageUtilization"`
	CurrentAverageValue       resource.Quantity `json:"currentAverageValue"`
	Container                 string            `json:"container"`
}

// ExternalMetricStatus is the type of that name.
type ExternalMetricStatus struct {
	MetricName          string                `json:"metricName"`
	MetricSelector      *metav1.LabelSelector `json:"metricSelector"`
	CurrentValue        resource.Quantity     `json:"currentValue"`
	CurrentAverageValue *resource.Quantity    `json:"currentAverageValue"`
}
