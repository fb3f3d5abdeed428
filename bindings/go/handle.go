package vitals

import (
	"context"
	"sync"
	"time"
)

// A handle is the worker of one application or one live. One goroutine has it at a time; the others wait
// in turn, until their context ends or the handle is closed.
type handle struct {
	worker *worker       // nil: closed
	lock   chan struct{} // holds a value while a goroutine has the worker
	ended  chan struct{} // closed when the handle is
	once   sync.Once
	failed error // the core is of no use any more
}

func newHandle(w *worker) handle {
	return handle{worker: w, lock: make(chan struct{}, 1), ended: make(chan struct{})}
}

// enter waits for the worker. Only without an error is there something to leave.
func (h *handle) enter(ctx context.Context) error {
	if h.isClosed() {
		return ErrClosed
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case h.lock <- struct{}{}:
	case <-h.ended:
		return ErrClosed
	case <-ctx.Done():
		return ctx.Err()
	}
	if h.worker == nil {
		h.leave()
		return ErrClosed
	}
	return nil
}

func (h *handle) leave() { <-h.lock }

func (h *handle) isClosed() bool {
	select {
	case <-h.ended:
		return true
	default:
		return false
	}
}

// invoke calls a function after enter. The result may be a status.
func (h *handle) invoke(ctx context.Context, f function, arguments ...argument) (int64, error) {
	if h.failed != nil {
		return 0, h.failed
	}
	result, err := invoke(ctx, h.worker.core, f, arguments...)
	if err != nil && err != ctx.Err() {
		h.failed = err
	}
	if h.isClosed() { // which stops what runs
		return 0, ErrClosed
	}
	return result, err
}

// call is invoke with a status as an error.
func (h *handle) call(ctx context.Context, f function, arguments ...argument) (int64, error) {
	result, err := h.invoke(ctx, f, arguments...)
	if err == nil {
		err = failure(result, h.worker.core.text())
	}
	return result, err
}

// close stops what runs, and frees the worker.
func (h *handle) close() {
	h.once.Do(func() {
		close(h.ended)
		for waiting := true; waiting; {
			h.worker.core.stop() // again: the end of a context takes a stop back
			select {
			case h.lock <- struct{}{}:
				waiting = false
			case <-time.After(time.Millisecond):
			}
		}
		h.worker.core.close()
		h.worker = nil
		h.leave()
	})
}
