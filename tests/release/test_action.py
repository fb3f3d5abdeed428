"""The steps of action.yml, with a release in a directory: install, its checksum, and the commands."""
import base64
import hashlib
import os
import pathlib
import platform
import shutil
import subprocess
import tarfile
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
VITALS = pathlib.Path(os.environ["VITALS"])
MACHINE = {"x86_64": "linux-amd64", "aarch64": "linux-arm64"}.get(platform.machine())


class Action(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.addCleanup(self.temporary.cleanup)
        self.work = pathlib.Path(self.temporary.name)
        release = self.work / "releases/v1.0.0"
        release.mkdir(parents=True)
        self.path = os.environ["PATH"]
        self.pack(f"vitals-1.0.0-{MACHINE}")

    def pack(self, name: str) -> None:
        release = self.work / "releases/v1.0.0"
        with tarfile.open(release / f"{name}.tar.gz", "w:gz") as archive:
            archive.add(VITALS, f"{name}/vitals")
        digest = hashlib.sha256((release / f"{name}.tar.gz").read_bytes()).hexdigest()
        (release / "SHA256SUMS").write_text(f"{'0' * 64}  other.tar.gz\n{digest}  {name}.tar.gz\n")
        self.release, self.archive = release, f"{name}.tar.gz"

    def step(self, verb: str, **inputs: str) -> subprocess.CompletedProcess:
        environment = {
            "PATH": self.path, "HOME": str(self.work), "RUNNER_TEMP": str(self.work / "temporary"),
            "GITHUB_PATH": str(self.work / "path"), "GITHUB_OUTPUT": str(self.work / "output"),
            "GITHUB_STEP_SUMMARY": str(self.work / "summary"), **inputs,
        }
        path = self.work / "path"
        if path.exists():
            environment["PATH"] = path.read_text().strip() + ":" + environment["PATH"]
        return subprocess.run([ROOT / "tools/release/action", verb], env=environment, cwd=ROOT, text=True,
                              capture_output=True)

    def install(self, **inputs: str) -> subprocess.CompletedProcess:
        return self.step("install", VERSION="1.0.0", BASE_URL=f"file://{self.work}/releases", **inputs)

    def output(self) -> str:
        return (self.work / "output").read_text()

    def test_checksums(self):
        self.assertEqual(self.install().returncode, 0)
        wrong = self.install(SHA256="0" * 64)
        self.assertEqual(wrong.returncode, 1)
        self.assertIn("has another checksum", wrong.stdout)
        (self.release / "SHA256SUMS").write_text("")
        self.assertEqual(self.install().returncode, 1)

    @unittest.skipUnless(shutil.which("openssl"), "openssl is not installed")
    def test_signature(self):
        """With a public key beside the script, an unsigned or changed list of checksums is refused."""
        script = self.work / "action"
        shutil.copy(ROOT / "tools/release/action", script)
        sums, number = self.release / "SHA256SUMS", b"12345678"

        def openssl(*arguments) -> bytes:
            return subprocess.check_output(["openssl", *map(str, arguments)], cwd=self.work)

        def lines(algorithm: bytes, content: bytes) -> str:
            return "untrusted comment: x\n" + base64.b64encode(algorithm + number + content).decode() + "\n"

        openssl("genpkey", "-algorithm", "ed25519", "-out", "key.pem")
        public = openssl("pkey", "-in", "key.pem", "-pubout", "-outform", "DER")[-32:]
        (self.work / "minisign.pub").write_text(lines(b"Ed", public))
        # minisign itself may be installed, and would want the comment signed too: only openssl is on this path.
        programs = self.work / "few"
        programs.mkdir()
        for name in ("bash", "curl", "tar", "gzip", "awk", "cut", "mkdir", "sha256sum", "uname", "sed", "openssl", "head", "tail"):
            (programs / name).symlink_to(shutil.which(name))
        self.path = str(programs)

        def install() -> subprocess.CompletedProcess:
            return subprocess.run([script, "install"], text=True, capture_output=True, env={
                "PATH": self.path, "RUNNER_TEMP": str(self.work / "temporary"), "GITHUB_PATH": str(self.work / "path"),
                "VERSION": "1.0.0", "BASE_URL": f"file://{self.work}/releases"})

        self.assertNotEqual(install().returncode, 0)  # nothing is signed
        digest = hashlib.blake2b(sums.read_bytes()).digest()
        (self.work / "digest").write_bytes(digest)
        openssl("pkeyutl", "-sign", "-inkey", "key.pem", "-rawin", "-in", "digest", "-out", "signature")
        (self.release / "SHA256SUMS.minisig").write_text(lines(b"ED", (self.work / "signature").read_bytes()))
        found = install()
        self.assertEqual(found.returncode, 0, found.stdout + found.stderr)
        sums.write_text(sums.read_text().replace("0" * 64, "1" * 64))
        refused = install()
        self.assertNotEqual(refused.returncode, 0)
        self.assertIn("is not signed by the key", refused.stdout)

    def test_macos(self):
        """The archive of another system, with the program for checksums that macOS has."""
        programs = self.work / "bin"
        programs.mkdir()
        for name in ("bash", "curl", "tar", "gzip", "awk", "cut", "mkdir", "shasum"):
            found = shutil.which(name)
            if found is None:
                self.skipTest(f"{name} is not installed")
            (programs / name).symlink_to(found)
        (programs / "uname").write_text("#!/bin/sh\ncase $1 in -s) echo Darwin ;; -m) echo arm64 ;; *) echo Darwin arm64 ;; esac\n")
        (programs / "uname").chmod(0o755)
        self.path = str(programs)
        self.pack("vitals-1.0.0-darwin-arm64")
        self.assertIn("has another checksum", self.install(SHA256="0" * 64).stdout)
        found = self.install()
        self.assertEqual(found.returncode, 0, found.stdout + found.stderr)
        self.assertTrue((self.work / "temporary/vitals-1.0.0/vitals-1.0.0-darwin-arm64/vitals").exists())

    def test_commands(self):
        self.assertEqual(self.install().returncode, 0)
        fixtures = self.step("run", COMMAND="test", PATHS="resource_customizations/batch",
                             REPORT=str(self.work / "report.xml"))
        self.assertEqual(fixtures.returncode, 0, fixtures.stdout + fixtures.stderr)
        self.assertIn("<testsuite", (self.work / "report.xml").read_text())
        self.assertIn("status=0", self.output())
        self.assertIn("passed", (self.work / "summary").read_text())

    def test_findings(self):
        self.assertEqual(self.install().returncode, 0)
        broken = self.work / "argocd-cm.yaml"
        broken.write_text("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: argocd-cm}\ndata:\n"
                          "  resource.customizations.health.example.com_Widget: 'return {'\n")
        lint = self.step("run", COMMAND="lint", PATHS=str(broken), REPORT=str(self.work / "report.sarif"))
        self.assertEqual(lint.returncode, 1)
        self.assertIn("::error ", lint.stdout)
        self.assertIn("status=1", self.output())
        self.assertIn('"runs"', (self.work / "report.sarif").read_text())

    def test_a_tree_of_checks(self):
        """All checks of a repository, as in Argo CD's: its own fixtures pass, and nothing is found."""
        self.assertEqual(self.install().returncode, 0)
        tests = self.step("run", COMMAND="test", PATHS="resource_customizations")
        self.assertEqual(tests.returncode, 0, tests.stdout[-2000:] + tests.stderr[-2000:])
        self.assertIn(" 0 failed", (self.work / "summary").read_text())
        lint = self.step("run", COMMAND="lint", PATHS="resource_customizations", OPTIONS="--fail-on warning")
        self.assertEqual(lint.returncode, 0, lint.stdout[-2000:] + lint.stderr[-2000:])
        self.assertNotIn("::warning", lint.stdout)

    def test_unknown_command(self):
        self.assertEqual(self.install().returncode, 0)
        self.assertEqual(self.step("run", COMMAND="get", PATHS=".").returncode, 1)


if __name__ == "__main__":
    if MACHINE is None or shutil.which("curl") is None:
        print("SKIPPED: there is no binary for this machine, or no curl")
        raise SystemExit(77)
    unittest.main()
