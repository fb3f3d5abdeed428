/* A Lua script, made from the choices that bytes give: statements over the whole library of a
** dialect, with odd values, foreign userdata, metamethods and callbacks that misbehave. */
#ifndef TESTS_FUZZ_GRAMMAR_LUA_H
#define TESTS_FUZZ_GRAMMAR_LUA_H

#include <stddef.h>
#include <stdint.h>

#include "lua/host.h"

typedef struct made_script {
    const uint8_t *choices;
    size_t choice_count;
    vt_lua_dialect dialect;
    bool open_libraries;
    unsigned depth; /* of the construct being made */
    char text[16384];
    size_t size;
} made_script;

/* Fills dialect, open_libraries and text. The text is followed by a NUL. */
void make_script(made_script *made, const uint8_t *choices, size_t count);

#endif
