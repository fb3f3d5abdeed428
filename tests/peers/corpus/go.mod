module vitals/tests/peers/corpus

go 1.26.0

require (
	cel.dev/expr v0.25.3
	google.golang.org/protobuf v1.36.10
)
