/* cJSON trees as documents. */
#include <vitals/cjson.h>

#include "support/table.h"
#include "support/torture.h"

static const struct row {
    TABLE_ROW;
    const char *json;
} rows[] = {
    { "object", "{\"a\":1,\"b\":[true,false,null],\"c\":{}}" },
    { "empty containers", "[[],{},[[]],{\"a\":[]}]" },
    { "containers behind containers", "[{\"a\":{\"b\":[1,[2]]}},3]" },
    { "escapes", "\"a\\\"b\\\\c\\u0001\\n\"" },
    { "UTF-8", "\"\xC3\xA9\"" },
    { "large integer", "9007199254740992" },
    { "negative", "-5" },
    { "fraction", "0.5" },
    { "exponent", "1e300" },
};

static void check(void **state) {
    const struct row *row = *state;
    cJSON *tree = cJSON_Parse(row->json);
    assert_non_null(tree);
    vitals_document *document = NULL;
    assert_int_equal(vitals_document_from_cjson(tree, NULL, &document, NULL), VITALS_OK);
    char *text;
    size_t size;
    assert_int_equal(vitals_document_write_json(document, 0, NULL, &text, &size), VITALS_OK);
    cJSON *back = cJSON_Parse(text);
    assert_true(cJSON_Compare(tree, back, true));
    cJSON_Delete(back);
    vitals_text_free(NULL, text, size);
    vitals_document_free(document);
    cJSON_Delete(tree);
}

static void refused(void **state) {
    (void)state;
    vitals_document *document = NULL;
    assert_int_equal(vitals_document_from_cjson(NULL, NULL, &document, NULL), VITALS_EINVAL);
    cJSON invalid = { .type = cJSON_Invalid };
    assert_int_equal(vitals_document_from_cjson(&invalid, NULL, &document, NULL), VITALS_EINVAL);
    vitals_document_free(document);
}

/* A tree nested deeper than any stack would bear is refused by the limit on depth. */
static void deep(void **state) {
    (void)state;
    enum { DEPTH = 200000 };
    cJSON *levels = calloc(DEPTH, sizeof *levels);
    assert_non_null(levels);
    for (int i = 0; i < DEPTH; i++) {
        levels[i].type = cJSON_Array;
        if (i + 1 < DEPTH) levels[i].child = &levels[i + 1];
    }
    vitals_document *document = NULL;
    assert_int_equal(vitals_document_from_cjson(levels, NULL, &document, NULL), VITALS_ELIMIT);
    vitals_document_free(document);
    free(levels);
}

static vitals_status convert(torture *memory, void *user) {
    vitals_allocator allocator = torture_allocator(memory);
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.allocator = &allocator;
    vitals_document *document = NULL;
    vitals_status status = vitals_document_from_cjson(user, &options, &document, NULL);
    vitals_document_free(document);
    return status;
}

static void every_allocation_fails(void **state) {
    (void)state;
    cJSON *tree = cJSON_Parse("{\"a\":[[[[[[\"0123456789012345678901234567890123456789\"]]]]]]}");
    torture_run(convert, tree);
    cJSON_Delete(tree);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(refused), cmocka_unit_test(deep),
                                        cmocka_unit_test(every_allocation_fails) };
    return TABLE_RUN("cjson", check, rows) + cmocka_run_group_tests(tests, NULL, NULL);
}
