"""tools/gen/names: one file states the names, and everything that repeats them follows it."""
import pathlib
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FILES = {
    "bindings/go/go.mod": "module vitals/bindings/go\n",
    "bindings/go/unstructured/go.mod": "module vitals/bindings/go/unstructured\n\nrequire (\n\tvitals/bindings/go v0.0.0\n)\n"
                                       "\nreplace vitals/bindings/go => ../\n",
    "bindings/go/a.go": 'package vitals\n\nimport (\n\tvitals "vitals/bindings/go"\n\t"vitals/bindings/go/reflector"\n)\n',
    "bindings/npm/package.json": '{\n  "name": "vitals",\n  "bin": { "vitals": "cli.js" }\n}\n',
    "pyproject.toml": '[project]\nname = "vitals"\n[project.entry-points.pytest11]\nvitals = "vitals.pytest_plugin"\n',
    "action.yml": "#     - uses: OWNER/vitals@v0.2.0\n",
    "docs/ci.md": "- uses: actions/checkout@v4\n- uses: OWNER/vitals@v0.2.0\n"
                  "- repo: https://github.com/a/vitals\n  rev: v0.2.0\n    pip install pyarrow\n    pip install vitals\n",
}


class NamesTest(unittest.TestCase):
    def setUp(self):
        self.work = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.work)
        for name in ("tools/gen/names", "tools/release/names"):
            (self.work / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, self.work / name)
        for name, text in FILES.items():
            (self.work / name).parent.mkdir(parents=True, exist_ok=True)
            (self.work / name).write_text(text)
        subprocess.run(["git", "init", "-q", "."], cwd=self.work, check=True)
        subprocess.run(["git", "add", "."], cwd=self.work, check=True)

    def run_names(self, *arguments):
        run = subprocess.run(["tools/gen/names", *arguments], cwd=self.work, text=True, capture_output=True)
        return run.returncode, run.stdout

    def test_each_other_name_is_found_and_rewritten(self):
        status, found = self.run_names("--check")
        self.assertEqual(status, 1)
        for name in FILES:
            self.assertIn(name + ":", found)
        self.assertEqual(self.run_names()[0], 0)
        self.assertEqual(self.run_names("--check"), (0, ""))
        read = {name: (self.work / name).read_text() for name in FILES}
        self.assertEqual(read["bindings/go/unstructured/go.mod"].count("github.com/kube-vitals/vitals/bindings/go"), 3)
        self.assertIn('"github.com/kube-vitals/vitals/bindings/go/reflector"', read["bindings/go/a.go"])
        self.assertIn('"name": "kube-vitals"', read["bindings/npm/package.json"])
        self.assertIn('"bin": { "vitals": "cli.js" }', read["bindings/npm/package.json"])  # the program keeps its name
        self.assertIn('vitals = "vitals.pytest_plugin"', read["pyproject.toml"])  # and so does what Python imports
        self.assertIn("pip install pyarrow", read["docs/ci.md"])
        self.assertIn("uses: actions/checkout@v4", read["docs/ci.md"])
        self.assertIn("uses: kube-vitals/vitals@v0.2.0", read["docs/ci.md"])

    def test_a_new_name_is_one_change(self):
        self.run_names()
        names = self.work / "tools/release/names"
        names.write_text(names.read_text().replace("kube-vitals", "vitals-health"))
        self.assertEqual(self.run_names("--check")[0], 1)
        self.run_names()
        self.assertEqual(self.run_names("--check"), (0, ""))
        self.assertEqual((self.work / "bindings/go/go.mod").read_text(), "module github.com/vitals-health/vitals/bindings/go\n")


if __name__ == "__main__":
    unittest.main()
