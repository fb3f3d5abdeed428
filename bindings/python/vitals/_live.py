"""Objects that change: sources, scopes, views and their changes."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from vitals._calls import called, close
from vitals._engine import Object, bytes_of
from vitals._types import ScopeState, Status, VitalsError

if TYPE_CHECKING:
    from vitals._engine import Engine


def ms(now: float | None) -> int:
    return int((time.time() if now is None else now) * 1000)


class Live:
    """Objects of any number of sources, kept assessed. For one thread at a time.

        live = engine.live()
        scope = live.source("prod").scope()
        scope.begin(); scope.put(pod); scope.synced()
        live.run()
        live.view().snapshot()["applications"]
    """

    def __init__(self, engine: Engine, options: Mapping[str, Any]) -> None:
        self._engine = engine
        self._handle = engine._new_handle()
        self._binding = self._handle.binding
        self._now: float | None = None
        called(self._binding.live_open, json.dumps(options))

    def close(self) -> None:
        """Its sources, scopes and views are closed with it: what is called afterwards raises VitalsError. A call that
        runs in another thread is stopped."""
        self._engine._disown(self._handle)
        close(self._binding, "the live is closed")

    def __enter__(self) -> Live:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def source(self, name: str, **options: Any) -> Source:
        """A cluster or a file, with the rules of the engine. Options are those of
        vitals_binding_live_source."""
        identity = called(self._binding.live_source, json.dumps({"name": name, **options}))
        return Source(self, identity)

    def replace(self, engine: Engine) -> None:
        """Sources made or moved by `Source.use` from now on have the rules of this engine."""
        engine._configure(self._binding)
        engine._own(self._handle)
        if engine is not self._engine:
            self._engine._disown(self._handle)
        self._engine = engine

    def run(self, budget: int = 1_000_000, *, now: float | None = None) -> bool:
        """Assess what is due, at most `budget` rows; True: more is due. The interpreter's lock is
        released meanwhile. `put` does the same from time to time, at the `now` of the last run, so that
        objects do not pile up."""
        self._now = now
        return called(self._binding.live_run, ms(now), budget)

    @property
    def next_run(self) -> float | None:
        """When something is due, as Unix time; 0 at once; None: not before a change."""
        due = called(self._binding.live_next_ms)
        return None if due == 2**63 - 1 else due / 1000

    def _put(self, scope: int, obj: Object) -> None:
        called(self._binding.live_put_at, scope, bytes_of(obj), ms(self._now))

    def view(self, **filters: Any) -> View:
        """What a user may see: sources, namespaces, projects and applications; without filters
        everything."""
        return View(self, called(self._binding.live_view, json.dumps(filters)))


class Source:
    """Where objects come from."""

    def __init__(self, live: Live, identity: int) -> None:
        self._live = live
        self._binding = live._binding
        self.id = identity

    def scope(self, *, group: str | None = None, kind: str | None = None, namespace: str | None = None) -> Scope:
        """What is listed and watched as one; None stands for any."""
        key = {"group": group, "kind": kind, "namespace": namespace}
        text = json.dumps({k: v for k, v in key.items() if v is not None})
        return Scope(self._live, called(self._binding.live_scope, self.id, text))

    def use(self) -> None:
        """Take the rules that the live has now. Objects that are kept (option keep="all") are assessed again by
        the next run; the rows of others have "olderRules" until they are put again."""
        called(self._binding.live_use, self.id)

    def remove(self) -> None:
        called(self._binding.live_source_remove, self.id)


class Scope:
    """Objects that are listed and watched as one."""

    def __init__(self, live: Live, identity: int) -> None:
        self._live = live
        self._binding = live._binding
        self.id = identity

    def begin(self) -> None:
        """A list begins: what it does not name is gone when it is complete."""
        called(self._binding.live_begin, self.id)

    def put(self, obj: Object) -> None:
        self._live._put(self.id, obj)

    def remove(self, obj: Mapping[str, str]) -> None:
        """Remove an object by uid, or by group, kind, namespace and name."""
        called(self._binding.live_remove, self.id, json.dumps(dict(obj)))

    def synced(self) -> None:
        """The list is complete."""
        called(self._binding.live_synced, self.id)

    def lost(self, state: ScopeState = ScopeState.SILENT, reason: str = "") -> None:
        called(self._binding.live_lost, self.id, int(state), reason)

    def close(self) -> None:
        called(self._binding.live_scope_remove, self.id)


class View:
    """What is seen through a filter, and what changes in it."""

    def __init__(self, live: Live, identity: int) -> None:
        self._binding = live._binding
        self.id = identity
        self._epoch, self._sequence = 0, 0

    def pages(self, rows: int = 1000) -> Iterator[dict[str, Any]]:
        """The snapshot in pages: the first one has all but the rows of the next ones."""
        after = "0"
        while after is not None:
            page = json.loads(called(self._binding.live_snapshot, self.id, int(after), rows))
            if after == "0":
                self._follow(page["position"])
            after = page.get("after")
            yield page

    def snapshot(self) -> dict[str, Any]:
        """All of it; `changes` continues after it."""
        pages = self.pages()
        whole = next(pages)
        for page in pages:
            whole["rows"] += page["rows"]
        whole.pop("after", None)
        return whole

    def changes(self, most: int = 10_000) -> list[dict[str, Any]] | None:
        """What changed since the last snapshot or call. None: the feed does not reach back so far; take
        a snapshot."""
        try:
            text = called(self._binding.live_changes, self.id, self._epoch, self._sequence, most)
        except VitalsError as error:
            if error.status == Status.ENOTFOUND:
                return None
            raise
        page = json.loads(text)
        self._follow(page["position"])
        return page["changes"]

    def application(self, identity: int | str, most: int = 1000) -> dict[str, Any]:
        """An application with its rows, worst first."""
        return json.loads(called(self._binding.live_application, self.id, int(identity), most))

    def object(self, row: int | str) -> dict[str, Any]:
        """The object of a row, if it is kept."""
        return json.loads(called(self._binding.live_object, self.id, int(row)))

    def close(self) -> None:
        called(self._binding.live_view_free, self.id)

    def _follow(self, position: Mapping[str, Any]) -> None:
        self._epoch, self._sequence = int(position["epoch"]), int(position["sequence"])
