/* Streams that are fed: complete pieces at once, the same ones as from a stream that reads, limits
** that do not depend on how the bytes arrive, and little memory for what is skipped. */
#include "support/table.h"

#include <dirent.h>
#include <stdio.h>

#include "base/run/limits.h"
#include "base/text/text.h"
#include "stream/piece.h"
#include "support/files.h"
#include "support/stream.h"
#include "support/torture.h"

static vitals_stream *new_stream(const vitals_read_options *options) {
    vitals_stream *stream;
    assert_int_equal(vitals_stream_new(options, NULL, NULL, &stream), VITALS_OK);
    return stream;
}

/* --------------------------------------------------------------- arrival by arrival */

/* Parts separated by |: after each one, how many pieces come out before more is needed. */
static const struct row {
    TABLE_ROW;
    const char *parts, *counts;
} rows[] = {
    /* clang-format off */
    { "JSON lines", "{\"a\":1}\n|{\"b\"|:2}|\n", "1010" },
    { "a line in many parts", "{|\"a|\":|1|}|\n", "000001" },
    { "two at once", "{\"a\":1}\n{\"b\":2}\n|{\"c\":3}", "21" },
    { "no line break in the first line", "{\"a\":1}| |\n", "001" },
    { "a short list, once it is known to be one", "{\"kind\":\"List\",\"items\":[\n{\"a\":1}|,{\"b\"|:2}|,{\"c\":3}]}|", "00030" },
    { "YAML ends with the marker", "a: 1\n|---|\n|b: 2\n|...\n", "00101" },
    { "a marker with content", "a: 1\n|--- b", "01" },
    { "blank lines", "\n\n|  \n|{\"a\":1}\n", "001" },
    { "an array", "[\n|{\"a\":1}|,{\"b\":2|}|]", "01010" },
    /* clang-format on */
};

/* The number of pieces until more is needed. */
static int drain(vitals_stream *stream, vitals_diagnostics *diagnostics) {
    vitals_piece *piece;
    vitals_status status;
    int count = 0;
    for (; (status = vitals_stream_next(stream, &piece, diagnostics)) == VITALS_OK; count++) {
        vitals_piece_free(piece);
    }
    assert_true(status == VITALS_EAGAIN || status == VITALS_ENOTFOUND);
    return count;
}

static void check(void **state) {
    const struct row *row = *state;
    vitals_stream *stream = new_stream(NULL);
    const char *part = row->parts;
    for (const char *count = row->counts; *count; count++) {
        size_t size = strcspn(part, "|");
        assert_int_equal(vitals_stream_feed(stream, part, size), VITALS_OK);
        assert_int_equal(drain(stream, NULL), *count - '0');
        part += size + (part[size] == '|');
    }
    vitals_stream_free(stream);
}

/* -------------------------------------------------------------------------- the API */

static void check_states(void **state) {
    (void)state;
    vitals_diagnostics *diagnostics;
    vitals_stream *stream = new_stream(NULL);
    vitals_piece *piece;
    assert_int_equal(vitals_diagnostics_new(NULL, &diagnostics), VITALS_OK);
    assert_int_equal(vitals_stream_next(stream, &piece, diagnostics), VITALS_EAGAIN);
    assert_int_equal(vitals_stream_feed(stream, NULL, 0), VITALS_OK);
    assert_int_equal(vitals_stream_next(stream, &piece, diagnostics), VITALS_EAGAIN);
    assert_int_equal(vitals_stream_feed(stream, NULL, 1), VITALS_EINVAL);
    assert_int_equal(vitals_stream_feed(stream, "{\"a\":", 5), VITALS_OK);
    assert_int_equal(vitals_stream_next(stream, &piece, diagnostics), VITALS_EAGAIN);
    assert_int_equal(vitals_diagnostics_count(diagnostics), 0);
    assert_int_equal(vitals_stream_end(stream), VITALS_OK);
    assert_int_equal(vitals_stream_feed(stream, "1}", 2), VITALS_EINVAL);
    assert_int_equal(drain(stream, diagnostics), 1);
    assert_int_equal(vitals_stream_next(stream, &piece, diagnostics), VITALS_ENOTFOUND);
    assert_int_equal(vitals_stream_end(stream), VITALS_OK);
    assert_string_equal(vitals_status_text(VITALS_EAGAIN), "not finished: call again");
    vitals_stream_free(stream);
    vitals_diagnostics_free(diagnostics);
}

