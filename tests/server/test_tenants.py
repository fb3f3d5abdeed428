"""Two tenants of one server: over every route, each gets byte for byte what a server with its data alone answers. Only
times and the numbers of a server's run are left out."""
import json
import os
import random
import re
import socket
import unittest

from served import PATIENCE, Server, deployment, folder

ACCESS = """
rules:
- groups: [platform]
- groups: [shop]
  clusters: [prod]
  namespaces: [shop]
- groups: [bank]
  clusters: [prod, dev]
  namespaces: [bank]
"""
RULES = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "argocd-cm"}, "data": {
    "resource.customizations.health.example.com_Widget": "return {status = obj.status.phase, message = 'it is ' .. obj.status.phase}",
    "resource.customizations.health.example.com_Broken": "error('no ' .. obj.metadata.name)"}}
EVERYBODY = {"X-User": "root", "X-Groups": "platform"}
TENANTS = {"shop": {"X-User": "eve", "X-Groups": "other, shop"}, "bank": {"X-User": "bob", "X-Groups": "bank"}}
# When something happened, how long ago, and what counts the assessments of a run.
RUN = re.compile(r'"(asOf|since|changed|last|at|eventId|next)\\?":\\?"[^"]*"|"(seq|age|silent|p99|us|ms)":[0-9.]+|'
                 r'_seconds(_[a-z]+)?(\{[^}]*\})? [0-9.e-]+|id: [0-9-]+|"id":"[0-9]{10,}-[0-9]+",?|"hello":"[^"]*"|'
                 r'"sky":"[^"]*"|"atLeast":true,?|,?"epoch":"[0-9]+"|(?m:^[0-9A-F]+\r$)')


def objects():
    """What both clusters hold: by namespace, with owners, applications and rules that fail."""
    draw = random.Random(17)
    found = {"prod": [], "dev": []}
    for cluster, items in found.items():
        for namespace in ("shop", "bank", "other"):
            for i in range(12):
                uid = "%s-%s-%d" % (cluster, namespace, i)
                item = deployment("d%d" % i, namespace, draw.random() < 0.7, uid, {"app.kubernetes.io/instance": "app%d" % (i % 3)})
                items.append(item)
                items.append({"apiVersion": "v1", "kind": "Pod", "metadata": {
                    "name": "p%d" % i, "namespace": namespace, "uid": uid + "-pod",
                    "ownerReferences": [{"apiVersion": "apps/v1", "kind": "Deployment", "name": "d%d" % i, "uid": uid, "controller": True}]},
                    "status": {"phase": draw.choice(["Running", "Pending", "Failed"])}})
            for i in range(4):
                items.append({"apiVersion": "example.com/v1", "kind": draw.choice(["Widget", "Broken", "Strange"]),
                              "metadata": {"name": "w%d" % i, "namespace": namespace, "uid": "%s-%s-w%d" % (cluster, namespace, i)},
                              "status": {"phase": draw.choice(["Healthy", "Degraded", "Progressing"])}})
    return found


def mine(found, tenant):
    clusters = ("prod",) if tenant == "shop" else ("prod", "dev")
    return {c: [each for each in found[c] if each["metadata"]["namespace"] == tenant] for c in clusters}


def without_times(value):
    if isinstance(value, dict):
        return {key: without_times(each) for key, each in value.items()
                if key not in ("since", "changed", "last", "at", "asOf", "atLeast", "sky", "epoch", "eventId")}
    return [without_times(each) for each in value] if isinstance(value, list) else value


def said(text):
    """What a stream says at last about each thing: how many changes become one event depends on the moment."""
    last = {}
    for block in re.split(r"\r?\n\r?\n|\n", text) if "ndjson" in text else text.split("\n\n"):
        found = re.search(r'"event":"(\w+)".*"data":(.*)\}\s*$', block) if "ndjson" in text else \
            re.search(r"event: (\w+)\ndata: (.*)", block)
        if found:
            data = without_times(json.loads(found[2]))
            last[found[1], data.get("c"), data.get("ns"), data.get("n"), data.get("id")] = data
    return last


