#!/usr/bin/env bash
# Streams: stdin, lists, watch events, order under threads, readers and writers that fail.
# shellcheck disable=SC1091,SC2154,SC2034  # what lib.bash defines
. "$(dirname "$0")/lib.bash"

# objects COUNT: JSON lines, of which every seventh does not parse.
objects() {
    awk -v count="$1" 'BEGIN {
        for (i = 1; i <= count; i++) {
            if (i % 7 == 0) { print "{\"kind\": nonsense " i "}"; continue }
            printf "{\"apiVersion\":\"v1\",\"kind\":\"PersistentVolumeClaim\",\"metadata\":{\"name\":\"c%d\"," \
                   "\"uid\":\"u%d\"},\"status\":{\"phase\":\"%s\"}}\n", i, i, i % 2 ? "Bound" : "Lost"
        }
    }'
}

objects 5000 >"$work/in"
run_with_input assess -o ndjson --threads 1
expect "one thread" 3
cp "$work/out" "$work/one"
cp "$work/err" "$work/one.err"
# A line for each object, and one for those that cannot be read.
[ "$(wc -l <"$work/one")" -eq 4287 ] && pass || fail "one thread: $(wc -l <"$work/one") lines"
for threads in 2 3 8; do
    run_with_input assess -o ndjson --threads $threads
    cmp -s "$work/out" "$work/one" && pass || fail "$threads threads: another order on stdout"
    cmp -s "$work/err" "$work/one.err" && pass || fail "$threads threads: another order on stderr"
done
says "errors have a location" err "-:7:"
says "a flood of errors is cut" err "714 errors in all"
run_with_input assess -o table --threads 4
cp "$work/out" "$work/four"
run_with_input assess -o table --threads 1
cmp -s "$work/out" "$work/four" && pass || fail "the table depends on the threads"

# Lines that are read before it is known where their objects end: what is behind an odd one is read again, and
# counts once. The odd ones: two objects, a list that goes on, mistakes, what a warning says, YAML.
claim() { printf '{"apiVersion":"v1","kind":"PersistentVolumeClaim","metadata":{"name":"%s","uid":"%s"},"status":{"phase":"Bound"}}' "$1" "$1"; }
odd() {
    case $1 in
    two) printf '%s%s\n' "$(claim x)" "$(claim y)" ;;
    list) printf '{"apiVersion":"v1","kind":"PersistentVolumeClaimList","items":[%s\n{"metadata":{"name":"y"}}\n]}\n' "$(claim x)" ;;
    open) printf '{"kind":"Pod","spec":{}\n' ;;
    behind) printf '%s}\n' "$(claim x)" ;;
    warned) printf '{"kind":"Pod","metadata":{"name":"\377"}}\n' ;;
    yaml) printf -- '---\nkind: Pod\nmetadata: {name: a}\n---\n' ;;
    esac
}
objects 5000 | grep -v nonsense >"$work/claims"
for kind in two list open behind warned yaml; do
    { cat "$work/claims" && odd $kind && cat "$work/claims"; } >"$work/in"
    for form in ndjson name; do
        run_with_input assess -o $form --threads 1 pvc pod pod/y
        cp "$work/out" "$work/one"
        cp "$work/err" "$work/one.err"
        for threads in 2 4; do
            run_with_input assess -o $form --threads $threads pvc pod pod/y
            cmp -s "$work/out" "$work/one" && pass || fail "$kind, $threads threads, $form: stdout differs"
            cmp -s "$work/err" "$work/one.err" && pass || fail "$kind, $threads threads, $form: stderr differs"
        done
    done
done

# A list, a list of lists, concatenated JSON, YAML documents.
printf '%s' '{"apiVersion":"v1","kind":"List","items":[{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"},"status":{"phase":"Running"}},{"apiVersion":"v1","kind":"List","items":[{"apiVersion":"v1","kind":"Pod","metadata":{"name":"b"}}]}]}{"apiVersion":"v1","kind":"Pod","metadata":{"name":"c"}}' >"$work/in"
run_with_input assess -o name
equals "lists and concatenated JSON" out "pod/a
pod/b
pod/c"
printf -- '---\n# nothing\n---\nkind: Pod\nmetadata: {name: a}\n---\n---\nkind: Pod\nmetadata: {name: b}\n' >"$work/in"
run_with_input assess -o name
equals "YAML documents" out "pod/a
pod/b"