static ptrdiff_t read_nothing(void *user, char *buffer, size_t capacity) {
    (void)user;
    (void)buffer;
    (void)capacity;
    return 0;
}

static void check_reading(void **state) {
    (void)state;
    vitals_stream *stream;
    vitals_piece *piece;
    assert_int_equal(vitals_stream_new(NULL, read_nothing, NULL, &stream), VITALS_OK);
    assert_int_equal(vitals_stream_feed(stream, "x", 1), VITALS_EINVAL);
    assert_int_equal(vitals_stream_end(stream), VITALS_EINVAL);
    assert_int_equal(vitals_stream_next(stream, &piece, NULL), VITALS_ENOTFOUND);
    vitals_stream_free(stream);
}

/* ------------------------------------------------------------------------- chunking */

/* The seeds of the fuzzer, under limits that some of them exceed. */
static void check_corpus(void **state) {
    (void)state;
    const char *path = VITALS_SOURCE_DIR "/tests/fuzz/corpus/stream";
    static const uint64_t most_bytes[] = { 40, 100, 300, 1 << 20 };
    DIR *directory = opendir(path);
    assert_non_null(directory);
    for (struct dirent *entry; (entry = readdir(directory));) {
        char file[4096];
        size_t size;
        if (entry->d_name[0] == '.') continue;
        snprintf(file, sizeof file, "%s/%s", path, entry->d_name);
        char *bytes = file_read(file, &size);
        assert_non_null(bytes);
        for (size_t i = 0; i < TABLE_COUNT(most_bytes); i++) {
            vitals_limits limits = { 0 };
            limits.document_bytes = limits.envelope_bytes = most_bytes[i];
            vitals_read_options options = VITALS_READ_OPTIONS_INIT;
            options.limits = &limits;
            stream_require_same(bytes, size, &options);
        }
        free(bytes);
    }
    closedir(directory);
}

/* A document whose length is `length`, with the limit at 300. */
static void require_limit(const char *head, const char *filler, const char *tail, size_t length) {
    char text[1024];
    size_t size = strlen(head);
    memcpy(text, head, size);
    while (size + strlen(tail) < length) text[size++] = *filler;
    memcpy(text + size, tail, strlen(tail));
    size += strlen(tail);
    vitals_limits limits = { 0 };
    limits.document_bytes = 300;
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.limits = &limits;
    stream_require_same(text, size, &options);
    char *got = stream_transcript(text, size, &options, stream_all_chunks[0]);
    bool over = strstr(got, " limit document_bytes ") != NULL;
    if (over != (size > 300)) fail_msg("%zu bytes: %s%s%s", size, head, tail, got);
    free(got);
}

static void check_limit(void **state) {
    (void)state;
    for (size_t length = 297; length < 310; length++) {
        require_limit("{\"a\":\"", "x", "\"}", length);
        require_limit("{\"kind\":\"A\",\"a\":\"", "x", "\",\"items\":[1]}", length);
        require_limit("a: ", "x", "", length);
        require_limit("a: 1\nb: ", "x", "\n", length);
        require_limit("kind: Foo\nitems:\n- 1\n", "#", "\n", length);
    }
}

/* ------------------------------------------------------------- memory while skipping */

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

