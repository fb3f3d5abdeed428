"""Logins, and what each sees: acceptance A11 of the server."""
import json
import os
import re
import subprocess
import unittest

from served import PATIENCE, VITALS, Server, deployment, folder

TOKEN = "0123456789abcdef0123456789abcdef"


def write(name, text):
    with open(name, "w") as file:
        file.write(text)
    return name


class Login(unittest.TestCase):
    def setUp(self):
        self.folder = folder()
        self.addCleanup(self.folder.cleanup)
        self.token = write(os.path.join(self.folder.name, "token"), TOKEN + "\n")

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def test_token(self):
        with Server("--push", "prod", "--login-token", self.token, wait_ready=False) as server:
            self.assertEqual(server.get("/healthz")[0], 200)
            self.assertEqual(server.get("/v1/openapi.json")[0], 200)
            self.assertEqual(server.json("/v1/session"), {"login": True})
            for path in ("/v1/summary", "/v1/applications", "/v1/events", "/metrics", "/v1/rules", "/v1/resources/prod/x"):
                self.assertEqual(server.get(path)[0], 401, path)
            self.assertEqual(server.send("POST", "/v1/assess", "{}")[0], 401)
            for wrong in ("Bearer " + TOKEN[:-1], "Bearer " + TOKEN + "x", "Bearer ", "Basic " + TOKEN, TOKEN):
                self.assertEqual(server.get("/v1/summary", {"Authorization": wrong})[0], 401, wrong)
            right = {"Authorization": "Bearer " + TOKEN}
            self.assertEqual(server.get("/v1/summary", right)[0], 200)
            # The cookie for EventSource.
            self.assertEqual(server.send("POST", "/v1/session", json.dumps({"token": "x" * 32}))[0], 401)
            status, fields, _ = server.request("POST", "/v1/session", json.dumps({"token": TOKEN}),
                                               {"Content-Type": "application/json"})
            self.assertEqual(status, 200)
            self.assertIn("HttpOnly; SameSite=Strict; Path=/", fields["Set-Cookie"])
            cookie = {"Cookie": "a=b; " + fields["Set-Cookie"].split(";")[0]}
            self.assertEqual(server.get("/v1/summary", cookie)[0], 200)
            self.assertEqual(server.get("/v1/summary", {"Cookie": "vitals_session=" + "0" * 64})[0], 401)
            # Another token ends the sessions of the old one.
            write(self.token, "z" * 40)
            self.assertEqual(server.get("/v1/summary", right)[0], 401)
            self.assertEqual(server.get("/v1/summary", cookie)[0], 401)
            self.assertEqual(server.get("/v1/summary", {"Authorization": "Bearer " + "z" * 40})[0], 200)
        self.assertNotIn(TOKEN, "".join(server.lines))

    def test_refused_starts(self):
        short = write(self.path("short"), "abc")
        rows = [(["--listen", "0.0.0.0:0"], "--login-token"), (["--login-token", short], "32 bytes"),
                (["--login-token", self.path("none")], "none"), (["--listen", "nowhere:1"], "address"),
                (["--proxy-user", "X-User"], "--trust"), (["--access", short], "login"),
                (["--proxy-user", "X-User", "--trust", "10.0.0.0/99"], "10.0.0.0/99"), (["--grace", "soon"], "--grace")]
        for options, text in rows:
            done = subprocess.run([VITALS, "serve", "--listen", "127.0.0.1:0", "--push", "a", *options],
                                  capture_output=True, text=True, timeout=PATIENCE)
            self.assertIn(done.returncode, (2, 3), options)
            self.assertIn(text, done.stderr)

    def proxied(self, *options):
        return Server("--push", "prod", "--grace", "0", "--proxy-user", "X-User", "--proxy-groups", "X-Groups",
                      "--trust", "127.0.0.1", *options, wait_ready=False)

    def test_proxy(self):
        with self.proxied() as server:
            self.assertEqual(server.get("/v1/summary")[0], 401)
            self.assertEqual(server.get("/v1/summary", {"X-User": "alice"})[0], 200)
            self.assertEqual(server.json("/v1/session", {"X-User": "alice"})["user"], "alice")
        with Server("--push", "a", "--proxy-user", "X-User", "--trust", "10.0.0.0/8", wait_ready=False) as server:
            self.assertEqual(server.get("/v1/summary", {"X-User": "alice"})[0], 401)

    def test_tenants_see_what_servers_of_their_own_would_show(self):
        access = write(self.path("access.yaml"), """
rules:
- groups: [platform]
- groups: [shop]
  clusters: [prod]
  namespaces: [shop]
- users: [bob]
  clusters: [dev]
""")
        prod = [deployment("a", "shop", uid="1"), deployment("b", "shop", False, uid="2"), deployment("c", "bank", False, uid="3")]
        dev = [deployment("d", "shop", uid="4")]

        def push(server, cluster, items, headers):
            status, body = server.send("PUT", "/v1/clusters/%s/objects" % cluster, "\n".join(map(json.dumps, items)),
                                       "application/x-ndjson", headers)
            self.assertEqual(status, 200, body)

        def shown(server, headers):
            """Everything that a client can read, without what names the server's run."""
            paths = ["/v1/summary", "/v1/applications", "/v1/resources", "/v1/rules", "/metrics",
                     "/v1/resources/prod/1", "/v1/resources/prod/2", "/v1/resources/prod/3", "/v1/resources/dev/4",
                     "/v1/applications/prod/shop/shop", "/v1/applications/prod/bank/bank", "/badge/prod/bank/bank.svg",
                     "/v1/resources/prod/3/object", "/v1/resources/prod/3/history", "/v1/resources?q=bank", "/v1/events?cluster=none",
                     "/v1/events?cluster=dev", "/v1/resources?cluster=dev", "/v1/applications?cluster=dev"]
            text = "\n".join("%s %d %s" % (path, *server.get(path, headers)) for path in paths)
            # How many changes there were depends on how many objects were assessed at a time.
            text = re.sub(r'"(asOf|since|changed|last|eventId)\\?":\\?"[^"]*"|since_seconds({[^}]*}) \d+|_seconds({[^}]*}) \d+', "", text)
            return text
        everybody = {"X-User": "root", "X-Groups": "platform"}
        shop = {"X-User": "eve", "X-Groups": "other, shop"}
        bob = {"X-User": "bob"}
        with self.proxied("--access", access, "--push", "dev") as server, self.proxied("--access", access) as alone_shop:
            push(server, "prod", prod, everybody)
            push(server, "dev", dev, everybody)
            push(alone_shop, "prod", prod[:2], everybody)
            server.until(lambda: server.json("/v1/resources", everybody)["total"] == 4)
            alone_shop.until(lambda: alone_shop.json("/v1/resources", everybody)["total"] == 2)
            for each in (server, alone_shop):
                for headers in (everybody, shop, bob):
                    each.publish(headers)
            self.assertEqual(server.json("/v1/resources", shop)["total"], 2)
            self.assertEqual(server.json("/v1/resources", bob)["total"], 1)
            self.assertEqual([c["c"] for c in server.json("/v1/summary", shop)["clusters"]], ["prod"])
            self.assertEqual(server.get("/v1/summary", {"X-User": "nobody", "X-Groups": "none"})[0], 403)
            for headers in (shop, bob):
                self.assertEqual(server.send("PUT", "/v1/clusters/prod/objects", "{}", "application/json", headers)[0], 403)
            ours, theirs = shown(server, shop), shown(alone_shop, shop)
            self.assertEqual(ours.split("\n"), theirs.split("\n"))

    def test_access_file(self):
        for text, word in (("rules: 1", "rules"), ("rules: [{groups: [a], colour: [b]}]", "colour"),
                           ("rules: [{clusters: [a]}]", "neither"), ("rules: [{groups: []}]", "empty"), ("rules: [", "")):
            access = write(self.path("bad.yaml"), text)
            done = subprocess.run([VITALS, "serve", "--listen", "127.0.0.1:0", "--push", "a", "--login-token", self.token,
                                   "--access", access], capture_output=True, text=True, timeout=PATIENCE)
            self.assertEqual(done.returncode, 3, text)
            self.assertIn(word, done.stderr)


if __name__ == "__main__":
    unittest.main()
