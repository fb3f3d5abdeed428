/* For authors of rules: explanations, CEL, Lua, lint and tests. */
#include <stddef.h>
#include <vitals/explain.h>
#include <vitals/lint.h>
#include <vitals/testing.h>

#include "binding/binding.h"

/* -------------------------------------------------------------- explanations */

int32_t vitals_binding_explain(vitals_binding *binding, const char *bytes, size_t size,
                               int64_t now_seconds) {
    const vitals_read_options options = vt_binding_read_options(binding);
    const vitals_call call = vt_binding_call(binding, now_seconds);
    vitals_explanation *explanation = NULL;
    char *text = NULL;
    size_t text_size = 0;
    vt_binding_begin(binding);
    vitals_status status =
        vt_binding_read_object(binding, vt_text_slice(bytes, size), &options, &binding->document);
    if (!status) {
        status = vitals_explain(binding->rules.engine, binding->document, &call, &binding->memory,
                                &explanation);
    }
    if (!status) status = vitals_explanation_json(explanation, &text, &text_size);
    vitals_explanation_free(explanation);
    if (status) return vt_binding_end(binding, status);
    return vt_binding_end_copy(binding, text, text_size);
}

/* --------------------------------------------------------------- CEL and Lua */

static vitals_status new_batch(vitals_binding *binding) {
    const vt_text zones = binding->zones;
    vitals_status status =
        vitals_cel_batch_new(&binding->memory, binding->rules.limits, &binding->cel);
    if (!status) vitals_cel_batch_set_interrupt(binding->cel, vt_binding_stopped, binding);
    if (!status && zones.bytes) {
        status = vitals_cel_batch_set_zones(binding->cel, zones.bytes, zones.size);
    }
    return status;
}

int32_t vitals_binding_cel(vitals_binding *binding, const char *line, size_t size) {
    vt_text answer;
    vt_binding_begin(binding);
    vitals_status status = VITALS_OK;
    if (!binding->cel) status = new_batch(binding);
    if (!status) {
        status = vitals_cel_batch_answer(binding->cel, vt_text_slice(line, size), &answer,
                                         binding->diagnostics);
    }
    if (status) return vt_binding_end(binding, status);
    binding->result = answer;
    return VITALS_OK;
}

int32_t vitals_binding_lua(vitals_binding *binding, const char *line, size_t size,
                           int64_t now_seconds) {
    const vitals_call call = vt_binding_call(binding, now_seconds);
    vt_text answer;
    vt_binding_begin(binding);
    vitals_status status = vitals_run_script_line(binding->worker, vt_text_slice(line, size), &call,
                                                  &answer, binding->diagnostics);
    if (status) return vt_binding_end(binding, status);
    binding->result = answer;
    return VITALS_OK;
}

/* ----------------------------------------------------------------------- lint */

static vitals_status lint_files(vitals_binding *binding, const vt_value *files, vitals_lint *lint) {
    vitals_status status = VITALS_OK;
    for (const vt_value *key = vt_object_first(files); key && !status;
         key = vt_object_next(files, key)) {
        const vt_text text = vt_value_text(vt_object_value(key));
        if (vt_text_is_absent(text)) {
            return vt_binding_refuse(binding, "file %.*s is not a string",
                                     VT_TEXT_ARG(vt_value_text(key)));
        }
        status = vitals_lint_text(lint, vt_value_text(key).bytes, text.bytes, text.size);
    }
    return status ? status : vitals_lint_finish(lint);
}

int32_t vitals_binding_lint(vitals_binding *binding, const char *request, size_t size) {
    static const vt_request_member members[] = { { "files", VT_REQUEST_MAP, 0 } };
    const vt_value *files = NULL;
    vitals_lint *lint = NULL;
    char *text = NULL;
    size_t text_size = 0;
    vt_binding_begin(binding);
    vitals_status status = vt_binding_parse(binding, request, size);
    if (!status) {
        status = VT_BINDING_READ(binding, vt_document_root(binding->request), members, &files);
    }
    if (!status) status = vitals_lint_new(&binding->memory, binding->rules.limits, &lint);
    if (!status) {
        vitals_lint_set_interrupt(lint, vt_binding_stopped, binding);
        status = lint_files(binding, files, lint);
    }
    if (!status) status = vitals_lint_json(lint, &text, &text_size);
    vitals_lint_free(lint);
    if (status) return vt_binding_end(binding, status);
    return vt_binding_end_copy(binding, text, text_size);
}
