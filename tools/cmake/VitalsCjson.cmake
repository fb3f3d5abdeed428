# vitals_cjson: the bridge <vitals/cjson.h>, a library of its own so that the core needs no cJSON.
add_library(vitals_cjson ${PROJECT_SOURCE_DIR}/engine/cjson/cjson.c)
add_library(vitals::cjson ALIAS vitals_cjson)
target_link_libraries(vitals_cjson PUBLIC vitals ${VITALS_CJSON} PRIVATE vitals_warnings m)
target_include_directories(vitals_cjson PRIVATE ${PROJECT_SOURCE_DIR}/engine)
set_target_properties(vitals_cjson PROPERTIES EXPORT_NAME cjson C_VISIBILITY_PRESET hidden
    VERSION ${PROJECT_VERSION} SOVERSION ${VITALS_SOVERSION})
if(VITALS_INSTALL)
    install(TARGETS vitals_cjson
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()
