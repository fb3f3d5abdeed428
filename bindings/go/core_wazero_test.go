//go:build !vitals_cgo

package vitals

import (
	"os"
	"testing"
)

func TestCacheDir(t *testing.T) {
	directory := t.TempDir()
	for range 2 {
		expectHealth(t, newEngine(t, WithCacheDir(directory)), degraded, Degraded)
	}
	if files, err := os.ReadDir(directory); err != nil || len(files) == 0 {
		t.Errorf("%v %v", files, err)
	}
}
