package main

import (
	"fmt"
	"math"
	"os/exec"
	"runtime"
	"slices"
	"strings"
)

const introduction = `# Performance

Written by ` + "`tools/dev bench`" + `, not by hand; the command measures again and replaces this page and its plot.

One turn is one verdict. *From bytes* the clock starts at JSON text in memory and stops with the verdict in hand (not
written); *from an object* it starts at a parsed object. Both engines run in the same rounds on the same machine; a ratio is
the peer's time divided by ours within one round, so above 1 means that vitals is faster. The peers are
[tests/peers](../tests/peers/README.md): for native checks the engine of Argo CD, for Lua gopher-lua as Argo CD sets it up
(open libraries, compiled scripts kept, a new state for each run) with our Rollout check on both sides, for kstatus and
CEL the packages that Flux builds in: gitops-engine of September 2025 with Kubernetes 0.33, gopher-lua v1.1.2, cli-utils
v1.2.3, cel-go v0.26.1. A median below its aim is a miss, and stays here. All peers decode with the Kubernetes JSON decoder, and all objects have managedFields.

*simdjson* is the time of its DOM parser on the same bytes: what one reader that does nothing else needs.

![Ratios](performance.svg)
`

const notClaimed = `
## What is not claimed

* A controller that holds decoded objects saves the rows *from an object*, not those *from bytes*.
* A verdict is a small part of what Argo CD and Flux do; neither gets faster by these factors.
* The Go peers collect garbage while they run, as in their controllers, and may use a second core for it.
* Peers of whole programs read lines and write lines in one thread; Argo CD's sort of an application is not part of it.
* The objects are settled and made up. Small ones show fixed costs, large ones the JSON reader.
* Ratios of a busy machine spread widely; compare medians of runs with the load of the line above the tables.
`

func spread(values []float64, digits int) string {
	return fmt.Sprintf("%.*f / **%.*f** / %.*f", digits, values[0], digits, median(values), digits, values[len(values)-1])
}

func machine() string {
	model := "unknown processor"
	if text, err := exec.Command("sh", "-c", "sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1").Output(); err == nil && len(text) > 1 {
		model = strings.TrimSpace(string(text))
	}
	return fmt.Sprintf("%s, %d cores, %s", model, runtime.NumCPU(), runtime.Version())
}

func writePage(rows []measured, programs []program, before, after string) string {
	var page strings.Builder
	page.WriteString(introduction)
	fmt.Fprintf(&page, "\nMachine: %s. Load when it began %s, when it ended %s. %d rounds.\n", machine(), before, after, rounds)
	for _, fromBytes := range []bool{true, false} {
		title := "From an object"
		if fromBytes {
			title = "From bytes"
		}
		fmt.Fprintf(&page, "\n## %s\n\n| work | bytes | vitals, µs | peer, µs | ratio: least / median / most | aim |%s\n|---|---|---|---|---|---|%s\n",
			title, limitColumn(fromBytes, " time over simdjson's |"), limitColumn(fromBytes, "---|"))
		for _, row := range rows {
			if row.fromBytes != fromBytes {
				continue
			}
			fmt.Fprintf(&page, "| %s | %d | %.2f | %.1f | %s | %.0f |%s\n", row.name, row.size, median(row.ours)/1000, median(row.theirs)/1000,
				spread(ratios(row.theirs, row.ours), 1), row.aim,
				limitColumn(fromBytes, fmt.Sprintf(" %.2f |", median(ratios(row.ours, row.limit)))))
		}
	}
	page.WriteString("\n## Whole programs\n\nFrom start to exit, answers written; once each, on a machine that may be busy. Memory is looked at each millisecond. An application and a dump are lines of JSON on stdin.\n\n| work | seconds | peak memory, MiB |\n|---|---|---|\n")
	for _, run := range programs {
		fmt.Fprintf(&page, "| %s | %.3f | %.1f |\n", run.name, run.seconds, float64(run.peakKiB)/1024)
	}
	page.WriteString(notClaimed)
	return page.String()
}

func limitColumn(show bool, text string) string {
	if show {
		return text
	}
	return ""
}

// writePlot draws a bar from the least to the most ratio of each row, with a mark at the median and a
// line where the aim is, on a logarithmic scale from 1 to 1000.
func writePlot(rows []measured) string {
	const left, wide, high = 280, 600, 18
	at := func(ratio float64) float64 { return left + wide*log1000(ratio) }
	var svg strings.Builder
	height := high*len(rows) + 50
	fmt.Fprintf(&svg, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" font-family="sans-serif" font-size="12">`+"\n", left+wide+40, height)
	fmt.Fprintf(&svg, `<rect width="100%%" height="100%%" fill="white"/>`+"\n")
	for _, tick := range []float64{1, 3, 10, 30, 100, 300, 1000} {
		fmt.Fprintf(&svg, `<line x1="%.0f" y1="20" x2="%.0f" y2="%d" stroke="#ddd"/><text x="%.0f" y="14" text-anchor="middle">%.0f×</text>`+"\n", at(tick), at(tick), height-24, at(tick), tick)
	}
	for i, row := range rows {
		y := 24 + high*i
		values := ratios(row.theirs, row.ours)
		colour, start := "#4878a8", "object"
		if row.fromBytes {
			colour, start = "#c07830", "bytes"
		}
		least, most := at(values[0]), at(values[len(values)-1])
		fmt.Fprintf(&svg, `<text x="%d" y="%d" text-anchor="end">%s, from %s</text>`, left-8, y+12, row.name, start)
		fmt.Fprintf(&svg, `<rect x="%.1f" y="%d" width="%.1f" height="12" fill="%s" fill-opacity="0.4"/>`, least, y+2, max(most-least, 1), colour)
		fmt.Fprintf(&svg, `<circle cx="%.1f" cy="%d" r="4" fill="%s"/>`, at(median(values)), y+8, colour)
		fmt.Fprintf(&svg, `<line x1="%.1f" y1="%d" x2="%.1f" y2="%d" stroke="black"/>`+"\n", at(row.aim), y+1, at(row.aim), y+15)
	}
	fmt.Fprintf(&svg, `<text x="%d" y="%d">How many times faster than its peer: least to most, dot at the median, black line at the aim</text>`+"\n</svg>\n", 20, height-6)
	return svg.String()
}

// log1000 is 0 at 1 and 1 at 1000, and keeps what lies outside on the paper.
func log1000(ratio float64) float64 {
	return math.Log(slices.Max([]float64{1, min(ratio, 1000)})) / math.Log(1000)
}
