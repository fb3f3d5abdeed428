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

` + "`tools/dev bench [ROUNDS]`" + ` generates this page and its plot.

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

const notClaimed = `
## What was tried

Lua, counted in instructions of one run in a long series, on the Rollout above from an object: 38,400, and 61,400 before. In a short series,
while the heap still grows, it is 41,500.

* What did pay: the hook only where it is needed (11,300: each call and each instruction passed through it; none of the 837 bundled checks can
  recurse, and 833 of them loop only over ` + "`ipairs` and `pairs`" + `), members of small maps read one by one (6,500), functions such as ` + "`type`" + ` called
  directly (1,800), an allocator in separate functions (1,000), no table for the slots of a run (800), blocks up to 512 bytes from chunks (700).
* What did not: admitting blocks by a quick path before the limits are compared (100 more than before); answering ` + "`next(t) == nil`" + ` without
  filling the table (850 here, kept, as the table then stays lazy; 19 checks use ` + "`next`" + `); smaller tables for maps whose members are read one
  by one (170, kept: less memory).
* Not tried: dropping all that a run made at once. The collector's list of objects runs through them; without a change of Lua each is freed by
  itself (3,900 for 38 blocks).
* Collecting more cheaply: a collection comes to 4,300 of these for each run, nearly all of it to free what the run made. Collecting less
  often when many scripts are compiled was enough: after all checks a worker now takes 1.2 times the CPU time of a fresh one for a
  Rollout, and took 1.9 times. Half of that distance between collections gave 1.3 times, a quarter 3 times.
* Noticing that a list is sorted before sorting it: the bundled checks are not in the order of rules. An engine with the whole bundle takes
  4 million instructions, 2 million of them to sort its rules; ` + "`vitals version`" + ` takes 2.6 million, most of them to link shared libraries.

The JSON reader, on the Deployment above of 3.2 KB, of which reading takes 1.0 µs; CPU time, least of 21 runs:

* Telling the compiler what is rare (cold functions, expected branches): 1.04 and 1.06 µs, PersistentVolumeClaim 0.46 and 0.49. Nothing.
* Two loops, over members and over items, instead of one: as many instructions as before, until a value was no longer written and loaded
  again to count its key (2 % less).
* Other first windows of the index than 4 blocks: 1 costs up to 6 %, 8 change nothing. With 16, most of what a window had of managed fields was
  found for nothing: 2,800 instructions for the index of a PersistentVolumeClaim, now 1,500.
* AVX2's masks of managed fields beside AVX-512's ends: 1.07 to 1.11 instead of 1.03 µs.
* What did pay: managed fields in blocks (7 % of a kstatus verdict), ends stored eight at a time instead of four (12 % of the instructions of the
  index), numbers of few digits (4 %), a branch around the escapes of managed fields, which the rest then need
  not wait for (16 % of skipping them), and copying structures by loops instead of ` + "`rep movs`" + ` (8 %, of a small object 13 %).
* Vitals takes fewer instructions than simdjson for an object of 3 KB, 26,100 with a kstatus verdict against 30,000, but not less time: it did about 4.4
  of them in a cycle, simdjson 6.3.

Small objects, in instructions of a verdict from bytes, of a Service of 1 KB and of a Pod of 3.3 KB; times are the least of 15 to 31 runs of each:

* What did pay: entries of managed fields recognised member by member, without the index (1,330 and 1,470); the size of the text as the mark
  after each window of the index, so that a string needs no test for it (90 and 400); values that a field takes whatever they hold as one
  byte of its row (1,750 of a native verdict of the Service, 2,900 of the Pod's); the parts of an object found without lists on the stack (40
  of 600). Kstatus went from 0.60 to 0.55 µs and from 1.20 to 1.13, native from 0.79 to 0.68 and from 1.62 to 1.48.
* What did not: a loop of its own for members whose key and value are plain strings. 44 of the 80 members of the Pod are; at each of the
  others the loop had begun in vain, and the walk took 11,630 instructions instead of 11,120. The place in the index kept in a register
  takes 2 % more instructions; native verdicts took 1 to 3 % less time, kstatus 1 % more. It was kept.

The same objects again, old and new code in one process, in turns of 40 µs; each figure is the median of 500 to 1,500 ratios of neighbouring turns.
The same code differs from itself by 1 %, of the smallest object by up to 8 %, depending on where its memory lies. Kstatus takes 5 to 14 % less time
than before and native 8 to 12 %, with 5 to 10 % fewer instructions; reading takes 10 to 15 % less.

* What did pay: the offset in the text, the innermost container and the depth in registers, and neighbouring fields that are not stored by one
  vector instruction (7 % of reading together, either alone 1 % at most); what blocks of the index carry over not copied as a whole, the level of
  vector instructions found once, and options that are not copied (5 % of reading together); whole members of managed fields recognised,
  so that the next one begins at a known place (3 % of reading 1 KB); names of fields compared only of values whose type the field
  does not take, and results of rules written where they are kept (together 10 % of a native verdict from an object, 7 % of a
  kstatus one).
* Instructions are not all. A structure that is loaded as a whole while its fields are still being stored waits for them, some 15 cycles. Where
  the walk begins changes its time by 4 to 7 %: it begins at a cache line now.
* What did not: a value's type, depth and size copied from a prepared one, which are fewer instructions, but with which reading takes 9 % longer,
  since the depth was just stored; a fingerprint of keys with their first byte, which 22 instead of 96 of 23,600 keys share with another one,
  but with which reading 3 KB takes 10 % longer; following members by a branch that expects scalars, instead of adding the size of each
  (1 % more); compiling all without moves of 16 bytes (nothing); other optimisation options for the walk (3 % either way); asking
  for the most frequent kinds of values first and loading less for each container (3 % fewer instructions, as much time).
* What is left: at 1 KB kstatus takes 1.4 times simdjson's time and native 1.7, without managedFields 2.0 and 2.4. The verdict from an object
  alone takes a quarter of simdjson's time. Of 9,600 instructions 3,400 walk over the text, 1,100 find the ends of strings, 1,600
  skip managed fields, 550 find the parts, 1,400 decide; the rest are preparations of 20 to 120 each.
* Without managedFields 3 KB take 1.5 times simdjson's time, native 2.05. The walk is 9,600 of 17,400 instructions, 59 for each of 164 values: it
  ends strings, counts keys against duplicates, and gives each value its place and depth, which simdjson does not. Simdjson's own
  reader takes 15,200 for it.
* Evaluating an expression: 2,780 instructions for two fields of five conditions, 810 of them to find the fields among six keys. Nothing
  in it is paid for and not used.

A dump, in instructions of an object of 2 KB, mixed kinds, one thread: 60,900, and 75,700 before.

* What did pay: the first characters of a pattern of checks compared before its states are run (10,300: seven bundled patterns start with
  a star), text for JSON without escapes copied at once (4,000), the cutter's depth in a register (500).
* Where the rest goes: reading 15,900, cutting 12,300 (33 for each of 127 brackets, 160 for each block of 64 bytes), finding the rule 3,900,
  deciding 11,100, the answer and its line 14,200.
* Two threads reach less than two processes: 1.46 and 1.58 times one in one run, 1.67 and 1.93 in another. Together the threads take 1.08
  times the CPU time of one (1.04 to 1.11 in 40 pairs of runs), since what one core cuts the other reads; waiting was not measured on an idle
  machine. More batches on the way make it worse: 1.08 times with 4 for each thread, more with 8 and 14. Cutting in the threads that read
  would avoid it; the one that reads the input would then have to find the ends of objects without looking at them.

Start: ` + "`vitals version`" + ` takes 1.6 ms of CPU time and ` + "`true`" + ` 0.5, so that 1.1 ms are its own, the loader's included; a first verdict of a
Rollout by a script, with the whole bundle, takes 3.6 ms.

## What is not claimed

* For a controller that already has decoded objects, the rows *from an object* apply, not those *from bytes*.
* A verdict is a small part of what Argo CD and Flux do; neither becomes faster by these factors.
* The Go peers collect garbage while they run, as in their controllers, and may use a second core for it.
* The peers of whole programs read and write lines in one thread. They do not sort the resources of an application as Argo CD does.
* The objects are synthetic and in a stable state. Small ones show fixed costs, large ones the JSON reader.
* Ratios spread widely on a busy machine; compare runs only at a similar load, which is given above the tables.
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
	return out.String() + tables.String() + p.before.forms + notClaimed
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
