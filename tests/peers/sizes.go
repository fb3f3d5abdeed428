package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
)

// Objects of several sizes, as a cluster serves them and without managedFields: what a verdict costs beside
// the time that simdjson takes to read the same bytes.

// sizedRow is one object. Nanoseconds of each round: simdjson at our level, its best, and verdicts.
type sizedRow struct {
	name                        string
	size                        int
	bare                        bool // without managedFields
	same, best, kstatus, native []float64
	counts                      [3]float64 // instructions of simdjson, kstatus and native
}

// sizedObject has about `bytes` bytes: a Service, or a Deployment with as many containers as fit.
func sizedObject(bytes int) (tree, error) {
	if bytes < 2000 {
		return nativeExamples()["Service"], nil
	}
	fits := tree{}
	for count := 0; ; count++ {
		spec, status := workload()
		inner := spec["template"].(tree)["spec"].(tree)
		containers := inner["containers"].([]any)
		for i := range count {
			containers = append(containers, sideContainer(i))
		}
		inner["containers"] = containers
		object := example("apps/v1", "Deployment", spec, status)
		text, err := plainJSON(object)
		if err != nil || (len(text) > bytes && count > 0) {
			return fits, err
		}
		fits = object
	}
}

func sideContainer(index int) tree {
	variables := []any{}
	for i := range 3 + index%5 {
		variables = append(variables, tree{"name": fmt.Sprintf("SETTING_%d_%d", index, i), "value": fmt.Sprintf("value-%d", i)})
	}
	return tree{"name": fmt.Sprintf("side-%d", index), "image": "registry.example.com/shop/side:1.0", "imagePullPolicy": "IfNotPresent",
		"env": variables, "ports": []any{tree{"name": "http", "containerPort": 8000 + index, "protocol": "TCP"}}}
}

func (b *bench) sized(directory string) (rows []sizedRow, err error) {
	for _, kilobytes := range []int{1, 3, 10, 30, 100} {
		for _, bare := range []bool{false, true} {
			object, err := sizedObject(kilobytes * 1080)
			if err != nil {
				return nil, err
			}
			row := sizedRow{name: fmt.Sprintf("%d KB", kilobytes), bare: bare}
			if bare {
				row.name += " without managedFields"
				delete(object["metadata"].(tree), "managedFields")
			}
			text, err := plainJSON(object)
			if err != nil {
				return nil, err
			}
			file := filepath.Join(directory, fmt.Sprintf("sized-%d-%t.json", kilobytes, bare))
			if err := os.WriteFile(file, text, 0o600); err != nil {
				return nil, err
			}
			row.size = len(text)
			if err := b.measureSized(&row, file); err != nil {
				return nil, err
			}
			rows = append(rows, row)
		}
	}
	return rows, nil
}

func (b *bench) measureSized(row *sizedRow, file string) error {
	job := func(peer string, parse bool) map[string]any {
		return map[string]any{"peer": peer, "file": file, "parse": parse}
	}
	same, kstatus, native := job("simdjson", false), job("kstatus", true), job("argocd-native", true)
	sides := []side{{b.vitals, same, &row.same}, {b.vitals, kstatus, &row.kstatus},
		{b.vitals, native, &row.native}, {b.vitals, job("simdjson-best", false), &row.best}}
	row.counts = [3]float64{instructions(same), instructions(kstatus), instructions(native)}
	return b.turns(sides)
}

const aboutSizes = `
A Service of 1 KB and Deployments of the other sizes, as a cluster serves them and without managedFields. The times of a verdict are
divided by that of simdjson's DOM for the same bytes *at the same level* of vector instructions. The aims are 1.1 for kstatus and 1.5 for
native as served, 1.3 and 2.0 without managedFields: simdjson reads these in full, vitals checks and skips them. Instructions are those of one
verdict, or of reading once with simdjson.

| object | bytes | simdjson, µs | its best, µs | kstatus, µs | over simdjson: least / median / most | aim | native, µs | over simdjson | aim | instructions: simdjson, kstatus, native |
|---|---|---|---|---|---|---|---|---|---|---|
`

func (p *page) writeSizes(out *strings.Builder) {
	fmt.Fprintf(out, "\n## By size\n"+aboutSizes)
	for _, row := range p.sizes {
		kstatusAim, nativeAim := 1.1, 1.5
		if row.bare {
			kstatusAim, nativeAim = 1.3, 2.0
		}
		us := func(values []float64) string { return fmt.Sprintf("%.2f", math.Round(median(values)/10)/100) }
		fmt.Fprintf(out, "| %s | %d | %s | %s | %s | %s | %.1f | %s | %s | %.1f | %s, %s, %s |\n", row.name, row.size, us(row.same), us(row.best),
			us(row.kstatus), spread(ratios(row.kstatus, row.same), 2), kstatusAim, us(row.native), spread(ratios(row.native, row.same), 2), nativeAim,
			instructionCell(row.counts[0]), instructionCell(row.counts[1]), instructionCell(row.counts[2]))
	}
}
