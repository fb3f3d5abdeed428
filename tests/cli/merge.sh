#!/usr/bin/env bash
# Parts of a fleet: what `vitals merge` makes of any split is what one run over everything says.
# shellcheck disable=SC1091,SC2154,SC2034  # what lib.bash defines
. "$(dirname "$0")/lib.bash"

now=2026-02-01T00:00:00Z
mkdir -p "$work/checks/example.com/Widget"
printf '%s\n' "if obj.status.phase ~= 'fine' then error('no such phase') end return {status = 'Healthy', message = ''}" \
    >"$work/checks/example.com/Widget/health.lua"
rules=(--checks "$work/checks" --now "$now")

dump() { awk -v seed="$1" -v count="$2" -f tests/cli/data/fleet.awk; }

# part FILE [ARGUMENT…]: the part of a file.
part() { "$vitals" assess -f "$1" -o partial "${rules[@]}" "${@:2}" >"$1.part" 2>>"$work/parts.err"; }

# split FILE COUNT SEED: its lines, scattered over FILE.0.json and so on.
split() {
    rm -f "$1".*.json "$1".*.part
    awk -v n="$2" -v seed="$3" -v to="$1" \
        'BEGIN { srand(seed) } { print > (to "." int(rand() * n) ".json") }' "$1"
}

for seed in 1 2 3 4 5 6; do
    for count in 1 7 60; do
        dump $seed $count >"$work/all"
        cp "$work/all" "$work/all.json"
        run assess -f "$work/all.json" --by application "${rules[@]}"
        cp "$work/out" "$work/one" && cp "$work/err" "$work/one.err" && one=$status
        part "$work/all.json"
        "$vitals" merge "$work/all.json.part" -o partial "${rules[@]}" 2>/dev/null >"$work/whole.part"
        rm "$work/all.json"
        split "$work/all" $((1 + count / 4)) $seed
        parts=()
        for file in "$work"/all.*.json; do part "$file" && :; parts+=("$file.part"); done
        run merge "${parts[@]}" "${rules[@]}"
        name="seed $seed, $count, ${#parts[@]} parts"
        expect "$name" "$one"
        cmp -s "$work/out" "$work/one" && pass || { fail "$name: tables differ"; diff "$work/one" "$work/out" >&2; }
        cmp -s "$work/err" "$work/one.err" && pass || { fail "$name: summaries differ"; diff "$work/one.err" "$work/err" >&2; }
        # The other way round, and in two steps.
        cat "${parts[@]}" | sort -r >"$work/in"
        run_with_input merge "${rules[@]}"
        cmp -s "$work/out" "$work/one" && pass || fail "$name: another order"
        "$vitals" merge "${parts[0]}" -o partial "${rules[@]}" >"$work/in" 2>/dev/null
        if [ ${#parts[@]} -gt 1 ]; then
            cat "${parts[@]:1}" | "$vitals" merge - -o partial "${rules[@]}" >>"$work/in" 2>/dev/null
        fi
        run_with_input merge - "${rules[@]}"
        cmp -s "$work/out" "$work/one" && pass || fail "$name: merged parts"
        # Every part of the JSON but the items, which parts do not have.
        "$vitals" merge "${parts[@]}" -o partial "${rules[@]}" 2>/dev/null | sort >"$work/merged.part"
        sort "$work/whole.part" | cmp -s - "$work/merged.part" && pass || fail "$name: partial aggregates differ"
    done
done

# Clusters are part of the names.
dump 1 20 >"$work/eu.json"
dump 2 20 >"$work/us.json"
part "$work/eu.json" --cluster eu
part "$work/us.json" --cluster us
run merge "$work/us.json.part" "$work/eu.json.part" "${rules[@]}"
expect "two clusters" 1
golden merge.table
run merge "$work/us.json.part" "$work/eu.json.part" "${rules[@]}" --by cluster --no-headers
golden merge-cluster.table
run merge "$work/us.json.part" "${rules[@]}" -o json --by cluster
golden merge-cluster.json
run merge "$work/us.json.part" "${rules[@]}" -o ndjson
[ "$(wc -l <"$work/out")" -eq "$("$vitals" merge "$work/us.json.part" --no-headers "${rules[@]}" 2>/dev/null | grep -c ^us/)" ] &&
    pass || fail "-o ndjson has a line for each row of the table"
says "-o ndjson" out '"name":"us/app01","cluster":"us","health":{"status":"'
run merge "$work/us.json.part" "${rules[@]}" -o yaml --by cluster
expect "-o yaml" 1
run merge "$work/eu.json.part" "${rules[@]}" --fail-on Unknown -q
expect "--fail-on Unknown" 1
equals "--quiet" out ""

# What is not a part.
check_refused() { # NAME LINE TEXT
    printf '%s\n' "$2" >"$work/in"
    run_with_input merge -
    expect "$1" 3
    says "$1" err "$3"
}
check_refused "nothing" "" "there is no line of a part"
check_refused "not JSON" "{" "stdin:1"
check_refused "a verdict" '{"schema":"vitals/v1","kind":"Pod"}' "its schema is not vitals/partial/v1"
check_refused "a newer version" '{"schema":"vitals/partial/v9","resources":[]}' "stdin:1: "
check_refused "no aggregate" '{"schema":"vitals/partial/v1","aggregate":"best","resources":[]}' "this aggregate is not known"
good='{"schema":"vitals/partial/v1","application":"a","aggregate":"argocd","resources":[["","Pod","d","p","Healthy"]]}'
check_refused "another aggregate" "$good"$'\n'"${good/argocd/worst}" "stdin:2: the aggregate is not that of the application"
check_refused "a bad resource" "${good/Healthy/Fine}" "stdin:1: this health is not known"
check_refused "no resources" "${good/resources/things}" "there are no resources"
printf '%s\n' "$good" "${good/Healthy/Degraded}" >"$work/in"
run_with_input merge -
expect "a line without a summary" 1
says "one resource of two parts" out "Caused by Pod:d/p"
# An object that is larger than objects may usually be, and what is not one.
awk 'BEGIN { printf "{\"schema\":\"vitals/partial/v1\",\"object\":{\"kind\":\"Pod\",\"spec\":[0"; for (i = 0; i < 600000; i++) printf ",1"; print "]}}" }' >"$work/in"
printf '%s\n' "$good" '{"schema":"vitals/partial/v1","object":5}' >>"$work/in"
run_with_input merge -
expect "a large object" 0
run merge "$work/none.part"
expect "no such file" 3

# What a part cannot have.
for option in "--app x" "--desired $work/us.json" "--only Degraded" "--by kind"; do
    # shellcheck disable=SC2086  # two words
    run assess -f "$work/us.json" -o partial $option
    expect "-o partial $option" 2
done
run assess -f "$work/us.json" --cluster eu
expect "--cluster alone" 2
run merge "$work/us.json.part" -o partial --by cluster
expect "merge -o partial --by cluster" 2
finish
