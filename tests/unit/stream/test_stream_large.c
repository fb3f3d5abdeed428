/* Long streams: memory stays small, late kinds reach their items, failures are reported once. */
#include "support/table.h"

#include <stdio.h>

#include "support/torture.h"

/* Text that is made while it is read: a head, `count` times the item with its number, a tail. */
typedef struct made_text {
    const char *head, *item, *tail; /* %06d in the item is its number */
    int count, next;
    char pending[1024];
    size_t at, size;
    int fails_at; /* reading fails before this item; 0: never */
} made_text;

static bool refill(made_text *made) {
    const char *format = made->next == 0 ? made->head : made->tail;
    if (made->next > made->count + 1) return false;
    if (made->next > 0 && made->next <= made->count) format = made->item;
    made->size = (size_t)snprintf(made->pending, sizeof made->pending, format, made->next);
    made->at = 0;
    made->next++;
    return true;
}

static ptrdiff_t give(void *user, char *buffer, size_t capacity) {
    made_text *made = user;
    size_t given = 0;
    while (given < capacity) {
        if (made->at == made->size && !refill(made)) break;
        if (made->fails_at && made->next > made->fails_at) return -1;
        size_t count = made->size - made->at;
        if (count > capacity - given) count = capacity - given;
        memcpy(buffer + given, made->pending + made->at, count);
        made->at += count;
        given += count;
    }
    return (ptrdiff_t)given;
}

/* What came out of a stream, and what it took. */
typedef struct stream_outcome {
    int pieces, with_kind, errors;
    const char *limit;
    vitals_status last;
    size_t peak_bytes;
} stream_outcome;

typedef struct memory_meter {
    size_t live_bytes, peak_bytes;
} memory_meter;

static void *metered(void *user, void *block, size_t old_bytes, size_t new_bytes) {
    memory_meter *meter = user;
    if (!block) old_bytes = 0;
    meter->live_bytes += new_bytes - old_bytes;
    if (meter->live_bytes > meter->peak_bytes) meter->peak_bytes = meter->live_bytes;
    if (new_bytes) return realloc(block, new_bytes);
    free(block);
    return NULL;
}

static void take(stream_outcome *outcome, const vitals_piece *piece, vitals_document **document,
                 vitals_diagnostics *diagnostics, const char *kind) {
    outcome->pieces++;
    assert_int_equal(vitals_piece_parse(piece, document, NULL, diagnostics), VITALS_OK);
    vitals_text got = vitals_document_kind(*document);
    outcome->with_kind += got.bytes && strcmp(kind, got.bytes) == 0;
}

static stream_outcome read_all(made_text *made, const char *kind) {
    memory_meter meter = { 0 };
    vitals_allocator allocator = { metered, &meter };
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.allocator = &allocator;
    stream_outcome outcome = { 0 };
    vitals_stream *stream;
    vitals_document *document = NULL;
    vitals_diagnostics *diagnostics;
    assert_int_equal(vitals_diagnostics_new(NULL, &diagnostics), VITALS_OK);
    assert_int_equal(vitals_stream_new(&options, give, made, &stream), VITALS_OK);
    for (;;) {
        vitals_piece *piece = NULL;
        vitals_status status = vitals_stream_next(stream, &piece, diagnostics);
        if (status == VITALS_ENOTFOUND) break;
        outcome.errors += status != VITALS_OK;
        outcome.last = status;
        if (status == VITALS_OK) take(&outcome, piece, &document, diagnostics, kind);
        vitals_piece_free(piece);
    }
    assert_int_equal(vitals_diagnostics_count(diagnostics), outcome.errors);
    if (outcome.errors) outcome.limit = vitals_diagnostics_at(diagnostics, 0)->limit;
    vitals_document_free(document);
    vitals_stream_free(stream);
    vitals_diagnostics_free(diagnostics);
    outcome.peak_bytes = meter.peak_bytes;
    return outcome;
}

