// Package vitals says whether a Kubernetes object is healthy, and why, by the rules of Argo CD, Flux and kstatus.
//
//	engine, err := vitals.New(vitals.WithProfile(vitals.ArgoCD))
//	verdict, err := engine.Assess(ctx, object) // JSON or YAML, as it came from the API server
//	fmt.Println(verdict.Health, verdict.Message)
//
// It is the C library compiled to WebAssembly, run by wazero: no compiler is needed to build it, CGO_ENABLED=0
// works, and scripts and expressions cannot reach anything outside their memory. With the build tag vitals_cgo the
// same package calls the installed library instead, which is several times faster.
//
// The module is compiled when the first engine is made, which takes a few tenths of a second, and once in a process;
// WithCacheDir keeps the result on disk. wazero compiles for amd64 and arm64; elsewhere it interprets, fifty times
// slower.
package vitals
