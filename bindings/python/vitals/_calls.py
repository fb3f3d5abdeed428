"""Calls of the C module: their errors, and how long they may take."""

from __future__ import annotations

import json
import math
import os
import threading
from collections.abc import Callable
from time import monotonic
from typing import ParamSpec, TypeVar

from vitals import _core
from vitals._types import Diagnostic, Status, VitalsError, diagnostics_of

P = ParamSpec("P")
R = TypeVar("R")

# A call that has not begun its work when its time is over is asked again after so many seconds.
AGAIN = 0.001


def failure(text: str, status: Status = Status.EINVAL) -> VitalsError:
    return VitalsError(status, [Diagnostic("error", text)])


def close(binding: _core.Binding, why: str) -> None:
    """What is called afterwards raises VitalsError with these words."""
    binding.close(json.dumps({"diagnostics": [{"severity": "error", "text": why}]}))


def called(function: Callable[P, R], *arguments: P.args, **options: P.kwargs) -> R:
    """Call a method of the C module; its errors become VitalsError."""
    try:
        return function(*arguments, **options)
    except _core.StatusError as error:
        status, text = error.args
        raise VitalsError(status, diagnostics_of(text)) from None


class Call:
    """A call that runs, and when it is to end."""

    def __init__(self, binding: _core.Binding, seconds: float) -> None:
        self.binding = binding
        self.due = monotonic() + seconds
        self.late = False


class Watch:
    """One thread that stops the calls whose time is over. It sleeps until the earliest that it knows: calls that end
    in time do not wake it."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._running: set[Call] = set()
        self._wakes = math.inf
        self._thread: threading.Thread | None = None

    def begin(self, call: Call) -> None:
        with self._changed:
            self._running.add(call)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="vitals timeouts", daemon=True)
                self._thread.start()
            if call.due < self._wakes:
                self._changed.notify()

    def end(self, call: Call) -> None:
        with self._changed:
            self._running.discard(call)

    def _run(self) -> None:
        with self._changed:
            while True:
                now = monotonic()
                for call in self._running:
                    if call.due <= now:  # it is in the set, so no later call of this handle is stopped
                        call.late = call.binding.stop() or call.late
                        call.due = now + AGAIN
                self._wakes = min((call.due for call in self._running), default=math.inf)
                self._changed.wait(None if self._wakes == math.inf else min(self._wakes - now, threading.TIMEOUT_MAX))


_watch = Watch()


def _forget() -> None:
    """A process that was forked has no thread but the one that forked."""
    global _watch
    _watch = Watch()


os.register_at_fork(after_in_child=_forget)


def limit_of(timeout: float | None) -> float | None:
    """A timeout as the caller gave it."""
    if timeout is not None and not timeout > 0:
        raise ValueError("a timeout is a number of seconds above 0")
    return timeout


def limited(
    timeout: float | None, binding: _core.Binding, function: Callable[P, R], *arguments: P.args, **options: P.kwargs
) -> R:
    """The same as `called` for a method of `binding`. After `timeout` seconds the call is stopped."""
    if limit_of(timeout) is None:
        return called(function, *arguments, **options)
    assert timeout is not None
    watch, call = _watch, Call(binding, timeout)
    try:
        watch.begin(call)
        return called(function, *arguments, **options)
    except VitalsError as error:
        if not call.late or error.status != Status.ESTOPPED:
            raise
        raise failure(f"the call took more than {timeout:g} s", Status.ESTOPPED) from None
    finally:
        watch.end(call)
