/* The reader and its trace: each field that was read, once, and how it is reported. */
#include "base/run/limits.h"
#include "document/reader.h"
#include "support/table.h"
#include "support/torture.h"

static const char object[] = "{\"status\":{\"phase\":\"Up\",\"conditions\":[{\"type\":\"Ready\"},"
                             "{\"type\":\"Other\"}]},\"a.b\":{\"c\":2.0}}";

static vitals_document *parse(void) {
    vitals_document *document = NULL;
    assert_int_equal(vitals_document_parse(object, strlen(object), NULL, &document, NULL),
                     VITALS_OK);
    return document;
}

static void assert_event(vitals_trace *trace, size_t index, const char *path, const char *value) {
    vitals_trace_event event;
    assert_true(vitals_trace_at(trace, index, &event, sizeof event));
    assert_int_equal(event.kind, VITALS_TRACE_READ);
    assert_string_equal(event.path.bytes, path);
    if (value) {
        assert_string_equal(event.value.bytes, value);
    } else {
        assert_null(event.value.bytes);
    }
}

static void reads(void **state) {
    (void)state;
    vitals_document *document = parse();
    vitals_trace *trace = NULL;
    assert_int_equal(vitals_trace_new(NULL, &trace), VITALS_OK);
    vt_reader reader = { document, trace };
    const vt_value *root = vt_read_root(&reader);
    for (int again = 0; again < 3; again++) {
        const vt_value *status = vt_read_field(&reader, root, "status");
        assert_true(vt_value_text_is(vt_read_field(&reader, status, "phase"), VT_TEXT("Up")));
        assert_null(vt_read_field(&reader, status, "missing"));
        const vt_value *second =
            vt_read_at(&reader, vt_read_field(&reader, status, "conditions"), 1);
        assert_non_null(vt_read_field(&reader, second, "type"));
        assert_null(vt_read_at(&reader, vt_read_field(&reader, status, "conditions"), 2));
        const vt_value *dotted = vt_read_through(&reader, root, VT_TEXT("a.b"));
        assert_non_null(vt_read_field(&reader, dotted, "c"));
        const vt_value *deep = vt_read_through(&reader, vt_read_spec(&reader), VT_TEXT("deep"));
        assert_null(vt_read_field(&reader, deep, "down"));
        assert_null(vt_read_field(&reader, root, "a b"));
    }
    assert_null(vt_read_field(&reader, NULL, "x")); /* of a missing value: not noted */
    assert_int_equal(vitals_trace_count(trace), 10);
    assert_event(trace, 1, ".status.phase", "\"Up\"");
    assert_event(trace, 2, ".status.missing", NULL);
    assert_event(trace, 4, ".status.conditions[1]", "{\"type\":\"Other\"}");
    assert_event(trace, 5, ".status.conditions[1].type", "\"Other\"");
    assert_event(trace, 6, ".status.conditions[2]", NULL);
    assert_event(trace, 7, "[\"a.b\"].c", "2.0");
    assert_event(trace, 8, ".spec", NULL);
    assert_event(trace, 9, "[\"a b\"]", NULL);
    vitals_trace_event event;
    assert_false(vitals_trace_at(trace, 10, &event, sizeof event));
    assert_true(vt_trace_is_complete(trace));
    vitals_trace_clear(trace);
    assert_int_equal(vitals_trace_count(trace), 0);
    vt_read_field(&reader, root, "status");
    assert_int_equal(vitals_trace_count(trace), 1);
    vitals_trace_free(trace);
    vitals_document_free(document);
}

static void without_a_trace(void **state) {
    (void)state;
    vitals_document *document = parse();
    vt_reader reader = { document, NULL };
    const vt_value *root = vt_read_root(&reader);
    assert_non_null(vt_read_field(&reader, vt_read_status(&reader), "phase"));
    assert_null(vt_read_field(&reader, vt_read_through(&reader, root, VT_TEXT("x")), "y"));
    vt_trace_considered(NULL, VITALS_SOURCE_NATIVE, VT_TEXT("x"));
    vt_trace_read(NULL, document, root, VT_TEXT("x"), 0, NULL);
    vt_trace_decided(NULL, VITALS_SOURCE_NATIVE, VT_TEXT("x"), 1);
    vt_trace_expression(NULL, VT_TEXT("x"), 0, VT_TEXT("y"));
    vt_trace_print(NULL, VT_TEXT("x"));
    vt_trace_line(NULL, 1);
    vt_trace_set_limits(NULL, NULL);
    assert_int_equal(vitals_trace_count(NULL), 0);
    assert_null(vitals_trace_limit(NULL));
    vitals_trace_event event;
    assert_false(vitals_trace_at(NULL, 0, &event, sizeof event));
    vitals_trace_clear(NULL);
    vitals_trace_free(NULL);
    vitals_document_free(document);
}

