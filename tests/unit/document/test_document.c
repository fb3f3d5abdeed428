/* Looking into documents: getters, lookups, texts of numbers, places and paths. */
#include <stdio.h>

#include "base/memory/buffer.h"
#include "document/document.h"
#include "support/table.h"

static vitals_document *parse_as(const char *text, const char *file) {
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.file = file;
    vitals_document *document = NULL;
    assert_int_equal(vitals_document_parse(text, strlen(text), &options, &document, NULL),
                     VITALS_OK);
    return document;
}

/* clang-format off */
static const struct row { TABLE_ROW; const char *text, *api_version, *group, *version, *kind; } rows[] = {
    { "group and version", "{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\"}", "apps/v1", "apps", "v1", "Deployment" },
    { "version alone", "{\"apiVersion\":\"v1\",\"kind\":\"Pod\"}", "v1", "", "v1", "Pod" },
    { "two slashes", "{\"apiVersion\":\"a/b/c\",\"kind\":\"X\"}", "a/b/c", "", "", "" },
    { "slash first", "{\"apiVersion\":\"/v1\",\"kind\":\"X\"}", "/v1", "", "v1", "X" },
    { "slash last", "{\"apiVersion\":\"g/\",\"kind\":\"X\"}", "g/", "g", "", "X" },
    { "empty", "{\"apiVersion\":\"\",\"kind\":\"\"}", "", "", "", "" },
    { "missing", "{}", NULL, NULL, NULL, NULL },
    { "null", "{\"apiVersion\":null,\"kind\":null}", NULL, NULL, NULL, NULL },
    { "wrong types", "{\"apiVersion\":1,\"kind\":[\"X\"]}", NULL, NULL, NULL, NULL },
    { "no object", "[1]", NULL, NULL, NULL, NULL },
    { "last key wins", "{\"kind\":\"A\",\"kind\":\"B\"}", NULL, NULL, NULL, "B" },
};

static const struct path_row { TABLE_ROW; const char *keys[5]; const char *path; uint32_t line, column; } path_rows[] = {
    { "root", { NULL }, ".", 1, 1 },
    { "key", { "spec" }, ".spec", 2, 11 },
    { "two keys", { "spec", "a" }, ".spec.a", 2, 17 },
    { "item", { "status", "#1" }, ".status[1]", 4, 3 },
    { "key of an item", { "status", "#1", "type" }, ".status[1].type", 4, 12 },
    { "key in brackets", { "spec", "a.b/c" }, ".spec[\"a.b/c\"]", 2, 29 },
    { "key with a quote", { "spec", "q\"" }, ".spec[\"q\\\"\"]", 2, 39 },
    { "key that begins with a digit", { "spec", "1a" }, ".spec[\"1a\"]", 2, 48 },
};

/* clang-format on */

static const char paths[] = "{\n"
                            "  \"spec\": {\"a\": 1, \"a.b/c\": 2, \"q\\\"\": 3, \"1a\": 4},\n"
                            "  \"status\": [{\"x\": 1},\n"
                            "  {\"type\": \"T\"}]}";

static void assert_text(vt_text text, const char *want) {
    if (!want) {
        assert_null(text.bytes);
        return;
    }
    assert_non_null(text.bytes);
    assert_string_equal(text.bytes, want); /* and terminated */
    assert_int_equal(text.size, strlen(want));
}

static void check(void **state) {
    const struct row *row = *state;
    vitals_document *document = parse_as(row->text, NULL);
    assert_text(vitals_document_api_version(document), row->api_version);
    assert_text(vitals_document_group(document), row->group);
    assert_text(vitals_document_version(document), row->version);
    assert_text(vitals_document_kind(document), row->kind);
    char joined[64];
    snprintf(joined, sizeof joined, "%s%s%s", row->group ? row->group : "",
             row->group && *row->group ? "/" : "", row->kind ? row->kind : "");
    assert_text(vt_document_parts(document)->identity.group_kind, joined);
    vitals_document_free(document);
}

