"""As main.go, in Python: each line of standard input, {"file","profile","times"}, gives the nanoseconds of one verdict."""

import json
import pathlib
import sys
import time

import vitals

engines: dict[str, vitals.Engine] = {}
for line in sys.stdin:
    job = json.loads(line)
    if job["profile"] not in engines:
        engines[job["profile"]] = vitals.Engine(profile=job["profile"])
    health = engines[job["profile"]].health
    data = pathlib.Path(job["file"]).read_bytes()
    start = time.perf_counter_ns()
    for _ in range(job["times"]):
        health(data)
    print((time.perf_counter_ns() - start) // job["times"], flush=True)
