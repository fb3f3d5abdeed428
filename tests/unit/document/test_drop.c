/* Members that are left out of a document. */
#include "support/drop.h"
#include "support/table.h"
#include "support/text.h"

#include <stdio.h>

#include "base/run/limits.h"
#include "support/torture.h"

static const struct row {
    TABLE_ROW;
    const char *text, *path, *want;
    size_t dropped;
} rows[] = {
    /* clang-format off */
    { "first member", "{\"a\":{\"b\":[1,\"x\"]},\"c\":2}", ".a", "{\"c\":2}", 1 },
    { "last member", "{\"c\":2,\"a\":[{\"b\":1}]}", ".a", "{\"c\":2}", 1 },
    { "only member", "{\"a\":1}", ".a", "{}", 1 },
    { "nothing to drop", "{\"b\":{\"a\":1}}", ".a", "{\"b\":{\"a\":1}}", 0 },
    { "deeper", "{\"a\":1,\"b\":{\"a\":{\"x\":[]},\"c\":3}}", ".b.a", "{\"a\":1,\"b\":{\"c\":3}}", 1 },
    { "a sibling of the same name", "{\"x\":{\"a\":1},\"b\":{\"a\":1},\"y\":{\"a\":1}}", ".b.a", "{\"x\":{\"a\":1},\"b\":{},\"y\":{\"a\":1}}", 1 },
    { "quoted", "{\"m\":{\"k.io/[x]\":\"}\",\"k\":1}}", ".m[\"k.io/[x]\"]", "{\"m\":{\"k\":1}}", 1 },
    { "of every item", "{\"v\":[{\"s\":1,\"n\":1},2,{\"s\":{}}],\"s\":1}", ".v[].s", "{\"v\":[{\"n\":1},2,{}],\"s\":1}", 2 },
    { "of items of items", "{\"v\":[[{\"s\":1}],[1,{\"s\":2,\"t\":[{\"s\":3}]}]]}", ".v[][].s", "{\"v\":[[{}],[1,{\"t\":[{\"s\":3}]}]]}", 2 },
    { "not an array", "{\"v\":{\"s\":1}}", ".v[].s", "{\"v\":{\"s\":1}}", 0 },
    { "not an object", "{\"v\":[{\"s\":1}]}", ".v.s", "{\"v\":[{\"s\":1}]}", 0 },
    { "the root is an array", "[{\"a\":1}]", ".a", "[{\"a\":1}]", 0 },
    { "written twice", "{\"a\":1,\"b\":2,\"a\":3}", ".a", "{\"b\":2}", 2 },
    { "duplicates that remain", "{\"b\":1,\"a\":1,\"b\":2}", ".a", "{\"b\":2}", 1 },
    { "escaped key", "{\"\\u0061\":1,\"b\":2}", ".a", "{\"b\":2}", 1 },
    { "escapes and UTF-8 inside", "{\"a\":[\"\\u00e9\\n\xC3\xA9\"],\"b\":2}", ".a", "{\"b\":2}", 1 },
    { "numbers after it keep their text", "{\"x\":1.50,\"a\":[2.50],\"b\":3.50,\"c\":[1e2]}", ".a", "{\"x\":1.50,\"b\":3.50,\"c\":[1e2]}", 1 },
    { "an object with an index", "{\"k1\":1,\"k2\":1,\"k3\":1,\"k4\":1,\"k5\":1,\"k6\":1,\"k7\":1,\"k8\":1,\"k9\":1,\"k10\":1,\"k11\":1,\"k12\":1,\"k13\":1,\"k14\":1,\"k15\":1,\"a\":[1],\"k16\":1,\"k17\":1}", ".a",
      "{\"k1\":1,\"k2\":1,\"k3\":1,\"k4\":1,\"k5\":1,\"k6\":1,\"k7\":1,\"k8\":1,\"k9\":1,\"k10\":1,\"k11\":1,\"k12\":1,\"k13\":1,\"k14\":1,\"k15\":1,\"k16\":1,\"k17\":1}", 1 },
    { "an index inside", "{\"a\":{\"k1\":1,\"k2\":1,\"k3\":1,\"k4\":1,\"k5\":1,\"k6\":1,\"k7\":1,\"k8\":1,\"k9\":1,\"k10\":1,\"k11\":1,\"k12\":1,\"k13\":1,\"k14\":1,\"k15\":1,\"k16\":1,\"k17\":1},\"b\":1}", ".a", "{\"b\":1}", 1 },
    { "deeper than 64 levels", "{\"a\":[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]],\"b\":1}", ".a", "{\"b\":1}", 1 },
    { "YAML", "a:\n  b: [1, 2.50]\nc: 2.50\nd:\n- x\n", ".a", "{\"c\":2.5,\"d\":[\"x\"]}", 1 },
    { "YAML, an anchor inside", "a: &x {b: 1}\nc: *x\n", ".a", "{\"c\":{\"b\":1}}", 1 },
    { "YAML, of every item", "v:\n- s: 1\n  m: [1]\n- s: {a: b}\n", ".v[].s", "{\"v\":[{\"m\":[1]},{}]}", 2 },
    { "YAML, all", "a: 1\n", ".a", "{}", 1 },
    /* clang-format on */
};

