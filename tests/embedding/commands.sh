#!/usr/bin/env bash
# commands.sh PROGRAM BUILD [TEST…]: the tests of the command line, run with another build of it: cmd/vitals of the Go
# module, or cli.js of npm. They are the programs of WASI, so what that lacks is expected to fail: commands.txt.
set -eu
program=$(realpath "$1")
tools=$(realpath "$2")/bin
shift 2
cd "$(dirname "$0")/../.."
[ $# -gt 0 ] || set -- bad_input batch cel checks compare eval exit_status explain fixture incomplete lint new options \
    outputs pods rows rule_files schema selection streams typed_back
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for name in "$@"; do
    tests/cli/"$name".sh "$program" "$tools" >"$work/log" 2>&1 || true
    grep -q 'checks passed' "$work/log" || printf '%s: did not finish\n' "$name" >>"$work/failed"
    sed -n "s/^FAILED: \([^:]*\).*/$name: \1/p" "$work/log" | sed "s/[0-9][0-9,]*/N/g" >>"$work/failed"
done
if ! sort -u "$work/failed" | grep -vxF -f <(grep -v '^#' tests/embedding/commands.txt) >"$work/new"; then
    echo "$program: the same as the command line, but for $(sort -u "$work/failed" | wc -l) expected differences"
    exit 0
fi
echo "$program differs from the command line:" >&2
cat "$work/new" >&2
exit 1
