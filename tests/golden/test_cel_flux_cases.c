/* Cases of fluxcd/pkg's runtime/cel that concern one expression, and expressions over one object,
** worded as the wrapper around cel-go words them. The cases of the status reader belong to the health module. */
#include <stdio.h>

#include "base/run/limits.h"
#include "cel/cel.h"
#include "support/cel.h"
#include "support/files.h"
#include "support/golden.h"
#include "support/table.h"

static vitals_cel_batch *batch;

static vt_text field(const vitals_document *row, const char *name) {
    return vt_value_text(vt_document_find(row, name, NULL));
}

/* ------------------------------------------------- cel-cases.jsonl */

static void add_variables(const vitals_document *row, vt_buffer *json) {
    const vt_value *data = vt_document_find(row, "data", NULL);
    const vt_value *names = vt_document_find(row, "structVariables", NULL);
    if (data) {
        vt_document_append_json(row, data, 0, json);
        return;
    }
    vt_buffer_add_byte(json, '{');
    for (const vt_value *name = vt_array_first(names); name; name = vt_array_next(names, name)) {
        if (name != vt_array_first(names)) vt_buffer_add_byte(json, ',');
        vt_document_append_json(row, name, 0, json);
        vt_buffer_add(json, VT_TEXT(":{}"));
    }
    vt_buffer_add_byte(json, '}');
}

static cel_reply ask(const vitals_document *row) {
    bool compile = vt_value_is_true(vt_document_find(row, "compile", NULL));
    vt_buffer line;
    vt_buffer_init(&line, NULL, SIZE_MAX / 2);
    vt_buffer_printf(&line, "{\"mode\":\"%s\",\"expr\":", compile ? "compile" : "parse_only");
    vt_document_append_json(row, vt_document_find(row, "expr", NULL), 0, &line);
    vt_buffer_add(&line, VT_TEXT(",\"vars\":"));
    add_variables(row, &line);
    vt_buffer_add_byte(&line, '}');
    cel_reply reply = cel_evaluate(batch, vt_buffer_text(&line));
    vt_buffer_done(&line);
    return reply;
}

/* What the wrapper says: by kind of case and by what the evaluation came to. */
static void append_error(const vitals_document *row, const cel_reply *got, vt_buffer *error) {
    vt_text expression = field(row, "expr"), kind = field(row, "kind"),
            wanted = field(row, "outputType");
    const char *before =
        vt_text_is(got->outcome, "parse_error") ? "failed to parse the" : "failed to evaluate the";
    bool is_bool = vt_text_is(kind, "bool"), is_string = vt_text_is(kind, "string");
    if (vt_text_ends(got->outcome, VT_TEXT("error"))) {
        bool at_evaluation = vt_text_is(kind, "new") && vt_text_is(got->outcome, "eval_error");
        if (at_evaluation && !wanted.size) return;
        if (!at_evaluation) {
            vt_buffer_printf(error, "%s CEL expression '%.*s': %.*s", before,
                             VT_TEXT_ARG(expression), VT_TEXT_ARG(got->text));
            return;
        }
    }
    if (wanted.size > 0 && !vt_text_equal(wanted, got->deduced)) {
        vt_buffer_printf(error, "CEL expression output type mismatch: expected %.*s, got %.*s",
                         VT_TEXT_ARG(wanted), VT_TEXT_ARG(got->deduced));
    } else if ((is_bool && !vt_text_is(got->type, "bool")) ||
               (is_string && !vt_text_is(got->type, "string"))) {
        vt_buffer_printf(error, "failed to evaluate CEL expression as %s: '%.*s'",
                         is_bool ? "boolean" : "string", VT_TEXT_ARG(expression));
    }
}

static bool same_value(const vitals_document *row, const cel_reply *got) {
    vt_buffer json;
    vt_buffer_init(&json, NULL, SIZE_MAX / 2);
    vt_document_append_json(row, vt_document_find(row, "oracleResult", NULL), 0, &json);
    cel_reply want =
        cel_evaluate_format(batch, "{\"expr\":\"want\",\"vars\":{\"want\":%s}}", json.bytes);
    bool same = golden_same("value", got->text, want.text);
    cel_reply_done(&want);
    vt_buffer_done(&json);
    return same;
}

