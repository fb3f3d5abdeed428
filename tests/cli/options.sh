#!/usr/bin/env bash
# The grammar of options, usage errors, and the help.
# shellcheck disable=SC1091,SC2154,SC2034  # what lib.bash defines
. "$(dirname "$0")/lib.bash"

shop=docs/examples/shop

# Spellings that mean the same.
run assess -f $shop -o name -n shop
cp "$work/out" "$work/expected"
same() {
    run assess "$@"
    if cmp -s "$work/out" "$work/expected"; then pass; else fail "same: $*"; fi
}
same -f=$shop -oname -nshop
same --filename=$shop --output=name --namespace=shop
same --filename $shop --output NAME --namespace shop
same -f$shop -o=name -n=shop
same -o name -n shop -f $shop --
same -o json -o name -f $shop -n shop

# Mistakes: two lines, status 2, nothing on stdout.
mistake() {
    local text=$1
    shift
    run "$@"
    expect "$*" 2
    says "$*" err "$text"
    equals "$*" out ""
}
mistake "unknown option --outptu; did you mean --output?" assess -f $shop --outptu json
mistake "unknown option --no-such-thing-at-all" assess --no-such-thing-at-all
mistake "unknown option -Z" assess -Z
mistake "--output needs a value: FORM" assess -f $shop --output
mistake "--output cannot be 'xml'; it is one of table, wide, tree, json, yaml, ndjson, name" assess -o xml
mistake "--augment takes no value" assess --augment=yes
mistake "--require-rule cannot be 'yes'; it is one of any, argocd" assess --require-rule=yes
mistake "--threads must be a number from 1 to 1024, not '0'" assess -f $shop --threads 0
mistake "--threads must be a number from 1 to 1024, not 'two'" assess -f $shop --threads two
mistake "--limit takes NAME=NUMBER, not 'lua_steps'" assess -f $shop --limit lua_steps
mistake "no limit 'lua_step'; did you mean lua_steps?" assess -f $shop --limit lua_step=1
mistake "--now takes a time such as" assess -f $shop --now yesterday
mistake "--now takes a time such as" assess -f $shop --now 2026-13-01T00:00:00Z
mistake "--now takes a time such as" assess -f $shop --now 2026-02-29T00:00:00Z
mistake "--now takes a time such as" assess -f $shop --now 2026-01-07T10:06:11
mistake "--by goes with -o table" assess -f $shop --by kind -o ndjson
mistake "--app names applications" assess -f $shop --by kind --app shop
mistake "stdin (-) can be read only once" assess -f - --argocd-cm -
mistake "--only cannot be 'Fine'" assess -f $shop --only Fine
mistake "cannot read the selector" assess -f $shop -l 'a=b=c'
mistake "cannot read the selector" assess -f $shop -l 'a in b'
mistake "'a/b/c/d' is not KIND, KIND/NAME" assess -f $shop a/b/c/d
mistake "'deploy//web' is not KIND, KIND/NAME" assess -f $shop deploy//web
mistake "':' is not KIND, KIND/NAME" assess -f $shop :
mistake "no command 'asess'; did you mean 'assess'?" asess
mistake "no command 'frobnicate'" frobnicate
mistake "no command 'describe'; did you mean 'explain'?" describe
mistake "no command '-n'" -n shop
mistake "--only cannot be 'Bad'" assess -f $shop --only Degraded,Bad
mistake "expected checks, kinds, functions, lint or access" list
mistake "version takes no 'x'" version x
mistake "expected a shell" completion tcsh
mistake "no command 'asess'; did you mean assess" help asess

# Options before the command, as kubectl takes them; their values are no commands.
run -n shop assess $shop -o name
cp "$work/out" "$work/behind"
run assess -n shop $shop -o name
if [ -s "$work/out" ] && cmp -s "$work/out" "$work/behind"; then pass; else fail "options before the command"; fi
run -n list assess $shop
says "the value of an option before the command" err "in namespace list"

# A list with commas, and listings with a word.
run assess $shop --only degraded,Progressing -o name
says "--only with commas" out deployment
run list kinds CERT-MANAGER.io/Cert
says "list kinds WORD" out cert-manager.io/Certificate
if grep -q Deployment "$work/out"; then fail "list kinds WORD: other kinds"; else pass; fi
run list functions endsw
says "list functions WORD" out endsWith
run list lint incomplete -o json
says "list lint WORD" out lint-incomplete

# Input that is not text is named.
printf '\x1f\x8b\x08' >"$work/objects.yaml"
run assess "$work/objects.yaml"
expect "gzip" 3
says "gzip" err "gunzip -c"
printf '\xff\xfea\x00' >"$work/objects.yaml"
run assess "$work/objects.yaml"
says "UTF-16" err "this is UTF-16"
run assess https://example.com/objects.yaml
says "an address" err "curl -sSfL ADDRESS"

# Help: the same from the command and from help, with examples.
for command in assess lint list version help completion; do
    run help $command
    expect "help $command" 0
    golden "help-$command"
    cp "$work/out" "$work/help"
    run $command --help
    if [ $command = help ] || cmp -s "$work/out" "$work/help"; then pass; else fail "$command --help"; fi
done
run help
expect "help" 0
# A build may leave out the commands for clusters, or `serve`.
whole=false
grep -q '^  get ' "$work/out" && grep -q '^  serve ' "$work/out" && whole=true
$whole && golden help
run --help
expect "--help" 0
run
expect "no command" 2

# Every long option of every command is in the manual page, which is the one in the sources.
run help --man
if ! $whole || diff -u tools/vitals/vitals.1 "$work/out" >&2; then pass; else fail "vitals.1 is not what help --man prints"; fi

run version
expect version 0
says version out "Argo CD      3.6.1"
run --version
says --version out "vitals "
run version -o json
says "version -o json" out '"vitals":'

run list checks
expect "list checks" 0
says "list checks" out "apps/Deployment"
run list checks -o json --no-bundled
says "list checks -o json" out '"source":	"native"'
says_not "list checks --no-bundled" out '"bundled"'

# All help fits 80 columns.
while read -r command; do
    run help "$command"
    wide=$(awk 'length > 80' "$work/out")
    if [ -z "$wide" ]; then pass; else fail "help $command is wider than 80 columns: $wide"; fi
    # A group of options is a title and indented lines, up to an empty line.
    loose=$(awk '/^$/ { group = 0 } group && !/^ / { print } /^[A-Z].*:$/ { group = 1 }' "$work/out")
    if [ -z "$loose" ]; then pass; else fail "help $command has lines that are not indented: $loose"; fi
done < <("$vitals" help | sed -n 's/^  \([a-z]*\) .*/\1/p' | sort -u)

run list kinds
expect "list kinds" 0
says "list kinds" out "cert-manager.io/Certificate"
says "list kinds" out "apps/Deployment"
run list kinds -o json
expect "list kinds -o json" 0
says "list kinds -o json" out '"kind":	"argoproj.io/Rollout"'
says "list kinds -o json" out '"here":	"Suspended"'
says "list kinds -o json" out '".status.conditions[].type"'
says "list kinds" out "no health"
# Every built-in rule is in the table, besides the kinds without health.
"$vitals" list checks -o json | sed -n 's/.*"id":\t\(.*\),/\1/p' | sort >"$work/rules"
"$vitals" list kinds -o json |
    awk -F '"' '/"kind":/ { kind = $4 } /"source":/ && $4 != "no health" { print "\"" kind "\"" }' | sort >"$work/kinds"
if diff "$work/rules" "$work/kinds" >&2; then pass; else fail "list kinds has other rules than list checks"; fi

finish
