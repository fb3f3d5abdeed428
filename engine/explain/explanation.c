/* Explanations: making and freeing them, their texts, and their getters. */
#include <stdarg.h>

#include "base/memory/memory.h"
#include "base/memory/sized.h"
#include "explain/explanation.h"

vitals_status vt_explanation_new(const vitals_call *call, const vitals_allocator *allocator,
                                 vitals_explanation **out) {
    vitals_allocator memory = vt_allocator_or_default(allocator);
    vitals_explanation *explanation = vt_allocate_zeroed(&memory, sizeof *explanation);
    if (!explanation) return VITALS_ENOMEM;
    explanation->allocator = memory;
    explanation->call = *call;
    explanation->call.trace = NULL;
    vt_arena_init(&explanation->arena, &memory, 0);
    vitals_status status = vitals_trace_new(&memory, &explanation->trace);
    if (!status) status = vitals_verdict_new(&memory, &explanation->verdict);
    if (status) {
        vitals_explanation_free(explanation);
        return status;
    }
    *out = explanation;
    return VITALS_OK;
}

void vitals_explanation_free(vitals_explanation *explanation) {
    if (!explanation) return;
    vitals_allocator memory = explanation->allocator;
    vt_release_array(&memory, explanation->fields, explanation->field_capacity,
                     sizeof *explanation->fields);
    vt_release_array(&memory, explanation->parts, explanation->part_capacity,
                     sizeof *explanation->parts);
    vitals_trace_free(explanation->trace);
    vitals_verdict_free(explanation->verdict);
    vt_arena_done(&explanation->arena);
    vt_release(&memory, explanation, sizeof *explanation);
}

vt_text vt_explanation_keep(vitals_explanation *explanation, vt_text text) {
    if (vt_text_is_absent(text)) return text;
    vt_text copy = vt_arena_copy(&explanation->arena, text);
    if (vt_text_is_absent(copy)) explanation->out_of_memory = true;
    return copy;
}

vt_text vt_explanation_printf(vitals_explanation *explanation, const char *format, ...) {
    vt_buffer buffer;
    vt_buffer_init(&buffer, &explanation->allocator, SIZE_MAX / 2);
    va_list arguments;
    va_start(arguments, format);
    vt_buffer_vprintf(&buffer, format, arguments);
    va_end(arguments);
    vt_text text = vt_explanation_keep(explanation, vt_buffer_text(&buffer));
    if (buffer.failed) explanation->out_of_memory = true;
    vt_buffer_done(&buffer);
    return text;
}

/* ------------------------------------------------------------------- getters */

const vitals_verdict *vitals_explanation_verdict(const vitals_explanation *explanation) {
    return explanation->verdict;
}

const char *vitals_explanation_limit(const vitals_explanation *explanation) {
    return vitals_trace_limit(explanation->trace);
}

uint64_t vitals_explanation_steps(const vitals_explanation *explanation, const char **limit,
                                  uint64_t *most_steps) {
    if (limit) *limit = explanation->limit;
    if (most_steps) *most_steps = explanation->most_steps;
    return explanation->steps;
}

bool vitals_explanation_is_wildcard(const vitals_explanation *explanation) {
    return explanation->wildcard;
}

vitals_text vitals_explanation_nearest(const vitals_explanation *explanation) {
    return explanation->nearest;
}

bool vitals_explanation_considered_at(const vitals_explanation *explanation, size_t index,
                                      vitals_considered *out, size_t out_bytes) {
    if (index >= explanation->considered_count) return false;
    vt_sized_write(out, out_bytes, &explanation->considered[index],
                   sizeof explanation->considered[index]);
    return true;
}

bool vitals_explanation_field_at(const vitals_explanation *explanation, size_t index,
                                 vitals_field *out, size_t out_bytes) {
    if (index >= explanation->field_count) return false;
    vt_sized_write(out, out_bytes, &explanation->fields[index], sizeof explanation->fields[index]);
    return true;
}

bool vitals_explanation_line_at(const vitals_explanation *explanation, size_t index,
                                vitals_script_line *out, size_t out_bytes) {
    if (index >= explanation->line_count) return false;
    vt_sized_write(out, out_bytes, &explanation->lines[index], sizeof explanation->lines[index]);
    return true;
}

bool vitals_explanation_subexpression_at(const vitals_explanation *explanation, size_t index,
                                         vitals_subexpression *out, size_t out_bytes) {
    if (index >= explanation->part_count) return false;
    vt_sized_write(out, out_bytes, &explanation->parts[index], sizeof explanation->parts[index]);
    return true;
}

bool vitals_explanation_other_profile_at(const vitals_explanation *explanation, size_t index,
                                         vitals_other_profile *out, size_t out_bytes) {
    if (index >= explanation->other_profile_count) return false;
    vt_sized_write(out, out_bytes, &explanation->other_profiles[index],
                   sizeof explanation->other_profiles[index]);
    return true;
}

vitals_text vitals_explanation_script(const vitals_explanation *explanation) {
    return explanation->script;
}

vitals_text vitals_explanation_because(const vitals_explanation *explanation) {
    return explanation->because;
}

bool vitals_explanation_descendant_at(const vitals_explanation *explanation, size_t index,
                                      vitals_descendant *out, size_t out_bytes) {
    if (index >= explanation->descendant_count) return false;
    vt_sized_write(out, out_bytes, &explanation->descendants[index],
                   sizeof explanation->descendants[index]);
    return true;
}

static vt_steps look_up_steps(const vitals_explanation *explanation) {
    const vitals_call *call = &explanation->call;
    return vt_health_look_up_steps(explanation->engine,
                                   (vt_interrupt){ call->interrupt, call->interrupt_user });
}

const vt_rule *vt_explanation_customization(const vitals_explanation *explanation) {
    vt_steps steps = look_up_steps(explanation);
    return vt_health_find_customization(explanation->engine, explanation->group, explanation->kind,
                                        &steps);
}

const vt_rule *vt_explanation_bundled(const vitals_explanation *explanation) {
    vt_steps steps = look_up_steps(explanation);
    return vt_health_find_bundled(explanation->engine, explanation->group, explanation->kind,
                                  explanation->call.profile, &steps);
}
