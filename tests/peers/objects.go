package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// The measured objects: generated, but as a cluster returns them, with defaults filled in and
// managedFields that name each field of spec and status.

type tree = map[string]any

const timestamp = "2026-01-01T00:00:00Z"

func settled(kind, status, reason, message string) tree {
	return tree{"type": kind, "status": status, "reason": reason, "message": message,
		"lastTransitionTime": timestamp, "lastUpdateTime": timestamp}
}

func podSpec() tree {
	probe := tree{"httpGet": tree{"path": "/healthz", "port": 8080, "scheme": "HTTP"}, "periodSeconds": 10,
		"failureThreshold": 3, "successThreshold": 1, "timeoutSeconds": 1}
	container := tree{"name": "web", "image": "registry.example.com/shop/web:2.4.1", "imagePullPolicy": "IfNotPresent",
		"livenessProbe": probe, "readinessProbe": probe,
		"env":       []any{tree{"name": "PORT", "value": "8080"}, tree{"name": "LEVEL", "value": "info"}},
		"resources": tree{"limits": tree{"cpu": "500m", "memory": "256Mi"}, "requests": tree{"cpu": "100m", "memory": "128Mi"}}}
	return tree{"restartPolicy": "Always", "terminationGracePeriodSeconds": 30, "dnsPolicy": "ClusterFirst",
		"serviceAccountName": "web", "containers": []any{container}}
}

func workload() (spec, status tree) {
	template := tree{"metadata": tree{"labels": tree{"app": "shop"}}, "spec": podSpec()}
	spec = tree{"replicas": 3, "revisionHistoryLimit": 10, "selector": tree{"matchLabels": tree{"app": "shop"}}, "template": template}
	status = tree{"observedGeneration": 3, "replicas": 3, "readyReplicas": 3, "availableReplicas": 3, "updatedReplicas": 3,
		"conditions": []any{settled("Available", "True", "MinimumReplicasAvailable", "Deployment has minimum availability."),
			settled("Progressing", "True", "NewReplicaSetAvailable", "ReplicaSet has successfully progressed.")}}
	return spec, status
}

func runningPod() tree {
	running := tree{"name": "web", "ready": true, "started": true, "restartCount": 0, "image": "registry.example.com/shop/web:2.4.1",
		"imageID": "registry.example.com/shop/web@sha256:6cb88c6bcf3f0e5a2b0f5f2d2f4b1f", "state": tree{"running": tree{"startedAt": timestamp}}}
	return tree{"phase": "Running", "podIP": "10.0.3.17", "hostIP": "192.0.2.7", "qosClass": "Burstable", "startTime": timestamp,
		"conditions": []any{settled("Ready", "True", "", ""), settled("PodScheduled", "True", "", "")}, "containerStatuses": []any{running}}
}

