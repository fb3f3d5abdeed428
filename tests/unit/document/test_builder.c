/* The builder: limits by name, many keys in linear time, copies, and documents used again. */
#include "document/builder.h"

#include <stdio.h>

#include "base/run/limits.h"
#include "document/tree.h"
#include "support/table.h"
#include "support/torture.h"

static vitals_document *parse(const char *text) {
    vitals_document *document = NULL;
    assert_int_equal(vitals_document_parse(text, strlen(text), NULL, &document, NULL), VITALS_OK);
    return document;
}

static void assert_written(const vitals_document *document, const char *want) {
    char *text;
    size_t size;
    assert_int_equal(vitals_document_write_json(document, 0, NULL, &text, &size), VITALS_OK);
    assert_string_equal(text, want);
    vitals_text_free(NULL, text, size);
}

/* clang-format off */
static const struct row {
    TABLE_ROW;
    const char *limit;
    uint64_t value;
    const char *text;
    uint32_t column;      /* of the diagnostic; 0: it fits */
    const char *error;
} rows[] = {
    { "depth fits", "document_depth", 3, "[[[1]]]", 0, NULL },
    { "depth", "document_depth", 3, "[[[[1]]]]", 4, "limit document_depth of 3 reached: nesting of one object" },
    { "depth of objects", "document_depth", 2, "{\"a\":{\"b\":{}}}", 11, "limit document_depth of 2 reached: nesting of one object" },
    { "values fit", "document_values", 4, "[1,2,3]", 0, NULL },
    { "values", "document_values", 3, "[1,2,3]", 7, "limit document_values of 3 reached: values of one object, aliases expanded" },
    { "keys count as values", "document_values", 2, "{\"a\":1}", 7, "limit document_values of 2 reached: values of one object, aliases expanded" },
    { "values of containers", "document_values", 2, "[[],[]]", 5, "limit document_values of 2 reached: values of one object, aliases expanded" },
    { "bytes fit", "document_bytes", 7, "[1,2,3]", 0, NULL },
    { "bytes", "document_bytes", 6, "[1,2,3]", 1, "limit document_bytes of 6 reached: bytes of one object as text" },
};
/* clang-format on */

static void check_limit(void **state) {
    const struct row *row = *state;
    vitals_limits limits = { 0 };
    assert_int_equal(vitals_limits_set(&limits, row->limit, row->value), VITALS_OK);
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.limits = &limits;
    options.file = "f.json";
    vitals_diagnostics *list = NULL;
    assert_int_equal(vitals_diagnostics_new(NULL, &list), VITALS_OK);
    vitals_document *document = NULL;
    vitals_status status =
        vitals_document_parse(row->text, strlen(row->text), &options, &document, list);
    assert_int_equal(status, row->error ? VITALS_ELIMIT : VITALS_OK);
    assert_int_equal(vitals_diagnostics_count(list), row->error ? 1 : 0);
    if (row->error) {
        const vitals_diagnostic *diagnostic = vitals_diagnostics_at(list, 0);
        assert_string_equal(diagnostic->text.bytes, row->error);
        assert_string_equal(diagnostic->limit, row->limit);
        assert_string_equal(diagnostic->file, "f.json");
        assert_int_equal(diagnostic->column, row->column);
    }
    vitals_diagnostics_free(list);
    vitals_document_free(document);
}

/* 100,000 brackets end at the limit; a higher limit counts up to its maximum, which is read. */
static void deep_nesting(void **state) {
    (void)state;
    size_t size = 100000;
    char *text = malloc(size);
    memset(text, '[', size);
    vitals_document *document = NULL;
    assert_int_equal(vitals_document_parse(text, size, NULL, &document, NULL), VITALS_ELIMIT);
    vitals_limits limits = { 0 };
    limits.document_depth = 50000;
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.limits = &limits;
    memset(text + size / 2, ']', size / 2);
    assert_int_equal(vitals_document_parse(text, size, &options, &document, NULL), VITALS_ELIMIT);
    size = 4000;
    memset(text + size / 2, ']', size / 2);
    assert_int_equal(vitals_document_parse(text, size, &options, &document, NULL), VITALS_OK);
    char *written;
    size_t written_size;
    assert_int_equal(vitals_document_write_json(document, 0, NULL, &written, &written_size),
                     VITALS_OK);
    assert_int_equal(written_size, size);
    assert_memory_equal(written, text, size);
    vitals_text_free(NULL, written, written_size);
    vitals_document_free(document);
    free(text);
}

