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

// sizedDeployment has about `bytes` bytes: containers with variables and probes, fewer in a small one.
func sizedDeployment(bytes int) (tree, error) {
	object := tree{}
	for parts := 0; ; parts++ {
		spec, status := workload()
		if bytes <= 1500 {
			spec = tree{"replicas": 3, "selector": tree{"matchLabels": tree{"app": "shop"}}, "template": tree{"spec": tree{}}}
		}
		inner := spec["template"].(tree)["spec"].(tree)
		containers, _ := inner["containers"].([]any)
		for i := range parts {
			variables := []any{}
			for j := range 3 + i%5 {
				variables = append(variables, tree{"name": fmt.Sprintf("SETTING_%d_%d", i, j), "value": fmt.Sprintf("value-%d", j)})
			}
			containers = append(containers, tree{"name": fmt.Sprintf("side-%d", i), "image": "registry.example.com/shop/side:1.0", "env": variables,
				"ports": []any{tree{"name": "http", "containerPort": 8000 + i, "protocol": "TCP"}}, "imagePullPolicy": "IfNotPresent"})
		}
		inner["containers"] = containers
		next := example("apps/v1", "Deployment", spec, status)
		text, err := plainJSON(next)
		if err != nil {
			return nil, err
		}
		if len(text) > bytes && parts > 0 {
			return object, nil
		}
		object = next
	}
}

func (b *bench) sized(directory string) (rows []sizedRow, err error) {
	for _, kilobytes := range []int{1, 3, 10, 30, 100} {
		for _, bare := range []bool{false, true} {
			object, err := sizedDeployment(kilobytes * 1080)
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
A Deployment of several sizes with %[1]s. Times over simdjson's DOM *at the same level* of vector instructions, of which a verdict has
everything else to do as well; the aims are 1.1 for kstatus and 1.5 for native as served, and 1.3 and 2.0 without managedFields, which
simdjson reads in full and vitals skips. Instructions are those of one verdict, or of one reading by simdjson, at the level that valgrind
simulates, which is AVX2 at most.

| object | bytes | simdjson, µs | its best, µs | kstatus, µs | over simdjson: least / median / most | aim | native, µs | over simdjson | aim | instructions: simdjson, kstatus, native |
|---|---|---|---|---|---|---|---|---|---|---|
`

func (p *page) writeSizes(out *strings.Builder) {
	fmt.Fprintf(out, "\n## By size\n"+aboutSizes, p.levels)
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
