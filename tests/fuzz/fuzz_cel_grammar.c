/* Expressions made by a grammar, over one object: they end within their limits, twice in the same
** way; a trace, another state, an interrupted evaluation before it and a full cache of patterns
** change nothing. */
#include <stdlib.h>
#include <string.h>

#include "grammar_cel.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static const char object_text[] =
    "{\"x\":1,\"y\":\"text\",\"z\":[1,2.5,\"a\",null,true,{\"a\":1}],\"list\":[3,1,2],"
    "\"map\":{\"a\":{\"b\":1},\"b\":2,\"k3\":3,\"k4\":4,\"k5\":5,\"k6\":6,\"k7\":7,\"k8\":8,"
    "\"k9\":9,\"k10\":10,\"k11\":11,\"k12\":12,\"k13\":13,\"k14\":14,\"k15\":15,\"k16\":16,"
    "\"k17\":17},\"text\":\"\xE2\x82\xAC uro,a,b\\n\",\"status\":{\"conditions\":[{\"type\":"
    "\"Ready\",\"status\":\"True\"}],\"a\":[]},\"metadata\":{\"a\":\"b\",\"a-b\":1}}";

typedef struct world {
    vitals_document *object;
    vitals_limits *limits;
    vitals_cel_state *states[2];
    int polls_left;
} world;

static void require(bool holds) {
    if (!holds) abort();
}

static world *the_world(void) {
    static world made;
    if (made.object) return &made;
    require(vitals_document_parse(object_text, sizeof object_text - 1, NULL, &made.object, NULL) ==
            VITALS_OK);
    require(vitals_limits_new(NULL, &made.limits) == VITALS_OK);
    require(vitals_limits_set(made.limits, "cel_cost", 50000) == VITALS_OK);
    require(vitals_limits_set(made.limits, "cel_compile_cost", 200000) == VITALS_OK);
    require(vitals_limits_set(made.limits, "cel_memory_bytes", 1 << 20) == VITALS_OK);
    require(vitals_limits_set(made.limits, "cel_match_steps", 100000) == VITALS_OK);
    for (int i = 0; i < 2; i++) require(vitals_cel_state_new(NULL, &made.states[i]) == VITALS_OK);
    return &made;
}

static vitals_cel_program *compile(const world *w, const made_expression *made) {
    static const vitals_text names[] = { { "map", 3 }, { "status", 6 } };
    static const char declarations[] = "x: int y: string list: list(int) z: list(dyn) text: string";
    vitals_cel_options options = VITALS_CEL_OPTIONS_INIT;
    vitals_cel_program *program = NULL;
    vitals_diagnostics *diagnostics = NULL;
    options.limits = w->limits;
    options.environment = made->environment;
    options.check = made->check;
    if (made->check) {
        options.variables = names;
        options.variable_count = 2;
        options.declarations = (vitals_text){ declarations, sizeof declarations - 1 };
    }
    require(vitals_diagnostics_new(NULL, &diagnostics) == VITALS_OK);
    vitals_status status = vitals_cel_compile((vitals_text){ made->text, made->size }, &options,
                                              &program, diagnostics);
    require(status == VITALS_OK || status == VITALS_ESYNTAX);
    require((program != NULL) == (status == VITALS_OK));
    require(status == VITALS_OK || vitals_diagnostics_at(diagnostics, 0)->text.size > 0);
    vitals_diagnostics_free(diagnostics);
    return program;
}

static bool interrupt(void *user) {
    world *w = user;
    return w->polls_left-- <= 0;
}

static vitals_cel_answer evaluate(world *w, const vitals_cel_program *program, int state,
                                  vitals_trace *trace, bool interrupted) {
    vitals_cel_input input = VITALS_CEL_INPUT_INIT;
    vitals_cel_answer answer;
    input.object = w->object;
    input.trace = trace;
    w->polls_left = 1;
    if (interrupted) {
        input.interrupt = interrupt;
        input.interrupt_user = w;
    }
    require(vitals_cel_evaluate(program, w->states[state], &input, &answer, sizeof answer) ==
            VITALS_OK);
    require(answer.failed || answer.type[0] != '\0');
    require(!answer.limit || answer.failed);
    return answer;
}

static void require_same(const vitals_cel_answer *a, const vitals_cel_answer *b) {
    require(a->failed == b->failed && a->cost == b->cost && a->text.size == b->text.size);
    require(memcmp(a->text.bytes, b->text.bytes, a->text.size) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    static made_expression made;
    world *w = the_world();
    make_expression(&made, bytes, size);
    vitals_cel_program *program = compile(w, &made);
    if (!program) return 0;
    vitals_cel_answer first = evaluate(w, program, 0, NULL, false);
    (void)evaluate(w, program, 1, NULL, true);
    vitals_cel_answer second = evaluate(w, program, 1, NULL, false);
    require_same(&first, &second);
    if (size % 4 == 0) {
        vitals_trace *trace = NULL;
        require(vitals_trace_new(NULL, &trace) == VITALS_OK);
        second = evaluate(w, program, 1, trace, false);
        require_same(&first, &second);
        vitals_trace_free(trace);
    }
    vitals_cel_program_free(program);
    return 0;
}
