#!/usr/bin/env bash
# Every output form on the example application, to the byte.
# shellcheck disable=SC1091,SC2154,SC2034  # what lib.bash defines
. "$(dirname "$0")/lib.bash"

shop=docs/examples/shop

for form in table wide tree json yaml ndjson name; do
    run assess -f $shop -o $form
    expect "-o $form" 1
    golden "shop.$form"
done

for by in application namespace kind; do
    run assess -f $shop --by $by
    golden "by-$by.table"
    run assess -f $shop --by $by -o tree
    golden "by-$by.tree"
done

for profile in argocd flux kstatus; do
    run assess -f $shop --profile $profile
    golden "profile-$profile.table"
done

# Times are ages at --now; the header comes with them.
run assess -f tests/cli/data/times.yaml -o tree --now 2026-01-07T10:06:11Z
golden times.tree
run assess -f tests/cli/data/times.yaml --now 2026-01-07T10:06:11Z
golden times.table

# The same time in other spellings, and ages in other units.
since() {
    run assess -f tests/cli/data/times.yaml deploy --now "$1"
    says "--now $1" out "$2  Deployment"
}
since 2026-01-07T11:06:11+01:00 "Degraded     9m"
since 2026-01-07t04:36:11.25-05:30 "Degraded     9m"
since 2026-01-07T09:57:45z "Degraded    45s"
since 2026-01-07T12:57:00Z "Degraded     3h"
since 2026-03-01T00:00:00Z "Degraded    52d"
run assess -f tests/cli/data/times.yaml deploy --now 2025-01-01T00:00:00Z
says "a time in the future" out "Degraded  Deployment"

finish
