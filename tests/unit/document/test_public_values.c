/* Values as programs read them: by path, and one after another. */
#include <vitals/vitals.h>

#include "base/memory/buffer.h"
#include "document/document.h"
#include "support/table.h"
#include "support/torture.h"

static const char text[] =
    "{\"kind\":\"Pod\",\"metadata\":{\"name\":\"web\",\"labels\":{\"a.b/c\":\"d\",\"\":\"empty\","
    "\"q\\\"\\\\\":1,\"\\u0001\\n\":2,\"\xC3\xA9\":3,\"]\":4,\"[0]\":5,\"\xF0\x9F\x98\x80\":6,"
    "\"<&>\":7,\"twice\":8,\"twice\":9},\"managedFields\":[{\"manager\":\"kubectl\",\"fieldsV1\":{"
    "\"f:spec\":{\"f:x\":{}}}},{\"manager\":\"argocd\"}]},\"many\":{\"k0\":0,\"k1\":1,\"k2\":2,"
    "\"k3\":3,\"k4\":4,\"k5\":5,\"k6\":6,\"k7\":7,\"k8\":8,\"k9\":9,\"k10\":10,\"k11\":11,"
    "\"k12\":12,\"k13\":13,\"k14\":14,\"k15\":15,\"k16\":16,\"k17\":17},\"list\":[1,[2,{\"x\":3}],"
    "{\"y\":[]},null,true,false,1.50,12345678901234567890,-7,\"s\"],\"none\":{}}";

static vitals_document *parse(const char *source) {
    vitals_document *document = NULL;
    assert_int_equal(vitals_document_parse(source, strlen(source), NULL, &document, NULL),
                     VITALS_OK);
    return document;
}

static vitals_text path_of(const char *path) {
    return (vitals_text){ path, strlen(path) };
}

/* ------------------------------------------------------------------------- by path */

static const struct path_row {
    const char *path;
    vitals_status status;
    const char *json; /* of the value */
} path_rows[] = {
    { ".kind", VITALS_OK, "\"Pod\"" },
    { ".metadata.name", VITALS_OK, "\"web\"" },
    { "[\"metadata\"][\"name\"]", VITALS_OK, "\"web\"" },
    { ".metadata.labels[\"a.b/c\"]", VITALS_OK, "\"d\"" },
    { ".metadata.labels[\"\"]", VITALS_OK, "\"empty\"" },
    { ".metadata.labels[\"q\\\"\\\\\"]", VITALS_OK, "1" },
    { ".metadata.labels[\"\\u0001\\n\"]", VITALS_OK, "2" },
    { ".metadata.labels[\"\\u00E9\"]", VITALS_OK, "3" },
    { ".metadata.labels[\"]\"]", VITALS_OK, "4" },
    { ".metadata.labels[\"\\ud83d\\uDE00\"]", VITALS_OK, "6" },
    { ".metadata.labels[\"\\/\"]", VITALS_ENOTFOUND, NULL },
    { ".metadata.labels[\"\\ud83d\"]", VITALS_ENOTFOUND, NULL },
    { ".metadata.labels.twice", VITALS_OK, "9" },
    { ".metadata.managedFields[1].manager", VITALS_OK, "\"argocd\"" },
    { ".metadata.managedFields", VITALS_OK,
      "[{\"manager\":\"kubectl\",\"fieldsV1\":{\"f:spec\":{\"f:x\":{}}}},{\"manager\":\"argocd\"}"
      "]" },
    { ".many.k17", VITALS_OK, "17" },
    { ".list[1][1].x", VITALS_OK, "3" },
    { ".list[6]", VITALS_OK, "1.50" },
    { ".list[7]", VITALS_OK, "12345678901234567890" },
    { ".none", VITALS_OK, "{}" },
    { ".list[99]", VITALS_ENOTFOUND, NULL },
    { ".list[999999999999999999]", VITALS_ENOTFOUND, NULL },
    { ".list.x", VITALS_ENOTFOUND, NULL },
    { ".kind[0]", VITALS_ENOTFOUND, NULL },
    { ".kind.x.y", VITALS_ENOTFOUND, NULL },
    { ".missing", VITALS_ENOTFOUND, NULL },
    { "", VITALS_EINVAL, NULL },
    { "kind", VITALS_EINVAL, NULL },
    { "..", VITALS_EINVAL, NULL },
    { ".kind.", VITALS_EINVAL, NULL },
    { ".list[]", VITALS_EINVAL, NULL },
    { ".list[-1]", VITALS_EINVAL, NULL },
    { ".list[1", VITALS_EINVAL, NULL },
    { ".list[1x]", VITALS_EINVAL, NULL },
    { ".list[9999999999999999999]", VITALS_EINVAL, NULL },
    { "[\"kind\"", VITALS_EINVAL, NULL },
    { "[\"kind", VITALS_EINVAL, NULL },
    { "[\"kind\\", VITALS_EINVAL, NULL },
    { "[\"\\x\"]", VITALS_EINVAL, NULL },
    { "[\"\\u12g4\"]", VITALS_EINVAL, NULL },
    { ".missing[\"\\x\"]", VITALS_EINVAL, NULL },
};