static void notes(void **state) {
    (void)state;
    vitals_trace *trace = NULL;
    assert_int_equal(vitals_trace_new(NULL, &trace), VITALS_OK);
    char text[] = "no such check";
    vt_trace_considered(trace, VITALS_SOURCE_BUNDLED, vt_text_from(text));
    text[0] = 'X'; /* copied */
    vt_trace_expression(trace, VT_TEXT("a == b"), 0, VT_TEXT("true"));
    vt_trace_print(trace, VT_TEXT("hello"));
    vt_trace_decided(trace, VITALS_SOURCE_NATIVE, VT_TEXT("deployment.paused"), 12);
    vitals_trace_event event;
    assert_true(vitals_trace_at(trace, 0, &event, sizeof event));
    assert_int_equal(event.kind, VITALS_TRACE_CONSIDERED);
    assert_int_equal(event.source, VITALS_SOURCE_BUNDLED);
    assert_string_equal(event.text.bytes, "no such check");
    assert_true(vitals_trace_at(trace, 1, &event, sizeof event));
    assert_int_equal(event.kind, VITALS_TRACE_EXPRESSION);
    assert_string_equal(event.path.bytes, "a == b");
    assert_string_equal(event.value.bytes, "true");
    assert_true(vitals_trace_at(trace, 2, &event, sizeof event));
    assert_int_equal(event.kind, VITALS_TRACE_PRINT);
    assert_true(vitals_trace_at(trace, 3, &event, sizeof event));
    assert_int_equal(event.kind, VITALS_TRACE_DECIDED);
    assert_int_equal(event.line, 12);
    assert_string_equal(event.text.bytes, "deployment.paused");
    vitals_trace_free(trace);
}

static void lines(void **state) {
    (void)state;
    vitals_trace *trace = NULL;
    assert_int_equal(vitals_trace_new(NULL, &trace), VITALS_OK);
    vt_trace_line(trace, 3);
    vt_trace_line(trace, 100000);
    assert_true(vt_trace_has_line(trace, 3) && vt_trace_has_line(trace, 100000));
    for (uint32_t line = 0; line < 5000; line += 3) vt_trace_line(trace, line);
    for (uint32_t line = 0; line < 5000; line++) {
        assert_int_equal(vt_trace_has_line(trace, line), line % 3 == 0);
    }
    vt_trace_line(trace, UINT32_MAX); /* no script has that many */
    assert_false(vt_trace_has_line(trace, UINT32_MAX));
    assert_true(vt_trace_is_complete(trace));
    assert_false(vt_trace_has_line(trace, 4) || vt_trace_has_line(trace, 999999999));
    vitals_trace_clear(trace);
    assert_false(vt_trace_has_line(trace, 3));
    vitals_trace_free(trace);
}

/* A container that is too long to show is reported by its size. */
static void large_values(void **state) {
    (void)state;
    size_t size = 2 + 2 * 50000 - 1;
    char *text = malloc(size);
    memset(text, '1', size);
    for (size_t i = 2; i < size; i += 2) text[i] = ',';
    text[0] = '[';
    text[size - 1] = ']';
    vitals_document *document = NULL;
    assert_int_equal(vitals_document_parse(text, size, NULL, &document, NULL), VITALS_OK);
    vitals_trace *trace = NULL;
    assert_int_equal(vitals_trace_new(NULL, &trace), VITALS_OK);
    const vt_value *root = vt_document_root(document);
    vt_trace_read(trace, document, NULL, VT_TEXT_ABSENT, 0, root);
    for (size_t i = 0; i < 200; i++) {
        vt_trace_read(trace, document, root, VT_TEXT_ABSENT, i, vt_array_at(root, i));
    }
    assert_int_equal(vitals_trace_count(trace), 201);
    assert_event(trace, 0, ".", "\"array of 50000 items\"");
    assert_event(trace, 200, "[199]", "1");
    vitals_trace_free(trace);
    vitals_document_free(document);
    free(text);
}

/* A container of up to 65,536 bytes is shown; a scalar always is. */
static void values_of_the_largest_size(void **state) {
    (void)state;
    enum { LARGEST = 65536 };
    static const struct {
        const char *head, *tail, *want;
    } kinds[] = {
        { "[\"", "\"]", "\"array of 1 items\"" },
        { "{\"k\":\"", "\"}", "\"object of 1 members\"" },
        { "\"", "\"", NULL },
    };
    for (size_t kind = 0; kind < TABLE_COUNT(kinds); kind++) {
        for (size_t size = LARGEST; size < LARGEST + 2; size++) {
            size_t head = strlen(kinds[kind].head), tail = strlen(kinds[kind].tail);
            char *text = malloc(size + 1);
            memset(text, 'x', size);
            memcpy(text, kinds[kind].head, head);
            memcpy(text + size - tail, kinds[kind].tail, tail + 1);
            vitals_document *document = NULL;
            vitals_trace *trace = NULL;
            assert_int_equal(vitals_document_parse(text, size, NULL, &document, NULL), VITALS_OK);
            assert_int_equal(vitals_trace_new(NULL, &trace), VITALS_OK);
            vt_trace_read(trace, document, NULL, VT_TEXT_ABSENT, 0, vt_document_root(document));
            bool shown = size <= LARGEST || !kinds[kind].want;
            assert_event(trace, 0, ".", shown ? text : kinds[kind].want);
            vitals_trace_free(trace);
            vitals_document_free(document);
            free(text);
        }
    }
}

