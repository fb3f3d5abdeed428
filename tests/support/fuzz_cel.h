/* Shared by the fuzz targets of CEL: compiling an expression, and what must hold afterwards. */
#ifndef VITALS_TESTS_SUPPORT_FUZZ_CEL_H
#define VITALS_TESTS_SUPPORT_FUZZ_CEL_H

#include <stdlib.h>
#include <string.h>

#include <vitals/cel.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A program, or NULL and a diagnostic with a text. x and the declarations count when types are
** checked. */
static inline vitals_cel_program *fuzz_cel_program(vitals_text text, vitals_text declarations,
                                                   vitals_cel_environment environment, bool check) {
    vitals_text names[] = { { "x", 1 } };
    vitals_cel_options options = VITALS_CEL_OPTIONS_INIT;
    vitals_cel_program *program = NULL;
    vitals_diagnostics *diagnostics = NULL;
    options.environment = environment;
    options.check = check;
    options.variables = names;
    options.variable_count = 1;
    if (check) options.declarations = declarations;
    if (vitals_diagnostics_new(NULL, &diagnostics) != VITALS_OK) abort();
    vitals_status status = vitals_cel_compile(text, &options, &program, diagnostics);
    bool reported = vitals_diagnostics_count(diagnostics) == 1 &&
                    vitals_diagnostics_at(diagnostics, 0)->text.size > 0;
    if ((status == VITALS_OK) != (program != NULL) || (status == VITALS_ESYNTAX) != reported)
        abort();
    vitals_diagnostics_free(diagnostics);
    return program;
}

/* One environment for each execution, chosen by the length so that it depends only on the input. */
static inline vitals_cel_environment fuzz_cel_environment(size_t size) {
    return (vitals_cel_environment)(size % VITALS_CEL_ENVIRONMENT_COUNT);
}

/* Declarations are the input before the first NUL byte; without one, the default declarations. */
static inline void fuzz_cel_compile(const uint8_t *data, size_t size, bool check) {
    static const char usual[] =
        "w: wrapper(int) message Mm { f: wrapper(string), l: list(Mm) } m: Mm "
        "opaque p(A, B) p(A, B): p(A, B) p(A, A).swap(): p(A, A)";
    const uint8_t *zero = size ? memchr(data, 0, size) : NULL;
    size_t start = zero ? (size_t)(zero - data) + 1 : 0;
    vitals_text text = { (const char *)data + start, size - start };
    vitals_text declarations = { usual, sizeof usual - 1 };
    if (zero) declarations = (vitals_text){ (const char *)data, start - 1 };
    vitals_cel_program_free(
        fuzz_cel_program(text, declarations, fuzz_cel_environment(size), check));
}

#endif
