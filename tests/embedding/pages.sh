#!/usr/bin/env bash
# pages.sh PAGE BUILD: the first program of docs/embedding/PAGE.md, extracted and run; it must print what the page shows.
set -eu
page=$1 build=$(realpath "$2")
source=$PWD
document=docs/embedding/$page.md
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# block LANGUAGE: the first block of that language
block() { awk -v fence="\`\`\`$1" '$0 == fence { on = 1; next } on && /^```/ { exit } on' "$document"; }
# shown: what follows the command, without the indentation
shown() { awk '/^    \$ / { on = 1; next } on && /^    / { sub(/^    /, ""); print; next } on { exit }' "$document"; }

native() { # native COMPILER FILE: with the library of the build
    "$1" "$2" -I"$source/engine/include" "$build"/libvitals.so -Wl,-rpath,"$build" -o "$work/program" && "$work/program"
}

case $page in
c) block c >"$work/program.c" && native cc "$work/program.c" >"$work/out" ;;
cpp) block cpp >"$work/program.cc" && native "c++" "$work/program.cc" >"$work/out" ;;
go)
    command -v go >/dev/null || exit 77
    block go >"$work/main.go"
    printf 'module program\n\ngo 1.25\n\nrequire vitals/bindings/go v0.0.0\n\nreplace vitals/bindings/go => %s/bindings/go\n' \
        "$source" >"$work/go.mod"
    (cd "$work" && go mod tidy >/dev/null 2>&1 && CGO_ENABLED=0 go run .) >"$work/out"
    ;;
javascript)
    if ! command -v node >/dev/null || [ ! -f bindings/npm/vitals.wasm ]; then exit 77; fi
    mkdir "$work/node_modules" && ln -s "$source/bindings/npm" "$work/node_modules/vitals"
    block js >"$work/program.mjs"
    (cd "$work" && node --preserve-symlinks program.mjs) >"$work/out"
    ;;
esac
shown | diff -u - "$work/out"