/* Twenty million bytes that never end a line. */
static void check_memory(void **state) {
    (void)state;
    static const char *const heads[] = {
        "{\"a\":\"", "a: ",           "kind: List\nitems:\n- a: ",
        "[\n\"",     "{\"a\":1}\n{",  "   ",
        "a: 1\n...", "items:\n- a\n", "{\"kind\":\"List\",\"items\":[{}],\"x\":\""
    };
    static const char *const fillers[] = { "x", " ", "\t", "#", "[" };
    static char block[1 << 16];
    for (size_t i = 0; i < TABLE_COUNT(heads) * TABLE_COUNT(fillers); i++) {
        memory_meter meter = { 0 };
        vitals_allocator allocator = { metered, &meter };
        vitals_limits limits = { 0 };
        limits.document_bytes = limits.envelope_bytes = 1 << 16;
        vitals_read_options options = VITALS_READ_OPTIONS_INIT;
        options.allocator = &allocator;
        options.limits = &limits;
        vitals_stream *stream = new_stream(&options);
        const char *head = heads[i / TABLE_COUNT(fillers)];
        memset(block, fillers[i % TABLE_COUNT(fillers)][0], sizeof block);
        assert_int_equal(vitals_stream_feed(stream, head, strlen(head)), VITALS_OK);
        for (int count = 0; count < 300; count++) {
            vitals_piece *piece;
            vitals_status status;
            assert_int_equal(vitals_stream_feed(stream, block, sizeof block), VITALS_OK);
            while ((status = vitals_stream_next(stream, &piece, NULL)) == VITALS_OK) {
                vitals_piece_free(piece);
            }
            assert_true(status == VITALS_EAGAIN || status == VITALS_ELIMIT);
        }
        vitals_stream_free(stream);
        if (meter.peak_bytes > (size_t)1 << 20) {
            fail_msg("%s %s: %zu bytes", head, fillers[i % TABLE_COUNT(fillers)], meter.peak_bytes);
        }
    }
}

/* ------------------------------------------------------------------ metadata of lists */

static const struct metadata_row {
    TABLE_ROW;
    const char *text, *metadata;
} metadata_rows[] = {
    /* clang-format off */
    { "before the items", "{\"kind\":\"PodList\",\"metadata\":{\"resourceVersion\":\"5\",\"continue\":\"x\"},\"items\":[{\"a\":1}]}",
      "{\"resourceVersion\":\"5\",\"continue\":\"x\"}" },
    { "behind the items", "{\"apiVersion\":\"a/v1\",\"items\":[{\"metadata\":{\"name\":\"a\"}}],\"kind\":\"AList\",\"metadata\":{\"resourceVersion\":\"6\"}}",
      "{\"resourceVersion\":\"6\"}" },
    { "no items", "{\"kind\":\"PodList\",\"metadata\": {} ,\"items\":[]}", "{}" },
    { "none", "{\"kind\":\"PodList\",\"items\":[{\"metadata\":{}}]}", NULL },
    { "not a list", "{\"kind\":\"Pod\",\"metadata\":{}}", NULL },
    { "the last list", "{\"kind\":\"AList\",\"metadata\":{\"a\":1},\"items\":[]}\n{\"kind\":\"AList\",\"metadata\":{\"b\":2},\"items\":[]}",
      "{\"b\":2}" },
    { "the last list has none", "{\"kind\":\"AList\",\"metadata\":{\"a\":1},\"items\":[]}\n{\"kind\":\"AList\",\"items\":[]}", NULL },
    { "cut off behind the items", "{\"kind\":\"AList\",\"metadata\":{\"a\":1},\"items\":[{\"b\":1}]", NULL },
    { "cut off between items", "{\"kind\":\"AList\",\"metadata\":{\"a\":1},\"items\":[{\"b\":1},", NULL },
    { "cut off in an item", "{\"kind\":\"AList\",\"metadata\":{\"a\":1},\"items\":[{\"b\":1},{\"c\":", NULL },
    { "an item with a wrong bracket", "{\"kind\":\"AList\",\"metadata\":{\"a\":1},\"items\":[{\"b\":1],{}]}", NULL },
    { "of two the first", "{\"kind\":\"AList\",\"metadata\":{\"a\":1},\"items\":[],\"metadata\":{\"b\":2}}", "{\"a\":1}" },
    /* clang-format on */
};

