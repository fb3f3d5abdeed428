"""pytest collects each health_test.yaml: a test for each of its cases."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    if file_path.name != "health_test.yaml":
        return None
    return HealthTestFile.from_parent(parent, path=file_path)


class HealthTestFile(pytest.File):
    """The fixtures of one check."""

    def collect(self) -> Iterator[HealthTestCase]:
        from vitals._tools import test, tree_of

        name = "/".join(self.path.parts[-3:-1])
        files = {f"{name}/{path}": text for path, text in tree_of(self.path.parent).items()}
        for case in test(files)["tests"]:
            label = case["name"].removeprefix(f"{name}/testdata/")
            yield HealthTestCase.from_parent(self, name=label, case=case)


class HealthTestCase(pytest.Item):
    """One fixture with the status and message that are expected."""

    def __init__(self, *, case: dict[str, Any], **keywords: Any) -> None:
        super().__init__(**keywords)
        self.case = case

    def runtest(self) -> None:
        if self.case["outcome"] == "skipped":
            pytest.skip(self.case.get("text", ""))
        if self.case["outcome"] != "passed":
            raise HealthTestFailed

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if not isinstance(excinfo.value, HealthTestFailed):
            return super().repr_failure(excinfo, style)
        lines = [f"{self.path}:{self.case.get('line', 0)}"]
        if text := self.case.get("text"):
            lines.append(text)
        for which in ("expected", "actual"):
            if found := self.case.get(which):
                lines.append(f"{which:>8}: {found.get('status', '')}: {found.get('message', '')}")
        return "\n".join(lines)

    def reportinfo(self) -> tuple[os.PathLike[str] | str, int | None, str]:
        return self.path, max(self.case.get("line", 1) - 1, 0), self.name


class HealthTestFailed(Exception):
    """The fixture has another health than the one that is expected."""
