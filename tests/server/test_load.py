"""Acceptance A1 to A3 and A6 at a reduced size. By hand, at full size:

    VITALS=build/bin/vitals LOAD=build/bin/server_load python3 tests/server/test_load.py full
"""
import json
import os
import subprocess
import sys
import threading
import time
import unittest

from served import Server, deployment, folder

LOAD = os.environ.get("LOAD", "build/bin/server_load")


def load(server, objects, rate, clients, stalled, seconds):
    done = subprocess.run([LOAD, *map(str, (server.port, server.process.pid, objects, rate, clients, stalled, seconds))],
                          capture_output=True, text=True, timeout=seconds + 400)
    assert done.returncode in (0, 1), done.stderr
    return json.loads(done.stdout)


def serve(*options):
    return Server("--push", "load", "--grace", "0", *options, wait_ready=False)


class Load(unittest.TestCase):
    def test_every_client_gets_every_event_or_a_reset(self):
        with serve() as server:
            result = load(server, objects=500, rate=500, clients=20, stalled=0, seconds=3)
            self.assertTrue(result["finished"], result)
            if result["resets"] == 0:
                self.assertEqual(result["leastEvents"], result["mostEvents"], result)

    def test_clients_that_do_not_read_cost_nothing(self):
        with serve("--limit", "http_feed_bytes=1000000") as server:
            load(server, objects=500, rate=500, clients=5, stalled=0, seconds=2)
            before = server.rss_kb()
            result = load(server, objects=500, rate=1000, clients=5, stalled=50, seconds=4)
            self.assertTrue(result["finished"], result)
            server.assert_grew_less(before, 20480)  # all that they did not read would be 200 MB

    def test_objects_from_a_disk(self):
        with folder() as place:
            with open(os.path.join(place, "all.json"), "w") as file:
                for i in range(12000):
                    item = deployment("web-%d" % i, "ns-%d" % (i % 50), i % 10 != 0, uid="u-%d" % i)
                    item["metadata"]["annotations"] = {"padding": "x" * 1400}
                    file.write(json.dumps(item) + "\n")
            with Server("-f", place) as server:
                self.assertEqual(sum(server.json("/v1/summary")["counts"]), 12000)
                server.assert_grew_less(0, 90 << 10)  # twice what is kept: documents that wait do not pile up

    def test_slow_rules_are_left_to_the_threads(self):
        with folder() as place:
            cm = os.path.join(place, "argocd-cm.yaml")
            with open(cm, "w") as file:
                json.dump({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "argocd-cm"}, "data": {
                    "resource.customizations.health.apps_Deployment":
                        "local n = 0\nfor i = 1, 3000000 do n = n + i end\nreturn {status = 'Healthy', message = ''}"}}, file)
            with serve("--argocd-cm", cm) as server:
                items = "\n".join(json.dumps(deployment("web-%d" % i, uid="u-%d" % i)) for i in range(6000))
                status, _ = server.send("PUT", "/v1/clusters/load/objects", items, "application/x-ndjson")
                self.assertEqual(status, 200)
                queued = [line for line in server.get("/metrics")[1].decode().splitlines() if line.startswith("vitals_queued ")]
                self.assertGreater(int(queued[0].split()[1]), 4000)


    def test_memory_that_slow_rules_hold(self):
        """At live_bytes, where everything waits for rules at their limit: objects are refused, and the server goes on."""
        padding = "x" * 20000
        items = "\n".join(json.dumps({"apiVersion": "example.com/v1", "kind": "Endless", "metadata": {
            "name": "e%d" % i, "annotations": {"padding": padding}}}) for i in range(400))
        with folder() as place:
            with serve("--argocd-cm", endless(place), "--limit", "live_bytes=4000000") as server:
                status, answer = server.send("PUT", "/v1/clusters/load/objects", items, "application/x-ndjson")
                self.assertEqual(status, 400)
                self.assertIn("live_bytes", json.loads(answer)["errors"][0])
                self.assertEqual(server.get("/healthz")[0], 200)


def endless(place):
    """An argocd-cm with a rule that never ends by itself."""
    cm = os.path.join(place, "argocd-cm.yaml")
    with open(cm, "w") as file:
        json.dump({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "argocd-cm"},
                   "data": {"resource.customizations.health.example.com_Endless": "while true do end"}}, file)
    return cm


def keep_at_the_limit(server, stop):
    """A rule that never ends by itself, on objects that change every second."""
    version = 0
    while not stop.wait(1):
        version += 1
        items = [{"apiVersion": "example.com/v1", "kind": "Endless", "metadata": {
            "name": "e%d" % i, "uid": "e%d" % i, "resourceVersion": str(version)}} for i in range(3)]
        server.send("PUT", "/v1/clusters/slow/objects", "\n".join(map(json.dumps, items)), "application/x-ndjson")


def with_a_rule_at_its_limit(*options):
    with folder() as place:
        with serve("--push", "slow", "--argocd-cm", endless(place), *options) as server:
            stop = threading.Event()
            thread = threading.Thread(target=keep_at_the_limit, args=(server, stop))
            thread.start()
            result = load(server, 10000, 100, 200, 0, 20)
            stop.set()
            thread.join()
            return result


def full():
    """The figures of docs/dashboard.md."""
    for name, numbers in (("A1", (10000, 100, 200, 0, 20)), ("A2", (10000, 1000, 200, 0, 20)), ("A3", (10000, 1000, 5, 200, 60))):
        with serve() as server:
            print(name, json.dumps(load(server, *numbers)), "load %.1f" % os.getloadavg()[0], flush=True)
    for options in ((), ("--isolate-rules",)):
        print("A1, a rule at its limit", options, json.dumps(with_a_rule_at_its_limit(*options)), "load %.1f" % os.getloadavg()[0], flush=True)
    with folder() as place:
        with open(os.path.join(place, "all.json"), "w") as file:
            for i in range(50000):
                item = deployment("web-%d" % i, "ns-%d" % (i % 50), i % 10 != 0, uid="u-%d" % i)
                item["metadata"]["annotations"] = {"padding": "x" * 1400}
                file.write(json.dumps(item) + "\n")
        begun = time.monotonic()
        with Server("-f", place) as server:
            print("A6", json.dumps({"seconds": round(time.monotonic() - begun, 2), "rssMB": server.rss_kb() / 1024}), flush=True)
    begun = time.monotonic()
    with serve() as server:
        print("A6 empty", json.dumps({"seconds": round(time.monotonic() - begun, 3), "rssMB": server.rss_kb() / 1024}), flush=True)


if __name__ == "__main__":
    if sys.argv[1:] == ["full"]:
        full()
    else:
        unittest.main()
