/* What is wrong with a YAML text: go-yaml's words, and the place. */
#include "document/document.h"
#include "support/table.h"
#include "support/torture.h"

static const struct row {
    TABLE_ROW;
    const char *yaml;
    uint32_t line, column;
    const char *text;
} rows[] = {
    /* clang-format off */
    { "flow sequence is not closed", "a: [1, 2\n", 2, 1,
      "yaml: line 1: did not find expected ',' or ']'" },
    { "flow mapping is not closed", "a: {b: 1\n", 2, 1,
      "yaml: line 1: did not find expected ',' or '}'" },
    { "double quote is not closed", "a: \"x\n", 2, 1,
      "yaml: line 2: found unexpected end of stream" },
    { "single quote is not closed", "b: 1\na: 'x\n", 3, 1,
      "yaml: line 3: found unexpected end of stream" },
    { "quote is not closed, later", "# c\na: \"x\ny: z\n", 4, 1,
      "yaml: line 4: found unexpected end of stream" },
    { "escaped slash", "a: \"x\\/y\"\n", 1, 6,
      "yaml: found unknown escape character" },
    { "escaped slash, later", "a: b\nc: \"x\n  \\\\\\/y\"\n", 3, 5,
      "yaml: line 3: found unknown escape character" },
    { "two colons", "a: b: c\n", 1, 5,
      "yaml: mapping values are not allowed in this context" },
    { "two colons, later", "\n\n\na: b: c\n", 4, 5,
      "yaml: line 4: mapping values are not allowed in this context" },
    { "deeper key below a scalar", "a: b\n c: d\n", 2, 3,
      "yaml: line 2: mapping values are not allowed in this context" },
    { "deeper key below a scalar 2", "x: y\na: b\n  c: d\n", 3, 4,
      "yaml: line 3: mapping values are not allowed in this context" },
    { "tab indentation", "a:\n\tb: c\n", 2, 1,
      "yaml: line 2: found character that cannot start any token" },
    { "tab at the start", "\ta: b\n", 1, 1,
      "yaml: found character that cannot start any token" },
    { "tab indentation, deep", "a:\n  b:\n\t  c: d\n", 3, 1,
      "yaml: line 3: found character that cannot start any token" },
    { "reserved @", "a: @x\n", 1, 4,
      "yaml: found character that cannot start any token" },
    { "reserved `", "a: `x\n", 1, 4,
      "yaml: found character that cannot start any token" },
    { "percent", "a: %x\n", 1, 4,
      "yaml: found character that cannot start any token" },
    { "star without a name", "a: *\n", 1, 5,
      "yaml: did not find expected alphabetic or numeric character" },
    { "ampersand without a name", "a: &\n", 1, 5,
      "yaml: did not find expected alphabetic or numeric character" },
    { "key that starts with a star", "*.example.com/Foo: b\n", 1, 2,
      "yaml: did not find expected alphabetic or numeric character" },
    { "sequence in a value", "a: - b\n", 1, 4,
      "yaml: block sequence entries are not allowed in this context" },
    { "key behind a sequence", "- a\nb: c\n", 2, 1,
      "yaml: line 1: did not find expected '-' indicator" },
    { "item behind a key", "a: b\n- c\n", 2, 1,
      "yaml: line 1: did not find expected key" },
    { "block scalar header", "a: |x\n b\n", 1, 5,
      "yaml: did not find expected comment or line break" },
    { "block scalar indentation 0", "a: |0\n b\n", 1, 5,
      "yaml: found an indentation indicator equal to 0" },
    { "unknown escape", "a: \"\\q\"\n", 1, 5,
      "yaml: found unknown escape character" },
    { "bad hexadecimal escape", "a: \"\\xZZ\"\n", 1, 7,
      "yaml: did not find expected hexdecimal number" },
    { "surrogate escape", "a: \"\\ud800\"\n", 1, 7,
      "yaml: found invalid Unicode character escape code" },
    { "tag is not closed", "a: !<x\n", 1, 7,
      "yaml: did not find the expected '>'" },
    { "unknown tag handle", "a: !x!y z\n", 1, 4,
      "yaml: found undefined tag handle" },
    { "stray ]", "a: ]\n", 1, 4,
      "yaml: did not find expected node content" },
    { "stray }", "a: }\n", 1, 4,
      "yaml: did not find expected node content" },
    { "no comma", "a: {b: c d: e}\n", 1, 11,
      "yaml: did not find expected ',' or '}'" },
    { "text behind a quote", "a: \"b\" c\n", 1, 8,
      "yaml: did not find expected key" },
    { "text behind a flow", "a: [b] c\n", 1, 8,
      "yaml: did not find expected key" },
    { "less indentation", "a:\n  b: c\n d: e\n", 3, 2,
      "yaml: line 2: did not find expected key" },
    { "less indentation in a sequence", "a:\n  - b\n - c\n", 3, 2,
      "yaml: line 2: did not find expected key" },
    { "bad YAML version", "%YAML 2.0\n---\na: b\n", 1, 1,
      "yaml: found incompatible YAML document" },
    { "directive without a document", "%YAML 1.1\na: b\n", 2, 1,
      "yaml: line 1: did not find expected <document start>" },
    { "unknown directive", "%FOO bar\n---\na: b\n", 1, 5,
      "yaml: found unknown directive name" },
    { "control character", "a: \001\n", 1, 4,
      "yaml: control characters are not allowed" },
    { "unknown anchor", "a: 1\nb: *x\n", 2, 4,
      "yaml: unknown anchor 'x' referenced" },
    { "anchor in itself", "a: &x [1, *x]\n", 1, 11,
      "yaml: anchor 'x' value contains itself" },
    { "anchor in itself, map", "a: &x\n  b: *x\n", 2, 6,
      "yaml: anchor 'x' value contains itself" },
    { "anchor in itself before a mistake of the syntax", "a: &x [*x]\nb: [\n", 3, 1,
      "yaml: line 2: did not find expected node content" },
    { "anchor in itself as a merge", "a: &x\n  <<: *x\n", 2, 7,
      "yaml: anchor 'x' value contains itself" },
    { "anchor in itself in a list of merges", "a: &x\n  <<: [{b: 1}, *x]\n", 2, 16,
      "yaml: anchor 'x' value contains itself" },
    { "anchor in itself as a key", "a: &x {? *x : b}\n", 1, 10,
      "yaml: anchor 'x' value contains itself" },
    { "infinity before an unknown anchor", "a: .inf\nb: *x\n", 2, 4,
      "yaml: unknown anchor 'x' referenced" },
    { "infinity before a value that does not fit its tag", "a: .inf\nb: !!int x\n", 2, 4,
      "yaml: cannot decode !!str `x` as a !!int" },
    { "infinity before a null key", "a: .inf\n~: b\n", 2, 1,
      "unsupported map key of type: %!s(<nil>), key: <nil>, value: \"b\"" },
    { "null key before infinity", "~: b\na: .inf\n", 1, 1,
      "unsupported map key of type: %!s(<nil>), key: <nil>, value: \"b\"" },
    { "null key before a merge of a scalar", "~: b\n<<: 5\n", 2, 5,
      "yaml: map merge requires map or sequence of maps as the value" },
    { "null key with a tag", "!!null \"\": b\n", 1, 1,
      "unsupported map key of type: %!s(<nil>), key: <nil>, value: \"b\"" },
    { "null key with an anchor before a value with a tag", "&x : !y\n", 1, 1,
      "unsupported map key of type: %!s(<nil>), key: <nil>, value: \"\"" },
    { "escaped slash before another wrong escape", "a: \"\\/\\q\"\n", 1, 5,
      "yaml: found unknown escape character" },
    { "escaped slash in a string that is not closed", "a: b\nc: \"\\/\n", 2, 5,
      "yaml: line 2: found unknown escape character" },
    { "escaped slash after an escaped line break", "a: \"x\\\n  y\\/\"\n", 2, 4,
      "yaml: line 2: found unknown escape character" },
    { "merge of a scalar, with a bare tag", "! <<: 5\n", 1, 7,
      "yaml: map merge requires map or sequence of maps as the value" },
    { "merge of a scalar", "<<: 5\n", 1, 5,
      "yaml: map merge requires map or sequence of maps as the value" },
    { "merge of null", "a: 1\n<<: null\n", 2, 5,
      "yaml: map merge requires map or sequence of maps as the value" },
    { "merge of a list with a scalar", "<<: [{a: 1}, 5]\n", 1, 14,
      "yaml: map merge requires map or sequence of maps as the value" },
    { "merge of a list of lists", "<<: [[{a: 1}]]\n", 1, 6,
      "yaml: map merge requires map or sequence of maps as the value" },
    { "merge of an alias of a list", "a: &x [{b: 1}]\n<<: *x\n", 2, 5,
      "yaml: map merge requires map or sequence of maps as the value" },
    { "null key", "~: b\n", 1, 1,
      "unsupported map key of type: %!s(<nil>), key: <nil>, value: \"b\"" },
    { "null key with a map", "a: 1\n~: {b: [1, 2.5, true, ~, \"x\"], a: {}}\n", 2, 1,
      "unsupported map key of type: %!s(<nil>), key: <nil>, value: map[interface {}]interface {}{\"a\":map[interface {}]interface {}{}, \"b\":[]interface {}{1, 2.5, true, interface {}(nil), \"x\"}}" },
    { "empty key is null", ": a\n", 1, 1,
      "yaml: did not find expected key" },
    { "list as a key", "? [a, 1, true, ~, 1.5]\n: x\n", 1, 3,
      "yaml: invalid map key: []interface {}{\"a\", 1, true, interface {}(nil), 1.5}" },
    { "list as a key in flow", "{[a]: b}\n", 1, 2,
      "yaml: invalid map key: []interface {}{\"a\"}" },
    { "map as a key", "? {a: 1}\n: b\n", 1, 3,
      "yaml: invalid map key: map[interface {}]interface {}{\"a\":1}" },
    { "key over int64", "18446744073709551615: a\n", 1, 1,
      "unsupported map key of type: uint64, key: 0xffffffffffffffff, value: \"a\"" },
    { "infinity", "a: .inf\n", 1, 4,
      "json: unsupported value: +Inf" },
    { "infinity with a sign", "a: +.INF\n", 1, 4, "json: unsupported value: +Inf" },
    { "infinity in all cases", "a: [+.inf]\n", 1, 5, "json: unsupported value: +Inf" },
    { "infinity in all cases 2", "a: [.Inf]\n", 1, 5, "json: unsupported value: +Inf" },
    { "infinity in all cases 3", "a: [.INF]\n", 1, 5, "json: unsupported value: +Inf" },
    { "infinity in all cases 4", "a: [+.Inf]\n", 1, 5, "json: unsupported value: +Inf" },
    { "minus infinity in all cases", "a: [-.INF]\n", 1, 5, "json: unsupported value: -Inf" },
    { "minus infinity in all cases 2", "a: [-.inf]\n", 1, 5, "json: unsupported value: -Inf" },
    { "not a number in all cases", "a: [.NaN]\n", 1, 5, "json: unsupported value: NaN" },
    { "not a number in all cases 2", "a: [.NAN]\n", 1, 5, "json: unsupported value: NaN" },
    { "minus infinity", "a: [1, -.Inf]\n", 1, 8,
      "json: unsupported value: -Inf" },
    { "not a number", "a:\n  b: .nan\n", 2, 6,
      "json: unsupported value: NaN" },
    { "tag int on text", "a: !!int foo\n", 1, 4,
      "yaml: cannot decode !!str `foo` as a !!int" },
    { "tag int on a float", "a: !!int 5.0\n", 1, 4,
      "yaml: cannot decode !!float `5.0` as a !!int" },
    { "tag null on text", "a: !!null foo\n", 1, 4,
      "yaml: cannot decode !!str `foo` as a !!null" },
    { "tag bool on a number", "a: !!bool 5\n", 1, 4,
      "yaml: cannot decode !!int `5` as a !!bool" },
    { "tag timestamp on text", "a: !!timestamp foo\n", 1, 4,
      "yaml: cannot decode !!str `foo` as a !!timestamp" },
    { "bad base64", "a: !!binary x*x\n", 1, 4,
      "yaml: !!binary value contains invalid base64 data" },
    { "base64 without its padding", "a: !!binary aGk\n", 1, 4,
      "yaml: !!binary value contains invalid base64 data" },
    { "column counts characters", "\303\251: \303\274: x\n", 1, 5,
      "yaml: mapping values are not allowed in this context" },
    /* clang-format on */
};