def stream(server, path, headers, during, tenant):
    """What a stream of events says about what happens: the head, and the last event about each thing but counts."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as connection:
        fields = "".join("%s: %s\r\n" % each for each in headers.items())
        connection.sendall(("GET %s HTTP/1.1\r\nHost: localhost\r\n%s\r\n" % (path, fields)).encode())
        got = b""

        def read_until(text):
            nonlocal got
            while text.encode() not in got:
                block = connection.recv(65536)
                assert block, got
                got += block
        read_until("\r\n\r\n")
        if b" 200 " not in got[:20]:
            return sorted(line for line in got.decode().split("\r\n") if not line.startswith("Date:")), {}
        read_until("event: " if "after=" in path else '"hello"' if "ndjson" in path else "event: hello")
        name = during(server)
        if "cluster=dev" not in path and "after=" not in path:
            app = [each for each in server.json("/v1/applications?cluster=prod", headers)["items"] if each["n"] == tenant][0]
            read_until('"counts":' + json.dumps(app["counts"], separators=(",", ":")) + ',"sky"')
            if "resources=1" in path:
                read_until('"n":"%s","s"' % name)
    head, _, body = got.decode().partition("\r\n\r\n")
    # Chunks are cut where a moment ended.
    body = re.sub(r"(?m)^[0-9A-F]+\r\n", "", body).replace("\r\n", "")
    last = said(head + "\n\n" + body)
    return sorted(line for line in head.split("\r\n") if not line.startswith("Date:")), \
        {key: each for key, each in last.items() if key[0] != "summary"}


def widget_of(tenant, draw):
    name = "new%d" % draw.randrange(1000000)
    return {"apiVersion": "example.com/v1", "kind": "Widget",
            "metadata": {"name": name, "namespace": tenant, "uid": name}, "status": {"phase": draw.choice(["Missing", "Degraded"])}}


class Tenants(unittest.TestCase):
    def setUp(self):
        self.folder = folder()
        self.addCleanup(self.folder.cleanup)
        for name, text in (("access.yaml", ACCESS), ("cm.yaml", json.dumps(RULES))):
            with open(os.path.join(self.folder.name, name), "w") as file:
                file.write(text)

    def serve(self, clusters, *options):
        pushed = [word for each in clusters for word in ("--push", each)]
        return Server(*pushed, "--grace", "0", "--proxy-user", "X-User", "--proxy-groups", "X-Groups", "--trust", "127.0.0.1",
                      "--access", os.path.join(self.folder.name, "access.yaml"),
                      "--argocd-cm", os.path.join(self.folder.name, "cm.yaml"), *options, wait_ready=False)

    def fill(self, server, found):
        for cluster, items in found.items():
            status, body = server.send("PUT", "/v1/clusters/%s/objects" % cluster, "\n".join(map(json.dumps, items)),
                                       "application/x-ndjson", EVERYBODY)
            self.assertEqual(status, 200, body)
        count = sum(map(len, found.values()))
        server.until(lambda: server.json("/v1/resources", EVERYBODY)["total"] == count)
        server.quiet(EVERYBODY)
        for headers in TENANTS.values():
            server.publish(headers)

    def happen(self, server, item):
        count = server.json("/v1/resources", EVERYBODY)["total"]
        status, body = server.send("POST", "/v1/clusters/prod/events", json.dumps({"type": "ADDED", "object": item}),
                                   "application/x-ndjson", EVERYBODY)
        self.assertEqual(status, 200, body)
        server.until(lambda: server.json("/v1/resources", EVERYBODY)["total"] == count + 1)
        server.until(lambda: b"vitals_queued 0" in server.get("/metrics", EVERYBODY)[1])
        server.until(lambda: server.json("/v1/resources?q=" + item["metadata"]["name"], EVERYBODY)["items"][0]["s"] ==
                     item["status"]["phase"])

    def paths(self, server, found):
        """Each route of GET that the description lists, for everything that is anywhere."""
        out = []
        uids = [(c, each["metadata"]["uid"]) for c, items in found.items() for each in items]
        apps = [(c, ns, app) for c in found for ns in ("shop", "bank", "other", "none")
                for app in ("app0", "app1", "app2", "shop", "bank", "none")]
        for path, methods in server.json("/v1/openapi.json")["paths"].items():
            if "get" not in methods or path in ("/v1/events", "/v1/session"):
                continue
            if "{id}" in path:
                out += [path.replace("{c}", c).replace("{id}", uid) for c, uid in uids]
            elif "{app}" in path:
                out += [path.replace("{c}", c).replace("{ns}", ns).replace("{app}", app) for c, ns, app in apps]
            else:
                self.assertNotIn("{", path)
                out.append(path)
        for query in ("health=Degraded", "cluster=prod", "cluster=dev", "cluster=none", "q=d1", "q=bank", "q=shop", "limit=3", "q=w"):
            out += ["/v1/resources?" + query, "/v1/applications?" + query]
        return out + ["/v1/summary?raw=1", "/v1/history?at=2026-01-02T14:02:00Z", "/nothing"]

    def shown(self, server, path, headers):
        status, fields, body = server.request("GET", path, None, headers)
        text = body.decode()
        names = sorted(name for name in fields if name not in ("Date", "ETag", "Content-Length"))
        return "%s %d %s %s" % (path, status, [(name, fields[name]) for name in names], RUN.sub("", text))

    def compare(self, *options):
        found = objects()
        differ, compared = [], 0
        draw = random.Random(18)
        with self.serve(found, *options) as server:
            self.fill(server, found)
            paths = self.paths(server, found)
            for tenant, headers in TENANTS.items():
                own = mine(found, tenant)
                with self.serve(own, *options) as alone:
                    self.fill(alone, own)
                    for path in paths:
                        ours, theirs = self.shown(server, path, headers), self.shown(alone, path, headers)
                        compared += 1
                        if ours != theirs:
                            differ.append((tenant, ours, theirs))
                    for path in ("/v1/events", "/v1/events?resources=1", "/v1/events?cluster=dev&format=ndjson",
                                 "/v1/events?app=prod/bank/app0", "/v1/events?after=1-1&resources=1"):
                        change = widget_of(tenant, draw)

                        def happens(to):
                            if to is server:  # what others do is not seen
                                self.happen(to, {**widget_of("other", draw), "status": {"phase": "Suspended"}})
                            self.happen(to, change)
                            return change["metadata"]["name"]
                        ours, theirs = (stream(each, path, headers, happens, tenant) for each in (server, alone))
                        compared += 1
                        if ours != theirs:
                            differ.append((tenant, path, ours, theirs))
                    # An answer does not say whether an object is hidden or does not exist.
                    other = found["prod"][-1]["metadata"]["uid"]
                    hidden = self.shown(server, "/v1/resources/prod/" + other, headers).replace(other, "")
                    nowhere = self.shown(server, "/v1/resources/prod/nowhere", headers).replace("nowhere", "")
                    self.assertEqual(hidden, nowhere)
        self.assertEqual([row[1].split(" ")[0] for row in differ], [], differ[:1])
        self.assertGreater(compared, 1000)

    def test_each_sees_what_a_server_of_its_own_would_show(self):
        self.compare()

    def test_and_with_isolated_rules_and_no_objects(self):
        self.compare("--isolate-rules", "--no-objects")


if __name__ == "__main__":
    unittest.main()
