/* <vitals/kstatus.h>: results, aggregates, and generations that cannot be compared. */
#include <vitals/kstatus.h>

#include <stdio.h>

#include "support/table.h"

static vitals_document *parse(const char *text) {
    vitals_document *document = NULL;
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.format = VITALS_FORMAT_YAML;
    assert_int_equal(vitals_document_parse(text, strlen(text), &options, &document, NULL),
                     VITALS_OK);
    return document;
}

static void the_derived_condition(void **state) {
    vitals_document *document = parse("{apiVersion: x.io/v1, kind: Foo, metadata: {name: a, "
                                      "generation: 2}, status: {observedGeneration: 1}}");
    vitals_kstatus_result *result = NULL;
    vitals_kstatus_condition condition = { 0 };
    (void)state;
    assert_int_equal(vitals_kstatus_result_new(NULL, &result), VITALS_OK);
    assert_int_equal(
        vitals_kstatus_compute(document, VITALS_KSTATUS_READER_COMPUTE, 0, NULL, result),
        VITALS_OK);
    assert_int_equal(vitals_kstatus_result_status(result), VITALS_KSTATUS_IN_PROGRESS);
    assert_string_equal(vitals_kstatus_result_row(result), "generic/2-generation-differs");
    assert_true(vitals_kstatus_result_condition(result, 0, &condition, sizeof condition));
    assert_string_equal(condition.type.bytes, "Reconciling");
    assert_string_equal(condition.reason.bytes, "LatestGenerationNotObserved");
    assert_false(vitals_kstatus_result_condition(result, 1, &condition, sizeof condition));
    assert_null(vitals_kstatus_result_error(result).bytes);
    vitals_kstatus_result_free(result);
    vitals_document_free(document);
}

static void what_upstream_refuses(void **state) {
    vitals_document *document =
        parse("{apiVersion: x.io/v1, kind: Foo, metadata: {generation: x}}");
    vitals_kstatus_result *result = NULL;
    (void)state;
    assert_int_equal(vitals_kstatus_result_new(NULL, &result), VITALS_OK);
    assert_int_equal(
        vitals_kstatus_compute(document, VITALS_KSTATUS_READER_COMPUTE, 0, NULL, result),
        VITALS_OK);
    assert_int_equal(vitals_kstatus_result_status(result), VITALS_KSTATUS_UNKNOWN);
    assert_non_null(strstr(vitals_kstatus_result_error(result).bytes, "expected int64"));
    assert_int_equal(vitals_kstatus_compute(document, (vitals_kstatus_reader)99, 0, NULL, result),
                     VITALS_EINVAL);
    vitals_kstatus_result_free(result);
    vitals_document_free(document);
}

#define FORTY "0123456789012345678901234567890123456789"

static const struct generation_row {
    TABLE_ROW;
    const char *object, *problem; /* NULL: none */
} generation_rows[] = {
    { "both", "{metadata: {generation: 2}, status: {observedGeneration: 2}}", NULL },
    { "behind", "{metadata: {generation: 2}, status: {observedGeneration: 1}}", NULL },
    { "none", "{status: {observedGeneration: 5}}", NULL },
    { "ahead", "{metadata: {generation: 2}, status: {observedGeneration: 3}}",
      ".status.observedGeneration is 3, ahead of .metadata.generation, which is 2" },
    { "a string", "{metadata: {generation: '2'}}",
      ".metadata.generation is the string \"2\", not an integer" },
    { "a string of forty bytes", "{metadata: {generation: '" FORTY "'}}",
      ".metadata.generation is the string \"" FORTY "\", not an integer" },
    { "a longer string", "{metadata: {generation: '" FORTY "0'}}",
      ".metadata.generation is a string, not an integer" },
    { "a list", "{metadata: {generation: 2}, status: {observedGeneration: []}}",
      ".status.observedGeneration is a list, not an integer" },
    { "the second condition",
      "{metadata: {generation: 2}, status: {conditions: [{observedGeneration: 2}, "
      "{observedGeneration: 2.5}]}}",
      ".status.conditions[1].observedGeneration is a float, not an integer" },
};

static void check_generation(void **state) {
    const struct generation_row *row = *state;
    char text[256] = "";
    vitals_document *document = parse(row->object);
    assert_int_equal(vitals_kstatus_generation_problem(document, text, sizeof text),
                     row->problem != NULL);
    if (row->problem) assert_string_equal(text, row->problem);
    vitals_document_free(document);
}

static void aggregates(void **state) {
    enum { CURRENT = VITALS_KSTATUS_CURRENT, FAILED = VITALS_KSTATUS_FAILED };
    static const vitals_kstatus some[] = { VITALS_KSTATUS_CURRENT, VITALS_KSTATUS_IN_PROGRESS,
                                           VITALS_KSTATUS_UNKNOWN, VITALS_KSTATUS_FAILED };
    (void)state;
    assert_int_equal(vitals_kstatus_aggregate(some, 0, VITALS_KSTATUS_CURRENT), CURRENT);
    assert_int_equal(vitals_kstatus_aggregate(some, 1, VITALS_KSTATUS_CURRENT), CURRENT);
    assert_int_equal(vitals_kstatus_aggregate(some, 2, VITALS_KSTATUS_CURRENT),
                     VITALS_KSTATUS_IN_PROGRESS);
    assert_int_equal(vitals_kstatus_aggregate(some, 3, VITALS_KSTATUS_CURRENT),
                     VITALS_KSTATUS_UNKNOWN);
    assert_int_equal(vitals_kstatus_aggregate(some, 4, VITALS_KSTATUS_CURRENT), FAILED);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(the_derived_condition),
                                        cmocka_unit_test(what_upstream_refuses),
                                        cmocka_unit_test(aggregates) };
    return TABLE_RUN("generations", check_generation, generation_rows) +
           cmocka_run_group_tests(tests, NULL, NULL);
}