// nativeExamples are settled objects of each kind with a native check.
func nativeExamples() map[string]tree {
	spec, status := workload()
	ready := []any{settled("Available", "True", "Passed", "all checks passed")}
	balanced := tree{"loadBalancer": tree{"ingress": []any{tree{"ip": "192.0.2.1"}}}}
	return map[string]tree{
		"Deployment":  example("apps/v1", "Deployment", spec, status),
		"StatefulSet": example("apps/v1", "StatefulSet", with(spec, "updateStrategy", tree{"type": "RollingUpdate", "rollingUpdate": tree{"partition": 0}}, false), with(status, "currentReplicas", 3, false)),
		"ReplicaSet":  example("apps/v1", "ReplicaSet", spec, tree{"observedGeneration": 3, "replicas": 3, "readyReplicas": 3, "availableReplicas": 3, "fullyLabeledReplicas": 3}),
		"DaemonSet":   example("apps/v1", "DaemonSet", with(spec, "replicas", nil, true), tree{"observedGeneration": 3, "desiredNumberScheduled": 3, "currentNumberScheduled": 3, "updatedNumberScheduled": 3, "numberAvailable": 3, "numberReady": 3}),
		"Pod":         example("v1", "Pod", with(podSpec(), "nodeName", "node-7", false), runningPod()),
		"Service": example("v1", "Service", tree{"type": "LoadBalancer", "clusterIP": "10.0.0.7", "selector": tree{"app": "shop"},
			"ports": []any{tree{"name": "http", "port": 80, "targetPort": 8080, "protocol": "TCP"}}}, balanced),
		"PersistentVolumeClaim": example("v1", "PersistentVolumeClaim", tree{"accessModes": []any{"ReadWriteOnce"}, "storageClassName": "fast", "volumeName": "pv-7", "resources": tree{"requests": tree{"storage": "10Gi"}}},
			tree{"phase": "Bound", "accessModes": []any{"ReadWriteOnce"}, "capacity": tree{"storage": "10Gi"}}),
		"Job": example("batch/v1", "Job", with(with(spec, "replicas", nil, true), "completions", 1, false),
			tree{"succeeded": 1, "startTime": timestamp, "conditions": []any{settled("Complete", "True", "CompletionsReached", "Reached expected number of succeeded pods")}}),
		"HorizontalPodAutoscaler": example("autoscaling/v2", "HorizontalPodAutoscaler", tree{"maxReplicas": 9, "minReplicas": 1, "scaleTargetRef": tree{"apiVersion": "apps/v1", "kind": "Deployment", "name": "web"}},
			tree{"currentReplicas": 1, "desiredReplicas": 1, "conditions": []any{settled("AbleToScale", "True", "ReadyForNewScale", "recommended size matches current size")}}),
		"APIService": example("apiregistration.k8s.io/v1", "APIService", tree{"group": "metrics.k8s.io", "version": "v1", "groupPriorityMinimum": 100, "versionPriority": 100}, tree{"conditions": ready}),
		"Ingress":    example("networking.k8s.io/v1", "Ingress", tree{"ingressClassName": "x", "rules": []any{tree{"host": "shop.example.com"}}}, balanced),
		"Workflow":   example("argoproj.io/v1alpha1", "Workflow", tree{"entrypoint": "main", "templates": []any{tree{"name": "main"}}}, tree{"phase": "Succeeded"}),
	}
}

// rollout has the 2.6 KB of the aim; with another probe it would have more.
func rollout() tree {
	spec, _ := workload()
	container := spec["template"].(tree)["spec"].(tree)["containers"].([]any)[0].(tree)
	delete(container, "readinessProbe")
	steps := []any{tree{"setWeight": 20}, tree{"pause": tree{"duration": "10s"}}, tree{"setWeight": 60}, tree{"pause": tree{"duration": "10s"}}}
	return example("argoproj.io/v1alpha1", "Rollout", with(spec, "strategy", tree{"canary": tree{"steps": steps}}, false),
		tree{"observedGeneration": "3", "phase": "Healthy", "replicas": 3, "availableReplicas": 3, "updatedReplicas": 3, "readyReplicas": 3,
			"HPAReplicas": 3, "currentPodHash": "6cb88c6bcf", "stableRS": "6cb88c6bcf", "currentStepIndex": 4})
}

// clusterMachine has five conditions, for expressions over them.
func clusterMachine() tree {
	conditions := []any{}
	for _, kind := range []string{"Ready", "BootstrapReady", "InfrastructureReady", "NodeHealthy", "HealthCheckSucceeded"} {
		conditions = append(conditions, settled(kind, "True", "Done", ""))
	}
	return example("cluster.x-k8s.io/v1beta1", "Machine", tree{"clusterName": "shop", "version": "v1.36.1"},
		tree{"observedGeneration": 3, "phase": "Running", "conditions": conditions})
}

// owned is what managedFields have for a value: each field by its name, items of lists by theirs.
func owned(value any) tree {
	out := tree{}
	switch v := value.(type) {
	case tree:
		for key, inside := range v {
			out["f:"+key] = owned(inside)
		}
	case []any:
		for _, item := range v {
			for _, key := range []string{"name", "type"} {
				if fields, _ := item.(tree); fields[key] != nil {
					out[fmt.Sprintf(`k:{%q:%q}`, key, fields[key])] = owned(item)
				}
			}
		}
	}
	return out
}

