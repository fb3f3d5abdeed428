/* Skipping JSON values: what is skipped, where it ends, and what is counted on the way. */
#include "document/json/json_skip.h"

#include <stdio.h>
#include <vitals/vitals.h>

#include "document/tree.h"
#include "support/levels.h"
#include "support/table.h"

enum { PADDING = 64, LEVELS = 64 };

/* Skip the value at the start of `text`, which padding follows; its end as an offset, SIZE_MAX when it is
** not skipped. */
static size_t skipped_at(const vt_json_level *level, const char *text, size_t size,
                         vt_json_skip *asked) {
    vt_json_index index;
    vt_json_index_begin(&index, level, text, text + size);
    const char *end = vt_json_skip_value(asked, &index, text);
    return end ? (size_t)(end - text) : SIZE_MAX;
}

/* Skip the value at the start of `text`; its end as an offset, SIZE_MAX when it is not skipped. */
static size_t skipped_to(const char *text, size_t size, vt_json_skip *asked) {
    char *copy = calloc(1, size + PADDING);
    memcpy(copy, text, size);
    size_t offset = skipped_at(NULL, copy, size, asked);
    free(copy);
    return offset;
}

/* ---------------------------------------------------------------------- values */

#define FOUR(text) text text text text

static const struct row {
    TABLE_ROW;  /* the text */
    int values; /* 0: it is not skipped */
    int items;
} rows[] = {
    /* clang-format off */
    { "0", 1, 0 }, { "-0", 1, 0 }, { "-1", 1, 0 }, { "12345678901234567890123", 1, 0 },
    { "1.5", 1, 0 }, { "1e5", 1, 0 }, { "1E+5", 1, 0 }, { "1.25e-7", 1, 0 }, { "0.0", 1, 0 },
    { "1e308", 1, 0 }, { "-1e308", 1, 0 },
    { "", 0, 0 }, { "-", 0, 0 }, { "01", 0, 0 }, { "-01", 0, 0 }, { "00", 0, 0 }, { "1.", 0, 0 },
    { ".5", 0, 0 }, { "1.e5", 0, 0 }, { "1e", 0, 0 }, { "1e+", 0, 0 }, { "1e-", 0, 0 },
    { "1e309", 0, 0 }, { "-1e309", 0, 0 }, { "1.5e400", 0, 0 }, { "+1", 0, 0 }, { "x", 0, 0 },
    { "true", 1, 0 }, { "false", 1, 0 }, { "null", 1, 0 }, { "tru", 0, 0 }, { "trux", 0, 0 },
    { "fals", 0, 0 }, { "nul", 0, 0 }, { "nulL", 0, 0 }, { "True", 0, 0 },
    { "\"\"", 1, 0 }, { "\"a\"", 1, 0 }, { "\"\\\"\"", 1, 0 }, { "\"\\\\\"", 1, 0 },
    { "\"\\\\\\\"\"", 1, 0 }, { "\"\\/\\b\\f\\n\\r\\t\"", 1, 0 }, { "\"\\u0041\"", 1, 0 },
    { "\"\\uD800\"", 1, 0 }, { "\"\xC3\xA9\"", 1, 0 }, { "\"\xF0\x9F\x98\x80\"", 1, 0 },
    { "\"\x7F\"", 1, 0 },
    { "[" FOUR("\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\""
           "\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\""
           "\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\""), 0, 0 },
    { "\"", 0, 0 }, { "\"a", 0, 0 }, { "\"\\\"", 0, 0 }, { "\"\\a\"", 0, 0 }, { "\"\\u004\"", 0, 0 },
    { "\"\\ug041\"", 0, 0 }, { "\"\\u0g41\"", 0, 0 }, { "\"\\u004g\"", 0, 0 },
    { "\"\\u00g1\"", 0, 0 }, { "\"\\U0041\"", 0, 0 }, { "\"\n\"", 0, 0 }, { "\"\x1F\"", 0, 0 },
    { "\"\x80\"", 0, 0 }, { "\"\xC3\"", 0, 0 }, { "\"\xED\xA0\x80\"", 0, 0 },
    { "[]", 1, 1 }, { "[ ]", 1, 1 }, { "[1]", 2, 1 }, { "[1,2]", 3, 2 }, { "[ 1 , 2 ,\n3\t]", 4, 3 },
    { "[[],[]]", 3, 2 }, { "[[1,2],[3]]", 6, 2 }, { "[{},{},{}]", 4, 3 }, { "[{\"a\":[1,2,3]},4]", 8, 2 },
    { "[", 0, 0 }, { "[1", 0, 0 }, { "[1,", 0, 0 }, { "[1,]", 0, 0 }, { "[,1]", 0, 0 }, { "[1 2]", 0, 0 },
    { "[1}", 0, 0 }, { "[[1]", 0, 0 }, { "]", 0, 0 },
    { "{}", 1, 0 }, { "{ }", 1, 0 }, { "{\"a\":1}", 3, 0 }, { "{\"a\":1,\"b\":2}", 5, 0 },
    { "{ \"a\" : 1 , \"b\" : [ ] }", 5, 0 }, { "{\"a\":{},\"b\":{},\"c\":{}}", 7, 0 },
    { "{\"a\":{}}", 3, 0 }, { "{\"a\":{\"b\":{},\"c\":{}},\"d\":{}}", 9, 0 },
    { "{\"a\":1,\"a\":2}", 5, 0 }, { "{\"a\":{} ,\"b\":1}", 5, 0 },
    { "{", 0, 0 }, { "{\"a\"", 0, 0 }, { "{\"a\"}", 0, 0 }, { "{\"a\":}", 0, 0 }, { "{\"a\" 1}", 0, 0 },
    { "{\"a\":1", 0, 0 }, { "{\"a\":1,}", 0, 0 }, { "{,}", 0, 0 }, { "{1:1}", 0, 0 }, { "{\"a\":1]", 0, 0 },
    { "{\"a\":{},", 0, 0 }, { "{\"a\":{},\"", 0, 0 }, { "{\"a\":{},}", 0, 0 }, { "{\"a\":{}]", 0, 0 },
    { "}", 0, 0 }, { "{a:1}", 0, 0 },
    /* clang-format on */
};

