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
[ "$(wc -l <"$work/one")" -eq 4286 ] && pass || fail "one thread: $(wc -l <"$work/one") lines"
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
equals "watch events as a stream" out "persistentvolumeclaim/a
persistentvolumeclaim/b
persistentvolumeclaim/a
persistentvolumeclaim/c"
run_with_input assess -o table
says "watch events in a table" out "PersistentVolumeClaim/a  Healthy"
says_not "watch events in a table" out "PersistentVolumeClaim/b"
run_with_input assess -o table --profile kstatus
says "watch events beside a set" out "PersistentVolumeClaim/a"
says_not "watch events beside a set" out "PersistentVolumeClaim/b"

# Answers come while the watch is quiet.
mkfifo "$work/watch"
"$vitals" assess -o name <"$work/watch" >"$work/out" 2>"$work/err" &
reader=$!
exec 3>"$work/watch"
for _ in $(seq 30); do event ADDED early Bound; done >&3
for _ in $(seq 100); do
    grep -q early "$work/out" && break
    sleep 0.1
done
says "answers come at once" out "persistentvolumeclaim/early"
exec 3>&-
wait "$reader"

# Memory does not grow with the input: the peak after many objects is the same as after few.
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
grep -qaE '__(asan|tsan)_init' "$vitals" || few=$(high_water 2000)
if [ "${few:-0}" -gt 0 ]; then
    many=$(high_water 100000)
    [ "$many" -lt $((few + 6144)) ] && pass || fail "$few KB after 2,000 objects, $many KB after 100,000"
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
