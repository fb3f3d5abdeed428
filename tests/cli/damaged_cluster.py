"""damaged_cluster.py VITALS FAULTS: kinds of damage to the answers of a cluster x forms of output x get, why and wait.

In both directions: with the damage each command ends with exit status 3 and each form says what is lacking; without it
each ends with 0, no form says so, and no status is another one.
"""

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from xml.etree import ElementTree

import scripted

VITALS, FAULTS = map(os.path.abspath, sys.argv[1:3])
SHOP = "/api/v1/namespaces/shop"
JSON = "header Content-Type: application/json"
VERSION = '"metadata":{"resourceVersion":"5"}'
POD = '{"kind":"Pod","apiVersion":"v1","metadata":{"name":"good","namespace":"shop","uid":"u-good","resourceVersion":"1"},"status":{"phase":"Succeeded"}}'
CLAIM = '{"kind":"PersistentVolumeClaim","apiVersion":"v1","metadata":{"name":"%s","namespace":"shop","uid":"u-%s","resourceVersion":"1"},"status":{"phase":"Bound"}}'
A, B = CLAIM % ("a", "a"), CLAIM % ("b", "b")
END = '{"type":"BOOKMARK","object":{"kind":"%s","apiVersion":"v1","metadata":{"resourceVersion":"5","annotations":{"k8s.io/initial-events-end":"true"}}}}'
FORMS = ["json", "yaml", "tree", "table", "wide", "ndjson", "name", "junit", "github", "sarif"]

counts = {"runs": 0, "checks": 0}
failures = []


def check(holds, *what):
    counts["checks"] += 1
    if not holds:
        failures.append(" ".join(map(str, what)))


# ------------------------------------------------------------------------------------ answers


def list_of(kind, items, after=""):
    return '{"kind":"%sList","apiVersion":"v1",%s,"items":[%s]}%s' % (kind, VERSION, ",".join(items), after)


def refused(code, reason):
    status = {"kind": "Status", "apiVersion": "v1", "status": "Failure", "reason": reason, "message": reason + " it is", "code": code}
    return [f"status {code}", JSON, "send " + json.dumps(status)]


def sent(text):
    return [JSON, "send " + text]


def item(text):
    """A list, and the events of a watch, with one object that cannot be read."""
    return {"list": sent(list_of("PersistentVolumeClaim", [A, text])), "events": [A, text]}


CLAIMS = list_of("PersistentVolumeClaim", [A, B])
# The steps of an answer, to a list and to a watch, or both by themselves.
DAMAGES = {
    "forbidden": refused(403, "Forbidden"),
    "not found": refused(404, "NotFound"),
    "an error of the server": refused(500, "InternalError"),
    "an error without JSON": ["status 500", "send no"],
    "not available": ["status 503"],
    "gone": refused(410, "Expired"),
    "a redirect": ["status 302", "header Location: http://127.0.0.1:1/"],
    "a page of HTML": ["header Content-Type: text/html", "send <html>login</html>"],
    "HTML that claims to be JSON": sent("<html>login</html>"),
    "protobuf": ["header Content-Type: application/vnd.kubernetes.protobuf", "send k8s\\x00\\x0a"],
    "no content": [JSON, "status 204"],
    "nothing": [JSON],
    "null": sent("null"),
    "a number": sent("5"),
    "an array": sent("[]"),
    "an empty object": sent("{}"),
    "a failure with status 200": sent('{"kind":"Status","apiVersion":"v1","status":"Failure","message":"no","reason":"InternalError","code":500}'),
    "a List without items": {"list": sent('{"kind":"PersistentVolumeClaimList","apiVersion":"v1",%s}' % VERSION), "answer": True},
    "items are null": {"list": sent('{"kind":"PersistentVolumeClaimList","apiVersion":"v1",%s,"items":null}' % VERSION), "answer": True},
    "items are a mapping": sent('{"kind":"PersistentVolumeClaimList","apiVersion":"v1",%s,"items":{"a":1}}' % VERSION),
    "items are text": sent('{"kind":"PersistentVolumeClaimList","apiVersion":"v1",%s,"items":"hello"}' % VERSION),
    "cut in an item": sent(CLAIMS[:-50]),
    "cut between items": sent(CLAIMS[: CLAIMS.index("},{") + 2]),
    "cut before its end": sent(CLAIMS[:-1]),
    "shorter than announced": [JSON, "length 5000", "send " + CLAIMS[:-50], "close"],
    "reset in an item": [JSON, "send " + CLAIMS[:-50], "reset"],
    "reset before an answer": ["reset"],
    "broken gzip": [JSON, "header Content-Encoding: gzip", "send \\x1f\\x8b\\x08\\x00garbage"],
    "an encoding that nobody asked for": [JSON, "header Content-Encoding: br", "send \\x8b\\x02\\x80"],
    "not UTF-8": item(B[:-1] + ",\\xff\\xfe}"),
    "an item is text": item('"hello"'),
    "an item is null": item("null"),
    "an item is a list": item("[]"),
    "metadata is text": item(B.replace(B[B.index('{"name"') : B.index('},"status"') + 1], '"hello"')),
    "metadata is a list": item(B.replace(B[B.index('{"name"') : B.index('},"status"') + 1], "[1]")),
    "a name is a number": item(B.replace('"name":"b"', '"name":5')),
    "without a name": item(B.replace('"name":"b",', "")),
    "an item is cut": item(B[:-30]),
    "a page whose token repeats": {"list": sent(CLAIMS.replace('"5"', '"5","continue":"t"', 1))},
    "pages without an object": {"list": sent(list_of("PersistentVolumeClaim", []).replace('"5"', '"5","continue":"t"', 1))},
}
LOST = ("forbidden: ", "unreadable: ", "lost: ", "narrowed: ")


