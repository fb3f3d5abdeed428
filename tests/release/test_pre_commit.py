"""The hooks of .pre-commit-hooks.yaml, run by pre-commit in a repository with one good and one broken file."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
VITALS = pathlib.Path(os.environ["VITALS"])
PRE_COMMIT = os.environ.get("PRE_COMMIT") or shutil.which("pre-commit")

HOOKS = (ROOT / ".pre-commit-hooks.yaml").read_text("utf-8")
CHECK = "hs = {status = 'Healthy', message = obj.kind}\nreturn hs\n"
FIXTURES = "tests:\n- healthStatus: {status: Healthy, message: Widget}\n  inputPath: testdata/one.yaml\n"
OBJECT = "apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: w}\nstatus: {}\n"
BROKEN = ("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: argocd-cm}\ndata:\n"
          "  resource.customizations.health.example.com_Widget: 'return {'\n")


def write(path: pathlib.Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


class PreCommit(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.work = pathlib.Path(temporary.name)
        self.environment = {
            "PATH": f"{self.work / 'bin'}:{os.environ['PATH']}", "HOME": str(self.work), "PRE_COMMIT_HOME": str(self.work / "cache"),
            "GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@example.com",
            "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@example.com",
        }
        (self.work / "bin").mkdir()
        (self.work / "bin/vitals").symlink_to(VITALS)
        # The hooks are taken from a repository with a commit, as those of a release are.
        write(self.work / "hooks/.pre-commit-hooks.yaml", HOOKS)
        self.commit(self.work / "hooks")
        check = self.work / "user/resource_customizations/example.com/Widget"
        write(check / "health.lua", CHECK)
        write(check / "health_test.yaml", FIXTURES)
        write(check / "testdata/one.yaml", OBJECT)
        self.commit(self.work / "user")

    def git(self, directory: pathlib.Path, *words: str) -> str:
        return subprocess.run(["git", "-C", directory, *words], env=self.environment, check=True, capture_output=True,
                              text=True).stdout.strip()

    def commit(self, directory: pathlib.Path) -> None:
        if not (directory / ".git").exists():
            self.git(directory, "init", "-q")
        self.git(directory, "add", "-A")
        self.git(directory, "commit", "-qm", "files")

    def hooks(self) -> subprocess.CompletedProcess:
        user = self.work / "user"
        write(user / ".pre-commit-config.yaml",
              f"repos:\n- repo: {self.work / 'hooks'}\n  rev: {self.git(self.work / 'hooks', 'rev-parse', 'HEAD')}\n"
              "  hooks: [{ id: vitals-lint }, { id: vitals-test }]\n")
        self.git(user, "add", "-A")
        return subprocess.run([PRE_COMMIT, "run", "--all-files", "--color", "never"], cwd=user, env=self.environment, text=True,
                              capture_output=True)

    def test_good(self):
        found = self.hooks()
        self.assertEqual(found.returncode, 0, found.stdout + found.stderr)
        self.assertEqual(found.stdout.count("Passed"), 2, found.stdout)

    def test_broken_configmap(self):
        write(self.work / "user/argocd-cm.yaml", BROKEN)
        found = self.hooks()
        self.assertEqual(found.returncode, 1, found.stdout + found.stderr)
        self.assertIn("argocd-cm.yaml:5", found.stdout)

    def test_failing_fixture(self):
        write(self.work / "user/resource_customizations/example.com/Widget/health_test.yaml", FIXTURES.replace("message: Widget", "message: x"))
        found = self.hooks()
        self.assertEqual(found.returncode, 1, found.stdout + found.stderr)
        self.assertIn("1 failed", found.stdout + found.stderr)


if __name__ == "__main__":
    if not PRE_COMMIT or not shutil.which("git"):
        print("SKIPPED: pre-commit or git is not installed")
        sys.exit(77)
    unittest.main()