/* The value ends where its text does, whatever follows; what the reader refuses is not skipped, and
** what it reads has as many values. */
static void check_value(void **state) {
    const struct row *row = *state;
    size_t size = strlen(row->name);
    vt_json_skip asked = { .most_levels = LEVELS, .most_values = UINT64_MAX };
    assert_int_equal(skipped_to(row->name, size, &asked), row->values ? size : SIZE_MAX);
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.format = VITALS_FORMAT_JSON;
    vitals_document *document = NULL;
    vitals_status status = vitals_document_parse(row->name, size, &options, &document, NULL);
    if (row->values) {
        assert_int_equal(status, VITALS_OK);
        assert_int_equal(asked.values, row->values);
        assert_int_equal(document->value_count, row->values);
        if (row->name[0] == '[') assert_int_equal(asked.items, row->items);
    }
    vitals_document_free(document);
}

static bool in_brackets(const char *value, size_t before, bool plain) {
    char text[1024];
    int size = snprintf(text, sizeof text, "[\"%*s\",%s,\"%*s\"]", (int)before, "", value,
                        (int)before, "");
    vt_json_skip asked = { .most_levels = LEVELS, .most_values = UINT64_MAX, .plain = plain };
    return skipped_to(text, (size_t)size, &asked) == (size_t)size;
}

/* The answer does not depend on where in the text the value is: blocks of bytes are read at once. */
static void check_places(void **state) {
    const struct row *row = *state;
    for (size_t before = 0; before < 140; before++) {
        assert_int_equal(in_brackets(row->name, before, false), row->values > 0);
    }
}

