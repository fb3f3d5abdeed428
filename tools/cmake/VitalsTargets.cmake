# Modules, libraries and their warnings.

add_library(vitals_warnings INTERFACE)
target_compile_options(vitals_warnings INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wcast-qual -Wpointer-arith -Wundef -Wvla -Wwrite-strings
    -Wformat=2 -Wswitch-enum -Wnull-dereference -Wno-format-nonliteral
    $<$<COMPILE_LANGUAGE:C>:-Wstrict-prototypes -Wmissing-prototypes -Wold-style-definition>
    $<$<COMPILE_LANGUAGE:C>:-Werror=implicit-function-declaration -Werror=int-conversion>
    $<$<BOOL:${VITALS_WERROR}>:-Werror>)
# clang notes every literal braced once for two levels; gcc accepts both spellings.
target_compile_options(vitals_warnings INTERFACE
    $<$<C_COMPILER_ID:Clang>:-Wno-missing-field-initializers>
    $<$<C_COMPILER_ID:GNU>:-Wno-missing-field-initializers -Wno-null-dereference>)

# On macOS the macros of POSIX hide O_NOFOLLOW and the number of processors, and the time of a file has another name.
if(APPLE)
    add_compile_definitions(_DARWIN_C_SOURCE st_mtim=st_mtimespec)
endif()

# engine/base/run/banned.h for programs: what it refuses to the library alone stays allowed.
add_library(vitals_banned_in_programs INTERFACE)
target_compile_options(vitals_banned_in_programs INTERFACE
    "$<$<COMPILE_LANGUAGE:C>:SHELL:-DVITALS_BANNED_IN_PROGRAMS -include ${PROJECT_SOURCE_DIR}/engine/base/run/banned.h>")

# On x86 gcc clears and copies structures with instructions that take 30 cycles to begin, which is a tenth
# of the time of a verdict. Loops are faster up to a kilobyte.
include(CheckCCompilerFlag)
set(vitals_structures)
foreach(function IN ITEMS memcpy memset)
    set(flag -m${function}-strategy=vector_loop:1024:noalign,libcall:-1:noalign)
    check_c_compiler_flag(${flag} VITALS_HAS_${function}_STRATEGY)
    if(VITALS_HAS_${function}_STRATEGY)
        list(APPEND vitals_structures ${flag})
    endif()
endforeach()

# Storing neighbouring fields with one vector instruction takes longer than storing each, since they must be
# brought together first: a twentieth of the time of reading an object.
check_c_compiler_flag(-fno-tree-slp-vectorize VITALS_HAS_NO_SLP)
if(VITALS_HAS_NO_SLP)
    list(APPEND vitals_structures -fno-tree-slp-vectorize)
endif()

