package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Checks as the peers can run them: with the helpers of their tree's prelude.lua, which only vitals knows.

var (
	declaration = regexp.MustCompile(`(?m)^local (?:function )?(\w+)`)
	needs       = regexp.MustCompile(`(?m)^-- uses: (.*)$`)
)

// readScript reads a health.lua: DIRECTORY/GROUP/KIND/health.lua, whose prelude is in DIRECTORY. The helpers are put in
// place of the line that names them, all on one line, so that the other lines keep their numbers.
func readScript(path string) (string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	script := string(text)
	first, rest, _ := strings.Cut(script, "\n")
	names, named := strings.CutPrefix(first, "-- uses: ")
	prelude, err := os.ReadFile(filepath.Join(filepath.Dir(path), "..", "..", "prelude.lua"))
	if errors.Is(err, fs.ErrNotExist) || (err == nil && !named) {
		return script, nil
	}
	if err != nil {
		return "", err
	}
	helpers, err := helpersOf(string(prelude), strings.Split(names, ","))
	if err != nil {
		return "", errors.Join(errors.New(path), err)
	}
	return helpers + "\n" + rest, nil
}

// helpersOf has the helpers of these names, and those that they use, in the order of the prelude. A helper uses only
// those above it.
func helpersOf(prelude string, names []string) (string, error) {
	var wanted []string
	for _, name := range names {
		wanted = append(wanted, strings.TrimSpace(name))
	}
	parts, lines, found := strings.Split(prelude, "\n\n"), []string{}, 0
	for _, part := range slices.Backward(parts) {
		at := declaration.FindStringSubmatchIndex(part)
		if at == nil || !slices.Contains(wanted, part[at[2]:at[3]]) {
			continue
		}
		found++
		if used := needs.FindStringSubmatch(part[:at[0]]); used != nil {
			for _, name := range strings.Split(used[1], ",") {
				wanted = append(wanted, strings.TrimSpace(name))
			}
		}
		lines = append(lines, onOneLine(part[at[0]:]))
	}
	slices.Sort(wanted)
	if wanted = slices.Compact(wanted); found != len(wanted) {
		return "", errors.New("prelude.lua lacks some of " + strings.Join(wanted, ", "))
	}
	slices.Reverse(lines)
	return strings.Join(lines, " "), nil
}

func onOneLine(helper string) string {
	lines := strings.Split(strings.TrimSpace(helper), "\n")
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	return strings.Join(lines, " ")
}
