#include "support/stream.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const stream_chunks stream_all_chunks[] = {
    { SIZE_MAX, 0, false, 0 },  { SIZE_MAX, 0, true, 0 }, { 1, 0, false, 0 },
    { 1, 0, true, 0 },          { 2, 0, false, 0 },       { 2, 0, true, 0 },
    { 3, 0, false, 0 },         { 3, 0, true, 0 },        { 7, 0, false, 0 },
    { 7, 0, true, 0 },          { 61, 0, false, 0 },      { 61, 0, true, 0 },
    { 0, 1, false, 0 },         { 0, 2, true, 0 },        { SIZE_MAX, 0, false, 1 },
    { SIZE_MAX, 0, true, 1 },   { 61, 0, false, 1 },      { 0, 3, true, 1 },
    { SIZE_MAX, 0, false, 2 },  { SIZE_MAX, 0, true, 9 }, { 5, 0, false, SIZE_MAX },
    { 61, 0, false, SIZE_MAX }, { 0, 4, true, SIZE_MAX },
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
    bool waited;
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

/* With several lines ahead there is nothing to read now and then. */
static ptrdiff_t read_some(void *user, char *buffer, size_t capacity) {
    stream_input *input = user;
    size_t size;
    input->waited = input->chunks.ahead > 1 && !input->waited && input->size % 5 == 0;
    if (input->waited) return VITALS_READ_AGAIN;
    const char *bytes = take(input, capacity, &size);
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

/* A piece that is not settled. */
typedef struct taken_piece {
    vitals_piece *piece;
    vitals_document *document;
    vitals_event event;
    vitals_status status;
    bool parsed;
    vitals_diagnostics *diagnostics;
} taken_piece;

typedef struct transcript {
    FILE *file;
    char *text;
    size_t size;
    vitals_diagnostics *diagnostics; /* of the stream */
    taken_piece *taken;
    size_t count, capacity;
} transcript;

static void write_errors(transcript *out, vitals_status status, vitals_diagnostics *diagnostics) {
    size_t count = vitals_diagnostics_count(diagnostics);
    require(count > 0 || status == VITALS_OK || status == VITALS_ENOTFOUND);
    for (size_t i = 0; i < count; i++) {
        const vitals_diagnostic *one = vitals_diagnostics_at(diagnostics, i);
        fprintf(out->file, "! %d %u:%u:%u %s %s ", status, one->document, one->line, one->column,
                one->rule, one->limit ? one->limit : "-");
        fwrite(one->text.bytes, 1, one->text.size, out->file);
        fputc('\n', out->file);
    }
    vitals_diagnostics_clear(diagnostics);
}

static void write_piece(transcript *out, const taken_piece *taken) {
    char *json;
    size_t size;
    if (taken->status == VITALS_OK) {
        vitals_origin origin;
        vitals_document_origin(taken->document, &origin, sizeof origin);
        require(vitals_document_write_json(taken->document, 0, NULL, &json, &size) == VITALS_OK);
        fprintf(out->file, "%u:%u %d %zu ", origin.document, origin.line, taken->event,
                vitals_piece_size_bytes(taken->piece));
        fwrite(json, 1, size, out->file);
        fputc('\n', out->file);
        vitals_text_free(NULL, json, size);
    }
    write_errors(out, taken->status, taken->diagnostics);
}

static void keep_piece(transcript *out, vitals_piece *piece) {
    if (out->count == out->capacity) {
        size_t capacity = out->capacity * 2 + 1;
        out->taken = realloc(out->taken, capacity * sizeof *out->taken);
        require(out->taken != NULL);
        for (size_t i = out->capacity; i < capacity; i++) {
            out->taken[i] = (taken_piece){ 0 };
            require(vitals_diagnostics_new(NULL, &out->taken[i].diagnostics) == VITALS_OK);
        }
        out->capacity = capacity;
    }
    out->taken[out->count++].piece = piece;
}

/* Parse the last ones first, as threads may, and settle the first half of them in order. */
static void settle_some(transcript *out) {
    const size_t half = (out->count + 1) / 2;
    for (size_t i = out->count; i-- > 0;) {
        taken_piece *taken = &out->taken[i];
        if (taken->parsed) continue;
        taken->parsed = true;
        taken->event = VITALS_EVENT_NONE;
        taken->status =
            vitals_piece_parse(taken->piece, &taken->document, &taken->event, taken->diagnostics);
    }
    for (size_t i = 0; i < half; i++) {
        taken_piece *taken = &out->taken[i];
        if (vitals_piece_settle(taken->piece, taken->status)) write_piece(out, taken);
        require(vitals_diagnostics_count(taken->diagnostics) == 0);
        vitals_piece_free(taken->piece);
        taken->parsed = false;
    }
    out->count -= half;
    for (size_t i = 0; i < out->count; i++) {
        const taken_piece empty = out->taken[i];
        out->taken[i] = out->taken[half + i];
        out->taken[half + i] = empty;
    }
}

static void free_taken(transcript *out) {
    for (size_t i = 0; i < out->capacity; i++) {
        vitals_document_free(out->taken[i].document);
        vitals_diagnostics_free(out->taken[i].diagnostics);
    }
    free(out->taken);
}

/* Without lines ahead, and with one, each piece comes before the next one. */
static void write_all(transcript *out, vitals_stream *stream, stream_input *input) {
    for (;;) {
        vitals_piece *piece = NULL;
        vitals_status status = vitals_stream_next(stream, &piece, out->diagnostics);
        if (status == VITALS_OK) {
            keep_piece(out, piece);
            if (input->chunks.ahead <= 1) settle_some(out);
        } else if (status == VITALS_EAGAIN) {
            require(vitals_diagnostics_count(out->diagnostics) == 0);
            require(input->chunks.fed || out->count > 0 || input->waited);
            if (out->count > 0) {
                settle_some(out);
            } else if (input->chunks.fed) {
                feed_some(stream, input);
            }
        } else {
            while (out->count > 0) settle_some(out);
            if (status == VITALS_ENOTFOUND) return;
            write_errors(out, status, out->diagnostics);
        }
    }
}

char *stream_transcript(const char *bytes, size_t size, const vitals_read_options *options,
                        stream_chunks chunks) {
    stream_input input = { bytes, size, chunks, false };
    transcript out = { 0 };
    vitals_stream *stream;
    vitals_read_fn read = chunks.fed ? NULL : read_some;
    out.file = open_memstream(&out.text, &out.size);
    require(out.file != NULL);
    require(vitals_diagnostics_new(NULL, &out.diagnostics) == VITALS_OK);
    require(vitals_stream_new(options, read, &input, &stream) == VITALS_OK);
    if (chunks.ahead) vitals_stream_lines_ahead(stream, chunks.ahead);
    write_all(&out, stream, &input);
    vitals_stream_free(stream);
    vitals_diagnostics_free(out.diagnostics);
    free_taken(&out);
    fclose(out.file);
    return out.text;
}

void stream_require_same(const char *bytes, size_t size, const vitals_read_options *options) {
    char *want = stream_transcript(bytes, size, options, stream_all_chunks[0]);
    for (size_t i = 1; i < stream_all_chunk_count; i++) {
        char *got = stream_transcript(bytes, size, options, stream_all_chunks[i]);
        if (strcmp(got, want) != 0) {
            fprintf(stderr, "input:\n%.*s\nat once:\n%s\nchunks of %zu, %s, %zu ahead:\n%s\n",
                    (int)size, bytes, want, stream_all_chunks[i].chunk,
                    stream_all_chunks[i].fed ? "fed" : "read", stream_all_chunks[i].ahead, got);
            abort();
        }
        free(got);
    }
    free(want);
}
