"""The unit and the manifests of docs/examples/dashboard: their options exist, and they give no right that is not meant."""
import json
import os
import re
import subprocess
import unittest

from served import PATIENCE, VITALS

PLACE = os.path.join(os.path.dirname(__file__), "../../docs/examples/dashboard")


def text(name):
    with open(os.path.join(PLACE, name)) as file:
        return file.read()


class Examples(unittest.TestCase):
    def setUp(self):
        done = subprocess.run([VITALS, "help", "serve"], capture_output=True, text=True, timeout=PATIENCE)
        self.known = set(re.findall(r"--[a-z-]+", done.stdout))

    def test_options(self):
        unit = re.search(r"^ExecStart=\S+ serve (.*)$", text("vitals-serve.service"), re.M)[1]
        manifest = "\n".join(re.findall(r"^        - (--.*)$", text("kubernetes.yaml"), re.M))
        for name, used in (("unit", unit), ("manifest", manifest)):
            options = set(re.findall(r"--[a-z-]+", used))
            self.assertTrue(options)
            self.assertEqual(options - self.known, set(), name)

    def test_manifests(self):
        done = subprocess.run([VITALS, "assess", "-f", os.path.join(PLACE, "kubernetes.yaml"), "-o", "ndjson"],
                              capture_output=True, text=True, timeout=PATIENCE)
        kinds = [json.loads(line)["kind"] for line in done.stdout.splitlines()]
        self.assertEqual(kinds, ["Namespace", "ServiceAccount", "ClusterRole", "ClusterRoleBinding",
                                 "Deployment", "Service"], done.stderr)
        manifest = text("kubernetes.yaml")
        self.assertEqual(set(re.findall(r"^  verbs: \[(.*)\]$", manifest, re.M)), {"get, list, watch"})
        resources = ", ".join(re.findall(r"^  resources: \[(.*)\]$", manifest, re.M))
        self.assertNotIn("secrets", resources)
        self.assertNotIn("*", resources)


if __name__ == "__main__":
    unittest.main()
