"""Random edits through `vitals lsp`: lsp_edits.py VITALS [EDITS] [SEED].

The server and this program each apply the same edits, some of which have positions beyond the text or in the middle of
a pair of UTF-16. At the end of each session the findings must be those of `vitals lint` on the file as it is then.
"""
import json
import os
import random
import subprocess
import sys
import tempfile

VITALS = sys.argv[1]
EDITS = int(sys.argv[2]) if len(sys.argv) > 2 else 300
SEED = int(sys.argv[3]) if len(sys.argv) > 3 else 1
PER_SESSION = 50

LUA = '''hs = {}
if obj.status ~= nil and obj.status.conditions ~= nil then
  for i, condition in ipairs(obj.status.conditions) do
    if condition.type == "Ready" and condition.status == "False" then
      hs.status = "Degraded"
      hs.message = condition.message .. "🍐"
      return hs
    end
  end
end
hs.status = "Progressing"
return hs
'''
CEL = '''- apiVersion: example.com/v1
  kind: Widget
  current: status.conditions.exists(e, e.type == 'Ready' && e.status == 'True')
  failed: status.phase == 'Failed'
'''
PIECES = ["", "x", "\n", "\r\n", '"', "end", "obj.status.", "é", "🍐", " ", "-- ", "status", "[[", "]]", "(", ": ", "  "]


def units(text):
    return len(text.encode("utf-16-le")) // 2


def offset(text, line, character):
    """The offset of a position, as the protocol clamps it."""
    lines = text.split("\n")
    if line >= len(lines):
        return len(text)
    start = sum(len(at) + 1 for at in lines[:line])
    row = lines[line]
    if line < len(lines) - 1 and row.endswith("\r"):
        row = row[:-1]
    at = 0
    while at < len(row) and character > 0:
        character -= units(row[at])
        at += 1
    return start + at


def edit(text, dice):
    """An edit as the protocol has it, and the text after it."""
    piece = dice.choice(PIECES)
    if dice.random() < 0.02:
        return {"text": piece}, piece
    line = dice.randrange(text.count("\n") + 2)
    start = {"line": line, "character": dice.randrange(60)}
    end = dict(start)
    end["character"] += dice.choice([0, 0, 1, 2, 9])
    if dice.random() < 0.1:
        end = {"line": line + 1, "character": dice.randrange(9)}
    first, last = offset(text, **start), offset(text, **end)
    changed = text[:first] + piece + text[max(first, last):]
    return {"range": {"start": start, "end": end}, "text": piece}, changed


def message(method, params, number=None):
    body = {"jsonrpc": "2.0", "method": method, "params": params}
    if number is not None:
        body["id"] = number
    raw = json.dumps(body).encode()
    return b"Content-Length: %d\r\n\r\n" % len(raw) + raw


def answers(raw):
    while raw:
        head, _, rest = raw.partition(b"\r\n\r\n")
        size = int(head.split(b":")[1])
        yield json.loads(rest[:size])
        raw = rest[size:]


def ask(uri, dice, number):
    """A request at any position."""
    at = {"line": dice.randrange(20), "character": dice.randrange(60)}
    method = dice.choice(["hover", "completion", "definition", "codeAction"])
    return message("textDocument/" + method,
                   {"textDocument": {"uri": uri}, "position": at, "range": {"start": at, "end": at}}, number)


def session(path, text, dice):
    uri = "file://" + path
    sent = message("initialize", {"capabilities": {}}, 0)
    sent += message("textDocument/didOpen", {"textDocument": {"uri": uri, "version": 0, "text": text}})
    for version in range(1, PER_SESSION + 1):
        change, text = edit(text, dice)
        sent += message("textDocument/didChange",
                        {"textDocument": {"uri": uri, "version": version}, "contentChanges": [change]})
        if dice.random() < 0.2:
            sent += ask(uri, dice, version)
    sent += message("shutdown", None, 9999) + message("exit", None)
    done = subprocess.run([VITALS, "lsp"], input=sent, capture_output=True, check=False)
    if done.returncode != 0 or done.stderr:
        sys.exit(f"exit status {done.returncode} for {text!r}: {done.stderr.decode()}")
    published = [at for at in answers(done.stdout) if at.get("method") == "textDocument/publishDiagnostics"]
    return text, published[-1]["params"]


def lint(path, text):
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.write(text)
    done = subprocess.run([VITALS, "lint", "--if-any", path, "-o", "json"], capture_output=True, check=False)
    return json.loads(done.stdout)["findings"]


def main():
    dice = random.Random(SEED)
    with tempfile.TemporaryDirectory() as directory:
        for number in range(max(1, EDITS // PER_SESSION)):
            name, text = dice.choice([("health.lua", LUA), ("health.cel.yaml", CEL)])
            path = os.path.join(directory, "example.com", f"Widget{number}", name)
            os.makedirs(os.path.dirname(path))
            text, published = session(path, text, dice)
            ours = sorted((at["range"]["start"]["line"] + 1, at["code"]) for at in published["diagnostics"])
            theirs = sorted((at["line"], at["rule"]) for at in lint(path, text) if not at.get("ignored"))
            if ours != theirs:
                sys.exit(f"session {number}: {ours} is not {theirs} for {text!r}")


main()