static void expect(vitals_diagnostics *diagnostics, uint32_t line, uint32_t column,
                   const char *text) {
    assert_int_equal(vitals_diagnostics_count(diagnostics), 1);
    const vitals_diagnostic *one = vitals_diagnostics_at(diagnostics, 0);
    assert_string_equal(one->text.bytes, text);
    assert_string_equal(one->rule, "yaml-syntax");
    assert_string_equal(one->file, "x.yaml");
    assert_int_equal(one->line, line);
    assert_int_equal(one->column, column);
}

static vitals_read_options read_options(void) {
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.format = VITALS_FORMAT_YAML;
    options.file = "x.yaml";
    return options;
}

static void check(void **state) {
    const struct row *row = *state;
    vitals_read_options options = read_options();
    vitals_document *document = NULL;
    vitals_diagnostics *diagnostics;
    assert_int_equal(vitals_diagnostics_new(NULL, &diagnostics), VITALS_OK);
    assert_int_equal(
        vitals_document_parse(row->yaml, strlen(row->yaml), &options, &document, diagnostics),
        VITALS_ESYNTAX);
    assert_null(document);
    expect(diagnostics, row->line, row->column, row->text);
    vitals_diagnostics_free(diagnostics);
}

/* Memory that runs out is not reported as a mistake in the text. */
static vitals_status parse_again(torture *memory, void *user) {
    const char *yaml = user;
    vitals_allocator allocator = torture_allocator(memory);
    vitals_read_options options = read_options();
    options.allocator = &allocator;
    vitals_document *document = NULL;
    vitals_diagnostics *diagnostics;
    assert_int_equal(vitals_diagnostics_new(NULL, &diagnostics), VITALS_OK);
    vitals_status status =
        vitals_document_parse(yaml, strlen(yaml), &options, &document, diagnostics);
    assert_true(status == VITALS_ESYNTAX || status == VITALS_ENOMEM);
    assert_int_equal(vitals_diagnostics_count(diagnostics), status == VITALS_ESYNTAX);
    vitals_diagnostics_free(diagnostics);
    return status == VITALS_ESYNTAX ? VITALS_OK : status;
}

