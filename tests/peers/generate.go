package main

import (
	"encoding/json"
	"fmt"
	"math/rand"
	"slices"
	"strings"
)

// ------------------------------------------------------------------------ values

func pick[T any](r *rand.Rand, items ...T) T { return items[r.Intn(len(items))] }

func chance(r *rand.Rand, percent int) bool { return r.Intn(100) < percent }

// oddNumbers are written in ways that readers of JSON disagree on.
var oddNumbers = []string{"-1", "0", "-0", "0.0", "2.0", "2.5", "1e0", "1e3", "-1.5e-7", "2147483647",
	"2147483648", "-2147483649", "99999999999", "9223372036854775807", "9223372036854775808",
	"-9223372036854775809", "1e21", "1e308", "4503599627370497.5"}

func anything(r *rand.Rand, depth int) any {
	switch r.Intn(9) {
	case 0:
		return nil
	case 1:
		return chance(r, 50)
	case 2, 3:
		return json.Number(pick(r, oddNumbers...))
	case 4, 5:
		return pick(r, "", "x", "True", "true", "0", "3", "Ready", "2024-01-01T00:00:00Z", "é\n\"", "100m")
	case 6:
		if depth > 0 {
			return []any{anything(r, depth-1)}
		}
		return []any{}
	case 7:
		if depth > 0 {
			return map[string]any{pick(r, "a", "type", "status"): anything(r, depth-1)}
		}
	}
	return map[string]any{}
}

// put sets a value at a path such as "status.replicas", creating its parents.
func put(tree map[string]any, path string, value any) {
	names := strings.Split(path, ".")
	for _, name := range names[:len(names)-1] {
		next, isMap := tree[name].(map[string]any)
		if !isMap {
			next = map[string]any{}
			tree[name] = next
		}
		tree = next
	}
	tree[names[len(names)-1]] = value
}

// spoil replaces one value in the tree.
func spoil(r *rand.Rand, tree any) any {
	switch v := tree.(type) {
	case map[string]any:
		keys := sortedKeys(v)
		if len(keys) > 0 && chance(r, 85) {
			key := pick(r, keys...)
			if key != "apiVersion" && key != "kind" {
				v[key] = spoil(r, v[key])
			}
			return v
		}
	case []any:
		if len(v) > 0 && chance(r, 85) {
			at := r.Intn(len(v))
			v[at] = spoil(r, v[at])
			return v
		}
	}
	return anything(r, 2)
}

// ----------------------------------------------------------------------- objects

// kind describes the objects of one kind: paths and their possible values.
type kind struct {
	apiVersions []string
	name        string
	counts      []string            // small whole numbers
	flags       []string            // booleans
	words       map[string][]string // texts
	conditions  map[string][]string // type and its reasons
}

var replicas = []string{"metadata.generation", "status.observedGeneration", "spec.replicas",
	"status.replicas", "status.updatedReplicas", "status.readyReplicas", "status.availableReplicas",
	"status.currentReplicas"}

