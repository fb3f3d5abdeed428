#include "support/stream.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const stream_chunks stream_all_chunks[] = {
    { SIZE_MAX, 0, false, false }, { SIZE_MAX, 0, true, false }, { 1, 0, false, false },
    { 1, 0, true, false },         { 2, 0, false, false },       { 2, 0, true, false },
    { 3, 0, false, false },        { 3, 0, true, false },        { 7, 0, false, false },
    { 7, 0, true, false },         { 61, 0, false, false },      { 61, 0, true, false },
    { 0, 1, false, false },        { 0, 2, true, false },        { SIZE_MAX, 0, false, true },
    { SIZE_MAX, 0, true, true },   { 61, 0, false, true },       { 0, 3, true, true },
};
const size_t stream_all_chunk_count = sizeof stream_all_chunks / sizeof *stream_all_chunks;

static void require(bool holds) {
    if (!holds) abort();
}

/* --------------------------------------------------------------------- input */

typedef struct stream_input {
    const char *bytes;
    size_t size;
    stream_chunks chunks;
} stream_input;

/* The bytes that arrive next, at most `most`. */
static const char *take(stream_input *input, size_t most, size_t *size) {
    size_t count = input->chunks.chunk;
    if (count == 0) {
        input->chunks.seed = input->chunks.seed * 1664525 + 1013904223;
        count = 1 + (input->chunks.seed >> 16) % 97;
    }
    if (count > most) count = most;
    if (count > input->size) count = input->size;
    const char *bytes = input->bytes;
    input->bytes += count;
    input->size -= count;
    *size = count;
    return bytes;
}

static ptrdiff_t read_some(void *user, char *buffer, size_t capacity) {
    size_t size;
    const char *bytes = take(user, capacity, &size);
    if (size) memcpy(buffer, bytes, size);
    return (ptrdiff_t)size;
}

/* Feed what arrives next; the end after the last byte. A copy of the exact size, so that a sanitizer
** sees whether the stream keeps a pointer to it. */
static void feed_some(vitals_stream *stream, stream_input *input) {
    size_t size;
    const char *bytes = take(input, SIZE_MAX, &size);
    if (size == 0) {
        require(vitals_stream_end(stream) == VITALS_OK);
        return;
    }
    char *copy = malloc(size);
    require(copy != NULL);
    memcpy(copy, bytes, size);
    require(vitals_stream_feed(stream, copy, size) == VITALS_OK);
    free(copy);
}

/* -------------------------------------------------------------------- output */

typedef struct transcript {
    FILE *file;
    char *text;
    size_t size;
    vitals_diagnostics *diagnostics;
    vitals_document *document;
} transcript;

static void write_errors(transcript *out, vitals_status status) {
    size_t count = vitals_diagnostics_count(out->diagnostics);
    require(count > 0 || status == VITALS_OK || status == VITALS_ENOTFOUND);
    for (size_t i = 0; i < count; i++) {
        const vitals_diagnostic *one = vitals_diagnostics_at(out->diagnostics, i);
        fprintf(out->file, "! %d %u:%u:%u %s %s ", status, one->document, one->line, one->column,
                one->rule, one->limit ? one->limit : "-");
        fwrite(one->text.bytes, 1, one->text.size, out->file);
        fputc('\n', out->file);
    }
    vitals_diagnostics_clear(out->diagnostics);
}

static void write_piece(transcript *out, vitals_piece *piece) {
    vitals_event event = VITALS_EVENT_NONE;
    char *json;
    size_t size;
    vitals_status status = vitals_piece_parse(piece, &out->document, &event, out->diagnostics);
    if (status == VITALS_OK) {
        vitals_origin origin;
        vitals_document_origin(out->document, &origin, sizeof origin);
        require(vitals_document_write_json(out->document, 0, NULL, &json, &size) == VITALS_OK);
        fprintf(out->file, "%u:%u %d %zu ", origin.document, origin.line, event,
                vitals_piece_size_bytes(piece));
        fwrite(json, 1, size, out->file);
        fputc('\n', out->file);
        vitals_text_free(NULL, json, size);
    }
    write_errors(out, status);
    vitals_piece_free(piece);
}

static void write_all(transcript *out, vitals_stream *stream, stream_input *input) {
    for (;;) {
        vitals_piece *piece = NULL;
        vitals_status status = vitals_stream_next(stream, &piece, out->diagnostics);
        if (status == VITALS_ENOTFOUND) return;
        if (status == VITALS_EAGAIN) {
            require(input->chunks.fed && vitals_diagnostics_count(out->diagnostics) == 0);
            feed_some(stream, input);
        } else if (status == VITALS_OK) {
            write_piece(out, piece);
        } else {
            write_errors(out, status);
        }
    }
}

char *stream_transcript(const char *bytes, size_t size, const vitals_read_options *options,
                        stream_chunks chunks) {
    stream_input input = { bytes, size, chunks };
    transcript out = { 0 };
    vitals_stream *stream;
    vitals_read_fn read = chunks.fed ? NULL : read_some;
    out.file = open_memstream(&out.text, &out.size);
    require(out.file != NULL);
    require(vitals_diagnostics_new(NULL, &out.diagnostics) == VITALS_OK);
    require(vitals_stream_new(options, read, &input, &stream) == VITALS_OK);
    if (chunks.in_turn) vitals_stream_in_turn(stream);
    write_all(&out, stream, &input);
    vitals_stream_free(stream);
    vitals_diagnostics_free(out.diagnostics);
    vitals_document_free(out.document);
    fclose(out.file);
    return out.text;
}

void stream_require_same(const char *bytes, size_t size, const vitals_read_options *options) {
    char *want = stream_transcript(bytes, size, options, stream_all_chunks[0]);
    for (size_t i = 1; i < stream_all_chunk_count; i++) {
        char *got = stream_transcript(bytes, size, options, stream_all_chunks[i]);
        if (strcmp(got, want) != 0) {
            fprintf(stderr, "input:\n%.*s\nat once:\n%s\nchunks of %zu, %s%s:\n%s\n", (int)size,
                    bytes, want, stream_all_chunks[i].chunk,
                    stream_all_chunks[i].fed ? "fed" : "read",
                    stream_all_chunks[i].in_turn ? ", in turn" : "", got);
            abort();
        }
        free(got);
    }
    free(want);
}
