#!/usr/bin/env bash
# 100,000 objects in random graphs of owners: see graphs.py.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 "$(dirname "$0")/graphs.py" "$1" "$work/objects.json" 2 5000
