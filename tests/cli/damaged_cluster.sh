#!/usr/bin/env bash
# Damaged answers of a cluster in every form of get, why and wait: nothing unread is Healthy, green or exit status 0. See damaged_cluster.py.
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
python3 "$(dirname "$0")/damaged_cluster.py" "$1" "$faults"
