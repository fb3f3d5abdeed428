#!/usr/bin/env bash
# vitals lint: every output form to the byte, exit statuses, and wrong usage.
# shellcheck disable=SC1091,SC2154,SC2034  # what lib.bash defines
. "$(dirname "$0")/lib.bash"

data=tests/cli/data/lint

for form in pretty github json sarif; do
    run lint $data -o $form
    expect "-o $form" 1
    golden "lint.$form"
done

run lint $data --color always
says "colours" out $'\x1b['

# Errors fail, warnings only when asked.
check=$data/resource_customizations/example.com/Widget/health.lua
run lint $check
expect "a warning" 0
says "a warning" out "[no-fixtures]"
run lint $check --fail-on warning
expect "--fail-on warning" 1
run lint $data/values.yaml
expect "nothing to lint" 3
equals "nothing to lint" out "0 errors, 0 warnings, 0 notes in 0 files"

run lint --if-any $data/values.yaml
expect "nothing to lint in a hook" 0
run lint --explain expression-function
expect "--explain" 0
says "--explain" out "Silence:  # vitals:ignore expression-function REASON"
run lint --explain expression-functoin
expect "--explain of no rule" 2
says "--explain of no rule" err "there is no such rule"

# A check that is named alone is linted with the files beside it.
run lint resource_customizations/batch/CronJob/health.lua
expect "a single check" 0
says "a single check" out "0 errors, 0 warnings, 0 notes in 1 file"
run lint resource_customizations --fail-on warning
expect "the project's own checks" 0

run lint
expect "no path" 2
says "no path" err "expected a path"
run lint $data -o xml
expect "an unknown form" 2
run lint no/such/path
expect "a path that is not there" 3
says "a path that is not there" err "no/such/path: No such file or directory"
run lint no/such/path $data
expect "a path that is not there beats findings" 3
says "the rest is linted all the same" out "[key-unknown-group]"

# What is a matter of taste, and other levels.
run lint $data
says "by default" out "[lua-global]"
cat >"$work/taste.yaml" <<'END'
kind: ConfigMap
metadata: { name: argocd-cm }
data:
  resource.customizations.health.apps_Deployment: |
    return { status = obj.status and "Healthy" or "Progressing" }
END
run lint "$work/taste.yaml"
equals "no taste by default" out "0 errors, 0 warnings, 0 notes in 1 file"
run lint "$work/taste.yaml" --all
says "--all" out "[lua-observed-generation]"
run lint $data --level lua-global=error -o json
says "--level" out '"rule":"lua-global","severity":"error"'
run lint $data --level lua-x=off
expect "--level of no rule" 2
says "--level of no rule" err "there is no such rule"
run lint $data --level lua-global=loud
expect "no level" 2
run lint $data --dry-run
expect "--dry-run alone" 2

# Settings, from the directories above, up to the root of the repository.
tree=$work/tree
mkdir -p "$tree/.git" "$tree/a/b" "$tree/vendor"
printf 'kind: ConfigMap\nmetadata: {name: argocd-cm}\ndata:\n  a: 5\n' | tee "$tree/a/b/cm.yaml" >"$tree/vendor/cm.yaml"
printf 'lint:\n  exclude: [vendor]\n  levels:\n    configmap-not-text: note\n' >"$tree/.vitals.yaml"
run lint "$tree/a/b"
expect "settings above" 0
says "settings above" out "note: the value of a is not a string"
run lint "$tree"
says "excluded" out "1 note in 1 file"
run lint "$tree/vendor/cm.yaml"
says "a file that is named is not excluded" out "1 note in 1 file"
printf 'lint:\n  levels:\n    lua-x: off\n' >"$tree/.vitals.yaml"
run lint "$tree/a"
expect "wrong settings" 3
says "wrong settings" err ".vitals.yaml:3:5: there is no rule lua-x"
says "the rest is linted all the same" out "1 error"
rm "$tree/.vitals.yaml"

