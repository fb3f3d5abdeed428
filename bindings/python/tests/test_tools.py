"""Expressions, lint, tests, and the pytest plug-in."""

import subprocess
import sys

import pytest
import vitals

TREE = {
    "example.com/Widget/health.lua": "return { status = 'Healthy', message = 'fine' }\n",
    "example.com/Widget/health_test.yaml": (
        "tests:\n"
        "- healthStatus: { status: Healthy, message: fine }\n  inputPath: testdata/good.yaml\n"
        "- healthStatus: { status: Degraded, message: bad }\n  inputPath: testdata/bad.yaml\n"
    ),
    "example.com/Widget/testdata/good.yaml": "apiVersion: example.com/v1\nkind: Widget\n",
    "example.com/Widget/testdata/bad.yaml": "apiVersion: example.com/v1\nkind: Widget\n",
}


def write_tree(directory):
    for name, text in TREE.items():
        path = directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return directory


def test_cel():
    assert vitals.cel("x.size() + 1", x=["a", "b"]) == "3"
    with pytest.raises(ValueError):
        vitals.cel("1 +")
    with pytest.raises(ValueError):
        vitals.cel("x.missing", x={})


def test_an_expression_ends_at_its_timeout():
    many = list(range(300))
    with pytest.raises(vitals.VitalsError, match="took more than") as caught:
        vitals.cel("x.all(a, x.all(b, x.all(c, a + b + c >= 0)))", timeout=1e-9, x=many)
    assert caught.value.status == vitals.Status.ESTOPPED
    assert vitals.cel("x + 1", x=1, timeout=1e9) == "2"



def test_lint(tmp_path):
    for files in ({"example.com/Widget/health.lua": "hs = {}\nreturn hs"}, write_tree(tmp_path)):
        assert isinstance(vitals.lint(files), list)
    assert "lua-unused" in {each["rule"] for each in vitals.lint({"a/B/health.lua": "local x = 1\nreturn {}"})}


def test_tests(tmp_path):
    for files in (TREE, write_tree(tmp_path)):
        report = vitals.test(files)
        assert (report["passed"], report["failed"]) == (1, 1)


def test_pytest_collects_health_tests(tmp_path):
    write_tree(tmp_path)
    run = subprocess.run([sys.executable, "-m", "pytest", "-q", str(tmp_path)], capture_output=True, text=True)
    assert "1 failed, 1 passed" in run.stdout
    assert "expected: Degraded: bad" in run.stdout
    assert "actual: Healthy: fine" in run.stdout


def test_the_command_line_is_installed():
    from pathlib import Path

    run = subprocess.run([Path(sys.executable).with_name("vitals"), "version"], capture_output=True, text=True)
    assert vitals.__version__ in run.stdout