/* Whole and byte by byte. */
static void check_metadata(void **state) {
    const struct metadata_row *row = *state;
    const size_t size = strlen(row->text);
    for (size_t step = size; step; step = step == size ? 1 : 0) {
        vitals_stream *stream = new_stream(NULL);
        for (size_t at = 0; at < size; at += step) {
            assert_int_equal(vitals_stream_feed(stream, row->text + at, step), VITALS_OK);
            drain(stream, NULL);
        }
        assert_int_equal(vitals_stream_end(stream), VITALS_OK);
        vitals_piece *piece = NULL;
        while (vitals_stream_next(stream, &piece, NULL) != VITALS_ENOTFOUND) {
            vitals_piece_free(piece);
            piece = NULL;
        }
        const vitals_text found = vitals_stream_list_metadata(stream);
        if (row->metadata) {
            assert_string_equal(found.bytes, row->metadata);
        } else {
            assert_null(found.bytes);
        }
        vitals_stream_free(stream);
    }
}

/* ----------------------------------------------------------------- metadata alone */

#define META "\"apiVersion\":\"meta.k8s.io/v1\",\"kind\":\"PartialObjectMetadata\","

static const struct typed_row {
    TABLE_ROW;
    const char *text, *type, *object; /* the object's name */
} typed_rows[] = {
    /* clang-format off */
    { "an object", "{" META "\"metadata\":{\"name\":\"a\"}}", "v1 Secret", "a" },
    { "type last", "{\"metadata\":{\"name\":\"a\"},\"kind\":\"PartialObjectMetadata\",\"apiVersion\":\"meta.k8s.io/v1beta1\"}", "v1 Secret", "a" },
    { "an event", "{\"type\":\"ADDED\",\"object\":{" META "\"metadata\":{\"name\":\"a\"}}}", "v1 Secret", "a" },
    { "an item", "{\"apiVersion\":\"meta.k8s.io/v1\",\"kind\":\"PartialObjectMetadataList\",\"items\":[{" META "\"metadata\":{\"name\":\"a\"}}]}", "v1 Secret", "a" },
    { "an item without type", "{\"apiVersion\":\"meta.k8s.io/v1\",\"kind\":\"PartialObjectMetadataList\",\"items\":[{\"metadata\":{\"name\":\"a\"}}]}", "v1 Secret", "a" },
    { "a whole object keeps its type", "{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\",\"metadata\":{\"name\":\"a\"}}", "apps/v1 Deployment", "a" },
    { "another group's", "{\"apiVersion\":\"example.org/v1\",\"kind\":\"PartialObjectMetadata\",\"metadata\":{\"name\":\"a\"}}", "example.org/v1 PartialObjectMetadata", "a" },
    { "an error", "{\"type\":\"ERROR\",\"object\":{\"apiVersion\":\"v1\",\"kind\":\"Status\",\"metadata\":{}}}", "v1 Status", "" },
    /* clang-format on */
};

