/* The public functions of <vitals/cel.h>, except batches. */
#include <stdio.h>

#include <vitals/cel.h>

#include "base/memory/sized.h"
#include "base/text/lines.h"
#include "cel/run/program.h"

#define MOST_VARIABLES 8

_Static_assert((int)VITALS_CEL_ENVIRONMENT_FLUX == (int)VT_CEL_ENVIRONMENT_FLUX, "one order");
_Static_assert((int)VITALS_CEL_ENVIRONMENT_COUNT == (int)VT_CEL_ENVIRONMENT_KUBERNETES_1_37 + 1,
               "one order");

const char *vitals_cel_environment_name(vitals_cel_environment environment) {
    if ((unsigned)environment >= VITALS_CEL_ENVIRONMENT_COUNT) return NULL;
    return vt_cel_rules_of((vt_cel_environment)environment)->name;
}

vitals_status vitals_cel_environment_from_name(const char *name, vitals_cel_environment *out) {
    if (!name || !out) return VITALS_EINVAL;
    vt_cel_environment found;
    if (!vt_cel_environment_find(vt_text_from(name), &found)) return VITALS_ENOTFOUND;
    *out = (vitals_cel_environment)found;
    return VITALS_OK;
}

/* ------------------------------------------------------------- functions */

/* Put as much of the buffer as fits into `text`. */
static void copy_cut(const vt_buffer *buffer, char *text, size_t size) {
    if (size == 0) return;
    vt_text whole = vt_buffer_text(buffer);
    size_t kept = whole.size < size ? whole.size : size - 1;
    memcpy(text, whole.bytes ? whole.bytes : "", kept);
    text[kept] = '\0';
}

static void write_signature(const vt_cel_function *row, char *text, size_t size) {
    vitals_allocator allocator = vt_allocator_or_default(NULL);
    vt_buffer buffer;
    vt_buffer_init(&buffer, &allocator, 4096);
    vt_buffer_add_byte(&buffer, '(');
    for (uint32_t i = 0; i < vt_cel_function_arity(row); i++) {
        if (i > 0) vt_buffer_add(&buffer, VT_TEXT(", "));
        vt_cel_type_append(&buffer, row->arguments[i]);
    }
    vt_buffer_add(&buffer, VT_TEXT(") -> "));
    vt_cel_type_append(&buffer, row->result);
    copy_cut(&buffer, text, size);
    vt_buffer_done(&buffer);
}

bool vitals_cel_function_at(vitals_cel_environment environment, size_t index,
                            vitals_cel_function *out, size_t out_bytes, char *signature,
                            size_t size) {
    uint32_t mask = vt_cel_rules_of((vt_cel_environment)environment)->mask;
    for (size_t i = 0;; i++) {
        const vt_cel_function *row = vt_cel_function_at(i);
        if (!row) return false;
        if (!(row->environments & mask) || index-- > 0) continue;
        const vitals_cel_function own = { row->name,
                                          VT_CEL_WORDS(row->id),
                                          row->library,
                                          row->version,
                                          (row->flags & VT_CEL_MEMBER) != 0,
                                          (row->flags & VT_CEL_HIDDEN) != 0,
                                          VT_CEL_WORDS(row->doc),
                                          VT_CEL_WORDS(row->example) };
        vt_sized_write(out, out_bytes, &own, sizeof own);
        if (signature) write_signature(row, signature, size);
        return true;
    }
}

/* -------------------------------------------------------------- programs */

/* Every variable is declared as Flux declares them. */
static vitals_status declare(const vitals_cel_options *options, const vitals_allocator *allocator,
                             vt_cel_settings *settings) {
    size_t count = options->variable_count;
    if (count == 0) return VITALS_OK;
    const vt_cel_type **types = vt_allocate_array(allocator, count, sizeof *types);
    if (!types) return VITALS_ENOMEM;
    for (size_t i = 0; i < count; i++) types[i] = &vt_cel_map_string_dyn;
    settings->variables = options->variables;
    settings->variable_types = types;
    settings->variable_count = (uint32_t)count;
    return VITALS_OK;
}

