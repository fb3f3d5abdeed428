/* For authors of rules: explanations, CEL, Lua, lint and tests. */
#include <stddef.h>
#include <vitals/explain.h>
#include <vitals/lint.h>
#include <vitals/testing.h>

#include "binding/binding.h"

/* -------------------------------------------------------------- explanations */

static void write_considered(vt_json_writer *result, const vitals_explanation *from) {
    vt_json_writer list = vt_json_add_array(result, "considered");
    vitals_considered considered;
    for (size_t i = 0; vitals_explanation_considered_at(from, i, &considered, sizeof considered);
         i++) {
        vt_json_writer item = vt_json_add_object(&list, NULL);
        vt_json_add_word(&item, "source", vitals_source_name(considered.source));
        vt_json_add_word(&item, "outcome", considered.outcome);
        vt_json_add_text(&item, "text", considered.text);
        vt_json_close(&item);
    }
    vt_json_close(&list);
}

/* The value of a field is JSON already. */
static void write_fields(vt_json_writer *result, const vitals_explanation *from) {
    vt_json_writer list = vt_json_add_array(result, "fieldsRead");
    vitals_field field;
    for (size_t i = 0; vitals_explanation_field_at(from, i, &field, sizeof field); i++) {
        vt_json_writer item = vt_json_add_object(&list, NULL);
        vt_json_add_text(&item, "path", field.path);
        if (field.value.bytes) vt_json_add_json(&item, "value", field.value);
        vt_json_close(&item);
    }
    vt_json_close(&list);
}

static void write_lines(vt_json_writer *result, const vitals_explanation *from) {
    vt_json_writer list = vt_json_add_array(result, "script");
    vitals_script_line line;
    for (size_t i = 0; vitals_explanation_line_at(from, i, &line, sizeof line); i++) {
        vt_json_writer item = vt_json_add_object(&list, NULL);
        vt_json_add_integer(&item, "line", line.line);
        vt_json_add_integer(&item, "scriptLine", line.script_line);
        vt_json_add_bool(&item, "decided", line.decided);
        vt_json_add_text(&item, "text", line.text);
        vt_json_close(&item);
    }
    vt_json_close(&list);
}

static void write_parts(vt_json_writer *result, const vitals_explanation *from) {
    vt_json_writer list = vt_json_add_array(result, "expression");
    vitals_subexpression part;
    for (size_t i = 0; vitals_explanation_subexpression_at(from, i, &part, sizeof part); i++) {
        vt_json_writer item = vt_json_add_object(&list, NULL);
        vt_json_add_text(&item, "text", part.text);
        vt_json_add_text_if(&item, "value", part.value);
        vt_json_close(&item);
    }
    vt_json_close(&list);
}

static void write_profiles(vt_json_writer *result, const vitals_explanation *from) {
    vt_json_writer list = vt_json_add_array(result, "otherProfiles");
    vitals_other_profile other;
    for (size_t i = 0; vitals_explanation_other_profile_at(from, i, &other, sizeof other); i++) {
        vt_json_writer item = vt_json_add_object(&list, NULL);
        vt_json_add_word(&item, "profile", vitals_profile_name(other.profile));
        vt_json_add_bool(&item, "agrees", other.agrees);
        vt_json_add_word(&item, "status", vitals_health_name(other.health));
        if (other.kstatus) {
            vt_json_add_word(&item, "kstatus", vitals_kstatus_name(other.kstatus));
        }
        vt_json_add_text_if(&item, "message", other.message);
        vt_json_close(&item);
    }
    vt_json_close(&list);
}

static void write_decided(vt_json_writer *result, const vitals_explanation *from) {
    const vitals_verdict *verdict = vitals_explanation_verdict(from);
    vt_json_writer decided = vt_json_add_object(result, "decidedBy");
    vt_json_add_word(&decided, "source", vitals_source_name(vitals_verdict_source(verdict)));
    vt_json_add_text_if(&decided, "id", vitals_verdict_rule(verdict));
    vt_json_add_text_if(&decided, "at", vitals_verdict_rule_at(verdict));
    vt_json_add_text_if(&decided, "row", vitals_verdict_row(verdict));
    vt_json_add_text_if(&decided, "lineAt", vitals_verdict_line_at(verdict));
    vt_json_add_bool(&decided, "wildcard", vitals_explanation_is_wildcard(from));
    vt_json_close(&decided);
}

