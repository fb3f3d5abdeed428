#!/usr/bin/env bash
# install.sh SOURCE BUILD: a consumer finds the installed library both ways, and after it moved.
set -eu
source=$1
build=$2
rm -rf "$build"
for shared in OFF ON; do
    tree=$build/$shared
    cmake -S "$source" -B "$tree" -G Ninja -DBUILD_SHARED_LIBS=$shared -DVITALS_TESTS=OFF \
        -DCMAKE_BUILD_TYPE=Debug >/dev/null
    cmake --build "$tree" >/dev/null
    cmake --install "$tree" --prefix "$tree/first" >/dev/null
    # Relocatable: nothing may remember where it was installed.
    mv "$tree/first" "$tree/moved"
    prefix=$tree/moved
    library=$(dirname "$(find "$prefix" -name 'libvitals.*' | head -n 1)")

    cmake -S "$source/tests/install/consumer" -B "$tree/consumer" -G Ninja \
        -DCMAKE_PREFIX_PATH="$prefix" >/dev/null
    cmake --build "$tree/consumer" >/dev/null
    LD_LIBRARY_PATH=$library "$tree/consumer/consumer"

    export PKG_CONFIG_PATH=$library/pkgconfig
    link=--libs
    [ $shared = ON ] || link="--static --libs"
    # shellcheck disable=SC2046,SC2086 # flags are words
    cc -o "$tree/by_pkg_config" "$source/tests/install/consumer/consumer.c" \
        $(pkg-config --cflags vitals) $(pkg-config $link vitals)
    LD_LIBRARY_PATH=$library "$tree/by_pkg_config"
done
