"""tools/release/pack: what it writes can be read, adds up, and is the same each time."""
import hashlib
import io
import gzip
import json
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest

PACK = pathlib.Path(__file__).resolve().parents[2] / "tools/release/pack"
FILES = {
    "sources/lua5.4-5.4.4-3/debian/copyright": "Lua's",
    "sources/libyaml-0.2.5-1/License": "libyaml's",
    "sources/re2-2022-1/LICENSE": "RE2's",
    "sources/cjson-1.7.15-1/LICENSE": "cJSON's",
    "zig-9.9/lib/libc/musl/COPYRIGHT": "musl's",
    "zig-9.9/lib/libcxx/LICENSE.TXT": "libc++'s",
    "amd64": "the first binary",
    "arm64": "the second",
}


def pack(directory: pathlib.Path, out: str) -> dict[str, bytes]:
    subprocess.run([sys.executable, PACK, "--version", "1.2.3", "--epoch", "1700000000", "--revision", "0" * 40,
                    "--sources", directory / "sources", "--zig", directory / "zig-9.9", "--out", directory / out,
                    f"linux/amd64={directory}/amd64", f"linux/arm64={directory}/arm64",
                    f"darwin/arm64={directory}/arm64"], check=True)
    return {path.name: path.read_bytes() for path in (directory / out).iterdir()}


class Pack(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.directory = pathlib.Path(cls.temporary.name)
        for name, text in FILES.items():
            path = cls.directory / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        cls.files = pack(cls.directory, "out")

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def test_same_bytes(self):
        self.assertEqual(self.files, pack(self.directory, "again"))

    def test_sums(self):
        lines = self.files["SHA256SUMS"].decode().splitlines()
        self.assertEqual(len(lines), len(self.files) - 1)
        for line in lines:
            found, name = line.split("  ")
            self.assertEqual(found, hashlib.sha256(self.files[name]).hexdigest(), name)

    def test_archives(self):
        for platform, text in ("linux-amd64", "the first binary"), ("darwin-arm64", "the second"):
            name = f"vitals-1.2.3-{platform}"
            with tarfile.open(fileobj=io.BytesIO(self.files[name + ".tar.gz"])) as archive:
                self.assertEqual(archive.extractfile(f"{name}/vitals").read().decode(), text)
                self.assertEqual(archive.getmember(f"{name}/vitals").mode, 0o755)
                notices = archive.extractfile(f"{name}/THIRD-PARTY").read().decode()
                for path, words in FILES.items():
                    if path[0] in "sz":
                        linked = "musl" not in path or platform.startswith("linux")
                        self.assertEqual(words in notices, linked, path)
                for entry in archive.getmembers():
                    self.assertEqual((entry.mtime, entry.uid, entry.uname), (1700000000, 0, ""))

    def read_blob(self, archive, descriptor) -> bytes:
        data = archive.extractfile("blobs/" + descriptor["digest"].replace(":", "/")).read()
        self.assertEqual(len(data), descriptor["size"])
        self.assertEqual("sha256:" + hashlib.sha256(data).hexdigest(), descriptor["digest"])
        return data

    def test_image(self):
        """From the layout down to the file, every size and digest."""
        with tarfile.open(fileobj=io.BytesIO(self.files["vitals-1.2.3-oci.tar"])) as archive:
            self.assertEqual(json.load(archive.extractfile("oci-layout")), {"imageLayoutVersion": "1.0.0"})
            (named,) = json.load(archive.extractfile("index.json"))["manifests"]
            manifests = json.loads(self.read_blob(archive, named))["manifests"]
            self.assertEqual([each["platform"]["architecture"] for each in manifests], ["amd64", "arm64"])
            for each, text in zip(manifests, ("the first binary", "the second")):
                manifest = json.loads(self.read_blob(archive, each))
                config = json.loads(self.read_blob(archive, manifest["config"]))
                (layer,) = manifest["layers"]
                content = gzip.decompress(self.read_blob(archive, layer))
                self.assertEqual(config["rootfs"]["diff_ids"], ["sha256:" + hashlib.sha256(content).hexdigest()])
                self.assertEqual(config["config"]["Entrypoint"], ["/vitals"])
                with tarfile.open(fileobj=io.BytesIO(content)) as root:
                    self.assertEqual(root.getnames(), ["vitals"])
                    self.assertEqual(root.extractfile("vitals").read().decode(), text)

    @unittest.skipUnless(shutil.which("dpkg-deb"), "dpkg-deb is not installed")
    def test_deb(self):
        for architecture, text in ("amd64", "the first binary"), ("arm64", "the second"):
            package = self.directory / "out" / f"vitals_1.2.3_{architecture}.deb"
            fields = subprocess.check_output(["dpkg-deb", "-f", package, "Package", "Version", "Architecture"], text=True)
            self.assertEqual(fields, f"Package: vitals\nVersion: 1.2.3\nArchitecture: {architecture}\n")
            with tempfile.TemporaryDirectory() as root:
                subprocess.run(["dpkg-deb", "-x", package, root], check=True)
                program = pathlib.Path(root, "usr/bin/vitals")
                self.assertEqual((program.read_text(), program.stat().st_mode & 0o777), (text, 0o755))
                self.assertIn("musl's", pathlib.Path(root, "usr/share/doc/vitals/copyright").read_text())

    def test_manifests(self):
        archive = hashlib.sha256(self.files["vitals-1.2.3-darwin-arm64.tar.gz"]).hexdigest()
        for name in "vitals.rb", "krew.yaml":
            self.assertIn(archive, self.files[name].decode(), name)
            self.assertIn("github.com/kube-vitals/vitals/releases/download/v1.2.3/", self.files[name].decode(), name)

    def test_provenance(self):
        statement = json.loads(self.files["vitals-1.2.3.provenance.json"])
        self.assertEqual(statement["predicate"]["buildDefinition"]["resolvedDependencies"][0]["digest"]["gitCommit"], "0" * 40)
        subjects = {each["name"]: each["digest"]["sha256"] for each in statement["subject"]}
        self.assertEqual(set(subjects), set(self.files) - {"SHA256SUMS", "vitals-1.2.3.provenance.json"})
        for name, digest in subjects.items():
            self.assertEqual(digest, hashlib.sha256(self.files[name]).hexdigest(), name)

    def test_sbom(self):
        document = json.loads(self.files["vitals-1.2.3.spdx.json"])
        versions = {each["name"]: each["versionInfo"] for each in document["packages"]}
        self.assertEqual(versions["lua"], "5.4.4-3")
        self.assertEqual(versions["musl"], "of zig 9.9")
        self.assertEqual(set(versions), {"vitals", "lua", "libyaml", "re2", "cjson", "musl", "libc++"})
        known = {each["SPDXID"] for each in document["packages"]} | {"SPDXRef-DOCUMENT"}
        for each in document["relationships"]:
            self.assertLessEqual({each["spdxElementId"], each["relatedSpdxElement"]}, known)
        for each in document["files"]:
            sums = {one["algorithm"]: one["checksumValue"] for one in each["checksums"]}
            self.assertEqual(sums["SHA256"], hashlib.sha256(self.files[each["fileName"][2:]]).hexdigest())


if __name__ == "__main__":
    unittest.main()
