package main

import (
	"path/filepath"
	"sort"
	"strings"
)

// name is a command without the paths and the kubeconfig.
func name(row []string, config string) string {
	words := []string{filepath.Base(row[0])}
	for _, word := range row[1:] {
		if !strings.Contains(word, config) {
			words = append(words, word)
		}
	}
	return strings.Join(words, " ")
}

// middle is the one with the median of CPU seconds.
func middle(rounds []used) used {
	sort.Slice(rounds, func(i, j int) bool { return rounds[i].seconds < rounds[j].seconds })
	return rounds[len(rounds)/2]
}