class Cluster:
    """Pods as they are, and claims with or without a damage. HTTP/1.1: what ends a connection ends one request."""

    def __init__(self):
        self.server = scripted.Faults(FAULTS)
        self.server.say("listen api http=1.1")
        self.server.say("discovery /v1/pods/Pod /v1/persistentvolumeclaims/PersistentVolumeClaim")
        self.environment = {**os.environ, "KUBECONFIG": self.server.say("directory") + "/api.kubeconfig"}

    def answers(self, conditions, steps):
        self.server.say(f"on GET {SHOP}/{conditions}", *steps, "end")

    def serves(self, plural, kind, items):
        """A list, and a watch that begins with it."""
        self.answers(plural, sent(list_of(kind, items)))
        events = ['{"type":"ADDED","object":%s}' % item for item in items] + [END % kind]
        self.answers(plural + " query=watch", [JSON, "send " + "\\n".join(events) + "\\n", "hold"])

    def spoil(self, damage):
        if isinstance(damage, list):
            damage = {"list": damage, "watch": damage}
        self.answers("persistentvolumeclaims", damage["list"])
        if "events" in damage:
            events = ['{"type":"ADDED","object":%s}' % item for item in damage["events"]] + [END % "PersistentVolumeClaim"]
            self.answers("persistentvolumeclaims query=watch", [JSON, "send " + "\\n".join(events) + "\\n", "hold"])
        else:
            # A server without lists by a watch: it lists.
            self.answers("persistentvolumeclaims query=watch", damage.get("watch", refused(400, "BadRequest")))

    def run(self, *arguments):
        counts["runs"] += 1
        done = subprocess.run([VITALS, *arguments], capture_output=True, stdin=subprocess.DEVNULL, env=self.environment, timeout=600)
        return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")


# ------------------------------------------------------------------------------------ what they say


def says(form, out, err):
    """Whether a form says that something is lacking."""
    if form == "json":
        return '"coverage": {' in out
    if form == "yaml":
        return "\ncoverage:\n  complete: false\n" in out
    if form == "ndjson":
        return '"coverage":{"complete":false' in out
    if form == "junit":
        return bool(ElementTree.fromstring(out).findall("testsuite/testcase/error"))
    if form == "github":
        return any(line.startswith("::error ") for line in out.splitlines())
    if form == "sarif":
        return "invocations" in json.loads(out)["runs"][0]
    if form == "name":  # names alone; standard error says it
        return "persistentvolumeclaims" in err
    return any(text in out for text in LOST)


