#!/usr/bin/env bash
# Real output against the JSON Schemas in docs/schema.
# shellcheck disable=SC1091,SC2154,SC2034  # what lib.bash defines
. "$(dirname "$0")/lib.bash"

verdict=docs/schema/verdict.schema.json
report=docs/schema/report.schema.json
coverage=docs/schema/coverage.schema.json
cat >"$work/fails.yaml" <<'CM'
kind: ConfigMap
data:
  resource.customizations.health.example.com_Widget: return nil + 1
CM

holds() {
    local name=$1
    shift
    if "$tools/schema_check" "$@" <"$work/out"; then pass; else fail "$name"; fi
}

for objects in docs/examples/shop tests/cli/data/apps.yaml tests/cli/data/times.yaml; do
    for options in "" "--profile argocd" "--profile flux" "--profile kstatus" "--argocd-cm $work/fails.yaml" \
        "--desired tests/cli/data/desired.yaml"; do
        # shellcheck disable=SC2086  # options are words
        run assess -f $objects -o ndjson $options
        holds "$objects -o ndjson $options" $verdict
        # shellcheck disable=SC2086
        run assess -f $objects -o json $options
        holds "$objects -o json $options" --one $report $verdict $coverage
    done
    run assess -f $objects -o json --by kind
    holds "$objects -o json --by kind" --one $report $verdict $coverage
done

# What was not read.
printf 'kind: Pod\nmetadata: {name: a\n' | cat tests/cli/data/mixed.yaml <(echo ---) - >"$work/half.yaml"
run assess "$work/half.yaml" nosuch.yaml -o json
holds "a report with coverage" --one $report $verdict $coverage
run why -f "$work/half.yaml" -o json
holds "why with coverage" --one docs/schema/why.schema.json $coverage
run explain deployment/web -f "$work/half.yaml" -o json
holds "explain with coverage" --one docs/schema/explanation.schema.json $coverage
run assess "$work/half.yaml" nosuch.yaml -o partial
holds "a part with coverage" docs/schema/partial.schema.json $coverage

# Parts of a fleet.
for objects in docs/examples/shop tests/cli/data/apps.yaml tests/cli/data/times.yaml; do
    for profile in combined kstatus; do
        run assess -f $objects -o partial --cluster eu --profile $profile
        holds "$objects -o partial --profile $profile" docs/schema/partial.schema.json $coverage
    done
done

# What is printed for authors of rules.
author() {
    local schema=docs/schema/$1.schema.json
    shift
    run "$@" -o json
    holds "$*" --one "$schema" $coverage
}
shop=docs/examples/shop
for object in certificate/shop-tls deploy/web helmrelease/redis widget/banner; do
    for profile in combined argocd flux kstatus; do
        author explanation explain $object -f $shop/live.yaml --argocd-cm $shop/argocd-cm.yaml --profile $profile
    done
done
author explanation explain apps/Deployment
author explanation explain gadget/lamp -f tests/cli/data/checks-cel/example.com/Gadget/testdata/ready.yaml \
    --exprs tests/cli/data/checks-cel/example.com/Gadget/health.cel.yaml --profile flux
author lint lint tests/cli/data/lint
# Settings are YAML; a schema sees them as JSON.
printf '%s\n' '{"lint":{"exclude":["vendor"],"levels":{"lua-global":"note","no-fixtures":false}}}' >"$work/out"
holds "settings" --one docs/schema/settings.schema.json
printf '%s\n' '{"lint":{"levels":{"lua-global":"loud"}}}' >"$work/out"
if "$tools/schema_check" --one docs/schema/settings.schema.json <"$work/out" 2>/dev/null; then
    fail "schema_check lets wrong settings through"
fi
author test test tests/cli/data/checks
author test test tests/cli/data/checks --coverage
author test test tests/cli/data/checks-cel --incomplete off

# The check itself finds errors.
refuses() {
    printf '%s\n' "$1" >"$work/out"
    if "$tools/schema_check" $verdict <"$work/out" 2>/dev/null; then fail "schema_check lets through: $1"; else pass; fi
}
refuses '{}'
refuses '{"schema":"vitals/v2"}'
run assess -f docs/examples/shop/live.yaml -o ndjson
refuses "$(head -n 1 "$work/out" | sed 's/"Degraded"/"Broken"/')"
refuses "$(head -n 1 "$work/out" | sed 's/"line":[0-9]*/"line":"1"/')"
refuses "$(head -n 1 "$work/out" | sed 's/{"schema"/{"extra":1,"schema"/')"

finish
