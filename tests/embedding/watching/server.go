package main

import (
	"fmt"
	"net"
	"net/http"
	"strconv"
	"strings"
)

// podTail is a Pod of a Deployment as a cluster has it, after its names.
const podTail = `"generateName":"checkout-7d9c5b8f4d-","creationTimestamp":"2026-11-22T09:00:00Z","labels":{"app.kubernetes.io/name":"checkout",` +
	`"app.kubernetes.io/instance":"shop","app.kubernetes.io/version":"1.42.0","pod-template-hash":"7d9c5b8f4d"},` +
	`"annotations":{"prometheus.io/scrape":"true","prometheus.io/port":"9090","checksum/config":"3f0c7a1b9a5d4c1e8e2f6a7b8c9d0e1f"},` +
	`"ownerReferences":[{"apiVersion":"apps/v1","kind":"ReplicaSet","name":"checkout-7d9c5b8f4d","uid":"0f5b1c9e-5f0c-4c8e-9a51-1f2d3c4b5a69","controller":true,"blockOwnerDeletion":true}]},` +
	`"spec":{"volumes":[{"name":"config","configMap":{"name":"checkout","defaultMode":420}},{"name":"kube-api-access","projected":{"sources":[{"serviceAccountToken":{"expirationSeconds":3607,"path":"token"}}],"defaultMode":420}}],` +
	`"containers":[{"name":"checkout","image":"registry.example.com/shop/checkout:1.42.0","args":["--listen=:8080","--metrics=:9090","--log-level=info"],` +
	`"ports":[{"name":"http","containerPort":8080,"protocol":"TCP"},{"name":"metrics","containerPort":9090,"protocol":"TCP"}],` +
	`"env":[{"name":"POD_NAME","valueFrom":{"fieldRef":{"apiVersion":"v1","fieldPath":"metadata.name"}}},{"name":"DATABASE","value":"postgres://checkout@db.shop.svc/checkout"}],` +
	`"resources":{"limits":{"cpu":"2","memory":"1Gi"},"requests":{"cpu":"250m","memory":"512Mi"}},` +
	`"volumeMounts":[{"name":"config","readOnly":true,"mountPath":"/etc/checkout"},{"name":"kube-api-access","readOnly":true,"mountPath":"/var/run/secrets/kubernetes.io/serviceaccount"}],` +
	`"livenessProbe":{"httpGet":{"path":"/healthz","port":"http","scheme":"HTTP"},"timeoutSeconds":1,"periodSeconds":10,"successThreshold":1,"failureThreshold":3},` +
	`"terminationMessagePath":"/dev/termination-log","terminationMessagePolicy":"File","imagePullPolicy":"IfNotPresent"}],` +
	`"restartPolicy":"Always","terminationGracePeriodSeconds":30,"dnsPolicy":"ClusterFirst","serviceAccountName":"checkout","nodeName":"worker-17","schedulerName":"default-scheduler"},` +
	`"status":{"phase":"Running","conditions":[{"type":"Initialized","status":"True","lastTransitionTime":"2026-11-22T09:00:01Z"},` +
	`{"type":"Ready","status":"True","lastTransitionTime":"2026-11-22T09:00:09Z"},{"type":"ContainersReady","status":"True","lastTransitionTime":"2026-11-22T09:00:09Z"},` +
	`{"type":"PodScheduled","status":"True","lastTransitionTime":"2026-11-22T09:00:00Z"}],"hostIP":"10.0.3.17","podIP":"10.244.3.91","startTime":"2026-11-22T09:00:00Z",` +
	`"containerStatuses":[{"name":"checkout","state":{"running":{"startedAt":"2026-11-22T09:00:05Z"}},"lastState":{},"ready":true,"restartCount":0,` +
	`"image":"registry.example.com/shop/checkout:1.42.0","imageID":"registry.example.com/shop/checkout@sha256:4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945",` +
	`"containerID":"containerd://9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08","started":true}],"qosClass":"Burstable"}}`

// serve answers /SOURCE-PODS/api/v1/pods for any source: lists of so many Pods in pages, and watches without events.
func serve() error {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Printf("http://%s\n", listener.Addr())
	return http.Serve(listener, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		source, pods, ok := strings.Cut(strings.Split(r.URL.Path, "/")[1], "-")
		count, err := strconv.Atoi(pods)
		if !ok || err != nil {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		if query := r.URL.Query(); query.Get("watch") != "" {
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		} else {
			from, _ := strconv.Atoi(query.Get("continue"))
			limit, _ := strconv.Atoi(query.Get("limit"))
			writePods(w, source, count, from, limit)
		}
	}))
}

func writePods(w http.ResponseWriter, source string, count, from, limit int) {
	more, to := "", count
	if limit > 0 && from+limit < count {
		to = from + limit
		more = strconv.Itoa(to)
	}
	fmt.Fprintf(w, `{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"1000","continue":%q},"items":[`, more)
	for i := from; i < to; i++ {
		if i > from {
			fmt.Fprint(w, ",")
		}
		fmt.Fprintf(w, `{"metadata":{"name":"checkout-7d9c5b8f4d-%d","namespace":"team-%d","uid":"%s-%d-4b3c-9d21-7e6f5a4b3c2d","resourceVersion":"%d",`,
			i, i%40, source, i, i+1)
		fmt.Fprint(w, podTail)
	}
	fmt.Fprint(w, "]}")
}
