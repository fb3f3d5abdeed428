"""Kinds of damage x forms of output x commands, in both directions.

Each row of DAMAGES is an input of which some part that is judged cannot be read, and the same with the damage undone. The damaged
one must end with exit status 3 in every command, and no form may say that all is well; what is whole must end with 0,
and no form may say that something was not read.
"""

import json
import os
import subprocess
import sys
import tempfile
from xml.etree import ElementTree

from damages import A, DAMAGES, as_json, claim, put, write

VITALS, BOUND = map(os.path.abspath, sys.argv[1:3])
FORMS = ["json", "yaml", "tree", "table", "wide", "ndjson", "name", "junit", "github", "sarif", "partial"]
PROFILES = ["combined", "argocd", "flux", "kstatus"]


counts = {"damages": len(DAMAGES), "runs": 0, "checks": 0}
failures = []


def check(holds, *what):
    counts["checks"] += 1
    if not holds:
        failures.append(" ".join(map(str, what)))


def run(*arguments, directory=None):
    counts["runs"] += 1
    done = subprocess.run([VITALS, *arguments], capture_output=True, stdin=subprocess.DEVNULL, cwd=directory)
    return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")


# ------------------------------------------------------------------- what the forms of assess say


def says_json(out, profile, lost):
    report = json.loads(out)
    check(("coverage" in report) == lost, "coverage in", out)
    if profile == "combined":
        check((report["application"]["health"]["status"] == "Unknown") == lost, "application in", out)
    if lost:
        check(not report["coverage"]["complete"] and report["coverage"]["parts"], "parts in", out)


def says_yaml(out, profile, lost):
    check(("\ncoverage:\n  complete: false\n" in out) == lost, "coverage in", out)
    if profile == "combined":
        check(("status: Unknown" in out) == lost, "application in", out)


def says_lines(out, profile, lost):
    check(("unreadable: " in out or "lost: " in out) == lost, "a line of coverage in", out)


def says_tree(out, profile, lost):
    says_lines(out, profile, lost)
    if profile == "combined":
        check((" Unknown " in out.splitlines()[0] + " ") == lost or "HEALTH" in out.splitlines()[0], "the root of", out)


def says_ndjson(out, profile, lost):
    check(("coverage" in json.loads(out.splitlines()[-1])) == lost, "the last line of", out)


def says_junit(out, profile, lost):
    suite = ElementTree.fromstring(out).find("testsuite")
    errors = suite.findall("testcase/error")
    check(bool(errors) == lost and int(suite.get("errors", 0)) == len(errors), "errors in", out)
    check(int(suite.get("tests")) == len(suite.findall("testcase")), "tests in", out)


def says_github(out, profile, lost):
    check(any(line.startswith("::error ") for line in out.splitlines()) == lost, "::error in", out)


def says_sarif(out, profile, lost):
    invocations = json.loads(out)["runs"][0].get("invocations", [])
    check(bool(invocations) == lost, "invocations in", out)
    check(all(one["toolExecutionNotifications"] and not one["executionSuccessful"] for one in invocations), "notifications in", out)


def says_partial(out, profile, lost):
    check(json.loads(out.splitlines()[0])["coverage"]["complete"] != lost, "coverage in", out)


SAYS = {
    "json": says_json, "yaml": says_yaml, "tree": says_tree, "table": says_lines, "wide": says_lines, "ndjson": says_ndjson,
    "name": lambda *_: None, "junit": says_junit, "github": says_github, "sarif": says_sarif, "partial": says_partial,
}  # fmt: skip


# ------------------------------------------------------------------------------------ commands