static void check_metadata_type(void **state) {
    const struct typed_row *row = *state;
    vitals_stream *stream = new_stream(NULL);
    vitals_document *document = NULL;
    vitals_piece *piece = NULL;
    assert_int_equal(vitals_stream_set_metadata_type(stream, VT_TEXT("v1"), VT_TEXT("Secret")),
                     VITALS_OK);
    assert_int_equal(vitals_stream_feed(stream, row->text, strlen(row->text)), VITALS_OK);
    assert_int_equal(vitals_stream_end(stream), VITALS_OK);
    assert_int_equal(vitals_stream_next(stream, &piece, NULL), VITALS_OK);
    assert_int_equal(vitals_piece_parse(piece, &document, NULL, NULL), VITALS_OK);
    vitals_piece_free(piece);
    const vitals_text version = vitals_document_api_version(document);
    const vitals_text kind = vitals_document_kind(document);
    char type[100];
    snprintf(type, sizeof type, "%.*s %.*s", (int)version.size, version.bytes, (int)kind.size,
             kind.bytes);
    assert_string_equal(type, row->type);
    assert_true(vt_text_is(vitals_document_name(document), row->object));
    vitals_document_free(document);
    vitals_stream_free(stream);
}

static void check_metadata_type_refused(void **state) {
    (void)state;
    vitals_stream *stream = new_stream(NULL);
    const vitals_text none = { NULL, 0 };
    assert_int_equal(vitals_stream_set_metadata_type(stream, none, VT_TEXT("Secret")),
                     VITALS_EINVAL);
    assert_int_equal(vitals_stream_set_metadata_type(stream, VT_TEXT("v1"), none), VITALS_EINVAL);
    assert_int_equal(vitals_stream_set_metadata_type(NULL, VT_TEXT("v1"), VT_TEXT("A")),
                     VITALS_EINVAL);
    vitals_stream_free(stream);
}

/* ---------------------------------------------------------------------- lines ahead */

/* What happens to each piece: A, an accepted line; r, a refused line; v, a void piece; c, a cut piece. Tests that feed
** text in all ways compare the results with those of cutting: see support/stream.h. */
static const struct ahead_row {
    TABLE_ROW;
    const char *text, *pieces;
} ahead_rows[] = {
    /* clang-format off */
    { "lines", "{\"a\":1}\n{\"b\":[{}]} \r\n  {\"c\":\"}\"}\n", "AAA" },
    { "blank lines", "\n\n{\"a\":1}\n\n \n{\"b\":1}\n\n", "AA" },
    { "the last line has no end", "{\"a\":1}\n{\"b\":2}", "Ac" },
    { "over several lines", "{\"a\":\n1}\n{\"b\":2}\n{\"c\":3}\n", "cAA" },
    { "over several lines behind others", "{\"a\":1}\n{\"b\":\n2}\n{\"c\":3}\n", "AcA" },
    { "behind a comment it is YAML", "# a\n---\n{\"a\":1}\n{\"b\":1}\n", "c" },
    { "YAML behind lines", "{\"a\":1}\n---\nb: 1\n---\n{\"c\":3}\n", "Acc" },
    { "neither JSON nor YAML behind lines", "{\"a\":1}\nb\n{\"c\":3}\n", "AcA" },
    { "an event", "{\"type\":\"ADDED\",\"object\":{\"items\":[1]}}\n", "A" },
    { "two on a line", "{\"a\":1}{\"b\":2}\n{\"c\":3}\n{\"d\":4}\n", "rvvcccc" },
    { "two on a line behind others", "{\"a\":1}\n{\"b\":2}\n{\"c\":3}{\"d\":4}\n{\"e\":5}\n", "AArvccc" },
    { "brackets over lines", "{\"a\":{}\n}\n{\"b\":2}\n", "rcc" },
    { "lines within an object", "{\"a\":1}\n{\"b\":[{}\n,\n{\"c\":3}\n]}\n{\"d\":4}\n", "Arcc" },
    { "items of a list", "{\"items\":[{\"a\":1},{\"b\":2}],\"kind\":\"List\"}\n{\"c\":3}\n", "rvccc" },
    { "items of something else", "{\"items\":[]}\n{\"c\":3}\n", "rvcc" },
    { "a warning", "{\"a\":\"\xFF\"}\n{\"b\":2}\n", "rvcc" },
    { "a mistake", "{\"a\":1,}\n{\"b\":2}\n", "rvcc" },
    { "a mistake that hides lines", "{\"a\":1}\n{\"b\":\"}\n{\"c\":3}\n\"}\n{\"d\":4}\n", "Arvcccc" },
    { "an array", "[{\"a\":1}]\n{\"b\":2}\n", "cA" },
    /* clang-format on */
};

