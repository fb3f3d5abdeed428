// Argo CD 3.5.7
module vitals/tests/peers/releases/argocd

go 1.26.3

require (
	github.com/bmatcuk/doublestar/v4 v4.10.0
	github.com/gobwas/glob v0.2.3
	github.com/golang/groupcache v0.0.0-20241129210726-2c02b8208cf8
	github.com/sirupsen/logrus v1.9.4
	github.com/yuin/gopher-lua v1.1.2
	golang.org/x/sync v0.23.0
	k8s.io/api v0.36.1
	k8s.io/apimachinery v0.36.1
	k8s.io/kube-aggregator v0.36.1
	k8s.io/kubectl v0.36.1
	layeh.com/gopher-json v0.0.0-20190114024228-97fed8db8427
	vitals/tests/peers/releases/serve v0.0.0
)

require (
	github.com/fxamacker/cbor/v2 v2.9.0 // indirect
	github.com/go-logr/logr v1.4.3 // indirect
	github.com/json-iterator/go v1.1.12 // indirect
	github.com/modern-go/concurrent v0.0.0-20180306012644-bacd9c7ef1dd // indirect
	github.com/modern-go/reflect2 v1.0.3-0.20250322232337-35a7c28c31ee // indirect
	github.com/x448/float16 v0.8.4 // indirect
	go.yaml.in/yaml/v2 v2.4.4 // indirect
	golang.org/x/net v0.59.0 // indirect
	golang.org/x/sys v0.48.0 // indirect
	golang.org/x/text v0.42.0 // indirect
	gopkg.in/inf.v0 v0.9.1 // indirect
	k8s.io/klog/v2 v2.140.0 // indirect
	k8s.io/kube-openapi v0.0.0-20260317180543-43fb72c5454a // indirect
	k8s.io/utils v0.0.0-20260210185600-b8788abfbbc2 // indirect
	sigs.k8s.io/json v0.0.0-20250730193827-2d320260d730 // indirect
	sigs.k8s.io/randfill v1.0.0 // indirect
	sigs.k8s.io/structured-merge-diff/v6 v6.4.0 // indirect
)

replace vitals/tests/peers/releases/serve => ../../../tests/peers/releases/serve
