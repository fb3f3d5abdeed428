"""The recipes of docs/examples/fleet give what the command line gives: health, causes and errors of every application."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import dumps
import pytest
import vitals

ROOT = Path(__file__).resolve().parents[2]
RECIPES = ROOT / "docs" / "examples" / "fleet"
CLI = os.environ.get("VITALS") or shutil.which("vitals")
sys.path.insert(0, str(RECIPES))


def command(*arguments):
    run = subprocess.run([CLI, *map(str, arguments)], capture_output=True, text=True, check=False)
    assert run.returncode in (0, 1, 4), run.stderr
    return run.stdout


@pytest.fixture(scope="session")
def fleet(tmp_path_factory):
    """The folder of a small fleet, and its clusters."""
    folder = tmp_path_factory.mktemp("fleet")
    return folder, dumps.write_fleet(folder, 4000, 200, 4, 4)


def by_command_line(fleet, *options):
    """One run for each cluster over all its files: (cluster, application) to (status, message, error)."""
    folder, clusters = fleet
    health = {}
    for cluster in clusters:
        files = sorted((folder / cluster).iterdir())
        report = json.loads(command("assess", *files, "--by", "application", "-o", "json", *options))
        for group in report["groups"]:
            name = group["name"].replace("(no application)", "")
            if name or group["summary"]["resources"]:
                health[cluster, name] = (group["health"]["status"], group["health"]["message"], group.get("error"))
    return health


def test_parts_of_the_command_line(fleet):
    folder, clusters = fleet
    parts = []
    for cluster in clusters:
        for file in sorted((folder / cluster).iterdir()):
            parts.append(file.with_suffix(".part"))
            parts[-1].write_text(command("assess", file, "-o", "partial", "--cluster", cluster))
    try:
        lines = [json.loads(line) for line in command("merge", *parts, "-o", "ndjson").splitlines()]
    finally:
        for part in parts:
            part.unlink()
    merged = {
        (group["cluster"], group["name"].removeprefix(group["cluster"] + "/")): (
            group["health"]["status"], group["health"]["message"], group.get("error"))
        for group in lines
    }  # fmt: skip
    assert merged == by_command_line(fleet)
    assert any("because" in group for group in lines)


def test_python_alone(fleet):
    folder, clusters = fleet
    engine = vitals.Engine()
    found = {}
    for cluster in clusters:
        for file in (folder / cluster).iterdir():
            for name, partial in engine.partials(file.read_bytes().splitlines()):
                found.setdefault((cluster, name), []).append(partial)
    summaries = {key: engine.merge(partials).summary() for key, partials in found.items()}
    assert {
        key: (each["status"], each["message"], each.get("error")) for key, each in summaries.items()
    } == by_command_line(fleet)


def test_duckdb(fleet):
    duckdb = pytest.importorskip("duckdb")
    import duckdb_health

    folder, _ = fleet
    connection, engine = duckdb.connect(), vitals.Engine(profile="argocd")
    paths = f"{folder}/*/*.jsonl"
    table = duckdb_health.applications(connection, engine, paths)
    assert as_rows(table.to_pylist()) == by_command_line(fleet, "--profile", "argocd")
    duckdb_health.add_health(connection, engine)
    counts = connection.execute(
        f"SELECT health(object), count(*) FROM ({duckdb_health.READ}) GROUP BY ALL", [paths]
    ).fetchall()
    column = [engine.health(line) for file in folder.glob("*/*.jsonl") for line in file.read_bytes().splitlines()]
    assert dict(counts) == {str(status): column.count(status) for status in set(column)}


def as_rows(rows):
    return {(row["cluster"], row["application"]): (row["status"], row["message"], row["error"]) for row in rows}


@pytest.fixture(scope="session")
def spark():
    pytest.importorskip("pyspark")
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["PYTHONPATH"] = str(RECIPES)
    session = (
        SparkSession.builder.master(os.environ.get("VITALS_SPARK", "local-cluster[2,1,1024]"))
        .config("spark.ui.enabled", False)
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.sql.shuffle.partitions", 4)
        .getOrCreate()
    )
    yield session
    session.stop()


def test_spark_by_arrow(fleet, spark):
    import spark_health

    objects = spark_health.read_dumps(spark, f"{fleet[0]}/*/*.jsonl")
    rows = spark_health.health_by_arrow(objects, profile="argocd").collect()
    assert as_rows(rows) == by_command_line(fleet, "--profile", "argocd")


def test_spark_by_pipe(fleet, spark):
    import spark_health

    folder, clusters = fleet
    files = {cluster: f"{folder}/{cluster}/*.jsonl" for cluster in clusters}
    rows = spark_health.health_by_pipe(spark, files, CLI).collect()
    assert as_rows(rows) == by_command_line(fleet)


def test_spark_with_rules_that_look_at_pods(fleet, spark):
    import spark_health

    objects = spark_health.read_dumps(spark, f"{fleet[0]}/*/*.jsonl")
    rows = spark_health.health_with_pods(objects, CLI).collect()
    merged = {
        (row["cluster"], row["name"].removeprefix(row["cluster"] + "/")): (
            row["health"]["status"], row["health"]["message"])
        for row in rows
    }  # fmt: skip
    one_run = by_command_line(fleet, "--profile", "kstatus")
    assert merged == {key: health[:2] for key, health in one_run.items()}


def test_over_time(tmp_path):
    """The picture has a part for each health of each dump, and a line for each application that became worse."""
    import over_time

    def widget(name, application, phase):
        metadata = {"name": name, "namespace": "d", "labels": {"app.kubernetes.io/instance": application}}
        return {"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": metadata, "status": {"phase": phase}}

    days = [("2026-01-05", ["Bound", "Bound"]), ("2026-01-06", ["Bound", "Lost"]), ("2026-01-07", ["Pending", "Bound"])]
    for day, phases in days:
        folder = tmp_path / "dumps" / day
        folder.mkdir(parents=True)
        objects = [widget(f"w{i}", f"<app {i}>", phase) for i, phase in enumerate(phases)]
        (folder / "eu.jsonl").write_text("".join(json.dumps(each) + "\n" for each in objects))
    over_time.main(str(tmp_path / "dumps"), str(tmp_path / "health.svg"))
    svg = (tmp_path / "health.svg").read_text()
    for text in (
        "<title>2026-01-05: 2 Healthy</title>",
        "<title>2026-01-06: 1 Degraded</title>",
        "2026-01-06  eu/&lt;app 1&gt;: Healthy to Degraded. Caused by PersistentVolumeClaim:d/w1",
        "2026-01-07  eu/&lt;app 0&gt;: Healthy to Progressing. Caused by PersistentVolumeClaim:d/w0",
    ):
        assert text in svg, svg
    assert svg.count("<title>") == 5
    assert list(ElementTree.fromstring(svg))