var kinds = []kind{
	{[]string{"apps/v1", "apps/v1beta1", "extensions/v1beta1"}, "Deployment",
		append([]string{"spec.progressDeadlineSeconds", "spec.minReadySeconds"}, replicas...),
		[]string{"spec.paused"}, nil,
		map[string][]string{"Progressing": {"ProgressDeadlineExceeded", "NewReplicaSetAvailable"}, "Available": {"MinimumReplicasAvailable"}}},
	{[]string{"apps/v1", "apps/v1beta2"}, "StatefulSet",
		append([]string{"spec.updateStrategy.rollingUpdate.partition"}, replicas...), nil,
		map[string][]string{"spec.updateStrategy.type": {"RollingUpdate", "OnDelete"},
			"status.currentRevision": {"a", "b"}, "status.updateRevision": {"a", "b"}}, nil},
	{[]string{"apps/v1", "extensions/v1beta1"}, "ReplicaSet",
		append([]string{"status.fullyLabeledReplicas"}, replicas...), nil, nil,
		map[string][]string{"ReplicaFailure": {"FailedCreate"}}},
	{[]string{"apps/v1", "extensions/v1beta1"}, "DaemonSet",
		[]string{"metadata.generation", "status.observedGeneration", "status.desiredNumberScheduled",
			"status.updatedNumberScheduled", "status.numberAvailable", "status.currentNumberScheduled", "status.numberReady"},
		nil, map[string][]string{"spec.updateStrategy.type": {"RollingUpdate", "OnDelete"}}, nil},
	{[]string{"v1", "v2"}, "Service", nil, nil,
		map[string][]string{"spec.type": {"LoadBalancer", "ClusterIP", "ExternalName"}, "spec.clusterIP": {"", "None", "10.0.0.1"}}, nil},
	{[]string{"v1"}, "PersistentVolumeClaim", nil, nil,
		map[string][]string{"status.phase": {"Bound", "Pending", "Lost", "Odd"}}, nil},
	{[]string{"v1"}, "Pod", nil, nil,
		map[string][]string{"status.phase": {"Pending", "Running", "Succeeded", "Failed", "Odd"},
			"spec.restartPolicy": {"Always", "Never", "OnFailure"}, "status.message": {"m", ""}},
		map[string][]string{"Ready": {"PodCompleted", "ContainersNotReady"}, "PodScheduled": {"Unschedulable"}}},
	{[]string{"batch/v1", "batch/v1beta1"}, "Job",
		[]string{"spec.parallelism", "spec.completions", "status.active", "status.succeeded", "status.failed"},
		[]string{"spec.suspend"}, map[string][]string{"status.startTime": {"2024-01-01T00:00:00Z"}},
		map[string][]string{"Complete": {""}, "Failed": {"BackoffLimitExceeded"}, "Suspended": {"JobSuspended", "JobResumed"}}},
	{[]string{"autoscaling/v2", "autoscaling/v1", "autoscaling/v1", "autoscaling/v2beta1", "autoscaling/v2beta2"}, "HorizontalPodAutoscaler", nil, nil, nil,
		map[string][]string{"AbleToScale": {"FailedGetScale", "ReadyForNewScale"}, "ScalingLimited": {"TooFewReplicas"},
			"ScalingActive": {"FailedGetResourceMetric", "FailedGetPodsMetric", "ValidMetricFound", "InvalidSelector"}}},
	{[]string{"apiregistration.k8s.io/v1", "apiregistration.k8s.io/v1beta1"}, "APIService", nil, nil, nil,
		map[string][]string{"Available": {"Passed", "FailedDiscoveryCheck"}}},
	{[]string{"networking.k8s.io/v1", "extensions/v1beta1"}, "Ingress", nil, nil, nil, nil},
	{[]string{"argoproj.io/v1alpha1"}, "Workflow", nil, nil,
		map[string][]string{"status.phase": {"Pending", "Running", "Succeeded", "Failed", "Error", "Odd"}, "status.message": {"m"}}, nil},
	{[]string{"policy/v1"}, "PodDisruptionBudget",
		[]string{"metadata.generation", "status.observedGeneration", "status.currentHealthy", "status.desiredHealthy"}, nil, nil, nil},
	{[]string{"apiextensions.k8s.io/v1"}, "CustomResourceDefinition", nil, nil, nil,
		map[string][]string{"Established": {"InitialNamesAccepted", "Installing"}, "NamesAccepted": {"NoConflicts", "NotAccepted"}}},
	{[]string{"batch/v1"}, "CronJob", nil, nil, nil, nil},
	{[]string{"v1"}, "ConfigMap", nil, nil, map[string][]string{"data.a": {"b"}}, nil},
	{[]string{"v1"}, "Secret", []string{"metadata.generation"}, nil, map[string][]string{"type": {"Opaque"}}, nil},
	{[]string{"example.com/v1"}, "Widget", []string{"metadata.generation", "status.observedGeneration"}, nil,
		map[string][]string{"status.phase": {"Ready", "Pending"}},
		map[string][]string{"Ready": {"Ok", "Waiting"}, "Stalled": {"Bad"}, "Reconciling": {"Going"}}},
}

func conditions(r *rand.Rand, types map[string][]string) []any {
	names := make([]string, 0, len(types))
	for name := range types {
		names = append(names, name)
	}
	slices.Sort(names)
	list := []any{}
	for range r.Intn(4) {
		name := pick(r, names...)
		list = append(list, map[string]any{"type": name, "status": pick(r, "True", "False", "Unknown"),
			"reason": pick(r, append([]string{"Other"}, types[name]...)...), "message": pick(r, "", "m", "it is so"),
			"lastTransitionTime": "2024-01-01T00:00:00Z"})
	}
	return list
}

