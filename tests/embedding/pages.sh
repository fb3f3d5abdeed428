#!/usr/bin/env bash
# pages.sh PAGE BUILD: the first program of docs/embedding/PAGE.md, run in an empty folder by the command lines of the page;
# it must print what the page shows. The library is installed first, as the pages for C and C++ expect.
set -eu
page=$1 build=$(realpath "$2")
document=$PWD/docs/embedding/$page.md
case $page in
c) language=c file=program.c ;;
cpp) language=cpp file=program.cc ;;
go) language=go file=main.go needs=go ;;
javascript) language=js file=program.mjs needs=npm ;;
esac
command -v "${needs:-cc}" >/dev/null || { echo "SKIPPED: there is no ${needs:-cc}"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ -z "${needs:-}" ]; then
    cmake --install "$build" --prefix "$work/installed" >/dev/null
    library=$(dirname "$(find "$work/installed" -name libvitals.so)")
    export PKG_CONFIG_PATH=$library/pkgconfig LD_LIBRARY_PATH=$library
fi

# The first block of the language; the command lines after it, and what they print.
program() { awk -v fence="\`\`\`$language" '$0 == fence { on = 1; next } on && /^```/ { exit } on' "$document"; }
commands() { sed -n 's/^    \$ //p' "$document"; }
shown() { awk '/^    \$ / { on = 1; next } on && /^    / { sub(/^    /, ""); print; next } on { exit }' "$document"; }

mkdir "$work/empty"
program >"$work/empty/$file"
export VITALS=$PWD
commands >"$work/commands"
(cd "$work/empty" && bash -e "$work/commands") >"$work/out" 2>"$work/errors" || { cat "$work/errors" >&2; exit 1; }
shown | diff -u - "$work/out"