/* `offset` is a position in `source`. */
static void diagnose(vitals_diagnostics *diagnostics, vt_cel_stage stage, vt_text source,
                     uint32_t offset, vt_text text) {
    static const char *const rules[] = { [VT_CEL_STAGE_DECLARE] = "cel-declarations",
                                         [VT_CEL_STAGE_PARSE] = "cel-syntax",
                                         [VT_CEL_STAGE_PLAN] = "cel-program" };
    vt_place place = { NULL, 0, 0, 0 };
    if (offset < source.size + 1) vt_place_locate(source, offset, &place.line, &place.column);
    vt_diagnose(diagnostics, VITALS_SEVERITY_ERROR, rules[stage], place, NULL, text);
}

/* FLUX: runtime/cel/expression.go, WithOutputType. */
static vitals_status check_output(const vitals_cel_options *options, vt_text expression,
                                  vitals_cel_program **program, vitals_diagnostics *diagnostics) {
    char type[256];
    vitals_cel_program_type(*program, type, sizeof type);
    if (!options->output_type || vt_text_is(vt_text_from(type), options->output_type))
        return VITALS_OK;
    char text[512];
    snprintf(text, sizeof text, "CEL expression output type mismatch: expected %s, got %s",
             options->output_type, type);
    diagnose(diagnostics, VT_CEL_STAGE_PARSE, expression, 0, vt_text_from(text));
    vitals_cel_program_free(*program);
    *program = NULL;
    return VITALS_ESYNTAX;
}

/* `options` is complete. */
static vitals_status compile(vt_text expression, const vitals_cel_options *options,
                             vitals_cel_program **out, vitals_diagnostics *diagnostics) {
    bool asks_check = options->output_type || !vt_text_is_absent(options->declarations);
    if (asks_check && !options->check) return VITALS_EINVAL;
    vitals_allocator allocator = vt_allocator_or_default(options->allocator);
    vt_cel_settings settings = { .environment = (vt_cel_environment)options->environment,
                                 .check = options->check,
                                 .container = options->container,
                                 .declarations = options->declarations,
                                 .interrupt = options->interrupt,
                                 .interrupt_user = options->interrupt_user };
    vitals_status status = declare(options, &allocator, &settings);
    if (status != VITALS_OK) return status;
    vt_cel_stage stage = VT_CEL_STAGE_DONE;
    uint32_t offset = UINT32_MAX;
    vt_buffer error;
    vt_buffer_init(&error, &allocator, SIZE_MAX / 2);
    status = vt_cel_program_build(&allocator, options->limits, &settings, expression, out, &stage,
                                  &error, &offset);
    if (status == VITALS_ESYNTAX) {
        vt_text source = stage == VT_CEL_STAGE_DECLARE ? options->declarations : expression;
        diagnose(diagnostics, stage, source, offset, vt_buffer_text(&error));
    }
    vt_buffer_done(&error);
    /* declare() allocated the array; only the checker read it. */
    void *types = (void *)(uintptr_t)settings.variable_types;
    vt_release_array(&allocator, types, settings.variable_count, sizeof(const vt_cel_type *));
    return status ? status : check_output(options, expression, out, diagnostics);
}

vitals_status vitals_cel_compile(vitals_text expression, const vitals_cel_options *options,
                                 vitals_cel_program **out, vitals_diagnostics *diagnostics) {
    vitals_cel_options own = VITALS_CEL_OPTIONS_INIT;
    if (!out || (options && !vt_sized_read(options, &own, sizeof own))) return VITALS_EINVAL;
    if ((unsigned)own.environment >= VITALS_CEL_ENVIRONMENT_COUNT) return VITALS_EINVAL;
    return compile(expression, &own, out, diagnostics);
}

void vitals_cel_program_free(vitals_cel_program *program) {
    vt_cel_program_free(program);
}

