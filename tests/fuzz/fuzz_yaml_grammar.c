/*
** Documents made by a grammar as JSON and as YAML: both have the same value; what is written as YAML
** reads back; places are within the text and in order; a stream gives the same documents, however
** its bytes arrive. YAML that was damaged fails at a place within the text, or reads back too.
*/
#include <stdio.h>
#include <stdlib.h>

#include "base/run/limits.h"
#include "document/document.h"
#include "grammar_yaml.h"
#include "support/drop.h"
#include "support/stream.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void demand(bool good, const made_yaml *made, const char *what) {
    if (!good) {
        fprintf(stderr, "%s\n%.*s\n%.*s\n", what, (int)made->yaml.size, made->yaml.bytes,
                (int)made->json.size, made->json.bytes);
        abort();
    }
}

static vitals_status read(const char *bytes, size_t size, vitals_format format,
                          vitals_document **document, vitals_diagnostics *diagnostics) {
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.format = format;
    return vitals_document_parse(bytes, size, &options, document, diagnostics);
}

/* ----------------------------------------------------------------- comparing */

static bool is_same(const vitals_document *a, const vt_value *x, const vitals_document *b,
                    const vt_value *y);

static bool is_same_array(const vitals_document *a, const vt_value *x, const vitals_document *b,
                          const vt_value *y) {
    const vt_value *other = vt_array_first(y);
    for (const vt_value *item = vt_array_first(x); item; item = vt_array_next(x, item)) {
        if (!is_same(a, item, b, other)) return false;
        other = vt_array_next(y, other);
    }
    return true;
}

/* The same type and content; members of objects in any order. */
static bool is_same(const vitals_document *a, const vt_value *x, const vitals_document *b,
                    const vt_value *y) {
    char scratch[2][40];
    if (!y || x->type != y->type || vt_value_count(x) != vt_value_count(y)) return false;
    if (!vt_text_equal(vt_value_text(x), vt_value_text(y))) return false;
    if (!vt_text_equal(vt_document_number_text(a, x, scratch[0]),
                       vt_document_number_text(b, y, scratch[1]))) {
        return false;
    }
    for (const vt_value *key = vt_object_first(x); key; key = vt_object_next(x, key)) {
        const vt_value *other = vt_document_get(b, y, vt_value_text(key));
        if (!is_same(a, vt_object_value(key), b, other)) return false;
    }
    return is_same_array(a, x, b, y);
}

static void demand_same(const made_yaml *made, const vitals_document *a, const vitals_document *b,
                        const char *what) {
    demand(is_same(a, vt_document_root(a), b, vt_document_root(b)), made, what);
}

/* -------------------------------------------------------------------- places */

static size_t count_lines(const made_text *text) {
    size_t lines = 1;
    for (size_t i = 0; i < text->size; i++) lines += text->bytes[i] == '\n';
    return lines;
}

static bool is_before(vt_place a, vt_place b) {
    return a.line < b.line || (a.line == b.line && a.column <= b.column);
}

/* Values in the order of the tree; keys of maps are kept in the order of the text. */
static void check_places(const made_yaml *made, const vitals_document *document) {
    const vt_value *root = vt_document_root(document);
    size_t lines = count_lines(&made->yaml);
    vt_place last = vt_document_place(document, root);
    for (const vt_value *at = root; at < root + root->next; at++) {
        vt_place place = vt_document_place(document, at);
        demand(place.line >= 1 && place.line <= lines && place.column >= 1, made,
               "a place outside of the text");
        if (made->has_aliases) continue;
        demand(is_before(last, place), made, "a place before the one of the value before");
        last = place;
    }
}

