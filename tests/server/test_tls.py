"""HTTPS with a certificate of our own."""
import http.client
import os
import shutil
import ssl
import subprocess
import unittest

from served import PATIENCE, VITALS, Server, folder


def certificate(place, name="localhost"):
    paths = [os.path.join(place, each) for each in ("cert.pem", "key.pem")]
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                    "-subj", "/CN=" + name, "-addext", "subjectAltName=DNS:" + name, "-out", paths[0], "-keyout", paths[1]],
                   check=True, capture_output=True)
    return paths


@unittest.skipUnless(shutil.which("openssl"), "there is no openssl to make a certificate")
class Tls(unittest.TestCase):
    def test_https(self):
        with folder() as place:
            cert, key = certificate(place)
            token = os.path.join(place, "token")
            with open(token, "w") as file:
                file.write("t" * 40)
            with Server("--push", "a", "--tls-cert", cert, "--tls-key", key, "--login-token", token, wait_ready=False) as server:
                self.assertTrue(any("https://" in line for line in server.lines), server.lines)
                context = ssl.create_default_context(cafile=cert)

                def ask(method, path, body=None, headers=None):
                    connection = http.client.HTTPSConnection("localhost", server.port, context=context, timeout=PATIENCE)
                    connection.request(method, path, body, headers or {})
                    answer = connection.getresponse()
                    got = answer.status, dict(answer.getheaders()), answer.read()
                    connection.close()
                    return got
                self.assertEqual(ask("GET", "/healthz")[0], 200)
                self.assertEqual(ask("GET", "/v1/summary")[0], 401)
                status, fields, _ = ask("POST", "/v1/session", '{"token": "%s"}' % ("t" * 40), {"Content-Type": "application/json"})
                self.assertEqual(status, 200)
                # A cookie of HTTPS never goes over HTTP.
                self.assertIn("Secure", fields["Set-Cookie"])
                cookie = fields["Set-Cookie"].split(";")[0]
                self.assertEqual(ask("GET", "/v1/summary", None, {"Cookie": cookie})[0], 200)
                # Another site, also by HTTP of the same name.
                for origin, wanted in (("https://localhost:%d" % server.port, 200), ("http://localhost:%d" % server.port, 403)):
                    status = ask("POST", "/v1/session", '{"token": "%s"}' % ("t" * 40),
                                 {"Content-Type": "application/json", "Origin": origin})[0]
                    self.assertEqual(status, wanted, origin)
                # Old versions are not spoken, and plain HTTP is not answered.
                old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
                old.check_hostname, old.verify_mode = False, ssl.CERT_NONE
                old.minimum_version = ssl.TLSVersion.TLSv1_2
                connection = http.client.HTTPSConnection("localhost", server.port, context=old, timeout=PATIENCE)
                connection.request("GET", "/healthz")
                self.assertEqual(connection.getresponse().status, 200)
                connection.close()
                with self.assertRaises((http.client.HTTPException, OSError)):
                    server.get("/healthz")
                self.assertEqual(ask("GET", "/healthz")[0], 200)

    def test_certificates_that_cannot_be_used(self):
        with folder() as place:
            cert, key = certificate(place)
            rows = [(["--tls-cert", cert], "belong together"), (["--tls-cert", cert, "--tls-key", cert], "certificate and key"),
                    (["--tls-cert", cert, "--tls-key", place + "/none"], "none")]
            for options, text in rows:
                done = subprocess.run([VITALS, "serve", "--listen", "127.0.0.1:0", "--push", "a", *options],
                                      capture_output=True, text=True, timeout=PATIENCE)
                self.assertIn(done.returncode, (2, 3), done.stderr)
                self.assertIn(text, done.stderr)


if __name__ == "__main__":
    unittest.main()
