// Peers of the dialects: the released Go code of each project beside vitals.
//
//	dialects vectors            the expressions in the tests of k8s.io/apiserver, through both
//	dialects diff DIALECT COUNT SEED    generated expressions over generated objects, through both
//	dialects examples DIALECT FOLDER    the files of a project's own examples, through both
//	dialects record DIALECT COUNT SEED  cases for tests/golden/data
//	dialects bench              the time of one evaluation, beside each other
//
// VITALS names the command line, build/bin/vitals unless it is set.
package main

import (
	"fmt"
	"os"
	"strconv"
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: dialects vectors | diff DIALECT [COUNT [SEED]] | examples DIALECT FOLDER | bench")
		os.Exit(2)
	}
	var failed int
	switch os.Args[1] {
	case "vectors":
		failed = vectors()
	case "diff":
		failed = diff(argument(2, "kubernetes"), number(3, 20000), int64(number(4, 1)))
	case "examples":
		failed = examples(argument(2, "kro"), argument(3, "."))
	case "record":
		failed = record(argument(2, "kubernetes"), number(3, 300), int64(number(4, 1)))
	case "bench":
		bench()
	}
	if failed > 0 {
		os.Exit(1)
	}
}

func argument(index int, missing string) string {
	if index < len(os.Args) {
		return os.Args[index]
	}
	return missing
}

func number(index, missing int) int {
	value, err := strconv.Atoi(argument(index, ""))
	if err != nil {
		return missing
	}
	return value
}
