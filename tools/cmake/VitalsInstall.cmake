# Libraries, headers, command line, schemas; pkg-config files and a CMake package. The installed tree
# can be moved, and a program in C needs no C++ compiler to link either library.
include(CMakePackageConfigHelpers)

# What a program must link besides the static library. RE2's libraries come before the C++ runtime,
# which they need, so that `cc -static` finds everything in one pass.
set(VITALS_STATIC_LIBS -lm -pthread)
set(VITALS_STATIC_REQUIRES "lua5.4 yaml-0.1")
if(VITALS_RE2)
    set(runtime ${CMAKE_CXX_IMPLICIT_LINK_LIBRARIES})
    list(FILTER runtime INCLUDE REGEX "^(std)?c\\+\\+$")
    list(REMOVE_DUPLICATES runtime)
    list(TRANSFORM runtime PREPEND -l)
    list(PREPEND VITALS_STATIC_LIBS ${VITALS_RE2_LIBRARY_PKG_STATIC_LDFLAGS} ${runtime})
endif()
list(REMOVE_DUPLICATES VITALS_STATIC_LIBS)
list(JOIN VITALS_STATIC_LIBS " " VITALS_STATIC_LIBS)

set(installed)
if(VITALS_SHARED)
    list(APPEND installed vitals)
    if(TARGET vitals_cjson)
        list(APPEND installed vitals_cjson)
    endif()
    if(TARGET vitals_cluster)
        list(APPEND installed vitals_cluster)
    endif()
endif()
if(VITALS_STATIC AND VITALS_LUA_SOURCE)
    message(STATUS "the static library is not installed: it lacks the Lua of VITALS_LUA_SOURCE")
elseif(VITALS_STATIC)
    list(APPEND installed vitals_static)
    if(TARGET vitals_cjson_static)
        list(APPEND installed vitals_cjson_static)
    endif()
    if(TARGET vitals_cluster_static)
        list(APPEND installed vitals_cluster_static)
    endif()
endif()
install(TARGETS ${installed}
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY engine/include/vitals DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")

# vitals.pc is for the shared library, or the static one with --static and -static; vitals-static.pc
# is for the static library beside shared ones of the system.
file(RELATIVE_PATH VITALS_PREFIX_FROM_PC /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" VITALS_PREFIX_FROM_PC "${VITALS_PREFIX_FROM_PC}")
set(VITALS_PRIVATE .private)
set(VITALS_PUBLIC_LIBS "")
if(NOT VITALS_SHARED)
    set(VITALS_PRIVATE "")
    set(VITALS_PUBLIC_LIBS " ${VITALS_STATIC_LIBS}")
endif()
foreach(file IN ITEMS vitals vitals-static vitals-cjson vitals-cluster)
    if(file STREQUAL vitals-cluster AND NOT TARGET vitals_cluster_static)
        continue()
    endif()
    if(file STREQUAL vitals-cjson AND NOT TARGET vitals_cjson_static)
        continue()
    endif()
    if(file STREQUAL vitals-static AND NOT vitals_static IN_LIST installed)
        continue()
    endif()
    configure_file(tools/cmake/${file}.pc.in ${PROJECT_BINARY_DIR}/install/${file}.pc @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/install/${file}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()

configure_package_config_file(tools/cmake/vitals-config.cmake.in
    ${PROJECT_BINARY_DIR}/install/vitals-config.cmake
    INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/vitals
    PATH_VARS CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/install/vitals-config-version.cmake
    COMPATIBILITY SameMajorVersion)
install(FILES ${PROJECT_BINARY_DIR}/install/vitals-config.cmake
    ${PROJECT_BINARY_DIR}/install/vitals-config-version.cmake
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/vitals)

if(TARGET vitals_cli)
    install(TARGETS vitals_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
    if(TARGET vitals_cli_cluster)
        install(TARGETS vitals_cli_cluster RUNTIME DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/vitals)
    endif()
    if(VITALS_CLUSTER)
        # `kubectl vitals`, and what kubectl completes it with.
        foreach(name kubectl-vitals kubectl_complete-vitals)
            file(CREATE_LINK vitals ${PROJECT_BINARY_DIR}/install/${name} SYMBOLIC)
            install(FILES ${PROJECT_BINARY_DIR}/install/${name} DESTINATION ${CMAKE_INSTALL_BINDIR})
        endforeach()
    endif()
    install(FILES tools/vitals/vitals.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
endif()
install(DIRECTORY docs/schema DESTINATION ${CMAKE_INSTALL_DATADIR}/vitals FILES_MATCHING PATTERN "*.json")
