"""Kinds of damage to objects in files, each with the same input undamaged."""

import json
import os


def claim(name, phase="Bound", indent=""):
    lines = ["apiVersion: v1", "kind: PersistentVolumeClaim", f"metadata: {{name: {name}, namespace: shop, uid: u-{name}}}", f"status: {{phase: {phase}}}"]
    return "".join(indent + line + "\n" for line in lines)


def item(name):
    return "- " + claim(name, indent="  ")[2:]


def as_json(name):
    return json.dumps({"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": {"name": name, "namespace": "shop", "uid": "u-" + name}, "status": {"phase": "Bound"}})


A, B = claim("a"), claim("b")
DOCS = A + "---\n" + B
LINES = as_json("a") + "\n" + as_json("b") + "\n"
LIST = '{"apiVersion":"v1","kind":"List","items":[%s,%s]}\n' % (as_json("a"), as_json("b"))
YAML_LIST = "apiVersion: v1\nkind: List\nitems:\n" + item("a") + item("b")
KIND_LAST = "apiVersion: v1\nitems:\n" + item("a") + item("b") + "kind: List\nmetadata: {}\n"
ALIASED = KIND_LAST.replace("{phase: Bound}", "&x {phase: Bound}", 1).replace("status: {phase: Bound}", "status: *x")
EVENT = '{"type":"%s","object":%s}\n'


def event(kind, text):
    return EVENT % (kind, text)


EXPIRED = '{"kind":"Status","apiVersion":"v1","status":"Failure","message":"too old","reason":"Expired","code":410}'

# name: (the damaged text, the whole text). The files of a directory are a dict; None: the file is not there.
DAMAGES = {
    "missing file": (None, A),
    "missing file beside another": ({"a.yaml": A, "b.yaml": None}, {"a.yaml": A, "b.yaml": B}),
    "nothing at all": ("", A),
    "only comments": ("# nothing\n", A),
    "empty directory": ({}, {"a.yaml": A}),
    "link to nothing": ({"a.yaml": A, "b.yaml": ("link", "gone")}, {"a.yaml": A}),
    "link to itself": ({"a.yaml": A, "b.yaml": ("link", "b.yaml")}, {"a.yaml": A}),
    "cut in a flow mapping": (A + "---\n" + B[: B.index("shop")], DOCS),
    "cut in a string": (A + '---\nkind: "Persis', DOCS),
    "cut in a nested mapping": (A + "---\nkind: Pod\nmetadata: {name: x, labels: {a: [b, c\n", DOCS),
    "one document of ten": ("---\n".join(claim(f"c{i}") for i in range(9)) + "---\nkind: [\n", DOCS),
    "first document of two": ("kind: {\n---\n" + B, DOCS),
    "a file of several": ({"a.yaml": A, "b.yaml": "kind: {", "c.yaml": B}, {"a.yaml": A, "c.yaml": B}),
    "not UTF-8": (A.encode() + b"---\nkind: \xff\xfe\n", DOCS),
    "not UTF-8 between values of JSON": (LINES.encode() + b"\xc3\x28\n" + LINES.encode(), LINES),
    "NUL bytes": (A.encode() + b"---\n\0\0\0\0\n", DOCS),
    "UTF-16, cut": (b"\xff\xfe" + A.encode("utf-16-le")[:31], A),
    "gzip": (b"\x1f\x8b\x08\0\0\0\0\0\0\3\x4b\x4c\4\0", A),
    "tabs": (A + "---\nkind: Pod\nmetadata:\n\tname: x\n", DOCS),
    "a key that is a mapping": (A + "---\nkind: Pod\nmetadata: {? {a: b} : c}\n", DOCS),
    "a value with a colon": (A + "---\nkind: Pod: x\n", DOCS),
    "unknown anchor": (A + "---\nkind: Pod\nmetadata: *gone\n", DOCS),
    "bad indentation": (A + "---\nkind: Pod\n metadata: x\n", DOCS),
    "a scalar": (A + "---\nhello\n", DOCS),
    "a sequence": (A + "---\n- 1\n- 2\n", DOCS),
    "without a kind": (A + "---\napiVersion: v1\nmetadata: {name: x}\n", DOCS),
    "metadata is text": (A + "---\napiVersion: v1\nkind: Pod\nmetadata: hello\n", DOCS),
    "metadata is a list": (A + "---\napiVersion: v1\nkind: Pod\nmetadata: [1]\n", DOCS),
    "items are a mapping": (A + "---\napiVersion: v1\nkind: List\nitems: {a: 1}\n", DOCS),
    "items are text": (A + "---\napiVersion: v1\nkind: PodList\nitems: hello\n", DOCS),
    "an item is text": (A + "---\napiVersion: v1\nkind: List\nitems: [hello]\n", DOCS),
    "an item is broken": (YAML_LIST + "- kind: {\n", YAML_LIST),
    "items twice": (YAML_LIST + "items:\n" + item("c"), YAML_LIST),
    "JSON cut": (LIST[:-40], LIST),
    "JSON cut between items": (LIST[: LIST.index('},{"apiV') + 2], LIST),
    "JSON cut before its end": (LIST[:-2], LIST),
    "JSON with text behind": (LIST + "}}\n", LIST),
    "a number": (LINES + "5\n", LINES),
    "a line cut": (LINES + LINES[:30] + "\n", LINES),
    "a line of another kind": (as_json("a") + "\nhello\n" + as_json("b") + "\n", LINES),
    "an error of a watch": (event("ADDED", as_json("a")) + event("ERROR", EXPIRED), event("ADDED", as_json("a"))),
    "a table of kubectl": ("NAME    READY   STATUS    RESTARTS   AGE\nweb-1   1/1     Running   0          3d\n", A),
    "a template of Helm": (A + "---\nkind: Pod\nmetadata:\n  name: {{ .Values.name }}\n", DOCS),
    "a template of Helm with a condition": ("{{- if .Values.on }}\n" + A + "{{- end }}\n", A),
    "a List cut before its kind": (KIND_LAST[: KIND_LAST.index("kind: List")], KIND_LAST),
    "a List cut between items": (KIND_LAST[: KIND_LAST.index("- apiVersion", 30)], KIND_LAST),
    "a List cut in its kind": (KIND_LAST[: KIND_LAST.index("kind: List") + 8], KIND_LAST),
    "a List that aliases an item before, cut": (ALIASED[: ALIASED.index("kind: List")], ALIASED),
    "a List that aliases what is not there": (ALIASED.replace("&x", ""), ALIASED),
    "a List cut in an item": (KIND_LAST[: KIND_LAST.index("name: b") + 7], KIND_LAST),
}


def put(path, content):
    if isinstance(content, dict):
        os.mkdir(path)
        for name, text in content.items():
            put(os.path.join(path, name), text)
    elif isinstance(content, tuple):
        os.symlink(content[1], path)
    elif content is not None:
        with open(path, "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())


def write(directory, name, content):
    """The words that name it."""
    path = os.path.join(directory, name)
    put(path, content)
    if not isinstance(content, dict) or None not in content.values():
        return [path]
    return [os.path.join(path, file) for file in content]
