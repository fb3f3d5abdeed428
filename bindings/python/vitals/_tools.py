"""For authors of rules: expressions, lint, tests."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Mapping
from typing import Any

from vitals import _core
from vitals._calls import called, failure, limited
from vitals._engine import Text, folder_of, seconds, text_of
from vitals._types import VitalsError

_threads = threading.local()


def _shared() -> _core.Binding:
    """A handle of this thread for what needs no rules."""
    if not hasattr(_threads, "binding"):
        _threads.binding = _core.Binding()
    return _threads.binding


def cel(expression: str, *, timeout: float | None = None, **variables: Any) -> str:
    """Evaluate a CEL expression and return the text of its value: `cel("x + 1", x=1)` is "2".

    Raises ValueError when the expression does not parse or its evaluation fails, and VitalsError with status ESTOPPED
    when it takes more than `timeout` seconds.
    """
    line = json.dumps({"expr": expression, "disable_check": True, "vars": variables})
    binding = _shared()
    answer = json.loads(limited(timeout, binding, binding.cel, line))
    if answer["outcome"] != "value":
        raise ValueError(answer.get("text", answer["outcome"]))
    return answer["text"]


def lint(files: Mapping[str, Text] | os.PathLike[str]) -> list[dict[str, Any]]:
    """The findings in checks and rules: docs/schema/lint.schema.json. `files` maps paths to texts, or
    is a file or directory."""
    request = json.dumps({"files": tree_of(files)})
    return json.loads(called(_shared().lint, request))["findings"]


def test(
    files: Mapping[str, Text] | os.PathLike[str],
    *,
    argocd_cm: Text | None = None,
    statuses_only: bool = False,
    incomplete: bool = False,
    coverage: bool = False,
    now: float | None = None,
) -> dict[str, Any]:
    """Run the fixtures of a tree of checks: docs/schema/test.schema.json. `files` maps
    "group/Kind/health_test.yaml" and so on to texts, or is the directory of the tree."""
    request: dict[str, Any] = {
        "files": tree_of(files),
        "statusesOnly": statuses_only,
        "incomplete": incomplete,
        "coverage": coverage,
    }
    if argocd_cm is not None:
        request["argocdCM"] = text_of(argocd_cm, "argocd_cm")
    return json.loads(called(_shared().test, json.dumps(request), seconds(now)))


def tree_of(files: Mapping[str, Text] | os.PathLike[str]) -> dict[str, str]:
    """Texts by path. Files that are not UTF-8 are left out, as are links."""
    if isinstance(files, Mapping):
        return {path: text_of(text, path) for path, text in files.items()}
    root = folder_of(files, "files")
    if root.is_file():
        return {root.name: text_of(root, root.name)}
    if not root.is_dir():
        raise failure(f"files: {str(root)!r} is not there")
    tree = {}
    for path in sorted(root.rglob("*")):
        if path.is_symlink() or not path.is_file():
            continue
        try:
            tree[path.relative_to(root).as_posix()] = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
    return tree


__all__ = ["VitalsError", "cel", "lint", "test"]
