# vitals_cluster: <vitals/cluster.h>, a client of the Kubernetes API. A library of its own, on the public
# headers and on engine/base, of which the shared library takes the members that it needs.
option(VITALS_CLUSTER_WRITE "Let vitals_cluster change objects and run credential plugins" ON)

vitals_package(VITALS_CURL libcurl>=7.85)

file(GLOB_RECURSE cluster_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/engine/cluster/*.c)
list(FILTER cluster_sources EXCLUDE REGEX "/exec\\.c$")
if(VITALS_CLUSTER_WRITE)
    # The file that starts processes is compiled without engine/base/run/banned.h: <signal.h> declares psignal, and
    # _GNU_SOURCE, which pipe2 needs, makes alloca a macro.
    add_library(vitals_cluster_exec OBJECT ${PROJECT_SOURCE_DIR}/engine/cluster/config/exec.c)
    set_target_properties(vitals_cluster_exec PROPERTIES C_VISIBILITY_PRESET hidden)
    target_include_directories(vitals_cluster_exec PRIVATE
        ${PROJECT_SOURCE_DIR}/engine/include ${PROJECT_SOURCE_DIR}/engine)
    target_compile_definitions(vitals_cluster_exec PRIVATE _GNU_SOURCE)
    target_link_libraries(vitals_cluster_exec PRIVATE vitals_warnings)
    list(FILTER cluster_sources EXCLUDE REGEX "/exec_none\\.c$")
    list(APPEND cluster_sources $<TARGET_OBJECTS:vitals_cluster_exec>)
else()
    list(FILTER cluster_sources EXCLUDE REGEX "/patch\\.c$")
endif()
vitals_variants(vitals_cluster cluster cluster_static SOURCES ${cluster_sources} LINK vitals_warnings)
foreach(target vitals_cluster vitals_cluster_static)
    if(TARGET ${target})
        target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/engine)
        target_compile_definitions(${target} PRIVATE _POSIX_C_SOURCE=200809L
            $<$<BOOL:${VITALS_CLUSTER_WRITE}>:VITALS_WITH_CLUSTER_WRITE>)
        target_compile_options(${target} PRIVATE
            "$<$<COMPILE_LANGUAGE:C>:SHELL:-include ${PROJECT_SOURCE_DIR}/engine/base/run/banned.h>")
    endif()
endforeach()
target_link_libraries(vitals_cluster_static PUBLIC vitals_static PRIVATE ${VITALS_CURL})
if(TARGET vitals_cluster)
    target_link_libraries(vitals_cluster PUBLIC vitals PRIVATE vitals_base_archive ${VITALS_CURL})
endif()
