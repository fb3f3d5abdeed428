#!/usr/bin/env python3
"""growth.py VITALS [ROW…]: no command takes more than linear work.

Each row makes an input of n, 2n and 4n parts and counts the instructions that the command executes, under
Valgrind, so that the load of the machine does not matter. What the second doubling adds may be at most 2.6 times
what the first adds: twice for linear work, 2.3 times for sorting, four times for quadratic work. Without rows all
are run."""
import json
import os
import re
import subprocess
import sys
import tempfile

MOST_RATIO = 2.6
NOISE = 300_000  # instructions that two doublings may add without being looked at


def lines(objects):
    return "\n".join(json.dumps(each) for each in objects) + "\n"


def pod(number, **more):
    meta = {"name": "p%d" % number, "namespace": "n", "uid": "u%d" % number, **more}
    return {"apiVersion": "v1", "kind": "Pod", "metadata": meta, "status": {"phase": "Failed"}}


def owner(number):
    return [{"apiVersion": "v1", "kind": "Pod", "name": "p%d" % number, "uid": "u%d" % number, "controller": True}]


def chain(n, ring=False):
    return lines(pod(i, ownerReferences=owner((i + 1) % n)) if ring or i + 1 < n else pod(i) for i in range(n))


def widget(**more):
    return lines([{"apiVersion": "w.io/v1", "kind": "W", "metadata": {"name": "a"}, **more}])


def config_map(scripts):
    data = {"resource.customizations.health." + key: text for key, text in scripts}
    return json.dumps({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "argocd-cm"}, "data": data})


def calls(n):
    functions = "".join("local function f%d(a) return f%d(a) end\n" % (i, i - 1) for i in range(1, n))
    return "local function f0(a) return a end\n" + functions + "return {status = f%d('Healthy')}" % (n - 1)


FIXTURE = "new fixture W/a -f {objects} --dir -"
READS = ("local n = 0 for i = 1, #obj.status.conditions do if obj.status.conditions[i].type == 'x' then n = n + 1 end "
         "end return {status = 'Healthy', message = '' .. n}")

# name: (arguments, n, what makes the files by n)
ROWS = {
    "fixture: a word": (FIXTURE, 500, lambda n: {"objects": widget(status={"a": "a.b-" * n})}),
    "fixture: digits and dots": (FIXTURE, 500, lambda n: {"objects": widget(status={"a": "1.2." * n})}),
    "fixture: hosts": (FIXTURE, 250, lambda n: {"objects": widget(status={"a": " ".join("h%d.example.org" % i for i in range(n))})}),
    "fixture: hosts in fields": (FIXTURE, 250, lambda n: {"objects": widget(status={"k%d" % i: "h%d.example.org" % i for i in range(n)})}),
    "fixture: passwords": (FIXTURE, 250, lambda n: {"objects": widget(spec={"password%d" % i: "secret-%d" % i for i in range(n)})}),
    "fixture: passwords in urls": (FIXTURE, 250, lambda n: {"objects": widget(spec={"a": " ".join("amqp://u:p%d@h" % i for i in range(n))})}),
    "fixture: addresses": (FIXTURE, 250, lambda n: {"objects": widget(spec={"a": ["10.0.%d.%d" % (i // 250, i % 250) for i in range(n)]})}),
    "json: a chain of owners": ("assess -f {objects} -o json --threads 1", 400, lambda n: {"objects": chain(n)}),
    "json: a ring of owners": ("assess -f {objects} -o json --threads 1", 400, lambda n: {"objects": chain(n, True)}),
    "tree: a chain of owners": ("assess -f {objects} -o tree --threads 1", 400, lambda n: {"objects": chain(n)}),
    "sarif: many findings": ("assess -f {objects} -o sarif --threads 1", 400, lambda n: {"objects": lines(pod(i) for i in range(n))}),
    "junit: many findings": ("assess -f {objects} -o junit --threads 1", 400, lambda n: {"objects": lines(pod(i) for i in range(n))}),
    "why: many findings": ("why -f {objects}", 400, lambda n: {"objects": lines(pod(i) for i in range(n))}),
    "why: a chain of owners": ("why -f {objects}", 400, lambda n: {"objects": chain(n)}),
    "why: children of one": ("why -f {objects}", 400, lambda n: {"objects": lines(pod(i, **({"ownerReferences": owner(0)} if i else {})) for i in range(n))}),
    "explain: many conditions": ("explain W/a -f {objects} --argocd-cm {cm}", 250, lambda n: {
        "objects": widget(status={"conditions": [{"type": "c%d" % i} for i in range(n)]}), "cm": config_map([("w.io_W", READS)])}),
    "compare: many objects": ("compare -f {objects}", 200, lambda n: {"objects": lines(pod(i) for i in range(n))}),
    "lint: functions that call each other": ("lint {cm}", 40, lambda n: {"cm": config_map([("w.io_W", calls(n))])}),
    "lint: broken rules": ("lint {cm}", 200, lambda n: {"cm": config_map([("g%d.io_K" % i, "return {") for i in range(n)])}),
    "lint: many rules": ("lint {cm}", 100, lambda n: {"cm": config_map([("g%d.io_K" % i, "return {status = obj.a}") for i in range(n)])}),
    "lint: findings of one script": ("lint {cm}", 100, lambda n: {"cm": config_map([("w.io_W", "".join("x%d = obj.a\n" % i for i in range(n)) + "return {}")])}),
}


def instructions(vitals, arguments, files):
    with tempfile.TemporaryDirectory() as place:
        paths = {}
        for name, text in files.items():
            paths[name] = os.path.join(place, name + ".json")
            with open(paths[name], "w") as file:
                file.write(text)
        words = [word.format(**paths) for word in arguments.split()]
        command = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", vitals, *words]
        done = subprocess.run(command, capture_output=True, text=True)
        found = re.search(r"I +refs: +([\d,]+)", done.stderr)
        if not found or done.returncode == 2:
            sys.exit("%s\n%s" % (" ".join(words), done.stderr[-2000:]))
        return int(found[1].replace(",", ""))


def check(vitals, name):
    arguments, n, make = ROWS[name]
    counts = [instructions(vitals, arguments, make(n * times)) for times in (1, 2, 4)]
    first, second = counts[1] - counts[0], counts[2] - counts[1]
    ratio = second / max(first, 1)
    good = ratio <= MOST_RATIO or second < NOISE
    print("%-4s %5.2f  %-40s %s" % ("ok" if good else "FAIL", ratio, name, " ".join("%.1fM" % (each / 1e6) for each in counts)), flush=True)
    return good


def main():
    vitals, wanted = sys.argv[1], sys.argv[2:] or list(ROWS)
    return 0 if all([check(vitals, name) for name in wanted]) else 1


if __name__ == "__main__":
    sys.exit(main())