/* An object of `count` members whose keys `format` makes of their numbers. */
static vitals_document *many_keys(const char *format, int count) {
    size_t capacity = (size_t)count * 24 + 2, size = 1;
    char *text = malloc(capacity);
    text[0] = '{';
    for (int i = 0; i < count; i++) {
        size += (size_t)snprintf(text + size, capacity - size, format, i);
        size += (size_t)snprintf(text + size, capacity - size, "%d,", i);
    }
    text[size - 1] = '}';
    vitals_limits limits = { 0 };
    limits.document_bytes = capacity;
    limits.document_values = 2 * (uint64_t)count + 1;
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.limits = &limits;
    options.hash_seed = 99;
    vitals_document *document = NULL;
    assert_int_equal(vitals_document_parse(text, size, &options, &document, NULL), VITALS_OK);
    free(text);
    return document;
}

/* A million keys; anything but linear time would not come to an end. */
static void million_keys(void **state) {
    (void)state;
    vitals_document *document = many_keys("\"k%d\":", 1000000);
    const vt_value *root = vt_document_root(document);
    assert_int_equal(vt_value_count(root), 1000000);
    for (int i = 0; i < 1000000; i += 9999) {
        char key[16];
        snprintf(key, sizeof key, "k%d", i);
        assert_int_equal(vt_document_get(document, root, vt_text_from(key))->as.integer, i);
    }
    assert_null(vt_document_get(document, root, VT_TEXT("k1000000")));
    vitals_document_free(document);
}

static void million_equal_keys(void **state) {
    (void)state;
    vitals_document *document = many_keys("\"k\":", 1000000);
    assert_int_equal(vt_value_count(vt_document_root(document)), 1);
    assert_written(document, "{\"k\":999999}");
    vitals_document_free(document);
}

/* With the smallest and with an indexed object, each key shadows what came before. */
static void shadowing(void **state) {
    (void)state;
    for (int count = 1; count < 40; count++) {
        vitals_document *document = many_keys("\"k%d\":", count);
        const vt_value *root = vt_document_root(document);
        assert_int_equal(vt_value_count(root), count);
        assert_int_equal((root->flags & VT_FLAG_INDEXED) != 0, count > 16);
        int seen = 0;
        for (const vt_value *key = vt_object_first(root); key; key = vt_object_next(root, key)) {
            assert_int_equal(vt_object_value(key)->as.integer, seen++);
            assert_ptr_equal(vt_document_get(document, root, vt_value_text(key)),
                             vt_object_value(key));
        }
        assert_int_equal(seen, count);
        vitals_document_free(document);
    }
}

/* {"a": [1, 2.50], "n": 7, "s": "x"} by hand. */
static bool build_by_hand(vt_builder *builder) {
    return vt_build_open(builder, VT_OBJECT, 0) && vt_build_string(builder, VT_TEXT("a"), 0) &&
           vt_build_open(builder, VT_ARRAY, 0) && vt_build_integer(builder, 1, 0) &&
           vt_build_double(builder, 2.5, VT_TEXT("2.50"), 0) && vt_build_close(builder) &&
           vt_build_string(builder, VT_TEXT("n"), 0) &&
           vt_build_double(builder, 7, VT_TEXT_ABSENT, 0) &&
           vt_build_string(builder, VT_TEXT("s"), 0) && vt_build_string(builder, VT_TEXT("x"), 0) &&
           vt_build_close(builder);
}

static void by_hand(void **state) {
    (void)state;
    vitals_document *document = NULL;
    vt_builder builder;
    assert_true(vt_builder_begin(&builder, NULL, VT_TEXT(""), &document));
    assert_true(build_by_hand(&builder));
    assert_null(document); /* not before it is whole */
    assert_true(vt_builder_end(&builder));
    assert_written(document, "{\"a\":[1,2.50],\"n\":7,\"s\":\"x\"}");
    vitals_document_free(document);
}