def assess(name, words, lost):
    for form in FORMS:
        for profile in PROFILES if form == "json" else PROFILES[:1]:
            status, out, _ = run("assess", *words, "-o", form, "--profile", profile)
            before = len(failures)
            check((status == 3) == lost and (lost or status == 0), "exit status", status)
            try:
                SAYS[form](out, profile, lost)
            except (ValueError, KeyError, IndexError, ElementTree.ParseError) as error:
                check(False, repr(error), "in", out)
            failures[before:] = [f"{name}: assess -o {form} --profile {profile}: {text}" for text in failures[before:]]
    items = len(json.loads(run("assess", *words, "-o", "json")[1])["items"])
    status = run("assess", *words, "-q", "--allow-partial")[0]
    check(status == (0 if items else 3), name, "assess --allow-partial", status)
    for more in (["-q"], ["--by", "namespace", "-o", "json"], ["--by", "kind"]):
        status, out, _ = run("assess", *words, *more)
        check(status == (3 if lost else 0), name, "assess", more, status)
        check(("coverage" in out or "unreadable: " in out or "lost: " in out) == (lost and more != ["-q"]), name, more, out)
        if "json" in more:
            check(not lost or all(group["health"]["status"] == "Unknown" for group in json.loads(out)["groups"]), name, more, out)


def merge(name, words, lost, directory):
    part = os.path.join(directory, "part")
    with open(part, "w") as file:
        file.write(run("assess", *words, "-o", "partial", "--cluster", "eu")[1])
    for form in ("table", "json", "yaml", "ndjson", "partial"):
        status, out, _ = run("merge", part, "-o", form)
        check(status == (3 if lost else 0), name, "merge -o", form, status)
        if form != "partial":
            check(("coverage" in out or "unreadable: " in out or "lost: " in out) == lost, name, "merge -o", form, out)
        check(not lost or '"Healthy","message"' not in out, name, "merge -o", form, out)


def others(name, words, lost):
    given = [word for path in words for word in ("-f", path)]
    for command in (["compare", *given], ["why", *given], ["explain", "pvc/a", *given], ["explain", "PersistentVolumeClaim/a", *given]):
        for form in ("text" if command[0] != "compare" else "table", "json"):
            status, out, _ = run(*command, "-o", form)
            check((status == 3) == lost, name, command[0], "-o", form, status)
            if out and command[0] != "explain" or "{" in out:
                says = "coverage" in out or "unreadable: " in out or "lost: " in out
                check(says == lost, name, command[0], "-o", form, out)
    status = run("assess", *words, "--desired", *words[:1], "-q")[0]
    check(status == (3 if lost else 0), name, "assess --desired", status)


# ------------------------------------------------------------------- damage to parts and to tests

PART_DAMAGES = {
    "the last line is missing": lambda lines: lines[:-1],
    "the last line is cut": lambda lines: lines[:-1] + [lines[-1][:20]],
    "a line is not JSON": lambda lines: lines + ["hello"],
    "a line is another object": lambda lines: lines + ["{}"],
    "nothing": lambda lines: [],
    "a health that does not exist": lambda lines: [lines[0].replace('"Healthy"]', '"Fine"]'), *lines[1:]],
}


def damaged_parts(directory):
    counts["damages"] += len(PART_DAMAGES)
    objects = os.path.join(directory, "two.yaml")
    tracked = "".join("---\n" + claim(name).replace("uid:", "labels: {app.kubernetes.io/instance: %s}, uid:" % name) for name in "ab")
    put(objects, tracked)
    lines = run("assess", objects, "-o", "partial", "--cluster", "eu")[1].splitlines()
    for name, damage in {"": lambda lines: lines, **PART_DAMAGES}.items():
        part = os.path.join(directory, "damaged.part")
        put(part, "".join(line + "\n" for line in damage(lines)))
        for form in ("table", "json", "ndjson", "partial"):
            status, out, _ = run("merge", part, "-o", form)
            check(status == (3 if name else 0), "part:", name, form, status)
            check(form == "partial" or not name or '"status": "Healthy"' not in out, "part:", name, form, out)
            check(form == "partial" or ("coverage" in out or "unreadable: " in out or "lost: " in out) == bool(name), "part:", name, form, out)
    # One of an older version says nothing about what it covers, and is not wrong.
    older = [line.replace('"lines":2,"coverage":{"complete":true,"parts":[]},', "") for line in lines]
    put(os.path.join(directory, "older.part"), "\n".join(older) + "\n")
    status, out, _ = run("merge", os.path.join(directory, "older.part"), "-o", "json")
    report = json.loads(out)
    check(status == 0 and report["coverage"]["parts"][0]["state"] == "unknown", "older part", status, out)
    check(all(group["health"]["status"] == "Healthy" for group in report["groups"]), "older part", out)


