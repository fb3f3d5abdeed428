# The checks of resource_customizations/, embedded in the health module, or only their names.
set(vitals_embed)
if(NOT VITALS_BUNDLE)
    set(vitals_embed --names)
endif()
file(GLOB_RECURSE vitals_checks CONFIGURE_DEPENDS
    ${PROJECT_SOURCE_DIR}/resource_customizations/health.lua)
list(APPEND vitals_checks ${PROJECT_SOURCE_DIR}/resource_customizations/prelude.lua)
set(vitals_bundled ${PROJECT_BINARY_DIR}/generated/bundled_checks.c)
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/generated)
add_custom_command(
    OUTPUT ${vitals_bundled}
    COMMAND ${PROJECT_SOURCE_DIR}/tools/gen/embed ${vitals_embed} ${PROJECT_SOURCE_DIR}/resource_customizations
        > ${vitals_bundled}.new
    COMMAND ${CMAKE_COMMAND} -E copy_if_different ${vitals_bundled}.new ${vitals_bundled}
    COMMAND ${CMAKE_COMMAND} -E touch ${vitals_bundled}
    DEPENDS ${vitals_checks} ${PROJECT_SOURCE_DIR}/tools/gen/embed
    COMMENT "Embedding the bundled checks"
    VERBATIM)
target_sources(vitals_health PRIVATE ${vitals_bundled})
