"""Microseconds of CPU time for each way from an object to its health, beside json.loads.

    python measure.py OBJECT.json [ROUNDS]

prints the median of the rounds with their spread: the middle half.
"""

import json
import statistics
import sys
import time
from pathlib import Path

import vitals

COLUMN = 2000


def measure(call, count, rounds):
    """Microseconds for each of `count` that one call does."""
    times = []
    for _ in range(rounds):
        start = time.thread_time_ns()
        call()
        times.append((time.thread_time_ns() - start) / 1000 / count)
    low, middle, high = statistics.quantiles(times, n=4)
    return middle, low, high


def repeated(call, argument):
    def run():
        for _ in range(COLUMN):
            call(argument)

    return run


def main(path, rounds="21"):
    text = Path(path).read_bytes()
    value = json.loads(text)
    engine = vitals.Engine(profile="argocd")
    column = [text] * COLUMN
    ways = {
        "json.loads": repeated(json.loads, text),
        "engine.assess_many(column)": lambda: engine.assess_many(column, now=1),
        "engine.partials(column)": lambda: engine.partials(column, now=1),
        "engine.health(bytes)": repeated(engine.health, text),
        "engine.assess_json(bytes)": repeated(engine.assess_json, text),
        "engine.assess(bytes)": repeated(engine.assess, text),
        "engine.assess(mapping)": repeated(engine.assess, value),
    }
    print(f"{path}: {len(text)} bytes, {value['kind']}, {engine.health(text)}")
    for name, call in ways.items():
        middle, low, high = measure(call, COLUMN, int(rounds))
        print(f"{name:28} {middle:6.2f} µs  {low:6.2f} to {high:6.2f}  {1e6 / middle:10,.0f} objects/s and core")


if __name__ == "__main__":
    main(*sys.argv[1:])