static void check_memory(void **state) {
    const struct row *row = *state;
    assert_true(torture_run(parse_again, (void *)(uintptr_t)row->yaml) > 0);
}

/* Inside of a block scalar the line in the text is that of the inner text, as Argo CD says it; the
** place is that of the file. */
static void check_inner(void **state) {
    (void)state;
    const char *outer_text = "kind: ConfigMap\ndata:\n  x: |\n    a: 1\n    b: [\n";
    vitals_read_options options = read_options();
    vitals_document *outer = NULL, *inner = NULL;
    vitals_diagnostics *diagnostics;
    vt_arena arena;
    vt_arena_init(&arena, NULL, 0);
    assert_int_equal(vitals_diagnostics_new(NULL, &diagnostics), VITALS_OK);
    assert_int_equal(
        vitals_document_parse(outer_text, strlen(outer_text), &options, &outer, diagnostics),
        VITALS_OK);
    const vt_value *value = vt_document_find(outer, "data", "x", NULL);
    const vt_source_map *map = vt_source_map_of(&arena, outer, value);
    assert_int_equal(
        vt_document_parse_inner(vt_value_text(value), &options, map, &inner, diagnostics),
        VITALS_ESYNTAX);
    expect(diagnostics, 6, 1, "yaml: line 2: did not find expected node content");
    vitals_diagnostics_free(diagnostics);
    vitals_document_free(outer);
    vt_arena_done(&arena);
}

int main(void) {
    const struct CMUnitTest inner[] = { cmocka_unit_test(check_inner) };
    int failed = TABLE_RUN("yaml errors", check, rows) +
                 TABLE_RUN("yaml errors, memory runs out", check_memory, rows);
    return failed + cmocka_run_group_tests(inner, NULL, NULL);
}
