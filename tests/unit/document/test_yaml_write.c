/* YAML written and read again is the same object, and looks as people write it. */
#include "support/table.h"

#include <stdio.h>

#include <vitals/vitals.h>

static const struct row {
    TABLE_ROW;
    const char *json;
    const char *yaml;
} rows[] = {
    /* clang-format off */
    { "object", "{\"a\":1,\"b\":\"x\"}", "a: 1\nb: x\n" },
    { "nested objects", "{\"a\":{\"b\":{\"c\":null}}}", "a:\n  b:\n    c: null\n" },
    { "sequence below its key", "{\"a\":[1,\"x\"],\"b\":true}", "a:\n- 1\n- x\nb: true\n" },
    { "sequence of objects", "{\"a\":[{\"b\":1,\"c\":2},{\"d\":3}]}", "a:\n- b: 1\n  c: 2\n- d: 3\n" },
    { "sequence of sequences", "[[1,[2]],[],[[]]]", "- - 1\n  - - 2\n- []\n- - []\n" },
    { "sequence in an object in a sequence", "[{\"a\":[1,{\"b\":[2]}]}]", "- a:\n  - 1\n  - b:\n    - 2\n" },
    { "empty containers", "{\"a\":{},\"b\":[]}", "a: {}\nb: []\n" },
    { "empty root", "{}", "{}\n" },
    { "scalar root", "\"x\"", "x\n" },
    { "several lines", "{\"a\":\"x\\ny\\n\",\"b\":\"x\\ny\",\"c\":\"x\\n\\n\"}",
      "a: |\n  x\n  y\nb: |-\n  x\n  y\nc: |+\n  x\n\n" },
    { "lines in a sequence", "[\"x\\ny\\n\",[\"x\\ny\\n\"]]", "- |\n  x\n  y\n- - |\n    x\n    y\n" },
    { "lines with blank ones", "{\"a\":\"\\n\\nx\\n\\n  y\\n\"}", "a: |\n\n\n  x\n\n    y\n" },
    { "lines that start with a space", "{\"a\":\" x\\ny\"}", "a: \" x\\ny\"\n" },
    { "only line breaks", "{\"a\":\"\\n\\n\"}", "a: \"\\n\\n\"\n" },
    { "carriage returns", "{\"a\":\"x\\r\\ny\"}", "a: \"x\\r\\ny\"\n" },
    { "lines of root", "\"x\\ny\\n\"", "|\n  x\n  y\n" },
    { "words with a type", "[\"yes\",\"No\",\"on\",\"y\",\"null\",\"~\",\"\",\"true\",\"<<\",\"=\"]",
      "- \"yes\"\n- \"No\"\n- \"on\"\n- \"y\"\n- \"null\"\n- \"~\"\n- \"\"\n- \"true\"\n- \"<<\"\n- \"=\"\n" },
    { "numbers as text", "[\"1\",\"-1.5\",\"1e3\",\"0x1F\",\"0o7\",\"1_000\",\".5\",\"+1\",\".inf\",\"0b1\",\"1:30\"]",
      "- \"1\"\n- \"-1.5\"\n- \"1e3\"\n- \"0x1F\"\n- \"0o7\"\n- \"1_000\"\n- \".5\"\n- \"+1\"\n- \".inf\"\n- \"0b1\"\n- \"1:30\"\n" },
    { "dates as text", "[\"2020-01-01\",\"2020-01-01T00:00:00Z\",\"10.0.0.1\"]",
      "- \"2020-01-01\"\n- \"2020-01-01T00:00:00Z\"\n- \"10.0.0.1\"\n" },
    { "indicators", "[\"- a\",\"-\",\"-g\",\"--a=b\",\"--- a\",\"?\",\":a\",\"#a\",\"&a\",\"*a\",\"!a\",\"|\",\">\",\"'a'\",\"\\\"a\\\"\",\"%a\",\"@a\",\"`a\",\"[a]\",\"{a}\",\"...\"]",
      "- \"- a\"\n- \"-\"\n- -g\n- --a=b\n- \"--- a\"\n- \"?\"\n- \":a\"\n- \"#a\"\n- \"&a\"\n- \"*a\"\n- \"!a\"\n- \"|\"\n- \">\"\n- \"'a'\"\n- \"\\\"a\\\"\"\n- \"%a\"\n- \"@a\"\n- \"`a\"\n- \"[a]\"\n- \"{a}\"\n- \"...\"\n" },
    { "colons and marks inside", "[\"a: b\",\"a:b\",\"a:\",\"a #b\",\"a#b\",\"a, b\",\" a\",\"a \",\"a\\tb\"]",
      "- \"a: b\"\n- a:b\n- \"a:\"\n- \"a #b\"\n- a#b\n- a, b\n- \" a\"\n- \"a \"\n- \"a\\tb\"\n" },
    { "control characters", "[\"\\u0000\\u0001\\u001b\\u007f\\u0085\\u2028\\ufeff\\uffff\"]",
      "- \"\\0\\x01\\e\\x7F\\x85\\u2028\\uFEFF\\uFFFF\"\n" },
    { "not ASCII", "[\"\xC3\xA9\",\"\xF0\x9F\x98\x80\"]", "- \xC3\xA9\n- \xF0\x9F\x98\x80\n" },
    { "keys that need quotes", "{\"yes\":1,\"1\":2,\"\":3,\"a: b\":4,\"x\\ny\":5,\"<<\":6}",
      "\"yes\": 1\n\"1\": 2\n\"\": 3\n\"a: b\": 4\n\"x\\ny\": 5\n\"<<\": 6\n" },
    { "numbers", "[1,-1,18446744073709551615,1e-7,0.5]", "- 1\n- -1\n- 18446744073709551615\n- 1e-7\n- 0.5\n" },
    /* clang-format on */
};

