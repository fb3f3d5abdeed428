/* Streams: the same pieces for every chunk size, and each piece parses or is reported. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <vitals/vitals.h>

#include "base/limits.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

typedef struct chunked {
    const uint8_t *bytes;
    size_t size, chunk;
} chunked;

static ptrdiff_t read_chunk(void *user, char *buffer, size_t capacity) {
    chunked *input = user;
    size_t count = input->size < input->chunk ? input->size : input->chunk;
    if (count > capacity) count = capacity;
    if (count) memcpy(buffer, input->bytes, count);
    input->bytes += count;
    input->size -= count;
    return (ptrdiff_t)count;
}

static void require(bool condition) {
    if (!condition) abort();
}

static uint64_t mix(uint64_t hash, uint64_t value) {
    return (hash ^ value) * UINT64_C(1099511628211);
}

static uint64_t mix_document(uint64_t hash, const vitals_document *document) {
    char *json;
    size_t size;
    require(vitals_document_write_json(document, 0, NULL, &json, &size) == VITALS_OK);
    for (size_t i = 0; i < size; i++) hash = mix(hash, (unsigned char)json[i]);
    vitals_text_free(NULL, json, size);
    return hash;
}

/* A hash of everything that the stream returns. */
static uint64_t read_all(vitals_stream *stream, vitals_diagnostics *diagnostics) {
    uint64_t hash = 0;
    vitals_document *document = NULL;
    for (;;) {
        vitals_piece *piece = NULL;
        vitals_event event = VITALS_EVENT_NONE;
        vitals_status status = vitals_stream_next(stream, &piece, diagnostics);
        if (status == VITALS_ENOTFOUND) break;
        if (status == VITALS_OK) {
            status = vitals_piece_parse(piece, &document, &event, diagnostics);
            if (status == VITALS_OK) hash = mix_document(mix(hash, event), document);
        }
        bool reported = vitals_diagnostics_count(diagnostics) > 0;
        require(status == VITALS_OK || status == VITALS_ENOTFOUND || reported);
        hash = mix(hash, (uint64_t)(int64_t)status);
        vitals_diagnostics_clear(diagnostics);
        vitals_piece_free(piece);
    }
    vitals_document_free(document);
    return hash;
}

static uint64_t read_in_chunks(const uint8_t *bytes, size_t size, size_t chunk) {
    chunked input = { bytes, size, chunk };
    vitals_limits limits = { 0 };
    limits.document_bytes = 300;
    limits.envelope_bytes = 300;
    limits.document_depth = 20;
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.limits = &limits;
    vitals_stream *stream;
    vitals_diagnostics *diagnostics;
    require(vitals_stream_new(&options, read_chunk, &input, &stream) == VITALS_OK);
    require(vitals_diagnostics_new(NULL, &diagnostics) == VITALS_OK);
    uint64_t hash = read_all(stream, diagnostics);
    vitals_diagnostics_free(diagnostics);
    vitals_stream_free(stream);
    return hash;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    uint64_t whole = read_in_chunks(bytes, size, SIZE_MAX);
    require(read_in_chunks(bytes, size, 1) == whole);
    require(read_in_chunks(bytes, size, 61) == whole);
    return 0;
}
