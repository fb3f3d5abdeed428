module vitals/tests/cluster/faults

go 1.25.0

require golang.org/x/net v0.47.0

require golang.org/x/text v0.31.0 // indirect