#define FILLER "0123456789012345678901234567890123456789012345678901234567890123456789"
#define TEXT FILLER FILLER FILLER FILLER FILLER
#define REST "\"metadata\":{\"name\":\"n%06d\"},\"x\":\"" TEXT "\"}"
#define TYPED "{\"apiVersion\":\"v1\",\"kind\":\"Pod\"," REST
#define UNTYPED "{" REST
#define YAML_REST "metadata:\n    name: n%06d\n  x: " TEXT "\n"
#define MEGABYTE ((size_t)1 << 20)

static const struct row {
    TABLE_ROW;
    const char *head, *item, *tail;
    int count;
    const char *kind;
    int pieces, with_kind, errors;
    const char *limit;
    size_t most_bytes; /* of memory */
} rows[] = {
    /* clang-format off */
    { "JSON lines", "", TYPED "\n", "", 40000, "Pod", 40000, 40000, 0, NULL, MEGABYTE },
    { "JSON in one line", "", TYPED, "", 40000, "Pod", 40000, 40000, 0, NULL, MEGABYTE },
    { "YAML documents", "", "---\nkind: Pod\na:\n  " YAML_REST, "", 10000, "Pod", 10000, 10000, 0, NULL, MEGABYTE },
    { "array", "[\n", "{\"kind\":\"Pod\"},\n", "{\"kind\":\"Pod\"}]", 100000, "Pod", 100001, 100001, 0, NULL, MEGABYTE },
    { "List, kind in front", "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"items\":[", UNTYPED ",", "]}", 40000, "Pod", 40000, 40000, 0, NULL, 8 * MEGABYTE },
    { "List, kind behind typed items", "{\"items\":[", TYPED ",\n", "],\"kind\":\"List\"}", 40000, "Pod", 40000, 40000, 0, NULL, 8 * MEGABYTE },
    { "List, kind behind untyped items", "{\"items\":[", UNTYPED ",\n", "],\"kind\":\"PodList\",\"apiVersion\":\"v1\"}", 20000, "Pod", 20000, 20000, 0, NULL, 32 * MEGABYTE },
    { "List, kind far behind untyped items", "{\"items\":[", UNTYPED ",\n", "],\"kind\":\"PodList\",\"apiVersion\":\"v1\"}", 80000, "Pod", 0, 0, 1, "envelope_bytes", 32 * MEGABYTE },
    { "object with items and a long name", "{\"kind\":\"Foo\",\"items\":[", UNTYPED ",", "{}]}", 10000, "Foo", 1, 1, 0, NULL, 32 * MEGABYTE },
    { "object over the limit", "{\"kind\":\"Foo\",\"items\":[", UNTYPED ",", "{}]}\n{\"kind\":\"Pod\"}", 80000, "Pod", 1, 1, 1, "document_bytes", 48 * MEGABYTE },
    { "YAML List", "apiVersion: v1\nitems:\n", "- apiVersion: v1\n  kind: Pod\n  " YAML_REST, "kind: List\n", 20000, "Pod", 20000, 20000, 0, NULL, 8 * MEGABYTE },
    { "YAML List, kind behind untyped items", "items:\n", "- " YAML_REST, "kind: PodList\napiVersion: v1\n", 20000, "Pod", 20000, 20000, 0, NULL, 32 * MEGABYTE },
    { "YAML document over the limit", "a:\n", "- " YAML_REST, "---\nkind: Pod\n", 80000, "Pod", 1, 1, 1, "document_bytes", 48 * MEGABYTE },
    /* clang-format on */
};

static void check(void **state) {
    const struct row *row = *state;
    made_text made = { row->head, row->item, row->tail, row->count, 0, "", 0, 0, 0 };
    stream_outcome outcome = read_all(&made, row->kind);
    assert_int_equal(outcome.pieces, row->pieces);
    assert_int_equal(outcome.with_kind, row->with_kind);
    assert_int_equal(outcome.errors, row->errors);
    if (row->limit) assert_string_equal(outcome.limit, row->limit);
    assert_true(outcome.peak_bytes < row->most_bytes);
}

