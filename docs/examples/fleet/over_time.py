"""The health of a fleet over time, from dumps that were taken one after the other, as an SVG.

    python over_time.py dumps health.svg

Each folder in `dumps` is one dump and is named by its time, such as 2026-01-05T08; it has the objects of a cluster in
each of its files, one a line. A column of the picture is a dump: its applications by health. Below it are the
applications that became worse.
"""

import sys
from collections import Counter
from html import escape
from pathlib import Path

import vitals
from vitals import Health

# From the bottom of a column to its top.
COLOURS = {
    Health.HEALTHY: "#2f9e5f",
    Health.SUSPENDED: "#7b8794",
    Health.PROGRESSING: "#2f7fd1",
    Health.MISSING: "#c9a227",
    Health.DEGRADED: "#d1432f",
    Health.UNKNOWN: "#7a4bb0",
}
SEVERITY = {health: rank for rank, health in enumerate(COLOURS)}
WIDTH, HEIGHT, LEFT, TOP = 720, 240, 48, 24


def applications(engine: vitals.Engine, dump: Path) -> dict[str, dict]:
    """The summary of each application, by "cluster/application"."""
    found = {}
    for file in sorted(dump.iterdir()):
        for name, partial in engine.partials(file.read_bytes().splitlines()):
            found[f"{file.stem}/{name or '(no application)'}"] = engine.merge([partial]).summary()
    return found


def became_worse(before: dict[str, dict], after: dict[str, dict]) -> list[str]:
    """A line for each application whose health is worse than in the dump before."""
    worse = []
    for name, summary in sorted(after.items()):
        old = before.get(name, {"status": Health.HEALTHY})["status"]
        if SEVERITY[summary["status"]] > SEVERITY[old]:
            worse.append(f"{name}: {old} to {summary['status']}. {summary['message']}")
    return worse


def columns(counts: list[tuple[str, Counter]]) -> list[str]:
    """A stacked column for each dump."""
    shapes, most = [], max(max(count.total() for _, count in counts), 1)
    step = (WIDTH - LEFT) / len(counts)
    for i, (time, count) in enumerate(counts):
        x, y = LEFT + i * step, TOP + HEIGHT
        for health, colour in COLOURS.items():
            height = HEIGHT * count[health] / most
            y -= height
            if height:
                title = f"<title>{escape(time)}: {count[health]} {health}</title>"
                shapes.append(
                    f'<rect x="{x:.1f}" y="{y:.1f}" width="{step * 0.85:.1f}" height="{height:.1f}" fill="{colour}">{title}</rect>'
                )
        shapes.append(f'<text x="{x:.1f}" y="{TOP + HEIGHT + 16}">{escape(time)}</text>')
    shapes.append(f'<text x="4" y="{TOP + 10}">{most}</text><text x="4" y="{TOP + HEIGHT}">0</text>')
    return shapes


def legend() -> list[str]:
    return [
        f'<rect x="{LEFT + i * 110}" y="2" width="10" height="10" fill="{colour}"/>'
        f'<text x="{LEFT + i * 110 + 14}" y="11">{health}</text>'
        for i, (health, colour) in enumerate(COLOURS.items())
    ]


def picture(counts: list[tuple[str, Counter]], notes: list[str]) -> str:
    height = TOP + HEIGHT + 36 + 14 * len(notes)
    texts = [f'<text x="{LEFT}" y="{TOP + HEIGHT + 40 + 14 * i}">{escape(note)}</text>' for i, note in enumerate(notes)]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="10">'
    background = '<rect width="100%" height="100%" fill="white"/>'
    return "\n".join([head, background, *legend(), *columns(counts), *texts, "</svg>\n"])


def main(dumps: str, output: str) -> None:
    engine = vitals.Engine(profile="argocd")
    counts, notes, before = [], [], {}
    for dump in sorted(Path(dumps).iterdir()):
        after = applications(engine, dump)
        counts.append((dump.name, Counter(summary["status"] for summary in after.values())))
        if before:
            notes += [f"{dump.name}  {line}" for line in became_worse(before, after)]
        before = after
    Path(output).write_text(picture(counts, notes), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
