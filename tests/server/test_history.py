"""History in a file: timelines, recoveries, what changed at a moment, retention, and a disk that is full."""
import datetime
import json
import os
import re
import resource
import sqlite3
import subprocess
import time
import unittest

from served import PATIENCE, VITALS, Server, deployment, folder


def has_history():
    done = subprocess.run([VITALS, "serve", "--listen", "127.0.0.1:0", "--push", "a", "--history", "/no/such/folder/file"],
                          capture_output=True, text=True, timeout=PATIENCE)
    return "no SQLite" not in done.stderr


@unittest.skipUnless(has_history(), "this build has no SQLite")
class History(unittest.TestCase):
    def setUp(self):
        place = folder()
        self.place = place.name
        self.addCleanup(place.cleanup)
        self.file = os.path.join(self.place, "history.db")
        self.version = 0

    def serve(self, *options):
        return Server("--push", "prod", "--grace", "0", "--history", self.file, *options, wait_ready=False)

    def push(self, server, available, name="web", kind="MODIFIED"):
        self.version += 1
        item = deployment(name, uid="u-" + name, available=available, version=self.version)
        server.send("POST", "/v1/clusters/prod/events", json.dumps({"type": kind, "object": item}), "application/x-ndjson")
        if kind != "DELETED":
            self.settled(server, name, available)

    def settled(self, server, name, available):
        word = "Healthy" if available else "Degraded"
        server.until(lambda: [row["s"] for row in server.json("/v1/resources")["items"] if row["n"] == name] == [word])
        server.publish()  # of changes that are published together only the last one has a message

    def begin(self, server, *names):
        self.version += 1
        items = [deployment(name, uid="u-" + name, version=self.version) for name in names or ("web",)]
        server.send("PUT", "/v1/clusters/prod/objects", "\n".join(map(json.dumps, items)), "application/x-ndjson")
        server.until(lambda: server.json("/v1/summary")["counts"][0] == len(items))
        server.quiet()

    def written(self, server):
        for line in server.get("/metrics")[1].decode().splitlines():
            if line.startswith("vitals_history_changes_total "):
                return int(line.split()[1])
        return -1

    def test_timelines_survive_a_restart(self):
        with self.serve() as server:
            self.assertTrue(server.json("/v1/summary")["settings"]["history"])
            self.begin(server)
            begun = time.monotonic()
            self.push(server, False)
            self.push(server, True)
            took = time.monotonic() - begun
        with self.serve() as server:
            self.begin(server)
            self.push(server, False)
            server.until(lambda: len(server.json("/v1/resources/prod/u-web/history")["items"]) == 3)
            answer = server.json("/v1/resources/prod/u-web/history")
            self.assertEqual([(item["was"], item["s"]) for item in answer["items"]],
                             [("Healthy", "Degraded"), ("Degraded", "Healthy"), ("Healthy", "Degraded")])
            self.assertIn("deadline", answer["items"][0]["m"])
            self.assertEqual(answer["recovery"]["episodes"], 1)
            self.assertLessEqual(answer["recovery"]["mean"], took)
            app = server.json("/v1/applications/prod/shop/shop/history")
            self.assertEqual([item["s"] for item in app["items"]], ["Degraded", "Healthy", "Degraded"])
            self.assertEqual(server.get("/v1/applications/prod/shop/none/history")[0], 404)
            # What changed around a moment.
            now = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
            around = server.json("/v1/history?at=%s&window=60" % now)
            self.assertEqual({(item["of"], item["k"], item["n"]) for item in around["items"]},
                             {("resource", "Deployment", "web"), ("application", "App", "shop")})
            self.assertEqual([item["at"] for item in around["items"]], sorted(item["at"] for item in around["items"]))
            self.assertEqual(server.json("/v1/history?at=2020-01-01T00:00:00Z")["items"], [])
            for query in ("", "?at=soon"):
                self.assertEqual(server.get("/v1/history" + query)[0], 400)
            self.push(server, False, kind="DELETED")
            server.until(lambda: "Removed" in [item["s"] for item in server.json("/v1/history?at=%s" % now)["items"]])
        self.assertEqual(server.status, 0)
        database = sqlite3.connect(self.file)
        self.assertEqual(database.execute("PRAGMA integrity_check").fetchone()[0], "ok")
        self.assertGreaterEqual(database.execute("SELECT count(*) FROM change").fetchone()[0], 5)
        database.close()

    def sky(self, server):
        return server.json("/v1/applications")["items"][0]["sky"]

    def query(self, text):
        database = sqlite3.connect(self.file)
        rows = database.execute(text).fetchall()
        database.commit()
        database.close()
        return rows

    def test_the_last_day_survives_a_restart(self):
        with self.serve() as server:
            self.begin(server)
            self.push(server, False)
            self.assertEqual(self.sky(server)[-1], "2")
        self.query("UPDATE sky SET hour=hour-3")  # as if that had been three hours ago
        [(last, hours)] = self.query("SELECT hour, hours FROM sky")
        self.assertEqual(hours[-1], "2")

        def expected():
            away = int(time.time() // 3600) - last
            return hours[away:] + "-" * (away - 1) + "0"

        for _ in range(2):  # written again, and read again
            with self.serve() as server:
                self.begin(server)
                server.until(lambda: self.sky(server) == expected())
        self.query("UPDATE sky SET hour=hour-24")
        with self.serve() as server:
            self.begin(server)
            server.until(lambda: set(self.sky(server)[:-2]) == {"-"} and self.sky(server)[-1] == "0")
        # A file of a version that did not keep it.
        self.query("DROP TABLE sky")
        with self.serve() as server:
            self.begin(server)
        self.assertEqual(len(self.query("SELECT hour FROM sky")), 1)

    def test_without_a_file(self):
        with Server("--push", "prod", "--grace", "0", wait_ready=False) as server:
            self.assertFalse(server.json("/v1/summary")["settings"]["history"])
            self.begin(server)
            self.push(server, False)
            server.until(lambda: server.json("/v1/applications/prod/shop/shop/history")["items"])
            self.assertEqual(server.get("/v1/history?at=2020-01-01T00:00:00Z")[0], 404)

    def test_those_who_see_a_part(self):
        access = os.path.join(self.place, "access.yaml")
        with open(access, "w") as file:
            file.write("rules:\n- groups: [all]\n- groups: [bank]\n  namespaces: [bank]\n")
        everybody = {"X-User": "a", "X-Groups": "all"}
        bank = {"X-User": "b", "X-Groups": "bank"}
        with self.serve("--proxy-user", "X-User", "--proxy-groups", "X-Groups", "--trust", "127.0.0.1", "--access", access) as server:
            for version, available in ((1, True), (2, False)):
                items = [deployment("web", space, available, "u-" + space, version=version) for space in ("shop", "bank")]
                server.send("PUT", "/v1/clusters/prod/objects", "\n".join(map(json.dumps, items)), "application/x-ndjson", everybody)
                server.until(lambda: server.json("/v1/summary", everybody)["counts"][0 if available else 2] == 2)
                server.quiet(everybody)
            now = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
            server.until(lambda: len(server.json("/v1/history?at=" + now, everybody)["items"]) == 4)
            self.assertEqual({item["ns"] for item in server.json("/v1/history?at=" + now, bank)["items"]}, {"bank"})
            self.assertEqual(server.get("/v1/resources/prod/u-shop/history", bank)[0], 404)
            self.assertEqual(server.get("/v1/resources/prod/u-bank/history", bank)[0], 200)

    def test_a_full_disk_ends_history_and_not_the_server(self):
        limit = 96 << 10
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        with self.serve():  # makes the tables
            pass
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, before[1]))
        try:
            server = self.serve()
            server.__enter__()
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
        try:
            names = ["web%d-%s" % (i, "x" * 180) for i in range(200)]
            self.begin(server, *names)

            def ended():
                return any("history has ended" in line for line in server.lines)
            # Changes are written once a second.
            for round_ in range(1000):
                available = round_ % 2 == 1
                self.version += 1
                items = [deployment(name, uid="u-" + name, available=available, version=self.version) for name in names]
                server.send("PUT", "/v1/clusters/prod/objects", "\n".join(map(json.dumps, items)), "application/x-ndjson")
                server.until(lambda: server.json("/v1/summary")["counts"][0 if available else 2] == len(names))
                server.publish()
                if available and ended():
                    break
            self.assertTrue(ended())
            self.assertIn("vitals_history_up 0\n", server.get("/metrics")[1].decode())
            limits = {row["name"]: row["reached"] for row in server.json("/v1/summary")["limits"]}
            self.assertTrue(limits["history_bytes"])
            self.assertEqual(server.get("/healthz")[0], 200)
            self.push(server, False, names[0])
        finally:
            server.__exit__()
        self.assertEqual(server.status, 0)

    def test_the_file_stays_small(self):
        names = ["web%d" % i for i in range(300)]
        with self.serve("--limit", "history_bytes=200000") as server:
            self.begin(server, *names)
            for i in range(6):
                self.version += 1
                items = [deployment(name, uid="u-%s-%d" % (name, i), available=i % 2 == 1, version=self.version) for name in names]
                server.send("PUT", "/v1/clusters/prod/objects", "\n".join(map(json.dumps, items)), "application/x-ndjson")
                server.until(lambda: server.json("/v1/summary")["counts"][0 if i % 2 else 2] == len(names))
        self.assertLess(os.path.getsize(self.file), 300000)

    def test_what_is_kept_for_days(self):
        with self.serve() as server:
            self.begin(server)
            self.push(server, False)
        database = sqlite3.connect(self.file)
        database.execute("UPDATE change SET at=at-3*86400000")
        database.commit()
        database.close()
        with self.serve("--limit", "history_days=2") as server:
            self.begin(server)
            self.push(server, False)
            server.until(lambda: len(server.json("/v1/resources/prod/u-web/history")["items"]) == 1)

    def test_a_file_of_another_version_is_set_aside(self):
        with self.serve() as server:
            self.begin(server)
            self.push(server, False)
            server.until(lambda: server.json("/v1/resources/prod/u-web/history")["items"])
        for version in (0, 2):
            self.query("PRAGMA user_version=%d" % version)
            changes = self.query("SELECT count(*) FROM change")
            with self.serve() as server:
                [aside] = [re.search(r"it is now (\S+),", line)[1] for line in server.lines if "another version" in line]
                self.begin(server)
                self.push(server, False)
                server.until(lambda: server.json("/v1/resources/prod/u-web/history")["items"])
            self.assertEqual(aside, "%s.old-%d" % (self.file, 1 if version == 0 else 2))
            database = sqlite3.connect(aside)
            self.assertEqual(database.execute("SELECT count(*) FROM change").fetchall(), changes)
            database.close()
        # One of this version goes on.
        with self.serve() as server:
            self.assertEqual([line for line in server.lines if "another version" in line], [])

    def test_files_that_cannot_be_used(self):
        other = os.path.join(self.place, "other.db")
        database = sqlite3.connect(other)
        database.execute("CREATE TABLE a(b)")
        database.commit()
        database.close()
        text = os.path.join(self.place, "text")
        with open(text, "w") as file:
            file.write("not a database\n" * 100)
        for path, word in ((other, "another program"), (text, "not a database"), (self.place + "/none/file", "open")):
            done = subprocess.run([VITALS, "serve", "--listen", "127.0.0.1:0", "--push", "a", "--history", path],
                                  capture_output=True, text=True, timeout=PATIENCE)
            self.assertEqual(done.returncode, 3, done.stderr)
            self.assertIn(word, done.stderr)


if __name__ == "__main__":
    unittest.main()
