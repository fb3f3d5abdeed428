#!/usr/bin/env bash
# vitals test: every option and form on a check with mistakes, and on the bundled checks.
# shellcheck disable=SC1091,SC2154,SC2034  # what lib.bash defines
. "$(dirname "$0")/lib.bash"

checks=tests/cli/data/checks
widget=$checks/example.com/Widget

for form in pretty tap junit github json; do
    run test $checks -o $form --incomplete off
    expect "-o $form" 1
    golden "test.$form"
done

run test resource_customizations --incomplete off
expect "bundled checks" 0
if tail -n 1 "$work/out" | grep -qE '^[0-9]+ passed, 0 failed$'; then pass; else fail "the last line of pretty"; fi

# One directory, named in every way.
for path in $widget $widget/ $widget/health.lua $widget/health_test.yaml tests/cli/data/checks/example.com; do
    run test "$path" --incomplete off
    expect "$path" 1
    says "$path" out "2 passed, 2 failed"
done
(cd $widget && "$vitals" test . --incomplete off >"$work/out" 2>"$work/err")
says "a leaf as ." out "FAIL example.com/Widget/testdata/waiting.yaml"
says "a leaf as ." out "2 passed, 2 failed"

run test $checks --run 'ready' --incomplete off
expect "--run" 0
says "--run" out "1 passed, 0 failed"
run test $checks --run '(' --incomplete off
expect "a broken --run" 2
run test $checks --fail-fast --incomplete off
says "--fail-fast" out "2 passed, 1 failed"
run test $checks --checks resource_customizations --incomplete off
expect "no check in the other tree" 1
says "no check in the other tree" out "3 tests skipped: no check for the kind"
run test $checks --argocd-cm tests/cli/data/checks-cm.yaml --incomplete off
says "--argocd-cm" out "tests/cli/data/checks-cm.yaml:7"
says "--argocd-cm" out 'Suspended   "Ready"'
run test tests/cli/data/checks-cel --incomplete off
expect "health.cel.yaml" 0
says "health.cel.yaml" out "3 passed, 0 failed"

# --statuses-only ignores messages.
cp -r $checks "$work/tree"
sed -i 's/two of two/all of them/' "$work/tree/example.com/Widget/health_test.yaml"
run test "$work/tree" --run ready --incomplete off
expect "messages matter" 1
run test "$work/tree" --run ready --incomplete off --statuses-only
expect "--statuses-only" 0

# deletionMessage is compared like the message, whether a script answers with one or not.
leaving=$work/leaving/example.com/Widget
mkdir -p "$leaving/testdata"
printf 'apiVersion: example.com/v1\nkind: Widget\nspec: {text: waits}\n' >"$leaving/testdata/a.yaml"
leaves() { # WHAT ANSWER EXPECTED STATUS [WORDS]: a script that answers so, and what its fixture expects
    printf 'return { status = "Healthy"%s }\n' "$2" >"$leaving/health.lua"
    printf 'tests:\n- inputPath: testdata/a.yaml\n  healthStatus: {status: Healthy%s}\n' "$3" >"$leaving/health_test.yaml"
    run test "$work/leaving" --incomplete off "${@:6}"
    expect "deletionMessage: $1" "$4"
    [ -z "$5" ] || says "deletionMessage: $1" out "$5"
}
with=', deletionMessage = obj.spec.text'
leaves "the same" "$with" ', deletionMessage: waits' 0 ''
leaves "in lower case" "$with" ', deletionmessage: waits' 0 ''
leaves "another" "$with" ', deletionMessage: leaves' 1 'deletionMessage is "waits", not "leaves"'
leaves "not expected" "$with" '' 1 'deletionMessage is "waits", not ""'
leaves "not given" '' ', deletionMessage: waits' 1 'deletionMessage is "", not "waits"'
leaves "an empty one" '' ", deletionMessage: ''" 0 ''
leaves "with --statuses-only" "$with" '' 0 '' --statuses-only

# An exact check comes before every wildcard that matches its kind, whatever profiles either is for.
check() { # DIRECTORY PROFILES: a check that answers with its name
    mkdir -p "$work/wild/$1"
    printf '%sreturn { status = "Healthy", message = "%s" }\n' "${2:+-- vitals:profiles $2$'\n'}" "$1" >"$work/wild/$1/health.lua"
}
for wildcard in _.example.com/_ ops.example.com/_ _.example.com/Widget _/Widget ops.example.com/W_; do
    for exact in '' combined argocd; do
        for other in '' combined argocd; do
            rm -rf "$work/wild"
            check ops.example.com/Widget "$exact"
            check "$wildcard" "$other"
            mkdir "$work/wild/ops.example.com/Widget/testdata"
            printf 'apiVersion: ops.example.com/v1\nkind: Widget\n' >"$work/wild/ops.example.com/Widget/testdata/a.yaml"
            printf 'tests:\n- healthStatus: {status: Healthy, message: ops.example.com/Widget}\n  inputPath: testdata/a.yaml\n' \
                >"$work/wild/ops.example.com/Widget/health_test.yaml"
            run test "$work/wild" --incomplete off
            expect "exact ($exact) before $wildcard ($other)" 0
            says "exact ($exact) before $wildcard ($other)" out "1 passed, 0 failed"
        done
    done
done

