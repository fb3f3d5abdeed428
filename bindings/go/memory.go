//go:build !vitals_cgo

package vitals

import (
	"sync/atomic"
	"unsafe"

	"github.com/tetratelabs/wazero/experimental"
)

// memory is the linear memory of one instance. Another goroutine may store a word in it while it grows.
type memory struct {
	bytes atomic.Pointer[[]byte]
}

func (m *memory) Allocate(capacity, _ uint64) experimental.LinearMemory {
	bytes := make([]byte, 0, capacity)
	m.bytes.Store(&bytes)
	return m
}

// Reallocate gives memory of that size; what is new in it is zero.
func (m *memory) Reallocate(size uint64) []byte {
	old := *m.bytes.Load()
	if size > uint64(cap(old)) {
		grown := make([]byte, size, max(size, uint64(cap(old))+uint64(cap(old))/4))
		copy(grown, old)
		old = grown
	}
	old = old[:size]
	m.bytes.Store(&old)
	return old
}

func (m *memory) Free() {}

// store writes a number where the module reads it while it runs.
func (m *memory) store(at uint32, value uint32) {
	if bytes := m.bytes.Load(); bytes != nil && uint64(at)+4 <= uint64(len(*bytes)) {
		atomic.StoreUint32((*uint32)(unsafe.Pointer(&(*bytes)[at])), value)
	}
}
