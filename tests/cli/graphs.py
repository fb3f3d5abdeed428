"""Random graphs of owners: vitals assess counts what the texts alone say.

An object is owned when its first owner that is there leads, owner by owner, to an object without one. Rings count, and so does what
is below them. UIDs may be shared, missing, or differ only behind a NUL.
"""

import json
import random
import subprocess
import sys

VITALS, PATH, SEED, GRAPHS = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])


def graph(number, pick):
    """Objects of one graph: (name, uid, owners)."""
    count = pick.randint(1, 40)
    uids = [f"g{number}-{i}" + pick.choice(["", "", "", "\0", "\0x", "é"]) for i in range(count + 3)]
    objects = []
    for i in range(count):
        uid = uids[i] if pick.random() < 0.8 else pick.choice(uids + [""])
        owners = [pick.choice(uids) for _ in range(pick.choice([0, 0, 1, 1, 1, 2]))]
        objects.append((f"g{number}-{i}", uid, owners))
    return objects


def counted(objects):
    first, owner = {}, {}
    for name, uid, _ in objects:
        if uid:
            first.setdefault(uid, name)
    for name, _, owners in objects:
        owner[name] = next((first[uid] for uid in owners if uid in first), None)
    for name in owner:
        at, steps = name, 0
        while owner[at] is not None and steps <= len(objects):
            at, steps = owner[at], steps + 1
        yield name, owner[name] is None or owner[at] is not None


pick = random.Random(SEED)
expected, lines = {}, []
for number in range(GRAPHS):
    objects = graph(number, pick)
    expected.update(counted(objects))
    for name, uid, owners in objects:
        metadata = {"name": name, "namespace": f"n{number % 7}", "uid": uid, "ownerReferences": [{"uid": owner, "kind": "Pod", "name": "x"} for owner in owners]}
        lines.append(json.dumps({"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "status": {"phase": "Failed"}}))
with open(PATH, "w") as file:
    file.write("\n".join(lines) + "\n")
done = subprocess.run([VITALS, "assess", "-f", PATH, "-o", "json"], capture_output=True, check=False)
report = json.loads(done.stdout)
found = {item["name"]: item["counted"] for item in report["items"]}
wrong = [name for name in expected if found.get(name) != expected[name]]
owned = sum(not value for value in expected.values())
print(f"{len(expected)} objects in {GRAPHS} graphs of seed {SEED}: {owned} owned, {len(wrong)} differences {wrong[:5]}")
sys.exit(bool(wrong) or len(found) != len(expected) or done.returncode != 1)
