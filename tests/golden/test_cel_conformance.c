/* The conformance suite of CEL: in the environment of the specification every test passes; in
** Flux's those that cel-go v0.26.1 passes, and no other. */
#include <stdio.h>

#include "support/cel.h"
#include "support/files.h"
#include "support/table.h"

/* The declarations and the deduced types of the type tests, which the data does not carry. */
#define MSG                                                                                        \
    "message cel.expr.conformance.proto3.TestAllTypes {"                                           \
    "  single_int64: int, single_int64_wrapper: wrapper(int),"                                     \
    "  single_string_wrapper: wrapper(string),"                                                    \
    "  repeated_nested_message: list(cel.expr.conformance.proto3.TestAllTypes.NestedMessage) }"    \
    "message cel.expr.conformance.proto3.TestAllTypes.NestedMessage { bb: int }"                   \
    "msg: cel.expr.conformance.proto3.TestAllTypes"
#define TUPLE "opaque tuple(A, B, C) tuple(A, B, C): tuple(A, B, C)"

static const struct type_test {
    const char *name, *declarations, *type;
} type_tests[] = {
    { "function_result_type", "fn(string, int): string", "string" },
    { "list_parameter", "", "list(list(list(list(list(dyn)))))" },
    { "list_parameter_order_independent", "", "list(list(list(list(list(dyn)))))" },
    { "comprehension_type_var_aliasing", MSG, "list(int)" },
    { "overload_type_var_aliasing", MSG, "int" },
    { "unconstrained_type_var_as_dyn", "", "dyn" },
    { "list_parameters_do_not_unify", MSG, "list(dyn)" },
    { "optional_none", "", "list(optional_type(int))" },
    { "optional_none_2", "", "list(optional_type(int))" },
    { "optional_dyn_promotion", "", "list(optional_type(dyn))" },
    { "optional_dyn_promotion_2", "", "list(optional_type(dyn))" },
    { "optional_in_ternary", "", "optional_type(dyn)" },
    { "wrapper_promotion", MSG, "list(wrapper(int))" },
    { "wrapper_promotion_2", MSG, "list(wrapper(int))" },
    { "wrapper_dyn_promotion", MSG, "list(dyn)" },
    { "wrapper_dyn_promotion_2", MSG, "list(dyn)" },
    { "wrapper_primitive_assignable", MSG, "int" },
    { "wrapper_null_assignable", MSG, "bool" },
    { "wrapper_ternary_parameter_assignment", MSG, "wrapper(int)" },
    { "wrapper_ternary_parameter_assignment_2", MSG, "wrapper(int)" },
    { "multiple_parameters_generality", TUPLE, "tuple(dyn, dyn, dyn)" },
    { "multiple_parameters_generality_2", TUPLE " sort(tuple(T, T, T)): tuple(T, T, T)",
      "tuple(dyn, dyn, dyn)" },
    { "multiple_parameters_parameterized_ovl", TUPLE, "bool" },
    { "multiple_parameters_parameterized_ovl_2", TUPLE, "bool" },
    { "null_assignable_to_abstract_parameter_candidate", "", "optional_type(int)" },
};

#define TYPE_TESTS (sizeof type_tests / sizeof type_tests[0])

typedef struct suite {
    vitals_cel_batch *batch;
    cel_known known;
    size_t passed, failed, skipped, typed;
} suite;

static vt_text field(const vitals_document *row, const char *name) {
    return vt_value_text(vt_document_find(row, name, NULL));
}

/* NULL: the row does not test types. */
static const struct type_test *type_test_of(const vitals_document *row) {
    if (!vt_text_is(field(row, "class"), "type_only")) return NULL;
    for (size_t i = 0; i < TYPE_TESTS; i++) {
        if (vt_text_is(field(row, "name"), type_tests[i].name)) return &type_tests[i];
    }
    return NULL;
}

/* The row itself is a line of a batch once it says where it runs. */
static cel_reply ask_row(suite *s, vt_text row, const char *environment, const char *mode,
                         const struct type_test *types) {
    return cel_evaluate_format(
        s->batch, "{\"env\":\"%s\",\"mode\":\"%s\",\"declarations\":\"%s\",%.*s", environment, mode,
        types ? types->declarations : "", (int)row.size - 1, row.bytes + 1);
}

