/* Where JSON values end, found in steps of every size: made-up values full of quotes, backslashes
** and brackets. */
#include "support/table.h"

#include "stream/cut.h"

typedef struct made_up {
    char bytes[4096];
    size_t size;
    unsigned seed;
} made_up;

static unsigned draw(made_up *value, unsigned below) {
    value->seed = value->seed * 1103515245u + 12345u;
    return (value->seed >> 16) % below;
}

static void add(made_up *value, const char *text) {
    size_t size = strlen(text);
    memcpy(value->bytes + value->size, text, size);
    value->size += size;
}

static void add_string(made_up *value) {
    static const char *const parts[] = {
        "a",   "\\\\", "\\\"", "{",       "}",     "[",        "]",
        "\\n", ":",    ",",    "\\u005c", "items", "\\\\\\\"", "                "
    };
    add(value, "\"");
    for (unsigned count = draw(value, 12); count > 0; count--) add(value, parts[draw(value, 14)]);
    add(value, "\"");
}

static void add_value(made_up *value, int depth) {
    unsigned kind = draw(value, depth > 4 ? 2 : 5);
    if (kind == 0) add(value, "12.5");
    if (kind == 1) add_string(value);
    if (kind < 2) return;
    bool object = kind > 2;
    add(value, object ? "{" : "[");
    for (unsigned i = 0, count = draw(value, 4); i < count; i++) {
        if (i) add(value, ",\n ");
        if (object) {
            add_string(value);
            add(value, ":");
        }
        add_value(value, depth + 1);
    }
    add(value, object ? "}" : "]");
}

static void expect_end(const made_up *value, size_t step) {
    vt_json_cut cut = VT_JSON_CUT_INIT;
    vt_cut_outcome outcome = VT_CUT_MORE;
    /* What is behind the value must not be looked at. */
    size_t whole = value->size + 3;
    for (size_t size = step; outcome == VT_CUT_MORE; size += step) {
        outcome = vt_json_cut_value(&cut, vt_text_slice(value->bytes, size < whole ? size : whole));
    }
    assert_int_equal(outcome, VT_CUT_DONE);
    assert_int_equal(cut.at, value->size);
}

static void check_made_up(void **state) {
    (void)state;
    static made_up value;
    for (unsigned round = 0; round < 3000; round++) {
        value.seed = round;
        value.size = 0;
        add(&value, "[");
        add_value(&value, 0);
        add(&value, "]");
        memcpy(value.bytes + value.size, "]\"{", 3);
        static const size_t steps[] = { 1, 2, 7, 63, 64, 65, 4096 };
        for (size_t i = 0; i < TABLE_COUNT(steps); i++) expect_end(&value, steps[i]);
    }
}

static const struct row {
    TABLE_ROW;
    const char *text;
    vt_cut_outcome outcome;
    size_t at;
    size_t items_at;
} rows[] = {
    /* clang-format off */
    { "object", "{}{", VT_CUT_DONE, 2, SIZE_MAX },
    { "not closed", "{\"a\":[", VT_CUT_MORE, 6, SIZE_MAX },
    { "string not closed", "{\"a", VT_CUT_MORE, 3, SIZE_MAX },
    { "wrong bracket", "{\"a\":[1}", VT_CUT_BROKEN, 8, SIZE_MAX },
    { "wrong bracket deep inside", "[[[[1}]]]]", VT_CUT_BROKEN, 6, SIZE_MAX },
    { "wrong bracket for a brace deep inside", "{\"a\":{\"b\":{\"c\":1]}}}", VT_CUT_BROKEN, 17, SIZE_MAX },
    { "line break in a string", "[\"a\n\"]", VT_CUT_BROKEN, 4, SIZE_MAX },
    { "line break behind a backslash", "[\"a\\\n\"]", VT_CUT_BROKEN, 5, SIZE_MAX },
    { "bracket behind a line break in a string", "[\"\n}\"", VT_CUT_BROKEN, 3, SIZE_MAX },
    { "new object at a line's start", "{\"a\":1\n{\"b\":2}", VT_CUT_BROKEN, 7, SIZE_MAX },
    { "new object behind a comma in an object", "{\"a\":1,\n{\"b\":2}", VT_CUT_BROKEN, 8, SIZE_MAX },
    { "object behind a comma in an array", "[1,\n{\"b\":2}]", VT_CUT_DONE, 12, SIZE_MAX },
    { "object behind a colon", "{\"a\":\n{\"b\":2}}", VT_CUT_DONE, 14, SIZE_MAX },
    { "items", "{\"items\":[1]}", VT_CUT_DONE, 13, 9 },
    { "items with space", "{ \"a\": [], \"items\" :\n [1]}", VT_CUT_DONE, 26, 22 },
    { "items deeper down", "{\"a\":{\"items\":[1]}}", VT_CUT_DONE, 19, SIZE_MAX },
    { "items is not an array", "{\"items\":{\"a\":[1]}}", VT_CUT_DONE, 19, SIZE_MAX },
    { "items as a value", "{\"a\":\"items\",\"b\":[1]}", VT_CUT_DONE, 21, SIZE_MAX },
    { "items at the end of a key", "{\"a\\\"items\":[1]}", VT_CUT_DONE, 16, SIZE_MAX },
    { "the first items", "{\"items\":[1],\"items\":[2]}", VT_CUT_DONE, 25, 9 },
    /* clang-format on */
};

static void check(void **state) {
    const struct row *row = *state;
    vt_json_cut cut = VT_JSON_CUT_INIT;
    assert_int_equal(vt_json_cut_value(&cut, vt_text_from(row->text)), row->outcome);
    assert_int_equal(cut.at, row->at);
    assert_int_equal(cut.items_at, row->items_at);
}

/* Deeper than the levels whose brackets are kept. */
static void check_deep(void **state) {
    (void)state;
    enum { DEPTH = 100000 };
    char *text = malloc(2 * DEPTH);
    assert_non_null(text);
    memset(text, '[', DEPTH);
    memset(text + DEPTH, ']', DEPTH);
    vt_json_cut cut = VT_JSON_CUT_INIT;
    assert_int_equal(vt_json_cut_value(&cut, vt_text_slice(text, 2 * DEPTH)), VT_CUT_DONE);
    assert_int_equal(cut.at, 2 * DEPTH);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(check_made_up),
                                        cmocka_unit_test(check_deep) };
    int failed = TABLE_RUN("cut json", check, rows);
    return failed + cmocka_run_group_tests(tests, NULL, NULL);
}
