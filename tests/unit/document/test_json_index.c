/* The index of strings: every level finds the ends that a loop over the bytes finds, and the reader reads
** the same at every level wherever in blocks and windows a string begins and ends. */
#include "document/json/json_index.h"

#include "base/run/limits.h"
#include "base/text/utf8.h"
#include "support/levels.h"
#include "support/table.h"

enum { MOST = 5000, PADDING = 64, WINDOW = VT_JSON_WINDOW * VT_JSON_BLOCK };

/* ------------------------------------------------------------------------ ends */

/* Mark the blocks in whose strings bytes are not UTF-8, and the bytes that a well-formed character has in
** the block after that in which it begins. */
static void find_malformed(const char *text, size_t size, bool *malformed, bool *continued) {
    bool in_string = false, escaped = false;
    memset(malformed, 0, size / VT_JSON_BLOCK + 1);
    memset(continued, 0, size);
    for (size_t i = 0; i < size;) {
        size_t at = i;
        bool is_bad = vt_utf8_next(vt_text_slice(text, size), &i) == VT_UTF8_INVALID;
        if (is_bad && in_string) malformed[at / VT_JSON_BLOCK] = true;
        for (size_t rest = at + 1; rest < i; rest++) {
            continued[rest] = rest / VT_JSON_BLOCK != at / VT_JSON_BLOCK;
        }
        if (text[at] == '"' && !escaped) in_string = !in_string;
        escaped = text[at] == '\\' && !escaped;
    }
}

/* The ends by the definition in the header. */
static size_t find_slowly(const char *text, size_t size, uint32_t *ends) {
    bool in_string = false, escaped = false, special_before = false;
    static bool malformed[MOST / VT_JSON_BLOCK + 1], continued[MOST];
    size_t count = 0;
    find_malformed(text, size, malformed, continued);
    for (size_t i = 0; i < size; i++) {
        unsigned char byte = (unsigned char)text[i];
        bool is_quote = byte == '"' && !escaped, is_special = false;
        if (is_quote && in_string) ends[count++] = (uint32_t)i;
        if (is_quote) in_string = !in_string;
        is_special = in_string && (byte == '\\' || byte < ' ' ||
                                   (byte >= 0x80 && malformed[i / VT_JSON_BLOCK] && !continued[i]));
        if (is_special && (!special_before || i % VT_JSON_BLOCK == 0)) ends[count++] = (uint32_t)i;
        special_before = is_special;
        escaped = byte == '\\' && !escaped;
    }
    return count;
}

/* xorshift64* */
static uint64_t next_random(uint64_t *state) {
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * UINT64_C(2685821657736338717) >> 32;
}

static void require_ends(const vt_json_level *level, const char *text, size_t size,
                         const uint32_t *want, size_t count) {
    vt_json_index index;
    vt_json_index_begin(&index, level, text, text + size);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(vt_json_index_next(&index), want[i]);
    }
    /* Past the last end every answer is the end of the text, or a NUL after it. */
    for (int i = 0; i < 3; i++) assert_true(vt_json_index_next(&index) >= size);
}

/* Texts of few different bytes, so that runs, escapes of escapes and empty strings are common. */
static void ends_of_random_text(void **state) {
    (void)state;
    static const char alphabets[][9] = { "\"\\aaaaaa", "\"\"\\\\\xC3\xA9\x01\x1F", "\"abcdefg",
                                         "\\\\\\\\\\\\\\\"", "\" \x80\xFF !#~" };
    static char text[MOST + PADDING];
    static uint32_t ends[MOST];
    uint64_t random = 1;
    for (int turn = 0; turn < 4000; turn++) {
        const char *alphabet = alphabets[turn % (int)TABLE_COUNT(alphabets)];
        size_t size = next_random(&random) % (turn % 50 ? 300 : MOST);
        memset(text, 0, sizeof text);
        for (size_t i = 0; i < size; i++) text[i] = alphabet[next_random(&random) % 8];
        size_t count = find_slowly(text, size, ends);
        const vt_json_level *level;
        for (size_t i = 0; (level = levels_at(i)); i++) {
            require_ends(level, text, size, ends, count);
        }
    }
}

