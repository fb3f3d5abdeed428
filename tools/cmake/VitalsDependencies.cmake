# The libraries that vitals depends on; docs/dependencies.md has the reason for each. They are found by
# pkg-config, or built from source trees.
find_package(PkgConfig)
if(VITALS_WASM)
    add_library(Threads::Threads INTERFACE IMPORTED) # there are none
else()
    find_package(Threads REQUIRED)
endif()
include(VitalsSources)

# vitals_package(VARIABLE MODULE): the installed library, unless VARIABLE is set already.
macro(vitals_package variable module)
    if(NOT ${variable})
        pkg_check_modules(${variable}_PKG REQUIRED IMPORTED_TARGET ${module})
        set(${variable} PkgConfig::${variable}_PKG)
    endif()
endmacro()

vitals_package(VITALS_LUA lua5.4)
vitals_package(VITALS_YAML yaml-0.1)
set(VITALS_REQUIRES_PRIVATE "lua5.4 yaml-0.1")

if(VITALS_RE2)
    vitals_package(VITALS_RE2_LIBRARY re2)
    string(APPEND VITALS_REQUIRES_PRIVATE " re2")
else()
    set(VITALS_RE2_LIBRARY "")
endif()

# cJSON, for the bridge <vitals/cjson.h> alone: where it is not installed there is no bridge. Tests read JSON with it.
if(VITALS_TESTS)
    vitals_package(VITALS_CJSON libcjson)
elseif(NOT VITALS_CJSON)
    pkg_check_modules(VITALS_CJSON_PKG IMPORTED_TARGET libcjson)
    if(VITALS_CJSON_PKG_FOUND)
        set(VITALS_CJSON PkgConfig::VITALS_CJSON_PKG)
    endif()
endif()

if(VITALS_TESTS)
    vitals_package(VITALS_CMOCKA cmocka)
endif()
