// Package protected gives WebAssembly the protected calls of Lua: see bindings/wasm/lua_throw.h.
package protected

import (
	"context"
	"errors"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// errThrow is what lua_throw panics with, and lua_try catches.
var errThrow = errors.New("lua_throw")

// Levels are the protected calls that are running in one instance. A function has one stack, so each level has its own.
type Levels struct {
	runs  []api.Function
	depth int
}

type key struct{}

// With returns a context for calls of the instance that l belongs to.
func With(ctx context.Context, l *Levels) context.Context { return context.WithValue(ctx, key{}, l) }

// Reset forgets the levels that a call which failed has left.
func (l *Levels) Reset() { l.depth = 0 }

// AddHost gives the module its imports; poll is called from time to time.
func AddHost(ctx context.Context, runtime wazero.Runtime, poll func()) error {
	i32 := api.ValueTypeI32
	throw := api.GoModuleFunc(func(context.Context, api.Module, []uint64) { panic(errThrow) })
	polled := api.GoModuleFunc(func(context.Context, api.Module, []uint64) { poll() })
	_, err := runtime.NewHostModuleBuilder("vitals").
		NewFunctionBuilder().WithGoModuleFunction(api.GoModuleFunc(try), []api.ValueType{i32, i32, i32}, []api.ValueType{i32}).Export("lua_try").
		NewFunctionBuilder().WithGoModuleFunction(throw, nil, nil).Export("lua_throw").
		NewFunctionBuilder().WithGoModuleFunction(polled, nil, nil).Export("poll").
		Instantiate(ctx)
	return err
}

func try(ctx context.Context, module api.Module, stack []uint64) {
	l := ctx.Value(key{}).(*Levels)
	if l.depth == len(l.runs) {
		l.runs = append(l.runs, module.ExportedFunction("lua_run"))
	}
	run := l.runs[l.depth]
	l.depth++
	var arguments [3]uint64
	copy(arguments[:], stack)
	err := run.CallWithStack(ctx, arguments[:])
	l.depth--
	switch {
	case err == nil:
		stack[0] = 0
	case errors.Is(err, errThrow):
		stack[0] = 1
	default:
		panic(err)
	}
}
