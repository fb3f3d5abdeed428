"""Another Lua in the process does no harm: its symbols are not ours, nor ours its."""

import json
import subprocess
from pathlib import Path

import pytest
import vitals
from vitals import Health, _core

lupa = pytest.importorskip("lupa.lua54")
CHECK = """
local found = {}
for word in string.gmatch(obj.status.phase, "%a+") do table.insert(found, word) end
return { status = found[1], message = string.format("%s of %d", found[1], #found) }
"""
WIDGET = {"apiVersion": "example.com/v1", "kind": "Widget", "metadata": {"name": "w"}}


def test_both_run_in_turns():
    engine = vitals.Engine(checks={"example.com/Widget": CHECK})
    broken = vitals.Engine(checks={"example.com/Widget": "while true do end"}, limits={"lua_steps": 50_000})
    other = lupa.LuaRuntime()
    add = other.eval("function(a, b) return a + b end")
    for i in range(300):
        text = json.dumps(WIDGET | {"status": {"phase": "Degraded one two"}})
        verdict = engine.assess(text)
        assert (verdict.health, verdict.message) == (Health.DEGRADED, "Degraded of 3")
        assert add(i, 1) == i + 1
        with pytest.raises(lupa.LuaError, match="oh"):
            other.execute("error('oh')")
        assert broken.assess(text).limit == "lua_steps"


def test_no_symbol_but_the_entry_is_visible():
    listed = subprocess.run(["nm", "-D", "--defined-only", _core.__file__], capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("nm is not installed")
    names = [line.split()[-1] for line in listed.stdout.splitlines()]
    assert [name for name in names if not name.startswith("_")] == ["PyInit__core"], Path(_core.__file__)
