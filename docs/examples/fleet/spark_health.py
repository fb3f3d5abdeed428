"""The health of the applications of many clusters with Apache Spark.

    spark-submit spark_health.py "dumps/*/*.jsonl" health.parquet

A dump has an object on each line; the directory of a file is the name of its cluster. Each of the functions gives a
table with a row for each application: cluster, application, status, message and error.
"""

import sys

import pyarrow
import pyarrow.compute
import vitals
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as f

PARTIALS = "cluster string, application string, partial string"
HEALTH = "cluster string, application string, status string, message string, error string"


def read_dumps(spark: SparkSession, paths: str | list[str]) -> DataFrame:
    """The objects as text, with their clusters."""
    directory = f.regexp_extract(f.input_file_name(), "([^/]+)/[^/]+$", 1)
    return spark.read.text(paths).select(directory.alias("cluster"), f.col("value").alias("object"))


# ------------------------------------------------------------------------------ with the Python package


def assess(batches, options):
    """Batches of objects to batches of partial aggregates."""
    engine = vitals.Engine(**options)
    for batch in batches:
        for cluster in pyarrow.compute.unique(batch["cluster"]):
            rows = batch.filter(pyarrow.compute.equal(batch["cluster"], cluster))
            partials = engine.partials(rows["object"])
            names, texts = zip(*partials, strict=True) if partials else ((), ())
            clusters = [cluster.as_py()] * len(partials)
            yield pyarrow.record_batch([clusters, list(names), list(texts)], names=["cluster", "application", "partial"])


def merge(batches, options):
    """Batches with the list of an application's partial aggregates to batches of health."""
    engine = vitals.Engine(**options)
    for batch in batches:
        summaries = [engine.merge(partials).summary() for partials in batch["partials"].to_pylist()]
        columns = [[each.get(name) for each in summaries] for name in ("status", "message", "error")]
        columns = [pyarrow.array(column, pyarrow.string()) for column in columns]
        yield pyarrow.record_batch(
            [batch["cluster"], batch["application"], *columns],
            names=["cluster", "application", "status", "message", "error"],
        )


def health_by_arrow(objects: DataFrame, **options) -> DataFrame:
    """The objects are assessed where they lie, and only partial aggregates are moved."""
    partials = objects.mapInArrow(lambda batches: assess(batches, options), PARTIALS)
    grouped = partials.groupBy("cluster", "application").agg(f.collect_list("partial").alias("partials"))
    return grouped.mapInArrow(lambda batches: merge(batches, options), HEALTH)


# -------------------------------------------------------------------------------- with the command line


def health_by_pipe(spark: SparkSession, files: dict[str, str], vitals: str = "vitals", options: str = "") -> DataFrame:
    """The same with the command line alone, which must be on all machines. `files` has the paths of the dumps of each
    cluster. The executors need no Python package."""
    from json import JSONDecoder, loads

    context = spark.sparkContext
    lines = context.union(
        [
            context.textFile(paths).pipe(f"{vitals} assess - -o partial --cluster {cluster} {options}")
            for cluster, paths in files.items()
        ]
    )
    start = len('{"cluster":')
    keyed = lines.map(lambda line: (JSONDecoder().raw_decode(line, start)[0], line))
    merged = keyed.partitionBy(min(len(files), 64)).values().pipe(f"{vitals} merge - -o ndjson {options}")
    # The last line says what was not read; the applications that may lack it are Unknown.
    merged = merged.filter(lambda line: not line.startswith('{"coverage"'))

    def row(line: str):
        group = loads(line)
        application = group["name"].removeprefix(group["cluster"] + "/").replace("(no application)", "")
        health = group["health"]
        return group["cluster"], application, health["status"], health["message"], group.get("error")

    return spark.createDataFrame(merged.map(row), HEALTH)


# ------------------------------------------------------------------------- where rules look at other objects


def health_with_pods(objects: DataFrame, vitals: str = "vitals", options: str = "--profile kstatus") -> DataFrame:
    """In profiles kstatus and flux rules look at the Pods of a ReplicaSet or StatefulSet: the objects of a namespace
    must be in one partition."""
    from itertools import groupby
    from subprocess import PIPE, Popen
    from threading import Thread

    def assess_clusters(rows):
        for cluster, members in groupby(rows, key=lambda row: row.cluster):
            command = [*vitals.split(), "assess", "-", "-o", "partial", "--cluster", cluster, *options.split()]
            process = Popen(command, stdin=PIPE, stdout=PIPE, text=True, encoding="utf-8")

            def feed(members=members, process=process):
                with process.stdin:
                    process.stdin.writelines(row.object + "\n" for row in members)

            feeder = Thread(target=feed)
            feeder.start()
            for line in process.stdout:
                yield cluster, line.rstrip("\n")
            feeder.join()
            process.wait()

    namespace = f.get_json_object("object", "$.metadata.namespace")
    together = objects.repartition("cluster", namespace).sortWithinPartitions("cluster")
    lines = together.rdd.mapPartitions(assess_clusters).partitionBy(16).values()
    merged = lines.pipe(f"{vitals} merge - -o ndjson {options}")
    return objects.sparkSession.read.json(merged)


if __name__ == "__main__":
    spark = SparkSession.builder.appName("vitals").getOrCreate()
    health_by_arrow(read_dumps(spark, sys.argv[1]), profile="argocd").write.parquet(sys.argv[2])
