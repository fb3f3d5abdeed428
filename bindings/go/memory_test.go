//go:build !vitals_cgo

package vitals

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
)

func memoryOf(live *Live) int { return len(*live.worker.core.(*wazeroCore).memory.bytes.Load()) }

// Many goroutines put faster than one assesses.
func TestLiveTakesLittleMemory(t *testing.T) {
	live := must[*Live](t)(NewLive(LiveOptions{}))
	defer live.Close()
	source := must[SourceID](t)(live.Source(context.Background(), SourceOptions{}))
	scope := must[ScopeID](t)(live.Scope(context.Background(), source, ScopeKey{}))
	arguments := strings.Repeat(`"--a-rather-long-argument",`, 100)
	put := func(from, to int) {
		var group sync.WaitGroup
		for each := range 8 {
			group.Go(func() {
				for i := from + each; i < to; i += 8 {
					check(t, live.Put(context.Background(), scope, fmt.Appendf(nil, `{"apiVersion":"v1","kind":"Pod","metadata":{"name":"p%d","uid":"u%d"},`+
						`"spec":{"containers":[{"args":[%s""]}]},"status":{"phase":"Running"}}`, i, i, arguments)))
				}
			})
		}
		group.Wait()
	}
	put(0, 4000)
	few := memoryOf(live)
	put(4000, 20000)
	if each := (memoryOf(live) - few) / 16000; each > 1024 {
		t.Errorf("%d bytes for each further object", each)
	}
}

func TestMemoryAfterClose(t *testing.T) {
	live := must[*Live](t)(NewLive(LiveOptions{}))
	memory := live.worker.core.(*wazeroCore).memory
	live.Close()
	memory.store(0, 1)
	memory.Free()
}

// Where address space cannot be set aside memory moves, and keeps what is in it.
func TestMovedMemory(t *testing.T) {
	bytes := make([]byte, 0, 16)
	moved := &memory{free: func() {}}
	moved.bytes.Store(&bytes)
	copy(moved.Reallocate(16), "vitals")
	if grown := moved.Reallocate(1 << 16); string(grown[:6]) != "vitals" || len(grown) != 1<<16 || grown[1<<16-1] != 0 {
		t.Errorf("%q", grown[:8])
	}
}
