#!/usr/bin/env bash
# Recorded failures: for each object that a recording asks about, the row must contain every text of its "says" lines.
# why.sh VITALS. Those in unnamed.list are known to fail, each with its reason; one of them that passes is a failure.
set -u
vitals=$(realpath "$1")
cd "$(dirname "$0")" || exit 2
named=0 failed=0
for recording in [0-9]*.yaml; do
    object=$(sed -n 's/^# object: //p' "$recording")
    row=$("$vitals" assess -f "$recording" -o tree 2>/dev/null | grep -F -m1 "$object ")
    missing=$(sed -n 's/^# says: //p' "$recording" | while read -r text; do
        case $row in *"$text"*) ;; *) printf '%s; ' "$text" ;; esac
    done)
    known=$(grep -c "^${recording%.yaml} " unnamed.list)
    if [ -z "$missing" ] && [ "$known" -eq 0 ]; then
        named=$((named + 1))
    elif [ -z "$missing" ]; then
        printf '%s: named now; take it from unnamed.list\n' "$recording"
        failed=$((failed + 1))
    elif [ "$known" -eq 0 ]; then
        printf '%s: not named: %s\n    %s\n' "$recording" "$missing" "${row:-no row for $object}"
        failed=$((failed + 1))
    fi
done
printf '%d named, %d known not to be\n' "$named" "$(grep -c . unnamed.list)"
[ $failed -eq 0 ]