/* Characters of all sizes, the first and last of each range, and what is next to them and malformed. */
static void ends_of_characters(void **state) {
    (void)state;
    static const char *const parts[] = {
        "\xC2\x80", "\xDF\xBF", "\xE0\xA0\x80", "\xEC\xBF\xBF", "\xED\x9F\xBF", "\xEE\x80\x80",
        "\xEF\xBF\xBF", "\xF0\x90\x80\x80", "\xF3\xBF\xBF\xBF", "\xF4\x8F\xBF\xBF", "a", "a", "\"",
        "\\", "\\n", "\"x\"", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        /* malformed */
        "\x80", "\xBF", "\xC0\x80", "\xC1\xBF", "\xC2", "\xE0\x9F\xBF", "\xE0\x80", "\xE1\x80",
        "\xED\xA0\x80", "\xEF\xBF", "\xF0\x8F\xBF\xBF", "\xF0\x90\x80", "\xF4\x90\x80\x80",
        "\xF5\x80\x80\x80", "\xFE", "\xFF", "\xF1\x80\xC2\x80", "\xF1\xE1\x80\x80"
    };
    enum { WELL_FORMED = 17 };
    static char text[MOST + PADDING];
    static uint32_t ends[MOST];
    uint64_t random = 1;
    for (int turn = 0; turn < 6000; turn++) {
        size_t size = 0, wanted = next_random(&random) % 700;
        unsigned faults = turn % 4 == 0 ? 1000 : turn % 4 == 1 ? 3 : 40;
        memset(text, 0, sizeof text);
        while (size < wanted) {
            bool malformed = next_random(&random) % faults == 1;
            size_t among = malformed ? TABLE_COUNT(parts) : WELL_FORMED;
            const char *part = parts[next_random(&random) % among];
            memcpy(text + size, part, strlen(part));
            size += strlen(part);
        }
        size_t count = find_slowly(text, size, ends);
        const vt_json_level *level;
        for (size_t i = 0; (level = levels_at(i)); i++) {
            require_ends(level, text, size, ends, count);
        }
    }
}

/* Every byte in a string and outside, at every place of a block. */
static void ends_of_each_byte(void **state) {
    (void)state;
    for (int byte = 0; byte < 256; byte++) {
        for (size_t place = 0; place < VT_JSON_BLOCK; place++) {
            char text[2 * VT_JSON_BLOCK + PADDING] = { 0 };
            uint32_t ends[2 * VT_JSON_BLOCK];
            memset(text, 'a', 2 * VT_JSON_BLOCK);
            text[0] = '"';
            text[place] = (char)byte;
            size_t count = find_slowly(text, 2 * VT_JSON_BLOCK, ends);
            const vt_json_level *level;
            for (size_t i = 0; (level = levels_at(i)); i++) {
                require_ends(level, text, 2 * VT_JSON_BLOCK, ends, count);
            }
        }
    }
}

/* ------------------------------------------------------------------------ index */

/* Strings may be skipped, and the index begun again in front of one. */
static void skip_and_restart(void **state) {
    (void)state;
    static const char text[7 + PADDING] = "\"a\\n\"\"b";
    vt_json_index index;
    vt_json_index_begin(&index, NULL, text, text + 7);
    assert_int_equal(vt_json_index_next(&index), 2);
    vt_json_index_skip(&index, text + 4);
    assert_int_equal(vt_json_index_next(&index), 7);
    vt_json_index_restart(&index, text + 4); /* as if a string began here */
    assert_int_equal(vt_json_index_next(&index), 5);
    vt_json_index_restart(&index, text);
    assert_int_equal(vt_json_index_next(&index), 2);
}

