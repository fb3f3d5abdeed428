# CMake toolchain: WebAssembly by zig's clang, wasi-libc and libc++. VITALS_ZIG is the directory with the
# wrappers that tools/zig makes.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER $ENV{VITALS_ZIG}/cc)
set(CMAKE_CXX_COMPILER $ENV{VITALS_ZIG}/c++)
set(CMAKE_AR $ENV{VITALS_ZIG}/ar)
set(CMAKE_RANLIB $ENV{VITALS_ZIG}/ranlib)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_EXECUTABLE_SUFFIX .wasm)
set(VITALS_WASM ON)
# Not the _INIT variables: CMake appends its own -O3 to those.
set(CMAKE_C_FLAGS_RELEASE "-Os -Xclang -Oz -DNDEBUG" CACHE STRING "Flags of C" FORCE)
set(CMAKE_CXX_FLAGS_RELEASE "-Os -Xclang -Oz -DNDEBUG -fno-exceptions -fno-rtti" CACHE STRING "Flags of C++" FORCE)
set(CMAKE_PROJECT_INCLUDE ${CMAKE_CURRENT_LIST_DIR}/zig.cmake)
