"""The golden file that runs through all bindings: tests/golden/binding/make describes it."""

import itertools
import json
import os
import re
from array import array
from pathlib import Path

import pytest
from vitals import _core

GOLDEN = os.environ.get("VITALS_GOLDEN")
EAGAIN = -9


def portable(text):
    """The steps of a script include its memory, which depends on the machine."""
    return re.sub(r'"lua_steps","used":\d+', "", text)


def arguments(golden, given, kept):
    for each in given:
        match each:
            case {"object": name}:
                yield golden["objects"][name].encode()
            case {"n": number}:
                yield number
            case {"id": name}:
                yield kept[name]
            case {"column": names}:
                texts = [golden["objects"][name].encode() for name in names]
                yield b"".join(texts)
                yield array("q", itertools.accumulate(map(len, texts), initial=0))
            case {"out": _}:
                pass
            case _:
                yield each


def run(binding, call, given):
    """What the C function returns, its text, and the codes of a column."""
    name = call["call"]
    if name == "many":
        codes, text = binding.many_bytes(given[0], given[1], given[-1])
        return None, text, list(codes)
    if name == "partials":
        return None, binding.partials_bytes(given[0], given[1], given[-1]), []
    if name == "application" and given == [None]:
        given = [""]
    result = getattr(binding, name)(*given)
    text = result if isinstance(result, str) else binding.text()
    number = {True: EAGAIN, False: 0}[result] if isinstance(result, bool) else result
    return number if isinstance(number, int) else None, text, []


@pytest.mark.skipif(not GOLDEN, reason="VITALS_GOLDEN is not set: tools/dev python does")
def test_golden():
    golden = json.loads(Path(GOLDEN).read_text(encoding="utf-8"))
    binding, kept, different = None, {}, []
    for number, call in enumerate(golden["calls"]):
        if call["call"] == "new":
            binding = _core.Binding()
            continue
        given = list(arguments(golden, call["args"], kept))
        try:
            result, text, codes = run(binding, call, given)
        except _core.StatusError as error:
            (result, text), codes = error.args, []
        if "keep" in call:
            kept[call["keep"]] = result
        same = portable(text) == portable(call["text"]) and codes == call.get("out", codes)
        if not same or (result is not None and str(result) != call["result"]):
            different.append((number, call, result, text))
    print(f"{len(golden['calls'])} calls, {len(different)} differences")
    assert not different, different[:3]
