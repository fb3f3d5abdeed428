#!/usr/bin/env python3
"""CPU time, memory and latency of `vitals get` against the scripted fault server.

    tests/cluster/anchors.py [BUILD [PART…]]     BUILD is build by default; it needs bin/vitals and bin/faults
"""
import json
import os
import subprocess
import sys
import threading
import time

BUILD = sys.argv[1] if len(sys.argv) > 1 else "build"
KINDS, EVENTS, PER_SECOND = 150, 2000, 500


class Server:
    """The fault server: commands in, one line out for each."""

    def __init__(self):
        self.process = subprocess.Popen([f"{BUILD}/bin/faults"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True, bufsize=1)
        self.ask("listen api http=2")
        self.kubeconfig = self.ask("directory") + "/api.kubeconfig"

    def ask(self, *lines):
        for line in lines:
            self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline().strip()
        if not answer.startswith("ok"):
            sys.exit(f"{lines[0]}: {answer}")
        return answer[3:]

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def start(server, *arguments, **more):
    environment = dict(os.environ, KUBECONFIG=server.kubeconfig)
    return subprocess.Popen([f"{BUILD}/bin/vitals", "get", "-A", *arguments], env=environment,
                            stderr=subprocess.DEVNULL, **more)


def used(process):
    """CPU seconds and peak megabytes of a process that runs."""
    with open(f"/proc/{process.pid}/stat", encoding="ascii") as stat:
        fields = stat.read().split()
    with open(f"/proc/{process.pid}/status", encoding="ascii") as status:
        peak = next(line.split()[1] for line in status if line.startswith("VmHWM"))
    ticks = int(fields[13]) + int(fields[14])
    return ticks / os.sysconf("SC_CLK_TCK"), int(peak) / 1024


def lists():
    """One list of Pods."""
    for count, size in (10000, 6400), (100000, 2800):
        server = Server()
        server.ask("discovery /v1/pods/Pod")
        server.ask("on GET /api/v1/pods", 'send {"kind":"PodList","apiVersion":"v1",'
                   '"metadata":{"resourceVersion":"5"},"items":[', f"objects 0 {count} {size}",
                   "send ]}", "end")
        for output in "table", "ndjson":
            process = start(server, "pods", "-o", output, stdout=subprocess.DEVNULL)
            _, _, usage = os.wait4(process.pid, 0)
            print(f"{count} Pods of {size} bytes, -o {output}: "
                  f"{usage.ru_utime + usage.ru_stime:.2f} s, {usage.ru_maxrss / 1024:.0f} MB")
        server.close()


def follow(what, count, *kinds):
    """Peak memory of a watch that has listed so many objects of each kind, and its CPU time while nothing happens."""
    paths = {"configmaps": ("/api/v1/configmaps v1 ConfigMap", "/v1/configmaps/ConfigMap"),
             "widgets": ("/apis/example.com/v1/widgets example.com/v1 Widget",
                         "example.com/v1/widgets/Widget")}
    server = Server()
    server.ask("discovery " + " ".join(paths[kind][1] for kind in kinds))
    for kind in kinds:
        server.ask(f"collection {paths[kind][0]} {count} 2800")
    process = start(server, ",".join(kinds), "-w", "-o", "ndjson", stdout=subprocess.PIPE)
    lines = 0
    while lines < count * len(kinds):
        lines += os.read(process.stdout.fileno(), 1 << 20).count(b"\n")
    time.sleep(2)
    listed, _ = used(process)
    time.sleep(10)
    after, peak = used(process)
    print(f"{count} {what}, followed: {listed:.2f} s, {peak:.0f} MB; then {after - listed:.2f} s in 10 s")
    process.terminate()
    process.wait()
    server.close()


def watches():
    """Idle watches, then events."""
    server = Server()
    others = [f"g{i}.io/v1/things{i}" for i in range(KINDS - 1)]
    server.ask("discovery /v1/pods/Pod " +
               " ".join(f"{path}/Thing{i}" for i, path in enumerate(others)))
    server.ask("collection /api/v1/pods v1 Pod 100 600")
    for i in range(KINDS - 1):
        server.ask(f"collection /apis/{others[i]} g{i}.io/v1 Thing{i} 1 300")
    process = start(server, "-w", "-o", "ndjson", stdout=subprocess.PIPE, text=True, bufsize=1)
    seen = {}

    def read():
        for line in process.stdout:
            seen.setdefault(json.loads(line)["name"], time.monotonic())

    threading.Thread(target=read, daemon=True).start()
    time.sleep(5)
    before, _ = used(process)
    time.sleep(10)
    after, peak = used(process)
    print(f"{KINDS} idle watches: {after - before:.2f} s of CPU in 10 s, {peak:.0f} MB")
    sent, begin = {}, time.monotonic()
    for i in range(EVENTS):
        time.sleep(max(0, begin + i / PER_SECOND - time.monotonic()))
        sent[f"e{i}"] = time.monotonic()
        server.ask(f"change /api/v1/pods e{i} Running")
    time.sleep(2)
    late = sorted(seen[name] - at for name, at in sent.items() if name in seen)
    print(f"{len(late)} of {EVENTS} events at {PER_SECOND} a second to their lines: "
          f"p50 {late[len(late) // 2] * 1000:.1f} ms, p99 {late[len(late) * 99 // 100] * 1000:.1f} ms")
    process.terminate()
    process.wait()
    server.close()


PARTS = {
    "lists": lists,
    "configmaps": lambda: follow("ConfigMaps", 100000, "configmaps"),
    "widgets": lambda: follow("custom resources", 100000, "widgets"),
    "both": lambda: follow("ConfigMaps and as many custom resources", 100000, "configmaps", "widgets"),
    "watches": watches,
}
for part in sys.argv[2:] or PARTS:
    PARTS[part]()