/* The literal of the value that is expected. */
static cel_reply ask_value(suite *s, const vitals_document *row, const vt_value *value) {
    vt_buffer json;
    vt_buffer_init(&json, NULL, SIZE_MAX / 2);
    vt_document_append_json(row, value, 0, &json);
    cel_reply reply =
        cel_evaluate_format(s->batch, "{\"expr\":\"want\",\"bindings\":{\"want\":%s}}", json.bytes);
    vt_buffer_done(&json);
    return reply;
}

/* Whether the answer is what the row expects: an error of any kind, a type, or that very value. */
static bool holds(suite *s, const vitals_document *row, const cel_reply *got) {
    bool is_value = vt_text_is(got->outcome, "value");
    if (vt_document_find(row, "error", NULL)) return !is_value;
    if (vt_text_is(field(row, "class"), "type_only")) {
        const struct type_test *types = type_test_of(row);
        s->typed++;
        return types && vt_text_is(got->deduced, types->type);
    }
    if (!is_value) return false;
    cel_reply want = ask_value(s, row, vt_document_find(row, "value", NULL));
    bool same = vt_text_equal(want.text, got->text) && vt_text_equal(want.type, got->type);
    cel_reply_done(&want);
    return same;
}

static void check(suite *s, const vitals_document *row, const char *environment,
                  const cel_reply *got, bool expected) {
    vt_buffer name;
    vt_buffer_init(&name, NULL, SIZE_MAX / 2);
    vt_text file = field(row, "file"), section = field(row, "section"), test = field(row, "name");
    vt_buffer_printf(&name, "%.*s/%.*s/%.*s", VT_TEXT_ARG(file), VT_TEXT_ARG(section),
                     VT_TEXT_ARG(test));
    bool good = holds(s, row, got) == expected;
    bool known = cel_known_has(&s->known, vt_buffer_text(&name));
    if (good != known) {
        s->passed++;
    } else {
        s->failed++;
        vt_text expression = field(row, "expr");
        printf("%s: %s%s\n  %.*s\n  %.*s %.*s\n", environment, name.bytes,
               known ? ": passes; take it off the list of known failures" : "",
               VT_TEXT_ARG(expression), VT_TEXT_ARG(got->outcome), VT_TEXT_ARG(got->text));
    }
    vt_buffer_done(&name);
}

static void run_row(suite *s, vt_text line) {
    vitals_document *row = NULL;
    assert_int_equal(vitals_document_parse(line.bytes, line.size, NULL, &row, NULL), VITALS_OK);
    if (vt_text_is(field(row, "class"), "proto")) {
        s->skipped++;
    } else {
        cel_reply got = ask_row(s, line, "spec", "compile", type_test_of(row));
        check(s, row, "spec", &got, true);
        cel_reply_done(&got);
    }
    if (vt_value_is_true(vt_document_find(row, "flux_profile", NULL))) {
        cel_reply got = ask_row(s, line, "flux", "parse_only", NULL);
        check(s, row, "flux", &got,
              vt_value_is_true(vt_document_find(row, "cel_go_0261_flux_pass", NULL)));
        cel_reply_done(&got);
    }
    vitals_document_free(row);
}

/* The file of another edition of the suite may be named. */
int main(int argc, char **argv) {
    const char *path = argc > 1 ? argv[1] : golden_data("cel/conformance.jsonl");
    size_t size = 0;
    char *bytes = path ? file_read(path, &size) : NULL;
    if (!bytes) return TEST_SKIPPED;
    suite s = { .batch = cel_batch() };
    s.known = cel_known_read(VITALS_SOURCE_DIR "/tests/golden/cel_known_failures.txt");
    vt_text rest = { bytes, size }, line;
    while (next_line(&rest, &line)) run_row(&s, line);
    printf("conformance: %zu as expected, %zu not, %zu known failures, %zu need protobuf\n",
           s.passed, s.failed, s.known.seen, s.skipped);
    bool stale = s.known.seen != s.known.listed || s.typed != TYPE_TESTS;
    if (stale) printf("the list of known failures or of types names tests that are not there\n");
    cel_known_done(&s.known);
    vitals_cel_batch_free(s.batch);
    free(bytes);
    return s.failed > 0 || stale;
}
