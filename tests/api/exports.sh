#!/usr/bin/env bash
# Builds a shared libvitals and holds its symbols to the list: exports.sh SOURCE BUILD [--update]
set -eu
cmake -S "$1" -B "$2" -G Ninja -DBUILD_SHARED_LIBS=ON -DVITALS_TESTS=OFF -DVITALS_CLI=OFF \
    -DVITALS_INSTALL=OFF -DCMAKE_BUILD_TYPE=Debug >/dev/null
cmake --build "$2" --target vitals >/dev/null
"$1/tools/lint/exports" "$2/libvitals.so" "${3:-}"