void vitals_cel_program_type(const vitals_cel_program *program, char *text, size_t size) {
    vt_buffer buffer;
    vt_buffer_init(&buffer, &program->allocator, 4096);
    if (program->type) vt_cel_type_append_full(&buffer, program->type);
    copy_cut(&buffer, text, size);
    vt_buffer_done(&buffer);
}

vitals_status vitals_cel_state_new(const vitals_allocator *allocator, vitals_cel_state **out) {
    if (!out) return VITALS_EINVAL;
    return vt_cel_state_new(allocator, out);
}

void vitals_cel_state_free(vitals_cel_state *state) {
    vt_cel_state_free(state);
}

/* ------------------------------------------------------------ evaluation */

static vitals_status answer_with(vt_cel_state *state, vt_cel_value value,
                                 vitals_cel_answer *answer) {
    bool is_bool = value.kind == VT_CEL_BOOL;
    vt_cel_value shown =
        is_bool || vt_cel_is_error(value) ? value : vt_cel_literal_of(state, value);
    if (state->meter.stopped == VITALS_ENOMEM) return VITALS_ENOMEM;
    *answer = (vitals_cel_answer){ .failed = vt_cel_is_error(shown),
                                   .is_bool = is_bool,
                                   .is_true = vt_cel_is_true(value),
                                   .type = "",
                                   .text = vt_cel_text(shown),
                                   .limit = vt_cel_state_limit(state),
                                   .cost = state->counts ? state->counted : state->meter.cost };
    if (is_bool) answer->text = answer->is_true ? VT_TEXT("true") : VT_TEXT("false");
    if (!answer->failed) answer->type = vt_cel_type_name(value);
    return VITALS_OK;
}

/* Of all documents; see vt_document_failures. */
static unsigned failures_of(const vt_cel_activation *activation) {
    unsigned sum = 0;
    for (uint32_t i = 0; i < activation->document_count; i++) {
        const vitals_document *document = activation->documents[i];
        if (document) sum += vt_document_failures(document);
    }
    return sum;
}

vitals_status vitals_cel_evaluate(const vitals_cel_program *program, vitals_cel_state *state,
                                  const vitals_cel_input *input, vitals_cel_answer *answer,
                                  size_t answer_bytes) {
    if (!program || !state || !answer) return VITALS_EINVAL;
    vitals_cel_input own = VITALS_CEL_INPUT_INIT;
    if (input && !vt_sized_read(input, &own, sizeof own)) return VITALS_EINVAL;
    if (own.variable_count > MOST_VARIABLES) return VITALS_EINVAL;
    const vitals_document *documents[MOST_VARIABLES + 1] = { own.object };
    vt_cel_binding bindings[MOST_VARIABLES];
    for (size_t i = 0; i < own.variable_count; i++) {
        const vitals_cel_variable *variable = &own.variables[i];
        documents[i + 1] = variable->document;
        const vt_value *root = vt_document_root(variable->document);
        if (!root) return VITALS_EINVAL;
        bindings[i] =
            (vt_cel_binding){ variable->name, vt_cel_of_document(root, (int16_t)(i + 1)) };
    }
    vt_cel_activation activation = { .documents = documents,
                                     .document_count = (uint32_t)own.variable_count + 1,
                                     .keys_are_variables = own.object != NULL,
                                     .bindings = bindings,
                                     .binding_count = (uint32_t)own.variable_count,
                                     .trace = own.trace };
    vt_evaluation evaluation = { .interrupt = own.interrupt, .interrupt_user = own.interrupt_user };
    vitals_trace_clear(own.trace);
    const unsigned failures = failures_of(&activation);
    vt_cel_value value = vt_cel_run(program, state, &activation, &evaluation);
    if (failures_of(&activation) != failures) return VITALS_ENOMEM;
    vitals_cel_answer full;
    const vitals_status status = answer_with(state, value, &full);
    if (status == VITALS_OK) vt_sized_write(answer, answer_bytes, &full, sizeof full);
    return status;
}
