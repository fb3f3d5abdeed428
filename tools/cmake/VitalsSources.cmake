# Dependencies built from unpacked source trees (tools/package-source gets Debian's), as static libraries.

# vitals_source_library(NAME OPTION FILE SOURCES … INCLUDES …): FILE must be in the tree that OPTION names.
function(vitals_source_library name option file)
    cmake_parse_arguments(arg "" "" "SOURCES;INCLUDES" ${ARGN})
    if(NOT EXISTS ${${option}}/${file})
        message(FATAL_ERROR "${option}: there is no ${file} in '${${option}}'")
    endif()
    add_library(${name} STATIC ${arg_SOURCES})
    foreach(directory IN LISTS arg_INCLUDES)
        target_include_directories(${name} SYSTEM PUBLIC $<BUILD_INTERFACE:${directory}>)
    endforeach()
    set_target_properties(${name} PROPERTIES
        C_EXTENSIONS ON C_VISIBILITY_PRESET hidden CXX_VISIBILITY_PRESET hidden)
    target_compile_options(${name} PRIVATE -w)
endfunction()

if(VITALS_LUA_SOURCE)
    include(VitalsLua)
endif()

if(VITALS_YAML_SOURCE)
    file(GLOB sources ${VITALS_YAML_SOURCE}/src/*.c)
    vitals_source_library(vitals_yaml VITALS_YAML_SOURCE include/yaml.h
        SOURCES ${sources} INCLUDES ${VITALS_YAML_SOURCE}/include)
    target_compile_definitions(vitals_yaml
        PUBLIC YAML_DECLARE_STATIC
        PRIVATE YAML_VERSION_MAJOR=0 YAML_VERSION_MINOR=2 YAML_VERSION_PATCH=5 YAML_VERSION_STRING="0.2.5")
    set(VITALS_YAML $<BUILD_INTERFACE:vitals_yaml>)
endif()

if(VITALS_CJSON_SOURCE)
    # Programs include <cjson/cJSON.h>.
    file(COPY ${VITALS_CJSON_SOURCE}/cJSON.h DESTINATION ${PROJECT_BINARY_DIR}/sources/cjson)
    vitals_source_library(vitals_cjson_source VITALS_CJSON_SOURCE cJSON.c
        SOURCES ${VITALS_CJSON_SOURCE}/cJSON.c INCLUDES ${PROJECT_BINARY_DIR}/sources)
    set(VITALS_CJSON $<BUILD_INTERFACE:vitals_cjson_source>)
endif()

# RE2's tables of Unicode are generated from Debian's package unicode-data, as Debian's own build does.
if(VITALS_RE2_SOURCE AND VITALS_RE2)
    set(tables ${PROJECT_BINARY_DIR}/sources/re2)
    set(scripts ${VITALS_RE2_SOURCE}/re2)
    file(MAKE_DIRECTORY ${tables})
    set(generated)
    foreach(table unicode_groups unicode_casefold)
        set(pack)
        if(VITALS_WASM AND table STREQUAL "unicode_groups")
            set(pack | ${PROJECT_SOURCE_DIR}/tools/gen/unicode-groups)
        endif()
        add_custom_command(OUTPUT ${tables}/${table}.cc
            COMMAND python3 ${scripts}/make_${table}.py ${pack} > ${tables}/${table}.cc
            WORKING_DIRECTORY ${scripts} DEPENDS ${scripts}/make_${table}.py ${PROJECT_SOURCE_DIR}/tools/gen/unicode-groups
            VERBATIM)
        list(APPEND generated ${tables}/${table}.cc)
    endforeach()
    add_custom_command(OUTPUT ${tables}/perl_groups.cc
        COMMAND perl ${scripts}/make_perl_groups.pl > ${tables}/perl_groups.cc
        WORKING_DIRECTORY ${scripts} DEPENDS ${scripts}/make_perl_groups.pl VERBATIM)
    file(GLOB sources ${VITALS_RE2_SOURCE}/re2/*.cc)
    vitals_source_library(vitals_re2 VITALS_RE2_SOURCE re2/re2.h
        SOURCES ${sources} ${generated} ${tables}/perl_groups.cc
            ${VITALS_RE2_SOURCE}/util/rune.cc ${VITALS_RE2_SOURCE}/util/strutil.cc
        INCLUDES ${VITALS_RE2_SOURCE})
    target_compile_options(vitals_re2 PRIVATE ${VITALS_COLD})
    target_include_directories(vitals_re2 BEFORE PRIVATE ${PROJECT_SOURCE_DIR}/tools/cmake/re2)
    if(VITALS_WASM)
        target_compile_options(vitals_re2 PUBLIC
            $<BUILD_INTERFACE:$<$<COMPILE_LANGUAGE:CXX>:SHELL:-include ${PROJECT_SOURCE_DIR}/bindings/wasm/single_thread.h>>)
    endif()
    set(VITALS_RE2_LIBRARY $<BUILD_INTERFACE:vitals_re2>)
endif()
