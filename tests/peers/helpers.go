package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
)

// Checks as the peers can run them: `vitals export` puts the helpers of their tree's prelude.lua into them, which only
// vitals knows.

// exports has the exported trees by directory.
var exports sync.Map

// exportTree has vitals write the checks of a tree as scripts that stand alone; the directory that has them.
func exportTree(tree string) (string, error) {
	export := sync.OnceValues(func() (string, error) {
		out, err := os.MkdirTemp("", "checks")
		if err != nil {
			return "", err
		}
		program, err := programOf("VITALS")
		if err != nil {
			return "", err
		}
		report, err := exec.Command(program, "export", "--no-bundled", "--checks", tree, "--dir", out).CombinedOutput()
		if err != nil {
			return "", fmt.Errorf("vitals export: %w: %.400s", err, report)
		}
		return out, nil
	})
	once, _ := exports.LoadOrStore(tree, export)
	return once.(func() (string, error))()
}

// readScript reads TREE/GROUP/KIND/health.lua as it stands alone.
func readScript(path string) (string, error) {
	directory := filepath.Dir(path)
	tree := filepath.Join(directory, "..", "..")
	out, err := exportTree(tree)
	if err != nil {
		return "", err
	}
	below, err := filepath.Rel(tree, path)
	if err != nil {
		return "", err
	}
	text, err := os.ReadFile(filepath.Join(out, below))
	return string(text), err
}
