"""Rules in processes of their own: the same answers, processes that hold nothing, and deaths that cost one verdict."""
import glob
import json
import os
import random
import re
import signal
import threading
import time
import unittest

from served import Server, folder

SANITIZED = bool(os.environ.get("SANITIZED"))
CHECKS = "resource_customizations"

LOOP = """apiVersion: v1
kind: ConfigMap
metadata: {name: argocd-cm}
data:
  resource.customizations.health.example.com_Endless: |
    while true do end
  resource.customizations.health.example.com_Widget: |
    return {status = obj.status.phase, message = obj.metadata.name}
"""


def widget(name, phase="Healthy", kind="Widget", version=1):
    return {"apiVersion": "example.com/v1", "kind": kind,
            "metadata": {"name": name, "namespace": "shop", "uid": kind + name, "resourceVersion": str(version)},
            "status": {"phase": phase}}


def lines(objects):
    return "".join(json.dumps(each) + "\n" for each in objects)


def children(server):
    with open("/proc/%d/task/%d/children" % (server.process.pid, server.process.pid)) as file:
        mine = [int(pid) for pid in file.read().split()]
    for task in os.listdir("/proc/%d/task" % server.process.pid):
        with open("/proc/%d/task/%s/children" % (server.process.pid, task)) as file:
            mine += [int(pid) for pid in file.read().split()]
    return sorted(set(mine))


def field(pid, name):
    with open("/proc/%d/status" % pid) as file:
        return re.search(r"^%s:\s+(\S+)" % name, file.read(), re.M)[1]


def metric(server, name):
    return int(re.search(r"^%s (\d+)" % name, server.get("/metrics")[1].decode(), re.M)[1])