static void by_path(void **state) {
    (void)state;
    vitals_document *document = parse(text);
    for (size_t i = 0; i < TABLE_COUNT(path_rows); i++) {
        const struct path_row *row = &path_rows[i];
        const vitals_value *value = NULL;
        vitals_status status = vitals_document_field(document, NULL, path_of(row->path), &value);
        if (status != row->status) fail_msg("%s: %s", row->path, vitals_status_text(status));
        assert_int_equal(value != NULL, status == VITALS_OK);
        if (status) continue;
        char *json;
        size_t size;
        assert_int_equal(vitals_value_write_json(document, value, 0, NULL, &json, &size),
                         VITALS_OK);
        assert_string_equal(json, row->json);
        vitals_text_free(NULL, json, size);
    }
    vitals_document_free(document);
}

/* The rest of the path from every value on the way gives the same value. */
static void from_a_value(void **state) {
    (void)state;
    vitals_document *document = parse(text);
    const vitals_value *labels, *value, *itself, *root = vitals_document_root(document);
    assert_int_equal(vitals_document_field(document, NULL, path_of(".metadata.labels"), &labels),
                     VITALS_OK);
    assert_int_equal(vitals_document_field(document, labels, path_of("[\"a.b/c\"]"), &value),
                     VITALS_OK);
    assert_string_equal(vitals_value_string(value).bytes, "d");
    assert_int_equal(vitals_document_field(document, labels, path_of("."), &itself), VITALS_OK);
    assert_ptr_equal(itself, labels);
    assert_int_equal(vitals_document_field(document, NULL, path_of("."), &itself), VITALS_OK);
    assert_ptr_equal(itself, root);
    vitals_document_free(document);
}

/* ---------------------------------------------------------------- one after another */

/* Each value is found by the path that traces write for it. Returns the number of values. */
static size_t walk(const vitals_document *document, const vitals_value *value) {
    vt_buffer path;
    vt_buffer_init(&path, NULL, SIZE_MAX / 2);
    assert_true(vt_document_append_path(document, (const void *)value, &path));
    const vitals_value *found = NULL, *child;
    vitals_status status = vitals_document_field(document, NULL, vt_buffer_text(&path), &found);
    if (status || found != value) fail_msg("%s", path.bytes);
    vt_buffer_done(&path);
    uint64_t cursor = 0;
    size_t count = 0, all = 1;
    vitals_text key;
    while ((status = vitals_value_next(value, &cursor, &key, &child)) == VITALS_OK) {
        assert_int_equal(key.bytes != NULL, vitals_value_type_of(value) == VITALS_VALUE_MAP);
        bool deferred = vt_value_is_array((const void *)child) &&
                        ((const vt_value *)(const void *)child)->flags & VT_FLAG_DEFERRED;
        if (!deferred) all += walk(document, child);
        count++;
    }
    assert_int_equal(status, VITALS_ENOTFOUND);
    assert_int_equal(count, vitals_value_count(value));
    return all;
}

static void every_value(void **state) {
    (void)state;
    vitals_document *document = parse(text);
    assert_int_equal(walk(document, vitals_document_root(document)), 50);
    vitals_document_free(document);
}

/* Managed fields are built by the iteration that needs them. */
static void deferred_values(void **state) {
    (void)state;
    vitals_document *document = parse(text);
    const vitals_value *list, *item, *manager;
    uint64_t cursor = 0;
    assert_int_equal(
        vitals_document_field(document, NULL, path_of(".metadata.managedFields"), &list),
        VITALS_OK);
    assert_int_equal(vitals_value_type_of(list), VITALS_VALUE_LIST);
    assert_int_equal(vitals_value_count(list), 2);
    assert_int_equal(vitals_value_next(list, &cursor, NULL, &item), VITALS_OK);
    assert_int_equal(vitals_document_field(document, item, path_of(".manager"), &manager),
                     VITALS_OK);
    assert_string_equal(vitals_value_string(manager).bytes, "kubectl");
    assert_int_equal(vitals_value_next(list, &cursor, NULL, &item), VITALS_OK);
    assert_int_equal(vitals_value_next(list, &cursor, NULL, &item), VITALS_ENOTFOUND);
    vitals_document_free(document);
}

