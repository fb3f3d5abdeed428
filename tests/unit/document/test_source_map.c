/* Source maps: from a line and column of a decoded string to those of the file. */
#include "support/table.h"

#include "base/text/lines.h"
#include "document/document.h"

/* A row finds the marker @ in the string `s` and expects the map to lead to the @ in the file: the
** text says itself what is right. `depth` times the string is a YAML or JSON text of its own. */
static const struct row {
    TABLE_ROW;
    int depth;
    const char *text;
} rows[] = {
    /* clang-format off */
    { "literal", 0, "a: 1\ns: |\n  one\n  two @ x\n" },
    { "literal, first line", 0, "s: |\n  @one\n  two\n" },
    { "literal, deeper line", 0, "s: |\n  one\n     two @\n  three\n" },
    { "literal behind blank lines", 0, "s: |\n\n\n  one\n\n  @\n" },
    { "literal, stripped", 0, "s: |-\n    one\n    @two" },
    { "literal, kept", 0, "s: |+\n    one\n    @two\n\n\n" },
    { "literal, indentation given", 0, "s: |2\n    one\n   @two\n" },
    { "literal, comment behind the bar", 0, "s: | # why | not\n  one\n  @\n" },
    { "literal with properties", 0, "s: !!str &x |\n  one\n  t@\n" },
    { "literal, CRLF", 0, "s: |\r\n  one\r\n  two @\r\n" },
    { "literal, spaces at the ends", 0, "s: |\n  one  \n  two  @  \n" },
    { "literal, not ASCII", 0, "s: |\n  \xC3\xA9\xC3\xA9\n  \xF0\x9F\x98\x80\xC3\xA9 @\n" },
    { "literal in a sequence", 0, "x:\n- y\ns: |\n  - |\n    @\n" },
    { "folded", 0, "s: >\n  one\n  two @ x\n" },
    { "folded over blank lines", 0, "s: >\n  one\n\n\n  two\n  th@ree\n" },
    { "folded, deeper lines", 0, "s: >\n  one\n    two\n    three @\n  four\n" },
    { "folded behind deeper lines", 0, "s: >-\n  one\n    two\n  four\n  five @\n" },
    { "folded, indentation given", 0, "s: >2\n    one\n   two @\n" },
    { "plain", 0, "s: one two @ three\n" },
    { "plain over lines", 0, "s: one\n   two\n  three @\n" },
    { "plain over blank lines", 0, "s: one\n\n\n   two\n  three @\n" },
    { "plain in flow style", 0, "--- {a: b, s: one @ two}\n" },
    { "single quoted", 0, "s: 'one @ two'\n" },
    { "single quoted, quotes in it", 0, "s: 'it''s ''@'''\n" },
    { "single quoted over lines", 0, "s: 'one  \n\n    two\n  @'\n" },
    { "double quoted", 0, "s: \"one @ two\"\n" },
    { "double quoted, escapes", 0, "s: \"a\\tb\\x41\\u00e9\\U0001F600\\\\ @\"\n" },
    { "double quoted, line breaks escaped", 0, "s: \"one\\ntwo\\n\\n@\"\n" },
    { "double quoted over lines", 0, "s: \"one\n  two\\n\n  three \\\n     fo@ur\"\n" },
    { "double quoted with properties", 0, "s: &x \"one\\n@\"\n" },
    { "JSON", 0, "{\"s\": \"one\\ntwo @\"}" },
    { "JSON, surrogates", 0, "{\"s\": \"\\ud83d\\ude00\\u00e9 \\\"@\"}" },
    { "JSON, lone surrogate", 0, "{\"s\": \"\\ud83d \\n@\"}" },
    { "JSON over lines", 0, "{\n  \"x\": 1,\n  \"s\": \"one\\n@\"\n}" },
    { "byte order mark", 0, "\xEF\xBB\xBFs: |\n  one\n  @\n" },
    { "literal in a literal", 1, "s: |\n  a: 1\n  s: |\n    one\n    two @\n" },
    { "literal in a literal in a literal", 2, "s: |\n  x: 1\n  s: |\n    s: |\n       one\n       two @\n" },
    { "quoted in a literal", 1, "s: |\n  s: \"one\\n  two @\"\n" },
    { "literal in a quoted", 1, "s: \"s: |\\n  one\\n  two @\\n\"\n" },
    { "JSON in a literal", 1, "s: |\n  {\"a\": 1,\n   \"s\": \"x\\n@\"}\n" },
    { "folded in a literal", 1, "s: |\n  s: >\n    one\n    two @\n" },
    { "quoted in JSON", 1, "{\"s\": \"{\\\"s\\\": \\\"one\\\\n@\\\"}\"}" },
    /* clang-format on */
};

static vitals_document *parse(const vt_source_map *map, vt_text text) {
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.file = "outer.yaml";
    vitals_document *document = NULL;
    assert_int_equal(vt_document_parse_inner(text, &options, map, &document, NULL), VITALS_OK);
    return document;
}

static void find_mark(vt_text text, uint32_t *line, uint32_t *column) {
    size_t mark = vt_text_find_byte(text, '@', 0);
    assert_true(mark != SIZE_MAX);
    vt_place_locate(text, mark, line, column);
}

static void check(void **state) {
    const struct row *row = *state;
    vitals_document *documents[3] = { NULL };
    vt_text text = vt_text_from(row->text);
    const vt_source_map *map = NULL;
    vt_arena arena;
    vt_arena_init(&arena, NULL, 0);
    for (int i = 0; i <= row->depth; i++) {
        documents[i] = parse(map, text);
        const vt_value *string = vt_document_find(documents[i], "s", NULL);
        assert_true(vt_value_is_string(string));
        map = vt_source_map_of(&arena, documents[i], string);
        assert_non_null(map);
        text = vt_value_text(string);
    }
    uint32_t line, column, want_line, want_column;
    find_mark(text, &line, &column);
    find_mark(vt_text_from(row->text), &want_line, &want_column);
    vt_place place = vt_source_map_place(map, line, column);
    assert_string_equal(place.file, "outer.yaml");
    assert_int_equal(place.line, want_line);
    assert_int_equal(place.column, want_column);
    vt_arena_done(&arena);
    for (int i = 0; i < 3; i++) vitals_document_free(documents[i]);
}

int main(void) {
    return TABLE_RUN("source map", check, rows);
}
