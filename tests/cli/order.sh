#!/usr/bin/env bash
# What a rule costs depends on the rule, the object and the limits alone: whether it reaches a limit does not
# depend on other objects, on their order, on threads or on the run.
# shellcheck disable=SC1091,SC2154,SC2034  # what lib.bash defines
. "$(dirname "$0")/lib.bash"

# 40 objects of one kind among 1,500 others, whose script has the names that theirs makes.
awk 'BEGIN {
    printf "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"argocd-cm\"},\"data\":{"
    printf "\"resource.customizations.health.a.io_P\":\"local t = {"
    for (i = 1; i <= 3000; i++) printf "\x27key%d\x27,", i
    printf "} return {status = \x27Healthy\x27}\",\"resource.customizations.health.b.io_S\":"
    printf "\"local n = {} for i = 1, 3000 do n[\x27key\x27 .. i] = {i} end return {status = \x27Healthy\x27}\"}}\n"
}' >"$work/cm.json"
awk 'BEGIN {
    for (i = 0; i < 1540; i++) {
        own = i % 38 == 37
        printf "{\"apiVersion\":\"%s.io/v1\",\"kind\":\"%s\",\"metadata\":{\"name\":\"o%d\"}}\n", own ? "b" : "a", own ? "S" : "P", i
    }
}' >"$work/all.json"
grep '"S"' "$work/all.json" >"$work/some.json"
head -n 1 "$work/some.json" >"$work/one.json"
tac "$work/all.json" >"$work/turned.json"

run assess -f "$work/one.json" --argocd-cm "$work/cm.json" -o ndjson --cost
expect "one object" 0
steps=$(sed 's/.*"cost":{"limit":"lua_steps","used":\([0-9]*\)}.*/\1/' "$work/out")
if [ "$steps" -gt 10000 ] 2>/dev/null; then pass; else fail "its steps: $steps"; fi

# ends INPUT THREADS LIMIT: how many objects of the kind are healthy with that limit
ends() {
    run assess -f "$work/$1.json" --argocd-cm "$work/cm.json" -o ndjson --cost --threads "$2" \
        --limit lua_steps="$3"
    grep '"kind":"S"' "$work/out" | grep -c '"status":"Healthy"'
}
for input in some all turned; do
    for threads in 1 2 4; do
        equal=$(ends $input $threads "$steps")
        if [ "$equal" -eq 40 ]; then pass; else fail "$input, $threads threads: $equal of 40 within their steps"; fi
        equal=$(ends $input $threads $((steps - 1)))
        if [ "$equal" -eq 0 ]; then pass; else fail "$input, $threads threads: $equal of 40 within a step less"; fi
    done
done

# The same bytes in three runs, with any number of threads.
for threads in 1 2 4 1 2 4 1 2 4; do
    run assess -f "$work/all.json" --argocd-cm "$work/cm.json" --threads $threads --limit lua_steps="$steps" -o json --cost
    [ -f "$work/first" ] || cp "$work/out" "$work/first"
    if cmp -s "$work/out" "$work/first"; then pass; else fail "$threads threads: other bytes"; fi
done

run assess -f "$work/one.json" --cost
expect "--cost in a table" 2
says "--cost in a table" err "--cost goes with -o json, yaml and ndjson"
finish
