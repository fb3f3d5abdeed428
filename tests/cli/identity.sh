#!/usr/bin/env bash
# Which objects are one object, and which are owned: what somebody writes into a dump hides no other object.
# shellcheck disable=SC1091,SC2154,SC2034  # what lib.bash defines
. "$(dirname "$0")/lib.bash"
data=tests/cli/data/identity

counted() { # NAME FILE STATUS SUMMARY, in every form
    for form in table wide tree json yaml ndjson name junit github sarif; do
        run assess -f "$2" -o $form
        expect "$1, -o $form" "$3"
        says "$1, -o $form" err "$4"
    done
}

# --- identity: the text as it is, with what follows a NUL, and not as a terminal shows it
counted "UIDs that differ behind a NUL" $data/uid-nul.json 1 "2 resources: 1 Degraded, 1 Healthy"
counted "names that look alike" $data/name-nul.json 1 "2 resources: 1 Degraded, 1 Unknown"
pod() { # NAME UID OWNERS-UID… PHASE: NAME may have a namespace before it
    local name=$1 uid=$2 phase=${*: -1} owners=
    shift 2
    while [ $# -gt 1 ]; do
        owners="$owners${owners:+,}{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"name\":\"o\",\"uid\":\"$1\"}"
        shift
    done
    printf '{"apiVersion":"v1","kind":"Pod","metadata":{"name":"%s","namespace":"%s","uid":"%s","ownerReferences":[%s]},"status":{"phase":"%s"}}\n' \
        "${name#*/}" "${name%%/*}" "$uid" "$owners" "$phase"
}
look_alikes() { # FIELD-OF-POD: pairs of texts that are not the same
    local a=$1 b=$2
    { pod "$a" "$3" Failed; pod "$b" "$4" Succeeded; } >"$work/pair.json"
    counted "$a $3 and $b $4" "$work/pair.json" 1 "2 resources: 1 Degraded, 1 Healthy"
}
look_alikes 'n/a\u0000' 'n/a' 1 2
look_alikes 'n/a\u0000b' 'n/a\u0000c' 1 2
look_alikes 'n/a\u001b' 'n/a\\x1b' 1 2
look_alikes 'n/a\n' 'n/a\\n' 1 2
look_alikes 'n/a\u202e' 'n/a\\u202e' 1 2
look_alikes 'n\u0000/a' 'n\\x00/a' 1 2
look_alikes 'n\u0000/a' 'n\\x00/a' '' ''
look_alikes 'n/a' 'n/b' 'u\u0000' 'u'
look_alikes 'n/a' 'n/b' 'u\u0000' 'u\\0'
look_alikes 'n/a' 'n/b' 'u\n' 'u\\n'
{ pod 'n/a\u0000' 1 Pending; pod 'n/a\u0000' 1 Failed; } >"$work/pair.json"
counted "the same odd name twice" "$work/pair.json" 1 "1 resource: 1 Degraded"

# --- one UID under several names: all count, with a warning that names two
counted "one UID, two kinds" $data/uid-same.json 1 "2 resources: 1 Degraded, 1 Healthy"
run assess -f $data/uid-same.json
says "one UID, two kinds" err "warning: Pod/a in n ($data/uid-same.json:1) and Service/s in n ($data/uid-same.json:2) have the same uid same: both count"
for other in n/b m/a; do
    { pod n/a 1 Failed; pod $other 1 Succeeded; } >"$work/pair.json"
    counted "one UID, n/a and $other" "$work/pair.json" 1 "2 resources: 1 Degraded, 1 Healthy"
    run why -f "$work/pair.json"
    expect "why, n/a and $other" 1
    says "why, n/a and $other" out "Pod/a in n is Degraded"
done
{ pod n/a 1 Failed; pod n/a 1 Succeeded; } >"$work/pair.json"
counted "the same object twice" "$work/pair.json" 0 "1 resource: 1 Healthy"
run assess -f "$work/pair.json"
says_not "the same object twice" err warning
sed 's/"v1"/"networking.k8s.io\/v1"/; s/Pod/Ingress/' "$work/pair.json" | head -n 1 >"$work/group.json"
sed 's/"v1"/"extensions\/v1beta1"/; s/Pod/Ingress/' "$work/pair.json" | head -n 1 >>"$work/group.json"
run assess -f "$work/group.json"
says "an object of two groups" err "1 resource: "
for i in $(seq 30); do pod "n/p$i" 1 Succeeded; done >"$work/many.json"
run assess -f "$work/many.json"
says "many objects of one UID" err "30 resources: 30 Healthy"
says "many objects of one UID" err "warning: 9 more objects have the uid of another object"
[ "$(grep -c "have the same uid" "$work/err")" -eq 20 ] && pass || fail "many objects of one UID: too many warnings"

# --- owners: owned is what hangs below an object that counts; a ring and its tails count
counted "two that own each other" $data/owner-cycle.json 1 "2 resources: 2 Degraded; profile"
run why -f $data/owner-cycle.json
expect "why, two that own each other" 1
for name in a b; do says "why, two that own each other" out "Pod/$name in n is Degraded"; done
ring() { # OBJECTS TAIL: a ring, and a chain below it
    local i
    for i in $(seq "$1"); do pod "n/r$i" "r$i" "r$((i % $1 + 1))" Failed; done
    for i in $(seq "$2"); do pod "n/t$i" "t$i" "$([ "$i" -eq 1 ] && echo r1 || echo "t$((i - 1))")" Failed; done
}
for sizes in "1 0" "1 3" "2 3" "3 0" "3 2" "300 10"; do
    # shellcheck disable=SC2086  # two numbers
    ring $sizes >"$work/ring.json"
    total=$((${sizes% *} + ${sizes#* }))
    counted "a ring and its tail: $sizes" "$work/ring.json" 1 "$total resource$([ $total -gt 1 ] && echo s): $total Degraded; profile"
    tac "$work/ring.json" >"$work/reversed.json"
    counted "a ring and its tail, reversed: $sizes" "$work/reversed.json" 1 "$total Degraded; profile"
done
{ pod n/root root Succeeded; pod n/c1 c1 root Failed; pod n/c2 c2 c1 Failed; } >"$work/chain.json"
counted "a chain that ends" "$work/chain.json" 0 "1 resource: 1 Healthy; 2 owned, not counted"
{ pod n/c1 c1 gone Failed; pod n/c2 c2 c1 Failed; } >"$work/chain.json"
counted "a chain whose owner is not there" "$work/chain.json" 1 "1 resource: 1 Degraded; 1 owned, not counted"
{ pod n/root root Succeeded; pod n/c1 c1 gone root Failed; } >"$work/chain.json"
run assess -f "$work/chain.json"
says "the second owner" err "1 resource: 1 Healthy; 1 owned, not counted"
{ pod n/a 'a\nb' Succeeded; pod n/c c 'a\nb' Failed; pod n/d d a Failed; } >"$work/chain.json"
run assess -f "$work/chain.json"
says "an owner with a line break" err "2 resources: 1 Degraded, 1 Healthy; 1 owned, not counted"

finish
