# The time zones of this machine, embedded in the CEL module.
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/generated)
add_custom_command(OUTPUT ${PROJECT_BINARY_DIR}/generated/zones.c
    COMMAND ${PROJECT_SOURCE_DIR}/tools/gen/zones --c > ${PROJECT_BINARY_DIR}/generated/zones.c
    DEPENDS ${PROJECT_SOURCE_DIR}/tools/gen/zones VERBATIM)
target_sources(vitals_cel PRIVATE ${PROJECT_BINARY_DIR}/generated/zones.c)
