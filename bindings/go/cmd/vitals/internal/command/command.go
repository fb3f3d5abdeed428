// Package command runs the command line of vitals, compiled for WASI, with wazero: the same files, output and exit
// statuses, on every platform that Go has. Commands for clusters are not in it.
package command

import (
	"bytes"
	"compress/gzip"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
	"github.com/tetratelabs/wazero/sys"

	"github.com/kube-vitals/vitals/bindings/go/internal/protected"
)

// `tools/dev go` compares it with the source.
//
//go:embed command.wasm.gz
var packed []byte

// Broken is the exit status when the program itself cannot run: that of an input that cannot be read.
const Broken = 3

// Process is what the command line sees of the system.
type Process struct {
	Arguments, Environment []string // without the name of the program; NAME=VALUE
	Directory              string   // absolute
	In                     io.Reader
	Out, Err               io.Writer
	CacheDir               string // for the compiled program; empty: it is compiled at each start
}

// Run runs a command and returns its exit status.
func Run(p Process) (int, error) {
	ctx := protected.With(context.Background(), &protected.Levels{})
	configuration := wazero.NewRuntimeConfig()
	if p.CacheDir != "" {
		cache, err := wazero.NewCompilationCacheWithDir(p.CacheDir)
		if err != nil {
			return Broken, err
		}
		defer cache.Close(ctx)
		configuration = configuration.WithCompilationCache(cache)
	}
	runtime := wazero.NewRuntimeWithConfig(ctx, configuration)
	defer runtime.Close(ctx)
	wasm, err := unpacked()
	if err == nil {
		err = addHost(ctx, runtime)
	}
	if err == nil {
		_, err = runtime.InstantiateWithConfig(ctx, wasm, p.configuration())
	}
	var exit *sys.ExitError
	if errors.As(err, &exit) {
		return int(exit.ExitCode()), nil
	}
	if err != nil {
		return Broken, err
	}
	return 0, nil
}

func unpacked() ([]byte, error) {
	reader, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, fmt.Errorf("command.wasm: %w", err)
	}
	return io.ReadAll(reader)
}

// configuration gives the program the whole file system, and the working directory in PWD: see bindings/wasm/system.c.
func (p *Process) configuration() wazero.ModuleConfig {
	volume := filepath.VolumeName(p.Directory)
	configuration := wazero.NewModuleConfig().WithName("vitals-command").
		WithArgs(append([]string{"vitals"}, p.Arguments...)...).
		WithStdin(p.In).WithStdout(p.Out).WithStderr(p.Err).
		WithSysWalltime().WithSysNanotime().WithSysNanosleep().
		WithFSConfig(wazero.NewFSConfig().WithDirMount(volume+string(filepath.Separator), "/"))
	for _, variable := range p.Environment {
		if name, value, found := strings.Cut(variable, "="); found && name != "" && name != "PWD" {
			configuration = configuration.WithEnv(name, value)
		}
	}
	return configuration.WithEnv("PWD", filepath.ToSlash(p.Directory[len(volume):]))
}

// UserCacheDir is where the compiled program is kept between starts; empty when there is no such place.
func UserCacheDir() string {
	directory, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(directory, "vitals")
}

// addHost gives the program its imports: those of WASI, and those of bindings/wasm/lua_throw.h.
func addHost(ctx context.Context, runtime wazero.Runtime) error {
	if _, err := wasi_snapshot_preview1.Instantiate(ctx, runtime); err != nil {
		return err
	}
	return protected.AddHost(ctx, runtime, func() {})
}
