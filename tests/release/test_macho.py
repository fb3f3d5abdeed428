"""tools/release/macho: what it takes for a program for macOS, with small files made here."""
import hashlib
import pathlib
import struct
import subprocess
import sys
import tempfile
import unittest

MACHO = pathlib.Path(__file__).resolve().parents[2] / "tools/release/macho"
ARM64, X86_64, SPARC = 0x0100000C, 0x01000007, 14
PAGE_BITS, PAGES = 12, 2


def dylib(name: str) -> bytes:
    text = name.encode() + b"\0"
    text += bytes(-len(text) % 8)
    return struct.pack("<IIIIII", 0xC, 24 + len(text), 24, 0, 0, 0) + text


def signature(signed: bytes, flags: int) -> bytes:
    hashes = b"".join(hashlib.sha256(signed[at:at + (1 << PAGE_BITS)]).digest() for at in range(0, len(signed), 1 << PAGE_BITS))
    directory = struct.pack(">IIIIIIIII", 0xFADE0C02, 44 + len(hashes), 0x20400, flags, 44, 44, 0, len(hashes) // 32, len(signed))
    directory += struct.pack(">BBBBI", 32, 2, 0, PAGE_BITS, 0) + hashes
    return struct.pack(">IIIII", 0xFADE0CC0, 20 + len(directory), 1, 0, 20) + directory


def program(machine=ARM64, libraries=("/usr/lib/libSystem.B.dylib",), platform=1, flags=0x200000, signed=True, sign_flags=2) -> bytes:
    commands = [dylib(name) for name in libraries]
    commands.append(struct.pack("<IIIIII", 0x32, 24, platform, 11 << 16, 11 << 16, 0))
    commands.append(struct.pack("<IIQQ", 0x80000028, 24, 0, 0))
    size = PAGES << PAGE_BITS
    if signed:
        commands.append(struct.pack("<IIII", 0x1D, 16, size, 0))
    header = struct.pack("<IIIIIIII", 0xFEEDFACF, machine, 0, 2, len(commands), sum(map(len, commands)), flags, 0)
    content = (header + b"".join(commands)).ljust(size, b"x")
    return content + signature(content, sign_flags) if signed else content


class Macho(unittest.TestCase):
    def run_on(self, data: bytes) -> subprocess.CompletedProcess:
        with tempfile.NamedTemporaryFile() as file:
            file.write(data)
            file.flush()
            return subprocess.run([sys.executable, MACHO, file.name], capture_output=True, text=True)

    def test_programs(self):
        for data, want in (program(), "arm64, macOS 11.0, signed\n"), (program(X86_64, signed=False), "x86_64, macOS 11.0, not signed\n"):
            found = self.run_on(data)
            self.assertEqual((found.returncode, found.stdout), (0, want), found.stderr)

    def test_others(self):
        changed = bytearray(program())
        changed[5000] ^= 1
        for data, reason in (
            (b"", "not a program for macOS"),
            (b"\x7fELF" + bytes(100), "not a program for arm64 or x86_64"),
            (program(SPARC), "not a program for arm64 or x86_64"),
            (program(flags=0), "not a program that runs at any address"),
            (program(libraries=["/opt/lib/liblua.dylib"]), "it needs /opt/lib/liblua.dylib"),
            (program(platform=2), "for which macOS"),
            (program(signed=False), "it is not signed"),
            (program(sign_flags=0), "the signature is of another kind"),
            (bytes(changed), "page 1 is not the one that was signed"),
            (program()[:5000], "unpack_from"),
        ):
            found = self.run_on(data)
            self.assertEqual(found.returncode, 1, reason)
            self.assertIn(reason, found.stderr)


if __name__ == "__main__":
    unittest.main()
