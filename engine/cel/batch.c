/* Batches: one line of JSON in, one line of JSON out. */
#include <inttypes.h>
#include <math.h>

#include <vitals/cel.h>

#include "base/number/number.h"
#include "base/run/limits.h"
#include "base/text/base64.h"
#include "base/text/quote.h"
#include "cel/run/program.h"

#define MOST_DEPTH 256

struct vitals_cel_batch {
    vitals_allocator allocator;
    vitals_limits limits;
    vt_interrupt interrupt;
    vt_cel_state *state;
    vitals_document *line;
    vt_arena arena; /* values of typed bindings */
    vt_buffer answer, text;
    bool no_memory; /* for a typed binding */
};

vitals_status vitals_cel_batch_new(const vitals_allocator *allocator, const vitals_limits *limits,
                                   vitals_cel_batch **out) {
    if (!out) return VITALS_EINVAL;
    vitals_allocator chosen = vt_allocator_or_default(allocator);
    vitals_cel_batch *batch = vt_allocate_zeroed(&chosen, sizeof *batch);
    if (!batch) return VITALS_ENOMEM;
    batch->allocator = chosen;
    batch->limits = vt_limits_or_default(limits);
    vt_arena_init(&batch->arena, &chosen, batch->limits.cel_memory_bytes);
    vt_buffer_init(&batch->answer, &chosen, SIZE_MAX / 2);
    vt_buffer_init(&batch->text, &chosen, SIZE_MAX / 2);
    vitals_status status = vt_cel_state_new(&chosen, &batch->state);
    if (status == VITALS_OK)
        *out = batch;
    else
        vitals_cel_batch_free(batch);
    return status;
}

void vitals_cel_batch_free(vitals_cel_batch *batch) {
    if (!batch) return;
    vt_cel_state_free(batch->state);
    vitals_document_free(batch->line);
    vt_arena_done(&batch->arena);
    vt_buffer_done(&batch->answer);
    vt_buffer_done(&batch->text);
    vitals_allocator allocator = batch->allocator;
    vt_release(&allocator, batch, sizeof *batch);
}

void vitals_cel_batch_set_interrupt(vitals_cel_batch *batch, vitals_interrupt_fn interrupt,
                                    void *user) {
    batch->interrupt = (vt_interrupt){ interrupt, user };
}

vitals_status vitals_cel_batch_set_zones(vitals_cel_batch *batch, const char *bytes, size_t size) {
    const vt_text zones = vt_text_slice(bytes, size);
    if (!bytes || !vt_cel_zones_are_valid(zones)) return VITALS_EINVAL;
    vt_cel_state_use_zones(batch->state, zones);
    return VITALS_OK;
}

/* -------------------------------------------------------- typed bindings */

static bool read_typed(vitals_cel_batch *batch, const vt_value *typed, uint32_t depth,
                       vt_cel_value *out);

static const vt_value *member(const vitals_cel_batch *batch, const vt_value *object, vt_text key) {
    return vt_document_get(batch->line, object, key);
}

static bool read_bytes(vitals_cel_batch *batch, vt_text text, vt_cel_value *out) {
    vt_buffer *bytes = vt_cel_scratch(batch->state);
    const bool good = vt_base64_decode_digits(bytes, text);
    batch->no_memory |= bytes->failed;
    if (!good) return false;
    const vt_text kept = vt_arena_copy(&batch->arena, vt_buffer_text(bytes));
    batch->no_memory |= vt_text_is_absent(kept);
    *out = vt_cel_of_bytes(kept);
    return !batch->no_memory;
}

static bool read_double(vt_text text, vt_cel_value *out) {
    bool negative = vt_text_starts(text, VT_TEXT("-"));
    vt_text word = vt_text_between(text, negative, text.size);
    double value;
    if (vt_text_equal_fold(word, VT_TEXT("inf")) || vt_text_equal_fold(word, VT_TEXT("infinity"))) {
        value = INFINITY;
    } else if (vt_text_equal_fold(word, VT_TEXT("nan"))) {
        value = NAN;
    } else if (!vt_number_parse_double(word, &value)) {
        return false;
    }
    *out = vt_cel_of_double(negative ? -value : value);
    return true;
}

static bool read_scalar(vitals_cel_batch *batch, vt_text type, vt_text text, vt_cel_value *out) {
    if (vt_text_is(type, "string")) {
        *out = vt_cel_of_string(text);
        return true;
    }
    if (vt_text_is(type, "bytes")) return read_bytes(batch, text, out);
    if (vt_text_is(type, "double")) return read_double(text, out);
    *out = vt_cel_of_int(0);
    if (vt_text_is(type, "int")) return vt_number_parse_int64(text, 10, &out->as.integer);
    bool is_true = vt_text_is(text, "true");
    *out = vt_cel_of_bool(is_true);
    if (vt_text_is(type, "bool")) return is_true || vt_text_is(text, "false");
    *out = vt_cel_of_uint(0);
    if (vt_text_is(type, "uint")) return vt_number_parse_uint64(text, 10, &out->as.natural);
    *out = vt_cel_of_type(text.bytes);
    return vt_text_is(type, "type");
}

