#!/usr/bin/env bash
# The second program: commands for clusters and the help are in vitals-cluster, which `vitals` finds and starts.
# shellcheck disable=SC1091,SC2154  # what lib.bash defines
. "$(dirname "$0")/lib.bash"

second=$(dirname "$vitals")/vitals-cluster
[ -x "$second" ] || { echo "SKIPPED: one program holds all commands"; exit 77; }

# Both programs answer alike, so nobody has to know which one holds a command.
for words in "version" "help" "help assess" "assess --help" "get --help" "list kinds" "asess" "" "--version" "-h" "completion bash"; do
    # shellcheck disable=SC2086  # words
    run $words
    cp "$work/out" "$work/out.first"
    cp "$work/err" "$work/err.first"
    first=$status
    # shellcheck disable=SC2086
    "$second" $words >"$work/out" 2>"$work/err" </dev/null
    status=$?
    expect "vitals $words" "$first"
    cmp -s "$work/out" "$work/out.first" && cmp -s "$work/err" "$work/err.first" && pass || fail "vitals $words: the programs differ"
done

# Commands for files start without the libraries for clusters.
if command -v ldd >/dev/null; then
    ldd "$vitals" >"$work/libraries"
    for library in libcurl libmicrohttpd libgnutls libsqlite3; do says_not "assess" libraries "$library"; done
fi

# Copied alone it assesses files, and a command that it lacks is one line.
mkdir -p "$work/bin" "$work/libexec/vitals"
cp "$vitals" "$work/bin/vitals"
alone=$vitals
vitals=$work/bin/vitals
run assess -f docs/examples/shop/ -o name
cp "$work/out" "$work/alone"
"$alone" assess -f docs/examples/shop/ -o name >"$work/out" 2>/dev/null
cmp -s "$work/out" "$work/alone" && pass || fail "assess, copied alone"
run get pods
expect "get, copied alone" 3
says "get, copied alone" err "vitals: cannot start $work/bin/"
says "get, copied alone" err "vitals-cluster, which holds the commands for clusters and the help: No such file or directory"
[ "$(wc -l <"$work/err")" -eq 1 ] && pass || fail "get, copied alone: more than a line"

# Installed, under any prefix; by the name that kubectl calls too.
ln -s "$(realpath "$second")" "$work/libexec/vitals/vitals-cluster"
ln -s vitals "$work/bin/kubectl_complete-vitals"
run help
expect "help, installed" 0
says "help, installed" out "Usage: vitals COMMAND"
"$work/bin/kubectl_complete-vitals" assess --out >"$work/out" 2>"$work/err"
status=$?
expect "completion for kubectl" 0
says "completion for kubectl" out "--output"

# A second program that cannot run is named, with the reason.
rm "$work/libexec/vitals/vitals-cluster"
printf 'nonsense\n' >"$work/bin/vitals-cluster"
run get pods
expect "get, not executable" 3
says "get, not executable" err "$work/bin/vitals-cluster, which holds the commands for clusters and the help: Permission denied"

finish
