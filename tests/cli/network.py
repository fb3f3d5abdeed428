"""network.py VITALS FAULTS [RUNS]: lists from a server that fails, from seeds, over HTTP/1.1 and HTTP/2; then a fleet of 40 contexts.

Each run must print the rows of the run without faults, or end with exit status 3 and name the lists that it lacks. A list
that nothing happened to, nor to its connection, is never lost because another one was. By hand, at full size:

    python3 tests/cli/network.py build/bin/vitals build/bin/faults 500
"""

import json
import os
import random
import subprocess
import sys

import scripted

VITALS, FAULTS = map(os.path.abspath, sys.argv[1:3])
RUNS = int(sys.argv[3]) if len(sys.argv) > 3 else 20
CONTEXTS, DEAD = 40, 3
KINDS = [  # path, plural, apiVersion, kind
    ("/api/v1", "pods", "v1", "Pod"),
    ("/api/v1", "services", "v1", "Service"),
    ("/apis/apps/v1", "deployments", "apps/v1", "Deployment"),
    ("/apis/apps/v1", "daemonsets", "apps/v1", "DaemonSet"),
    ("/apis/batch/v1", "jobs", "batch/v1", "Job"),
    ("/apis/policy/v1", "poddisruptionbudgets", "policy/v1", "PodDisruptionBudget"),
]
failures = []


def check(holds, *what):
    if not holds:
        failures.append(" ".join(map(str, what)))


class Faults(scripted.Faults):
    """A server with all kinds."""

    def __init__(self):
        super().__init__(FAULTS)

    def serve(self, *stale):
        """All kinds, with two objects of each, as gzip where that is asked for."""
        self.say("clear")
        self.say("discovery " + " ".join(f"{'' if api == 'v1' else api[:-3]}/v1/{plural}/{kind}" for _, plural, api, kind in KINDS))
        for version in stale:
            self.say("stale " + version)
        for path, plural, api, kind in KINDS:
            json_of = "header Content-Type: application/json"
            self.say(f"on GET {path}/{plural}", json_of, "send " + list_of(api, kind), "end")
            self.say(f"on GET {path}/{plural} has=gzip", json_of, "header Content-Encoding: gzip", "gzip " + list_of(api, kind), "end")


def list_of(api, kind):
    items = [{"metadata": {"name": name, "namespace": "shop", "uid": f"u-{kind}-{name}", "resourceVersion": "1"},
              "status": {"phase": "Failed" if name == "b" else "Succeeded"}} for name in "ab"]
    return json.dumps({"kind": f"{kind}List", "apiVersion": api, "metadata": {"resourceVersion": "5"}, "items": items})


# What happens to a list, as steps of the server. Those of HTTP/2 alone come last.
BROKEN = json.dumps({"kind": "Status", "status": "Failure", "reason": "InternalError", "message": "broken", "code": 500})
FAULT_STEPS = [
    ["reset"],
    ["hold"],
    ["header Content-Type: application/json", 'send {"kind":"PodList","apiVersion":"v1","items":[', "hold"],
    ["header Content-Type: application/json", "header Content-Encoding: gzip", 'gzip {"kind":"PodList","apiVersion":"v1","items":['],
    ["header Content-Type: application/json", "header Content-Encoding: gzip", 'send {"kind":"PodList"'],
    ["header Content-Type: application/json", "header Content-Encoding: br", 'send {"kind":"PodList"'],
    ["header Content-Type: application/json", 'send {"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"5"},"items":[{"metadata":{"na', "reset"],
    ["header Content-Type: application/json", "length 5000", 'send {"kind":"PodList","items":[', "close"],
    ["status 429", "header Retry-After: 0"],
    ["status 429"],
    ["status 500", "header Content-Type: application/json", "send " + BROKEN],
    ["status 503"],
    ["header Content-Type: text/html", "send <html>login</html>"],
    ["header Content-Type: application/json", "send nonsense"],
    ["stream 2"],
    ["stream 7"],
    ["goaway 0"],
]


def get(config, *arguments):
    done = subprocess.run([VITALS, "get", "-A", "-o", "json", *arguments], capture_output=True, text=True, timeout=300,
                          stdin=subprocess.DEVNULL, env={**os.environ, "KUBECONFIG": config})
    return done.returncode, json.loads(done.stdout) if done.stdout else None, done.stderr


def rows_of(report):
    return {(r["kind"], r["name"], r["health"]["status"]) for r in (report or {"items": []})["items"]}


def lost_of(report):
    """The lists that a report lacks, and those of which it says so."""
    there = {row[0] for row in rows_of(report)}
    parts = ((report or {}).get("coverage") or {"parts": []})["parts"]
    named = {part["what"].split(".")[0].split(" ")[0] for part in parts if part["state"] in ("lost", "narrowed", "unreadable")}
    return {plural for _, plural, _, kind in KINDS if kind not in there}, named