static void check_path(void **state) {
    const struct path_row *row = *state;
    vitals_document *document = parse_as(paths, "p.json");
    const vt_value *value = vt_document_root(document), *parent = NULL;
    for (size_t i = 0; i < 5 && row->keys[i]; i++) {
        parent = value;
        value = row->keys[i][0] == '#'
                    ? vt_array_at(value, (size_t)(row->keys[i][1] - '0'))
                    : vt_document_get(document, value, vt_text_from(row->keys[i]));
        assert_non_null(value);
    }
    assert_ptr_equal(vt_document_parent(document, value), parent);
    vt_buffer buffer;
    vt_buffer_init(&buffer, NULL, 1000);
    assert_true(vt_document_append_path(document, value, &buffer));
    assert_string_equal(buffer.bytes, row->path);
    vt_buffer_done(&buffer);
    vt_place place = vt_document_place(document, value);
    assert_string_equal(place.file, "p.json");
    assert_int_equal(place.line, row->line);
    assert_int_equal(place.column, row->column);
    vitals_document_free(document);
}

static void metadata(void **state) {
    (void)state;
    vitals_document *document =
        parse_as("\n\n{\"metadata\":{\"name\":\"n\",\"namespace\":\"s\",\"uid\":\"u\"}}", "f.json");
    assert_text(vitals_document_name(document), "n");
    assert_text(vitals_document_namespace(document), "s");
    assert_text(vitals_document_uid(document), "u");
    vitals_origin origin;
    vitals_document_origin(document, &origin, sizeof origin);
    assert_string_equal(origin.file, "f.json");
    assert_int_equal(origin.line, 3);
    vitals_document_free(document);
    document = parse_as("{\"metadata\":[\"name\"]}", NULL);
    assert_text(vitals_document_name(document), NULL);
    vitals_document_origin(document, &origin, sizeof origin);
    assert_string_equal(origin.file, "");
    vitals_document_free(document);
}

/* A part of a file: places are those of the file. */
static void places_of_a_part(void **state) {
    (void)state;
    vt_source source = { VT_TEXT_INIT("{\"a\":\n 1}"), { "list.json", 3, 10, 5 }, NULL };
    vitals_document *document = NULL;
    assert_int_equal(vt_document_parse_source(&source, NULL, &document, NULL), VITALS_OK);
    vt_place root = vt_document_place(document, vt_document_root(document));
    assert_string_equal(root.file, "list.json");
    assert_int_equal(root.document, 3);
    assert_int_equal(root.line, 10);
    assert_int_equal(root.column, 5);
    vt_place a = vt_document_place(document, vt_document_find(document, "a", NULL));
    assert_int_equal(a.line, 11);
    assert_int_equal(a.column, 2);
    assert_int_equal(vt_document_place(document, NULL).line, 0);
    assert_int_equal(vt_document_place(document, NULL).column, 0);
    vitals_document_free(document);
}

#define SIXTEEN                                                                                    \
    "\"b0\":0,\"b1\":0,\"b2\":0,\"b3\":0,\"b4\":0,\"b5\":0,\"b6\":0,\"b7\":0,"                     \
    "\"c0\":0,\"c1\":0,\"c2\":0,\"c3\":0,\"c4\":0,\"c5\":0,\"c6\":0,\"c7\":0,"

/* What rules begin at is what a look at the tree finds: the last of keys given again, in objects with
** and without an index. */
/* By its first character: YAML has no pairs of surrogates. */
static void json_after_white_space(void **state) {
    static const char *const before[] = { "", " ", "\n\t \r\n", "\xEF\xBB\xBF", "\xEF\xBB\xBF \n" };
    (void)state;
    for (size_t i = 0; i < TABLE_COUNT(before); i++) {
        char text[64];
        snprintf(text, sizeof text, "%s{\"kind\":\"\\ud83d\\ude00\"}", before[i]);
        vitals_document *document = parse_as(text, NULL);
        assert_text(vitals_document_kind(document), "\xF0\x9F\x98\x80");
        vitals_document_free(document);
    }
}

static void parts(void **state) {
    (void)state;
    static const char *const objects[] = {
        "{\"metadata\":{\"generation\":2,\"deletionTimestamp\":\"t\"},\"spec\":[],\"status\":1,"
        "\"status\":{\"conditions\":0,\"conditions\":[1],\"observedGeneration\":3}}",
        "{" SIXTEEN "\"status\":{" SIXTEEN "\"conditions\":[]},\"metadata\":{" SIXTEEN
        "\"generation\":1}}",
        "{\"metadata\":[],\"status\":\"conditions\"}",
        "[]",
    };
    for (size_t i = 0; i < sizeof objects / sizeof *objects; i++) {
        vitals_document *document = parse_as(objects[i], NULL);
        const vt_parts *found = vt_document_parts(document);
#define SAME(part, ...) assert_ptr_equal(found->part, vt_document_find(document, __VA_ARGS__, NULL))
        SAME(metadata, "metadata");
        SAME(spec, "spec");
        SAME(status, "status");
        SAME(deletion_timestamp, "metadata", "deletionTimestamp");
        SAME(generation, "metadata", "generation");
        SAME(observed_generation, "status", "observedGeneration");
        SAME(conditions, "status", "conditions");
#undef SAME
        vitals_document_free(document);
    }
}

