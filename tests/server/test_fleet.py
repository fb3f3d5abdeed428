"""A fleet of clusters, from scripted API servers over HTTP/2: start, memory, descriptors, and all connections cut at once.
By hand, at full size:

    VITALS=build/bin/vitals FLEET=build/bin/fleet python3 tests/server/test_fleet.py 200 150 1500 150
"""
import json
import os
import re
import subprocess
import sys
import time
import unittest

from served import Server

FLEET = os.environ.get("FLEET", "build/bin/fleet")


class Fleet:
    """The servers; `with` ends them."""

    def __init__(self, clusters, kinds, objects, applications):
        self.process = subprocess.Popen([FLEET, *map(str, (clusters, kinds, objects, applications))], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)

    def __enter__(self):
        self.config = self.process.stdout.readline().strip()
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait(60)
        self.process.stdout.close()

    def say(self, words):
        self.process.stdin.write(words + "\n")
        self.process.stdin.flush()

    def stats(self):
        self.say("stats")
        return json.loads(self.process.stdout.readline())


def figures(server):
    with open("/proc/%d/stat" % server.process.pid) as file:
        fields = file.read().rsplit(")", 1)[1].split()
    with open("/proc/%d/status" % server.process.pid) as file:
        status = file.read()
    return {"cpu_s": round((int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"), 2),
            "rss_mb": int(re.search(r"VmRSS:\s+(\d+)", status)[1]) // 1024, "peak_mb": int(re.search(r"VmHWM:\s+(\d+)", status)[1]) // 1024,
            "descriptors": len(os.listdir("/proc/%d/fd" % server.process.pid))}


def run(clusters, kinds, objects, applications, *options):
    """What happened, and what it took."""
    seconds = 60 + clusters * objects / 500
    with Fleet(clusters, kinds, objects, applications) as fleet:
        begun = time.monotonic()
        with Server("--kubeconfig", fleet.config, "--all-contexts", "--grace", "0", *options, wait_ready=False) as server:
            def total():
                return sum(server.json("/v1/summary?raw=1")["counts"])

            def reached(holds, name):
                try:
                    server.until(holds, seconds)
                except AssertionError as error:
                    raise AssertionError("%s: %s, %s" % (name, fleet.stats(), error)) from None
                row = {"seconds": round(time.monotonic() - begun, 1), **figures(server), **fleet.stats()}
                print(name, json.dumps(row), "load %.1f" % os.getloadavg()[0], flush=True)
                return row
            started = reached(lambda: server.get("/readyz")[0] == 200, "listed")
            followed = reached(lambda: fleet.stats()["watches"] == clusters * kinds, "followed")
            summary = server.json("/v1/summary")
            before = summary["counts"][2]
            begun = time.monotonic()
            fleet.say("change %d" % clusters)
            changed = reached(lambda: server.json("/v1/summary?raw=1")["counts"][2] != before, "changed")
            lists, accepted = changed["lists"], changed["accepted"]
            begun = time.monotonic()
            fleet.say("cut")
            server.until(lambda: fleet.stats()["accepted"] > accepted, seconds)
            again = reached(lambda: fleet.stats()["watches"] == clusters * kinds, "followed again")
            again["listed_again"] = again["lists"] - lists
            return {"objects": total(), "summary": summary, "started": started, "followed": followed, "changed": changed,
                    "again": again, "applications": server.json("/v1/applications?limit=1")["total"],
                    "up": server.get("/metrics")[1].decode().count("vitals_source_up{")}


class Reduced(unittest.TestCase):
    def setUp(self):
        if not os.path.exists(FLEET):
            self.skipTest("there is no Go: the servers were not built")

    def test_objects_that_wait_do_not_pile_up(self):
        with Fleet(2, 3, 15000, 150) as fleet, \
                Server("--kubeconfig", fleet.config, "--all-contexts", wait_ready=False) as server:
            server.until(lambda: server.get("/readyz")[0] == 200, 120)
            self.assertEqual(sum(server.json("/v1/summary?raw=1")["counts"]), 30000)
            if not os.environ.get("SANITIZED"):  # three times what is kept of them was 180 MB
                self.assertLess(figures(server)["peak_mb"], 130)

    def test_a_fleet(self):
        clusters, kinds, objects, applications = 10, 30, 300, 20
        result = run(clusters, kinds, objects, applications)
        self.assertEqual(result["objects"], clusters * objects)
        self.assertEqual(result["applications"], clusters * applications)
        self.assertEqual(result["up"], clusters)
        # A connection carries all watches of a cluster, three are opened at most until it is known that it can. On a busy
        # machine a watch that has none for two seconds moves to one of its own, with all that follow: never one for each.
        for row in (result["followed"], result["again"]):
            self.assertLessEqual(row["connections"], clusters * kinds // 4)
            self.assertLessEqual(row["descriptors"], 60 + 2 * row["connections"])
        # Watches go on where they were: nothing is listed again.
        self.assertEqual(result["again"]["listed_again"], 0)
        self.assertLessEqual(result["again"]["checks"], clusters * kinds)
        if not os.environ.get("SANITIZED"):
            self.assertLess(result["again"]["peak_mb"], 200)


if __name__ == "__main__":
    if len(sys.argv) > 4:
        run(*map(int, sys.argv[1:5]), *sys.argv[5:])
    else:
        unittest.main()