/* Readers look ahead without a bounds check, also in memory that was used before. */
static void source_is_padded(void **state) {
    (void)state;
    vitals_document *document = parse("\"a text that is longer than the next one, and its padding: "
                                      "................................................\"");
    static const char padding[64];
    vt_builder builder;
    assert_true(vt_builder_begin(&builder, NULL, VT_TEXT("[1]"), &document));
    vt_text source = vt_builder_source(&builder);
    assert_true(vt_text_is(source, "[1]"));
    assert_memory_equal(source.bytes + source.size, padding, sizeof padding);
    assert_true(vt_builder_begin(&builder, NULL, VT_TEXT_ABSENT, &document));
    assert_memory_equal(vt_builder_source(&builder).bytes, padding, sizeof padding);
    vt_builder_abandon(&builder);
    vitals_document_free(document);
}

static void not_whole(void **state) {
    (void)state;
    vitals_document *document = NULL;
    vt_builder builder;
    assert_true(vt_builder_begin(&builder, NULL, VT_TEXT(""), &document));
    assert_false(vt_builder_end(&builder)); /* no value */
    assert_true(vt_builder_begin(&builder, NULL, VT_TEXT(""), &document));
    assert_true(vt_build_open(&builder, VT_ARRAY, 0));
    assert_false(vt_builder_end(&builder)); /* still open */
    assert_null(document);
    assert_true(vt_builder_begin(&builder, NULL, VT_TEXT(""), &document));
    assert_false(vt_build_close(&builder)); /* nothing is open */
    assert_false(vt_build_null(&builder, 0));
    vt_builder_abandon(&builder);
}

/* Once anything has failed, every call does, and the reason stays the first. */
static void after_a_failure(void **state) {
    (void)state;
    vitals_document *other = parse("[1]"), *document = NULL;
    vt_builder builder;
    assert_true(vt_builder_begin(&builder, NULL, VT_TEXT(""), &document));
    assert_true(vt_build_open(&builder, VT_ARRAY, 0) && vt_build_null(&builder, 0));
    assert_false(vt_builder_reject(&builder));
    assert_false(vt_build_null(&builder, 0));
    assert_false(vt_build_bool(&builder, true, 0));
    assert_false(vt_build_integer(&builder, 1, 0));
    assert_false(vt_build_double(&builder, 1.5, VT_TEXT_ABSENT, 0));
    assert_false(vt_build_double(&builder, 1.5, VT_TEXT("1.50"), 0));
    assert_false(vt_build_string(&builder, VT_TEXT("a"), 0));
    assert_false(vt_build_open(&builder, VT_OBJECT, 0));
    assert_false(vt_build_copy(&builder, other, vt_document_root(other)));
    assert_false(vt_build_duplicate(&builder, 1));
    assert_false(vt_build_close(&builder));
    assert_int_equal(vt_build_next_index(&builder), 2);
    assert_false(vt_builder_end(&builder));
    assert_int_equal(builder.status, VITALS_ESYNTAX);
    assert_null(document);
    vitals_document_free(other);
}

static void copies(void **state) {
    (void)state;
    vitals_document *other =
        parse("{\"x\":[2.50,-0,{\"y\":\"z\"}],"
              "\"a\":1,\"b\":1,\"c\":1,\"d\":1,\"e\":1,\"f\":1,\"g\":1,\"h\":1,"
              "\"i\":1,\"j\":1,\"k\":1,\"l\":1,\"m\":1,\"n\":1,\"o\":1,\"a\":2}");
    vitals_document *document = NULL;
    vt_builder builder;
    assert_true(vt_builder_begin(&builder, NULL, VT_TEXT(""), &document));
    assert_true(vt_build_open(&builder, VT_ARRAY, 0));
    uint32_t index = vt_build_next_index(&builder);
    assert_true(vt_build_copy(&builder, other, vt_document_root(other)));
    vitals_document_free(other); /* nothing is borrowed */
    assert_true(vt_build_duplicate(&builder, index));
    assert_true(vt_build_close(&builder));
    assert_true(vt_builder_end(&builder));
    const vt_value *root = vt_document_root(document);
    assert_int_equal(vt_value_count(root), 2);
    for (size_t i = 0; i < 2; i++) {
        const vt_value *copy = vt_array_at(root, i);
        char scratch[40];
        assert_int_equal(vt_value_count(copy), 16);
        assert_int_equal(vt_document_get(document, copy, VT_TEXT("a"))->as.integer, 2);
        const vt_value *x = vt_document_get(document, copy, VT_TEXT("x"));
        assert_true(
            vt_text_is(vt_document_number_text(document, vt_array_at(x, 0), scratch), "2.50"));
        assert_true(
            vt_text_is(vt_document_number_text(document, vt_array_at(x, 1), scratch), "-0"));
        assert_int_equal(vt_array_at(x, 2)->depth, 3);
    }
    vitals_document_free(document);
}

