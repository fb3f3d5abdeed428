package main

import (
	"encoding/json"
	"math"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
)

// Instructions are counted by valgrind, which simulates AVX2 at most: of a turn, not of the process. They
// do not depend on what else the machine does.

var collected = regexp.MustCompile(`Collected : (\d+)`)

func countedTurns(job map[string]any, times int) float64 {
	line, err := json.Marshal(with(job, "times", times, false))
	if err != nil {
		return math.NaN()
	}
	command := exec.Command("valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", os.Getenv("BENCH_VERDICTS"))
	command.Stdin = strings.NewReader(string(line) + "\n")
	var report strings.Builder
	command.Stderr = &report
	if command.Run() != nil {
		return math.NaN()
	}
	found := collected.FindStringSubmatch(report.String())
	if found == nil {
		return math.NaN()
	}
	count, _ := strconv.ParseFloat(found[1], 64)
	return count
}

// instructions of one turn of a job; not a number when they cannot be counted.
func instructions(job map[string]any) float64 {
	const few, many = 40, 140
	return (countedTurns(job, many) - countedTurns(job, few)) / (many - few)
}

func instructionCell(count float64) string {
	if math.IsNaN(count) {
		return "–"
	}
	return strconv.Itoa(int(math.Round(count)))
}
