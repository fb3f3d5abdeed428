// vitals is the command line without the C library: its offline commands, on every platform that Go has.
package main

import (
	"fmt"
	"os"

	"github.com/kube-vitals/vitals/bindings/go/cmd/vitals/internal/command"
)

func main() {
	directory, err := os.Getwd()
	status := command.Broken
	if err == nil {
		status, err = command.Run(command.Process{
			Arguments: os.Args[1:], Environment: os.Environ(), Directory: directory,
			In: os.Stdin, Out: os.Stdout, Err: os.Stderr, CacheDir: command.UserCacheDir(),
		})
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "vitals:", err)
	}
	os.Exit(status)
}
