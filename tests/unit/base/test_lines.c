/* Lines and columns: an index gives the same places as counting from the start. */
#include "support/table.h"

#include "base/memory/memory.h"
#include "base/text/lines.h"

/* Texts of `count` times a piece, so that marks are on every kind of boundary. */
static const struct row {
    TABLE_ROW;
    const char *piece;
    size_t count;
} rows[] = {
    { "empty", "", 0 },
    { "short", "a\n", 3 },
    { "lines", "one line\n", 1000 },
    { "one line", "0123456789", 1000 },
    { "line breaks only", "\n", 5000 },
    { "CRLF", "ab\r\n", 2000 },
    { "two bytes", "\xC3\xA9", 3000 },
    { "three bytes and lines", "\xE2\x82\xAC\n", 2000 },
    { "four bytes", "a\xF0\x9F\x98\x80", 2000 },
    { "long lines", "0123456789012345678901234567890123456789\xC3\xA9", 200 },
};

static void check(void **state) {
    const struct row *row = *state;
    vitals_allocator memory = vt_allocator_or_default(NULL);
    vt_arena arena;
    vt_arena_init(&arena, &memory, 0);
    size_t size = strlen(row->piece);
    char *bytes = vt_arena_allocate(&arena, size * row->count + 1);
    for (size_t i = 0; i < row->count; i++) memcpy(bytes + i * size, row->piece, size);
    vt_lines plain = { vt_text_slice(bytes, size * row->count), NULL, 0 }, indexed;
    assert_true(vt_lines_index(&arena, plain.text, &indexed));
    assert_int_equal(indexed.mark_count, plain.text.size / 1024);
    for (size_t offset = 0; offset <= plain.text.size + 1; offset += offset % 7 + 1) {
        uint32_t line, column, same_line, same_column;
        vt_lines_locate(&plain, offset, &line, &column);
        vt_lines_locate(&indexed, offset, &same_line, &same_column);
        assert_int_equal(line, same_line);
        assert_int_equal(column, same_column);
        assert_int_equal(vt_lines_offset(&plain, line, column),
                         vt_lines_offset(&indexed, line, column));
    }
    vt_arena_done(&arena);
}

/* Lines and columns that a text does not have. */
static void test_past_the_end(void **state) {
    (void)state;
    vt_lines lines = { VT_TEXT("ab\r\nc\n"), NULL, 0 };
    assert_int_equal(vt_lines_offset(&lines, 1, 1), 0);
    assert_int_equal(vt_lines_offset(&lines, 1, 9), 2);
    assert_int_equal(vt_lines_offset(&lines, 2, 9), 5);
    assert_int_equal(vt_lines_offset(&lines, 3, 1), 6);
    assert_int_equal(vt_lines_offset(&lines, 9, 9), 6);
    assert_int_equal(vt_lines_offset(&lines, 0, 0), 0);
}

int main(void) {
    int failed = TABLE_RUN("positions", check, rows);
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_past_the_end) };
    return failed + cmocka_run_group_tests(tests, NULL, NULL);
}
