# vitals_cjson: the bridge <vitals/cjson.h>, a library of its own so that the core needs no cJSON.
vitals_variants(vitals_cjson cjson cjson_static
    SOURCES ${PROJECT_SOURCE_DIR}/engine/cjson/cjson.c LINK vitals_warnings m)
foreach(target vitals_cjson vitals_cjson_static)
    if(TARGET ${target})
        target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/engine)
        target_link_libraries(${target} PUBLIC ${VITALS_CJSON})
    endif()
endforeach()
target_link_libraries(vitals_cjson_static PUBLIC vitals_static)
if(TARGET vitals_cjson)
    target_link_libraries(vitals_cjson PUBLIC vitals)
endif()
