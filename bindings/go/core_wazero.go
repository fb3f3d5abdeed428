//go:build !vitals_cgo

package vitals

import (
	"context"
	"fmt"
	"runtime"
	"sync"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"github.com/kube-vitals/vitals/bindings/go/internal/protected"
)

// A machine compiles the module and makes cores. The code is shared by all machines of the process with one cache.
type machine struct {
	runtime wazero.Runtime
	module  wazero.CompiledModule
}

// The compiled code of this process: what is compiled once is not compiled again.
var (
	caches     = map[string]wazero.CompilationCache{}
	cachesLock sync.Mutex
)

func cacheIn(directory string) (wazero.CompilationCache, error) {
	cachesLock.Lock()
	defer cachesLock.Unlock()
	if cache := caches[directory]; cache != nil {
		return cache, nil
	}
	cache := wazero.NewCompilationCache()
	if directory != "" {
		var err error
		if cache, err = wazero.NewCompilationCacheWithDir(directory); err != nil {
			return nil, fmt.Errorf("vitals: %w", err)
		}
	}
	caches[directory] = cache
	return cache, nil
}

func newMachine(cacheDir string) (*machine, error) {
	cache, err := cacheIn(cacheDir)
	if err != nil {
		return nil, err
	}
	ctx := context.Background()
	m := &machine{runtime: wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfig().WithCompilationCache(cache))}
	wasm, err := asset("vitals.wasm")
	if err == nil {
		err = m.addHost(ctx)
	}
	if err == nil {
		m.module, err = m.runtime.CompileModule(ctx, wasm)
	}
	if err != nil {
		m.close()
		return nil, fmt.Errorf("vitals: %w", err)
	}
	return m, nil
}

func (m *machine) close() { _ = m.runtime.Close(context.Background()) }

// addHost gives the module its imports: see bindings/wasm/lua_throw.h and, for poll, engine/binding/request.c. Code of
// the module cannot be preempted, and a garbage collection that waits for it stops all other goroutines, the one that
// would stop a script among them. In poll, which is called from time to time, it can.
func (m *machine) addHost(ctx context.Context) error {
	return protected.AddHost(ctx, m.runtime, runtime.Gosched)
}

type wazeroCore struct {
	ctx     context.Context
	module  api.Module
	memory  *memory
	handle  uint64
	stopAt  uint32
	exports [functionCount]api.Function
	textAt  api.Function
	sizeOf  api.Function
	alloc   api.Function
	release api.Function
	levels  protected.Levels
	stack   [16]uint64
	scratch uint32 // where arguments are put
	room    uint32
	result  []byte
}

func (m *machine) newCore() (core, error) {
	c := &wazeroCore{memory: &memory{}}
	ctx := experimental.WithMemoryAllocator(context.Background(), c.memory)
	c.ctx = protected.With(ctx, &c.levels)
	module, err := m.runtime.InstantiateModule(c.ctx, m.module,
		wazero.NewModuleConfig().WithName("").WithStartFunctions("_initialize"))
	if err != nil {
		return nil, fmt.Errorf("vitals: %w", err)
	}
	c.module = module
	for i := range functions {
		c.exports[i] = module.ExportedFunction("vitals_binding_" + functions[i].name)
	}
	c.textAt, c.sizeOf = module.ExportedFunction("vitals_binding_text"), module.ExportedFunction("vitals_binding_text_size")
	c.alloc, c.release = module.ExportedFunction("vitals_binding_alloc"), module.ExportedFunction("vitals_binding_release")
	if c.handle, err = c.plain(module.ExportedFunction("vitals_binding_new")); err == nil && c.handle == 0 {
		err = ErrNoMemory
	}
	var word uint64
	if err == nil {
		word, err = c.plain(module.ExportedFunction("vitals_binding_stop"), c.handle)
	}
	if err != nil {
		c.close()
		return nil, fmt.Errorf("vitals: %w", err)
	}
	c.stopAt = uint32(word)
	return c, nil
}

// plain calls an export with numbers.
func (c *wazeroCore) plain(f api.Function, arguments ...uint64) (uint64, error) {
	c.stack[0] = 0
	copy(c.stack[:], arguments)
	err := f.CallWithStack(c.ctx, c.stack[:max(len(arguments), 1)])
	return c.stack[0], err
}

// reserve makes room for the bytes of arguments.
func (c *wazeroCore) reserve(bytes uint32) error {
	if bytes <= c.room {
		return nil
	}
	if c.scratch != 0 {
		if _, err := c.plain(c.release, uint64(c.scratch), uint64(c.room)); err != nil {
			return err
		}
	}
	c.scratch, c.room = 0, 0
	bytes += bytes / 2
	at, err := c.plain(c.alloc, uint64(bytes))
	if err != nil {
		return err
	}
	if at == 0 {
		return ErrNoMemory
	}
	c.scratch, c.room = uint32(at), bytes
	return nil
}

// Each text begins at a multiple of 8.
func padded(size int) uint64 { return (uint64(size) + 7) &^ 7 }

func (c *wazeroCore) call(f function, arguments ...argument) (int64, error) {
	var need uint64
	for i := range arguments {
		need += padded(len(arguments[i].bytes))
	}
	if need > 1<<31 {
		return -4, nil // ErrLimit: it does not fit the memory
	}
	if err := c.reserve(uint32(need)); err != nil {
		return -1, nil
	}
	at, n := c.scratch, 1
	for i := range arguments {
		a := &arguments[i]
		if a.kind == argNumber {
			c.stack[n] = uint64(a.number)
			n++
			continue
		}
		if a.kind != argOut && len(a.bytes) > 0 {
			c.module.Memory().Write(at, a.bytes)
		}
		c.stack[n] = uint64(at)
		n++
		if a.kind == argText {
			c.stack[n] = uint64(len(a.bytes))
			n++
			if a.bytes == nil {
				c.stack[n-2] = 0
			}
		}
		at += uint32(padded(len(a.bytes)))
	}
	c.stack[0] = c.handle
	c.levels.Reset()
	if err := c.exports[f].CallWithStack(c.ctx, c.stack[:n]); err != nil {
		return 0, fmt.Errorf("vitals: %w", err)
	}
	result := int64(c.stack[0])
	if !functions[f].wide {
		result = int64(int32(c.stack[0]))
	}
	if f == fnLiveClose { // which has no result
		result = 0
	}
	c.readOut(arguments)
	return result, c.readText()
}

func (c *wazeroCore) readOut(arguments []argument) {
	at := c.scratch
	for i := range arguments {
		if arguments[i].kind == argOut {
			bytes, _ := c.module.Memory().Read(at, uint32(len(arguments[i].bytes)))
			copy(arguments[i].bytes, bytes)
		}
		at += uint32(padded(len(arguments[i].bytes)))
	}
}

func (c *wazeroCore) readText() error {
	at, err := c.plain(c.textAt, c.handle)
	if err != nil {
		return err
	}
	size, err := c.plain(c.sizeOf, c.handle)
	if err != nil {
		return err
	}
	c.result, _ = c.module.Memory().Read(uint32(at), uint32(size))
	return nil
}

func (c *wazeroCore) text() []byte { return c.result }
func (c *wazeroCore) stop()        { c.memory.store(c.stopAt, 1) }
func (c *wazeroCore) resume()      { c.memory.store(c.stopAt, 0) }
func (c *wazeroCore) close()       { _ = c.module.Close(c.ctx) }
