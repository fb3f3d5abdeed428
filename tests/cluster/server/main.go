// A whole Kubernetes cluster without machines, for tests: etcd, the API server, controllers, the scheduler, and a
// stand-in for nodes, as processes of one program. See ../README.md.
package main

import (
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"go.etcd.io/etcd/server/v3/embed"
	"k8s.io/component-base/cli"
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
	controllers "k8s.io/kubernetes/cmd/kube-controller-manager/app"
	scheduler "k8s.io/kubernetes/cmd/kube-scheduler/app"
)

// parts are the processes. Each has a process of its own: the feature gates of Kubernetes are global.
var parts = map[string]func(arguments []string) int{
	"etcd":        runEtcd,
	"apiserver":   func([]string) int { return cli.Run(apiserver.NewAPIServerCommand()) },
	"controllers": func([]string) int { return cli.Run(controllers.NewControllerManagerCommand()) },
	"scheduler":   func([]string) int { return cli.Run(scheduler.NewSchedulerCommand()) },
	"nodes":       runNodes,
	"up":          runUp,
}

// runEtcd takes a configuration file; etcd's flags belong to its own program.
func runEtcd(arguments []string) int {
	config, err := embed.ConfigFromFile(arguments[0])
	if err == nil {
		var etcd *embed.Etcd
		if etcd, err = embed.StartEtcd(config); err == nil {
			defer etcd.Close()
			ended := make(chan os.Signal, 1)
			signal.Notify(ended, syscall.SIGTERM)
			select {
			case <-ended:
			case err = <-etcd.Err():
			}
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "etcd:", err)
		return 1
	}
	return 0
}

func main() {
	name := ""
	if len(os.Args) > 1 {
		name = os.Args[1]
	}
	part, known := parts[name]
	if !known {
		fmt.Fprintf(os.Stderr, "usage: %s etcd|apiserver|controllers|scheduler|nodes|up [OPTION…]\n", filepath.Base(os.Args[0]))
		os.Exit(2)
	}
	os.Args = append([]string{name}, os.Args[2:]...) // what Kubernetes' own commands read
	os.Exit(part(os.Args[1:]))
}
