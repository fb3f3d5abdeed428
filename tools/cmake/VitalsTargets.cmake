# Modules, libraries and their warnings.

add_library(vitals_warnings INTERFACE)
target_compile_options(vitals_warnings INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wcast-qual -Wpointer-arith -Wundef -Wvla -Wwrite-strings
    -Wformat=2 -Wswitch-enum -Wnull-dereference -Wno-format-nonliteral
    $<$<COMPILE_LANGUAGE:C>:-Wstrict-prototypes -Wmissing-prototypes -Wold-style-definition>
    $<$<BOOL:${VITALS_WERROR}>:-Werror>)
# clang notes every literal braced once for two levels; gcc accepts both spellings.
target_compile_options(vitals_warnings INTERFACE
    $<$<C_COMPILER_ID:Clang>:-Wno-missing-field-initializers>
    $<$<C_COMPILER_ID:GNU>:-Wno-missing-field-initializers -Wno-null-dereference>)

if(VITALS_SANITIZE)
    add_compile_options(-fsanitize=${VITALS_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
    add_link_options(-fsanitize=${VITALS_SANITIZE})
endif()

# vitals_module(NAME [DIRECTORIES …] [LINK …]): all sources of engine/NAME as one object library.
function(vitals_module name)
    cmake_parse_arguments(arg "" "" "DIRECTORIES;LINK" ${ARGN})
    if(NOT arg_DIRECTORIES)
        set(arg_DIRECTORIES engine/${name})
    endif()
    set(sources)
    foreach(directory IN LISTS arg_DIRECTORIES)
        file(GLOB found CONFIGURE_DEPENDS
            ${PROJECT_SOURCE_DIR}/${directory}/*.c ${PROJECT_SOURCE_DIR}/${directory}/*.cc)
        list(APPEND sources ${found})
    endforeach()
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
        $<$<COMPILE_LANGUAGE:C>:SHELL:-include ${PROJECT_SOURCE_DIR}/engine/base/banned.h>)
    target_link_libraries(vitals_${name} PRIVATE vitals_warnings ${arg_LINK})
    set_property(TARGET vitals_${name} PROPERTY VITALS_LINK ${arg_LINK})
endfunction()

# vitals_library(NAME MODULES …): the library people link, and vitals_internal, the same objects as
# an archive for tests that look inside.
function(vitals_library name)
    cmake_parse_arguments(arg "" "" "MODULES" ${ARGN})
    set(objects)
    set(link)
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

    add_library(${name} ${objects})
    add_library(vitals::${name} ALIAS ${name})
    add_library(vitals_internal ${VITALS_INTERNAL} ${objects})
    target_include_directories(vitals_internal PUBLIC
        ${PROJECT_SOURCE_DIR}/engine/include ${PROJECT_SOURCE_DIR}/engine ${PROJECT_SOURCE_DIR})
    target_include_directories(${name} PUBLIC
        $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/engine/include>
        $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
    foreach(target ${name} vitals_internal)
        set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX)
        target_link_libraries(${target} PRIVATE ${link} Threads::Threads m)
    endforeach()
    if(BUILD_SHARED_LIBS AND NOT APPLE)
        target_link_options(${name} PRIVATE
            LINKER:--version-script=${PROJECT_SOURCE_DIR}/tools/cmake/exports.map)
    endif()
    set_target_properties(${name} PROPERTIES
        VERSION ${PROJECT_VERSION} SOVERSION ${VITALS_SOVERSION}
        OUTPUT_NAME ${name})
endfunction()