# The settings are a regular file below their directory: nothing blocks, and what others own stays unread.
printf 'password_of_db: x\n' >"$work/outside.yaml"
printf 'lint:\n  levels:\n    configmap-not-text: note\n' >"$tree/inside.yaml"
make_settings() {
    case $1 in
    pipe) mkfifo "$tree/.vitals.yaml" ;;
    *) ln -s "$1" "$tree/.vitals.yaml" ;;
    esac
}
for kind in pipe /dev/zero ../outside.yaml "$work/outside.yaml" a; do
    make_settings "$kind"
    run lint "$tree/a"
    expect "settings: $kind" 3
    says "settings: $kind" err ".vitals.yaml: is "
    says_not "settings: $kind" err password
    says "settings: $kind, the rest is linted" out "1 error"
    rm "$tree/.vitals.yaml"
done
make_settings inside.yaml
run lint "$tree/a"
expect "settings: a link that stays" 0
says "settings: a link that stays" out "1 note in 1 file"
rm "$tree/.vitals.yaml"
printf 'lint: {levels: {configmap-not-text: off}}\n' >"$work/.vitals.yaml"
run lint "$tree/a"
says "settings above the repository" out "1 error"
rm "$work/.vitals.yaml"

# --fix changes the file, --dry-run shows how.
run lint "$tree/a" --fix --dry-run
expect "--dry-run" 1
says "--dry-run" out '-  a: 5'
says "--dry-run" out '+  a: "5"'
says "--dry-run" out '@@ -1,4 +1,4 @@'
if command -v patch >/dev/null; then
    cp "$tree/a/b/cm.yaml" "$work/patched"
    if patch -s "$work/patched" "$work/out"; then pass; else fail "the difference is not a patch"; fi
fi
run lint "$tree/a"
expect "--dry-run changes nothing" 1
chmod 640 "$tree/a/b/cm.yaml"
run lint "$tree/a" --fix
expect "--fix" 0
says "--fix" err "1 corrected"
says "--fix" out "0 errors"
if [ "$(tail -n 1 "$tree/a/b/cm.yaml")" = '  a: "5"' ]; then pass; else fail "--fix: the file"; fi
if [ "$(stat -c %a "$tree/a/b/cm.yaml")" = 640 ]; then pass; else fail "--fix: the mode of the file"; fi
[ ! -e "$work/patched" ] || cmp -s "$work/patched" "$tree/a/b/cm.yaml" || fail "--dry-run and --fix differ"
run lint "$tree/a" --fix --dry-run
expect "nothing to correct" 0

# --changed: what differs from a commit, and the checks that it is part of.
rm -rf "$tree"
check=$tree/checks/example.com/Widget
mkdir -p "$check/testdata"
git -c init.defaultBranch=main init -q "$tree"
repository() { git -C "$tree" -c user.name=a -c user.email=a@example.com "$@"; }
printf 'local a = 1\nreturn { status = "Healthy" }\n' >"$check/health.lua"
printf 'tests:\n- inputPath: testdata/a.yaml\n' >"$check/health_test.yaml"
printf 'kind: Widget\n' >"$check/testdata/a.yaml"
printf 'kind: ConfigMap\nmetadata: {name: argocd-cm}\ndata:\n  a: 5\n' >"$tree/cm.yaml"
repository add -A
repository commit -qm first
run lint "$tree"
says "all" out "1 error, 1 warning, 0 notes in 2 files"
cd "$tree" || exit 1
vitals=$(cd "$OLDPWD" && realpath "$vitals")
run lint --changed main
expect "nothing has changed" 0
says "nothing has changed" out "in 0 files"
echo '# changed' >>"$check/testdata/a.yaml"
run lint --changed main
says "a fixture has changed" out "health.lua:1:7: warning"
says "a fixture has changed" out "1 warning, 0 notes in 1 file"
repository checkout -qb topic
repository commit -qam second
cp cm.yaml other.yaml
run lint checks --changed main
says "a commit of this branch" out "1 warning, 0 notes in 1 file"
run lint --changed main
says "a file that git does not know" out "other.yaml:4:6: error"
says_not "a file that has not changed" out "./cm.yaml"
run lint --changed no-such-branch
expect "no such base" 3
says "no such base" err "git merge-base failed"
run lint --changed=--output=x
expect "an option as the base" 2
cd "$tests/../.." || exit 1

run lint --list
expect "--list" 0
cp "$work/out" "$work/list"
run list lint
expect "list lint" 0
equals "both list the same" out "$(cat "$work/list")"
says "list lint" out "key-unknown-group"
run list lint -o json
says "list lint -o json" out '"id":	"key-unknown-group"'
says "what is off" out '"severity":	"off"'

finish