# Watch events: a stream reports each, the other outputs the last of each object.
event() { printf '{"type":"%s","object":{"apiVersion":"v1","kind":"PersistentVolumeClaim","metadata":{"name":"%s","uid":"%s"},"status":{"phase":"%s"}}}\n' "$1" "$2" "$2" "$3"; }
{
    event ADDED a Pending
    event ADDED b Pending
    event MODIFIED a Bound
    printf '{"type":"BOOKMARK","object":{"apiVersion":"v1","kind":"PersistentVolumeClaim","metadata":{"resourceVersion":"7"}}}\n'
    event DELETED b Pending
    event ADDED c Lost
} >"$work/in"
run_with_input assess -o name
equals "watch events as a stream: each name once" out "persistentvolumeclaim/a
persistentvolumeclaim/b
persistentvolumeclaim/c"
says "a watch counts objects, not versions" err "2 resources: 1 Degraded, 1 Healthy;"
run_with_input assess -o ndjson
grep -o '"name":"[abc]"\|"event":"[A-Z]*"' "$work/out" | paste -sd'  ' >"$work/events"
equals "events of a watch" events '"name":"a" "event":"ADDED" "name":"b" "event":"ADDED" "name":"a" "event":"MODIFIED" "name":"b" "event":"DELETED" "name":"c" "event":"ADDED"'
says "the last state of what was deleted" out '"counted":false,"event":"DELETED"'
run_with_input assess -o table
says "watch events in a table" out "PersistentVolumeClaim/a  Healthy"
says_not "watch events in a table" out "PersistentVolumeClaim/b"
run_with_input assess -o table --profile kstatus
says "watch events beside a set" out "PersistentVolumeClaim/a"
says_not "watch events beside a set" out "PersistentVolumeClaim/b"

# The end of a watch, in the words of the server.
printf '{"type":"ERROR","object":{"kind":"Status","apiVersion":"v1","status":"Failure","message":"too old resource version: 1 (7)","reason":"Expired","code":410}}\n' >>"$work/in"
for form in ndjson table json; do
    run_with_input assess -o $form
    expect "an ERROR event, -o $form" 3
    says "an ERROR event, -o $form" err "the watch ended with an error: too old resource version: 1 (7) (Expired, 410)"
done
printf '{"type":"ERROR","object":{}}\n' >"$work/in"
run_with_input assess
says "an ERROR event without a text" err "the watch ended with an error: no message"

# The last version of an identity is the object, in every form and profile. A UID alone does not make two one.
version() { printf '{"apiVersion":"v1","kind":"PersistentVolumeClaim","metadata":{"name":"%s","namespace":"shop"%s},"status":{"phase":"%s"}}\n' "$1" "${2:+,\"uid\":\"$2\"}" "$3"; }
versions() { # NAME EXPECTED-STATUS RESOURCES, the files in $work/v1 and v2
    local form profile
    for form in table wide tree json yaml ndjson name junit github sarif; do
        for profile in combined kstatus; do
            run assess "$work/v1.json" "$work/v2.json" -o $form --profile $profile
            expect "$1 -o $form --profile $profile" "$2"
            says "$1 -o $form --profile $profile" err "$3:"
        done
    done
}
version a u1 Pending >"$work/v1.json"
version a u1 Bound >"$work/v2.json"
versions "one UID" 0 "1 resource"
run assess "$work/v1.json" "$work/v2.json" -o ndjson
[ "$(grep -c '"event":"MODIFIED"' "$work/out")" -eq 1 ] && pass || fail "the later version is not marked"
version b u1 Bound >"$work/v2.json"
versions "one UID, another name: two objects" 4 "2 resources"
version a "" Pending >"$work/v1.json"
version a "" Bound >"$work/v2.json"
versions "no UID" 0 "1 resource"
for form in table tree json; do
    version a u1 Pending >"$work/v1.json"
    version a u2 Bound >"$work/v2.json"
    run assess "$work/v1.json" "$work/v2.json" -o $form
    says "created again, -o $form" err "1 resource: 1 Healthy"
    version a "" Bound >"$work/v2.json"
    run assess "$work/v1.json" "$work/v2.json" -o $form
    says "a version without UID, -o $form" err "1 resource: 1 Healthy"
done