typedef struct ahead_piece {
    vitals_piece *piece;
    vitals_status status;
} ahead_piece;

/* Settle them, and say what became of each. */
static void settle(ahead_piece *pieces, size_t count, char *became) {
    vitals_document *document = NULL;
    vitals_diagnostics *diagnostics;
    assert_int_equal(vitals_diagnostics_new(NULL, &diagnostics), VITALS_OK);
    for (size_t i = 0; i < count; i++) {
        pieces[i].status = vitals_piece_parse(pieces[i].piece, &document, NULL, diagnostics);
        const size_t reported = vitals_diagnostics_count(diagnostics);
        assert_true(reported == 0 || pieces[i].piece->ahead_of == NULL);
        vitals_diagnostics_clear(diagnostics);
    }
    for (size_t i = 0; i < count; i++) {
        const vitals_piece *piece = pieces[i].piece;
        const bool line = piece->ahead_of != NULL;
        const bool counts = vitals_piece_settle(piece, pieces[i].status);
        became[i] = !line ? 'c' : counts ? 'A' : pieces[i].status == VITALS_EAGAIN ? 'r' : 'v';
        assert_true(line || counts);
        vitals_piece_free(pieces[i].piece);
    }
    vitals_diagnostics_free(diagnostics);
    vitals_document_free(document);
}

static void check_ahead(void **state) {
    const struct ahead_row *row = *state;
    vitals_stream *stream = new_stream(NULL);
    ahead_piece pieces[8] = { { 0 } };
    char became[16] = "";
    vitals_status status;
    vitals_stream_lines_ahead(stream, 8);
    assert_int_equal(vitals_stream_feed(stream, row->text, strlen(row->text)), VITALS_OK);
    assert_int_equal(vitals_stream_end(stream), VITALS_OK);
    do {
        size_t count = 0;
        while ((status = vitals_stream_next(stream, &pieces[count].piece, NULL)) == VITALS_OK) {
            count++;
        }
        assert_true(status == VITALS_EAGAIN || status == VITALS_ENOTFOUND);
        assert_true(status == VITALS_ENOTFOUND || count > 0);
        settle(pieces, count, became + strlen(became));
    } while (status == VITALS_EAGAIN);
    assert_string_equal(became, row->pieces);
    vitals_stream_free(stream);
    stream_require_same(row->text, strlen(row->text), NULL);
}

/* Paths to drop and types of metadata alone are not for lines, and it is too late after the beginning. */
static void check_not_ahead(void **state) {
    (void)state;
    static const char *const drop[] = { ".a" };
    for (int i = 0; i < 3; i++) {
        vitals_read_options options = VITALS_READ_OPTIONS_INIT;
        options.drop = drop;
        options.drop_count = i == 0;
        vitals_stream *stream = new_stream(&options);
        vitals_piece *piece;
        assert_int_equal(vitals_stream_feed(stream, "\n\n", 2), VITALS_OK);
        if (i == 1) {
            assert_int_equal(
                vitals_stream_set_metadata_type(stream, VT_TEXT("v1"), VT_TEXT("Secret")),
                VITALS_OK);
        }
        if (i == 2) assert_int_equal(vitals_stream_next(stream, &piece, NULL), VITALS_EAGAIN);
        vitals_stream_lines_ahead(stream, 1);
        assert_int_equal(vitals_stream_feed(stream, "{\"a\":1}\n", 8), VITALS_OK);
        assert_int_equal(vitals_stream_next(stream, &piece, NULL), VITALS_OK);
        assert_null(piece->ahead_of);
        vitals_piece_free(piece);
        vitals_stream_free(stream);
    }
    vitals_stream_lines_ahead(NULL, 1);
    assert_false(vitals_piece_settle(NULL, VITALS_OK));
}

