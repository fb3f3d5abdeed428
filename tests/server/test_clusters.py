"""A cluster that is followed: a small API server of our own, with its lists and watches."""
import http.server
import json
import os
import queue
import socketserver
import threading
import unittest
import urllib.parse

from served import Server, deployment, folder
from test_notify import Receiver

KINDS = {"/api/v1": ("v1", [("pods", "Pod"), ("secrets", "Secret"), ("configmaps", "ConfigMap")]),
         "/apis/apps/v1": ("apps/v1", [("deployments", "Deployment")])}


class Api(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True
    allow_reuse_address = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.items = {}
        self.configmaps = []
        self.lock = threading.Lock()
        self.happened = {"configmaps": [], "deployments": []}  # (version, event)
        self.watches = {"configmaps": [], "deployments": []}
        self.version = 10
        self.asked = []
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, *_):
        pass

    def put_configmap(self, data):
        with self.lock:
            self.version += 1
            kind = "MODIFIED" if self.configmaps else "ADDED"
            self.configmaps = [{"apiVersion": "v1", "kind": "ConfigMap", "data": data,
                                "metadata": {"name": "argocd-cm", "namespace": "argocd", "uid": "u-cm", "resourceVersion": str(self.version)}}]
            self.announce("configmaps", {"type": kind, "object": self.configmaps[0]})

    def announce(self, resource, event):
        """With the lock."""
        self.happened[resource].append((self.version, event))
        for each in self.watches[resource]:
            each.put(event)

    def list(self, resource):
        """What there is of a resource, as of one version."""
        with self.lock:
            items = {"configmaps": self.configmaps, "deployments": list(self.items.values())}.get(resource, [])
            return {"kind": "List", "apiVersion": "v1", "metadata": {"resourceVersion": str(self.version)}, "items": items}

    def begin_watch(self, resource, version):
        """The events after a version, as a real server has them."""
        events = queue.Queue()
        with self.lock:
            for number, event in self.happened[resource]:
                if number > version:
                    events.put(event)
            self.watches[resource].append(events)
        return events

    def put(self, item, kind="MODIFIED"):
        with self.lock:
            self.version += 1
            item["metadata"]["resourceVersion"] = str(self.version)
            self.items[item["metadata"]["uid"]] = item
            if kind == "DELETED":
                del self.items[item["metadata"]["uid"]]
            self.announce("deployments", {"type": kind, "object": item})


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def send(self, body, status=200):
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def do_GET(self):
        path, _, query = self.path.partition("?")
        self.server.asked.append(path)
        if path == "/version":
            return self.send({"major": "1", "minor": "31", "gitVersion": "v1.31.0"})
        if path == "/api":
            return self.send({"kind": "APIVersions", "versions": ["v1"]})
        if path == "/apis":
            version = {"groupVersion": "apps/v1", "version": "v1"}
            return self.send({"kind": "APIGroupList", "apiVersion": "v1", "groups": [
                {"name": "apps", "versions": [version], "preferredVersion": version}]})
        if path in KINDS:
            group_version, kinds = KINDS[path]
            return self.send({"kind": "APIResourceList", "apiVersion": "v1", "groupVersion": group_version, "resources": [
                {"name": name, "singularName": "", "namespaced": True, "kind": kind, "verbs": ["get", "list", "watch"]}
                for name, kind in kinds]})
        if path == "/api/v1/namespaces/argocd/configmaps" or path == "/api/v1/configmaps":
            if "watch=" in query:
                return self.watch(path, query)
            return self.send(self.server.list("configmaps"))
        if path not in ("/api/v1/pods", "/apis/apps/v1/deployments"):
            return self.send({"kind": "Status", "status": "Failure", "code": 404, "reason": "NotFound"}, 404)
        if "sendInitialEvents" in query:  # as servers answer that cannot do it
            return self.send({"kind": "Status", "status": "Failure", "code": 422, "reason": "Invalid"}, 422)
        if "watch=" in query:
            return self.watch(path, query)
        return self.send(self.server.list(path.rpartition("/")[2]))

    def watch(self, path, query):
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        events = queue.Queue()  # Pods do not change
        resource = path.rpartition("/")[2]
        if resource in self.server.watches:
            version = urllib.parse.parse_qs(query).get("resourceVersion", ["0"])[0]
            events = self.server.begin_watch(resource, int(version))
        while True:
            line = (json.dumps(events.get()) + "\n").encode()
            self.wfile.write(b"%x\r\n%s\r\n" % (len(line), line))
            self.wfile.flush()


