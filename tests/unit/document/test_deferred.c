/* Managed fields, which are built when they are first read: nothing but time and memory differs. */
#include "support/defer.h"
#include "support/table.h"

#include "base/run/limits.h"
#include "document/builder.h"
#include "document/reader.h"
#include "document/tree.h"
#include "support/torture.h"

static const struct row {
    TABLE_ROW;
    const char *text;
    bool deferred;
} rows[] = {
    /* clang-format off */
    { "of an object", "{\"metadata\":{\"managedFields\":[{\"a\":1}],\"name\":\"x\"}}", true },
    { "of an event", "{\"type\":\"ADDED\",\"object\":{\"metadata\":{\"managedFields\":[1,2.50,-0]}}}", true },
    { "many keys inside", "{\"metadata\":{\"managedFields\":[{\"k1\":1,\"k2\":1,\"k3\":1,\"k4\":1,\"k5\":1,\"k6\":1,\"k7\":1,\"k8\":1,\"k9\":1,\"k10\":1,\"k11\":1,\"k12\":1,\"k13\":1,\"k14\":1,\"k15\":1,\"k16\":1,\"k17\":1,\"k3\":2}]}}", true },
    { "duplicates inside", "{\"metadata\":{\"managedFields\":[{\"a\":1,\"b\":2,\"a\":{\"c\":3,\"c\":4}}]}}", true },
    { "simple escapes", "{\"metadata\":{\"managedFields\":[{\"k:{\\\"name\\\":\\\"x\\\"}\":{\".\":{}},\"b\":\"\\/\\n\"}]}}", true },
    { "written twice", "{\"metadata\":{\"managedFields\":[1],\"managedFields\":[{\"x\":[2]}]}}", true },
    { "space around", "{\"metadata\" : { \"managedFields\" :\n [ 1 ,\t{ \"a\" : [ ] } ]\n } }", true },
    { "first and last", "{\"metadata\":{\"managedFields\":[[[1]],[]]}}", true },
    { "more than one", "{\"object\":{\"metadata\":{\"managedFields\":[{\"a\":1}]}},\"metadata\":{\"managedFields\":[{\"b\":1}]}}", true },
    { "a \\u escape", "{\"metadata\":{\"managedFields\":[\"\\u0041\"]}}", false },
    { "beyond ASCII", "{\"metadata\":{\"managedFields\":[\"\xC3\xA9\"]}}", false },
    { "empty", "{\"metadata\":{\"managedFields\":[ ]}}", false },
    { "an object", "{\"metadata\":{\"managedFields\":{\"a\":1}}}", false },
    { "elsewhere", "{\"spec\":{\"managedFields\":[1]},\"metadata\":{\"metadata\":{\"managedFields\":[1]}},\"managedFields\":[1]}", false },
    { "in a list", "{\"items\":[{\"metadata\":{\"managedFields\":[1]}}]}", false },
    { "in an array", "[{\"metadata\":{\"managedFields\":[1]}}]", false },
    { "deep", "{\"metadata\":{\"managedFields\":[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]}}", false },
};

static vitals_document *read(const char *text) {
    vitals_document *document = NULL;
    vitals_status status = vitals_document_parse(text, strlen(text), NULL, &document, NULL);
    return status == VITALS_OK ? document : NULL;
}

static void check(void **state) {
    const struct row *row = *state;
    vitals_document *document = read(row->text);
    if (document) assert_int_equal(document->deferred != NULL, row->deferred);
    vitals_document_free(document);
    vitals_limits limits = { 0 };
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.limits = &limits;
    options.format = VITALS_FORMAT_JSON;
    defer_require_same(row->text, strlen(row->text), &options);
    for (uint64_t most = 1; most < 50; most++) {
        limits.document_values = most;
        defer_require_same(row->text, strlen(row->text), &options);
    }
    limits.document_values = 0;
    for (uint64_t most = 1; most < 8; most++) {
        limits.document_depth = most;
        defer_require_same(row->text, strlen(row->text), &options);
    }
}

#define POD                                                                                        \
    "{\"kind\":\"Pod\",\"metadata\":{\"managedFields\":[{\"manager\":\"m\",\"fieldsV1\":{"         \
    "\"f:a\":{},\"n\":1.50}}],\"name\":\"x\"},\"spec\":{\"a\":1}}"

/* Copies are built, whatever they are copied into. */
static void check_copy(void **state) {
    (void)state;
    vitals_document *from = read(POD), *copy = NULL, *again = NULL;
    assert_non_null(from->deferred);
    vt_builder builder;
    assert_true(vt_builder_begin(&builder, NULL, VT_TEXT(""), &copy));
    assert_true(vt_build_copy(&builder, from, vt_document_root(from)));
    assert_true(vt_builder_end(&builder));
    assert_null(copy->deferred);
    assert_true(vt_builder_begin(&builder, NULL, VT_TEXT(""), &again));
    assert_true(vt_build_copy(
        &builder, from, vt_document_find(from, "metadata", "managedFields", NULL)));
    assert_true(vt_builder_end(&builder));
    vitals_document_free(from); /* nothing is shared */
    char *text;
    size_t size;
    assert_int_equal(vitals_document_write_json(copy, 0, NULL, &text, &size), VITALS_OK);
    assert_string_equal(text, POD);
    vitals_text_free(NULL, text, size);
    assert_int_equal(vitals_document_write_json(again, 0, NULL, &text, &size), VITALS_OK);
    assert_string_equal(text, "[{\"manager\":\"m\",\"fieldsV1\":{\"f:a\":{},\"n\":1.50}}]");
    vitals_text_free(NULL, text, size);
    vitals_document_free(copy);
    vitals_document_free(again);
}