/* No more than `most`, and text that is fed meanwhile. */
static void check_most_ahead(void **state) {
    (void)state;
    vitals_stream *stream = new_stream(NULL);
    vitals_piece *first, *second, *third;
    vitals_stream_lines_ahead(stream, 2);
    assert_int_equal(vitals_stream_feed(stream, "{\"a\":1}\n{\"b\"", 12), VITALS_OK);
    assert_int_equal(vitals_stream_next(stream, &first, NULL), VITALS_OK);
    assert_int_equal(vitals_stream_next(stream, &third, NULL), VITALS_EAGAIN);
    assert_int_equal(vitals_stream_feed(stream, ":2}\n{\"c\":3}\n", 12), VITALS_OK);
    assert_int_equal(vitals_stream_next(stream, &second, NULL), VITALS_OK);
    assert_int_equal(vitals_stream_next(stream, &third, NULL), VITALS_EAGAIN);
    assert_true(vitals_piece_settle(first, VITALS_OK));
    assert_int_equal(vitals_stream_next(stream, &third, NULL), VITALS_OK);
    assert_true(vitals_piece_settle(second, VITALS_OK));
    assert_int_equal(vitals_piece_size_bytes(third), strlen("{\"c\":3}"));
    assert_true(vitals_piece_settle(third, VITALS_OK));
    vitals_piece_free(first);
    vitals_piece_free(second);
    vitals_piece_free(third);
    vitals_stream_free(stream);
}

/* Those behind one that is refused are settled before the stream goes on. */
static void check_void(void **state) {
    (void)state;
    vitals_stream *stream = new_stream(NULL);
    vitals_piece *first, *second, *third;
    vitals_stream_lines_ahead(stream, 2);
    assert_int_equal(vitals_stream_feed(stream, "{\"a\":1}\n{\"b\":2}\n", 16), VITALS_OK);
    assert_int_equal(vitals_stream_end(stream), VITALS_OK);
    assert_int_equal(vitals_stream_next(stream, &first, NULL), VITALS_OK);
    assert_int_equal(vitals_stream_next(stream, &second, NULL), VITALS_OK);
    assert_false(vitals_piece_settle(first, VITALS_EAGAIN));
    assert_int_equal(vitals_stream_next(stream, &third, NULL), VITALS_EAGAIN);
    assert_false(vitals_piece_settle(second, VITALS_OK));
    vitals_piece_free(first);
    vitals_piece_free(second);
    assert_int_equal(drain(stream, NULL), 2);
    vitals_stream_free(stream);
}

/* More lines than the window holds, and one that is refused. */
static void check_long_ahead(void **state) {
    (void)state;
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    for (int i = 0; i < 10000; i++) {
        fprintf(file, i == 7000 ? "{\"n\":%d,}\n" : "{\"n\":%d,\"text\":\"0123456789012345\"}\n",
                i);
    }
    assert_int_equal(fclose(file), 0);
    stream_require_same(text, size, NULL);
    free(text);
}

/* What was read before reading failed comes first, also where it has to be cut again. */
static ptrdiff_t read_and_fail(void *user, char *buffer, size_t capacity) {
    const char **text = user;
    const size_t size = strlen(*text);
    assert_true(size <= capacity);
    if (size == 0) return -1;
    memcpy(buffer, *text, size);
    *text += size;
    return (ptrdiff_t)size;
}

