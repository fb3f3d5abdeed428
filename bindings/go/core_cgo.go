//go:build vitals_cgo

package vitals

/*
#cgo pkg-config: vitals
#cgo noescape vitals_go_call
#cgo nocallback vitals_go_call
#include <stdlib.h>
#include "core_cgo.h"
*/
import "C"

import "unsafe"

// A machine has nothing to share: the library is linked.
type machine struct{}

func newMachine(string) (*machine, error) { return &machine{}, nil }
func (m *machine) close()                 {}

// The library has the bundled checks, and reads time zones from the system.
func giveAssets(core) error { return nil }

type cgoCore struct {
	handle *C.vitals_binding
	stopAt *C.int32_t
	result []byte
}

func (m *machine) newCore() (core, error) {
	handle := C.vitals_binding_new()
	if handle == nil {
		return nil, &Error{Status: ErrNoMemory}
	}
	return &cgoCore{handle: handle, stopAt: C.vitals_binding_stop(handle)}, nil
}

// Bytes go to C as they are: cgo keeps them where they are during the call, and C keeps none.
func (c *cgoCore) call(f function, arguments ...argument) (int64, error) {
	var texts [4]*C.char
	var sizes [4]C.size_t
	var numbers [6]C.int64_t
	nt, nn := 0, 0
	for i := range arguments {
		a := &arguments[i]
		if a.kind == argNumber {
			numbers[nn] = C.int64_t(a.number)
			nn++
			continue
		}
		if a.bytes != nil {
			texts[nt] = (*C.char)(unsafe.Pointer(unsafe.SliceData(a.bytes)))
		}
		sizes[nt] = C.size_t(len(a.bytes))
		nt++
	}
	answer := C.vitals_go_call(C.int(f), c.handle, texts[0], texts[1], texts[2], sizes[0], sizes[1], sizes[2],
		numbers[0], numbers[1], numbers[2], numbers[3])
	c.result = unsafe.Slice((*byte)(unsafe.Pointer(answer.text)), int(answer.size))
	return int64(answer.result), nil
}

func (c *cgoCore) text() []byte { return c.result }
func (c *cgoCore) stop()        { C.vitals_go_store(c.stopAt, 1) }
func (c *cgoCore) resume()      { C.vitals_go_store(c.stopAt, 0) }
func (c *cgoCore) close()       { C.vitals_binding_free(c.handle) }