# A watch that goes on: changed verdicts on a pipe, a table that is drawn again on a terminal.
watch_of_changes() {
    printf '%s\n' "$(event ADDED one Pending)" "$(event ADDED two Bound)"
    await has out 'two  *Healthy'
    printf '%s\n' "$(event MODIFIED two Bound)" "$(event MODIFIED one Bound)"
    await has out 'one  *Healthy'
    event DELETED two Bound
}
assess_watch watch_of_changes
equals "changed verdicts on a pipe" out "RESOURCE                   HEALTH       MESSAGE
PersistentVolumeClaim/one  Progressing
PersistentVolumeClaim/two  Healthy
PersistentVolumeClaim/one  Healthy
PersistentVolumeClaim/two  deleted"
watch_of_versions() {
    version one u1 Pending # shown when it is known that this is a watch
    version one u1 Bound
    await has out 'one  *Healthy'
    version one u1 Lost
}
assess_watch watch_of_versions
equals "versions without events on a pipe" out "NAMESPACE  RESOURCE                   HEALTH   MESSAGE
shop       PersistentVolumeClaim/one  Healthy
shop       PersistentVolumeClaim/one  Degraded"
assess_watch watch_of_changes
equals "the summary of a watch" err "1 resource: 1 Healthy; profile combined, aggregate argocd"
if script -qec true /dev/null </dev/null >/dev/null 2>&1; then
    { event ADDED one Pending; event ADDED two Bound; } >"$work/first"
    event MODIFIED one Lost >"$work/second"
    watch_on_terminal() {
        cat "$work/first"
        await has screen 'one  *Progressing'
        cat "$work/second"
        await has screen 'one  *Degraded'
    }
    : >"$work/screen"
    watch_on_terminal | script -qefc "stty cols 60 rows 12; cat <&3 | $(readlink -f "$vitals") assess --color never" "$work/screen" 3<&0 </dev/null >/dev/null
    tr -d '\r' <"$work/screen" >"$work/out"
    [ "$(grep -c $'\033\\[H' "$work/out")" -ge 3 ] && pass || fail "the table is not drawn again"
    says "the first table" out "PersistentVolumeClaim/one  Progressing"
    says "the second table" out "PersistentVolumeClaim/one  Degraded"
fi

# Answers come while the watch is quiet.
mkfifo "$work/watch"
"$vitals" assess -o name <"$work/watch" >"$work/out" 2>"$work/err" &
reader=$!
exec 3>"$work/watch"
for _ in $(seq 30); do event ADDED early Bound; done >&3
await has out early
says "answers come at once" out "persistentvolumeclaim/early"
exec 3>&-
wait "$reader"

# Memory does not grow with the input but for what tells objects apart, some 64 bytes each. What waits for its turn
# in the order of the input has reached its most after 20,000 objects, however busy the machine is.
# (Sanitizers keep what was freed, so they are left out.)
high_water() {
    rm -f "$work/pipe"
    mkfifo "$work/pipe"
    "$vitals" assess -o name <"$work/pipe" >"$work/out" 2>/dev/null &
    reader=$!
    exec 3>"$work/pipe"
    objects "$1" >&3
    for _ in $(seq 600); do
        [ "$(wc -l <"$work/out")" -ge $(($1 - $1 / 7)) ] && break
        sleep 0.1
    done
    awk '/VmHWM/ { print $2 }' "/proc/$reader/status"
    exec 3>&-
    wait "$reader"
}
few=0
grep -qaE '__(asan|tsan)_init' "$vitals" || few=$(high_water 20000)
if [ "${few:-0}" -gt 0 ]; then
    many=$(high_water 100000)
    [ "$many" -lt $((few + 8192)) ] && pass || fail "$few KB after 20,000 objects, $many KB after 100,000"
fi

# A reader that goes away ends the run as it ends any filter; a full disk is reported.
objects 20000 >"$work/in"
"$vitals" assess -f "$work/in" -o ndjson 2>/dev/null | head -n 1 >/dev/null
[ "${PIPESTATUS[0]}" -eq 141 ] && pass || fail "nobody reads any more: status ${PIPESTATUS[0]}"
if [ -w /dev/full ]; then
    "$vitals" assess -f docs/examples/shop -o ndjson >/dev/full 2>"$work/err"
    status=$?
    expect "a full disk" 3
    says "a full disk" err "cannot write the results: No space left on device"
    "$vitals" help assess >/dev/full 2>"$work/err"
    status=$?
    expect "a full disk under the help" 3
fi

finish