static void check(void **state) {
    const struct row *row = *state;
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.drop = &row->path;
    options.drop_count = 1;
    vitals_document *document = NULL;
    char *text;
    size_t size;
    assert_int_equal(vitals_document_parse(row->text, strlen(row->text), &options, &document, NULL),
                     VITALS_OK);
    assert_int_equal(vitals_document_write_json(document, 0, NULL, &text, &size), VITALS_OK);
    assert_string_equal(text, row->want);
    assert_int_equal(vitals_document_dropped(document), row->dropped);
    const vt_value *root = vt_document_root(document);
    const vt_value *key = vt_object_first(vt_value_is_object(root) ? root : NULL);
    for (; key; key = vt_object_next(root, key)) { /* indexes are right too */
        assert_ptr_equal(vt_document_get(document, root, vt_value_text(key)), vt_object_value(key));
    }
    vitals_text_free(NULL, text, size);
    vitals_document_free(document);
}

/* ------------------------------------------------------------------------- paths */

static void check_paths(void **state) {
    (void)state;
    static const char *const wrong[] = { "",         "a",     ".",  ".a.",   ".a[]",    ".a[0]",
                                         ".a[\"b\"", ".a..b", "[]", ".a]b[", ".a[\"b]", ".a\"b\"" };
    static const char *const right[] = { ".a", "[\"a\"].b", ".a[][].b", ".a-b/c" };
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.drop_count = 1;
    for (size_t i = 0; i < TABLE_COUNT(wrong) + TABLE_COUNT(right); i++) {
        bool is_right = i >= TABLE_COUNT(wrong);
        const char *path = is_right ? right[i - TABLE_COUNT(wrong)] : wrong[i];
        vitals_document *document = NULL;
        vitals_stream *stream = NULL;
        options.drop = &path;
        vitals_status want = is_right ? VITALS_OK : VITALS_EINVAL;
        if (vitals_document_parse("{}", 2, &options, &document, NULL) != want) fail_msg("%s", path);
        assert_int_equal(vitals_stream_new(&options, NULL, NULL, &stream), want);
        vitals_document_free(document);
        vitals_stream_free(stream);
    }
}

static void check_most_paths(void **state) {
    (void)state;
    const char *paths[65];
    char names[65][16], deep[200] = "";
    for (int i = 0; i < 65; i++) {
        snprintf(names[i], sizeof names[i], ".k%d", i);
        paths[i] = names[i];
    }
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    vitals_document *document = NULL;
    options.drop = paths;
    options.drop_count = 65;
    assert_int_equal(vitals_document_parse("{}", 2, &options, &document, NULL), VITALS_EINVAL);
    options.drop_count = 64;
    const char *text = "{\"k63\":1,\"k64\":2,\"k0\":3}";
    assert_int_equal(vitals_document_parse(text, strlen(text), &options, &document, NULL),
                     VITALS_OK);
    assert_int_equal(vitals_document_dropped(document), 2);
    for (int i = 0; i < 16; i++) text_append(deep, sizeof deep, ".a");
    options.drop_count = 1;
    paths[0] = deep;
    assert_int_equal(vitals_document_parse("{}", 2, &options, &document, NULL), VITALS_OK);
    text_append(deep, sizeof deep, ".a");
    assert_int_equal(vitals_document_parse("{}", 2, &options, &document, NULL), VITALS_EINVAL);
    vitals_document_free(document);
}