/* A trace names what was read inside. */
static void check_trace(void **state) {
    (void)state;
    vitals_document *document = read(POD);
    vitals_trace *trace = NULL;
    vitals_trace_event event;
    assert_int_equal(vitals_trace_new(NULL, &trace), VITALS_OK);
    vt_reader reader = { document, trace };
    const vt_value *fields =
        vt_read_field(&reader, vt_read_metadata(&reader), "managedFields");
    (void)vt_read_field(&reader, vt_read_at(&reader, fields, 0), "manager");
    assert_int_equal(vitals_trace_count(trace), 3);
    assert_true(vitals_trace_at(trace, 0, &event, sizeof event));
    assert_string_equal(event.path.bytes, ".metadata.managedFields");
    assert_true(vitals_trace_at(trace, 2, &event, sizeof event));
    assert_string_equal(event.path.bytes, ".metadata.managedFields[0].manager");
    assert_string_equal(event.value.bytes, "\"m\"");
    vitals_trace_free(trace);
    vitals_document_free(document);
}

/* A document that is read into again, and one that is emptied. */
static void check_again(void **state) {
    (void)state;
    vitals_document *document = NULL;
    for (int i = 0; i < 4; i++) {
        assert_int_equal(vitals_document_parse(POD, strlen(POD), NULL, &document, NULL), VITALS_OK);
        if (i % 2) assert_non_null(vt_document_find(document, "metadata", "managedFields", NULL));
        if (i >= 2) vt_document_scrub(document); /* not opened, and opened */
    }
    assert_null(vt_document_root(document));
    vitals_document_free(document);
}

/* YAML is always built. */
static void check_yaml(void **state) {
    (void)state;
    vitals_document *document = read("metadata:\n  managedFields: [{a: 1}]\n");
    assert_null(document->deferred);
    vitals_document_free(document);
}

/* ---------------------------------------------------------------------- no memory */

/* Reading, opening in every way, and writing: each fails as such, and works once there is memory. */
static vitals_status open_all(torture *state, void *user) {
    (void)user;
    vitals_allocator allocator = torture_allocator(state);
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.allocator = &allocator;
    vitals_document *document = NULL;
    vitals_status status = vitals_document_parse(POD, strlen(POD), &options, &document, NULL);
    if (status == VITALS_OK) {
        const unsigned before = vt_document_failures(document);
        const vt_value *fields = vt_document_find(document, "metadata", "managedFields", NULL);
        bool failed = vt_document_failures(document) != before;
        assert_int_equal(vt_array_first(fields) == NULL, failed);
        assert_int_equal(vt_value_count(fields), !failed);
        if (failed) { /* memory is back */
            fields = vt_document_find(document, "metadata", "managedFields", NULL);
            assert_int_equal(vt_value_count(fields), 1);
            status = VITALS_ENOMEM;
        }
    }
    vitals_document_free(document);
    return status;
}

static vitals_status write_all(torture *state, void *user) {
    (void)user;
    vitals_allocator allocator = torture_allocator(state);
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.allocator = &allocator;
    vitals_document *document = NULL;
    char *text = NULL;
    size_t size = 0;
    vitals_status status = vitals_document_parse(POD, strlen(POD), &options, &document, NULL);
    if (!status) status = vitals_document_write_json(document, 0, &allocator, &text, &size);
    if (!status) assert_string_equal(text, POD);
    vitals_text_free(&allocator, text, size);
    vitals_document_free(document);
    return status;
}

#define POD_YAML                                                                                   \
    "kind: Pod\nmetadata:\n  managedFields:\n  - manager: m\n    fieldsV1:\n      f:a: {}\n"   \
    "      \"n\": 1.50\n  name: x\nspec:\n  a: 1\n"

static vitals_status write_yaml(torture *state, void *user) {
    (void)user;
    vitals_allocator allocator = torture_allocator(state);
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.allocator = &allocator;
    vitals_document *document = NULL;
    char *text = NULL;
    size_t size = 0;
    vitals_status status = vitals_document_parse(POD, strlen(POD), &options, &document, NULL);
    if (!status) status = vitals_document_write_yaml(document, &allocator, &text, &size);
    if (!status) assert_string_equal(text, POD_YAML);
    vitals_text_free(&allocator, text, size);
    vitals_document_free(document);
    return status;
}

static void check_torture(void **state) {
    (void)state;
    torture_run(open_all, NULL);
    torture_run(write_all, NULL);
    torture_run(write_yaml, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(check_copy), cmocka_unit_test(check_trace),
        cmocka_unit_test(check_again), cmocka_unit_test(check_yaml),
        cmocka_unit_test(check_torture),
    };
    int failed = TABLE_RUN("deferred", check, rows);
    return failed + cmocka_run_group_tests(tests, NULL, NULL);
}
