package main

import (
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// earlier has the median ratios of the page that is about to be replaced.
type earlier struct {
	date    string
	medians map[string]float64 // by the heading of the table and the name of the row
	rest    string             // from the section about output forms on: what is not measured here is kept
}

const formsHeading = "\n## Output forms\n"

var (
	dated    = regexp.MustCompile(`Measured on (\S+)\.`)
	inBold   = regexp.MustCompile(`\*\*([0-9.]+)\*\*`)
	rowStart = regexp.MustCompile(`^\| ([^|]+) \|`)
)

func readEarlier(path string) earlier {
	text, _ := os.ReadFile(path)
	out, heading := earlier{date: "an earlier day", medians: map[string]float64{}}, ""
	if _, rest, found := strings.Cut(string(text), formsHeading); found {
		out.rest = formsHeading + rest
	}
	if found := dated.FindSubmatch(text); found != nil {
		out.date = string(found[1])
	}
	for line := range strings.Lines(string(text)) {
		if title, isHeading := strings.CutPrefix(line, "## "); isHeading {
			heading = strings.TrimSpace(title)
		}
		name, ratio := rowStart.FindStringSubmatch(line), inBold.FindStringSubmatch(line)
		if name != nil && ratio != nil {
			out.medians[heading+"/"+name[1]], _ = strconv.ParseFloat(ratio[1], 64)
		}
	}
	return out
}

// reproduced counts the medians of the run before that lie within the spread of this one.
type reproduced struct{ inside, compared int }

// cell is the median of the run before, unless it lies within these ratios.
func (e earlier) cell(heading, name string, now []float64, count *reproduced) string {
	was, known := e.medians[heading+"/"+name]
	if !known {
		return "–"
	}
	count.compared++
	text := strconv.FormatFloat(was, 'f', 1, 64)
	// The page has one digit behind the point.
	if was < slices.Min(now)-0.05 || was > slices.Max(now)+0.05 {
		return text
	}
	count.inside++
	return "the same"
}
