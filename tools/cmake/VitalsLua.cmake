# Lua built here, from an unpacked source tree (tools/package-source gets Debian's). Under sanitizers they see
# inside the machine too, and its own assertions and its checks of how we use its functions are on.
if(NOT EXISTS ${VITALS_LUA_SOURCE}/src/lua.h)
    message(FATAL_ERROR "VITALS_LUA_SOURCE: there is no src/lua.h in '${VITALS_LUA_SOURCE}'")
endif()
set(lua_source ${VITALS_LUA_SOURCE}/src)
if(VITALS_WASM)
    # Buffers are as large as where pointers have 8 bytes: how often one grows is charged to the script.
    set(lua_source ${PROJECT_BINARY_DIR}/sources/lua54)
    file(COPY ${VITALS_LUA_SOURCE}/src/ DESTINATION ${lua_source} FILES_MATCHING PATTERN "*.[ch]")
    file(READ ${lua_source}/luaconf.h text)
    string(REGEX REPLACE "(#define LUAL_BUFFERSIZE)[^\n]*" "\\1 1024" text "${text}")
    file(WRITE ${lua_source}/luaconf.h "${text}")
endif()
file(GLOB lua_sources ${lua_source}/*.c)
list(FILTER lua_sources EXCLUDE REGEX "/luac?\\.c$") # the two programs

# Debian's luaconf.h includes a header with the path of the system's Lua modules, which we do not load.
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/sources/lua/lua5.4-deb-multiarch.h
    CONTENT "#define DEB_HOST_MULTIARCH \"\"\n")
if(VITALS_WASM)
    list(FILTER lua_sources EXCLUDE REGEX "/(loslib|liolib|linit|loadlib)\\.c$") # processes and files
endif()

add_library(vitals_lua54 STATIC ${lua_sources})
target_include_directories(vitals_lua54 SYSTEM PUBLIC
    $<BUILD_INTERFACE:${lua_source}> $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/sources/lua>)
# Debian's build defines LUA_COMPAT_5_3 too. Without LUA_USE_DLOPEN, which we have no use for.
target_compile_definitions(vitals_lua54 PRIVATE LUA_COMPAT_5_3)
if(VITALS_SANITIZE)
    target_compile_definitions(vitals_lua54 PRIVATE LUAI_ASSERT LUA_USE_APICHECK)
endif()
if(VITALS_WASM)
    # WebAssembly has no longjmp: two imports of the host take its place.
    target_include_directories(vitals_lua54 BEFORE PRIVATE ${PROJECT_SOURCE_DIR}/bindings/wasm/libc)
    target_compile_options(vitals_lua54 PRIVATE -include ${PROJECT_SOURCE_DIR}/bindings/wasm/lua_throw.h)
else()
    target_compile_definitions(vitals_lua54 PRIVATE LUA_USE_POSIX)
    target_link_libraries(vitals_lua54 PRIVATE m)
endif()
set_target_properties(vitals_lua54 PROPERTIES C_EXTENSIONS ON C_VISIBILITY_PRESET hidden)
target_compile_options(vitals_lua54 PRIVATE -w)
if(VITALS_FUZZ)
    target_compile_options(vitals_lua54 PRIVATE -fsanitize=fuzzer-no-link)
endif()
set(VITALS_LUA $<BUILD_INTERFACE:vitals_lua54>)
