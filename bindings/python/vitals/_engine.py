"""Rules, and the objects that are assessed by them."""

from __future__ import annotations

import itertools
import json
import os
import re
import threading
import time
import weakref
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from vitals import _core
from vitals._calls import called, close, failure, limit_of, limited
from vitals._types import HEALTHS, Diagnostic, Health, Membership, Verdict, diagnostics_of

if TYPE_CHECKING:
    from vitals._live import Live

Text = str | bytes | os.PathLike[str]
Object = str | bytes | bytearray | memoryview | os.PathLike[str] | Mapping[str, Any]

NULL_ROW = 254
CLOSED = "the engine is closed"
# One word with the ending of a file name cannot be the text of rules.
FILE_NAME = re.compile(r"\S+\.(ya?ml|json|lua)")


#: The file of a directory of checks with the helpers that they share.
PRELUDE = "prelude.lua"


def names_file(value: str) -> bool:
    if FILE_NAME.fullmatch(value):
        return True
    return bool(value) and "\n" not in value and "\0" not in value and len(value) < 4096 and os.path.exists(value)


def refuse_path(value: str, what: str) -> None:
    """A path that is given as str would be taken for a text."""
    if names_file(value):
        raise failure(f"{what}: {value!r} is a str, which is the text itself; for a path give pathlib.Path({value!r})")


def text_of(value: Text, what: str) -> str:
    """Text, the text of bytes, or that of the file at a path."""
    if isinstance(value, os.PathLike):
        return Path(value).read_text(encoding="utf-8")
    if isinstance(value, (bytes, bytearray, memoryview)):
        return bytes(value).decode("utf-8")
    if not isinstance(value, str):
        raise TypeError(f"{what}: a text is str, bytes or a path, not {type(value).__name__}")
    refuse_path(value, what)
    return value


def texts_of(value: Text | Iterable[Text], what: str) -> list[str]:
    if isinstance(value, (str, bytes, os.PathLike)):
        return [text_of(value, what)]
    return [text_of(each, what) for each in value]


def folder_of(value: Any, what: str) -> Path:
    """The folder that holds files, given by its path."""
    if isinstance(value, str):
        raise failure(f"{what}: {value!r} is a str; for a path give pathlib.Path({value!r})")
    if not isinstance(value, os.PathLike):
        raise TypeError(f"{what}: a mapping or a path is needed, not {type(value).__name__}")
    return Path(value)


def object_bytes(value: Object | None) -> str | bytes | bytearray | memoryview:
    if isinstance(value, os.PathLike):
        return Path(value).read_bytes()
    if isinstance(value, Mapping):
        return json.dumps(value)
    if value is None:  # no object: it cannot be read
        return b""
    if not isinstance(value, (str, bytes, bytearray, memoryview)):
        raise TypeError(f"an object is bytes, text, a path or a mapping, not {type(value).__name__}")
    return value


def checks_of(value: Mapping[str, Text] | os.PathLike[str]) -> dict[str, str]:
    """Checks by "group/Kind", and their helpers, given as such or as the directory that holds them."""
    if isinstance(value, Mapping):
        return {name: text_of(script, f"checks[{name!r}]") for name, script in value.items()}
    folder = folder_of(value, "checks")
    if not folder.is_dir():
        raise failure(f"checks: {str(folder)!r} is not a directory")
    checks = {
        script.parent.relative_to(folder).as_posix(): script.read_text(encoding="utf-8")
        for script in sorted(folder.glob("*/*/health.lua"))
    }
    prelude = folder / PRELUDE
    return {PRELUDE: prelude.read_text(encoding="utf-8"), **checks} if prelude.exists() else checks


def seconds(now: float | None) -> int:
    return int(time.time() if now is None else now)


