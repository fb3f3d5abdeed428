"""What is quiet, silent or unreachable: only what is known to be wrong is shown as out of date."""
import http.server
import json
import os
import socket
import threading
import unittest

from served import PATIENCE, Server, deployment, folder


class Refusing(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def do_GET(self):
        body = json.dumps({"kind": "Status", "status": "Failure", "code": 401, "reason": "Unauthorized"}).encode()
        self.send_response(401)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


class Silence(unittest.TestCase):
    def test_quiet_is_silent_only_where_signs_of_life_were_announced(self):
        with Server("--push", "prod", "--push", "quiet", "--grace", "0", wait_ready=False) as server:
            def state(name):
                return {each["c"]: each["state"] for each in server.json("/v1/summary")["clusters"]}[name]

            def put(name, query=""):
                server.send("PUT", "/v1/clusters/%s/objects%s" % (name, query), json.dumps(deployment("web", uid="u-1")), "application/x-ndjson")
                server.until(lambda: state(name) == "live")

            def alive(name, query):
                self.assertEqual(server.send("POST", "/v1/clusters/%s/events%s" % (name, query), "", "application/x-ndjson")[0], 200)
            put("quiet")
            put("prod", "?every=1")
            server.until(lambda: state("prod") == "silent")
            # The other one was quiet for longer.
            self.assertEqual(state("quiet"), "live")
            alive("prod", "?every=1")
            self.assertEqual(state("prod"), "live")
            server.until(lambda: state("prod") == "silent")
            # What it last said counts: nothing is announced any longer.
            alive("prod", "")
            self.assertEqual(state("prod"), "live")

    def test_those_who_follow_hear_of_silence(self):
        with Server("--push", "prod", "--grace", "0", wait_ready=False) as server:
            server.send("PUT", "/v1/clusters/prod/objects?every=1", json.dumps(deployment("web", uid="u-1")), "application/x-ndjson")
            with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as stream:
                stream.sendall(b"GET /v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
                got = b""
                for state in (b"silent", b"live"):
                    while b'"state":"%s"' % state not in got:
                        block = stream.recv(65536)
                        self.assertTrue(block, got)
                        got += block
                    got = b""
                    server.send("POST", "/v1/clusters/prod/events?every=3600", "", "application/x-ndjson")

    def test_credentials_that_are_not_accepted(self):
        api = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Refusing)
        threading.Thread(target=api.serve_forever, daemon=True).start()
        with folder() as name:
            path = os.path.join(name, "config")
            with open(path, "w") as file:
                json.dump({"apiVersion": "v1", "kind": "Config", "current-context": "prod", "users": [{"name": "u", "user": {}}],
                           "clusters": [{"name": "prod", "cluster": {"server": "http://127.0.0.1:%d" % api.server_port}}],
                           "contexts": [{"name": "prod", "context": {"cluster": "prod", "user": "u"}}]}, file)
            with Server("--kubeconfig", path, wait_ready=False) as server:
                server.until(lambda: server.json("/v1/summary")["clusters"][0]["state"] == "unreachable")
                self.assertRegex(server.json("/v1/summary")["clusters"][0]["errors"][0], "credentials")
        api.shutdown()
        api.server_close()


if __name__ == "__main__":
    unittest.main()
