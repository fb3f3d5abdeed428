/* An expression, a line break, an object: evaluating ends within its limits, and twice the same. */
#include <string.h>

#include "support/fuzz_cel.h"

static bool evaluate(const vitals_cel_program *program, const vitals_document *object,
                     vitals_cel_answer *answer, vitals_cel_state *state) {
    vitals_cel_input input = VITALS_CEL_INPUT_INIT;
    input.object = object;
    return vitals_cel_evaluate(program, state, &input, answer, sizeof *answer) == VITALS_OK;
}

static void evaluate_twice(const vitals_cel_program *program, const vitals_document *object) {
    vitals_cel_state *states[2] = { NULL, NULL };
    vitals_cel_answer answers[2];
    for (int i = 0; i < 2; i++) {
        if (vitals_cel_state_new(NULL, &states[i]) != VITALS_OK) abort();
        if (!evaluate(program, object, &answers[i], states[i])) abort();
    }
    if (answers[0].failed != answers[1].failed || answers[0].text.size != answers[1].text.size)
        abort();
    if (memcmp(answers[0].text.bytes, answers[1].text.bytes, answers[0].text.size) != 0) abort();
    vitals_cel_state_free(states[0]);
    vitals_cel_state_free(states[1]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *bytes = (const char *)data, *line = size ? memchr(bytes, '\n', size) : NULL;
    vitals_text expression = { bytes, line ? (size_t)(line - bytes) : size };
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    vitals_document *object = NULL;
    options.format = VITALS_FORMAT_JSON;
    if (line &&
        vitals_document_parse(line + 1, size - expression.size - 1, &options, &object, NULL)) {
        object = NULL;
    }
    vitals_cel_program *program =
        fuzz_cel_program(expression, (vitals_text){ NULL, 0 }, fuzz_cel_environment(size), false);
    if (program) evaluate_twice(program, object);
    vitals_cel_program_free(program);
    vitals_document_free(object);
    return 0;
}
