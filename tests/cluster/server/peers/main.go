// Programs on client-go beside which vitals is tested: an oracle for rows, and peers for measurements.
//
//	peers oracle KUBECONFIG GROUP/VERSION/RESOURCE…     informers; commands on standard input
//	peers informer KUBECONFIG FORM GROUP/VERSION/RESOURCE   one informer until it is synced, then its size
//	peers kubectl ARGUMENT…                             kubectl of the same release
//	peers measure COMMAND…                              CPU seconds and peak memory of a command, on standard error
//	peers anchors KUBECONFIG VITALS                     all measurements in one run
package main

import (
	"fmt"
	"os"
)

var programs = map[string]func(arguments []string) error{
	"oracle":   runOracle,
	"informer": runInformer,
	"kubectl":  runKubectl,
	"measure":  runMeasure,
	"anchors":  runAnchors,
}

func main() {
	if len(os.Args) < 2 || programs[os.Args[1]] == nil {
		fmt.Fprintln(os.Stderr, "usage: peers oracle|informer|kubectl|measure|anchors ARGUMENT…")
		os.Exit(2)
	}
	if err := programs[os.Args[1]](os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, "peers:", err)
		os.Exit(1)
	}
}