static void missing_values(void **state) {
    (void)state;
    vitals_document *document = parse_as("{\"a\":{\"b\":null},\"c\":[1]}", NULL);
    assert_true(vt_value_is_null(vt_document_find(document, "a", "b", NULL)));
    assert_null(vt_document_find(document, "a", "b", "c", NULL));
    assert_null(vt_document_find(document, "x", "y", NULL));
    assert_null(vt_document_get(document, NULL, VT_TEXT("a")));
    assert_null(vt_array_at(vt_document_find(document, "c", NULL), 1));
    assert_null(vt_array_at(NULL, 0));
    assert_null(vt_array_first(NULL));
    assert_null(vt_object_first(vt_document_find(document, "c", NULL)));
    assert_true(vt_text_is_absent(vt_value_text(vt_document_find(document, "c", NULL))));
    assert_int_equal(vt_value_count(NULL), 0);
    assert_string_equal(vt_value_go_type(NULL), "null");
    assert_string_equal(vt_value_go_type(vt_document_find(document, "a", NULL)), "map");
    assert_string_equal(vt_value_go_type(vt_document_find(document, "c", NULL)), "slice");
    vitals_document_free(document);
}

static void number_texts(void **state) {
    (void)state;
    vitals_document *document = parse_as("[1,-0,2.0,\"x\"]", NULL);
    const vt_value *root = vt_document_root(document);
    char scratch[40];
    assert_true(vt_text_is(vt_document_number_text(document, vt_array_at(root, 0), scratch), "1"));
    assert_true(vt_text_is(vt_document_number_text(document, vt_array_at(root, 1), scratch), "-0"));
    assert_true(
        vt_text_is(vt_document_number_text(document, vt_array_at(root, 2), scratch), "2.0"));
    assert_true(
        vt_text_is_absent(vt_document_number_text(document, vt_array_at(root, 3), scratch)));
    vitals_document_free(document);
}

static void keys_have_places_too(void **state) {
    (void)state;
    vitals_document *document = parse_as("{\"a\":1,\n\"b\":{\"c\":2}}", NULL);
    const vt_value *root = vt_document_root(document);
    const vt_value *b = vt_object_next(root, vt_object_first(root));
    assert_ptr_equal(vt_document_parent(document, b), root);
    assert_int_equal(vt_document_place(document, b).line, 2);
    assert_int_equal(vt_document_place(document, b).column, 1);
    vitals_document_free(document);
}

/* Keys may hold dots and slashes; what is not a string has no text. */
static void labels_and_annotations(void **state) {
    (void)state;
    static const char json[] = "{\"metadata\":{\"labels\":{\"app\":\"b\",\"a.b/"
                               "c\":\"\",\"n\":1},\"annotations\":{\"x\":\"y\"}}}";
    vitals_document *document = NULL;
    assert_int_equal(vitals_document_parse(json, sizeof json - 1, NULL, &document, NULL),
                     VITALS_OK);
    assert_true(vt_text_is(vitals_document_label(document, VT_TEXT("app")), "b"));
    assert_false(vt_text_is_absent(vitals_document_label(document, VT_TEXT("a.b/c"))));
    assert_true(vt_text_is_absent(vitals_document_label(document, VT_TEXT("n"))));
    assert_true(vt_text_is_absent(vitals_document_label(document, VT_TEXT("x"))));
    assert_true(vt_text_is(vitals_document_annotation(document, VT_TEXT("x")), "y"));
    vitals_document_free(document);
}

int main(void) {
    const struct CMUnitTest others[] = {
        cmocka_unit_test(metadata),
        cmocka_unit_test(places_of_a_part),
        cmocka_unit_test(json_after_white_space),
        cmocka_unit_test(parts),
        cmocka_unit_test(missing_values),
        cmocka_unit_test(number_texts),
        cmocka_unit_test(keys_have_places_too),
        cmocka_unit_test(labels_and_annotations),
    };
    return TABLE_RUN("type", check, rows) + TABLE_RUN("paths", check_path, path_rows) +
           cmocka_run_group_tests_name("document", others, NULL, NULL);
}
