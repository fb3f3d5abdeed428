#!/usr/bin/env bash
# The bundled checks through `vitals test`, with the libraries that an argocd-cm gives them: every case
# passes, none fails on an incomplete object, and
# the cases reach every line, branch and status. testing.sh VITALS
set -u
cd "$(dirname "$0")/../.." || exit 1
report=$("$1" test resource_customizations --require-tests --closed-libraries --incomplete fail --coverage --threshold 100 \
    --color never)
status=$?
if printf '%s\n' "$report" | grep -q 'no test reaches'; then status=1; fi

# What is Degraded does not wait: the message of such a verdict is another.
if grep -r -A 1 --include=health_test.yaml 'status: Degraded' resource_customizations | grep -E "message: [\"']?Waiting"; then
    status=1
fi
[ $status -eq 0 ] || printf '%s\n' "$report" | grep -v '^100% of lines, 100% of branches'
exit $status