def get(cluster, name, form, lost):
    status, out, err = cluster.run("get", "pods,persistentvolumeclaims", "-n", "shop", "-o", form)
    check(status == (3 if lost else 0), name, "get -o", form, status, err)
    check(says(form, out, err) == lost, name, "get -o", form, out, err)
    if form == "json":
        report = json.loads(out)
        check(report["application"]["health"]["status"] == "Healthy" or lost, name, "the application in", out)
        # What is forbidden leaves the rest as it is, with a mark.
        check(not lost or name == "forbidden" or report["application"]["health"]["status"] == "Unknown", name, "the application in", out)
        names = {row["name"]: row["health"]["status"] for row in report["items"]}
        check(names.get("good") == "Healthy", name, "the Pod in", out)
        check(lost or names == {"good": "Healthy", "a": "Healthy", "b": "Healthy"}, name, "rows in", out)


def get_quietly(cluster, name, _, lost):
    status, out, _ = cluster.run("get", "pods,persistentvolumeclaims", "-n", "shop", "-q")
    check(status == (3 if lost else 0) and not out, name, "get -q", status, out)


def get_partial(cluster, name, _, lost):
    status, _, err = cluster.run("get", "pods,persistentvolumeclaims", "-n", "shop", "-q", "--allow-partial")
    check(status == 0, name, "get --allow-partial", status, err)


def why(cluster, name, form, lost):
    status, out, err = cluster.run("why", "-n", "shop", "-o", form)
    partly = name == "forbidden"  # and not asked for by name
    check(status == (3 if lost and not partly else 0), name, "why -o", form, status, out, err)
    check(("coverage" in out or any(text in out for text in LOST)) == lost, name, "why -o", form, out, err)


def wait(cluster, name, form, lost):
    grace = ["--disconnect-grace", GRACE] if lost else []
    status, out, err = cluster.run("wait", "pods", "persistentvolumeclaims", "-n", "shop", "--settle", "0s", "-o", form, *grace)
    check(status == (3 if lost else 0), name, "wait -o", form, status, out, err)
    check(("done:" in err if form == "text" else '"outcome":"done"' in out) != lost, name, "wait -o", form, out, err)


def wait_quietly(cluster, name, _, lost):
    grace = ["--disconnect-grace", GRACE] if lost else []
    status, out, _ = cluster.run("wait", "pods", "persistentvolumeclaims", "-n", "shop", "--settle", "0s", "-q", *grace)
    check(status == (3 if lost else 0) and not out, name, "wait -q", status, out)


GRACE = "2s"  # long enough to read what there is; a slower machine is disconnected, which is exit status 3, too
COMMANDS = [(get, form) for form in FORMS]
COMMANDS += [(get_quietly, ""), (get_partial, ""), (wait_quietly, "")]
COMMANDS += [(why, form) for form in ("text", "json")] + [(wait, form) for form in ("text", "json", "ndjson")]


def attempt(command, cluster, name, form, lost):
    try:
        command(cluster, name, form, lost)
    except (ValueError, KeyError, ElementTree.ParseError) as error:
        check(False, name, command.__name__, "-o", form, repr(error))


def main():
    cluster = Cluster()
    rows = [("undamaged", None), *DAMAGES.items()]
    with ThreadPoolExecutor(len(COMMANDS)) as pool:  # they wait for repetitions, most of the time
        for name, damage in rows:
            if os.environ.get("ONLY", name) != name:
                continue
            cluster.server.say("clear")
            cluster.server.say("discovery /v1/pods/Pod /v1/persistentvolumeclaims/PersistentVolumeClaim")
            cluster.serves("pods", "Pod", [POD])
            cluster.serves("persistentvolumeclaims", "PersistentVolumeClaim", [A, B])
            if damage:
                cluster.spoil(damage)
            for _ in pool.map(lambda row: attempt(row[0], cluster, name, row[1], bool(damage)), COMMANDS):
                pass
    cluster.server.close()
    for text in sorted(failures)[: int(os.environ.get("SHOWN", 40))]:
        print("FAILED:", " ".join(text.split())[:400], file=sys.stderr)
    print(f"{len(DAMAGES)} kinds of damage, {counts['runs']} runs, {counts['checks']} checks, {len(failures)} failed")
    return 1 if failures else 0


sys.exit(main())