class Column(Sequence[Health | None]):
    """The health of a column of objects: None where a row is null or could not be read.

    It is also an Arrow array of the statuses' names, by `__arrow_c_array__`: for example
    `pyarrow.array(column)`.
    """

    def __init__(self, codes: bytes, unreadable: list[tuple[int, list[Diagnostic]]]) -> None:
        self._codes = codes
        #: The first rows that could not be read, each with what was found.
        self.unreadable = unreadable

    def __len__(self) -> int:
        return len(self._codes)

    @overload
    def __getitem__(self, index: int) -> Health | None: ...
    @overload
    def __getitem__(self, index: slice) -> list[Health | None]: ...
    def __getitem__(self, index: int | slice) -> Health | None | list[Health | None]:
        codes = self._codes[index]
        if isinstance(codes, bytes):
            return [health_of_code(code) for code in codes]
        return health_of_code(codes)

    def __iter__(self) -> Iterator[Health | None]:
        return map(health_of_code, self._codes)

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[Any, Any]:
        return _core.column_capsules(self._codes, tuple(map(str, HEALTHS)))


def health_of_code(code: int) -> Health | None:
    return HEALTHS[code] if code < len(HEALTHS) else None


NAME = '"application":'


class Partials(list[tuple[str, str]]):
    """Pairs of the name of an application, empty for what is not tracked, and its partial aggregate, a line of
    JSON. A column of several chunks has several pairs of one name."""

    def __init__(self, chunks: Iterable[str]) -> None:
        super().__init__()
        #: The first rows of each chunk that could not be read, each with what was found. Nulls are among them.
        self.unreadable: list[tuple[int, list[Diagnostic]]] = []
        decoder = json.JSONDecoder()
        for chunk in filter(None, chunks):
            head, *lines = chunk.split("\n")
            for row in json.loads(head)["unreadable"]:
                self.unreadable.append((row["row"], diagnostics_of(json.dumps(row))))
            for line in lines:
                name, _ = decoder.raw_decode(line, line.index(NAME) + len(NAME))
                self.append((name, line))


class Handle:
    """The handle of a thread, which an engine knows as long as the thread lives."""

    def __init__(self, binding: _core.Binding) -> None:
        self.binding = binding