class Clusters(unittest.TestCase):
    def test_two_clusters_of_which_one_is_away(self):
        api, receiver = Api(), Receiver()
        self.addCleanup(receiver.server_close)
        self.addCleanup(receiver.shutdown)
        api.put(deployment("web", uid="u-1"))
        with folder() as name:
            path = os.path.join(name, "config")
            with open(path, "w") as file:
                json.dump({"apiVersion": "v1", "kind": "Config", "current-context": "here", "users": [{"name": "u", "user": {}}],
                           "clusters": [{"name": "here", "cluster": {"server": "http://127.0.0.1:%d" % api.server_port}},
                                        {"name": "away", "cluster": {"server": "http://127.0.0.1:9"}}],
                           "contexts": [{"name": each, "context": {"cluster": each, "user": "u"}} for each in ("here", "away")]},
                          file)
            with Server("--kubeconfig", path, "--all-contexts", "--grace", "0", "--notify", receiver.url, wait_ready=False) as server:
                def cluster(which):
                    return {each["c"]: each for each in server.json("/v1/summary")["clusters"]}[which]
                server.until(lambda: cluster("here")["state"] == "live")
                server.until(lambda: cluster("here")["counts"][0] == 1)
                server.until(lambda: api.watches["deployments"])
                api.put(deployment("web", uid="u-1", available=False))
                server.until(lambda: cluster("here")["counts"][2] == 1)
                api.put(deployment("web", uid="u-1"), "DELETED")
                server.until(lambda: sum(cluster("here")["counts"]) == 0)
                server.until(lambda: cluster("away")["state"] == "unreachable")
                self.assertRegex(" ".join(cluster("away")["errors"]), r"127\.0\.0\.1:9.*refused")
                self.assertEqual(cluster("here")["errors"], [])
                # One notification for the source, not one for each attempt.
                server.until(lambda: any("source" in each for each in receiver.messages()))
                sources = [each for each in receiver.messages() if "source" in each]
                self.assertEqual([(each["source"]["cluster"], each["to"]) for each in sources], [("away", "Incomplete")])
                self.assertRegex(sources[0]["message"], r"127\.0\.0\.1:9.*refused")
                # Once, not at each attempt.
                self.assertEqual(len([line for line in server.lines if "context away" in line and "refused" in line]), 1)
                self.assertNotIn("/api/v1/secrets", api.asked)
                self.assertIn('vitals_source_up{cluster="here"} 1', server.get("/metrics")[1].decode())
                self.assertIn('vitals_source_up{cluster="away"} 0', server.get("/metrics")[1].decode())
            self.assertEqual(server.status, 0)
        api.shutdown()
        api.server_close()

    def test_an_object_that_cannot_be_read(self):
        """It is an error of its source, and the others are served; without it there is no error."""
        api = Api()
        api.put(deployment("web", uid="u-1"))
        with folder() as name:
            path = os.path.join(name, "config")
            with open(path, "w") as file:
                json.dump({"apiVersion": "v1", "kind": "Config", "current-context": "here", "users": [{"name": "u", "user": {}}],
                           "clusters": [{"name": "here", "cluster": {"server": "http://127.0.0.1:%d" % api.server_port}}],
                           "contexts": [{"name": "here", "context": {"cluster": "here", "user": "u"}}]}, file)
            for broken in ("hello", None, [], {"metadata": "hello"}, {"metadata": {"name": 5}}, {}):
                api.items["broken"] = broken
                with Server("--kubeconfig", path, wait_ready=False) as server:
                    def cluster():
                        return server.json("/v1/summary")["clusters"][0]
                    server.until(lambda: cluster()["state"] == "live")
                    server.until(lambda: cluster()["counts"][0] == 1)
                    server.until(lambda: cluster()["errors"])
                    self.assertRegex(" ".join(cluster()["errors"]), r"^deployments\.apps: ", broken)
                self.assertRegex("".join(server.lines), r"context here: deployments\.apps: ")
            del api.items["broken"]
            with Server("--kubeconfig", path, wait_ready=False) as server:
                server.until(lambda: server.json("/v1/summary")["clusters"][0]["counts"][0] == 1)
                self.assertEqual(server.json("/v1/summary")["clusters"][0]["errors"], [])
        api.shutdown()

    def test_rules_of_the_cluster(self):
        api = Api()
        api.put(deployment("web", uid="u-1"))
        api.put_configmap({"resource.customizations.health.apps_Deployment": "return {status = 'Suspended', message = 'first'}"})
        with folder() as name:
            path = os.path.join(name, "config")
            with open(path, "w") as file:
                json.dump({"apiVersion": "v1", "kind": "Config", "current-context": "here", "users": [{"name": "u", "user": {}}],
                           "clusters": [{"name": "here", "cluster": {"server": "http://127.0.0.1:%d" % api.server_port}}],
                           "contexts": [{"name": "here", "context": {"cluster": "here", "user": "u"}}]}, file)
            with Server("--kubeconfig", path, "--rules-from", "here=cluster", "--grace", "0", wait_ready=False) as server:
                def first():
                    rows = [row for row in server.json("/v1/resources")["items"] if row["k"] == "Deployment"]
                    return (rows[0]["s"], rows[0]["m"]) if rows else None
                server.until(lambda: first() == ("Suspended", "first"))
                server.until(lambda: api.watches["configmaps"])
                api.put_configmap({"resource.customizations.health.apps_Deployment": "return {status = 'Degraded', message = 'second'}"})
                server.until(lambda: first() == ("Degraded", "second"))
                # A rule that is broken.
                api.put_configmap({"resource.customizations.health.apps_Deployment": "return {"})
                server.until(lambda: first()[0] == "Unknown")
            self.assertEqual(server.status, 0)
        api.shutdown()
        api.server_close()


if __name__ == "__main__":
    unittest.main()
