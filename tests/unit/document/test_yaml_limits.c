/* YAML that is meant to hurt: alias bombs, deep nesting, maps of a million keys, no memory. */
#include "base/text/text.h"
#include "support/table.h"

#include <stdio.h>
#include <time.h>

#include "base/run/limits.h"
#include "support/torture.h"

typedef struct long_text {
    char *bytes;
    size_t size, capacity;
} long_text;

static void add(long_text *text, const char *bytes) {
    size_t size = strlen(bytes);
    if (text->size + size + 1 > text->capacity) {
        text->capacity = 2 * (text->capacity + size + 1);
        text->bytes = realloc(text->bytes, text->capacity);
        assert_non_null(text->bytes);
    }
    memcpy(text->bytes + text->size, bytes, size + 1);
    text->size += size;
}

static void add_repeated(long_text *text, const char *bytes, size_t count) {
    for (size_t i = 0; i < count; i++) add(text, bytes);
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Parse, expecting `limit` to be hit, or no limit; gives the seconds it took. */
static double parse(const long_text *text, const vitals_limits *limits, const char *limit) {
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.format = VITALS_FORMAT_YAML;
    options.limits = limits;
    vitals_document *document = NULL;
    vitals_diagnostics *diagnostics;
    assert_int_equal(vitals_diagnostics_new(NULL, &diagnostics), VITALS_OK);
    double start = seconds();
    vitals_status status =
        vitals_document_parse(text->bytes, text->size, &options, &document, diagnostics);
    double taken = seconds() - start;
    assert_int_equal(status, limit ? VITALS_ELIMIT : VITALS_OK);
    if (limit) {
        assert_int_equal(vitals_diagnostics_count(diagnostics), 1);
        const vitals_diagnostic *found = vitals_diagnostics_at(diagnostics, 0);
        assert_string_equal(found->limit, limit);
        bool aliases = vt_text_find(found->text, VT_TEXT("excessive aliasing"), 0) != SIZE_MAX;
        assert_int_equal(aliases, strcmp(limit, "alias_values") == 0);
    }
    vitals_document_free(document);
    vitals_diagnostics_free(diagnostics);
    return taken;
}

/* Each level names the one before nine times: 9^9 values. */
static void add_bomb(long_text *bomb, const char *separator) {
    char line[256];
    add(bomb, "a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
    for (int i = 1; i < 10; i++) {
        snprintf(line, sizeof line, "a%d: &a%d [", i, i);
        add(bomb, line);
        snprintf(line, sizeof line, "*a%d", i - 1);
        for (int j = 0; j < 9; j++) {
            if (j) add(bomb, separator);
            add(bomb, line);
        }
        add(bomb, "]\n");
    }
}

static void check_bomb(void **state) {
    (void)state;
    long_text bomb = { 0 };
    add_bomb(&bomb, ", ");
    assert_true(parse(&bomb, NULL, "alias_values") < 2);
    free(bomb.bytes);
}

/* The same with merge keys: each mapping takes in the one before twice. */
static void check_merge_bomb(void **state) {
    (void)state;
    long_text bomb = { 0 };
    char line[256];
    add(&bomb, "a0: &a0 {x: 1}\n");
    for (int i = 1; i < 40; i++) {
        snprintf(line, sizeof line, "a%d: &a%d {<<: [*a%d, *a%d], k%d: 1}\n", i, i, i - 1, i - 1,
                 i);
        add(&bomb, line);
    }
    assert_true(parse(&bomb, NULL, "alias_values") < 2);
    free(bomb.bytes);
}

/* Few values, but each of them is long. */
static void check_long_bomb(void **state) {
    (void)state;
    long_text bomb = { 0 };
    add(&bomb, "- &a ");
    add_repeated(&bomb, "0123456789abcdef", 4096);
    add(&bomb, "\n");
    add_repeated(&bomb, "- *a\n", 1000);
    assert_true(parse(&bomb, NULL, "document_bytes") < 2);
    free(bomb.bytes);
}

static void check_modest_aliases(void **state) {
    (void)state;
    long_text modest = { 0 };
    add(&modest, "- &a {b: [1, 2, 3]}\n");
    add_repeated(&modest, "- *a\n", 10000);
    parse(&modest, NULL, NULL);
    vitals_limits limits = { 0 };
    limits.alias_values = 59999;
    parse(&modest, &limits, "alias_values");
    free(modest.bytes);
}

static void check_nesting(void **state) {
    (void)state;
    long_text flow = { 0 }, block = { 0 }, closed = { 0 };
    add_repeated(&flow, "[", 100000);
    assert_true(parse(&flow, NULL, "document_depth") < 2);
    add_repeated(&block, "- ", 100000);
    assert_true(parse(&block, NULL, "document_depth") < 2);
    add_repeated(&closed, "[", 512);
    add_repeated(&closed, "]", 512);
    parse(&closed, NULL, NULL);
    free(flow.bytes);
    free(block.bytes);
    free(closed.bytes);
}

static long_text map_of(size_t count) {
    long_text map = { 0 };
    char line[64];
    for (size_t i = 0; i < count; i++) {
        snprintf(line, sizeof line, "key%zu: %zu\n", i, i);
        add(&map, line);
    }
    return map;
}

/* Four times the keys may take four times as long; far more would be no straight line. */
static void check_large_map(void **state) {
    (void)state;
    vitals_limits limits = { 0 };
    limits.document_bytes = 64 << 20;
    limits.document_values = 4000000;
    long_text quarter = map_of(250000), whole = map_of(1000000);
    double short_time = parse(&quarter, &limits, NULL), long_time = parse(&whole, &limits, NULL);
    assert_true(long_time < short_time * 12 + 0.5);
    limits.document_values = 1000000;
    parse(&whole, &limits, "document_values");
    free(quarter.bytes);
    free(whole.bytes);
}

/* ------------------------------------------------------------------ no memory */

static vitals_status parse_and_write(torture *state, void *user) {
    const char *bytes = user;
    vitals_allocator allocator = torture_allocator(state);
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.format = VITALS_FORMAT_YAML;
    options.allocator = &allocator;
    vitals_document *document = NULL;
    char *yaml = NULL;
    size_t size = 0;
    vitals_status status = vitals_document_parse(bytes, strlen(bytes), &options, &document, NULL);
    if (status == VITALS_OK)
        status = vitals_document_write_yaml(document, &allocator, &yaml, &size);
    if (status == VITALS_OK) vitals_text_free(&allocator, yaml, size);
    vitals_document_free(document);
    return status;
}

/* Where memory runs out first, the answer is so; otherwise the text is refused as it should be. */
static vitals_status refuse(torture *state, void *user) {
    vitals_allocator allocator = torture_allocator(state);
    vitals_diagnostics *diagnostics = NULL;
    vitals_status status = vitals_diagnostics_new(&allocator, &diagnostics);
    if (status != VITALS_OK) return status;
    const char *bytes = user;
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.format = VITALS_FORMAT_YAML;
    options.allocator = &allocator;
    vitals_document *document = NULL;
    status = vitals_document_parse(bytes, strlen(bytes), &options, &document, diagnostics);
    assert_null(document);
    vitals_diagnostics_free(diagnostics);
    return status == VITALS_ESYNTAX ? VITALS_OK : status;
}

static void check_torture(void **state) {
    (void)state;
    char good[] = "a: &x {b: [1, 2.5, yes, ~, 18446744073709551615], 1_0.5_0: \"x\\n\"}\n"
                  "c: *x\nd:\n  <<: [*x, {e: !!binary gGk=}]\nf: 1_000\n\"g\": 'h'\n";
    char bad[] = "a: [1, 2.5\n", key[] = "? [a, {b: .5, a: 1_0}]\n: x\n";
    assert_true(torture_run(parse_and_write, good) > 10);
    assert_true(torture_run(refuse, bad) > 3);
    assert_true(torture_run(refuse, key) > 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(check_bomb),      cmocka_unit_test(check_merge_bomb),
        cmocka_unit_test(check_long_bomb), cmocka_unit_test(check_modest_aliases),
        cmocka_unit_test(check_nesting),   cmocka_unit_test(check_large_map),
        cmocka_unit_test(check_torture),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
