/* Running answers files. */
#include "support/answers.h"

#include <stdio.h>
#include <stdlib.h>

#include "support/files.h"
#include "support/table.h"

const vt_value *answers_field(const vitals_document *row, const char *key) {
    return vt_document_find(row, key, NULL);
}

vt_text answers_text(const vitals_document *row, const char *key) {
    return vt_value_text(answers_field(row, key));
}

static vt_text name_of(const vitals_document *row) {
    static const char *const keys[] = { "id", "case", "name", "expr", "pattern", "dir" };
    for (size_t i = 0; i < TABLE_COUNT(keys); i++) {
        vt_text text = answers_text(row, keys[i]);
        if (!vt_text_is_absent(text)) return text;
    }
    return VT_TEXT("?");
}

bool answers_same(const vitals_document *row, const char *what, vt_text want, vt_text got) {
    if (vt_text_equal(want, got)) return true;
    vt_text name = name_of(row);
    printf("%.*s: %s:\n  want %.*s\n  got  %.*s\n", VT_TEXT_ARG(name), what, VT_TEXT_ARG(want),
           VT_TEXT_ARG(got));
    return false;
}

static bool equal_arrays(const vitals_document *a, const vt_value *va, const vitals_document *b,
                         const vt_value *vb) {
    const vt_value *x = vt_array_first(va), *y = vt_array_first(vb);
    for (; x && y; x = vt_array_next(va, x), y = vt_array_next(vb, y)) {
        if (!answers_equal(a, x, b, y)) return false;
    }
    return !x && !y;
}

static bool equal_objects(const vitals_document *a, const vt_value *va, const vitals_document *b,
                          const vt_value *vb) {
    if (vt_value_count(va) != vt_value_count(vb)) return false;
    for (const vt_value *key = vt_object_first(va); key; key = vt_object_next(va, key)) {
        const vt_value *other = vt_document_get(b, vb, vt_value_text(key));
        if (!other || !answers_equal(a, vt_object_value(key), b, other)) return false;
    }
    return true;
}

static double number_of(const vt_value *value) {
    return value->type == VT_INTEGER ? (double)value->as.integer : value->as.number;
}

static bool is_number(const vt_value *value) {
    return vt_value_is(value, VT_INTEGER) || vt_value_is(value, VT_DOUBLE);
}

bool answers_equal(const vitals_document *a, const vt_value *va, const vitals_document *b,
                   const vt_value *vb) {
    if (is_number(va) && is_number(vb)) return number_of(va) == number_of(vb);
    if (vt_value_type(va) != vt_value_type(vb)) return false;
    if (vt_value_is_string(va)) return vt_text_equal(vt_value_text(va), vt_value_text(vb));
    if (vt_value_is_array(va)) return equal_arrays(a, va, b, vb);
    if (vt_value_is_object(va)) return equal_objects(a, va, b, vb);
    return true;
}

int answers_run(const char *name, answers_fn judge, void *user) {
    const char *path = shared_data(name);
    size_t size;
    char *bytes = path ? file_read(path, &size) : NULL;
    if (!bytes) {
        printf("skipped: %s is not there\n", name);
        return TEST_SKIPPED;
    }
    vt_text rest = { bytes, size }, line;
    vitals_document *row = NULL;
    int passed = 0, failed = 0;
    while (next_line(&rest, &line)) {
        if (vt_text_trim(line).size == 0) continue;
        if (vitals_document_parse(line.bytes, line.size, NULL, &row, NULL) != VITALS_OK) {
            printf("%s: a line does not parse: %.200s\n", name, line.bytes);
            failed++;
        } else if (judge(row, user)) {
            passed++;
        } else {
            failed++;
        }
    }
    vitals_document_free(row);
    free(bytes);
    printf("%s: %d passed, %d failed\n", name, passed, failed);
    return failed > 0 || passed == 0;
}
