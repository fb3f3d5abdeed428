#include "support/drop.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/text/quote.h"

static void require(bool holds) {
    if (!holds) abort();
}

/* ---------------------------------------------------------- the slow, plain way */

typedef struct drop_writer {
    const vitals_document *document;
    const char *const *paths;
    size_t path_count;
    vt_buffer *out;
    size_t dropped;
} drop_writer;

/* The rest of a path that starts with `step`, or NULL. */
static const char *after_step(const char *path, vt_text step) {
    if (strncmp(path, step.bytes, step.size) != 0) return NULL;
    path += step.size;
    return *path == '\0' || *path == '.' || *path == '[' ? path : NULL;
}

static void append_value(drop_writer *w, const vt_value *value, const char **paths, size_t count);

/* Of `paths` those that go on with `step`, in `next`; true when one of them ends there. */
static bool follow(const char **paths, size_t count, vt_text step, const char **next,
                   size_t *next_count) {
    *next_count = 0;
    for (size_t i = 0; i < count; i++) {
        const char *rest = after_step(paths[i], step);
        if (rest && *rest == '\0') return true;
        if (rest) next[(*next_count)++] = rest;
    }
    return false;
}

static void append_object(drop_writer *w, const vt_value *object, const char **paths,
                          size_t count) {
    const char *next[8];
    size_t next_count;
    bool first = true;
    vt_buffer_add_byte(w->out, '{');
    for (const vt_value *key = vt_object_first(object); key; key = vt_object_next(object, key)) {
        char step[256];
        int size = snprintf(step, sizeof step, ".%.*s", VT_TEXT_ARG(vt_value_text(key)));
        if (follow(paths, count, vt_text_slice(step, (size_t)size), next, &next_count)) {
            w->dropped++;
            continue;
        }
        if (!first) vt_buffer_add_byte(w->out, ',');
        first = false;
        vt_quote_append_json(w->out, vt_value_text(key));
        vt_buffer_add_byte(w->out, ':');
        append_value(w, vt_object_value(key), next, next_count);
    }
    vt_buffer_add_byte(w->out, '}');
}

static void append_value(drop_writer *w, const vt_value *value, const char **paths, size_t count) {
    const char *next[8];
    size_t next_count;
    if (vt_value_is_object(value)) {
        append_object(w, value, paths, count);
    } else if (vt_value_is_array(value)) {
        follow(paths, count, VT_TEXT("[]"), next, &next_count);
        vt_buffer_add_byte(w->out, '[');
        const vt_value *item = vt_array_first(value);
        for (; item; item = vt_array_next(value, item)) {
            if (item != vt_array_first(value)) vt_buffer_add_byte(w->out, ',');
            append_value(w, item, next, next_count);
        }
        vt_buffer_add_byte(w->out, ']');
    } else {
        vt_document_append_json(w->document, value, 0, w->out);
    }
}

size_t drop_append_json(const vitals_document *document, const char *const *paths, size_t count,
                        vt_buffer *out) {
    const char *start[8];
    drop_writer w = { document, paths, count, out, 0 };
    require(count <= 8);
    for (size_t i = 0; i < count; i++) start[i] = paths[i];
    append_value(&w, vt_document_root(document), start, count);
    return w.dropped;
}

/* ------------------------------------------------------------------ comparing */

static void append_diagnostics(vt_buffer *out, const vitals_diagnostics *diagnostics) {
    for (size_t i = 0; i < vitals_diagnostics_count(diagnostics); i++) {
        const vitals_diagnostic *one = vitals_diagnostics_at(diagnostics, i);
        vt_buffer_printf(out, "%d %s %u:%u %s\n", (int)one->severity, one->rule, one->line,
                         one->column, one->limit ? one->limit : "");
        vt_buffer_add(out, (vt_text){ one->text.bytes, one->text.size });
    }
}

static vitals_status read(const char *bytes, size_t size, const vitals_read_options *options,
                          vitals_document **document, vt_buffer *diagnostics_text) {
    vitals_diagnostics *diagnostics;
    require(vitals_diagnostics_new(NULL, &diagnostics) == VITALS_OK);
    vitals_status status = vitals_document_parse(bytes, size, options, document, diagnostics);
    append_diagnostics(diagnostics_text, diagnostics);
    vitals_diagnostics_free(diagnostics);
    return status;
}

static void require_equal(vt_buffer *want, vt_buffer *got) {
    vt_buffer_add_byte(want, '\0');
    vt_buffer_add_byte(got, '\0');
    if (vt_text_equal(vt_buffer_text(want), vt_buffer_text(got))) return;
    fprintf(stderr, "whole:\n%s\ndropped:\n%s\n", vt_buffer_text(want).bytes,
            vt_buffer_text(got).bytes);
    abort();
}

void drop_require_same(const char *bytes, size_t size, const vitals_read_options *options) {
    static const char *const paths[] = {
        ".metadata.managedFields", ".data", ".a", ".b.c", ".d[].e.f", ".g[][].h"
    };
    enum { COUNT = sizeof paths / sizeof *paths };
    vitals_read_options dropping = *options;
    dropping.drop = paths;
    dropping.drop_count = COUNT;
    vitals_document *whole = NULL, *dropped = NULL;
    vt_buffer want, got;
    vt_buffer_init(&want, NULL, SIZE_MAX / 2);
    vt_buffer_init(&got, NULL, SIZE_MAX / 2);
    vitals_status status = read(bytes, size, options, &whole, &want);
    require(read(bytes, size, &dropping, &dropped, &got) == status);
    if (status == VITALS_OK) {
        size_t count = drop_append_json(whole, paths, COUNT, &want);
        vt_document_append_json(dropped, vt_document_root(dropped), 0, &got);
        /* Members that were written twice count twice. */
        require(vitals_document_dropped(dropped) >= count);
        require(vitals_document_dropped(whole) == 0);
    }
    require_equal(&want, &got);
    vt_buffer_done(&want);
    vt_buffer_done(&got);
    vitals_document_free(whole);
    vitals_document_free(dropped);
}
