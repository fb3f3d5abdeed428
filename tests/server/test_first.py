"""A first list, also after a restart, makes no history and no notification. What happens afterwards does."""
import datetime
import json
import os
import random
import unittest

from served import Server, deployment, folder
from test_clusters import Api
from test_notify import Receiver

NOW = "%Y-%m-%dT%H:%M:%SZ"


def healthy(i):
    return {"apiVersion": "v1", "kind": "Service", "spec": {"type": "ClusterIP"},
            "metadata": {"name": "s%d" % i, "namespace": "shop", "uid": "u-s%d" % i, "resourceVersion": "1"}}


def web(available, version):
    return deployment("web", uid="u-web", available=available, version=version)


def objects(seed, available):
    """Some thousand, so that they are assessed in several slices; what is bad comes among the last."""
    chance = random.Random(seed)
    count = chance.randrange(1500, 3500)
    found = [healthy(i) for i in range(count)]
    found.insert(count - chance.randrange(1, 40), web(available, 1))
    return found


class Pushed:
    options = ("--push", "prod")

    def begin(self, server, found):
        server.send("PUT", "/v1/clusters/prod/objects", "\n".join(map(json.dumps, found)), "application/x-ndjson")

    def change(self, server, available, version):
        event = {"type": "MODIFIED", "object": web(available, version)}
        server.send("POST", "/v1/clusters/prod/events", json.dumps(event), "application/x-ndjson")

    def close(self):
        pass


class Files:
    def __init__(self, found):
        self.place = folder()
        self.found = found
        self.write(found)
        self.options = ("-f", self.place.name)

    def write(self, found):
        with open(os.path.join(self.place.name, "new"), "w") as file:
            file.write("\n".join(map(json.dumps, found)))
        os.replace(file.name, os.path.join(self.place.name, "objects.json"))

    def begin(self, server, found):
        pass

    def change(self, server, available, version):
        self.write([each if each["kind"] == "Service" else web(available, version) for each in self.found])

    def close(self):
        self.place.cleanup()


class Cluster:
    def __init__(self, found):
        self.place = folder()
        self.api = Api()
        # This server has Deployments alone: many good ones stand for the Services.
        for each in found:
            name, bad = each["metadata"]["name"], each["kind"] == "Deployment"
            self.api.put(each if bad else deployment(name, uid="u-" + name))
        config = os.path.join(self.place.name, "config")
        with open(config, "w") as file:
            json.dump({"apiVersion": "v1", "kind": "Config", "current-context": "prod", "users": [{"name": "u", "user": {}}],
                       "clusters": [{"name": "prod", "cluster": {"server": "http://127.0.0.1:%d" % self.api.server_port}}],
                       "contexts": [{"name": "prod", "context": {"cluster": "prod", "user": "u"}}]}, file)
        self.options = ("--kubeconfig", config)

    def begin(self, server, found):
        pass

    def change(self, server, available, version):
        self.api.put(web(available, version))

    def close(self):
        self.api.shutdown()
        self.api.server_close()
        self.place.cleanup()


class First(unittest.TestCase):
    def setUp(self):
        self.receiver = Receiver()
        self.addCleanup(self.receiver.server_close)
        self.addCleanup(self.receiver.shutdown)
        place = folder()
        self.addCleanup(place.cleanup)
        self.history = os.path.join(place.name, "history.db")

    def serve(self, source, grace):
        return Server(*source.options, "--grace", grace, "--notify", self.receiver.url, "--notify-pause", "0",
                      "--history", self.history, wait_ready=False)

    def changes(self, server):
        """Of everything in the file, and of the application."""
        now = datetime.datetime.now(datetime.timezone.utc).strftime(NOW)
        return [(each["of"], each["n"], each["was"], each["s"])
                for each in server.json("/v1/history?window=3600&at=" + now)["items"]]

    def run_source(self, source, found, grace, available):
        word, other = ("Healthy", "Degraded") if available else ("Degraded", "Healthy")
        with self.serve(source, grace) as server:
            source.begin(server, found)
            server.until(lambda: sum(server.json("/v1/summary")["counts"]) == len(found))
            server.quiet()
            server.until(lambda: server.json("/v1/applications")["items"][0]["s"] == word)
            server.publish()
            # The first thing that is announced and written is the first thing that happens.
            source.change(server, not available, 100)
            server.until(lambda: self.receiver.messages())
            first = self.receiver.messages()[0]
            self.assertEqual((first["from"], first["to"]), (word, other))
            self.assertEqual(first.get("changes"), None)
            server.until(lambda: len(self.changes(server)) >= 2)
            changes = self.changes(server)
            self.assertEqual({each[0] for each in changes}, {"application", "resource"})
            self.assertEqual({each[2:] for each in changes}, {(word, other)})
            self.assertEqual(len(changes), 2)

    def each_way(self, make):
        for seed in range(4):
            # What is bad at first; seeds with an odd number begin well, and a first failure is announced.
            available = seed % 2 == 1
            found = objects(seed, available)
            source = make(found)
            self.receiver.got.clear()
            if os.path.exists(self.history):
                os.remove(self.history)
            try:
                with self.subTest(seed=seed):
                    self.run_source(source, found, "0", available)
            finally:
                source.close()

    def test_a_first_push(self):
        self.each_way(lambda found: Pushed())

    def test_files(self):
        self.each_way(Files)

    def test_the_first_list_of_a_cluster(self):
        self.each_way(Cluster)

    def test_a_restart(self):
        """The history of the run before goes on: what was bad before is neither written again nor announced."""
        found = objects(7, False)
        for grace in ("0", "1s", "30s"):
            with self.serve(Pushed(), grace) as server:
                Pushed().begin(server, found)
                server.until(lambda: sum(server.json("/v1/summary")["counts"]) == len(found))
                server.quiet()
                self.assertEqual(server.json("/v1/applications")["items"][0]["s"], "Degraded")
                self.assertEqual(server.json("/v1/applications")["items"][0]["sky"][-1], "2")
            # Whatever waited was written when it ended.
            with self.serve(Pushed(), grace) as server:
                self.assertEqual(self.changes(server), [])
        self.assertEqual(self.receiver.messages(), [])


if __name__ == "__main__":
    unittest.main()