/* Windows begin small after a restart; no end is lost or repeated between two of them. */
static void windows(void **state) {
    (void)state;
    static char text[4 * WINDOW + PADDING];
    for (size_t i = 0; i < 4 * WINDOW; i++) text[i] = i % 2 ? 'a' : '"';
    for (size_t start = 0; start < 2 * VT_JSON_BLOCK; start += 4) {
        vt_json_index index;
        vt_json_index_begin(&index, NULL, text, text + 4 * WINDOW);
        vt_json_index_restart(&index, text + start);
        for (size_t end = start + 2; end < 4 * WINDOW; end += 4) {
            assert_int_equal(vt_json_index_next(&index), end);
        }
        assert_int_equal(vt_json_index_next(&index), 4 * WINDOW);
    }
}

/* ---------------------------------------------------------------------- reading */

static void read_at_all_levels(const char *text, size_t size) {
    static const char *const drop[] = { ".a", ".b[].c" };
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.format = VITALS_FORMAT_JSON;
    levels_require_same(text, size, &options);
    options.drop = drop;
    options.drop_count = 2;
    levels_require_same(text, size, &options);
}

/* What a string ends with; the rest of the text is right or wrong. */
static const struct place_row {
    TABLE_ROW; /* put after so many letters */
} place_rows[] = {
    { "\"" },
    { "\\\"\"" },
    { "\\\\\"" },
    { "\\\\\\\"\"" },
    { "\\u0041\"" },
    { "\xC3\xA9\"" },
    { "\xE2\x82\xAC\\n\"" },
    { "\xFF\"" },
    { "\xC3\"" },
    { "\n\"" },
    { "\\x\"" },
    { "" },
    { "\\" },
    { "\\u00" },
    { "\xF0\x9F\x98\x80\",\"\\ud83d\\ude00\"" },
    { "\xF0\x9F\x98\x80\",\"\xFF\"" },
    { "\":1,\"b\"" },
};

static void check_place(void **state) {
    const struct place_row *row = *state;
    static const char *const befores[] = { "{\"a\":[\"", "{\"x\":\"", "{\"b\":[{\"c\":\"", "[\"",
                                           "{\"metadata\":{\"managedFields\":[{\"k\":\"" };
    static const char *const afters[] = { "]}", "}", "}]}", "]", "}]}}" };
    static char text[2 * WINDOW];
    for (size_t i = 0; i < TABLE_COUNT(befores); i++) {
        for (size_t letters = 0; letters < WINDOW + 70;
             letters += letters == 140 ? WINDOW - 210 : 1) {
            int size = snprintf(text, sizeof text, "%s%0*d%s%s", befores[i], (int)letters + 1, 0,
                                row->name, afters[i]);
            read_at_all_levels(text, (size_t)size);
        }
    }
}

/* A level that a machine has can be asked for; the first is there in every build. */
static void levels(void **state) {
    (void)state;
    assert_string_equal(levels_at(0)->name, "scalar");
    const vt_json_level *level, *last = NULL;
    for (size_t i = 0; (level = levels_at(i)); i++) last = level;
    assert_ptr_equal(vt_json_level_best(), last);
}

#ifdef __x86_64__
static bool runs(const char *name) {
    const vt_json_level *level;
    for (size_t i = 0; (level = levels_at(i)); i++) {
        if (strcmp(level->name, name) == 0) return true;
    }
    return false;
}

/* The levels are chosen as gcc would. */
static void levels_of_this_machine(void **state) {
    (void)state;
    if (!vt_json_level_at(1)) skip(); /* a build in plain C */
    bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("pclmul");
    bool avx512 = avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                  __builtin_cpu_supports("avx512vbmi2");
    assert_int_equal(runs("avx2"), avx2);
    assert_int_equal(runs("avx512"), avx512);
}
#endif

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ends_of_random_text),
        cmocka_unit_test(ends_of_characters),
        cmocka_unit_test(ends_of_each_byte),
        cmocka_unit_test(skip_and_restart),
        cmocka_unit_test(windows),
        cmocka_unit_test(levels),
#ifdef __x86_64__
        cmocka_unit_test(levels_of_this_machine),
#endif
    };
    return cmocka_run_group_tests_name("index", tests, NULL, NULL) +
           TABLE_RUN("places", check_place, place_rows);
}