static vitals_status read_deferred(torture *memory, void *user) {
    vitals_allocator allocator = torture_allocator(memory);
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    vitals_document *document = NULL;
    const vitals_value *value = NULL, *list, *item;
    (void)user;
    options.allocator = &allocator;
    vitals_status status = vitals_document_parse(text, sizeof text - 1, &options, &document, NULL);
    if (!status) {
        status = vitals_document_field(document, NULL, path_of(".metadata.managedFields"), &list);
    }
    uint64_t cursor = 0;
    if (!status) status = vitals_value_next(list, &cursor, NULL, &item);
    if (!status) {
        status = vitals_document_field(document, NULL,
                                       path_of(".metadata.managedFields[0].manager"), &value);
    }
    if (!status) assert_string_equal(vitals_value_string(value).bytes, "kubectl");
    vitals_document_free(document);
    return status;
}

static void without_memory(void **state) {
    (void)state;
    assert_true(torture_run(read_deferred, NULL) > 0);
}

/* -------------------------------------------------------------------------- types */

static void types(void **state) {
    (void)state;
    static const vitals_value_type wanted[] = {
        VITALS_VALUE_INTEGER, VITALS_VALUE_LIST,   VITALS_VALUE_MAP,    VITALS_VALUE_NULL,
        VITALS_VALUE_BOOL,    VITALS_VALUE_BOOL,   VITALS_VALUE_DOUBLE, VITALS_VALUE_DOUBLE,
        VITALS_VALUE_INTEGER, VITALS_VALUE_STRING,
    };
    vitals_document *document = parse(text);
    const vitals_value *list, *item;
    uint64_t cursor = 0;
    assert_int_equal(vitals_document_field(document, NULL, path_of(".list"), &list), VITALS_OK);
    for (size_t i = 0; vitals_value_next(list, &cursor, NULL, &item) == VITALS_OK; i++) {
        assert_int_equal(vitals_value_type_of(item), wanted[i]);
        assert_int_equal(vitals_value_bool(item), i == 4);
        assert_int_equal(vitals_value_integer(item), i == 0 ? 1 : i == 8 ? -7 : 0);
        assert_int_equal(vitals_value_string(item).bytes != NULL, i == 9);
        double number = vitals_value_double(item);
        assert_true(number == (i == 0   ? 1
                               : i == 6 ? 1.5
                               : i == 7 ? 12345678901234567890.0
                               : i == 8 ? -7
                                        : 0));
    }
    vitals_document_free(document);
}

static void no_value(void **state) {
    (void)state;
    uint64_t cursor = 0;
    vitals_document *document = parse("{}");
    const vitals_value *value = NULL;
    char *json;
    size_t size;
    assert_int_equal(vitals_value_type_of(NULL), VITALS_VALUE_NONE);
    assert_null(vitals_value_string(NULL).bytes);
    assert_false(vitals_value_bool(NULL));
    assert_int_equal(vitals_value_integer(NULL), 0);
    assert_true(vitals_value_double(NULL) == 0);
    assert_int_equal(vitals_value_count(NULL), 0);
    assert_int_equal(vitals_value_next(NULL, &cursor, NULL, &value), VITALS_ENOTFOUND);
    assert_int_equal(vitals_value_next(vitals_document_root(document), &cursor, NULL, &value),
                     VITALS_ENOTFOUND);
    /* A cursor that no call gave, at the end and where an address would wrap around. */
    const uint64_t wrong[] = { 2, UINT64_C(1) << 40, UINT64_C(1) << 60, UINT64_C(1) << 61,
                               UINT64_MAX };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        cursor = wrong[i];
        assert_int_equal(vitals_value_next(vitals_document_root(document), &cursor, NULL, &value),
                         VITALS_ENOTFOUND);
    }
    assert_int_equal(vitals_value_write_json(document, NULL, 0, NULL, &json, &size), VITALS_EINVAL);
    assert_int_equal(vitals_document_field(NULL, NULL, path_of(".a"), &value), VITALS_EINVAL);
    vitals_document_free(document);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_path),        cmocka_unit_test(from_a_value),
        cmocka_unit_test(every_value),    cmocka_unit_test(deferred_values),
        cmocka_unit_test(without_memory), cmocka_unit_test(types),
        cmocka_unit_test(no_value),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