static void copies_within_limits(void **state) {
    (void)state;
    vitals_document *other = parse("[[[[1]]]]");
    vitals_limits limits = { 0 };
    limits.document_depth = 4;
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.limits = &limits;
    vitals_document *document = NULL;
    vt_builder builder;
    assert_true(vt_builder_begin(&builder, &options, VT_TEXT(""), &document));
    assert_true(vt_build_open(&builder, VT_ARRAY, 0));
    assert_false(vt_build_copy(&builder, other, vt_document_root(other)));
    assert_int_equal(builder.status, VITALS_ELIMIT);
    assert_string_equal(builder.limit, "document_depth");
    vt_builder_abandon(&builder);
    vitals_document_free(other);
}

/* A duplicate may be as deep as anything else, and no deeper: two more than where it is. */
static void duplicates_of(vt_type inner, const char *want) {
    for (uint64_t most = 3; most < 6; most++) {
        vitals_limits limits = { .document_depth = most };
        vitals_read_options options = VITALS_READ_OPTIONS_INIT;
        options.limits = &limits;
        vitals_document *document = NULL;
        vt_builder builder;
        assert_true(vt_builder_begin(&builder, &options, VT_TEXT(""), &document));
        assert_true(vt_build_open(&builder, VT_ARRAY, 0));
        uint32_t index = vt_build_next_index(&builder);
        assert_true(vt_build_open(&builder, VT_ARRAY, 0) && vt_build_open(&builder, inner, 0));
        assert_true(vt_build_close(&builder) && vt_build_null(&builder, 0));
        assert_true(vt_build_close(&builder));
        assert_true(vt_build_open(&builder, VT_ARRAY, 0));
        assert_int_equal(vt_build_duplicate(&builder, index), most >= 4);
        if (most < 4) {
            assert_int_equal(builder.status, VITALS_ELIMIT);
            assert_string_equal(builder.limit, "document_depth");
            assert_false(vt_builder_end(&builder));
            assert_null(document);
            continue;
        }
        assert_true(vt_build_close(&builder) && vt_build_close(&builder));
        assert_true(vt_builder_end(&builder));
        assert_written(document, want);
        assert_int_equal(vt_array_first(vt_array_at(vt_document_root(document), 1))->depth, 2);
        vitals_document_free(document);
    }
}

static void duplicates_within_limits(void **state) {
    (void)state;
    duplicates_of(VT_OBJECT, "[[{},null],[[{},null]]]");
    duplicates_of(VT_ARRAY, "[[[],null],[[[],null]]]");
}

/* A root that is open again takes members that replace older ones. */
static void reopened(void **state) {
    (void)state;
    for (int count = 1; count < 40; count += 7) {
        vitals_document *document = many_keys("\"k%d\":", count), *copy = NULL;
        vt_builder builder;
        assert_true(vt_builder_begin(&builder, NULL, VT_TEXT(""), &copy));
        assert_true(vt_build_open(&builder, VT_OBJECT, 0));
        assert_true(vt_build_string(&builder, VT_TEXT("list"), 0));
        assert_true(vt_build_open(&builder, VT_ARRAY, 0) && vt_build_integer(&builder, 1, 0));
        if (count % 2) assert_true(vt_build_integer(&builder, 2, 0));
        assert_true(vt_build_close(&builder));
        for (int i = 0; i < 2; i++) { /* the second makes the first invisible */
            assert_true(vt_build_string(&builder, VT_TEXT("k0"), 0));
            assert_true(vt_build_integer(&builder, 100 + i, 0));
            assert_true(vt_build_string(&builder, VT_TEXT("x"), 0));
            assert_true(vt_build_copy(&builder, document, vt_document_root(document)));
        }
        assert_true(vt_build_close(&builder));
        assert_int_equal(vt_value_count(builder.document->values), 3);
        vt_builder_reopen(&builder);
        assert_true(vt_build_string(&builder, VT_TEXT("x"), 0));
        assert_true(vt_build_bool(&builder, true, 0));
        assert_true(vt_build_string(&builder, VT_TEXT("y"), 0));
        assert_true(vt_build_bool(&builder, false, 0));
        assert_true(vt_build_close(&builder));
        assert_true(vt_builder_end(&builder));
        assert_written(copy, count % 2 ? "{\"list\":[1,2],\"k0\":101,\"x\":true,\"y\":false}"
                                       : "{\"list\":[1],\"k0\":101,\"x\":true,\"y\":false}");
        assert_int_equal(vt_value_count(vt_document_root(copy)), 4);
        assert_int_equal(vt_document_find(copy, "k0", NULL)->as.integer, 101);
        vitals_document_free(copy);
        vitals_document_free(document);
    }
}

