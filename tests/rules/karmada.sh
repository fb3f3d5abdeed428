#!/usr/bin/env bash
# Karmada's own format of tests through `vitals test`: two cases pass, and two that are wrong fail. karmada.sh VITALS
set -u
cd "$(dirname "$0")" || exit 1
report=$("$1" test karmada --color never)
status=$?
wanted='2 passed, 2 failed'
if [ $status -ne 1 ] || [ "$(printf '%s\n' "$report" | tail -n 1)" != "$wanted" ] ||
    ! printf '%s\n' "$report" | grep -q 'no health script for this apiVersion and kind'; then
    printf '%s\nstatus %s, not: %s\n' "$report" $status "$wanted"
    exit 1
fi