/* Only ASCII, and no \u. */
static void plain_text(void **state) {
    (void)state;
    static const char *const plain[] = { "\"a\\n\"", "\"\x7F\"", "{\"a\":\"\\\"\"}", "[1.5,true]" };
    static const char *const others[] = { "\"\xC3\xA9\"", "\"\\u0041\"", "{\"\xC3\xA9\":1}" };
    for (size_t before = 0; before < 140; before++) {
        for (size_t i = 0; i < TABLE_COUNT(plain); i++) {
            assert_true(in_brackets(plain[i], before, true));
        }
        for (size_t i = 0; i < TABLE_COUNT(others); i++) {
            assert_false(in_brackets(others[i], before, true));
            assert_true(in_brackets(others[i], before, false));
        }
    }
    /* What follows the value does not count. */
    vt_json_skip asked = { .most_levels = LEVELS, .most_values = UINT64_MAX, .plain = true };
    assert_int_equal(skipped_to("\"a\" \"\xC3\xA9\\u0041\n", 12, &asked), 3);
    assert_int_equal(skipped_to("\"a\"\"\x80", 5, &asked), 3);
}

/* A number of so many digits that it may not fit a float64. */
static void long_numbers(void **state) {
    (void)state;
    for (size_t digits = 290; digits < 320; digits++) {
        char text[400];
        memset(text, '9', digits);
        vt_json_skip asked = { .most_levels = LEVELS, .most_values = UINT64_MAX };
        assert_int_equal(skipped_to(text, digits, &asked), digits < 309 ? digits : SIZE_MAX);
    }
}

static void limits(void **state) {
    (void)state;
    char text[2 * LEVELS + 8];
    for (uint32_t levels = 1; levels < LEVELS + 3; levels++) {
        memset(text, '[', levels);
        memset(text + levels, ']', levels);
        for (uint32_t most = levels - 1; most < levels + 2; most++) {
            vt_json_skip asked = { .most_levels = most, .most_values = UINT64_MAX };
            bool fits = levels <= most && levels <= LEVELS;
            assert_int_equal(skipped_to(text, 2 * levels, &asked), fits ? 2 * levels : SIZE_MAX);
        }
    }
    static const char object[] = "{\"a\":{},\"b\":{\"c\":{},\"d\":[1,{}]}}";
    for (uint64_t most = 1; most < 14; most++) {
        vt_json_skip asked = { .most_levels = LEVELS, .most_values = most };
        bool fits = skipped_to(object, strlen(object), &asked) != SIZE_MAX;
        assert_int_equal(fits, most >= 11);
    }
    for (uint32_t most = 0; most < 6; most++) {
        vt_json_skip asked = { .most_levels = most, .most_values = UINT64_MAX };
        bool fits = skipped_to(object, strlen(object), &asked) != SIZE_MAX;
        assert_int_equal(fits, most >= 4);
    }
}

/* --------------------------------------------------------------------- entries */

