"""The manifests of docs/examples/dashboard on a real API server, and the rights that `vitals serve` needs of it."""
import http.client
import json
import os
import re
import ssl
import subprocess
import sys
import unittest

from served import PATIENCE, VITALS, Server, folder

PROGRAM = os.environ.get("VITALS_TEST_CLUSTER")
MANIFEST = os.path.join(os.path.dirname(__file__), "../../docs/examples/dashboard/kubernetes.yaml")


def crd(group, version, plural, kind):
    return json.dumps({
        "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": f"{plural}.{group}"},
        "spec": {"group": group, "scope": "Namespaced", "names": {"kind": kind, "plural": plural},
                 "versions": [{"name": version, "served": True, "storage": True, "schema": {"openAPIV3Schema": {
                     "type": "object", "x-kubernetes-preserve-unknown-fields": True}}}]}})


APPLICATIONS = [crd("argoproj.io", "v1alpha1", "applications", "Application"),
                crd("kustomize.toolkit.fluxcd.io", "v1", "kustomizations", "Kustomization"),
                crd("helm.toolkit.fluxcd.io", "v2", "helmreleases", "HelmRelease")]
LOGIN = json.dumps({"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "vitals-login", "namespace": "vitals"},
                    "stringData": {"token": "0123456789abcdef0123456789abcdef"}})
SHOP = json.dumps({"apiVersion": "argoproj.io/v1alpha1", "kind": "Application", "metadata": {"name": "shop", "namespace": "vitals"},
                   "spec": {"destination": {"server": "https://kubernetes.default.svc"}}, "status": {"resources": [{"group": "apps", "version": "v1", "kind": "Deployment",
                                                         "namespace": "vitals", "name": "vitals"}]}})


class Cluster:
    """The cluster of tests/cluster/server, with controllers."""

    def __init__(self, place):
        self.place = place
        self.process = subprocess.Popen([PROGRAM, "up", "--controllers"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True)
        self._answer("up")
        self.folder = self.ask("directory")
        self.address = self.ask("address")

    def _answer(self, asked):
        line = self.process.stdout.readline().strip()
        if not line.startswith("ok"):
            raise AssertionError(f"{asked}: {line}")
        return line[3:]

    def ask(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        return self._answer(command)

    def apply(self, *documents):
        path = os.path.join(self.place, "objects.yaml")
        with open(path, "w") as file:
            file.write("\n---\n".join(documents))
        self.ask("apply " + path)

    def kubeconfig(self, name):
        return os.path.join(self.folder, name + ".kubeconfig")

    def request(self, method, path, body=None, token=None):
        """(status, object): as admin, or with a token."""
        context = ssl.create_default_context(cafile=os.path.join(self.folder, "ca.crt"))
        if not token:
            context.load_cert_chain(os.path.join(self.folder, "admin.crt"), os.path.join(self.folder, "admin.key"))
        connection = http.client.HTTPSConnection(self.address.removeprefix("https://"), context=context, timeout=PATIENCE)
        connection.request(method, path, json.dumps(body) if body else None,
                           {"Content-Type": "application/json", **({"Authorization": "Bearer " + token} if token else {})})
        answer = connection.getresponse()
        body = json.loads(answer.read())
        connection.close()
        return answer.status, body

    def with_token(self, token):
        """A kubeconfig of a token."""
        path = os.path.join(self.place, "token.kubeconfig")
        with open(self.kubeconfig("nobody")) as file:
            text = file.read().replace("certificate-authority: ", f"certificate-authority: {self.folder}/")
        with open(path, "w") as file:
            file.write(re.sub(r"token: .*", "token: " + token, text))
        return path

    def end(self):
        self.process.stdin.close()
        self.process.wait(60)
        self.process.stdout.close()


def live(server):
    """The one cluster of a server, once it is followed."""
    server.until(lambda: server.json("/v1/summary")["clusters"][0]["state"] == "live")
    return server.json("/v1/summary")["clusters"][0]


def seen(server):
    """What a server shows: resources and applications."""
    return ({(row["k"], row.get("ns"), row["n"]) for row in server.json("/v1/resources?limit=5000")["items"]},
            {row["n"] for row in server.json("/v1/applications")["items"]})


@unittest.skipUnless(PROGRAM, "no real API server; tools/dev test-cluster has one")
class Real(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.place = folder()
        cls.cluster = Cluster(cls.place.name)
        with open(MANIFEST) as file:
            manifest = file.read().replace("IMAGE", "registry.example/vitals:1")
        cls.cluster.apply(*APPLICATIONS)
        cls.cluster.apply(manifest)
        cls.cluster.apply(LOGIN)
        cls.cluster.apply(SHOP)
        status, answer = cls.cluster.request("POST", "/api/v1/namespaces/vitals/serviceaccounts/vitals/token",
                                             {"apiVersion": "authentication.k8s.io/v1", "kind": "TokenRequest", "spec": {}})
        assert status == 201, answer
        cls.token = answer["status"]["token"]

    @classmethod
    def tearDownClass(cls):
        cls.cluster.end()
        cls.place.cleanup()

    def test_the_server_runs(self):
        done = subprocess.run([VITALS, "wait", "deployment/vitals", "-n", "vitals", "--timeout", "%ds" % PATIENCE, "--kubeconfig",
                               self.cluster.kubeconfig("admin")], capture_output=True, text=True, timeout=2 * PATIENCE)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        _, pods = self.cluster.request("GET", "/api/v1/namespaces/vitals/pods")
        self.assertEqual([pod["spec"]["serviceAccountName"] for pod in pods["items"]], ["vitals"])

    def test_the_account_sees_what_an_administrator_sees(self):
        with Server("--kubeconfig", self.cluster.with_token(self.token)) as account, \
                Server("--kubeconfig", self.cluster.kubeconfig("admin")) as administrator:
            self.assertEqual((live(account)["errors"], live(administrator)["errors"]), ([], []))
            # The cluster is young: nodes and Pods are coming still.
            administrator.until(lambda: seen(account) == seen(administrator))
            rows, applications = seen(account)
            self.assertIn("shop", applications)
            self.assertTrue({("Deployment", "vitals", "vitals"), ("Application", "vitals", "shop")} <= rows, rows)

    def test_the_account_may_do_nothing_else(self):
        for method, path in (("GET", "/api/v1/secrets"), ("GET", "/api/v1/namespaces/vitals/secrets/vitals-login"),
                             ("GET", "/api/v1/configmaps"), ("DELETE", "/apis/apps/v1/namespaces/vitals/deployments/vitals"),
                             ("POST", "/api/v1/namespaces")):
            status, answer = self.cluster.request(method, path, {} if method == "POST" else None, self.token)
            self.assertEqual(status, 403, (method, path, answer))

    def test_the_role_is_what_list_access_prints(self):
        done = subprocess.run([VITALS, "list", "access", "--for", "serve", "--kubeconfig", self.cluster.kubeconfig("admin"), "-f",
                               self.role()], capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(re.findall(r"^[+-].*", done.stdout, re.M), [], done.stdout)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def role(self):
        with open(MANIFEST) as file:
            found = [text for text in file.read().split("---\n") if "\nkind: ClusterRole\n" in text]
        path = os.path.join(self.place.name, "role.yaml")
        with open(path, "w") as file:
            file.write(found[0])
        return path


if __name__ == "__main__":
    if not PROGRAM:
        print("SKIPPED: no real API server; tools/dev test-cluster has one")
        sys.exit(77)
    unittest.main()
