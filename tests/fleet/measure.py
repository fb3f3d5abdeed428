"""Measures the recipes of docs/examples/fleet beside the command line, over dumps of tests/fleet/dumps.py.

    python measure.py FOLDER [WAY…]

prints objects per second of wall time and of CPU time, of all processes together, and whether the health of every
application, its causes and errors, equal the command line's. VITALS is the command line, VITALS_SPARK the master.
"""

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RECIPES = ROOT / "docs" / "examples" / "fleet"
CLI = os.environ.get("VITALS") or shutil.which("vitals")
sys.path.insert(0, str(RECIPES))
TICKS = os.sysconf("SC_CLK_TCK")


def cpu_seconds():
    """Of this process and all below it, also those that have ended."""
    parents, used = {}, {}
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = entry.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        process = int(entry.parent.name)
        parents[process] = int(fields[1])
        used[process] = sum(map(int, fields[11:15]))
    ours = {os.getpid()}
    while more := {process for process, parent in parents.items() if parent in ours} - ours:
        ours |= more
    return sum(used.get(process, 0) for process in ours) / TICKS


class Step:
    """Prints what a step took."""

    def __init__(self, name, objects):
        self.name, self.objects = name, objects

    def __enter__(self):
        self.wall, self.cpu = time.monotonic(), cpu_seconds()
        return self

    def __exit__(self, *error):
        wall, cpu = time.monotonic() - self.wall, cpu_seconds() - self.cpu
        print(
            f"{self.name:44} {wall:7.1f} s wall {cpu:7.1f} s CPU "
            f"{self.objects / wall:10,.0f} objects/s {self.objects / cpu:10,.0f} objects/s and core",
            flush=True,
        )


def run(*arguments, output=subprocess.PIPE):
    done = subprocess.run([CLI, *map(str, arguments)], stdout=output, stderr=subprocess.DEVNULL, check=False)
    return done.stdout


def health_of(lines):
    """Lines of groups: (cluster, application) to (status, message, error)."""
    health = {}
    for group in map(json.loads, lines):
        name = group["name"].removeprefix(group["cluster"] + "/").replace("(no application)", "")
        health[group["cluster"], name] = (group["health"]["status"], group["health"]["message"], group.get("error"))
    return health


def by_command_line(clusters, objects):
    """One run a cluster, and the same in parts of one file each."""
    health = {}
    with Step("vitals assess --by application", objects):
        for cluster in clusters:
            report = run("assess", *sorted(cluster.iterdir()), "--by", "application", "-o", "json", "--only", "Unknown")
            for group in json.loads(report)["groups"]:
                name = group["name"].replace("(no application)", "")
                if name or group["summary"]["resources"]:
                    found = group["health"]["status"], group["health"]["message"], group.get("error")
                    health[cluster.name, name] = found
    parts = Path(os.environ.get("TMPDIR", "/tmp")) / f"vitals-parts-{os.getpid()}"
    parts.mkdir()
    try:
        with Step("vitals assess -o partial, a process a file", objects):
            for cluster in clusters:
                for file in cluster.iterdir():
                    with (parts / f"{cluster.name}-{file.stem}").open("wb") as out:
                        run("assess", file, "-o", "partial", "--cluster", cluster.name, output=out)
        files = sorted(parts.iterdir())
        print(f"{'':4}parts: {sum(file.stat().st_size for file in files) / 1e6:.0f} MB")
        with Step("vitals merge", objects):
            merged = run("merge", *files, "-o", "ndjson")
        report_equal("vitals merge", health_of(merged.splitlines()), health)
    finally:
        shutil.rmtree(parts)
    return health


def report_equal(way, found, expected):
    different = sum(found.get(key) != value for key, value in expected.items()) + len(found.keys() - expected.keys())
    print(f"{'':4}{way}: {len(expected)} applications, {different} differences", flush=True)


def as_health(rows):
    return {(row["cluster"], row["application"]): (row["status"], row["message"], row["error"]) for row in rows}


def by_python(clusters, objects, expected):
    import vitals

    engine, found = vitals.Engine(), {}
    with Step("Python, Engine.partials and merge, one core", objects):
        for cluster in clusters:
            for file in cluster.iterdir():
                for name, partial in engine.partials(file.read_bytes().splitlines()):
                    found.setdefault((cluster.name, name), []).append(partial)
        summaries = {key: engine.merge(partials).summary() for key, partials in found.items()}
    health = {key: (each["status"], each["message"], each.get("error")) for key, each in summaries.items()}
    report_equal("Python", health, expected)


def by_duckdb(folder, objects, expected):
    import duckdb
    import duckdb_health
    import vitals

    with Step("DuckDB", objects):
        table = duckdb_health.applications(duckdb.connect(), vitals.Engine(), f"{folder}/*/*.jsonl")
    report_equal("DuckDB", as_health(table.to_pylist()), expected)


def by_spark(folder, clusters, objects, expected):
    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["PYTHONPATH"] = str(RECIPES)
    import spark_health
    from pyspark.sql import SparkSession

    with Step("Spark: session", objects):
        spark = (
            SparkSession.builder.master(os.environ.get("VITALS_SPARK", "local-cluster[2,1,1024]"))
            .config("spark.ui.enabled", False)
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.sql.shuffle.partitions", 16)
            .getOrCreate()
        )
        spark.range(1000).count()
    table = spark_health.read_dumps(spark, f"{folder}/*/*.jsonl")
    for turn in ("first turn", "warm"):
        with Step(f"Spark: reading the text alone, {turn}", objects):
            table.write.format("noop").mode("overwrite").save()
        with Step(f"Spark: reading, to Python and back, {turn}", objects):
            table.mapInArrow(lambda batches: batches, table.schema).write.format("noop").mode("overwrite").save()
        with Step(f"Spark: partial aggregates, {turn}", objects):
            partials = table.mapInArrow(lambda batches: spark_health.assess(batches, {}), spark_health.PARTIALS)
            partials.write.format("noop").mode("overwrite").save()
        with Step(f"Spark: health_by_arrow, all of it, {turn}", objects):
            rows = spark_health.health_by_arrow(table).collect()
        report_equal("health_by_arrow", as_health(rows), expected)
    with Step("Spark: health_by_pipe", objects):
        files = {cluster.name: f"{cluster}/*.jsonl" for cluster in clusters}
        rows = spark_health.health_by_pipe(spark, files, CLI).collect()
    report_equal("health_by_pipe", as_health(rows), expected)
    spark.stop()


def main(folder, *ways):
    clusters = sorted(Path(folder).iterdir())
    objects = sum(file.read_bytes().count(b"\n") for cluster in clusters for file in cluster.iterdir())
    size = sum(file.stat().st_size for cluster in clusters for file in cluster.iterdir())
    print(f"{objects:,} objects, {size / 1e6:,.0f} MB, {len(clusters)} clusters; load {os.getloadavg()[0]:.1f}", flush=True)
    expected = by_command_line(clusters, objects)
    if not ways or "python" in ways:
        by_python(clusters, objects, expected)
    if not ways or "duckdb" in ways:
        by_duckdb(folder, objects, expected)
    if not ways or "spark" in ways:
        by_spark(folder, clusters, objects, expected)
    print(f"load at the end {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