if(VITALS_SANITIZE)
    add_compile_options(-fsanitize=${VITALS_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
    add_link_options(-fsanitize=${VITALS_SANITIZE})
endif()

# vitals_module(NAME [DIRECTORY …] [LINK …]): all sources below engine/NAME, or the directory, as one object library.
function(vitals_module name)
    cmake_parse_arguments(arg "" "DIRECTORY" "LINK" ${ARGN})
    if(NOT arg_DIRECTORY)
        set(arg_DIRECTORY engine/${name})
    endif()
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS
        ${PROJECT_SOURCE_DIR}/${arg_DIRECTORY}/*.c ${PROJECT_SOURCE_DIR}/${arg_DIRECTORY}/*.cc)
    # A build without files has its own implementation of each door to them.
    if(VITALS_FILES)
        list(FILTER sources EXCLUDE REGEX "/(files|zone)_none\\.c$")
    else()
        list(FILTER sources EXCLUDE REGEX "/(base/run/files|cel/zone/zone_file)\\.c$")
    endif()
    if(VITALS_ZONES)
        list(FILTER sources EXCLUDE REGEX "/cel/zone/zone_(file|none)\\.c$")
    else()
        list(FILTER sources EXCLUDE REGEX "/cel/zone/zone_embedded\\.c$")
    endif()
    if(NOT sources)
        return()
    endif()
    set(visibility hidden)
    if(VITALS_INTERNAL STREQUAL SHARED)
        set(visibility default)
    endif()
    add_library(vitals_${name} OBJECT ${sources})
    set_target_properties(vitals_${name} PROPERTIES
        C_VISIBILITY_PRESET ${visibility} CXX_VISIBILITY_PRESET ${visibility} LINKER_LANGUAGE C)
    # The include roots are the engine and, for lua/, the repository. Never a module's own folder.
    target_include_directories(vitals_${name} PUBLIC
        ${PROJECT_SOURCE_DIR}/engine/include ${PROJECT_SOURCE_DIR}/engine ${PROJECT_SOURCE_DIR}
        ${PROJECT_BINARY_DIR}/generated)
    target_compile_definitions(vitals_${name} PRIVATE _POSIX_C_SOURCE=200809L)
    target_compile_options(vitals_${name} PRIVATE
        $<$<COMPILE_LANGUAGE:C>:SHELL:-include ${PROJECT_SOURCE_DIR}/engine/base/run/banned.h>
        "$<$<COMPILE_LANGUAGE:C>:${vitals_structures}>")
    target_link_libraries(vitals_${name} PRIVATE vitals_warnings ${arg_LINK})
    set_property(TARGET vitals_${name} PROPERTY VITALS_LINK ${arg_LINK})
endfunction()

# vitals_variants(NAME SHARED-ALIAS STATIC-ALIAS [SOURCES …] [LINK …]): the library libNAME in both
# forms, as the targets NAME and NAME_static. Where VITALS_STATIC is off, the second is built on demand;
# where VITALS_SHARED is off, there is only the second, which then has both aliases.
function(vitals_variants name shared_alias static_alias)
    cmake_parse_arguments(arg "" "" "SOURCES;LINK" ${ARGN})
    set(on_demand)
    if(NOT VITALS_STATIC)
        set(on_demand EXCLUDE_FROM_ALL)
    endif()
    add_library(${name}_static STATIC ${on_demand} ${arg_SOURCES})
    add_library(vitals::${static_alias} ALIAS ${name}_static)
    set(variants ${name}_static)
    if(VITALS_SHARED)
        add_library(${name} SHARED ${arg_SOURCES})
        add_library(vitals::${shared_alias} ALIAS ${name})
        list(APPEND variants ${name})
        set_target_properties(${name} PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION ${VITALS_SOVERSION})
        if(NOT APPLE)
            target_link_options(${name} PRIVATE
                LINKER:--version-script=${PROJECT_SOURCE_DIR}/tools/cmake/exports.map)
        endif()
        # A missing dependency is found here and not by the first program that links the library.
        if(NOT APPLE AND NOT VITALS_SANITIZE)
            target_link_options(${name} PRIVATE LINKER:-z,defs)
        endif()
    else()
        add_library(vitals::${shared_alias} ALIAS ${name}_static)
    endif()
    foreach(variant IN LISTS variants)
        set_target_properties(${variant} PROPERTIES OUTPUT_NAME ${name} C_VISIBILITY_PRESET hidden)
        target_include_directories(${variant} PUBLIC ${PROJECT_SOURCE_DIR}/engine/include)
        target_link_libraries(${variant} PRIVATE ${arg_LINK})
    endforeach()
endfunction()

# vitals_library(MODULES …): the library people link, and vitals_internal for tests that look inside.
function(vitals_library)
    cmake_parse_arguments(arg "" "" "MODULES" ${ARGN})
    set(objects)
    set(link Threads::Threads m)
    foreach(module IN LISTS arg_MODULES)
        if(NOT TARGET vitals_${module})
            continue()
        endif()
        list(APPEND objects $<TARGET_OBJECTS:vitals_${module}>)
        get_target_property(module_link vitals_${module} VITALS_LINK)
        if(module_link)
            list(APPEND link ${module_link})
        endif()
    endforeach()
    list(REMOVE_DUPLICATES link)
    vitals_variants(vitals vitals static SOURCES ${objects} LINK ${link})

    if(VITALS_INTERNAL STREQUAL SHARED)
        add_library(vitals_internal SHARED ${objects})
        target_link_libraries(vitals_internal PRIVATE ${link})
    else()
        add_library(vitals_internal INTERFACE)
        target_link_libraries(vitals_internal INTERFACE vitals_static)
    endif()
    set(roots ${PROJECT_SOURCE_DIR}/engine/include ${PROJECT_SOURCE_DIR}/engine ${PROJECT_SOURCE_DIR})
    target_include_directories(vitals_internal INTERFACE ${roots})

    # RE2 is the only C++ in here.
    set(language C)
    if(VITALS_RE2)
        set(language CXX)
    endif()
    foreach(target vitals vitals_static)
        if(TARGET ${target})
            set_target_properties(${target} PROPERTIES LINKER_LANGUAGE ${language})
        endif()
    endforeach()
endfunction()
