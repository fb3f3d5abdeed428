/* A JSON object, made from the choices that bytes give: members with the names that tests drop,
** strings and white space of lengths around the blocks of the scanners, and now and then a fault. */
#ifndef TESTS_FUZZ_GRAMMAR_JSON_H
#define TESTS_FUZZ_GRAMMAR_JSON_H

#include <stddef.h>
#include <stdint.h>

typedef struct made_json {
    const uint8_t *choices;
    size_t choice_count;
    char text[16384];
    size_t size;
} made_json;

/* Fills the text, which is followed by a NUL. */
void make_json(made_json *made, const uint8_t *choices, size_t count);

#endif
