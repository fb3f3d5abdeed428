"""What the API says of sources that change: acceptance A4, A12 and A14 of the server at a reduced size."""
import gzip
import http.client
import json
import os
import random
import re
import socket
import subprocess
import unittest

from served import PATIENCE, VITALS, Server, deployment, folder

WORDS = ["Healthy", "Progressing", "Degraded", "Suspended", "Missing", "Unknown", "Unassessed"]


def event(kind, item):
    return json.dumps({"type": kind, "object": item}) + "\n"


class Stream:
    """A client of /v1/events over a plain socket, so that it can be cut at any byte."""

    def __init__(self, server, query="", last=None):
        self.socket = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
        head = "GET /v1/events%s HTTP/1.1\r\nHost: localhost\r\n" % query
        if last:
            head += "Last-Event-ID: %s\r\n" % last
        self.socket.sendall(head.encode() + b"\r\n")
        self.bytes = b""
        self.body = b""
        self.in_body = False

    def read(self, most=65536):
        got = self.socket.recv(most)
        self.bytes += got
        if not self.in_body and b"\r\n\r\n" in self.bytes:
            head, self.bytes = self.bytes.split(b"\r\n\r\n", 1)
            assert b" 200 " in head, head
            self.in_body = True
        while self.in_body:  # chunks
            found = re.match(rb"([0-9a-fA-F]+)\r\n", self.bytes)
            if not found:
                break
            size = int(found[1], 16)
            if len(self.bytes) < found.end() + size + 2:
                break
            self.body += self.bytes[found.end():found.end() + size]
            self.bytes = self.bytes[found.end() + size + 2:]
        return got

    def events(self):
        """The whole events so far: (id, name, data)."""
        found = []
        for block in self.body.decode().split("\n\n")[:-1]:
            fields = dict(line.split(": ", 1) for line in block.split("\n") if ": " in line and line[0] != ":")
            if "event" in fields:
                found.append((fields.get("id"), fields["event"], json.loads(fields["data"])))
        return found

    def until(self, holds):
        while not holds(self.events()):
            if not self.read():
                raise AssertionError("the stream ended")
        return self.events()

    def close(self):
        self.socket.close()


