/* A stream of JSON and YAML, made from the choices that bytes give: the constructs that cutting
** depends on, whole and broken, with lengths around the limits. */
#ifndef TESTS_FUZZ_GRAMMAR_STREAM_H
#define TESTS_FUZZ_GRAMMAR_STREAM_H

#include <stddef.h>
#include <stdint.h>

#include "base/run/limits.h"

typedef struct made_stream {
    const uint8_t *choices;
    size_t choice_count;
    char text[8192];
    size_t size;
    vitals_limits limits;
} made_stream;

/* Fills text and limits. The text is followed by a NUL. */
void make_stream(made_stream *made, const uint8_t *choices, size_t count);

#endif