static void check_failed_ahead(void **state) {
    (void)state;
    const char *text = "{\"a\":1}\n{\"b\":2}{\"c\":3}\n";
    ahead_piece pieces[8];
    char became[8] = "";
    vitals_stream *stream;
    vitals_status status;
    assert_int_equal(vitals_stream_new(NULL, read_and_fail, &text, &stream), VITALS_OK);
    vitals_stream_lines_ahead(stream, SIZE_MAX);
    do {
        size_t count = 0;
        while ((status = vitals_stream_next(stream, &pieces[count].piece, NULL)) == VITALS_OK) {
            count++;
        }
        settle(pieces, count, became + strlen(became));
    } while (status == VITALS_EAGAIN);
    assert_int_equal(status, VITALS_EREAD);
    assert_string_equal(became, "Arcc");
    vitals_stream_free(stream);
}

/* ------------------------------------------------------------------------ no memory */

/* Text that is fed byte by byte, or as it is with lines ahead. */
typedef struct fed_text {
    const char *text;
    size_t ahead; /* 1, 2, or 0 */
} fed_text;

static vitals_status feed_all(torture *state, void *user) {
    const fed_text *from = user;
    const char *text = from->text;
    const size_t step = from->ahead ? strlen(text) : 1;
    vitals_allocator allocator = torture_allocator(state);
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.allocator = &allocator;
    vitals_stream *stream = NULL;
    vitals_document *document = NULL;
    vitals_status status = vitals_stream_new(&options, NULL, NULL, &stream);
    if (from->ahead) {
        vitals_stream_lines_ahead(stream, from->ahead);
    } else if (status == VITALS_OK) {
        status = vitals_stream_set_metadata_type(stream, VT_TEXT("v1"), VT_TEXT("Secret"));
    }
    for (bool ended = false; status == VITALS_OK || status == VITALS_EAGAIN;) {
        vitals_piece *piece = NULL;
        status = vitals_stream_next(stream, &piece, NULL);
        if (piece) {
            status = vitals_piece_parse(piece, &document, NULL, NULL);
            if (!vitals_piece_settle(piece, status)) status = VITALS_OK;
        }
        vitals_piece_free(piece);
        if (status != VITALS_EAGAIN) continue;
        assert_false(ended);
        ended = *text == '\0';
        status = ended ? vitals_stream_end(stream) : vitals_stream_feed(stream, text, step);
        if (!ended) text += step;
    }
    vitals_document_free(document);
    vitals_stream_free(stream);
    return status == VITALS_ENOTFOUND ? VITALS_OK : status;
}

static void check_torture(void **state) {
    (void)state;
    static const char *const texts[] = {
        "{\"a\":1}\n[{\"b\":2}]\n---\nc: 3\n", "{\"a\":1}\n{\"b\":2}\n{\"items\":[]}\n",
        "{\"items\":[{\"a\":1}],\"kind\":\"PodList\",\"metadata\":{}}", "{" META "\"metadata\":{}}",
        "items:\n- a: 1\n- b: 2\nkind: FooList\napiVersion: f/v1\n"
    };
    for (size_t i = 0; i < 3 * TABLE_COUNT(texts); i++) {
        fed_text from = { texts[i / 3], i % 3 };
        torture_run(feed_all, &from);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(check_states),
        cmocka_unit_test(check_reading),
        cmocka_unit_test(check_corpus),
        cmocka_unit_test(check_limit),
        cmocka_unit_test(check_memory),
        cmocka_unit_test(check_torture),
        cmocka_unit_test(check_metadata_type_refused),
        cmocka_unit_test(check_not_ahead),
        cmocka_unit_test(check_most_ahead),
        cmocka_unit_test(check_void),
        cmocka_unit_test(check_long_ahead),
        cmocka_unit_test(check_failed_ahead),
    };
    int failed = TABLE_RUN("fed streams", check, rows);
    failed += TABLE_RUN("metadata of lists", check_metadata, metadata_rows);
    failed += TABLE_RUN("metadata alone", check_metadata_type, typed_rows);
    failed += TABLE_RUN("lines ahead", check_ahead, ahead_rows);
    return failed + cmocka_run_group_tests(tests, NULL, NULL);
}
