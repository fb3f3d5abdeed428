package main

import (
	"fmt"
	"math"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
)

// page is all that docs/performance.md is written from.
type page struct {
	rounds, wholeRounds int
	load                string // when it began
	before              earlier
	levels              string // of vector instructions
	rows                []measured
	sizes               []sizedRow
	changes             string // what the live engine reported
	programs            []whole
	meanSize            int // of an object of the dump
}

const introduction = `# Performance

` + "`tools/dev bench [ROUNDS]`" + ` measures what this page and its plot show, and keeps the text from the output forms on.

Each figure is the time of one verdict. *From bytes* starts with JSON text in memory and ends with the verdict, which is not
written. *From an object* starts with a parsed object. Both engines run in the same rounds on the same machine. A ratio is the
peer's time divided by that of vitals in the same round: above 1, vitals is faster. A verdict contains more than the peer
computes: the identity of the object, since when the condition holds, and whether the object is stale, suspended or counted.

The peers ([tests/peers](../tests/peers/README.md)) are

- for native checks, gitops-engine of September 2025 with Kubernetes 0.33, the engine of Argo CD;
- for Lua, gopher-lua v1.1.2 as Argo CD sets it up: open libraries, compiled scripts cached, a new state for each run. Both sides
  run our Rollout check;
- for kstatus and CEL, the packages that Flux uses: cli-utils v1.2.3 and cel-go v0.26.1.

All peers decode with the Kubernetes JSON decoder, and all objects have managedFields.

A median below its aim is a miss and is reported as such. *One of each kind* is the sum of the rows above it. The aims are set
for native checks and kstatus as a whole, and each kind is compared with them too. When the peer takes only a microsecond or two,
as from an object for an Ingress, or for a claim or a Service under kstatus, a ratio of 30 or 40 is out of reach: copying the answer
alone takes longer.

*Time over simdjson's* compares with the time that simdjson's DOM parser takes to parse the same bytes: with the vector instructions that
vitals uses, the wanted ratio, and with the best that simdjson has. *Run before* is the median of the previous run; when that lies between
the least and the most of this one, the two do not differ. Instructions are counted by valgrind, at AVX2 at most; a dash means that it is
not installed.

![Ratios](performance.svg)
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

func limitColumn(show bool, text string) string {
	if show {
		return text
	}
	return ""
}

func (p *page) text() string {
	var tables strings.Builder
	count := &reproduced{}
	p.writeRows(&tables, "From bytes", true, count)
	p.writeRows(&tables, "From an object", false, count)
	p.writeSizes(&tables)
	p.writeChanges(&tables)
	p.writePrograms(&tables, count)
	var out strings.Builder
	out.WriteString(introduction)
	fmt.Fprintf(&out, "\nMeasured on %s. Machine: %s. Vector instructions: %s. Load when it began %s, when it ended %s. Rounds: %d.\n",
		time.Now().UTC().Format(time.DateOnly), machine(), p.levels, p.load, loadAverage(), p.rounds)
	if count.compared > 0 {
		fmt.Fprintf(&out, "Of the medians of the run before (%s) %d of %d lie within the spread of this one.\n", p.before.date, count.inside, count.compared)
	}
	return out.String() + tables.String() + p.before.rest
}

func (p *page) writeRows(out *strings.Builder, heading string, fromBytes bool, count *reproduced) {
	fmt.Fprintf(out, "\n## %s\n\n| work | bytes | vitals, µs | instructions | peer, µs | ratio: least / median / most | aim | run before |%s\n|---|---|---|---|---|---|---|---|%s\n",
		heading, limitColumn(fromBytes, " time over simdjson's | aim | over its best |"), limitColumn(fromBytes, "---|---|---|"))
	for _, row := range p.rows {
		if row.fromBytes != fromBytes {
			continue
		}
		found := ratios(row.theirs, row.ours)
		fmt.Fprintf(out, "| %s | %d | %.2f | %s | %.1f | %s | %s | %s |", row.name, row.size, median(row.ours)/1000, instructionCell(row.counted),
			median(row.theirs)/1000, spread(found, 1), aimCell(row.aim), p.before.cell(heading, row.name, found, count))
		if fromBytes {
			fmt.Fprintf(out, " %s | %s | %.2f |", spread(ratios(row.ours, row.limit), 2), aimCell(row.limitAim), median(ratios(row.ours, row.best)))
		}
		out.WriteString("\n")
	}
	if !fromBytes {
		out.WriteString(aboutReload)
	}
}

const aboutReload = `
A reload starts at the text of the ConfigMap and ends with an engine of the bundle and its 40 checks, beside the engine before it. The peer
decodes it and makes Argo CD's table of overrides; it compiles no script.
`

func aimCell(aim float64) string {
	if aim == 0 {
		return "–"
	}
	return strconv.FormatFloat(aim, 'f', -1, 64)
}

func (p *page) writeChanges(out *strings.Builder) {
	out.WriteString("\n## Applications under change\n\nWhat `tools/dev bench live` reports: Deployments in 2,000 applications, each event parsed, assessed and\n" +
		"counted in its application; CPU time of one thread. Flux and Argo CD have no peer for it that runs without an API server.\n\n<!-- not run: it is a report -->\n```\n" +
		p.changes + "```\n")
}

const aboutPrograms = `
The time of a whole process, with the output discarded; rounds: %d. An application and a dump are lines of JSON on stdin, mixed kinds
with %d bytes each on average; the peer is the same program on one thread, whose garbage collector may use the other core.
Two independent processes with half of the dump each show what two cores of this machine can do. The run of fixtures has no
peer: Argo CD tests its checks inside its own repository.

| work | vitals, s | peer, s | ratio: least / median / most | aim | run before | peak memory, MiB | peer's, MiB |
|---|---|---|---|---|---|---|---|
`

func (p *page) writePrograms(out *strings.Builder, count *reproduced) {
	const heading = "Whole programs"
	fmt.Fprintf(out, "\n## %s\n"+aboutPrograms, heading, p.wholeRounds, p.meanSize)
	var oneThread []float64
	for _, row := range p.programs {
		ours, peak := median(row.ours)/1e9, float64(row.peak)/1024
		if row.theirs == nil {
			fmt.Fprintf(out, "| %s | %.3f | – | – | – | – | %.1f | – |\n", row.name, ours, peak)
		} else {
			found := ratios(row.theirs, row.ours)
			fmt.Fprintf(out, "| %s | %.3f | %.3f | %s | %s | %s | %.1f | %.1f |\n", row.name, ours, median(row.theirs)/1e9, spread(found, 1), aimCell(row.aim),
				p.before.cell(heading, row.name, found, count), peak, float64(row.peerPeak)/1024)
		}
		if strings.HasSuffix(row.name, "one thread") {
			oneThread = row.ours
		} else if strings.Contains(row.name, "two") {
			name, found := row.name+" against one", ratios(oneThread, row.ours)
			fmt.Fprintf(out, "| %s | – | – | %s | – | %s | – | – |\n", name, spread(found, 2), p.before.cell(heading, name, found, count))
		}
	}
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