class Isolate(unittest.TestCase):
    def rules(self, place):
        path = os.path.join(place, "cm.yaml")
        with open(path, "w") as file:
            file.write(LOOP)
        return path

    def test_a_process_holds_nothing_but_its_socket(self):
        secret = "a-credential-in-the-environment"
        os.environ["VITALS_TEST_SECRET"] = secret
        with Server("--isolate-rules", "--push", "a", wait_ready=False) as server:
            server.send("PUT", "/v1/clusters/a/objects", lines([widget("w")]), "application/x-ndjson")
            server.until(lambda: server.get("/readyz")[0] == 200)
            measures = server.json("/readyz")["confinement"]
            self.assertIn("isolated-rules", measures)
            for pid in children(server):
                with open("/proc/%d/environ" % pid, "rb") as file:
                    self.assertEqual(file.read(), b"")
                with open("/proc/%d/cmdline" % pid, "rb") as file:
                    self.assertEqual(file.read(), b"vitals\0serve\0--rule-process\0")
                if SANITIZED:
                    continue
                links = [os.readlink("/proc/%d/fd/%s" % (pid, each)) for each in os.listdir("/proc/%d/fd" % pid)]
                self.assertEqual(len(links), 1, links)
                self.assertTrue(links[0].startswith("socket:"), links)
                self.assertEqual(field(pid, "NoNewPrivs"), "1")
                if "isolated-rules-seccomp" in measures:
                    self.assertEqual(field(pid, "Seccomp"), "2")
            left = children(server)
        del os.environ["VITALS_TEST_SECRET"]
        self.assertTrue(left)
        for pid in left:
            self.assertFalse(os.path.exists("/proc/%d" % pid), "it outlives the server")

    def test_every_fixture_has_the_same_verdict(self):
        bodies, body = [], []
        for path in sorted(glob.glob(CHECKS + "/*/*/testdata/*.yaml")):
            with open(path) as file:
                body.append(file.read())
            if len(body) == 500:
                bodies.append("\n---\n".join(body))
                body = []
        bodies.append("\n---\n".join(body))
        rules = ["--rules", "docs/expressions"]
        with Server("--push", "a", *rules, wait_ready=False) as plain, \
                Server("--isolate-rules", "--push", "a", *rules, wait_ready=False) as isolated:
            compared = 0
            for profile in ("argocd", "combined", "flux"):
                for body in bodies[::5 if SANITIZED else 1]:
                    answers = [server.send("POST", "/v1/assess?explain=1&profile=" + profile, body,
                                           "application/yaml") for server in (plain, isolated)]
                    self.assertEqual([status for status, _ in answers], [200, 200])
                    compared += answers[0][1].count(b"\n")
                    ours, theirs = (drop_clock(body).split(b"\n") for _, body in answers)
                    self.assertEqual(len(ours), len(theirs))
                    self.assertEqual([pair for pair in zip(ours, theirs) if pair[0] != pair[1]][:1], [])
            self.assertGreater(compared, 1000)
            self.assertEqual(metric(isolated, "vitals_rule_processes_ended_total"), 0)

    def test_why_is_the_same(self):
        with folder() as place:
            cm = self.rules(place)
            answers = []
            for options in ([], ["--isolate-rules"]):
                with Server("--push", "a", "--argocd-cm", cm, *options, wait_ready=False) as server:
                    server.send("PUT", "/v1/clusters/a/objects", lines([widget("w", "Degraded")]),
                                "application/x-ndjson")
                    server.until(lambda: sum(server.json("/v1/summary")["counts"]) == 1)
                    why = server.json("/v1/resources/a/Widgetw")
                    answers.append(json.dumps(why["why"] if "why" in why else why, sort_keys=True))
            cut = [re.sub(r'"(at|since|asOf|eventId|steps|ms|s|ns|lastChange)": ("[^"]*"|[0-9.]+)', "", each)
                   for each in answers]
            self.assertEqual(cut[0], cut[1])
            self.assertIn("obj.status.phase", answers[1])

    def test_a_rule_at_its_limit_delays_no_other(self):
        with folder() as place, \
                Server("--isolate-rules", "--push", "a", "--argocd-cm", self.rules(place), wait_ready=False) as server:
            endless = [widget("e%d" % i, kind="Endless") for i in range(3)]
            server.send("PUT", "/v1/clusters/a/objects", lines(endless + [widget("w%d" % i) for i in range(200)]),
                        "application/x-ndjson")
            server.until(lambda: server.json("/v1/summary")["counts"][0] == 200)
            server.until(lambda: server.json("/v1/summary")["counts"][5] == 3)
            row = server.json("/v1/resources/a/Endlesse0")
            self.assertIn("lua_steps", json.dumps(row))
            self.assertEqual(metric(server, "vitals_rule_processes_ended_total"), 0)
            self.assertLessEqual(len(children(server)), 4)

    def test_a_death_costs_one_verdict(self):
        count, most_rounds = 2000, 2000
        healthy, degraded, unknown = 0, 2, 5
        stop = threading.Event()
        killed = set()

        def kill(server):
            draw = random.Random(7)
            while not stop.wait(draw.uniform(0, 0.1)):
                try:
                    for pid in children(server)[:1]:
                        os.kill(pid, signal.SIGKILL)
                        killed.add(pid)
                except (ProcessLookupError, FileNotFoundError):
                    pass  # a process or a thread has ended meanwhile

        def counts(server):
            return server.json("/v1/summary?raw=1")["counts"]

        with folder() as place, \
                Server("--isolate-rules", "--push", "a", "--argocd-cm", self.rules(place), wait_ready=False) as server:
            killer = threading.Thread(target=kill, args=(server,))
            killer.start()
            try:
                # Rounds go on until the server has lost some processes, however fast it is.
                for version in range(1, most_rounds):
                    phase, before = (("Healthy", degraded), ("Degraded", healthy))[version % 2]
                    objects = [widget("w%d" % i, phase, version=version) for i in range(count)]
                    status, _ = server.send("PUT", "/v1/clusters/a/objects", lines(objects), "application/x-ndjson")
                    self.assertIn(status, (200, 204))
                    server.until(lambda: sum(counts(server)) == count and counts(server)[before] == 0)
                    # In this order: what is lost later is in neither or in the second only.
                    lost = counts(server)[unknown]
                    ended = metric(server, "vitals_rule_processes_ended_total")
                    self.assertLessEqual(lost, ended)
                    if version >= 5 and len(killed) > 3 and ended > 3:
                        break
            finally:
                stop.set()
                killer.join()
            self.assertGreater(len(killed), 3)
            # What was lost is run again.
            server.until(lambda: counts(server)[degraded if version % 2 else healthy] == count)
            rows = server.json("/v1/resources?limit=5000&raw=1")
            self.assertEqual(len(rows["items"]), count)
            self.assertLessEqual(len(children(server)), 4)


def drop_clock(line):
    return re.sub(rb'"since":"[^"]*"', b"", line)


if __name__ == "__main__":
    unittest.main()
