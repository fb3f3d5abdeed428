package vitals

import (
	"context"
	"sync/atomic"
	"time"
)

// A watcher stops a call when its context ends.
type watcher struct {
	core  core
	ended atomic.Bool
	unset func() bool
	done  chan struct{}
}

func watch(ctx context.Context, c core) *watcher {
	w := &watcher{core: c, done: make(chan struct{})}
	w.unset = context.AfterFunc(ctx, func() {
		defer close(w.done)
		// Memory that grows at the same moment may lose the word.
		for !w.ended.Load() {
			c.stop()
			time.Sleep(time.Millisecond)
		}
	})
	return w
}

func (w *watcher) end() {
	w.ended.Store(true)
	if w.unset() {
		return
	}
	<-w.done
	w.core.resume()
}
