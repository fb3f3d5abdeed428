"""Heads of requests that are refused from everybody: acceptance A10 and A11 of the server."""
import gzip
import json
import os
import re
import socket
import unittest

from served import PATIENCE, Server, deployment, folder, raw

HOST = b"Host: localhost\r\n"
JSON = b"Content-Type: application/json\r\n"


def get(fields, path=b"/healthz", method=b"GET", version=b"HTTP/1.1"):
    return method + b" " + path + b" " + version + b"\r\n" + fields + b"\r\n"


def post(fields, body=b"{}"):
    return b"POST /v1/assess HTTP/1.1\r\n" + fields + b"\r\n" + body


class Heads(unittest.TestCase):
    # name, what is sent, the statuses that are right
    ROWS = [
        ("no Host", get(b""), {400}),
        ("no Host in HTTP/1.0", get(b"", version=b"HTTP/1.0"), {400}),
        ("two Hosts", get(HOST + HOST), {400}),
        ("two different Hosts", get(HOST + b"Host: evil.example\r\n"), {400}),
        ("Host with a path", get(b"Host: localhost/x\r\n"), {400}),
        ("Host with a user", get(b"Host: a@localhost\r\n"), {400, 421}),
        ("two Content-Lengths", post(HOST + JSON + b"Content-Length: 2\r\nContent-Length: 2\r\n"), {400}),
        ("two different Content-Lengths", post(HOST + JSON + b"Content-Length: 2\r\nContent-Length: 30\r\n"), {400}),
        ("Content-Length and chunked",
         post(HOST + JSON + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n", b"2\r\n{}\r\n0\r\n\r\n"), {400}),
        ("Transfer-Encoding gzip", post(HOST + JSON + b"Transfer-Encoding: gzip\r\n"), {400}),
        ("Transfer-Encoding gzip, chunked", post(HOST + JSON + b"Transfer-Encoding: gzip, chunked\r\n"), {400}),
        ("two Transfer-Encodings",
         post(HOST + JSON + b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n"), {400}),
        ("negative Content-Length", post(HOST + JSON + b"Content-Length: -1\r\n"), {400}),
        ("Content-Length +2", post(HOST + JSON + b"Content-Length: +2\r\n"), {400}),
        ("Content-Length 0x2", post(HOST + JSON + b"Content-Length: 0x2\r\n"), {400}),
        ("a blank before the colon", get(HOST + b"X : y\r\n"), {400}),
        ("a blank before the colon of Host", get(b"Host : localhost\r\n"), {400}),
        ("a name that is not a token", get(HOST + b"X(y: z\r\n"), {400}),
        ("lines that end with LF", b"GET /healthz HTTP/1.1\nHost: localhost\n\n", {400}),
        ("one line that ends with LF", get(b"X: y\n" + HOST), {400}),
        ("a line that goes on", get(HOST + b"X: y\r\n z\r\n"), {400}),
        ("NUL in the path", get(HOST, b"/healthz\0x"), {400}),
        ("NUL in the query", get(HOST, b"/healthz?a=b\0c"), {400}),
        ("NUL in a field", get(HOST + b"X: a\0b\r\n"), {400}),
        ("NUL in a name", get(HOST + b"X\0Y: a\r\n"), {400}),
        ("a control character in a field", get(HOST + b"X: a\x01b\r\n"), {400}),
        ("a path that leaves", get(HOST, b"/../healthz"), {400}),
        ("the same encoded", get(HOST, b"/%2e%2e/healthz"), {400}),
        ("half encoded", get(HOST, b"/.%2E/healthz"), {400}),
        ("%00", get(HOST, b"/healthz%00"), {400}),
        ("% alone", get(HOST, b"/healthz%"), {400}),
        ("a backslash", get(HOST, b"/..\\healthz"), {400}),
        ("an absolute URL", get(HOST, b"http://localhost/healthz"), {400}),
        ("an authority", get(HOST, b"localhost:80", b"CONNECT"), {400, 404, 405}),
        ("*", get(HOST, b"*", b"OPTIONS"), {400}),
        ("64 KiB of one field", get(HOST + b"X: " + b"a" * 65536 + b"\r\n"), {400, 413, 431}),
        ("100,000 fields", get(HOST + b"X: a\r\n" * 100000), {400, 413, 431}),
        ("64 KiB of path", get(HOST, b"/" + b"a" * 65536), {400, 413, 414, 431}),
        ("another method", get(HOST, method=b"DELETE"), {403, 404, 405, 415}),
        ("another site's Host", get(b"Host: evil.example\r\n"), {421}),
        ("another site's Host with our port", get(b"Host: evil.example:80\r\n"), {421}),
        ("an address that is not ours", get(b"Host: 10.1.2.3\r\n"), {421}),
        ("localhost as a label", get(b"Host: localhost.evil.example\r\n"), {421}),
        ("a POST of another site", post(HOST + JSON + b"Sec-Fetch-Site: cross-site\r\nContent-Length: 2\r\n"), {403}),
        ("of a sibling", post(HOST + JSON + b"Sec-Fetch-Site: same-site\r\nContent-Length: 2\r\n"), {403}),
        ("with an Origin", post(HOST + JSON + b"Origin: http://evil.example\r\nContent-Length: 2\r\n"), {403}),
        ("with Origin null", post(HOST + JSON + b"Origin: null\r\nContent-Length: 2\r\n"), {403}),
        ("a form's type", post(HOST + b"Content-Type: text/plain\r\nContent-Length: 2\r\n"), {415}),
        ("no type", post(HOST + b"Content-Length: 2\r\n"), {415}),
        ("a body that is too long", post(HOST + JSON + b"Content-Length: 99999999999\r\n"), {413}),
        ("a body for a GET", get(HOST + b"Content-Length: 2\r\n") + b"{}", {413}),
    ]

    @classmethod
    def setUpClass(cls):
        cls.folder = folder()
        with open(os.path.join(cls.folder.name, "a.json"), "w") as file:
            json.dump(deployment("web"), file)
        cls.server = Server("-f", cls.folder.name).__enter__()

    @classmethod
    def tearDownClass(cls):
        cls.server.__exit__()
        cls.folder.cleanup()

    def test_refused_and_closed(self):
        before = self.server.rss_kb()
        for name, sent, statuses in self.ROWS:
            with self.subTest(name):
                got, closed = raw(self.server.port, sent)
                self.assertTrue(closed, "the connection stays open")
                if not got:
                    continue  # closed without an answer
                self.assertIn(int(got.split(b" ")[1]), statuses)
                # libmicrohttpd 0.9.75 sends the head of its own refusals twice, and then closes.
                heads = set(re.findall(rb"^HTTP/1.1 (\d+)", got, re.M))
                self.assertEqual(len(heads), 1, "one answer")
                self.assertNotIn(b"Access-Control", got)
        for _ in range(200):
            raw(self.server.port, self.ROWS[35][1])
        self.server.assert_grew_less(before, 4096)

    def test_accepted(self):
        for fields in (HOST, b"host:localhost\r\n", b"Host: 127.0.0.1:7\r\n", b"Host: [::1]:80\r\n",
                       HOST + b"X:\r\n", HOST + b"Accept: */*\r\nX:\r\nCookie: a=b; c=d\r\n"):
            got, _ = raw(self.server.port, get(fields + b"Connection: close\r\n"))
            self.assertIn(b"200 OK", got, fields)

    def test_fields_of_every_answer(self):
        for path in ("/", "/healthz", "/v1/openapi.json", "/nothing", "/v1/nothing"):
            _, fields, _ = self.server.request("GET", path)
            policy = fields["Content-Security-Policy"]
            self.assertIn("default-src 'none'", policy)
            self.assertIn("frame-ancestors 'none'", policy)
            self.assertNotIn("unsafe-inline", policy)
            self.assertEqual(fields["X-Content-Type-Options"], "nosniff")
            self.assertEqual(fields["Cross-Origin-Resource-Policy"], "same-origin")
            self.assertNotIn("Access-Control-Allow-Origin", fields)

    def test_body_in_pieces(self):
        """A chunked body that becomes too long is answered with 413 after it, or the connection ends."""
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=PATIENCE) as connection:
            connection.sendall(b"POST /v1/session HTTP/1.1\r\n" + HOST + JSON + b"Transfer-Encoding: chunked\r\n\r\n")
            connection.sendall(b"8000\r\n" + b"a" * 0x8000 + b"\r\n0\r\n\r\n")
            self.assertIn(b" 413 ", connection.recv(65536))

    def test_pipelined_after_a_refusal(self):
        got, closed = raw(self.server.port, get(HOST + HOST) + get(HOST))
        self.assertTrue(closed)
        self.assertEqual(len(re.findall(rb"^HTTP/1.1 ", got, re.M)), 1)

    def test_assess(self):
        status, body = self.server.send("POST", "/v1/assess", json.dumps(deployment("web", available=False)))
        self.assertEqual(status, 200)
        self.assertEqual(json.loads(body)["health"]["status"], "Degraded")
        status, body = self.server.send("POST", "/v1/assess", b"kind: Pod\nmetadata: {name: a}\n---\nkind: [\n---\n"
                                        b"apiVersion: v1\nkind: ConfigMap\nmetadata: {name: b}\n", "application/yaml")
        lines = [json.loads(line) for line in body.splitlines()]
        self.assertEqual(status, 200)
        self.assertEqual([("error" in line) for line in lines].count(True), 1)
        status, body = self.server.send("POST", "/v1/assess", b"{")
        self.assertEqual((status, json.loads(body)["status"]), (400, 400))
        self.assertTrue(json.loads(body)["errors"][0]["error"]["text"])
        self.assertEqual(self.server.send("POST", "/v1/assess?profile=none", b"{}")[0], 400)

    def test_page(self):
        if not os.path.exists("web/index.html"):
            self.skipTest("there is no page")
        status, fields, body = self.server.request("GET", "/")
        self.assertEqual((status, fields["Content-Type"]), (200, "text/html; charset=utf-8"))
        self.assertEqual(self.server.request("GET", "/", None, {"If-None-Match": fields["ETag"]})[0], 304)
        zipped = self.server.request("GET", "/", None, {"Accept-Encoding": "gzip"})
        self.assertEqual(zipped[1]["Content-Encoding"], "gzip")
        for path in ("/app/c/n/a", "/resources", "/rules", "/playground"):
            self.assertEqual(self.server.get(path)[1], body)
        self.assertEqual(self.server.get("/no-such-view")[0], 404)
        fields_of_page = fields
        self.assertEqual(self.server.get("/engine/core.js")[0], 200)
        name = "/assets/index.%s.html" % fields_of_page["ETag"].strip('"')
        self.assertIn("immutable", self.server.request("GET", name)[1]["Cache-Control"])

    def test_module(self):
        status, fields, body = self.server.request("GET", "/engine/vitals.wasm")
        if status == 404:
            self.skipTest("built without the WebAssembly module: tools/dev go-module")
        self.assertEqual((status, fields["Content-Type"], fields["Content-Encoding"]), (200, "application/wasm", "gzip"))
        self.assertEqual(gzip.decompress(body)[:4], b"\0asm")

    def test_openapi(self):
        document = self.server.json("/v1/openapi.json")
        self.assertEqual(document["openapi"], "3.1.0")
        for path, methods in document["paths"].items():
            for method, operation in methods.items():
                names = {each["name"] for each in operation["parameters"] if each["in"] == "path"}
                self.assertEqual(names, set(re.findall(r"{(\w+)}", path)))
        text = json.dumps(document)
        for reference in set(re.findall(r"#/components/schemas/(\w+)", text)):
            self.assertIn(reference, document["components"]["schemas"])

    def test_slow_heads_do_not_fill_the_server(self):
        held = [socket.create_connection(("127.0.0.1", self.server.port)) for _ in range(300)]
        for each in held:
            each.sendall(b"GET /healthz HTTP/1.1\r\nX: ")
        self.assertEqual(self.server.get("/healthz")[0], 200)
        for each in held:
            each.close()


if __name__ == "__main__":
    unittest.main()