static void write_cost(vt_json_writer *result, const vitals_explanation *from) {
    const char *limit = NULL;
    uint64_t most = 0;
    const uint64_t steps = vitals_explanation_steps(from, &limit, &most);
    if (!limit) return;
    vt_json_writer cost = vt_json_add_object(result, "cost");
    vt_json_add_word(&cost, "limit", limit);
    vt_json_add_unsigned(&cost, "used", steps);
    vt_json_add_unsigned(&cost, "of", most);
    vt_json_close(&cost);
}

static void write_explanation(vt_json_writer *result, const vitals_explanation *from) {
    const vitals_verdict *verdict = vitals_explanation_verdict(from);
    const char *cut = vitals_explanation_limit(from);
    vt_json_writer health = vt_json_add_object(result, "health");
    vt_json_add_word(&health, "status", vitals_health_name(vitals_verdict_health(verdict)));
    vt_json_add_text(&health, "message", vitals_verdict_message(verdict));
    vt_json_close(&health);
    write_decided(result, from);
    write_lines(result, from);
    write_fields(result, from);
    write_parts(result, from);
    write_considered(result, from);
    write_profiles(result, from);
    write_cost(result, from);
    vt_json_add_text_if(result, "nearest", vitals_explanation_nearest(from));
    if (cut) vt_json_add_word(result, "limit", cut);
}

int32_t vitals_binding_explain(vitals_binding *binding, const char *bytes, size_t size,
                               int64_t now_seconds) {
    const vitals_read_options options = vt_binding_read_options(binding);
    const vitals_call call = vt_binding_call(binding, now_seconds);
    vitals_explanation *explanation = NULL;
    vt_binding_begin(binding);
    vitals_status status =
        vitals_document_parse(bytes, size, &options, &binding->document, binding->diagnostics);
    if (!status) {
        status = vitals_explain(binding->rules.engine, binding->document, &call, &binding->memory,
                                &explanation);
    }
    if (status) return vt_binding_end(binding, status);
    vt_json_writer result = vt_json_open_object(&binding->text);
    vt_json_add_text(&result, "group", vitals_document_group(binding->document));
    vt_json_add_text(&result, "kind", vitals_document_kind(binding->document));
    vt_json_add_text(&result, "namespace", vitals_document_namespace(binding->document));
    vt_json_add_text(&result, "name", vitals_document_name(binding->document));
    vt_json_add_word(&result, "profile", vitals_profile_name(call.profile));
    write_explanation(&result, explanation);
    vt_json_close(&result);
    vitals_explanation_free(explanation);
    return vt_binding_end_text(binding);
}

/* --------------------------------------------------------------- CEL and Lua */

int32_t vitals_binding_cel(vitals_binding *binding, const char *line, size_t size) {
    vt_text answer;
    vt_binding_begin(binding);
    vitals_status status = VITALS_OK;
    if (!binding->cel)
        status = vitals_cel_batch_new(&binding->memory, binding->rules.limits, &binding->cel);
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

static void write_finding(const vitals_lint_finding *from, vt_json_writer *list) {
    vt_json_writer item = vt_json_add_object(list, NULL);
    vt_json_add_word(&item, "file", from->file);
    vt_json_add_integer(&item, "line", from->line);
    vt_json_add_integer(&item, "column", from->column);
    vt_json_add_word(&item, "rule", from->rule->id);
    vt_json_add_word(&item, "severity", vt_binding_severity(from->rule->severity));
    vt_json_add_text(&item, "text", from->text);
    vt_json_add_text(&item, "advice", from->advice);
    vt_json_add_bool(&item, "ignored", from->ignored);
    if (from->ignored) vt_json_add_text(&item, "reason", from->reason);
    vt_json_close(&item);
}

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
    if (status) {
        vitals_lint_free(lint);
        return vt_binding_end(binding, status);
    }
    vt_json_writer result = vt_json_open_object(&binding->text);
    vt_json_add_unsigned(&result, "files", vitals_lint_file_count(lint));
    vt_json_writer list = vt_json_add_array(&result, "findings");
    vitals_lint_finding finding;
    for (size_t i = 0; vitals_lint_finding_at(lint, i, &finding, sizeof finding); i++) {
        write_finding(&finding, &list);
    }
    vt_json_close(&list);
    vt_json_close(&result);
    vitals_lint_free(lint);
    return vt_binding_end_text(binding);
}
