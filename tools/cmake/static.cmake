# CMake toolchain: programs without shared libraries, by zig's clang and musl. VITALS_ZIG is the directory with the
# wrappers that tools/zig makes, VITALS_TARGET the target as zig names it: x86_64-linux-musl.
set(CMAKE_SYSTEM_NAME Linux)
string(REGEX REPLACE "-.*" "" CMAKE_SYSTEM_PROCESSOR $ENV{VITALS_TARGET})
set(CMAKE_C_COMPILER $ENV{VITALS_ZIG}/cc)
set(CMAKE_CXX_COMPILER $ENV{VITALS_ZIG}/c++)
set(CMAKE_AR $ENV{VITALS_ZIG}/ar)
set(CMAKE_RANLIB $ENV{VITALS_ZIG}/ranlib)
set(CMAKE_C_COMPILER_TARGET $ENV{VITALS_TARGET})
set(CMAKE_CXX_COMPILER_TARGET $ENV{VITALS_TARGET})
# The same bytes from every folder.
set(CMAKE_C_FLAGS_INIT "-ffile-prefix-map=${CMAKE_SOURCE_DIR}=.")
set(CMAKE_CXX_FLAGS_INIT "-ffile-prefix-map=${CMAKE_SOURCE_DIR}=.")
# Small: no tables for unwinding, since nothing throws, and no functions that are not called.
set(small "-O2 -DNDEBUG -ffunction-sections -fdata-sections -fno-unwind-tables -fno-asynchronous-unwind-tables")
set(CMAKE_C_FLAGS_RELEASE "${small}" CACHE STRING "Flags of C")
set(CMAKE_CXX_FLAGS_RELEASE "${small} -fno-exceptions -fno-rtti" CACHE STRING "Flags of C++")
# What no dump of objects passes: smaller still. zig's own -Oz is -Os, so clang's is set.
set(VITALS_COLD -Os -Xclang -Oz)
set(CMAKE_CXX_LINKER_LAUNCHER ${CMAKE_CURRENT_LIST_DIR}/static-link)
set(CMAKE_EXE_LINKER_FLAGS_INIT "-static -s -Wl,--build-id=none -Wl,--gc-sections")
