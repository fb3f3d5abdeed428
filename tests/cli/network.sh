#!/usr/bin/env bash
# vitals get over a network that fails, and over a fleet with clusters that do not answer: see network.py.
faults=${VITALS_FAULTS:-$2/faults}
if ! "$1" help | grep -q '^  get '; then
    echo "SKIPPED: built without VITALS_CLUSTER"
    exit 77
fi
if [ ! -x "$faults" ]; then
    echo "SKIPPED: the fault server was not built; it needs Go"
    [ "${CI:-}" != true ]
    exit $((77 * ($? == 0)))
fi
python3 "$(dirname "$0")/network.py" "$1" "$faults"