/* clang-format off */
static const struct entries_row {
    TABLE_ROW; /* the text */
    bool entries;
} entries_rows[] = {
    { "[{}]", true }, { "[{},{}]", true }, { "[{\"a\":1}]", true }, { "{}", false }, { "1", false },
    { "[1]", false }, { "[{},1]", false }, { "[\"a\",{}]", false }, { "[[]]", false }, { "[{},[{}]]", false },
    { "[{\"manager\":\"m\",\"operation\":\"Update\",\"apiVersion\":\"v1\",\"fieldsType\":\"FieldsV1\",\"subresource\":\"status\",\"fieldsV1\":{\"f:a\":{\"f:b\":{}}}}]", true },
    { "[{\"operation\":\"Apply\"}]", true }, { "[{\"operation\":\"Update\"},{\"operation\":\"Updated\"}]", true },
    { "[{\"operation\":\"Update\" }]", true }, { "[{\"operation\":\"\",\"fieldsType\":\"FieldsV2\"}]", true },
    { "[{\"fieldsType\":\"FieldsV1\",\"subresource\":\"scale\"}]", true }, { "[{\"subresource\":\"status\",\"manager\":1}]", false },
    { "[{\"manager\":1}]", false }, { "[{\"operation\":null}]", false }, { "[{\"apiVersion\":{}}]", false },
    { "[{\"fieldsType\":[]}]", false }, { "[{\"subresource\":true}]", false }, { "[{\"manage\":1}]", true },
    { "[{\"managers\":1}]", true }, { "[{\"Manager\":1}]", true },
    { "[{\"manager\" : \"m\"}]", true }, { "[{\"manager\" : 1}]", false },
    { "[{\"a\":{\"manager\":1,\"time\":2}}]", true }, { "[{\"a\":[{\"manager\":1}]}]", true },
    { "[{},{\"manager\":1}]", false }, { "[{\"manager\":1},{}]", false },
    { "[{\"manager\":\"m\",\"manager\":1}]", false },
    { "[{\"time\":\"2023-01-02T03:04:05Z\"}]", true }, { "[{\"time\" : \"2023-01-02T03:04:05Z\"}]", true },
    { "[{\"time\":\"0000-12-28T23:59:59Z\"}]", true }, { "[{\"time\":\"9999-10-10T19:00:00Z\"}]", true },
    { "[{\"time\":\"2023-01-01T20:00:00Z\"}]", true }, { "[{\"time\":\"2023-11-19T09:39:49Z\"}]", true },
    { "[{\"time\":\"2023-00-02T03:04:05Z\"}]", false }, { "[{\"time\":\"2023-13-02T03:04:05Z\"}]", false },
    { "[{\"time\":\"2023-20-02T03:04:05Z\"}]", false }, { "[{\"time\":\"2023-01-00T03:04:05Z\"}]", false },
    { "[{\"time\":\"2023-01-29T03:04:05Z\"}]", false }, { "[{\"time\":\"2023-01-30T03:04:05Z\"}]", false },
    { "[{\"time\":\"2023-01-02T24:04:05Z\"}]", false }, { "[{\"time\":\"2023-01-02T30:04:05Z\"}]", false },
    { "[{\"time\":\"2023-01-02T03:60:05Z\"}]", false }, { "[{\"time\":\"2023-01-02T03:04:60Z\"}]", false },
    { "[{\"time\":\"2023-01-02t03:04:05Z\"}]", false }, { "[{\"time\":\"2023-01-02T03:04:05z\"}]", false },
    { "[{\"time\":\"2023-01-02T03:04:05\"}]", false }, { "[{\"time\":\"2023-01-02T03:04:05.1Z\"}]", false },
    { "[{\"time\":\"2023-01-02T03:04:05+00:00\"}]", false }, { "[{\"time\":\"2023-1-02T03:04:05Z\"}]", false },
    { "[{\"time\":\"/023-01-02T03:04:05Z\"}]", false }, { "[{\"time\":\"202:-01-02T03:04:05Z\"}]", false },
    { "[{\"time\":null}]", false }, { "[{\"time\":\"\"}]", false }, { "[{\"time\":1}]", false },
    { "[{\"timer\":1}]", true },
};
/* clang-format on */

static void check_entries(void **state) {
    const struct entries_row *row = *state;
    size_t size = strlen(row->name);
    vt_json_skip asked = { .most_levels = LEVELS, .most_values = UINT64_MAX };
    assert_int_equal(skipped_to(row->name, size, &asked), size);
    assert_int_equal(asked.entries, row->entries);
}

/* ---------------------------------------------------------------------- fields */

/* xorshift64* */
static size_t choose(uint64_t *random, size_t count) {
    *random ^= *random >> 12;
    *random ^= *random << 25;
    *random ^= *random >> 27;
    return (*random * UINT64_C(2685821657736338717) >> 32) % count;
}

typedef struct made_fields {
    char text[8192 + PADDING];
    size_t size;
} made_fields;

static void add(made_fields *made, const char *text) {
    memcpy(made->text + made->size, text, strlen(text));
    made->size += strlen(text);
}

