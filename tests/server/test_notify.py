"""Notifications to a receiver of our own: recovery, retries, signatures, digests, flapping (A15)."""
import hashlib
import hmac
import http.server
import json
import os
import socket
import socketserver
import subprocess
import threading
import time
import unittest

from served import PATIENCE, VITALS, Server, deployment, folder

KEY = "0123456789abcdef-key"


class Receiver(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.got = []  # (headers, body)
        self.answers = []  # statuses that come before 200
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self):
        return "http://127.0.0.1:%d/hook" % self.server_port

    def messages(self):
        return [json.loads(body) for _, body, status in self.got if status == 200]


class Handler(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        status = self.server.answers.pop(0) if self.server.answers else 200
        self.server.got.append((dict(self.headers), body, status))
        self.send_response(status)
        if status == 302:
            self.send_header("Location", "http://127.0.0.1:%d/other" % self.server.server_port)
        self.send_header("Content-Length", "0")
        self.end_headers()


class Notify(unittest.TestCase):
    def setUp(self):
        self.receiver = Receiver()
        self.addCleanup(self.receiver.server_close)
        self.addCleanup(self.receiver.shutdown)
        self.version = 1

    def serve(self, *options, grace="0", url=None):
        return Server("--push", "prod", "--grace", grace, "--notify", url or self.receiver.url, *options, wait_ready=False)

    def push(self, server, available, name="web", kind="MODIFIED"):
        self.version += 1
        self.send(server, deployment(name, uid="u-" + name, available=available, version=self.version), kind)

    def send(self, server, item, kind="MODIFIED"):
        status, body = server.send("POST", "/v1/clusters/prod/events", json.dumps({"type": kind, "object": item}),
                                   "application/x-ndjson")
        self.assertEqual(status, 200, body)

    def begin(self, server, *available):
        items = [deployment("web%s" % (i or ""), uid="u-web%s" % (i or ""), available=each, version=1)
                 for i, each in enumerate(available)]
        server.send("PUT", "/v1/clusters/prod/objects", "\n".join(map(json.dumps, items)), "application/x-ndjson")
        server.until(lambda: sum(server.json("/v1/summary")["counts"]) == len(items) and server.get("/readyz")[0] == 200)
        server.quiet()

    def health(self, server, word):
        server.until(lambda: server.json("/v1/applications")["items"][0]["s"] == word)
        server.publish()

    def test_down_and_up(self):
        with self.serve("--notify-pause", "0", "--public-url", "https://vitals.example.com/base/") as server:
            self.begin(server, True)
            self.push(server, False)
            server.until(lambda: len(self.receiver.messages()) == 1)
            self.push(server, True)
            server.until(lambda: len(self.receiver.messages()) == 2)
            down, up = self.receiver.messages()
            self.assertEqual(down["application"], {"cluster": "prod", "namespace": "shop", "name": "shop", "kind": "App"})
            self.assertEqual((down["from"], down["to"], up["from"], up["to"]), ("Healthy", "Degraded", "Degraded", "Healthy"))
            self.assertEqual((down["because"]["kind"], down["because"]["name"]), ("Deployment", "web"))
            self.assertIn("deadline", down["because"]["message"])
            self.assertEqual(down["link"], "https://vitals.example.com/base/app/prod/shop/shop")
            self.assertNotIn("because", up)
            headers = self.receiver.got[0][0]
            self.assertEqual(headers["Content-Type"], "application/json")
            self.assertNotIn("X-Vitals-Signature", headers)
            self.assertNotEqual(headers["X-Vitals-Delivery"], self.receiver.got[1][0]["X-Vitals-Delivery"])
            metrics = server.get("/metrics")[1].decode()
            self.assertIn('vitals_notifications_total{result="sent"} 2\n', metrics)

    def test_what_is_bad_at_the_start_is_not_announced_but_its_recovery_is(self):
        with self.serve("--notify-pause", "0") as server:
            self.begin(server, False)
            self.assertEqual(self.receiver.messages(), [])
            self.push(server, True)
            server.until(lambda: len(self.receiver.messages()) == 1)
            self.assertEqual((self.receiver.messages()[0]["from"], self.receiver.messages()[0]["to"]), ("Degraded", "Healthy"))

    def test_removal_of_what_was_bad(self):
        with self.serve("--notify-pause", "0") as server:
            self.begin(server, True)
            self.push(server, False)
            server.until(lambda: len(self.receiver.messages()) == 1)
            self.push(server, False, kind="DELETED")
            server.until(lambda: [m["to"] for m in self.receiver.messages()] == ["Degraded", "Removed"])

    def test_retries_and_signature(self):
        with folder() as place:
            key = os.path.join(place, "key")
            with open(key, "w") as file:
                file.write(KEY + "\n")
            with self.serve("--notify-pause", "0", "--notify-key", key) as server:
                self.begin(server, True)
                self.receiver.answers = [500, 429]
                self.push(server, False)
                server.until(lambda: len(self.receiver.messages()) == 1)
                self.assertEqual([status for _, _, status in self.receiver.got], [500, 429, 200])
                self.assertEqual(len({headers["X-Vitals-Delivery"] for headers, _, _ in self.receiver.got}), 1)
                for headers, body, _ in self.receiver.got:
                    wanted = "sha256=" + hmac.new(KEY.encode(), body, hashlib.sha256).hexdigest()
                    self.assertEqual(headers["X-Vitals-Signature"], wanted)
                # What the receiver refuses is not sent again, and redirects are not followed.
                self.receiver.answers = [400, 302]
                self.push(server, True)
                server.until(lambda: any("answered 400" in line for line in server.lines))
                self.push(server, False)
                server.until(lambda: any("answered 302" in line for line in server.lines))
                self.push(server, True)
                server.until(lambda: len(self.receiver.messages()) == 2)
                self.assertIn('vitals_notifications_total{result="failed"} 2\n', server.get("/metrics")[1].decode())

    def test_one_a_pause_then_a_digest(self):
        """On a busy machine the pause may be over too early: then it needs a longer one."""
        self.assertTrue(any(self.digest_after(seconds) for seconds in (1, 4, 16, 64)))

    def digest_after(self, seconds):
        """Whether everything happened within the pause."""
        self.receiver.got.clear()
        with self.serve("--notify-pause", "%ds" % seconds) as server:
            self.begin(server, True)
            begun = time.monotonic()
            self.push(server, False)
            server.until(lambda: len(self.receiver.messages()) == 1)
            for available in (True, False, True):
                self.push(server, available)
                self.health(server, "Healthy" if available else "Degraded")
            received = len(self.receiver.messages())
            if time.monotonic() - begun >= seconds:
                return False
            self.assertEqual(received, 1)
            server.until(lambda: len(self.receiver.messages()) >= 2)
            digest = self.receiver.messages()[1]
            self.assertEqual((digest["from"], digest["to"], digest["changes"]), ("Degraded", "Healthy", 3))
            return True

    def test_a_blip_is_not_announced(self):
        with self.serve("--notify-pause", "0", grace="1h") as server:
            self.begin(server, True)
            # A Deployment past its deadline is bad for good, and would not wait. A claim that is lost may come back.
            for phase, raw in (("Bound", None), ("Lost", "Degraded"), ("Bound", None)):
                self.version += 1
                self.send(server, {"apiVersion": "v1", "kind": "PersistentVolumeClaim", "status": {"phase": phase}, "metadata": {
                    "name": "data", "namespace": "shop", "uid": "u-data", "resourceVersion": str(self.version)}})
                server.until(lambda: [row.get("raw") for row in server.json("/v1/resources")["items"] if row["n"] == "data"] == [raw])
                server.until(lambda: server.json("/v1/applications")["items"][0].get("raw") == raw)
                server.publish()
            self.assertEqual(self.receiver.messages(), [])

    def test_flapping_is_announced_once(self):
        with self.serve("--notify-pause", "0") as server:
            self.begin(server, True)
            for i in range(12):
                self.push(server, i % 2 == 1)
                self.health(server, "Healthy" if i % 2 else "Degraded")
            server.until(lambda: any(message.get("flapping") for message in self.receiver.messages()))
            time.sleep(0.3)
            messages = self.receiver.messages()
            self.assertEqual(sum(1 for message in messages if message.get("flapping")), 1)
            self.assertTrue(messages[-1].get("flapping"), messages)
            self.assertLessEqual(len(messages), 5)

    def test_a_receiver_that_is_away(self):
        # The port stays taken: no other program can get it.
        away = socket.socket()
        self.addCleanup(away.close)
        away.bind(("127.0.0.1", 0))
        with self.serve("--notify-pause", "0", url="http://127.0.0.1:%d/hook" % away.getsockname()[1]) as server:
            self.begin(server, True)
            self.push(server, False)
            server.until(lambda: "vitals_notifications_waiting 1\n" in server.get("/metrics")[1].decode())
            self.assertEqual(server.get("/healthz")[0], 200)
        self.assertEqual(server.status, 0)

    def test_options(self):
        with folder() as place:
            short = os.path.join(place, "key")
            with open(short, "w") as file:
                file.write("short")
            for options, text in ((["--notify", "ftp://a/"], "http"), (["--notify-key", short], "--notify"),
                                  (["--notify", "http://a/", "--notify-key", short], "shorter"),
                                  (["--notify", "http://a/", "--notify-pause", "soon"], "--notify-pause")):
                done = subprocess.run([VITALS, "serve", "--listen", "127.0.0.1:0", "--push", "a", *options],
                                      capture_output=True, text=True, timeout=PATIENCE)
                self.assertIn(done.returncode, (2, 3), options)
                self.assertIn(text, done.stderr)


if __name__ == "__main__":
    unittest.main()