class Api(unittest.TestCase):
    def test_push_and_read(self):
        with Server("--push", "prod", "--grace", "0", wait_ready=False) as server:
            snapshot = [deployment("a", uid="u-a", version=1), deployment("b", uid="u-b", available=False, version=1)]
            status, _ = server.send("PUT", "/v1/clusters/prod/objects", "\n".join(map(json.dumps, snapshot)),
                                    "application/x-ndjson")
            self.assertEqual(status, 200)
            server.until(lambda: server.json("/v1/summary")["counts"][:3] == [1, 0, 1])
            self.assertIn("last", server.json("/v1/summary")["clusters"][0])
            rows = server.json("/v1/resources")["items"]
            self.assertEqual([(row["n"], row["s"]) for row in rows], [("b", "Degraded"), ("a", "Healthy")])
            application = server.json("/v1/applications")["items"][0]
            self.assertEqual((application["n"], application["s"], application["w"]["n"]), ("shop", "Degraded", "b"))
            self.assertRegex(application["sky"], "^-{22}[-2]2$")
            details = server.json("/v1/applications/prod/shop/shop")
            self.assertEqual([row["n"] for row in details["resources"]], ["b", "a"])
            # Recovery, and its history.
            server.send("POST", "/v1/clusters/prod/events",
                        event("MODIFIED", deployment("b", uid="u-b", version=2)), "application/x-ndjson")
            server.until(lambda: server.json("/v1/summary")["counts"][:3] == [2, 0, 0])
            server.publish()
            self.assertEqual(server.json("/v1/resources/prod/u-b/history")["items"][-1]["s"], "Healthy")
            self.assertEqual(server.json("/v1/applications/prod/shop/shop")["history"][-1]["s"], "Healthy")
            # The worst of each hour: it was Degraded in this one.
            self.assertRegex(server.json("/v1/applications")["items"][0]["sky"], "^-{22}([-2]2|20)$")
            server.send("POST", "/v1/clusters/prod/events", event("DELETED", snapshot[0]), "application/x-ndjson")
            server.until(lambda: server.json("/v1/resources")["total"] == 1)
            # A snapshot with an error removes nothing.
            status, body = server.send("PUT", "/v1/clusters/prod/objects", "{]", "application/x-ndjson")
            self.assertEqual(status, 400, body)
            self.assertEqual(server.json("/v1/resources")["total"], 1)
            self.assertEqual(server.send("PUT", "/v1/clusters/other/objects", "{}")[0], 404)
            self.assertIn(b'aria-label="Healthy"', server.get("/badge/prod/shop/shop.svg")[1])
            self.assertEqual(server.get("/badge/prod/shop/none.svg")[0], 404)

    def test_answers_are_compressed_and_tagged(self):
        compressed = os.environ.get("COMPRESSED") != "0"  # this build has zlib
        with Server("--push", "prod", "--grace", "0", wait_ready=False) as server:
            items = [deployment("d%d" % i, uid="u-%d" % i, version=1) for i in range(700)]
            server.send("PUT", "/v1/clusters/prod/objects", "\n".join(map(json.dumps, items)), "application/x-ndjson")
            server.until(lambda: server.json("/v1/summary")["counts"][0] == 700)
            server.quiet()
            # Compressed at once, and on a thread; a client that does not take it.
            for path, least in (("/v1/resources?limit=10", 1024), ("/v1/resources", 131072), ("/v1/applications/prod/shop/shop", 131072)):
                _, fields, plain = server.request("GET", path)
                self.assertNotIn("Content-Encoding", fields)
                self.assertEqual(fields["Vary"], "Accept-Encoding")
                self.assertGreater(len(plain), least)
                for accept, takes in (("gzip", True), ("br, GZIP;q=0.5", True), ("gzip;q=0", False), ("gzip; q=0.000", False),
                                      ("xgzip", False), ("identity", False)):
                    _, fields, body = server.request("GET", path, None, {"Accept-Encoding": accept})
                    self.assertEqual(fields.get("Content-Encoding"), "gzip" if takes and compressed else None, accept)
                    if takes and compressed:
                        self.assertLess(len(body), len(plain) / 3)
                        body = gzip.decompress(body)
                    self.assertEqual(json.loads(body)["eventId"], json.loads(plain)["eventId"])
                tag = fields["ETag"]
                self.assertEqual(server.request("GET", path, None, {"If-None-Match": tag})[0], 304)
                self.assertEqual(server.request("GET", path, None, {"If-None-Match": tag + "x"})[0], 200)
            server.send("POST", "/v1/clusters/prod/events", event("MODIFIED", deployment("d1", uid="u-1", available=False, version=2)),
                        "application/x-ndjson")
            server.until(lambda: server.request("GET", "/v1/resources", None, {"If-None-Match": tag})[0] == 200)

    def test_rules_of_sources(self):
        def cm(message):
            return json.dumps({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "argocd-cm"}, "data": {
                "resource.customizations.health.apps_Deployment": "return {status = 'Suspended', message = '%s'}" % message}})
        with folder() as place:
            paths = {name: os.path.join(place, name + ".yaml") for name in ("all", "prod", "dev")}
            for name, path in paths.items():
                with open(path, "w") as file:
                    file.write(cm(name))
            with Server("--push", "prod", "--push", "dev", "--push", "test", "--argocd-cm", paths["all"],
                        "--argocd-cm", "dev=" + paths["dev"], "--rules-from", "prod=" + paths["prod"], wait_ready=False) as server:
                for name in ("prod", "dev", "test"):
                    server.send("PUT", "/v1/clusters/%s/objects" % name, json.dumps(deployment("a", uid=name)))
                server.until(lambda: server.json("/v1/summary")["counts"][3] == 3)
                said = {row["c"]: row["m"] for row in server.json("/v1/resources")["items"]}
                # A later --argocd-cm replaces keys of an earlier one; --rules come before it.
                self.assertEqual((said["dev"], said["test"]), ("dev", "all"))
                self.assertIn(said["prod"], ("prod", "all"))
                at = {rule["at"].split("/")[-1].split(":")[0] for rule in server.json("/v1/rules")["items"] if rule["source"] == "customization"}
                self.assertTrue({"all.yaml", "dev.yaml"} <= at, at)
            for word in ("prod", "=cluster", "prod="):
                done = subprocess.run([VITALS, "serve", "--listen", "127.0.0.1:0", "--push", "prod", "--rules-from", word],
                                      capture_output=True, text=True, timeout=PATIENCE)
                self.assertEqual(done.returncode, 2, word)
                self.assertIn("--rules-from takes", done.stderr)
            done = subprocess.run([VITALS, "serve", "--listen", "127.0.0.1:0", "--push", "prod", "--rules-from", "prod=" + place + "/none"],
                                  capture_output=True, text=True, timeout=PATIENCE)
            self.assertEqual(done.returncode, 3)
            self.assertIn("none", done.stderr)

    def test_grace_of_the_policy(self):
        with folder() as place:
            policy = os.path.join(place, "policy.yaml")

            def write(text):
                with open(policy, "w") as file:
                    file.write(text)
            write("grace:\n- match: {kind: Deployment, name: 'slow*'}\n  worse: 1h\n- match: {rule: 'no/such'}\n  worse: 1h\n"
                  "- match: {kind: Deployment}\n  worse: 0s\n")
            with Server("--push", "prod", "--grace", "1h", "--policy", policy, wait_ready=False) as server:
                names = ("slow-a", "quick-b")
                for version, available in ((1, True), (2, False)):
                    items = [deployment(name, uid=name, version=version, available=available) for name in names]
                    for item in items:
                        item["status"].pop("conditions", None)  # past its deadline it would be bad for good, and not wait
                    server.send("PUT", "/v1/clusters/prod/objects", "\n".join(map(json.dumps, items)), "application/x-ndjson")
                    server.until(lambda: server.json("/v1/summary?raw=1")["counts"][0 if available else 1] == 2)
                rows = {row["n"]: row for row in server.json("/v1/resources")["items"]}
                self.assertEqual((rows["quick-b"]["s"], "raw" in rows["quick-b"]), ("Progressing", False))
                self.assertEqual((rows["slow-a"]["s"], rows["slow-a"]["raw"]), ("Healthy", "Progressing"))
                self.assertIn("until", rows["slow-a"])
            for text, word in (("grace: 1", "grace must be a list"), ("grace: [{worse: soon}]", "a time such as"),
                               ("grace: [{match: {kind: A}}]", "needs `worse`"), ("grace: [{worse: 99999999h}]", "a time such as"),
                               ("grace: [{worse: 1s, match: {rule: [a]}}]", "a pattern must be a string"), ("other: []", "the list `policy`")):
                write(text)
                done = subprocess.run([VITALS, "serve", "--listen", "127.0.0.1:0", "--push", "prod", "--policy", policy, "--on-broken", "reject"],
                                      capture_output=True, text=True, timeout=PATIENCE)
                self.assertEqual(done.returncode, 3, (text, done.stderr))
                self.assertIn(word, done.stderr)

    def test_eval(self):
        deploy = deployment("a", available=False)
        lua = "return {status = 'Degraded', message = obj.metadata.name .. ' is bad'}"
        with Server("--push", "prod", wait_ready=False) as server:
            self.assertEqual(server.send("POST", "/v1/eval", "{}")[0], 404)
        with Server("--push", "prod", "--eval", wait_ready=False) as server:
            def tried(language, script, item):
                for _ in range(1 if "while true" in str(script) else 50):
                    status, body = server.send("POST", "/v1/eval",
                                               json.dumps({"language": language, "script": script, "object": item}))
                    if b"it ran for more than" not in body:  # as anything may on a busy machine
                        break
                return status, json.loads(body)
            for item in (deploy, json.dumps(deploy)):
                status, answer = tried("lua", lua, item)
                self.assertEqual((status, answer["health"]["status"], answer["health"]["message"]), (200, "Degraded", "a is bad"), answer)
            status, answer = tried("argocd-cm", json.dumps({"kind": "ConfigMap", "metadata": {"name": "argocd-cm"}, "data": {
                "resource.customizations.health.apps_Deployment": lua}}), deploy)
            self.assertEqual((status, answer["health"]["message"]), (200, "a is bad"), answer)
            status, answer = tried("cel", "- {apiVersion: apps/v1, kind: Deployment, current: 'has(status.replicas)'}", deploy)
            self.assertEqual((status, answer["health"]["status"]), (200, "Healthy"), answer)
            for language, script, item, text in (
                    ("lua", "return {", deploy, "health.lua"), ("tcl", "", deploy, "language"), ("lua", 1, deploy, "script"),
                    ("lua", lua, "{", "cannot be tried"), ("lua", "while true do end", deploy, "500 ms"),
                    ("cel", "- {apiVersion: apps/v1, kind: Deployment, current: 'has('}", deploy, "")):
                status, answer = tried(language, script, item)
                if status == 200:  # the limit of steps came first: the verdict has the error
                    self.assertIn("limit", json.dumps(answer))
                    continue
                self.assertEqual(status, 400, answer)
                self.assertIn(text, json.dumps(answer))
            self.assertEqual(server.send("POST", "/v1/eval", "[]")[0], 400)

    def test_rules_and_their_metrics(self):
        with folder() as place:
            cm = os.path.join(place, "argocd-cm.yaml")
            with open(cm, "w") as file:
                json.dump({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "argocd-cm"}, "data": {
                    "resource.customizations.health.apps_Deployment":
                        "if obj.metadata.name == 'broken' then error('oh') end\nreturn {status = 'Suspended', message = 'x'}",
                    "resource.customizations.health.apps_Deploiment": "return {status = 'Healthy', message = ''}"}}, file)
            with Server("--push", "prod", "--grace", "0", "--argocd-cm", cm, wait_ready=False) as server:
                items = [deployment("a", uid="1"), deployment("broken", uid="2"),
                         {"apiVersion": "example.org/v1", "kind": "Widget", "metadata": {"name": "w", "namespace": "shop"}},
                         {"apiVersion": "example.org/v1", "kind": "A\x1b[1m\x9b\x7f\r\\é", "metadata": {"name": "w", "namespace": "shop"}}]
                server.send("PUT", "/v1/clusters/prod/objects", "\n".join(map(json.dumps, items)), "application/x-ndjson")
                server.until(lambda: server.json("/v1/resources")["total"] == 4)
                rules = {rule["rule"]: rule for rule in server.json("/v1/rules")["items"]}
                rule = rules["apps/Deployment"]
                self.assertEqual((rule["matched"], rule["failed"], rule["compared"]), (2, 1, 2), rule)
                self.assertEqual(rule["differs"], {"flux": 2, "kstatus": 2}, rule)
                self.assertGreater(rule["p99"], 0)
                self.assertIn("Deployment", "".join(rules["apps/Deploiment"]["lint"]), rules)
                metrics = server.get("/metrics")[1].decode()
                self.assertIn('vitals_unassessed{cluster="prod",group="example.org",kind="Widget"} 1\n', metrics)
                # No terminal obeys what is in a label.
                self.assertIn('kind="A\\\\x1b[1m\\\\x9b\\\\x7f\\\\x0d\\\\é"} 1\n', metrics)
                self.assertIn('vitals_rule_errors_total{source="customization",rule="apps/Deployment"} 1\n', metrics)
                count = int(re.search(r"^vitals_assess_seconds_count (\d+)$", metrics, re.M)[1])
                buckets = [int(n) for n in re.findall(r'^vitals_assess_seconds_bucket{le="[^"]+"} (\d+)$', metrics, re.M)]
                self.assertEqual((buckets, buckets[-1]), (sorted(buckets), count))
                self.assertGreaterEqual(count, 2)

    def test_why(self):
        with Server("--push", "prod", wait_ready=False) as server:
            certificate = {"apiVersion": "cert-manager.io/v1", "kind": "Certificate",
                           "metadata": {"name": "tls", "namespace": "shop", "uid": "u-1"},
                           "status": {"conditions": [{"type": "Ready", "status": "False", "message": "no issuer"}]}}
            secret = {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "s", "namespace": "shop"},
                      "data": {"password": "aHVudGVyMg=="}, "stringData": {"x": "hunter3"}}
            server.send("PUT", "/v1/clusters/prod/objects", json.dumps(certificate) + "\n" + json.dumps(secret),
                        "application/x-ndjson")
            server.until(lambda: server.json("/v1/resources")["total"] == 2)
            one = server.json("/v1/resources/prod/u-1")
            self.assertEqual((one["why"]["language"], one["why"]["source"]), ("lua", "bundled"))
            self.assertIn(one["why"]["line"], [line for line, _ in one["why"]["code"]])
            # The code is of the script, which the playground begins with.
            script = one["why"]["script"].split("\n")
            self.assertEqual([script[line - 1] for line, _ in one["why"]["code"]], [text for _, text in one["why"]["code"]])
            self.assertTrue(any(field["path"].startswith(".status") for field in one["why"]["read"]))
            self.assertEqual(set(one["why"]["profiles"]), {"combined", "argocd", "flux", "kstatus"})
            self.assertEqual(one["conditions"][0]["message"], "no issuer")
            self.assertIn("no issuer", server.get("/v1/resources/prod/u-1/object")[1].decode())
            # An object without UID is found by its id, encoded once or twice; a Secret has no data.
            identity = [row["id"] for row in server.json("/v1/resources")["items"] if row["k"] == "Secret"][0]
            for path in (identity, identity.replace("%", "%25")):
                status, body = server.get("/v1/resources/prod/%s/object" % path)
                self.assertEqual(status, 200, path)
                self.assertNotIn(b"aHVudGVyMg", body)
                self.assertNotIn(b"hunter3", body)
            self.assertEqual(server.get("/v1/resources/prod/none")[0], 404)
            self.assertEqual(server.get("/v1/resources/none/u-1")[0], 404)

    def test_without_objects(self):
        with Server("--push", "prod", "--no-objects", wait_ready=False) as server:
            server.send("PUT", "/v1/clusters/prod/objects", json.dumps(deployment("a", uid="u-a")))
            server.until(lambda: server.json("/v1/resources")["total"] == 1)
            self.assertEqual(server.get("/v1/resources/prod/u-a/object")[0], 404)
            self.assertNotIn("why", server.json("/v1/resources/prod/u-a"))

    def test_the_module_of_the_playground(self):
        """It is there, or the answer says how to get it; what is of no playground is not found as ever."""
        with Server("--push", "prod", wait_ready=False) as server:
            for name in ("vitals.wasm", "checks.bin", "zones.bin"):
                status, body = server.get("/engine/" + name)
                if status == 200:
                    continue
                self.assertEqual(status, 404)
                self.assertEqual(
                    json.loads(body)["detail"],
                    "this build of vitals has no playground; to get it, run `tools/dev go-module` and build again",
                )
            for name in ("engine/none.js", "none.wasm"):
                status, body = server.get("/" + name)
                self.assertEqual((status, json.loads(body)["detail"]), (404, "this path is not here"))

    def test_pages_and_filters(self):
        with Server("--push", "prod", wait_ready=False) as server:
            items = [deployment("d%03d" % i, "ns%d" % (i % 7), available=i % 5 != 0) for i in range(100)]
            server.send("PUT", "/v1/clusters/prod/objects", "\n".join(map(json.dumps, items)), "application/x-ndjson")
            server.until(lambda: sum(server.json("/v1/summary")["counts"]) == 100)
            whole = server.json("/v1/resources")["items"]
            for path, all_items in (("/v1/resources", whole), ("/v1/applications", server.json("/v1/applications")["items"])):
                pages, after = [], ""
                while after is not None:
                    page = server.json("%s?limit=3&after=%s" % (path, after.replace("%", "%25").replace("/", "%2F")))
                    pages += page["items"]
                    after = page.get("next")
                self.assertEqual(pages, all_items)
            self.assertEqual(server.json("/v1/resources?health=Degraded")["total"], 20)
            self.assertEqual(server.json("/v1/resources?q=D01&health=Healthy,Degraded")["total"], 10)
            self.assertEqual(server.get("/v1/resources?health=Sick")[0], 400)
            self.assertEqual(server.get("/v1/resources?q=" + "x" * 300)[0], 400)
            status, fields, _ = server.request("GET", "/v1/resources")
            self.assertEqual(server.request("GET", "/v1/resources", None, {"If-None-Match": fields["ETag"]})[0], 304)

    def test_counts_agree(self):
        """A14: summary, metrics, rows and `vitals assess` count the same."""
        with folder() as name:
            items = [deployment("d%d" % i, "ns%d" % (i % 4), available=i % 3 != 0) for i in range(60)]
            items += [{"apiVersion": "example.com/v1", "kind": "Odd", "metadata": {"name": "odd", "namespace": "ns0"}},
                      {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "map", "namespace": "ns0"}}]
            for i, item in enumerate(items):
                with open(os.path.join(name, "%d.json" % i), "w") as file:
                    json.dump(item, file)
            lines = subprocess.run([VITALS, "assess", "-f", name, "-o", "ndjson"], capture_output=True, text=True).stdout
            counted = {word: 0 for word in WORDS}
            for line in lines.splitlines():
                health = json.loads(line)["health"]
                if health:
                    counted[health["status"]] += 1
            with Server("-f", name) as server:
                summary = server.json("/v1/summary")
                self.assertGreater(summary["rules"], 100)
                self.assertEqual(dict(zip(WORDS, summary["counts"])), counted)
                self.assertEqual(summary["clusters"][0]["counts"], summary["counts"])
                self.assertEqual(summary["clusters"][0]["applications"], summary["applications"])
                rows = [row.get("s") for row in server.json("/v1/resources")["items"]]
                self.assertEqual({word: rows.count(word) for word in WORDS}, counted)
                metrics = server.get("/metrics")[1].decode()
                for word in WORDS:
                    self.assertIn('vitals_resources{cluster="files",health="%s"} %d\n' % (word, counted[word]), metrics)
                found = re.findall(r'vitals_application_health{[^}]*health="(\w+)"} 1', metrics)
                self.assertEqual([found.count(word) for word in WORDS], summary["applications"])

    def test_files_change(self):
        with folder() as name:
            path = os.path.join(name, "a.yaml")
            with open(path, "w") as file:
                json.dump(deployment("a"), file)
            with Server("-f", name, "--grace", "0") as server:
                with open(path, "w") as file:
                    json.dump(deployment("a", available=False), file)
                server.until(lambda: server.json("/v1/summary")["counts"][2] == 1)
                # Files are watched: that nothing was heard of them means nothing.
                self.assertNotIn("last", server.json("/v1/summary")["clusters"][0])
                self.assertNotIn(b"vitals_source_last_event_seconds{", server.get("/metrics")[1])
                os.mkdir(os.path.join(name, "more"))
                with open(os.path.join(name, "more", "b.json"), "w") as file:
                    json.dump(deployment("b"), file)
                server.until(lambda: server.json("/v1/resources")["total"] == 2)
                # What cannot be read keeps what was there, and is shown.
                self.replace(path, "kind: [")
                server.until(lambda: server.json("/v1/summary")["clusters"][0]["errors"])
                self.assertEqual(server.json("/v1/resources")["total"], 2)
                self.assertIn("a.yaml", server.json("/v1/summary")["clusters"][0]["errors"][0])
                os.remove(path)
                server.until(lambda: server.json("/v1/resources")["total"] == 1)
                server.until(lambda: not server.json("/v1/summary")["clusters"][0]["errors"])

    def replace(self, path, text):
        """At once: a file that is written in place is empty for a moment."""
        with folder() as elsewhere:
            new = os.path.join(elsewhere, "new")
            with open(new, "w") as file:
                file.write(text)
            os.replace(new, path)

    def test_standard_input(self):
        with Server("-f", "-", stdin=subprocess.PIPE, wait_ready=False) as server:
            server.process.stdin.write(event("ADDED", deployment("a", uid="u")))
            server.process.stdin.flush()
            server.until(lambda: server.json("/v1/resources")["total"] == 1)
            server.process.stdin.write(event("DELETED", deployment("a", uid="u")))
            server.process.stdin.close()
            server.until(lambda: server.json("/v1/resources")["total"] == 0)

    def test_resume_after_any_byte(self):
        """A4: a stream that is cut at a random byte and resumed gives the state of a snapshot. CUTS=1000 for all of them."""
        random.seed(4)
        with Server("--push", "prod", "--grace", "0", wait_ready=False) as server:
            names = ["d%d" % i for i in range(12)]
            version = 0
            state, last = {}, None
            resets = 0
            for _ in range(int(os.environ.get("CUTS", "100"))):
                stream = Stream(server, "?resources=1", last)
                for _ in range(random.randrange(4)):
                    version += 1
                    name = random.choice(names)
                    kind = random.choice(["ADDED", "MODIFIED", "DELETED"])
                    server.send("POST", "/v1/clusters/prod/events", event(kind, deployment(
                        name, uid="u-" + name, available=random.random() < 0.5, version=version)), "application/x-ndjson")
                stream.socket.settimeout(0.05)
                try:
                    for _ in range(random.randrange(1, 6)):
                        stream.read(random.randrange(1, 700))
                except socket.timeout:
                    pass
                stream.close()
                last = self.apply(server, stream, state, last)
            stream = Stream(server, "?resources=1", last)
            want = {row["id"]: row for row in server.json("/v1/resources")["items"]}
            for _ in range(100):
                self.apply(server, stream, state, last)
                if state == want:
                    break
                try:
                    stream.read()
                except socket.timeout:
                    self.assertEqual(state, want)
                want = {row["id"]: row for row in server.json("/v1/resources")["items"]}
            self.assertEqual(state, want)
            stream.close()

    def apply(self, server, stream, state, last):
        for identity, name, data in stream.events():
            if name == "reset" or (name == "hello" and last is None):
                state.clear()
                snapshot = server.json("/v1/resources")
                state.update((row["id"], row) for row in snapshot["items"])
                last = snapshot["eventId"]
                continue
            if name == "resource":
                state[data["id"]] = data
            elif name == "removed" and data["kind"] == "resource":
                state.pop(data["id"], None)
            if name != "hello" and identity:
                last = identity
        return last

    def test_reset_when_too_old(self):
        with Server("--push", "prod", wait_ready=False) as server:
            for last in ("1-1", "nonsense", "0-0", "9" * 30 + "-1"):
                stream = Stream(server, "", last)
                names = [name for _, name, _ in stream.until(lambda events: any(e[1] == "reset" for e in events))]
                self.assertIn("hello", names)
                stream.close()

    def test_streams_that_do_not_read(self):
        """A3 at a reduced size: clients that never read cost a constant."""
        with Server("--push", "prod", "--grace", "0", wait_ready=False) as server:
            streams = [Stream(server, "?resources=1") for _ in range(50)]
            version = 0

            def change(rounds):
                nonlocal version
                for _ in range(rounds):
                    version += 1
                    lines = "".join(event("MODIFIED", deployment("d%d" % i, uid="u%d" % i, available=version % 2 == 0,
                                                                 version=version)) for i in range(100))
                    self.assertEqual(server.send("POST", "/v1/clusters/prod/events", lines, "application/x-ndjson")[0], 200)
            change(60)
            before = server.rss_kb()
            change(120)
            server.assert_grew_less(before, 20 * 1024)
            self.assertEqual(server.get("/healthz")[0], 200)
            for each in streams:
                each.close()

    def test_a_script_at_its_limit_delays_nobody(self):
        """The rules of other objects are done while scripts that never end use up their steps."""
        with folder() as name:
            rules = os.path.join(name, "argocd-cm.yaml")
            with open(rules, "w") as file:
                file.write("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: argocd-cm}\ndata:\n"
                           "  resource.customizations.health.example.com_Slow: while true do end\n")
            slow = [{"apiVersion": "example.com/v1", "kind": "Slow", "metadata": {"name": "s%d" % i, "namespace": "a"}}
                    for i in range(12)]
            items = slow + [deployment("d%d" % i) for i in range(100)]
            with Server("--push", "prod", "--argocd-cm", rules, wait_ready=False) as server:
                stream = Stream(server, "?resources=1")
                stream.until(len)  # the greeting
                server.send("PUT", "/v1/clusters/prod/objects", "\n".join(map(json.dumps, items)), "application/x-ndjson")
                events = stream.until(lambda events: len({data["n"] for _, name, data in events if name == "resource"}) == len(items))
                kinds = [data["k"] for _, name, data in events if name == "resource"]
                last = {kind: len(kinds) - kinds[::-1].index(kind) for kind in ("Deployment", "Slow")}
                self.assertLess(last["Deployment"], last["Slow"], "the slow ones were waited for")
                self.assertEqual(server.json("/v1/summary")["counts"][:6], [100, 0, 0, 0, 0, 12])
                stream.close()

    def test_confinement(self):
        with Server("--push", "prod", wait_ready=False) as server:
            measures = server.json("/readyz")["confinement"]
            with open("/proc/%d/status" % server.process.pid) as file:
                status = dict(line.split(":\t", 1) for line in file if ":\t" in line)
            self.assertEqual("no-new-privileges" in measures, status["NoNewPrivs"].strip() == "1")
            self.assertEqual("seccomp" in measures, status["Seccomp"].strip() == "2")

    def test_more_connections_than_allowed(self):
        """A10. CONNECTIONS=10000 for all of them, under the limit of the server's own."""
        count = int(os.environ.get("CONNECTIONS", "200"))
        options = [] if count > 200 else ["--limit", "http_connections=50"]
        with Server("--push", "prod", *options, wait_ready=False) as server:
            before = server.rss_kb()
            held = []
            for _ in range(count):
                held.append(socket.create_connection(("127.0.0.1", server.port)))
            server.assert_grew_less(before, 8 * 1024)
            for each in held:
                each.close()
            server.until(lambda: server.get("/healthz")[0] == 200)

    def test_hostile_text(self):
        """A12: text of a cluster is text everywhere."""
        with Server("--push", "prod", wait_ready=False) as server:
            bad = "<script>alert(1)</script>\u202e\x1b[31m\"\\\n__proto__"
            items = [{"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": bad, "namespace": "__proto__"},
                      "status": {"conditions": [{"type": "Failed", "status": "True", "message": bad * 20000}]}},
                     deployment("__proto__", "constructor", available=False)]
            self.assertEqual(server.send("PUT", "/v1/clusters/prod/objects", "\n".join(map(json.dumps, items)),
                                         "application/x-ndjson")[0], 200)
            server.until(lambda: server.json("/v1/resources")["total"] == 2)
            rows = {row["k"]: row for row in server.json("/v1/resources")["items"]}
            self.assertEqual(rows["Job"]["n"], bad)
            self.assertLess(len(rows["Job"]["m"]), 1024)
            self.assertEqual(server.json("/v1/resources/prod/%s" % rows["Job"]["id"])["n"], bad)
            for line in server.get("/metrics")[1].decode().splitlines():
                self.assertRegex(line, r"^(# .*|[a-z_]+(\{.*\})? [0-9.]+)$")
            self.assertNotIn(b"<script", server.get("/badge/prod/constructor/constructor.svg")[1])


if __name__ == "__main__":
    unittest.main()
