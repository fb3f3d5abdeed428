# The libraries that vitals depends on; docs/dependencies.md has the reason for each. All are found by pkg-config.
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)

if(VITALS_LUA_SOURCE)
    include(VitalsLua)
else()
    pkg_check_modules(VITALS_LUA_PKG REQUIRED IMPORTED_TARGET lua5.4)
    set(VITALS_LUA PkgConfig::VITALS_LUA_PKG)
endif()
pkg_check_modules(VITALS_YAML_PKG REQUIRED IMPORTED_TARGET yaml-0.1)
set(VITALS_YAML PkgConfig::VITALS_YAML_PKG)
set(VITALS_REQUIRES_PRIVATE "lua5.4 yaml-0.1")

if(VITALS_RE2)
    pkg_check_modules(VITALS_RE2_PKG REQUIRED IMPORTED_TARGET re2)
    set(VITALS_RE2_LIBRARY PkgConfig::VITALS_RE2_PKG)
    string(APPEND VITALS_REQUIRES_PRIVATE " re2")
else()
    set(VITALS_RE2_LIBRARY "")
endif()

# cJSON: the bridge <vitals/cjson.h> and the small reports of the command line.
pkg_check_modules(VITALS_CJSON_PKG REQUIRED IMPORTED_TARGET libcjson)
set(VITALS_CJSON PkgConfig::VITALS_CJSON_PKG)

if(VITALS_TESTS)
    pkg_check_modules(VITALS_CMOCKA_PKG REQUIRED IMPORTED_TARGET cmocka)
    set(VITALS_CMOCKA PkgConfig::VITALS_CMOCKA_PKG)
endif()