/* ------------------------------------------------------------ errors and limits */

static const char *const texts[] = {
    "{\"a\":[1,{\"b\":\"x\"}],\"b\":{\"c\":[[]],\"d\":1},\"d\":[{\"e\":{\"f\":{\"g\":1}}},2]}",
    "{\"metadata\":{\"managedFields\":[{\"a\":1.5e3,\"b\":-0,\"c\":[true,false,null]}]},\"data\":{"
    "\"x\":\"\\\"\"}}",
    "{\"a\":[1,}",
    "{\"a\":[01]}",
    "{\"a\":\"\x01\"}",
    "{\"a\":\"\xFF\",\"b\":\"\xFF\"}",
    "{\"b\":\"\xFF\",\"a\":\"\xFE\"}",
    "{\"a\":1e999}",
    "{\"a\":{\"b\" 1}}",
    "{\"a\":{\"b\":1]}",
    "{\"a\":{1:2}}",
    "{\"a\":tru}",
    "{\"a\":[1 2]}",
    "{\"a\":\"\\x\"}",
    "{\"a\":\"\\u00g0\"}",
    "{\"a\":\"\\ud800\"}",
    "{\"a\":[",
    "{\"a\":\"",
    "{\"a\":",
    "{\"a\"",
    "{\"a\":1 \"b\":2}",
    "{\"a\":-}",
    "{\"a\":1.}",
    "{\"a\":1e}",
    "{\"a\":[1],}",
    "{\"a\":nul",
    "{\"g\":[[{\"h\":[1,2,3]}],{\"h\":1}],\"a\":{},\"a\":[]}",
    "a: {b: 1}\nb:\n  c: [1, 2]\n  d: 3\nd:\n- e: {f: 1, g: 2}\n",
    "a: &x [1]\nb: *x\n",
    "a: [\nb: 1\n",
};

static void check_limits(void **state) {
    (void)state;
    for (size_t i = 0; i < TABLE_COUNT(texts); i++) {
        vitals_limits limits = { 0 };
        vitals_read_options options = VITALS_READ_OPTIONS_INIT;
        options.limits = &limits;
        drop_require_same(texts[i], strlen(texts[i]), &options);
        for (uint64_t most = 1; most < 40; most++) {
            limits.document_values = most;
            drop_require_same(texts[i], strlen(texts[i]), &options);
        }
        limits.document_values = 0;
        for (uint64_t most = 1; most < 8; most++) {
            limits.document_depth = most;
            drop_require_same(texts[i], strlen(texts[i]), &options);
        }
    }
}

/* Positions are those of the text that was read. */
static void check_positions(void **state) {
    (void)state;
    static const char text[] = "{\"a\": [1,\n 2],\n \"b\": {\n  \"c\": 1}}";
    const char *path = ".a";
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.drop = &path;
    options.drop_count = 1;
    vitals_document *document = NULL;
    assert_int_equal(vitals_document_parse(text, sizeof text - 1, &options, &document, NULL),
                     VITALS_OK);
    vt_place place = vt_document_place(document, vt_document_find(document, "b", "c", NULL));
    assert_int_equal(place.line, 4);
    assert_int_equal(place.column, 8);
    vitals_document_free(document);
}

/* ------------------------------------------------------------------------ streams */

typedef struct stream_case {
    const char *text, *want;
} stream_case;