static void check_read_error(void **state) {
    (void)state;
    made_text made = { "", TYPED "\n", "", 100000, 0, "", 0, 0, 50000 };
    stream_outcome outcome = read_all(&made, "Pod");
    assert_true(outcome.pieces > 40000);
    assert_int_equal(outcome.errors, 1);
    assert_int_equal(outcome.last, VITALS_EREAD);
}

/* One event, and then a connection that gives nothing: asking it would wait for ever. */
static ptrdiff_t give_one_event(void *user, char *buffer, size_t capacity) {
    static const char event[] = "{\"type\":\"ADDED\",\"object\":{\"kind\":\"Pod\"}}\n";
    int *calls = user;
    assert_int_equal(++*calls, 1);
    assert_true(capacity >= sizeof event - 1);
    memcpy(buffer, event, sizeof event - 1);
    return (ptrdiff_t)(sizeof event - 1);
}

static void check_no_waiting(void **state) {
    (void)state;
    int calls = 0;
    vitals_stream *stream;
    vitals_piece *piece;
    assert_int_equal(vitals_stream_new(NULL, give_one_event, &calls, &stream), VITALS_OK);
    assert_int_equal(vitals_stream_next(stream, &piece, NULL), VITALS_OK);
    vitals_piece_free(piece);
    vitals_stream_free(stream);
}

/* ------------------------------------------------------------------ no memory */

typedef struct torture_work {
    const char *text;
    int pieces;
} torture_work;

static vitals_status read_pieces(vitals_stream *stream, int *pieces) {
    vitals_document *document = NULL;
    vitals_status status;
    for (*pieces = 0;; ++*pieces) {
        vitals_piece *piece = NULL;
        status = vitals_stream_next(stream, &piece, NULL);
        if (status == VITALS_OK) status = vitals_piece_parse(piece, &document, NULL, NULL);
        vitals_piece_free(piece);
        if (status != VITALS_OK) break;
    }
    vitals_document_free(document);
    return status == VITALS_ENOTFOUND ? VITALS_OK : status;
}

static vitals_status stream_all(torture *state, void *user) {
    torture_work *work = user;
    made_text made = { "%.0d", "%.0d", "", 0, 0, "", 0, 0, 0 };
    made.head = work->text;
    vitals_allocator allocator = torture_allocator(state);
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.allocator = &allocator;
    options.file = "x";
    vitals_stream *stream = NULL;
    int pieces = 0;
    vitals_status status = vitals_stream_new(&options, give, &made, &stream);
    if (status == VITALS_OK) status = read_pieces(stream, &pieces);
    vitals_stream_free(stream);
    if (status == VITALS_OK) assert_int_equal(pieces, work->pieces);
    return status;
}

static void check_torture(void **state) {
    (void)state;
    torture_work works[] = {
        { "{\"a\":1}{\"b\":[2]}[{\"c\":3}]\n---\nd: 4\n", 4 },
        { "{\"items\":[{\"a\":1},{\"a\":2}],\"kind\":\"PodList\",\"apiVersion\":\"v1\"}", 2 },
        { "{\"kind\":\"List\",\"items\":[{\"kind\":\"FooList\",\"items\":[{\"a\":1},{}]}]}", 2 },
        { "items:\n- a: 1\n- b: 2\nkind: FooList\napiVersion: f/v1\n", 2 },
        { "kind: FooList\napiVersion: f/v1\nitems: [{a: 1}]\n", 1 },
        { "{\"type\":\"ADDED\",\"object\":{\"kind\":\"Pod\",\"n\":1.50}}\n", 1 },
    };
    for (size_t i = 0; i < TABLE_COUNT(works); i++) torture_run(stream_all, &works[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(check_read_error),
                                        cmocka_unit_test(check_no_waiting),
                                        cmocka_unit_test(check_torture) };
    int failed = TABLE_RUN("long streams", check, rows);
    return failed + cmocka_run_group_tests(tests, NULL, NULL);
}
