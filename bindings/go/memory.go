//go:build !vitals_cgo

package vitals

import (
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/tetratelabs/wazero/experimental"
)

// memory is the linear memory of one instance. Where the system can, address space for all that it may become is set
// aside, and nothing is ever copied; elsewhere it moves as it grows. Another goroutine may store a word in it meanwhile.
type memory struct {
	lock  sync.Mutex // of storing and freeing
	bytes atomic.Pointer[[]byte]
	free  func()
}

func (m *memory) Allocate(capacity, most uint64) experimental.LinearMemory {
	bytes, free := setAside(m, most)
	if bytes == nil {
		bytes, free = make([]byte, 0, capacity), func() {}
	}
	m.free = free
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

func (m *memory) Free() {
	m.lock.Lock()
	defer m.lock.Unlock()
	if m.bytes.Swap(nil) != nil {
		m.free()
	}
}

// store writes a number where the module reads it while it runs.
func (m *memory) store(at uint32, value uint32) {
	m.lock.Lock()
	defer m.lock.Unlock()
	if bytes := m.bytes.Load(); bytes != nil && uint64(at)+4 <= uint64(len(*bytes)) {
		atomic.StoreUint32((*uint32)(unsafe.Pointer(&(*bytes)[at])), value)
	}
}
