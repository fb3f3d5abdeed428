#!/usr/bin/env bash
# golden.sh BIN OUT: record the golden file of bindings in OUT, run it again, check every text against its schema, and
# compare with the command line.
set -u
bin=$1 out=$2
failed=0
fail() { printf 'FAILED: %s\n' "$*" >&2; failed=$((failed + 1)); }

mkdir -p "$out"
tests/golden/binding/make >"$out/calls.json" || exit 1
"$bin/binding_golden" --record "$out/calls.json" >"$out/binding.json.new" || exit 1
mv "$out/binding.json.new" "$out/binding.json"
"$bin/binding_golden" "$out/binding.json" || fail "a second run differs"

# The texts of calls by the schema that they follow: those of a function that succeeded, and what is wrong.
python3 - "$out" <<'PYTHON'
import json
import sys

out = sys.argv[1]
schemas = {"configure": "diagnostics", "many": "column", "cel": "celAnswer", "lua": "luaAnswer",
           "application_health": "application", "live_snapshot": "snapshot", "live_changes": "changes",
           "assess": "verdict", "explain": "explanation", "lint": "lint", "test": "test"}
texts = {}
for call in json.load(open(out + "/binding.json", encoding="utf-8"))["calls"]:
    if call.get("text"):
        succeeded = int(call["result"]) >= 0
        if succeeded and call["call"] in schemas:
            texts.setdefault(schemas[call["call"]], []).append(call["text"].rstrip("\n"))
        elif not succeeded:
            texts.setdefault("diagnostics", []).append(call["text"])
for name, lines in texts.items():
    with open(f"{out}/{name}.ndjson", "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
PYTHON
for name in verdict explanation lint test; do
    "$bin/schema_check" "docs/schema/$name.schema.json" <"$out/$name.ndjson" || fail "$name"
done
for name in diagnostics column celAnswer luaAnswer application snapshot changes; do
    "$bin/schema_check" --definition $name docs/schema/binding.schema.json <"$out/$name.ndjson" || fail "$name"
done

# The command line on the same objects: verdicts and explanations but for where the object came from.
python3 - "$out" "$bin/vitals" <<'PYTHON' || fail "the command line differs"
import json
import os
import subprocess
import sys
import tempfile

out, vitals = sys.argv[1:]
golden = json.load(open(out + "/binding.json", encoding="utf-8"))
options, compared, different = {}, 0, 0
folder = tempfile.mkdtemp()


def flags(given):
    result = ["--profile", given.get("profile", "combined")]
    if "argocdCM" in given:
        with open(folder + "/cm.yaml", "w", encoding="utf-8") as file:
            file.write(given["argocdCM"])
        result += ["--argocd-cm", folder + "/cm.yaml"]
    for number, text in enumerate(given.get("expressions", [])):
        path = f"{folder}/e{number}.yaml"
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        result += ["--exprs", path]
    return result


def without(line):
    verdict = json.loads(line)
    for name in ("input", "delivery", "owner", "application", "counted", "because", "event"):
        verdict.pop(name, None)
    verdict["rule"].pop("at", None)
    return verdict


batch = []


def run():
    """The objects of one configuration: those in JSON in one run of the command line, those in YAML in another."""
    run_some([case for case in batch if case[0].startswith("{")], "\n")
    run_some([case for case in batch if not case[0].startswith("{")], "\n---\n")
    batch.clear()


def run_some(batch, separator):
    global compared, different
    if not batch:
        return
    stream = separator.join(text for text, _ in batch)
    command = [vitals, "assess", "-f", "-", "-o", "ndjson", "--now", "2026-01-01T00:00:00Z", *flags(options)]
    lines = subprocess.run(command, input=stream.encode(), capture_output=True, check=False).stdout.decode().splitlines()
    if len(lines) != len(batch):
        print(f"{len(lines)} lines for {len(batch)} objects", file=sys.stderr)
        different += 1
    for line, (_, want) in zip(lines, batch):
        compared += 1
        if without(line) != without(want):
            different += 1
            if different < 6:
                print("got ", without(line), "\nwant", without(want), file=sys.stderr)


for call in golden["calls"]:
    if call["call"] in ("new", "configure"):
        run()
    if call["call"] == "configure":
        # Those of the calls about verdicts: they name a profile, and all of their members are flags.
        options = json.loads(call["args"][0]) if "expressions" in call["args"][0] else {}
    if options and call["call"] == "assess" and call["result"] == "0":
        text = golden["objects"][call["args"][0]["object"]]
        # A list, and one that holds several documents, is more than one for the command line.
        if json.loads(call["text"])["kind"] not in (None, "", "List") and "\n---" not in text:
            batch.append((text, call["text"]))
run()
print(f"{compared} verdicts compared with the command line, {different} differences")
sys.exit(different > 0 or compared < 500)
PYTHON
[ "$failed" -eq 0 ]
