# Library, headers, command line, schemas; a CMake package and a relocatable pkg-config file.
include(CMakePackageConfigHelpers)

install(TARGETS vitals EXPORT vitals
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY engine/include/vitals DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(EXPORT vitals NAMESPACE vitals:: FILE vitals-targets.cmake
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/vitals)

configure_package_config_file(tools/cmake/vitals-config.cmake.in
    ${PROJECT_BINARY_DIR}/vitals-config.cmake INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/vitals)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/vitals-config-version.cmake
    COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/vitals-config.cmake ${PROJECT_BINARY_DIR}/vitals-config-version.cmake
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/vitals)

# The prefix is relative to this file, so the installed tree can be moved.
file(RELATIVE_PATH VITALS_PREFIX_FROM_PC /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" VITALS_PREFIX_FROM_PC "${VITALS_PREFIX_FROM_PC}")
configure_file(tools/cmake/vitals.pc.in ${PROJECT_BINARY_DIR}/vitals.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/vitals.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

if(TARGET vitals_cli)
    install(TARGETS vitals_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
foreach(page IN ITEMS tools/vitals/vitals.1)
    if(EXISTS ${PROJECT_SOURCE_DIR}/${page})
        install(FILES ${page} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
    endif()
endforeach()
if(IS_DIRECTORY ${PROJECT_SOURCE_DIR}/docs/schema)
    install(DIRECTORY docs/schema DESTINATION ${CMAKE_INSTALL_DATADIR}/vitals FILES_MATCHING PATTERN "*.json")
endif()