func containerStates(r *rand.Rand) []any {
	list := []any{}
	for i := range r.Intn(3) {
		state := map[string]any{}
		switch r.Intn(3) {
		case 0:
			state["waiting"] = map[string]any{"reason": pick(r, "ErrImagePull", "CrashLoopBackOff", "ContainerCreating"), "message": "w"}
		case 1:
			state["terminated"] = map[string]any{"reason": pick(r, "OOMKilled", "Error", "Completed"), "exitCode": r.Intn(3), "message": pick(r, "", "t")}
		case 2:
			state["running"] = map[string]any{"startedAt": "2024-01-01T00:00:00Z"}
		}
		one := map[string]any{"name": fmt.Sprint("c", i), "ready": chance(r, 50), "restartCount": r.Intn(9), "state": state}
		if chance(r, 20) {
			one["lastState"] = map[string]any{"terminated": map[string]any{"exitCode": 1}}
		}
		list = append(list, one)
	}
	return list
}

func fill(r *rand.Rand, k kind, object map[string]any) {
	for _, path := range k.counts {
		if chance(r, 75) {
			put(object, path, r.Intn(4))
		}
	}
	for _, path := range k.flags {
		if chance(r, 30) {
			put(object, path, chance(r, 50))
		}
	}
	paths := make([]string, 0, len(k.words))
	for path := range k.words {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	for _, path := range paths {
		if chance(r, 80) {
			put(object, path, pick(r, k.words[path]...))
		}
	}
	if k.conditions != nil && chance(r, 85) {
		put(object, "status.conditions", conditions(r, k.conditions))
	}
}

// particular has fields that only some kinds have.
func particular(r *rand.Rand, k kind, object map[string]any) {
	switch k.name {
	case "Pod":
		put(object, "status.containerStatuses", containerStates(r))
		if chance(r, 30) {
			put(object, "status.initContainerStatuses", containerStates(r))
		}
		if chance(r, 20) {
			put(object, "metadata.annotations", map[string]any{pick(r, "argocd.argoproj.io/hook", "helm.sh/hook",
				"argocd.argoproj.io/ignore-restart-policy"): pick(r, "true", "Sync", "PostSync,x", "crd-install")})
		}
	case "Service", "Ingress":
		if chance(r, 60) {
			put(object, "status.loadBalancer.ingress", pick(r, []any{}, []any{map[string]any{"ip": "10.0.0.1"}}, []any{nil}))
		}
	case "HorizontalPodAutoscaler":
		if chance(r, 60) {
			text, _ := json.Marshal(conditions(r, k.conditions))
			put(object, "metadata.annotations", map[string]any{"autoscaling.alpha.kubernetes.io/conditions": pick(r, string(text), "", "{}", "null", "[")})
		}
	}
}

// object makes one object of any kind.
func object(r *rand.Rand) map[string]any {
	k := kinds[r.Intn(len(kinds))]
	apiVersion := k.apiVersions[0]
	if chance(r, 8) {
		apiVersion = pick(r, k.apiVersions...)
	}
	return objectOf(r, k, apiVersion)
}

// objectOf makes one object: valid, incomplete (metadata only), or malformed in a place or two.
func objectOf(r *rand.Rand, k kind, apiVersion string) map[string]any {
	out := map[string]any{"apiVersion": apiVersion, "kind": k.name,
		"metadata": map[string]any{"name": "x", "namespace": "ns"}}
	if chance(r, 90) {
		fill(r, k, out)
		particular(r, k, out)
	}
	if chance(r, 6) {
		put(out, "metadata.deletionTimestamp", pick[any](r, "2024-01-01T00:00:00Z", "", "soon", nil))
	}
	if chance(r, 6) {
		put(out, "metadata.finalizers", []any{pick(r, "argocd.argoproj.io/hook-finalizer", "other")})
	}
	if chance(r, 4) {
		put(out, "status.conditions", malformedConditions(r))
	}
	for range r.Intn(3) {
		if chance(r, 50) {
			spoil(r, out)
		}
	}
	return out
}

// malformedConditions are values that are not lists, and conditions whose fields are missing,
// repeated or of another type.
func malformedConditions(r *rand.Rand) any {
	if chance(r, 20) {
		return anything(r, 2)
	}
	list := []any{}
	for range 1 + r.Intn(3) {
		one := map[string]any{}
		for _, field := range []string{"type", "status", "reason", "message", "observedGeneration", "lastTransitionTime"} {
			switch r.Intn(4) {
			case 0:
				one[field] = pick(r, "Ready", "Available", "True", "False", "Complete", "Failed", "2024-01-01T00:00:00Z", "")
			case 1:
				one[field] = anything(r, 1)
			}
		}
		if chance(r, 90) {
			list = append(list, one)
		} else {
			list = append(list, anything(r, 1))
		}
	}
	return list
}