static void check_diagnostics(const made_yaml *made, const vitals_diagnostics *diagnostics) {
    size_t lines = count_lines(&made->yaml);
    demand(vitals_diagnostics_count(diagnostics) > 0, made, "no diagnostic");
    for (size_t i = 0; i < vitals_diagnostics_count(diagnostics); i++) {
        const vitals_diagnostic *one = vitals_diagnostics_at(diagnostics, i);
        demand(one->line >= 1 && one->line <= lines + 1 && one->column >= 1, made,
               "a diagnostic outside of the text");
    }
}

/* -------------------------------------------------------------------- checks */

static void check_written(const made_yaml *made, const vitals_document *document) {
    vitals_document *again = NULL;
    char *text = NULL;
    size_t size = 0;
    demand(vitals_document_write_yaml(document, NULL, &text, &size) == VITALS_OK, made, "no YAML");
    demand(read(text, size, VITALS_FORMAT_YAML, &again, NULL) == VITALS_OK, made,
           "what was written does not read");
    demand_same(made, document, again, "what was written reads as something else");
    vitals_text_free(NULL, text, size);
    vitals_document_free(again);
}

static void check_first(const made_yaml *made) {
    vitals_document *document = NULL, *want = NULL;
    vitals_diagnostics *diagnostics = NULL;
    demand(vitals_diagnostics_new(NULL, &diagnostics) == VITALS_OK, made, "no memory");
    vitals_status status =
        read(made->yaml.bytes, made->yaml.size, VITALS_FORMAT_YAML, &document, diagnostics);
    if (status == VITALS_OK) {
        check_places(made, document);
        check_written(made, document);
    } else {
        check_diagnostics(made, diagnostics);
    }
    if (!made->is_damaged) {
        demand(status == VITALS_OK, made, "the YAML does not read");
        demand(read(made->json.bytes, made->json_ends[0], VITALS_FORMAT_JSON, &want, NULL) ==
                   VITALS_OK,
               made, "the JSON does not read");
        demand_same(made, want, document, "YAML and JSON differ");
    }
    vitals_diagnostics_free(diagnostics);
    vitals_document_free(document);
    vitals_document_free(want);
}

/* The documents of a stream, one after another. */
static void check_stream(const made_yaml *made) {
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    vitals_stream *stream = NULL;
    vitals_document *document = NULL, *want = NULL;
    demand(vitals_stream_new(&options, NULL, NULL, &stream) == VITALS_OK &&
               vitals_stream_feed(stream, made->yaml.bytes, made->yaml.size) == VITALS_OK &&
               vitals_stream_end(stream) == VITALS_OK,
           made, "no stream");
    for (unsigned i = 0; i < made->document_count; i++) {
        vitals_piece *piece = NULL;
        size_t start = i > 0 ? made->json_ends[i - 1] : 0;
        demand(vitals_stream_next(stream, &piece, NULL) == VITALS_OK &&
                   vitals_piece_parse(piece, &document, NULL, NULL) == VITALS_OK &&
                   read(made->json.bytes + start, made->json_ends[i] - start, VITALS_FORMAT_JSON,
                        &want, NULL) == VITALS_OK,
               made, "a document of the stream does not read");
        demand_same(made, want, document, "a document of the stream differs");
        vitals_piece_free(piece);
    }
    vitals_piece *more = NULL;
    demand(vitals_stream_next(stream, &more, NULL) == VITALS_ENOTFOUND, made, "too many pieces");
    vitals_document_free(document);
    vitals_document_free(want);
    vitals_stream_free(stream);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    static made_yaml made;
    make_yaml(&made, bytes, size);
    check_first(&made);
    if (!made.is_damaged && !made.has_flow_root) check_stream(&made);
    vitals_limits limits = { .document_values = 1 + size, .alias_values = 10 };
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.limits = &limits;
    options.format = VITALS_FORMAT_YAML;
    drop_require_same(made.yaml.bytes, made.yaml.size, &options);
    if (size % 8 == 0) {
        options.format = VITALS_FORMAT_AUTO;
        stream_require_same(made.yaml.bytes, made.yaml.size, &options);
    }
    return 0;
}