TESTS = 'tests:\n  - inputPath: testdata/a.yaml\n    healthStatus: {status: Healthy, message: ""}\n'
WIDGET = "apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: a}\n"
TREE = {"health.lua": 'return { status = "Healthy", message = "" }\n', "health_test.yaml": TESTS, "testdata": {"a.yaml": WIDGET}}
TREE_DAMAGES = {
    "no fixture": {"testdata": {}},
    "an empty fixture": {"testdata": {"a.yaml": ""}},
    "a broken fixture": {"testdata": {"a.yaml": "kind: {"}},
    "a fixture that is not UTF-8": {"testdata": {"a.yaml": b"\xff\xfe"}},
    "a fixture that is a link to nothing": {"testdata": {"a.yaml": ("link", "gone")}},
    "no check": {"health.lua": None},
    "a broken check": {"health.lua": "return {"},
    "no tests": {"health_test.yaml": None},
    "empty tests": {"health_test.yaml": ""},
    "broken tests": {"health_test.yaml": "tests: ["},
    "tests that are a mapping": {"health_test.yaml": "tests: {a: 1}\n"},
    "a test that is text": {"health_test.yaml": TESTS + "  - hello\n"},
    "tests that are no mapping": {"health_test.yaml": "- hello\n"},
    "tests that are text": {"health_test.yaml": "tests: hello\n"},
}


def damaged_trees(directory):
    counts["damages"] += len(TREE_DAMAGES)
    for number, (name, damage) in enumerate([("", {}), *TREE_DAMAGES.items()]):
        root = os.path.join(directory, f"tree{number}")
        os.makedirs(os.path.join(root, "example.com"))
        put(os.path.join(root, "example.com", "Widget"), {**TREE, **damage})
        for form in ("pretty", "json", "junit", "github", "tap"):
            status, out, _ = run("test", root, "--require-tests", "-o", form)
            check((status != 0) == bool(name), "test:", name, form, status)
        check(run("test", root, "--require-tests", "-q")[0] != 0 or not name, "test -q:", name)


# ------------------------------------------------------------------- bindings


def bound(name, content, lost, directory):
    """All bindings call <vitals/binding.h>: what is not one object is refused by each of its functions, and an application
    of a column that could not be read as a whole is not Healthy, wherever its parts are merged."""
    if not isinstance(content, (str, bytes)):
        return
    given, good = os.path.join(directory, "object"), os.path.join(directory, "good")
    put(given, content)
    put(good, as_json("good"))
    single = content in (A, as_json("a"))
    for profile in PROFILES:
        counts["runs"] += 1
        done = subprocess.run([BOUND, profile, good, given], capture_output=True, check=True)
        first, second, _, *lines = done.stdout.decode(errors="replace").splitlines()
        check(all(int(number) >= 0 for number in first.split()), "bound:", name, profile, first)
        for number in second.split():
            check((int(number) >= 0) == single, "bound:", name, profile, second)
        part = os.path.join(directory, profile + ".part")
        put(part, "".join(line + "\n" for line in lines))
        status, out, _ = run("merge", part, "-o", "json", "--profile", profile)
        check((status == 3) != single, "bound, merged:", name, profile, status, out)
        check(('"coverage"' in out) != single, "bound, merged:", name, profile, out)
        if profile == "combined":
            check(('"status": "Healthy"' in out) == single, "bound, merged:", name, out)
        check(single or not lost or status == 3, "bound:", name, profile, status)


def main():
    with tempfile.TemporaryDirectory() as work:
        for number, (name, (damaged, whole)) in enumerate(DAMAGES.items()):
            for lost, content in ((True, damaged), (False, whole)):
                directory = os.path.join(work, f"{number}-{lost}")
                os.mkdir(directory)
                words = write(directory, "input", content)
                assess(name, words, lost)
                merge(name, words, lost, directory)
                others(name, words, lost)
                bound(name, content, lost, directory)
        damaged_parts(work)
        damaged_trees(work)
    for text in failures[: int(os.environ.get("SHOWN", 40))]:
        print("FAILED:", text[:400], file=sys.stderr)
    print(f"{counts['damages']} kinds of damage, {counts['runs']} runs, {counts['checks']} checks, {len(failures)} failed")
    return 1 if failures else 0


sys.exit(main())