/* A hundred thousand objects of one array, each read and reported, in linear time. */
static void many_looks(void **state) {
    (void)state;
    size_t count = 100000, size = 0;
    char *text = malloc(count * 8 + 2);
    text[size++] = '[';
    for (size_t i = 0; i < count; i++, size += 8) memcpy(text + size, "{\"a\":1},", 8);
    text[size - 1] = ']';
    vitals_document *document = NULL;
    assert_int_equal(vitals_document_parse(text, size, NULL, &document, NULL), VITALS_OK);
    vitals_trace *trace = NULL;
    assert_int_equal(vitals_trace_new(NULL, &trace), VITALS_OK);
    vitals_limits limits = { .trace_bytes = 1 << 30 };
    vt_trace_set_limits(trace, &limits);
    vt_reader reader = { document, trace };
    const vt_value *root = vt_read_root(&reader), *item = vt_array_first(root);
    for (size_t i = 0; item; item = vt_array_next(root, item), i++) {
        vt_trace_read(trace, document, root, VT_TEXT_ABSENT, i, item);
        vt_read_field(&reader, item, "a");
    }
    assert_int_equal(vitals_trace_count(trace), 2 * count);
    for (size_t i = 0; i < 2 * count; i++) {
        vitals_trace_event event;
        assert_true(vitals_trace_at(trace, i, &event, sizeof event));
    }
    assert_event(trace, 2 * count - 2, "[99999]", "{\"a\":1}");
    assert_event(trace, 2 * count - 1, "[99999].a", "1");
    vitals_trace_free(trace);
    vitals_document_free(document);
    free(text);
}

static vitals_status trace_in_torture(torture *memory, void *user) {
    vt_reader reader = { user, NULL };
    vitals_allocator allocator = torture_allocator(memory);
    vitals_status status = vitals_trace_new(&allocator, &reader.trace);
    if (status != VITALS_OK) return status;
    const vt_value *root = vt_read_root(&reader);
    vt_read_field(&reader, vt_read_status(&reader), "phase");
    vt_read_field(&reader, root, "missing");
    vt_trace_print(reader.trace, VT_TEXT("x"));
    vt_trace_line(reader.trace, 7);
    vitals_trace_event event;
    for (size_t i = 0; i < vitals_trace_count(reader.trace); i++) {
        assert_true(vitals_trace_at(reader.trace, i, &event, sizeof event));
    }
    status = vt_trace_is_complete(reader.trace) ? VITALS_OK : VITALS_ENOMEM;
    vitals_trace_free(reader.trace);
    return status;
}

static void memory_runs_out(void **state) {
    (void)state;
    vitals_document *document = parse();
    assert_true(torture_run(trace_in_torture, document) >= 5);
    vitals_document_free(document);
}

/* Limit trace_bytes: prints are dropped, the rule that decided is kept. */
static void test_limit(void **state) {
    (void)state;
    vitals_trace *trace = NULL;
    vitals_limits limits = { .trace_bytes = 10000 };
    vitals_trace_event event;
    assert_int_equal(vitals_trace_new(NULL, &trace), VITALS_OK);
    vt_trace_set_limits(trace, &limits);
    for (int i = 0; i < 1000; i++) vt_trace_print(trace, VT_TEXT("hello"));
    size_t count = vitals_trace_count(trace);
    assert_in_range(count, 10, 999);
    assert_string_equal(vitals_trace_limit(trace), "trace_bytes");
    assert_true(vt_trace_is_complete(trace));
    vt_trace_decided(trace, VITALS_SOURCE_CUSTOMIZATION, VT_TEXT("a"), 1);
    assert_int_equal(vitals_trace_count(trace), count + 1);
    assert_true(vitals_trace_at(trace, count, &event, sizeof event));
    assert_int_equal(event.kind, VITALS_TRACE_DECIDED);
    vitals_trace_clear(trace);
    assert_null(vitals_trace_limit(trace));
    vitals_trace_free(trace);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_limit),
        cmocka_unit_test(reads),
        cmocka_unit_test(without_a_trace),
        cmocka_unit_test(notes),
        cmocka_unit_test(lines),
        cmocka_unit_test(large_values),
        cmocka_unit_test(values_of_the_largest_size),
        cmocka_unit_test(many_looks),
        cmocka_unit_test(memory_runs_out),
    };
    return cmocka_run_group_tests_name("trace", tests, NULL, NULL);
}