static bool read_elements(vitals_cel_batch *batch, const vt_value *array, uint32_t depth,
                          vt_cel_value *items) {
    const vt_value *element = vt_array_first(array);
    for (; element; element = vt_array_next(array, element)) {
        if (!read_typed(batch, element, depth + 1, items++)) return false;
    }
    return true;
}

/* [[key, value], …] */
static bool read_entries(vitals_cel_batch *batch, const vt_value *array, uint32_t depth,
                         vt_cel_value *items) {
    const vt_value *pair = vt_array_first(array);
    for (; pair; pair = vt_array_next(array, pair), items += 2) {
        if (vt_value_count(pair) != 2 || !read_elements(batch, pair, depth, items)) return false;
    }
    return true;
}

static bool read_typed(vitals_cel_batch *batch, const vt_value *typed, uint32_t depth,
                       vt_cel_value *out) {
    vt_text type = vt_value_text(member(batch, typed, VT_TEXT("t")));
    const vt_value *value = member(batch, typed, VT_TEXT("v"));
    if (depth > MOST_DEPTH) return false;
    *out = vt_cel_null_value();
    if (vt_text_is(type, "null")) return true;
    bool is_map = vt_text_is(type, "map");
    if (!is_map && !vt_text_is(type, "list")) {
        return vt_value_is_string(value) && read_scalar(batch, type, vt_value_text(value), out);
    }
    uint32_t count = vt_value_count(value);
    vt_cel_value *items =
        vt_arena_allocate_array(&batch->arena, 2 * (size_t)count + 1, sizeof *items);
    if (!items || !vt_value_is_array(value)) return false;
    *out = is_map ? vt_cel_of_map(items, count) : vt_cel_of_list(items, count);
    return is_map ? read_entries(batch, value, depth, items)
                  : read_elements(batch, value, depth, items);
}

/* ------------------------------------------------------------- variables */

/* The variables of a line: values, names and types for the checker. */
typedef struct variables {
    vt_cel_binding *bindings;
    vt_text *names;
    const vt_cel_type **types;
    uint32_t count;
} variables;

static vitals_status read_variables(vitals_cel_batch *batch, const vt_value *root, variables *out) {
    const vt_value *typed = member(batch, root, VT_TEXT("bindings"));
    const vt_value *object = typed ? typed : member(batch, root, VT_TEXT("vars"));
    uint32_t count = vt_value_is_object(object) ? vt_value_count(object) : 0;
    *out = (variables){ .count = count };
    batch->no_memory = false;
    if (count == 0) return VITALS_OK;
    out->bindings = vt_arena_allocate_array(&batch->arena, count, sizeof *out->bindings);
    out->names = vt_arena_allocate_array(&batch->arena, count, sizeof *out->names);
    out->types = vt_arena_allocate_array(&batch->arena, count, sizeof *out->types);
    if (!out->bindings || !out->names || !out->types) return VITALS_ENOMEM;
    uint32_t i = 0;
    for (const vt_value *key = vt_object_first(object); key;
         key = vt_object_next(object, key), i++) {
        const vt_value *value = vt_object_value(key);
        out->names[i] = out->bindings[i].name = vt_value_text(key);
        out->types[i] = !typed && vt_value_is_object(value) ? &vt_cel_map_string_dyn : &vt_cel_dyn;
        out->bindings[i].value = vt_cel_of_document(value, 0);
        if (typed && !read_typed(batch, value, 0, &out->bindings[i].value))
            return batch->no_memory ? VITALS_ENOMEM : VITALS_ESYNTAX;
    }
    return VITALS_OK;
}

/* --------------------------------------------------------------- answers */

static void put_member(vt_buffer *buffer, const char *name, vt_text text) {
    vt_buffer_add(buffer, buffer->size > 1 ? VT_TEXT(",\"") : VT_TEXT("\""));
    vt_buffer_add_terminated(buffer, name);
    vt_buffer_add(buffer, VT_TEXT("\":"));
    vt_quote_append_json(buffer, text);
}

static vitals_status put_answer(vitals_cel_batch *batch, const char *outcome, const char *type,
                                vt_text text, const vt_cel_type *deduced) {
    vt_buffer *answer = &batch->answer;
    vt_buffer_add_byte(answer, '{');
    put_member(answer, "outcome", vt_text_from(outcome));
    put_member(answer, "type", vt_text_from(type));
    put_member(answer, "text", text);
    if (deduced) {
        vt_buffer *name = vt_cel_scratch(batch->state);
        vt_cel_type_append_full(name, deduced);
        put_member(answer, "deduced", vt_buffer_text(name));
    }
    if (batch->state->counts && strcmp(outcome, "value") == 0)
        vt_buffer_printf(answer, ",\"cost\":%" PRIu64, batch->state->counted);
    return vt_buffer_add_byte(answer, '}') ? VITALS_OK : VITALS_ENOMEM;
}

