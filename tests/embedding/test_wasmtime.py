"""vitals.wasm in wasmtime: the two functions that a host has to bring, verdicts, and scripts that never end."""
import json
import os
import pathlib
import sys
import unittest

try:
    import wasmtime
except ImportError:
    print("SKIPPED: wasmtime is not installed")
    sys.exit(77)

MODULE = pathlib.Path(os.environ["VITALS_WASM"])
LOST = b'{"apiVersion":"v1","kind":"PersistentVolumeClaim","metadata":{"name":"data"},"status":{"phase":"Lost"}}'
WIDGET = b'{"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"w"}}'


class Thrown(Exception):
    pass


class Host:
    """One handle of <vitals/binding.h>."""

    def __init__(self, options: dict):
        engine = wasmtime.Engine()
        self.store = wasmtime.Store(engine)
        linker = wasmtime.Linker(engine)
        i32 = wasmtime.ValType.i32()

        def lua_try(f, state, data):
            try:
                self.exports["lua_run"](self.store, f, state, data)
                return 0
            except Thrown:
                return 1

        def lua_throw():
            raise Thrown

        linker.define_func("vitals", "lua_try", wasmtime.FuncType([i32] * 3, [i32]), lua_try)
        linker.define_func("vitals", "lua_throw", wasmtime.FuncType([], []), lua_throw)
        linker.define_func("vitals", "poll", wasmtime.FuncType([], []), lambda: None)
        self.exports = linker.instantiate(self.store, wasmtime.Module.from_file(engine, str(MODULE))).exports(self.store)
        self.exports["_initialize"](self.store)
        self.handle = self.exports["vitals_binding_new"](self.store)
        self.call("configure", json.dumps(options).encode())

    def call(self, name: str, text: bytes, *more: int) -> int:
        at = self.exports["vitals_binding_alloc"](self.store, len(text))
        self.exports["memory"].write(self.store, text, at)
        status = self.exports[f"vitals_binding_{name}"](self.store, self.handle, at, len(text), *more)
        self.exports["vitals_binding_release"](self.store, at, len(text))
        if status < 0:
            raise AssertionError(f"{name}: {status} {self.text()}")
        return status

    def text(self) -> str:
        at = self.exports["vitals_binding_text"](self.store, self.handle)
        size = self.exports["vitals_binding_text_size"](self.store, self.handle)
        return bytes(self.exports["memory"].read(self.store, at, at + size)).decode()

    def assess(self, text: bytes) -> dict:
        self.call("assess", text, 0)
        return json.loads(self.text())


class Wasmtime(unittest.TestCase):
    def test_imports(self):
        module = wasmtime.Module.from_file(wasmtime.Engine(), str(MODULE))
        self.assertEqual(sorted((i.module, i.name) for i in module.imports),
                         [("vitals", "lua_throw"), ("vitals", "lua_try"), ("vitals", "poll")])

    def test_verdict(self):
        self.assertEqual(Host({"profile": "argocd"}).assess(LOST)["health"]["status"], "Degraded")

    def test_scripts(self):
        scripts = {"while true do end": "Unknown", "error({})": "Unknown",
                   "local ok = pcall(error, 'x') return {status = ok and 'Degraded' or 'Healthy'}": "Healthy",
                   "local s = 'x' while true do s = s .. s end": "Unknown"}
        for script, status in scripts.items():
            with self.subTest(script):
                host = Host({"profile": "argocd", "checks": {"example.com/Widget": script}, "limits": {"lua_steps": 200000}})
                self.assertEqual(host.assess(WIDGET)["health"]["status"], status)
                self.assertEqual(host.assess(LOST)["health"]["status"], "Degraded")


if __name__ == "__main__":
    unittest.main()
