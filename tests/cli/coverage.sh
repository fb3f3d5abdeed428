#!/usr/bin/env bash
# Damaged inputs in every form of every command: nothing unread is Healthy, green or exit status 0. See coverage.py.
python3 "$(dirname "$0")/coverage.py" "$1" "$2/bound"
