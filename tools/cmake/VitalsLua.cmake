# Lua built here, from an unpacked source tree (tools/lua-source gets Debian's), so that sanitizers see
# inside the machine too. Its own assertions and its checks of how we use its functions are on.
if(NOT EXISTS ${VITALS_LUA_SOURCE}/src/lua.h)
    message(FATAL_ERROR "VITALS_LUA_SOURCE: there is no src/lua.h in '${VITALS_LUA_SOURCE}'")
endif()
file(GLOB lua_sources ${VITALS_LUA_SOURCE}/src/*.c)
list(FILTER lua_sources EXCLUDE REGEX "/luac?\\.c$") # the two programs

add_library(vitals_lua54 STATIC ${lua_sources})
target_include_directories(vitals_lua54 SYSTEM PUBLIC $<BUILD_INTERFACE:${VITALS_LUA_SOURCE}/src>)
# Debian's build defines LUA_COMPAT_5_3 too. Without LUA_USE_DLOPEN, which we have no use for.
target_compile_definitions(vitals_lua54 PRIVATE
    LUA_COMPAT_5_3 LUA_USE_POSIX LUAI_ASSERT LUA_USE_APICHECK)
set_target_properties(vitals_lua54 PROPERTIES C_EXTENSIONS ON C_VISIBILITY_PRESET hidden)
target_compile_options(vitals_lua54 PRIVATE -w)
target_link_libraries(vitals_lua54 PRIVATE m)
if(VITALS_FUZZ)
    target_compile_options(vitals_lua54 PRIVATE -fsanitize=fuzzer-no-link)
endif()
set(VITALS_LUA $<BUILD_INTERFACE:vitals_lua54>)
