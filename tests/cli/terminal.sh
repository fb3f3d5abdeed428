#!/usr/bin/env bash
# Colours, widths and escapes.
# shellcheck disable=SC1091,SC2154,SC2034  # what lib.bash defines
. "$(dirname "$0")/lib.bash"

shop=docs/examples/shop
escape=$(printf '\033')

run assess -f $shop
says_not "piped: no colour" out "$escape"
run assess -f $shop --color always
says "--color always" out "${escape}[31mDegraded"
NO_COLOR=1 run assess -f $shop --color always
says "--color always beats NO_COLOR" out "${escape}[31mDegraded"
sed "s/${escape}\[[0-9;]*m//g" "$work/out" >"$work/plain"
run assess -f $shop
cmp -s "$work/out" "$work/plain" && pass || fail "colours change more than colours"

# On a terminal: colours, and lines cut at its width. A container may not offer any terminals.
if script -qec true /dev/null </dev/null >/dev/null 2>&1; then
    on_terminal() { script -qec "stty cols 60; $* 2>/dev/null" /dev/null </dev/null | tr -d '\r' >"$work/out"; }
    export TERM=xterm
    on_terminal "$vitals assess -f $shop -o tree"
    says "a terminal has colours" out "${escape}[31mDegraded"
    says "a terminal cuts" out "…"
    widest=$(sed "s/${escape}\[[0-9;]*m//g" "$work/out" | grep -v 'without health' | wc -L)
    [ "$widest" -eq 60 ] && pass || fail "lines of $widest columns on a terminal of 60"
    NO_COLOR=1 on_terminal "$vitals assess -f $shop -o tree"
    says_not "NO_COLOR" out "$escape"
    TERM=dumb on_terminal "$vitals assess -f $shop -o tree"
    says_not "TERM=dumb" out "$escape"
    on_terminal "$vitals assess -f $shop -o tree --color never"
    says_not "--color never" out "$escape"
    # JSON has characters that a terminal obeys; there they are escaped, and in a file as they are.
    printf '{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a\302\233b\177c\342\200\256d\303\251"}}\n' >"$work/odd.json"
    for form in json ndjson; do
        on_terminal "$vitals assess -f $work/odd.json -o $form"
        says "-o $form on a terminal" out 'a\u009bb\u007fc\u202edé'
        run assess -f "$work/odd.json" -o $form
        says "-o $form in a file" out "$(printf 'a\302\233b\177c\342\200\256d\303\251')"
    done
fi

# Work that takes longer than a second shows its progress on a terminal, and clears it.
if script -qec true /dev/null </dev/null >/dev/null 2>&1; then
    many() { for i in $(seq "$1" "$2"); do printf '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c%d","uid":"u%d"}}\n' "$i" "$i"; done; }
    many 1 100 >"$work/first"
    # An object now and then, until there is progress on the screen.
    slowly() {
        cat "$work/first"
        for i in $(seq 101 400); do
            grep -q objects "$work/screen" && break
            many "$i" "$i"
            sleep 0.1
        done
    }
    : >"$work/screen"
    slowly | script -qefc "cat <&3 | $(readlink -f "$vitals") assess -o json >/dev/null" "$work/screen" 3<&0 </dev/null >/dev/null
    grep -q $'\r[0-9]* objects\r\033\\[K' "$work/screen" && pass || fail "no progress: $(cat -v "$work/screen")"
    slow="{ cat $work/first; sleep 1.2; cat $work/first; }"
    script -qec "$slow | $(readlink -f "$vitals") assess -o json -q >/dev/null" /dev/null </dev/null >"$work/out"
    equals "no progress with -q" out ""
fi

# Text of the cluster cannot steer the terminal, and wide text keeps the columns.
printf '%s\n' '{"apiVersion":"v1","kind":"Pod","metadata":{"name":"evil\u001b[31m\u202e\u0007","namespace":"a\tb","uid":"1"},"status":{"phase":"Failed","message":"line one\u001b]0;title\u0007\nline two"}}' >"$work/evil.json"
for form in table wide tree name; do
    run assess -f "$work/evil.json" -o $form
    says_not "-o $form escapes" out "$escape"
    says "-o $form escapes" out 'evil\x1b[31m\u202e\x07'
done
run assess -f "$work/evil.json"
says "control characters of a namespace" out 'a\tb'
says "the first line of a message" out 'line one\x1b]0;title\x07'
says_not "the first line of a message" out 'line two'
# Every kind of character that a terminal shows nothing for, or that changes the direction of text.
for code in 00ad 034f 061c 115f 17b4 180b 200b 200d 200e 2028 202e 2060 2066 206f 3164 fe0f feff ffa0 fff9 0085; do
    printf '%s\n' '{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a\u'$code'b","uid":"1"},"status":{"phase":"Failed"}}' >"$work/hidden.json"
    run assess -f "$work/hidden.json" -o name
    says "U+$code is escaped" out "a\\u${code}b"
done
printf '{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a\\udb40\\udc41b","uid":"1"},"status":{"phase":"Failed"}}\n' >"$work/hidden.json"
run assess -f "$work/hidden.json" -o name
says "tags are escaped" out 'a\U000e0041b'
run assess -f "$work/evil.json" -o ndjson
says_not "ndjson escapes" out "$escape"
printf 'data: {\x1b[31m' >"$work/evil${escape}[1m.yaml"
run assess -f "$work/evil${escape}[1m.yaml"
says_not "errors escape" err "$escape"

cat >"$work/wide.yaml" <<'WIDE'
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: 数据库, uid: w-1}
status: {phase: Bound}
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: naïve-né, uid: w-2}
status: {phase: Lost}
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: plain, uid: w-3}
status: {phase: Pending}
WIDE
run assess -f "$work/wide.yaml"
equals "columns of wide text" out "RESOURCE                        HEALTH       MESSAGE
PersistentVolumeClaim/naïve-né  Degraded
PersistentVolumeClaim/plain     Progressing
PersistentVolumeClaim/数据库    Healthy"

finish