/* Fields as a server writes them. */
static void add_fields(made_fields *made, uint64_t *random, unsigned levels) {
    static const char *const keys[] = { "f:name", ".",
                                        "",       "k:{\\\"name\\\":\\\"web\\\"}",
                                        "v:\\\\", "f:terminationGracePeriodSeconds",
                                        "a,b:{}", "[" };
    add(made, "{");
    for (size_t count = levels && made->size < 3000 ? choose(random, 5) : 0; count > 0; count--) {
        add(made, "\"");
        add(made, keys[choose(random, TABLE_COUNT(keys))]);
        add(made, "\":");
        add_fields(made, random, levels - 1);
        if (count > 1) add(made, ",");
    }
    add(made, "}");
}

static void require_same_skip(const char *text, size_t size, uint32_t most_levels, bool plain) {
    vt_json_skip want = { .most_levels = most_levels, .most_values = UINT64_MAX, .plain = plain };
    size_t end = skipped_at(levels_at(0), text, size, &want);
    const vt_json_level *level;
    for (size_t i = 1; (level = levels_at(i)); i++) {
        vt_json_skip got = { .most_levels = most_levels,
                             .most_values = UINT64_MAX,
                             .plain = plain };
        assert_int_equal(skipped_at(level, text, size, &got), end);
        if (end == SIZE_MAX) continue;
        assert_int_equal(got.values, want.values);
        assert_int_equal(got.items, want.items);
        assert_int_equal(got.entries, want.entries);
    }
}

/* Managed fields, as they are and with one byte wrong: every level skips what the walk byte by byte does. */
static void fields_at_all_levels(void **state) {
    (void)state;
    static const char bytes[] = "{}[]:,\"\\ a\n\x01\xC3\xA9";
    uint64_t random = 1;
    for (int turn = 0; turn < 60000; turn++) {
        made_fields made = { .size = 0 };
        add(&made, "[{\"fieldsV1\":");
        add_fields(&made, &random, (unsigned)choose(&random, 7));
        add(&made, "},{\"a\":");
        add_fields(&made, &random, (unsigned)choose(&random, 3));
        add(&made, ",\"b\":\"c\"}]");
        if (turn % 4) made.text[choose(&random, made.size)] = bytes[choose(&random, sizeof bytes)];
        if (turn % 8 == 1) made.size = choose(&random, made.size);
        memset(made.text + made.size, 0, PADDING);
        require_same_skip(made.text, made.size, turn % 16 ? LEVELS : turn % 23, turn % 3 == 0);
    }
}

/* The fields themselves, at every place of a block; an index goes on behind them. */
static void fields_alone(void **state) {
    (void)state;
    static const char fields[] =
        "{\"f:a\":{},\"f:b\":{\"k:{\\\"c\\\":\\\"d\\\"}\":{\".\":{},\"f:e\":{}}}}";
    const vt_json_level *level;
    for (size_t i = 1; (level = levels_at(i)); i++) {
        char text[sizeof fields + 2 * PADDING] = { 0 };
        memcpy(text, fields, sizeof fields);
        uint64_t values = 0;
        assert_ptr_equal(level->skip_fields(text, LEVELS, &values), text + sizeof fields - 1);
        assert_int_equal(values, 11);
        assert_null(level->skip_fields(text, 3, &values));
        for (size_t at = 0; at < sizeof fields - 1; at++) {
            char byte = text[at];
            text[at] = '\n';
            assert_null(level->skip_fields(text, LEVELS, &values));
            text[at] = byte;
        }
        assert_int_equal(values, 11);
    }
}

int main(void) {
    const struct CMUnitTest others[] = {
        cmocka_unit_test(fields_at_all_levels),
        cmocka_unit_test(fields_alone),
        cmocka_unit_test(plain_text),
        cmocka_unit_test(long_numbers),
        cmocka_unit_test(limits),
    };
    return TABLE_RUN("values", check_value, rows) + TABLE_RUN("places", check_places, rows) +
           TABLE_RUN("entries", check_entries, entries_rows) +
           cmocka_run_group_tests_name("skip", others, NULL, NULL);
}
