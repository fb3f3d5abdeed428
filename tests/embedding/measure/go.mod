module measure

go 1.25.0

require github.com/kube-vitals/vitals/bindings/go v0.0.0

require (
	github.com/tetratelabs/wazero v1.12.0 // indirect
	golang.org/x/sys v0.44.0 // indirect
)

replace github.com/kube-vitals/vitals/bindings/go => ../../../bindings/go