static vitals_document *parse(vitals_format format, const char *bytes, size_t size) {
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.format = format;
    vitals_document *document = NULL;
    assert_int_equal(vitals_document_parse(bytes, size, &options, &document, NULL), VITALS_OK);
    return document;
}

/* Write as YAML, check the text, read it, and compare with the JSON. */
static void round_trip(const char *json, const char *want_yaml) {
    vitals_document *first = parse(VITALS_FORMAT_JSON, json, strlen(json));
    char *yaml, *before, *after;
    size_t size, before_size, after_size;
    assert_int_equal(vitals_document_write_yaml(first, NULL, &yaml, &size), VITALS_OK);
    if (want_yaml) assert_string_equal(yaml, want_yaml);
    vitals_document *second = parse(VITALS_FORMAT_YAML, yaml, size);
    assert_int_equal(vitals_document_write_json(first, 0, NULL, &before, &before_size), VITALS_OK);
    assert_int_equal(vitals_document_write_json(second, 0, NULL, &after, &after_size), VITALS_OK);
    assert_string_equal(after, before);
    vitals_text_free(NULL, yaml, size);
    vitals_text_free(NULL, before, before_size);
    vitals_text_free(NULL, after, after_size);
    vitals_document_free(first);
    vitals_document_free(second);
}

static void check(void **state) {
    const struct row *row = *state;
    round_trip(row->json, row->yaml);
}

/* Strings of characters that mean something to YAML, in every place a string can have. */
static void check_made_up(void **state) {
    static const char *const alphabet[] = {
        "a", "1", "-", ":", " ", "#", "\\n", "\\t",     "'",        "\\\"", "?", "|",
        ">", "&", "*", "!", "%", "@", "{",   "}",       "[",        "]",    ",", ".",
        "~", "y", "0", "_", "=", "<", "\\r", "\\u0085", "\xC3\xA9", "\\\\", "+", "e"
    };
    (void)state;
    unsigned seed = 1;
    for (int round = 0; round < 20000; round++) {
        char text[128] = "", json[640];
        int length = round % 7;
        for (int i = 0; i < length; i++) {
            seed = seed * 1103515245u + 12345u;
            const char *one = alphabet[(seed >> 16) % (sizeof alphabet / sizeof alphabet[0])];
            memcpy(text + strlen(text), one, strlen(one) + 1);
        }
        snprintf(json, sizeof json, "{\"%s\":[\"%s\",{\"a\":\"%s\",\"b\":[[\"%s\"]]}]}", text, text,
                 text, text);
        round_trip(json, NULL);
    }
}

/* Keys that are too long to stand in front of a colon. */
static void check_long_keys(void **state) {
    char key[3001] = "", json[8192];
    (void)state;
    memset(key, 'k', sizeof key - 1);
    snprintf(json, sizeof json, "{\"%s\":[{\"%s\":{\"a\":[1]}},2]}", key, key);
    round_trip(json, NULL);
}

int main(void) {
    const struct CMUnitTest made_up[] = { cmocka_unit_test(check_made_up),
                                          cmocka_unit_test(check_long_keys) };
    int failed = TABLE_RUN("yaml writer", check, rows);
    return failed + cmocka_run_group_tests(made_up, NULL, NULL);
}
