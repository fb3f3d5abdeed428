/* An expression made from the choices that bytes give: every function and macro, with arguments that
** fit and arguments that do not. */
#ifndef TESTS_FUZZ_GRAMMAR_CEL_H
#define TESTS_FUZZ_GRAMMAR_CEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <vitals/cel.h>

typedef struct made_expression {
    const uint8_t *choices;
    size_t choice_count;
    vitals_cel_environment environment;
    bool check;
    char text[4096];
    size_t size;
} made_expression;

/* Fills environment, check and text, which is followed by a NUL. */
void make_expression(made_expression *made, const uint8_t *choices, size_t count);

#endif
