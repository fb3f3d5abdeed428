"""A program that uses the package; `tools/dev python` checks its types with mypy --strict. It is not run."""

from collections.abc import Iterator
from pathlib import Path

import vitals


def unhealthy(folder: Path) -> Iterator[tuple[str, vitals.Health | None, str]]:
    engine = vitals.Engine("argocd", argocd_cm=folder / "argocd-cm.yaml", limits={"lua_steps": 1000})
    for warning in engine.diagnostics:
        print(warning.file, warning.line, str(warning))
    for path in folder.glob("*.json"):
        verdict: vitals.Verdict = engine.assess(path, now=1.5)
        if verdict.health != vitals.Health.HEALTHY:
            yield verdict.name, verdict.health, verdict.message


def column(texts: list[bytes]) -> list[str]:
    found = vitals.Engine().assess_many(texts)
    first: vitals.Health | None = found[0] if found else None
    some: list[vitals.Health | None] = found[1:]
    return [str(each) for each in (first, *some)]


def merged(parts: list[bytes]) -> dict[str, vitals.Health]:
    engine = vitals.Engine()
    partials: dict[str, str] = dict(engine.partials(parts))
    whole: vitals.Application = engine.merge(partials.values())
    whole.put(target={"kind": "Pod"}, membership=vitals.Membership.YES)
    whole.merge(whole.partial().encode())
    return {"all": whole.health}


def follow() -> None:
    with vitals.Engine().live() as live:
        scope: vitals.Scope = live.source("prod").scope(kind="Pod")
        try:
            scope.put(b"{}")
        except vitals.VitalsError as error:
            print(error.status, [each.text for each in error.diagnostics])
        scope.synced()
        more: bool = live.run(now=1)
        view: vitals.View = live.view()
        print(more, view.snapshot()["rows"], view.changes())


def author() -> tuple[str, int, int]:
    return vitals.cel("x + 1", x=1), len(vitals.lint(Path("."))), vitals.test({"a": "b"})["failed"]