/* Any value can become the root: it takes its numbers, its depth and its index along. */
static void other_root(void **state) {
    (void)state;
    static const struct {
        const char *path, *want;
    } cases[] = {
        { "a", "[1.50,-0]" },
        { "b", "{\"c\":[2.50],\"d\":3.50}" },
        { "e", "4.50" },
        { "f", "{}" },
    };
    for (size_t i = 0; i < TABLE_COUNT(cases); i++) {
        vitals_document *document = NULL;
        vitals_document *from = parse("{\"z\":9.50,\"a\":[1.50,-0],\"b\":{\"c\":[2.50],"
                                      "\"d\":3.50},\"e\":4.50,\"f\":{},\"g\":5.50}");
        vt_builder builder;
        assert_true(vt_builder_begin(&builder, NULL, VT_TEXT(""), &document));
        assert_true(vt_build_copy(&builder, from, vt_document_root(from)));
        const vt_value *root = builder.document->values;
        vt_builder_set_root(&builder,
                            vt_document_get(builder.document, root, vt_text_from(cases[i].path)));
        assert_true(vt_builder_end(&builder));
        assert_written(document, cases[i].want);
        assert_int_equal(vt_document_root(document)->depth, 0);
        vitals_document_free(document);
        vitals_document_free(from);
    }
}

/* A failed parse leaves an older document empty, and it can be used again. */
static void used_again(void **state) {
    (void)state;
    vitals_document *document = parse("{\"kind\":\"A\",\"metadata\":{\"name\":\"n\"}}");
    vitals_document *before = document;
    assert_int_equal(vitals_document_parse("[", 1, NULL, &document, NULL), VITALS_ESYNTAX);
    assert_ptr_equal(document, before);
    assert_null(vt_document_root(document));
    assert_true(vt_text_is_absent(vitals_document_kind(document)));
    assert_null(vt_document_find(document, "kind", NULL));
    assert_int_equal(vitals_document_parse("[2]", 3, NULL, &document, NULL), VITALS_OK);
    assert_ptr_equal(document, before);
    assert_written(document, "[2]");
    vitals_document_free(document);
}

static void scrubbed(void **state) {
    (void)state;
    vitals_document *document = parse("{\"password\":\"secret\",\"pin\":1234}");
    const char *text = vt_document_find(document, "password", NULL)->as.bytes;
    const vt_value *pin = vt_document_find(document, "pin", NULL);
    vt_document_scrub(document);
    assert_null(vt_document_root(document));
    assert_memory_equal(text, "\0\0\0\0\0\0", 6); /* the memory is still the document's */
    assert_int_equal(pin->as.integer, 0);
    vitals_document_free(document);
}

static vitals_status build_in_torture(torture *memory, void *user) {
    const vitals_document *other = user;
    vitals_allocator allocator = torture_allocator(memory);
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.allocator = &allocator;
    vitals_document *document = NULL;
    vt_builder builder;
    bool whole = vt_builder_begin(&builder, &options, VT_TEXT("some text"), &document) &&
                 vt_build_open(&builder, VT_ARRAY, 0) && build_by_hand(&builder);
    whole = whole && vt_build_copy(&builder, other, vt_document_root(other));
    assert_int_equal(whole, builder.status == VITALS_OK); /* what each call reports */
    whole = whole && vt_build_duplicate(&builder, 1);
    assert_int_equal(whole, builder.status == VITALS_OK);
    whole = whole && vt_build_close(&builder);
    if (whole) {
        whole = vt_builder_end(&builder);
    } else {
        vt_builder_abandon(&builder);
    }
    vitals_status status = builder.status;
    assert_int_equal(whole, status == VITALS_OK);
    vitals_document_free(document);
    return status;
}

