#!/usr/bin/env python3
"""tools/upstream-releases: the releases that it names, from lists of versions that are made here."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

TOOL = pathlib.Path(__file__).resolve().parents[2] / "tools/upstream-releases"
MODULES = ["github.com/argoproj/argo-cd/v3", "helm.sh/helm/v4", "github.com/fluxcd/cli-utils", "github.com/fluxcd/pkg/runtime",
           "github.com/fluxcd/kustomize-controller", "github.com/google/cel-go", "github.com/yuin/gopher-lua", "sigs.k8s.io/yaml"]


def said(versions):
    """What the tool says where each module has these versions; a module that is not named has old ones."""
    with tempfile.TemporaryDirectory() as folder:
        for module in MODULES:
            text = versions.get(module, "v0.0.1 v4.0.1")
            if text is not None:
                (pathlib.Path(folder) / module.replace("/", "-")).write_text(text)
        run = subprocess.run([sys.executable, TOOL, folder], capture_output=True, text=True, check=True)
        return [line[2:] for line in run.stdout.split("\n") if line.startswith("- ")], run.stdout


OLD = {"github.com/fluxcd/kustomize-controller": "v1.0.1", "helm.sh/helm/v4": "v4.0.1", "github.com/fluxcd/cli-utils": "v0.1.0", "github.com/fluxcd/pkg/runtime": "v0.1.0",
       "github.com/google/cel-go": "v0.1.0", "github.com/yuin/gopher-lua": "v0.1.0", "sigs.k8s.io/yaml": "v0.1.0",
       "github.com/argoproj/argo-cd/v3": "v3.0.1"}


class Upstream(unittest.TestCase):
    def test_an_older_table(self):
        with tempfile.TemporaryDirectory() as folder:
            for module, text in {**OLD, "github.com/argoproj/argo-cd/v3": "v3.5.7 v3.6.0 v3.6.1"}.items():
                (pathlib.Path(folder) / module.replace("/", "-")).write_text(text)
            for known, want in ("3.5.7", ["Argo CD 3.6.1"]), ("3.6.1", []), ("3.5.6", ["Argo CD 3.5.7", "Argo CD 3.6.1"]):
                run = subprocess.run([sys.executable, TOOL, "--known", known, folder], capture_output=True, text=True, check=True)
                found = [line[2:].split(":")[0] for line in run.stdout.split("\n") if line.startswith("- Argo")]
                self.assertEqual(found, want)

    def check(self, module, versions, want):
        lines, _ = said({**OLD, module: versions})
        self.assertEqual([line.split(":")[0] for line in lines], want)

    def test_nothing_new(self):
        lines, text = said(OLD)
        self.assertEqual(lines, [])
        self.assertIn("vitals follows the newest release", text)

    def test_a_new_minor_release(self):
        self.check("github.com/argoproj/argo-cd/v3", "v3.0.1 v3.99.0 v3.99.2", ["Argo CD 3.99.2"])

    def test_a_new_patch_release(self):
        self.check("github.com/argoproj/argo-cd/v3", "v3.1.999", ["Argo CD 3.1.999"])

    def test_candidates_and_old_lines_do_not_count(self):
        self.check("github.com/argoproj/argo-cd/v3", "v3.99.0-rc1 v2.13.99", [])

    def test_helm(self):
        self.check("helm.sh/helm/v4", "v4.1.99 v4.99.0", ["Helm 4.1.99", "Helm 4.99.0"])

    def test_flux(self):
        self.check("github.com/fluxcd/kustomize-controller", "v1.9.6 v1.9.99 v1.99.0",
                   ["kustomize-controller of Flux 1.9.99", "kustomize-controller of Flux 1.99.0"])

    def test_a_library(self):
        self.check("github.com/google/cel-go", "v0.1.0 v99.0.0", ["github.com/google/cel-go 99.0.0"])

    def test_no_answer_is_said(self):
        self.check("sigs.k8s.io/yaml", None, ["sigs.k8s.io/yaml"])


if __name__ == "__main__":
    unittest.main()
