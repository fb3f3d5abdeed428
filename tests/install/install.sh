#!/usr/bin/env bash
# install.sh SOURCE BUILD WORK: what README.md and docs/embedding.md say about building against vitals,
# taken from there and run: BUILD is installed, and programs in C link it in every way there is. Then
# the same for a build without RE2, and for one form of the library alone.
# shellcheck disable=SC2046 # what pkg-config prints is words
set -eu
source=$1
built=$2
work=$3
rm -rf "$work"
mkdir -p "$work"
cd "$work"
# A program in C needs no C++ compiler.
export CXX=/bin/false

fail() {
    echo "install: $*" >&2
    exit 1
}

# block LANGUAGE PAGE PATTERN: the first fenced block of that language with a line that matches.
block() {
    awk -v fence="\`\`\`$1" -v pattern="$3" '
        $0 == fence { inside = 1; text = ""; found = 0; next }
        inside && $0 == "```" { inside = 0; if (found) { printf "%s", text; exit } }
        inside { text = text $0 "\n"; if ($0 ~ pattern) found = 1 }' "$source/$2" |
        grep . || fail "$2 has no block of $1 with '$3'"
}

# check COMMAND…: it prints the verdict that README's object has.
check() {
    "$@" | grep -q '"status":"Degraded"' || fail "wrong verdict: $*"
}

# use PREFIX: what a shell on a machine with vitals there would have
use() {
    local library
    library=$(dirname "$(find "$1" -name 'libvitals.*' | head -n 1)")
    export PKG_CONFIG_PATH=$library/pkgconfig LD_LIBRARY_PATH=$library CMAKE_PREFIX_PATH=$1
}

# project NAME LINES: a CMake project in C with those lines
project() {
    mkdir -p "$1"
    printf 'cmake_minimum_required(VERSION 3.22)\nproject(%s LANGUAGES C)\nadd_executable(ask ../ask.c)\n%s\n' \
        "$1" "$2" >"$1/CMakeLists.txt"
    cmake -S "$1" -B "$1/build" -G Ninja >"$1.log" 2>&1 || { cat "$1.log" >&2; fail "project $1"; }
    cmake --build "$1/build" >"$1.log" 2>&1 || { cat "$1.log" >&2; fail "project $1"; }
    check "$1/build/ask"
}

block c README.md vitals_engine_new >ask.c
lines=$(block cmake README.md find_package)

# ------------------------------------------------------- the lines of the README
packages=$(block sh README.md apt-get | sed -n 's/^sudo apt-get install //p')
[ "$packages" = "$(sed -n 's/^packages_build="\(.*\)"/\1/p' "$source/tools/dev")" ] ||
    fail "the packages of README.md are not those of tools/dev"

sudo() { [ "$1" = ldconfig ] || "$@"; } # this prefix is not the system's
ln -s "$built" build
DESTDIR=$work/stage
export DESTDIR
eval "$(block sh README.md 'cmake --install' | grep 'cmake --install')" >/dev/null
unset DESTDIR
# Relocatable: nothing may remember where it was installed.
mv stage moved
use "$(dirname "$(dirname "$(find "$work/moved" -name vitals.h)")")/.."

# The command finds its second program there, which the help is in.
"$(find "$work/moved" -path '*/bin/vitals')" help | grep -q '^Usage: vitals COMMAND' || fail "vitals help, installed"

count=0
while read -r line; do
    rm -f ask
    eval "$line"
    check ./ask
    count=$((count + 1))
done < <(block sh README.md '^cc ' | grep '^cc ')
[ "$count" -eq 3 ] || fail "README.md has $count lines that compile, not 3"
project readme "$lines"
project static "${lines/vitals::vitals/vitals::static}"
readelf -d readme/build/ask | grep -q 'libvitals.so.1' || fail "vitals::vitals is not the shared library"
! readelf -d static/build/ask | grep -q 'libvitals' || fail "vitals::static is not the static library"

# ------------------------------------------------------- cJSON, Go, a subdirectory
cc -o by_cjson "$source/tests/install/consumer/cjson.c" $(pkg-config --cflags --libs vitals-cjson)
./by_cjson | grep -q '^Service' || fail "vitals-cjson"
for form in cjson cjson_static; do
    mkdir "$form"
    printf 'cmake_minimum_required(VERSION 3.22)\nproject(%s LANGUAGES C)\nfind_package(vitals REQUIRED)\n%s\n%s\n' "$form" \
        "add_executable(ask $source/tests/install/consumer/cjson.c)" "target_link_libraries(ask vitals::$form)" \
        >"$form/CMakeLists.txt"
    cmake -S "$form" -B "$form/build" -G Ninja >/dev/null
    cmake --build "$form/build" >/dev/null
    "$form/build/ask" | grep -q '^Service' || fail "vitals::$form"
done

if command -v go >/dev/null; then
    mkdir go
    block go docs/embedding.md '#cgo' >go/main.go
    printf 'module ask\n\ngo 1.21\n' >go/go.mod
    (cd go && GOTOOLCHAIN=local GOFLAGS=-mod=mod CGO_ENABLED=1 go build -o ask .)
    check go/ask
else
    echo "install: NOT TESTED, Go is not installed: the lines for cgo"
fi

mkdir subdirectory
printf 'cmake_minimum_required(VERSION 3.22)\nproject(sub LANGUAGES C)\nadd_subdirectory(%s vitals)\n%s\n%s\n' "$source" \
    'add_executable(ask ../ask.c)' 'target_link_libraries(ask vitals::vitals)' >subdirectory/CMakeLists.txt
env -u CXX cmake -S subdirectory -B subdirectory/build -G Ninja >/dev/null || fail "add_subdirectory"

# ------------------------------------------------------- without RE2, and one form alone
for forms in "ON ON" "ON OFF" "OFF ON"; do
    read -r shared static <<<"$forms"
    env -u CXX cmake -S "$source" -B plain -G Ninja -DVITALS_RE2=OFF -DVITALS_TESTS=OFF -DVITALS_CLI=OFF \
        -DVITALS_SHARED="$shared" -DVITALS_STATIC="$static" -DCMAKE_BUILD_TYPE=Debug -DCMAKE_INSTALL_LIBDIR=lib >/dev/null
    cmake --build plain >plain.log || { cat plain.log >&2; fail "without RE2: $forms"; }
    prefix=$work/prefix-$shared-$static
    cmake --install plain --prefix "$prefix" >/dev/null
    use "$prefix"
    name=shared_${shared}_static_$static
    [ "$shared" = OFF ] || ! readelf -d "$prefix"/lib/libvitals.so | grep -q 'stdc++' || fail "C++ in a build without RE2"
    cc -o "$name" ask.c $(pkg-config --cflags --libs vitals)
    check "./$name"
    project "p_$name" "$lines"
    if [ "$static" = ON ]; then
        cc -static -o "$name" ask.c $(pkg-config --static --cflags --libs vitals)
        check "./$name"
        cc -o "$name" ask.c $(pkg-config --cflags --libs vitals-static)
        check "./$name"
        project "s_$name" "${lines/vitals::vitals/vitals::static}"
    fi
done
