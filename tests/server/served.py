"""A running `vitals serve` for tests, and raw requests to it."""
import http.client
import json
import os
import re
import socket
import subprocess
import tempfile
import threading
import time

VITALS = os.environ.get("VITALS", "build/bin/vitals")
# For what a busy machine or a sanitizer delays: a test that passes never waits so long.
PATIENCE = 120


def raw(port, sent):
    """Send bytes and return (what came, whether the server closed). Never an exception: a server that closes
    early may reset the connection."""
    # After 75 seconds the server closes whatever is silent.
    with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
        got, closed = b"", False
        try:
            connection.sendall(sent)
            while True:
                block = connection.recv(65536)
                if not block:
                    closed = True
                    break
                got += block
        except (ConnectionResetError, BrokenPipeError):
            closed = True
        except socket.timeout:
            pass
        return got, closed


class Server:
    """`vitals serve` on a free port until the end of the with block."""

    def __init__(self, *options, stdin=None, wait_ready=True):
        self.process = subprocess.Popen(
            [VITALS, "serve", "--listen", "127.0.0.1:0", *options],
            stdin=stdin if stdin is not None else subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.lines = []
        self.url = None
        self.wait_ready = wait_ready

    def _read(self):
        for line in self.process.stderr:
            self.lines.append(line)

    def __enter__(self):
        for line in self.process.stderr:
            self.lines.append(line)
            found = re.search(r"serving https?://[^:]*:(\d+)/", line)
            if found:
                self.port = int(found[1])
                break
        else:
            raise AssertionError("it did not start: " + "".join(self.lines))
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()
        if self.wait_ready:
            self.until(lambda: self.get("/readyz")[0] == 200)
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.status = self.process.wait(PATIENCE)
        self.reader.join(PATIENCE)
        self.process.stderr.close()

    def until(self, holds, seconds=PATIENCE):
        end = time.monotonic() + seconds
        while not holds():
            if time.monotonic() > end:
                raise AssertionError("it did not happen within %d s: %s" % (seconds, "".join(self.lines)))
            time.sleep(0.02)

    def publish(self, headers=None):
        """Followers, history and notifications get everything so far: the server publishes before a new stream of
        events begins."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as stream:
            fields = "".join("%s: %s\r\n" % each for each in (headers or {}).items())
            stream.sendall(("GET /v1/events HTTP/1.1\r\nHost: localhost\r\n%s\r\n" % fields).encode())
            got = b""
            while b"event: hello" not in got:
                block = stream.recv(65536)
                assert block, got
                got += block

    def quiet(self, headers=None):
        """Everything that was sent is assessed and published, and its source counts as complete."""
        self.until(lambda: b"\nvitals_queued 0\n" in self.get("/metrics", headers)[1])
        time.sleep(0.02)  # a millisecond after the last verdict, between two requests, sources are looked at
        self.publish(headers)

    def request(self, method, path, body=None, headers=None):
        """(status, headers, body)."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request(method, path, body, headers or {})
            answer = connection.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read()
        finally:
            connection.close()

    def get(self, path, headers=None):
        status, _, body = self.request("GET", path, None, headers)
        return status, body

    def json(self, path, headers=None):
        status, body = self.get(path, headers)
        assert status == 200, (path, status, body)
        return json.loads(body)

    def send(self, method, path, body, kind="application/json", headers=None):
        status, _, answer = self.request(method, path, body, {"Content-Type": kind, **(headers or {})})
        return status, answer

    def rss_kb(self):
        with open("/proc/%d/status" % self.process.pid) as status:
            return int(re.search(r"VmRSS:\s+(\d+)", status.read())[1])

    def assert_grew_less(self, before_kb, most_kb):
        """Sanitizers keep what is freed, so nothing is asserted under them."""
        grown = self.rss_kb() - before_kb
        assert grown < most_kb or os.environ.get("SANITIZED"), "%d KB more, %d are allowed" % (grown, most_kb)


def folder():
    return tempfile.TemporaryDirectory(prefix="vitals-serve-")


def deployment(name, namespace="shop", available=True, uid=None, labels=None, version=None):
    """A Deployment that is Healthy, or past its deadline."""
    status = {"observedGeneration": 1, "replicas": 1, "updatedReplicas": 1, "readyReplicas": 1, "availableReplicas": 1}
    if not available:
        status = {"observedGeneration": 1, "replicas": 1, "updatedReplicas": 1, "unavailableReplicas": 1, "conditions": [
            {"type": "Progressing", "status": "False", "reason": "ProgressDeadlineExceeded",
             "lastTransitionTime": "2026-01-02T03:04:05Z",
             "message": "ReplicaSet \"%s-1\" has timed out progressing." % name}]}
    metadata = {"name": name, "namespace": namespace, "generation": 1}
    if uid:
        metadata["uid"] = uid
    if labels:
        metadata["labels"] = labels
    if version:
        metadata["resourceVersion"] = str(version)
    return {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": metadata,
            "spec": {"replicas": 1, "selector": {"matchLabels": {"app": name}}}, "status": status}
