# CMake toolchain: the parts of a wheel, by zig's clang for an old version of glibc, with libc++ inside. VITALS_ZIG is
# the directory with the wrappers that tools/zig makes, VITALS_TARGET the target as zig names it:
# x86_64-linux-gnu.2.17.
set(CMAKE_SYSTEM_NAME Linux)
string(REGEX REPLACE "-.*" "" CMAKE_SYSTEM_PROCESSOR $ENV{VITALS_TARGET})
set(CMAKE_C_COMPILER $ENV{VITALS_ZIG}/cc)
set(CMAKE_CXX_COMPILER $ENV{VITALS_ZIG}/c++)
set(CMAKE_AR $ENV{VITALS_ZIG}/ar)
set(CMAKE_RANLIB $ENV{VITALS_ZIG}/ranlib)
set(CMAKE_C_COMPILER_TARGET $ENV{VITALS_TARGET})
set(CMAKE_CXX_COMPILER_TARGET $ENV{VITALS_TARGET})
# Debian's headers of Python include one by its path below /usr/include; those of glibc are zig's, which come first.
set(CMAKE_C_FLAGS_INIT "-idirafter /usr/include")
set(CMAKE_MODULE_LINKER_FLAGS_INIT "-s")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-s")
set(CMAKE_PROJECT_INCLUDE ${CMAKE_CURRENT_LIST_DIR}/zig.cmake)
