# CMake toolchain: programs that need no libraries but the system's own, by zig's clang. For Linux there are none: zig
# has musl. macOS has no stable interface below libSystem. VITALS_ZIG is the directory with the wrappers that tools/zig
# makes, VITALS_TARGET the target as zig names it: x86_64-linux-musl, aarch64-macos.
if($ENV{VITALS_TARGET} MATCHES "-macos")
    set(CMAKE_SYSTEM_NAME Darwin)
    set(CMAKE_INSTALL_NAME_TOOL true) # CMake wants one; only shared libraries need it
    set(link_flags "-s -Wl,-dead_strip")
    set(target $ENV{VITALS_TARGET}.11.0) # the first macOS for arm64
else()
    set(CMAKE_SYSTEM_NAME Linux)
    set(target $ENV{VITALS_TARGET})
    set(CMAKE_CXX_LINKER_LAUNCHER ${CMAKE_CURRENT_LIST_DIR}/static-link)
    set(link_flags "-static -s -Wl,--build-id=none -Wl,--gc-sections")
endif()
string(REGEX REPLACE "-.*" "" CMAKE_SYSTEM_PROCESSOR $ENV{VITALS_TARGET})
set(CMAKE_C_COMPILER $ENV{VITALS_ZIG}/cc)
set(CMAKE_CXX_COMPILER $ENV{VITALS_ZIG}/c++)
set(CMAKE_AR $ENV{VITALS_ZIG}/ar)
set(CMAKE_RANLIB $ENV{VITALS_ZIG}/ranlib)
set(CMAKE_C_COMPILER_TARGET ${target})
set(CMAKE_CXX_COMPILER_TARGET ${target})
# The same bytes from every folder.
set(CMAKE_C_FLAGS_INIT "-ffile-prefix-map=${CMAKE_SOURCE_DIR}=.")
set(CMAKE_CXX_FLAGS_INIT "-ffile-prefix-map=${CMAKE_SOURCE_DIR}=.")
# Small: no tables for unwinding, since nothing throws, no functions that are not called, and no frame pointers, which zig keeps
# by default.
set(small "-O2 -DNDEBUG -ffunction-sections -fdata-sections -fomit-frame-pointer -fno-unwind-tables -fno-asynchronous-unwind-tables")
set(CMAKE_C_FLAGS_RELEASE "${small}" CACHE STRING "Flags of C")
set(CMAKE_CXX_FLAGS_RELEASE "${small} -fno-exceptions -fno-rtti" CACHE STRING "Flags of C++")
# What no dump of objects passes: smaller still. zig's own -Oz is -Os, so clang's is set.
set(VITALS_COLD -Os -Xclang -Oz)
set(CMAKE_EXE_LINKER_FLAGS_INIT "${link_flags}")
set(CMAKE_PROJECT_INCLUDE ${CMAKE_CURRENT_LIST_DIR}/zig.cmake)
