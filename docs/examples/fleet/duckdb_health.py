"""The health of the applications of many clusters with DuckDB, on one machine.

    python duckdb_health.py "dumps/*/*.jsonl"

A dump has an object on each line; the directory of a file is the name of its cluster.
"""

import sys
from collections import defaultdict

import duckdb
import pyarrow
import pyarrow.compute
import vitals

# A line is one text, whatever it holds.
READ = """
    SELECT regexp_extract(filename, '([^/]+)/[^/]+$', 1) AS cluster, object
    FROM read_csv(?, columns = {'object': 'VARCHAR'}, header = false, filename = true,
                  delim = '\\x01', quote = '', escape = '', max_line_size = 16777216)
"""


def add_health(connection: duckdb.DuckDBPyConnection, engine: vitals.Engine) -> None:
    """A function for SQL: health(object) is the name of the status, or NULL."""

    def health(objects):
        return pyarrow.array(engine.assess_many(objects)).cast(pyarrow.string())

    connection.create_function("health", health, ["VARCHAR"], "VARCHAR", type="arrow")


def applications(connection: duckdb.DuckDBPyConnection, engine: vitals.Engine, paths: str) -> pyarrow.Table:
    """The health of each application, with its causes, as a table to query."""
    parts: dict[tuple[str, str], vitals.Application] = {}
    for batch in connection.sql(READ, params=[paths]).to_arrow_reader(100_000):
        for cluster in pyarrow.compute.unique(batch["cluster"]).to_pylist():
            rows = batch.filter(pyarrow.compute.equal(batch["cluster"], cluster))
            for name, partial in engine.partials(rows["object"]):
                key = cluster, name
                if key not in parts:
                    parts[key] = engine.merge([partial])
                else:
                    parts[key].merge(partial)
    columns = defaultdict(list)
    for (cluster, name), application in parts.items():
        summary = application.summary()
        for column, value in (("cluster", cluster), ("application", name)):
            columns[column].append(value)
        for column in ("status", "message", "error"):
            columns[column].append(summary.get(column))
    texts = {name: pyarrow.array(values, pyarrow.string()) for name, values in columns.items()}
    return pyarrow.table(texts)


if __name__ == "__main__":
    connection, engine = duckdb.connect(), vitals.Engine(profile="argocd")
    fleet = applications(connection, engine, sys.argv[1])
    connection.register("fleet", fleet)
    print(connection.sql("SELECT cluster, status, count(*) AS applications FROM fleet GROUP BY ALL ORDER BY ALL"))
    print(connection.sql("SELECT * FROM fleet WHERE status NOT IN ('Healthy', 'Suspended') ORDER BY cluster, application"))
