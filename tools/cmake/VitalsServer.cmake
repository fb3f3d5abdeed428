# engine/server, which `vitals serve` is made of: a static library that the command line alone links, on the public
# headers and on engine/base, over libmicrohttpd. The page of web/ is inside.
file(GLOB_RECURSE server_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/engine/server/*.c)
file(GLOB page_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/web/* ${PROJECT_SOURCE_DIR}/bindings/npm/*.js
    ${PROJECT_SOURCE_DIR}/bindings/go/assets/*.gz)
set(page_files ${PROJECT_BINARY_DIR}/generated/page_files.c)
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/generated)
add_custom_command(
    OUTPUT ${page_files}
    COMMAND ${PROJECT_SOURCE_DIR}/tools/gen/page ${PROJECT_SOURCE_DIR} > ${page_files}
    DEPENDS ${page_sources} ${PROJECT_SOURCE_DIR}/tools/gen/page
    COMMENT "Embedding the page"
    VERBATIM)
add_library(vitals_server STATIC ${server_sources} ${page_files})
set_target_properties(vitals_server PROPERTIES C_VISIBILITY_PRESET hidden)
target_include_directories(vitals_server PRIVATE ${PROJECT_SOURCE_DIR}/engine/include ${PROJECT_SOURCE_DIR}/engine)
target_compile_definitions(vitals_server PRIVATE _POSIX_C_SOURCE=200809L)
target_compile_options(vitals_server PRIVATE
    "$<$<COMPILE_LANGUAGE:C>:SHELL:-include ${PROJECT_SOURCE_DIR}/engine/base/run/banned.h>")
target_link_libraries(vitals_server PUBLIC vitals_static PRIVATE vitals_warnings Threads::Threads
    PkgConfig::VITALS_MICROHTTPD)
if(VITALS_ZLIB_FOUND)
    target_compile_definitions(vitals_server PRIVATE VITALS_WITH_ZLIB)
    target_link_libraries(vitals_server PRIVATE PkgConfig::VITALS_ZLIB)
endif()
if(VITALS_NOTIFY_FOUND)
    target_compile_definitions(vitals_server PRIVATE VITALS_WITH_NOTIFY)
    target_link_libraries(vitals_server PRIVATE PkgConfig::VITALS_NOTIFY)
endif()
if(VITALS_SQLITE_FOUND)
    target_compile_definitions(vitals_server PRIVATE VITALS_WITH_HISTORY)
    target_link_libraries(vitals_server PRIVATE PkgConfig::VITALS_SQLITE)
endif()