/* What the options of the wrapper and Go's conversions say is not the engine's. */
static bool is_of_the_engine(const vitals_document *row) {
    vt_text error = field(row, "oracleError"), kind = field(row, "kind");
    bool known = vt_text_is(kind, "new") || vt_text_is(kind, "bool") ||
                 vt_text_is(kind, "string") || vt_text_is(kind, "stringSlice") ||
                 vt_text_is(kind, "any");
    return known && !vt_text_starts(error, VT_TEXT("output type and variables")) &&
           vt_text_find(error, VT_TEXT("as []string"), 0) == SIZE_MAX;
}

static bool case_agrees(const vitals_document *row) {
    if (!is_of_the_engine(row)) return true;
    cel_reply got = ask(row);
    vt_buffer error;
    vt_buffer_init(&error, NULL, SIZE_MAX / 2);
    append_error(row, &got, &error);
    vt_text want = field(row, "oracleError");
    bool same = vt_text_equal(vt_buffer_text(&error), want);
    if (!same) golden_same("error", vt_buffer_text(&error), want);
    bool has_value = !vt_text_is(field(row, "kind"), "new") && want.size == 0;
    if (same && has_value) same = same_value(row, &got);
    vt_buffer_done(&error);
    cel_reply_done(&got);
    return same;
}

/* ------------------------------------------------ cel-edge-cases.json */

static bool edge_agrees(const vitals_document *object, vt_cel_state *state,
                        const vitals_document *file, const vt_value *row) {
    vitals_limits limits = { 0 };
    vt_evaluation evaluation = { .reader = { object, NULL } };
    vt_text expression = golden_text(file, row, "expr"), want = golden_text(file, row, "error");
    vt_cel_program *program = NULL;
    vt_buffer error;
    bool result = false;
    vt_buffer_init(&error, NULL, SIZE_MAX / 2);
    vitals_status status = vt_cel_program_new(NULL, &limits, NULL, expression, &program, &error);
    if (status == VITALS_OK) {
        status =
            vt_cel_evaluate_bool(program, state, &evaluation, false, &result, &error, NULL, NULL);
    }
    bool same = vt_text_equal(vt_buffer_text(&error), want);
    const vt_value *expected = vt_document_get(file, row, VT_TEXT("result"));
    if (expected) same &= status == VITALS_OK && result == vt_value_is_true(expected);
    if (!same)
        printf("%.*s: got %s\n", VT_TEXT_ARG(expression), error.size ? error.bytes : "a result");
    vt_buffer_done(&error);
    vt_cel_program_free(program);
    return same;
}

static size_t run_edge_cases(const char *bytes, size_t size) {
    vitals_document *file = NULL;
    vt_cel_state *state = NULL;
    assert_int_equal(vitals_document_parse(bytes, size, NULL, &file, NULL), VITALS_OK);
    assert_int_equal(vt_cel_state_new(NULL, &state), VITALS_OK);
    vitals_document *object = golden_document(file, vt_document_find(file, "object", NULL));
    const vt_value *cases = vt_document_find(file, "cases", NULL);
    size_t differ = 0;
    for (const vt_value *row = vt_array_first(cases); row; row = vt_array_next(cases, row)) {
        differ += !edge_agrees(object, state, file, row);
    }
    printf("%u cases over one object, %zu differ\n", vt_value_count(cases), differ);
    vitals_document_free(object);
    vt_cel_state_free(state);
    vitals_document_free(file);
    return differ;
}

int main(void) {
    batch = cel_batch();
    int status = golden_run("flux/cel-cases.jsonl", case_agrees);
    const char *path = golden_data("flux/cel-edge-cases.json");
    size_t size = 0;
    char *bytes = path ? file_read(path, &size) : NULL;
    if (bytes && run_edge_cases(bytes, size) > 0) status = 1;
    free(bytes);
    vitals_cel_batch_free(batch);
    return status;
}
