//go:build !vitals_cgo && (linux || darwin) && (amd64 || arm64)

package vitals

import (
	"runtime"
	"syscall"
)

// setAside maps pages that take memory once they are written to. They are unmapped by the function that it returns, or
// when `owner` is collected. Nil: the process may not have so much address space.
func setAside(owner *memory, bytes uint64) ([]byte, func()) {
	const flags = syscall.MAP_ANON | syscall.MAP_PRIVATE | syscall.MAP_NORESERVE
	pages, err := syscall.Mmap(-1, 0, int(bytes), syscall.PROT_READ|syscall.PROT_WRITE, flags)
	if err != nil {
		return nil, nil
	}
	unmap := func(pages []byte) { _ = syscall.Munmap(pages) }
	cleanup := runtime.AddCleanup(owner, unmap, pages)
	return pages[:0], func() {
		cleanup.Stop()
		unmap(pages)
	}
}