# A script that needs a library passes as part of a tree, but not as one of an argocd-cm.
mkdir -p "$work/open/example.com/Widget/testdata"
printf 'return { status = "Healthy", message = string.lower(obj.kind) }\n' >"$work/open/example.com/Widget/health.lua"
printf 'apiVersion: example.com/v1\nkind: Widget\n' >"$work/open/example.com/Widget/testdata/a.yaml"
printf 'tests:\n- healthStatus: {status: Healthy, message: widget}\n  inputPath: testdata/a.yaml\n' \
    >"$work/open/example.com/Widget/health_test.yaml"
run test "$work/open" --coverage --threshold 100
expect "open libraries" 0
run test "$work/open" --closed-libraries
expect "--closed-libraries" 1
says "--closed-libraries" out "attempt to index a non-table object(nil)"
sed -i '1i -- vitals:profiles combined' "$work/open/example.com/Widget/health.lua"
run test "$work/open" --closed-libraries
expect "--closed-libraries for the profile combined" 1
printf 'data:\n  resource.customizations: |\n    example.com/Widget:\n      health.lua.useOpenLibs: true\n      health.lua: |\n        return { status = "Healthy", message = string.lower(obj.kind) }\n' \
    >"$work/open-cm.yaml"
run test "$work/open" --closed-libraries --argocd-cm "$work/open-cm.yaml" --incomplete off
expect "--closed-libraries and useOpenLibs" 0

# Actual results are written; comments and order are kept.
run test "$work/tree" --run 'ready|waiting' --update --incomplete off
expect "--update" 0
run test "$work/tree" --run 'ready|waiting' --incomplete off
expect "after --update" 0
cp "$work/tree/example.com/Widget/health_test.yaml" "$work/out"
golden test.updated

# A check without tests.
mkdir -p "$work/bare/example.com/Bare"
cp $widget/health.lua "$work/bare/example.com/Bare/"
run test "$work/bare" --incomplete off
expect "without tests" 0
run test "$work/bare" --incomplete off --require-tests
expect "--require-tests" 1
says "--require-tests" out "there is no health_test.yaml"

# A health_test.yaml of another shape is an error; one without tests is only named.
shapes=$work/shapes/example.com
mkdir -p "$shapes/Widget/testdata" "$shapes/Gadget"
echo 'return { status = "Healthy", message = "" }' | tee "$shapes/Widget/health.lua" >"$shapes/Gadget/health.lua"
printf 'apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: a}\n' >"$shapes/Widget/testdata/a.yaml"
printf 'tests:\n- inputPath: testdata/a.yaml\n  healthStatus: {status: Healthy, message: ""}\n' >"$shapes/Widget/health_test.yaml"
for shape in "tests: hello" "tests: {a: 1}" "- a" "hello" "tests: [hello]"; do
    echo "$shape" >"$shapes/Gadget/health_test.yaml"
    run test "$work/shapes" --incomplete off
    expect "a health_test.yaml with '$shape'" 1
    says "a health_test.yaml with '$shape'" out "Gadget/health_test.yaml"
done
for shape in "" "# nothing" "tests:" "tests: []"; do
    echo "$shape" >"$shapes/Gadget/health_test.yaml"
    run test "$work/shapes" --incomplete off
    expect "a health_test.yaml with '$shape'" 0
    says "a health_test.yaml with '$shape'" out "Gadget/health_test.yaml: there are no tests in it"
done

# Incomplete objects.
run test $checks --run ready
expect "--incomplete warns" 0
golden test.incomplete
run test $checks --run ready --incomplete fail
expect "--incomplete fail" 1
run test $checks --run ready --young fail
expect "--young, the older name" 1
run test $checks --run ready -o github --incomplete fail
says "--incomplete as annotation" out "::error file=tests/cli/data/checks/example.com/Widget/health.lua,line=2"
run test "$work/bare" --save-fixtures "$work/saved"
says "without fixtures" out "on an object with no status"
expect "--save-fixtures" 0
run assess -f "$work/saved/example.com_Bare_young_1.yaml" --checks "$work/bare" -o name
expect "a saved object" 1

# Coverage.
for form in pretty json lcov; do
    run test $checks --run ready --coverage --incomplete off -o $form
    golden "test.coverage.$form"
done
run test $checks --run ready --incomplete off --threshold 100
expect "--threshold" 1
says "--threshold" err "the threshold is 100"

# Not a check.
run test docs/examples/shop/live.yaml
expect "an object" 3
says "an object" err "use vitals assess"
run test $widget/testdata/ready.yaml
expect "an object of a fixture stands for its check" 1
run test tests/cli/golden
expect "nothing in there" 3
run test "$work/nowhere"
expect "not there" 3
run test
expect "no path" 2

# --watch reruns what was saved.
"$vitals" test "$work/tree" --run 'ready|waiting' --incomplete off --watch >"$work/watched" 2>&1 &
watcher=$!
await has watched watching
sed -i 's/two of two/one of two/' "$work/tree/example.com/Widget/testdata/ready.yaml"
await has watched '2 passed, 1 failed'
kill "$watcher"
wait "$watcher" 2>/dev/null
says "--watch" watched "2 passed, 1 failed"

# Passing tests are listed only when asked for; action tests are named, and are not health.
run test tests/cli/data/checks
says_not "passing tests" out "ok  "
run test tests/cli/data/checks --verbose
says "--verbose" out "ok   example.com/Widget/testdata/"
says "action tests" out "1 action test not run, as they are not health: "

finish