def spoil(server, chance, http2):
    """Let some lists fail, once or for ever. Returns those that may be lost, and further arguments: what ends a connection
    of HTTP/2 ends all lists on it, each time, and a list has ten retries. After a stall the time for an answer is short,
    for that of a busy machine, too."""
    spoilt, arguments = set(), []
    for path, plural, _, _ in KINDS:
        if chance.random() < 0.5:
            continue
        spoilt.add(plural)
        steps = chance.choice(FAULT_STEPS if http2 else FAULT_STEPS[:-3])
        times = chance.choice(["times=1", "times=1", "times=2", "times=1000"])
        if steps[-1] == "hold":
            times, arguments = "times=1", ["--request-timeout", "3s"]
            spoilt |= {each[1] for each in KINDS}
        if http2 and steps[-1].split()[0] in ("reset", "close", "goaway"):
            spoilt |= {each[1] for each in KINDS}
        server.say(f"on GET {path}/{plural} {times}", *steps, "end")
    return spoilt, arguments


def run_seeds(server, configs):
    whole = {}
    for config in configs:
        server.serve()
        status, report, errors = get(config)
        whole[config] = rows_of(report)
        check(status == 1 and len(whole[config]) == 2 * len(KINDS), "without faults", status, errors, whole[config])
    same = lost_runs = 0
    for seed in range(RUNS):
        chance = random.Random(seed)
        config = configs[seed % 2]
        server.serve()
        spoilt, arguments = spoil(server, chance, seed % 2)
        status, report, errors = get(config, *arguments)
        rows, (lacking, named) = rows_of(report), lost_of(report)
        check(rows <= whole[config], "seed", seed, "has other rows", rows - whole[config])
        check(lacking <= spoilt, "seed", seed, "lost a list that nothing happened to:", lacking - spoilt, errors)
        if rows == whole[config]:
            same += 1
            check(status in (1, 3), "seed", seed, "status", status)
        else:
            lost_runs += 1
            check(status == 3, "seed", seed, "lacks", lacking, "with status", status)
            check(lacking <= named, "seed", seed, "does not name", lacking - named, "but", named, errors)
            check(len(rows) == 2 * (len(KINDS) - len(lacking)), "seed", seed, "has half of a list", rows)
    return same, lost_runs


def run_fleet(server, other, folder, elsewhere):
    """Healthy contexts, some dead, and one with a stale group."""
    server.serve()
    other.serve("policy/v1")
    files, expected = [], set()
    for i in range(CONTEXTS):
        name = f"c{i:02}"
        source = elsewhere if i == CONTEXTS - 1 else folder
        with open(f"{source}/two.kubeconfig") as file:
            text = file.read().replace(": test\n", f": {name}\n")
        if i < DEAD:
            text = "".join(f"{line[:line.index('server:')]}server: https://127.0.0.1:1\n" if "server:" in line else line
                           for line in text.splitlines(True))
        if i < DEAD or i == CONTEXTS - 1:
            expected.add(name)
        files.append(f"{source}/{name}.kubeconfig")
        with open(files[-1], "w") as file:
            file.write(text)
    chance = random.Random(40)
    for path, plural, _, _ in chance.sample(KINDS, 3):  # which are tried again
        server.say(f"on GET {path}/{plural} times=2", "reset", "end")
    status, report, errors = get(":".join(files), "--all-contexts")
    parts = report["coverage"]["parts"]
    named = {part.get("cluster") for part in parts if part["state"] in ("lost", "narrowed", "unreadable")}
    check(status == 3, "the fleet: status", status)
    check(named == expected, "the fleet: named", sorted(map(str, named)), "not", sorted(expected), errors)
    seen = {r["input"]["cluster"] for r in report["items"]}
    check(len(seen) == CONTEXTS - DEAD, "the fleet: rows of", len(seen), "contexts")
    return len(seen)


def main():
    server, other = Faults(), Faults()
    server.say("listen one http=1.1")
    server.say("listen two http=both")
    other.say("listen two http=both")
    folder, elsewhere = server.say("directory"), other.say("directory")
    same, lost = run_seeds(server, [f"{folder}/one.kubeconfig", f"{folder}/two.kubeconfig"])
    contexts = run_fleet(server, other, folder, elsewhere)
    server.close()
    other.close()
    print(f"{RUNS} runs: {same} with the rows of the run without faults, {lost} with exit status 3 and the lists that are lacking; "
          f"{contexts} of {CONTEXTS} contexts read, the others named")
    for failure in failures[:20]:
        print("FAILED:", failure)
    sys.exit(1 if failures else 0)


main()
