// vitals runs the offline commands that authors of rules need, without the C library: assess, explain, lint, test.
package main

import (
	"fmt"
	"os"

	"vitals/bindings/go/cmd/vitals/internal/command"
)

func main() {
	status, err := command.Run(os.Args[1:], os.Stdin, os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "vitals:", err)
	}
	os.Exit(status)
}