// example puts metadata around a spec and a status.
func example(apiVersion, kind string, spec, status tree) tree {
	manager := func(name, operation string, fields tree) tree {
		return tree{"manager": name, "operation": operation, "apiVersion": apiVersion, "fieldsType": "FieldsV1", "time": timestamp, "fieldsV1": fields}
	}
	return tree{"apiVersion": apiVersion, "kind": kind, "spec": spec, "status": status, "metadata": tree{
		"name": "web", "namespace": "shop", "generation": 3, "uid": "0b9c2f0e-6a5e-4c64-9a0f-4f2c9d1f0e11",
		"resourceVersion": "18233121", "creationTimestamp": timestamp, "labels": tree{"app": "shop"},
		"managedFields": []any{manager("argocd-controller", "Apply", tree{"f:spec": owned(spec)}),
			manager("kube-controller-manager", "Update", tree{"f:status": owned(status)})}}}
}

// writeObjects writes each object to a file of its own.
// objectsVerb writes the objects that are measured: `peers objects DIRECTORY`.
func objectsVerb() error {
	if len(os.Args) != 3 {
		return errors.New("objects takes a directory")
	}
	_, err := writeObjects(os.Args[2])
	return err
}

func writeObjects(directory string) (map[string]string, error) {
	objects, files := nativeExamples(), map[string]string{}
	objects["Rollout"], objects["Machine"] = rollout(), clusterMachine()
	for name, object := range objects {
		text, err := plainJSON(object)
		if err != nil {
			return nil, err
		}
		files[name] = filepath.Join(directory, name+".json")
		if err := os.WriteFile(files[name], text, 0o600); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// writeSettings writes an argocd-cm with a check for each of 40 kinds.
func writeSettings(directory string) (string, error) {
	script, err := readScript("resource_customizations/argoproj.io/Rollout/health.lua")
	if err != nil {
		return "", err
	}
	data := tree{}
	for i := range 40 {
		data[fmt.Sprintf("resource.customizations.health.example.com_Kind%d", i)] = script
	}
	text, err := plainJSON(tree{"apiVersion": "v1", "kind": "ConfigMap", "metadata": tree{"name": "argocd-cm"}, "data": data})
	if err != nil {
		return "", err
	}
	file := filepath.Join(directory, "argocd-cm.json")
	return file, os.WriteFile(file, text, 0o600)
}

// dumpMix is how many of a hundred objects of a dump are of each kind.
var dumpMix = map[string]int{"Pod": 34, "ReplicaSet": 18, "Deployment": 12, "ConfigMap": 10, "Service": 7, "Secret": 5,
	"Job": 4, "StatefulSet": 2, "PersistentVolumeClaim": 2, "HorizontalPodAutoscaler": 2, "Ingress": 2, "DaemonSet": 1, "APIService": 1}

// dumpExamples are the objects of a dump: kinds without a health check too.
func dumpExamples() map[string]tree {
	objects := nativeExamples()
	for _, kind := range []string{"ConfigMap", "Secret"} {
		object := example("v1", kind, tree{}, tree{})
		delete(object, "spec")
		delete(object, "status")
		object["data"] = tree{"application.properties": strings.Repeat("server.port=8080\nlevel=info\n", 60)}
		objects[kind] = object
	}
	return objects
}

// writeDump writes `count` objects in the mix of a dump, one a line, and returns their mean size.
func writeDump(path string, count int) (int, error) {
	objects, texts := dumpExamples(), [][]byte{}
	for _, name := range sortedKeys(dumpMix) {
		text, err := plainJSON(objects[name])
		if err != nil {
			return 0, err
		}
		for range dumpMix[name] {
			texts = append(texts, append(text, '\n'))
		}
	}
	file, err := os.Create(path)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	out, size := bufio.NewWriterSize(file, 1<<20), 0
	for i := range count {
		// 37 and 100 have no common divisor, so that kinds take turns.
		text := bytes.Replace(texts[i*37%len(texts)], []byte(`"name":"web","namespace"`), fmt.Appendf(nil, `"name":"web-%d","namespace"`, i), 1)
		size += len(text)
		if _, err := out.Write(text); err != nil {
			return 0, err
		}
	}
	return size / count, errors.Join(out.Flush())
}