static vitals_status run(vitals_cel_batch *batch, const vt_cel_program *program,
                         const variables *given) {
    const vitals_document *documents[] = { batch->line };
    vt_cel_activation activation = { .documents = documents,
                                     .document_count = 1,
                                     .bindings = given->bindings,
                                     .binding_count = given->count };
    vt_evaluation evaluation = { .limits = &batch->limits,
                                 .interrupt = batch->interrupt.ask,
                                 .interrupt_user = batch->interrupt.user };
    vt_cel_value value = vt_cel_run(program, batch->state, &activation, &evaluation);
    vt_cel_value shown = vt_cel_is_error(value) ? value : vt_cel_literal_of(batch->state, value);
    vitals_status stopped = batch->state->meter.stopped;
    if (stopped == VITALS_ENOMEM || stopped == VITALS_ESTOPPED) return stopped;
    if (vt_cel_is_error(shown))
        return put_answer(batch, "eval_error", "", vt_cel_text(shown), program->type);
    return put_answer(batch, "value", vt_cel_type_name(value), vt_cel_text(shown), program->type);
}

static vitals_status reject_line(vitals_diagnostics *diagnostics, vt_text text) {
    vt_place nowhere = { NULL, 0, 0, 0 };
    vt_diagnose(diagnostics, VITALS_SEVERITY_ERROR, "cel-batch", nowhere, NULL, text);
    return VITALS_ESYNTAX;
}

static vitals_status compile_and_run(vitals_cel_batch *batch, const vt_cel_settings *settings,
                                     vt_text expression, const variables *given,
                                     vitals_diagnostics *diagnostics) {
    vt_cel_program *program = NULL;
    vt_cel_stage stage = VT_CEL_STAGE_DONE;
    vitals_status status = vt_cel_program_build(&batch->allocator, &batch->limits, settings,
                                                expression, &program, &stage, &batch->text, NULL);
    if (status == VITALS_ESYNTAX && stage == VT_CEL_STAGE_DECLARE)
        return reject_line(diagnostics, vt_buffer_text(&batch->text));
    if (status == VITALS_ESYNTAX) {
        const char *outcome = stage == VT_CEL_STAGE_PARSE ? "parse_error" : "program_error";
        return put_answer(batch, outcome, "", vt_buffer_text(&batch->text), NULL);
    }
    if (status != VITALS_OK) return status;
    status = run(batch, program, given);
    vt_cel_program_free(program);
    return status;
}

static vitals_status answer_line(vitals_cel_batch *batch, const vt_value *root,
                                 vitals_diagnostics *diagnostics) {
    vt_text environment = vt_value_text(member(batch, root, VT_TEXT("env")));
    vt_text mode = vt_value_text(member(batch, root, VT_TEXT("mode")));
    const vt_value *expression = member(batch, root, VT_TEXT("expr"));
    bool unchecked = vt_value_is_true(member(batch, root, VT_TEXT("disable_check")));
    vt_cel_environment chosen = VT_CEL_ENVIRONMENT_FLUX;
    if (environment.size > 0 && !vt_cel_environment_find(environment, &chosen)) {
        return reject_line(diagnostics, VT_TEXT("\"env\" names no environment"));
    }
    if (!vt_value_is_string(expression))
        return reject_line(diagnostics, VT_TEXT("\"expr\" must be a string"));
    variables given;
    vitals_status status = read_variables(batch, root, &given);
    if (status == VITALS_ESYNTAX)
        return reject_line(diagnostics, VT_TEXT("each of \"bindings\" must be {\"t\",\"v\"}"));
    if (status != VITALS_OK) return status;
    vt_cel_settings settings = {
        .environment = chosen,
        .check = vt_text_is(mode, "compile") && !unchecked,
        .container = vt_value_text(member(batch, root, VT_TEXT("container"))),
        .variables = given.names,
        .variable_types = given.types,
        .variable_count = given.count,
        .declarations = vt_value_text(member(batch, root, VT_TEXT("declarations"))),
        .interrupt = batch->interrupt.ask,
        .interrupt_user = batch->interrupt.user,
    };
    return compile_and_run(batch, &settings, vt_value_text(expression), &given, diagnostics);
}

vitals_status vitals_cel_batch_answer(vitals_cel_batch *batch, vitals_text line,
                                      vitals_text *answer, vitals_diagnostics *diagnostics) {
    if (!batch || !answer) return VITALS_EINVAL;
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.allocator = &batch->allocator;
    options.limits = &batch->limits;
    options.format = VITALS_FORMAT_JSON;
    options.interrupt = batch->interrupt.ask;
    options.interrupt_user = batch->interrupt.user;
    vitals_status status =
        vitals_document_parse(line.bytes, line.size, &options, &batch->line, diagnostics);
    if (status != VITALS_OK) return status;
    vt_arena_empty(&batch->arena);
    vt_buffer_clear(&batch->answer);
    vt_buffer_clear(&batch->text);
    status = answer_line(batch, vt_document_root(batch->line), diagnostics);
    if (status == VITALS_OK) *answer = vt_buffer_text(&batch->answer);
    return status;
}