static void check_stream_case(const stream_case *one) {
    const char *paths[] = { ".metadata.managedFields", ".data" };
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.drop = paths;
    options.drop_count = 2;
    vitals_stream *stream;
    vitals_piece *piece;
    vitals_document *document = NULL;
    assert_int_equal(vitals_stream_new(&options, NULL, NULL, &stream), VITALS_OK);
    paths[0] = paths[1] = NULL; /* they are copied */
    assert_int_equal(vitals_stream_feed(stream, one->text, strlen(one->text)), VITALS_OK);
    assert_int_equal(vitals_stream_end(stream), VITALS_OK);
    assert_int_equal(vitals_stream_next(stream, &piece, NULL), VITALS_OK);
    vitals_stream_free(stream); /* the piece has what it needs */
    assert_int_equal(vitals_piece_parse(piece, &document, NULL, NULL), VITALS_OK);
    char *text;
    size_t size;
    assert_int_equal(vitals_document_write_json(document, 0, NULL, &text, &size), VITALS_OK);
    assert_string_equal(text, one->want);
    vitals_text_free(NULL, text, size);
    vitals_piece_free(piece);
    vitals_document_free(document);
}

#define POD "\"metadata\":{\"name\":\"a\",\"managedFields\":[{}]},\"data\":{}"
#define LEFT "\"metadata\":{\"name\":\"a\"}"

static void check_streams(void **state) {
    (void)state;
    static const stream_case cases[] = {
        { "{" POD "}", "{" LEFT "}" },
        { "{\"type\":\"ADDED\",\"object\":{" POD "}}", "{" LEFT "}" },
        { "{ \"object\" : {" POD "},\"type\":\"ADDED\"}", "{" LEFT "}" },
        { "{\"type\":\"\\u0041DDED\",\"object\":{" POD "}}", "{" LEFT "}" },
        { "{\"type\":\"ADDED\",\"object\":{" POD "},\"x\":1,\"data\":2}",
          "{\"type\":\"ADDED\",\"object\":{" POD "},\"x\":1}" },
        { "{\"kind\":\"List\",\"data\":1,\"items\":[{" POD "}]}", "{" LEFT "}" },
        { "{\"kind\":\"List\",\"items\":[{\"kind\":\"PodList\",\"items\":[{\"kind\":\"A\"," POD
          "}]}]}",
          "{\"kind\":\"A\"," LEFT "}" },
        { "type: ADDED\nobject:\n  metadata: {managedFields: [], name: a}\n  data: 1\n",
          "{" LEFT "}" },
        { "kind: List\nitems:\n- metadata: {managedFields: [], name: a}\n  data: 1\n",
          "{" LEFT "}" },
    };
    for (size_t i = 0; i < TABLE_COUNT(cases); i++) check_stream_case(&cases[i]);
}

/* ---------------------------------------------------------------------- no memory */

static vitals_status read_dropping(torture *state, void *user) {
    vitals_allocator allocator = torture_allocator(state);
    static const char *const paths[] = { ".a", ".v[].s" };
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.allocator = &allocator;
    options.drop = paths;
    options.drop_count = 2;
    vitals_document *document = NULL;
    vitals_status status = vitals_document_parse(user, strlen(user), &options, &document, NULL);
    if (status == VITALS_OK) assert_true(vitals_document_dropped(document) > 0);
    vitals_document_free(document);
    return status;
}

static void check_torture(void **state) {
    (void)state;
    char works[][100] = { "{\"a\":{\"b\":\"\xFF\"},\"v\":[{\"s\":1.50,\"t\":2.50}]}",
                          "a: {b: 1}\nv:\n- s: 1.50\n  t: 2.50\n" };
    for (size_t i = 0; i < TABLE_COUNT(works); i++) torture_run(read_dropping, works[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(check_paths),   cmocka_unit_test(check_most_paths),
        cmocka_unit_test(check_limits),  cmocka_unit_test(check_positions),
        cmocka_unit_test(check_streams), cmocka_unit_test(check_torture),
    };
    int failed = TABLE_RUN("drop", check, rows);
    return failed + cmocka_run_group_tests(tests, NULL, NULL);
}