/* Whichever value of a copy is the one that no memory is left for, the last one included. */
static vitals_status copy_in_torture(torture *memory, void *user) {
    vitals_allocator allocator = torture_allocator(memory);
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.allocator = &allocator;
    vitals_document *document = NULL;
    vt_builder builder;
    bool whole = vt_builder_begin(&builder, &options, VT_TEXT(""), &document) &&
                 vt_build_copy(&builder, user, vt_document_root(user));
    vitals_status status = builder.status;
    assert_int_equal(whole, status == VITALS_OK);
    vt_builder_abandon(&builder);
    vitals_document_free(document);
    return status;
}

static void memory_runs_out_in_copies(void **state) {
    (void)state;
    for (int count = 1; count < 300; count += count < 80 ? 1 : 37) {
        vitals_document *other = many_keys("\"k%d\":", count);
        (void)torture_run(copy_in_torture, other);
        vitals_document_free(other);
    }
}

/* Deferred values are opened by what copies them. */
static vitals_status copy_deferred_in_torture(torture *memory, void *user) {
    vitals_allocator allocator = torture_allocator(memory);
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.allocator = &allocator;
    vitals_document *other = NULL, *document = NULL;
    vitals_status status = vitals_document_parse(user, strlen(user), &options, &other, NULL);
    if (status) return status;
    vt_builder builder;
    assert_true(vt_builder_begin(&builder, NULL, VT_TEXT(""), &document));
    bool whole = vt_build_copy(&builder, other, vt_document_root(other));
    assert_int_equal(whole, builder.status == VITALS_OK);
    status = builder.status;
    vt_builder_abandon(&builder);
    vitals_document_free(document);
    vitals_document_free(other);
    return status;
}

static void memory_runs_out_in_deferred_values(void **state) {
    (void)state;
    static char object[] = "{\"kind\":\"Pod\",\"metadata\":{\"managedFields\":[{\"manager\":\"a\"},"
                           "{\"manager\":\"b\",\"fieldsV1\":{\"f:spec\":{\"f:a\":{}}}}]}}";
    assert_true(torture_run(copy_deferred_in_torture, object) > 2);
}

/* A number whose text another document has takes it along; nothing else has a text. */
static void texts_of_numbers(void **state) {
    (void)state;
    vitals_document *plain = parse("[1,2,\"1.50\",[true,null,{\"a\":7}]]");
    vitals_document *document = NULL;
    vt_builder builder;
    assert_true(vt_builder_begin(&builder, NULL, VT_TEXT(""), &document));
    assert_true(vt_build_copy(&builder, plain, vt_document_root(plain)));
    assert_true(vt_builder_end(&builder));
    assert_int_equal(document->number_text_count, 0);
    assert_written(document, "[1,2,\"1.50\",[true,null,{\"a\":7}]]");
    vitals_document_free(document);
    vitals_document_free(plain);
}

static void memory_runs_out(void **state) {
    (void)state;
    vitals_document *other = many_keys("\"k%d\":", 30);
    assert_true(torture_run(build_in_torture, other) > 5);
    vitals_document_free(other);
}

int main(void) {
    const struct CMUnitTest others[] = {
        cmocka_unit_test(deep_nesting),
        cmocka_unit_test(million_keys),
        cmocka_unit_test(million_equal_keys),
        cmocka_unit_test(shadowing),
        cmocka_unit_test(by_hand),
        cmocka_unit_test(not_whole),
        cmocka_unit_test(copies),
        cmocka_unit_test(after_a_failure),
        cmocka_unit_test(copies_within_limits),
        cmocka_unit_test(source_is_padded),
        cmocka_unit_test(duplicates_within_limits),
        cmocka_unit_test(reopened),
        cmocka_unit_test(other_root),
        cmocka_unit_test(used_again),
        cmocka_unit_test(scrubbed),
        cmocka_unit_test(memory_runs_out),
        cmocka_unit_test(memory_runs_out_in_copies),
        cmocka_unit_test(memory_runs_out_in_deferred_values),
        cmocka_unit_test(texts_of_numbers),
    };
    return TABLE_RUN("limits", check_limit, rows) +
           cmocka_run_group_tests_name("builder", others, NULL, NULL);
}