class Engine:
    """Rules and options. Any number of threads may use one engine; each has its own worker.

    Texts may be given as str, bytes or paths such as Path. `checks` maps "group/Kind" to a health.lua, or is
    the path of a directory laid out as Argo CD's resource_customizations. `timeout` is for calls that give none.
    Raises VitalsError when the rules cannot be used; warnings are in `diagnostics`.

    A call that takes more than its `timeout`, in seconds from the start of its work, raises VitalsError with status
    ESTOPPED, and the engine goes on.
    """

    def __init__(
        self,
        profile: str = "combined",
        *,
        argocd_cm: Text | None = None,
        expressions: Text | Iterable[Text] | None = None,
        checks: Mapping[str, Text] | os.PathLike[str] | None = None,
        policy: Text | None = None,
        bundled: bool = True,
        disable_bundled: Iterable[str] = (),
        on_broken: str = "skip",
        missing: str = "error",
        argocd_version: str | None = None,
        flux_version: str | None = None,
        controller: str = "kustomize",
        zone_offset_seconds: int = 0,
        explain: bool = False,
        drop: Iterable[str] = (),
        limits: Mapping[str, int] | None = None,
        timeout: float | None = None,
    ) -> None:
        options = {
            "profile": profile,
            "argocdCM": None if argocd_cm is None else text_of(argocd_cm, "argocd_cm"),
            "expressions": None if expressions is None else texts_of(expressions, "expressions"),
            "checks": None if checks is None else checks_of(checks),
            "policy": None if policy is None else text_of(policy, "policy"),
            "bundled": bundled,
            "disableBundled": list(disable_bundled),
            "onBroken": on_broken,
            "missing": missing,
            "argocdVersion": argocd_version,
            "fluxVersion": flux_version,
            "controller": controller,
            "zoneOffsetSeconds": zone_offset_seconds,
            "explain": explain,
            "drop": list(drop),
            "limits": dict(limits) if limits else None,
        }
        self._options = json.dumps({k: v for k, v in options.items() if v is not None})
        self._timeout = limit_of(timeout)
        self._threads = threading.local()
        self._lock = threading.Lock()  # of what follows
        self._handles: weakref.WeakSet[Handle] = weakref.WeakSet()
        self._closed = False
        #: Warnings, and rules that are broken.
        self.diagnostics: list[Diagnostic] = []
        self.diagnostics = self._configure(self._binding())

    def _configure(self, binding: _core.Binding) -> list[Diagnostic]:
        return diagnostics_of(called(binding.configure, self._options))

    def _new_handle(self) -> Handle:
        handle = Handle(_core.Binding())
        self._own(handle)
        self._configure(handle.binding)
        return handle

    def _own(self, handle: Handle) -> None:
        with self._lock:
            if self._closed:
                raise failure(CLOSED)
            self._handles.add(handle)

    def _disown(self, handle: Handle) -> None:
        with self._lock:
            self._handles.discard(handle)

    def _binding(self) -> _core.Binding:
        """The handle of this thread."""
        handle = getattr(self._threads, "handle", None)
        if handle is None:
            handle = self._threads.handle = self._new_handle()
        return handle.binding

    def stop(self) -> None:
        """Stop the calls that run in other threads, of a live as well: they raise VitalsError with status ESTOPPED."""
        with self._lock:
            handles = list(self._handles)
        for handle in handles:
            handle.binding.stop()

    def close(self) -> None:
        """Stop the calls that run in other threads, and close the engine, its applications and its lives: what is called
        afterwards raises VitalsError."""
        with self._lock:
            self._closed = True
            handles = list(self._handles)
        for handle in handles:
            close(handle.binding, CLOSED)
        self._threads = threading.local()

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _within(self, timeout: float | None) -> float | None:
        return self._timeout if timeout is None else timeout

    def assess(self, obj: Object, *, now: float | None = None, timeout: float | None = None) -> Verdict:
        """Assess one object. A rule that fails gives Unknown; VitalsError: it is not an object."""
        return Verdict.from_json(self.assess_json(obj, now=now, timeout=timeout))

    def assess_json(self, obj: Object, *, now: float | None = None, timeout: float | None = None) -> str:
        """The verdict as a line of JSON, as `vitals assess -o ndjson` writes it."""
        binding = self._binding()
        return limited(self._within(timeout), binding, binding.assess, object_bytes(obj), seconds(now))

    def health(self, obj: Object, *, now: float | None = None, timeout: float | None = None) -> Health:
        """The status alone: the fastest way for one object."""
        binding = self._binding()
        return HEALTHS[limited(self._within(timeout), binding, binding.health, object_bytes(obj), seconds(now))]

    def assess_many(self, objects: Any, *, now: float | None = None, timeout: float | None = None) -> Column:
        """Assess a column: anything with the Arrow C interface, such as a pyarrow array, chunked array
        or a Series, or an iterable of objects. The interpreter's lock is released meanwhile. The timeout is for
        the whole column.
        """
        binding, limit = self._binding(), self._within(timeout)
        source = arrow_source(objects)
        if source is None:
            return column_of([limited(limit, binding, binding.many_bytes, *laid_out(objects), seconds(now))])
        return column_of(limited(limit, binding, binding.many, source, seconds(now)))

    def partials(self, objects: Any, *, now: float | None = None, timeout: float | None = None) -> Partials:
        """Assess a column, as `assess_many` takes it, and aggregate it by application: those that Argo CD's
        annotation or label names. Parts that were made in any process are put together by `merge`.
        """
        binding, limit = self._binding(), self._within(timeout)
        source = arrow_source(objects)
        if source is None:
            return Partials([limited(limit, binding, binding.partials_bytes, *laid_out(objects), seconds(now))])
        return Partials(limited(limit, binding, binding.partials, source, seconds(now)))

    def merge(self, partials: Iterable[str | bytes]) -> Application:
        """The application that these partial aggregates are parts of."""
        application: Application | None = None
        for each in partials:
            if application is None:
                application = self.application(aggregate=json.loads(each)["aggregate"])
            application.merge(each)
        return application or self.application()

    def explain(self, obj: Object, *, now: float | None = None, timeout: float | None = None) -> dict[str, Any]:
        """How the verdict came about: docs/schema/explanation.schema.json."""
        binding = self._binding()
        return json.loads(limited(self._within(timeout), binding, binding.explain, object_bytes(obj), seconds(now)))

    def application(self, **options: Any) -> Application:
        """A new application. Options: aggregate, uid, namespace, name."""
        return Application(self, options)

    def live(self, **options: Any) -> Live:
        """Objects that change. Options are those of vitals_binding_live_open."""
        from vitals._live import Live

        return Live(self, options)


