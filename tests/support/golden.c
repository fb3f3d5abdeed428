/* Golden files: one JSON object a line, each compared with what we say. */
#include "support/golden.h"

#include <stdio.h>

#include "support/files.h"
#include "support/table.h"

typedef struct golden_file {
    const char *path;
    bool (*agrees)(const vitals_document *line);
} golden_file;

bool golden_same(const char *what, vt_text got, vt_text want) {
    if (vt_text_is_absent(got) == vt_text_is_absent(want) && vt_text_equal(got, want)) return true;
    printf("  %s: got '%.*s', want '%.*s'\n", what, VT_TEXT_ARG(got), VT_TEXT_ARG(want));
    return false;
}

vt_text golden_text(const vitals_document *line, const vt_value *object, const char *name) {
    return vt_value_text(vt_document_get(line, object, vt_text_from(name)));
}

vitals_document *golden_document(const vitals_document *line, const vt_value *value) {
    if (!value || vt_value_is_null(value)) return NULL;
    vt_buffer text;
    vt_buffer_init(&text, NULL, SIZE_MAX / 2);
    vitals_document *document = NULL;
    assert_true(vt_document_append_json(line, value, 0, &text));
    assert_int_equal(vitals_document_parse(text.bytes, text.size, NULL, &document, NULL),
                     VITALS_OK);
    vt_buffer_done(&text);
    return document;
}

static bool check_line(const golden_file *file, vitals_text text) {
    vitals_document *line = NULL;
    assert_int_equal(vitals_document_parse(text.bytes, text.size, NULL, &line, NULL), VITALS_OK);
    bool same = file->agrees(line);
    if (!same) printf("differs: %.*s\n", (int)(text.size < 300 ? text.size : 300), text.bytes);
    vitals_document_free(line);
    return same;
}

static void all_agree(void **state) {
    const golden_file *file = *state;
    size_t size, lines = 0, differ = 0;
    char *bytes = file_read(file->path, &size);
    assert_non_null(bytes);
    vitals_text rest = { bytes, size }, line;
    while (next_line(&rest, &line)) {
        if (line.size == 0) continue;
        lines++;
        if (!check_line(file, line)) differ++;
    }
    free(bytes);
    printf("%zu cases, %zu differ\n", lines, differ);
    assert_int_equal(differ, 0);
}

int golden_run(const char *file, bool (*agrees)(const vitals_document *line)) {
    golden_file golden = { golden_data(file), agrees };
    if (!golden.path) return TEST_SKIPPED;
    const struct CMUnitTest tests[] = { cmocka_unit_test_prestate(all_agree, &golden) };
    return cmocka_run_group_tests_name(file, tests, NULL, NULL);
}

static bool equal_arrays(const vitals_document *a, const vt_value *va, const vitals_document *b,
                         const vt_value *vb) {
    const vt_value *x = vt_array_first(va), *y = vt_array_first(vb);
    for (; x && y; x = vt_array_next(va, x), y = vt_array_next(vb, y)) {
        if (!golden_equal(a, x, b, y)) return false;
    }
    return !x && !y;
}

static bool equal_objects(const vitals_document *a, const vt_value *va, const vitals_document *b,
                          const vt_value *vb) {
    if (vt_value_count(va) != vt_value_count(vb)) return false;
    for (const vt_value *key = vt_object_first(va); key; key = vt_object_next(va, key)) {
        const vt_value *other = vt_document_get(b, vb, vt_value_text(key));
        if (!other || !golden_equal(a, vt_object_value(key), b, other)) return false;
    }
    return true;
}

static double number_of(const vt_value *value) {
    return value->type == VT_INTEGER ? (double)value->as.integer : value->as.number;
}

static bool is_number(const vt_value *value) {
    return vt_value_is(value, VT_INTEGER) || vt_value_is(value, VT_DOUBLE);
}

bool golden_equal(const vitals_document *a, const vt_value *va, const vitals_document *b,
                  const vt_value *vb) {
    if (is_number(va) && is_number(vb)) return number_of(va) == number_of(vb);
    if (vt_value_type(va) != vt_value_type(vb)) return false;
    if (vt_value_is_string(va)) return vt_text_equal(vt_value_text(va), vt_value_text(vb));
    if (vt_value_is_array(va)) return equal_arrays(a, va, b, vb);
    if (vt_value_is_object(va)) return equal_objects(a, va, b, vb);
    return true;
}