def arrow_source(objects: Any) -> Any:
    """What the Arrow C interface gives of a column; None where it has none."""
    for method in ("__arrow_c_stream__", "__arrow_c_array__"):
        if hasattr(objects, method):
            return getattr(objects, method)()
    return None


def laid_out(objects: Iterable[Object]) -> tuple[bytes, array[int]]:
    """Objects as Arrow lays them out: their bytes, and where each begins."""
    texts = list(map(bytes_of, objects))
    return b"".join(texts), array("q", itertools.accumulate(map(len, texts), initial=0))


def column_of(chunks: list[tuple[bytes, str]]) -> Column:
    unreadable: list[tuple[int, list[Diagnostic]]] = []
    start = 0
    for codes, text in chunks:
        for row in json.loads(text)["unreadable"] if text else []:
            if codes[row["row"]] != NULL_ROW:
                unreadable.append((start + row["row"], diagnostics_of(json.dumps(row))))
        start += len(codes)
    return Column(b"".join(codes for codes, _ in chunks), unreadable)


class Application:
    """The health of an application: that of its worst resource.

    It belongs to the thread that made it.
    """

    def __init__(self, engine: Engine, options: Mapping[str, Any]) -> None:
        self._binding = engine._binding()
        self._timeout = engine._timeout
        self._id = called(self._binding.application, json.dumps(options))

    def __del__(self) -> None:
        if hasattr(self, "_id"):
            self._binding.application_free(self._id)

    def put(
        self,
        live: Object | None = None,
        *,
        target: Object | None = None,
        key: str | None = None,
        membership: Membership = Membership.TRACKED,
        now: float | None = None,
        timeout: float | None = None,
    ) -> None:
        """Put a resource: the object in the cluster, the desired one, or both. `key` names it within the
        application; without it, KIND.GROUP/NAMESPACE/NAME does."""
        if live is None and target is None:
            raise ValueError("a live or a desired object is needed")
        desired, found = (None if each is None else bytes_of(each) for each in (target, live))
        binding, limit = self._binding, self._timeout if timeout is None else timeout
        limited(limit, binding, binding.application_put, self._id, key, desired, found, int(membership), seconds(now))

    def remove(self, key: str) -> None:
        called(self._binding.application_remove, self._id, key)

    def partial(self) -> str:
        """Its resources as a line of JSON, which another process may `merge`."""
        return called(self._binding.application_partial, self._id)

    def merge(self, other: Application | str | bytes) -> None:
        """Add the resources of another application that this thread made with the same engine, or those of a
        partial aggregate."""
        if not isinstance(other, Application):
            called(self._binding.application_merge_partial, self._id, other)
            return
        if other._binding is not self._binding:
            raise ValueError("the applications have different engines or threads")
        called(self._binding.application_merge, self._id, other._id)

    def cover(self, *parts: Mapping[str, Any]) -> None:
        """Say what the application lacks beside what was put: parts of a coverage, such as
        `{"state": "lost", "what": "pods", "namespace": "shop", "reason": "the server did not answer"}`. In profile
        combined what is lost, narrowed or unreadable makes it Unknown. docs/coverage.md."""
        called(self._binding.application_cover, self._id, json.dumps({"parts": parts}))

    @property
    def health(self) -> Health:
        return Health(self.summary()["status"])

    def summary(self) -> dict[str, Any]:
        """Status, message, error, number of resources and their counts; `coverage`, and `incomplete`, where
        something says what it covers."""
        return json.loads(called(self._binding.application_health, self._id))


def bytes_of(value: Object) -> bytes:
    text = object_bytes(value)
    return text.encode() if isinstance(text, str) else bytes(text)
